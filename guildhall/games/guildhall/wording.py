"""Describe cards in English from their effects: clauses, sentences, whole cards with sources, and lists of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

from guildhall.core.errors import UnknownCard, did_you_mean, nearest
from guildhall.core.rules import CardText

from . import language
from .cards import Card, CardSet, House, Master, Profession, Provenance, Tier, VPCard
from .language import ARCHETYPES, Amount, Chosen, Effect, Effects, Place
from .reading import CardBook, folded, load_book

if TYPE_CHECKING:
    from .deck import Deck

__all__ = [
    "an",
    "card_in_words",
    "card_texts",
    "clause",
    "count",
    "effects_in_words",
    "find_cards",
    "full_text",
    "lines",
    "provenance_mark",
    "reference",
    "sets_with",
    "source_of",
    "touches",
]


MARKS: Final = {
    Provenance.RULEBOOK: "",
    Provenance.PUBLISHER: "",
    Provenance.REVIEW: "[review]",
    Provenance.STAND_IN: "[stand-in]",
    Provenance.OWN_FILE: "[own file]",
}


def an(name: str) -> str:
    """Return a name with its article.

    >>> an("Weaver"), an("Assassin")
    ('a Weaver', 'an Assassin')
    """
    return f"{'an' if name[:1].casefold() in 'aeiou' else 'a'} {name}"


def effects_in_words(effects: Effects) -> str:
    """Describe the effects of a tier, VP card or House for a player."""
    if not effects:
        return "No ability."
    clauses = [clause(effect, effects[:index]) for index, effect in enumerate(effects)]
    text = ", ".join(clauses[:-1])
    text = f"{text}, then {clauses[-1]}" if text else clauses[-1]
    rule = " No duplicates." if any(_forbids_duplicates(effect) for effect in effects) else ""
    return f"{text[0].upper()}{text[1:]}.{rule}"


def card_in_words(card: Card, *, shown: str | None = None) -> str:
    """Return the text of a card, with each tier on a separate line. `shown` is its name in this game, if different.

    >>> from guildhall.games.guildhall.reading import load_book
    >>> print(card_in_words(load_book().profession("Farmer"), shown="Farmer"))
    Farmer (Leader)
      1: Gain 1 VP token.
      3: Gain 2 VP tokens.
    >>> print(card_in_words(load_book().houses["Pilgrim House"]))
    Pilgrim House (Mystic, Priest): Draw 2 cards. [stand-in]
    """
    name = shown or card.name
    match card:
        case Profession() | Master():
            head = f"{name} ({card.archetype})"
            return "\n".join([head, *(f"  {_say_tier(tier)}" for tier in card.tiers)])
        case House():
            text = f"{name} ({', '.join(card.archetypes)}): {effects_in_words(card.effects)}"
            return _marked(text, card.provenance)
        case VPCard():
            price = f"{card.points} VP for {count(card.cost, 'chapter')}"
            return _marked(f"{name} ({price}): {effects_in_words(card.effects)}", card.provenance)
        case _:
            assert_never(card)


def provenance_mark(provenance: Provenance) -> str:
    """Return the mark to show beside a text that differs from the printed one.

    >>> provenance_mark(Provenance.STAND_IN), provenance_mark(Provenance.RULEBOOK)
    ('[stand-in]', '')
    """
    return MARKS[provenance]


def touches(effect: Effect) -> tuple[frozenset[Place], frozenset[Place]]:
    """Return the places an effect takes cards from and those it puts cards into, by their plainest names.

    >>> takes_from, puts_to = touches(language.Draw(2))
    >>> list(takes_from), list(puts_to)
    ([<Place.DECK: 'deck'>], [<Place.MY_HAND: 'my hand'>])
    """
    match effect:
        case language.Move(source=Place.VP_ROW):
            return _plain(effect.source), _NOWHERE  # the VP discard pile is not a place in the language
        case language.Move():
            return _plain(effect.source), _plain(effect.target)
        case language.Swap():
            both = _plain(effect.source) | _plain(effect.with_)
            return both, both
        case language.Draw():
            return _plain(Place.DECK), _plain(Place.MY_HAND)
        case language.Gain() | language.Steal() | language.Lose() | language.Action() | language.Look():
            return _NOWHERE, _NOWHERE
        case _:
            assert_never(effect)


_NOWHERE: Final[frozenset[Place]] = frozenset()
_PLAINER: Final = {
    Place.EACH_OTHER_HAND: {Place.ANOTHER_HAND},
    Place.EACH_OTHER_HALL: {Place.ANOTHER_HALL},
    Place.EVERY_HAND: {Place.MY_HAND, Place.ANOTHER_HAND},
    Place.OWNERS_HAND: {Place.ANOTHER_HAND},
    Place.OWNERS_AREA: {Place.ANOTHER_AREA},
    Place.SEARCHED_DECK: {Place.DECK},
    Place.LOOKED_AT: {Place.DECK},
    Place.TOP_OF_DISCARD: {Place.DISCARD_PILE},
}


def _plain(place: Place) -> frozenset[Place]:
    return frozenset(_PLAINER.get(place, {place}))


def _say_tier(tier: Tier) -> str:
    return _marked(f"{tier.number}: {effects_in_words(tier.effects)}", tier.provenance)


def _marked(text: str, provenance: Provenance) -> str:
    return f"{text} {provenance_mark(provenance)}".rstrip()


def _forbids_duplicates(effect: Effect) -> bool:
    return isinstance(effect, language.Move | language.Swap) and effect.never_duplicates


PLACES: Final = {
    Place.MY_HAND: "your hand",
    Place.MY_HALL: "your guildhall",
    Place.MY_AREA: "your action area",
    Place.ANOTHER_HAND: "another player's hand",
    Place.ANOTHER_HALL: "another player's guildhall",
    Place.ANOTHER_AREA: "another player's action area",
    Place.EACH_OTHER_HAND: "each other player's hand",
    Place.EACH_OTHER_HALL: "each other player's guildhall",
    Place.EVERY_HAND: "every player's hand, yours too",
    Place.DECK: "the deck",
    Place.SEARCHED_DECK: "the deck",
    Place.LOOKED_AT: "the deck",
    Place.DISCARD_PILE: "the discard pile",
    Place.TOP_OF_DISCARD: "the discard pile",
    Place.VP_ROW: "the VP row",
}

FOR_EACH: Final = {
    Amount.CHAPTER_SIZE: "for each card of this chapter in your guildhall",
    Amount.COMPLETED_CHAPTERS: "for each of your completed chapters",
    Amount.LARGE_CHAPTERS: "for each chapter of 3 or more cards in your guildhall",
}


def clause(effect: Effect, before: Effects) -> str:
    """Describe an effect, without capital and full stop."""
    match effect:
        case language.Move():
            return _move(effect, before)
        case language.Swap():
            return _swap(effect, before)
        case language.Draw():
            return f"draw {_counted(effect.amount, 'card')}"
        case language.Gain():
            condition = " if another player has more VP than you" if effect.if_behind else ""
            return f"gain {_counted(effect.amount, 'VP token')}{condition}"
        case language.Steal():
            return f"take {count(effect.amount, 'VP token')} from {_other_player(before)}"
        case language.Lose():
            return f"{_other_player(before)} loses {count(effect.amount, 'VP token')}"
        case language.Action():
            return "take another action" if effect.amount == 1 else f"take {effect.amount} more actions"
        case language.Look():
            return _look(effect, before)
        case _:
            assert_never(effect)


def _move(move: language.Move, before: Effects) -> str:
    cards = _cards(move, before)
    match move.target:
        case Place.DISCARD_PILE:
            return f"discard {cards}"
        case Place.MY_HAND:
            return f"take {cards} into your hand"
        case Place.OWNERS_HAND:
            return f"return {cards} to {_owner(move)} hand"
        case Place.OWNERS_AREA:
            return f"put {cards} into {_owner(move)} action area"
        case _:
            return f"put {cards} into {_place(move.target, (*before, move))}"


def _owner(move: language.Move) -> str:
    return "its owner's" if move.amount in (1, Amount.A_CHAPTER) else "their owner's"


def _cards(move: language.Move, before: Effects) -> str:
    """Name the cards of a move and where they come from."""
    match move.source:
        case Place.LOOKED_AT:
            return f"{move.amount} of them"
        case Place.DECK:
            return f"the top {_top(move.amount)} of the deck"
        case Place.TOP_OF_DISCARD:
            return "the top card of the discard pile"
        case Place.VP_ROW:
            return f"{count(move.amount, 'VP card')} from the row"
        case _:
            return f"{_amount(move)} from {_seen(move.source, before)}"


def _amount(move: language.Move) -> str:
    card = "random card" if move.chosen is Chosen.RANDOM else "card"
    chapters = " of different chapters" if move.different_chapters else ""
    return count(move.amount, card) + chapters


def count(amount: int | Amount, thing: str) -> str:
    """Return a number of things in words.

    >>> count(1, "card"), count(3, "card"), count(Amount.ANY, "card")
    ('1 card', '3 cards', 'any number of cards')
    """
    match amount:
        case Amount.ANY:
            return f"any number of {thing}s"
        case Amount.A_CHAPTER:
            return "one whole chapter"
        case Amount.ALL:
            return f"all {thing}s"
        case 1:
            return f"1 {thing}"
        case _:
            return f"{amount} {thing}s"


def _counted(amount: int | Amount, thing: str) -> str:
    """Describe an amount that may have to be counted on the table."""
    return count(amount, thing) if isinstance(amount, int) else f"1 {thing} {FOR_EACH[amount]}"


def _top(amount: int | Amount) -> str:
    return "card" if amount == 1 else f"{amount} cards"


def _seen(place: Place, before: Effects) -> str:
    """Name a place, or say "it" if the player just looked at it."""
    looked = [effect.at for effect in before if isinstance(effect, language.Look)]
    if place is Place.SEARCHED_DECK or (place in looked and place is not Place.EACH_OTHER_HAND):
        return "it"
    return "each of them" if place in looked else _place(place, before)


def _place(place: Place, before: Effects) -> str:
    """Name a place. Another player mentioned before in the tier becomes "that player"."""
    words = PLACES[place]
    return words.replace("another player", "that player") if _met_other(before) else words


def _other_player(before: Effects) -> str:
    return "that player" if _met_other(before) else "another player"


def _met_other(before: Effects) -> bool:
    return any(_names_other(effect) for effect in before)


def _names_other(effect: Effect) -> bool:
    others = (Place.ANOTHER_HAND, Place.ANOTHER_HALL, Place.ANOTHER_AREA)
    match effect:
        case language.Move():
            return effect.source in others
        case language.Swap():
            return effect.with_ in others
        case language.Look():
            return effect.at in others
        case language.Steal() | language.Lose():
            return True
        case language.Draw() | language.Gain() | language.Action():
            return False
        case _:
            assert_never(effect)


def _swap(swap: language.Swap, before: Effects) -> str:
    theirs = _place(swap.with_, before)
    if swap.amount == Amount.ALL:
        return f"swap all profession cards of {PLACES[swap.source]} with those of {theirs}"
    given = f"{count(swap.amount, 'card')} from {PLACES[swap.source]}"
    back = swap.amount if swap.for_ is None else swap.for_
    return f"swap {given} with {count(back, 'card')} from {theirs}"


def _look(look: language.Look, before: Effects) -> str:
    if look.at is not Place.DECK:
        return f"look at {_place(look.at, before)}"
    return "search the deck" if look.amount == Amount.ALL else f"look at the top {_top(look.amount)} of the deck"


# --- Whole cards, and lists of them ---


Named = tuple[str, Card]  # a card with its shown name


def source_of(card: Card) -> str:
    """Return the source of a card's text, tier by tier if they differ.

    >>> from guildhall.games.guildhall.reading import load_book
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
    """Return the sets that contain a card, with its name there if different.

    >>> from guildhall.games.guildhall.reading import load_book
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
    """Return a card in lines: its text, its sets, its sources and further notes."""
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
    """Return all cards of a name, in any set. Two sets may show different cards under the same name.

    >>> from guildhall.games.guildhall.reading import load_book
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
    """Return the text of every card of a deck, by name."""
    return {card.name: _card_text(shown, card) for shown, card in deck.cards}


