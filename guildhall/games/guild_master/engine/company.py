"""Bots that expect company: how likely rivals spoil an Order, a whim of one's own, and bids that spend Gold."""

from __future__ import annotations

import numpy as np

from guildhall.kernel.annotations import Rules, State, Weights
from guildhall.kernel.chance import coin_at, throw

from ..weights import Weight
from .appraisal import worth_of_gold
from .checks import gold_of
from .codes import Objective
from .guild import best_rank
from .state import SEATS, Moon, Rank, kernel

_GRAINS = 1 << 16  # in which a whim is measured
_CONTRACT_SHARE = 0.25  # of the company at a recruit: a contested Contract can be shared, and a failed one stays


@kernel
def whim_for(s: State, b: int, objective: int) -> float:
    """Return a number from 0 to 1 that only this seat knows: drawn from the Round, its place and its hidden cards."""
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
def chance_to_get(s: State, R: Rules, W: Weights, b: int, objective: int) -> float:
    """Return the chance that no rival spoils an Order in the space being planned; Builders come to everybody."""
    if objective == Objective.BUILDERS:
        return 1.0
    spoilt = W[b, Weight.COMPANY] * (1.0 + 0.5 * s.space)
    rivals = R.players - 1
    if objective >= Objective.CONTRACT:
        spoilt = _CONTRACT_SHARE * spoilt if s.space > 0 else 0.0
    else:
        rivals = rivals_at(s, R, b, objective - Objective.RECRUIT)
    chance = 1.0
    for _ in range(rivals):
        chance *= max(0.0, 1.0 - spoilt)
    return chance


@kernel
def worth_in_company(s: State, R: Rules, W: Weights, b: int, objective: int, worth: float, instead: float) -> float:
    """Return the worth of an Order where rivals may come too, `instead` being that of what a team does otherwise."""
    if W[b, Weight.EXACT] == 0.0 or worth <= 0.0:
        return worth
    otherwise = instead if objective >= Objective.CONTRACT else 0.0
    chance = chance_to_get(s, R, W, b, objective)
    return (otherwise + chance * (worth - otherwise)) * (1.0 - W[b, Weight.WHIM] * whim_for(s, b, objective))


@kernel
def bid_for(s: State, R: Rules, W: Weights, b: int, objective: int) -> int:
    """Return the Gold for a recruit: above the printed bid, and of an exact bot a part of what it has to spare."""
    letter = objective - Objective.RECRUIT
    moon = Moon.HALF if s.turn_no % 2 == 1 else Moon.FULL
    bid = int(R.minimum[letter, moon] + W[b, Weight.BID])
    if W[b, Weight.EXACT] > 0.0:
        most = R.worth[int(s.pile[letter, s.pile_n[letter] - 1])] / worth_of_gold(s, R, W, b)
        spare = min(most, 1.0 * s.gold[b]) - bid
        bid += int(max(0.0, W[b, Weight.SPEND] * spare))
    return bid
