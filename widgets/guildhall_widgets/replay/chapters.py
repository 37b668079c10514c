"""The chapters of a study: several games, each with its own notes, of which one is open."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.typed import number_within
from guildhall.records.record import Record

from ..live import Part, on
from ..render.controls import bar, button, choice
from ..render.markup import EMPTY, Markup
from .files import Name, changes_of

__all__ = ["Chapters", "Source"]

Source = Record | Game | Name
"""What a chapter is made of: a record, a game, or the name of a record's file."""


class Chapters(Part):
    """Games with their titles; `show` is called with the number of the one that is to be opened."""

    def __init__(
        self,
        games: Source | Sequence[Source] | Mapping[str, Source],
        autosave: bool | Name,
        show: Callable[[int], None],
    ) -> None:
        named = _named(games)
        if len(named) > 1 and not isinstance(autosave, bool):
            raise GuildhallError("autosave names a file for one game; save several ones first and give their files")
        self.changes = [changes_of(source, autosave) for _, source in named]
        self.titles = _unlike([title or _titled(source) for title, source in named])
        self.number = 0
        self._show = show

    @property
    def records(self) -> dict[str, Record]:
        """The records of all chapters by title; a single game needs none."""
        titles = self.titles if len(self.titles) > 1 else [""]
        return {title: changes.record for title, changes in zip(titles, self.changes, strict=True)}

    def go(self, number: int) -> None:
        """Open a chapter."""
        if number_within(number, 0, len(self.titles) - 1) is None:
            raise GuildhallError(f"there is no chapter {short(number)}; they are 0 to {len(self.titles) - 1}")
        if number != self.number:
            self._show(number)
            self.number = number

    @on("chapter")
    def _choose(self, value: int) -> None:
        self.go(value)

    @on("next chapter")
    def _next(self, by: int) -> None:
        """The next chapter or the one before; beyond the ends there is none."""
        self.go(max(0, min(len(self.titles) - 1, self.number + by)))

    def bar(self) -> Markup:
        """What goes from chapter to chapter, if there are several."""
        if len(self.titles) < 2:
            return EMPTY
        titles = {str(number): f"{number + 1}. {title}" for number, title in enumerate(self.titles)}
        return bar(
            "chapters",
            choice("Chapter", "chapter", str(self.number), titles),
            button("◀ Chapter", "next chapter", keys="<", title="the chapter before", by=-1),
            button("Chapter ▶", "next chapter", keys=">", title="the next chapter", by=1),
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
    """The titles, each only once.

    >>> _unlike(["Ada, Bo", "Cy, Di", "Ada, Bo"])
    ['Ada, Bo', 'Cy, Di', 'Ada, Bo (2)']
    """
    counts = [titles[: at + 1].count(title) for at, title in enumerate(titles)]
    return [title if count == 1 else f"{title} ({count})" for title, count in zip(titles, counts, strict=True)]


def _titled(source: Source) -> str:
    """The name of its file, or who played."""
    if isinstance(source, Game | Record):
        return ", ".join(source.rules.seats if isinstance(source, Game) else source.header.seats)
    return Path(os.fspath(source)).name.split(".")[0]
