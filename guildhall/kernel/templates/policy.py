"""How a bot with weights chooses: every option gets a score from what its seat may know, the best one is taken."""

from __future__ import annotations

from ..annotations import Coins, Ints, Rules, RulesOf, State, States, Weights, Word
from ..bind import door, template
from ..chance import coin_at, throw
from ..weights import MISTAKES, THINKS
from .parts import offer

_GRAINS = 1 << 20  # in which the share of mistakes is measured


@template
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """The score of an option; a game that values nothing leaves every choice to chance."""
    return 0.0


@template
def shuns(s: State, R: Rules, W: Weights, b: int, code: int) -> bool:
    """True if the bot may not choose an option, however good it is."""
    return False


@door
def work_out(rules: RulesOf, W: Weights) -> None:
    """Write behind a bot's weights what follows from them and the rules, to be worked out only once."""


@template
def slips(W: Weights, b: int, coin: Word) -> bool:
    """Whether a bot is to choose uniformly this time, by the first throw of its coin."""
    return throw(coin, _GRAINS)[1] < W[b, MISTAKES] * _GRAINS


@template
def decide(s: State, R: Rules, W: Weights, opts: Ints, n: int, coins: Coins) -> int:
    """Choose for the seat that decides, by its row of weights; equal scores are drawn for with the bot's own coin."""
    if n == 1:
        return int(opts[0])
    b = int(s.actor)
    coin = coin_at(coins[b], s.plies)
    if W[b, MISTAKES] > 0.0:
        slip = slips(W, b, coin)
        coin = throw(coin, _GRAINS)[0]
        if slip:
            return int(opts[throw(coin, n)[1]])
    if W[b, THINKS] == 0.0:
        return int(opts[throw(coin, n)[1]])
    best = value_of(s, R, W, b, int(opts[0]))
    chosen = int(opts[0])
    ties = 1
    for i in range(1, n):
        value = value_of(s, R, W, b, int(opts[i]))
        if value > best:
            best = value
            chosen = int(opts[i])
            ties = 1
        elif value == best:
            ties += 1
            coin, drawn = throw(coin, ties)
            if drawn == 0:
                chosen = int(opts[i])
    return chosen


@door
def choose_at(states: States, i: int, rules: RulesOf, W: Weights, opts: Ints, coins: Coins) -> int:
    """What the deciding seat's row of weights chooses in game `i`; -1 when it is over."""
    n = offer(states[i], rules[0], opts)
    return decide(states[i], rules[0], W, opts, n, coins) if n > 0 else -1
