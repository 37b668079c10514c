"""The file form of a record: one JSON document, laid out so that a damaged one can be read up to the damage.

    {"format":"guildhall-record","version":1,
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
"""

from __future__ import annotations

import re

import msgspec

from guildhall.core.decision import Outcome
from guildhall.core.errors import BadRecord
from guildhall.records.study import Header, Node, too_deep

__all__ = ["BROKEN", "FORMAT", "SEAT_FORMAT", "VERSION", "Block", "Document", "decode", "encode"]

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
    header: Header
    blocks: list[Block]
    outcome: Outcome | None = None
    nodes: dict[int, Node] = {}


# Writing


def encode(document: Document, *, one_line: bool = False) -> bytes:
    """The document as JSON: one line per block and node, or all in one line."""
    new = b"" if one_line else b"\n"
    head = _json({"format": document.format, "version": document.version})[:-1]
    blocks = (b"," + new).join(map(_json, document.blocks))
    nodes = (b"," + new).join(b'"%d":%s' % (ply, _json(node)) for ply, node in sorted(document.nodes.items()))
    fields = [
        head,
        b'"header":' + _json(document.header),
        b'"blocks":[' + new + blocks + new + b"]",
        b'"outcome":' + _json(document.outcome),
        b'"nodes":{' + new + nodes + new + b"}}",
    ]
    return (b"," + new).join(fields) + b"\n"


_json = msgspec.json.encode

# Reading

BROKEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding a damaged document may raise."""


class _Label(msgspec.Struct):
    format: str = ""
    version: int = 0


_CUT_LABEL = re.compile(rb'\s*\{\s*"format"\s*:\s*"([\w-]+)"\s*,\s*"version"\s*:\s*(\d{1,9})\s*,')


def decode(data: bytes) -> Document:
    """The document, if it is whole; one of `BROKEN` if it is not, `BadRecord` if it is something else."""
    _check_label(data)
    document = msgspec.json.decode(data, type=Document)
    if any(len(block.moves) != len(block.phrases) for block in document.blocks):
        raise msgspec.ValidationError("moves and phrases are not equally many")
    if too_deep(document.nodes):
        raise msgspec.ValidationError("variations are nested too deeply")
    return document


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
