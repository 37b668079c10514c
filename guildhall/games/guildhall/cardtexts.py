"""Cards in words: one with its sets and the source of its text, those of a name, of a set, or changed by own files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from guildhall.core.errors import UnknownCard, did_you_mean, nearest
from guildhall.core.rules import CardText

from .cards import Card, CardBook, CardSet, House, Master, Profession, Provenance, Tier, VPCard, load_book
from .language import ARCHETYPES
from .reading.shelf import folded
from .wording import card_in_words, effects_in_words

if TYPE_CHECKING:
    from .deck import Deck

__all__ = ["card_texts", "find_cards", "full_text", "lines", "reference", "sets_with", "source_of"]

Named = tuple[str, Card]  # a card under the name it is shown by


def source_of(card: Card) -> str:
    """Where the text of a card comes from, tier by tier if that differs.

    >>> from guildhall.games.guildhall.cards import load_book
    >>> source_of(load_book().profession("Sorcerer"))
    'tier 1: publisher (publisher update 6); tier 3: stand-in (our design)'
    """
    if not isinstance(card, Profession | Master):
        return _source(card)
    groups = [(source, [tier.number for tier in tiers]) for source, tiers in groupby(card.tiers, _source)]
    if len(groups) == 1:
        return groups[0][0]
    return "; ".join(f"tier {', '.join(map(str, numbers))}: {source}" for source, numbers in groups)


def _source(text: Tier | House | VPCard) -> str:
    return text.provenance if text.source == text.provenance else f"{text.provenance} ({text.source})"


def sets_with(book: CardBook, card: Card) -> str:
    """The sets that hold a card, with the name it has there if that is another.

    >>> from guildhall.games.guildhall.cards import load_book
    >>> sets_with(load_book(), load_book().profession("Monk"))
    'Old World Economy (as Weaver), Fellowship'
    """
    if isinstance(card, VPCard) and len(card.sets) == len(book.sets):
        return "all"
    if isinstance(card, VPCard):
        return ", ".join(book.sets[name].title for name in card.sets)
    if not isinstance(card, Profession):
        return ""
    shown = ((book.sets[name], _shown_in(book.sets[name], card)) for name in card.sets)
    return ", ".join(card_set.title + ("" if name == card.name else f" (as {name})") for card_set, name in shown)


def _shown_in(card_set: CardSet, card: Profession) -> str:
    return next(shown for shown, name in card_set.professions if name == card.name)


def full_text(book: CardBook, card: Card, *, shown: str | None = None) -> Iterator[str]:
    """A card in lines: what it does, where it is found, where the text comes from, what is known besides."""
    yield from card_in_words(card, shown=shown).splitlines()
    remarks: Mapping[str, str] = {
        "sets": sets_with(book, card),
        "source": source_of(card),
        "note": card.note,
        "hint": card.hint,
    }
    for name, remark in remarks.items():
        if remark:
            yield f"  {name}: {remark}"


# Finding


def find_cards(book: CardBook, name: str) -> list[Named]:
    """All cards of a name, in any set; two sets may show different cards under the same name.

    >>> from guildhall.games.guildhall.cards import load_book
    >>> [card.name for _, card in find_cards(load_book(), "assassin")]
    ['Assassin', 'Fighter']
    """
    everything = [*_all_named(book)]
    found = [(shown, card) for shown, card in everything if folded(shown) == folded(name)]
    if not found:
        close = nearest(name, [*(shown for shown, _ in everything), *book.sets])
        raise UnknownCard(f"no card or set is called '{name}'{did_you_mean(close)}", name=name, nearest=close)
    return list({card.name: (shown, card) for shown, card in found}.values())


def _all_named(book: CardBook) -> Iterator[Named]:
    groups: tuple[Mapping[str, Profession | Master | House | VPCard], ...] = (
        book.professions,
        {master.name: master for master in book.masters.values()},
        {house.name: house for house in book.houses.values()},
        book.vp,
    )
    for group in groups:
        yield from group.items()
    for card_set in book.sets.values():
        yield from ((shown, book.professions[name]) for shown, name in card_set.professions)
    yield from ((shown, book.professions[name]) for shown, name in book.aliases.items())


# The cards of one game


def card_texts(deck: Deck) -> dict[str, CardText]:
    """Every card of a deck in words, by its own name."""
    return {card.name: _card_text(shown, card) for shown, card in deck.cards}


def _card_text(shown: str, card: Card) -> CardText:
    whole = card_in_words(card, shown=shown)
    return CardText(shown, whole.removeprefix(shown).strip(), card.provenance.value, whole)


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


# --- The card reference of the documentation ---


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
        ((tier.number, effects_in_words(tier.effects), _marked_source(tier)) for tier in card.tiers),
    )
    yield from _remarks(card.note, card.hint)


def _marked_source(text: Tier | House | VPCard) -> str:
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
        (house.name, ", ".join(house.archetypes), effects_in_words(house.effects), _marked_source(house), house.note)
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
            _marked_source(card),
        )
        for card in book.vp.values()
    )
    yield from _table(("card", "VP", "cost", "copies", "what it does", "in the decks of", "source"), rows)
