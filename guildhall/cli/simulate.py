"""`guildhall simulate`: let bots play many games and show a summary."""

from __future__ import annotations

import argparse
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guildhall.cli import INTERRUPTED
from guildhall.cli.screen import OK, Commands, add_command, complain, number, screen
from guildhall.cli.setup import add_game_options, game_and_cards, game_options, listed
from guildhall.core.errors import BadSetup, CannotWrite

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from guildhall.simulation import Simulation

__all__ = ["add"]

FILES = (".parquet", ".csv")
"""Extensions of a file with one row per game. Any other name is a folder."""

_EXAMPLES = """  guildhall simulate old-world --players 4 --bots greedy --games 10000 --seed 1
  guildhall simulate --bots greedy,random --games 1000000 --out results     games, turns and chapters as Parquet
  guildhall simulate fellowship --players 3 --bots heuristic,greedy,random --out games.csv
  guildhall simulate --games 1000000 --out results --scheduler tcp://10.0.0.5:8786

The same seed gives the same games on every machine, with any number of threads, and on a cluster.
Ctrl-C stops early and shows the results so far. With --out DIR, the same command continues where it stopped."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "simulate", run, help="let bots play many games and sum them up", examples=_EXAMPLES)
    add_game_options(parser)
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        help="one for each seat, or one for all (default: the default bot of the game)",
    )
    parser.add_argument("--games", type=number, default=1000, metavar="N", help="how many (default: 1000)")
    parser.add_argument("--seed", type=number, default=0, help="decides every shuffle (default: 0)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--threads", type=number, metavar="N", help="default: all cores")
    where.add_argument("--scheduler", metavar="ADDRESS", help="play on a Dask cluster: tcp://10.0.0.5:8786")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR|FILE",
        help="a folder for all frames, or a .parquet or .csv file with a row per game",
    )
    parser.add_argument("--events", action="store_true", help="also write every event (needs --out DIR)")


def run(asked: argparse.Namespace) -> int:
    """Play the games, write them, and show the summary."""
    to_file = asked.out is not None and asked.out.suffix in FILES and not asked.out.is_dir()
    if asked.events and (to_file or asked.out is None):
        raise BadSetup("--events needs a folder; add --out DIR")
    if to_file:
        _probe(asked.out)
    with _workers(asked.scheduler) as executor:
        sim, seconds = _play(asked, None if to_file else asked.out, executor)
    if len(sim):
        console = screen()
        console.print(_seats(sim))
        for line in _lengths(sim, seconds):
            console.print(line, soft_wrap=True)
        if to_file:
            _write(asked.out, sim.games)
        if asked.out:
            console.print(f"Written to {asked.out}", soft_wrap=True)
    if len(sim) < sim.asked:
        complain(f"stopped after {len(sim)} of {sim.asked} games")
        return INTERRUPTED
    return OK


def _workers(scheduler: str | None) -> AbstractContextManager[Any]:
    """Return the cluster if one is given, else a context for this machine's threads."""
    if scheduler is None:
        return nullcontext()
    from guildhall.simulation.workers import connected

    return connected(scheduler)


def _play(asked: argparse.Namespace, folder: Path | None, executor: Any) -> tuple[Simulation, float]:
    """Return the games, and the time they took, not counting loading the rules."""
    from rich.progress import Progress

    from guildhall.simulation import simulate

    options: dict[str, Any] = game_options(asked)
    if asked.bots is not None:
        names = listed(asked.bots)
        options["bots"] = names[0] if len(names) == 1 else names
    simulate(asked.game, games=1, **options)
    kept: dict[str, Any] = {"out": folder, "events": asked.events} if folder else {"frames": "games"}
    console = screen(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=asked.games)
        begin = time.perf_counter()
        sim = simulate(
            asked.game,
            games=asked.games,
            seed=asked.seed,
            threads=asked.threads,
            executor=executor,
            progress=lambda done, _: bar.update(task, completed=done),
            **options,
            **kept,
        )
    return sim, time.perf_counter() - begin


# The summary


def _seats(sim: Simulation) -> Table:
    """Return a table of the wins and scores of every seat."""
    from rich.table import Table

    from guildhall.simulation.analyses import win_rate_by_seat

    table = Table("seat", "bot", "wins", "win rate", "95 % interval", "mean score", title=_title(sim))
    for row in win_rate_by_seat(sim).iter_rows(named=True):
        seat, between = row["seat"], f"{row['low']:.1%} to {row['high']:.1%}"
        mean = float(sim.games[f"score_{seat}"].to_numpy().mean())
        shown = (sim.rules.seats[seat], str(sim.bots[seat]), str(row["wins"]), f"{row['p']:.1%}", between)
        table.add_row(*shown, f"{mean:.2f}")
    return table


def _title(sim: Simulation) -> str:
    return f"{len(sim)} games of {game_and_cards(sim.rules.game, sim.rules.setup)}, seed {sim.seed}"


def _lengths(sim: Simulation, seconds: float) -> list[str]:
    games = sim.games
    turns, decisions = games["turns"].to_numpy(), games["decisions"].to_numpy()
    ordered = sorted(turns.tolist())
    shortest, middle, longest = ordered[0], ordered[len(ordered) // 2], ordered[-1]
    unfinished = int((games["reason"] == "unfinished").sum())
    return [
        f"Length: {turns.mean():.1f} turns on average, {shortest} to {longest}, median {middle}; "
        f"{decisions.mean():.0f} decisions per game",
        f"Unfinished: {unfinished}",
        _speed(sim.played / seconds, decisions.mean()) if sim.played else "All games had already been played",
    ]


def _speed(rate: float, decisions: float) -> str:
    return f"Speed: {rate:,.0f} games/s, {rate * decisions:,.0f} decisions/s"


# The file


def _probe(target: Path) -> None:
    """Check that a file can be written before the first game is played."""
    from guildhall.core import files

    target = files.refuse_link(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"cannot write '{target}': {error.strerror}", path=str(target)) from error
    files.check_writable(target)


def _write(target: Path, games: pl.DataFrame) -> None:
    from io import BytesIO

    from guildhall.core import files

    buffer = BytesIO()
    (games.write_csv if target.suffix == ".csv" else games.write_parquet)(buffer)
    files.write(target, buffer.getvalue())
