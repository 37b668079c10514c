"""Play the parts of a run on workers: threads, processes, or the machines of a Dask cluster (the extra `cluster`).

A worker with another version of the rules or the cards would silently play other games. So a task carries a fingerprint
of the code that determines games, and a worker with another fingerprint refuses it.

Dask reassigns the parts of a worker that dies, so only time is lost. Dask is imported only when a cluster is used.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from hashlib import blake2b
from importlib import import_module
from itertools import islice
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import numpy as np

from guildhall.bots import OwnBot, Seated, WeightBot, described, is_own, rows
from guildhall.core.errors import BadSetup, Stopped
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import Columns, Rules, Spec
from guildhall.games import known_as, registration
from guildhall.kernel.chance import series
from guildhall.kernel.stop import Stop, first_done, set_named, stop_here, under, under_named

if TYPE_CHECKING:
    from .store import Part

__all__ = [
    "Cluster",
    "Frames",
    "Workers",
    "code_fingerprint",
    "connected",
    "is_client",
    "play_part",
    "play_task",
    "rules_of",
    "task_of",
]


# --- Tasks ---


_PACKAGE = Path(__file__).resolve().parent.parent
_DECIDES_GAMES = ("core/**/*.py", "kernel/**/*.py", "games/**/*.py", "games/**/*.toml", "bots.py")
_SENT_OUT = ("simulation/workers.py",)


@cache
def code_fingerprint(home: str = "") -> str:
    """Return a hash of all modules and card files that affect games, wherever they are installed.

    With the `home` of a game from outside the kit, its files count too.
    """
    digest = blake2b(digest_size=8)
    kit = [path for pattern in (*_DECIDES_GAMES, *_SENT_OUT) for path in _PACKAGE.glob(pattern)]
    for folder, paths in ((_PACKAGE, kit), _own_files(home)):
        for path in sorted(paths):
            # Some systems change line endings when files are installed.
            text = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.relative_to(folder).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _own_files(home: str) -> tuple[Path, list[Path]]:
    """Return the folder of a game's package and its relevant files, or just its module if it has no package."""
    name = home.partition(":")[0]
    found = vars(sys.modules[name]) if name in sys.modules and name.split(".")[0] != _PACKAGE.name else {}
    if not found.get("__file__"):  # part of the kit, or typed into a notebook
        return _PACKAGE, []
    place = Path(found["__file__"])
    whole = ("**/*.py", "**/*.toml") if found.get("__package__") else (place.name,)
    return place.parent, [path for pattern in whole for path in place.parent.glob(pattern)]


def task_of(manifest: Mapping[str, Any], own: Mapping[int, OwnBot] | None = None) -> dict[str, Any]:
    """Build a worker's task from the manifest of a run and the custom bots, which a manifest only names, by seat."""
    needed = ("game", "setup", "bots", "seed", "frames")
    home = registration(manifest["game"]).home
    return {
        **{name: manifest[name] for name in needed},
        "home": home,
        "code": code_fingerprint(home),
        "own": dict(own or {}),
    }


def play_task(task: Mapping[str, Any], first: int, count: int) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of a task. Raise an error if this process would play other ones."""
    known_as(task["game"], task["home"])
    here = code_fingerprint(task["home"])
    if task["code"] != here:
        who = f"process {os.getpid()} on {platform.node()}"
        raise BadSetup(
            f"{who} has other rules, cards or code than the process that requests the games: {here} there, "
            f"{task['code']} here; install the same version of guildhall and of the game everywhere"
        )
    bots = list(task["bots"])
    for seat, bot in task["own"].items():
        _check_own(bot, bots[seat])
        bots[seat] = bot
    return play_part(task["game"], task["setup"], bots, task["seed"], first, count, tuple(task["frames"]))


def _check_own(bot: OwnBot, wanted: Mapping[str, str]) -> None:
    """Raise an error if a bot's class differs here. A class without source code was sent with the bot."""
    here = described(bot)
    if here["version"] not in ("", wanted["version"]):
        who = f"process {os.getpid()} on {platform.node()}"
        raise BadSetup(f"{who} has another version of {here['bot']}: {here['version']} there, {wanted['version']} here")


