"""A law of a single state and those behind it, so that the first one that is broken is told (`kernel.validator`)."""

from __future__ import annotations

from ..annotations import Rules, RulesOf, State, States
from . import given, template

NUMBER = 0  # of the law
holds = given("holds(s, R) -> bool: a law of a game's states")


@template
def later(s: State, R: Rules) -> int:
    """The first law behind this one that is broken; here it is the last."""
    return 0


@template
def broken(s: State, R: Rules) -> int:
    """The number of the law if it is broken, or of the first behind it that is, or 0."""
    return later(s, R) if holds(s, R) else NUMBER


@template
def sound(states: States, i: int, rules: RulesOf, work: States) -> int:
    """The first law that game `i` breaks, or 0; no field is derived, so `work` is not used."""
    return broken(states[i], rules[0])
