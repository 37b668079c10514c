"""Run whole games in bulk: game number i is the same whatever the chunks, the threads and the machines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from importlib import import_module
from typing import Any

from guildhall.bots import WeightBot
from guildhall.core.errors import BadSetup

from .directory import Directory
from .frames import Columns, wanted
from .progress import Progress, Reporter
from .simulation import Simulation, manifest_of
from .source import Recordable, Spec, form_of, play_part
from .stores import Memory, Part, Store, chunks, gaps
from .workers import play_parts, pool_of

__all__ = ["Bot", "simulate"]

CHUNK, PART = 256, 1024  # games of a task: in memory, and when each becomes files of its own
FRAMES = ("games", "turns", "chapters")
TURN_LIMIT = 1000  # ten times a long game: a table on which nobody can do anything any more must not hold up the rest
Bot = Spec | WeightBot


def simulate(
    game: str = "guildhall",
    *,
    bots: Sequence[Bot] | Bot = "greedy",
    games: int = 1000,
    seed: int = 0,
    frames: Iterable[str] | str = FRAMES,
    events: bool = False,
    out: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Simulation:
    """Play `games` games and gather them; the other options are those of `new_game`.

    `bots` is one bot for all seats or a list with one for each: a name, named weights, or a `WeightBot`.
    `frames` are recorded besides `games`; `events=True` adds every event, about a thousand rows a game.
    `out` is a directory for Parquet parts: memory stays flat, and the same call after a crash or Ctrl-C goes on where
    it stopped.  `chunk` games make a part.
    `threads` (all cores if not given) or any `concurrent.futures.Executor` do the work; the frames are the same.
    `progress` is True for a progress bar, or a function called with games done and games asked for.
    Ctrl-C ends early and gives what is done.
    A game ends unfinished after 1000 turns unless `turn_limit` says otherwise: very seldom one comes to a point where
    nobody can play or draw a useful card any more.

    >>> sim = simulate(players=2, bots=["greedy", "random"], games=50, seed=1)
    >>> sim.games.height, sim.turns["game"].n_unique()
    (50, 50)
    """
    if options.get("turn_limit") is None:
        options["turn_limit"] = TURN_LIMIT
    rules: Recordable = import_module("guildhall.games").rules_for(game, options)
    seated = _seated(bots, len(rules.seats))
    for name, number in (("games", games), ("threads", threads), ("chunk", chunk)):
        _check(name, 1 if number is None else number)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadSetup(f"seed must be a whole number, not {seed!r}")
    asked = wanted(frames, events=events)
    manifest = manifest_of(rules, seated, seed, games, asked)
    task = partial(play_part, game, manifest["setup"], manifest["bots"], seed, frames=asked)
    form = form_of(rules, asked)
    place = Memory(form) if out is None else Directory.create(out, manifest, form)
    with place as store, pool_of(executor, threads) as (pool, workers):
        done = sum(count for _, count in store.parts())
        todo = chunks(gaps(store.parts(), games), chunk or (CHUNK if out is None else PART))
        with Reporter(progress, games=games, done=done) as report:
            play_parts(pool, workers, task, todo, partial(_keep, store, report))
    played = sum(count for _, count in store.parts()) - done
    return Simulation(rules, seated, seed, games, asked, store, played)


def _keep(store: Store, report: Callable[[int], None], part: Part, frames: Mapping[str, Columns]) -> None:
    store.add(part, frames)
    report(part[1])


def _check(name: str, number: object) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadSetup(f"{name} must be a whole number from 1 on, not {number!r}")


def _seated(bots: Sequence[Bot] | Bot, seats: int) -> tuple[Any, ...]:
    one = isinstance(bots, str | Mapping | WeightBot)
    each = (bots,) * seats if one else tuple(bots)  # type: ignore[arg-type]  # a sequence if it is not one bot
    if len(each) != seats:
        raise BadSetup(f"{len(each)} bots for {seats} seats; give one for each seat, or one for all")
    return each
