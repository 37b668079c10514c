"""Decisions, options, events and outcomes, the types that all games have in common.

A game is a sequence of decisions.
In each, one seat chooses among a few options, each a small integer with a stable phrase.

>>> draw = Option(7, "refresh", "Discard any number of cards, then draw up to six.")
>>> decision = Decision(0, "act", "Ada, choose an action", (draw,))
>>> decision.option("refresh") is draw
True
>>> print(decision)
Ada, choose an action: refresh
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

__all__ = [
    "DONE",
    "NOBODY",
    "UNFINISHED",
    "Decision",
    "Event",
    "Option",
    "Outcome",
    "Phraser",
    "Phrases",
    "done_last",
    "fold",
    "sentences_for",
]

DONE = "done"
"""The phrase that ends a choice of several things in every game."""

NOBODY = -1
"""The seat of the decision when the game is over."""

UNFINISHED = "unfinished"
"""The reason of an outcome if the turn limit ended the game."""


_REMEMBERED = 100  # characters; longer phrases are not cached, so that the cache stays small


def fold(phrase: str) -> str:
    """Normalize case and spaces of a phrase for comparisons.

    >>> fold("  Play  BLUE weaver ")
    'play blue weaver'
    """
    return _remembered(phrase) if len(phrase) <= _REMEMBERED else _folded(phrase)


def _folded(phrase: str) -> str:
    return " ".join(phrase.split()).casefold()


_remembered = lru_cache(maxsize=4096)(_folded)


@dataclass(frozen=True, slots=True)
class Option:
    """One possible choice: its id in the rules, the phrase that players type, and a sentence about it.

    `shown` is its on-screen name if that differs from the phrase, which is the same in every language.

    >>> Option(3, "end turn", shown="Zug beenden").label
    'Zug beenden'
    """

    id: int
    phrase: str
    text: str = ""
    shown: str = ""

    @property
    def label(self) -> str:
        """The on-screen name of the option."""
        return self.shown or self.phrase

    def __str__(self) -> str:
        return self.phrase


Names = TypeVar("Names")
Phraser: TypeAlias = Callable[[Names, Any, int], str]
"""A function that returns an option's phrase from the game's names, the state, and the offset within its range."""


@dataclass(frozen=True)
class Phrases(Generic[Names]):
    """The phrases of a game's options: single ids, and ranges identified by their first id, last range first.

    >>> phrases = Phrases({0: "pass"}, ((20, lambda names, s, n: f"bid {n}"), (1, lambda names, s, n: names[n])))
    >>> [phrases.of(("ace", "king"), None, option) for option in (0, 2, 23)]
    ['pass', 'king', 'bid 3']
    """

    single: Mapping[int, str]
    ranges: Sequence[tuple[int, Phraser[Names]]]

    def of(self, names: Names, s: Any, option: int) -> str:
        """Return the stable phrase of an option."""
        if option in self.single:
            return self.single[option]
        first, worded = next((first, worded) for first, worded in self.ranges if option >= first)
        return worded(names, s, option - first)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: the deciding seat, the kind of choice, the prompt and the legal options."""

    seat: int
    kind: str
    prompt: str
    options: tuple[Option, ...]

    def option(self, phrase: str) -> Option | None:
        """Return the option with this phrase, or None."""
        wanted = fold(phrase)
        return next((option for option in self.options if fold(option.phrase) == wanted), None)

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases of the options, in their order."""
        return tuple(option.phrase for option in self.options)

    def __str__(self) -> str:
        if not self.options:
            return self.prompt
        colon = "" if self.prompt.endswith("?") else ":"
        return f"{self.prompt}{colon} {', '.join(self.phrases)}"


def done_last(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the options with the one that ends the choice (`done`) last.

    >>> [option.phrase for option in done_last([Option(0, "done"), Option(1, "red"), Option(2, "blue")])]
    ['red', 'blue', 'done']
    """
    return tuple(sorted(options, key=lambda option: option.phrase == DONE))


@dataclass(frozen=True, slots=True)
class Event:
    """A game event, as a sentence and as plain data.

    `seen_by` lists the seats that saw all of it, None for everybody.
    The other seats get `public` instead of `text`, and none of the data.

    >>> data = {"card": "red Farmer"}
    >>> drawn = Event("draw", 0, "Ada draws red Farmer", data, seen_by=(0,), public="Ada draws a card")
    >>> drawn.as_seen_by(0) is drawn, drawn.as_seen_by(1).text, dict(drawn.as_seen_by(1).data)
    (True, 'Ada draws a card', {})
    """

    kind: str
    seat: int
    text: str
    data: Mapping[str, Any] = field(default_factory=dict)
    seen_by: tuple[int, ...] | None = None
    public: str = ""

    def as_seen_by(self, seat: int) -> Event:
        """Return the event itself if the seat saw it, or else its public part."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        return replace(self, text=self.public, data={}, seen_by=None, public="")

    def __str__(self) -> str:
        return self.text


def sentences_for(events: Iterable[Event], seat: int | None) -> tuple[str, ...]:
    """Return the sentences of events as a seat sees them, or all of them for None, without empty ones.

    >>> drawn = Event("draw", 0, "Ada draws red Farmer", seen_by=(0,), public="Ada draws a card")
    >>> sentences_for([drawn, Event("look", 0, "Ada looks at the deck", seen_by=(0,))], 1)
    ('Ada draws a card',)
    """
    words = (event.text if seat is None else event.as_seen_by(seat).text for event in events)
    return tuple(filter(None, words))


class Outcome(msgspec.Struct, frozen=True, rename={"points": "vp"}):
    """The winners, the points of all seats, and the reason for the end ("" while the game is running).

    `winners` has several seats if a victory is shared or a team wins, and none after a defeat.
    `winner` is the only winning seat, else None. Passing `winner` alone also sets `winners`.

    >>> Outcome(1, (12, 20), "target").winners
    (1,)
    >>> Outcome(None, (9, 9), "draw pile", winners=(0, 1)).sentence(["Ada", "Bo"])
    'Ada and Bo won'
    """

    winner: int | None
    points: tuple[int, ...]  # "vp" in files
    reason: str = ""
    winners: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        alone = self.winners[0] if len(self.winners) == 1 else None
        if self.winner is None:
            msgspec.structs.force_setattr(self, "winner", alone)
        elif not self.winners:
            msgspec.structs.force_setattr(self, "winners", (self.winner,))
        elif self.winner != alone:
            raise ValueError(f"winner is {self.winner}, but winners are {self.winners}")

    def __repr__(self) -> str:
        shared = f", winners={self.winners}" if len(self.winners) > 1 else ""
        return f"Outcome(winner={self.winner}, points={self.points}, reason={self.reason!r}{shared})"

    def sentence(self, seats: Sequence[str]) -> str:
        """Return a sentence that names the winners; `seats` are the players' names."""
        names = [seats[seat] for seat in self.winners]
        return f"{' and '.join(filter(None, [', '.join(names[:-1]), names[-1]]))} won" if names else "nobody won"
