"""Bots: by name, as a row of named weights, or any object with a `choose` method (docs/own-bots.md).

A bot sees only what its seat knows. It has a separate random stream, so the deck is the same for all bots.

>>> import guildhall as gh
>>> game = gh.new_game("guildhall", players=2, seed=1)
>>> _ = game.run([WeightBot("greedy", seat=0, seed=1), WeightBot({"complete": 9, "progress": 1}, seat=1, seed=1)])
>>> game.over
True
"""

from __future__ import annotations

import inspect
import json
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from pkgutil import resolve_name
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup, listing, short
from guildhall.core.game import Bot, Game, TossingBot
from guildhall.core.phrases import What
from guildhall.core.rules import Rules, Spec
from guildhall.kernel.chance import generator

if TYPE_CHECKING:
    from guildhall.simulation.tuning import tune

__all__ = ["OwnBot", "WeightBot", "bot", "bot_lines", "bot_names", "on_seat", "rows", "tune", "usual_bot"]


def __getattr__(name: str) -> Any:
    """Import `tune`, which needs the simulation package, on first use."""
    if name != "tune":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("guildhall.simulation.tuning").tune


def __dir__() -> list[str]:
    return __all__


OwnBot: TypeAlias = Bot | TossingBot
"""An object with `choose(game)` or `choose(game, coin)`."""


# --- Bots by weights ---


@dataclass
class WeightBot:
    """A built-in bot, or one defined by named weights."""

    weights: Spec
    seat: int = 0
    seed: int = 0
    _row: NDArray[np.float64] | None = field(default=None, init=False, repr=False)

    def choose(self, game: Game) -> int:
        """Return the option with the best score, with ties broken at random."""
        rules = game.rules
        if self._row is None:
            self._row = rules.weights(self.weights)
        return rules.choose(game.state, self._row, generator(self.seed, 1 + self.seat))


def bot(name: Spec, *, seat: int = 0, seed: int = 0) -> WeightBot:
    """Return the bot with this name, one of `rules.bots`, or with these weights, for a seat."""
    return WeightBot(name, seat=seat, seed=seed)


def on_seat(bot: Spec | WeightBot | Seated | OwnBot, *, seat: int, seed: int) -> Bot:
    """Return a bot ready to play a seat: by name or weights, or an object, which receives its random generator."""
    if isinstance(bot, WeightBot | Seated):
        return bot
    return WeightBot(bot, seat=seat, seed=seed) if isinstance(bot, str | Mapping) else Seated(bot, seat=seat, seed=seed)


def rows(rules: Rules, bots: Iterable[Spec | WeightBot]) -> NDArray[np.float64]:
    """Return one row of weights for each seat."""
    return np.stack([rules.weights(each.weights if isinstance(each, WeightBot) else each) for each in bots])


def bot_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of a game's bots and levels, weakest first, or () if it has no bots.

    >>> from guildhall.core.rules import rebuild
    >>> bot_names(rebuild("guildhall", {}))
    ('random', 'beginner', 'easy', 'greedy', 'heuristic', 'medium', 'strong')
    """
    return tuple(bot_lines(rules))


def bot_lines(rules: Rules) -> Mapping[str, str]:
    """Return a one-line description of each bot and level of a game, weakest first.

    >>> from guildhall.core.rules import rebuild
    >>> bot_lines(rebuild("guildhall", {}))["greedy"]
    'takes what looks best at the moment'
    """
    return rules.bot_lines


def usual_bot(rules: Rules) -> str:
    """Return the default bot of a game, or "" if it has no bots.

    >>> from guildhall.core.rules import rebuild
    >>> usual_bot(rebuild("guildhall", {}))
    'greedy'
    """
    return rules.usual_bot


# --- Custom bots ---


def is_own(bot: object) -> TypeGuard[OwnBot]:
    """Return whether this is an object with a `choose` method, but not a class or an array."""
    return callable(getattr(bot, "choose", None)) and not isinstance(bot, type) and not hasattr(bot, "__array__")


def name_of(bot: object) -> str:
    """Return the bot's `name`, or else that of its class.

    >>> class Last:
    ...     def choose(self, game):
    ...         return game.options[-1]
    >>> name_of(Last()), is_own(Last()), is_own("greedy")
    ('Last', True, False)
    """
    return str(getattr(bot, "name", None) or type(bot).__name__)


class Seated:
    """A custom bot on a seat of a game. It gets the same random generator for the same game and ply."""

    def __init__(self, bot: OwnBot, *, seat: int, seed: int) -> None:
        self.name = name_of(bot)
        self._choose: Callable[..., What] = bot.choose
        self._tosses = "coin" in inspect.signature(bot.choose).parameters
        self._seat, self._seed = seat, seed

    def choose(self, game: Game) -> What:
        """Return the bot's choice. It receives a branch, so that it cannot change the game."""
        shown, ply = game.branch(), game.ply
        given = {"coin": Random(f"{self._seed} {self._seat} {ply}")} if self._tosses else {}
        chosen = self._choose(shown, **given)
        if shown.ply != ply:
            raise BadSetup(f"{self.name} changed the game at ply {ply + 1}; use game.branch() to try options")
        return chosen

    @classmethod
    def fresh(cls, bot: OwnBot, *, seat: int, seed: int) -> Seated:
        """Return a copy of the bot for one game, so that no game depends on earlier ones."""
        try:
            return cls(deepcopy(bot), seat=seat, seed=seed)
        except TypeError as error:
            raise BadSetup(f"{name_of(bot)} cannot be copied, but every game needs a copy: {error}") from error


