"""Score options for a bot with weights, from what its seat may know, and value the tiers of a card.

No option is tried out.  A score is a handful of additions, so a whole game costs little more than random play.
"""

from __future__ import annotations

from enum import IntEnum
from typing import assert_never

from guildhall.kernel.annotations import Rules, RulesOf, State, Weights

from ..language import Action, Amount, Draw, Effect, Effects, Gain, Look, Lose, Move, Place, Steal, Swap
from ..weights import MEANINGS, Weight
from .picks import seat_of
from .state import (
    BIT,
    CHAPTERS,
    FIRST_EFFECT,
    FOUND_ROW,
    HAND,
    INTO,
    MASTER,
    MASTERS,
    OP,
    VP_KINDS,
    WHERE,
    WHO,
    WORD,
    Op,
    OptionId,
    Where,
    kernel,
)

# --- Features: what a tier does, in a few numbers ---


class Feature(IntEnum):
    """The features counted for a tier."""

    PLACES = 0  # cards into the player's hall from hand, deck or discard pile
    DRAWS = 1
    GAINS = 2  # tokens, per card of the chapter where it depends on that
    ACTIONS = 3
    HITS = 4  # cards that leave other halls and hands without coming to the player
    TAKES = 5  # cards of other halls and hands that come to the player
    SWAPS = 6
    COSTS = 7  # cards given up from the player's hall
    GAINS_BY_SIZE = 8
    DRAWS_BY_SIZE = 9


_SOME = 2.0  # the value of "any number" or "a chapter"
_OTHERS = (Place.ANOTHER_HALL, Place.ANOTHER_HAND, Place.ANOTHER_AREA)
_EACH = (Place.EACH_OTHER_HALL, Place.EACH_OTHER_HAND, Place.EVERY_HAND)
_MINE = (Place.MY_HALL, Place.MY_HAND, Place.MY_AREA)


def features(effects: Effects) -> list[float]:
    """Return the feature numbers of a tier.

    >>> features((Draw(3), Action(1)))[Feature.DRAWS]
    3.0
    """
    counted = [0.0] * len(Feature)
    for effect in effects:
        for feature, number in _of(effect):
            counted[feature] += number
    return counted


def _of(effect: Effect) -> list[tuple[Feature, float]]:
    match effect:
        case Move():
            return [_of_move(effect)]
        case Swap():
            return [(Feature.SWAPS, _number(effect.amount))]
        case Draw():
            by_size = effect.amount is Amount.CHAPTER_SIZE
            return [(Feature.DRAWS_BY_SIZE, 1.0)] if by_size else [(Feature.DRAWS, _number(effect.amount))]
        case Gain():
            by_size = effect.amount is Amount.CHAPTER_SIZE
            return [(Feature.GAINS_BY_SIZE, 1.0)] if by_size else [(Feature.GAINS, _number(effect.amount))]
        case Steal():
            return [(Feature.GAINS, float(effect.amount)), (Feature.HITS, float(effect.amount))]
        case Lose():
            return [(Feature.HITS, float(effect.amount))]
        case Action():
            return [(Feature.ACTIONS, float(effect.amount))]
        case Look():
            return []
        case _:
            assert_never(effect)


def _of_move(move: Move) -> tuple[Feature, float]:
    number = _number(move.amount)
    if move.source in _OTHERS or move.source in _EACH:
        return (Feature.TAKES if move.target in _MINE else Feature.HITS), number
    if move.source is Place.MY_HALL:
        return Feature.COSTS, number
    if move.target is Place.MY_HALL:
        return Feature.PLACES, number
    if move.target in _MINE:
        return Feature.DRAWS, number
    return Feature.HITS, 0.0


def _number(amount: int | Amount) -> float:
    return float(amount) if isinstance(amount, int) else _SOME


# --- Options ---

BEST_TIERS = len(MEANINGS)  # where the values of the best tiers begin in a bot's row
SIZES = 5  # of an incomplete chapter: 0 to 4 cards
OWNERS = CHAPTERS + MASTERS
AVOIDED_VP = BEST_TIERS + SIZES * OWNERS  # after them: below 0 for a VP card that the bot never buys
NEVER = -1e9  # the value of a forbidden purchase
AVOIDED = -1e-9  # the value of the best tier of a card whose tiers a bot never uses; otherwise at least 0


