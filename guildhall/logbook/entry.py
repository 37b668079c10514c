"""Entries as text: who did what, what chance brought, and a comment.

    Bela: play green Trader, tier 2, red Weaver; draws blue Farmer, red Dancer   # the third Trader

Before the first semicolon are the phrases of `game.play`, in order. Those of a set may come in any order.
Each part after a semicolon begins with a word of the game, such as `draws`. `??` stands for a card that was missed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from guildhall.core.decision import fold
from guildhall.core.errors import BadEntry, did_you_mean, listing, nearest, short
from guildhall.core.scribing import UNKNOWN
from guildhall.core.typed import excess, parts_of

__all__ = ["Saying", "read_entry", "with_player", "write_entry"]


@dataclass(frozen=True)
class Saying:
    """An entry taken apart: the seat, its phrases, the results of chance by word, and the comment."""

    seat: int
    phrases: tuple[str, ...]
    told: Mapping[str, tuple[str, ...]]
    note: str = ""

    @property
    def gaps(self) -> int:
        """The number of missed cards."""
        return sum(UNKNOWN in phrase for phrase in self.phrases) + sum(
            card == UNKNOWN for cards in self.told.values() for card in cards
        )


def read_entry(text: str, seats: Sequence[str], words: Mapping[str, str]) -> Saying:
    """Take an entry apart, or raise BadEntry.

    >>> read_entry("Bela: refresh, discard ??; draws red Weaver # late", ["Ada", "Bela"], {"draws": "cards drawn"})
    Saying(seat=1, phrases=('refresh', 'discard ??'), told={'draws': ('red Weaver',)}, note='late')
    """
    if not isinstance(text, str):
        raise BadEntry(f"expected an entry such as 'Ada: refresh', got {short(text)}")
    line, _, note = text.partition("#")
    if too_much := excess(line):
        raise BadEntry(f"{too_much.replace('a phrase', 'an entry')}: {short(text)}")
    if not line.isprintable() or not note.replace("\t", " ").isprintable():
        raise BadEntry(f"an entry is one line of text, not {short(text)}")
    name, colon, rest = line.partition(":")
    if not colon:
        raise BadEntry(f"an entry begins with a player and a colon, such as '{seats[0]}: refresh', not {short(text)}")
    first, *parts = rest.split(";")
    phrases, told = parts_of(first), dict[str, tuple[str, ...]]()
    for part in parts:
        word, cards = _told(part, words)
        told[word] = (*told.get(word, ()), *cards)
    if not phrases:
        raise BadEntry(f"what did {seats[_seat(name, seats)]} do? Write it after the colon")
    return Saying(_seat(name, seats), tuple(phrases), told, note.strip())


def with_player(text: str, seats: Sequence[str], seat: int) -> str:
    """Return an entry with the name of a seat before it, unless it begins with a player.

    >>> with_player("Library: re-roll a 2", ["Ada", "Bela"], 1)
    'Bela: Library: re-roll a 2'
    """
    name, colon, _ = text.partition(":")
    is_named = colon and fold(name) in map(fold, seats)
    return text if is_named else f"{seats[seat]}: {text}"


def _seat(name: str, seats: Sequence[str]) -> int:
    wanted = fold(name)
    found = [number for number, seat in enumerate(seats) if fold(seat) == wanted]
    if found:
        return found[0]
    close = did_you_mean(nearest(name.strip(), seats))
    raise BadEntry(f"nobody here is called {short(name.strip())}{close or f'; the players are {listing(seats)}'}")


def _told(part: str, words: Mapping[str, str]) -> tuple[str, list[str]]:
    word, _, cards = part.strip().partition(" ")
    if word.casefold() not in words:
        known = "; ".join(f"{each}: {about}" for each, about in words.items())
        close = did_you_mean(nearest(word, words))
        raise BadEntry(f"after a semicolon comes what chance brought, not {short(word)}{close or f' ({known})'}")
    found = parts_of(cards)
    if not found:
        raise BadEntry(f"which cards? Write them after '{word}', or '{UNKNOWN}' for each missed one")
    return word.casefold(), found


def write_entry(saying: Saying, seats: Sequence[str]) -> str:
    """Return an entry as text.

    >>> write_entry(Saying(1, ("refresh", "discard ??"), {"draws": ("red Weaver",)}, "late"), ["Ada", "Bela"])
    'Bela: refresh, discard ??; draws red Weaver  # late'
    """
    parts = [", ".join(saying.phrases), *(f"{word} {', '.join(cards)}" for word, cards in saying.told.items() if cards)]
    comment = f"  # {saying.note}" if saying.note else ""
    return f"{seats[saying.seat]}: {'; '.join(parts)}{comment}"
