"""Many games side by side in lanes, which all play one option at a time.

When the game in a lane ends, another begins there. A lane shows the deciding seat and its options; a seat's knowledge
is written on request.
"""

from __future__ import annotations

from guildhall.core.errors import BrokenRules

from ..annotations import Bytes, Coins, Ints, Log, RulesOf, States, Table
from ..tables import EndColumn
from . import apply, entry_point, look_from, offer, points, start_at, template, winners


@template
def show_lane(states: States, i: int, rules: RulesOf, opts: Ints, mask: Bytes, deciders: Ints) -> None:
    """Write the deciding seat of lane `i` and the mask of its options."""
    n = offer(states[i], rules[0], opts)
    for option in range(mask.shape[1]):
        mask[i, option] = 0
    for place in range(n):
        if opts[place] < 0 or opts[place] >= mask.shape[1]:
            raise BrokenRules("an option id is not below the engine's option_ids")
        mask[i, opts[place]] = 1
    deciders[i] = states[i].actor


@entry_point
def deal_lanes(
    states: States,
    template: States,
    rules: RulesOf,
    generators: Coins,
    opts: Ints,
    mask: Bytes,
    deciders: Ints,
    log: Log,
) -> None:
    """Begin a game in every lane."""
    for i in range(states.shape[0]):
        start_at(states, i, template, rules, generators[i : i + 1], log)
        show_lane(states, i, rules, opts, mask, deciders)


@entry_point
def step_lanes(
    states: States,
    template: States,
    rules: RulesOf,
    actions: Ints,
    generators: Coins,
    opts: Ints,
    mask: Bytes,
    deciders: Ints,
    ends: Table,
    log: Log,
) -> None:
    """Play a legal option in every lane. Where a game ends, write its result to `ends` and begin another.

    `EndColumn.OVER` is 0 where no game ended, and the other columns of that row keep their values.
    """
    R = rules[0]
    for i in range(states.shape[0]):
        s = states[i]
        apply(s, R, log, actions[i])
        ends[i, EndColumn.OVER] = s.over
        if s.over != 0:
            ends[i, EndColumn.WINNERS] = winners(s, R)
            for seat in range(R.players):
                ends[i, EndColumn.POINTS + seat] = points(s, R, seat)
            start_at(states, i, template, rules, generators[i : i + 1], log)
        show_lane(states, i, rules, opts, mask, deciders)


@entry_point
def look_lanes(states: States, rules: RulesOf, seats: Ints, blank: States, seen: States) -> None:
    """Write the knowledge of the given seat of each lane into `seen`."""
    for i in range(states.shape[0]):
        look_from(states, i, rules, seats[i], blank, seen[i : i + 1])
