"""Finding words in a recorded game: in what happened, and in what is written about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from guildhall.core.errors import GuildhallError
from guildhall.records.changes import Changes
from guildhall.records.study import Path, Variation

from ..live import on
from .chances import Judging

__all__ = ["Hit", "Searching", "written_in"]


@dataclass(frozen=True, slots=True)
class Hit:
    """Where words were found: the line, the ply, what kind of text it is, and the text."""

    line: Path
    ply: int
    kind: str
    text: str


def written_in(variation: Variation, line: Path = ()) -> Iterator[Hit]:
    """Everything that is written about a line and its variations."""
    if variation.title:
        yield Hit(line, line[-2] + 1, "title", variation.title)
    for ply, node in sorted(variation.nodes.items()):
        yield from (Hit(line, ply, "comment", comment) for comment in node.comments)
        yield from (Hit(line, ply, "tag", tag) for tag in node.tags)
        for number, other in enumerate(node.variations):
            yield from written_in(other, (*line, ply, number))


class Searching(Judging):
    """A record in which words are found."""

    def __init__(self, changes: Changes, **where: Any) -> None:
        self.wanted = ""
        self.hits: list[Hit] = []
        self.hit: int | None = None  # the number of the hit that is shown
        self._told: dict[tuple[int | None, Path], list[Hit]] = {}
        super().__init__(changes, **where)

    @on("search")
    def _search(self, value: str) -> None:
        """Find words, whatever their case, in the events of this line and in all notes."""
        self.wanted = value
        self._find()
        count = len(self.hits)
        self.status = "" if not value.strip() else f"{count or 'no'} hit{'' if count == 1 else 's'}."

    def _find(self) -> None:
        word = self.wanted.strip().casefold()
        found = (hit for hit in self._texts() if word in hit.text.casefold()) if word else ()
        self.hits = sorted(found, key=lambda hit: (hit.ply, hit.line))
        self.hit = None

    def _texts(self) -> Iterator[Hit]:
        yield from self._happened()
        if self.is_open:
            yield from written_in(self.record.main)

    def _happened(self) -> list[Hit]:
        """The events of this line in the words that the reader may hear."""
        key = (self.seat, self.line)
        if key not in self._told:
            heard = (
                Hit(self.line, step.ply, "event", event.text if self.seat is None else event.as_seen_by(self.seat).text)
                for step in self.reel.walk(self.line)
                for event in step.events
            )
            self._told[key] = [hit for hit in heard if hit.text]
        return self._told[key]

    @on("hit")
    def _to_hit(self, number: str) -> None:
        if not 0 <= int(number) < len(self.hits):
            raise GuildhallError(f"there is no hit {number}; there are {len(self.hits)}")
        self.hit = int(number)
        hit = self.hits[self.hit]
        self._go(hit.ply, hit.line)
        self.status = f"Hit {self.hit + 1} of {len(self.hits)}, ply {hit.ply}: {hit.text}"

    @on("next hit")
    def _next_hit(self, by: str) -> None:
        """The next hit, or the one before; after the last comes the first."""
        if not self.hits:
            raise GuildhallError("nothing is found; write what to look for")
        start = -1 if int(by) > 0 else 0
        self._to_hit(str(((start if self.hit is None else self.hit) + int(by)) % len(self.hits)))

    def _see(self, seat: int | None) -> None:
        super()._see(seat)
        self._find()

    def _heard(self, do: str) -> None:
        if do == "prolong":
            self._forget_variations()
        super()._heard(do)

    def _find_line(self) -> None:
        self._forget_variations()
        super()._find_line()

    def _forget_variations(self) -> None:
        self._told = {key: told for key, told in self._told.items() if not key[1]}
        self.hits, self.hit = [hit for hit in self.hits if not hit.line], None
