"""The Armory in a solo game: purchases, their gains, and the cards the game then starts with (R-34)."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State, Weights

from ..cards import PURCHASES, Gain
from ..language import Zone
from ..weights import Weight
from .finding import form_of, is_twin
from .harm import set_hp
from .stack import note
from .state import LINES, NONE, PILES, EventKind, OptionId, kernel
from .zones import copies_in_play, place, take_out

_POINTS = tuple(line.points for line in PURCHASES)
_TIMES = tuple(line.times for line in PURCHASES)
_GAIN = tuple(int(line.gain) for line in PURCHASES)
_AMOUNT = tuple(line.amount for line in PURCHASES)
_EXTRAS, _DRAWS = (int(Gain.PLAYS), int(Gain.ACTIVATIONS)), int(Gain.DRAWS)
_HIT_POINTS, _FIRST_RIGHT = int(Gain.HIT_POINTS), int(Gain.OWN)
_ROUNDS = 10.0  # rounds that a bot expects to use a permanent gain


@kernel
def bought_of(s: State, gain: int) -> int:
    """Return how much of a gain was bought. Lines with the same effect add up (rule 37)."""
    n = 0
    for line in range(LINES):
        if _GAIN[line] == gain:
            n += _AMOUNT[line] * s.bought[line]
    return n


@kernel
def points_spent(s: State) -> int:
    """Return the cost of all purchases."""
    n = 0
    for line in range(LINES):
        n += _POINTS[line] * s.bought[line]
    return n


# --- Cards to start with ---


@kernel
def can_start(s: State, R: Rules, card: int, gain: int) -> bool:
    """True if a right lets the player start with a card. Copies are alike, and Unique cards are in play once."""
    if R.sold[card] != gain or s.zone[card] == Zone.PLAY or is_twin(s, R, card):
        return False
    return bool(R.unique[form_of(s, R, card)] == 0 or copies_in_play(s, R, card) == 0)


@kernel
def started_with(s: State, R: Rules, gain: int) -> int:
    """Count the cards that a right has brought into play."""
    n = 0
    for card in range(PILES, R.cards):
        n += R.sold[card] == gain and s.zone[card] == Zone.PLAY
    return n


@kernel
def next_right(s: State, R: Rules) -> int:
    """Return the first right whose card is still to be chosen, or -1."""
    for line in range(LINES):
        gain = _GAIN[line]
        if gain >= _FIRST_RIGHT and started_with(s, R, gain) < s.bought[line]:
            for card in range(PILES, R.cards):
                if can_start(s, R, card, gain):
                    return gain
    return NONE


@kernel
def offer_starters(s: State, R: Rules, opts: Ints) -> int:
    """Offer the cards or abilities that the next right lets the player start with."""
    gain = next_right(s, R)
    n = 0
    for card in range(PILES, R.cards):
        if can_start(s, R, card, gain):
            opts[n] = OptionId.TARGET + card
            n += 1
    return n


@kernel
def start_with(s: State, R: Rules, log: Log, card: int) -> None:
    """Put a card from its deck into play, with the player as owner (R-34)."""
    take_out(s, R, card)
    place(s, R, card, int(s.actor))
    note(s, log, EventKind.ENTER, s.actor, card, 0, 0)


# --- Buying ---


@kernel
def can_fill(s: State, R: Rules, line: int) -> bool:
    """True if there is a card for one more right of a line, or if the line needs none."""
    if _GAIN[line] < _FIRST_RIGHT:
        return True
    n = 0
    for card in range(PILES, R.cards):
        n += R.sold[card] == _GAIN[line]
    return bool(n > s.bought[line])


@kernel
def offer_purchases(s: State, R: Rules, opts: Ints) -> int:
    """Offer every affordable line below its limit, or the end."""
    opts[0] = OptionId.DONE
    n = 1
    for line in range(LINES):
        if _POINTS[line] <= s.armory and s.bought[line] < _TIMES[line] and can_fill(s, R, line):
            opts[n] = OptionId.BUY + line
            n += 1
    return n


@kernel
def buy(s: State, R: Rules, log: Log, line: int) -> None:
    """Buy a line. Hit points are added at once."""
    seat = int(s.actor)
    s.armory -= _POINTS[line]
    s.bought[line] += 1
    note(s, log, EventKind.BUY, seat, line, s.armory, 0)
    if _GAIN[line] == _HIT_POINTS:
        s.cap[seat] += _AMOUNT[line]
        note(s, log, EventKind.MAXIMUM, seat, seat, seat, _AMOUNT[line])
        set_hp(s, seat, int(s.cap[seat]))
        note(s, log, EventKind.HEAL, seat, seat, seat, _AMOUNT[line])


@kernel
def value_of_purchase(W: Weights, b: int, code: int) -> float:
    """Value a line of the price list per point. All lines have some value."""
    if code == OptionId.DONE:
        return 0.0
    line = code - OptionId.BUY
    if _GAIN[line] in _EXTRAS:
        worth = _ROUNDS * W[b, Weight.EXTRA]
    elif _GAIN[line] == _DRAWS:
        worth = _ROUNDS * W[b, Weight.DRAW]
    elif _GAIN[line] == _HIT_POINTS:
        worth = _AMOUNT[line] * W[b, Weight.HEAL]
    else:
        worth = _ROUNDS * W[b, Weight.LASTING]
    return worth / _POINTS[line]
