"""The file form of a record: one JSON document, laid out so that a damaged one can be read up to the damage.

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
`plies` counts the moves of all blocks, so that a lost block is missed; `notes_check` is a digest of the nodes.
Records that were written before there were these two are read without them.
A block that breaks off still gives its moves; replaying them tells their phrases and whether they are right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import takewhile
from typing import Any

import msgspec

from guildhall.core import files
from guildhall.core.decision import Outcome
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.records.study import Header, Node, node_fault, outcome_fault, too_deep

__all__ = [
    "BROKEN",
    "FORMAT",
    "SEAT_FORMAT",
    "VERSION",
    "Block",
    "Damage",
    "Document",
    "LostPlies",
    "decode",
    "encode",
    "line_of",
    "notes_check",
    "parse",
]

FORMAT = "guildhall-record"
SEAT_FORMAT = "guildhall-seat-record"
VERSION = 1


class Block(msgspec.Struct):
    """Some plies and the hash of the state after them."""

    moves: list[int]
    phrases: list[str]
    check: str = ""


class Document(msgspec.Struct, kw_only=True):
    """A record as its file has it."""

    format: str = FORMAT
    version: int = VERSION
    plies: int | None = None
    notes_check: str = ""
    header: Header
    blocks: list[Block]
    outcome: Outcome | None = None
    nodes: dict[int, Node] = {}


# Writing


def encode(document: Document, *, one_line: bool = False) -> bytes:
    """The document as JSON: one line per block and node, or all in one line."""
    new = b"" if one_line else b"\n"
    head = {"format": document.format, "version": document.version, "plies": document.plies}
    if check := notes_check(document.nodes):
        head["notes_check"] = check
    blocks = (b"," + new).join(map(_json, document.blocks))
    nodes = (b"," + new).join(b'"%d":%s' % (ply, _json(node)) for ply, node in sorted(document.nodes.items()))
    fields = [
        _json(head)[:-1],
        b'"header":' + _json(document.header),
        b'"blocks":[' + new + blocks + new + b"]",
        b'"outcome":' + _json(document.outcome),
        b'"nodes":{' + new + nodes + new + b"}}",
    ]
    return (b"," + new).join(fields) + b"\n"


_json = msgspec.json.encode


def notes_check(nodes: Mapping[int, Node]) -> str:
    """Eight bytes of BLAKE2b over notes as they are when they are read again; nothing where there are none."""
    written = _json([[ply, node] for ply, node in sorted(nodes.items()) if node != Node()])
    try:
        read = msgspec.json.decode(written, type=list[tuple[int, Node]])
    except BROKEN as error:
        raise GuildhallError(f"these notes could not be read again: {error}") from error
    return blake2b(_json(read), digest_size=8).hexdigest() if read else ""


# Reading

BROKEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding a damaged document may raise."""


class _Label(msgspec.Struct):
    format: str = ""
    version: int = 0


_CUT_LABEL = re.compile(rb'\s*\{\s*"format"\s*:\s*"([\w-]+)"\s*,\s*"version"\s*:\s*(\d{1,9})\s*,')


def decode(data: bytes) -> Document:
    """The document, if it is whole; one of `BROKEN` if it is not, `BadRecord` if it is something else."""
    files.check_values(data)
    _check_label(data)
    if files.is_too_deep(data):
        raise msgspec.ValidationError(files.TOO_DEEP)
    document = msgspec.json.decode(data, type=Document)
    if fault := next(_faults(document), None):
        raise msgspec.ValidationError(fault)
    written = sum(len(block.moves) for block in document.blocks)
    if document.plies not in (None, written):
        raise LostPlies(f"{written} plies are written down of a game of {document.plies}")
    return document


class LostPlies(msgspec.ValidationError):
    """The blocks of a document do not have the plies that they had."""


def _faults(document: Document) -> Iterator[str]:
    """What cannot be, although all is of the right type."""
    seats = len(document.header.seats)
    if any(len(block.moves) != len(block.phrases) for block in document.blocks):
        yield "moves and phrases are not equally many"
    if too_deep(document.nodes):
        yield "variations are nested too deeply"
    if fault := outcome_fault(document.outcome, seats):
        yield fault
    for ply, node in document.nodes.items():
        if fault := node_fault(node, seats):
            yield f"in the notes at ply {ply} {fault}"


def _check_label(data: bytes) -> None:
    """See that this is a record and that we know its version."""
    label = _label(data)
    if label.format == SEAT_FORMAT:
        raise BadRecord("this is what one seat saw of a game; read it with SeatRecord.load")
    if label.format != FORMAT:
        raise BadRecord("this is not a guildhall record" + ("" if data.strip() else ": the file is empty"))
    if label.version > VERSION:
        message = f"record version {label.version} is newer than {VERSION}, the newest known here"
        raise BadRecord(message + "; a newer guildhall reads it")


