"""Play games in bulk, once or for every combination of some options, and hold the finished ones as frames.

Each game depends only on its number, not on chunks, threads or machines.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b
from importlib import import_module
from itertools import product
from pathlib import Path
from types import TracebackType
from typing import Any

import polars as pl

from guildhall.bots import OwnBot, WeightBot, check_sendable, described, is_described, is_own, name_of, recognised, rows
from guildhall.core import files
from guildhall.core.errors import BadRecord, BadSetup, CannotWrite, Unsupported, listing, short
from guildhall.core.rules import Rules, Spec, with_own_files
from guildhall.core.typed import read_seed
from guildhall.games import read_own_files, rules_for

from .frames import Form, schemas_of, wanted
from .store import Directory, Memory, Part, Store, chunks, gaps, read_manifest
from .workers import Cluster, Frames, Workers, is_client, play_task, rules_of, task_of

__all__ = ["Progress", "Reporter", "Simulation", "Sweep", "choices", "manifest_of", "simulate", "sweep"]


# --- Finished games ---


_PART = 1 << 16  # games per part when all of them are written at once


@dataclass(frozen=True)
class Simulation:
    """Finished games of one series.

    `games`, `turns` and `events` are polars frames (docs/frames.md), if the game has them, and `frame` returns any by
    name. `scan` returns them lazily. Use it for a run in a directory that is larger than memory.
    """

    rules: Rules
    bots: tuple[Spec | WeightBot | OwnBot, ...]
    seed: int
    asked: int
    frames: tuple[str, ...]
    store: Store
    played: int = 0  # games played by the call that made this, as opposed to read from a directory

    def scan(self, frame: str) -> pl.LazyFrame:
        """Return a frame as a lazy query, ordered by game."""
        if frame not in (known := schemas_of(self.rules)):
            raise BadSetup(f"{self.rules.game} has no frame {short(frame)}; its frames are {', '.join(known)}")
        if frame not in self.frames:
            how = "events=True" if frame == "events" else f"frames={[*self.frames, frame]}"
            raise BadSetup(f"the frame {short(frame)} was not recorded; simulate(…, {how}) records it")
        return self.store.scan(frame)

    def frame(self, name: str) -> pl.DataFrame:
        """Return a frame by its name.

        >>> from guildhall.simulation import simulate
        >>> sim = simulate("advyria", games=3, seed=1)
        >>> sim.frame("turns").height == sim.games["turns"].sum()
        True
        """
        return self.scan(name).collect()

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game."""
        return self.frame("games")

    @cached_property
    def turns(self) -> pl.DataFrame:
        """One row per turn."""
        return self.frame("turns")

    @cached_property
    def chapters(self) -> pl.DataFrame:
        """One row per completed chapter, in Guildhall only."""
        return self.frame("chapters")

    @cached_property
    def events(self) -> pl.DataFrame:
        """One row per event, with `events=True` only."""
        return self.frame("events")

    def __len__(self) -> int:
        return sum(count for _, count in self.store.parts())

    def __repr__(self) -> str:
        bots = ", ".join(_bot_title(bot) for bot in self.bots)
        return f"Simulation of {len(self)} games of {self.rules.game} (seed {self.seed}) by {bots}"

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write all frames as Parquet into a new directory, in the layout of `simulate(out=…)`."""
        if not isinstance(self.store, Memory):
            raise BadSetup("this simulation is already stored on disk; copy its directory")
        manifest = manifest_of(self.rules, self.bots, self.seed, self.asked, self.frames)
        with Directory.create(path, manifest, Form.of(self.rules, self.frames)) as directory:
            if directory.parts():
                raise CannotWrite(f"'{os.fspath(path)}' already holds this simulation", path=os.fspath(path))
            for parts in _runs(self.store.parts()):
                whole = parts[0][0], sum(count for _, count in parts)
                directory.add(whole, {name: self.store.columns(name, parts) for name in self.frames})

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], *, card_files: str | Path | Sequence[str | Path] | None = None
    ) -> Simulation:
        """Read the simulation in a directory, finished or not. Damaged parts are reported and left out.

        `card_files` replaces the card files that a manifest only names, since those are never opened.
        """
        manifest = read_manifest(path)
        if card_files is not None:
            manifest["setup"] = with_own_files(manifest["game"], manifest["setup"], card_files=card_files)
        rules, frames = _played_by(path, manifest)
        for what, now in (("rules", rules.version), ("cards", rules.card_hash)):
            if manifest.get(what) != now:
                raise BadRecord(f"'{os.fspath(path)}' was played with other {what}: {manifest.get(what)}, now {now}")
        store = Directory(Path(path), manifest, Form.of(rules, frames))
        if store.damaged:
            told = f"'{os.fspath(path)}': damaged and left out: {listing(store.damaged)}"
            warnings.warn(f"{told}; simulate(out=…) with the same options plays them again", stacklevel=2)
        return cls(rules, tuple(manifest["bots"]), manifest["seed"], manifest["games"], frames, store)


def _played_by(path: str | os.PathLike[str], manifest: Mapping[str, Any]) -> tuple[Rules, tuple[str, ...]]:
    """Return the rules of a run and its frames, after checking its manifest."""
    try:
        rules = rules_of(manifest["game"], manifest["setup"])
        frames = wanted(manifest["frames"], schemas_of(rules), events="events" in manifest["frames"])
        _weights(rules, manifest["bots"])
        seated = len(manifest["bots"])
    except Exception as error:  # the setup comes from a file and may contain anything
        raise BadRecord(f"the run in '{os.fspath(path)}' cannot be set up: {error}") from error
    if seated != len(rules.seats):
        raise BadRecord(f"'{os.fspath(path)}' is damaged: it has {seated} bots for {len(rules.seats)} seats")
    if list(frames) != manifest["frames"]:
        raise BadRecord(f"'{os.fspath(path)}' is damaged: its frames are {', '.join(manifest['frames'])}")
    return rules, frames


def _runs(parts: list[Part]) -> Iterator[list[Part]]:
    """Iterate over consecutive parts, grouped up to a good file size."""
    run: list[Part] = []
    for first, count in parts:
        if run and (first != sum(run[-1]) or first + count - run[0][0] > _PART):
            yield run
            run = []
        run.append((first, count))
    if run:
        yield run


def manifest_of(
    rules: Rules, bots: tuple[Spec | WeightBot | OwnBot, ...], seed: int, games: int, frames: tuple[str, ...]
) -> dict[str, Any]:
    """Return everything that determines the frames of a run as JSON data, custom bots as name and version."""
    specs = [_plain(bot) for bot in bots]
    return {
        "format": 1,
        "game": rules.game,
        "setup": dict(rules.setup),
        "bots": specs,
        "seed": seed,
        "games": games,
        "frames": list(frames),
        "rules": rules.version,
        "cards": rules.card_hash,
        "weights": blake2b(_weights(rules, specs), digest_size=8).hexdigest(),
    }


def _plain(bot: Spec | WeightBot | OwnBot) -> str | dict[str, Any]:
    if isinstance(bot, WeightBot):
        return _plain(bot.weights)
    if isinstance(bot, str):
        return bot
    return dict(bot) if isinstance(bot, Mapping) else described(bot)


def _weights(rules: Rules, specs: Sequence[Spec]) -> bytes:
    """Return the weights of all bots that are not custom classes."""
    by_weights = [bot for bot in specs if not is_described(bot)]
    return rows(rules, by_weights).tobytes() if by_weights else b""


def _bot_title(bot: Any) -> str:
    if isinstance(bot, str | WeightBot):
        return str(bot)
    return str(bot["bot"]) if is_described(bot) else name_of(bot) if is_own(bot) else str(bot)


# --- Playing them ---


# --- One run ---


CHUNK, PART = 256, 1024  # games per part: in memory, and on disk
OWN, SEARCHING = 16, 256  # divisors of that with custom bots, and with bots that search

Entrant = Spec | WeightBot | OwnBot
"""A bot that can play in bulk."""


def simulate(
    game: str = "guildhall",
    *,
    bots: Sequence[Entrant] | Entrant | None = None,
    games: int = 1000,
    seed: int = 0,
    frames: Iterable[str] | str | None = None,
    events: bool = False,
    out: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    executor: Executor | Any = None,
    chunk: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Simulation:
    """Play `games` games and collect their frames. The other options are those of `new_game`.

    `bots` is one bot for all seats or a list with one for each: a name, named weights, a `WeightBot`, or an object with
    `choose(game)` (docs/own-bots.md), which plays much more slowly. The default is the game's usual bot.
    `frames` names the frames to record in addition to `games` (default: all). `events=True` adds every event, up to
    1,000 per game.
    `out` is a directory for Parquet parts of `chunk` games. Memory use stays flat, and the same call after a crash or
    Ctrl-C resumes.
    `threads` (default: all cores), an `executor` or a client of a Dask cluster do the work, with the same frames.
    `progress` is True for a bar, or a function of games done and games requested. Ctrl-C returns the finished games.
    A simulated game always has a `turn_limit`, since very rarely nobody can play or draw a useful card any more.

    >>> sim = simulate(players=2, bots=["greedy", "random"], games=50, seed=1)
    >>> sim.games.height, sim.turns["game"].n_unique()
    (50, 50)
    """
    rules = _rules(game, options)
    seated = _seated(bots, rules)
    seed = read_seed(seed)
    _check_numbers(games=games, threads=threads, chunk=chunk)
    asked = wanted(frames, schemas_of(rules), events=events)
    manifest = manifest_of(rules, seated, seed, games, asked)
    form = Form.of(rules, asked)
    own = _own(seated)
    if out is not None:
        recognised(manifest["bots"])
    with (
        _workers(executor, threads, own.values()) as workers,  # first: an invalid executor must write nothing
        Memory(form) if out is None else Directory.create(out, manifest, form) as store,
    ):
        done = _games_in(store)
        todo = chunks(gaps(store.parts(), games), chunk or _part(rules, seated, out))
        with Reporter(progress, games=games, done=done) as report:
            workers.play(partial(play_task, task_of(manifest, own)), todo, partial(_keep, store, report))
    return Simulation(rules, seated, seed, games, asked, store, played=_games_in(store) - done)


def _own(seated: Iterable[Any]) -> dict[int, Any]:
    return {seat: bot for seat, bot in enumerate(seated) if is_own(bot) and not isinstance(bot, WeightBot)}


def _part(rules: Rules, seated: Sequence[Any], out: object) -> int:
    """Return the number of games per part, so that a part takes only seconds."""
    own = _own(seated)
    by_weights = [bot for seat, bot in enumerate(seated) if seat not in own]
    searches = by_weights and any(map(rules.searches, rows(rules, by_weights)))
    return (CHUNK if out is None else PART) // (SEARCHING if searches else OWN if own else 1)


def _rules(game: str, options: Mapping[str, Any]) -> Rules:
    """Build the rules with these options and, by default, the game's turn limit.

    A game that can make no more progress must not hold up the rest.
    """
    given = {name: value for name, value in options.items() if name != "turn_limit" or value is not None}
    return rules_for(game, read_own_files(game, given))


def _games_in(store: Store) -> int:
    return sum(count for _, count in store.parts())


@contextmanager
def _workers(executor: Any, threads: int | None, own: Collection[OwnBot]) -> Iterator[Workers]:
    """Yield the workers: threads that end with the run, or a given executor or cluster, which stays open."""
    cores = os.cpu_count() or 1
    if executor is None:
        with ThreadPoolExecutor(threads or cores) as pool:
            yield Workers(pool, threads or cores)
    elif is_client(executor):
        check_sendable(own, import_module("cloudpickle").dumps)
        yield Cluster.of(executor)
    elif hasattr(executor, "submit"):
        check_sendable(() if isinstance(executor, ThreadPoolExecutor) else own)
        yield Workers(executor, threads or getattr(executor, "_max_workers", None) or cores)
    else:
        raise BadSetup(f"executor must be a concurrent.futures.Executor or a Dask client, not {short(executor)}")


def _check_numbers(**counts: int | None) -> None:
    for name, number in counts.items():
        _check(name, 1 if number is None and name != "games" else number)


def _keep(store: Store, report: Callable[[int], None], part: Part, frames: Frames) -> None:
    store.add(part, frames)
    report(part[1])


def _check(name: str, number: object) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadSetup(f"{name} must be a whole number of at least 1, not {short(number)}")


def _seated(bots: Sequence[Entrant] | Entrant | None, rules: Rules) -> tuple[Entrant, ...]:
    """Return a bot for each seat, by default the game's usual one."""
    if not rules.schemas:
        raise Unsupported(f"{rules.game} has no support for simulation")
    seats = len(rules.seats)
    bots = rules.usual_bot if bots is None else bots
    if isinstance(bots, str | Mapping) or is_own(bots):
        each: tuple[Entrant, ...] = (bots,) * seats
    elif isinstance(bots, Iterable):
        each = tuple(bots)
    else:
        raise BadSetup(f"bots must be names, named weights or objects with a choose method, not {short(bots)}")
    if len(each) != seats:
        raise BadSetup(f"got {len(each)} bots for {seats} seats; give one for each seat, or one for all")
    for bot in each:
        if not isinstance(bot, str | Mapping) and not is_own(bot):
            raise BadSetup(f"a bot must be a name, named weights or an object with a choose method, not {short(bot)}")
    return each


