"""`guildhall replay`: show a recorded game by moves or plies, at one ply or as a summary, or check it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from guildhall.cli.screen import OK, PROBLEM, Commands, add_command, complain, existing_file, number, say

if TYPE_CHECKING:
    from guildhall.cli.record_text import Found
    from guildhall.records.record import Record

__all__ = ["add"]

_EXAMPLES = """  guildhall replay game.json                 every move in a sentence
  guildhall replay game.json --plies         every ply with its events
  guildhall replay game.json --summary       who, what, how long, who won
  guildhall replay game.json --ply 40        the table after 40 plies
  guildhall replay game.json --seat 2        only what player 2 saw
  guildhall replay game.json --verify        play it again and compare
  guildhall replay game.json --review        what was best at every decision, and what was luck
  guildhall replay games.jsonl.zst --game 3  one game of many
  guildhall replay game.json --study game.html     the annotated game as one page, or as .md
  guildhall replay game.json --html game.html      an interactive replay for any browser
  guildhall replay torn.json --rescue good.json    save the readable part of a damaged file

Files may be compressed with gzip or zstd. The exit code is 1 if something is wrong with the file."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "replay", run, help="show or check a recorded game", examples=_EXAMPLES)
    parser.add_argument("file", type=existing_file, metavar="FILE", help="a record (JSON) or many (JSON Lines)")
    parser.add_argument("--game", type=number, metavar="N", help="which game of a file of many, from 1")
    parser.add_argument("--plies", action="store_true", help="show every ply, not only every move")
    parser.add_argument("--ply", type=number, metavar="N", help="show the table after N plies")
    parser.add_argument("--seat", type=number, metavar="N", help="show only what this seat saw, from 1")
    parser.add_argument("--summary", action="store_true", help="show only who played and how it ended")
    parser.add_argument("--verify", action="store_true", help="play everything again and compare")
    parser.add_argument("--review", action="store_true", help="judge every decision; also for --study and --html")
    parser.add_argument("--rollouts", type=number, default=2000, metavar="N", help="per decision of a review (2000)")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write an interactive replay for any browser")
    parser.add_argument("--study", type=Path, metavar="FILE", help="write the annotated game as a page, .html or .md")
    parser.add_argument(
        "--card-file",
        dest="card_files",
        action="append",
        type=existing_file,
        metavar="FILE",
        help="custom cards, if the record has only the name of their file, which is never opened",
    )
    parser.add_argument("--rescue", type=Path, metavar="FILE", help="write the readable part to another file")


def run(asked: argparse.Namespace) -> int:
    """Show the requested part of a record, for a damaged file everything before the damage."""
    from guildhall.cli.record_text import read_records
    from guildhall.core.errors import BadRecord

    found = read_records(asked.file, asked.card_files)
    if found.damage:
        complain(f"'{asked.file}': {found.damage}")
        complain(found.saved)
    if asked.rescue and found.records:
        _rescue(asked.rescue, found)
    try:
        _show(asked, found)
    except BadRecord as error:  # the readable part cannot be played again
        complain(error)
        return PROBLEM
    return PROBLEM if found.damage else OK


def _rescue(path: Path, found: Found) -> None:
    from guildhall.records.archive import save_all

    if found.is_many:
        save_all(path, found.records)
    else:
        found.records[0].save(path)
    say(f"Written to {path}.")


def _show(asked: argparse.Namespace, found: Found) -> None:
    from guildhall.cli.record_text import listing

    if found.seen is not None:
        say(found.seen)
    elif found.records and asked.html:
        records = found.records if asked.game is None else [_chosen(found, asked.game)]
        _accept(asked, *records)
        _write_replay(asked.html, records, asked.seat)
    elif len(found.records) > 1 and asked.game is None:
        for line in listing(found.records, verified=asked.verify and not found.damage):
            say(line)
    elif found.records and asked.study:
        record = _chosen(found, asked.game)
        _accept(asked, record)
        _write_study(asked.study, record, asked.seat)
    elif found.records:
        _show_record(asked, _chosen(found, asked.game))


def _write_replay(path: Path, records: Sequence[Record], number: int | None) -> None:
    from guildhall.core import files
    from guildhall.core.errors import MissingExtra

    seats = {_seat(number, record) for record in records}
    try:
        from guildhall_widgets.replay.export import replay_html
    except ImportError as missing:
        raise MissingExtra.named("a replay", "lab", missing) from missing
    files.write(path, replay_html(records, seat=seats.pop()).encode())
    say(f"Written to {path}.")


def _write_study(path: Path, record: Record, number: int | None) -> None:
    from guildhall.core import files
    from guildhall.core.errors import GuildhallError, MissingExtra

    if path.suffix not in (".html", ".md"):
        raise GuildhallError(f"a study must be a .html or .md file, not '{path.name}'")
    try:
        from guildhall_widgets.replay.export import study_html, study_markdown
    except ImportError as missing:
        raise MissingExtra.named("a study", "lab", missing) from missing
    write, seat = study_html if path.suffix == ".html" else study_markdown, _seat(number, record)
    files.write(path, write(record, seat=seat).encode())
    say(f"Written to {path}.")


def _accept(asked: argparse.Namespace, *records: Record) -> None:
    """Add the results of a review to the records, if one is requested."""
    from guildhall.cli.record_text import reviewed
    from guildhall.core.errors import GuildhallError
    from guildhall.odds import accept

    if asked.review and asked.seat is not None:
        raise GuildhallError("--review cannot be combined with --seat, because the view of one seat has no notes")
    for record in records if asked.review else ():
        accept(record, reviewed(record, None, asked.rollouts))


def _chosen(found: Found, number: int | None) -> Record:
    from guildhall.core.errors import GuildhallError

    if number is not None and not 1 <= number <= len(found.records):
        raise GuildhallError(f"there is no game {number}; the file has {len(found.records)}")
    return found.records[(number or 1) - 1]


def _show_record(asked: argparse.Namespace, record: Record) -> None:
    from guildhall.cli.record_text import moves, plies, review_lines, reviewed, seen_by, summary, table_at

    seat = _seat(asked.seat, record)
    lines = summary(record)
    if asked.ply is not None:
        lines = table_at(record, asked.ply, seat)
    elif asked.review:
        lines = review_lines(record, reviewed(record, seat, asked.rollouts))
    elif asked.verify:
        lines = iter([str(record.verify())])
    elif not asked.summary and not asked.plies:
        lines = moves(record, seat)
    elif not asked.summary:
        lines = plies(record) if seat is None else seen_by(record, seat)
    for line in lines:
        say(line)


def _seat(number: int | None, record: Record) -> int | None:
    """Return the seat counted from 0."""
    from guildhall.core.errors import GuildhallError

    seats = len(record.header.seats)
    if number is not None and not 1 <= number <= seats:
        raise GuildhallError(f"there is no seat {number}; the seats are 1 to {seats}")
    return None if number is None else number - 1
