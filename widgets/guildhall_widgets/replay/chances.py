"""The chance to win along a recorded game, worked out in the background, coarse first."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from guildhall import odds
from guildhall.core.errors import CannotWrite, GuildhallError
from guildhall.records.changes import Changes
from guildhall.records.study import Evaluation, Path

from ..background import Task
from ..live import on
from .lines import Branching
from .reel import home

__all__ = ["ROLL_OUTS", "Judging", "coarse_first"]

ROLL_OUTS = {"50": "50 (quick)", "200": "200", "1000": "1,000 (slow)"}
_MOST = 400  # plies that are judged of one line
_PAUSE = 0.2  # seconds at least between two drawings


def coarse_first(last: int, most: int = _MOST) -> list[int]:
    """Plies from 0 to `last`, no more than so many, in an order in which the whole line is soon known roughly.

    >>> coarse_first(8)
    [0, 8, 4, 2, 6, 1, 3, 5, 7]
    """
    least = 1
    while last // least + 1 > most:
        least *= 2
    step = least
    while step * 2 <= last:
        step *= 2
    plies = dict.fromkeys([0, last])
    while step >= least:
        plies |= dict.fromkeys(range(0, last + 1, step))
        step //= 2
    return list(plies)


class Judging(Branching):
    """A record whose plies are judged by roll-outs."""

    def __init__(self, changes: Changes, **where: Any) -> None:
        self.roll_outs = "50"
        self._judged: dict[tuple[int | None, Path, int], Evaluation] = {}
        self._judge: Task[Any] | None = None
        self._wanted = 0
        self._known = 0
        self._drawn = 0.0
        super().__init__(changes, **where)

    @property
    def is_judging(self) -> bool:
        """Whether chances are being worked out."""
        return self._judge is not None and self._judge.running

    @property
    def progress(self) -> tuple[int, int]:
        """How many plies have been judged, of how many."""
        return self._known, self._wanted

    def evaluations(self) -> dict[int, Evaluation]:
        """What is known of the line that is followed, by ply; a seat gets what was worked out for its own eyes."""
        found = dict(self._written_down()) if self.is_open else {}
        for (seat, owner, ply), known in self._judged.items():
            if seat == self.seat and owner == home(self.line, ply):
                found[ply] = known
        return found

    def _written_down(self) -> Iterator[tuple[int, Evaluation]]:
        """Evaluations in the record: of the line that is followed, each outer one up to where it is left."""
        for depth in range(0, len(self.line) + 1, 2):
            end = self.line[depth] if depth < len(self.line) else self.last
            for ply, node in self.record.line(self.line[:depth]).nodes.items():
                if node.evaluation is not None and ply <= end:
                    yield ply, node.evaluation

    @on("roll-outs")
    def _set_roll_outs(self, value: str) -> None:
        if value not in ROLL_OUTS:
            raise GuildhallError(f"{value!r} roll-outs are not offered; there are {', '.join(ROLL_OUTS)}")
        self.roll_outs = value

    @on("judge")
    def _judge_line(self) -> None:
        """Work out the chances along this line, or stop doing so."""
        if self.is_judging:
            self._stop_judging()
            self.status = f"Stopped after {self._known} of {self._wanted} plies."
            return
        order = coarse_first(self.last)
        self._known, self._wanted = 0, len(order)
        pieces = self._points(self.line, order, int(self.roll_outs), self.seat)
        self._judge = Task(pieces, self._take_point, done=self._judged_all, failed=self._judging_failed)
        self.status = f"Working out the chances at {len(order)} plies."

    def _points(
        self, line: Path, order: list[int], n: int, seat: int | None
    ) -> Iterator[tuple[int | None, Path, int, Evaluation]]:
        """One ply after the other, with the chance of every seat as that seat could see it (or of the one seat)."""
        seats = range(len(self.record.header.seats)) if seat is None else (seat,)
        with self._drawing:  # so that nobody writes notes while the line is read
            alongs = [odds.along(self.record, each, plies=order, line=line, n=n) for each in seats]
        for points in zip(*alongs, strict=True):
            values, lows, highs = zip(*((point.p, point.low, point.high) for point in points), strict=True)
            yield seat, line, points[0].ply, Evaluation(values, f"greedy, {n} roll-outs", lows, highs)

    def _take_point(self, point: tuple[int | None, Path, int, Evaluation]) -> None:
        seat, line, ply, evaluation = point
        with self._drawing:
            if not self.is_judging:
                return
            owner = home(line, ply)
            self._judged[seat, owner, ply] = evaluation
            self._known += 1
            if seat is None and not self.changes.read_only:
                self._write_down(ply, owner, evaluation)
            if time.monotonic() > self._drawn + _PAUSE:
                self.refresh()
                self._drawn = time.monotonic()

    def _write_down(self, ply: int, owner: Path, evaluation: Evaluation) -> None:
        self._is_acting = True  # the page is drawn once, after all
        try:
            self.changes.change("annotate", ply=ply, line=owner, evaluation=evaluation)
        except CannotWrite as failure:
            self.error = str(failure)
        finally:
            self._is_acting = False

    def _judged_all(self) -> None:
        with self._drawing:
            self._judge = None
            self.status = f"The chances at {self._known} plies are worked out."
            self.refresh()

    def _judging_failed(self, failure: Exception) -> None:
        with self._drawing:
            self._stop_judging()
            self.error = str(failure)
            self.refresh()

    def _stop_judging(self) -> None:
        if self._judge is not None:
            self._judge.cancel()
        self._judge = None

    def _see(self, seat: int | None) -> None:
        self._stop_judging()
        super()._see(seat)

    def _find_line(self) -> None:
        self._stop_judging()
        self._judged = {key: found for key, found in self._judged.items() if not key[1]}
        super()._find_line()
