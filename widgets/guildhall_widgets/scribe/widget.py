"""The scribe sheet widget: a log of a game at a real table, written with taps."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import polars as pl

from guildhall import odds
from guildhall.core.decision import DONE
from guildhall.core.errors import BadEntry, BadSetup, GuildhallError, short
from guildhall.core.scribing import UNKNOWN
from guildhall.logbook import Ask, Choice, Could, Log
from guildhall.logbook.entry import with_player

from ..background import WorkingWidget
from ..live import on
from ..replay.viewer import ReplayViewer
from ..table.widget import TableBelow
from .page import Line, Sheet, scribe_page, scribe_text

__all__ = ["ScribeSheet"]

ORDER = "order"  # the kind of a decision in which cards are laid down one by one
_PAUSE = 0.3  # seconds between two redraws
THREADS = max(1, (os.cpu_count() or 1) // 4)


class ScribeSheet(TableBelow, WorkingWidget):
    """Log a game at a real table: tap what a player does and which cards came.

    log: from `gh.scribe`. With a `path` the log is saved after every entry.
    odds: whether the chances of the own seat are estimated after every entry, by `n` roll-outs.

    The choices are those that the player could have, as far as the scribe can know.
    An entry that can only end there is entered at once; others wait for "Enter".
    """

    def __init__(self, log: Log, *, odds: bool = True, n: int = 1000) -> None:
        super().__init__(label="Scribe sheet")
        if not isinstance(log, Log):
            raise BadSetup(f"a scribe sheet needs a log, such as gh.scribe(…), not {short(log)}")
        self.logbook, self._with_odds, self._n = log, odds, n
        self._phrases: list[str] = []
        self._told: list[tuple[str, str]] = []
        self._steps: list[tuple[str, int]] = []  # "tap" or "tell" and how many, for Back
        self._editing, self._typed = 0, ""
        self._problem, self._played = "", 0
        self._chances: list[tuple[str, float, float, float]] = []
        self._begin()
        self._estimate()
        self.refresh()

    def page(self) -> str:
        """Return the whole page."""
        return scribe_page(self._sheet())

    def text(self) -> str:
        """Return the log as plain text."""
        return scribe_text(self._sheet())

    def finished(self) -> str:
        """Return the closing status line."""
        return "The chances are those of the current position."

    def wait(self) -> None:
        """Wait until the odds are estimated."""
        self._work.join()

    @property
    def said(self) -> str:
        """The entry in the making."""
        told: dict[str, list[str]] = {}
        for word, card in self._told:
            told.setdefault(word, []).append(card)
        parts = [", ".join(self._phrases), *(f"{word} {', '.join(cards)}" for word, cards in told.items())]
        return f"{self._start.player}: {'; '.join(parts)}"

    def _sheet(self) -> Sheet:
        could, log = self._could, self.logbook
        lines = [Line(one.number, one.text, tuple(g.card for g in one.guesses), one.reason) for one in log.entries]
        choices = {one.phrase: one.card for one in (*could.choices, *self._more)}
        ask = could.ask
        return Sheet(
            player=self._start.player,
            prompt=could.prompt,
            said=self.said,
            choices=choices,
            after={lead: {one.phrase: one.card for one in found if one.card} for lead, found in self._after.items()},
            ask="" if ask is None else ask.about,
            missing=0 if ask is None else ask.number,
            palette=None if ask is None else self._left(ask),
            can_enter=could.whole,
            is_begun=bool(self._phrases),
            problem=self._problem or self._stuck(),
            lines=lines,
            editing=self._editing,
            typed=self._typed,
            odds=self._chances,
            roll_outs=self._played,
            file=os.path.basename(log.path) if log.path is not None else "",
            is_over=could.kind == "over",
            is_order=could.kind == ORDER,
        )

    def _stuck(self) -> str:
        stuck = self.logbook.misfit
        return "" if stuck is None else f"entry {stuck.number} does not fit: {stuck.reason}. Correct or delete it."

    # --- Tapping ---

    def _begin(self) -> None:
        """Begin a new entry."""
        self._phrases, self._told, self._steps = [], [], []
        self._could: Could = self.logbook.could()
        self._more: Sequence[Choice] = ()
        self._start = self._could
        self._after: dict[str, Sequence[Choice]] = {}
        for lead in self.logbook.leads & set(self._could.phrases):
            could, more = self._next(f"{self._start.player}: {lead}")
            self._after[lead] = (*could.choices, *more)

    def _left(self, ask: Ask) -> dict[str, int]:
        """Return the copies of each card that this entry has not named yet. Faces of dice never run out."""
        told = Counter[str]() if ask.again else Counter(card for _, card in self._told)
        return {card: copies - told[card] for card, copies in ask.palette.items() if copies > told[card]}

    @on("tap")
    def tap(self, phrase: str, lead: str = "") -> None:
        """Add what the player does, perhaps with the phrase that leads to it."""
        choices = self._after.get(lead, ()) if lead and not self._phrases else (*self._could.choices, *self._more)
        if phrase not in {one.phrase for one in choices}:
            raise GuildhallError(f"{short(phrase)} is not among the choices now")
        self._say([lead, phrase] if lead else [phrase])

    def _say(self, phrases: list[str]) -> None:
        self._problem = ""
        self._phrases += phrases
        self._steps.append(("tap", len(phrases)))
        self._advance()

    @on("top")
    def lay_on_top(self, phrase: str) -> None:
        """Lay the cards of an order down, this one on top and the others below it as listed."""
        phrases = self._could.phrases
        if self._could.kind != ORDER or phrase not in phrases:
            raise GuildhallError(f"{short(phrase)} is not among the cards to lay down now")
        self._say([*(one for one in phrases if one != phrase), phrase])

    @on("tell")
    def tell(self, card: str) -> None:
        """Add a card that chance brought, "??" for one that was missed."""
        ask = self._could.ask
        if ask is None or (card != UNKNOWN and card not in ask.palette):
            raise GuildhallError(f"{short(card)} is not among the cards that can come now")
        self._problem = ""
        self._told.append((ask.word, card))
        self._steps.append(("tell", 1))
        self._advance()

    @on("back")
    def back(self) -> None:
        """Take back the last tap."""
        if self._steps:
            kind, number = self._steps.pop()
            del (self._phrases if kind == "tap" else self._told)[-number:]
            self._problem = ""
            self._look()

    def _look(self) -> None:
        """Find out what can be written next."""
        if not self._phrases:
            self._begin()
            return
        self._could, self._more = self._next(self.said)

    def _next(self, said: str) -> tuple[Could, Sequence[Choice]]:
        """Return what could follow, and choices that may come before chance brings its cards, such as discards."""
        could = self.logbook.could(said)
        ask = could.ask
        if ask is None or could.choices or any(word == ask.word for word, _ in self._told):
            return could, ()
        further = self.logbook.could(f"{said}; {ask.word} {', '.join([UNKNOWN] * ask.number)}")
        is_same = further.seat == self._start.seat and not (further.ends or self._is_new_move(further))
        return could, further.choices if is_same and DONE in further.phrases else ()

    def _is_new_move(self, could: Could) -> bool:
        return could.kind == self._start.kind and DONE not in could.phrases

    def _advance(self) -> None:
        """Look what comes next, pass choices with one option, and enter the entry if nothing else can follow."""
        self._look()
        while self._is_forced():
            self._phrases.append(self._could.choices[0].phrase)
            self._steps.append(("tap", 1))
            self._look()
        could = self._could
        if not could.whole or could.ask is not None:
            return
        is_ended = could.ends or len(could.choices) <= 1 or self._is_new_move(could)
        if is_ended or could.seat != self._start.seat or self._phrases[-1] == DONE:
            self.enter()

    def _is_forced(self) -> bool:
        could = self._could
        goes_on = not (could.whole and could.ends)
        return len(could.choices) == 1 and goes_on and could.ask is None and could.seat == self._start.seat

    @on("enter")
    def enter(self) -> None:
        """Write the entry into the log."""
        if not self._could.whole:
            raise GuildhallError("the entry is not complete")
        self._write(self.said)

    def _write(self, text: str) -> None:
        """Write an entry, or show why it does not fit."""
        try:
            entry = self.logbook.edit(self._editing, text) if self._editing else self.logbook.enter(text)
        except BadEntry as error:
            self._problem = str(error)
            self.status = self._problem
            return
        self._changed(f"Entry {entry.number}: {entry.text}")

    def _changed(self, told: str) -> None:
        self._editing, self._typed, self._problem = 0, "", ""
        self._begin()
        self._estimate()
        self.status = told

    # --- Entries ---

    @on("undo")
    def undo(self) -> None:
        """Take back the last entry."""
        if len(self.logbook):
            self.logbook.undo()
            self._changed("The last entry is gone.")

    @on("edit")
    def edit(self, number: int) -> None:
        """Correct an entry in words, or leave it."""
        entry = self.logbook[number]
        self._editing = 0 if self._editing == number else number
        self._typed = entry.text if self._editing else ""
        self._problem = ""

    @on("leave")
    def leave(self) -> None:
        """Leave an entry as it is."""
        self._editing, self._typed, self._problem = 0, "", ""

    @on("delete")
    def delete(self, number: int) -> None:
        """Delete an entry."""
        self.logbook.delete(number)
        self._changed(f"Entry {number} is gone.")

    @on("type")
    def type_text(self, value: str) -> None:
        """Take what is typed."""
        self._typed = value

    @on("write")
    def write(self) -> None:
        """Write the typed entry."""
        if self._typed.strip():
            self._write(with_player(self._typed, self.logbook.seats, max(0, self._start.seat)))

    @on("replay")
    def replay(self) -> None:
        """Show the game below, ready to annotate."""
        for before in self.below.children:
            before.close()
        viewer = ReplayViewer(self.logbook.record)
        viewer.call()
        self.below.children = (viewer,)
        self.status = "The replay is below."

    # --- Odds ---

    def _estimate(self) -> None:
        """Estimate the chances from what the scribe knows, in the background."""
        self._work.stop()
        self._chances = []
        if self._with_odds and self._could.kind != "over" and self.logbook.misfit is None:
            game, seat = self.logbook.game.branch(), self.logbook.seat
            self.begin(odds.win.watch(game, seat, n=self._n, threads=THREADS), self._take, pause=_PAUSE)

    def _take(self, frame: pl.DataFrame) -> None:
        seats = self.logbook.seats
        rows = frame.select("p", "low", "high").rows()
        self._chances = [(seats[at] if at < len(seats) else "all", *row) for at, row in enumerate(rows)]
        self._played = int(frame["n"][0])
