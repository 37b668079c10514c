"""Compile a deck into one `RULES` record: its kinds, its cards' programs, its VP cards and Houses.

`most_steps` bounds how long the search for the options of a program can take, before anyone plays the card.  A search
makes one pick after another (`search.completable`).  Where a row cannot make its picks, the search goes back to every
earlier row except those that are ALIKE for what follows.  So the number of card sets that a row can pick multiplies the
steps of the rows after it, and with three such rows that can be too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup

from ..deck import Deck
from ..language import ARCHETYPES, Effects
from .bots import features
from .programs import Row, compile_effects, lay_rows
from .search import PATIENCE
from .state import (
    ANY,
    AREA,
    BIT,
    CARDS,
    COLOURS,
    DECK,
    FIRST_CARD_ROW,
    FIRST_CHECK,
    FIRST_EFFECT,
    FOUND_ROW,
    MASTER,
    MOST_TRIED,
    NONE,
    ROW,
    RULES,
    STATE,
    VP_CARDS,
    VP_KINDS,
    WHOLE,
    WORD,
    Flag,
    Op,
    Where,
    Who,
)

__all__ = ["Crowd", "compile_deck", "most_steps", "template"]


# --- Effort: how long the search can take ---

_UNFINISHED = 4  # cards of one chapter that a hall can hold; a chapter of five is complete and leaves the hall
_LOOKED_AT = 9  # the most cards looked at
_SERVED = 3  # the most players served; each possible number takes a search


@dataclass(frozen=True, slots=True)
class Crowd:
    """The number of players, and of different cards that can lie in the places of a deck.

    `in_my_hall`, if given, is the number of cards in the active player's hall, which keep their twins out.
    """

    kinds: int
    chapters: int
    players: int
    masters: bool
    in_my_hall: int | None = None

    def crowds(self) -> list[Crowd]:
        """Return one crowd for each number of cards in the active player's hall, if each card is its only twin."""
        if self.kinds != 5 * self.chapters:
            return [self]
        return [replace(self, in_my_hall=number) for number in range(_UNFINISHED * self.chapters + 1)]

    def seats(self, row: Row) -> bool:
        """True if the player that a row refers to is in the game."""
        return row.who - Who.OTHER < self.players

    def choices(self, row: Row, leaving: int) -> int:
        """Count the kinds a row can choose from, if `leaving` cards may first leave the active player's hall."""
        kinds = self._lying(row)
        if self.in_my_hall is None or row.into is not Who.ME or row.flags & Flag.MAY_DUPLICATE or row.leavers:
            return kinds
        return min(kinds, self.kinds - self.in_my_hall + leaving)

    def _lying(self, row: Row) -> int:
        match row.where:
            case Where.HALL if row.number == WHOLE:
                return _UNFINISHED
            case Where.HALL if row.who is Who.ME and self.in_my_hall is not None:
                return self.in_my_hall
            case Where.HALL:
                return min(self.kinds, _UNFINISHED * self.chapters)
            case Where.TOP:
                return 1
            case Where.LOOKED:
                return _LOOKED_AT
            case Where.AREA:
                return min(self.kinds, AREA)
        return self.kinds


def most_steps(rows: Sequence[Row], crowd: Crowd) -> int:
    """Return an upper bound on the steps for the longest list of options that a program can need."""
    steps = [list(step) for is_effect, step in groupby(rows, lambda row: row.op >= FIRST_EFFECT) if not is_effect]
    return max((_most(step, crowd) for step in steps), default=1)


def _most(step: list[Row], crowd: Crowd) -> int:
    """Return the bound from a simple estimate, or from a closer one if that is too high."""
    most = _Search(step, crowd).most
    return most if most <= MOST_TRIED else max(_Search(step, each).most for each in crowd.crowds())


