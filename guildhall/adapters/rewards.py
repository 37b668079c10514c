"""What a finished game is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable, Collection

from guildhall.core.decision import Outcome
from guildhall.core.errors import BadSetup, did_you_mean, nearest, short
from guildhall.core.rules import Rules

__all__ = ["REWARDS", "Reward", "by_margin", "by_victory", "by_win", "reward_named", "shared", "usual_reward"]

Reward = Callable[[Outcome], tuple[float, ...]]


def by_win(outcome: Outcome) -> tuple[float, ...]:
    """1 for the winner, paid in equal parts by the others; 0 for everybody where nobody won.

    Where there are several seats, their numbers always add up to 0; a game that all win or lose together needs
    `by_victory`.

    >>> by_win(Outcome(1, (12, 20, 7), "target"))
    (-0.5, 1.0, -0.5)
    """
    return shared(outcome.winners, len(outcome.vp))


def shared(winners: Collection[int], seats: int) -> tuple[float, ...]:
    """The losers pay as much as they would to a single winner, and the winners share it; nobody pays a single player.

    >>> shared([0, 2], 3), shared([0, 1], 2), shared([0], 1)
    ((0.25, -0.5, 0.25), (0.0, 0.0), (1.0,))
    """
    if seats == 1:
        return (float(len(winners)),)
    if not winners:
        return (0.0,) * seats
    price = 1 / (seats - 1)
    gain = (seats - len(winners)) * price / len(winners)
    return tuple(gain if seat in winners else -price for seat in range(seats))


def by_victory(outcome: Outcome) -> tuple[float, ...]:
    """1 for every winner and 0 for the others, who pay nothing: for games that are won together.

    >>> by_victory(Outcome(None, (9, 9), "rescued", winners=(0, 1))), by_victory(Outcome(None, (3, 5), "overrun"))
    ((1.0, 1.0), (0.0, 0.0))
    """
    return tuple(float(seat in outcome.winners) for seat in range(len(outcome.vp)))


def by_margin(outcome: Outcome) -> tuple[float, ...]:
    """A seat's points less the mean of the others', won or not; a single player's points as they are.

    >>> by_margin(Outcome(1, (12, 20, 7), "target")), by_margin(Outcome(0, (71,), "passed"))
    ((-1.5, 10.5, -9.0), (71.0,))
    """
    total, others = sum(outcome.vp), max(len(outcome.vp) - 1, 1)
    return tuple(vp - (total - vp) / others for vp in outcome.vp)


#: The rewards by name.
REWARDS: dict[str, Reward] = {"margin": by_margin, "victory": by_victory, "win": by_win}


def reward_named(name: str) -> Reward:
    """The reward of that name, or BadSetup."""
    if name not in REWARDS:
        close = did_you_mean(nearest(name, REWARDS))
        raise BadSetup(f"there is no reward {short(name)}{close or '; the rewards are ' + ', '.join(REWARDS)}")
    return REWARDS[name]


def usual_reward(rules: Rules) -> Reward:
    """To win, or to win together; a single player of another game has nobody to beat and plays for points."""
    if rules.together:
        return by_victory
    return by_win if len(rules.seats) > 1 else by_margin
