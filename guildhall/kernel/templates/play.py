"""Templates for one game: set it up, list its options, apply one, copy a seat's knowledge.

Entry points take arrays of games and an index, which cost far less to pass than a record.

`look_from` builds a seat's record by copying its knowledge into an empty one, so nothing ever has to be erased.
`deal_unknown` completes such a record at random to a whole game, consistent with everything the seat knows.
"""

from __future__ import annotations

import numpy as np

from guildhall.core.errors import BrokenRules, TooManyOptions

from ..annotations import Coins, Ints, Log, Rules, RulesOf, State, States
from . import apply, deal, entry_point, offer, template

MOST_OPTIONS = 0  # the maximum of a decision
TOO_MANY = ""  # the error for a decision with more options
MOST_PLIES = 0  # the maximum of a game
UNFINISHED = 0  # the value of `over` in a game that was cut short
NO_OPTION = ""  # the error for a running game without options
NO_SEAT = ""  # the error for a decision by a seat that is not at the table
IS_OPEN = 0  # 1 for a game in which everything except chance is public
HAS_COMMON = 0  # 1 for a state made by `state_of`, whose common fields are public


@template
def points(s: State, R: Rules, seat: int) -> int:
    """Return the points of a seat."""
    return s.points[seat]


@template
def winners(s: State, R: Rules) -> int:
    """Return the seats that won, as bits."""
    return s.winners


@template
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End a game unfinished."""
    s.over = UNFINISHED


@template
def checked_offer(s: State, R: Rules, opts: Ints) -> int:
    """List the legal options. Too many, none in a running game, or an actor who is not at the table are errors."""
    n = offer(s, R, opts)
    if n < 1 or n > MOST_OPTIONS or s.actor < 0 or s.actor >= R.players:
        check_offer(s, R, n)
    return n


@template
def check_actor(s: State, R: Rules) -> None:
    """Raise an error if the deciding seat is not at the table. Games played in bulk notice it with their options."""
    if s.over == 0 and (s.actor < 0 or s.actor >= R.players):
        raise BrokenRules(NO_SEAT)


@template
def check_offer(s: State, R: Rules, n: int) -> None:
    """Raise the error of a list of options, if it is one. Bots index their weights by the deciding seat."""
    if n > MOST_OPTIONS:
        raise TooManyOptions(TOO_MANY)
    if n < 1 and s.over == 0:
        raise BrokenRules(NO_OPTION)
    check_actor(s, R)


@template
def counted_apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a legal option, count it, and cut the game short if it has too many plies."""
    plies = s.plies + 1
    s.plies = plies
    apply(s, R, log, code)
    s.plies = plies  # even if the game changed it
    if plies >= MOST_PLIES and s.over == 0:
        cut_short(s, R, log)


@entry_point
def start_at(states: States, i: int, template: States, rules: RulesOf, word: Coins, log: Log) -> None:
    """Set up game `i` from the template with the given generator."""
    states[i] = template[0]
    states[i].rng = word[0]
    deal(states[i], rules[0], log)
    check_actor(states[i], rules[0])


@entry_point
def offer_at(states: States, i: int, rules: RulesOf, opts: Ints) -> int:
    """List the legal options of game `i`."""
    return checked_offer(states[i], rules[0], opts)


@entry_point
def apply_at(states: States, i: int, rules: RulesOf, log: Log, code: int) -> None:
    """Apply a legal option to game `i`."""
    counted_apply(states[i], rules[0], log, code)
    check_actor(states[i], rules[0])


@entry_point
def points_at(states: States, i: int, rules: RulesOf, seat: int) -> int:
    """Return the points of a seat in game `i`."""
    return points(states[i], rules[0], seat)


@entry_point
def winners_at(states: States, i: int, rules: RulesOf) -> int:
    """Return the seats that won game `i`, as bits."""
    return winners(states[i], rules[0])


# --- Hidden information ---


@template
def look(s: State, R: Rules, seat: int, v: State) -> None:
    """Copy a seat's knowledge into the empty record `v`."""


@template
def look_common(s: State, R: Rules, v: State) -> None:
    """Copy the fields that every game has, except chance, before `look` may change them."""
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
    """Deal the cards unknown to the seat, in a copy of its knowledge."""


@entry_point
def look_from(states: States, i: int, rules: RulesOf, seat: int, blank: States, out: States) -> None:
    """Write a seat's knowledge of game `i` into `out`."""
    out[0] = states[i] if IS_OPEN == 1 else blank[0]
    out[0].rng = np.uint64(0)
    if HAS_COMMON == 1:
        look_common(states[i], rules[0], out[0])
    look(states[i], rules[0], seat, out[0])


@entry_point
def deal_unknown(view: States, rules: RulesOf, seat: int, coins: Coins, pool: Ints, opts: Ints, out: States) -> int:
    """Complete a seat's knowledge to a whole game in `out`, or return 0 if no deal fits the current decision.

    By default every deal fits. Override this if the options offered reveal something about hidden hands, and list the
    options of a deal in `opts` to compare them.
    """
    out[0] = view[0]
    deal_hidden(out[0], rules[0], seat, coins, pool)
    out[0].rng = coins[0]
    return 1
