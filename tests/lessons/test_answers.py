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
        "1 of 4",
        "1 out of 4",
        "1 von 4",
        "1:4",
        "25 Prozent",
        "2,5 von 10",
        "~0.25",
        "≈ 0,25",
        "about 0.25",
        "¼",
        "1-3/4",
        "1 − 3/4",
        "1 – 0.75",
        "(2+1)/12",
        "1/2 · 1/2",
        "0.5*0.5",
        "0.5/2",
        "1/2/2",
        "-(-1/4)",
    ],
)
def test_a_quarter_is_understood_however_it_is_written(answer):
    assert chance().read(answer) == Fraction(1, 4)


@pytest.mark.parametrize(
    "answer",
    [
        3652745460,
        np.int64(3652745460),
        "3652745460",
        "3 652 745 460",
        "3,652,745,460",
        "3.652.745.460",
        "3'652'745'460",
        "3’652’745’460",
        "3652745460 hands",
    ],
)
def test_a_large_number_is_understood_with_and_without_separators(answer):
    assert number().read(answer) == 3652745460


@pytest.mark.parametrize("answer", ["9,604", "9.604", "9604", "9 604", "9'604", "9,604 hands"])
def test_one_separator_in_a_count_groups_thousands(answer):
    assert number("a number of hands", Fraction(10)).read(answer) == 9604


def test_one_separator_elsewhere_is_a_decimal_point():
    assert chance().read("0,604") == number("draws", Fraction(1, 100)).read("0.604") == Fraction("0.604")


NONSENSE = [
    "",
    "a lot",
    "1/0",
    "1/2/",
    "(1/2",
    "1/2)",
    "1 2",
    "1//2",
    "2**3",
    "1 + ",
    "()",
    "__import__('os')",
    "1" * 31 + "/4",
    "(" * 60 + "1" + ")" * 59,
    "1/(1-1)",
    "of 4",
    "0.2.5",
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
    with pytest.raises(BadAnswer, match=r"expected a chance: .*'1/4'") as refusal:
        chance().read(answer)

    assert len(str(refusal.value)) < 200


def refused(kind, answer):
    """Say why an answer that can be read cannot be right."""
    return kind.refusal(kind.read(answer), answer)


def test_a_chance_is_between_0_and_1():
    for answer in (-0.1, "-1/4", 1.01, "101 %", 300):
        assert "to be a chance" in refused(chance(), answer)
    for answer in (0, 1, "100 %", "1/4"):
        assert refused(chance(), answer) == ""


def test_a_percentage_without_its_sign_is_met_with_advice():
    assert "write the sign too: '25 %'" in refused(chance(), 43)


@pytest.mark.parametrize("answer", ["14/9", "14 of 9", "14:9", Fraction(14, 9)])
def test_a_fraction_above_1_is_asked_whether_it_is_upside_down(answer):
    advice = refused(chance(), answer)

    assert "upside down?" in advice
    assert "percentage" not in advice


def test_mixed_numbers_are_read_as_sums():
    assert number().read("1 1/2") == number().read("1½") == Fraction(3, 2)


def test_numbers_count_within_the_tolerance_and_no_further():
    kind = chance(Fraction(1, 100))

    assert kind.distance(kind.read("0.26"), Fraction(1, 4)) == Fraction(1, 100)
    assert kind.distance(kind.read("0.2601"), Fraction(1, 4)) is None


def test_a_float_stands_for_the_decimal_that_was_typed():
    kind = number(tolerance=Fraction(1, 100))

    assert kind.distance(kind.read(24.99), Fraction(25)) is not None


def test_only_the_right_answer_rounded_is_near():
    right = Fraction(408, 1000)

    assert chance().is_rounded(Fraction("0.41"), right)
    assert chance().is_rounded(Fraction("0.4"), right)
    assert not chance().is_rounded(Fraction("0.37"), right)
    assert not chance().is_rounded(Fraction("0.409"), right)


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
    with pytest.raises(BadAnswer, match=r"Unknown card 'red Wever'; did you mean 'red Weaver'\?$"):
        HAND.read(["red Wever"])


@pytest.mark.parametrize("answer", [3, 0.5, [1, 2], object(), range(10**12), {"red Weaver": 10**12}])
def test_what_names_no_cards_is_refused(answer):
    with pytest.raises(BadAnswer, match="expected a list of cards"):
        HAND.read(answer)
