"""All exceptions of the package, in one hierarchy under `GuildhallError`.

A message says what was expected, what was given and what would help.
Details that a program may need (`.legal`, `.line`, `.nearest`, …) are attributes.
Every error has one positional argument, its message, so that it survives pickling between processes.
"""

from __future__ import annotations

import difflib
import errno
from collections.abc import Iterable, Sequence
from reprlib import Repr
from typing import Any

__all__ = [
    "BadCardFile",
    "BadEntry",
    "BadOdds",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "BadView",
    "BrokenRules",
    "CannotWrite",
    "FullLog",
    "GameOver",
    "GuildhallError",
    "IllegalOption",
    "MissingExtra",
    "MissingFile",
    "Stopped",
    "TooManyOptions",
    "UnknownCard",
    "Unsupported",
    "did_you_mean",
    "listing",
    "nearest",
    "offering",
    "short",
]

_LONGEST_WORD = 200  # characters; longer words are not compared with names


class GuildhallError(Exception):
    """Base class of all errors that this package raises on purpose.

    GuildhallError
    ├── IllegalOption      the option is not legal now        .asked .legal .nearest
    ├── GameOver           the game has ended
    ├── BadCardFile        a card file is wrong               .file .card .tier .line .nearest
    ├── BadEntry           an entry of a log does not fit     .entry .fits
    ├── BadRecord          a record is damaged or foreign     .line .ply .partial
    │   └── MissingFile    the file does not exist            .filename
    ├── BadView            no hidden cards fit this view
    ├── BadOdds            a chance that cannot be computed
    ├── CannotWrite        a file could not be saved          .path
    ├── BrokenRules        the rules of a game violate the contract of all games
    │   ├── FullLog        an option caused more events than the log can hold
    │   └── TooManyOptions a decision has more options than its game declares
    ├── MissingExtra       an optional part is not installed
    ├── Stopped            a long computation was cancelled
    └── BadSetup           the settings of a game are invalid
        ├── BadPosition    the position is impossible
        ├── UnknownCard    there is no card or set of that name  .name .nearest
        └── Unsupported    the game lacks a feature           (also a BadOdds)

    >>> issubclass(UnknownCard, BadSetup)
    True
    """


