"""Compile the effects of a tier into a program: rows of picks, checks and effects.

A tier is divided into *steps*.  A step is all its picks, then its checks, then its effects in printed order.  A draw, a
look or a random pick ends it (rule 22c).  One `RULES` record holds everything the kernel needs about a deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup

from ..language import Action, Chosen, Draw, Effect, Effects, Gain, Look, Lose, Move, Place, Steal, Swap
from ..language import Amount as Words
from .state import ANY, FLAGS, INTO, LEAVERS, NUMBER, OF, OP, ROWS, WHERE, WHO, WHOLE, Amount, Flag, Op, Where, Who

__all__ = ["Row", "Step", "compile_effects", "lay_rows", "link"]


# --- One step: its rows and how they depend on each other ---


@dataclass(slots=True, eq=False)
class Row:
    """One row of a program under construction, where `of` may refer to another row."""

    op: Op
    where: Where = Where.NOWHERE
    who: Who = Who.ME
    number: int = 0
    into: Who | None = None
    flags: int = 0
    of: Row | int = 0
    leavers: int = 0


@dataclass(slots=True)
class Step:
    """Picks, checks and effects that are carried out together."""

    first: bool
    picks: list[Row] = field(default_factory=list)
    checks: list[Row] = field(default_factory=list)
    effects: list[Row] = field(default_factory=list)


def link(step: Step, *, masters: bool) -> None:
    """Mark how the picks of a finished step depend on each other, and put its discards in order."""
    _link_leavers(step, masters=masters)
    _mark_easing(step)
    _mark_shortcuts(step, masters=masters)
    _mark_sharing(step)
    _order_discards(step)


def _link_leavers(step: Step, *, masters: bool) -> None:
    """Set how many cards later rows take out of the hall a row fills: a leaving twin may make space (22b)."""
    for number, row in enumerate(step.picks):
        if row.into is None or row.flags & Flag.MAY_DUPLICATE:
            continue
        payers = [later for later in step.picks[number + 1 :] if _leaves(later, row.into)]
        for later in payers:
            later.flags |= Flag.PAYS
            row.leavers += later.number
        if payers and masters and row.number != 1:  # one more card makes at most five
            step.checks.append(Row(Op.FITS, who=row.into))


def _mark_easing(step: Step) -> None:
    """Mark the last pick and the picks that take nothing from later ones, so that one search serves all candidates."""
    if any(check.op is Op.FITS for check in step.checks):
        return
    if step.picks:
        step.picks[-1].flags |= Flag.FINAL
    for number, row in enumerate(step.picks):
        later = step.picks[number + 1 :]
        if row.op is Op.PICK and later and all(_is_eased(row, other) for other in later):
            row.flags |= Flag.EASES


def _is_eased(row: Row, later: Row) -> bool:
    if later.op is not Op.PICK or later.flags & Flag.AFTER_PLACING:
        return False
    same_source = later.where is row.where and _may_be_one(later.who, row.who)
    return not same_source and (later.into is None or later.into is not row.into)


def _mark_shortcuts(step: Step, *, masters: bool) -> None:
    """Mark the picks for which the search need not try alternatives: see `Flag.ALIKE` and `STRAIGHT`.

    The cards a row may pick together are the independent sets of a matroid (one card of a chapter and colour, a limited
    number of a chapter, a limited number of twins), so any start can be completed.  This fails if the row has to pay
    for picks in another way, or if each card is of a different chapter and the number of twins is limited.
    """
    fits = any(check.op is Op.FITS for check in step.checks)
    for number, row in enumerate(step.picks):
        if row.op is not Op.PICK:
            continue
        if not fits and all(_is_alike(row, later) for later in step.picks[number + 1 :]):
            row.flags |= Flag.ALIKE
        torn = row.flags & Flag.PAYS and (row.flags & Flag.DIFFERENT or row.into is not None)
        torn = torn or (row.flags & Flag.DIFFERENT and row.leavers > 0)
        if not torn and not (masters and row.flags & Flag.EXCHANGE):
            row.flags |= Flag.STRAIGHT


def _is_alike(row: Row, later: Row) -> bool:
    """True if a later row has the same choices whichever cards this row picks."""
    if later.op is not Op.PICK:
        return later.op is not Op.PICK_CHAPTER
    if later.number == ANY:  # it may pick none at all
        return True
    makes_room = row.where is Where.HALL and later.into is not None and _may_be_one(later.into, row.who)
    return _is_eased(row, later) and not makes_room


def _may_be_one(who: Who, other: Who) -> bool:
    """True if both may refer to the same player: the other player is one of those after the active one."""
    return who is other or (Who.OTHER in (who, other) and Who.ME not in (who, other))


def _mark_sharing(step: Step) -> None:
    """Mark the picks that must leave cards for later rows that may find none (rule 22f)."""
    for number, row in enumerate(step.picks):
        if any(later.flags & Flag.IF_ANY for later in step.picks[number + 1 :]):
            row.flags |= Flag.SHARES


def _order_discards(step: Step) -> None:
    """Order the discards of several players clockwise from the active one, beneath cards that bounce (rule 22g)."""
    discards = [row for row in step.effects if _lays(row, Where.PILE)]
    bouncing = [row for row in step.effects if _lays(row, Where.HALL) and _picked(row).flags & Flag.MAY_DUPLICATE]
    if not discards:
        return
    first = min(map(step.effects.index, [discards[0], *bouncing]))
    others = [row for row in step.effects if row not in discards]
    step.effects = [*others[:first], *(discards if _is_clockwise(discards) else [Row(Op.DISCARD)]), *others[first:]]


def _lays(row: Row, where: Where) -> bool:
    """True if a row lays cards there that the player picked."""
    return row.op is Op.PUT and row.where is where and _picked(row).op is Op.PICK


def _picked(put: Row) -> Row:
    assert isinstance(put.of, Row)  # a PUT lays down the picks of a row
    return put.of


def _is_clockwise(discards: list[Row]) -> bool:
    """True if the rows name players in turn order, whichever player is the other one."""
    players = [_picked(row).who for row in discards]
    return players == sorted(players) and (Who.OTHER not in players or max(players) is Who.OTHER)


def _leaves(row: Row, hall: Who) -> bool:
    return row.op is Op.PICK and row.where is Where.HALL and row.who is hall and row.number > 0


# --- Programs ---

_LIFTING = (Op.RANDOM, Op.TAKE_TOP, Op.EXPAND)  # effects that pick up cards without a choice
_OTHERS = (Who.NEXT_1, Who.NEXT_2, Who.NEXT_3)
_MEASURES = {
    Words.CHAPTER_SIZE: Amount.CHAPTER_SIZE,
    Words.COMPLETED_CHAPTERS: Amount.COMPLETED,
    Words.LARGE_CHAPTERS: Amount.LARGE_CHAPTERS,
}
_PLACES: dict[Place, tuple[Where, Who]] = {
    Place.MY_HAND: (Where.HAND, Who.ME),
    Place.MY_HALL: (Where.HALL, Who.ME),
    Place.MY_AREA: (Where.AREA, Who.ME),
    Place.ANOTHER_HAND: (Where.HAND, Who.OTHER),
    Place.ANOTHER_HALL: (Where.HALL, Who.OTHER),
    Place.ANOTHER_AREA: (Where.AREA, Who.OTHER),
    Place.SEARCHED_DECK: (Where.DECK, Who.ME),
    Place.DECK: (Where.DECK, Who.ME),
    Place.LOOKED_AT: (Where.LOOKED, Who.ME),
    Place.DISCARD_PILE: (Where.PILE, Who.ME),
    Place.TOP_OF_DISCARD: (Where.TOP, Who.ME),
}
_EACH = {Place.EACH_OTHER_HALL: Where.HALL, Place.EACH_OTHER_HAND: Where.HAND, Place.EVERY_HAND: Where.HAND}
_HIDDEN = (Where.PILE, Where.LOOKED, Where.DECK, Where.HAND, Where.AREA)


@dataclass(slots=True)
class Program:
    """A tier or an ability while it is compiled to rows."""

    masters: bool
    steps: list[Step] = field(default_factory=lambda: [Step(first=True)])
    before: list[Row] = field(default_factory=list)  # checks that decide if the tier is offered at all
    other_picked: bool = False
    returns: bool = False
    searched: bool = False

    @property
    def step(self) -> Step:
        return self.steps[-1]

    def pick_other(self, where: Where = Where.NOWHERE, number: int = 0) -> None:
        """Add the pick of the one other player, once per tier."""
        if not self.other_picked:
            self.step.picks.append(Row(Op.PICK_PLAYER, where, number=number))
            self.other_picked = True

    def chance(self, *rows: Row, check: Row | None = None) -> None:
        """End the step with a row that brings new cards or new information."""
        self.step.effects.extend(rows)
        if check is not None and self.step.first:
            self.before.append(check)
        self.steps.append(Step(first=False))

    def rows(self) -> list[Row]:
        """Return the rows of the whole program."""
        rows = list(self.before)
        for step in self.steps:
            rows += [*step.picks, *step.checks, *step.effects]
            lifted = step.picks or any(row.op in _LIFTING for row in step.effects)
            if step is not self.steps[-1] and lifted:
                rows.append(Row(Op.CLEAR))
        if self.returns:
            rows.append(Row(Op.RETURN))
        if self.searched:
            rows.append(Row(Op.SHUFFLE))
        rows.append(Row(Op.FINISH))
        return rows


def compile_effects(effects: Effects, *, masters: bool) -> list[Row]:
    """Compile the program of a tier or an ability."""
    program = Program(masters)
    for number, effect in enumerate(effects):
        _emit(program, effect, effects[number + 1 :])
    for step in program.steps:
        link(step, masters=masters)
    return program.rows()


def _emit(program: Program, effect: Effect, later: Effects) -> None:
    match effect:
        case Move():
            _emit_move(program, effect)
        case Swap():
            _emit_swap(program, effect)
        case Draw():
            program.chance(_measured(Op.DRAW, effect.amount))
        case Gain():
            if effect.if_behind:
                program.before.append(Row(Op.BEHIND))
            program.step.effects.append(_measured(Op.GAIN, effect.amount))
        case Steal() | Lose():
            program.pick_other(Where.TOKENS, effect.amount)
            op = Op.STEAL if isinstance(effect, Steal) else Op.LOSE
            program.step.effects.append(Row(op, number=effect.amount))
        case Action():
            program.step.effects.append(Row(Op.ACTION, number=effect.amount))
        case Look():
            _emit_look(program, effect, later)
        case _:
            assert_never(effect)


def _measured(op: Op, amount: int | Words) -> Row:
    if isinstance(amount, Words):
        return Row(op, of=_MEASURES[amount])
    return Row(op, number=amount, of=Amount.FIXED)


def _emit_look(program: Program, look: Look, later: Effects) -> None:
    if look.at is Place.DECK and look.amount is Words.ALL:
        program.searched = True
        program.chance(Row(Op.SEARCH), check=Row(Op.CAN_LOOK))
    elif look.at is Place.DECK:
        program.returns = True
        program.chance(Row(Op.LOOK, number=int(look.amount)), check=Row(Op.CAN_LOOK))
    elif look.at is Place.ANOTHER_HAND:
        seen = [move for move in later if isinstance(move, Move) and move.source is look.at]
        needed = [move.amount for move in seen if isinstance(move.amount, int)]
        program.pick_other(Where.HAND, max([1, *needed]))
        program.chance(Row(Op.LOOK_HAND, Where.HAND, Who.OTHER))
    else:
        looks = [Row(Op.LOOK_HAND, Where.HAND, who) for who in _OTHERS]
        program.chance(*looks, check=Row(Op.HELD))


def _emit_move(program: Program, move: Move) -> None:
    if move.source is Place.VP_ROW:
        program.step.picks.append(Row(Op.PICK_ROW))
        program.step.effects.append(Row(Op.DISCARD_VP))
    elif move.chosen is Chosen.RANDOM:
        _emit_random(program, move)
    elif move.source is Place.DECK:
        taken = Row(Op.TAKE_TOP, Where.DECK, number=int(move.amount))
        program.chance(taken, *_laid(taken, move.target), check=Row(Op.CAN_TAKE))
    elif move.amount is Words.A_CHAPTER:
        _emit_chapter(program, move)
    elif move.source in _EACH:
        _emit_each(program, move)
    else:
        if _means_other(move.source) or _means_other(move.target):
            program.pick_other()
        where, who = _PLACES[move.source]
        pick = _pick(program, move, where, who)
        program.step.picks.append(pick)
        program.step.effects += _laid(pick, move.target)


def _means_other(place: Place) -> bool:
    return place in _PLACES and _PLACES[place][1] is Who.OTHER


def _pick(program: Program, move: Move, where: Where, who: Who) -> Row:
    """Build a row that picks cards one by one."""
    flags = 0
    if move.target is Place.DISCARD_PILE:
        flags |= Flag.ANY_ORDER
    if move.different_chapters:
        flags |= Flag.DIFFERENT
    if not program.step.first and move.amount is not Words.ANY:
        flags |= Flag.AS_FAR
    into = _hall_owner(move.target)
    if into is not None and _is_hidden(where, who) and not move.never_duplicates:
        flags |= Flag.MAY_DUPLICATE
    placed = any(row.op is Op.PICK and row.into is who for row in program.step.picks)
    if where is Where.HALL and placed:
        flags |= Flag.AFTER_PLACING
    number = ANY if move.amount is Words.ANY else int(move.amount)
    return Row(Op.PICK, where, who, number, into, flags)


def _is_hidden(where: Where, who: Who) -> bool:
    """True for places from which a duplicate may come (rules 20 and 21), which excludes the player's hand."""
    return where in _HIDDEN and not (where is Where.HAND and who is Who.ME)