@kernel
def worth(s: State, R: Rules, W: Weights, b: int, seat: int, kind: int) -> float:
    """Return the value of one more card of a kind in a hall, 0 if it would be a duplicate."""
    if s.blocked[seat, WORD[kind]] & BIT[kind]:
        return 0.0
    size = s.size_of[seat, R.chapter[kind]] + s.incoming[seat, R.chapter[kind]]
    if size >= 4:
        return W[b, Weight.COMPLETE]
    return W[b, Weight.START] + W[b, Weight.PROGRESS] * size


@kernel
def loss(s: State, R: Rules, W: Weights, b: int, seat: int, kind: int) -> float:
    """Return the value of a hall's card to its owner."""
    return W[b, Weight.START] + W[b, Weight.PROGRESS] * (s.size_of[seat, R.chapter[kind]] - 1)


@kernel
def use_of(s: State, R: Rules, W: Weights, b: int, kind: int) -> float:
    """Return how useful a card is in the bot's hand.

    Further copies, and cards of the same (chapter, colour), count little.
    """
    me = s.turn
    value = worth(s, R, W, b, me, kind)
    if R.colour[kind] != MASTER and s.count[HAND + me, kind] > 1:
        return value / 4.0
    return value


@kernel
def tier_value(R: Rules, W: Weights, b: int, owner: int, tier: int, size: int) -> float:
    """Return the value of a tier, from its features."""
    f = R.feature[owner, tier]
    return (
        f[Feature.PLACES] * W[b, Weight.PLACE]
        + (f[Feature.DRAWS] + size * f[Feature.DRAWS_BY_SIZE]) * W[b, Weight.DRAW]
        + (f[Feature.GAINS] + size * f[Feature.GAINS_BY_SIZE]) * W[b, Weight.GAIN]
        + f[Feature.ACTIONS] * W[b, Weight.ACTION]
        + f[Feature.HITS] * W[b, Weight.HIT]
        + f[Feature.TAKES] * W[b, Weight.TAKE]
        + f[Feature.SWAPS] * W[b, Weight.SWAP]
        + f[Feature.COSTS] * W[b, Weight.GIVE_UP]
    )


@kernel
def work_out(rules: RulesOf, W: Weights) -> None:
    """Write the value of the best tier after the weights, by the card's owner and the size of the chapter."""
    R = rules[0]
    for owner in range(OWNERS):
        for size in range(SIZES):
            best = 0.0
            for tier in range(size + 1):
                if R.tier_at[owner, tier] >= 0:
                    best = max(best, tier_value(R, W, 0, owner, tier, size))
            W[0, BEST_TIERS + SIZES * owner + size] = best
    for kind in range(VP_KINDS):
        W[0, AVOIDED_VP + kind] = 0.0


@kernel
def value_of_playing(s: State, R: Rules, W: Weights, b: int, kind: int) -> float:
    """Return the value of playing a card: it will enter the hall, and its best available tier may be used."""
    size = min(int(s.size_of[s.turn, R.chapter[kind]]), SIZES - 1)
    return worth(s, R, W, b, s.turn, kind) + W[b, BEST_TIERS + SIZES * R.owner[kind] + size]


