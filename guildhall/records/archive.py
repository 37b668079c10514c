"""Loading and saving: one game per file, or many in JSON Lines.

Whatever is wrong with a file, `BadRecord` says in which line and at which ply, and keeps all before it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import NamedTuple

from guildhall.core import files
from guildhall.core.errors import BadRecord
from guildhall.records.document import encode
from guildhall.records.record import Record
from guildhall.records.salvage import Damage, line_of, parse
from guildhall.records.verify import Problem, speak, start_state, write_down

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


def load(path: str | os.PathLike[str], *, verify: bool = True, limit: int = files.LIMIT) -> Record:
    """Read a record and play it again to see that all is as written.

    `BadRecord` names line and ply of the first thing wrong, and has in `.partial` a record of all before it.
    A record of other rules is sound as far as they lead to the same game.
    With `verify=False` only the file's form is checked, so records of other cards can be read.
    """
    content = files.read(path, limit=limit)
    record = _read(content.data, verify=verify)
    if not content.whole:
        raise BadRecord("the compressed file is damaged at its end", ply=record.plies, partial=record)
    return record


def _read(data: bytes, *, verify: bool, line: int | None = None) -> Record:
    """The record in `data`; its line in the file is `line`, or is looked for in the data."""
    document, damage = parse(data)
    record = Record.of_document(document)
    if damage:
        raise _damaged(record, damage, line)
    if verify and (problems := record.verify().problems):
        raise _wrong(record, problems, data, line)
    return record


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
    part = deepcopy(record)
    main = part.main
    if part.is_playable():
        spoken = speak(part.rules, start_state(part.header, part.rules), main.moves)
        main.phrases += spoken[len(main.phrases) :]
        main.cut(len(spoken))
    main.cut(len(main.phrases))
    return part


def _sound_part(record: Record, problems: Sequence[Problem]) -> Record:
    """A copy in which every line ends before its first problem, with checks and outcome to match.

    With other cards nothing can be judged, so then it is the whole record.
    """
    part = deepcopy(record)
    if not part.is_playable():
        return part
    # Inner lines first: cutting an outer one may take them away.
    for problem in sorted(problems, key=lambda problem: -len(problem.path)):
        first = problem.path[-2] if problem.path else 0
        part.line(problem.path).cut(problem.ply or 0, first=first)
    rules = part.rules
    _, part.checks, part.outcome = write_down(rules, start_state(part.header, rules), part.moves)
    return part


# Many games


def save_all(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write records as JSON Lines, one game per line, all or nothing; packed if it ends in `.gz` or `.zst`."""
    files.write(path, b"".join(encode(record.document(), one_line=True) for record in records))


def load_all(path: str | os.PathLike[str], *, verify: bool = True, limit: int = files.LIMIT) -> Records:
    """Read JSON Lines up to the first damage, which `.damage` of the result describes."""
    content = files.read(path, limit=limit)
    lines = content.data.split(b"\n")
    records = Records()
    for number, line in enumerate(lines, 1):
        if line.strip() and records.damage is None:
            try:
                records.append(_read(line, verify=verify, line=number))
            except BadRecord as error:
                records.damage = DamagedLine(number, error.ply, error.problem, error.partial)
    if not content.whole and records.damage is None:
        records.damage = DamagedLine(len(lines), None, "the compressed file is damaged at its end")
    return records
