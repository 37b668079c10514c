"""Effects in English, and the places they touch; both from the same objects that are played.

>>> say((Move(2, Place.MY_HAND, Place.MY_HALL), Move(1, Place.MY_HALL, Place.MY_HAND)))
'Put 2 cards from your hand into your guildhall, then take 1 card from your guildhall into your hand.'
>>> say((Look(3, Place.DECK), Move(1, Place.LOOKED_AT, Place.MY_HALL)))
'Look at the top 3 cards of the deck, then put 1 of them into your guildhall.'
"""

from __future__ import annotations

from typing import Final, assert_never

from guildhall.games.guildhall.cards import Card, House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.clauses import clause, count
from guildhall.games.guildhall.language import (
    Action,
    Draw,
    Effect,
    Effects,
    Gain,
    Look,
    Lose,
    Move,
    Place,
    Steal,
    Swap,
)

__all__ = ["an", "provenance_mark", "say", "say_card", "touches"]

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


def say(effects: Effects) -> str:
    """What the effects of a tier, VP card or House do, as a player reads it."""
    if not effects:
        return "No ability."
    clauses = [clause(effect, effects[:index]) for index, effect in enumerate(effects)]
    text = ", ".join(clauses[:-1])
    text = f"{text}, then {clauses[-1]}" if text else clauses[-1]
    rule = " No duplicates." if any(_forbids_duplicates(effect) for effect in effects) else ""
    return f"{text[0].upper()}{text[1:]}.{rule}"


def say_card(card: Card, *, shown: str | None = None) -> str:
    """The whole card, its tiers on lines of their own; `shown` is its name in this game, if it has another.

    >>> from guildhall.games.guildhall.cards import load_book
    >>> print(say_card(load_book().profession("Farmer"), shown="Farmer"))
    Farmer (Leader)
      1: Gain 1 VP token.
      3: Gain 2 VP tokens.
    >>> print(say_card(load_book().houses["Pilgrim House"]))
    Pilgrim House (Mystic, Priest): Draw 2 cards. [stand-in]
    """
    name = shown or card.name
    match card:
        case Profession() | Master():
            head = f"{name} ({card.archetype})"
            return "\n".join([head, *(f"  {_say_tier(tier)}" for tier in card.tiers)])
        case House():
            text = f"{name} ({', '.join(card.archetypes)}): {say(card.effects)}"
            return _marked(text, card.provenance)
        case VPCard():
            price = f"{card.points} VP for {count(card.cost, 'chapter')}"
            return _marked(f"{name} ({price}): {say(card.effects)}", card.provenance)
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

    >>> takes_from, puts_to = touches(Draw(2))
    >>> list(takes_from), list(puts_to)
    ([<Place.DECK: 'deck'>], [<Place.MY_HAND: 'my hand'>])
    """
    match effect:
        case Move(source=Place.VP_ROW):
            return _plain(effect.source), _NOWHERE  # the VP discard pile is no place of the language
        case Move():
            return _plain(effect.source), _plain(effect.target)
        case Swap():
            both = _plain(effect.source) | _plain(effect.with_)
            return both, both
        case Draw():
            return _plain(Place.DECK), _plain(Place.MY_HAND)
        case Gain() | Steal() | Lose() | Action() | Look():
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
    return _marked(f"{tier.number}: {say(tier.effects)}", tier.provenance)


def _marked(text: str, provenance: Provenance) -> str:
    return f"{text} {provenance_mark(provenance)}".rstrip()


def _forbids_duplicates(effect: Effect) -> bool:
    return isinstance(effect, Move | Swap) and effect.never_duplicates
