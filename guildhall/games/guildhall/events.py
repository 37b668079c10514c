"""Names of everything in a deck, and events and moves in sentences.

Names of kinds, chapters and VP cards are the same in phrases and on screen.
Sentences about events reveal hidden things only to the seats that saw them.

A move reads like this: "red Trader, tier 2: red Historian for yellow Weaver with Cyd".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from guildhall.core.decision import Event, fold
from guildhall.core.errors import UnknownCard, did_you_mean, nearest, short

from .deck import Deck
from .engine.state import (
    AREA_OF,
    COLOURS,
    DECK,
    HALL,
    HAND,
    LOOKED,
    MASTER,
    NONE,
    PILE,
    SPENT,
    TARGET,
    UNFINISHED,
    VP_MARK,
    EventKind,
)
from .wording import an

__all__ = ["FREE", "REASONS", "Names", "describe_move", "tell"]


# --- Names ---


@dataclass(frozen=True)
class Names:
    """The names of one deck, by number and back."""

    deck: Deck
    seats: tuple[str, ...]
    kinds: tuple[str, ...] = field(init=False)  # "red Farmer", or a Master's name
    vp: tuple[str, ...] = field(init=False)
    tier_texts: dict[tuple[int, int], str] = field(init=False, default_factory=dict, compare=False, repr=False)
    """Tier texts by kind and tier, built only once."""

    def __post_init__(self) -> None:
        coloured = [f"{colour} {card.shown}" for card in self.deck.professions for colour in COLOURS]
        masters = [master.name for master, _ in self.deck.masters]
        object.__setattr__(self, "kinds", (*coloured, *masters))
        object.__setattr__(self, "vp", tuple(card.name for card, _ in self.deck.vp))

    @property
    def chapters(self) -> tuple[str, ...]:
        """The names of the chapters."""
        return self.deck.chapters

    @cached_property
    def kind_numbers(self) -> dict[str, int]:
        """The numbers of all cards by folded name."""
        return {fold(name): kind for kind, name in enumerate(self.kinds)}

    def kind(self, name: str) -> int:
        """Return the number of a card, or raise UnknownCard with the nearest names."""
        return _number(name, self.kind_numbers, self.kinds, "card of this deck")

    def vp_card(self, name: str) -> int:
        """Return the number of a VP card."""
        return _number(name, {fold(known): i for i, known in enumerate(self.vp)}, self.vp, "VP card of this deck")

    def chapter(self, name: str) -> int:
        """Return the number of a chapter."""
        numbers = {fold(known): i for i, known in enumerate(self.chapters)}
        return _number(name, numbers, self.chapters, "chapter of this deck")

    def colour_of(self, kind: int) -> int:
        """Return the colour of a kind, MASTER for a Chapter Master."""
        return kind % len(COLOURS) if kind < self.coloured else MASTER

    @property
    def coloured(self) -> int:
        """The number of coloured kinds, which come before the Masters."""
        return len(self.deck.professions) * len(COLOURS)

    def chapter_of(self, kind: int) -> int:
        """Return the chapter of a kind."""
        if kind < self.coloured:
            return self.deck.professions[kind // len(COLOURS)].chapter
        return self.deck.masters[kind - self.coloured][1]

    def in_hall(self, kind: int) -> str:
        """Return a card as its chapter lists it: only the colour if the chapter is the profession."""
        if self.colour_of(kind) == MASTER:
            return self.kinds[kind]
        profession = self.deck.professions[kind // len(COLOURS)].shown
        colour = COLOURS[self.colour_of(kind)]
        return colour if profession == self.chapters[self.chapter_of(kind)] else f"{colour} {profession}"

    def in_area(self, entry: int) -> str:
        """Return the name of a card in an action area: a profession card, a Master or a VP card."""
        return self.vp[entry - VP_MARK] if entry >= VP_MARK else self.kinds[entry]

    def zone(self, zone: int) -> str:
        """Return the name of a place, as events use it."""
        owners = ("hand", "guildhall", "action area")
        if zone < HAND + 12:
            return f"{self.seats[zone % 4]}'s {owners[zone // 4]}" if zone % 4 < len(self.seats) else "nowhere"
        return (
            "the discard pile",
            "the deck",
            "the looked-at cards",
            "a completed chapter",
            "the table",
            "the box",
        )[zone - 12]


def _number(name: str, numbers: dict[str, int], known: tuple[str, ...], what: str) -> int:
    found = numbers.get(fold(name)) if isinstance(name, str) else None
    if found is None:
        close = nearest(name, known)
        raise UnknownCard(f"no {what} is called {short(name)}{did_you_mean(close)}", name=name, nearest=close)
    return found


# --- Events ---


REASONS: dict[int, str] = {TARGET: "target", UNFINISHED: "unfinished"}

#: Kinds of decision that begin something new for a seat.
FREE = frozenset({"act", "mulligan", "found"})


def tell(event: int, seat: int, numbers: Sequence[int], names: Names) -> Event:
    """Describe one row of the log, with its numbers in the order of `LOG_FIELDS`."""
    who = names.seats[seat] if seat >= 0 else "Nobody"
    return TELLERS[event](names, seat, who, *numbers)


def _move(names: Names, seat: int, who: str, card: int, origin: int, target: int) -> Event:
    name = names.kinds[card]
    data = {"card": name, "from": names.zone(origin), "to": names.zone(target), "zones": (origin, target)}
    if origin == DECK and target < HALL:
        owner = names.seats[target - HAND]
        return Event("draw", seat, f"{owner} draws {name}", data, (target - HAND,), f"{owner} draws a card")
    if origin == LOOKED and target == DECK:
        return Event(
            "return",
            seat,
            f"{who} lays {name} back on the deck",
            data,
            (seat,),
            f"{who} lays a card back on the deck",
        )
    if target == PILE:
        return Event("discard", seat, f"{name}: {_from(names, origin)} to the discard pile", data)
    return Event("move", seat, f"{name}: {_from(names, origin)} to {names.zone(target)}", data)


def _from(names: Names, origin: int) -> str:
    return "a completed chapter" if origin == SPENT else names.zone(origin)


def _play(names: Names, seat: int, who: str, card: int) -> Event:
    return Event("play", seat, f"{who} plays {names.kinds[card]}", {"card": names.kinds[card]})


def _tier(names: Names, seat: int, who: str, card: int, tier: int) -> Event:
    data = {"card": names.kinds[card], "tier": None if tier == NONE else tier}
    used = "without effect" if tier == NONE else f"at tier {tier}"
    return Event("tier", seat, f"{who} uses {names.kinds[card]} {used}", data)


def _close(names: Names, seat: int, who: str, chapter: int) -> Event:
    name = names.chapters[chapter]
    return Event("complete", seat, f"{who} completes {an(name)} chapter", {"chapter": name})


def _tokens(names: Names, seat: int, who: str, change: int) -> Event:
    n = abs(change)
    verb = "gains" if change >= 0 else "loses"
    return Event("tokens", seat, f"{who} {verb} {n} VP token{'' if n == 1 else 's'}", {"change": change})


def _actions(names: Names, seat: int, who: str, change: int) -> Event:
    return Event(
        "actions",
        seat,
        f"{who} may take {change} more action{'' if change == 1 else 's'}",
        {"change": change},
    )


def _shuffle(names: Names, seat: int, who: str, cards: int, anew: int) -> Event:
    if anew:
        text = f"The discard pile is shuffled into a new deck ({cards} cards)"
        return Event("shuffle", seat, text, {"cards": cards, "from": names.zone(PILE)})
    return Event("shuffle", seat, f"The deck is shuffled ({cards} cards)", {"cards": cards})


def _look(names: Names, seat: int, who: str, zone: int, cards: int, searched: int) -> Event:
    place = names.zone(zone)
    if searched:
        return Event("look", seat, f"{who} searches {place}", {"place": place, "cards": cards, "searched": True})
    many = f"{cards} card{'' if cards == 1 else 's'}"
    return Event("look", seat, f"{who} looks at {many} of {place}", {"place": place, "cards": cards})


def _buy(names: Names, seat: int, who: str, vp_card: int, slot: int) -> Event:
    return _in_row("buy", f"{who} buys “{names.vp[vp_card]}” from", seat, names.vp[vp_card], slot)


def _laid_out(names: Names, seat: int, who: str, vp_card: int, slot: int) -> Event:
    return _in_row("vp row", f"“{names.vp[vp_card]}” is laid out in", seat, names.vp[vp_card], slot)


def _taken_off(names: Names, seat: int, who: str, vp_card: int, slot: int) -> Event:
    return _in_row("vp row", f"“{names.vp[vp_card]}” is discarded from", seat, names.vp[vp_card], slot)


def _in_row(kind: str, what: str, seat: int, card: str, slot: int) -> Event:
    """Build an event in a slot of the VP row, which texts number from 1."""
    return Event(kind, seat, f"{what} slot {slot + 1}", {"card": card, "slot": slot + 1})


def _turn(names: Names, seat: int, who: str, number: int) -> Event:
    return Event("turn", seat, f"Turn {number}: {who}", {"turn": number})


def _refresh(names: Names, seat: int, who: str) -> Event:
    return Event("refresh", seat, f"{who} refreshes")


def _score(names: Names, seat: int, who: str, points: int) -> Event:
    return Event("score", seat, f"{who} has {points} VP", {"vp": points})


def _end(names: Names, seat: int, who: str, reason: int) -> Event:
    text = f"{who} wins" if reason == TARGET else "The game is unfinished"
    return Event("end", seat, text, {"reason": REASONS[reason]})


def _ability(names: Names, seat: int, who: str, vp_card: int, used: int, house: int) -> Event:
    name = names.vp[vp_card] if vp_card >= 0 else names.deck.houses[house].name
    verb = "uses" if used else "leaves"
    return Event("ability", seat, f"{who} {verb} the ability of {name}", {"card": name, "used": bool(used)})


def _chapter(names: Names, seat: int, who: str, chapter: int) -> Event:
    name = names.chapters[chapter]
    return Event("give up", seat, f"{who} gives up a completed {name} chapter", {"chapter": name})


def _own(names: Names, seat: int, who: str, vp_card: int) -> Event:
    return Event("vp card", seat, f"{who} now owns {names.vp[vp_card]}", {"card": names.vp[vp_card]})


def _vp_shuffle(names: Names, seat: int, who: str, cards: int) -> Event:
    text = f"The VP discard pile is shuffled into a new VP deck ({cards} cards)"
    return Event("shuffle", seat, text, {"vp_cards": cards})


TELLERS: dict[int, Callable[..., Event]] = {
    EventKind.MOVE: _move,
    EventKind.PLAY: _play,
    EventKind.TIER: _tier,
    EventKind.CLOSE: _close,
    EventKind.TOKENS: _tokens,
    EventKind.ACTIONS: _actions,
    EventKind.SHUFFLE: _shuffle,
    EventKind.LOOK: _look,
    EventKind.BUY: _buy,
    EventKind.VP_ROW: _laid_out,
    EventKind.VP_OFF: _taken_off,
    EventKind.TURN: _turn,
    EventKind.REFRESH: _refresh,
    EventKind.SCORE: _score,
    EventKind.END: _end,
    EventKind.ABILITY: _ability,
    EventKind.CHAPTER: _chapter,
    EventKind.VP_OWN: _own,
    EventKind.VP_SHUFFLE: _vp_shuffle,
}


# --- Moves ---

Cards = dict[tuple[int, int], list[str]]
"""Cards by origin and destination."""

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


def describe_move(names: Names, seat: int, events: Sequence[Event]) -> str:
    """Describe a seat's move, from the events as one listener saw them."""
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
        yield _describe_carried(names, seat, origin, target, moved)
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
    """Return the moved cards, without the card played and the cards that go from the area into the hall."""
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
    """Describe cards exchanged between two halls."""
    for other in range(len(names.seats)):
        there, back = (HALL + seat, HALL + other), (HALL + other, HALL + seat)
        if other != seat and there in cards and back in cards:
            yield f"{', '.join(cards.pop(there))} for {', '.join(cards.pop(back))} with {names.seats[other]}"


def _describe_carried(names: Names, seat: int, origin: int, target: int, moved: list[str]) -> str:
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
    """Describe how many cards each seat drew, without naming them."""
    draws = [event for event in events if event.kind == "draw"]
    for owner in range(len(names.seats)):
        number = sum(event.text.startswith(f"{names.seats[owner]} draws ") for event in draws)
        if number:
            yield f"{number} drawn" if owner == seat else f"{names.seats[owner]} drew {number}"
    back = sum(event.kind == "return" for event in events)
    if back:
        yield f"{back} laid back on the deck"
