"""Logs as text files: the facts about the start, a blank line, then one move a line.

game: guildhall
players: Ada, Bela
scribe: Ada
first: Bela
hand: red Weaver, blue Weaver, …
vp_row: 5, 9, …

Bela: discard blue Farmer          # a comment becomes a note
# So does a line of its own, at the entry before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from guildhall.core.errors import BadEntry, BadSetup, UnknownCard, did_you_mean, listing, nearest, short
from guildhall.core.typed import parts_of, whole_number
from guildhall.games import registration

from .log import Log, scribe

__all__ = ["begin", "first_lines", "needed", "read_notes", "write_notes"]

_LONGEST = 20_000  # lines
_WORDS = {"yes": True, "true": True, "no": False, "false": False, "none": None, "-": None}


def read_notes(text: str, *, entered: Callable[[int, int], None] | None = None) -> Log:
    """Return the log that a text file describes, or raise BadEntry or BadSetup that names the line.

    `entered` is called with the number of lines done and their total, for a progress bar.
    """
    if not isinstance(text, str):
        raise BadEntry(f"expected the text of a log, got {short(text)}")
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > _LONGEST:
        raise BadEntry(f"a log has at most {_LONGEST:,} lines, this one has {len(lines):,}")
    head = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    log = begin(first_lines(lines[:head]))
    for number, line in enumerate(lines[head:], head + 1):
        _enter(log, number, line.strip())
        if entered is not None:
            entered(number, len(lines))
    return log


def _enter(log: Log, number: int, line: str) -> None:
    if line.startswith("#"):
        comment = line.lstrip("#").strip()
        if comment:
            log.record.annotate(log.game.ply, comment=comment)
    elif line:
        try:
            log.enter(line)
        except BadEntry as error:
            raise BadEntry(f"line {number}: {error}", entry=len(log) + 1, fits=error.fits) from None


def first_lines(lines: Sequence[str]) -> dict[str, str]:
    """Return the facts about the start, by name. Comments are left out."""
    told: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        name, colon, value = words.partition(":")
        name = name.strip().casefold().replace(" ", "_")
        if not colon or not name.isidentifier():
            raise BadSetup(f"line {number}: the start of a log is lines such as 'first: Bela', not {short(line)}")
        if name in told:
            raise BadSetup(f"line {number}: {name} is given twice")
        told[name] = value.strip()
    return told


def needed(told: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the names that are still missing, each with its meaning."""
    opening = registration(told.get("game", "guildhall")).scribing.opening
    wanted = {"players": "the players in the order of their seats", "scribe": "which of them you are"}
    wanted |= {name: each.about for name, each in opening.items() if not each.optional}
    return [(name, about) for name, about in wanted.items() if name not in told]


def begin(told: Mapping[str, str]) -> Log:
    """Begin the log that the first lines of a file describe."""
    given = dict(told)
    game = given.pop("game", "guildhall")
    home = registration(game)
    opening = home.scribing.opening
    missing = needed(told)
    if missing:
        raise BadSetup(f"the start of the log lacks {missing[0][0]}: {missing[0][1]}")
    players = parts_of(given.pop("players"))
    options: dict[str, Any] = {"players": players, "seat": _seat(given.pop("scribe"), players)}
    for name, value in given.items():
        if name in opening:
            options[name] = [_value(part) if part in _WORDS else part for part in parts_of(value)]
        elif name == "seed" or home.settings.takes(name):
            options[name] = _seat(value, players) if name == "first" else _value(value)
        else:
            known = [*home.settings.help(), *opening]
            raise BadSetup(f"unknown name {short(name)} at the start{did_you_mean(nearest(name, known))}")
    try:
        return scribe(game, **options)
    except (BadEntry, UnknownCard) as error:
        raise BadSetup(f"the start of the log: {error}") from None


def _seat(name: str, players: Sequence[str]) -> int:
    if name not in players:
        raise BadSetup(f"{short(name)} is not one of the players, {listing(players)}")
    return players.index(name)


def _value(word: str) -> Any:
    """Return a setting: a number, yes or no, a list if there are commas, else the word.

    >>> _value("20"), _value("yes"), _value("old-world, alliance"), _value("mega")
    (20, True, ['old-world', 'alliance'], 'mega')
    """
    if "," in word:
        return [_value(part) for part in parts_of(word)]
    number = whole_number(word, signed=True)
    return _WORDS.get(word.casefold(), word) if number is None else number


def write_notes(log: Log) -> str:
    """Return a log as text that `read_notes` reads. Guesses are left out, because they are not part of the notes."""
    told = log.told
    lines = [f"game: {log.rules.game}", f"players: {', '.join(log.seats)}", f"scribe: {log.seats[log.seat]}"]
    for name, value in told.items():
        if name == "first" and value is not None:
            lines.append(f"first: {log.seats[value]}")
        elif isinstance(value, list):
            lines.append(f"{name}: {', '.join('-' if each is None else str(each) for each in value)}")
        elif value is not None:
            lines.append(f"{name}: {'yes' if value is True else 'no' if value is False else value}")
    return "\n".join(lines) + "\n\n" + log.text
