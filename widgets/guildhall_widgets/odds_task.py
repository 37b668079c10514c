"""What both front-ends for odds share: work in the background that is begun, stopped, and shown when it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from .background import Task
from .live import LiveWidget

__all__ = ["WorkingWidget"]

Piece = TypeVar("Piece")


class WorkingWidget(LiveWidget):
    """A front-end with at most one piece of long work at a time."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._task: Task[Any] | None = None

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

        def show(piece: Piece) -> None:
            take(piece)
            self.refresh()

        self._task = Task(pieces, show, done=self._ended, failed=self._failed)

    def stop(self) -> None:
        """Stop what is going on, if anything is."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _ended(self) -> None:
        self._task = None
        self.status = self.finished()
        self.refresh()

    def _failed(self, failure: Exception) -> None:
        self._task = None

        def fail() -> None:
            raise failure

        self._try(fail)  # shows it as it shows what fails in a handler
        self.refresh()
