"""`guildhall replay --review`: what a review of a game found, in lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from guildhall.records.record import Record

if TYPE_CHECKING:
    import polars as pl

__all__ = ["lines", "reviewed"]


def reviewed(record: Record, seat: int | None, rollouts: int) -> pl.DataFrame:
    """The review of a record, with a bar where there is a terminal; after Ctrl-C, what is known so far."""
    from rich.console import Console
    from rich.progress import Progress

    from guildhall.odds import review

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("decisions", total=None)
        return review(record, seat, n=rollouts, progress=lambda at, end: bar.update(task, completed=at, total=end))


def lines(record: Record, found: pl.DataFrame) -> Iterator[str]:
    """The marked decisions with their reasons, the largest swings, and what choice and luck came to for every seat."""
    import polars as pl

    from guildhall.odds.reviewing import largest_swings, parted, reason

    seats = record.header.seats
    marked = found.filter(pl.col("mark") != "")
    for row in marked.iter_rows(named=True):
        yield f"ply {row['ply']}, {seats[row['seat']]}: {row['played']} {row['mark']}  {reason(row)}"
    swings = largest_swings(found)
    yield from ["", "Largest swings:"] if swings else []
    for row in swings:
        yield f"ply {row['ply']}, {seats[row['seat']]}: {parted(row)}, after {row['played']}"
    yield ""
    for (seat,), own in found.group_by("seat", maintain_order=True):
        yield (
            f"{seats[int(str(seat))]}: {own.height} decisions, {(own['mark'] != '').sum()} marked; chance at first "
            f"{own['before'][0]:.0%}, choice {own['choice'].sum():+.2f}, luck {own['luck'].sum():+.2f}"
        )
