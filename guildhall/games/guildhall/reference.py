"""Guildhall's part of the card reference of the documentation, written from the cards themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .cards import CardBook, CardSet, House, Master, Profession, Provenance, Tier, VPCard
from .cardtexts import sets_with
from .language import ARCHETYPES
from .wording import effects_in_words

__all__ = ["reference"]

_PREFACE = """
# Guildhall

A tier can be used if at least that many cards of the chapter lie in your guildhall.
The card being played does not count.
"""


def reference(book: CardBook) -> Iterator[str]:
    """The lines of Guildhall's part of docs/cards.md."""
    yield from _PREFACE.splitlines()
    yield from _sets(book)
    yield from _professions(book)
    yield from _masters(book)
    yield from _houses(book)
    yield from _vp_cards(book)


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """A table with an empty line before it."""
    head = tuple(head)
    yield ""
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(str(cell).replace('|', '/') for cell in row)} |"


def _sets(book: CardBook) -> Iterator[str]:
    yield from ("", "## Sets")
    rows = ((card_set.title, f"`{card_set.name}`", _names(card_set)) for card_set in book.sets.values())
    yield from _table(("set", "name in commands", "professions"), rows)


def _names(card_set: CardSet) -> str:
    return ", ".join(shown if shown == name else f"{shown} ({name})" for shown, name in card_set.professions)


def _professions(book: CardBook) -> Iterator[str]:
    yield from ("", "## Professions", "", "Four copies in each of five colours.")
    for archetype in ARCHETYPES:
        yield from ("", f"### {archetype}")
        for card in book.professions.values():
            if card.archetype == archetype:
                yield from _tiers(card, sets_with(book, card))


def _tiers(card: Profession | Master, where: str) -> Iterator[str]:
    yield from ("", f"#### {card.name}", "")
    yield f"{where or 'In no set'}."
    yield from _table(
        ("tier", "what it does", "source"),
        ((tier.number, effects_in_words(tier.effects), _source(tier)) for tier in card.tiers),
    )
    yield from _remarks(card.note, card.hint)


def _source(text: Tier | House | VPCard) -> str:
    """Where a text comes from; what is our own design catches the eye."""
    word = f"**{text.provenance}**" if text.provenance is Provenance.STAND_IN else text.provenance
    return word if text.source == text.provenance else f"{word} ({text.source})"


def _remarks(note: str, hint: str) -> Iterator[str]:
    if note:
        yield from ("", note)
    if hint:
        yield from ("", f"Known of the printed card: {hint}")


def _masters(book: CardBook) -> Iterator[str]:
    yield from ("", "## Chapter Masters", "", "Five copies each, without a colour; one for each archetype.")
    for card in book.masters.values():
        yield from _tiers(card, f"Master of the {card.archetype}")


def _houses(book: CardBook) -> Iterator[str]:
    yield from ("", "## Master Houses", "", "They lie under three of the five slots of the VP row.")
    rows = (
        (house.name, ", ".join(house.archetypes), effects_in_words(house.effects), _source(house), house.note)
        for house in book.houses.values()
    )
    yield from _table(("house", "archetypes", "what it does", "source", "note"), rows)


def _vp_cards(book: CardBook) -> Iterator[str]:
    yield from ("", "## VP cards", "", "The cost is counted in completed chapters.")
    rows = (
        (
            f"`{card.name}`",
            card.points,
            card.cost,
            card.copies,
            effects_in_words(card.effects),
            sets_with(book, card),
            _source(card),
        )
        for card in book.vp.values()
    )
    yield from _table(("card", "VP", "cost", "copies", "what it does", "in the decks of", "source"), rows)
