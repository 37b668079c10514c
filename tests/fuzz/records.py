"""Records damaged in every way: bytes flipped, cut and doubled, keys removed, values of other kinds, deep or huge.

Reading one gives a record, or a `BadRecord` with what could be saved of it.
What is given verifies, can be played again, and its notes can be read; nothing else is ever raised.
"""

from __future__ import annotations

import gzip
import json
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import zstandard

from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.records.archive import encode, load, load_all
from guildhall.records.record import Record, SeatRecord
from guildhall.records.study import Evaluation, Highlight
from tests.fuzz.trying import Fuzzed, Fuzzer, try_each

__all__ = ["fuzzer", "odd_value", "spoil"]

_PLIES: Final = (3, 8, 20, 30, 55, 110)  # of the records that are damaged, each again and again

_CHANGES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("set_comment", {"ply": 2, "text": "Why now?", "number": 0}),
    ("annotate", {"ply": 3, "mark": "!?", "tag": "opening", "line": []}),
    ("annotate", {"ply": 2, "highlight": ["hand 1", "hall 1", "red"], "evaluation": [[0.5, 0.5], "a guess"]}),
    ("graft", {"ply": 3, "moves": [1, 2], "phrases": ["one", "two"], "title": "instead"}),
    ("annotate", {"ply": 4, "comment": "there", "line": [3, 0]}),
    ("prolong", {"moves": [1], "phrases": ["one"], "line": [3, 0]}),
    ("promote_variation", {"line": [3, 0]}),
    ("remove_comment", {"ply": 2, "number": 0}),
    ("remove_variation", {"line": [3, 0]}),
)


def fuzzer(game: Registration) -> Fuzzer | None:
    """Damages records of a game."""
    return partial(_run, game)


def _run(game: Registration, n: int, seed: int, seconds: float) -> Fuzzed:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a deck with names that can be mistaken breaks nothing
        return try_each(n, seed, seconds, partial(_attempt, game, Path(folder)))


def _attempt(game: Registration, folder: Path, coin: Random) -> Iterator[str]:
    """Damage a record and read it in one of all the ways."""
    plies = coin.choice(_PLIES)
    read = coin.choices(list(_WAYS), weights=list(_WAYS.values()))[0]
    try:
        yield from read(game, plies, folder, coin)
    except GuildhallError:
        return
    except Exception as error:  # whatever is no error of ours is what is looked for
        yield f"{read.__name__.strip('_')}: {type(error).__name__}: {error}"


@cache
def _record(game: Registration, plies: int) -> Record:
    """A game played by chance, with notes and a variation."""
    rules, coin = game.make_rules({}), Random(plies)
    played = Game(rules, rules.start(plies), seed=plies)
    while not played.over and played.ply < plies:
        played.play(coin.choice(rules.options(played.state)))
    record, seats = played.record, len(rules.seats)
    record.annotate(0, comment="Keep all?", highlight=Highlight("hand 1", to="hall 1"))
    record.annotate(2, mark="!?", tag="opening", evaluation=Evaluation((1 / seats,) * seats, "a guess"))
    record.add_variation(1, [coin.choice(record.game(1).options)], title="instead")
    return record


@cache
def _seen(game: Registration, plies: int) -> bytes:
    """What the first seat saw of that game, as its file has it."""
    return msgspec.json.encode(_record(game, plies).redacted(0))


# --- Ways to read ---


def _read_one(game: Registration, plies: int, folder: Path, coin: Random) -> Iterator[str]:
    path = _damaged_file(encode(_record(game, plies)), folder, coin)
    verify = coin.random() < 0.7
    try:
        found = load(path, verify=verify)
    except BadRecord as error:
        found = error.partial
        if found is not None and not (report := found.verify()) and found.is_playable():
            yield f"saved of it, but {report}"
    if found is not None:
        _use(found)


def _read_many(game: Registration, plies: int, folder: Path, coin: Random) -> Iterable[str]:
    line = encode(_record(game, plies), one_line=True)
    for each in load_all(_damaged_file(line + line, folder, coin)):
        _use(each)
    return ()


def _read_seat(game: Registration, plies: int, folder: Path, coin: Random) -> Iterable[str]:
    str(SeatRecord.load(_damaged_file(_seen(game, plies), folder, coin)))
    return ()


def _change_notes(game: Registration, plies: int, folder: Path, coin: Random) -> Iterator[str]:
    """Make changes with odd arguments: one that is refused changes nothing, one that is made can be saved."""
    record = _record(game, plies).copied()
    for do, usual in _CHANGES:
        arguments = deepcopy(usual)
        if coin.random() < 0.4:
            spoil(arguments, coin)
        for name, kind in (("highlight", Highlight), ("evaluation", Evaluation)):
            if (given := arguments.get(name)) and isinstance(given, list):
                arguments[name] = kind(*given[:3])
        before = encode(record)
        try:
            getattr(record, do)(**arguments)
        except (GuildhallError, TypeError):
            if before != encode(record):
                yield f"a change that was refused has changed something: {do} {arguments}"
        try:
            encode(record)
        except GuildhallError as error:
            yield f"a change was made that cannot be saved ({error}): {do} {arguments}"
            return


