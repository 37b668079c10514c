"""Chapters that are full close at once; those that are spent or too many are given up (rules 12 and 14)."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import lowest_bit
from guildhall.kernel.log import log_event

from .state import HALL, NONE, SPENT, WORD_BITS, EventKind, kernel
from .zones import (
    add,
    remove,
)

CHAPTERS_KEPT = 3


@kernel
def complete(s: State, R: Rules, log: Log, seat: int, chapter: int) -> None:
    """Turn a full chapter face down: out of the hall, safe, good only for buying (rule 14)."""
    zone = HALL + seat
    n = int(s.done_n[seat])
    for held in range(5):
        m0 = s.has[zone, 0] & R.chapter_kinds[chapter, 0]
        m1 = s.has[zone, 1] & R.chapter_kinds[chapter, 1]
        kind = lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)
        remove(s, R, zone, kind)
        s.done_cards[seat, n, held] = kind
    s.done[seat, n] = chapter
    s.done_n[seat] = n + 1
    log_event(log, EventKind.CLOSE, seat, chapter, 0, 0)


@kernel
def close_chapters(s: State, R: Rules, log: Log) -> int:
    """Complete every full chapter; returns the first seat, from the active one on, that now holds too many, or -1."""
    if s.ripe == 0:
        return NONE
    crowded = NONE
    for step in range(R.players):
        seat = int(s.turn) + step
        if seat >= R.players:
            seat -= R.players
        for chapter in range(R.chapters):
            if s.size_of[seat, chapter] >= 5:
                complete(s, R, log, seat, chapter)
        if s.done_n[seat] > CHAPTERS_KEPT and crowded < 0:
            crowded = seat
    if crowded < 0:
        s.ripe = 0
    return crowded


@kernel
def has_too_many(s: State, R: Rules, log: Log) -> bool:
    """Complete every full chapter; whether a seat then holds too many and has to give one up."""
    crowded = close_chapters(s, R, log)
    if crowded < 0:
        return False
    s.actor = crowded
    s.spend_n = 0
    return True


@kernel
def give_up(s: State, R: Rules, log: Log, seat: int, place: int) -> None:
    """Lay a completed chapter open to be discarded card by card."""
    chapter = int(s.done[seat, place])
    for i in range(5):
        add(s, R, SPENT, int(s.done_cards[seat, place, i]))
    n = int(s.done_n[seat]) - 1
    for j in range(place, n):
        s.done[seat, j] = s.done[seat, j + 1]
        for i in range(5):
            s.done_cards[seat, j, i] = s.done_cards[seat, j + 1, i]
    s.done[seat, n] = 0
    for i in range(5):
        s.done_cards[seat, n, i] = 0
    s.done_n[seat] = n
    log_event(log, EventKind.CHAPTER, seat, chapter, 0, 0)
