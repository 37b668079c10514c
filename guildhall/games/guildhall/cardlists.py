"""Lists of cards in words: those of a name, of a set, all of them, or what files of one's own have changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from .cards import Card, CardBook, Profession, VPCard, load_book
from .cardtexts import find_cards, full_text

__all__ = ["lines"]


def lines(name: str, files: Sequence[Path]) -> Iterator[str]:
    """A set or a card of that name; without a name all cards, or those that the files have changed."""
    book = load_book(*files)
    if name:
        return _named(book, name)
    return _changes(book) if files else _everything(book)


def _named(book: CardBook, name: str) -> Iterator[str]:
    """A set, or all cards of that name."""
    if book.has_set(name):
        yield from _set(book, book.card_set(name).name)
        return
    for shown, card in find_cards(book, name):
        called = shown if shown == card.name else f"{shown}, known as {card.name}"
        yield from full_text(book, card, shown=called)


def _set(book: CardBook, name: str) -> Iterator[str]:
    card_set = book.sets[name]
    yield from _heading(f"{card_set.title} ({card_set.name})")
    for shown, profession in card_set.professions:
        yield from _card(book, book.professions[profession], shown)
    yield from _heading(f"VP deck of {card_set.title}")
    for vp_card in card_set.vp:
        yield from _card(book, book.vp[vp_card])


def _everything(book: CardBook) -> Iterator[str]:
    """All sets by name and all cards in words."""
    yield from _heading("Sets")
    for card_set in book.sets.values():
        names = ", ".join(shown for shown, _ in card_set.professions)
        yield f"{card_set.title} ({card_set.name}): {names}"
    groups: dict[str, Mapping[str, Card]] = {
        "Professions": book.professions,
        "Chapter Masters": book.masters,
        "Master Houses": book.houses,
        "VP cards": book.vp,
    }
    for title, group in groups.items():
        yield from _heading(title)
        for card in group.values():
            yield from _card(book, card)


def _heading(text: str) -> Iterator[str]:
    yield from ("", text, "=" * len(text), "")


def _card(book: CardBook, card: Card, shown: str | None = None) -> Iterator[str]:
    yield from full_text(book, card, shown=shown)
    yield ""


def _differs(card: Card, before: Card | None) -> bool:
    """Whether a card is new or says something else; to be in another set as well is no change of the card."""
    if isinstance(card, Profession | VPCard) and isinstance(before, Profession | VPCard):
        card = replace(card, sets=before.sets)
    return card != before


def _changes(book: CardBook) -> Iterator[str]:
    """The cards, sets and names that are not as shipped."""
    shipped = load_book()
    changed: list[Card] = []
    for group in ("professions", "masters", "houses", "vp"):
        before = getattr(shipped, group)
        changed += [card for name, card in getattr(book, group).items() if _differs(card, before.get(name))]
    sets = [card_set.title for name, card_set in book.sets.items() if shipped.sets.get(name) != card_set]
    names = [name for name in book.aliases if name not in shipped.aliases]
    yield f"All is well. New or changed: {len(changed)} cards, {len(sets)} sets, {len(names)} other names."
    yield ""
    for card in changed:
        yield from _card(book, card)
    yield from (f"set: {title}" for title in sets)
    yield from (f"name: {name} for {book.aliases[name]}" for name in names)
