"""How a bot with weights chooses: every option gets a score from what its seat may know, the best one is taken.

No option is tried out: a score is a handful of additions, so that a whole game costs little more than random play.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights
from guildhall.kernel.bits import BIT, lowest_bit

from ..weights import Weight
from .appraisal import (
    cost_of_cards,
    future,
    keep_value,
    nearest_target,
    pressure,
    target_value,
    targets,
    unknown_tiles,
    value_of_seeking,
)
from .state import LARGEST_SET, SET_OWN, SET_TYPE, TOP_LEVEL, Colour, Kind, OptionId, kernel

_STEP = 0.05  # what a step closer to a target is worth: less than anything else


@kernel
def value_of_levels(s: State, R: Rules, W: Weights, b: int, n: int) -> float:
    """Hand levels gained, up to the top, while there are cards to come."""
    gained = min(n, TOP_LEVEL - int(s.level[s.turn]))
    return W[b, Weight.LEVEL] * gained * future(s, R)


@kernel
def value_of_set(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """A set played: what its effects are worth, less what its cards are worth in hand."""
    kind = code // SET_TYPE
    own = code % SET_TYPE // SET_OWN
    jokers = code % SET_OWN
    effects = own + jokers - 1
    value = -cost_of_cards(s, R, W, b, kind, own, jokers)
    if kind == Kind.SEEKER:
        return value + effects * value_of_seeking(s, R, W, b)
    if kind == Kind.WARRIOR:
        return value + W[b, Weight.TURN] * min(effects, int(s.villages[s.turn]))
    value += W[b, Weight.PEEK] * min(effects, unknown_tiles(s, W, b))
    if own + jokers == LARGEST_SET and s.losses[s.turn] > 0:
        value += W[b, Weight.LOSS]
    return value


@kernel
def value_of_action(s: State, R: Rules, W: Weights, b: int, adventure: int) -> float:
    """An Adventure card as an action."""
    value = -keep_value(s, R, W, b, Kind.ADVENTURE + adventure)
    colour = R.colour[adventure]
    if colour == Colour.BLUE:
        return value + value_of_levels(s, R, W, b, 2)
    if colour == Colour.YELLOW:
        return value + W[b, Weight.TURN] * min(3, int(s.villages[s.turn]))
    if colour == Colour.GREEN:
        return value + W[b, Weight.PEEK] * min(4, unknown_tiles(s, W, b))
    best = 0.0
    fields = int(s.faceup | s.facedown)
    while fields != 0:
        best = max(best, target_value(s, R, W, b, lowest_bit(fields), adventure))
        fields &= fields - 1
    return value + best


@kernel
def value_of_play(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Cards played, or the turn ended."""
    if code == OptionId.END:
        return 0.0
    if code < OptionId.WIZARD:
        return value_of_set(s, R, W, b, code)
    if code >= OptionId.ACTION:
        return value_of_action(s, R, W, b, code - OptionId.ACTION)
    value = value_of_levels(s, R, W, b, 1)
    if code == OptionId.JOKER:
        return value - (W[b, Weight.KEEP] + W[b, Weight.JOKER]) * pressure(s, W, b)
    return value - W[b, Weight.LOSS]


@kernel
def value_of_move(s: State, R: Rules, W: Weights, b: int, field: int) -> float:
    """The end of a move: what lies there, whom it stands next to, how near further targets are."""
    value = target_value(s, R, W, b, field, -1)
    if R.no_robbing == 0 and s.robbed == 0:
        for seat in range(R.players):
            if seat != s.turn and R.near[field] & BIT[s.figure[seat]] != 0 and s.hand_n[seat] > s.hand_n[s.turn]:
                value += W[b, Weight.ROB]
                break
    others = targets(s, R, W, b) & ~BIT[field]
    return value - _STEP * nearest_target(R, field, others)


@kernel
def value_of_peek(s: State, R: Rules, W: Weights, b: int, field: int) -> float:
    """A tile looked at: one not seen before, near the figure."""
    if s.seen[s.turn] & BIT[field] != 0:
        return -1.0
    return 1.0 - _STEP * 0.1 * R.distance[s.figure[s.turn], field]


@kernel
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """The score of an option."""
    if code < OptionId.DISCARD or code == OptionId.END:
        return value_of_play(s, R, W, b, code)
    if code < OptionId.MOVE:
        kind = code - OptionId.DISCARD
        risk = W[b, Weight.LOSS] / 6.0 if kind == Kind.FAIRY else 0.0
        return -keep_value(s, R, W, b, kind) - risk
    if code < OptionId.PEEK:
        return value_of_move(s, R, W, b, code - OptionId.MOVE)
    if code < OptionId.GUILD:
        return value_of_peek(s, R, W, b, code - OptionId.PEEK)
    if code < OptionId.TURN:
        return 0.0
    if code < OptionId.COMPLETE:
        return 1.0 * (code - OptionId.TURN)
    if code == OptionId.COMPLETE:
        return W[b, Weight.ADVENTURE]
    if code >= OptionId.ROB and code < OptionId.NO_ROB:
        return W[b, Weight.ROB] + 0.01 * s.hand_n[code - OptionId.ROB]
    if code == OptionId.WIZARD_DRAW:
        return W[b, Weight.DRAW]
    return 0.0