_WAYS: Final[dict[Callable[[Registration, int, Path, Random], Iterable[str]], int]] = {
    _read_one: 16,
    _read_many: 2,
    _read_seat: 1,
    _change_notes: 3,
}


def _use(record: Record) -> None:
    """What is done with a record that was read: played again, told, copied, written."""
    encode(record.copied())
    repr(record)
    for ply, node in record.main.nodes.items():
        for number in range(len(node.variations)):
            record.line((ply, number))
    if record.outcome is not None:
        record.outcome.sentence(record.header.seats)
    record.game()


# --- Damage ---


def _damaged_file(data: bytes, folder: Path, coin: Random) -> Path:
    path = folder / "game.json"
    data = _damaged(data, coin)
    packing = coin.randrange(12)
    if packing < 2:
        data = (gzip.compress, zstandard.compress)[packing](data)
        data = _bytes_spoilt(data, coin) if coin.random() < 0.3 else data
    path.write_bytes(data)
    return path


def _damaged(data: bytes, coin: Random) -> bytes:
    return _bytes_spoilt(data, coin) if coin.random() < 0.3 else _values_spoilt(data, coin)


def _bytes_spoilt(data: bytes, coin: Random) -> bytes:
    """Some bytes flipped, a piece cut out, the end cut off, or a piece doubled."""
    spoilt = bytearray(data)
    for _ in range(coin.randint(1, 3)):
        first, last = sorted((coin.randrange(len(spoilt) + 1), coin.randrange(len(spoilt) + 1)))
        match coin.randrange(6):
            case 0:
                del spoilt[first:last]
            case 1:
                del spoilt[last:]
            case 2:
                spoilt[first:first] = spoilt[first:last][:200]
            case _:
                spoilt[first : first + 1] = bytes([coin.randrange(256)])
    return bytes(spoilt)


def _values_spoilt(data: bytes, coin: Random) -> bytes:
    """Some values of the JSON text removed, exchanged or made something else; the text itself is sound."""
    try:
        document = (
            [json.loads(line) for line in data.splitlines() if line] if data.count(b"\n") == 2 else json.loads(data)
        )
    except ValueError:
        return _bytes_spoilt(data, coin)
    for _ in range(coin.choice((1, 1, 1, 2, 3))):
        spoil(document, coin)
    if isinstance(document, list) and data.count(b"\n") == 2:
        return b"".join(json.dumps(one).encode() + b"\n" for one in document)
    return json.dumps(document, indent=coin.choice((None, None, 1))).encode()


def spoil(value: Any, coin: Random) -> None:
    """Remove, double, exchange or replace something inside a list or dict, at any depth."""
    while True:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not places:
            return
        place = coin.choice(places)
        inner = value[place]
        if not (isinstance(inner, dict | list) and inner and coin.random() < 0.8):
            break
        value = inner
    match coin.randrange(5):
        case 0:
            del value[place]
        case 1 if isinstance(value, list):
            value.insert(coin.randrange(len(value) + 1), inner)
        case 2:
            value[place] = value[coin.choice(places)]
        case _:
            value[place] = odd_value(coin, like=inner)


def odd_value(coin: Random, like: object = None) -> Any:
    """Something that is not expected, at times near to what was there."""
    if isinstance(like, int) and coin.random() < 0.5:
        return like + coin.choice((-1, 1, 7, 256, -300))
    if isinstance(like, str) and like and coin.random() < 0.5:
        at = coin.randrange(len(like))
        return like[:at] + chr(coin.choice((0, 34, 65, 178, 0x1F600, 13))) + like[at + 1 :]
    if isinstance(like, list) and like and coin.random() < 0.5:
        return like[: coin.randrange(len(like))] if coin.random() < 0.5 else like * 2
    deep: Any = coin.choice((0, []))
    for _ in range(coin.choice((1, 3, 40, 150, 400))):
        deep = {"nodes": deep} if coin.random() < 0.1 else [deep]
    plain = (None, True, False, -1, 0, 1, 7, 99, 2**31, 2**63, -(2**63), 2**64, 10**40, 0.5, 1e308, float("nan"))
    others: tuple[Any, ...] = (
        "",
        "x",
        "\0",
        "9" * 5000,
        "a,b;c" * 300,
        float("inf"),
        [],
        {},
        [None],
        [[]],
        {"": 0},
        {"a": {"b": []}},
    )
    return coin.choice((*plain, *others, deep))
