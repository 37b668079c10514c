"""One step of a program: its picks, checks and effects, and what they mean to each other."""

from __future__ import annotations

from dataclasses import dataclass, field

from .state import ANY, Flag, Op, Where, Who

__all__ = ["Row", "Step", "link"]


@dataclass(slots=True, eq=False)
class Row:
    """One row of a program while it is being put together; `of` may name another row."""

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
    """The picks, checks and effects that are carried out together."""

    first: bool
    picks: list[Row] = field(default_factory=list)
    checks: list[Row] = field(default_factory=list)
    effects: list[Row] = field(default_factory=list)


def link(step: Step, *, masters: bool) -> None:
    """Mark what the picks of a finished step leave to each other, and put its discards in order."""
    _link_leavers(step, masters=masters)
    _mark_easing(step)
    _mark_shortcuts(step, masters=masters)
    _mark_sharing(step)
    _order_discards(step)


def _link_leavers(step: Step, *, masters: bool) -> None:
    """Tell rows that fill a hall how many cards later rows of the step take out of it: a twin may make room (22b)."""
    for number, row in enumerate(step.picks):
        if row.into is None or row.flags & Flag.MAY_DUPLICATE:
            continue
        payers = [later for later in step.picks[number + 1 :] if _leaves(later, row.into)]
        for later in payers:
            later.flags |= Flag.PAYS
            row.leavers += later.number
        if payers and masters and row.number != 1:  # one card more makes five at the most
            step.checks.append(Row(Op.FITS, who=row.into))


def _mark_easing(step: Step) -> None:
    """Mark the last pick, and picks that take nothing away from those after them: one search serves all candidates."""
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
    """Mark the picks of which the search for a way through need not try others: see `Flag.ALIKE` and `STRAIGHT`.

    What a row may pick together are the independent sets of a matroid (one card of a chapter and colour, so many of a
    chapter, so many twins), where any start can be completed; but not if it has to pay for picks by something else, nor
    if each is of another chapter and only so many may be twins.
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
    """Whether a later row finds the same whichever cards a row picks."""
    if later.op is not Op.PICK:
        return later.op is not Op.PICK_CHAPTER
    if later.number == ANY:  # none at all will do
        return True
    makes_room = row.where is Where.HALL and later.into is not None and _may_be_one(later.into, row.who)
    return _is_eased(row, later) and not makes_room


def _may_be_one(who: Who, other: Who) -> bool:
    """Whether two words may mean one player: the other player is one of those after the active one."""
    return who is other or (Who.OTHER in (who, other) and Who.ME not in (who, other))


def _mark_sharing(step: Step) -> None:
    """Mark the picks that must leave cards to later rows that may find none (rule 22f)."""
    for number, row in enumerate(step.picks):
        if any(later.flags & Flag.IF_ANY for later in step.picks[number + 1 :]):
            row.flags |= Flag.SHARES


def _order_discards(step: Step) -> None:
    """Discards of several players lie clockwise from the active one, beneath cards that bounce (rule 22g)."""
    discards = [row for row in step.effects if _lays(row, Where.PILE)]
    bouncing = [row for row in step.effects if _lays(row, Where.HALL) and _picked(row).flags & Flag.MAY_DUPLICATE]
    if not discards:
        return
    first = min(map(step.effects.index, [discards[0], *bouncing]))
    others = [row for row in step.effects if row not in discards]
    step.effects = [*others[:first], *(discards if _is_clockwise(discards) else [Row(Op.DISCARD)]), *others[first:]]


def _lays(row: Row, where: Where) -> bool:
    """Whether a row lays cards down there that the player picked."""
    return row.op is Op.PUT and row.where is where and _picked(row).op is Op.PICK


def _picked(put: Row) -> Row:
    assert isinstance(put.of, Row)  # what a PUT lays down was picked by a row
    return put.of


def _is_clockwise(discards: list[Row]) -> bool:
    """Whether the rows name players in turn order, whoever the other player is."""
    players = [_picked(row).who for row in discards]
    return players == sorted(players) and (Who.OTHER not in players or max(players) is Who.OTHER)


def _leaves(row: Row, hall: Who) -> bool:
    return row.op is Op.PICK and row.where is Where.HALL and row.who is hall and row.number > 0
