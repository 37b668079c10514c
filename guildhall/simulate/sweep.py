"""The same question under many rules: every combination of some options, side by side."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import polars as pl

from guildhall.core import files
from guildhall.core.errors import BadSetup

from .run import simulate
from .simulation import Simulation

__all__ = ["Sweep", "choices", "sweep"]


@dataclass(frozen=True)
class Sweep:
    """Simulations under different options, and what was chosen for each; `games` has the options as columns.

    Whatever a frame can do, its games do: `found.filter(players=2)`, `found["turns"]`.
    Game number i has the same seed in every simulation, so games can be compared in pairs.
    """

    chosen: tuple[Mapping[str, Any], ...]
    simulations: tuple[Simulation, ...]

    def scan(self, frame: str) -> pl.LazyFrame:
        """A frame of all simulations as a lazy query, with the options as columns."""
        return self._joined(frame, [0] * len(self.simulations))

    def numbered(self, frame: str) -> pl.LazyFrame:
        """The same with the games numbered through, so that no two of them share a number."""
        return self._joined(frame, [sim.asked for sim in self.simulations])

    def _joined(self, frame: str, sizes: list[int]) -> pl.LazyFrame:
        parts, first = [], 0
        for chosen, sim, size in zip(self.chosen, self.simulations, sizes, strict=True):
            options = (pl.lit(shown).alias(name) for name, shown in chosen.items())
            # Words are strings here: those of one deck are not those of another.
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
        """The simulations with these values of some options."""
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
    """Simulate every combination of the options in `grid`; returns all their games with the options as columns.

    A list gives an option's values; a mapping gives them names, which then stand in the column.  `out` keeps a
    directory for every combination and lets the same call go on after a crash.  Only the frame `games` is recorded
    unless `frames` names more or `events=True` asks for them.

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
    """Every combination: for each option what stands in its column, and its value."""
    for values in product(*(_named(values) for values in grid.values())):
        yield dict(zip(grid, values, strict=True))


def _named(values: Iterable[Any] | Mapping[str, Any]) -> list[tuple[Any, Any]]:
    if isinstance(values, Mapping):
        return list(values.items())
    return [(_shown(value), value) for value in values]


def _shown(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else ", ".join(map(str, value))
