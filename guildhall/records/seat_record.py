"""Records of a game from the point of view of one seat, without hidden information.

The moves of other seats are described only by the events that the seat saw.
Seed, start, check hashes, notes and variations are left out, because each of them may reveal hidden cards.
These records can be read but not replayed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from guildhall.core import files
from guildhall.core.decision import NOBODY, Decision, Outcome, heard
from guildhall.core.errors import BadRecord, GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.typed import number_within
from guildhall.records.archive import SEAT_FORMAT, VERSION
from guildhall.records.study import BROKEN, outcome_fault

if TYPE_CHECKING:
    from guildhall.records.record import Record

__all__ = ["SeatRecord", "SeenPly", "seat_record"]


class SeenPly(msgspec.Struct, frozen=True):
    """One ply as the seat saw it: the deciding seat, the phrase if it is this seat, the events, and the new view."""

    seat: int
    phrase: str | None
    events: list[str]
    view: str


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat saw it, ply by ply, as text."""

    format: str = SEAT_FORMAT
    version: int = VERSION
    game: str
    setup: dict[str, Any]
    rules_version: str
    card_hash: str
    seats: tuple[str, ...]
    created: str
    seat: int
    start: str
    opening: list[str] = []  # events before the first decision
    plies: list[SeenPly]
    outcome: Outcome

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file atomically, compressed if the name ends in `.gz` or `.zst`."""
        files.write(path, msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, limit: int = files.LIMIT) -> SeatRecord:
        """Read a record from a file."""
        data = files.read(path, limit=limit).data
        files.check_json(data)
        try:
            record = msgspec.json.decode(data, type=cls)
        except BROKEN as error:
            raise BadRecord(f"this is not a complete record of a seat: {error}") from error
        if record.format != SEAT_FORMAT:
            raise BadRecord("this is not a record of a seat")
        if not 0 <= record.seat < len(record.seats):
            raise BadRecord(f"invalid seat {record.seat}; the game has {len(record.seats)} seats")
        if fault := outcome_fault(record.outcome, len(record.seats)):
            raise BadRecord(fault)
        return record

    def __str__(self) -> str:
        happened = [self.opening, *(ply.events for ply in self.plies)]
        return "\n".join(f"{number}. {'; '.join(events)}" for number, events in enumerate(happened) if events)


def seat_record(record: Record, seat: int) -> SeatRecord:
    """Return a recorded game as the seat saw it."""
    header = record.header
    if number_within(seat, 0, len(header.seats) - 1) is None:
        raise GuildhallError(f"there is no seat {short(seat)}; the seats are 0 to {len(header.seats) - 1}")
    game = record.game()
    game.undo(game.ply)
    return SeatRecord(
        game=header.game,
        setup=header.setup,
        rules_version=header.rules_version,
        card_hash=header.card_hash,
        seats=header.seats,
        created=header.created,
        seat=seat,
        start=_view(game, seat),
        opening=list(heard(game.line.opening, seat)),
        plies=[_seen(game, move, seat) for move in record.moves],
        outcome=game.outcome,
    )


def _seen(game: Game, move: int, seat: int) -> SeenPly:
    """Play one move and return what the seat sees of it."""
    decider = game.decision.seat
    phrase = game.rules.phrase(game.state, move) if decider == seat else None
    return SeenPly(decider, phrase, list(heard(game.play(move), seat)), _view(game, seat))


def _view(game: Game, seat: int) -> str:
    """Return the view as text, without the decisions of other seats, whose options reveal hidden cards."""
    own: Decision | None = game.decision if game.decision.seat in (seat, NOBODY) else None
    return game.rules.text(game.view(seat), own)
