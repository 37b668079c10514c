"""The files of records: one JSON document per game, or many in JSON Lines.

    {"format":"guildhall-record","version":1,"plies":130,"notes_check":"…",
    "header":{…},
    "blocks":[
    {"moves":[…],"phrases":[…],"check":"…"},
    …
    ],
    "outcome":{…},
    "nodes":{
    "40":{…}
    }}

A block holds 50 plies and the check hash of the state after them.
`plies` counts the moves of all blocks, to detect a lost block. `notes_check` is a digest of the nodes.
Records written before these two fields existed are read without them.

A damaged file is read up to the damage: `BadRecord` has its line and ply, and a record of everything before it.
A game that was logged at a real table is version 2 (`records.logged`). All others stay version 1.
The moves of a truncated block are still used, because playing them gives their phrases and checks them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from guildhall.core import files
from guildhall.core.decision import Outcome
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.rules import with_own_files
from guildhall.records.logged import LOGGED, encode_log, is_logged, read_log
from guildhall.records.record import SEAT_FORMAT, VERSION, Record
from guildhall.records.study import (
    BROKEN,
    Header,
    LinePath,
    Node,
    Origin,
    Variation,
    node_fault,
    notes_check,
    outcome_fault,
    too_deep,
)
from guildhall.records.verify import CHECK_EVERY, Problem, speak, write_down

__all__ = ["FORMAT", "DamagedLine", "Records", "encode", "load", "load_all", "save_all"]

FORMAT = "guildhall-record"

CardFiles = str | Path | Sequence[str | Path]
"""Files of custom cards."""


class DamagedLine(NamedTuple):
    """The place of the damage in a file of many games, with the readable part of the damaged game."""

    line: int
    ply: int | None
    message: str
    partial: Record | None = None


class Records(list[Record]):
    """The records of one file, with `damage` set to the place where reading stopped, if any."""

    damage: DamagedLine | None = None


def load(
    path: str | os.PathLike[str],
    *,
    verify: bool = True,
    limit: int = files.LIMIT,
    card_files: CardFiles | None = None,
) -> Record:
    """Read a record and replay it to check everything.

    The file is stored as `record.path`, and a `ReplayViewer` saves notes to it.

    `BadRecord` names line and ply of the first problem, and has in `.partial` a record of everything before it.
    A record made with another version of the rules is accepted as far as both versions lead to the same game.
    With `verify=False` only the format of the file is checked, so that records of other cards can be read.

    A record includes the texts of custom cards, and no file that it names is ever opened.
    `card_files` are for a record that has names of files instead. Saving it again includes their texts.
    """
    content = files.read(path, limit=limit)
    record = _read(content.data, verify=verify, card_files=card_files)
    if not content.whole:
        raise BadRecord("the compressed file is damaged at its end", ply=record.plies, partial=record)
    record.origin = Origin(Path(os.path.abspath(path)), notes_check(record.main.nodes))
    return record


def load_all(
    path: str | os.PathLike[str],
    *,
    verify: bool = True,
    limit: int = files.LIMIT,
    card_files: CardFiles | None = None,
) -> Records:
    """Read JSON Lines up to the first damage, described by `.damage` of the result, with arguments as for `load`."""
    content = files.read(path, limit=limit)
    lines = content.data.split(b"\n")
    records = Records()
    for number, line in enumerate(lines, 1):
        if line.strip() and records.damage is None:
            before = records[-1] if records else None
            try:
                records.append(_read(line, verify=verify, card_files=card_files, line=number, before=before))
            except BadRecord as error:
                records.damage = DamagedLine(number, error.ply, error.problem, error.partial)
    if not content.whole and records.damage is None:
        records.damage = DamagedLine(len(lines), None, "the compressed file is damaged at its end")
    return records


def save_all(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write records as JSON Lines, one game per line, atomically, and compressed for `.gz` or `.zst`."""
    files.write(path, b"".join(encode(record, one_line=True) for record in records))


# --- The document ---


class Block(msgspec.Struct):
    """Some plies and the hash of the state after them."""

    moves: list[int]
    phrases: list[str]
    check: str = ""


class Document(msgspec.Struct, kw_only=True):
    """A record in its file format."""

    format: str = FORMAT
    version: int = VERSION
    plies: int | None = None
    notes_check: str = ""
    header: Header
    blocks: list[Block]
    outcome: Outcome | None = None
    nodes: dict[int, Node] = {}

    def record(self) -> Record:
        """Return the record it describes."""
        main = Variation(nodes=self.nodes)
        checks: dict[int, str] = {}
        for block in self.blocks:
            main.moves += block.moves
            main.phrases += block.phrases
            if block.check:
                checks[len(main.moves)] = block.check
        return Record(main, header=self.header, checks=checks, outcome=self.outcome)