class _Search:
    """The search through one step of a program."""

    def __init__(self, step: list[Row], crowd: Crowd) -> None:
        self.crowd = crowd
        self.picks = [row for row in step if row.op < FIRST_CHECK and crowd.seats(row)]
        # Only after an exchange can a hall hold too many cards: other rows leave out cards that do not fit.
        exchange = any(row.flags & Flag.EXCHANGE for row in self.picks)
        self.is_judged = exchange and any(row.op is Op.FITS for row in step)
        leaving = [row.number for row in self.picks if row.where is Where.HALL and row.who is Who.ME]
        self.leaving = sum(_UNFINISHED if number == WHOLE else max(number, 0) for number in leaving)

    @property
    def most(self) -> int:
        """The steps of one search from the start, or of all the searches for the options of one row."""
        most = later = 0
        for row in reversed(self.picks):
            listed = self._listed(row, later)
            later = self._steps(row, self._number(row), later)
            most = max(most, listed, later)
        return most + 1 + PATIENCE  # a long search restarts once

    def _number(self, row: Row) -> int:
        return _UNFINISHED if row.number == WHOLE else row.number

    def _choices(self, row: Row) -> int:
        return self.crowd.choices(row, self.leaving)

    def _steps(self, row: Row, number: int, later: int) -> int:
        """Steps from a row on that still has `number` picks to make, if the rows after it take `later` steps."""
        match row.op:
            case Op.PICK_PLAYER:
                return (self.crowd.players - 1) * (1 + later)
            case Op.PICK_CHAPTER:
                return self.crowd.chapters * (1 + later)
            case Op.PICK_ROW:
                return ROW * (1 + later)
        if number == ANY:  # it may pick none
            return later
        if row is self.picks[-1] and not self.is_judged:
            return self._last(row, number)
        choices = self._choices(row)
        if self._is_tried_again(row):
            return _sets(choices, number) + comb(choices, number) * later
        return later + (number if row.flags & Flag.STRAIGHT else _sets(choices, number))

    def _last(self, row: Row, number: int) -> int:
        """Steps of the last row, whose last pick ends the search."""
        if row.flags & Flag.STRAIGHT:
            return number - 1
        if row.flags & Flag.DIFFERENT or self.crowd.masters:
            return _sets(self._choices(row), number - 1)
        return 2 ** (number - 1) - 1  # cards that have to come back always fit, so it fails where too few others do

    def _is_tried_again(self, row: Row) -> bool:
        """True if other picks of a row are tried when a later row fails.

        One or two cards that come into a hall in exchange are never too many, because one of its cards goes back.
        """
        if self.is_judged and row.flags & Flag.EXCHANGE:
            return row.where is Where.HALL or row.number > 2
        return row.flags & Flag.ALIKE == 0

    def _listed(self, row: Row, later: int) -> int:
        """Steps of the searches for all first picks of a row. In ascending order they are those of one search."""
        if row.op is not Op.PICK:
            return 0
        choices, number = self._choices(row), self._number(row)
        asked = _SERVED * self._steps(row, number, later) if row.flags & Flag.SHARES else 0
        if number == ANY:
            return asked + (choices + 1) * _searched(later)
        if number == 1 and row.flags & Flag.EASES and row.flags & Flag.ALIKE and row.leavers == 0:
            return asked + _searched(later) + choices  # one search for all of them, unless they are the only picks left
        rest = later if number == 1 else self._steps(row, number - 1, later)
        if self._is_tried_again(row) and row.flags & Flag.ANY_ORDER == 0 and number > 1:
            return asked + self._steps(row, number, later) + choices * (1 + min(rest, PATIENCE))
        return asked + choices * _searched(rest)


def _searched(steps: int) -> int:
    """The steps of one search, which restarts once if it is long."""
    return 1 + steps + min(steps, PATIENCE)


def _sets(kinds: int, number: int) -> int:
    """Count the sets of one to `number` kinds, which a search can pass through.

    >>> _sets(4, 2)
    10
    """
    return sum(comb(kinds, each) for each in range(1, number + 1))


# --- The record ---

MASTER_COPIES = 5


def _turn_rows() -> list[Row]:
    """Build the program of set-up and turn that every deck shares, in the order of the row names in `state`."""
    founding = Row(Op.PICK, Where.HAND, Who.ME, 3, Who.ME, Flag.AS_FAR | Flag.FINAL)
    menus = (Op.SEATED, Op.BEGIN, Op.ACT, Op.TIER, Op.REFRESH, Op.PAY, Op.ORDER, Op.PAID, Op.ABILITY)
    rows = [Row(Op.MULLIGAN), founding, Row(Op.PUT, Where.HALL, Who.ME, of=founding), Row(Op.CLEAR)]
    rows += [Row(op) for op in (*menus, Op.HOUSE, Op.END, Op.CLOSE, Op.SCORE)]
    assert len(rows) == FIRST_CARD_ROW
    assert rows[FOUND_ROW] is founding
    return rows


def compile_deck(deck: Deck, **numbers: int) -> NDArray[Any]:
    """Build a deck's `RULES` record. `numbers` are players, target, first, basic, keeps_top and turn_limit."""
    rules = np.zeros(1, RULES)
    R = rules[0]
    for name, value in numbers.items():
        R[name] = value
    R["chapters"], R["masters"] = len(deck.chapters), bool(deck.masters)
    R["archetype"][: len(deck.archetypes)] = [_archetype_bit(name) for name in deck.archetypes]
    _number_kinds(R, deck)
    at = lay_rows(R["prog"], 0, _turn_rows())
    at = _lay_tiers(R, deck, at)
    at = _lay_vp(R, deck, at)
    _lay_houses(R, deck, at)
    return rules


def _archetype_bit(name: str) -> int:
    return 1 << ARCHETYPES.index(name)


