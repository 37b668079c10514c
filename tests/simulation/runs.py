"""One small run that tests carry out in many ways, and whether two of them gave the same."""

from __future__ import annotations

from guildhall.simulation import Simulation

RUN = {"players": 2, "bots": ["greedy", "random"], "games": 300, "seed": 9, "events": True}


def same(one: Simulation, other: Simulation) -> bool:
    """Whether all frames are equal."""
    return one.frames == other.frames and all(
        one.scan(name).collect().equals(other.scan(name).collect()) for name in one.frames
    )
