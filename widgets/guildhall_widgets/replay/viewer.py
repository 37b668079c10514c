"""The replay viewer: go through a recorded game, write about it, play on from any ply, and keep it all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Any

from guildhall.core import files
from guildhall.core.errors import BadRecord, CannotWrite, GuildhallError
from guildhall.core.game import Game
from guildhall.records.archive import load
from guildhall.records.changes import Changes
from guildhall.records.journal import Journal, journal_of
from guildhall.records.record import Record

from ..live import on
from ..render.controls import button, keys_help
from ..render.markup import EMPTY, Markup, tag
from . import page as replay_page
from . import panels as replay_panels
from .compare import Comparing
from .export import study_html, study_markdown

__all__ = ["ReplayViewer"]

Name = str | os.PathLike[str]
_KEYS = {
    "← →": "a ply back, a ply on",
    "PageUp PageDown": "a turn back, a turn on",
    "Home End": "the start, the end of the line",
    "p": "play, pause",
    "1 … 9": "play the option with that number, as a variation",
    "s": "the bot plays a ply; t to the end of the turn; e to the end of the game",
    "b": "back to the branch point",
    "[ ]": "the line before, the next one",
    "c": "work out the chances",
    "h": "highlight something on the table",
    "/": "find; n next hit, N previous hit",
}


class ReplayViewer(Comparing):
    """A recorded game to be read and written about.

    Give it the name of a record file, and every note is on the disk as it is written; nothing is lost if the kernel is
    killed.  A `Record` or a finished `Game` is kept in memory, unless `autosave` names a file for it.
    `seat` shows only what that seat saw (counted from 0), None shows everything; `ply` is where to begin.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> _ = game.run("greedy", until=lambda game: game.ply == 20)
    >>> viewer = ReplayViewer(game, ply=5)
    >>> viewer.act("step", by="1"); viewer.act("mark", mark="!?")
    >>> viewer.record.node(6).mark
    '!?'
    """

    _is_built = False

    def __init__(
        self, record: Record | Game | Name, *, seat: int | None = None, ply: int = 0, autosave: bool | Name = True
    ) -> None:
        changes = _changes(record, autosave)
        self.exists: str | None = None  # the kind of export whose file is there already
        self._table: tuple[object, Markup] | None = None
        super().__init__(changes, seat=seat, ply=ply, label="Replay viewer")
        self._say_where()
        self._is_built = True
        self.refresh()

    # Files

    @on("save")
    def _save(self) -> None:
        self.changes.save()
        self.status = "Saved."

    @on("export")
    def _export(self, kind: str, replace: str = "") -> None:
        """Write the study beside the record; a file that is there is replaced only when the reader says so."""
        self.only_open("A study")
        if kind not in _EXPORTS:
            raise GuildhallError(f"no export {kind!r}; there are {', '.join(_EXPORTS)}")
        target = self._beside(f".{kind}")
        if target.exists() and not replace:
            self.exists = kind
            self.status = f"{target.name} is there already: press Replace to write it anew."
            return
        files.write(target, _EXPORTS[kind](self.record).encode())
        self.exists = None
        self.status = f"Written to {target.name}."

    def _beside(self, ending: str) -> FilePath:
        """Where an export goes: beside the record, or into the working folder."""
        if not isinstance(self.changes, Journal):
            return FilePath(f"study{ending}")
        path = self.changes.path
        return path.with_name(path.name.split(".")[0] + ending)

    def close(self) -> None:
        """Stop all work and write the notes into the record."""
        if self._is_built:  # a viewer whose record could not be opened is closed too
            self._stop()
            self._stop_judging()
            self._stop_counting()
            with suppress(CannotWrite):  # then the journal has the notes, and whoever opens the record next is told
                self._save()
        super().close()

    # Showing

    def text(self) -> str:
        """The table at this ply in plain words, as the reader sees it."""
        rules, state = self.reel.rules, self.reel.state(self.line, self.ply)
        table = rules.table(state) if self.seat is None else rules.view(state, self.seat)
        comments = "".join(f"\n{comment}" for comment in self.node.comments) if self.is_open else ""
        return f"{self.status}\n{rules.text(table, None)}{comments}"

    def page(self) -> str:
        """The whole viewer."""
        left = tag(
            "div",
            self._drawn_table(),
            replay_page.happened(self),
            replay_panels.play_panel(self),
            replay_panels.compare_panel(self),
        )
        right = tag(
            "div",
            replay_page.moves_panel(self),
            replay_panels.notes_panel(self),
            replay_panels.find_panel(self),
            self._files(),
            keys_help(_KEYS),
        )
        return tag(
            "div",
            replay_page.head(self),
            replay_page.transport(self),
            replay_page.chances(self),
            tag("div", left, right, class_="gh-split"),
            class_="gh-replay",
        )

    def _drawn_table(self) -> Markup:
        """The table, drawn anew only if something on it has changed: a keystroke in a comment need not wait for it."""
        lit = tuple(self.node.highlights) if self.is_open else ()
        key = (self.seat, self.home, self.ply, lit, self.pointing is None)
        if self._table is None or self._table[0] != key:
            self._table = (key, replay_page.table(self))
        return self._table[1]

    def _files(self) -> Markup:
        if not self.is_open:
            return EMPTY
        save = button("Save", "save", title="write all notes into the record") if _is_kept(self.changes) else EMPTY
        exports = (button(f"Export {shown}", "export", kind=kind) for kind, shown in _NAMES.items())
        return tag("div", save, *exports, self._replace(), class_="gh-bar", role="group", aria_label="files")

    def _replace(self) -> Markup:
        if not self.exists:
            return EMPTY
        name = self._beside(f".{self.exists}").name
        return button(f"Replace {name}", "export", main=True, kind=self.exists, replace="yes")

    def _find_line(self) -> None:
        self._table = None
        super()._find_line()


_EXPORTS: dict[str, Any] = {"html": study_html, "md": study_markdown}
_NAMES = {"html": "HTML page", "md": "Markdown"}


def _is_kept(changes: Changes) -> bool:
    return isinstance(changes, Journal) and not changes.read_only


def _changes(record: Record | Game | Name, autosave: bool | Name) -> Changes:
    """Where notes go: into a journal beside the file, or into memory."""
    if isinstance(record, Game):
        record = record.record
    if isinstance(record, Record):
        return Changes(record) if isinstance(autosave, bool) else _new_journal(record, FilePath(autosave))
    if not isinstance(autosave, bool):
        raise GuildhallError("autosave names a file for a record that has none; this one has its own")
    try:
        return journal_of(record, verify=False) if autosave else Changes(load(record, verify=False))
    except BadRecord as error:
        if error.partial is None:
            raise
        return _what_is_left(error)


def _new_journal(record: Record, path: FilePath) -> Journal:
    """The record in a new file; a file that holds the same game already is opened with its notes."""
    if not path.exists():
        record.save(path)
    journal = journal_of(path, verify=False)
    if (journal.record.header, journal.record.moves) != (record.header, record.moves):
        raise CannotWrite(f"'{path}' holds another game; name another file", path=os.fspath(path))
    return journal


def _what_is_left(error: BadRecord) -> Changes:
    """What stands before the damage of a file, to be read only."""
    changes = Changes(error.partial)
    changes.read_only = True
    changes.notices.append(f"the file is damaged ({error}): this is what stands before, to be read only")
    return changes
