"""Finding one's way in a recorded game: the current place, the view, moving by hand or automatically, and search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from guildhall.core.errors import GuildhallError, short
from guildhall.core.rules import turn_of
from guildhall.core.typed import number_within
from guildhall.records.changes import Changes
from guildhall.records.record import Record
from guildhall.records.study import LinePath, Node, Variation

from ..background import Work
from ..live import Part, Screen, on
from ..messages import read_seat
from ..render.controls import bar, button, range_input
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import plural
from .lines import LineTree, Sight, home, read_path
from .page import placed, steps

__all__ = ["Autoplay", "Reader", "Search"]

SPEEDS = {"0.5": "½", "1": "1", "2": "2", "5": "5"}
"""Plies per second, and what their buttons show."""


class Reader(Part):
    """The reader's place in a record: a ply of a line, seen by everyone or by one seat.

    The other parts query it for what is shown, and move it. `before_going` is called before each move, while the reader
    is still at the old place, and `after_seeing` after each change of view.
    """

    def __init__(self, changes: Changes, screen: Screen, *, seat: int | None = None, ply: int = 0) -> None:
        self.changes = changes
        self.tree = LineTree(changes.record)
        self.line: LinePath = ()
        self.ply = 0
        self.peeked: int | None = None  # the ply pointed at in the chart, whose table is shown meanwhile
        self.sight = Sight(self.tree)
        self.before_going: list[Callable[[LinePath, int], None]] = []  # called with the destination's home line and ply
        self.after_seeing: list[Callable[[], None]] = []
        self._screen = screen
        self.see(seat)
        self.go(ply)

    # The current place

    @property
    def record(self) -> Record:
        """The open record, with its notes."""
        return self.changes.record

    @property
    def last(self) -> int:
        """The last ply of the current line."""
        return self.tree.last(self.line)

    @property
    def home(self) -> LinePath:
        """The line that has the notes on the current ply."""
        return home(self.line, self.ply)

    @property
    def node(self) -> Node:
        """The notes on the current ply, read-only."""
        return self.record.notes_at(self.ply, line=self.home)

    def change(self, do: str, **arguments: Any) -> Any:
        """Make one change to the notes."""
        self.only_open("Notes")
        return self.changes.change(do, **arguments)

    # Visibility

    @property
    def seat(self) -> int | None:
        """The seat whose view is shown, None for everything."""
        return self.sight.seat

    @property
    def is_open(self) -> bool:
        """True if everything is shown."""
        return self.sight.is_open

    @property
    def may_write(self) -> bool:
        """True if notes and variations can be added here."""
        return self.is_open and not self.changes.read_only

    def may_know(self, ply: int) -> bool:
        """Return whether the reader may know the choice at a ply of the current line."""
        return self.sight.may_know(self.line, ply)

    def only_open(self, what: str) -> None:
        """Raise GuildhallError if only a seat's view is shown."""
        if not self.is_open:
            raise GuildhallError(f"{what} may reveal hidden cards: choose the view of everything first")

    # Moving

    def go(self, ply: int, line: LinePath | None = None) -> None:
        """Go to a ply of a line, by default of the current one."""
        wanted = self.line if line is None else line
        if wanted:
            self.only_open("Variations")
        last = self.tree.last(wanted)
        if number_within(ply, 0, last) is None:
            raise GuildhallError(f"unknown ply {short(ply)}; the line has plies 0 to {last}")
        for call in self.before_going:
            call(home(wanted, ply), ply)
        self.line, self.ply, self.peeked = wanted, ply, None

    def find_way(self) -> None:
        """Go to a place that still exists, after lines were deleted or moved."""
        self.tree.forget_variations()
        while self.line:
            try:
                self.ply = min(self.ply, self.last)
                return
            except GuildhallError:
                self.line, self.ply = self.line[:-2], min(self.ply, self.line[-2])

    def place_told(self) -> str:
        """Return the reader's place as a sentence: the turn and the move, or the step of an unfinished move."""
        words = self._move_told() if self.ply else self.sight.beginning()
        return f"{words}{f' {self.node.mark}' if self.is_open and self.node.mark else ''}."

    def _move_told(self) -> str:
        move = self.sight.move_at(self.line, self.ply)
        if self.ply == move.last:
            words = self.sight.sentence(self.line, move)
        else:
            step = f"step {self.ply - move.first + 1} of {move.last - move.first + 1}"
            words = f"{self.sight.told(self.line, self.ply)} ({step})"
        return ", ".join(filter(None, (self.sight.when(self.line, move), f"{self.sight.who(move)}: {words}")))

    def announce_place(self) -> None:
        """Show the place and the move that led there on the status line."""
        self._screen.announce(self.place_told())

    def go_and_tell(self, ply: int, line: LinePath | None = None) -> None:
        """Go to a place and announce it."""
        self.go(ply, line)
        self.announce_place()

    @on("go")
    def _go_to(self, ply: int, line: str | None = None) -> None:
        self.go_and_tell(ply, None if line is None else read_path(line))

    @on("scrub")
    def _scrub(self, value: int) -> None:
        self.go_and_tell(value)

    @on("peek")
    def _peek(self, ply: int | None = None) -> None:
        """Show the table of another ply while it is pointed at. Without a ply, show the current one again."""
        if ply is not None and number_within(ply, 0, self.last) is None:
            raise GuildhallError(f"unknown ply {short(ply)}; the line has plies 0 to {self.last}")
        self.peeked = ply

    @on("step")
    def _step(self, by: int) -> None:
        self.go_and_tell(max(0, min(self.last, self.ply + by)))

    @on("move")
    def _move(self, by: int) -> None:
        """Go to the end of the next move, or to the start of this one."""
        line, moves = self.tree.line(self.line), self.tree.moves(self.line)
        ahead = min(self.last, self.ply + 1)
        self.go_and_tell(moves.end(line, ahead) if by > 0 else moves.begin(line, self.ply))

    @on("start")
    def _to_start(self) -> None:
        self.go_and_tell(0)

    @on("end")
    def _to_end(self) -> None:
        self.go_and_tell(self.last)

    @on("turn")
    def _turn(self, by: int) -> None:
        """Go to the start of the next turn, or of the current or previous one."""
        self.go_and_tell(self._turn_ahead() if by > 0 else self._turn_behind())

    def _turn_ahead(self) -> int:
        turn = self.turn_at(self.ply)
        return next((ply for ply in range(self.ply + 1, self.last) if self.turn_at(ply) != turn), self.last)

    def _turn_behind(self) -> int:
        turn = self.turn_at(max(0, self.ply - 1))
        return next((ply for ply in range(self.ply - 1, 0, -1) if self.turn_at(ply - 1) != turn), 0)

    def turn_at(self, ply: int) -> object:
        """Return the turn of a ply of the current line."""
        return turn_of(self.tree.rules, self.tree.state(self.line, ply))

    # Seeing

    def see(self, seat: int | None) -> None:
        """Show everything, or what a seat saw, which is the main line only."""
        self.sight, self.peeked = Sight(self.tree, seat), None
        if seat is not None:
            self.line, self.ply = (), min(self.ply, self.record.plies)
        for call in self.after_seeing:
            call()

    @on("see")
    def _see_as(self, value: str) -> None:
        names = self.record.header.seats
        seat = read_seat(value, len(names))
        self.see(seat)
        self._screen.announce("Everything is open." if seat is None else f"As {names[seat]} saw it.")

    # On the page

    def scrubber(self) -> Markup:
        """Return the slider along the line, which lies over the chart."""
        return range_input("Ply", "scrub", self.ply, 0, self.last, shown=self.progress(), peek=True)

    def progress(self) -> str:
        """Return the current ply and the length of the line."""
        whose = "" if not self.line else f" of the variation at ply {self.line[-2]}"
        return f"{self.ply} of {self.last}{whose}"


