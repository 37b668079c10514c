"""Lessons are data: a file is read, or refused with file, exercise and reason, and nothing in it is evaluated."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from guildhall.lessons import BadLesson, exercises, lesson, read_lesson, titles
from guildhall.lessons.answers import Amount
from guildhall.lessons.expressions import FUNCTIONS, BadExpression, Expression
from tests.lessons.hostile import GOOD, Text, read_hostile
from tests.lessons.second_look import each, fixed, held, hit, reach, sums, wins


def value(text, **numbers):
    return Expression(text).value(numbers)


# --- expressions ------------------------------------------------------------------------------------------

LOOKED_UP = {
    "some(3, 12, 4)": hit(3, 12, 4),
    "miss(3, 12, 4)": 1 - hit(3, 12, 4),
    "just(2, 3, 12, 4)": held(2, 3, 12, 4),
    "kinds(2, 20, 5, 3, 2, 4)": each([3, 2, 4], 20, 5, 2),
    "kinds(0, 20, 5, 3)": 1,
    "draws_for(0.5, 3, 99)": 21,
    "dice(3, 11)": reach(3, 11),
    "dice(3, 12, 5)": fixed(3, 12),
    "higher(2, 1)": Fraction(sum(a > b for a in sums(2).elements() for b in range(1, 7)), 216),
    "tail(12, 9)": wins(12, 9),
    "tail(12, 9, 0.3)": wins(12, 9, 0.3),
    "exactly(12, 9, 1/3)": wins(12, 9, 1 / 3, most=9),
    "tries_for(0.5, 1/6)": 4,
    "harmonic(4)": Fraction(25, 12),
    "comb(7, 3) + perm(4, 2) - factorial(3)": comb(7, 3) + 12 - 6,
    "round(2/3, 2) * floor(7/2) - ceil(7/2) + abs(-1)": Fraction(67, 100) * 3 - 4 + 1,
    "max(1, 3, 2) - min(5, 4)": -1,
    "sqrt(2)**2": 2,
    "log(exp(1))": 1,
    "bell(1.96)": 0.0249979,
    "2**-2 + 8**(1/3)": 2.25,
}


@pytest.mark.parametrize("text", LOOKED_UP)
def test_the_functions_agree_with_a_second_look(text):
    assert float(value(text)) == pytest.approx(float(LOOKED_UP[text]), abs=1e-7)


def test_every_function_has_a_second_look():
    assert {name for name in FUNCTIONS if any(f"{name}(" in text for text in LOOKED_UP)} == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("__import__('os')", "unknown function"),
        ("().__class__", "not allowed"),
        ("[1 for x in (1,)]", "not allowed"),
        ("1 if 1 else 2", "not allowed"),
        ("'a'", "not allowed"),
        ("True", "not allowed"),
        ("some(k=1, n=2, d=1)", "not allowed"),
        ("some(*(1, 2, 1))", "not allowed"),
        ("somee(1, 2, 1)", "did you mean 'some'"),
        ("some(1, 2)", r"some takes \(k, n, d\), not 2"),
        ("9**9**9", "too large"),
        ("1e999", "too large"),
        ("comb(10**9, 5)", "from 0 to 2000"),
        ("some(1, 2, 5)", "d must be a whole number from 0 to 2"),
        ("1/0", "division by zero"),
        ("sqrt(-1)", "cannot compute"),
        ("(-1)**0.5", "not a finite number"),
        ("x + 1", "unknown number 'x'"),
        ("1 +", "cannot read"),
        ("1" * 500, "at most 400 characters"),
        ("+".join("1" * 150), "at most 200 parts"),
        ("tail(5000, 1, 0.123456789)", "too many tries"),
    ],
)
def test_what_is_not_arithmetic_is_refused(text, problem):
    with pytest.raises(BadExpression, match=problem):
        value(text)


# --- files ------------------------------------------------------------------------------------------------


def read(text):
    return read_lesson(Text(text.encode()))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('answer = "some(k, n, d)"', 'answer = "some(k, n)"', r"mine.toml, exercise 1: some takes"),
        ('answer = "some(k, n, d)"', "", "exercise 1: the answer is missing"),
        ('answer = "some(k, n, d)"', 'answer = "2"', "exercise 1: the answer is out of range"),
        ("miss(k, n, d)", "some(k, n, d)", "exercise 1: this slip is too near to the answer"),
        ("{n}", "{m}", "exercise 1: unknown number 'm'"),
        ("hints", "hint", "exercise 1: unknown key 'hint'; did you mean 'hints'"),
        ('hints = ["Count."]', "", "exercise 1: an exercise needs a question and a list of hints"),
        ("n = [6, 8]", "n = 6", "exercise 1: n must be drawn from a list of whole numbers, not 6"),
        ("[[exercise]]", "kind = 3\n[[exercise]]", "unknown key 'kind'"),
        ('title = "mine"', "", "needs a title"),
        ("[[exercise]]", "[[exercises]]", "unknown key 'exercises'"),
        ("[lesson]", "[lesson", "is not TOML"),
        ("slips = [{", "slips = [3, {", "exercise 1: a slip must be"),
        ("question =", "kind = 'choice'\nquestion =", "two to eight different options"),
        ("question =", "kind = 'chanse'\nquestion =", "did you mean 'chance'"),
        ("question =", "tolerance = -1\nquestion =", "tolerance must be a number of at least 0"),
    ],
)
def test_a_wrong_file_is_refused_with_file_exercise_and_reason(old, new, problem):
    assert read(GOOD)
    with pytest.raises(BadLesson, match=problem) as refusal:
        read(GOOD.replace(old, new, 1))

    assert str(refusal.value).startswith("mine.toml")


def test_damaged_files_are_read_or_refused_and_never_break():
    read, refused = read_hostile(400, seed=3)

    assert read + refused == 400
    assert min(read, refused) > 10


def test_a_teachers_own_file_is_used_by_its_name(tmp_path):
    (tmp_path / "mine.toml").write_text(GOOD, encoding="utf-8")
    check = exercises(tmp_path / "mine.toml")

    assert check(1, "3/5")
    assert check(1, "2/5").text == "not yet. No."


# --- numbers of a pupil -----------------------------------------------------------------------------------


@pytest.mark.parametrize("title", titles())
def test_every_pupil_has_numbers_with_which_no_slip_is_near_the_answer(title):
    for pupil in ("Ada", "Bela", "Cyd", "Dora"):
        for one in lesson(title).exercises(pupil):
            if isinstance(one.kind, Amount):
                assert all(abs(slip.value - one.right) > 2 * one.kind.tolerance for slip in one.mistakes)
                assert not one.kind.refusal(one.right, one.right)
            assert "{" not in one.question + "".join(one.ladder) + one.working


def test_numbers_follow_from_the_name_alone_and_differ_between_pupils():
    found = lesson("waiting times")

    assert found.exercises("Ada") == found.exercises(" ada ")
    assert len({found.exercises(pupil)[0].question for pupil in ("Ada", "Bela", "Cyd", "Dora", "Eva", "Finn")}) > 2


def test_numbers_are_drawn_until_no_slip_is_near():
    draw = 'answer = "n/100"\nslips = [{ value = "1/2", hint = "half" }]'
    text = GOOD.replace('answer = "some(k, n, d)"', draw).replace(
        'slips = [{ value = "miss(k, n, d)", hint = "No." }]', ""
    )
    found = read(text.replace("n = [6, 8]", "n = [6, 50]"))

    assert {found.exercises(f"pupil {number}")[0].right for number in range(20)} == {Fraction(6, 100)}
