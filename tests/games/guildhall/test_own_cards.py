"""Cards of one's own: whatever the card language lets through is played as it reads, the rest is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from guildhall.core.errors import BadCardFile
from guildhall.games.guildhall.language import (
    Amount,
    Chosen,
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
from guildhall.games.guildhall.spelling import nonsense
from guildhall.games.guildhall.wording import effects_in_words
from tests.games.guildhall.cardtable import tiers
from tests.games.guildhall.effectlists import lists_of_one, lists_of_several
from tests.games.guildhall.ordeal import Ordeal, batches
from tests.games.guildhall.tables import lay, offered

ALONE = lists_of_one()


def endure(lists: Sequence[Effects], *, games: int, masters: bool) -> Counter[Effects]:
    """Play games with the lists as tiers; nothing may break.  Answers how often each list was used."""
    used: Counter[Effects] = Counter()
    for seed, portion in enumerate(batches(lists)):
        ordeal = Ordeal(portion, players=2 + seed % 3, masters=masters, seed=seed)
        ordeal.run(games)
        assert ordeal.broken == {}
        used += ordeal.used
    return used


# What is let through


def test_the_language_lets_hundreds_of_single_effects_through() -> None:
    assert len(ALONE) > 400
    kinds = {type(effect) for effects in ALONE for effect in effects}
    assert kinds == set(Effect.__args__)
    sources = {effect.source for effects in ALONE for effect in effects if isinstance(effect, Move)}
    assert sources == set(Place) - {Place.OWNERS_HAND, Place.OWNERS_AREA}


@pytest.mark.parametrize("masters", [False, True])
def test_every_single_effect_is_carried_out_completely_and_as_it_reads(masters: bool) -> None:
    used = endure(ALONE, games=14, masters=masters)
    assert len(used) > 0.9 * len(ALONE)


@pytest.mark.parametrize("masters", [False, True])
@pytest.mark.parametrize("length", [2, 3])
def test_effects_that_can_stand_together_are_carried_out_as_they_read(length: int, masters: bool) -> None:
    lists = lists_of_several(ALONE, length=length, number=180, seed=length)
    used = endure(lists, games=8, masters=masters)
    assert len(used) > 0.6 * len(lists)


def test_every_list_that_is_let_through_reads_as_a_sentence() -> None:
    for effects in (*ALONE, *lists_of_several(ALONE, length=2, number=500, seed=1)):
        assert re.fullmatch(r"[A-Z][A-Za-z0-9 ,']*\.( No duplicates\.)?", effects_in_words(effects))


def test_every_shipped_tier_and_ability_is_let_through() -> None:
    book = load_book()
    tiered = [tier.effects for card in (*book.professions.values(), *book.masters.values()) for tier in card.tiers]
    abilities = [card.effects for card in (*book.houses.values(), *book.vp.values())]
    assert [nonsense(effects) for effects in tiered] == [None] * len(tiered)
    assert [nonsense(effects, of_a_chapter=False) for effects in abilities] == [None] * len(abilities)


# What is refused

HAND_TO_HALL = Move(1, Place.MY_HAND, Place.MY_HALL)
LOOK_AT_HAND = Look(Amount.ALL, Place.ANOTHER_HAND)

REFUSED: list[tuple[Effects, str]] = [
    ((Move(1, Place.DECK, Place.ANOTHER_HALL),), "cards from the deck cannot go to another hall"),
    ((Move(Amount.A_CHAPTER, Place.MY_HALL, Place.ANOTHER_HALL),), "a chapter of my hall cannot go to"),
    ((Move(2, Place.VP_ROW, Place.DISCARD_PILE),), "from the vp row one card goes at a time"),
    ((Move(2, Place.EACH_OTHER_HALL, Place.DISCARD_PILE),), "one card each can be chosen, not 2"),
    ((Move(1, Place.MY_HAND, Place.DISCARD_PILE, Chosen.RANDOM),), "random picks are for the hands of others"),
    (
        (Move(1, Place.ANOTHER_HAND, Place.MY_HALL, Chosen.RANDOM, never_duplicates=True),),
        "cards of another hand come unseen",
    ),
    ((Move(1, Place.DECK, Place.MY_HALL, never_duplicates=True),), "cards of deck come unseen"),
    ((Draw(1), Steal(1)), "another player cannot be chosen after a draw"),
    ((Draw(1), Move(1, Place.ANOTHER_HALL, Place.DISCARD_PILE)), "another player cannot be chosen after a draw"),
    ((Draw(1), Swap(1, Place.MY_HAND, Place.MY_HALL)), "cards cannot be swapped after a draw"),
    (
        (Draw(1), Move(2, Place.MY_HALL, Place.DISCARD_PILE, different_chapters=True)),
        "cards of different chapters cannot be chosen after a draw",
    ),
    ((Draw(1), Move(Amount.A_CHAPTER, Place.MY_HALL, Place.DISCARD_PILE)), "a chapter cannot be chosen after"),
    ((Draw(1), Move(1, Place.VP_ROW, Place.DISCARD_PILE)), "a card of the vp row cannot be chosen after"),
    ((Draw(1), Gain(1, if_behind=True)), "a condition cannot come after a draw"),
    ((Steal(1), Lose(1)), "another player's tokens must be the first one"),
    ((Move(1, Place.ANOTHER_HALL, Place.MY_HAND), Steal(1)), "another player's tokens must be the first one"),
    ((Steal(1), LOOK_AT_HAND), "another player's hand must be the first one"),
    ((HAND_TO_HALL, Swap(1, Place.MY_HALL, Place.DISCARD_PILE)), "a swap is checked by itself"),
    ((Swap(3, Place.MY_HALL, Place.DISCARD_PILE),), "at most 4 cards can be chosen together"),
    ((Move(3, Place.MY_HAND, Place.MY_HALL), Move(2, Place.DISCARD_PILE, Place.MY_HALL)), "at most 4 cards"),
    (
        (Move(1, Place.TOP_OF_DISCARD, Place.MY_HAND), Move(1, Place.DISCARD_PILE, Place.MY_HALL)),
        "the top of the discard pile cannot be chosen together",
    ),
    (
        (HAND_TO_HALL, Move(1, Place.MY_HALL, Place.MY_HAND), Move(1, Place.MY_HALL, Place.DISCARD_PILE)),
        "a tier that puts cards into my hall can take cards out of it once",
    ),
    (
        (Move(Amount.ANY, Place.MY_HALL, Place.DISCARD_PILE), HAND_TO_HALL),
        "a tier that puts cards into my hall cannot take any number of cards out of it",
    ),
    (
        (HAND_TO_HALL, Move(1, Place.MY_HALL, Place.ANOTHER_HALL)),
        "a tier that puts cards into my hall cannot send others from there to another hall",
    ),
    (
        (Move(1, Place.MY_HAND, Place.ANOTHER_HALL), Move(1, Place.EACH_OTHER_HALL, Place.DISCARD_PILE)),
        "cannot be chosen together with cards that go to another hall",
    ),
    (
        (Move(1, Place.EACH_OTHER_HALL, Place.MY_HALL), Move(1, Place.MY_HALL, Place.DISCARD_PILE)),
        "cards of my hall must be chosen before those of each other hall",
    ),
    ((Move(Amount.A_CHAPTER, Place.MY_HALL, Place.DISCARD_PILE),) * 2, "a tier moves one chapter, not two"),
    (
        (HAND_TO_HALL, Move(Amount.A_CHAPTER, Place.MY_HALL, Place.DISCARD_PILE)),
        "a whole chapter must be the first cards",
    ),
    (
        (Move(Amount.A_CHAPTER, Place.ANOTHER_HALL, Place.MY_HALL), HAND_TO_HALL),
        "a tier that moves a whole chapter, other than to discard it",
    ),
    ((Move(1, Place.VP_ROW, Place.DISCARD_PILE),) * 2, "one card of the vp row, not two"),
]


@pytest.mark.parametrize(("effects", "problem"), REFUSED, ids=[problem for _, problem in REFUSED])
def test_what_cannot_be_played_is_refused_in_a_sentence(effects: Effects, problem: str) -> None:
    assert problem in (nonsense(effects) or "")


def test_a_refusal_names_file_card_and_tier() -> None:
    text = '[Baker]\narchetype = "Mage"\ntier.2 = [{ draw = 1 }, { steal = 1, from = "another player" }]\n'
    with pytest.raises(BadCardFile, match=r"own\.toml, Baker, tier 2: another player cannot be chosen"):
        load_book().with_text(text, file="own.toml")


# Some cards from a file, played


def baker(tier: str) -> dict[str, object]:
    """Options of a game with a Baker whose tier 0 is as given."""
    text = f'[Baker]\narchetype = "Mage"\ntier.0 = [{tier}]\n'
    return {"cards": ["Baker", "Monk", "Bard"], "card_texts": [("own.toml", text)]}


def test_a_card_off_the_deck_and_then_one_of_the_hand_may_be_placed() -> None:
    tier = '{ place = 1, from = "deck" }, { place = 1, from = "my hand" }'
    game = lay(hands=[["red Baker", "red Monk"], []], deck=["red Bard"], **baker(tier))
    game.play("play red Baker", "tier 0", "red Monk")
    assert game.table.halls[0] == {"Monk": ["red"], "Bard": ["red"]}


def test_a_look_at_a_hand_asks_only_for_the_cards_it_takes_from_there() -> None:
    tier = '{ look = "all", at = "another hand" }, { place = 3, from = "my hand" }'
    hands = [["red Baker", "red Monk", "blue Monk", "red Bard"], ["green Monk"]]
    assert tiers(lay(hands=hands, **baker(tier)), "red Baker") == [0]


def test_tokens_first_then_a_card_of_the_same_player() -> None:
    tier = '{ steal = 1, from = "another player" }, { take = 1, from = "another hall", to = "my hand" }'
    halls = [{}, {"Monk": ["red"]}, {"Monk": ["blue"]}, {}]
    game = lay(*halls, hands=[["red Baker"], [], [], []], tokens=[0, 0, 1, 1], **baker(tier))
    game.play("play red Baker", "tier 0")
    assert offered(game) == ["player 3"]
    game.play("player 3", "blue Monk")

    assert game.table.tokens == [1, 0, 0, 1]
    assert game.table.hands[0] == ["blue Monk"]