def _hall_owner(target: Place) -> Who | None:
    return {Place.MY_HALL: Who.ME, Place.ANOTHER_HALL: Who.OTHER}.get(target)


def _laid(picked: Row, target: Place) -> list[Row]:
    """Build the rows that lay picked cards down. A card that enters a hall may close a chapter at once (rule 14)."""
    if target is Place.OWNERS_HAND:
        return [Row(Op.PUT, Where.HAND, picked.who, of=picked)]
    if target is Place.OWNERS_AREA:
        return [Row(Op.PUT, Where.AREA, picked.who, of=picked)]
    where, who = _PLACES[target]
    put = Row(Op.PUT, where, who, of=picked)
    return [put, Row(Op.CLOSE)] if where is Where.HALL else [put]


def _emit_random(program: Program, move: Move) -> None:
    players: tuple[Who, ...]
    check: Row | None
    if move.source is Place.ANOTHER_HAND:
        program.pick_other(Where.HAND, int(move.amount))
        players, check = (Who.OTHER,), None
    elif move.source is Place.EVERY_HAND:
        players, check = (Who.ME, *_OTHERS), Row(Op.HELD, number=1)
    else:
        players, check = _OTHERS, Row(Op.HELD)
    picked = [Row(Op.RANDOM, Where.HAND, who, int(move.amount)) for who in players]
    program.chance(*picked, *_laid_together(picked, move.target), check=check)


