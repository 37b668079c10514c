"""The same question under many rules: every combination of some options, in one frame."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import polars as pl

from guildhall.core.errors import BadSetup, CannotWrite
from guildhall.core.typed import path_of

from .run import simulate

__all__ = ["sweep"]


def sweep(
    grid: Mapping[str, Iterable[Any] | Mapping[str, Any]],
    *,
    games: int = 1000,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    **options: Any,
) -> pl.DataFrame:
    """Simulate every combination of the options in `grid`; returns all their games with the options as columns.

    A list gives an option's values; a mapping gives them names, which then stand in the column.  `out` keeps a
    directory for every combination and lets the same call go on after a crash.

    Does a larger deck make a game longer?

    >>> from guildhall.simulate.analyses import game_length
    >>> six, twelve = "old-world", ["old-world", "new-empire"]
    >>> found = sweep({"cards": {"six": six, "twelve": twelve}}, games=100, seed=1, bots="greedy")
    >>> length = dict(game_length(found, by=["cards"]).select("cards", "mean").iter_rows())
    >>> length["six"] < length["twelve"]
    True
    """
    if not grid:
        raise BadSetup("a sweep needs at least one option with its values, like {'players': [2, 3, 4]}")
    frames = []
    for number, choice in enumerate(_choices(grid)):
        place = None if out is None else path_of(out, CannotWrite) / f"{number:04}"
        asked = {**options, **{name: value for name, (_, value) in choice.items()}}
        sim = simulate(games=games, seed=seed, out=place, **{"frames": "games", **asked})
        if len(sim) < games:
            raise KeyboardInterrupt
        frames.append(sim.games.select(*(pl.lit(shown).alias(name) for name, (shown, _) in choice.items()), pl.all()))
    # Tables of four have more columns of scores than tables of two.
    return pl.concat(frames, how="diagonal")


def _choices(grid: Mapping[str, Iterable[Any] | Mapping[str, Any]]) -> Iterator[dict[str, tuple[Any, Any]]]:
    """Every combination: for each option what stands in its column, and its value."""
    for values in product(*(_named(values) for values in grid.values())):
        yield dict(zip(grid, values, strict=True))


def _named(values: Iterable[Any] | Mapping[str, Any]) -> list[tuple[Any, Any]]:
    if isinstance(values, Mapping):
        return list(values.items())
    return [(_shown(value), value) for value in values]


def _shown(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else ", ".join(map(str, value))
