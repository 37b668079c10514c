"""What a game must offer to be simulated, and the one task that a thread, a process or another machine is given."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from guildhall.bots import Botable, rows
from guildhall.core.capabilities import Schema
from guildhall.kernel.chance import series

from .frames import Columns, Form, schemas_of

__all__ = ["Recordable", "Spec", "form_of", "play_part", "rules_of"]

Spec = str | Mapping[str, float]


class Recordable(Botable, Protocol):
    """Rules whose games can be recorded in bulk."""

    def record_games(
        self, seeds: NDArray[np.uint64], rows: NDArray[np.float64], *, events: bool = False
    ) -> dict[str, Columns]:
        """The columns of the frame `games`, of those of `schemas` and, if asked for, of `events`."""

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames besides `games`: column -> (type, meaning)."""

    @property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that numbers stand for, by column."""

    @property
    def card_groups(self) -> Mapping[str, str]:
        """What a card of the column `card` is a copy of; only games with professions tell it."""


@lru_cache(maxsize=16)
def _rules(game: str, setup: str) -> Any:
    return import_module("guildhall.games").rules_for(game, json.loads(setup))


def rules_of(game: str, setup: Mapping[str, Any]) -> Any:
    """The rules of a game, built once in a process."""
    return _rules(game, json.dumps(setup))


def play_part(
    game: str, setup: Mapping[str, Any], bots: list[Spec], seed: int, first: int, count: int, frames: tuple[str, ...]
) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of a series and answer the columns of the frames asked for.

    Everything that goes in and comes out is plain, so it can be sent to any process.

    >>> part = play_part("guildhall", {"players": 2}, ["greedy", "random"], 1, 10, 5, ("games",))
    >>> part["games"]["game"].tolist()
    [10, 11, 12, 13, 14]
    """
    rules: Recordable = rules_of(game, setup)
    seeds = series(seed, first, count)
    played = _played(rules, seeds, rows(rules, list(bots)), frames)
    numbers = np.arange(first, first + count)
    for name in frames:
        played[name]["game"] = numbers if name == "games" else numbers[played[name]["game"]]
    played["games"]["seed"] = seeds
    return {name: played[name] for name in frames}


def form_of(rules: Recordable, frames: tuple[str, ...]) -> Form:
    """What the frames of a game look like, learnt from a part without games."""
    bots: list[Spec] = [next(iter(rules.bots))] * len(rules.seats)
    return Form(schemas_of(rules), rules.vocabulary, play_part(rules.game, rules.setup, bots, 0, 0, 0, frames))


def _played(
    rules: Recordable, seeds: NDArray[np.uint64], weights: NDArray[np.float64], frames: tuple[str, ...]
) -> dict[str, Columns]:
    if frames == ("games",):
        return {"games": dict(rules.play_games(seeds, weights))}
    return rules.record_games(seeds, weights, events="events" in frames)
