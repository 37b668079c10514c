"""Search in a recorded game: events and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from guildhall.core.errors import GuildhallError
from guildhall.records.study import LinePath, Variation

from ..live import Part, Screen, on
from ..render.controls import bar, button
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import plural
from .reader import Reader

__all__ = ["Hit", "Search", "written_in"]

_SHOWN = 30  # hits
_TEXT = 120  # maximum characters of a hit


@dataclass(frozen=True, slots=True)
class Hit:
    """A search hit: the line, the ply, the kind of text, and the text."""

    line: LinePath
    ply: int
    kind: str
    text: str


def written_in(variation: Variation, line: LinePath = ()) -> Iterator[Hit]:
    """Yield all notes on a line and its variations."""
    if variation.title:
        yield Hit(line, line[-2] + 1, "title", variation.title)
    for ply, node in sorted(variation.nodes.items()):
        yield from (Hit(line, ply, "comment", comment) for comment in node.comments)
        yield from (Hit(line, ply, "tag", tag) for tag in node.tags)
        for number, other in enumerate(node.variations):
            yield from written_in(other, (*line, ply, number))


class Search(Part):
    """The search words and their hits."""

    def __init__(self, reader: Reader, screen: Screen) -> None:
        self.wanted = ""
        self.hits: list[Hit] = []
        self.hit: int | None = None  # number of the hit shown
        self.after_asking: list[Callable[[], None]] = []
        self._happened: dict[tuple[int | None, LinePath], list[Hit]] = {}
        self._reader, self._screen = reader, screen
        reader.after_seeing.append(self._find)

    @on("search")
    def _search(self, value: str) -> None:
        """Find words, ignoring case, in the events of this line and in all notes."""
        self.wanted = value
        self._find()
        count = len(self.hits)
        for call in self.after_asking:
            call()
        self._screen.announce("" if not value.strip() else f"{count or 'no'} hit{'' if count == 1 else 's'}.")

    def _find(self) -> None:
        word = self.wanted.strip().casefold()
        found = (hit for hit in self._texts() if word in hit.text.casefold()) if word else ()
        self.hits = sorted(found, key=lambda hit: (hit.ply, hit.line))
        self.hit = None

    def _texts(self) -> Iterator[Hit]:
        yield from self._events()
        if self._reader.is_open:
            yield from written_in(self._reader.record.main)

    def _events(self) -> list[Hit]:
        """Return the events of this line that the reader may know."""
        reader = self._reader
        key = (reader.seat, reader.line)
        if key not in self._happened:
            self._happened[key] = [
                Hit(reader.line, ply, "event", words)
                for ply in range(1, reader.last + 1)
                for words in reader.sight.heard(reader.line, ply)
            ]
        return self._happened[key]

    def forget_variations(self) -> None:
        """Forget all but the main line, after variations have changed."""
        self._happened = {key: hits for key, hits in self._happened.items() if not key[1]}
        self.hits, self.hit = [hit for hit in self.hits if not hit.line], None

    @on("hit")
    def _to_hit(self, number: int) -> None:
        if not 0 <= number < len(self.hits):
            raise GuildhallError(f"unknown hit {number}; there are {len(self.hits)}")
        hit = self.hits[number]
        self._reader.go(hit.ply, hit.line)
        self.hit = number
        self._screen.announce(f"Hit {self.hit + 1} of {len(self.hits)}, ply {hit.ply}: {hit.text}")

    @on("next hit")
    def _next_hit(self, by: int) -> None:
        """Go to the next or previous hit, wrapping around."""
        if not self.hits:
            raise GuildhallError("no hits; enter words to search for")
        start = -1 if by > 0 else 0
        self._to_hit(((start if self.hit is None else self.hit) + by) % len(self.hits))

    # On the page

    def box(self) -> Markup:
        """Return the search box."""
        field = tag(
            "input",
            type="search",
            aria_label="Find",
            value=self.wanted,
            placeholder="Find",
            title="find in events and comments (/)",
            data_do="search",
            data_key="text search",
            data_keys="/",
        )
        return tag("label", icon("search"), field, class_="gh-search")

    def steps(self) -> Markup:
        """Return the number of hits and the steps between them, if words are searched for."""
        if not self.wanted.strip():
            return EMPTY
        count = len(self.hits)
        return bar(
            "hits",
            tag("span", plural(count, "hit") if count else "nothing found"),
            button("Previous", "next hit", keys="N", disabled=not count, by=-1),
            button("Next", "next hit", keys="n", disabled=not count, by=1),
        )

    def panel(self) -> Markup:
        """Return the hits with the steps between them."""
        return join(self.steps(), self._list())

    def _list(self) -> Markup:
        first = max(0, (self.hit or 0) - _SHOWN // 2)
        items = (
            tag("li", button(_told(self.hits[number]), "hit", pressed=number == self.hit, number=number))
            for number in range(first, min(len(self.hits), first + _SHOWN))
        )
        return tag("ul", *items, class_="gh-hits", data_roving=True) if self.hits else EMPTY


def _told(hit: Hit) -> str:
    text = hit.text if len(hit.text) <= _TEXT else hit.text[:_TEXT] + "…"
    return f"ply {hit.ply}, {hit.kind}: {text}"