_json = msgspec.json.encode


def encode(record: Record, *, one_line: bool = False) -> bytes:
    """Return a record as JSON: one line per block and node, or everything in one line."""
    if is_logged(record):
        return encode_log(record, FORMAT, one_line=one_line)
    new = b"" if one_line else b"\n"
    head = {"format": FORMAT, "version": VERSION, "plies": record.plies}
    if check := notes_check(record.main.nodes):
        head["notes_check"] = check
    noted = ((ply, node) for ply, node in sorted(record.main.nodes.items()) if node != Node())
    fields = [
        _json(head)[:-1],
        b'"header":' + _json(record.header),
        b'"blocks":[' + new + (b"," + new).join(map(_json, _blocks_of(record))) + new + b"]",
        b'"outcome":' + _json(record.outcome),
        b'"nodes":{' + new + (b"," + new).join(b'"%d":%s' % (ply, _json(node)) for ply, node in noted) + new + b"}}",
    ]
    return (b"," + new).join(fields) + b"\n"


def _blocks_of(record: Record) -> Iterator[Block]:
    moves, phrases = record.main.moves, record.main.phrases
    for start in range(0, max(1, record.plies), CHECK_EVERY):
        end = min(start + CHECK_EVERY, record.plies)
        yield Block(moves[start:end], phrases[start:end], record.checks.get(end, ""))


# --- Reading ---


def _read(
    data: bytes,
    *,
    verify: bool,
    card_files: CardFiles | None,
    line: int | None = None,
    before: Record | None = None,
) -> Record:
    """Read the record in `data`, which is line `line` of its file, and use the rules of the record before it."""
    files.check_values(data)
    if _checked_label(data).version == LOGGED:
        return read_log(data, verify=verify, line=line)
    document, damage = _parse(data)
    if card_files is not None:
        document.header = _with_files(document.header, card_files)
    record = document.record()
    if before is not None:
        before.lend_rules(record)
    if damage:
        raise _damaged(record, damage, line)
    if verify and (problems := record.verify().problems):
        raise _wrong(record, problems, data, line)
    if verify and document.notes_check and document.notes_check != notes_check(document.nodes):
        where = line or _line_of(data, None, node=min(document.nodes, default=0))
        message = "its notes were changed after it was saved; saving .partial accepts them as they are"
        raise BadRecord(message, line=where, partial=record)
    return record


def _with_files(header: Header, card_files: CardFiles) -> Header:
    try:
        setup: dict[str, Any] = with_own_files(header.game, header.setup, card_files=card_files)
    except GuildhallError as error:
        raise BadRecord(f"its game cannot be set up: {error}") from error
    return msgspec.structs.replace(header, setup=setup)


def _damaged(record: Record, damage: _Damage, line: int | None) -> BadRecord:
    part = _readable_part(record)
    part = _sound_part(part, part.verify().problems)
    return BadRecord(damage.message, line=line or damage.line, ply=part.plies, partial=part)


def _wrong(record: Record, problems: Sequence[Problem], data: bytes, line: int | None) -> BadRecord:
    first = problems[0]
    where = line or _line_of(data, first.ply, node=first.path[0] if first.path else None)
    message = first.message + (f" (in the variation {first.path})" if first.path else "")
    return BadRecord(message, line=where, ply=first.ply, partial=_sound_part(record, problems))


# The sound part of a damaged record


def _readable_part(record: Record) -> Record:
    """Copy a record up to the last move with a phrase, after filling in missing phrases by playing."""
    part = record.copied()
    main = part.main
    if begun := part.begun():
        spoken = speak(*begun, main.moves)
        main.phrases += spoken[len(main.phrases) :]
        main.cut(len(spoken))
    main.cut(len(main.phrases))
    return part


def _sound_part(record: Record, problems: Sequence[Problem]) -> Record:
    """Copy a record with every line cut before its first problem, and with matching checks and outcome.

    With other cards nothing can be checked, so the copy is complete.
    """
    part = record.copied()
    begun = part.begun()
    if begun is None:
        return part
    # Inner lines first, because cutting an outer one may remove them.
    for path, ply in sorted(_ends(problems).items(), key=lambda end: -len(end[0])):
        part.line(path).cut(ply, first=path[-2] if path else 0)
    part.main.prune()
    _, part.checks, part.outcome = write_down(*begun, part.moves)
    return part


