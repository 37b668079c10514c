"""A move of Guildhall as one sentence: "red Trader, tier 2: red Historian for yellow Weaver with Cyd"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guildhall.core.decision import Event

from .engine.state import AREA_OF, HALL, HAND, PILE, SPENT
from .naming import Names

__all__ = ["FREE", "told"]

#: Kinds of decision with which a seat begins something new.
FREE = frozenset({"act", "mulligan", "found"})

Cards = dict[tuple[int, int], list[str]]
"""Cards by where they came from and where they went."""

_UNTOLD = frozenset(
    {
        "play",
        "tier",
        "move",
        "discard",
        "draw",
        "return",
        "score",
        "turn",
        "shuffle",
        "refresh",
        "vp row",
        "vp card",
        "give up",
    }
)


def told(names: Names, seat: int, events: Sequence[Event]) -> str:
    """What a seat did in one move, from events as somebody heard them."""
    turn = next((at for at, event in enumerate(events) if event.kind == "turn"), len(events))
    own = events[:turn]
    head, effects = _head(own), ", ".join(_effects(names, seat, own))
    return f"{head}: {effects}" if head and effects else head or effects


def _head(events: Sequence[Event]) -> str:
    for event in events:
        if event.kind == "tier":
            tier = event.data["tier"]
            used = " without effect" if tier is None else f", tier {tier}" if tier else ""
            return f"{event.data['card']}{used}"
    played = (event for event in events if event.kind in ("play", "refresh"))
    return next((event.data.get("card", "refreshes") for event in played), "")


def _effects(names: Names, seat: int, events: Sequence[Event]) -> Iterator[str]:
    played = next((event.data["card"] for event in events if event.kind == "play"), None)
    cards = _carried(seat, played, events)
    swaps = list(_swaps(names, seat, cards))
    yield from swaps
    for (origin, target), moved in cards.items():
        yield _carried_told(names, seat, origin, target, moved)
    yield from _drawn(names, seat, events)
    for event in events:
        if event.kind == "tokens":
            yield f"{event.data['change']:+} VP"
        elif event.kind == "buy":
            paid = [each.data["chapter"] for each in events if each.kind == "give up"]
            yield f"buys “{event.data['card']}”{_paid(paid)}"
        elif event.kind not in _UNTOLD and event.text:
            yield event.text.removeprefix(f"{names.seats[seat]} ")


def _paid(chapters: list[str]) -> str:
    if not chapters:
        return ""
    return f" with the {_and(chapters)} chapter{'' if len(chapters) == 1 else 's'}"


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _carried(seat: int, played: str | None, events: Sequence[Event]) -> Cards:
    """The cards that were moved, without what every move does: the card played, and the area into the hall."""
    cards: Cards = {}
    for event in events:
        if event.kind not in ("move", "discard") or "zones" not in event.data:
            continue
        origin, target = event.data["zones"]
        own_area = AREA_OF + seat
        is_usual = origin in (own_area, SPENT) or (target == own_area and event.data["card"] == played)
        if not is_usual:
            cards.setdefault((origin, target), []).append(event.data["card"])
    return cards


def _swaps(names: Names, seat: int, cards: Cards) -> Iterator[str]:
    """Cards that went both ways between two halls."""
    for other in range(len(names.seats)):
        there, back = (HALL + seat, HALL + other), (HALL + other, HALL + seat)
        if other != seat and there in cards and back in cards:
            yield f"{', '.join(cards.pop(there))} for {', '.join(cards.pop(back))} with {names.seats[other]}"


def _carried_told(names: Names, seat: int, origin: int, target: int, moved: list[str]) -> str:
    what = ", ".join(moved)
    if (origin, target) == (HAND + seat, HALL + seat):
        return f"placed {what}"
    if (origin, target) == (HAND + seat, PILE):
        return f"{len(moved)} away"
    if target == HALL + seat:
        return f"placed {what} from {names.zone(origin)}"
    if target == HAND + seat:
        return f"took {what} from {names.zone(origin)}"
    if target == PILE:
        return f"discarded {what} from {names.zone(origin)}"
    return f"{what} from {names.zone(origin)} to {names.zone(target)}"


def _drawn(names: Names, seat: int, events: Sequence[Event]) -> Iterator[str]:
    """How many cards each seat drew; which ones is nobody else's business."""
    draws = [event for event in events if event.kind == "draw"]
    for owner in range(len(names.seats)):
        number = sum(event.text.startswith(f"{names.seats[owner]} draws ") for event in draws)
        if number:
            yield f"{number} drawn" if owner == seat else f"{names.seats[owner]} drew {number}"
    back = sum(event.kind == "return" for event in events)
    if back:
        yield f"{back} laid back on the deck"
