"""Long work beside the notebook: results come piece by piece, and a word stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event, Thread
from typing import Generic, TypeVar

__all__ = ["Task"]

Piece = TypeVar("Piece")


class Task(Generic[Piece]):
    """Pieces from an iterable, taken in a thread of its own and handed over one by one.

    Nothing is handed over after `cancel`, so what comes late cannot overwrite what is newer.

    >>> got: list[int] = []
    >>> Task(range(3), got.append).join()
    >>> got
    [0, 1, 2]
    """

    def __init__(
        self,
        pieces: Iterable[Piece],
        take: Callable[[Piece], None],
        *,
        done: Callable[[], None] = lambda: None,
        failed: Callable[[Exception], None] = lambda failure: None,
    ) -> None:
        self._pieces, self._take, self._done, self._failed = pieces, take, done, failed
        self._cancelled = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for piece in self._pieces:
                if self._cancelled.is_set():
                    return
                self._take(piece)
        except Exception as failure:  # it goes where the reader sees it, instead of ending a thread in silence
            if not self._cancelled.is_set():
                self._failed(failure)
            return
        if not self._cancelled.is_set():
            self._done()

    @property
    def running(self) -> bool:
        """Whether more may come."""
        return self._thread.is_alive() and not self._cancelled.is_set()

    def cancel(self) -> None:
        """Hand over nothing more; the piece being worked on is thrown away."""
        self._cancelled.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end."""
        self._thread.join(timeout)
