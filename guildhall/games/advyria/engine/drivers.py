"""Doors into the kernel for Python: arrays of games and an index cost far less to pass than a record."""

from __future__ import annotations

from .offer import offer
from .play import apply
from .scoring import score
from .state import Coins, Ints, Log, RulesOf, States, kernel
from .turn import set_up


@kernel
def start_at(states: States, i: int, template: States, rules: RulesOf, word: Coins) -> None:
    """Set up game `i` from the template with the given generator."""
    states[i] = template[0]
    states[i].rng = word[0]
    set_up(states[i], rules[0])


@kernel
def offer_at(states: States, i: int, rules: RulesOf, opts: Ints) -> int:
    """The legal options of game `i`."""
    return offer(states[i], rules[0], opts)


@kernel
def apply_at(states: States, i: int, rules: RulesOf, log: Log, code: int) -> None:
    """Apply a legal option to game `i`."""
    apply(states[i], rules[0], log, code)


@kernel
def score_at(states: States, i: int, rules: RulesOf, seat: int) -> int:
    """The points of a seat in game `i`."""
    return score(states[i], rules[0], seat)
