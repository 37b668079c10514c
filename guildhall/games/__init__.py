"""The registry of games: the one place that knows them by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from guildhall.core.errors import BadSetup, did_you_mean, nearest
from guildhall.core.game import Game
from guildhall.core.rules import Rules

__all__ = ["GAMES", "games", "new_game", "position", "rules_for"]

#: Names of the games and the packages that hold them.
GAMES = {"guildhall": "guildhall.games.guildhall", "advyria": "guildhall.games.advyria"}


def _package(game: str) -> Any:
    if game not in GAMES:
        close = did_you_mean(nearest(str(game), GAMES))
        raise BadSetup(f"there is no game {game!r}{close or '; the games are ' + ', '.join(GAMES)}")
    return import_module(GAMES[game])


def rules_for(game: str, setup: Mapping[str, Any]) -> Rules:
    """The rules of a game with its options settled."""
    return cast(Rules, _package(game).make_rules(**setup))


def _check_seed(seed: object) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadSetup(f"seed must be a whole number, not {seed!r}")


def games() -> dict[str, dict[str, Any]]:
    """Every game with its title, its sets of cards and its options.

    >>> sorted(games()["guildhall"]["sets"])[:3]
    ['alliance', 'coalition', 'fellowship']
    """
    return {name: import_module(package).describe() for name, package in GAMES.items()}


def new_game(game: str = "guildhall", *, seed: int = 0, **options: Any) -> Game:
    """A fresh game; the seed decides every shuffle to come, `games()` lists the options.

    >>> game = new_game("guildhall", cards="old-world", players=3, seed=7)
    >>> game.decision.kind
    'mulligan'
    """
    _check_seed(seed)
    rules = rules_for(game, options)
    return Game(rules, rules.start(seed), seed=seed)


def position(game: str = "guildhall", *, seed: int = 0, **options: Any) -> Game:
    """A game set up by hand, at a seat's next action; see the game's own documentation for what can be placed.

    >>> game = position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> game.options[0].phrase
    'play blue Weaver'
    """
    _check_seed(seed)
    rules, state = _package(game).make_position(seed=seed, **options)
    return Game(rules, state, seed=seed)
