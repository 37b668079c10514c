"""Notes on a recorded game: marks, comments, tags and highlights, each saved immediately."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from guildhall.core.errors import GuildhallError
from guildhall.records.study import MARKS, Highlight, LinePath

from ..live import Part, Screen, on
from ..render.controls import bar, button, text_area, text_input
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from .lines import read_path, write_path
from .moves import MEANINGS
from .reader import Reader

__all__ = ["Annotator", "Places"]

_ONLY_READ = "This record is read-only here. To annotate it, save it under another name and open that file."
_LETTERS, _MOST_ROWS = 46, 8  # of a comment


class Places(Mapping[str, int]):
    """Assigns a number to every place of the table on request, so that all of them can be clicked."""

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
        return True  # every place has a number, even before the first request


class Annotator(Part):
    """The notes on the current ply, and unfinished input."""

    def __init__(self, reader: Reader, screen: Screen) -> None:
        self.tag_draft = ""
        self.highlight_draft = ""
        self.pointing: Places | None = None  # the places of the table, while one of them is being chosen
        self._reader, self._screen = reader, screen
        reader.before_going.append(self._leave)

    def _leave(self, line: LinePath, ply: int) -> None:
        """Remove emptied comments when the reader leaves them."""
        reader = self._reader
        if (line, ply) == (reader.home, reader.ply):
            return
        self.pointing = None
        comments = reader.node.comments if reader.is_open and not reader.changes.read_only else []
        for number in range(len(comments) - 1, -1, -1):
            if not comments[number]:
                self._change("remove_comment", number=number)

    def _change(self, do: str, **arguments: Any) -> None:
        """Make one change to the notes on the current ply."""
        self._reader.change(do, ply=self._reader.ply, line=self._reader.home, **arguments)

    # Marks and comments

    @on("mark")
    def _mark(self, mark: str) -> None:
        """Set a mark, or remove it if it is already set."""
        if self._reader.ply == 0:
            raise GuildhallError("only a move can be marked, and there is none at the start")
        sign = "" if self._reader.node.mark == mark else mark
        self._change("annotate", mark=sign)
        self._screen.announce(f"Marked {sign}." if sign else "Mark removed.")

    @on("comment")
    def _comment(self, value: str, number: int, ply: int, line: str) -> None:
        """Store a keystroke in a comment. It names its place, because the reader may have moved on."""
        self._reader.only_open("Notes")
        place: dict[str, Any] = {"ply": ply, "line": read_path(line)}
        if value or number < len(self._reader.record.notes_at(**place).comments):
            self._reader.change("set_comment", text=value, number=number, **place)

    @on("remove comment")
    def _remove_comment(self, number: int) -> None:
        self._change("remove_comment", number=number)
        self._screen.announce("Comment removed.")

    # Tags

    @on("tag draft")
    def _draft_tag(self, value: str) -> None:
        self.tag_draft = value

    @on("add tag")
    def _add_tag(self) -> None:
        tag = self.tag_draft.strip()
        if not tag:
            self._screen.announce("Enter a tag first.")
            return
        self._change("annotate", tag=tag)
        self.tag_draft = ""
        self._screen.announce(f"Tagged {tag}.")

    @on("remove tag")
    def _remove_tag(self, tag: str) -> None:
        self._change("remove_tag", tag=tag)
        self._screen.announce(f"Tag {tag} removed.")

    # Highlights

    @on("point")
    def _point(self) -> None:
        """Let the next click on the table choose the highlight, or cancel that."""
        self._reader.only_open("Highlights")
        self.pointing = Places() if self.pointing is None else None
        self._screen.announce("Choose something on the table." if self.pointing is not None else "Nothing chosen.")

    def point_at(self, option: int) -> None:
        """Highlight the place chosen on the table."""
        if self.pointing is None or not 0 <= option < len(self.pointing):
            raise GuildhallError("nothing on the table has that number")
        self._highlight(Highlight(self.pointing.names[option]))
        self.pointing = None

    @on("highlight draft")
    def _draft_highlight(self, value: str) -> None:
        self.highlight_draft = value

    @on("add highlight")
    def _add_highlight(self) -> None:
        """Highlight the place typed in, or draw an arrow from one place to another."""
        what, arrow, to = (part.strip() for part in self.highlight_draft.partition("->"))
        if not what or (arrow and not to):
            self._screen.announce("Enter what to highlight first: a place on the table, or from -> to.")
            return
        self._highlight(Highlight(what, to=to or None))
        self.highlight_draft = ""

    def _highlight(self, highlight: Highlight) -> None:
        self._change("annotate", highlight=highlight)
        self._screen.announce(f"Highlighted {highlight.what}.")

    @on("remove highlight")
    def _remove_highlight(self, number: int) -> None:
        self._change("remove_highlight", number=number)
        self._screen.announce("Highlight removed.")

    # On the page

    def panel(self) -> Markup:
        """Return mark, comments, tags and highlights of the current ply."""
        if not self._reader.is_open:
            hidden = "Notes may reveal hidden cards, so they are shown only with everything open."
            return tag("p", hidden, class_="gh-quiet")
        node = self._reader.node
        read_only = self._reader.changes.read_only
        rows = (self._comment_row(number, text) for number, text in enumerate([*node.comments, ""]))
        return tag(
            "fieldset",
            tag("p", _ONLY_READ, class_="gh-small") if read_only else EMPTY,
            tag(
                "div", tag("span", f"Note on ply {self._reader.ply}", class_="gh-cap"), self._marks(), class_="gh-signs"
            ),
            tag("div", *rows, class_="gh-comments"),
            tag("div", self._tags(), self._highlights(), class_="gh-labels"),
            disabled=read_only,
            aria_label="Notes",
        )

    def _marks(self) -> Markup:
        is_start, chosen = self._reader.ply == 0, self._reader.node.mark  # no move led to the start
        marks = (
            button(mark, "mark", title=MEANINGS[mark], pressed=chosen == mark, disabled=is_start, mark=mark)
            for mark in MARKS
        )
        return bar("mark of the move", *marks, roving=True)

    def _comment_row(self, number: int, text: str) -> Markup:
        line, ply = write_path(self._reader.home), self._reader.ply
        is_new = number == len(self._reader.node.comments)
        area = text_area(
            f"comment {number + 1} on ply {ply}",
            "comment",
            text,
            key=f"comment {line} {ply} {number}",
            rows=1 if is_new and number else _rows(text),
            hint="another comment" if number else "What do you think of it?",
            number=number,
            ply=ply,
            line=line,
        )
        about: dict[str, Any] = {"label": "remove this comment", "class_": "gh-tool"}
        remove = EMPTY if is_new else button(icon("close"), "remove comment", **about, number=number)
        return tag("div", area, remove, class_="gh-comment", data_key=f"comment row {line} {ply} {number}")

    def _tags(self) -> Markup:
        tags = (
            button(join(each, icon("close")), "remove tag", label=f"remove the tag {each}", class_="gh-tag", tag=each)
            for each in self._reader.node.tags
        )
        draft = text_input("Tag", "tag draft", self.tag_draft, hint="tag", enter="add tag")
        add = button(icon("plus"), "add tag", label="Add tag", class_="gh-tool")
        return bar("tags", *tags, draft, add)

    def _highlights(self) -> Markup:
        lit = (
            button(
                join(f"{one.what}{f' → {one.to}' if one.to else ''}", icon("close")),
                "remove highlight",
                label=f"remove the highlight of {one.what}",
                class_="gh-tag",
                number=number,
            )
            for number, one in enumerate(self._reader.node.highlights)
        )
        called = join(icon("quest"), tag("span", "Highlight a place"))
        about: dict[str, Any] = {"keys": "h", "pressed": self.pointing is not None, "class_": "gh-tool"}
        choose = button(called, "point", label="Highlight a place", **about)
        hint = "a place, or from -> to"
        draft = text_input("Highlight", "highlight draft", self.highlight_draft, hint=hint, enter="add highlight")
        add = button(icon("plus"), "add highlight", label="Add highlight", class_="gh-tool")
        typed = tag("div", draft, add, class_="gh-menu-items gh-above")
        more = tag("summary", icon("more"), title="type a place", aria_label="type a place", class_="gh-tool")
        folded = tag("details", more, typed, class_="gh-menu", data_key="menu highlight")
        return bar("highlights", *lit, choose, folded)


def _rows(text: str) -> int:
    """Return the height of a comment in lines, so that a short one is fully visible."""
    lines = sum(1 + len(line) // _LETTERS for line in text.split("\n"))
    return min(max(2, lines), _MOST_ROWS)
