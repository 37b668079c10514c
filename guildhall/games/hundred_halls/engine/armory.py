"""The Armory in a solo game: what can be bought, what it brings, and with which cards the game then starts (R-34)."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State, Weights

from ..armory import PURCHASES, Gain
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
_ROUNDS = 10.0  # in which what is bought for every turn is used, as a bot guesses


@kernel
def bought_of(s: State, gain: int) -> int:
    """How much of something was bought; lines with the same effect add up (rule 37)."""
    n = 0
    for line in range(LINES):
        if _GAIN[line] == gain:
            n += _AMOUNT[line] * s.bought[line]
    return n


@kernel
def points_spent(s: State) -> int:
    """What all that was bought has cost."""
    n = 0
    for line in range(LINES):
        n += _POINTS[line] * s.bought[line]
    return n


# --- Cards to start with ---


@kernel
def can_start(s: State, R: Rules, card: int, gain: int) -> bool:
    """Whether a right lets the player start with a card; copies are alike, and a Unique one is once in play."""
    if R.sold[card] != gain or s.zone[card] == Zone.PLAY or is_twin(s, R, card):
        return False
    return bool(R.unique[form_of(s, R, card)] == 0 or copies_in_play(s, R, card) == 0)


@kernel
def started_with(s: State, R: Rules, gain: int) -> int:
    """How many cards a right has brought into play."""
    n = 0
    for card in range(PILES, R.cards):
        n += R.sold[card] == gain and s.zone[card] == Zone.PLAY
    return n


@kernel
def next_right(s: State, R: Rules) -> int:
    """The first right for which a card is still to be chosen, or -1."""
    for line in range(LINES):
        gain = _GAIN[line]
        if gain >= _FIRST_RIGHT and started_with(s, R, gain) < s.bought[line]:
            for card in range(PILES, R.cards):
                if can_start(s, R, card, gain):
                    return gain
    return NONE


@kernel
def offer_starters(s: State, R: Rules, opts: Ints) -> int:
    """All cards or abilities with which the next right lets the player start."""
    gain = next_right(s, R)
    n = 0
    for card in range(PILES, R.cards):
        if can_start(s, R, card, gain):
            opts[n] = OptionId.TARGET + card
            n += 1
    return n


@kernel
def start_with(s: State, R: Rules, log: Log, card: int) -> None:
    """A card leaves its deck for play and belongs to the player (R-34)."""
    take_out(s, R, card)
    place(s, R, card, int(s.actor))
    note(s, log, EventKind.ENTER, s.actor, card, 0, 0)


# --- Buying ---


@kernel
def can_fill(s: State, R: Rules, line: int) -> bool:
    """Whether there is a card for one more right of a line; other lines need none."""
    if _GAIN[line] < _FIRST_RIGHT:
        return True
    n = 0
    for card in range(PILES, R.cards):
        n += R.sold[card] == _GAIN[line]
    return bool(n > s.bought[line])


@kernel
def offer_purchases(s: State, R: Rules, opts: Ints) -> int:
    """Every line that can be paid and was not bought too often, or be done."""
    opts[0] = OptionId.DONE
    n = 1
    for line in range(LINES):
        if _POINTS[line] <= s.armory and s.bought[line] < _TIMES[line] and can_fill(s, R, line):
            opts[n] = OptionId.BUY + line
            n += 1
    return n


@kernel
def buy(s: State, R: Rules, log: Log, line: int) -> None:
    """A line is bought; hit points come at once."""
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
    """What a line of the Armory's list is worth for each of its points; all are worth something."""
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