def _number_kinds(R: Any, deck: Deck) -> None:
    """Number the kinds: professions by colour, then Masters."""
    kind = 0
    for owner, profession in enumerate(deck.professions):
        for colour in range(len(COLOURS)):
            _add_kind(R, kind, owner, profession.chapter, colour, profession.copies)
            kind += 1
    for number, (_, chapter) in enumerate(deck.masters):
        _add_kind(R, kind, len(deck.professions) + number, chapter, MASTER, MASTER_COPIES)
        kind += 1
    R["kinds"] = kind
    R["words"] = 1 if kind <= int((WORD == 0).sum()) else 2
    _find_twins(R, kind)


def _find_twins(R: Any, kinds: int) -> None:
    """Record for each kind, except Masters, which kinds share its chapter and colour."""
    places: dict[tuple[int, int], list[int]] = {}
    for kind in range(kinds):
        if R["colour"][kind] != MASTER:
            places.setdefault((int(R["chapter"][kind]), int(R["colour"][kind])), []).append(kind)
    for twins in places.values():
        for kind in twins:
            for twin in twins:
                R["twins"][kind, WORD[twin]] |= BIT[twin]


def _add_kind(R: Any, kind: int, owner: int, chapter: int, colour: int, copies: int) -> None:
    R["owner"][kind], R["chapter"][kind], R["colour"][kind], R["copies"][kind] = (
        owner,
        chapter,
        colour,
        copies,
    )
    R["chapter_kinds"][chapter, WORD[kind]] |= BIT[kind]


def _lay_tiers(R: Any, deck: Deck, at: int) -> int:
    R["tier_at"][:] = NONE
    cards = [p.profession for p in deck.professions] + [master for master, _ in deck.masters]
    for owner, card in enumerate(cards):
        for tier in card.tiers:
            R["tier_at"][owner, tier.number] = at
            R["feature"][owner, tier.number] = features(tier.effects)
            at = _lay(R, at, f"{card.name}, tier {tier.number}", tier.effects)
    return at


def _lay(R: Any, at: int, name: str, effects: Effects) -> int:
    """Write the program of a tier or an ability, unless the search for its options could take too long."""
    crowd = Crowd(int(R["kinds"]), int(R["chapters"]), int(R["players"]), bool(R["masters"]))
    rows = compile_effects(effects, masters=crowd.masters)
    steps = most_steps(rows, crowd)
    if steps > MOST_TRIED:
        raise BadSetup(
            f"{name}: with {crowd.kinds} kinds of cards and {crowd.players} players, finding the legal picks can "
            f"take {steps:,} steps, more than the limit of {MOST_TRIED:,}; choose fewer professions, or a card that "
            "picks fewer cards together"
        )
    return lay_rows(R["prog"], at, rows)


def _lay_vp(R: Any, deck: Deck, at: int) -> int:
    R["vp_at"][:] = NONE
    if len(deck.vp) > VP_KINDS or sum(copies for _, copies in deck.vp) > VP_CARDS:
        raise BadSetup(f"a VP deck has at most {VP_KINDS} kinds and {VP_CARDS} cards")
    R["vp_kinds"] = len(deck.vp)
    for number, (card, copies) in enumerate(deck.vp):
        R["vp_points"][number], R["vp_cost"][number], R["vp_copies"][number] = card.points, card.cost, copies
        if card.effects:
            R["vp_at"][number] = at
            at = _lay(R, at, card.name, card.effects)
    return at


def _lay_houses(R: Any, deck: Deck, at: int) -> int:
    R["houses"] = len(deck.houses)
    for number, house in enumerate(deck.houses):
        R["house_types"][number] = sum(_archetype_bit(name) for name in house.archetypes)
        R["house_at"][number] = at
        at = _lay(R, at, house.name, house.effects)
    return at


def template(rules: NDArray[Any]) -> NDArray[Any]:
    """Build a game before the first shuffle: all cards in the decks, in order, and every register empty."""
    R = rules[0]
    state = np.zeros(1, STATE)
    s = state[0]
    for name in (
        "winner",
        "card",
        "other",
        "chapter",
        "chapter_2",
        "slot",
        "cleared",
        "bought",
        "top",
        "first",
    ):
        s[name] = NONE
    s["vp_row"][:] = NONE
    s["house"][:] = NONE
    kinds = int(R["kinds"])
    deck = np.repeat(np.arange(kinds), R["copies"][:kinds])
    if len(deck) > CARDS:
        raise BadSetup(f"a deck has at most {CARDS} cards")
    s["deck"][: len(deck)] = deck
    s["count"][DECK, :kinds] = R["copies"][:kinds]
    s["total"][DECK] = len(deck)
    for kind in range(kinds):
        s["has"][DECK, WORD[kind]] |= BIT[kind]
    vp = np.repeat(np.arange(int(R["vp_kinds"])), R["vp_copies"][: int(R["vp_kinds"])])
    s["vp_deck"][: len(vp)] = vp
    s["vp_deck_n"] = len(vp)
    return state
