"""The registry of games: the one place that knows them by name."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import Any, cast

from guildhall.core.errors import BadSetup, did_you_mean, nearest
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import Rules

__all__ = [
    "game_names",
    "games",
    "known_as",
    "new_game",
    "position",
    "register",
    "registration",
    "registrations",
    "rules_for",
]

#: The games that come with the kit: each package has its `Registration` as `GAME`.
_SHIPPED = {
    "guildhall": "guildhall.games.guildhall",
    "advyria": "guildhall.games.advyria",
    "guild-master": "guildhall.games.guild_master",
}

#: Installed packages make games known by an entry point of this group: `my-game = "my_package:GAME"`.
_GROUP = "guildhall.games"

_registered: dict[str, Registration] = {}


@cache
def _installed() -> dict[str, EntryPoint]:
    """The games of other installed packages, found but not loaded."""
    found = {point.name: point for point in entry_points(group=_GROUP)}
    return {name: point for name, point in found.items() if name not in _SHIPPED}


def game_names() -> tuple[str, ...]:
    """The names of all games, those that come with the kit first."""
    return tuple(dict.fromkeys((*_SHIPPED, *_installed(), *_registered)))


def register(game: Registration) -> None:
    """Make a game of your own known by its name, in this process; registering it again replaces it.

    A package that is installed can name it as an entry point of the group `guildhall.games` instead.
    See "Add a game in an afternoon" in the documentation.
    """
    _check(game)
    _registered[game.name] = game


def _check(game: object) -> None:
    if not isinstance(game, Registration):
        raise BadSetup(f"a game is registered by an object that inherits Registration, not by {game!r}")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game.name):
        raise BadSetup(f"{game.name!r} cannot be the name of a game; small letters, digits and hyphens can")
    if game.name in _SHIPPED:
        raise BadSetup(f"{game.name!r} comes with the kit; a game of your own needs another name")


def registration(game: str) -> Registration:
    """All that is known of a game before it is played."""
    if game in _registered:
        return _registered[game]
    if game in _installed():
        return _load(_installed()[game])
    if game not in _SHIPPED:
        names = game_names()
        close = did_you_mean(nearest(str(game), names))
        raise BadSetup(f"there is no game {game!r}{close or '; the games are ' + ', '.join(names)}")
    return cast(Registration, import_module(_SHIPPED[game]).GAME)


def _load(point: EntryPoint) -> Registration:
    """Register the game of another installed package."""
    try:
        game = point.load()
    except Exception as error:  # whatever is wrong with that package, the others must not suffer from it
        package = point.dist.name if point.dist else "an installed package"
        why = f"{type(error).__name__}: {error}"
        raise BadSetup(f"{package} has a game {point.name!r} that cannot be loaded: {why}") from error
    _check(game)
    if game.name != point.name:
        raise BadSetup(f"the entry point {point.name!r} leads to a game that is called {game.name!r}; name it so")
    register(game)
    return _registered[point.name]


def registrations() -> Iterator[Registration]:
    """All games; one of another installed package that cannot be loaded is left out, with a warning."""
    for name in game_names():
        try:
            yield registration(name)
        except BadSetup as error:
            warnings.warn(str(error), stacklevel=2)


def known_as(game: str, home: str) -> Registration:
    """A game by its name, also in a process in which it is not registered: it is then, from its `Registration.home`."""
    if game not in game_names():
        try:
            register(resolve_name(home)())
        except (AttributeError, ImportError) as error:
            where = f"its class {home!r} cannot be imported here ({error})"
            raise BadSetup(f"there is no game {game!r} in this process: {where}; keep it in a module") from error
    return registration(game)


def rules_for(game: str, setup: Mapping[str, Any]) -> Rules:
    """The rules of a game with its settings."""
    return registration(game).make_rules(setup)


def _check_seed(seed: object) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadSetup(f"seed must be a whole number, not {seed!r}")


def games() -> dict[str, dict[str, Any]]:
    """Every game with its title, what it is, its players, its sets of cards and its options.

    >>> sorted(games()["guildhall"]["sets"])[:3]
    ['alliance', 'coalition', 'fellowship']
    """
    return {game.name: _described(game) for game in registrations()}


def _described(game: Registration) -> dict[str, Any]:
    return {
        "title": game.title,
        "summary": game.summary,
        "players": game.players,
        "sets": dict(game.sets),
        "options": game.settings.help,
    }


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
    rules, state = registration(game).make_position(seed=seed, **options)
    return Game(rules, state, seed=seed)