class Autoplay(Part):
    """Automatic playback."""

    def __init__(self, reader: Reader, screen: Screen) -> None:
        self.speed = "1"
        self.work = Work(screen, reader.changes.lock)
        self._reader, self._screen = reader, screen

    @property
    def is_playing(self) -> bool:
        """True during playback."""
        return self.work.is_running

    @on("play")
    def _play(self) -> None:
        """Start or stop playback."""
        reader = self._reader
        if self.is_playing:
            self.work.stop()
            self._screen.announce(f"Stopped. {reader.place_told()}")
            return
        if reader.ply == reader.last:
            reader.go(0)
        self._screen.announce("Playing.")
        self.work.begin(self._ticks(), self._tick, lambda: f"End of the line. {reader.place_told()}")

    @on("speed")
    def _set_speed(self, value: str) -> None:
        if value not in SPEEDS:
            raise GuildhallError(f"unknown speed {short(value)}; expected one of {', '.join(SPEEDS)}")
        self.speed = value

    def _ticks(self) -> Iterator[None]:
        while self._reader.ply < self._reader.last:
            time.sleep(1 / float(self.speed))
            yield

    def _tick(self, _: None) -> None:
        self._reader.go(min(self._reader.last, self._reader.ply + 1))
        self._screen.refresh()

    def transport(self) -> Markup:
        """Return the buttons that move along the line, and the speed of playback."""
        speeds = (
            button(shown, "speed", label=f"{speed} plies per second", pressed=speed == self.speed, value=speed)
            for speed, shown in SPEEDS.items()
        )
        return join(
            steps(last=self._reader.last, playing=self.is_playing),
            placed(f"{self._reader.ply} of {self._reader.last}"),
            tag("span", class_="gh-space"),
            tag("span", "Plies a second", class_="gh-quiet"),
            tag("span", *speeds, class_="gh-speeds", role="group", aria_label="Speed"),
        )


# --- Search ---


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
