"""Rows of the event log as sentences; what is hidden is told only to the seats that saw it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from guildhall.core.decision import Event

from .engine.state import Event as Row
from .engine.state import Kind, Over
from .naming import Names
from .phrasing import cards_of_set
from .words import say

__all__ = ["REASONS", "tell"]

REASONS = {Over.TILES: "tiles", Over.PASSED: "passed", Over.CARDS: "cards", Over.UNFINISHED: "unfinished"}


def tell(row: Any, names: Names, *, open_hands: bool = False) -> Event:
    """One event in words; with open hands everybody sees which cards are drawn."""
    what, seat, a, b, c = (int(number) for number in row[:5])
    event = _TELLERS[Row(what)](names, seat, a, b, c)
    if open_hands and event.kind in ("draw", "steal"):
        return Event(event.kind, event.seat, event.text, event.data)
    return event


def _told(names: Names, kind: str, seat: int, key: str, data: dict[str, Any], **values: Any) -> Event:
    return Event(kind, seat, say(names.lang, key, who=names.seats[seat], **values), data)


def _hidden(names: Names, kind: str, seat: int, data: dict[str, Any], seen_by: tuple[int, ...], **values: Any) -> Event:
    """An event of which the others see only that it happened."""
    values["who"] = names.seats[seat]
    text, public = say(names.lang, kind, **values), say(names.lang, f"{kind} hidden", **values)
    return Event(kind, seat, text, data, seen_by, public)


def _turn(names: Names, seat: int, number: int, *_: int) -> Event:
    return _told(names, "turn", seat, "turn", {"turn": number}, n=number)


def _draw(names: Names, seat: int, kind: int, *_: int) -> Event:
    return _hidden(names, "draw", seat, {"card": names.kinds[kind]}, (seat,), card=names.cards[kind])


def _shuffle(names: Names, seat: int, n: int, *_: int) -> Event:
    return _told(names, "shuffle", seat, "shuffle", {"cards": n}, n=n)


def _finale(names: Names, seat: int, *_: int) -> Event:
    return _told(names, "finale", seat, "finale", {})


def _place(names: Names, seat: int, field: int, *_: int) -> Event:
    return _told(names, "place", seat, "place", {"field": names.fields[field]}, field=names.shown_field(field))


def _set(names: Names, seat: int, kind: int, own: int, jokers: int) -> Event:
    cards, only_jokers = cards_of_set(names.shown_cards, kind, own, jokers)
    if only_jokers:
        cards = say(names.lang, "as", cards=cards, card=names.shown_cards(kind, jokers))
    data = {"card": names.kinds[kind], "own": own, "jokers": jokers}
    return _told(names, "play", seat, "play", data, cards=cards)


def _wizard(names: Names, seat: int, kind: int, *_: int) -> Event:
    cards = names.cards[kind]
    if kind == Kind.JOKER:
        cards = say(names.lang, "as", cards=cards, card=names.cards[Kind.WIZARD])
    return _told(names, "play", seat, "play", {"card": names.kinds[kind]}, cards=cards)


def _action(names: Names, seat: int, kind: int, *_: int) -> Event:
    return _told(names, "play", seat, "play", {"card": names.kinds[kind]}, cards=names.cards[kind])


def _roll(names: Names, seat: int, die: int, kind: int, _: int) -> Event:
    return _told(names, "roll", seat, "roll", {"die": die, "card": names.kinds[kind]}, n=die)


def _move(names: Names, seat: int, origin: int, target: int, _: int) -> Event:
    data = {"from": names.fields[origin], "to": names.fields[target]}
    return _told(names, "move", seat, "move", data, origin=data["from"], field=data["to"])


def _reveal(names: Names, seat: int, field: int, tile: int, _: int) -> Event:
    data = {"field": names.fields[field], "tile": names.tile(tile)}
    return _told(names, "reveal", seat, "reveal", data, field=data["field"], card=names.shown_tile(tile))


def _gold(names: Names, seat: int, field: int, *_: int) -> Event:
    return _told(names, "gold", seat, "gold", {"field": names.fields[field]}, field=names.fields[field])


def _complete(names: Names, seat: int, kind: int, field: int, _: int) -> Event:
    data = {"adventure": names.kinds[kind], "field": names.fields[field]}
    return _told(names, "complete", seat, "complete", data, card=names.cards[kind])


def _flip(names: Names, seat: int, n: int, *_: int) -> Event:
    return _told(names, "turn villages", seat, "flip", {"villages": n}, n=n)


def _peek(names: Names, seat: int, field: int, tile: int, _: int) -> Event:
    data = {"field": names.fields[field], "tile": names.tile(tile)}
    return _hidden(names, "peek", seat, data, (seat,), field=data["field"], card=names.shown_tile(tile))


def _level(names: Names, seat: int, level: int, change: int, _: int) -> Event:
    return _told(names, "level", seat, "level", {"level": level, "change": change}, n=level)


def _losses(names: Names, seat: int, losses: int, change: int, _: int) -> Event:
    return _told(names, "losses", seat, "losses", {"losses": losses, "change": change}, n=losses)


def _rob(names: Names, seat: int, victim: int, n: int, _: int) -> Event:
    return _told(names, "rob", seat, "rob", {"player": victim, "cards": n}, other=names.seats[victim])


def _steal(names: Names, seat: int, kind: int, victim: int, _: int) -> Event:
    data = {"card": names.kinds[kind], "player": victim}
    others = {"card": names.cards[kind], "other": names.seats[victim]}
    return _hidden(names, "steal", seat, data, (seat, victim), **others)


def _send(names: Names, seat: int, origin: int, target: int, _: int) -> Event:
    data = {"from": names.fields[origin], "to": names.fields[target]}
    return _told(names, "send", seat, "send", data, field=names.shown_field(target))


def _discard(names: Names, seat: int, kind: int, *_: int) -> Event:
    return _told(names, "discard", seat, "discard", {"card": names.kinds[kind]}, card=names.cards[kind])


def _rest(names: Names, seat: int, n: int, *_: int) -> Event:
    return _told(names, "end turn", seat, "rest", {"cards": n}, n=n)


def _end(names: Names, seat: int, how: int, *_: int) -> Event:
    reason = REASONS[Over(how)]
    return _told(names, "end", seat, f"end {reason}", {"reason": reason})


def _hero(names: Names, seat: int, number: int, *_: int) -> Event:
    hero = names.box.heroes[number]
    shown = [names.adventures[adventure] for adventure in hero.adventures]
    cards = ", ".join(names.box.adventures[adventure].name.in_(names.lang) for adventure in hero.adventures)
    data = {"hero": hero.name.en, "adventures": shown}
    return _told(names, "hero", seat, "hero", data, card=names.hero(number), cards=cards)


def _score(names: Names, seat: int, points: int, bonus: int, _: int) -> Event:
    key = "score with hero" if bonus else "score"
    return _told(names, "score", seat, key, {"gold": points, "hero": bonus}, n=points, bonus=bonus)


_TELLERS: dict[Row, Callable[..., Event]] = {
    Row.TURN: _turn,
    Row.DRAW: _draw,
    Row.SHUFFLE: _shuffle,
    Row.FINALE: _finale,
    Row.PLACE: _place,
    Row.SET: _set,
    Row.WIZARD: _wizard,
    Row.ACTION: _action,
    Row.ROLL: _roll,
    Row.MOVE: _move,
    Row.REVEAL: _reveal,
    Row.GOLD: _gold,
    Row.COMPLETE: _complete,
    Row.FLIP: _flip,
    Row.PEEK: _peek,
    Row.LEVEL: _level,
    Row.LOSSES: _losses,
    Row.ROB: _rob,
    Row.STEAL: _steal,
    Row.SEND: _send,
    Row.DISCARD: _discard,
    Row.REST: _rest,
    Row.END: _end,
    Row.HERO: _hero,
    Row.SCORE: _score,
}