# --- Bots by the place of their class ---


def is_place(name: str) -> bool:
    """Return whether a name is a place to import from, `module:Class`, which is never the name of a built-in bot.

    >>> is_place("my_bots:Careful"), is_place("greedy")
    (True, False)
    """
    return re.fullmatch(r"[\w.]+:[\w.]+", name) is not None


def imported(place: str) -> OwnBot:
    """Import a bot: an object, or a class without required arguments.

    This runs the module, so the place must come from the user, never from a file.
    Installed modules take precedence over those in the working directory.
    """
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = resolve_name(place)
        bot = found() if isinstance(found, type) else found
    except Exception as error:  # the module and the class run arbitrary code
        raise BadSetup(f"could not create a bot from {place}: {type(error).__name__}: {error}") from error
    if not is_own(bot):
        raise BadSetup(f"{place} is not a bot: {short(bot)} has no method choose(game)")
    return bot


# --- Identifying bots in stored runs ---


def described(bot: OwnBot) -> dict[str, str]:
    """Return a bot's entry in a manifest: its name, and its `version` or a digest of its classes and attributes.

    The version is "" if neither is available.

    >>> class Careful:
    ...     version = 3
    ...     def choose(self, game): ...
    >>> described(Careful())
    {'bot': 'Careful', 'version': '3'}
    """
    version = getattr(bot, "version", None)
    return {"bot": name_of(bot), "version": _digest(bot) if version is None else str(version)}


def is_described(bot: object) -> bool:
    """Return whether an entry of a manifest describes a custom bot."""
    return isinstance(bot, Mapping) and "bot" in bot


def _digest(bot: object) -> str:
    try:
        sources = [inspect.getsource(kind) for kind in type(bot).__mro__[:-1]]
        plain = json.dumps(vars(bot), sort_keys=True)
    except (OSError, TypeError, ValueError):
        return ""
    return blake2b("\n".join([*sources, plain]).encode(), digest_size=8).hexdigest()


def recognised(bots: Iterable[Mapping[str, Any] | str]) -> None:
    """Raise BadSetup for bots without a version, which a stored run could not recognise when it is continued."""
    if unknown := {str(bot["bot"]): None for bot in bots if isinstance(bot, Mapping) and bot.get("version") == ""}:
        raise BadSetup(
            f"a stored run could not recognise {listing([*unknown])} when it is continued; "
            "give the bot an attribute `version` and change it whenever the bot plays differently"
        )


def check_sendable(bots: Iterable[OwnBot], dumps: Callable[[Any], bytes] = pickle.dumps) -> None:
    """Raise BadSetup for bots that cannot be sent to other processes."""
    for bot in bots:
        try:
            dumps(bot)
        except Exception as error:  # pickling runs code of the bot
            raise BadSetup(
                f"{name_of(bot)} cannot be sent to other processes: {error}; its class must be defined in a module and "
                "all its attributes must be picklable (threads, the default, do not require this)"
            ) from error
