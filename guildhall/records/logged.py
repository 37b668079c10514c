"""The files of games logged at a real table: version 2 of a record.

    {"format":"guildhall-record","version":2,"plies":130,"notes_check":"…",
    "header":{…},
    "entries":[
    "Bela: play green Trader, tier 2, red Weaver",
    …
    ],
    "guesses":{"7":["discard red Weaver"]},
    "checks":{"12":"…"},
    "outcome":{…},
    "nodes":{…}}

The entries are the game: its options and phrases follow from them. No dealt card is stored.
`checks` are digests of the scribe's view after entries, so another way to deal the hidden cards breaks no file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from guildhall.core import files
from guildhall.core.decision import Outcome
from guildhall.core.errors import BadEntry, BadRecord, GuildhallError
from guildhall.core.rules import rebuild
from guildhall.records.record import Record
from guildhall.records.study import BROKEN, Header, Node, Variation, node_fault, notes_check, outcome_fault, too_deep

__all__ = ["LOGGED", "SCRIBE", "encode_log", "is_logged", "read_entries", "read_log"]

LOGGED = 2
"""The version of the file of a logged game."""

SCRIBE = "scribe"
"""The part of the settings that came from the scribe."""

_json = msgspec.json.encode
_ENTRIES = re.compile(r'"entries"\s*:\s*\[')
_HEADER = re.compile(r'"header"\s*:\s*')
_GAP = re.compile(r"[\s,]*", re.ASCII)


class LogDocument(msgspec.Struct, kw_only=True):
    """A logged game in its file format."""

    format: str
    version: int
    plies: int | None = None
    notes_check: str = ""
    header: Header
    entries: list[str]
    guesses: dict[int, list[str]] = {}
    checks: dict[int, str] = {}
    outcome: Outcome | None = None
    nodes: dict[int, Node] = {}


def is_logged(record: Record) -> bool:
    """Return whether a record is of a game logged at a real table."""
    return SCRIBE in record.header.setup


def encode_log(record: Record, format: str, *, one_line: bool = False) -> bytes:
    """Return the record of a logged game as JSON, one line per entry and node, or everything in one line."""
    told = record.rules.told
    if told is None or told[0] != tuple(record.main.moves):
        message = "this line leaves the log, and a log is stored by its entries"
        raise BadRecord(f"{message}; add it as a variation of the log's record: record.add_variation(…)")
    new = b"" if one_line else b"\n"
    scribe = dict(record.header.setup[SCRIBE])
    entries, guesses = scribe.pop("entries"), scribe.pop("guesses", {})
    header = msgspec.structs.replace(record.header, setup={**record.header.setup, SCRIBE: scribe})
    head: dict[str, Any] = {"format": format, "version": LOGGED, "plies": record.plies}
    if check := notes_check(record.main.nodes):
        head["notes_check"] = check
    noted = ((ply, node) for ply, node in sorted(record.main.nodes.items()) if node != Node())
    fields = [
        _json(head)[:-1],
        b'"header":' + _json(header),
        b'"entries":[' + new + (b"," + new).join(map(_json, entries)) + new + b"]",
        *([b'"guesses":' + _json(guesses)] if guesses else []),
        b'"checks":' + _json({str(ply): check for ply, check in record.checks.items()}),
        b'"outcome":' + _json(record.outcome),
        b'"nodes":{' + new + (b"," + new).join(b'"%d":%s' % (ply, _json(node)) for ply, node in noted) + new + b"}}",
    ]
    return (b"," + new).join(fields) + b"\n"


def read_log(data: bytes, *, verify: bool, line: int | None = None) -> Record:
    """Read the record of a logged game, or raise BadRecord, with the part that fits in `.partial`."""
    document, damage = _parse(data)
    record, problem = _record(document)
    if damage or problem:
        message = damage[1] if damage else str(problem)
        entry = problem.entry if problem else None
        where = line or (damage[0] if damage else _line_of(data, entry or 0))
        raise BadRecord(message, line=where, ply=record.plies, partial=record)
    if verify:
        _verify(record, document, data, line)
    return record


def _verify(record: Record, document: LogDocument, data: bytes, line: int | None) -> None:
    problems = record.verify().problems
    if not problems and document.plies not in (None, record.plies):
        raise BadRecord(f"its entries make {record.plies} plies, not {document.plies}", line=line, partial=record)
    if problems:
        raise BadRecord(problems[0].message, line=line, ply=problems[0].ply, partial=record)
    if document.notes_check and document.notes_check != notes_check(document.nodes):
        message = "its notes were changed after it was saved; saving .partial accepts them as they are"
        raise BadRecord(message, line=line, partial=record)


def read_entries(data: bytes) -> tuple[Header, list[str], dict[int, list[str]]]:
    """Return the header, the entries and the guesses of a file, whether the entries fit or not."""
    document, _ = _parse(data)
    return _told(document, document.entries), document.entries, document.guesses


def _told(document: LogDocument, entries: Sequence[str]) -> Header:
    """Return the header with the entries and guesses of the scribe."""
    setup = document.header.setup
    scribe = setup.get(SCRIBE)
    if not isinstance(scribe, dict):
        raise BadRecord("its header does not say who logged the game")
    guesses = {str(number): cards for number, cards in document.guesses.items() if number <= len(entries)}
    told = {**scribe, "entries": list(entries), **({"guesses": guesses} if guesses else {})}
    return msgspec.structs.replace(document.header, setup={**setup, SCRIBE: told})


def _record(document: LogDocument) -> tuple[Record, BadEntry | None]:
    """Return the record up to the first entry that does not fit, and what is wrong with that."""
    entries, problem = document.entries, None
    while True:
        header = _told(document, entries)
        try:
            rules = rebuild(header.game, header.setup)
            break
        except BadEntry as error:
            if error.entry is None or error.entry > len(entries):
                raise BadRecord(f"its game cannot be set up: {error}") from error
            entries, problem = entries[: error.entry - 1], problem or error
        except GuildhallError as error:
            raise BadRecord(f"its game cannot be set up: {error}") from error
    moves, phrases = rules.told or ((), ())
    nodes = {ply: node for ply, node in document.nodes.items() if ply <= len(moves) or problem is None}
    checks = {ply: check for ply, check in document.checks.items() if ply <= len(moves)}
    main = Variation(list(moves), list(phrases), nodes)
    record = Record(main, header=header, checks=checks, outcome=None if problem else document.outcome)
    record.keep_rules(rules)
    return record, problem


def _parse(data: bytes) -> tuple[LogDocument, tuple[int, str] | None]:
    """Return the document, or as much of it as can be read, with the line and a description of the damage."""
    try:
        files.check_values(data)
        if files.is_too_deep(data):
            raise msgspec.ValidationError(files.TOO_DEEP)
        document = msgspec.json.decode(data, type=LogDocument)
        if fault := _fault(document):
            raise msgspec.ValidationError(fault)
        return document, None
    except BROKEN as error:
        return _salvage(data.decode(errors="replace"), error)


def _fault(document: LogDocument) -> str | None:
    seats = len(document.header.seats)
    if too_deep(document.nodes):
        return "variations are nested too deeply"
    noted = (node_fault(node, seats) for node in document.nodes.values())
    return outcome_fault(document.outcome, seats) or next(filter(None, noted), None)


def _salvage(text: str, error: Exception) -> tuple[LogDocument, tuple[int, str]]:
    decoder, found = json.JSONDecoder(), _HEADER.search(text)
    try:
        value, end = decoder.raw_decode(text, found.end() if found else len(text))
        header = msgspec.convert(value, Header, str_keys=True)
    except (ValueError, RecursionError, msgspec.ValidationError):
        raise BadRecord(f"its header cannot be read: {error}", line=2, ply=0) from None
    entries: list[str] = []
    start = _ENTRIES.search(text, end)
    end = start.end() if start else end
    while start:
        begin = _GAP.match(text, end)
        try:
            entry, end = decoder.raw_decode(text, begin.end() if begin else end)
        except (ValueError, RecursionError):
            break
        if not isinstance(entry, str):
            break
        entries.append(entry)
    document = LogDocument(format="", version=LOGGED, header=header, entries=entries)
    return document, (1 + text.count("\n", 0, end), f"the file is damaged: {error}")


def _line_of(data: bytes, entry: int) -> int:
    """Return the line of an entry in a file with one line for each."""
    text = data.decode(errors="replace")
    start = _ENTRIES.search(text)
    return 1 + text.count("\n", 0, start.end() if start else 0) + entry
