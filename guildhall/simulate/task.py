"""The task that a thread, a process or another machine is given: which games to play, and by which code.

A worker with another version of the rules or the cards would play other games without anybody noticing.
So a task carries a fingerprint of the code that decides games, and a worker whose own differs refuses it.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from guildhall.bots import OwnBot, WeightBot, rows
from guildhall.bots.own import Seated, described, is_own
from guildhall.core.errors import BadSetup, Stopped
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import Columns, Rules, Spec
from guildhall.games import known_as, registration
from guildhall.kernel.chance import series
from guildhall.kernel.stop import Stop, first_done, stop_here, under

if TYPE_CHECKING:
    from .store import Part

__all__ = ["Frames", "Workers", "code_fingerprint", "play_part", "play_task", "rules_of", "task_of"]

_PACKAGE = Path(__file__).resolve().parent.parent
_DECIDES_GAMES = ("core/**/*.py", "kernel/**/*.py", "games/**/*.py", "games/**/*.toml", "bots/**/*.py")
_SENT_OUT = ("simulate/task.py",)


@cache
def code_fingerprint(home: str = "") -> str:
    """A hash of all modules and card files that decide how games go, the same wherever they are installed.

    With the `home` of a game that does not come with the kit, its own files count too.
    """
    digest = blake2b(digest_size=8)
    kit = [path for pattern in (*_DECIDES_GAMES, *_SENT_OUT) for path in _PACKAGE.glob(pattern)]
    for folder, paths in ((_PACKAGE, kit), _own_files(home)):
        for path in sorted(paths):
            # Some systems write line ends of their own when files are installed.
            text = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.relative_to(folder).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _own_files(home: str) -> tuple[Path, list[Path]]:
    """The folder of a game's package with all that may decide its games, or its module alone if that has no package."""
    name = home.partition(":")[0]
    found = vars(sys.modules[name]) if name in sys.modules and name.split(".")[0] != _PACKAGE.name else {}
    if not found.get("__file__"):  # it comes with the kit, or was typed into a notebook
        return _PACKAGE, []
    place = Path(found["__file__"])
    whole = ("**/*.py", "**/*.toml") if found.get("__package__") else (place.name,)
    return place.parent, [path for pattern in whole for path in place.parent.glob(pattern)]


def task_of(manifest: Mapping[str, Any], own: Mapping[int, OwnBot] | None = None) -> dict[str, Any]:
    """What a worker needs to know, from the manifest of a run, with the bots that a manifest can only name by seat."""
    needed = ("game", "setup", "bots", "seed", "frames")
    home = registration(manifest["game"]).home
    return {
        **{name: manifest[name] for name in needed},
        "home": home,
        "code": code_fingerprint(home),
        "own": dict(own or {}),
    }


