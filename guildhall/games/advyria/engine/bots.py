"""Score options for a bot with weights, from what its seat may know, so that it takes the best one.

No option is tried out.  A score is a handful of additions, so a whole game costs little more than random play.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Rules, State, Weights
from guildhall.kernel.containers import BIT, bit_count, lowest_bit

from ..weights import Weight
from .effects import occupied
from .state import (
    DIE,
    LARGEST_SET,
    NONE,
    SET_OWN,
    SET_TYPE,
    TILE_ADVENTURE,
    TILE_GOLD,
    TOP_LEVEL,
    Colour,
    Kind,
    OptionId,
    Phase,
    kernel,
)

# --- Basis of the scores: targets on the board as the seat knows them, cards in hand, the pressure of the limit ---

_FAR = 24.0  # size of the draw pile from which a hand level has its full value


@kernel
def remembered(s: State, W: Weights, b: int) -> int:
    """Return the hidden tiles that the bot has looked at and remembers, as bits."""
    return int(s.seen[s.turn]) if W[b, Weight.MEMORY] > 0.0 else 0


@kernel
def unknown_tiles(s: State, W: Weights, b: int) -> int:
    """Count the hidden tiles that the bot does not know."""
    return bit_count(s.facedown & ~remembered(s, W, b))


@kernel
def adventure_value(s: State, R: Rules, W: Weights, b: int, adventure: int, without: int) -> float:
    """Return the value of an adventure's tile, 0 without its card. `without` is a card about to be played."""
    seat = s.turn
    if adventure == without or s.hand[seat, Kind.ADVENTURE + adventure] == 0:
        return 0.0
    value = W[b, Weight.ADVENTURE]
    if s.hero[seat] != NONE and R.shown[s.hero[seat]] & BIT[adventure] != 0:
        value += W[b, Weight.HERO]
    return value


@kernel
def target_value(s: State, R: Rules, W: Weights, b: int, field: int, without: int) -> float:
    """Return the value of ending a move on a field, by the seat's knowledge of it."""
    if (s.faceup | s.facedown) & BIT[field] == 0:
        return 0.0
    if s.facedown & ~remembered(s, W, b) & BIT[field] != 0:
        return W[b, Weight.EXPLORE]
    if s.tile[field] == TILE_GOLD:
        return W[b, Weight.GOLD]
    return adventure_value(s, R, W, b, int(s.tile[field]) - TILE_ADVENTURE, without)


@kernel
def targets(s: State, R: Rules, W: Weights, b: int) -> int:
    """Return the fields that are worth landing on, as bits, without those of other figures."""
    unknown = int(s.facedown & ~remembered(s, W, b))
    bits = unknown if W[b, Weight.EXPLORE] > 0.0 else 0
    known = int(s.faceup | s.facedown) & ~unknown
    while known != 0:
        field = lowest_bit(known)
        known &= known - 1
        if target_value(s, R, W, b, field, -1) > 0.0:
            bits |= BIT[field]
    return int(bits & ~occupied(s, R, s.turn))


@kernel
def nearest_target(R: Rules, field: int, fields: int) -> int:
    """Return the distance to the nearest of some fields, at most one more than the highest roll."""
    for steps in range(DIE + 1):
        if R.reach[field, steps] & fields != 0:
            return steps
    return DIE + 1


@kernel
def value_of_seeking(s: State, R: Rules, W: Weights, b: int, wanted: int) -> float:
    """Return the value of a move by a die, which grows with the chance of reaching a target."""
    steps = max(1, nearest_target(R, s.figure[s.turn], wanted))
    return W[b, Weight.SEEK] * (DIE + 1 - steps) / DIE


@kernel
def future(s: State, R: Rules) -> float:
    """Return how much of the game is still to come, from 1 to 0, by the cards to be drawn."""
    if s.finale == 1:
        return 0.0
    cards = s.deck_n / R.players
    if s.refills > 0:
        cards += _FAR
    return min(1.0, cards / _FAR)


@kernel
def pressure(s: State, W: Weights, b: int) -> float:
    """Return how much a card in hand still counts when the hand is over its limit or no more cards come."""
    over = int(s.hand_n[s.turn] - s.level[s.turn])
    if s.finale == 1:
        return 0.0
    return max(0.0, 1.0 - W[b, Weight.PRESSURE] * max(0, over))


@kernel
def is_on_board(s: State, R: Rules, adventure: int) -> bool:
    """True if the tile of an adventure has not been recovered, which is public."""
    if s.box_tiles & BIT[adventure] != 0:
        return False
    for seat in range(R.players):
        if s.done[seat] & BIT[adventure] != 0:
            return False
    return True


@kernel
def keep_value(s: State, R: Rules, W: Weights, b: int, kind: int) -> float:
    """Return the value of keeping a card in hand, which grows with the number of its kind."""
    if kind >= Kind.ADVENTURE:
        return W[b, Weight.KEEP_ADVENTURE] if is_on_board(s, R, kind - Kind.ADVENTURE) else 0.0
    value = W[b, Weight.KEEP] * (0.7 + 0.15 * min(4, int(s.hand[s.turn, kind])))
    if kind == Kind.JOKER:
        return value + W[b, Weight.JOKER]
    if kind == Kind.SEEKER:
        return value * 1.2
    if kind == Kind.FAIRY:
        return value * min(1.0, W[b, Weight.PEEK])
    return value


