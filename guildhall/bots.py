"""Bots: by name, as a row of named weights, or any object that can choose (docs/own-bots.md).

A bot sees only what its seat knows. Its coin is a stream of its own, so the deck is the same whoever plays.

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
    """Import `tune`, which plays games in bulk, when it is first used."""
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
    """A bot that is a row of named weights, or one of the game's own by name."""

    weights: Spec
    seat: int = 0
    seed: int = 0
    _row: NDArray[np.float64] | None = field(default=None, init=False, repr=False)

    def choose(self, game: Game) -> int:
        """The option with the best score; equal ones are drawn for."""
        rules = game.rules
        if self._row is None:
            self._row = rules.weights(self.weights)
        return rules.choose(game.state, self._row, generator(self.seed, 1 + self.seat))


def bot(name: Spec, *, seat: int = 0, seed: int = 0) -> WeightBot:
    """The bot of that name, one of `rules.bots`, or of those weights, for a seat."""
    return WeightBot(name, seat=seat, seed=seed)


def on_seat(bot: Spec | WeightBot | Seated | OwnBot, *, seat: int, seed: int) -> Bot:
    """A bot ready to play a seat of a game: by name or weights, or an object, which is given its coin."""
    if isinstance(bot, WeightBot | Seated):
        return bot
    return WeightBot(bot, seat=seat, seed=seed) if isinstance(bot, str | Mapping) else Seated(bot, seat=seat, seed=seed)


def rows(rules: Rules, bots: Iterable[Spec | WeightBot]) -> NDArray[np.float64]:
    """One row of weights for each seat."""
    return np.stack([rules.weights(each.weights if isinstance(each, WeightBot) else each) for each in bots])


def bot_names(rules: Rules) -> tuple[str, ...]:
    """The bots and levels of a game, from the weakest to the strongest; none where nobody plays by weights.

    >>> from guildhall.core.rules import rebuild
    >>> bot_names(rebuild("guildhall", {}))
    ('random', 'beginner', 'easy', 'greedy', 'heuristic', 'medium', 'strong')
    """
    return tuple(bot_lines(rules))


def bot_lines(rules: Rules) -> Mapping[str, str]:
    """A line about each bot and level of a game, from the weakest to the strongest.

    >>> from guildhall.core.rules import rebuild
    >>> bot_lines(rebuild("guildhall", {}))["greedy"]
    'takes what looks best at the moment'
    """
    return rules.bot_lines


def usual_bot(rules: Rules) -> str:
    """The bot that plays where none is named; "" where nobody plays by weights.

    >>> from guildhall.core.rules import rebuild
    >>> usual_bot(rebuild("guildhall", {}))
    'greedy'
    """
    return rules.usual_bot


# --- Custom bots ---


def is_own(bot: object) -> TypeGuard[OwnBot]:
    """Whether this is an object that can choose, no class of such objects and no array, which has such a method too."""
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
    """A bot of one's own on a seat of a game; the same game and ply give it the same coin."""

    def __init__(self, bot: OwnBot, *, seat: int, seed: int) -> None:
        self.name = name_of(bot)
        self._choose: Callable[..., What] = bot.choose
        self._tosses = "coin" in inspect.signature(bot.choose).parameters
        self._seat, self._seed = seat, seed

    def choose(self, game: Game) -> What:
        """What the bot chooses; it is given a branch, so that the game stays as it is whatever the bot does."""
        shown, ply = game.branch(), game.ply
        given = {"coin": Random(f"{self._seed} {self._seat} {ply}")} if self._tosses else {}
        chosen = self._choose(shown, **given)
        if shown.ply != ply:
            raise BadSetup(f"{self.name} changed the game at ply {ply + 1}; to try options out it takes game.branch()")
        return chosen

    @classmethod
    def fresh(cls, bot: OwnBot, *, seat: int, seed: int) -> Seated:
        """A copy of the bot for one game, so that no game depends on those that were played before it."""
        try:
            return cls(deepcopy(bot), seat=seat, seed=seed)
        except TypeError as error:
            raise BadSetup(f"{name_of(bot)} plays every game as a copy, and cannot be copied: {error}") from error


# --- Bots by the place of their class ---


def is_place(name: str) -> bool:
    """Whether a name is a place to import from, `module:Class`; none of a bot of the kit is.

    >>> is_place("my_bots:Careful"), is_place("greedy")
    (True, False)
    """
    return re.fullmatch(r"[\w.]+:[\w.]+", name) is not None


def imported(place: str) -> OwnBot:
    """The bot that a module has there: an object, or a class that needs nothing to make one.

    This runs the module, so a place is only ever taken from the person who runs the kit, never from a file.  What is
    installed goes before what lies in the working directory.
    """
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = resolve_name(place)
        bot = found() if isinstance(found, type) else found
    except Exception as error:  # the module and the class run code of their own
        raise BadSetup(f"could not create a bot from {place}: {type(error).__name__}: {error}") from error
    if not is_own(bot):
        raise BadSetup(f"{place} cannot choose: a bot has a method choose(game), and {short(bot)} has none")
    return bot


# --- How a run knows a bot again ---


def described(bot: OwnBot) -> dict[str, str]:
    """A bot as a manifest names it: by its `version`, or else by a digest of its classes and plain attributes.

    The version is "" where there is neither.

    >>> class Careful:
    ...     version = 3
    ...     def choose(self, game): ...
    >>> described(Careful())
    {'bot': 'Careful', 'version': '3'}
    """
    version = getattr(bot, "version", None)
    return {"bot": name_of(bot), "version": _digest(bot) if version is None else str(version)}


def is_described(bot: object) -> bool:
    """Whether an entry of a manifest names a bot of somebody's own."""
    return isinstance(bot, Mapping) and "bot" in bot


def _digest(bot: object) -> str:
    try:
        sources = [inspect.getsource(kind) for kind in type(bot).__mro__[:-1]]
        plain = json.dumps(vars(bot), sort_keys=True)
    except (OSError, TypeError, ValueError):
        return ""
    return blake2b("\n".join([*sources, plain]).encode(), digest_size=8).hexdigest()


def recognised(bots: Iterable[Mapping[str, Any] | str]) -> None:
    """Refuse bots that a run in a directory would not know again when it goes on."""
    if unknown := {str(bot["bot"]): None for bot in bots if isinstance(bot, Mapping) and bot.get("version") == ""}:
        raise BadSetup(
            f"a run in a directory cannot tell whether it goes on with the same {listing([*unknown])}; "
            "give the bot an attribute `version`, to be changed whenever it plays differently"
        )


def check_sendable(bots: Iterable[OwnBot], dumps: Callable[[Any], bytes] = pickle.dumps) -> None:
    """Refuse bots that cannot be sent to other processes."""
    for bot in bots:
        try:
            dumps(bot)
        except Exception as error:  # pickling runs code of the bot's own
            raise BadSetup(
                f"{name_of(bot)} cannot be sent to other processes: {error}; there a bot must be of a class that a "
                "module has, and hold nothing that cannot be pickled (threads, the default, need neither)"
            ) from error
