"""Watchers of a game: front-ends that redraw themselves when it has moved."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakMethod

__all__ = ["Watchers"]

_MOST = 8  # a cell that is run again leaves its front-end behind, and nobody looks at it any more


class Watchers:
    """Methods to call after a move, the last few that asked for it; each for as long as its object lives.

    A copy of a game begins without any.
    """

    def __init__(self) -> None:
        self._calls: deque[WeakMethod[Callable[[], None]]] = deque(maxlen=_MOST)
        self._holds = 0
        self._is_due = False

    def __reduce__(self) -> tuple[type[Watchers], tuple[()]]:
        return Watchers, ()

    def add(self, call: Callable[[], None]) -> None:
        """Call a bound method from now on."""
        self._calls.append(WeakMethod(call))

    def remove(self, call: Callable[[], None]) -> None:
        """Call a bound method no longer."""
        kept = [each for each in self._calls if each() not in (None, call)]
        self._calls = deque(kept, maxlen=_MOST)

    def tell(self) -> None:
        """Call everyone now, or at the end of what is going on."""
        if self._holds:
            self._is_due = True
            return
        self._is_due = False
        for each in tuple(self._calls):
            if (call := each()) is not None:
                call()

    @contextmanager
    def at_the_end(self) -> Iterator[None]:
        """Call everyone once, at the end, if there is anything to tell."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if self._is_due:
                self.tell()
