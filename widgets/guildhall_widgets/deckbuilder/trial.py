"""The quick simulation of a deck: it runs beside the notebook, grows better, and can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Event, Lock
from typing import Any

from ..background import Task
from ..render.deckbuilder.deck_figures import Estimate
from .estimate import growing
from .page import Trial

__all__ = ["Estimator"]


class Estimator:
    """Keeps the trial of a deck; `show` is called whenever there is more to see, `fail` with what went wrong."""

    def __init__(self, trial: Trial, *, seed: int, show: Callable[[], None], fail: Callable[[Exception], None]) -> None:
        self.trial, self.seed = trial, seed
        self._show, self._fail = show, fail
        self._task: Task[Estimate] | None = None
        self._stopped = Event()
        self._changing = Lock()  # what comes in late must not overwrite what is newer

    def choose(self, **changes: Any) -> None:
        """Another bot, another number of games."""
        self.trial = replace(self.trial, **changes)

    def begin(self, options: Mapping[str, Any], title: str) -> None:
        """Play games with a deck; what runs already is stopped."""
        self.stop()
        self.choose(running=True, now=None)
        stopped = self._stopped = Event()
        pieces = growing(
            options,
            bot=self.trial.bot,
            games=self.trial.games,
            seed=self.seed,
            title=title,
            is_stopped=stopped.is_set,
        )

        def take(estimate: Estimate) -> None:
            with self._changing:
                if stopped.is_set():
                    return
                self.choose(now=estimate, running=estimate.games < estimate.asked)
            self._show()

        self._task = Task(pieces, take, failed=self._failed)

    def _failed(self, failure: Exception) -> None:
        self.choose(running=False)
        self._fail(failure)

    def stop(self) -> None:
        """End what is under way; nothing of it comes in any more."""
        with self._changing:
            self._stopped.set()
            self.choose(running=False)
        if self._task is not None:
            self._task.cancel()

    def set_aside(self) -> None:
        """Another deck comes: what was estimated belongs to the one before."""
        self.stop()
        self.choose(now=None, before=self.trial.now or self.trial.before)

    def wait(self) -> None:
        """Wait until the estimate is done."""
        if self._task is not None:
            self._task.join()
