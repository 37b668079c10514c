"""How a bot with weights chooses: every option gets a score from what its seat may know, the best one is taken.

No option is tried out: a score is a handful of additions, so that a whole game costs little more than random play.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights
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
    kernel,
)

# --- What it reckons with: targets on the board as its seat knows them, cards in hand, the pressure of the limit ---

_FAR = 24.0  # cards in the draw pile from which on a hand level is worth its full weight


@kernel
def remembered(s: State, W: Weights, b: int) -> int:
    """The hidden tiles that the bot has looked at and not forgotten, as bits."""
    return int(s.seen[s.turn]) if W[b, Weight.MEMORY] > 0.0 else 0


@kernel
def unknown_tiles(s: State, W: Weights, b: int) -> int:
    """How many hidden tiles the bot does not know."""
    return bit_count(s.facedown & ~remembered(s, W, b))


@kernel
def adventure_value(s: State, R: Rules, W: Weights, b: int, adventure: int, without: int) -> float:
    """What the tile of an adventure is worth: nothing without its card; `without` is a card about to be played."""
    seat = s.turn
    if adventure == without or s.hand[seat, Kind.ADVENTURE + adventure] == 0:
        return 0.0
    value = W[b, Weight.ADVENTURE]
    if s.hero[seat] != NONE and R.shown[s.hero[seat]] & BIT[adventure] != 0:
        value += W[b, Weight.HERO]
    return value


@kernel
def target_value(s: State, R: Rules, W: Weights, b: int, field: int, without: int) -> float:
    """What it is worth to end a move on a field, by what the seat knows of it."""
    if (s.faceup | s.facedown) & BIT[field] == 0:
        return 0.0
    if s.facedown & ~remembered(s, W, b) & BIT[field] != 0:
        return W[b, Weight.EXPLORE]
    if s.tile[field] == TILE_GOLD:
        return W[b, Weight.GOLD]
    return adventure_value(s, R, W, b, int(s.tile[field]) - TILE_ADVENTURE, without)


@kernel
def targets(s: State, R: Rules, W: Weights, b: int) -> int:
    """The fields that are worth something to land on, as bits; those of other figures are not."""
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
    """How far the nearest of some fields is, at most one more than a die shows."""
    for steps in range(DIE + 1):
        if R.reach[field, steps] & fields != 0:
            return steps
    return DIE + 1


@kernel
def value_of_seeking(s: State, R: Rules, W: Weights, b: int) -> float:
    """What a move by a die is worth: the more likely it reaches a target, the more."""
    steps = max(1, nearest_target(R, s.figure[s.turn], targets(s, R, W, b)))
    return W[b, Weight.SEEK] * (DIE + 1 - steps) / DIE


@kernel
def future(s: State, R: Rules) -> float:
    """How much of the game is still to come, from 1 to 0, by the cards to be drawn."""
    if s.finale == 1:
        return 0.0
    cards = s.deck_n / R.players
    if s.refills > 0:
        cards += _FAR
    return min(1.0, cards / _FAR)


@kernel
def pressure(s: State, W: Weights, b: int) -> float:
    """How much a card in hand still counts when the hand is over its limit, or when no more cards come."""
    over = int(s.hand_n[s.turn] - s.level[s.turn])
    if s.finale == 1:
        return 0.0
    return max(0.0, 1.0 - W[b, Weight.PRESSURE] * max(0, over))


@kernel
def is_on_board(s: State, R: Rules, adventure: int) -> bool:
    """Whether the tile of an adventure has not been recovered: everybody sees which have."""
    if s.box_tiles & BIT[adventure] != 0:
        return False
    for seat in range(R.players):
        if s.done[seat] & BIT[adventure] != 0:
            return False
    return True


@kernel
def keep_value(s: State, R: Rules, W: Weights, b: int, kind: int) -> float:
    """What a card is worth in hand; the more of its kind, the nearer is a set."""
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
    """What the cards of a set are worth in hand, less under pressure."""
    card = W[b, Weight.KEEP]
    worth = (card + W[b, Weight.JOKER]) * jokers
    if kind == Kind.FAIRY:
        card *= min(1.0, W[b, Weight.PEEK])
    return (worth + card * own) * pressure(s, W, b) + 0.01 * jokers


# --- The score of an option ---

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
