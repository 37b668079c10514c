"""Going through a recorded game: where the reader is, how they see it, and how they move."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from guildhall.core.decision import NOBODY
from guildhall.core.errors import GuildhallError
from guildhall.records.changes import Changes
from guildhall.records.record import Record
from guildhall.records.study import Node, Path

from ..background import Task
from ..live import LiveWidget, on
from .reel import Reel, home, last_ply

__all__ = ["SPEEDS", "Stepping", "read_path", "write_path"]

SPEEDS = {"0.5": "slow", "1": "1 ply a second", "2": "2 plies a second", "5": "5 plies a second"}


def read_path(text: str) -> Path:
    """A path from the page.

    >>> read_path("40.0"), read_path("")
    ((40, 0), ())
    """
    if not all(part.isascii() and part.isdigit() for part in text.split(".") if text):
        raise GuildhallError(f"{text!r} is no line; a line is written like 40.0")
    return tuple(int(part) for part in text.split(".") if part)


def write_path(line: Path) -> str:
    """A path for the page."""
    return ".".join(map(str, line))


class Stepping(LiveWidget):
    """A record at one ply of one line, seen openly or as one seat saw it."""

    def __init__(self, changes: Changes, *, seat: int | None, ply: int, label: str) -> None:
        super().__init__(label=label)
        self.changes = changes
        self._drawing = changes.lock  # one for all viewers of a record, or two could wait for each other
        self._shape = changes.reshaped
        self.reel = Reel(changes.record)
        self.line: Path = ()
        self.ply = 0
        self.seat: int | None = None
        self.speed = "1"
        self._is_acting = False
        self._playing: Task[None] | None = None
        self._see(seat)
        self._go(ply)
        changes.listen(self._heard)

    # Where we are

    @property
    def record(self) -> Record:
        """The record that is shown, with its notes."""
        return self.changes.record

    @property
    def last(self) -> int:
        """The last ply of the line that is followed."""
        return last_ply(self.record, self.line)

    @property
    def home(self) -> Path:
        """The line that has the notes of the present ply."""
        return home(self.line, self.ply)

    @property
    def node(self) -> Node:
        """The notes of the present ply, to be read."""
        return self.record.notes_at(self.ply, line=self.home)

    @property
    def is_open(self) -> bool:
        """Whether everything is shown."""
        return self.seat is None

    def may_know(self, ply: int) -> bool:
        """Whether the reader may know what was chosen at a ply of the line."""
        return self.seat is None or self.reel.decider(self.line, ply) in (self.seat, NOBODY)

    def only_open(self, what: str) -> None:
        """Refuse what would tell more than a seat may know."""
        if not self.is_open:
            raise GuildhallError(f"{what} may tell hidden cards: see everything first")

    def _heard(self, do: str) -> None:
        """Show a change, which may have been made in another viewer of the record."""
        self._catch_up()
        if not self._is_acting:
            self.refresh()

    def _catch_up(self) -> None:
        if self._shape != self.changes.reshaped:
            self._shape = self.changes.reshaped
            self._find_line()

    def _find_line(self) -> None:
        """Find our way after lines were taken away or moved."""
        self.reel.forget()
        while self.line:
            try:
                self.ply = min(self.ply, self.last)
                return
            except GuildhallError:
                self.line, self.ply = self.line[:-2], min(self.ply, self.line[-2])

    # Moving

    def _go(self, ply: int, line: Path | None = None) -> None:
        wanted = self.line if line is None else line
        if wanted:
            self.only_open("Variations")
        last = last_ply(self.record, wanted)
        if not 0 <= ply <= last:
            raise GuildhallError(f"there is no ply {ply}; the line has plies 0 to {last}")
        self.line, self.ply = wanted, ply

    def act(self, name: str, /, **data: Any) -> None:
        """Do what a click does, while no background work changes anything."""
        with self._drawing:
            self._is_acting = True
            try:
                self._catch_up()
                super().act(name, **data)
            finally:
                self._is_acting = False

    @on("go")
    def _go_to(self, ply: str, line: str | None = None) -> None:
        self._go(int(ply), None if line is None else read_path(line))
        self._say_where()

    @on("scrub")
    def _scrub(self, value: str) -> None:
        self._go(int(value))
        self._say_where()

    @on("step")
    def _step(self, by: str) -> None:
        self._go(max(0, min(self.last, self.ply + int(by))))
        self._say_where()

    @on("start")
    def _to_start(self) -> None:
        self._go(0)
        self._say_where()

    @on("end")
    def _to_end(self) -> None:
        self._go(self.last)
        self._say_where()

    @on("turn")
    def _turn(self, by: str) -> None:
        """To where the next turn begins, or back to where this one began, or the one before."""
        self._go(self._turn_ahead() if int(by) > 0 else self._turn_behind())
        self._say_where()

    def _turn_ahead(self) -> int:
        turn = self._turn_at(self.ply)
        return next((ply for ply in range(self.ply + 1, self.last) if self._turn_at(ply) != turn), self.last)

    def _turn_behind(self) -> int:
        turn = self._turn_at(max(0, self.ply - 1))
        return next((ply for ply in range(self.ply - 1, 0, -1) if self._turn_at(ply - 1) != turn), 0)

    def _turn_at(self, ply: int) -> object:
        """What changes from turn to turn: its number, in games that count them, or who decides."""
        table = self.reel.rules.table(self.reel.state(self.line, ply))
        return getattr(table, "turn_no", None) or self.reel.decider(self.line, ply)

    def _say_where(self) -> None:
        said = f"Ply {self.ply} of {self.last}"
        if self.ply and self.may_know(self.ply - 1):
            said += f": {self.reel.phrase(self.line, self.ply)}"
        if self.is_open and self.node.mark:
            said += f" {self.node.mark}"
        self.status = f"{said}."

    # Seeing

    def _see(self, seat: int | None) -> None:
        seats = self.record.header.seats
        if seat is not None and not 0 <= seat < len(seats):
            raise GuildhallError(f"there is no seat {seat}; the seats are 0 to {len(seats) - 1}")
        self.seat = seat
        if seat is not None:
            self.line, self.ply = (), min(self.ply, self.record.plies)

    @on("see")
    def _see_as(self, value: str) -> None:
        self._see(None if value == "all" else int(value))
        self.status = "Everything is open." if self.is_open else f"As {self.record.header.seats[int(value)]} saw it."

    # Autoplay

    @property
    def is_playing(self) -> bool:
        """Whether the plies pass by themselves."""
        return self._playing is not None and self._playing.running

    @on("play")
    def _play(self) -> None:
        """Begin to play, or stop."""
        if self.is_playing:
            self._stop()
            self.status = f"Stopped at ply {self.ply}."
            return
        if self.ply == self.last:
            self._go(0)
        self._playing = Task(self._ticks(), self._tick, failed=self._autoplay_failed)
        self.status = "Playing."

    @on("speed")
    def _set_speed(self, value: str) -> None:
        if value not in SPEEDS:
            raise GuildhallError(f"no speed {value!r}; there are {', '.join(SPEEDS)}")
        self.speed = value

    def _ticks(self) -> Iterator[None]:
        while self.ply < self.last:
            time.sleep(1 / float(self.speed))
            yield

    def _tick(self, _: None) -> None:
        with self._drawing:
            if not self.is_playing:
                return
            self._go(min(self.last, self.ply + 1))
            if self.ply == self.last:
                self._stop()
                self.status = f"The end of the line, ply {self.ply}."
            self.refresh()

    def _autoplay_failed(self, failure: Exception) -> None:
        with self._drawing:
            self._stop()
            self.error = str(failure)
            self.refresh()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
