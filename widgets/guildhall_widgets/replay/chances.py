"""The chance to win along a recorded game, worked out in the background, coarse first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from guildhall import odds
from guildhall.bots import usual_bot
from guildhall.core.errors import GuildhallError, short
from guildhall.records.study import Evaluation, LinePath

from ..background import Work
from ..live import Part, Screen, on
from ..render.controls import bar, button, choice, panel
from ..render.markup import EMPTY, Markup, tag
from ..render.replay.strips import strip, swing_bar, swings
from .line_tree import home
from .reader import Reader

__all__ = ["ROLL_OUTS", "Chances", "coarse_first"]

ROLL_OUTS = {"50": "50 (quick)", "200": "200", "1000": "1,000 (slow)"}
_MOST = 400  # plies that are judged of one line
_PAUSE = 0.2  # seconds at least between two drawings

Keep = Callable[[int, LinePath, Evaluation], None]
"""Writes an evaluation down in the record, given its ply and the line to which the ply belongs."""


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


class _Place(NamedTuple):
    """What was judged: as which seat sees it (None: each seat by itself), and which ply of which line."""

    seat: int | None
    line: LinePath
    ply: int


class Chances(Part):
    """The chances at the plies of a record, found by roll-outs; those of all seats are written down by `keep`."""

    def __init__(self, reader: Reader, screen: Screen, keep: Keep) -> None:
        self.roll_outs = "50"
        self.wanted = 0  # plies that are to be judged
        self.known = 0  # plies of them that have been
        self.work = Work(screen, reader.changes.lock)
        self._found: dict[_Place, Evaluation] = {}
        self._drawn = 0.0
        self._reader, self._screen, self._keep = reader, screen, keep
        reader.after_seeing.append(self.work.stop)

    def evaluations(self) -> dict[int, Evaluation]:
        """What is known of the line that is followed, by ply; a seat gets what was worked out from what it sees."""
        reader = self._reader
        found = dict(self._written_down()) if reader.is_open else {}
        for place, known in self._found.items():
            if place.seat == reader.seat and place.line == home(reader.line, place.ply):
                found[place.ply] = known
        return found

    def _written_down(self) -> Iterator[tuple[int, Evaluation]]:
        """Evaluations in the record: of the line that is followed, each outer one up to where it is left."""
        line = self._reader.line
        for depth in range(0, len(line) + 1, 2):
            end = line[depth] if depth < len(line) else self._reader.last
            for ply, node in self._reader.record.line(line[:depth]).nodes.items():
                if node.evaluation is not None and ply <= end:
                    yield ply, node.evaluation

    def forget_variations(self) -> None:
        """Forget all but the main line, after a variation was taken away or moved."""
        self.work.stop()
        self._found = {place: known for place, known in self._found.items() if not place.line}

    # Working them out

    @on("roll-outs")
    def _set_roll_outs(self, value: str) -> None:
        if value not in ROLL_OUTS:
            raise GuildhallError(f"{short(value)} roll-outs are not offered; there are {', '.join(ROLL_OUTS)}")
        self.roll_outs = value

    @on("judge")
    def _judge(self) -> None:
        """Work out the chances along this line, or stop doing so."""
        if self.work.is_running:
            self.work.stop()
            self._screen.announce(f"Stopped after {self.known} of {self.wanted} plies.")
            return
        reader, order = self._reader, coarse_first(self._reader.last)
        self.known, self.wanted = 0, len(order)
        points = self._points(reader.line, order, int(self.roll_outs), reader.seat)
        self._screen.announce(f"Working out the chances at {len(order)} plies.")
        self.work.begin(points, self._take, lambda: f"The chances at {self.known} plies are worked out.")

    def _points(
        self, line: LinePath, order: list[int], n: int, seat: int | None
    ) -> Iterator[tuple[_Place, Evaluation]]:
        """One ply after the other, with the chance of every seat as that seat could see it (or of the one seat)."""
        record = self._reader.record
        seats, bot = range(len(record.header.seats)) if seat is None else (seat,), usual_bot(self._reader.tree.rules)
        with self._reader.changes.lock:  # so that nobody writes notes while the line is read
            alongs = [odds.along(record, each, plies=order, line=line, bot=bot, n=n) for each in seats]
        for points in zip(*alongs, strict=True):
            values, lows, highs = zip(*((point.p, point.low, point.high) for point in points), strict=True)
            ply = points[0].ply
            yield _Place(seat, home(line, ply), ply), Evaluation(values, f"{bot}, {n} roll-outs", lows, highs)

    def _take(self, point: tuple[_Place, Evaluation]) -> None:
        place, evaluation = point
        self._found[place] = evaluation
        self.known += 1
        if place.seat is None:
            self._keep(place.ply, place.line, evaluation)
        if time.monotonic() > self._drawn + _PAUSE:
            self._screen.refresh()
            self._drawn = time.monotonic()

    # On the page

    def panel(self, below: Markup = EMPTY) -> Markup:
        """The evaluation strip, how it is made, and the largest swings; `below` is drawn over the same plies."""
        reader, found, seats = self._reader, self.evaluations(), self._reader.record.header.seats
        names = seats if reader.seat is None else (seats[reader.seat],)
        picture = strip(found, names, reader.last, at=reader.ply)
        return panel("Chance to win", picture, below, self._swings(found, names), self._asked())

    def _asked(self) -> Markup:
        running = self.work.is_running
        told = f"{self.known} of {self.wanted} plies"
        return bar(
            "chances",
            button(
                "■ Stop" if running else "Work out the chances",
                "judge",
                keys="c",
                title="work out the chance to win along this line",
            ),
            choice("Roll-outs a ply", "roll-outs", self.roll_outs, ROLL_OUTS, disabled=running),
            tag("progress", value=self.known, max=self.wanted, aria_label=told) if running else EMPTY,
        )

    def _swings(self, found: Mapping[int, Evaluation], names: tuple[str, ...]) -> Markup:
        if len(found) < 3:
            return EMPTY
        largest = swings(found)
        if not largest:
            return tag("p", "No swing is larger than its intervals.", class_="gh-small gh-swings")
        reader = self._reader
        items = (
            button(
                f"ply {swing.ply}: {names[swing.seat]} {swing.was:.0%} → {swing.now:.0%}"
                + (f" ({reader.sight.told(reader.line, swing.ply)})" if swing.ply == swing.before + 1 else ""),
                "go",
                key=f"swing {swing.ply}",
                ply=swing.ply,
            )
            for swing in largest
        )
        return swing_bar("Largest swings", items)
