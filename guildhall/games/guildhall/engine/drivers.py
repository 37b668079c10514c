"""Doors into the kernel for Python: arrays of games and an index cost far less to pass than a record."""

from __future__ import annotations

from .counting import recount
from .offer import offer
from .play import apply, deal
from .state import Coins, Ints, Log, RulesOf, States, kernel


@kernel
def start_at(states: States, i: int, template: States, rules: RulesOf, word: Coins, log: Log) -> None:
    """Set up game `i` from the template with the given generator."""
    states[i] = template[0]
    states[i].rng = word[0]
    deal(states[i], rules[0], log)


@kernel
def offer_at(states: States, i: int, rules: RulesOf, opts: Ints) -> int:
    """The legal options of game `i`."""
    return offer(states[i], rules[0], opts)


@kernel
def apply_at(states: States, i: int, rules: RulesOf, log: Log, code: int) -> None:
    """Apply a legal option to game `i`."""
    apply(states[i], rules[0], log, code)


@kernel
def recount_at(states: States, i: int, rules: RulesOf) -> None:
    """Set every derived field of game `i` to what can be counted."""
    recount(states[i], rules[0])