@kernel
def cost_of_cards(s: State, R: Rules, W: Weights, b: int, kind: int, own: int, jokers: int) -> float:
    """Return the value of a set's cards in hand, reduced under pressure."""
    card = W[b, Weight.KEEP]
    worth = (card + W[b, Weight.JOKER]) * jokers
    if kind == Kind.FAIRY:
        card *= min(1.0, W[b, Weight.PEEK])
    return (worth + card * own) * pressure(s, W, b) + 0.01 * jokers


# --- The score of an option ---

_STEP = 0.05  # the value of a step closer to a target: less than anything else


@kernel
def value_of_levels(s: State, R: Rules, W: Weights, b: int, n: int) -> float:
    """Return the value of gaining hand levels, up to the maximum, while there are cards to come."""
    gained = min(n, TOP_LEVEL - int(s.level[s.turn]))
    return W[b, Weight.LEVEL] * gained * future(s, R)


@kernel
def value_of_set(s: State, R: Rules, W: Weights, b: int, code: int, wanted: int) -> float:
    """Return the value of playing a set: its effects less the value of its cards in hand."""
    kind = code // SET_TYPE
    own = code % SET_TYPE // SET_OWN
    jokers = code % SET_OWN
    effects = own + jokers - 1
    value = -cost_of_cards(s, R, W, b, kind, own, jokers)
    if kind == Kind.SEEKER:
        return value + effects * value_of_seeking(s, R, W, b, wanted)
    if kind == Kind.WARRIOR:
        return value + W[b, Weight.TURN] * min(effects, int(s.villages[s.turn]))
    value += W[b, Weight.PEEK] * min(effects, unknown_tiles(s, W, b))
    if own + jokers == LARGEST_SET and s.losses[s.turn] > 0:
        value += W[b, Weight.LOSS]
    return value


@kernel
def value_of_action(s: State, R: Rules, W: Weights, b: int, adventure: int) -> float:
    """Return the value of an Adventure card as an action."""
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
def value_of_play(s: State, R: Rules, W: Weights, b: int, code: int, wanted: int) -> float:
    """Return the value of playing cards or ending the turn."""
    if code == OptionId.END:
        return 0.0
    if code < OptionId.WIZARD:
        return value_of_set(s, R, W, b, code, wanted)
    if code >= OptionId.ACTION:
        return value_of_action(s, R, W, b, code - OptionId.ACTION)
    value = value_of_levels(s, R, W, b, 1)
    if code == OptionId.JOKER:
        return value - (W[b, Weight.KEEP] + W[b, Weight.JOKER]) * pressure(s, W, b)
    return value - W[b, Weight.LOSS]


@kernel
def value_of_move(s: State, R: Rules, W: Weights, b: int, field: int, wanted: int) -> float:
    """Return the value of ending a move on a field: its tile, its neighbours, the distance to further targets."""
    value = target_value(s, R, W, b, field, -1)
    if R.no_robbing == 0 and s.robbed == 0:
        for seat in range(R.players):
            if seat != s.turn and R.near[field] & BIT[s.figure[seat]] != 0 and s.hand_n[seat] > s.hand_n[s.turn]:
                value += W[b, Weight.ROB]
                break
    return value - _STEP * nearest_target(R, field, wanted & ~BIT[field])


@kernel
def value_of_peek(s: State, R: Rules, W: Weights, b: int, field: int) -> float:
    """Return the value of looking at a tile: one not seen before, near the figure."""
    if s.seen[s.turn] & BIT[field] != 0:
        return -1.0
    return 1.0 - _STEP * 0.1 * R.distance[s.figure[s.turn], field]


@kernel
def weigh_up(s: State, R: Rules, W: Weights, b: int, opts: Ints, n: int) -> int:
    """Return the fields that are worth landing on, as bits, if the figure can move."""
    if s.phase == Phase.MOVE:
        return targets(s, R, W, b)
    if s.phase == Phase.ACT:
        for i in range(n):
            if opts[i] < SET_TYPE * (Kind.SEEKER + 1):
                return targets(s, R, W, b)
    return 0


@kernel
def value_by(s: State, R: Rules, W: Weights, b: int, code: int, wanted: int) -> float:
    """Return the score of an option, given the result of `weigh_up`."""
    if code < OptionId.DISCARD or code == OptionId.END:
        return value_of_play(s, R, W, b, code, wanted)
    if code < OptionId.MOVE:
        kind = code - OptionId.DISCARD
        risk = W[b, Weight.LOSS] / 6.0 if kind == Kind.FAIRY else 0.0
        return -keep_value(s, R, W, b, kind) - risk
    if code < OptionId.PEEK:
        return value_of_move(s, R, W, b, code - OptionId.MOVE, wanted)
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
