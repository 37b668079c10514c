"""Options against a search without shortcuts: nothing that can be done is left out, and nothing else is offered."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Rules, State

from ..offer import first_option
from ..picks import COMPLETE, OPEN, pop, push, settle
from ..search import next_candidate
from ..state import ANY, FIRST_EFFECT, FLAGS, NONE, NUMBER, OP, PICKS, Flag, Op, OptionId, kernel
from ..zones import set_top

#: Nodes after which the search for a way through a tier gives up and takes the kernel's word.
NODES = 20_000
UNKNOWN = -2


@kernel
def is_offered(opts: Ints, n: int, code: int) -> bool:
    """Whether a code stands among the options."""
    for i in range(n):
        if opts[i] == code:
            return True
    return False


@kernel
def others_served(s: State, R: Rules) -> int:
    """How many of the picks made are one player's share of an effect behind chance (rule 22f)."""
    n = 0
    for i in range(s.picks_n):
        n += 1 if R.prog[s.pick_row[i], FLAGS] & Flag.IF_ANY else 0
    return n


@kernel
def most_to_serve(s: State, R: Rules) -> int:
    """How many such shares there may be at the most."""
    n = others_served(s, R)
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        n += 1 if R.prog[row, FLAGS] & Flag.IF_ANY else 0
        row += 1
    return n


@kernel
def best_by_search(s: State, R: Rules) -> int:
    """The most players served by a line that makes all picks from the present row on, found by trying all lines.

    -1 if there is no such line, UNKNOWN if that takes too long to find out.
    """
    base, row, made = int(s.picks_n), int(s.pc), int(s.step_n)
    most = most_to_serve(s, R)
    after = NONE
    best = NONE
    nodes = 0
    while nodes < NODES:
        nodes += 1
        status = settle(s, R, 1)
        if status == COMPLETE:
            best = max(best, others_served(s, R))
            if best == most:
                break
        value = next_candidate(s, R, after, PICKS) if status == OPEN else NONE
        while value < 0 and s.picks_n > base:
            after = pop(s, R)
            value = next_candidate(s, R, after, PICKS)
        if value < 0:
            break
        push(s, R, s.pc, value)
        after = NONE
    while s.picks_n > base:
        pop(s, R)
    s.pc = row
    s.step_n = made
    return UNKNOWN if nodes == NODES else best


@kernel
def agrees(s: State, R: Rules, row: int, offered: bool) -> bool:
    """Whether a program is offered exactly when it can be carried out from `row` on."""
    here, made = int(s.pc), int(s.step_n)
    s.pc = row
    s.step_n = 0
    best = best_by_search(s, R)
    s.pc = here
    s.step_n = made
    return best == UNKNOWN or (best >= 0) == offered


@kernel
def ability_agrees(s: State, R: Rules, row: int, opts: Ints, n: int) -> bool:
    """An ability is offered exactly if it can be carried out with the card that is open on the discard pile now."""
    before = s.top
    set_top(s)
    complete = agrees(s, R, row, is_offered(opts, n, OptionId.USE.value))
    s.top = before
    return complete


@kernel
def tiers_are_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """A printed tier is offered exactly if the chapter is large enough and all of it can be done (rule 10)."""
    for tier in range(5):
        row = R.tier_at[R.owner[s.card], tier]
        offered = is_offered(opts, n, OptionId.TIER + tier)
        if row < 0 or tier > s.size_of[s.turn, R.chapter[s.card]]:
            if offered:
                return False
        elif not agrees(s, R, row, offered):
            return False
    return is_offered(opts, n, OptionId.NO_TIER.value)


@kernel
def picks_are_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """A pick is offered exactly if the rest can be completed after it, whatever shortcut found that out.

    Behind chance: and if then as many players can be served as by any line (rule 22f).
    """
    row = int(s.pc)
    code = first_option(R.prog[row, OP])
    most = best_by_search(s, R)
    value = next_candidate(s, R, NONE, PICKS)
    seen = 0
    while value >= 0:
        offered = is_offered(opts, n, code + value)
        seen += offered
        push(s, R, row, value)
        best = best_by_search(s, R)
        pop(s, R)
        if best != UNKNOWN and most != UNKNOWN and (best >= 0 and best == most) != offered:
            return False
        value = next_candidate(s, R, value, PICKS)
    if R.prog[row, OP] == Op.PICK and R.prog[row, NUMBER] == ANY:
        done = is_offered(opts, n, OptionId.DONE.value)
        seen += done
        if not agrees(s, R, row + 1, done):
            return False
    return seen == n


@kernel
def offer_is_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """Nothing that can be done is left out and nothing else is offered."""
    op = R.prog[s.pc, OP]
    if op == Op.TIER:
        return tiers_are_complete(s, R, opts, n)
    if op == Op.PICK or op == Op.PICK_PLAYER or op == Op.PICK_CHAPTER or op == Op.PICK_ROW:
        return picks_are_complete(s, R, opts, n)
    if op == Op.ABILITY:
        return ability_agrees(s, R, R.vp_at[s.bought], opts, n)
    if op == Op.HOUSE:
        return ability_agrees(s, R, R.house_at[s.house[s.slot]], opts, n)
    return True
