"""Background analysis of a recorded game: chances to win, a review of every decision, and the choices of a bot."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from guildhall import odds
from guildhall.bots import bot, usual_bot
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.line import Line
from guildhall.core.rules import State
from guildhall.odds.reviewing import largest_swings, noted, parted, reason
from guildhall.records.study import Evaluation, LinePath

from ..background import Work
from ..live import Part, Screen, on
from ..render.controls import bar, button, choice
from ..render.markup import EMPTY, Markup, join, tag
from .lines import home
from .notes import BotChoice
from .page import chances
from .reader import Reader
from .strips import Seats, chart, going, legend, luck_strip, numbers, swing_bar, swing_button, swings

if TYPE_CHECKING:
    import polars as pl

__all__ = ["ROLL_OUTS", "Agreement", "Chances", "Comparison", "GameReview", "coarse_first"]

# --- Chances ---


ROLL_OUTS = {"50": "50 (quick)", "200": "200", "1000": "1,000 (slow)"}
_MOST = 400  # plies evaluated per line
_PAUSE = 0.2  # minimum seconds between two redraws

Keep = Callable[[int, LinePath, Evaluation], None]
"""Stores an evaluation in the record, given its ply and line."""


def coarse_first(last: int, most: int = _MOST) -> list[int]:
    """Return at most `most` plies from 0 to `last`, in an order that soon gives a rough picture of the line.

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
    """An evaluated ply of a line, and the seat whose view was used (None: each seat with its view)."""

    seat: int | None
    line: LinePath
    ply: int


