"""Nothing is left over: equal games are equal byte for byte, so that a state can be compared, hashed and stored."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State

from ..state import (
    AREA,
    CARDS,
    CHAPTERS,
    CLOSED,
    DECK,
    HALL,
    HAND,
    KINDS,
    NONE,
    OP,
    PICKS,
    PILE,
    SEATS,
    VP_CARDS,
    ZONES,
    Op,
    kernel,
)


@kernel
def piles_end_clear(s: State) -> bool:
    """Beyond the cards of a pile there is nothing, so equal games are equal byte for byte."""
    left = 0
    for i in range(s.total[DECK], CARDS):
        left |= s.deck[i] | s.deck_known[i]
    for i in range(s.total[PILE], CARDS):
        left |= s.pile[i]
    for i in range(s.vp_deck_n, VP_CARDS):
        left |= s.vp_deck[i]
    for i in range(s.vp_pile_n, VP_CARDS):
        left |= s.vp_pile[i]
    for i in range(s.picks_n, PICKS):
        left |= s.pick[i] | s.pick_row[i] | s.pick_debt[i]
    for seat in range(SEATS):
        for i in range(s.area_n[seat], AREA):
            left |= s.area[seat, i]
        for i in range(s.done_n[seat], CLOSED):
            left |= s.done[seat, i]
            for c in range(5):
                left |= s.done_cards[seat, i, c]
    return left == 0


@kernel
def absent_are_clear(s: State, R: Rules) -> bool:
    """Seats without a player and kinds that are not in the deck hold nothing."""
    left = 0
    for seat in range(R.players, SEATS):
        left |= s.total[HAND + seat] | s.total[HALL + seat] | s.area_n[seat] | s.done_n[seat]
        left |= s.tokens[seat] | s.points[seat]
    for zone in range(ZONES):
        for kind in range(R.kinds, KINDS):
            left |= s.count[zone, kind]
    return left == 0


@kernel
def registers_are_clear(s: State, R: Rules) -> bool:
    """Between actions nothing is left of the card that was resolved."""
    if R.prog[s.pc, OP] != Op.ACT:
        return True
    if s.card != NONE or s.other != NONE or s.chapter != NONE or s.chapter_2 != NONE:
        return False
    left = s.step_n | s.spend_n | s.spend[0] | s.spend[1] | s.owed[0] | s.owed[1] | s.deck_open | s.ripe
    for seat in range(SEATS):
        left |= s.claimed[seat, 0] | s.claimed[seat, 1]
        for chapter in range(CHAPTERS):
            left |= s.incoming[seat, chapter]
    return left == 0


@kernel
def is_clear(s: State, R: Rules) -> bool:
    """Nothing is left over anywhere."""
    return piles_end_clear(s) and absent_are_clear(s, R) and registers_are_clear(s, R)
