"""What a bot reckons with: targets on the board as its seat knows them, cards in hand, the pressure of the limit."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State, Weights
from guildhall.kernel.bits import BIT, bit_count, lowest_bit

from ..weights import Weight
from .effects import occupied
from .state import DIE, NONE, TILE_ADVENTURE, TILE_GOLD, Kind, kernel

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
