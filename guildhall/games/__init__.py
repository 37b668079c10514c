"""The registry of games: the one place that knows them by name."""

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

#: Installed packages make games known by an entry point of this group: `my-game = "my_package:GAME"`.
_GROUP = "guildhall.games"

_registered: dict[str, Registration] = {}


@cache
def _installed() -> dict[str, EntryPoint]:
    """The games of other installed packages, found but not loaded."""
    from importlib.metadata import entry_points  # looks through every installed package; the kit's own games do without

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
        raise BadSetup(f"a game is registered by an object that inherits Registration, not by {short(game)}")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game.name):
        raise BadSetup(f"{short(game.name)} cannot be the name of a game; small letters, digits and hyphens can")
    if game.name in _SHIPPED:
        raise BadSetup(f"{short(game.name)} comes with the kit; a game of your own needs another name")


def registration(game: str) -> Registration:
    """All that is known of a game before it is played."""
    if not isinstance(game, str):
        raise BadSetup(f"a game is named by a text, such as 'guildhall', not by {short(game)}")
    if game in _SHIPPED:
        return _shipped(game)
    if game in _registered:
        return _registered[game]
    if game in _installed():
        return _load(_installed()[game])
    names = game_names()
    close = did_you_mean(nearest(game, names))
    raise BadSetup(f"there is no game {short(game)}{close or '; the games are ' + ', '.join(names)}")


def _shipped(game: str) -> Registration:
    """Import the registration of a game that comes with the kit, and nothing else of it."""
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
    except Exception as error:  # whatever is wrong with that package, the others must not suffer from it
        package = point.dist.name if point.dist else "an installed package"
        why = f"{type(error).__name__}: {error}"
        raise BadSetup(f"{package} has a game {short(point.name)} that cannot be loaded: {why}") from error
    _check(game)
    if game.name != point.name:
        raise BadSetup(
            f"the entry point {short(point.name)} leads to a game that is called {short(game.name)}; name it so"
        )
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
            where = f"its class {short(home)} cannot be imported here ({error})"
            raise BadSetup(f"there is no game {short(game)} in this process: {where}; keep it in a module") from error
    return registration(game)


def rules_for(game: str, setup: Mapping[str, Any]) -> Rules:
    """The rules of a game with its settings, which may come from anywhere: no file is opened for them."""
    return registration(game).make_rules(setup)


def read_own_files(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody typed, with the texts of the files named in it; `rules_for` takes it."""
    return registration(game).settings.with_texts(options)


def list_games() -> dict[str, dict[str, Any]]:
    """Describe every game: its title, summary, players, sets of cards and options.

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
    """Begin a game; the seed decides every shuffle to come.

    `game` is a name, or the `Registration` of a game of your own, which is registered by it.
    The games of the kit take these settings; `gh.list_games()` says what they mean:

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
    """A game set up by hand, at a seat's next action; see the game's own documentation for what can be placed.

    >>> game = position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> game.options[0].phrase
    'play blue Weaver'
    """
    seed = read_seed(seed)
    rules, state = registration(game).make_position(seed=seed, **read_own_files(game, options))
    return Game(rules, state, seed=seed)
