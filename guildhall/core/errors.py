"""Everything that can go wrong, as one tree under `GuildhallError`.

A message says what was wanted, what came and what would help.
The details a program may want (`.legal`, `.line`, `.nearest`, …) are attributes.
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

_LONGEST_WORD = 200  # characters; what is longer is like no name


class GuildhallError(Exception):
    """Every error this package raises on purpose.

    GuildhallError
    ├── IllegalOption      the option is not legal now        .asked .legal .nearest
    ├── GameOver           the game has ended, no more plies
    ├── BadCardFile        a card file is wrong               .file .card .tier .line .nearest
    ├── BadRecord          a record is damaged or foreign     .line .ply .partial
    │   └── MissingFile    there is no file of that name      .filename
    ├── BadView            no hidden cards fit this view
    ├── BadOdds            a question about odds that has no answer
    ├── CannotWrite        a file could not be saved          .path
    ├── BrokenRules        the rules of a game broke what every game must keep
    │   ├── FullLog        more happened at once than was put down
    │   └── TooManyOptions a decision has more options than its game declares
    ├── MissingExtra       an optional part is not installed
    ├── Stopped            long work was told to stop
    └── BadSetup           a game cannot be set up like this
        ├── BadPosition    cards on the table that cannot be
        ├── UnknownCard    no card or set of that name        .name .nearest
        └── Unsupported    the game has no such thing         (a BadOdds too)

    >>> issubclass(UnknownCard, BadSetup)
    True
    """


class IllegalOption(GuildhallError, ValueError):
    """The option is not legal now; the message and `.legal` say what is. It is also a `ValueError`.

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
    """The game has ended; there is nothing left to decide."""


class Stopped(GuildhallError):
    """Long work was told to stop, so there is no result."""


class MissingExtra(GuildhallError, ImportError):
    """An optional part of guildhall is not installed; the message names the extra that brings it."""

    @classmethod
    def named(cls, what: str, extra: str, missing: ImportError) -> MissingExtra:
        """The error for something whose package was not found.

        >>> print(MissingExtra.named("a study", "lab", ModuleNotFoundError("No module named 'anywidget'")))
        a study needs the extra 'lab' (No module named 'anywidget');
        do: python -m pip install "guildhall-kit[lab]"
        """
        return cls(f'{what} needs the extra {extra!r} ({missing}); do: python -m pip install "guildhall-kit[{extra}]"')


class BadCardFile(GuildhallError):
    """A card file is wrong; the message names file, card, tier and the nearest right word.

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
    """A record is damaged, foreign or of other rules; `.partial` holds what could be saved of it.

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
    """The file to read does not exist, so Python's `FileNotFoundError` catches it too.

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
    """A question about odds that has no answer: negative draws, cards the pool does not know, no turns at all."""


class CannotWrite(GuildhallError):
    """A file could not be saved; what stood there before is untouched."""

    def __init__(self, message: str, *, path: str = "") -> None:
        super().__init__(message)
        self.path = path


class BrokenRules(GuildhallError):
    """The rules of a game broke what every game must keep; the message says how."""


class FullLog(BrokenRules):
    """One option led to more events than the event log of the game has room for; some were not put down."""


class TooManyOptions(BrokenRules):
    """A decision has more options than the engine of the game declares (`most_options`)."""


class BadSetup(GuildhallError):
    """A game cannot be set up like this."""


class BadPosition(BadSetup):
    """Cards on the table that cannot lie there: too many copies, a duplicate, a full chapter."""


class UnknownCard(BadSetup):
    """No card or set has that name; the message and `.nearest` offer those that come close.

    >>> UnknownCard("no profession 'Mnk'", name="Mnk", nearest=("Monk",)).nearest
    ('Monk',)
    """

    def __init__(self, message: str, *, name: object = "", nearest: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.name = name if isinstance(name, str) else short(name)
        self.nearest = tuple(nearest)


class Unsupported(BadSetup, BadOdds):
    """The game lacks something: it has no bots, no roll-outs, no levels for scores."""


def _shortening() -> Repr:
    shown = Repr()
    shown.maxstring = shown.maxother = 100
    shown.maxlong = 40
    return shown


_SHORT = _shortening()


def short(value: object) -> str:
    """What was given, for a message: as Python writes it, cut short where it is long.

    >>> short("Mnk"), short([1] * 1000), short(10**5000)
    ("'Mnk'", '[1, 1, 1, 1, 1, 1, ...]', '<int>')
    """
    try:
        return _SHORT.repr(value)
    except Exception:  # a number of thousands of digits, an object that cannot tell of itself
        return f"<{type(value).__name__}>"


def nearest(word: object, words: Iterable[str], *, n: int = 3) -> tuple[str, ...]:
    """The words most like `word`, best first, whatever their case; none if nothing is like it.

    Words clearly less like it than the best one are left out.

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
    """The end of a message that offers the nearest words, or nothing.

    >>> "no card 'Mnk'" + did_you_mean(("Monk", "Mage"))
    "no card 'Mnk'; did you mean 'Monk' or 'Mage'?"
    """
    words = " or ".join(f"'{word}'" for word in close)
    return f"; did you mean {words}?" if words else ""


def offering(reason: str, close: Iterable[str]) -> str:
    """A reason that offers the nearest words, unless it offers some already.

    >>> offering("no card 'Mnk'; did you mean 'Monk'?", ("play Monk",))
    "no card 'Mnk'; did you mean 'Monk'?"
    """
    return reason if "; did you mean " in reason else reason + did_you_mean(close)


def listing(phrases: Sequence[str], *, most: int = 12) -> str:
    """Legal phrases for a message, the first dozen of them.

    >>> listing(["draw", "sow", "reap"], most=2)
    'draw, sow, … and 1 more'
    """
    more = len(phrases) - most
    return ", ".join(phrases[:most]) + (f", … and {more} more" if more > 0 else "")
