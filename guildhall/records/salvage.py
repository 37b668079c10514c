"""Reading a damaged document up to the damage, and finding the line in which something stands.

A block that breaks off still gives its moves; replaying them tells their phrases and whether they are right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import msgspec

from guildhall.core import files
from guildhall.core.errors import BadRecord
from guildhall.records.document import BROKEN, Block, Document, LostPlies, decode
from guildhall.records.study import Header, Node, node_fault, too_deep

__all__ = ["Damage", "line_of", "parse"]


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
