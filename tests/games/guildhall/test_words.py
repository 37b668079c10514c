"""The English of every card, derived from its effects."""

from __future__ import annotations

import re

import pytest

from guildhall.games.guildhall.cards import Card, House, Master, Profession, Provenance, VPCard
from guildhall.games.guildhall.language import (
    Action,
    Amount,
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
from guildhall.games.guildhall.reading import load_book
from guildhall.games.guildhall.wording import card_in_words, effects_in_words, provenance_mark, touches

BOOK = load_book()
CARDS: list[Card] = [
    *BOOK.professions.values(),
    *BOOK.masters.values(),
    *BOOK.houses.values(),
    *BOOK.vp.values(),
]

KNOWN_TIERS = {
    ("Bard", 0): "Swap 1 card from your guildhall with 1 card from the discard pile.",
    ("Bard", 2): "Swap 2 cards from your guildhall with 2 cards from the discard pile.",
    ("Bard", 4): "Discard one whole chapter from your guildhall, "
    "then put 3 cards from the discard pile into your guildhall.",
    ("Cleric", 0): "Draw 1 card for each card of this chapter in your guildhall, then take another action.",
    ("Druid", 1): "Draw 3 cards.",
    ("Duelist", 0): "Discard 1 random card from every player's hand, yours too.",
    ("Duelist", 2): "Discard 2 random cards from another player's hand.",
    ("Fighter", 0): "Discard 1 card from another player's guildhall.",
    ("Fighter", 2): "Discard 2 cards of different chapters from another player's guildhall.",
    ("Fighter", 4): "Discard 2 cards from another player's guildhall.",
    ("Marshal", 1): "Gain 1 VP token.",
    ("Marshal", 3): "Gain 2 VP tokens.",
    ("Monk", 0): "Put 1 card from your hand into your guildhall.",
    ("Monk", 2): "Put 2 cards from your hand into your guildhall, then take 1 card from your guildhall into your hand.",
    ("Monk", 4): "Put any number of cards from your hand into your guildhall, "
    "then take 2 cards from your guildhall into your hand.",
    ("Ranger", 0): "Gain 1 VP token for each card of this chapter in your guildhall, "
    "then put 1 card from your guildhall into another player's guildhall.",
    (
        "Rogue",
        0,
    ): "Swap 1 card from your guildhall with 1 card from another player's guildhall. No duplicates.",
    (
        "Rogue",
        2,
    ): "Swap 2 cards from your guildhall with 2 cards from another player's guildhall. No duplicates.",
    ("Rogue", 4): "Swap one whole chapter from your guildhall with one whole chapter from another player's "
    "guildhall. No duplicates.",
    ("Sorcerer", 1): "Take 1 card from your guildhall into your hand, then take another action.",
    ("Wizard", 0): "Put the top card of the discard pile into your guildhall. No duplicates.",
    ("Wizard", 2): "Put 1 card from the discard pile into your guildhall. No duplicates.",
    ("Wizard", 4): "Put 2 cards from the discard pile into your guildhall. No duplicates.",
}

KNOWN_VP = {
    "3 place any": "Put any number of cards from your hand into your guildhall.",
    "4 another action": "Take another action.",
    "4 draw five": "Draw 5 cards.",
    "5": "No ability.",
    "7 two actions": "Take 2 more actions.",
    "9": "No ability.",
    "2 take a chapter": "Put one whole chapter from another player's guildhall into your guildhall.",
    "3 one for two": "Swap 1 card from your guildhall with 2 cards from another player's guildhall.",
    "4 take one": "Put 1 card from another player's guildhall into your guildhall.",
}


def _tiers(card: Card) -> list[Effects]:
    return [tier.effects for tier in card.tiers] if isinstance(card, Profession | Master) else [card.effects]


def test_every_known_tier_reads_as_on_the_fact_sheet() -> None:
    known = {
        (name, tier.number): effects_in_words(tier.effects)
        for name, card in BOOK.professions.items()
        for tier in card.tiers
        if tier.provenance is not Provenance.STAND_IN
    }
    assert known == KNOWN_TIERS


def test_every_known_vp_card_reads_as_on_the_fact_sheet() -> None:
    known = {
        name: effects_in_words(card.effects)
        for name, card in BOOK.vp.items()
        if card.provenance is not Provenance.STAND_IN
    }
    assert known == KNOWN_VP


def test_the_known_house_reads_as_on_the_fact_sheet() -> None:
    assert effects_in_words(BOOK.houses["Journeyman House"].effects) == "Another player loses 1 VP token."


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_every_effect_of_every_card_reads_as_whole_sentences(card: Card) -> None:
    for effects in _tiers(card):
        sentence = effects_in_words(effects)
        assert re.fullmatch(r"[A-Z][A-Za-z0-9 ,']*\.( No duplicates\.)?", sentence)
        assert not re.search(r"\b1 \w+s\b|\b[2-9] (card|token|action)\b|  ", sentence)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_every_effect_of_every_card_says_which_places_it_touches(card: Card) -> None:
    for effect in (effect for effects in _tiers(card) for effect in effects):
        takes_from, puts_to = touches(effect)
        moves = isinstance(effect, Move | Swap | Draw)
        assert bool(takes_from) == moves
        assert not puts_to or moves


TOUCHED: list[tuple[Effect, set[Place], set[Place]]] = [
    (
        Move(1, Place.EVERY_HAND, Place.DISCARD_PILE),
        {Place.MY_HAND, Place.ANOTHER_HAND},
        {Place.DISCARD_PILE},
    ),
    (Move(1, Place.ANOTHER_HALL, Place.OWNERS_HAND), {Place.ANOTHER_HALL}, {Place.ANOTHER_HAND}),
    (Move(1, Place.LOOKED_AT, Place.MY_HALL), {Place.DECK}, {Place.MY_HALL}),
    (Move(1, Place.VP_ROW, Place.DISCARD_PILE), {Place.VP_ROW}, set()),
    (
        Swap(1, Place.MY_HALL, Place.DISCARD_PILE),
        {Place.MY_HALL, Place.DISCARD_PILE},
        {Place.MY_HALL, Place.DISCARD_PILE},
    ),
]


@pytest.mark.parametrize(("effect", "takes_from", "puts_to"), TOUCHED)
def test_places_touched_are_told_by_their_plainest_names(
    effect: Effect, takes_from: set[Place], puts_to: set[Place]
) -> None:
    assert touches(effect) == (frozenset(takes_from), frozenset(puts_to))


SPOKEN: list[tuple[Effects, str]] = [
    (
        (Look(Amount.ALL, Place.ANOTHER_HAND), Move(1, Place.ANOTHER_HAND, Place.MY_HALL)),
        "Look at another player's hand, then put 1 card from it into your guildhall.",
    ),
    (
        (Look(Amount.ALL, Place.EACH_OTHER_HAND), Move(1, Place.EACH_OTHER_HAND, Place.MY_HALL)),
        "Look at each other player's hand, then put 1 card from each of them into your guildhall.",
    ),
    (
        (
            Move(1, Place.MY_HAND, Place.DISCARD_PILE),
            Look(Amount.ALL, Place.DECK),
            Move(1, Place.SEARCHED_DECK, Place.MY_HALL),
        ),
        "Discard 1 card from your hand, search the deck, then put 1 card from it into your guildhall.",
    ),
    (
        (Move(2, Place.ANOTHER_HALL, Place.OWNERS_HAND),),
        "Return 2 cards from another player's guildhall to their owner's hand.",
    ),
    (
        (Move(1, Place.ANOTHER_HALL, Place.OWNERS_AREA),),
        "Put 1 card from another player's guildhall into its owner's action area.",
    ),
    (
        (Move(1, Place.ANOTHER_HALL, Place.MY_HALL), Move(1, Place.MY_HALL, Place.ANOTHER_HALL)),
        "Put 1 card from another player's guildhall into your guildhall, "
        "then put 1 card from your guildhall into that player's guildhall.",
    ),
    ((Lose(1), Steal(1)), "Another player loses 1 VP token, then take 1 VP token from that player."),
    ((Move(2, Place.DECK, Place.MY_HALL),), "Put the top 2 cards of the deck into your guildhall."),
    ((Move(1, Place.VP_ROW, Place.DISCARD_PILE),), "Discard 1 VP card from the row."),
    ((Gain(1, if_behind=True),), "Gain 1 VP token if another player has more VP than you."),
    (
        (Gain(Amount.LARGE_CHAPTERS),),
        "Gain 1 VP token for each chapter of 3 or more cards in your guildhall.",
    ),
    ((Action(1),), "Take another action."),
    (
        (Swap(Amount.ALL, Place.MY_AREA, Place.ANOTHER_AREA),),
        "Swap all profession cards of your action area with those of another player's action area.",
    ),
]


@pytest.mark.parametrize(("effects", "sentence"), SPOKEN, ids=lambda value: str(value)[:30])
def test_a_tier_speaks_of_one_and_the_same_other_player(effects: Effects, sentence: str) -> None:
    assert effects_in_words(effects) == sentence


def test_a_card_marks_the_tiers_that_are_stand_ins() -> None:
    lines = card_in_words(BOOK.professions["Sorcerer"]).splitlines()
    assert lines[0] == "Sorcerer (Mage)"
    assert [line.endswith("[stand-in]") for line in lines[1:]] == [False, True]


def test_every_kind_of_card_can_be_said() -> None:
    house, vp_card = BOOK.houses["Mountebank House"], BOOK.vp["7 two actions"]
    assert isinstance(house, House)
    assert isinstance(vp_card, VPCard)
    assert card_in_words(house).endswith("Take 1 card from the discard pile into your hand. [stand-in]")
    assert card_in_words(vp_card) == "7 two actions (7 VP for 2 chapters): Take 2 more actions."
    assert card_in_words(BOOK.professions["Monk"], shown="Weaver").startswith("Weaver (Mystic)\n  0: ")


def test_every_provenance_has_its_own_mark_or_none_where_the_text_is_the_publishers() -> None:
    marks = {provenance: provenance_mark(provenance) for provenance in Provenance}
    assert [value for value, mark in marks.items() if not mark] == [Provenance.RULEBOOK, Provenance.PUBLISHER]
    assert len({mark for mark in marks.values() if mark}) == 3
