"""The files of a replay viewer: the games of a study, where their notes are saved, and exports."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from guildhall.core import files
from guildhall.core.errors import BadRecord, CannotWrite, GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.typed import number_within, path_of
from guildhall.records.archive import load
from guildhall.records.changes import Changes, RecordFile, open_record
from guildhall.records.record import Record

from ..live import Part, Screen, on
from ..render.controls import button, choice, file_link, menu
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from .export import replay_html, study_html, study_markdown
from .reader import Reader

__all__ = ["Chapters", "Name", "RecordFiles", "Source", "changes_of"]

Name = str | os.PathLike[str]


class Export(NamedTuple):
    """An export format: its file ending, its button and its purpose."""

    ending: str
    shown: str
    title: str


_EXPORTS = {
    "replay": Export(".replay.html", "Share as one file", "one interactive HTML file that works anywhere"),
    "html": Export(".html", "Page to read (HTML)", "one HTML page to read or print"),
    "md": Export(".md", "Markdown", "Markdown to read or edit"),
}


_SHARED = "replay"


class Study(Protocol):
    """The games of a replay."""

    @property
    def records(self) -> Mapping[str, Record]:
        """The records of all chapters, by title."""


class RecordFiles(Part):
    """Saves the record and writes exports next to it."""

    def __init__(self, reader: Reader, study: Study, screen: Screen) -> None:
        self.exists: str | None = None  # the kind of export whose file already exists
        self.written: Path | None = None  # the last export
        self._exports = 0
        self._reader, self._study, self._screen = reader, study, screen
        reader.before_going.append(lambda line, ply: self._close())

    @on("close told")
    def _close(self) -> None:
        """Remove the message about the last export."""
        self.exists = self.written = None

    @on("save")
    def save(self) -> None:
        """Write all notes into the record."""
        self._reader.changes.save()
        self._screen.announce("Saved.")

    @on("export")
    def _export(self, kind: str, replace: str = "") -> None:
        """Write the study next to the record. An existing file is replaced only on request.

        With a seat, the study contains only what that seat saw.
        """
        if kind not in _EXPORTS:
            raise GuildhallError(f"unknown export {short(kind)}; expected one of {', '.join(_EXPORTS)}")
        target = files.refuse_link(self._beside(_EXPORTS[kind].ending))
        if target.exists() and not replace:
            self.exists, self.written = kind, None
            self._screen.announce(f"{target.name} already exists. Press Replace to overwrite it.")
            return
        files.write(target, self._written(kind).encode())
        self.exists, self.written = None, target
        self._exports += 1
        self._screen.announce(f"Written to {target.name}.")

    def _written(self, kind: str) -> str:
        """Return the study as text: all chapters for a replay, the open one for a page."""
        record, seat = self._reader.record, self._reader.seat
        if kind == _SHARED:
            return replay_html(self._study.records, seat=seat)
        return study_html(record, seat=seat) if kind == "html" else study_markdown(record, seat=seat)

    def _beside(self, ending: str) -> Path:
        """Return the path of an export: next to the record, or in the working folder."""
        path = self._reader.changes.path
        return Path(f"study{ending}") if path is None else path.with_name(path.name.split(".")[0] + ending)

    def share(self) -> Markup:
        """Return the button that writes the whole study into one interactive file."""
        one, called = _EXPORTS[_SHARED], join(icon("save"), tag("span", "Share"))
        return button(called, "export", title=one.title, label=one.shown, class_="gh-tool", kind=_SHARED)

    def menu(self) -> Markup:
        """Return the menu of the other exports and of saving."""
        keeps = self._reader.changes.path is not None and self._reader.may_write
        others = ((kind, one) for kind, one in _EXPORTS.items() if kind != _SHARED)
        exports = (button(one.shown, "export", title=one.title, kind=kind) for kind, one in others)
        save = button("Save the notes", "save", title="write all notes into the record") if keeps else EMPTY
        called = join(tag("span", "Export"), icon("down"))
        return menu("Export", *exports, save, symbol=called, key="menu export")

    def told(self) -> Markup:
        """Return a link to the last export, or the question whether to replace a file."""
        if self.written is None and not self.exists:
            return EMPTY
        close = button(icon("close"), "close told", label="Close", class_="gh-tool")
        content = self._replace() if self.written is None else tag("span", "Written to ", file_link(self.written), ".")
        reveal = None if self.written is None else self._exports
        return tag("p", content, close, class_="gh-written", data_key="written", data_reveal=reveal, data_live=True)

    def _replace(self) -> Markup:
        name = self._beside(_EXPORTS[self.exists].ending).name if self.exists else ""
        return button(f"Replace {name}", "export", main=True, kind=self.exists, replace="yes")


def changes_of(record: Record | Game | Name, autosave: bool | Name) -> Changes:
    """Return where notes are saved: in the file of the record, or in memory."""
    if isinstance(record, Game):
        record = record.record
    if isinstance(record, Record):
        if autosave is True and record.path is not None:
            return _in_its_file(record, record.path)
        return Changes(record) if isinstance(autosave, bool) else _new_file(record, path_of(autosave, CannotWrite))
    if not isinstance(autosave, bool):
        raise GuildhallError("autosave is only for a record without a file; this one already has one")
    try:
        return open_record(record, verify=False) if autosave else Changes(load(record, verify=False))
    except BadRecord as error:
        if error.partial is None:
            raise
        return _what_is_left(error)


def _in_its_file(record: Record, path: Path) -> Changes:
    """Open the file that a record was loaded from, if it still has the same game. Otherwise keep notes in memory."""
    if reason := _why_not_there(record, path):
        changes = Changes(record)
        changes.notices.append(f"{reason}: your notes stay in memory until record.save('name.json')")
        return changes
    opened = open_record(path, verify=False)
    record.lend_rules(opened.record)
    return opened


def _why_not_there(record: Record, path: Path) -> str:
    """Return why notes cannot go into the file that a record was loaded from, or "" if they can."""
    if record.has_new_notes:
        return f"this record was annotated after it was loaded from '{path.name}'"
    try:
        stored = load(path, verify=False)
    except BadRecord as error:
        return f"'{path.name}' can no longer be read ({error})"
    same = (stored.header, stored.moves) == (record.header, record.moves)
    return "" if same else f"'{path.name}' has another game, or other moves"


def _new_file(record: Record, path: Path) -> RecordFile:
    """Write the record to a new file. A file that already has the same game is opened with its notes."""
    if not files.refuse_link(path).exists():
        record.save(path)
    opened = open_record(path, verify=False)
    if (opened.record.header, opened.record.moves) != (record.header, record.moves):
        raise CannotWrite(f"'{path}' contains another game; choose another file", path=os.fspath(path))
    record.lend_rules(opened.record)
    return opened


def _what_is_left(error: BadRecord) -> Changes:
    """Return the undamaged part of a file, read-only."""
    changes = Changes(error.partial)
    changes.read_only = True
    changes.notices.append(f"the file is damaged ({error}): showing the undamaged part, read-only")
    return changes


# --- Chapters of a study ---


Source = Record | Game | Name
"""The source of a chapter: a record, a game, or the name of a record file."""


class Chapters(Part):
    """Games with their titles. `show` is called with the number of the one to open."""

    def __init__(
        self,
        games: Source | Sequence[Source] | Mapping[str, Source],
        autosave: bool | Name,
        show: Callable[[int], None],
    ) -> None:
        named = _named(games)
        if len(named) > 1 and not isinstance(autosave, bool):
            raise GuildhallError("autosave works for a single game; save several games first and pass their files")
        self.changes = [changes_of(source, autosave) for _, source in named]
        self.titles = _unlike([title or _titled(source) for title, source in named])
        self.number = 0
        self._show = show

    @property
    def records(self) -> dict[str, Record]:
        """The records of all chapters by title, "" for a single game."""
        titles = self.titles if len(self.titles) > 1 else [""]
        return {title: changes.record for title, changes in zip(titles, self.changes, strict=True)}

    def go(self, number: int) -> None:
        """Open a chapter."""
        if number_within(number, 0, len(self.titles) - 1) is None:
            raise GuildhallError(f"unknown chapter {short(number)}; the chapters are 0 to {len(self.titles) - 1}")
        if number != self.number:
            self._show(number)
            self.number = number

    @on("chapter")
    def _choose(self, value: int) -> None:
        self.go(value)

    @on("next chapter")
    def _next(self, by: int) -> None:
        """Open the next or previous chapter, stopping at the ends."""
        self.go(max(0, min(len(self.titles) - 1, self.number + by)))

    def bar(self) -> Markup:
        """Return the chapter controls, if there are several."""
        if len(self.titles) < 2:
            return EMPTY
        titles = {str(number): f"{number + 1}. {title}" for number, title in enumerate(self.titles)}
        return tag(
            "span",
            button(icon("left"), "next chapter", keys="<", label="previous chapter", class_="gh-tool", by=-1),
            choice("Chapter", "chapter", str(self.number), titles),
            button(icon("right"), "next chapter", keys=">", label="next chapter", class_="gh-tool", by=1),
            class_="gh-tools gh-chapter-choice",
            role="group",
            aria_label="chapters",
        )


def _named(games: Source | Sequence[Source] | Mapping[str, Source]) -> list[tuple[str, Source]]:
    if isinstance(games, Mapping):
        named = list(games.items())
    elif isinstance(games, list | tuple):
        named = [("", game) for game in games]
    else:
        named = [("", games)]  # type: ignore[list-item]  # what it is, is found out when it is opened
    if not named:
        raise GuildhallError("a study needs at least one game")
    return named


def _unlike(titles: Sequence[str]) -> list[str]:
    """Return the titles, numbered where they repeat.

    >>> _unlike(["Ada, Bo", "Cy, Di", "Ada, Bo"])
    ['Ada, Bo', 'Cy, Di', 'Ada, Bo (2)']
    """
    counts = [titles[: at + 1].count(title) for at, title in enumerate(titles)]
    return [title if count == 1 else f"{title} ({count})" for title, count in zip(titles, counts, strict=True)]


def _titled(source: Source) -> str:
    """Return the name of the file, or of the players."""
    if isinstance(source, Game | Record):
        return ", ".join(source.rules.seats if isinstance(source, Game) else source.header.seats)
    return Path(os.fspath(source)).name.split(".")[0]
