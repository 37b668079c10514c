"""A review of the recorded game in the background: marks that are proposed, to be accepted by a click."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from guildhall import odds
from guildhall.core.errors import GuildhallError
from guildhall.odds.reviewing import largest_swings, noted, parted, reason

from ..background import Work
from ..live import Part, Screen, on
from ..render.controls import bar, button, panel
from ..render.markup import EMPTY, Markup, tag
from ..render.replay.strips import luck_strip, swing_bar
from .reader import Reader

if TYPE_CHECKING:
    import polars as pl

__all__ = ["GameReview"]

_ROLL_OUTS = 1000  # per decision
_PAUSE = 0.3  # seconds at least between two drawings


class GameReview(Part):
    """What a review of the main line found, of all seats or of the one that is seen; stopped, it can go on later."""

    def __init__(self, reader: Reader, screen: Screen) -> None:
        self.found: pl.DataFrame | None = None
        self.work = Work(screen, reader.changes.lock)
        self._drawn = 0.0
        self._reader, self._screen = reader, screen
        reader.after_seeing.append(self._begin_anew)

    def _begin_anew(self) -> None:
        self.work.stop()
        self.found = None

    # Working it out

    @on("review")
    def _review(self) -> None:
        """Judge the decisions that have not been judged yet, or stop doing so."""
        if self.work.is_running:
            self.work.stop()
            self._screen.announce(f"Stopped after {self._judged} decisions; the review can go on.")
            return
        reader = self._reader
        with reader.changes.lock:  # so that nobody writes notes while the line is read
            frames = odds.review.watch(reader.record, reader.seat, n=_ROLL_OUTS, done=self.found, threads=1)
        self._screen.announce("Reviewing every decision.")
        self.work.begin(frames, self._take, lambda: f"{self._judged} decisions are reviewed.")

    @property
    def _judged(self) -> int:
        return 0 if self.found is None else self.found.height

    def _take(self, frame: pl.DataFrame) -> None:
        self.found = frame
        if time.monotonic() > self._drawn + _PAUSE:
            self._screen.refresh()
            self._drawn = time.monotonic()

    # Taking over what it proposes

    def _proposed(self) -> Iterator[Mapping[str, Any]]:
        """The marked decisions whose plies have no mark yet; a seat is not told which of them have."""
        reader = self._reader
        for row in () if self.found is None else self.found.iter_rows(named=True):
            if row["mark"] and not (reader.is_open and reader.record.notes_at(row["ply"]).mark):
                yield row

    @on("accept")
    def _accept(self, ply: int) -> None:
        """Write down one mark with its reason and the better line."""
        row = next((row for row in self._proposed() if row["ply"] == ply), None)
        if row is None:
            raise GuildhallError(f"no mark is proposed for ply {ply}")
        self._write(row)
        self._screen.announce(f"Ply {ply} is marked {row['mark']}.")

    @on("accept all")
    def _accept_all(self) -> None:
        rows = list(self._proposed())
        for row in rows:
            self._write(row)
        self._screen.announce(f"{len(rows)} marks are written down.")

    def _write(self, row: Mapping[str, Any]) -> None:
        self._reader.only_open("Marks")
        for do, arguments in noted(self._reader.record, row):
            self._reader.change(do, **arguments)

    # On the page

    def strip(self) -> Markup:
        """Choice and luck over the plies of the game as it was played, and its largest swings to go to."""
        reader = self._reader
        if self.found is None or not self._judged or reader.line:
            return EMPTY
        seats = reader.record.header.seats
        drawn = luck_strip(self.found.rows(named=True), seats, reader.last, at=reader.ply)
        items = (
            button(
                f"ply {row['ply']}: {seats[row['seat']]} {parted(row)}", "go", key=f"luck {row['ply']}", ply=row["ply"]
            )
            for row in largest_swings(self.found)
        )
        return tag("div", drawn, swing_bar("Choice and luck", items))

    def panel(self) -> Markup:
        """How to review, what is proposed, and what choice and luck came to."""
        words = "■ Stop" if self.work.is_running else "Review every decision" if not self._judged else "Go on reviewing"
        rows = list(self._proposed())
        steps = bar(
            "review",
            button(words, "review", title="judge every decision against the best option"),
            button("Accept all", "accept all", disabled=not self._reader.may_write) if rows else EMPTY,
        )
        listed = tag("ul", *map(self._item, rows), class_="gh-scroll") if rows else EMPTY
        shown = panel("Review", steps, listed, self._sums())
        return shown if self._judged else tag("div", shown, data_live=True)

    def _item(self, row: Mapping[str, Any]) -> Markup:
        ply, who = row["ply"], self._reader.record.header.seats[row["seat"]]
        go = button(f"ply {ply}", "go", key=f"review {ply}", ply=ply)
        take = button(
            f"Accept {row['mark']}", "accept", key=f"accept {ply}", ply=ply, disabled=not self._reader.may_write
        )
        return tag("li", go, f" {who}: {row['played']} ", tag("b", row["mark"]), f" {reason(row)} ", take)

    def _sums(self) -> Markup:
        """What each player won or lost by choices and by luck, as far as it is known."""
        if self.found is None or not self._judged:
            return EMPTY
        seats = self._reader.record.header.seats
        told = (
            f"{seats[seat]}: choice {self.found.filter(seat=seat)['choice'].sum():+.2f}, "
            f"luck {self.found.filter(seat=seat)['luck'].sum():+.2f}"
            for seat in sorted(set(self.found["seat"].to_list()))
        )
        return tag("p", "; ".join(told), class_="gh-small")
