"""Names of everything in a deck (kinds, chapters, VP cards), the same in phrases and on screen."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from guildhall.core.decision import fold
from guildhall.core.errors import UnknownCard, did_you_mean, nearest, short

from .deck import Deck
from .engine.state import COLOURS, HAND, MASTER, VP_MARK

__all__ = ["Names"]


@dataclass(frozen=True)
class Names:
    """The names of one deck, by number and back."""

    deck: Deck
    seats: tuple[str, ...]
    kinds: tuple[str, ...] = field(init=False)  # "red Farmer", or a Master's name
    vp: tuple[str, ...] = field(init=False)
    tier_texts: dict[tuple[int, int], str] = field(init=False, default_factory=dict, compare=False, repr=False)
    """Tier texts by kind and tier, built only once."""

    def __post_init__(self) -> None:
        coloured = [f"{colour} {card.shown}" for card in self.deck.professions for colour in COLOURS]
        masters = [master.name for master, _ in self.deck.masters]
        object.__setattr__(self, "kinds", (*coloured, *masters))
        object.__setattr__(self, "vp", tuple(card.name for card, _ in self.deck.vp))

    @property
    def chapters(self) -> tuple[str, ...]:
        """The names of the chapters."""
        return self.deck.chapters

    @cached_property
    def kind_numbers(self) -> dict[str, int]:
        """The numbers of all cards by folded name."""
        return {fold(name): kind for kind, name in enumerate(self.kinds)}

    def kind(self, name: str) -> int:
        """Return the number of a card, or raise UnknownCard with the nearest names."""
        return _number(name, self.kind_numbers, self.kinds, "card of this deck")

    def vp_card(self, name: str) -> int:
        """Return the number of a VP card."""
        return _number(name, {fold(known): i for i, known in enumerate(self.vp)}, self.vp, "VP card of this deck")

    def chapter(self, name: str) -> int:
        """Return the number of a chapter."""
        numbers = {fold(known): i for i, known in enumerate(self.chapters)}
        return _number(name, numbers, self.chapters, "chapter of this deck")

    def colour_of(self, kind: int) -> int:
        """Return the colour of a kind, MASTER for a Chapter Master."""
        return kind % len(COLOURS) if kind < self.coloured else MASTER

    @property
    def coloured(self) -> int:
        """The number of coloured kinds, which come before the Masters."""
        return len(self.deck.professions) * len(COLOURS)

    def chapter_of(self, kind: int) -> int:
        """Return the chapter of a kind."""
        if kind < self.coloured:
            return self.deck.professions[kind // len(COLOURS)].chapter
        return self.deck.masters[kind - self.coloured][1]

    def in_hall(self, kind: int) -> str:
        """Return a card as its chapter lists it: only the colour if the chapter is the profession."""
        if self.colour_of(kind) == MASTER:
            return self.kinds[kind]
        profession = self.deck.professions[kind // len(COLOURS)].shown
        colour = COLOURS[self.colour_of(kind)]
        return colour if profession == self.chapters[self.chapter_of(kind)] else f"{colour} {profession}"

    def in_area(self, entry: int) -> str:
        """Return the name of a card in an action area: a profession card, a Master or a VP card."""
        return self.vp[entry - VP_MARK] if entry >= VP_MARK else self.kinds[entry]

    def zone(self, zone: int) -> str:
        """Return the name of a place, as events use it."""
        owners = ("hand", "guildhall", "action area")
        if zone < HAND + 12:
            return f"{self.seats[zone % 4]}'s {owners[zone // 4]}" if zone % 4 < len(self.seats) else "nowhere"
        return (
            "the discard pile",
            "the deck",
            "the looked-at cards",
            "a completed chapter",
            "the table",
            "the box",
        )[zone - 12]


def _number(name: str, numbers: dict[str, int], known: tuple[str, ...], what: str) -> int:
    found = numbers.get(fold(name)) if isinstance(name, str) else None
    if found is None:
        close = nearest(name, known)
        raise UnknownCard(f"no {what} is called {short(name)}{did_you_mean(close)}", name=name, nearest=close)
    return found
