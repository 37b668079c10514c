"""Cards in English, made from their effects: sentences of tiers, clauses of effects, marks of provenance."""

from __future__ import annotations

from typing import Final, assert_never

from guildhall.games.guildhall import language
from guildhall.games.guildhall.cards import Card, House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.language import Amount, Chosen, Effect, Effects, Place

__all__ = ["an", "card_in_words", "clause", "count", "effects_in_words", "provenance_mark", "touches"]

MARKS: Final = {
    Provenance.RULEBOOK: "",
    Provenance.PUBLISHER: "",
    Provenance.REVIEW: "[review]",
    Provenance.STAND_IN: "[stand-in]",
    Provenance.OWN_FILE: "[own file]",
}


def an(name: str) -> str:
    """A name with its article.

    >>> an("Weaver"), an("Assassin")
    ('a Weaver', 'an Assassin')
    """
    return f"{'an' if name[:1].casefold() in 'aeiou' else 'a'} {name}"


def effects_in_words(effects: Effects) -> str:
    """What the effects of a tier, VP card or House do, as a player reads it."""
    if not effects:
        return "No ability."
    clauses = [clause(effect, effects[:index]) for index, effect in enumerate(effects)]
    text = ", ".join(clauses[:-1])
    text = f"{text}, then {clauses[-1]}" if text else clauses[-1]
    rule = " No duplicates." if any(_forbids_duplicates(effect) for effect in effects) else ""
    return f"{text[0].upper()}{text[1:]}.{rule}"


def card_in_words(card: Card, *, shown: str | None = None) -> str:
    """The whole card, its tiers on lines of their own; `shown` is its name in this game, if it has another.

    >>> from guildhall.games.guildhall.cards import load_book
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
    """The mark to show beside a text that is not the printed one.

    >>> provenance_mark(Provenance.STAND_IN), provenance_mark(Provenance.RULEBOOK)
    ('[stand-in]', '')
    """
    return MARKS[provenance]


def touches(effect: Effect) -> tuple[frozenset[Place], frozenset[Place]]:
    """The places an effect takes cards from and those it puts cards to, told by their plainest names.

    >>> takes_from, puts_to = touches(language.Draw(2))
    >>> list(takes_from), list(puts_to)
    ([<Place.DECK: 'deck'>], [<Place.MY_HAND: 'my hand'>])
    """
    match effect:
        case language.Move(source=Place.VP_ROW):
            return _plain(effect.source), _NOWHERE  # the VP discard pile is no place of the language
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
    """What an effect does, without capital and full stop."""
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
    """The cards a move is about, and where they come from."""
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
    """So many things.

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
    """An amount that may be counted off on the table."""
    return count(amount, thing) if isinstance(amount, int) else f"1 {thing} {FOR_EACH[amount]}"


def _top(amount: int | Amount) -> str:
    return "card" if amount == 1 else f"{amount} cards"


def _seen(place: Place, before: Effects) -> str:
    """A place, or "it" if the player just looked at it."""
    looked = [effect.at for effect in before if isinstance(effect, language.Look)]
    if place is Place.SEARCHED_DECK or (place in looked and place is not Place.EACH_OTHER_HAND):
        return "it"
    return "each of them" if place in looked else _place(place, before)


def _place(place: Place, before: Effects) -> str:
    """A place; the second time a tier speaks of another player it is "that player"."""
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
