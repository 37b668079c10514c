"""Play games in bulk, once or for every combination of some options.

Each game depends only on its number, not on chunks, threads or machines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from itertools import product
from types import TracebackType
from typing import Any

import polars as pl

from guildhall.bots import OwnBot, WeightBot, check_sendable, is_own, recognised, rows
from guildhall.core import files
from guildhall.core.errors import BadSetup, Unsupported, short
from guildhall.core.rules import Rules, Spec
from guildhall.core.typed import read_seed
from guildhall.games import read_own_files, rules_for

from .frames import Form, schemas_of, wanted
from .result import Simulation, manifest_of
from .store import Directory, Memory, Part, Store, chunks, gaps
from .workers import Cluster, Frames, Workers, is_client, play_task, task_of

__all__ = ["Progress", "Reporter", "Sweep", "choices", "simulate", "sweep"]


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
