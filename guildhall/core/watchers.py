"""Watchers of a game: callbacks with which front-ends redraw themselves after a move."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakMethod

__all__ = ["Watchers"]

_MOST = 8  # each run of a notebook cell adds a front-end and abandons the previous one


class Watchers:
    """The most recently added bound methods to call after a move, each for as long as its object lives.

    A copied or pickled game starts without watchers.
    """

    def __init__(self) -> None:
        self._calls: deque[WeakMethod[Callable[[], None]]] = deque(maxlen=_MOST)
        self._holds = 0
        self._is_due = False

    def __reduce__(self) -> tuple[type[Watchers], tuple[()]]:
        return Watchers, ()

    def add(self, call: Callable[[], None]) -> None:
        """Call a bound method after every move from now on."""
        self._calls.append(WeakMethod(call))

    def remove(self, call: Callable[[], None]) -> None:
        """Stop calling a bound method."""
        kept = [each for each in self._calls if each() not in (None, call)]
        self._calls = deque(kept, maxlen=_MOST)

    def notify(self) -> None:
        """Call all watchers now, or at the end of the enclosing `at_the_end`."""
        if self._holds:
            self._is_due = True
            return
        self._is_due = False
        for each in tuple(self._calls):
            if (call := each()) is not None:
                call()

    @contextmanager
    def at_the_end(self) -> Iterator[None]:
        """Delay notifications until the end of the block, and send at most one."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if self._is_due:
                self.notify()
