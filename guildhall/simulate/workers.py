"""Who plays the parts: threads of this process, or any executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any

from guildhall.core.errors import BadSetup

from .frames import Columns
from .stores import Part

__all__ = ["play_parts", "pool_of"]

Frames = Mapping[str, Columns]


@contextmanager
def pool_of(executor: Executor | None, threads: int | None) -> Iterator[tuple[Executor, int]]:
    """The pool and the number of its workers; threads end with the run, a given executor stays as it is."""
    cores = os.cpu_count() or 1
    if executor is None:
        with ThreadPoolExecutor(threads or cores) as pool:
            yield pool, threads or cores
    elif hasattr(executor, "submit"):
        yield executor, threads or getattr(executor, "_max_workers", None) or cores
    else:
        raise BadSetup(f"executor must be a concurrent.futures.Executor, not {executor!r}")


def play_parts(
    pool: Executor,
    workers: int,
    task: Callable[[int, int], Frames],
    parts: Iterator[Part],
    keep: Callable[[Part, Frames], Any],
) -> None:
    """Have every part played and keep what comes; what is kept when Ctrl-C comes stays.

    No more than two parts a worker are under way, so memory does not grow with the number of parts.
    """
    running: dict[Future[Frames], Part] = {}
    try:
        while True:
            for part in islice(parts, 2 * workers - len(running)):
                running[pool.submit(task, *part)] = part
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                keep(running.pop(future), future.result())
    except KeyboardInterrupt:
        return
    finally:
        for future in running:
            future.cancel()
