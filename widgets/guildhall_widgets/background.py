"""Long work beside the notebook: results come piece by piece, and it can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from threading import Event, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

from guildhall.kernel.stop import Stop, heeding

from .live import LiveWidget, Screen

__all__ = ["Task", "Work", "WorkingWidget", "in_turn"]

Piece = TypeVar("Piece")


def in_turn(*sources: Iterator[Piece]) -> Generator[Piece]:
    """One piece of each source after the other, until all have run out.

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
        self._cancelled, self._stop = Event(), Stop()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            with heeding(self._stop):
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
        """Hand over nothing more; the piece being worked on is thrown away, and roll-outs for it stop."""
        self._cancelled.set()
        self._stop.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end."""
        self._thread.join(timeout)


class Work:
    """What a front-end does beside the notebook, one task at a time: begun, stopped, shown when it ends or fails.

    Pieces are taken under the lock that guards what is shown, so none comes in once `stop` has returned.
    """

    def __init__(self, screen: Screen, lock: AbstractContextManager[Any]) -> None:
        self._screen, self._lock = screen, lock
        self._task: Task[Any] | None = None
        self._mark: object = None  # of the task that is going on; None when nothing more is to come

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return self._mark is not None

    def begin(self, pieces: Iterable[Piece], take: Callable[[Piece], None], finished: Callable[[], str]) -> None:
        """Take pieces one by one in the place of what was going on; `finished` gives the words for the end."""
        self.stop()
        mark = self._mark = object()

        def hand_over(piece: Piece) -> None:
            with self._lock:
                if self._mark is mark:  # nothing else has begun meanwhile
                    take(piece)

        def end(show: Callable[[], None]) -> None:
            with self._lock:
                if self._mark is mark:
                    self._mark = None  # the task stays, for whoever waits until its end is shown
                    show()
                    self._screen.refresh()

        self._task = Task(
            pieces,
            hand_over,
            done=lambda: end(lambda: self._screen.announce(finished())),
            failed=lambda failure: end(lambda: self._screen.show_failure(failure)),
        )

    def stop(self) -> None:
        """Stop what is going on, if anything is."""
        with self._lock:
            if self._task is not None:
                self._task.cancel()
            self._task = self._mark = None

    def join(self, timeout: float | None = None) -> None:
        """Wait until what is going on, if anything is, has ended and its end is shown."""
        if self._task is not None:
            self._task.join(timeout)


class WorkingWidget(LiveWidget):
    """A front-end with at most one piece of long work at a time."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._work = Work(self, self._drawing)

    @property
    def is_working(self) -> bool:
        """Whether more is to come."""
        return self._work.is_running

    def finished(self) -> str:
        """What the status line says at the end of the work."""
        raise NotImplementedError

    def begin(self, pieces: Iterable[Piece], take: Callable[[Piece], None], *, pause: float = 0.0) -> None:
        """Work in the background, in the place of what was going on; each piece is taken, then shown.

        `pause` are the seconds for which what was shown stays at least; the end is shown in any case.
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
        """Stop what is going on, if anything is."""
        self._work.stop()
