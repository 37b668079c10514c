"""Decisions, options, events and outcomes: the words in which every game speaks.

A game is a chain of decisions.
At every moment one seat decides among a few options, each a small integer with a stable phrase.

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
    "heard",
]

DONE = "done"
"""The phrase that ends a choice of several things, in every game."""

NOBODY = -1
"""The seat of a decision when the game is over and nobody decides."""

UNFINISHED = "unfinished"
"""The reason of an outcome where a limit ended the game and not its rules."""


_REMEMBERED = 100  # characters of a phrase whose folded form is kept, so that the cache stays small


def fold(phrase: str) -> str:
    """The form in which phrases are compared: case and spaces do not count.

    >>> fold("  Play  BLUE weaver ")
    'play blue weaver'
    """
    return _remembered(phrase) if len(phrase) <= _REMEMBERED else _folded(phrase)


def _folded(phrase: str) -> str:
    return " ".join(phrase.split()).casefold()


_remembered = lru_cache(maxsize=4096)(_folded)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a seat may do now: its id in the rules, what a player types, and a sentence about it.

    `shown` is what the screen calls it where that is not the phrase: phrases are the same in every language.

    >>> Option(3, "end turn", shown="Zug beenden").label
    'Zug beenden'
    """

    id: int
    phrase: str
    text: str = ""
    shown: str = ""

    @property
    def label(self) -> str:
        """What the screen calls the option."""
        return self.shown or self.phrase

    def __str__(self) -> str:
        return self.phrase


Names = TypeVar("Names")
Phraser: TypeAlias = Callable[[Names, Any, int], str]
"""What an option is called, from a game's names, its state, and how far the option is from the first of its kind."""


@dataclass(frozen=True)
class Phrases(Generic[Names]):
    """The phrases of a game's options: of single ids, and of ranges by their first id, the last range first.

    >>> phrases = Phrases({0: "pass"}, ((20, lambda names, s, n: f"bid {n}"), (1, lambda names, s, n: names[n])))
    >>> [phrases.of(("ace", "king"), None, option) for option in (0, 2, 23)]
    ['pass', 'king', 'bid 3']
    """

    single: Mapping[int, str]
    ranges: Sequence[tuple[int, Phraser[Names]]]

    def of(self, names: Names, s: Any, option: int) -> str:
        """The stable phrase of an option."""
        if option in self.single:
            return self.single[option]
        first, worded = next((first, worded) for first, worded in self.ranges if option >= first)
        return worded(names, s, option - first)


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides, what kind of choice it is, and what may be chosen."""

    seat: int
    kind: str
    prompt: str
    options: tuple[Option, ...]

    def option(self, phrase: str) -> Option | None:
        """The option of that phrase, or None."""
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
    """Put the option that ends a choice behind the others, in every game.

    >>> [option.phrase for option in done_last([Option(0, "done"), Option(1, "red"), Option(2, "blue")])]
    ['red', 'blue', 'done']
    """
    return tuple(sorted(options, key=lambda option: option.phrase == DONE))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as a sentence and as plain data.

    `seen_by` lists the seats that saw all of it; None means everybody.
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
        """The event itself for those who saw it, and what the others noticed of it for the rest."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        return replace(self, text=self.public, data={}, seen_by=None, public="")

    def __str__(self) -> str:
        return self.text


def heard(events: Iterable[Event], seat: int | None) -> tuple[str, ...]:
    """Events in the words that a seat hears; None hears everything, and what is not noticed is left out.

    >>> drawn = Event("draw", 0, "Ada draws red Farmer", seen_by=(0,), public="Ada draws a card")
    >>> heard([drawn, Event("look", 0, "Ada looks at the deck", seen_by=(0,))], 1)
    ('Ada draws a card',)
    """
    words = (event.text if seat is None else event.as_seen_by(seat).text for event in events)
    return tuple(filter(None, words))


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """Who won, all points, why it ended ("" while it runs).

    `winners` holds several seats where a victory is shared or a team wins, and none after a defeat.
    `winner` is the seat that won alone, else None; naming it is enough.

    >>> Outcome(1, (12, 20), "target").winners
    (1,)
    >>> Outcome(None, (9, 9), "draw pile", winners=(0, 1)).told(["Ada", "Bo"])
    'Ada and Bo won'
    """

    winner: int | None
    vp: tuple[int, ...]
    reason: str = ""
    winners: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        alone = self.winners[0] if len(self.winners) == 1 else None
        if self.winner is None:
            object.__setattr__(self, "winner", alone)
        elif not self.winners:
            object.__setattr__(self, "winners", (self.winner,))
        elif self.winner != alone:
            raise ValueError(f"seat {self.winner} cannot have won alone where the winners are {self.winners}")

    def __repr__(self) -> str:
        shared = f", winners={self.winners}" if len(self.winners) > 1 else ""
        return f"Outcome(winner={self.winner}, vp={self.vp}, reason={self.reason!r}{shared})"

    def told(self, seats: Sequence[str]) -> str:
        """Who won, in words; `seats` are the players' names."""
        names = [seats[seat] for seat in self.winners]
        return f"{' and '.join(filter(None, [', '.join(names[:-1]), names[-1]]))} won" if names else "nobody won"
