"""Results in order, and ties settled by one die each, again and again (rule 31)."""

from __future__ import annotations

from guildhall.kernel.bits import bit_count
from guildhall.kernel.log import log_event

from .codes import FACES, EventKind, OptionId, Phase
from .guild import (
    ask,
)
from .state import BIT, NONE, SEATS, Ints, Log, Rules, State, kernel
from .tools import (
    faces_of,
    reroll_die,
)


@kernel
def begin_ranking(s: State, R: Rules, ranking: int, rank_all: int, ranked: int) -> None:
    """Rank some Guilds by value; ties re-roll one die each (rule 31)."""
    s.ranking = ranking
    s.rank_all = rank_all
    s.ranked = ranked
    for seat in range(R.players):
        s.place[seat] = 0 if ranking & BIT[seat] != 0 else SEATS
    rank_again(s, R, ranking)
    s.phase = Phase.NEXT_TIE


@kernel
def rank_again(s: State, R: Rules, group: int) -> None:
    """Order those who share a place among themselves only (R-40)."""
    for seat in range(R.players):
        if group & BIT[seat] != 0:
            for other in range(R.players):
                if group & BIT[other] != 0 and s.value[other] > s.value[seat]:
                    s.place[seat] += 1


@kernel
def tied_group(s: State, R: Rules) -> int:
    """The first Guilds that share a place which must be settled, as bits."""
    for place in range(R.players if s.rank_all == 1 else 1):
        group = 0
        for seat in range(R.players):
            if s.ranking & BIT[seat] != 0 and s.place[seat] == place:
                group |= BIT[seat]
        if bit_count(group) > 1:
            return int(group)
    return 0


@kernel
def any_dice(s: State, R: Rules) -> bool:
    """Whether a tied Guild has a die to roll again."""
    for seat in range(R.players):
        if s.tied & BIT[seat] != 0 and s.dice_n[seat] > 0:
            return True
    return False


@kernel
def settle_by_order(s: State) -> None:
    """Without any die to roll again Fame Order decides."""
    behind = 0
    for i in range(s.order_n):
        if s.tied & BIT[s.order[i]] != 0:
            s.place[s.order[i]] += behind
            behind += 1
    s.tied = 0


@kernel
def next_tie(s: State, R: Rules, log: Log) -> None:
    """The next tied Guild picks its die, in Fame Order; when all have, they are compared again (R-47)."""
    if s.tied == 0:
        s.tied = tied_group(s, R)
        s.tie_at = 0
        if s.tied != 0 and not any_dice(s, R):
            settle_by_order(s)
            return
        if s.tied == 0:
            s.ranking = 0
            s.rank_all = 0
            s.phase = s.ranked
            return
    while s.tie_at < s.order_n:
        seat = int(s.order[s.tie_at])
        if s.tied & BIT[seat] != 0 and s.dice_n[seat] > 0:
            ask(s, seat, Phase.TIE)
            return
        s.tie_at += 1
    rank_again(s, R, s.tied)
    s.tied = 0


@kernel
def offer_ties(s: State, opts: Ints) -> int:
    """A die of one's own, by its face."""
    faces = faces_of(s, s.actor)
    n = 0
    for face in range(1, FACES + 1):
        if faces & BIT[face] != 0:
            opts[n] = OptionId.TIE + face
            n += 1
    return n


@kernel
def choose_tie(s: State, log: Log, code: int) -> None:
    """The die is rolled anew, no further modifiers (R-14)."""
    seat = int(s.actor)
    face = code - OptionId.TIE
    shown = reroll_die(s, seat, face)
    s.value[seat] += shown - face
    log_event(log, EventKind.TIE, seat, face, shown, 0)
    s.tie_at += 1
    s.phase = Phase.NEXT_TIE


@kernel
def seat_at_place(s: State, R: Rules, group: int, place: int) -> int:
    """Who of some Guilds stands at a place."""
    for seat in range(R.players):
        if group & BIT[seat] != 0 and s.place[seat] == place:
            return seat
    return NONE
