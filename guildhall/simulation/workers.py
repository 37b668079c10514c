"""Play the parts of a run on workers: threads, processes, or the machines of a Dask cluster (the extra `cluster`).

A worker with another version of the rules or the cards would play other games without anybody noticing. So a task
carries a fingerprint of the code that decides games, and a worker with another fingerprint refuses it.

Dask gives the parts of a worker that dies to another one, so nothing is lost but time. It is imported only when a
cluster is used.
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


# --- Dask clusters ---


CONNECT = 5.0  # seconds to reach a scheduler
FIRST_WORKER = 10.0  # seconds until a cluster must have a worker
_FINGERPRINT = f"{code_fingerprint.__module__}:{code_fingerprint.__name__}"
_SAME = "install the same version of guildhall everywhere"
_KEPT = "what was done is kept, and with out=… the same call goes on from there"


def is_client(executor: object) -> bool:
    """Whether this is a client of Dask; who has one has imported Dask."""
    dask = sys.modules.get("distributed")
    return dask is not None and isinstance(executor, dask.Client)


@contextmanager
def connected(address: str, *, timeout: float | None = None) -> Iterator[Any]:
    """A client of the scheduler at `address`, like `tcp://10.0.0.5:8786`, closed at the end."""
    timeout = CONNECT if timeout is None else timeout
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise BadSetup('a cluster needs Dask; do: python -m pip install "guildhall-kit[cluster]"') from None
    try:
        asyncio.run(_knock(dask, address, timeout))
    except TimeoutError:
        raise BadSetup(f"there is no scheduler at '{address}': no answer within {timeout:g} seconds") from None
    except MemoryError:
        # Dask takes the first bytes of an answer for its length; a web server's are a very large number.
        raise BadSetup(f"there is no scheduler at '{address}': something else answers there") from None
    except (OSError, ValueError) as error:
        raise BadSetup(f"there is no scheduler at '{address}': {_first_line(error)}") from error
    with dask.Client(address, timeout=timeout, set_as_default=False) as client:
        yield client


async def _knock(dask: Any, address: str, timeout: float) -> None:
    """Find out whether a scheduler answers: a client that never met one waits long and does not end quietly."""
    scheduler = dask.rpc(address, timeout=timeout)
    try:
        async with asyncio.timeout(timeout):
            await scheduler.identity()
    finally:
        await scheduler.close_rpc()


@dataclass(frozen=True)
class Cluster(Workers):
    """The workers of a cluster; how many they are may change at any time."""

    client: Any

    @classmethod
    def of(cls, client: Any) -> Cluster:
        """The cluster behind a client, once it is sure that it plays the same games as this process."""
        if client.asynchronous:
            raise BadSetup("simulate waits for its games, so it needs a client made without asynchronous=True")
        if client.status != "running":
            raise BadSetup(f"the client is {client.status}, not connected to a scheduler; make a new one")
        with _explained(client):
            workers = _count(client, patience=FIRST_WORKER)
            _check_code(client)
            # Every part is a task of its own, also when two runs ask for the same one: cancelling it in one run
            # must not take it from the other.
            return cls(client.get_executor(pure=False), workers, client)

    def size(self) -> int:
        """How many parts are played at once, as things stand now."""
        with _explained(self.client):
            if self.client.status != "running":
                raise ConnectionError("there is no connection any more")  # Dask itself would try for half a minute
            return max(1, _count(self.client))

    def heed(self, stop: Stop) -> None:
        """Have all workers told when the flag is set."""
        stop.when_set(partial(_tell, self.client, stop.name))

    def submit(self, task: Callable[[int, int], Frames], part: Part, stop: Stop) -> Future[Frames]:
        """Have a part played by whoever is free."""
        with _explained(self.client):
            return self.executor.submit(under_named, stop.name, task, *part)

    def result(self, future: Future[Frames]) -> Frames:
        """What came of a part."""
        with _explained(self.client):
            return super().result(future)


def _tell(client: Any, name: str) -> None:
    """Tell all workers that the flag of that name is set; who is gone needs not be told."""
    with suppress(Exception):  # nothing here may hide why the run ends
        if client.status == "running":
            client.run(set_named, name, on_error="ignore")


def _count(client: Any, *, patience: float = 0.0) -> int:
    """Threads of all workers together; with patience at least one worker must come."""
    if patience:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            address = _address(client)
            raise BadSetup(f"the cluster at '{address}' has no workers; start some: dask worker {address}") from None
    return sum(client.nthreads().values())


def _check_code(client: Any) -> None:
    """Make sure that the scheduler and all workers have guildhall, and the workers the very same."""
    # `resolve_name` is in every Python, so it can be asked where guildhall is missing or another one.
    found = client.run(resolve_name, _FINGERPRINT, on_error="return")
    try:
        client.run_on_scheduler(resolve_name, _FINGERPRINT)
    except (ImportError, AttributeError) as error:
        found["the scheduler"] = error
    for who, answer in found.items():
        if isinstance(answer, Exception):
            raise BadSetup(f"{who} has no guildhall, or an older one: {_first_line(answer)}; {_SAME}") from answer
    here = code_fingerprint()
    for who, there in client.run(code_fingerprint).items():
        if there != here:
            raise BadSetup(f"{who} has other rules, cards or code: {there} there, {here} here; {_SAME}")


@contextmanager
def _explained(client: Any) -> Iterator[None]:
    """Say in our words what went wrong on the way."""
    dask: Any = import_module("distributed")
    try:
        yield
    except CancelledError as error:
        gone = "its scheduler is gone, or somebody cancelled the games"
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