@kernel
def value_of_action(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Return the value of playing a card, refreshing or buying."""
    if code < OptionId.CHAPTER:
        return value_of_playing(s, R, W, b, code - OptionId.PLAY)
    if code == OptionId.REFRESH:
        return W[b, Weight.REFRESH] + W[b, Weight.DRAW] * max(0, 6 - int(s.total[HAND + s.turn]))
    kind = s.vp_row[code - OptionId.BUY]
    if W[b, AVOIDED_VP + kind] < 0.0:
        return NEVER
    points, cost = R.vp_points[kind], R.vp_cost[kind]
    value = W[b, Weight.BUY] + W[b, Weight.POINTS] * points / cost
    return value + W[b, Weight.WIN] if s.points[s.turn] + points >= R.target else value


@kernel
def strength(s: State, R: Rules, W: Weights, b: int, seat: int) -> float:
    """Return how attractive a player is as a target."""
    most = 0
    for chapter in range(R.chapters):
        most = max(most, int(s.size_of[seat, chapter]))
    return W[b, Weight.LEADER] * s.points[seat] + W[b, Weight.HURT] * most


@kernel
def value_of_card(s: State, R: Rules, W: Weights, b: int, kind: int) -> float:
    """Return the value of a card picked for a tier: of its leaving one place and arriving in another."""
    row = s.pc
    value = 0.0
    where = R.prog[row, WHERE]
    owner = seat_of(s, R, R.prog[row, WHO])
    into = R.prog[row, INTO]
    if where == Where.HALL:
        gone = loss(s, R, W, b, owner, kind)
        value += -gone if owner == s.turn else W[b, Weight.HURT] * gone
    elif where == Where.HAND and owner == s.turn and into == 0:
        value -= use_of(s, R, W, b, kind)
    elif into == 0:
        value += worth(s, R, W, b, s.turn, kind)
    if into > 0:
        hall = seat_of(s, R, into - 1)
        gain = worth(s, R, W, b, hall, kind)
        value += gain if hall == s.turn else -gain
    return value


@kernel
def same_chapter_in_hand(s: State, R: Rules, kind: int) -> int:
    """Count the different cards of a card's chapter in the hand."""
    n = 0
    for other in range(R.kinds):
        if R.chapter[other] == R.chapter[kind] and s.count[HAND + s.turn, other] > 0:
            n += 1
    return n


@kernel
def value_of_pick(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Return the value of a player, chapter, slot of the VP row or card picked for a tier."""
    op = R.prog[s.pc, OP]
    if op == Op.PICK_PLAYER:
        return strength(s, R, W, b, code - OptionId.PLAYER)
    if op == Op.PICK_CHAPTER:
        owner = seat_of(s, R, R.prog[s.pc, WHO])
        size = s.size_of[owner, code - OptionId.CHAPTER]
        return -1.0 * size if owner == s.turn else 1.0 * size
    if op == Op.PICK_ROW:
        return -1.0 * R.vp_points[s.vp_row[code - OptionId.ROW]]
    if code == OptionId.DONE:
        return 0.0
    value = value_of_card(s, R, W, b, code)
    return value + 0.5 * same_chapter_in_hand(s, R, code) if s.pc == FOUND_ROW else value


@kernel
def never_uses(s: State, R: Rules, W: Weights, b: int) -> bool:
    """True if the bot may not use the tiers of the card just played."""
    return bool(W[b, BEST_TIERS + SIZES * R.owner[s.card]] < 0.0)


@kernel
def avoids(s: State, R: Rules, W: Weights, b: int, code: int) -> bool:
    """True if an option uses a tier or buys a VP card that the bot may not use."""
    op = R.prog[s.pc, OP]
    if op == Op.TIER:
        return code != OptionId.NO_TIER and never_uses(s, R, W, b)
    if op == Op.ACT and code >= OptionId.BUY and code < OptionId.REFRESH:
        return bool(W[b, AVOIDED_VP + s.vp_row[code - OptionId.BUY]] < 0.0)
    return False


@kernel
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Return the score of an option."""
    op = R.prog[s.pc, OP]
    if op < FIRST_EFFECT:
        return value_of_pick(s, R, W, b, code)
    if op == Op.ACT:
        return value_of_action(s, R, W, b, code)
    if op == Op.TIER:
        if code == OptionId.NO_TIER:
            return 0.0
        if never_uses(s, R, W, b):
            return -1.0
        return tier_value(R, W, b, R.owner[s.card], code - OptionId.TIER, int(s.chapter_size)) + 0.01
    if op == Op.REFRESH or op == Op.MULLIGAN:
        return W[b, Weight.KEEP] if code == OptionId.DONE else 2.0 * W[b, Weight.KEEP] - use_of(s, R, W, b, code)
    if op == Op.ABILITY or op == Op.HOUSE:
        return 1.0 if code == OptionId.USE else 0.0
    return 0.0
