"""Where the games of a run are kept: in memory, or part by part in a directory (`directory.py`).

A part is a range of games, `(first, count)`, with its frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

import numpy as np
import polars as pl

from .frames import Columns, Form

__all__ = ["Memory", "Part", "Store", "chunks", "gaps"]

Part = tuple[int, int]


class Store(Protocol):
    """Keeps parts and gives their frames back, ordered by game."""

    def parts(self) -> list[Part]:
        """The parts that are here, in order."""

    def add(self, part: Part, frames: Mapping[str, Columns]) -> None:
        """Keep one more part."""

    def scan(self, frame: str) -> pl.LazyFrame:
        """A frame over all parts."""


class Memory(AbstractContextManager["Memory"]):
    """Keeps the columns of all parts in memory, as small as the game gave them."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._kept: dict[Part, Mapping[str, Columns]] = {}

    def __exit__(self, *_: object) -> None:
        """Nothing to let go of."""

    def parts(self) -> list[Part]:
        """The parts that are here, in order."""
        return sorted(self._kept)

    def add(self, part: Part, frames: Mapping[str, Columns]) -> None:
        """Keep one more part."""
        self._kept[part] = frames

    def columns(self, frame: str, parts: Iterable[Part]) -> Columns:
        """The columns of a frame over some parts."""
        pieces = [self._form.nothing[frame], *(self._kept[part][frame] for part in parts)]
        return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}

    def scan(self, frame: str) -> pl.LazyFrame:
        """A frame over all parts."""
        return self._form.frame(frame, self.columns(frame, self.parts())).lazy()


def gaps(parts: Iterable[Part], games: int) -> Iterator[Part]:
    """The ranges of games that no part covers.

    >>> list(gaps([(0, 10), (30, 10)], games=100))
    [(10, 20), (40, 60)]
    """
    at = 0
    for first, count in sorted(parts):
        if first > at:
            yield at, first - at
        at = max(at, first + count)
    if at < games:
        yield at, games - at


def chunks(ranges: Iterable[Part], size: int) -> Iterator[Part]:
    """Ranges cut into pieces of at most `size` games.

    >>> list(chunks([(10, 5)], size=2))
    [(10, 2), (12, 2), (14, 1)]
    """
    for first, count in ranges:
        for begin in range(first, first + count, size):
            yield begin, min(size, first + count - begin)
