"""The registry of games, and functions that start a game by its name."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from guildhall.core.errors import BadSetup, did_you_mean, nearest, short
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import Rules
from guildhall.core.typed import read_seed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .advyria.settings import AdvyriaOptions
    from .guild_master.settings import GuildMasterOptions
    from .guildhall.settings import GuildhallOptions
    from .hundred_halls.settings import HundredHallsOptions

__all__ = [
    "game_names",
    "known_as",
    "list_games",
    "new_game",
    "position",
    "read_own_files",
    "register",
    "registration",
    "registrations",
    "rules_for",
]

_SHIPPED = ("guildhall", "advyria", "guild-master", "hundred-halls")

#: Installed packages register games with an entry point of this group: `my-game = "my_package:GAME"`.
_GROUP = "guildhall.games"

_registered: dict[str, Registration] = {}


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the games of other installed packages, without loading them."""
    from importlib.metadata import entry_points  # searches all installed packages, so only if needed

    found = {point.name: point for point in entry_points(group=_GROUP)}
    return {name: point for name, point in found.items() if name not in _SHIPPED}


def game_names() -> tuple[str, ...]:
    """Return the names of all games, built-in ones first."""
    return tuple(dict.fromkeys((*_SHIPPED, *_installed(), *_registered)))


def register(game: Registration) -> None:
    """Register a custom game under its name in this process, replacing an earlier one of that name.

    An installed package can declare an entry point of the group `guildhall.games` instead.
    See "Add a game in an afternoon" in the documentation.
    """
    _check(game)
    _registered[game.name] = game


def _check(game: object) -> None:
    if not isinstance(game, Registration):
        raise BadSetup(f"expected an instance of a subclass of Registration, got {short(game)}")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game.name):
        raise BadSetup(f"invalid name of a game {short(game.name)}; use lower-case letters, digits and hyphens")
    if game.name in _SHIPPED:
        raise BadSetup(f"{short(game.name)} is a built-in game; a custom game needs another name")


def registration(game: str) -> Registration:
    """Return the registration of a game."""
    if not isinstance(game, str):
        raise BadSetup(f"expected the name of a game, such as 'guildhall', got {short(game)}")
    if game in _SHIPPED:
        return _shipped(game)
    if game in _registered:
        return _registered[game]
    if game in _installed():
        return _load(_installed()[game])
    names = game_names()
    close = did_you_mean(nearest(game, names))
    raise BadSetup(f"unknown game {short(game)}{close or '; the games are ' + ', '.join(names)}")


def _shipped(game: str) -> Registration:
    """Import only the registration of a built-in game."""
    match game:
        case "guildhall":
            from . import guildhall

            return guildhall.GAME
        case "advyria":
            from . import advyria

            return advyria.GAME
        case "guild-master":
            from . import guild_master

            return guild_master.GAME
    from . import hundred_halls

    return hundred_halls.GAME


def _load(point: EntryPoint) -> Registration:
    """Register the game of another installed package."""
    try:
        game = point.load()
    except Exception as error:  # a faulty package must not affect the other games
        package = point.dist.name if point.dist else "an installed package"
        why = f"{type(error).__name__}: {error}"
        raise BadSetup(f"cannot load the game {short(point.name)} of {package}: {why}") from error
    _check(game)
    if game.name != point.name:
        raise BadSetup(f"the entry point {short(point.name)} must be named {short(game.name)}, like its game")
    register(game)
    return _registered[point.name]


def registrations() -> Iterator[Registration]:
    """Yield all games, warning about those that cannot be loaded."""
    for name in game_names():
        try:
            yield registration(name)
        except BadSetup as error:
            warnings.warn(str(error), stacklevel=2)


def known_as(game: str, home: str) -> Registration:
    """Return the registration of a game, registering it from its `Registration.home` if necessary."""
    if game not in game_names():
        try:
            register(resolve_name(home)())
        except (AttributeError, ImportError) as error:
            where = f"its class {short(home)} cannot be imported here ({error})"
            raise BadSetup(f"unknown game {short(game)} in this process: {where}; define it in a module") from error
    return registration(game)


def rules_for(game: str, setup: Mapping[str, Any]) -> Rules:
    """Return the rules of a game with settings from any source, without opening any file."""
    return registration(game).make_rules(setup)


def read_own_files(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings typed by the user for `rules_for`, with the contents of the files they name."""
    return registration(game).settings.with_texts(options)


def list_games() -> dict[str, dict[str, Any]]:
    """Describe every game: its title, summary, players, sets of cards and settings.

    >>> sorted(list_games()["guildhall"]["sets"])[:3]
    ['alliance', 'coalition', 'fellowship']
    """
    return {game.name: _described(game) for game in registrations()}


def _described(game: Registration) -> dict[str, Any]:
    return {
        "title": game.title,
        "summary": game.summary,
        "players": game.players,
        "sets": dict(game.sets),
        "options": game.settings.help(),
    }


@overload
def new_game(
    game: Literal["guildhall"] = "guildhall", *, seed: int = 0, **options: Unpack[GuildhallOptions]
) -> Game: ...
@overload
def new_game(game: Literal["advyria"], *, seed: int = 0, **options: Unpack[AdvyriaOptions]) -> Game: ...
@overload
def new_game(game: Literal["guild-master"], *, seed: int = 0, **options: Unpack[GuildMasterOptions]) -> Game: ...
@overload
def new_game(game: Literal["hundred-halls"], *, seed: int = 0, **options: Unpack[HundredHallsOptions]) -> Game: ...
@overload
def new_game(game: Registration, *, seed: int = 0, **options: Any) -> Game: ...
@overload
def new_game(game: str, *, seed: int = 0, players: int | Sequence[str] = ...) -> Game: ...
def new_game(game: str | Registration = "guildhall", *, seed: int = 0, **options: Any) -> Game:
    """Start a game. The seed determines all shuffles.

    `game` is a name, or the `Registration` of a custom game, which this call registers.
    The built-in games have these settings, which `gh.list_games()` explains:

    guildhall: cards, players, saga, masters, houses, rules, target, first, reshuffle_keeps_top, turn_limit, vp,
        card_files
    advyria: players, cards, lang, no_actions, no_finale, no_manoeuvre, no_heroes, only_adventures, open_hands, first,
        turn_limit, card_files
    guild-master: players, short, teams, card_files
    hundred-halls: players, party, scenario, realm, order, head_start, armory, campaign, defeat_limit, round_limit,
        card_files

    >>> game = new_game("guildhall", cards="old-world", players=3, seed=7)
    >>> game.decision.kind
    'mulligan'
    """
    seed = read_seed(seed)
    if isinstance(game, Registration):
        if game is not _registered.get(game.name):
            register(game)
        game = game.name
    rules = rules_for(game, read_own_files(game, options))
    return Game(rules, rules.start(seed), seed=seed)


def position(game: str = "guildhall", *, seed: int = 0, **options: Any) -> Game:
    """Set up a game by hand, at a seat's next action. The game's documentation says what can be placed.

    >>> game = position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> game.options[0].phrase
    'play blue Weaver'
    """
    seed = read_seed(seed)
    rules, state = registration(game).make_position(seed=seed, **read_own_files(game, options))
    return Game(rules, state, seed=seed)