class IllegalOption(GuildhallError, ValueError):
    """The option is not legal now (also a `ValueError`). The message and `.legal` list the legal ones.

    >>> IllegalOption("a Monk lies in your area already", asked="play red Monk", legal=("refresh",)).legal
    ('refresh',)
    """

    def __init__(
        self, message: str, *, asked: str = "", legal: Iterable[str] = (), nearest: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.asked = asked
        self.legal = tuple(legal)
        self.nearest = tuple(nearest)


class GameOver(GuildhallError):
    """The game has ended and has no more decisions."""


class Stopped(GuildhallError):
    """A long computation was cancelled and has no result."""


class MissingExtra(GuildhallError, ImportError):
    """An optional part of guildhall is not installed. The message names the extra that contains it."""

    @classmethod
    def named(cls, what: str, extra: str, missing: ImportError) -> MissingExtra:
        """Return the error for a feature whose package is not installed.

        >>> print(MissingExtra.named("a study", "lab", ModuleNotFoundError("No module named 'anywidget'")))
        a study needs the extra 'lab' (No module named 'anywidget');
        do: python -m pip install "guildhall-kit[lab]"
        """
        return cls(f'{what} needs the extra {extra!r} ({missing}); do: python -m pip install "guildhall-kit[{extra}]"')


class BadCardFile(GuildhallError):
    """A card file is invalid. The message names the file, card, tier and the nearest valid word.

    >>> str(BadCardFile("no verb 'plaec'; did you mean 'place'?", file="my.toml", card="Monk", tier=2))
    "my.toml, Monk, tier 2: no verb 'plaec'; did you mean 'place'?"
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str = "",
        card: str = "",
        tier: int | str | None = None,
        line: int | None = None,
        nearest: Iterable[str] = (),
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.file = file
        self.card = card
        self.tier = tier
        self.line = line
        self.nearest = tuple(nearest)

    def __str__(self) -> str:
        tier = "" if self.tier is None else f"tier {self.tier}"
        line = "" if self.line is None else f"line {self.line}"
        where = ", ".join(part for part in (self.file, line, self.card, tier) if part)
        return f"{where}: {self.problem}" if where else self.problem


class BadRecord(GuildhallError):
    """A record is damaged, foreign or made with other rules. `.partial` is the part that could be read.

    >>> str(BadRecord("the file ends in the middle of a game", line=7, ply=150))
    'line 7, ply 150: the file ends in the middle of a game'
    """

    def __init__(self, problem: str, *, line: int | None = None, ply: int | None = None, partial: Any = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line
        self.ply = ply
        self.partial = partial

    def __str__(self) -> str:
        marks = (("line", self.line), ("ply", self.ply))
        where = ", ".join(f"{name} {number}" for name, number in marks if number is not None)
        return f"{where}: {self.problem}" if where else self.problem


class MissingFile(BadRecord, FileNotFoundError):
    """The file to read does not exist (also a `FileNotFoundError`).

    >>> issubclass(MissingFile, FileNotFoundError)
    True
    """

    def __init__(self, problem: str, *, filename: str = "") -> None:
        super().__init__(problem)
        self.errno = errno.ENOENT
        self.filename = filename


class BadView(GuildhallError):
    """No arrangement of the hidden cards fits this view."""


class BadOdds(GuildhallError):
    """The arguments of an odds function make no sense, e.g. negative draws, cards not in the pool, or no turns."""


class CannotWrite(GuildhallError):
    """A file could not be saved. The previous version is untouched."""

    def __init__(self, message: str, *, path: str = "") -> None:
        super().__init__(message)
        self.path = path


class BrokenRules(GuildhallError):
    """The rules of a game violate the contract that every game must keep. The message says how."""


class FullLog(BrokenRules):
    """One option caused more events than the game's event log can hold, so some are lost."""


class TooManyOptions(BrokenRules):
    """A decision has more options than the engine of the game declares (`most_options`)."""


class BadEntry(GuildhallError):
    """An entry of a log does not fit. `.entry` is its number, `.fits` what could be written instead.

    >>> BadEntry("Cyd decides now, not Bela", entry=3, fits=("refresh",)).fits
    ('refresh',)
    """

    def __init__(self, message: str, *, entry: int | None = None, fits: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.entry = entry
        self.fits = tuple(fits)


class BadSetup(GuildhallError):
    """The settings of a game are invalid."""


class BadPosition(BadSetup):
    """The position is impossible, e.g. too many copies of a card, a duplicate, or a full chapter."""


class UnknownCard(BadSetup):
    """The name of a card or set is unknown. The message and `.nearest` suggest similar names.

    >>> UnknownCard("no profession 'Mnk'", name="Mnk", nearest=("Monk",)).nearest
    ('Monk',)
    """

    def __init__(self, message: str, *, name: object = "", nearest: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.name = name if isinstance(name, str) else short(name)
        self.nearest = tuple(nearest)


class Unsupported(BadSetup, BadOdds):
    """The game lacks a feature, such as bots, roll-outs or score levels."""


def _shortening() -> Repr:
    shown = Repr()
    shown.maxstring = shown.maxother = 100
    shown.maxlong = 40
    return shown


_SHORT = _shortening()


def short(value: object) -> str:
    """Return the repr of a value for a message, shortened if it is long.

    >>> short("Mnk"), short([1] * 1000), short(10**5000)
    ("'Mnk'", '[1, 1, 1, 1, 1, 1, ...]', '<int>')
    """
    try:
        return _SHORT.repr(value)
    except Exception:  # an int with thousands of digits, or an object whose repr fails
        return f"<{type(value).__name__}>"


def nearest(word: object, words: Iterable[str], *, n: int = 3) -> tuple[str, ...]:
    """Return the words most similar to `word`, best first, ignoring case.

    Words clearly less similar than the best one are left out.

    >>> nearest("wever", ["Weaver", "Farmer", "Trader"])
    ('Weaver',)
    """
    wanted = (word if isinstance(word, str) else short(word)).casefold()
    if len(wanted) > _LONGEST_WORD:
        return ()
    by_folded = {known.casefold(): known for known in words}
    close = difflib.get_close_matches(wanted, by_folded, n=n, cutoff=0.6)
    alike = [difflib.SequenceMatcher(None, folded, wanted).ratio() for folded in close]
    return tuple(by_folded[folded] for folded, ratio in zip(close, alike, strict=True) if ratio > alike[0] - 0.1)


def did_you_mean(close: Iterable[str]) -> str:
    """Return the end of a message that suggests the nearest words, or "" without any.

    >>> "no card 'Mnk'" + did_you_mean(("Monk", "Mage"))
    "no card 'Mnk'; did you mean 'Monk' or 'Mage'?"
    """
    words = " or ".join(f"'{word}'" for word in close)
    return f"; did you mean {words}?" if words else ""


def offering(reason: str, close: Iterable[str]) -> str:
    """Append a suggestion of the nearest words to a reason, unless it has one already.

    >>> offering("no card 'Mnk'; did you mean 'Monk'?", ("play Monk",))
    "no card 'Mnk'; did you mean 'Monk'?"
    """
    return reason if "; did you mean " in reason else reason + did_you_mean(close)


def listing(phrases: Sequence[str], *, most: int = 12) -> str:
    """Return the first phrases as a list for a message, and how many more there are.

    >>> listing(["draw", "sow", "reap"], most=2)
    'draw, sow, … and 1 more'
    """
    more = len(phrases) - most
    return ", ".join(phrases[:most]) + (f", … and {more} more" if more > 0 else "")