def _emit_each(program: Program, move: Move) -> None:
    """Emit a pick of one card from each other player who has any (rule 22f).

    At least one such player is needed, unless a random step came before.
    """
    rows = [_pick(program, move, _EACH[move.source], who) for who in _OTHERS]
    for row in rows:
        row.flags = (row.flags | (Flag.EACH if program.step.first else Flag.IF_ANY)) & ~Flag.AS_FAR
    program.step.picks += rows
    if program.step.first:
        program.step.checks.append(Row(Op.SOME, of=rows[0]))
    program.step.effects += _laid_together(rows, move.target)


def _laid_together(picked: list[Row], target: Place) -> list[Row]:
    """Build the rows that lay down the picks of adjacent rows, into a hall all at once, coloured first (rule 26)."""
    laid = [_laid(row, target) for row in picked]
    puts = [rows[0] for rows in laid]
    if puts[0].where is Where.HALL:
        puts[0].number = len(picked)
        for put in puts[1:]:
            put.of = put  # lays nothing, but keeps the row numbers after it that check hashes depend on
    return puts + [row for row in laid[-1] if row.op is Op.CLOSE]


def _emit_chapter(program: Program, move: Move) -> None:
    if _means_other(move.source):
        program.pick_other()
    where, who = _PLACES[move.source]
    enters = Flag.ENTERS if move.target is Place.MY_HALL else 0
    program.step.picks.append(Row(Op.PICK_CHAPTER, where, who, flags=enters))
    if move.target is Place.DISCARD_PILE:
        picked = Row(Op.PICK, where, who, WHOLE, flags=Flag.OF_CHAPTER | Flag.ANY_ORDER)
        program.step.picks.append(picked)
    else:
        picked = Row(Op.EXPAND, where, who, 0)
        program.step.effects.append(picked)
    program.step.effects += _laid(picked, move.target)