def play_task(task: Mapping[str, Any], first: int, count: int) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of a task, or refuse if this process would play other ones."""
    known_as(task["game"], task["home"])
    here = code_fingerprint(task["home"])
    if task["code"] != here:
        who = f"process {os.getpid()} on {platform.node()}"
        raise BadSetup(
            f"{who} has other rules, cards or code than the process that asks for games: {here} there, "
            f"{task['code']} here; install the same version of guildhall and of the game everywhere"
        )
    bots = list(task["bots"])
    for seat, bot in task["own"].items():
        _check_own(bot, bots[seat])
        bots[seat] = bot
    return play_part(task["game"], task["setup"], bots, task["seed"], first, count, tuple(task["frames"]))


def _check_own(bot: OwnBot, wanted: Mapping[str, str]) -> None:
    """Refuse a bot whose class is another one here; where no source is to be found, the class was sent with it."""
    here = described(bot)
    if here["version"] not in ("", wanted["version"]):
        who = f"process {os.getpid()} on {platform.node()}"
        raise BadSetup(f"{who} has another {here['bot']}: {here['version']} there, {wanted['version']} here")


def play_part(
    game: str,
    setup: Mapping[str, Any],
    bots: Sequence[Spec | OwnBot],
    seed: int,
    first: int,
    count: int,
    frames: tuple[str, ...],
) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of a series; returns the columns of the frames asked for.

    Everything that goes in and comes out is plain, but for bots of one's own, so it can be sent to any process.

    >>> part = play_part("guildhall", {"players": 2}, ["greedy", "random"], 1, 10, 5, ("games",))
    >>> part["games"]["game"].tolist()
    [10, 11, 12, 13, 14]
    """
    rules = rules_of(game, setup)
    named = [bot if isinstance(bot, str | Mapping) else rules.usual_bot for bot in bots]
    seeds, weights = series(seed, first, count), rows(rules, named)
    moves = [_moves(rules, int(each), bots) for each in seeds] if any(map(is_own, bots)) else None
    if frames == ("games",):
        played = {"games": dict(rules.play_games(seeds, weights, moves))}
    else:
        played = rules.record_games(seeds, weights, moves, events="events" in frames)
    numbers = np.arange(first, first + count)
    for name in frames:
        played[name]["game"] = numbers if name == "games" else numbers[played[name]["game"]]
    played["games"]["seed"] = seeds
    return {name: played[name] for name in frames}


def _moves(rules: Rules, seed: int, bots: Sequence[Spec | OwnBot]) -> tuple[int, ...]:
    """The moves of a game in which bots of one's own have seats; what is recorded of it, compiled code tells."""
    game, stop = Game(rules, rules.start(seed), seed=seed), stop_here()
    seated = [
        WeightBot(bot, seat=seat, seed=seed)
        if isinstance(bot, str | Mapping)
        else Seated.fresh(bot, seat=seat, seed=seed)
        for seat, bot in enumerate(bots)
    ]
    game.run(seated, until=lambda _: stop.is_set)
    if stop.is_set:
        raise Stopped("the work was stopped before its end")
    return game.moves


def rules_of(game: str, setup: Mapping[str, Any]) -> Rules:
    """The rules of a game, built once per process."""
    return _rules(registration(game), json.dumps(setup))


@lru_cache(maxsize=16)
def _rules(game: Registration, setup: str) -> Rules:  # by the registration: a game may be registered again
    return game.make_rules(json.loads(setup))


# --- Those who play them, whatever executor they are behind ---

Frames = Mapping[str, Columns]


@dataclass(frozen=True)
class Workers:
    """Workers behind an executor."""

    executor: Executor
    number: int

    def size(self) -> int:
        """How many parts are played at once."""
        return self.number

    def heed(self, stop: Stop) -> None:
        """Make sure that the workers hear of a flag: threads look at it themselves, processes of this machine too."""

    def submit(self, task: Callable[[int, int], Frames], part: Part, stop: Stop) -> Future[Frames]:
        """Have a part played that heeds the flag."""
        return self.executor.submit(under, stop, task, *part)

    def result(self, future: Future[Frames]) -> Frames:
        """What came of a part."""
        return future.result()

    def play(
        self, task: Callable[[int, int], Frames], parts: Iterator[Part], keep: Callable[[Part, Frames], Any]
    ) -> None:
        """Have every part played and keep what comes; what is kept when Ctrl-C comes stays, what is played stops.

        No more than two parts per worker are under way, so memory does not grow with the number of parts.
        """
        running: dict[Future[Frames], Part] = {}
        stop = stop_here()
        self.heed(stop)
        try:
            while True:
                for part in islice(parts, max(0, 2 * self.size() - len(running))):
                    running[self.submit(task, part, stop)] = part
                if not running:
                    return
                for future in first_done(running):
                    keep(running.pop(future), self.result(future))
        except BaseException as error:  # nobody waits any more, not even for a part that was just handed out
            for future in running:
                future.cancel()
            stop.set()
            if not isinstance(error, KeyboardInterrupt):
                raise
