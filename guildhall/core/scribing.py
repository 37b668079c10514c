"""The base class of a game's part of a log: how reported cards get into a world, and which ones stay hidden.

A log (`guildhall.logbook`) is written by one player, its *scribe*. That seat's view is the truth. Everything else
is dealt by the kit, and may be dealt again between two plies as long as the scribe's view stays the same.
A game has one class derived from `Scribing`, in its module `scribing.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from guildhall.core.decision import Event
from guildhall.core.errors import BadEntry
from guildhall.core.rules import State

__all__ = ["UNKNOWN", "Chance", "Laid", "Misfit", "Opening", "Scribing"]

UNKNOWN = "??"
"""The scribe's word for a card that was missed."""


class Misfit(BadEntry):
    """No deal of the hidden cards fits. `card` is the card that stands in the way, if it is a matter of copies."""

    def __init__(self, message: str, *, card: str = "") -> None:
        super().__init__(message)
        self.card = card


@dataclass(frozen=True, slots=True)
class Chance:
    """A result of chance in one ply, as the scribe saw it: cards or numbers under one word.

    `place` tells the game where they come from, such as the owner of a hand that was looked at.
    """

    word: str
    cards: tuple[str, ...]
    place: int = -1

    @property
    def number(self) -> int:
        """The number of cards."""
        return len(self.cards)