def _emit_swap(program: Program, swap: Swap) -> None:
    if _means_other(swap.with_):
        program.pick_other()
    if swap.amount is Words.ALL:
        program.step.effects.append(Row(Op.SWAP_AREAS))
    elif swap.amount is Words.A_CHAPTER:
        _emit_chapter_swap(program, swap)
    else:
        there = Move(swap.amount, swap.source, swap.with_, never_duplicates=swap.never_duplicates)
        back = Move(swap.for_ or swap.amount, swap.with_, swap.source, never_duplicates=swap.never_duplicates)
        given = _pick(program, there, *_PLACES[swap.source])
        got = _pick(program, back, *_PLACES[swap.with_])
        given.flags |= Flag.EXCHANGE
        program.step.picks += [given, got]
        laid = [*_laid(given, swap.with_), *_laid(got, swap.source)]
        program.step.effects += [row for row in laid if row.op is not Op.CLOSE] + [Row(Op.CLOSE)]


def _emit_chapter_swap(program: Program, swap: Swap) -> None:
    mine, theirs = _PLACES[swap.source], _PLACES[swap.with_]
    program.step.picks.append(Row(Op.PICK_CHAPTER, *mine))
    program.step.picks.append(Row(Op.PICK_CHAPTER, *theirs, flags=Flag.PAIRED))
    given, got = Row(Op.EXPAND, *mine, 0), Row(Op.EXPAND, *theirs, 1)
    program.step.effects += [given, got, _laid(given, swap.with_)[0], *_laid(got, swap.source)]


def lay_rows(prog: NDArray[np.int64], at: int, rows: list[Row]) -> int:
    """Write a program from row `at` on and return the first free row after it."""
    if at + len(rows) > ROWS:
        raise BadSetup(f"the cards of this deck need more than {ROWS} program rows; choose fewer professions")
    where = {id(row): at + i for i, row in enumerate(rows)}
    for i, row in enumerate(rows):
        line = prog[at + i]
        line[OP], line[WHERE], line[WHO], line[NUMBER] = row.op, row.where, row.who, row.number
        line[INTO] = 0 if row.into is None else row.into + 1
        line[FLAGS], line[LEAVERS] = row.flags, row.leavers
        line[OF] = where[id(row.of)] if isinstance(row.of, Row) else row.of
    return at + len(rows)
