"""Stopping long work: a flag that kernels poll, set by Ctrl-C, a Stop button or an abandoned task.

Compiled code cannot be interrupted, and while it runs in the main thread no signal is handled. So a helper thread runs
it while the main thread waits for the result or Ctrl-C.

Another process on this machine watches a file that exists until the flag is set. A process on another machine, without
access to that file, identifies flags by name and receives a message when one is set.
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

_WAIT: Final = 0.1  # seconds; an endless wait may miss a Ctrl-C that came just before it
_one_file = threading.Lock()


class Stop:
    """A request to stop some work, which is also set when the `part_of` flag is.

    A copy sent to another process on this machine is set soon after this flag is set or deleted.

    >>> whole = Stop()
    >>> part = Stop(part_of=whole)
    >>> whole.set()
    >>> part.is_set
    True
    """

    def __init__(self, part_of: Stop | None = None) -> None:
        self.flag = np.zeros(1, np.int64)
        self._parts: WeakSet[Stop] = WeakSet()
        self._callbacks: list[Callable[[], object]] = []
        if part_of is not None:
            part_of._parts.add(self)
            if part_of.is_set:
                self.set()

    def set(self) -> None:
        """Request that the work stop at its next ply."""
        self.flag[0] = 1
        for part in tuple(self._parts):
            part.set()
        while self._callbacks:
            self._callbacks.pop()()

    def when_set(self, callback: Callable[[], object]) -> None:
        """Call a function, once, when the flag is set."""
        self._callbacks.append(callback)
        if self.is_set:
            self.set()

    @property
    def is_set(self) -> bool:
        """True if the work should stop."""
        return bool(self.flag[0])

    @cached_property
    def name(self) -> str:
        """The name of the flag on other machines."""
        return uuid4().hex

    @cached_property
    def _file(self) -> Path:
        """A file that is removed when the flag is set or deleted."""
        handle, name = tempfile.mkstemp(prefix="guildhall-goes-on-")
        os.close(handle)
        self.when_set(finalize(self, _remove, Path(name), os.getpid()))
        return Path(name)

    def __reduce__(self) -> tuple[Callable[[Path, str], Stop], tuple[Path, str]]:
        with _one_file:
            return _sent, (self._file, platform.node())


class _Sent(Stop):
    """The copy of a flag from another process on this machine."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._there, self._parent = file, os.getppid()
        self._look()

    def _look(self) -> None:
        """Set the flag if its file is gone. A killed process leaves its file, but then the parent process changes."""
        if not self._there.exists() or os.getppid() != self._parent:
            self.set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch the other process while some work is done."""
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
    """Return a copy of a flag in the receiving process. On another machine it is never set."""
    return _Sent(file) if machine == platform.node() else Stop()


def _remove(file: Path, process: int) -> None:
    """Remove a file, unless this process is a fork of the one that created it."""
    if os.getpid() == process:
        file.unlink(missing_ok=True)


@lru_cache(maxsize=64)
def _named(name: str) -> Stop:
    """Return the flag of that name, shared by all work in this process."""
    return Stop()


def set_named(name: str) -> None:
    """Stop all work in this process under the flag of that name, including work that begins later."""
    _named(name).set()


def under_named(name: str, work: Callable[..., T], *args: Any) -> T:
    """Do some work for another machine under the flag of that name."""
    return under(_named(name), work, *args)


_here = threading.local()


def stop_here() -> Stop:
    """Return a new flag for a part of this thread's work."""
    return Stop(part_of=getattr(_here, "stop", None))


@contextmanager
def heeding(stop: Stop) -> Iterator[None]:
    """Make all work in this thread obey a flag."""
    before = getattr(_here, "stop", None)
    _here.stop = stop
    try:
        yield
    finally:
        _here.stop = before


def under(stop: Stop, work: Callable[..., T], *args: Any) -> T:
    """Do some work under a flag, in the thread or process that received it."""
    with heeding(stop), stop.watched() if isinstance(stop, _Sent) else nullcontext():
        return work(*args)


def call(kernel: Callable[..., T], *args: Any) -> T:
    """Call a kernel with the flag as its last argument. Raise `Stopped` if it was set, KeyboardInterrupt on Ctrl-C."""
    stop = stop_here()
    if threading.current_thread() is threading.main_thread():
        done = _beside(kernel, args, stop)
    else:
        done = kernel(*args, stop.flag)
    if stop.is_set:
        raise Stopped("the work was stopped before it finished")
    return done


def _beside(kernel: Callable[..., T], args: tuple[Any, ...], stop: Stop) -> T:
    """Run a kernel in the helper thread while the main thread waits for it."""
    get_ready(kernel)  # here, where Ctrl-C interrupts it
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
    """Wait until at least one future is done, while still responding to Ctrl-C."""
    while not (done := wait(futures, _WAIT, FIRST_COMPLETED).done):
        pass
    return done


Tasks = SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]]
_helper: tuple[int, Tasks] | None = None  # its process, and its queue of tasks


def _tasks() -> Tasks:
    """Return the task queue of the one helper thread. A new thread for each call might lose a Ctrl-C.

    Python drops exceptions that are raised while it cleans up a thread.
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
        del future, kernel, args  # free the arrays before waiting for the next task
