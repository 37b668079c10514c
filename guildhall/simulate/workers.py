"""Those who play the parts of a run, whatever executor they are behind: parts are handed out and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from typing import Any

from guildhall.core.capabilities import Columns
from guildhall.kernel.stop import Stop, first_done, stop_here, under

from .store import Part

__all__ = ["Frames", "Workers"]

Frames = Mapping[str, Columns]


@dataclass(frozen=True)
class Workers:
    """Workers behind an executor."""

    executor: Executor
    number: int

    def size(self) -> int:
        """How many parts are played at once."""
        return self.number

    def heed(self, stop: Stop) -> None:
        """Make sure that the workers hear of a flag: threads look at it themselves, processes of this machine too."""

    def submit(self, task: Callable[[int, int], Frames], part: Part, stop: Stop) -> Future[Frames]:
        """Have a part played that heeds the flag."""
        return self.executor.submit(under, stop, task, *part)

    def result(self, future: Future[Frames]) -> Frames:
        """What came of a part."""
        return future.result()

    def play(
        self, task: Callable[[int, int], Frames], parts: Iterator[Part], keep: Callable[[Part, Frames], Any]
    ) -> None:
        """Have every part played and keep what comes; what is kept when Ctrl-C comes stays, what is played stops.

        No more than two parts per worker are under way, so memory does not grow with the number of parts.
        """
        running: dict[Future[Frames], Part] = {}
        stop = stop_here()
        self.heed(stop)
        try:
            while True:
                for part in islice(parts, max(0, 2 * self.size() - len(running))):
                    running[self.submit(task, part, stop)] = part
                if not running:
                    return
                for future in first_done(running):
                    keep(running.pop(future), self.result(future))
        except BaseException as error:  # nobody waits any more, not even for a part that was just handed out
            for future in running:
                future.cancel()
            stop.set()
            if not isinstance(error, KeyboardInterrupt):
                raise