def play_part(
    game: str,
    setup: Mapping[str, Any],
    bots: Sequence[Spec | OwnBot],
    seed: int,
    first: int,
    count: int,
    frames: tuple[str, ...],
) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of a series, and return the columns of the requested frames.

    All arguments and results except custom bots are plain data, so they can be sent to any process.

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
    """Return the moves of a game with custom bots, which compiled code then replays to record it."""
    game, stop = Game(rules, rules.start(seed), seed=seed), stop_here()
    seated = [
        WeightBot(bot, seat=seat, seed=seed)
        if isinstance(bot, str | Mapping)
        else Seated.fresh(bot, seat=seat, seed=seed)
        for seat, bot in enumerate(bots)
    ]
    game.run(seated, until=lambda _: stop.is_set)
    if stop.is_set:
        raise Stopped("the work was stopped before it finished")
    return game.moves


def rules_of(game: str, setup: Mapping[str, Any]) -> Rules:
    """Return the rules of a game, built once per process."""
    return _rules(registration(game), json.dumps(setup))


@lru_cache(maxsize=16)
def _rules(game: Registration, setup: str) -> Rules:  # keyed by registration, since a game may be registered again
    return game.make_rules(json.loads(setup))


# --- Those who play them, whatever executor they are behind ---

Frames = Mapping[str, Columns]


