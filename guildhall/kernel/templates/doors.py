"""Doors into the kernel for Python: arrays of games and an index cost far less to pass than a record."""

from __future__ import annotations

from ..annotations import Coins, Ints, Log, Rules, RulesOf, State, States
from ..bind import door, template
from .parts import apply, deal, offer

MOST_PLIES = 0  # of a game
UNFINISHED = 0  # what `over` says of a game that is cut short


@template
def points(s: State, R: Rules, seat: int) -> int:
    """The points of a seat."""
    return s.points[seat]


@template
def winners(s: State, R: Rules) -> int:
    """The seats that won, as bits."""
    return s.winners


@template
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End a game unfinished, wherever it stands."""
    s.over = UNFINISHED


@template
def end_if_too_long(s: State, R: Rules, log: Log) -> None:
    """Cut a game short that goes on for too many plies; to be asked after every option."""
    if s.plies >= MOST_PLIES and s.over == 0:
        cut_short(s, R, log)


@door
def start_at(states: States, i: int, template: States, rules: RulesOf, word: Coins, log: Log) -> None:
    """Set up game `i` from the template with the given generator."""
    states[i] = template[0]
    states[i].rng = word[0]
    deal(states[i], rules[0], log)


@door
def offer_at(states: States, i: int, rules: RulesOf, opts: Ints) -> int:
    """The legal options of game `i`."""
    return offer(states[i], rules[0], opts)


@door
def apply_at(states: States, i: int, rules: RulesOf, log: Log, code: int) -> None:
    """Apply a legal option to game `i`."""
    apply(states[i], rules[0], log, code)
    end_if_too_long(states[i], rules[0], log)


@door
def points_at(states: States, i: int, rules: RulesOf, seat: int) -> int:
    """The points of a seat in game `i`."""
    return points(states[i], rules[0], seat)


@door
def winners_at(states: States, i: int, rules: RulesOf) -> int:
    """The seats that won game `i`, as bits."""
    return winners(states[i], rules[0])
