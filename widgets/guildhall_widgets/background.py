"""Background work that delivers results piece by piece and can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from threading import Event, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

from .live import LiveWidget, Screen

__all__ = ["Task", "Work", "WorkingWidget", "in_turn"]

Piece = TypeVar("Piece")


def in_turn(*sources: Iterator[Piece]) -> Generator[Piece]:
    """Yield one piece from each source in turn until all are exhausted.

    >>> list(in_turn(iter("ab"), iter("xyz")))
    ['a', 'x', 'b', 'y', 'z']
    """
    waiting = list(sources)
    while waiting:
        for source in tuple(waiting):
            try:
                yield next(source)
            except StopIteration:
                waiting.remove(source)


class Task(Generic[Piece]):
    """Take pieces from an iterable in a separate thread and hand them over one by one.

    Nothing is handed over after `cancel`, so a late piece cannot overwrite newer results.

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
        from guildhall.kernel.stop import Stop  # loads the compiler, so only when there is work

        self._pieces, self._take, self._done, self._failed = pieces, take, done, failed
        self._cancelled, self._stop = Event(), Stop()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        from guildhall.kernel.stop import heeding

        try:
            with heeding(self._stop):
                for piece in self._pieces:
                    if self._cancelled.is_set():
                        return
                    self._take(piece)
        except Exception as failure:  # show the error to the reader instead of ending the thread silently
            if not self._cancelled.is_set():
                self._failed(failure)
            return
        if not self._cancelled.is_set():
            self._done()

    @property
    def running(self) -> bool:
        """True while more pieces may arrive."""
        return self._thread.is_alive() and not self._cancelled.is_set()

    def cancel(self) -> None:
        """Stop handing over pieces, discard the current one and stop its roll-outs."""
        self._cancelled.set()
        self._stop.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the task to end."""
        self._thread.join(timeout)


class Work:
    """The background work of a front-end: one task at a time, whose end or failure is shown.

    Pieces are taken under the lock that guards the display, so none arrives after `stop` has returned.
    """

    def __init__(self, screen: Screen, lock: AbstractContextManager[Any]) -> None:
        self._screen, self._lock = screen, lock
        self._task: Task[Any] | None = None
        self._mark: object = None  # of the running task, None when nothing more will arrive

    @property
    def is_running(self) -> bool:
        """True while more pieces may arrive."""
        return self._mark is not None

    def begin(self, pieces: Iterable[Piece], take: Callable[[Piece], None], finished: Callable[[], str]) -> None:
        """Replace the running task with this one. `finished` returns the closing status line."""
        self.stop()
        mark = self._mark = object()

        def hand_over(piece: Piece) -> None:
            with self._lock:
                if self._mark is mark:  # no other task has begun
                    take(piece)

        def end(show: Callable[[], None]) -> None:
            with self._lock:
                if self._mark is mark:
                    self._mark = None  # the task stays, for callers waiting until its end is shown
                    show()
                    self._screen.refresh()

        self._task = Task(
            pieces,
            hand_over,
            done=lambda: end(lambda: self._screen.announce(finished())),
            failed=lambda failure: end(lambda: self._screen.show_failure(failure)),
        )

    def stop(self) -> None:
        """Stop the running task, if any."""
        with self._lock:
            if self._task is not None:
                self._task.cancel()
            self._task = self._mark = None

    def join(self, timeout: float | None = None) -> None:
        """Wait until the running task, if any, has ended and its end is shown."""
        if self._task is not None:
            self._task.join(timeout)


class WorkingWidget(LiveWidget):
    """A front-end with at most one background task at a time."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._work = Work(self, self._drawing)

    @property
    def is_working(self) -> bool:
        """True while more pieces may arrive."""
        return self._work.is_running

    def finished(self) -> str:
        """Return the closing status line."""
        raise NotImplementedError

    def begin(self, pieces: Iterable[Piece], take: Callable[[Piece], None], *, pause: float = 0.0) -> None:
        """Replace the running background task with this one, showing every piece once it is taken.

        `pause` is the minimum number of seconds between two redraws. The final result is always shown.
        """
        shown = -pause

        def show(piece: Piece) -> None:
            nonlocal shown
            take(piece)
            if monotonic() >= shown + pause:
                self.refresh()
                shown = monotonic()

        self._work.begin(pieces, show, self.finished)

    def stop(self) -> None:
        """Stop the running task, if any."""
        self._work.stop()
