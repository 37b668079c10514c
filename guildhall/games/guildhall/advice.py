"""What a player should know of a deck before playing it: warnings (rule 28) and stand-ins."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from guildhall.games.guildhall.cards import Card, CardBook, CardSet, Master, Profession, Provenance
from guildhall.games.guildhall.language import ARCHETYPES, Effect, Effects, Gain, Lose, Move, Place, Steal
from guildhall.games.guildhall.wording import touches

__all__ = ["mistakable", "stand_ins", "warnings"]

Named = tuple[str, Card]  # a card under the name it is shown by


def warnings(archetypes: Iterable[str], cards: Iterable[Named]) -> tuple[str, ...]:
    """What makes a deck play worse than it could, a sentence each."""
    cards = tuple(cards)
    missing = [archetype for archetype in ARCHETYPES if archetype not in set(archetypes)]
    wanting = (
        *(f"No {archetype} is in the deck." for archetype in missing),
        _unfed(cards, _takes_discards, _feeds_discards, "puts cards on the discard pile", "take from it"),
        _unfed(cards, _takes_tokens, _makes_tokens, "makes VP tokens", "take them from players"),
    )
    return tuple(sentence for sentence in wanting if sentence)


def mistakable(book: CardBook, wanted: Iterable[tuple[str, Profession]]) -> tuple[str, ...]:
    """Which card a name means, where the set that the other names come from shows another card by it (rule 23)."""
    wanted = tuple(wanted)
    sentences = (_mistaken(book, card_set, shown, wanted) for card_set in book.sets.values() for shown, _ in wanted)
    return tuple(sentence for sentence in sentences if sentence)


def _mistaken(book: CardBook, card_set: CardSet, shown: str, wanted: tuple[tuple[str, Profession], ...]) -> str:
    """A sentence if a list names cards as this set does, and one name of it means another card all the same."""
    names, cards = dict(card_set.professions), dict(wanted)
    other, card = names.get(shown), cards[shown]
    is_named_so = any(name != each.name and names.get(name) == each.name for name, each in wanted)
    if not is_named_so or other is None or other in [each.name for each in cards.values()]:
        return ""
    homes = " and ".join(book.sets[name].title for name in card.sets) or "your own cards"
    return f"'{shown}' is the card of {homes} here; for the {shown} of {card_set.title} write '{other}'."


def stand_ins(cards: Iterable[Named]) -> tuple[str, ...]:
    """The cards that are our own design, with their tiers where only some are."""
    return tuple(name for shown, card in cards if (name := _stand_in(shown, card)))


def _stand_in(shown: str, card: Card) -> str:
    if not isinstance(card, Profession | Master):
        return shown if card.provenance is Provenance.STAND_IN else ""
    ours = [str(tier.number) for tier in card.tiers if tier.provenance is Provenance.STAND_IN]
    if len(ours) == len(card.tiers):
        return shown
    return f"{shown} (tier {', '.join(ours)})" if ours else ""


def _unfed(
    cards: tuple[Named, ...],
    takes: Callable[[Effect], bool],
    feeds: Callable[[Effect], bool],
    feeding: str,
    taking: str,
) -> str:
    """A warning if some cards live on what no card of the deck provides."""
    takers = [shown for shown, card in cards if any(map(takes, _effects(card)))]
    fed = any(any(map(feeds, _effects(card))) for _, card in cards)
    return "" if fed or not takers else f"No card {feeding}, but these {taking}: {', '.join(takers)}."


def _effects(card: Card) -> Effects:
    if isinstance(card, Profession | Master):
        return tuple(effect for tier in card.tiers for effect in tier.effects)
    return card.effects


def _takes_discards(effect: Effect) -> bool:
    return Place.DISCARD_PILE in touches(effect)[0]


def _feeds_discards(effect: Effect) -> bool:
    # A swap with the pile leaves it as large as it was: it lives on the pile and does not feed it.
    return isinstance(effect, Move) and Place.DISCARD_PILE in touches(effect)[1]


def _takes_tokens(effect: Effect) -> bool:
    return isinstance(effect, Steal | Lose)


def _makes_tokens(effect: Effect) -> bool:
    return isinstance(effect, Gain)
