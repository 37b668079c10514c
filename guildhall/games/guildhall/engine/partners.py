"""Picking a player or a whole chapter for a tier: who and what can be picked."""

from __future__ import annotations

from .picks import seat_of, zone_of
from .state import FLAGS, HALL, NUMBER, WHERE, WHO, Flag, Rules, State, Where, kernel


@kernel
def joins(s: State, R: Rules, giver: int, taker: int, chapter: int) -> bool:
    """Whether a chapter of one hall can join the same chapter of another without a duplicate or a sixth card."""
    for w in range(2):
        if s.has[HALL + giver, w] & R.chapter_kinds[chapter, w] & s.blocked[taker, w]:
            return False
    return s.size_of[giver, chapter] + s.size_of[taker, chapter] <= 5


@kernel
def chapter_fits(s: State, R: Rules, row: int, chapter: int) -> bool:
    """Whether a whole chapter can be picked: it has cards, and where it goes none of them would duplicate."""
    owner = seat_of(s, R, R.prog[row, WHO])
    if s.size_of[owner, chapter] == 0:
        return False
    flags = R.prog[row, FLAGS]
    if flags & (Flag.PAIRED | Flag.ENTERS) == 0 or (flags & Flag.PAIRED and chapter == s.chapter):
        return True
    if not joins(s, R, owner, s.turn, chapter):
        return False
    return flags & Flag.PAIRED == 0 or joins(s, R, s.turn, owner, s.chapter)


@kernel
def may_be_other(s: State, R: Rules, row: int, seat: int) -> bool:
    """Whether a player can be picked as the other one: not the active one, and holding enough of what the row names."""
    if seat == s.turn:
        return False
    where = R.prog[row, WHERE]
    if where == Where.NOWHERE:
        return True
    if where == Where.TOKENS:
        return s.tokens[seat] >= R.prog[row, NUMBER]
    return s.total[zone_of(where, seat)] >= R.prog[row, NUMBER]
