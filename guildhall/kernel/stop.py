"""Stopping long work: a flag that the loops of kernels look at, set by Ctrl-C, a Stop button, or who no longer waits.

Compiled code hears no signal, and while it runs in the main thread nothing else does.
So there it runs beside the main thread, which waits and hears Ctrl-C.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any, Final, TypeVar
from weakref import WeakSet

import numpy as np

from guildhall.core.errors import Stopped

from .compile import get_ready

__all__ = ["Stop", "call", "heeding", "stop_here", "under"]

T = TypeVar("T")

_WAIT: Final = 0.1  # seconds; on some systems a wait without end hears no Ctrl-C


class Stop:
    """Whether some work is to stop: it stops too when the work does that it is `part_of`.

    Another process gets a copy, which nobody sets.

    >>> whole = Stop()
    >>> part = Stop(part_of=whole)
    >>> whole.set()
    >>> part.is_set
    True
    """

    def __init__(self, part_of: Stop | None = None) -> None:
        self.flag = np.zeros(1, np.int64)
        self._parts: WeakSet[Stop] = WeakSet()
        if part_of is not None:
            part_of._parts.add(self)
            if part_of.is_set:
                self.set()

    def set(self) -> None:
        """Have the work stop at its next ply."""
        self.flag[0] = 1
        for part in tuple(self._parts):
            part.set()

    @property
    def is_set(self) -> bool:
        """Whether the work is to stop."""
        return bool(self.flag[0])

    def __reduce__(self) -> tuple[type[Stop], tuple[()]]:
        return Stop, ()


_here = threading.local()


def stop_here() -> Stop:
    """A new flag for work that is part of what this thread does."""
    return Stop(part_of=getattr(_here, "stop", None))


@contextmanager
def heeding(stop: Stop) -> Iterator[None]:
    """Have all work in this thread heed a flag."""
    before = getattr(_here, "stop", None)
    _here.stop = stop
    try:
        yield
    finally:
        _here.stop = before


def under(stop: Stop, work: Callable[..., T], *args: Any) -> T:
    """Do some work that heeds a flag, for a thread or process to which it is handed."""
    with heeding(stop):
        return work(*args)


def call(kernel: Callable[..., T], *args: Any) -> T:
    """Call a kernel whose last argument is the flag; raises `Stopped` if it was set, KeyboardInterrupt on Ctrl-C."""
    stop = stop_here()
    if threading.current_thread() is threading.main_thread():
        done = _beside(kernel, args, stop)
    else:
        done = kernel(*args, stop.flag)
    if stop.is_set:
        raise Stopped("the work was stopped before its end")
    return done


def _beside(kernel: Callable[..., T], args: tuple[Any, ...], stop: Stop) -> T:
    """Have a kernel run beside the main thread, which waits for it."""
    get_ready(kernel)  # here, where Ctrl-C ends it
    future: Future[T] = Future()
    _tasks().put((future, kernel, (*args, stop.flag)))
    try:
        while True:
            with suppress(TimeoutError):
                return future.result(_WAIT)
    except BaseException:
        stop.set()
        wait((future,))
        raise


Tasks = SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]]
_helper: tuple[int, Tasks] | None = None  # the process it lives in, and what it is given to do


def _tasks() -> Tasks:
    """What hands work to the one thread beside the main one; a thread of its own for each call might lose a Ctrl-C.

    Python drops what is raised while it takes a thread's remains away.
    """
    global _helper
    if _helper is None or _helper[0] != os.getpid():
        _helper = os.getpid(), SimpleQueue()
        threading.Thread(target=_work, args=(_helper[1],), daemon=True).start()
    return _helper[1]


def _work(tasks: Tasks) -> None:
    while True:
        future, kernel, args = tasks.get()
        try:
            future.set_result(kernel(*args))
        except BaseException as error:
            future.set_exception(error)
        del future, kernel, args  # the arrays are not kept until the next task comes