# --- How far a run is ---


Progress = Callable[[int, int], None] | bool | None


class Reporter:
    """Turns the option `progress` into a function that receives the number of newly finished games.

    >>> told = []
    >>> with Reporter(lambda done, asked: told.append((done, asked)), games=10) as report:
    ...     report(4)
    ...     report(6)
    >>> told
    [(4, 10), (10, 10)]
    """

    def __init__(self, progress: Progress, *, games: int, done: int = 0) -> None:
        self.progress, self.games, self.done = progress, games, done
        self.bar: Any = None

    def __enter__(self) -> Callable[[int], None]:
        if self.progress is True:
            from tqdm.auto import tqdm

            self.bar = tqdm(total=self.games, initial=self.done, unit="game", unit_scale=True)
        return self.report

    def report(self, games: int) -> None:
        """Count some more finished games."""
        self.done += games
        if self.bar is not None:
            self.bar.update(games)
        elif callable(self.progress):
            self.progress(self.done, self.games)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.close()


# --- Sweeps ---


@dataclass(frozen=True)
class Sweep:
    """Simulations with different options, and the values chosen for each. `games` has the options as columns.

    A sweep has the methods of its frame `games`: `found.filter(players=2)`, `found["turns"]`. Game number i has the
    same seed in every simulation, so games can be compared in pairs.
    """

    chosen: tuple[Mapping[str, Any], ...]
    simulations: tuple[Simulation, ...]

    def scan(self, frame: str) -> pl.LazyFrame:
        """Return a frame of all simulations as a lazy query, with the options as columns."""
        return self._joined(frame, [0] * len(self.simulations))

    def numbered(self, frame: str) -> pl.LazyFrame:
        """Return the same with unique game numbers across all simulations."""
        return self._joined(frame, [sim.asked for sim in self.simulations])

    def _joined(self, frame: str, sizes: list[int]) -> pl.LazyFrame:
        parts, first = [], 0
        for chosen, sim, size in zip(self.chosen, self.simulations, sizes, strict=True):
            options = (pl.lit(shown).alias(name) for name, shown in chosen.items())
            # Words become strings here, since each deck has its own words.
            columns = (pl.all().exclude("game"), pl.col("game") + first)
            scanned = sim.scan(frame).with_columns(pl.selectors.enum().cast(pl.String))
            order = [*chosen, *scanned.collect_schema().names()]
            parts.append(scanned.select(*options, *columns).select(order))
            first += size
        # Tables of four have more columns of scores than tables of two.
        return pl.concat(parts, how="diagonal")

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game."""
        return self.scan("games").collect()

    def where(self, chosen: Mapping[str, Any]) -> Sweep:
        """Return the simulations with these values of some options."""
        kept = [at for at, each in enumerate(self.chosen) if all(each[name] == chosen[name] for name in chosen)]
        return Sweep(tuple(self.chosen[at] for at in kept), tuple(self.simulations[at] for at in kept))

    def __len__(self) -> int:
        return sum(map(len, self.simulations))

    def __getitem__(self, name: Any) -> Any:
        return self.games[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.games, name)


def sweep(
    grid: Mapping[str, Iterable[Any] | Mapping[str, Any]],
    *,
    games: int = 1000,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Sweep:
    """Simulate every combination of the options in `grid`, and return all games with the options as columns.

    A list gives an option's values. A mapping also gives names for them, which appear in the column. `out` stores a
    directory for every combination, so that the same call can resume after a crash. Only the frame `games` is recorded
    unless `frames` names more or `events=True`.

    Does a larger deck make a game longer?

    >>> from guildhall.simulation.analyses import game_length
    >>> six, twelve = "old-world", ["old-world", "new-empire"]
    >>> found = sweep({"cards": {"six": six, "twelve": twelve}}, games=100, seed=1, bots="greedy")
    >>> length = dict(game_length(found, by=["cards"]).select("cards", "mean").iter_rows())
    >>> length["six"] < length["twelve"]
    True
    """
    if not grid:
        raise BadSetup("a sweep needs at least one option with its values, like {'players': [2, 3, 4]}")
    chosen, simulations = [], []
    for number, choice in enumerate(choices(grid)):
        place = None if out is None else files.refuse_link(out) / f"{number:04}"
        asked = {**options, **{name: value for name, (_, value) in choice.items()}}
        sim = simulate(games=games, seed=seed, out=place, **{"frames": "games", **asked})
        if len(sim) < games:
            raise KeyboardInterrupt
        chosen.append({name: shown for name, (shown, _) in choice.items()})
        simulations.append(sim)
    return Sweep(tuple(chosen), tuple(simulations))


def choices(grid: Mapping[str, Iterable[Any] | Mapping[str, Any]]) -> Iterator[dict[str, tuple[Any, Any]]]:
    """Iterate over all combinations: for each option its label in the column and its value."""
    for values in product(*(_named(values) for values in grid.values())):
        yield dict(zip(grid, values, strict=True))


def _named(values: Iterable[Any] | Mapping[str, Any]) -> list[tuple[Any, Any]]:
    if isinstance(values, Mapping):
        return list(values.items())
    return [(_shown(value), value) for value in values]


def _shown(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else ", ".join(map(str, value))
