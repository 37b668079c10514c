"""The card language: how effects are spelled, and what makes no sense."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guildhall.core.datafile import Spot
from guildhall.core.errors import BadCardFile
from guildhall.games.guildhall.language import (
    Action,
    Amount,
    Chosen,
    Draw,
    Effect,
    Gain,
    Look,
    Lose,
    Move,
    Place,
    Steal,
    Swap,
)
from guildhall.games.guildhall.spelling import VERBS, nonsense, read_effects

SPOT = Spot("my.toml", "Tinker", 2)

SPELLED: list[tuple[dict[str, Any], Effect]] = [
    ({"place": 1, "from": "my hand"}, Move(1, Place.MY_HAND, Place.MY_HALL)),
    ({"place": "any", "from": "my hand"}, Move(Amount.ANY, Place.MY_HAND, Place.MY_HALL)),
    (
        {"place": 1, "from": "discard pile", "duplicates": "never"},
        Move(1, Place.DISCARD_PILE, Place.MY_HALL, never_duplicates=True),
    ),
    ({"take": 2, "from": "my hall", "to": "my hand"}, Move(2, Place.MY_HALL, Place.MY_HAND)),
    (
        {"take": "a chapter", "from": "another hall", "to": "owner's hand"},
        Move(Amount.A_CHAPTER, Place.ANOTHER_HALL, Place.OWNERS_HAND),
    ),
    (
        {"discard": 2, "from": "another hall", "different_chapters": True},
        Move(2, Place.ANOTHER_HALL, Place.DISCARD_PILE, different_chapters=True),
    ),
    (
        {"discard": 1, "from": "every hand", "chosen": "random"},
        Move(1, Place.EVERY_HAND, Place.DISCARD_PILE, chosen=Chosen.RANDOM),
    ),
    ({"give": 1, "from": "my hall", "to": "another hall"}, Move(1, Place.MY_HALL, Place.ANOTHER_HALL)),
    ({"discard": 1, "from": "vp row"}, Move(1, Place.VP_ROW, Place.DISCARD_PILE)),
    ({"swap": 1, "from": "my hall", "with": "another hall"}, Swap(1, Place.MY_HALL, Place.ANOTHER_HALL)),
    (
        {"swap": 1, "from": "my hall", "with": "another hall", "for": 2},
        Swap(1, Place.MY_HALL, Place.ANOTHER_HALL, for_=2),
    ),
    (
        {"swap": "all", "from": "my area", "with": "another area"},
        Swap(Amount.ALL, Place.MY_AREA, Place.ANOTHER_AREA),
    ),
    ({"draw": 3}, Draw(3)),
    ({"draw": "chapter size"}, Draw(Amount.CHAPTER_SIZE)),
    ({"gain": "large chapters"}, Gain(Amount.LARGE_CHAPTERS)),
    ({"gain": 1, "if": "another player has more VP"}, Gain(1, if_behind=True)),
    ({"steal": 1, "from": "another player"}, Steal(1)),
    ({"lose": 1, "who": "another player"}, Lose(1)),
    ({"another_action": 2}, Action(2)),
    ({"look": 3, "at": "deck"}, Look(3, Place.DECK)),
    ({"look": "all", "at": "each other hand"}, Look(Amount.ALL, Place.EACH_OTHER_HAND)),
]


@pytest.mark.parametrize(("table", "effect"), SPELLED, ids=lambda value: str(value)[:40])
def test_an_effect_is_read_as_it_is_spelled(table: dict[str, Any], effect: Effect) -> None:
    assert read_effects([table], SPOT) == (effect,)


def test_the_examples_use_every_verb() -> None:
    assert {key for table, _ in SPELLED for key in table if key in VERBS} == set(VERBS)


MISSPELLED: list[tuple[Any, str, tuple[str, ...]]] = [
    ([{"plaec": 1, "from": "my hand"}], "unknown verb 'plaec'", ("place",)),
    ([{"place": 1, "form": "my hand"}], "unknown key 'form'", ("from",)),
    ([{"place": 1, "from": "my hal"}], "unknown place 'my hal'", ("my hall",)),
    ([{"place": 1}], "'from' is missing", ()),
    ([{"place": "andy", "from": "my hand"}], "unknown amount for 'place': 'andy'", ("any",)),
    ([{"place": 0, "from": "my hand"}], "from 1 to 9, not 0", ()),
    ([{"place": -1, "from": "my hand"}], "from 1 to 9, not -1", ()),
    ([{"place": True, "from": "my hand"}], "from 1 to 9, not True", ()),
    ([{"draw": 99}], "from 1 to 9, not 99", ()),
    ([{"draw": 1.5}], "from 1 to 9, not 1.5", ()),
    ([{"draw": "chapter sise"}], "unknown amount", ("chapter size",)),
    ([{"steal": 1, "from": "another plaier"}], "unknown word for 'from'", ("another player",)),
    ([{"gain": 1, "if": "I like"}], "unknown word for 'if'", ()),
    ([{"discard": 1, "from": "my hand", "chosen": "randomly"}], "unknown word for 'chosen'", ("random",)),
    ([{"discard": 2, "from": "my hall", "different_chapters": 1}], "must be true or false", ()),
    ([{"place": 1, "take": 1, "from": "my hand"}], "one effect has one verb, not place and take", ()),
    ([{"from": "my hand"}], "an effect needs a verb", ()),
    ([{}], "an effect needs a verb", ()),
    (["draw"], "an effect is a table", ()),
    ({"draw": 1}, "effects are a list", ()),
    (7, "effects are a list", ()),
]


@pytest.mark.parametrize(("tables", "problem", "close"), MISSPELLED)
def test_a_misspelled_effect_is_answered_with_the_nearest_word(
    tables: Any, problem: str, close: tuple[str, ...]
) -> None:
    with pytest.raises(BadCardFile) as caught:
        read_effects(tables, SPOT)
    assert str(caught.value).startswith("my.toml, Tinker, tier 2: ")
    assert problem in str(caught.value)
    assert caught.value.nearest == close
    assert all(f"'{word}'" in str(caught.value) for word in close)


NONSENSE: list[tuple[tuple[Effect, ...], str]] = [
    ((Move(1, Place.MY_HALL, Place.MY_HALL),), "cannot go from my hall to my hall"),
    ((Move(1, Place.OWNERS_HAND, Place.MY_HALL),), "cannot go from owner's hand"),
    ((Move(1, Place.MY_HAND, Place.DECK),), "cannot be put into deck"),
    ((Move(1, Place.MY_HAND, Place.EACH_OTHER_HALL),), "cannot be put into each other hall"),
    ((Move(1, Place.MY_HALL, Place.OWNERS_HAND),), "only cards of other halls"),
    ((Move(1, Place.EACH_OTHER_HALL, Place.ANOTHER_HALL),), "several players"),
    ((Move(1, Place.EVERY_HAND, Place.MY_HALL, Chosen.RANDOM),), "only be discarded"),
    ((Move(1, Place.VP_ROW, Place.MY_HAND),), "vp row can only be discarded"),
    ((Move(1, Place.TOP_OF_DISCARD, Place.DISCARD_PILE),), "lies there already"),
    ((Move(1, Place.DECK, Place.MY_HAND),), "are drawn"),
    ((Move(Amount.A_CHAPTER, Place.MY_HAND, Place.MY_HALL),), "a chapter cannot come from my hand"),
    ((Move(Amount.ANY, Place.DISCARD_PILE, Place.MY_HALL),), "'any' number"),
    ((Move(2, Place.TOP_OF_DISCARD, Place.MY_HALL),), "is one card"),
    ((Move(Amount.A_CHAPTER, Place.EACH_OTHER_HALL, Place.DISCARD_PILE),), "a chapter cannot come from"),
    ((Move(1, Place.MY_HALL, Place.MY_HAND, Chosen.RANDOM),), "random picks are for hands"),
    ((Move(Amount.ANY, Place.MY_HAND, Place.MY_HALL, Chosen.RANDOM),), "random picks need a number"),
    ((Move(1, Place.MY_HALL, Place.MY_HAND, different_chapters=True),), "two or more cards of a hall"),
    ((Move(2, Place.MY_HAND, Place.MY_HALL, different_chapters=True),), "two or more cards of a hall"),
    ((Move(1, Place.MY_HALL, Place.MY_HAND, never_duplicates=True),), "matter only in guildhalls"),
    ((Move(1, Place.LOOKED_AT, Place.MY_HALL),), "need a look"),
    ((Look(Amount.ALL, Place.DECK), Move(1, Place.LOOKED_AT, Place.MY_HALL)), "need a look"),
    ((Look(2, Place.DECK), Move(3, Place.LOOKED_AT, Place.MY_HALL)), "3 cards cannot be picked"),
    ((Move(1, Place.SEARCHED_DECK, Place.MY_HALL),), "needs a look before"),
    ((Look(3, Place.DECK), Move(1, Place.SEARCHED_DECK, Place.MY_HALL)), "needs a look before"),
    ((Move(1, Place.ANOTHER_HAND, Place.MY_HALL),), "another hand is hidden"),
    ((Move(1, Place.ANOTHER_HAND, Place.MY_HALL), Look(Amount.ALL, Place.ANOTHER_HAND)), "is hidden"),
    ((Swap(1, Place.ANOTHER_HALL, Place.MY_HALL),), "cannot be swapped"),
    ((Swap(1, Place.MY_HALL, Place.MY_HALL),), "cannot be swapped"),
    ((Swap(1, Place.MY_HALL, Place.ANOTHER_HAND),), "cannot be swapped"),
    ((Swap(Amount.A_CHAPTER, Place.MY_HALL, Place.DISCARD_PILE),), "between two halls"),
    ((Swap(Amount.ALL, Place.MY_HALL, Place.ANOTHER_HALL),), "between two areas"),
    ((Swap(1, Place.MY_AREA, Place.ANOTHER_AREA),), "only all of them"),
    ((Swap(Amount.A_CHAPTER, Place.MY_HALL, Place.ANOTHER_HALL, for_=2),), "'for' needs a number"),
    ((Swap(1, Place.MY_HAND, Place.DISCARD_PILE, never_duplicates=True),), "matter only in guildhalls"),
    ((Look(1, Place.DISCARD_PILE),), "cannot look at discard pile"),
    ((Look(2, Place.ANOTHER_HAND),), "shows all of it"),
]


@pytest.mark.parametrize(("effects", "problem"), NONSENSE)
def test_what_makes_no_sense_is_refused(effects: tuple[Effect, ...], problem: str) -> None:
    assert problem in (nonsense(effects) or "")


def test_chapter_size_is_refused_where_there_is_no_chapter() -> None:
    assert nonsense((Draw(Amount.CHAPTER_SIZE),)) is None
    assert "chapter size" in (nonsense((Draw(Amount.CHAPTER_SIZE),), of_a_chapter=False) or "")


WORDS = st.sampled_from([*VERBS, *Place, *Amount, "from", "to", "with", "for", "if", "who", "at", "chosen", ""])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | WORDS | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


def outcome(tables: Any) -> str | None:
    """The refusal, or what is wrong with effects that were read: nothing, it is hoped."""
    try:
        return nonsense(read_effects(tables, SPOT))
    except BadCardFile as error:
        return str(error)


@given(VALUES)
def test_whatever_stands_in_a_tier_it_is_read_or_refused_with_its_place(tables: Any) -> None:
    assert (outcome(tables) or "my.toml, Tinker, tier 2: ").startswith("my.toml, Tinker, tier 2: ")