@dataclass(frozen=True)
class Laid:
    """Cards to be laid in hidden places before the rest is dealt.

    `held` are cards in hands, `others` cards in further places of a game by the name of the place, `told` what chance
    is told to bring, in an order in which the game may need it. `without` are cards of which a hand has no copy but
    those that are known or laid there.
    """

    held: tuple[tuple[int, str], ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    told: tuple[Chance, ...] = ()
    without: tuple[tuple[int, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.held or self.others or self.told or self.without)

    def barred(self, number: Callable[[str], int]) -> dict[int, list[int]]:
        """Return the numbers of the cards that a hand is without, by its owner."""
        found: dict[int, list[int]] = {}
        for owner, card in self.without:
            found.setdefault(owner, []).append(number(card))
        return found


@dataclass(frozen=True, slots=True)
class Opening:
    """One fact about the start: its meaning, and a sample of how to write it.

    The terminal prompts for an optional one only if it is `prompted`.
    """

    about: str
    sample: str
    optional: bool = False
    prompted: bool = False


@dataclass
class Scribing(ABC):
    """A game's part of a log, for one seat. States are whole worlds, and `known` is the seat's knowledge record."""

    rules: Any
    seat: int

    opening: ClassVar[Mapping[str, Opening]] = {}
    """What is told at the start, by the name of its argument."""
    words: ClassVar[Mapping[str, str]] = {}
    """The words that begin what chance brought, after a semicolon, each with its meaning."""
    thrown: ClassVar[frozenset[str]] = frozenset()
    """The words for what the generator decides in the middle of a ply: dice and random picks."""
    ordered: ClassVar[frozenset[str]] = frozenset()
    """The words whose cards are told in the order in which they came."""
    again: ClassVar[frozenset[str]] = frozenset()
    """The words whose results may come again and again, unlike cards of which there are some copies."""
    leads: ClassVar[frozenset[str]] = frozenset()
    """The phrases after which any number of cards follows. A sheet offers such a phrase and its first card in one."""

    @property
    @abstractmethod
    def names(self) -> Mapping[str, str]:
        """All cards by their folded names."""

    # --- The start ---

    @abstractmethod
    def begin(self, known: State, given: Mapping[str, Any]) -> State:
        """Write the facts about the start into the seat's knowledge of some start, and return a world for it."""

    def knows(self, state: State) -> State:
        """Return the scribe's knowledge, with the hidden choices of others that entries name before they are shown."""
        known: State = self.rules.know(state, self.seat)
        return known

    # --- Options ---

    def alias(self, phrase: str) -> str:
        """Return the phrase of the rules for what people write, such as a player's name for `player 2`."""
        return phrase

    @abstractmethod
    def sources(self, state: State, phrase: str) -> Laid:
        """Return the hidden cards that have to lie somewhere for the deciding seat to be offered a phrase."""

    def is_hidden(self, state: State) -> bool:
        """Return whether the scribe is not shown which option the deciding seat chooses."""
        return False

    def is_open(self, state: State) -> bool:
        """Return whether the options of the current decision follow from what the scribe knows."""
        return int(state[0]["actor"]) == self.seat

    def shares(self, seat: int) -> bool:
        """Return whether the scribe knows everything that a seat knows."""
        return seat == self.seat

    def is_certain(self, state: State) -> bool:
        """Return whether an option that is the only one in this deal need not be said."""
        return True

    def is_one_secret(self, state: State) -> bool:
        """Return whether `??` stands for all that the deciding seat now chooses in a row, such as all its Orders."""
        return False

    def ends(self, before: State, state: State) -> bool:
        """Return whether an entry may end between two decisions of the same seat."""
        return bool(self.rules.begins_move(before, state))

    def weight(self, state: State, option: int) -> float:
        """Return how likely an option is among those that a guess can be, such as the copies of a card in hand."""
        return 1.0

    # --- Chance ---

    @abstractmethod
    def chances(self, before: State, option: int, after: State, events: Sequence[Event]) -> list[Chance]:
        """Return what chance showed the scribe when an option led from one state to the next, in order."""

    def steered(self, world: State, option: int, told: Mapping[str, Sequence[str]], seed: int) -> State | None:
        """Return the world in which an option brings the reported results, as far as they go, or raise Misfit.

        This is for games in which one result of chance decides which others follow. None: cards are laid instead.
        Missed cards come from the seed.
        """
        return None

    def layouts(self, laid: Laid, before: State, events: Sequence[Event]) -> list[Laid]:
        """Return the orders in which reported cards may be needed, the most likely first."""
        return [laid]

    @abstractmethod
    def deal(self, known: State, laid: Laid, seed: int) -> State:
        """Return a world for the seat's knowledge with cards laid, or raise Misfit before any kernel runs."""

    def fill(self, hand: Any, size: int, left: Any, barred: Sequence[int], seed: int) -> None:
        """Deal a hand up to its size from the cards left, by kind, without the barred kinds."""
        allowed = np.maximum(left, 0)
        allowed[barred] = 0
        missing = size - int(hand.sum())
        if missing > int(allowed.sum()):
            raise Misfit("no deal of the hidden cards fits")
        dealt = np.random.default_rng(seed).multivariate_hypergeometric(allowed, missing)
        hand[: len(allowed)] += dealt.astype(hand.dtype)

    def later(self, state: State, events: Sequence[Event], ahead: Sequence[str]) -> Laid:
        """Return what has to lie hidden already because of phrases ahead, once the scribe searches a deck."""
        return Laid()

    def throws(self, world: State, option: int, told: Sequence[Chance]) -> Iterator[Sequence[tuple[int, int, int]]]:
        """Yield orders in which dice are thrown: for each, its sides and the range of reported results."""
        return iter(())

    def first_throws(self, told: Sequence[Chance]) -> Sequence[tuple[int, int, int]]:
        """Return the first throws of a ply as reported, each as in `throws`, if a ply only throws dice."""
        return ()

    def stacks(self, world: State) -> list[Any]:
        """Return the open piles that may be shuffled within a ply, as arrays whose order then no longer matters."""
        return []

    def number(self, card: str, stack: int) -> int:
        """Return the number of a card in the stack with this index among `stacks`."""
        raise NotImplementedError

    # --- What is left ---

    @abstractmethod
    def unseen(self, known: State, word: str = "") -> Counter[str]:
        """Return the cards that the seat cannot locate, with their copies. With a word, return those it can name."""

    def palette(self, known: State, word: str, place: int, told: Mapping[str, Sequence[str]]) -> Counter[str]:
        """Return the cards that can be the next missing result of an entry, from a place as `Chance` has it."""
        return self.unseen(known, word)

    def candidates(self, state: State) -> list[Laid]:
        """Return what could lie hidden so that the deciding seat has other options, for completion."""
        return []
