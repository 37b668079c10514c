"""What one seat may know, and dealing the rest anew.

`look_from` builds a record up from an empty one, copying only what the seat may know: never a state with things erased.
`deal_unknown` completes such a record to a whole game by chance, consistently with all that is known.
"""

from __future__ import annotations

import numpy as np

from ..annotations import Coins, Ints, Rules, RulesOf, State, States
from ..bind import door, template

IS_OPEN = 0  # 1 for a game in which all see everything but chance
HAS_COMMON = 0  # 1 for a state made by `state_of`: everybody sees the fields that every game has


@template
def look(s: State, R: Rules, seat: int, v: State) -> None:
    """Copy into the empty record `v` what a seat may know."""


@template
def look_common(s: State, R: Rules, v: State) -> None:
    """Copy the fields that every game has, but for chance; `look` may overrule them."""
    v.first = s.first
    v.turn = s.turn
    v.turn_no = s.turn_no
    v.actor = s.actor
    v.over = s.over
    v.winners = s.winners
    v.plies = s.plies
    for seat in range(R.players):
        v.points[seat] = s.points[seat]


@template
def deal_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Lay what the seat does not know, in a copy of what it knows."""


@door
def look_from(states: States, i: int, rules: RulesOf, seat: int, blank: States, out: States) -> None:
    """Write into `out` what a seat may know of game `i`."""
    out[0] = states[i] if IS_OPEN == 1 else blank[0]
    out[0].rng = np.uint64(0)
    if HAS_COMMON == 1:
        look_common(states[i], rules[0], out[0])
    look(states[i], rules[0], seat, out[0])


@door
def deal_unknown(view: States, rules: RulesOf, seat: int, coins: Coins, pool: Ints, opts: Ints, out: States) -> int:
    """Complete what a seat knows to a whole game in `out`; returns 0 if no deal fits the decision at hand.

    Here every deal fits.  A game in which it does not, because that something was offered tells what a seat may hold,
    has a `deal_unknown` of its own; `opts` is for that.
    """
    out[0] = view[0]
    deal_hidden(out[0], rules[0], seat, coins, pool)
    out[0].rng = coins[0]
    return 1
