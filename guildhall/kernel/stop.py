"""Stopping long work: a flag that the loops of kernels look at, set by Ctrl-C, a Stop button, or who no longer waits.

Compiled code hears no signal, and while it runs in the main thread nothing else does.
So there it runs beside the main thread, which waits and hears Ctrl-C.

Another process on this machine hears of a flag by a file that lies there as long as the work is to go on; one on
another machine, which has no such file, knows flags by their names and is told which one is set.
"""

from __future__ import annotations

import os
import platform
import tempfile
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, nullcontext
from functools import cached_property, lru_cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar
from uuid import uuid4
from weakref import WeakSet, finalize

import numpy as np

from guildhall.core.errors import Stopped

from .compiler import get_ready

__all__ = ["Stop", "call", "first_done", "heeding", "set_named", "stop_here", "under", "under_named"]

T = TypeVar("T")

_WAIT: Final = 0.1  # seconds; a wait without end may not hear a Ctrl-C that came just before it
_one_file = threading.Lock()


class Stop:
    """Whether some work is to stop: it stops too when the work does that it is `part_of`.

    Sent to another process on this machine, it is set there soon after it is set here, or is no more.

    >>> whole = Stop()
    >>> part = Stop(part_of=whole)
    >>> whole.set()
    >>> part.is_set
    True
    """

    def __init__(self, part_of: Stop | None = None) -> None:
        self.flag = np.zeros(1, np.int64)
        self._parts: WeakSet[Stop] = WeakSet()
        self._tell: list[Callable[[], object]] = []
        if part_of is not None:
            part_of._parts.add(self)
            if part_of.is_set:
                self.set()

    def set(self) -> None:
        """Have the work stop at its next ply."""
        self.flag[0] = 1
        for part in tuple(self._parts):
            part.set()
        while self._tell:
            self._tell.pop()()

    def when_set(self, tell: Callable[[], object]) -> None:
        """Have somebody told, once, when the flag is set."""
        self._tell.append(tell)
        if self.is_set:
            self.set()

    @property
    def is_set(self) -> bool:
        """Whether the work is to stop."""
        return bool(self.flag[0])

    @cached_property
    def name(self) -> str:
        """What the flag is called on other machines."""
        return uuid4().hex

    @cached_property
    def _file(self) -> Path:
        """A file that is removed when the flag is set or nobody holds it any more."""
        handle, name = tempfile.mkstemp(prefix="guildhall-goes-on-")
        os.close(handle)
        self.when_set(finalize(self, _remove, Path(name), os.getpid()))
        return Path(name)

    def __reduce__(self) -> tuple[Callable[[Path, str], Stop], tuple[Path, str]]:
        with _one_file:
            return _sent, (self._file, platform.node())


class _Sent(Stop):
    """The flag of another process on this machine."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._there, self._parent = file, os.getppid()
        self._look()

    def _look(self) -> None:
        """See whether the work is to go on; a process that was killed left its file, but its children have another."""
        if not self._there.exists() or os.getppid() != self._parent:
            self.set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look after the other process as long as some work is done."""
        done = threading.Event()
        watch = threading.Thread(target=self._watch, args=(done,), daemon=True)
        watch.start()
        try:
            yield
        finally:
            done.set()
            watch.join()

    def _watch(self, done: threading.Event) -> None:
        while not (self.is_set or done.wait(_WAIT)):
            self._look()


def _sent(file: Path, machine: str) -> Stop:
    """What a flag becomes in the process it is sent to; nothing on another machine ever sets it."""
    return _Sent(file) if machine == platform.node() else Stop()


def _remove(file: Path, process: int) -> None:
    """Remove a file, unless this is a copy of the process that laid it down."""
    if os.getpid() == process:
        file.unlink(missing_ok=True)


@lru_cache(maxsize=64)
def _named(name: str) -> Stop:
    """The flag of that name, one for all the work of a process that goes by it."""
    return Stop()


def set_named(name: str) -> None:
    """Have all work in this process stop that heeds the flag of that name, what begins later too."""
    _named(name).set()


def under_named(name: str, work: Callable[..., T], *args: Any) -> T:
    """Do some work that heeds the flag of that name, for another machine."""
    return under(_named(name), work, *args)


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
    with heeding(stop), stop.watched() if isinstance(stop, _Sent) else nullcontext():
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
        first_done((future,))
        return future.result()
    except BaseException:
        stop.set()
        wait((future,))
        raise


def first_done(futures: Collection[Future[T]]) -> set[Future[T]]:
    """Wait until some work that was handed over is done, such that Ctrl-C is heard meanwhile."""
    while not (done := wait(futures, _WAIT, FIRST_COMPLETED).done):
        pass
    return done


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
