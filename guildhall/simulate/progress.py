"""How far a run is: a bar, or a function that is told."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

__all__ = ["Progress", "Reporter"]

Progress = Callable[[int, int], None] | bool | None


class Reporter:
    """Turns the option `progress` into a function that is told how many more games are done.

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
        """Some more games are done."""
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