def _label(data: bytes) -> _Label:
    try:
        return msgspec.json.decode(data, type=_Label)
    except BROKEN:
        found = _CUT_LABEL.match(data)
        return _Label(found[1].decode(), int(found[2])) if found else _Label()


# --- Reading a damaged document up to the damage, and finding the line in which something stands ---


@dataclass(frozen=True, slots=True)
class Damage:
    """Where and why reading stopped."""

    line: int
    message: str


def parse(data: bytes) -> tuple[Document, Damage | None]:
    """The document, and where it is damaged; it ends before the damage, in moves that may lack their phrases.

    What is no record at all, or a record without a readable header, raises `BadRecord`.
    """
    try:
        return decode(data), None
    except BROKEN as error:
        return _salvage(data, error)


def _salvage(data: bytes, error: Exception) -> tuple[Document, Damage]:
    text = data.decode(errors="replace")
    header, header_end = _header(text)
    blocks, blocks_end = _blocks(text, header_end)
    if header is None:
        damage = _damage(data, text, error, header_end)
        raise BadRecord(f"its header cannot be read: {damage.message}", line=damage.line, ply=0)
    nodes, nodes_end = _nodes(text, blocks_end, seats=len(header.seats))
    all_blocks = text[blocks_end : blocks_end + 1] == "]" and not isinstance(error, LostPlies)
    damage = _damage(data, text, error, nodes_end if all_blocks else blocks_end)
    return Document(header=header, blocks=blocks, nodes=nodes), damage


def _damage(data: bytes, text: str, error: Exception, end: int) -> Damage:
    """What is wrong, at the byte, at the character, or where reading stopped."""
    if isinstance(error, RecursionError):
        return Damage(_line(text, end), "variations are nested too deeply")
    try:
        data.decode()
        json.loads(text)
    except UnicodeDecodeError as wrong:
        return Damage(1 + data.count(b"\n", 0, wrong.start), "there is a byte that is no text")
    except json.JSONDecodeError as wrong:
        breaks_off = wrong.pos >= len(text.rstrip()) or wrong.msg.startswith("Unterminated")
        return Damage(wrong.lineno, "the file breaks off" if breaks_off else f"no valid JSON: {wrong.msg}")
    except RecursionError:
        return Damage(_line(text, end), "variations are nested too deeply")
    except ValueError as wrong:
        return Damage(_line(text, end), str(wrong))
    return Damage(_line(text, end), str(error))


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
    """The JSON value at `start`, None if it is of another type, and where it ends: at `start` if there is none."""
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
    """Each block and where it begins; a last None stands for one that cannot be read, or for the end."""
    found = _BLOCKS.search(text, start)
    end = found.end() if found else len(text)
    while True:
        start = _skip(text, end)
        block, end = _value(text, start, Block)
        yield block, start
        if block is None:
            return


def _blocks(text: str, start: int) -> tuple[list[Block], int]:
    """The good blocks with what is left of a bad one, and where reading stopped."""
    blocks: list[Block] = []
    for block, begin in _each_block(text, start):
        start = begin
        if block is None or len(block.moves) != len(block.phrases):
            blocks.append(Block(_moves(text, start), []))
            break
        blocks.append(block)
    return blocks, start


def _moves(text: str, start: int) -> list[int]:
    """The moves of a block that breaks off or is garbled."""
    found = _MOVES.match(text, start)
    numbers = found[1].split(",") if found else []
    # A number with nothing behind it may have lost digits.
    ended = found is not None and text[found.end() : found.end() + 1] == "]"
    whole = numbers if ended else numbers[:-1]
    return [int(number) for number in takewhile(_NUMBER.fullmatch, whole)]


def _nodes(text: str, start: int, *, seats: int) -> tuple[dict[int, Node], int]:
    """The good nodes, and where the first bad one is or reading stopped."""
    nodes: dict[int, Node] = {}
    found = _NODES.search(text, start)
    end, bad = (found.end() if found else start), -1
    while found and (key := _KEY.match(text, end)):
        node, end = _value(text, key.end(), Node)
        if end == key.end():  # nothing that follows can be found
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


def line_of(data: bytes, ply: int | None, *, node: int | None = None) -> int:
    """The line of a file in which a ply stands, or the node of a ply, or (None) the header."""
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
    """Where the block of a ply begins; for the end of the game, where the blocks end."""
    header = _header(text)[1]
    seen = offset = 0
    for block, start in _each_block(text, header):
        offset = start
        seen += len(block.moves) if block else 0
        if ply < seen:
            break
    return offset
