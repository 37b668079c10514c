"""What a finished game is worth to each seat; the numbers of all seats add up to 0."""

from __future__ import annotations

from collections.abc import Callable

from guildhall.core.decision import Outcome
from guildhall.core.errors import BadSetup, did_you_mean, nearest

__all__ = ["REWARDS", "Reward", "by_margin", "by_win", "reward_named"]

Reward = Callable[[Outcome], tuple[float, ...]]


def by_win(outcome: Outcome) -> tuple[float, ...]:
    """1 for the winner, the same in all from the others; 0 for everybody where nobody won.

    >>> by_win(Outcome(1, (12, 20, 7), "target"))
    (-0.5, 1.0, -0.5)
    """
    seats = len(outcome.vp)
    if outcome.winner is None:
        return (0.0,) * seats
    return tuple(1.0 if seat == outcome.winner else -1 / (seats - 1) for seat in range(seats))


def by_margin(outcome: Outcome) -> tuple[float, ...]:
    """A seat's points less the mean of the others', won or not.

    >>> by_margin(Outcome(1, (12, 20, 7), "target"))
    (-1.5, 10.5, -9.0)
    """
    total, others = sum(outcome.vp), len(outcome.vp) - 1
    return tuple(vp - (total - vp) / others for vp in outcome.vp)


#: The rewards by name.
REWARDS: dict[str, Reward] = {"margin": by_margin, "win": by_win}


def reward_named(name: str) -> Reward:
    """The reward of that name, or BadSetup."""
    if name not in REWARDS:
        close = did_you_mean(nearest(str(name), REWARDS))
        raise BadSetup(f"there is no reward {name!r}{close or '; the rewards are ' + ', '.join(REWARDS)}")
    return REWARDS[name]
