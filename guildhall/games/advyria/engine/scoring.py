"""What a player brings home (rules 30 and 32), and who wins."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State
from guildhall.kernel.bits import BIT, bit_count

from .state import ADVENTURE_POINTS, GOLD_POINTS, HERO_POINTS, NONE, Over, kernel


@kernel
def hero_points(s: State, R: Rules, seat: int) -> int:
    """What the Hero card adds once it is revealed: five for each adventure on it that was completed."""
    if s.over == Over.RUNNING or s.hero[seat] == NONE or R.only_adventures == 1:
        return 0
    return HERO_POINTS * bit_count(s.done[seat] & R.shown[s.hero[seat]])


@kernel
def score(s: State, R: Rules, seat: int) -> int:
    """The Gold of a seat; while the game runs without the Hero card, which nobody else knows."""
    adventures = ADVENTURE_POINTS * bit_count(s.done[seat])
    if R.only_adventures == 1:
        return adventures
    return int(GOLD_POINTS * s.gold[seat] + adventures - s.losses[seat]) + hero_points(s, R, seat)


@kernel
def tie_break(s: State, R: Rules, seat: int) -> int:
    """Where only adventures count, Gold coins decide between equals; else equals win together (ruling 23)."""
    return int(s.gold[seat]) if R.only_adventures == 1 else 0


@kernel
def winners(s: State, R: Rules) -> int:
    """The seats that nobody is better than, as bits."""
    best = 0
    for seat in range(R.players):
        ahead = score(s, R, seat) - score(s, R, best)
        if ahead > 0 or (ahead == 0 and tie_break(s, R, seat) > tie_break(s, R, best)):
            best = seat
    bits = 0
    for seat in range(R.players):
        if score(s, R, seat) == score(s, R, best) and tie_break(s, R, seat) == tie_break(s, R, best):
            bits |= BIT[seat]
    return int(bits)
