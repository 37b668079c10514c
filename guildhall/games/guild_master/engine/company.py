"""How bots expect company: rivals may recruit first, and equal Guilds part ways by a whim of their own."""

from __future__ import annotations

import numpy as np

from guildhall.kernel.annotations import Rules, State, Weights
from guildhall.kernel.chance import coin_at, throw

from ..weights import Weight
from .codes import Objective
from .guild import best_rank, gold_of
from .state import SEATS, Moon, Rank, kernel

_GRAINS = 1 << 16  # in which a whim is measured


@kernel
def whim_for(s: State, b: int, objective: int) -> float:
    """Return a number from 0 to 1 for an objective in this Round, drawn from a seat's number and its hidden cards.

    It stays the same while the seat plans, whatever it has planned so far.
    """
    word = coin_at(np.uint64(s.private[b] + 1), int(s.began) * SEATS + b)
    return throw(coin_at(word, objective), _GRAINS)[1] / _GRAINS


@kernel
def rivals_at(s: State, R: Rules, b: int, letter: int) -> int:
    """Count the rivals who could recruit at a space, by their ranks and all their Gold."""
    moon = Moon.HALF if s.turn_no % 2 == 1 else Moon.FULL
    rank = R.rank[int(s.pile[letter, s.pile_n[letter] - 1])]
    n = 0
    for other in range(R.players):
        if other != b and gold_of(s, other) >= R.minimum[letter, moon]:
            n += rank <= Rank.ADEPT or best_rank(s, R, other) >= rank - 1
    return int(n)


@kernel
def chance_to_be_first(s: State, R: Rules, W: Weights, b: int, objective: int) -> float:
    """Return the chance that no rival recruits an Adventurer in an earlier Order Space than the one being planned."""
    taken = W[b, Weight.COMPANY] * s.space
    chance = 1.0
    if taken > 0.0:
        for _ in range(rivals_at(s, R, b, objective - Objective.RECRUIT)):
            chance *= max(0.0, 1.0 - taken)
    return chance


@kernel
def worth_in_company(s: State, R: Rules, W: Weights, b: int, objective: int, worth: float) -> float:
    """Return the worth of an Order to a bot that expects company, which matters least at a Contract."""
    spread = W[b, Weight.WHIM]
    if spread == 0.0 or worth <= 0.0:
        return worth
    if objective >= Objective.CONTRACT:
        spread *= 0.5
    elif objective >= Objective.RECRUIT:
        worth *= chance_to_be_first(s, R, W, b, objective)
    return worth * (1.0 + spread * (whim_for(s, b, objective) - 0.5))
