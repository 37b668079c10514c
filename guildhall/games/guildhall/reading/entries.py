"""Tables of Guildhall's card files: what every data file has, and amounts and places besides."""

from __future__ import annotations

from guildhall.core.datafile import Entry
from guildhall.games.guildhall.language import MOST_CARDS, Amount, Place

__all__ = ["CardEntry"]


class CardEntry(Entry):
    """One table of a card file."""

    def count(self, key: str) -> int:
        """A number of cards."""
        return self.number(key, most=MOST_CARDS)

    def choice(self, key: str, *words: str) -> str:
        """One of a few words; the first if not given."""
        return self.word(key, *words, default=words[0])

    def amount(self, key: str, *named: Amount) -> int | Amount:
        """A whole number, or one of the named amounts."""
        value = self.table.get(key)
        if named and isinstance(value, str):
            return Amount(self.spot.known(value, named, f"amount for '{key}':"))
        return self.count(key)

    def place(self, key: str) -> Place:
        """The name of a place."""
        if key not in self.table:
            raise self.spot.wrong(f"'{key}' is missing; it names a place, like {Place.MY_HAND.value!r}")
        return Place(self.spot.known(self.table[key], Place, "place"))
