"""Answers are read as pupils write them; what cannot be an answer is refused with a word on what could."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from guildhall.lessons.answers import BadAnswer, Cards, chance, number

HAND = Cards(("red Weaver", "blue Weaver"))


@pytest.mark.parametrize(
    "answer",
    [
        Fraction(1, 4),
        0.25,
        "1/4",
        " 1 / 4 ",
        "0.25",
        ".25",
        "0,25",
        "25 %",
        "25%",
        "25 percent",
        "2.5e-1",
        Decimal("0.25"),
        np.float64(0.25),
        np.float32(0.25),
    ],
)
def test_a_quarter_is_understood_however_it_is_written(answer):
    assert chance().read(answer) == Fraction(1, 4)


@pytest.mark.parametrize("answer", [3652745460, np.int64(3652745460), "3652745460", "3 652 745 460", "3,652,745,460"])
def test_a_large_number_is_understood_with_and_without_separators(answer):
    assert number().read(answer) == 3652745460


NONSENSE = [
    "",
    "a lot",
    "1/0",
    "1/2/3",
    "0.5/2",
    "1e999999999",
    "9" * 5000,
    True,
    float("nan"),
    float("inf"),
    1j,
    [0.25],
    {"p": 0.25},
    np.array([0.25, 0.5]),
    object(),
    len,
    b"1/4",
]


@pytest.mark.parametrize("answer", NONSENSE, ids=lambda answer: repr(answer)[:20])
def test_what_is_no_number_is_refused_with_an_example_of_one(answer):
    with pytest.raises(BadAnswer, match=r"wanted is a chance: .*'1/4'") as refusal:
        chance().read(answer)

    assert len(str(refusal.value)) < 200


def test_a_chance_lies_between_0_and_1():
    for answer in (-0.1, "-1/4", 1.01, "101 %", 300):
        with pytest.raises(BadAnswer, match="to be a chance"):
            chance().read(answer)


def test_a_percentage_without_its_sign_is_met_with_advice():
    with pytest.raises(BadAnswer, match="write the sign too: '25 %'"):
        chance().read(43)


def test_numbers_count_within_the_tolerance_and_no_further():
    kind = chance(Fraction(1, 100))

    assert kind.same(kind.read("0.26"), Fraction(1, 4))
    assert not kind.same(kind.read("0.2601"), Fraction(1, 4))


@pytest.mark.parametrize(
    "answer",
    [
        ["red Weaver", "blue Weaver"],
        ("blue Weaver", "red Weaver"),
        "red Weaver, blue Weaver",
        "Red Weaver,  BLUE  weaver",
        {"red Weaver": 1, "blue Weaver": 1},
        Counter(["blue Weaver", "red Weaver"]),
    ],
)
def test_cards_are_understood_in_any_order(answer):
    assert HAND.read(answer) == Counter(["red Weaver", "blue Weaver"])


def test_copies_of_a_card_are_counted():
    assert HAND.read({"red Weaver": 2}) == HAND.read(["red Weaver", "red Weaver"]) == Counter({"red Weaver": 2})


def test_no_cards_are_an_answer_too():
    assert HAND.read([]) == Counter()


def test_a_misspelt_card_is_met_with_the_nearest():
    with pytest.raises(BadAnswer, match="no card 'red Wever' here; did you mean 'red Weaver'"):
        HAND.read(["red Wever"])


@pytest.mark.parametrize("answer", [3, 0.5, [1, 2], object()])
def test_what_names_no_cards_is_refused(answer):
    with pytest.raises(BadAnswer, match="wanted is a list of cards"):
        HAND.read(answer)
