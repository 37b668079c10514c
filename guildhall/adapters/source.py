"""What an adapter asks of a game beyond its `Rules`, and the rules of a game by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup
from guildhall.core.rules import Rules, State
from guildhall.games import game_names, rules_for

__all__ = [
    "ObservableRules",
    "Observing",
    "all_observable",
    "made_again",
    "observable_rules",
    "same_rules",
]


class Observing(Protocol):
    """A game in numbers, for programs that learn; all of it only from what a seat may know."""

    @property
    def actions(self) -> int:
        """The ids of all options of the game are below this number."""

    @property
    def parts(self) -> Mapping[str, int]:
        """The named parts of a row of numbers in order, each with its length."""

    @property
    def longest(self) -> int | None:
        """A number of plies that no game exceeds, or None where there is none."""

    def decider(self, state: State) -> int:
        """The seat that decides now, `NOBODY` when the game is over."""

    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without telling of it."""

    def fingerprint(self, state: State, seat: int) -> bytes:
        """Equal for two states of these rules if and only if they look the same from the seat."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat may know, as a row of numbers from 0 to 1."""


class ObservableRules(Rules, Protocol):
    """Rules of a game that can be seen in numbers."""

    @property
    def observing(self) -> Observing:
        """The game in numbers."""


def observable_rules(game: str, options: Mapping[str, Any]) -> ObservableRules:
    """The rules of a game that adapters can show, or BadSetup.

    >>> observable_rules("guildhall", {"players": 3}).observing.actions
    314
    """
    rules = rules_for(game, options)
    if not hasattr(rules, "observing"):
        raise BadSetup(f"{game} cannot be seen in numbers, so no adapter can show it; its rules have no `observing`")
    return cast(ObservableRules, rules)


def all_observable() -> Iterator[tuple[str, ObservableRules]]:
    """Every game that adapters can show, with its rules as they are by default.

    >>> "guildhall" in dict(all_observable())
    True
    """
    for game in game_names():
        rules = rules_for(game, {})
        if hasattr(rules, "observing"):
            yield game, cast(ObservableRules, rules)


def same_rules(rules: ObservableRules) -> tuple[str, bytes]:
    """What another process needs to make the same rules: the arguments of `made_again`."""
    return rules.game, msgspec.json.encode(rules.setup)


@lru_cache(maxsize=64)
def made_again(game: str, setup: bytes) -> ObservableRules:
    """The rules that `same_rules` described, made once."""
    return observable_rules(game, msgspec.json.decode(setup))
