"""What a finished game is worth to each seat; where somebody lost, the numbers of all seats add up to 0."""

from __future__ import annotations

from collections.abc import Callable

from guildhall.core.decision import Outcome
from guildhall.core.errors import BadSetup, did_you_mean, nearest

__all__ = ["REWARDS", "Reward", "by_margin", "by_win", "reward_named"]

Reward = Callable[[Outcome], tuple[float, ...]]


def by_win(outcome: Outcome) -> tuple[float, ...]:
    """One victory is worth 1: the winners share it and the others share its cost; 0 for everybody where nobody won.

    Where everybody won, a team of all or a player alone, nobody is there to pay: the winners still share the 1, so that
    to win together is worth more than to lose together, and to win alone more than to share.

    >>> by_win(Outcome(1, (12, 20, 7), "target"))
    (-0.5, 1.0, -0.5)
    >>> by_win(Outcome(None, (20, 20, 7), "target", winners=(0, 1)))
    (0.5, 0.5, -1.0)
    >>> by_win(Outcome(None, (20, 20), "rescued", winners=(0, 1))), by_win(Outcome(0, (20,), "target"))
    ((0.5, 0.5), (1.0,))
    """
    seats, winners = len(outcome.vp), len(outcome.winners)
    if not winners:
        return (0.0,) * seats
    won, lost = 1 / winners, -1 / max(seats - winners, 1)
    return tuple(won if seat in outcome.winners else lost for seat in range(seats))


def by_margin(outcome: Outcome) -> tuple[float, ...]:
    """A seat's points less the mean of the others', won or not; a player alone gets the points.

    >>> by_margin(Outcome(1, (12, 20, 7), "target")), by_margin(Outcome(0, (33,), "target"))
    ((-1.5, 10.5, -9.0), (33.0,))
    """
    total, others = sum(outcome.vp), max(len(outcome.vp) - 1, 1)
    return tuple(vp - (total - vp) / others for vp in outcome.vp)


#: The rewards by name.
REWARDS: dict[str, Reward] = {"margin": by_margin, "win": by_win}


def reward_named(name: str) -> Reward:
    """The reward of that name, or BadSetup."""
    if name not in REWARDS:
        close = did_you_mean(nearest(str(name), REWARDS))
        raise BadSetup(f"there is no reward {name!r}{close or '; the rewards are ' + ', '.join(REWARDS)}")
    return REWARDS[name]
