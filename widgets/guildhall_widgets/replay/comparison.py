"""What a bot would do at each ply of a recorded game, beside what was done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from guildhall.bots import bot
from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.core.line import Line
from guildhall.core.rules import State

from ..background import Work
from ..live import Part, Screen, on
from ..render.controls import bar, button, panel
from ..render.markup import EMPTY, Markup, tag
from .reader import Reader
from .variations import BotChoice

__all__ = ["Agreement", "Comparison"]

_PIECE = 100  # decisions between two redrawings


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often one seat did what the bot would do, of how many real decisions."""

    same: int = 0
    decisions: int = 0


class Comparison(Part):
    """What was played, compared with the choices of a bot."""

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
        """What the bot would do here, if somebody decides and the reader may know the options."""
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
        """Compare every decision of this line, or stop doing so."""
        if self.work.is_running:
            self.work.stop()
            self._screen.announce("Stopped counting.")
            return
        if not self._bots.chosen:
            raise GuildhallError(f"{self._reader.tree.rules.game} has no bots")
        self.agreements = {}
        name, line = self._bots.chosen, self._reader.tree.line(self._reader.line).copy()  # for the thread alone
        pieces = self._comparisons(name, line, self._reader.seat)
        self._screen.announce(f"Comparing every decision with {name}.")
        self.work.begin(pieces, self._take, lambda: f"The line is compared with {name}.")

    def _comparisons(self, name: str, line: Line, only: int | None) -> Iterator[dict[int, Agreement]]:
        """The agreements so far, now and then, and at the end."""
        found: dict[int, Agreement] = {}
        decisions = 0
        for ply, move in enumerate(line.moves):
            state = line.state_at(ply)
            if len(line.rules.options(state)) < 2:
                continue
            seat = line.rules.decision(state).seat
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
        """What the bot would do here, and how often the players did the same."""
        name = self._bots.chosen
        if not name:
            return EMPTY
        counting = "■ Stop" if self.work.is_running else "Count along this line"
        steps = bar("compare", button(counting, "count", title=f"compare every decision with {name}"))
        return panel(f"Compare with {name}", self._would(), steps, self._table())

    def _would(self) -> Markup:
        reader, choice = self._reader, self.choice()
        if choice is None:
            return tag("p", "Nothing to choose here that may be known.", class_="gh-soft")
        if reader.ply == reader.last:
            return tag("p", "It would choose ", tag("b", choice), ".")
        done = reader.tree.phrase(reader.line, reader.ply + 1)
        same = "as was done ✓" if done == choice else f"what was done: {done} ✗"
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
