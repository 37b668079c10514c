"""Writing about a recorded game: marks, comments, tags and highlights, each change kept at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from guildhall.core.errors import GuildhallError
from guildhall.records.changes import Changes
from guildhall.records.study import Highlight, Path

from ..live import on
from .reel import home
from .steps import Stepping, read_path

__all__ = ["Noting", "Places"]


class Places(Mapping[str, int]):
    """A number for every place of the table that is asked for, so that all of them can be clicked."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __getitem__(self, place: str) -> int:
        if place not in self.names:
            self.names.append(place)
        return self.names.index(place)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __bool__(self) -> bool:
        return True  # there is a number for every place, even before the first is asked for


class Noting(Stepping):
    """A record on which notes are written."""

    def __init__(self, changes: Changes, **where: Any) -> None:
        self.tag_draft = ""
        self.highlight_draft = ""
        self.pointing: Places | None = None  # the places of the table, while one of them is to be chosen
        super().__init__(changes, **where)

    def change(self, do: str, **arguments: Any) -> Any:
        """Make one change to the notes."""
        self.only_open("Notes")
        return self.changes.change(do, **arguments)

    def _go(self, ply: int, line: Path | None = None) -> None:
        wanted = self.line if line is None else line
        if (home(wanted, ply), ply) != (self.home, self.ply):
            self._drop_empty_comments()
            self.pointing = None
        super()._go(ply, line)

    def _drop_empty_comments(self) -> None:
        """Comments that were emptied are taken away when the reader leaves them."""
        comments = self.node.comments
        for number in range(len(comments) - 1, -1, -1):
            if not comments[number] and self.is_open and not self.changes.read_only:
                self.change("remove_comment", ply=self.ply, number=number, line=self.home)

    def _here(self) -> dict[str, Any]:
        return {"ply": self.ply, "line": self.home}

    # Marks and comments

    @on("mark")
    def _mark(self, mark: str) -> None:
        """Set a mark; the one that is set is taken away."""
        if self.ply == 0:
            raise GuildhallError("a mark judges a move, and there is none before the start")
        sign = "" if self.node.mark == mark else mark
        self.change("annotate", mark=sign, **self._here())
        self.status = f"Marked {sign}." if sign else "Mark taken away."

    @on("comment")
    def _comment(self, value: str, number: str, ply: str, line: str) -> None:
        """One keystroke in a comment; it names its place, since it may come after the reader has gone on."""
        place: dict[str, Any] = {"ply": int(ply), "line": read_path(line)}
        if value or int(number) < len(self.record.notes_at(**place).comments):
            self.change("set_comment", text=value, number=int(number), **place)

    @on("remove comment")
    def _remove_comment(self, number: str) -> None:
        self.change("remove_comment", number=int(number), **self._here())
        self.status = "Comment taken away."

    # Tags

    @on("tag draft")
    def _draft_tag(self, value: str) -> None:
        self.tag_draft = value

    @on("add tag")
    def _add_tag(self) -> None:
        tag = self.tag_draft.strip()
        if not tag:
            raise GuildhallError("write the tag first")
        self.change("annotate", tag=tag, **self._here())
        self.tag_draft = ""
        self.status = f"Tagged {tag}."

    @on("remove tag")
    def _remove_tag(self, tag: str) -> None:
        self.change("remove_tag", tag=tag, **self._here())
        self.status = f"Tag {tag} taken away."

    # Highlights

    @on("point")
    def _point(self) -> None:
        """Let the next click on the table choose what to highlight, or no longer."""
        self.only_open("Highlights")
        self.pointing = Places() if self.pointing is None else None
        self.status = "Choose something on the table." if self.pointing is not None else "Nothing chosen."

    def _pointed_at(self, option: str) -> None:
        if self.pointing is None or not 0 <= int(option) < len(self.pointing):
            raise GuildhallError("nothing on the table has that number")
        self._highlight(Highlight(self.pointing.names[int(option)]))
        self.pointing = None

    @on("highlight draft")
    def _draft_highlight(self, value: str) -> None:
        self.highlight_draft = value

    @on("add highlight")
    def _add_highlight(self) -> None:
        """What is written: a place such as `hall 2 red Farmer`, or `hand 1 red Farmer -> hall 2`."""
        what, arrow, to = (part.strip() for part in self.highlight_draft.partition("->"))
        if not what or (arrow and not to):
            raise GuildhallError("write what to highlight first, such as hall 2 red Farmer, or from -> to")
        self._highlight(Highlight(what, to=to or None))
        self.highlight_draft = ""

    def _highlight(self, highlight: Highlight) -> None:
        self.change("annotate", highlight=highlight, **self._here())
        self.status = f"Highlighted {highlight.what}."

    @on("remove highlight")
    def _remove_highlight(self, number: str) -> None:
        self.change("remove_highlight", number=int(number), **self._here())
        self.status = "Highlight taken away."