class Chances(Part):
    """The chances at the plies of a record, estimated by roll-outs. `keep` stores those of all seats."""

    def __init__(self, reader: Reader, screen: Screen, keep: Keep) -> None:
        self.roll_outs = "50"
        self.wanted = 0  # plies to evaluate
        self.known = 0  # plies evaluated so far
        self.work = Work(screen, reader.changes.lock)
        self._found: dict[_Place, Evaluation] = {}
        self._drawn = 0.0
        self._picture: tuple[object, Markup] | None = None
        self._reader, self._screen, self._keep = reader, screen, keep
        reader.after_seeing.append(self.work.stop)

    def evaluations(self) -> dict[int, Evaluation]:
        """Return the evaluations of the current line by ply. A seat gets only those computed from its view."""
        reader = self._reader
        found = dict(self._written_down()) if reader.is_open else {}
        for place, known in self._found.items():
            if place.seat == reader.seat and place.line == home(reader.line, place.ply):
                found[place.ply] = known
        return found

    def _written_down(self) -> Iterator[tuple[int, Evaluation]]:
        """Yield the evaluations stored in the record for the current line, with outer lines up to the branch point."""
        line = self._reader.line
        for depth in range(0, len(line) + 1, 2):
            end = line[depth] if depth < len(line) else self._reader.last
            for ply, node in self._reader.record.line(line[:depth]).nodes.items():
                if node.evaluation is not None and ply <= end:
                    yield ply, node.evaluation

    def forget_variations(self) -> None:
        """Forget all but the main line, after a variation was deleted or moved."""
        self.work.stop()
        self._found = {place: known for place, known in self._found.items() if not place.line}

    # Computation

    @on("roll-outs")
    def _set_roll_outs(self, value: str) -> None:
        if value not in ROLL_OUTS:
            raise GuildhallError(
                f"unsupported number of roll-outs {short(value)}; expected one of {', '.join(ROLL_OUTS)}"
            )
        self.roll_outs = value

    @on("judge")
    def _judge(self) -> None:
        """Compute the chances along this line, or stop."""
        if self.work.is_running:
            self.work.stop()
            self._screen.announce(f"Stopped after {self.known} of {self.wanted} plies.")
            return
        reader, order = self._reader, coarse_first(self._reader.last)
        self.known, self.wanted = 0, len(order)
        points = self._points(reader.line, order, int(self.roll_outs), reader.seat)
        self._screen.announce(f"Computing the odds at {len(order)} plies.")
        self.work.begin(points, self._take, lambda: f"Computed the odds at {self.known} plies.")

    def _points(
        self, line: LinePath, order: list[int], n: int, seat: int | None
    ) -> Iterator[tuple[_Place, Evaluation]]:
        """Yield the evaluation of each ply, with the chance of every seat (or the one seat) in its view."""
        record = self._reader.record
        seats, bot = range(len(record.header.seats)) if seat is None else (seat,), usual_bot(self._reader.tree.rules)
        with self._reader.changes.lock:  # no notes may be written while the line is read
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

    @property
    def _seats(self) -> Seats:
        """The seats whose chances are shown."""
        seat, seats = self._reader.seat, self._reader.record.header.seats
        return tuple(enumerate(seats)) if seat is None else ((seat, seats[seat]),)

    def chart(self) -> Markup:
        """Return the chart with its legend, and the slider over it. Without chances it offers to compute them."""
        reader, found = self._reader, self.evaluations()
        at = reader.ply if reader.peeked is None else reader.peeked
        shown = legend(found, self._seats, at) if found else EMPTY
        asked = self._asked() if found or self.work.is_running else EMPTY
        offer = EMPTY if asked else tag("div", self._asked(), self._depth(), class_="gh-offer", data_live=True)
        return chances(self._drawn_chart(found), reader.scrubber(), legend=shown, asked=asked, offer=offer)

    def _drawn_chart(self, found: Mapping[int, Evaluation]) -> Markup:
        """Return the chart, redrawn only if it has changed."""
        key = (self._reader.last, self._seats, found)
        if self._picture is None or self._picture[0] != key:
            self._picture = (key, chart(found, self._seats, self._reader.last))
        return self._picture[1]

    def _asked(self) -> Markup:
        """Return the button that begins or stops the computation."""
        running = self.work.is_running
        told = f"{self.known} of {self.wanted} plies"
        words, title = "■ Stop" if running else "Compute the odds", "compute the chance to win along this line"
        progress = tag("progress", value=self.known, max=self.wanted, aria_label=told) if running else EMPTY
        return tag("span", progress, button(words, "judge", keys="c", title=title), class_="gh-judge", data_live=True)

    def _depth(self) -> Markup:
        """Return the choice of the number of roll-outs."""
        running = self.work.is_running
        chosen = choice("Roll-outs per ply", "roll-outs", self.roll_outs, ROLL_OUTS, disabled=running)
        return tag("span", chosen, class_="gh-depth", data_live=True)

    def panel(self) -> Markup:
        """Return the largest swings, each with a button that goes there, and the numbers."""
        found = self.evaluations()
        if len(found) < 3:
            return tag("p", "Compute the odds to see where the game was decided.", class_="gh-quiet")
        largest = swings(found)
        if not largest:
            calm = tag("p", "No swing is larger than its intervals.")
            return join(calm, self._depth(), numbers(found, self._seats))
        reader, seats = self._reader, self._seats
        items = (
            swing_button(
                swing, *seats[swing.seat], reader.sight.told(reader.line, swing.ply) if swing.is_one_ply else ""
            )
            for swing in largest
        )
        return join(swing_bar("Largest swings", items), self._depth(), numbers(found, seats))


# --- Review ---


_ROLL_OUTS = 1000  # per decision
_REVIEW_PAUSE = 0.3  # minimum seconds between two redraws


