"""Describe rows of the event log in sentences that reveal hidden things only to the seats that saw them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from guildhall.core.decision import Event

from .engine.state import EventKind, Kind, Over
from .names import Names, cards_of_set
from .wording import sentence

__all__ = ["REASONS", "UNTOLD", "tell"]

REASONS: dict[int, str] = {
    Over.TILES: "tiles",
    Over.PASSED: "passed",
    Over.CARDS: "cards",
    Over.UNFINISHED: "unfinished",
}

#: Kinds of events left out of the sentence of a move: the same in every turn, or part of the ending.
UNTOLD = frozenset({"draw", "shuffle", "hero", "score"})


def tell(event: int, seat: int, numbers: Sequence[int], names: Names, *, open_hands: bool = False) -> Event:
    """Describe one row of the log, with its numbers in the order of `LOG_FIELDS`.

    With open hands everybody sees which cards are drawn.
    """
    described = TELLERS[event](names, seat, *numbers)
    if open_hands and described.kind in ("draw", "steal"):
        return Event(described.kind, described.seat, described.text, described.data)
    return described


def _event(names: Names, kind: str, seat: int, key: str, data: dict[str, Any], **values: Any) -> Event:
    return Event(kind, seat, sentence(names.lang, key, who=names.seats[seat], **values), data)


def _hidden(names: Names, kind: str, seat: int, data: dict[str, Any], seen_by: tuple[int, ...], **values: Any) -> Event:
    """Build an event of which the others see only that it happened."""
    values["who"] = names.seats[seat]
    text, public = sentence(names.lang, kind, **values), sentence(names.lang, f"{kind} hidden", **values)
    return Event(kind, seat, text, data, seen_by, public)


def _turn(names: Names, seat: int, number: int) -> Event:
    return _event(names, "turn", seat, "turn", {"turn": number}, n=number)


def _draw(names: Names, seat: int, card: int) -> Event:
    return _hidden(names, "draw", seat, {"card": names.kinds[card]}, (seat,), card=names.cards[card])


def _shuffle(names: Names, seat: int, cards: int) -> Event:
    return _event(names, "shuffle", seat, "shuffle", {"cards": cards}, n=cards)


def _finale(names: Names, seat: int) -> Event:
    return _event(names, "finale", seat, "finale", {})


def _place(names: Names, seat: int, field: int) -> Event:
    return _event(names, "place", seat, "place", {"field": names.fields[field]}, field=names.shown_field(field))


def _set(names: Names, seat: int, card: int, own: int, jokers: int) -> Event:
    cards, only_jokers = cards_of_set(names.shown_cards, card, own, jokers)
    if only_jokers:
        cards = sentence(names.lang, "as", cards=cards, card=names.shown_cards(card, jokers))
    data = {"card": names.kinds[card], "own": own, "jokers": jokers}
    return _event(names, "play", seat, "play", data, cards=cards)


def _wizard(names: Names, seat: int, card: int) -> Event:
    cards = names.cards[card]
    if card == Kind.JOKER:
        cards = sentence(names.lang, "as", cards=cards, card=names.cards[Kind.WIZARD])
    return _event(names, "play", seat, "play", {"card": names.kinds[card]}, cards=cards)


def _action(names: Names, seat: int, card: int) -> Event:
    return _event(names, "play", seat, "play", {"card": names.kinds[card]}, cards=names.cards[card])


def _roll(names: Names, seat: int, die: int, card: int) -> Event:
    return _event(names, "roll", seat, "roll", {"die": die, "card": names.kinds[card]}, n=die)


def _move(names: Names, seat: int, origin: int, field: int) -> Event:
    data = {"from": names.fields[origin], "to": names.fields[field]}
    return _event(names, "move", seat, "move", data, origin=data["from"], field=data["to"])


def _reveal(names: Names, seat: int, field: int, tile: int) -> Event:
    data = {"field": names.fields[field], "tile": names.tile(tile)}
    return _event(names, "reveal", seat, "reveal", data, field=data["field"], card=names.shown_tile(tile))


def _gold(names: Names, seat: int, field: int) -> Event:
    return _event(names, "gold", seat, "gold", {"field": names.fields[field]}, field=names.fields[field])


def _complete(names: Names, seat: int, card: int, field: int) -> Event:
    data = {"adventure": names.kinds[card], "field": names.fields[field]}
    return _event(names, "complete", seat, "complete", data, card=names.cards[card])


def _flip(names: Names, seat: int, villages: int) -> Event:
    return _event(names, "turn villages", seat, "flip", {"villages": villages}, n=villages)


def _peek(names: Names, seat: int, field: int, tile: int) -> Event:
    data = {"field": names.fields[field], "tile": names.tile(tile)}
    return _hidden(names, "peek", seat, data, (seat,), field=data["field"], card=names.shown_tile(tile))


def _level(names: Names, seat: int, level: int, change: int) -> Event:
    return _event(names, "level", seat, "level", {"level": level, "change": change}, n=level)


def _losses(names: Names, seat: int, losses: int, change: int) -> Event:
    return _event(names, "losses", seat, "losses", {"losses": losses, "change": change}, n=losses)


def _rob(names: Names, seat: int, victim: int, cards: int) -> Event:
    return _event(names, "rob", seat, "rob", {"player": victim, "cards": cards}, other=names.seats[victim])


def _steal(names: Names, seat: int, card: int, victim: int) -> Event:
    data = {"card": names.kinds[card], "player": victim}
    others = {"card": names.cards[card], "other": names.seats[victim]}
    return _hidden(names, "steal", seat, data, (seat, victim), **others)


def _send(names: Names, seat: int, origin: int, field: int) -> Event:
    data = {"from": names.fields[origin], "to": names.fields[field]}
    return _event(names, "send", seat, "send", data, field=names.shown_field(field))


def _discard(names: Names, seat: int, card: int) -> Event:
    return _event(names, "discard", seat, "discard", {"card": names.kinds[card]}, card=names.cards[card])


def _rest(names: Names, seat: int, hand: int, finale: int) -> Event:
    return _event(names, "end turn", seat, "rest", {"cards": hand}, n=hand)


def _end(names: Names, seat: int, how: int) -> Event:
    reason = REASONS[Over(how)]
    return _event(names, "end", seat, f"end {reason}", {"reason": reason})


def _hero(names: Names, seat: int, hero: int) -> Event:
    card = names.box.heroes[hero]
    shown = [names.adventures[adventure] for adventure in card.adventures]
    cards = ", ".join(names.box.adventures[adventure].name.in_(names.lang) for adventure in card.adventures)
    data = {"hero": card.name.en, "adventures": shown}
    return _event(names, "hero", seat, "hero", data, card=names.hero(hero), cards=cards)


def _score(names: Names, seat: int, points: int, by_hero: int) -> Event:
    key = "score with hero" if by_hero else "score"
    return _event(names, "score", seat, key, {"gold": points, "hero": by_hero}, n=points, bonus=by_hero)


TELLERS: dict[int, Callable[..., Event]] = {
    EventKind.TURN: _turn,
    EventKind.DRAW: _draw,
    EventKind.SHUFFLE: _shuffle,
    EventKind.FINALE: _finale,
    EventKind.PLACE: _place,
    EventKind.SET: _set,
    EventKind.WIZARD: _wizard,
    EventKind.ACTION: _action,
    EventKind.ROLL: _roll,
    EventKind.MOVE: _move,
    EventKind.REVEAL: _reveal,
    EventKind.GOLD: _gold,
    EventKind.COMPLETE: _complete,
    EventKind.FLIP: _flip,
    EventKind.PEEK: _peek,
    EventKind.LEVEL: _level,
    EventKind.LOSSES: _losses,
    EventKind.ROB: _rob,
    EventKind.STEAL: _steal,
    EventKind.SEND: _send,
    EventKind.DISCARD: _discard,
    EventKind.REST: _rest,
    EventKind.END: _end,
    EventKind.HERO: _hero,
    EventKind.SCORE: _score,
}
