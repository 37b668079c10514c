"""How parts are handed to workers and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any

from .frames import Columns
from .stores import Part

__all__ = ["Frames", "Pool", "play_parts"]

Frames = Mapping[str, Columns]


@dataclass(frozen=True)
class Pool:
    """Workers behind an executor."""

    executor: Executor
    workers: int

    def size(self) -> int:
        """How many parts are played at once."""
        return self.workers

    def submit(self, task: Callable[[int, int], Frames], part: Part) -> Future[Frames]:
        """Have a part played."""
        return self.executor.submit(task, *part)

    def result(self, future: Future[Frames]) -> Frames:
        """What came of a part."""
        return future.result()


def play_parts(
    pool: Pool, task: Callable[[int, int], Frames], parts: Iterator[Part], keep: Callable[[Part, Frames], Any]
) -> None:
    """Have every part played and keep what comes; what is kept when Ctrl-C comes stays.

    No more than two parts a worker are under way, so memory does not grow with the number of parts.
    """
    running: dict[Future[Frames], Part] = {}
    try:
        while True:
            for part in islice(parts, max(0, 2 * pool.size() - len(running))):
                running[pool.submit(task, part)] = part
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                keep(running.pop(future), pool.result(future))
    except KeyboardInterrupt:
        return
    finally:
        for future in running:
            future.cancel()
