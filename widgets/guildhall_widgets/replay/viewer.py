"""The replay viewer widget: read a recorded game, annotate it, play on from any ply, and save everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import traitlets

from guildhall.bots import bot_names
from guildhall.core.errors import CannotWrite
from guildhall.records.changes import Changes
from guildhall.records.record import Record
from guildhall.records.study import Evaluation, LinePath

from .. import render
from ..live import LiveWidget, on, public
from ..messages import read_word
from ..render.markup import Markup
from ..render.scene import by_place
from .files import Chapters, Name, RecordFiles, Source
from .lines import home, lit_places
from .notes import Annotator, BotChoice, Variations
from .page import TABS, page_of
from .reader import Autoplay, Reader, Search
from .review import Chances, Comparison, GameReview

__all__ = ["ReplayViewer"]

_KEPT = 8  # tables drawn lately


class ReplayViewer(LiveWidget):
    """A recorded game to read and annotate.

    Given the name of a record file, it saves every note immediately, so that nothing is lost if the kernel dies. The
    same holds for a record loaded with `gh.load`, until it is annotated or continued. Any other `Record` or `Game`
    stays in memory, unless `autosave` names a file for it.
    Several of them, in a list or by title, are the chapters of one study.
    `seat` shows only what that seat saw (counted from 0), None shows everything. `ply` is the initial ply. Both are
    traits that can be set, observed and linked, like `path` of the current line and `chapter`.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> _ = game.run("greedy", until=lambda game: game.ply == 20)
    >>> viewer = ReplayViewer(game, ply=5)
    >>> viewer.act("step", by="1"); viewer.act("mark", mark="!?")
    >>> viewer.record.node(6).mark
    '!?'
    """

    _is_built = False

    ply = public(traitlets.Int(0), lambda it: it.reader.ply, lambda it, ply: it.reader.go_and_tell(ply))
    path = public(traitlets.Tuple(), lambda it: it.reader.line, lambda it, path: it.reader.go_and_tell(it.ply, path))
    chapter = public(traitlets.Int(0), lambda it: it.chapters.number, lambda it, number: it.chapters.go(number))
    seat = public(traitlets.Int(None, allow_none=True), lambda it: it.reader.seat, lambda it, seat: it.reader.see(seat))

    def __init__(
        self,
        record: Source | Sequence[Source] | Mapping[str, Source],
        *,
        seat: int | None = None,
        ply: int = 0,
        autosave: bool | Name = True,
    ) -> None:
        self.chapters = Chapters(record, autosave, self._open_chapter)
        super().__init__(label="Replay viewer")
        self._is_acting = False
        self.tab = "moves"
        self.plays_on = False  # the options are shown instead of the note
        self._open(0, seat, ply)
        self._is_built = True
        self.refresh()

    def _open_chapter(self, number: int) -> None:
        """Open another chapter at its start, with the same view."""
        self._open(number, self.reader.seat, 0)

    def _open(self, number: int, seat: int | None, ply: int) -> None:
        """Open a chapter with new parts, and release those of the previous one."""
        changes = self.chapters.changes[number]
        reader = Reader(changes, self, seat=seat, ply=ply)  # may raise, before anything is changed
        self.stop()
        self.changes = changes
        self._drawing = changes.lock  # shared by all viewers of a record, or two could deadlock
        self._shape = changes.reshaped
        self._pictures: dict[object, Markup] = {}
        self._parts = (self, self.chapters)
        self.reader = reader
        self.autoplay = Autoplay(self.reader, self)
        self.notes = Annotator(self.reader, self)
        self.bot = BotChoice(bot_names(self.reader.tree.rules), self)
        self.variations = Variations(self.reader, self.bot, self)
        self.chances = Chances(self.reader, self, self._write_down)
        self.review = GameReview(self.reader, self)
        self.search = Search(self.reader, self)
        self.search.after_asking.append(lambda: self._turn_to("find"))
        names = render.card_names(self.reader.tree.rules)
        self.help = {name: render.card_page(self.reader.tree.rules, name) for name in names}
        self.comparison = Comparison(self.reader, self.bot, self)
        self.files = RecordFiles(self.reader, self.chapters, self)
        self.hold(self.reader, self.autoplay, self.notes, self.bot, self.variations)
        self.hold(self.chances, self.review, self.search, self.comparison, self.files)
        changes.listen(partial(self._heard, changes))
        self.reader.announce_place()

    # Public interface

    @property
    def record(self) -> Record:
        """The open record, with its notes."""
        return self.reader.record

    def stop(self) -> None:
        """Stop playback, evaluation, review and comparison."""
        for part in (self.autoplay, self.chances, self.review, self.comparison) if self._is_built else ():
            part.work.stop()

    def close(self) -> None:
        """Stop all work and write the notes into the record."""
        if self._is_built:  # a viewer whose record could not be opened is closed too
            self.stop()
            for changes in self.chapters.changes:
                with suppress(CannotWrite):  # the change that failed has already reported it
                    changes.save()
        super().close()

    # Coordination of the parts

    def act(self, name: str, /, **data: Any) -> None:
        """Do what a click does, while no background work changes anything."""
        with self._drawing:
            self._is_acting = True
            try:
                self._catch_up()
                super().act(name, **data)
            finally:
                self._is_acting = False

    @on("option")
    def _choose(self, option: int) -> None:
        """Choose an item on the table, to highlight it in highlight mode and otherwise to play it."""
        if self.notes.pointing is not None:
            self.notes.point_at(option)
        else:
            self.variations.play(option)

    @on("tab")
    def _turn_to(self, value: str) -> None:
        self.tab = read_word(value, TABS, "tab")

    @on("play on")
    def _play_on(self) -> None:
        """Show the options instead of the note, or the note again."""
        self.plays_on = not self.plays_on

    def _heard(self, changes: Changes, do: str) -> None:
        """Show a change, possibly made in another viewer of the record."""
        if changes is not self.changes:
            return  # of a chapter that is not open
        if do == "prolong":
            self.search.forget_variations()
        self._catch_up()
        if not self._is_acting:
            self.refresh()

    def _catch_up(self) -> None:
        """Adjust paths after lines were deleted or moved."""
        if self._shape == self.changes.reshaped:
            return
        self._shape = self.changes.reshaped
        self._pictures.clear()
        self.search.forget_variations()
        self.chances.forget_variations()
        self.reader.find_way()

    def _write_down(self, ply: int, line: LinePath, evaluation: Evaluation) -> None:
        if self.changes.read_only:
            return
        self._is_acting = True  # the page is redrawn at intervals, not at every ply
        try:
            self.changes.change("annotate", ply=ply, line=line, evaluation=evaluation)
        except CannotWrite as failure:
            self.show_failure(failure)
        finally:
            self._is_acting = False

    # Showing

    def text(self) -> str:
        """Return the table at this ply as plain text, as the reader sees it."""
        reader = self.reader
        shown = reader.tree.rules.text(reader.sight.table(reader.line, reader.ply), None)
        comments = "".join(f"\n{comment}" for comment in self.reader.node.comments) if self.reader.is_open else ""
        return f"{self.status}\n{shown}{comments}"

    def page(self) -> str:
        """Return the page."""
        return page_of(self)

    def drawn_table(self) -> Markup:
        """Return the table, redrawn only if it has changed, so that typing a comment stays fast."""
        reader, peeked = self.reader, self.reader.peeked
        ply = reader.ply if peeked is None else peeked
        lit = tuple(reader.node.highlights) if reader.is_open and peeked is None else ()
        usable = reader.may_write and peeked is None
        key = (reader.seat, home(reader.line, ply), ply, lit, self.notes.pointing is None, usable)
        if key not in self._pictures:
            if len(self._pictures) >= _KEPT:
                self._pictures.clear()
            table = reader.sight.table(reader.line, ply)
            options = self._clickable() if usable else {}
            places = lit_places(reader.node) if lit else []
            rules = reader.tree.rules
            self._pictures[key] = render.table(rules, table, options=options, lit=places, named=True, compact=True)
        return self._pictures[key]

    def _clickable(self) -> Mapping[str, int]:
        """Return the clickable places with their numbers: the options, or everything in highlight mode."""
        reader, rules = self.reader, self.reader.tree.rules
        if self.notes.pointing is not None:
            return self.notes.pointing
        single, _ = by_place(rules.places(reader.tree.state(reader.line, reader.ply)))
        return single