class GameReview(Part):
    """The review of the main line, for all seats or the one shown. It can be stopped and continued later."""

    def __init__(self, reader: Reader, screen: Screen) -> None:
        self.found: pl.DataFrame | None = None
        self.work = Work(screen, reader.changes.lock)
        self._drawn = 0.0
        self._reader, self._screen = reader, screen
        reader.after_seeing.append(self._begin_anew)

    def _begin_anew(self) -> None:
        self.work.stop()
        self.found = None

    # Computation

    @on("review")
    def _review(self) -> None:
        """Review the remaining decisions, or stop."""
        if self.work.is_running:
            self.work.stop()
            self._screen.announce(f"Stopped after {self._judged} decisions. The review can be continued.")
            return
        reader = self._reader
        with reader.changes.lock:  # no notes may be written while the line is read
            frames = odds.review.watch(reader.record, reader.seat, n=_ROLL_OUTS, done=self.found, threads=1)
        self._screen.announce("Reviewing every decision.")
        self.work.begin(frames, self._take, lambda: f"Reviewed {self._judged} decisions.")

    @property
    def _judged(self) -> int:
        return 0 if self.found is None else self.found.height

    def _take(self, frame: pl.DataFrame) -> None:
        self.found = frame
        if time.monotonic() > self._drawn + _REVIEW_PAUSE:
            self._screen.refresh()
            self._drawn = time.monotonic()

    # Accepting proposals

    def _proposed(self) -> Iterator[Mapping[str, Any]]:
        """Yield the marked decisions whose plies have no mark yet. A seat does not learn which of them have one."""
        reader = self._reader
        for row in () if self.found is None else self.found.iter_rows(named=True):
            if row["mark"] and not (reader.is_open and reader.record.notes_at(row["ply"]).mark):
                yield row

    @on("accept")
    def _accept(self, ply: int) -> None:
        """Store one mark with its reason and the better line."""
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
        self._screen.announce(f"Saved {len(rows)} marks.")

    def _write(self, row: Mapping[str, Any]) -> None:
        self._reader.only_open("Marks")
        for do, arguments in noted(self._reader.record, row):
            self._reader.change(do, **arguments)

    # On the page

    def strip(self) -> Markup:
        """Return choice and luck over the plies of the main line, with its largest swings."""
        reader = self._reader
        if self.found is None or not self._judged or reader.line:
            return EMPTY
        seats = reader.record.header.seats
        drawn = luck_strip(self.found.rows(named=True), seats, reader.last, at=reader.ply)
        items = (
            going(row["seat"], seats[row["seat"]], parted(row), "", key="luck", ply=row["ply"])
            for row in largest_swings(self.found)
        )
        return tag("div", drawn, swing_bar("Choice and luck", items))

    def panel(self) -> Markup:
        """Return the controls, the proposed marks, and the totals of choice and luck."""
        words = (
            "■ Stop" if self.work.is_running else "Review every decision" if not self._judged else "Continue the review"
        )
        rows = list(self._proposed())
        steps = bar(
            "review",
            button(words, "review", title="compare every decision with the best option"),
            button("Accept all", "accept all", disabled=not self._reader.may_write) if rows else EMPTY,
        )
        listed = tag("ul", *map(self._proposal, rows), class_="gh-proposals") if rows else EMPTY
        return join(steps, listed, self._sums(), self.strip())

    def _proposal(self, row: Mapping[str, Any]) -> Markup:
        ply, who = row["ply"], self._reader.record.header.seats[row["seat"]]
        go = going(row["seat"], who, row["mark"], f"{row['played']}. {reason(row)}", key="review", ply=ply)
        take = button(
            f"Accept {row['mark']}", "accept", key=f"accept {ply}", ply=ply, disabled=not self._reader.may_write
        )
        return tag("li", go, take)

    def _sums(self) -> Markup:
        """Return what each player has gained or lost by choices and by luck so far."""
        if self.found is None or not self._judged:
            return EMPTY
        seats = self._reader.record.header.seats
        told = (
            f"{seats[seat]}: choice {self.found.filter(seat=seat)['choice'].sum():+.2f}, "
            f"luck {self.found.filter(seat=seat)['luck'].sum():+.2f}"
            for seat in sorted(set(self.found["seat"].to_list()))
        )
        return tag("p", "; ".join(told), class_="gh-small")


# --- Comparison with a bot ---