def _ends(problems: Sequence[Problem]) -> dict[LinePath, int]:
    """Return the ply at which each line with problems has to end."""
    ends: dict[LinePath, int] = {}
    for problem in problems:
        ends[problem.path] = min(problem.ply or 0, ends.get(problem.path, problem.ply or 0))
    return ends


class _Label(msgspec.Struct):
    format: str = ""
    version: int = 0


_CUT_LABEL = re.compile(rb'\s*\{\s*"format"\s*:\s*"([\w-]+)"\s*,\s*"version"\s*:\s*(\d{1,9})\s*,')


def _decode(data: bytes) -> Document:
    """Return the document, or raise one of `BROKEN` if it is damaged, `BadRecord` if it is not a record."""
    if files.is_too_deep(data):
        raise msgspec.ValidationError(files.TOO_DEEP)
    document = msgspec.json.decode(data, type=Document)
    if fault := next(_faults(document), None):
        raise msgspec.ValidationError(fault)
    written = sum(len(block.moves) for block in document.blocks)
    if document.plies not in (None, written):
        raise _LostPlies(f"{written} plies are stored of a game of {document.plies}")
    return document


class _LostPlies(msgspec.ValidationError):
    """The blocks of a document lack some of its plies."""


def _faults(document: Document) -> Iterator[str]:
    """Yield contradictions in a document whose values have the right types."""
    seats = len(document.header.seats)
    if any(len(block.moves) != len(block.phrases) for block in document.blocks):
        yield "the numbers of moves and phrases differ"
    if too_deep(document.nodes):
        yield "variations are nested too deeply"
    if fault := outcome_fault(document.outcome, seats):
        yield fault
    for ply, node in document.nodes.items():
        if fault := node_fault(node, seats):
            yield f"in the notes at ply {ply}: {fault}"


def _checked_label(data: bytes) -> _Label:
    """Return the format and version, or raise BadRecord if the data is not a record, or one of a newer version."""
    label = _label(data)
    if label.format == SEAT_FORMAT:
        raise BadRecord("this is a record of what one seat saw; read it with SeatRecord.load")
    if label.format != FORMAT:
        raise BadRecord("this is not a guildhall record" + ("" if data.strip() else ": the file is empty"))
    if label.version > LOGGED:
        message = f"record version {label.version} is newer than {LOGGED}, the newest that can be read here"
        raise BadRecord(f"{message}; update guildhall to read it")
    return label


def _label(data: bytes) -> _Label:
    try:
        return msgspec.json.decode(data, type=_Label)
    except BROKEN:
        found = _CUT_LABEL.match(data)
        return _Label(found[1].decode(), int(found[2])) if found else _Label()


# --- A damaged document, read up to the damage, and the lines of a file ---


@dataclass(frozen=True, slots=True)
class _Damage:
    """The place and the reason where reading stopped."""

    line: int
    message: str


def _parse(data: bytes) -> tuple[Document, _Damage | None]:
    """Return the document up to any damage. Its last moves may lack their phrases.

    A file that is not a record, or has no readable header, raises `BadRecord`.
    """
    try:
        return _decode(data), None
    except BROKEN as error:
        return _salvage(data, error)


def _salvage(data: bytes, error: Exception) -> tuple[Document, _Damage]:
    text = data.decode(errors="replace")
    header, header_end = _header(text)
    blocks, blocks_end = _blocks(text, header_end)
    if header is None:
        damage = _damage(data, text, error, header_end)
        raise BadRecord(f"its header cannot be read: {damage.message}", line=damage.line, ply=0)
    nodes, nodes_end = _nodes(text, blocks_end, seats=len(header.seats))
    all_blocks = text[blocks_end : blocks_end + 1] == "]" and not isinstance(error, _LostPlies)
    damage = _damage(data, text, error, nodes_end if all_blocks else blocks_end)
    return Document(header=header, blocks=blocks, nodes=nodes), damage


def _damage(data: bytes, text: str, error: Exception, end: int) -> _Damage:
    """Describe the damage at its byte or character, or where reading stopped."""
    if isinstance(error, RecursionError):
        return _Damage(_line(text, end), "variations are nested too deeply")
    try:
        data.decode()
        json.loads(text)
    except UnicodeDecodeError as wrong:
        return _Damage(1 + data.count(b"\n", 0, wrong.start), "a byte is not valid text")
    except json.JSONDecodeError as wrong:
        breaks_off = wrong.pos >= len(text.rstrip()) or wrong.msg.startswith("Unterminated")
        return _Damage(wrong.lineno, "the file breaks off" if breaks_off else f"invalid JSON: {wrong.msg}")
    except RecursionError:
        return _Damage(_line(text, end), "variations are nested too deeply")
    except ValueError as wrong:
        return _Damage(_line(text, end), str(wrong))
    return _Damage(_line(text, end), str(error))


