"""Reading one or many records from a file, even a damaged one, and printing them and their reviews as lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from guildhall.cli.screen import screen
from guildhall.cli.setup import game_and_cards
from guildhall.core import files
from guildhall.core.decision import NOBODY
from guildhall.core.errors import BadRecord
from guildhall.core.line import Line, moves_of
from guildhall.records.archive import load, load_all
from guildhall.records.record import SEAT_FORMAT, Record, SeatRecord
from guildhall.records.study import Node

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "Found",
    "listing",
    "moves",
    "plies",
    "read_records",
    "review_lines",
    "reviewed",
    "seen_by",
    "summary",
    "table_at",
]


@dataclass
class Found:
    """The contents of a file: complete records, or those before the damage, or a record of one seat."""

    records: list[Record] = field(default_factory=list)
    is_many: bool = False
    damage: str = ""
    seen: SeatRecord | None = None

    @property
    def saved(self) -> str:
        """A line about the readable part of a damaged file."""
        if not self.records:
            return "nothing could be read"
        if self.is_many:
            return f"{len(self.records)} games could be read, the last one up to the damage"
        return f"{self.records[0].plies} plies could be read"


# --- Reading ---


def read_records(path: Path, card_files: Sequence[Path] | None = None) -> Found:
    """Read a file of one or many records. Damage is reported in the result, not raised."""
    first_line = files.read(path).data.lstrip().partition(b"\n")[0]
    if ".jsonl" in path.suffixes or _is_whole(first_line):
        return _read_many(path, card_files)
    try:
        return Found([load(path, card_files=card_files)])
    except BadRecord as error:
        if SEAT_FORMAT.encode() in files.read(path).data[:200]:
            return Found(seen=SeatRecord.load(path))
        partial = [] if error.partial is None else [error.partial]
        return Found(partial, damage=str(error))


def _is_whole(line: bytes) -> bool:
    """Return whether a line is a complete JSON document, as in a file of many games."""
    try:
        files.check_json(line)
        return isinstance(json.loads(line), dict)
    except (BadRecord, ValueError, RecursionError):
        return False


def _read_many(path: Path, card_files: Sequence[Path] | None) -> Found:
    records = load_all(path, card_files=card_files)
    found = Found(list(records), is_many=True)
    if damage := records.damage:
        found.damage = str(BadRecord(damage.message, line=damage.line, ply=damage.ply))
        found.records += [damage.partial] if damage.partial else []
    return found


# --- Printing ---


def listing(records: Sequence[Record], *, verified: bool = False) -> Iterator[str]:
    """Yield a line for each game, and their number."""
    for number, record in enumerate(records, 1):
        yield f"{number}. {', '.join(record.header.seats)}: {record.plies} plies, {_ending(record)}"
    checked = ", all played again as recorded" if verified else ""
    yield f"{len(records)} game{'' if len(records) == 1 else 's'}{checked}"


def summary(record: Record) -> Iterator[str]:
    """Yield lines about the game, the players, the length and the outcome."""
    header = record.header
    yield f"game: {game_and_cards(header.game, header.setup)}"
    yield f"players: {', '.join(header.seats)}"
    yield f"seed: {header.seed}"
    yield f"begun: {header.created}"
    if header.source:
        yield f"source: {header.source}"
    yield f"plies: {record.plies}"
    yield f"outcome: {_ending(record)}"


def _ending(record: Record) -> str:
    outcome = record.outcome
    if outcome is None or not outcome.reason:
        return "not finished"
    scores = ", ".join(map(str, outcome.points))
    winners = [name for seat, name in enumerate(record.header.seats) if seat in outcome.winners]
    if not winners:
        return f"{outcome.reason} ({scores})"
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} ({scores})"


def moves(record: Record, seat: int | None = None) -> Iterator[str]:
    """Yield every move in a sentence, as a seat saw it or with all notes, or plies if the rules are not the same."""
    begun = record.begun()
    if begun is None:
        yield from plies(record)
        return
    yield from summary(record) if seat is None else [f"What {record.header.seats[seat]} saw"]
    yield ""
    line = Line(*begun, record.moves, seed=record.header.seed)
    nodes = record.main.nodes if seat is None else {}
    yield from (f"0. {sentence}." for sentence in line.opening_told)
    yield from _notes(nodes.get(0), line, 0)
    for move in moves_of(line, seat=seat):
        mark = f" {nodes[move.last].mark}" if move.last in nodes and nodes[move.last].mark else ""
        yield f"{move.last}. {move.sentence(record.header.seats)}{mark}"
        for ply in range(move.first, move.last + 1):
            yield from _notes(nodes.get(ply), line, ply)


def plies(record: Record) -> Iterator[str]:
    """Yield every ply with its events and notes, or only its phrase if the rules are not the same."""
    yield from summary(record)
    yield ""
    yield from _notes(record.main.nodes.get(0))
    game = record.game(0) if record.is_playable() else None
    yield from (f"     {event}" for event in (game.events if game else ()) if event.text)
    for number, (move, phrase) in enumerate(zip(record.moves, record.phrases, strict=True), 1):
        node = record.main.nodes.get(number)
        mark = f" {node.mark}" if node and node.mark else ""
        who = f"{record.header.seats[game.decision.seat]}: " if game else ""
        yield f"{number}. {who}{phrase}{mark}"
        if game:
            yield from (f"     {event}" for event in game.play(move) if event.text)
        yield from _notes(node)


def _notes(node: Node | None, line: Line | None = None, ply: int = 0) -> Iterator[str]:
    """Yield the notes on a ply, with variations in moves if their parent line is given, else in phrases."""
    if node is None:
        return
    yield from (f"   # {comment}" for comment in node.comments)
    if node.tags:
        yield f"   # tags: {', '.join(node.tags)}"
    for variation in node.variations:
        title = f"{variation.title}: " if variation.title else ""
        sentences = variation.phrases if line is None else _sentences(line.branch(ply, variation.moves), ply)
        yield f"   # instead: {title}{'; '.join(sentences)}"


def _sentences(line: Line, since: int) -> list[str]:
    """Return the moves of a line that end after a ply."""
    return [move.sentence(line.rules.seats) for move in moves_of(line) if move.last > since]


def seen_by(record: Record, seat: int) -> Iterator[str]:
    """Yield the game as one seat saw it."""
    yield f"What {record.header.seats[seat]} saw"
    yield ""
    yield str(record.redacted(seat))


def table_at(record: Record, ply: int, seat: int | None) -> Iterator[str]:
    """Yield the table after `ply` plies, in full or as one seat saw it."""
    game = record.game(ply)
    if seat is None:
        yield str(game)
        return
    # The options of another seat reveal cards of its hand.
    own = game.decision.seat in (seat, NOBODY)
    yield game.rules.text(game.view(seat), game.decision if own else None)


def reviewed(record: Record, seat: int | None, rollouts: int) -> pl.DataFrame:
    """Return the review of a record, with a progress bar in a terminal. Ctrl-C returns the results so far."""
    from rich.progress import Progress

    from guildhall.odds import review

    console = screen(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("decisions", total=None)
        return review(record, seat, n=rollouts, progress=lambda at, end: bar.update(task, completed=at, total=end))


def review_lines(record: Record, found: pl.DataFrame) -> Iterator[str]:
    """Yield the marked decisions with reasons, the largest swings, and the totals of choice and luck by seat."""
    import polars as pl

    from guildhall.odds.reviewing import largest_swings, parted, reason

    seats = record.header.seats
    marked = found.filter(pl.col("mark") != "")
    for row in marked.iter_rows(named=True):
        yield f"ply {row['ply']}, {seats[row['seat']]}: {row['played']} {row['mark']}  {reason(row)}"
    swings = largest_swings(found)
    yield from ["", "Largest swings:"] if swings else []
    for row in swings:
        yield f"ply {row['ply']}, {seats[row['seat']]}: {parted(row)}, after {row['played']}"
    yield ""
    for (seat,), own in found.group_by("seat", maintain_order=True):
        yield (
            f"{seats[int(str(seat))]}: {own.height} decisions, {(own['mark'] != '').sum()} marked; chance at first "
            f"{own['before'][0]:.0%}, choice {own['choice'].sum():+.2f}, luck {own['luck'].sum():+.2f}"
        )
