"""Exercises know right from wrong, name the slip behind a wrong answer, and keep the answer to themselves."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from guildhall.core.errors import GuildhallError
from guildhall.lessons import exercises, old_world, titles
from guildhall.lessons.answers import Amount, chance, number
from guildhall.lessons.checking import Check, Exercise, Mistake
from tests.lessons.second_look import answers, hit, missed
from tests.lessons.test_answers import NONSENSE

CHECKS = {title: exercises(title) for title in titles()}
EXERCISES = {
    (title, number): exercise
    for title, check in CHECKS.items()
    for number, exercise in enumerate(check._exercises, start=1)
}
ANSWERS = answers()
EVERY = pytest.mark.parametrize("place", list(EXERCISES), ids=lambda place: f"{place[0]} {place[1]}")


def told(place, answer):
    """What the exercise says of an answer."""
    title, number = place
    return CHECKS[title](number, answer)


# --- right ------------------------------------------------------------------------------------------------


def test_every_exercise_has_a_second_look():
    assert ANSWERS.keys() == EXERCISES.keys()


def test_a_lesson_has_three_to_five_exercises():
    assert all(3 <= len(check.questions) <= 5 for check in CHECKS.values())


@EVERY
def test_the_answer_of_a_second_method_is_right(place):
    verdict = told(place, ANSWERS[place])

    assert verdict
    assert str(verdict).startswith(f"Exercise {place[1]}: right!")


@EVERY
def test_the_right_answer_may_be_written_in_many_ways(place):
    answer = ANSWERS[place]
    if isinstance(answer, Counter):
        ways = [", ".join(answer.elements()), sorted(answer.elements()), dict(answer)]
    else:
        ways = [float(answer), str(Fraction(answer).limit_denominator(10**12)), f"{float(answer):.9f}"]

    assert all(told(place, way) for way in ways)


def test_what_is_solved_is_remembered():
    check = exercises("waiting times")
    check(2, ANSWERS["waiting times", 2])
    check(1, 0)

    assert check.solved == (2,)
    assert repr(check) == "waiting times: 5 exercises; solved: 2"


# --- not yet ----------------------------------------------------------------------------------------------


@EVERY
def test_every_known_mistake_gets_its_own_hint(place):
    exercise = EXERCISES[place]

    for mistake in exercise.mistakes:
        assert str(told(place, mistake.value)) == f"Exercise {place[1]}: not yet. {mistake.hint}"
    assert len({mistake.hint for mistake in exercise.mistakes}) >= 3


@EVERY
def test_no_mistake_is_near_the_answer_nor_the_same_as_another(place):
    exercise = EXERCISES[place]

    wrong = [mistake.value for mistake in exercise.mistakes]
    if isinstance(exercise.kind, Amount):
        assert all(abs(one - exercise.right) > 2 * exercise.kind.tolerance for one in wrong)
        assert all(abs(one - other) > Fraction(1, 5000) for one, other in combinations(wrong, 2))
    else:
        assert all(one != other for one, other in combinations([exercise.right, *wrong], 2))


def test_between_two_mistakes_the_nearer_one_gives_the_hint():
    assert "went back into the pile" in told(("conditional chances", 1), 0.1409).text
    assert "just one of them" in told(("conditional chances", 1), 0.1405).text


@pytest.mark.parametrize(("answer", "hint"), [(1.5, "added up"), ("-0.5", "below nothing")])
def test_a_famous_mistake_is_recognised_before_its_range_is_looked_at(answer, hint):
    mistakes = (Mistake(1.5, "You added up."), Mistake(-0.5, "That is below nothing."))
    check = Check("odd", [Exercise("How likely?", chance(), Fraction(1, 2), mistakes, "Think.")])

    assert hint in check(1, answer).text
    assert check(1, 1.4).state == "unclear"


@pytest.mark.parametrize("right", [2.5, Fraction(5, 2), 5 / 2])
def test_a_right_answer_may_be_any_number(right):
    check = Check("own", [Exercise("How many?", number(), right, (Mistake(5, "Halve it."),), "Think.")])

    assert check(1, 2.5)
    assert check(1, "5/2")
    assert not check(1, 5)
    assert repr(check) == "own: 1 exercise; solved: 1"


def test_an_exercise_whose_answer_is_not_a_number_is_refused():
    with pytest.raises(GuildhallError, match="a number or a Counter of cards, not 'two'"):
        Exercise("How many?", number(), "two", (), "Think.")


def test_a_decimal_comma_outside_quotes_is_met_with_what_to_write():
    verdict = CHECKS["counting hands"](2, 0, 643)

    assert verdict.state == "unclear"
    assert 'Write 0.643 or "0,643".' in verdict.text
    assert "these are 3 answers" in CHECKS["counting hands"](2, 0.5, 0.6, 0.7).text


NOTEBOOKS = sorted(Path("notebooks/lessons").glob("[0-9]*.ipynb"))


@pytest.mark.parametrize(("notebook", "title"), list(zip(NOTEBOOKS, titles(), strict=True)), ids=lambda of: str(of))
def test_a_notebook_asks_what_is_checked(notebook, title):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    asked = [text for cell in cells if (text := "".join(cell["source"])).startswith("**Exercise")]

    assert asked == [f"**Exercise {n}.** {question}" for n, question in enumerate(CHECKS[title].questions, 1)]


@pytest.mark.parametrize(
    ("place", "slip", "hint"),
    [
        (("counting hands", 2), 1 - (6 / 8) ** 3, "went back into the pile"),
        (("counting hands", 2), missed(2, 8, 3), "does not happen"),
        (("counting hands", 2), 3 * 2 / 8, "added up"),
        (("counting hands", 3), hit(4, 120, 6), "discard pile"),
        (("counting hands", 4), hit(4, 120, 9), "one of the two colours"),
        (("counting hands", 4), hit(4, 120, 9) ** 2, "multiplied"),
        (("conditional chances", 2), "6 %", "before Bela showed"),
        (("conditional chances", 3), "1/5", "several Weavers"),
        (("conditional chances", 5), "5/7", "one of the two refreshes"),
        (("waiting times", 1), 33, "the pile shrinks"),
        (("waiting times", 3), hit(3, 99, 10), "one of the first ten"),
        (("waiting times", 4), 50, "at the same time"),
        (("Monte Carlo and its error", 3), 3, "√3"),
        (("Monte Carlo and its error", 5), 0.24, "`choices`"),
        (("decisions under uncertainty", 1), ["red Weaver", "red Weaver", "blue Weaver"], "same colour"),
        (("decisions under uncertainty", 3), 0.5, "twice the sure gain"),
    ],
)
def test_typical_slips_are_recognised(place, slip, hint):
    verdict = told(place, slip)

    assert verdict.state == "not yet"
    assert hint in verdict.text


def test_an_answer_that_was_rounded_too_far_is_told_how_near_is_near_enough():
    assert (
        "Near, but an answer counts within ±0.0005"
        in told(("counting hands", 4), round(float(ANSWERS["counting hands", 4]), 2)).text
    )


@EVERY
def test_a_mistake_nobody_thought_of_gets_the_general_hint(place):
    exercise = EXERCISES[place]
    odd = Counter(["red Farmer"]) if isinstance(exercise.right, Counter) else Fraction(7, 1000)

    assert told(place, odd).text == f"not yet. {exercise.hint}"


# --- neither ----------------------------------------------------------------------------------------------


@EVERY
def test_three_dots_are_no_answer_yet(place):
    assert told(place, ...).state == "open"
    assert told(place, None).state == "open"
    assert "not answered yet" in str(told(place, ...))


@EVERY
def test_nonsense_is_refused_without_an_error(place):
    for answer in [*NONSENSE, -1, [None], "🎲"]:
        verdict = told(place, answer)
        assert not verdict
        assert verdict.state == "unclear" or (verdict.state == "not yet" and isinstance(answer, list | str | dict))


@pytest.mark.parametrize("number", [9, 0, 1.5, "one", None, True])
def test_an_exercise_that_is_not_there_gets_a_verdict_that_names_those_that_are(number):
    check = exercises("counting hands")
    verdict = check(number, 1)

    assert not verdict
    assert verdict.state == "unclear"
    assert repr(verdict).endswith("there is no such exercise; they are numbered 1 to 4.")
    assert check.solved == ()


# --- the answer stays hidden ------------------------------------------------------------------------------


def spellings(answer):
    """How an answer could slip into a message."""
    if isinstance(answer, Counter):
        return {", ".join(order) for order in (answer.elements(), sorted(answer.elements()))}
    exact = Fraction(answer).limit_denominator(10**12)
    decimals = {f"{float(exact):.{places}f}" for places in range(2, 9)} | {f"{100 * float(exact):.1f}"}
    whole = {str(exact.numerator)} if exact.denominator == 1 else {str(exact)}
    return whole | {text.rstrip("0") for text in decimals if text.rstrip("0")[-1] != "."}


def told_of(place):
    """Everything that can be read without looking into the source."""
    exercise, wrong = EXERCISES[place], [mistake.value for mistake in EXERCISES[place].mistakes]
    own = [ANSWERS[place], ..., None, *wrong, "x", 7, "1 %"]
    if isinstance(exercise.right, Fraction):
        own.append(exercise.right + 3 * exercise.kind.tolerance)
    verdicts = [told(place, answer) for answer in own]
    return [
        exercise.question,
        repr(exercise),
        repr(CHECKS[place[0]]),
        *map(repr, verdicts),
        *(v.text for v in verdicts),
    ]


@EVERY
def test_no_message_contains_the_answer(place):
    for text in told_of(place):
        for spelling in spellings(ANSWERS[place]):
            assert not re.search(rf"(?<![\d.,/]){re.escape(spelling)}(?![\d/]|\.\d)", text), (spelling, text)


# --- the cards --------------------------------------------------------------------------------------------


def test_the_deck_of_the_lessons_is_that_of_the_game():
    import guildhall as gh

    table = gh.new_game("guildhall", cards="old-world", players=2, seed=1).table

    assert Counter([*table.deck, *table.hands[0], *table.hands[1]]) == Counter(old_world())
