"""Names of everything in a box, and rows of the event log in sentences.

Names of cards, tiles, fields and Heroes are English in phrases and in either language on screen.
Sentences about events reveal hidden things only to the seats that saw them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from guildhall.core.decision import Event, fold
from guildhall.core.errors import UnknownCard, did_you_mean, nearest, short

from .cards import CARD_NAMES, GOLD, Box, Name
from .engine.state import TILE_ADVENTURE, TILE_GOLD, EventKind, Kind, Over
from .wording import sentence

__all__ = ["REASONS", "UNTOLD", "Names", "cards_of_set", "tell"]


# --- Names ---


@dataclass(frozen=True)
class Names:
    """The names of one box, by number and back."""

    box: Box
    seats: tuple[str, ...]
    lang: str
    kinds: tuple[str, ...] = field(init=False)  # cards, as in phrases
    cards: tuple[str, ...] = field(init=False)  # cards, as on screen
    fields: tuple[str, ...] = field(init=False)
    adventures: tuple[str, ...] = field(init=False)
    heroes: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        both = self.card_names
        set_(self, "kinds", tuple(name.en for name in both))
        set_(self, "cards", tuple(name.in_(self.lang) for name in both))
        set_(self, "fields", tuple(one.id for one in self.box.board.fields))
        set_(self, "adventures", tuple(one.name.en for one in self.box.adventures))
        set_(self, "heroes", tuple(one.name.en for one in self.box.heroes))

    @property
    def card_names(self) -> tuple[Name, ...]:
        """The names of all kinds in both languages."""
        return (*CARD_NAMES, *(adventure.name for adventure in self.box.adventures))

    @property
    def shown_adventures(self) -> tuple[str, ...]:
        """The adventures, as on screen."""
        return tuple(one.name.in_(self.lang) for one in self.box.adventures)

    def tile(self, tile: int) -> str:
        """Return the name of a tile, as in phrases and tables."""
        return GOLD.en if tile == TILE_GOLD else self.adventures[tile - TILE_ADVENTURE]

    def shown_tile(self, tile: int) -> str:
        """Return the name of a tile, as on screen."""
        name = GOLD if tile == TILE_GOLD else self.box.adventures[tile - TILE_ADVENTURE].name
        return name.in_(self.lang)

    def shown(self, name: str, number: int = 1) -> str:
        """Return the name on screen of `number` cards, tiles or Heroes with this English name."""
        return self._names[name].in_(self.lang, number)

    @cached_property
    def _names(self) -> dict[str, Name]:
        """Everything with a name in both languages, by the English one."""
        heroes = (one.name for one in self.box.heroes)
        return {name.en: name for name in (*self.card_names, GOLD, *heroes)}

    def shown_cards(self, kind: int, number: int) -> str:
        """Return the name on screen of `number` cards of a kind."""
        return self.card_names[kind].in_(self.lang, number)

    def shown_field(self, number: int) -> str:
        """Return a field with the name of its guild, if it has one."""
        one = self.box.board.fields[number]
        return f"{one.id} ({one.name.in_(self.lang)})" if one.name else one.id

    def hero(self, number: int) -> str:
        """Return the name of a Hero, as on screen."""
        return self.box.heroes[number].name.in_(self.lang)

    # --- From names to numbers ---

    def kind(self, name: object) -> int:
        """Return the number of a card by its name in either language."""
        return _number(name, self.card_names, "card of this game")

    def adventure(self, name: object) -> int:
        """Return the number of an adventure."""
        return _number(name, [one.name for one in self.box.adventures], "adventure of this game")

    def hero_number(self, name: object) -> int:
        """Return the number of a Hero card."""
        return _number(name, [one.name for one in self.box.heroes], "Hero card of this game")

    def field_number(self, name: object) -> int:
        """Return the number of a field."""
        return _number(name, [Name(one, one) for one in self.fields], "field of this board")

    def tile_number(self, name: object) -> int:
        """Return the value of a tile with that name."""
        return _number(name, [GOLD, *(one.name for one in self.box.adventures)], "quest tile of this game")


def _number(name: object, known: Sequence[Name], what: str) -> int:
    """Return the index of a name in either language, or raise UnknownCard with the nearest names."""
    for number, one in enumerate(known):
        if isinstance(name, str) and fold(name) in (fold(one.en), fold(one.de)):
            return number
    close = nearest(name, [word for one in known for word in (one.en, one.de)])
    raise UnknownCard(f"no {what} is called {short(name)}{did_you_mean(close)}", name=name, nearest=close)


def cards_of_set(name: Callable[[int, int], str], kind: int, own: int, jokers: int) -> tuple[str, bool]:
    """Return the cards of a set in words, and whether all are Jokers. `name(kind, n)` names `n` cards of a kind."""
    joker = name(Kind.JOKER, jokers)
    if own == 0:
        return f"{jokers} {joker}", True
    return f"{own} {name(kind, own)}" + (f" + {jokers} {joker}" if jokers else ""), False


# --- Events ---


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
