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
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b

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
    "Document",
    "LostPlies",
    "decode",
    "encode",
    "notes_check",
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