# The parts of a document, found one after the other

_HEADER = re.compile(r'"header"\s*:\s*')
_BLOCKS = re.compile(r'"blocks"\s*:\s*\[')
_NODES = re.compile(r'"nodes"\s*:\s*\{')
_KEY = re.compile(r'[\s,]*"(\d{1,18})"\s*:\s*', re.ASCII)
_GAP = re.compile(r"[\s,]*", re.ASCII)
_MOVES = re.compile(r'\{\s*"moves"\s*:\s*\[([\d\s,]*)', re.ASCII)
_NUMBER = re.compile(r"\s*\d{1,18}\s*", re.ASCII)
_decoder = json.JSONDecoder()


def _value(text: str, start: int, type: type[Any]) -> tuple[Any, int]:
    """Return the JSON value at `start`, None if it has another type, and its end: `start` if there is no value."""
    end = start
    try:
        value, end = _decoder.raw_decode(text, start)
        return msgspec.convert(value, type, str_keys=True), end
    except (ValueError, RecursionError, msgspec.ValidationError):
        return None, end


def _header(text: str) -> tuple[Header | None, int]:
    found = _HEADER.search(text)
    if found is None:
        return None, 0
    header, end = _value(text, found.end(), Header)
    return None if files.is_too_deep(text[found.end() : end].encode()) else header, end


def _each_block(text: str, start: int) -> Iterator[tuple[Block | None, int]]:
    """Yield each block and its offset, and finally None for an unreadable one or the end."""
    found = _BLOCKS.search(text, start)
    end = found.end() if found else len(text)
    while True:
        start = _skip(text, end)
        block, end = _value(text, start, Block)
        yield block, start
        if block is None:
            return


def _blocks(text: str, start: int) -> tuple[list[Block], int]:
    """Return the good blocks with the rest of a bad one, and the offset where reading stopped."""
    blocks: list[Block] = []
    for block, begin in _each_block(text, start):
        start = begin
        if block is None or len(block.moves) != len(block.phrases):
            blocks.append(Block(_moves(text, start), []))
            break
        blocks.append(block)
    return blocks, start


def _moves(text: str, start: int) -> list[int]:
    """Return the readable moves of a truncated or garbled block."""
    found = _MOVES.match(text, start)
    numbers = found[1].split(",") if found else []
    # A number at the end may have lost digits.
    ended = found is not None and text[found.end() : found.end() + 1] == "]"
    whole = numbers if ended else numbers[:-1]
    return [int(number) for number in takewhile(_NUMBER.fullmatch, whole)]


def _nodes(text: str, start: int, *, seats: int) -> tuple[dict[int, Node], int]:
    """Return the good nodes, and the offset of the first bad one or where reading stopped."""
    nodes: dict[int, Node] = {}
    found = _NODES.search(text, start)
    end, bad = (found.end() if found else start), -1
    while found and (key := _KEY.match(text, end)):
        node, end = _value(text, key.end(), Node)
        if end == key.end():  # the following nodes cannot be found
            break
        if node is None or too_deep({0: node}) or node_fault(node, seats):
            bad = key.start(1) if bad < 0 else bad
        else:
            nodes[int(key[1])] = node
    return nodes, end if bad < 0 else bad


def _skip(text: str, start: int) -> int:
    found = _GAP.match(text, start)
    return found.end() if found else start


# Lines


def _line_of(data: bytes, ply: int | None, *, node: int | None = None) -> int:
    """Return the line of a file that has a ply, the notes of ply `node`, or (None) the header."""
    text = data.decode(errors="replace")
    if node is not None:
        return _line(text, _offset_of_node(text, node))
    if ply is not None:
        return _line(text, _offset_of_ply(text, ply))
    header = _HEADER.search(text)
    return _line(text, header.start() if header else 0)


def _line(text: str, offset: int) -> int:
    return 1 + text.count("\n", 0, offset)


def _offset_of_node(text: str, ply: int) -> int:
    nodes = _NODES.search(text)
    found = re.compile(rf'"{ply}"\s*:').search(text, nodes.end()) if nodes else None
    return found.start() if found else len(text)


def _offset_of_ply(text: str, ply: int) -> int:
    """Return the offset of the block of a ply, or of the end of the blocks for the end of the game."""
    header = _header(text)[1]
    seen = offset = 0
    for block, start in _each_block(text, header):
        offset = start
        seen += len(block.moves) if block else 0
        if ply < seen:
            break
    return offset