def _card_text(shown: str, card: Card) -> CardText:
    whole = card_in_words(card, shown=shown)
    return CardText(shown, whole.removeprefix(shown).strip(), card.provenance.value, whole)


def lines(name: str, files: Sequence[Path]) -> Iterator[str]:
    """Return the text of a set or card of that name or, without a name, of all cards or those changed by the files."""
    book = load_book(*files)
    if name:
        return _named(book, name)
    return _changes(book) if files else _everything(book)


def _named(book: CardBook, name: str) -> Iterator[str]:
    """Describe a set, or all cards of that name."""
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
    """List all sets by name and all cards with their texts."""
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
    """True if a card is new or its text differs, not just because it is in another set as well."""
    if isinstance(card, Profession | VPCard) and isinstance(before, Profession | VPCard):
        card = replace(card, sets=before.sets)
    return card != before


def _changes(book: CardBook) -> Iterator[str]:
    """List the cards, sets and names that differ from the shipped ones."""
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
    """Return the lines of Guildhall's part of docs/cards.md."""
    yield from _PREFACE.splitlines()
    yield from _sets(book)
    yield from _professions(book)
    yield from _masters(book)
    yield from _houses(book)
    yield from _vp_cards(book)


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Return a table with an empty line before it."""
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
    """Return the source of a text, with our design highlighted."""
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
