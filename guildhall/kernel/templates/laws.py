"""A law of a single state, chained to the later ones to find the first broken law (`kernel.validator`)."""

from __future__ import annotations

from ..annotations import Rules, RulesOf, State, States
from . import given, template

NUMBER = 0  # the number of the law
holds = given("holds(s, R) -> bool: a law of a game's states")


@template
def later(s: State, R: Rules) -> int:
    """Return the first broken law after this one, or 0. By default this is the last law."""
    return 0


@template
def broken(s: State, R: Rules) -> int:
    """Return the number of this law if it is broken, or else of the first broken later one, or 0."""
    return later(s, R) if holds(s, R) else NUMBER


@template
def sound(states: States, i: int, rules: RulesOf, work: States) -> int:
    """Return the first law that game `i` breaks, or 0. No field is derived, so `work` is unused."""
    return broken(states[i], rules[0])
