"""The rules of a game as adapters need them: to be seen in numbers, by name, and the same in every process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec

from guildhall.core.errors import Unsupported
from guildhall.core.registration import Registration
from guildhall.core.rules import Observing, Rules
from guildhall.games import known_as, read_own_files, registration, registrations, rules_for

__all__ = ["all_observable", "made_again", "observable_rules", "observing_of", "same_rules"]


def observing_of(rules: Rules) -> Observing:
    """The game in numbers, or BadSetup."""
    return rules.observing


def observable_rules(game: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a game that adapters can show, or BadSetup.

    >>> observing_of(observable_rules("guildhall", {"players": 3})).actions
    314
    """
    rules = rules_for(game, read_own_files(game, options))
    rules.observing  # noqa: B018 - raises Unsupported if there is none
    return rules


def all_observable() -> Iterator[tuple[str, Rules]]:
    """Every game that adapters can show, with its rules as they are by default.

    >>> "guildhall" in dict(all_observable())
    True
    """
    for game in registrations():
        rules = game.make_rules({})
        with suppress(Unsupported):
            rules.observing  # noqa: B018 - raises Unsupported if there is none
            yield game.name, rules


def same_rules(rules: Rules) -> tuple[str, str, bytes]:
    """What another process needs to make the same rules: the arguments of `made_again`."""
    return rules.game, registration(rules.game).home, msgspec.json.encode(rules.setup)


def made_again(game: str, home: str, setup: bytes) -> Rules:
    """The rules that `same_rules` described, made once."""
    return _made(known_as(game, home), setup)


@lru_cache(maxsize=64)
def _made(game: Registration, setup: bytes) -> Rules:  # by the registration: a game may be registered again
    return observable_rules(game.name, msgspec.json.decode(setup))
