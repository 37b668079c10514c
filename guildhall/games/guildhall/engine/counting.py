"""Derived fields, counted anew from what they are derived from."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State

from .state import BIT, HALL, MASTER, WORD, ZONES, kernel


@kernel
def recount_hall(s: State, R: Rules, seat: int) -> None:
    """Chapter sizes of a hall and the kinds it keeps out."""
    s.blocked[seat, 0] = 0
    s.blocked[seat, 1] = 0
    for chapter in range(R.chapters):
        s.size_of[seat, chapter] = 0
    for kind in range(R.kinds):
        n = int(s.count[HALL + seat, kind])
        s.size_of[seat, R.chapter[kind]] += n
        if n > 0 and R.colour[kind] != MASTER:
            s.blocked[seat, 0] |= R.twins[kind, 0]
            s.blocked[seat, 1] |= R.twins[kind, 1]


@kernel
def recount_zone(s: State, R: Rules, zone: int) -> None:
    """The kinds that a zone has."""
    s.has[zone, 0] = 0
    s.has[zone, 1] = 0
    for kind in range(R.kinds):
        if s.count[zone, kind] > 0:
            s.has[zone, WORD[kind]] |= BIT[kind]


@kernel
def recount(s: State, R: Rules) -> None:
    """Set every derived field to what can be counted."""
    for zone in range(ZONES):
        recount_zone(s, R, zone)
    for seat in range(R.players):
        recount_hall(s, R, seat)
        s.points[seat] = s.tokens[seat]
        for card in range(R.vp_kinds):
            s.points[seat] += s.vp_owned[seat, card] * R.vp_points[card]
        s.known_of[seat] = 0
        for viewer in range(R.players):
            for kind in range(R.kinds):
                s.known_of[seat] += s.known[viewer, seat, kind]
