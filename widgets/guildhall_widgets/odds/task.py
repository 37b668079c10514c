"""What both front-ends for odds share: work in the background that is begun, stopped, and shown when it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ..background import Work
from ..live import LiveWidget

__all__ = ["WorkingWidget"]

Piece = TypeVar("Piece")


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

    def close(self) -> None:
        """Stop the work and go."""
        self.stop()
        super().close()

    def begin(self, pieces: Iterable[Piece], take: Callable[[Piece], None]) -> None:
        """Work in the background, in the place of what was going on; each piece is taken, then shown."""

        def show(piece: Piece) -> None:
            take(piece)
            self.refresh()

        self._work.begin(pieces, show, self.finished)

    def stop(self) -> None:
        """Stop what is going on, if anything is."""
        self._work.stop()