_PIECE = 100  # decisions between two redraws


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a seat made the same choice as the bot, out of all real decisions."""

    same: int = 0
    decisions: int = 0


class Comparison(Part):
    """The moves played, compared with the choices of a bot."""

    def __init__(self, reader: Reader, bots: BotChoice, screen: Screen) -> None:
        self.agreements: dict[int, Agreement] = {}
        self.work = Work(screen, reader.changes.lock)
        self._reader, self._bots, self._screen = reader, bots, screen
        reader.after_seeing.append(self._begin_anew)

    def _begin_anew(self) -> None:
        self.work.stop()
        self.agreements = {}

    # Here

    def choice(self) -> str | None:
        """Return the bot's choice here, if there is a decision whose options the reader may know."""
        reader, rules = self._reader, self._reader.tree.rules
        if not self._bots.chosen or not reader.may_know(reader.ply):
            return None
        state = reader.tree.state(reader.line, reader.ply)
        if not rules.options(state):
            return None
        seat = reader.tree.decider(reader.line, reader.ply)
        return rules.phrase(state, self._chosen(self._bots.chosen, state, seat))

    def _chosen(self, name: str, state: State, seat: int) -> int:
        seed = self._reader.record.header.seed
        return int(bot(name, seat=seat, seed=seed).choose(Game(self._reader.tree.rules, state, seed=seed)))

    # Along the line

    @on("count")
    def _count(self) -> None:
        """Compare every decision of this line, or stop."""
        if self.work.is_running:
            self.work.stop()
            self._screen.announce("Comparison stopped.")
            return
        if not self._bots.chosen:
            raise GuildhallError(f"{self._reader.tree.rules.game} has no bots")
        self.agreements = {}
        name, line = self._bots.chosen, self._reader.tree.line(self._reader.line).copy()  # only for the thread
        pieces = self._comparisons(name, line, self._reader.seat)
        self._screen.announce(f"Comparing every decision with {name}.")
        self.work.begin(pieces, self._take, lambda: f"Compared the line with {name}.")

    def _comparisons(self, name: str, line: Line, only: int | None) -> Iterator[dict[int, Agreement]]:
        """Yield the agreements so far at intervals, and at the end."""
        found: dict[int, Agreement] = {}
        decisions = 0
        for ply, move in enumerate(line.moves):
            state = line.state_at(ply)
            if len(line.rules.options(state)) < 2:
                continue
            seat = line.rules.decider(state)
            if only in (None, seat):
                old = found.get(seat, Agreement())
                found[seat] = Agreement(old.same + (self._chosen(name, state, seat) == move), old.decisions + 1)
            decisions += 1
            if decisions % _PIECE == 0:
                yield dict(found)
        yield dict(found)

    def _take(self, found: dict[int, Agreement]) -> None:
        self.agreements = found
        self._screen.refresh()

    # On the page

    def panel(self) -> Markup:
        """Return the bot's choice here, and how often the players made the same choice."""
        name = self._bots.chosen
        if not name:
            return tag("p", "This game has no bots.", class_="gh-quiet")
        counting = "■ Stop" if self.work.is_running else "Compare along this line"
        chosen = choice("Compare with", "bot", name, self._bots.names)
        steps = bar("compare", button(counting, "count", title=f"compare every decision with {name}"))
        return join(chosen, self._would(), steps, self._table())

    def _would(self) -> Markup:
        reader, choice = self._reader, self.choice()
        if choice is None:
            return tag("p", "No visible choice here.", class_="gh-soft")
        if reader.ply == reader.last:
            return tag("p", "It would choose ", tag("b", choice), ".")
        done = reader.tree.phrase(reader.line, reader.ply + 1)
        same = "same as played ✓" if done == choice else f"played: {done} ✗"
        return tag("p", "It would choose ", tag("b", choice), f"; {same}.")

    def _table(self) -> Markup:
        if not self.agreements:
            return EMPTY
        seats = self._reader.record.header.seats
        rows = (
            tag(
                "tr",
                tag("th", seats[seat], scope="row"),
                tag("td", f"{found.same} of {found.decisions}", class_="gh-number"),
                tag("td", f"{found.same / found.decisions:.0%}", class_="gh-number"),
            )
            for seat, found in sorted(self.agreements.items())
        )
        heads = (tag("th", words, scope="col") for words in ("player", "same choice", "share"))
        return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_="gh-grid")
