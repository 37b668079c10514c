"""Loading and saving: one game per file, or many in JSON Lines.

Whatever is wrong with a file, `BadRecord` says in which line and at which ply, and keeps all before it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from guildhall.core import files
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.rules import with_own_files
from guildhall.records.document import Damage, encode, line_of, notes_check, parse
from guildhall.records.record import Record
from guildhall.records.study import Header, LinePath, Origin
from guildhall.records.verify import Problem, speak, write_down

__all__ = ["DamagedLine", "Records", "load", "load_all", "save_all"]


class DamagedLine(NamedTuple):
    """Where a file of many games is damaged: `partial` is what stood before it in the damaged game."""

    line: int
    ply: int | None
    message: str
    partial: Record | None = None


class Records(list[Record]):
    """Records read from one file; `damage` tells where reading stopped, None if all went well."""

    damage: DamagedLine | None = None


CardFiles = str | Path | Sequence[str | Path]
"""Files of one's own cards."""


def load(
    path: str | os.PathLike[str],
    *,
    verify: bool = True,
    limit: int = files.LIMIT,
    card_files: CardFiles | None = None,
) -> Record:
    """Read a record and play it again to see that all is as written.

    The record remembers the file as `record.path`, and a `ReplayViewer` of it writes its notes there.

    `BadRecord` names line and ply of the first thing wrong, and has in `.partial` a record of all before it.
    A record of other rules is sound as far as they lead to the same game.
    With `verify=False` only the file's form is checked, so records of other cards can be read.

    A record carries the texts of own cards, and no file that it names is ever opened.
    `card_files` are those of a record that has names of files instead; saved again it carries their texts.
    """
    content = files.read(path, limit=limit)
    record = _read(content.data, verify=verify, card_files=card_files)
    if not content.whole:
        raise BadRecord("the compressed file is damaged at its end", ply=record.plies, partial=record)
    record.origin = Origin(Path(os.path.abspath(path)), notes_check(record.main.nodes))
    return record


def _read(data: bytes, *, verify: bool, card_files: CardFiles | None, line: int | None = None) -> Record:
    """The record in `data`; its line in the file is `line`, or is looked for in the data."""
    document, damage = parse(data)
    if card_files is not None:
        document.header = _with_files(document.header, card_files)
    record = Record.of_document(document)
    if damage:
        raise _damaged(record, damage, line)
    if verify and (problems := record.verify().problems):
        raise _wrong(record, problems, data, line)
    if verify and document.notes_check and document.notes_check != notes_check(document.nodes):
        where = line or line_of(data, None, node=min(document.nodes, default=0))
        message = "its notes are not as they were written; saving .partial takes them as they are"
        raise BadRecord(message, line=where, partial=record)
    return record


def _with_files(header: Header, card_files: CardFiles) -> Header:
    try:
        setup: dict[str, Any] = with_own_files(header.game, header.setup, card_files=card_files)
    except GuildhallError as error:
        raise BadRecord(f"its game cannot be set up: {error}") from error
    return msgspec.structs.replace(header, setup=setup)


def _damaged(record: Record, damage: Damage, line: int | None) -> BadRecord:
    part = _readable_part(record)
    part = _sound_part(part, part.verify().problems)
    return BadRecord(damage.message, line=line or damage.line, ply=part.plies, partial=part)


def _wrong(record: Record, problems: Sequence[Problem], data: bytes, line: int | None) -> BadRecord:
    first = problems[0]
    where = line or line_of(data, first.ply, node=first.path[0] if first.path else None)
    message = first.message + (f" (in the variation {first.path})" if first.path else "")
    return BadRecord(message, line=where, ply=first.ply, partial=_sound_part(record, problems))


# What can be saved of a damaged record


def _readable_part(record: Record) -> Record:
    """A copy in which all moves have their phrases: by playing them, or else only those written in full."""
    part = record.copied()
    main = part.main
    if begun := part.begun():
        spoken = speak(*begun, main.moves)
        main.phrases += spoken[len(main.phrases) :]
        main.cut(len(spoken))
    main.cut(len(main.phrases))
    return part


def _sound_part(record: Record, problems: Sequence[Problem]) -> Record:
    """A copy in which every line ends before its first problem, with checks and outcome to match.

    With other cards nothing can be judged, so then it is the whole record.
    """
    part = record.copied()
    begun = part.begun()
    if begun is None:
        return part
    # Inner lines first: cutting an outer one may take them away.
    for path, ply in sorted(_ends(problems).items(), key=lambda end: -len(end[0])):
        part.line(path).cut(ply, first=path[-2] if path else 0)
    part.main.prune()
    _, part.checks, part.outcome = write_down(*begun, part.moves)
    return part


def _ends(problems: Sequence[Problem]) -> dict[LinePath, int]:
    """Where each line with problems has to end."""
    ends: dict[LinePath, int] = {}
    for problem in problems:
        ends[problem.path] = min(problem.ply or 0, ends.get(problem.path, problem.ply or 0))
    return ends


# Many games


def save_all(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write records as JSON Lines, one game per line, all or nothing; packed if it ends in `.gz` or `.zst`."""
    files.write(path, b"".join(encode(record.document(), one_line=True) for record in records))


def load_all(
    path: str | os.PathLike[str],
    *,
    verify: bool = True,
    limit: int = files.LIMIT,
    card_files: CardFiles | None = None,
) -> Records:
    """Read JSON Lines up to the first damage, which `.damage` of the result describes; the rest is as in `load`."""
    content = files.read(path, limit=limit)
    lines = content.data.split(b"\n")
    records = Records()
    for number, line in enumerate(lines, 1):
        if line.strip() and records.damage is None:
            try:
                records.append(_read(line, verify=verify, card_files=card_files, line=number))
            except BadRecord as error:
                records.damage = DamagedLine(number, error.ply, error.problem, error.partial)
    if not content.whole and records.damage is None:
        records.damage = DamagedLine(len(lines), None, "the compressed file is damaged at its end")
    return records
