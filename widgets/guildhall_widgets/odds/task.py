"""What both front-ends for odds share: work in the background that is begun, stopped, and shown when it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from ..background import Task
from ..live import LiveWidget

__all__ = ["WorkingWidget"]

Piece = TypeVar("Piece")


class WorkingWidget(LiveWidget):
    """A front-end with at most one piece of long work at a time."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._task: Task[Any] | None = None
        self._mark: object = None  # of the work that is going on

    @property
    def is_working(self) -> bool:
        """Whether more is to come."""
        return self._task is not None and self._task.running

    def finished(self) -> str:
        """What the status line says at the end of the work."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop the work and go."""
        self.stop()
        super().close()

    def begin(self, pieces: Iterable[Piece], take: Callable[[Piece], None]) -> None:
        """Work in the background, in the place of what was going on; each piece is taken, then shown.

        `take` is to put a piece where it belongs even if something else is shown by then.
        """
        self.stop()
        mark = self._mark = object()

        def show(piece: Piece) -> None:
            take(piece)
            self.refresh()

        def end(tell: Callable[[], None]) -> None:
            with self._drawing:
                if self._mark is mark:  # nothing else has begun meanwhile
                    self.stop()
                    tell()
                    self.refresh()

        def fail(failure: Exception) -> None:
            end(lambda: self._try(partial(_raise, failure)))  # shown as what fails in a handler is shown

        self._task = Task(pieces, show, done=lambda: end(self._say_finished), failed=fail)

    def stop(self) -> None:
        """Stop what is going on, if anything is."""
        with self._drawing:
            if self._task is not None:
                self._task.cancel()
            self._task = self._mark = None

    def _say_finished(self) -> None:
        self.status = self.finished()


def _raise(failure: Exception) -> None:
    raise failure