@dataclass(frozen=True)
class Workers:
    """The workers of an executor."""

    executor: Executor
    number: int

    def size(self) -> int:
        """Return the number of parts played at once."""
        return self.number

    def heed(self, stop: Stop) -> None:
        """Make the workers obey a flag. Threads and processes on this machine poll it themselves."""

    def submit(self, task: Callable[[int, int], Frames], part: Part, stop: Stop) -> Future[Frames]:
        """Submit a part, to be played under the flag."""
        return self.executor.submit(under, stop, task, *part)

    def result(self, future: Future[Frames]) -> Frames:
        """Return the frames of a part."""
        return future.result()

    def play(
        self, task: Callable[[int, int], Frames], parts: Iterator[Part], keep: Callable[[Part, Frames], Any]
    ) -> None:
        """Play every part and store the results. On Ctrl-C stored parts stay and running ones stop.

        At most two parts per worker are submitted at once, so memory does not grow with the number of parts.
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
        except BaseException as error:  # cancel everything, including parts just submitted
            for future in running:
                future.cancel()
            stop.set()
            if not isinstance(error, KeyboardInterrupt):
                raise


# --- Dask clusters ---


CONNECT = 5.0  # seconds to reach a scheduler
FIRST_WORKER = 10.0  # seconds until a cluster must have a worker
_FINGERPRINT = f"{code_fingerprint.__module__}:{code_fingerprint.__name__}"
_SAME = "install the same version of guildhall everywhere"
_KEPT = "finished parts are kept, and with out=… the same call resumes from there"


def is_client(executor: object) -> bool:
    """True if this is a Dask client, without importing Dask."""
    dask = sys.modules.get("distributed")
    return dask is not None and isinstance(executor, dask.Client)


@contextmanager
def connected(address: str, *, timeout: float | None = None) -> Iterator[Any]:
    """Yield a client of the scheduler at `address`, such as `tcp://10.0.0.5:8786`, and close it afterwards."""
    timeout = CONNECT if timeout is None else timeout
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise BadSetup('a cluster needs Dask: python -m pip install "guildhall-kit[cluster]"') from None
    try:
        asyncio.run(_knock(dask, address, timeout))
    except TimeoutError:
        raise BadSetup(f"no scheduler at '{address}': no response within {timeout:g} seconds") from None
    except MemoryError:
        # Dask reads the first bytes of a response as its length; a web server's look like a huge number.
        raise BadSetup(f"no scheduler at '{address}': another service responds there") from None
    except (OSError, ValueError) as error:
        raise BadSetup(f"no scheduler at '{address}': {_first_line(error)}") from error
    with dask.Client(address, timeout=timeout, set_as_default=False) as client:
        yield client


async def _knock(dask: Any, address: str, timeout: float) -> None:
    """Check that a scheduler responds, since an unconnected client waits long and logs errors when it closes."""
    scheduler = dask.rpc(address, timeout=timeout)
    try:
        async with asyncio.timeout(timeout):
            await scheduler.identity()
    finally:
        await scheduler.close_rpc()


@dataclass(frozen=True)
class Cluster(Workers):
    """The workers of a cluster, whose number may change at any time."""

    client: Any

    @classmethod
    def of(cls, client: Any) -> Cluster:
        """Return the cluster of a client, after checking that it would play the same games as this process."""
        if client.asynchronous:
            raise BadSetup("simulate needs a synchronous client, made without asynchronous=True")
        if client.status != "running":
            raise BadSetup(f"the client is {client.status}, not connected to a scheduler; create a new one")
        with _explained(client):
            workers = _count(client, patience=FIRST_WORKER)
            _check_code(client)
            # Every part is a separate task, even if two runs request the same one, so that cancelling it in one run
            # does not cancel it in the other.
            return cls(client.get_executor(pure=False), workers, client)

    def size(self) -> int:
        """Return the number of parts played at once at the moment."""
        with _explained(self.client):
            if self.client.status != "running":
                raise ConnectionError("the connection was lost")  # Dask itself would retry for half a minute
            return max(1, _count(self.client))

    def heed(self, stop: Stop) -> None:
        """Broadcast the flag to all workers when it is set."""
        stop.when_set(partial(_broadcast, self.client, stop.name))

    def submit(self, task: Callable[[int, int], Frames], part: Part, stop: Stop) -> Future[Frames]:
        """Submit a part to any free worker."""
        with _explained(self.client):
            return self.executor.submit(under_named, stop.name, task, *part)

    def result(self, future: Future[Frames]) -> Frames:
        """Return the frames of a part."""
        with _explained(self.client):
            return super().result(future)


def _broadcast(client: Any, name: str) -> None:
    """Broadcast the stop flag to all live workers."""
    with suppress(Exception):  # must not hide why the run ends
        if client.status == "running":
            client.run(set_named, name, on_error="ignore")


def _count(client: Any, *, patience: float = 0.0) -> int:
    """Count the threads of all workers, waiting up to `patience` seconds for the first one."""
    if patience:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            address = _address(client)
            raise BadSetup(
                f"the cluster at '{address}' has no workers; start some with: dask worker {address}"
            ) from None
    return sum(client.nthreads().values())


def _check_code(client: Any) -> None:
    """Check that the scheduler and all workers have guildhall, and the workers exactly this version."""
    # `resolve_name` is in every Python, so this works even if guildhall is missing or different there.
    found = client.run(resolve_name, _FINGERPRINT, on_error="return")
    try:
        client.run_on_scheduler(resolve_name, _FINGERPRINT)
    except (ImportError, AttributeError) as error:
        found["the scheduler"] = error
    for who, answer in found.items():
        if isinstance(answer, Exception):
            raise BadSetup(f"{who} has no guildhall, or an older version: {_first_line(answer)}; {_SAME}") from answer
    here = code_fingerprint()
    for who, there in client.run(code_fingerprint).items():
        if there != here:
            raise BadSetup(f"{who} has other rules, cards or code: {there} there, {here} here; {_SAME}")


@contextmanager
def _explained(client: Any) -> Iterator[None]:
    """Translate errors of Dask into our own."""
    dask: Any = import_module("distributed")
    try:
        yield
    except CancelledError as error:
        gone = "its scheduler is gone, or the games were cancelled"
        raise BadSetup(f"the cluster at '{_address(client)}' gave up: {gone}; {_KEPT}") from error
    except OSError as error:
        raise BadSetup(f"the cluster at '{_address(client)}' was lost: {_first_line(error)}; {_KEPT}") from error
    except dask.KilledWorker as error:
        why = "they ran out of memory (a smaller chunk helps) or have no guildhall"
        raise BadSetup(f"several workers died on the same part: {why}; {_KEPT}") from error


def _address(client: Any) -> str:
    return str(client.scheduler.address if client.scheduler else "?")


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
