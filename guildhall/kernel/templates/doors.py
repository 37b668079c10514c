"""Doors into the kernel for Python: arrays of games and an index cost far less to pass than a record."""

from __future__ import annotations

from guildhall.core.errors import BrokenRules, TooManyOptions

from ..annotations import Coins, Ints, Log, Rules, RulesOf, State, States
from ..bind import door, template
from .parts import apply, deal, offer

MOST_OPTIONS = 0  # of a decision
TOO_MANY = ""  # the error for a decision that has more
MOST_PLIES = 0  # of a game
UNFINISHED = 0  # what `over` says of a game that is cut short
NO_OPTION = ""  # the error for a running game without options
NO_SEAT = ""  # the error for a decision of a seat that is not at the table


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
def checked_offer(s: State, R: Rules, opts: Ints) -> int:
    """List the legal options; none in a running game, or more than the engine declares, are an error."""
    n = offer(s, R, opts)
    if n > MOST_OPTIONS:
        raise TooManyOptions(TOO_MANY)
    if n < 1 and s.over == 0:
        raise BrokenRules(NO_OPTION)
    return n


@template
def check_actor(s: State, R: Rules) -> None:
    """Refuse a decision of a seat that is not at the table: all that bots know is found by the number of a seat."""
    if s.over == 0 and (s.actor < 0 or s.actor >= R.players):
        raise BrokenRules(NO_SEAT)


@template
def counted_apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a legal option, count it, and cut the game short if it has too many plies."""
    plies = s.plies + 1
    s.plies = plies
    apply(s, R, log, code)
    s.plies = plies  # whatever the game made of it
    if plies >= MOST_PLIES and s.over == 0:
        cut_short(s, R, log)
    check_actor(s, R)


@template
def checked_deal(s: State, R: Rules, log: Log) -> None:
    """Set up a game to its first decision."""
    deal(s, R, log)
    check_actor(s, R)


@door
def start_at(states: States, i: int, template: States, rules: RulesOf, word: Coins, log: Log) -> None:
    """Set up game `i` from the template with the given generator."""
    states[i] = template[0]
    states[i].rng = word[0]
    checked_deal(states[i], rules[0], log)


@door
def offer_at(states: States, i: int, rules: RulesOf, opts: Ints) -> int:
    """The legal options of game `i`."""
    return checked_offer(states[i], rules[0], opts)


@door
def apply_at(states: States, i: int, rules: RulesOf, log: Log, code: int) -> None:
    """Apply a legal option to game `i`."""
    counted_apply(states[i], rules[0], log, code)


@door
def points_at(states: States, i: int, rules: RulesOf, seat: int) -> int:
    """The points of a seat in game `i`."""
    return points(states[i], rules[0], seat)


@door
def winners_at(states: States, i: int, rules: RulesOf) -> int:
    """The seats that won game `i`, as bits."""
    return winners(states[i], rules[0])
