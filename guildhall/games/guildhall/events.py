"""Rows of the event log as sentences; what is hidden is told only to the seats that saw it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from guildhall.core.decision import Event

from .engine.state import DECK, HALL, HAND, LOOKED, NONE, PILE, SPENT, TARGET
from .engine.state import Event as Row
from .naming import Names
from .words import an

__all__ = ["tell"]


def tell(row: Any, names: Names) -> Event:
    """One event in words."""
    what, seat, a, b, c = (int(number) for number in row[:5])
    who = names.seats[seat] if seat >= 0 else "Nobody"
    return _TELLERS[Row(what)](names, seat, who, a, b, c)


def _move(names: Names, seat: int, who: str, kind: int, origin: int, target: int) -> Event:
    card = names.kinds[kind]
    data = {"card": card, "from": names.zone(origin), "to": names.zone(target), "zones": (origin, target)}
    if origin == DECK and target < HALL:
        owner = names.seats[target - HAND]
        return Event("draw", seat, f"{owner} draws {card}", data, (target - HAND,), f"{owner} draws a card")
    if origin == LOOKED and target == DECK:
        return Event(
            "return",
            seat,
            f"{who} lays {card} back on the deck",
            data,
            (seat,),
            f"{who} lays a card back on the deck",
        )
    if target == PILE:
        return Event("discard", seat, f"{card}: {_from(names, origin)} to the discard pile", data)
    return Event("move", seat, f"{card}: {_from(names, origin)} to {names.zone(target)}", data)


def _from(names: Names, origin: int) -> str:
    return "a completed chapter" if origin == SPENT else names.zone(origin)


def _play(names: Names, seat: int, who: str, kind: int, *_: int) -> Event:
    return Event("play", seat, f"{who} plays {names.kinds[kind]}", {"card": names.kinds[kind]})


def _tier(names: Names, seat: int, who: str, kind: int, tier: int, _: int) -> Event:
    data = {"card": names.kinds[kind], "tier": None if tier == NONE else tier}
    used = "without effect" if tier == NONE else f"at tier {tier}"
    return Event("tier", seat, f"{who} uses {names.kinds[kind]} {used}", data)


def _close(names: Names, seat: int, who: str, chapter: int, *_: int) -> Event:
    name = names.chapters[chapter]
    return Event("complete", seat, f"{who} completes {an(name)} chapter", {"chapter": name})


def _tokens(names: Names, seat: int, who: str, change: int, *_: int) -> Event:
    n = abs(change)
    verb = "gains" if change >= 0 else "loses"
    return Event("tokens", seat, f"{who} {verb} {n} VP token{'' if n == 1 else 's'}", {"change": change})


def _actions(names: Names, seat: int, who: str, change: int, *_: int) -> Event:
    return Event(
        "actions",
        seat,
        f"{who} may take {change} more action{'' if change == 1 else 's'}",
        {"change": change},
    )


def _shuffle(names: Names, seat: int, who: str, n: int, anew: int, _: int) -> Event:
    if anew:
        text = f"The discard pile is shuffled into a new deck ({n} cards)"
        return Event("shuffle", seat, text, {"cards": n, "from": names.zone(PILE)})
    return Event("shuffle", seat, f"The deck is shuffled ({n} cards)", {"cards": n})


def _look(names: Names, seat: int, who: str, zone: int, n: int, searched: int) -> Event:
    place = names.zone(zone)
    if searched:
        return Event("look", seat, f"{who} searches {place}", {"place": place, "cards": n, "searched": True})
    cards = f"{n} card{'' if n == 1 else 's'}"
    return Event("look", seat, f"{who} looks at {cards} of {place}", {"place": place, "cards": n})


def _buy(names: Names, seat: int, who: str, card: int, slot: int, _: int) -> Event:
    return Event(
        "buy",
        seat,
        f"{who} buys {names.vp[card]} from slot {slot + 1}",
        {"card": names.vp[card], "slot": slot + 1},
    )


def _laid_out(names: Names, seat: int, who: str, card: int, slot: int, _: int) -> Event:
    return Event(
        "vp row",
        seat,
        f"{names.vp[card]} is laid out in slot {slot + 1}",
        {"card": names.vp[card], "slot": slot + 1},
    )


def _taken_off(names: Names, seat: int, who: str, card: int, slot: int, _: int) -> Event:
    return Event(
        "vp row",
        seat,
        f"{names.vp[card]} is discarded from slot {slot + 1}",
        {"card": names.vp[card], "slot": slot + 1},
    )


def _turn(names: Names, seat: int, who: str, number: int, *_: int) -> Event:
    return Event("turn", seat, f"Turn {number}: {who}", {"turn": number})


def _refresh(names: Names, seat: int, who: str, *_: int) -> Event:
    return Event("refresh", seat, f"{who} refreshes")


def _score(names: Names, seat: int, who: str, points: int, *_: int) -> Event:
    return Event("score", seat, f"{who} has {points} VP", {"vp": points})


def _end(names: Names, seat: int, who: str, reason: int, *_: int) -> Event:
    if reason == TARGET:
        return Event("end", seat, f"{who} wins", {"reason": "target"})
    return Event("end", seat, "The game is unfinished", {"reason": "unfinished"})


def _ability(names: Names, seat: int, who: str, card: int, used: int, house: int) -> Event:
    name = names.vp[card] if card >= 0 else names.deck.houses[house].name
    verb = "uses" if used else "leaves"
    return Event("ability", seat, f"{who} {verb} the ability of {name}", {"card": name, "used": bool(used)})


def _chapter(names: Names, seat: int, who: str, chapter: int, *_: int) -> Event:
    name = names.chapters[chapter]
    return Event("give up", seat, f"{who} gives up a completed {name} chapter", {"chapter": name})


def _own(names: Names, seat: int, who: str, card: int, *_: int) -> Event:
    return Event("vp card", seat, f"{who} now owns {names.vp[card]}", {"card": names.vp[card]})


def _vp_shuffle(names: Names, seat: int, who: str, n: int, *_: int) -> Event:
    return Event("shuffle", seat, f"The VP discard pile is shuffled into a new VP deck ({n} cards)", {"vp_cards": n})


_TELLERS: dict[Row, Callable[..., Event]] = {
    Row.MOVE: _move,
    Row.PLAY: _play,
    Row.TIER: _tier,
    Row.CLOSE: _close,
    Row.TOKENS: _tokens,
    Row.ACTIONS: _actions,
    Row.SHUFFLE: _shuffle,
    Row.LOOK: _look,
    Row.BUY: _buy,
    Row.VP_ROW: _laid_out,
    Row.VP_OFF: _taken_off,
    Row.TURN: _turn,
    Row.REFRESH: _refresh,
    Row.SCORE: _score,
    Row.END: _end,
    Row.ABILITY: _ability,
    Row.CHAPTER: _chapter,
    Row.VP_OWN: _own,
    Row.VP_SHUFFLE: _vp_shuffle,
}
