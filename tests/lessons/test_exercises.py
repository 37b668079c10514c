"""Exercises know right from wrong, name the slip behind a wrong answer, and keep the answer to themselves."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from guildhall.core.errors import GuildhallError
from guildhall.lessons import exercises, lesson, old_world, titles
from guildhall.lessons.answers import Amount, Choice, Interval, chance, number
from guildhall.lessons.checking import Check, Exercise, Mistake
from tests.lessons.hostile import judge_hostile
from tests.lessons.second_look import hit, looks, missed
from tests.lessons.test_answers import NONSENSE

CHECKS = {title: exercises(title) for title in titles()}
EXERCISES = {(title, name): one for title, check in CHECKS.items() for name, one in check.exercises.items()}
EVERY = pytest.mark.parametrize("place", list(EXERCISES), ids=lambda place: f"{place[0]} {place[1]}")

NUMBERS = pytest.mark.parametrize(
    "place",
    [place for place, one in EXERCISES.items() if not isinstance(one.kind, Choice | Interval)],
    ids=lambda place: f"{place[0]} {place[1]}",
)


def told(place, *answer):
    """What the exercise says of an answer."""
    title, name = place
    return CHECKS[title](name, *answer)


def as_typed(exercise, answer):
    """An answer as a pupil gives it."""
    if isinstance(exercise.kind, Interval):
        return interval(float(answer), exercise.kind.tries)
    return answer


def interval(p, tries):
    reach = 1.96 * (p * (1 - p) / tries) ** 0.5
    return (p, p - reach, p + reach)


def near(one, other):
    """Whether two methods agree; simulated and summed ones within their error."""
    return abs(float(one) - float(other)) <= 1e-9 * max(1.0, abs(float(other)))


# --- right ------------------------------------------------------------------------------------------------


def test_the_course_has_69_exercises_in_ten_lessons_each_with_a_second_look():
    numbers = {(title, name.rstrip("ab")) for title, name in EXERCISES}

    assert looks().keys() == EXERCISES.keys()
    assert (len(titles()), len(numbers)) == (10, 69)
    assert [lesson(title).title for title in titles()] == list(titles())
    assert all(lesson(title).question.endswith("?") for title in titles())


@EVERY
def test_the_answer_of_a_second_method_is_right(place):
    verdict = told(place, as_typed(EXERCISES[place], looks()[place].answer))

    assert verdict
    assert str(verdict).startswith(f"Exercise {place[1]}: right!")


@EVERY
def test_the_right_answer_may_be_written_in_ten_ways(place):
    exercise, answer = EXERCISES[place], EXERCISES[place].right
    if isinstance(answer, Counter):
        ways = [", ".join(answer.elements()), sorted(answer.elements()), dict(answer), tuple(answer.elements())]
    elif isinstance(exercise.kind, Interval):
        p, low, high = interval(float(answer), exercise.kind.tries)
        ways = [[p, low, high], f"{p:.4f} [{low:.4f}, {high:.4f}]", f"{low:.4f} {p:.4f} {high:.4f}", [high, low, p]]
        assert CHECKS[place[0]](place[1], p, low, high)
    elif isinstance(exercise.kind, Choice):
        ways = [answer, answer.upper(), f"({answer})", f"{answer})", exercise.kind.options[ord(answer) - ord("a")]]
    else:
        ways = spelled(Fraction(answer))
        assert len(ways) == 10

    assert all(told(place, way) for way in ways), ways


def spelled(value):
    plain = f"{float(value):.9f}" if value.denominator > 1 else str(int(value))
    short = value.limit_denominator(10**9)
    sign = "−" if value < 0 else ""
    return [
        value,
        float(value),
        plain,
        plain.replace(".", ","),
        f"{float(100 * value):.9f} %",
        f"{float(100 * value):.9f}".replace(".", ",") + " Prozent",
        f"~ {plain}",
        f"{short.numerator} / {short.denominator}",
        f"{sign}{abs(short.numerator)} von {short.denominator}" if value >= 0 else plain.replace("-", "−"),
        f"1-{1 - short}" if short <= 1 else f"{plain}*1",
    ]


def test_what_is_solved_is_remembered():
    check = exercises("waiting times")
    check(2, looks()["waiting times", "2"].answer)
    check(1, 0)

    assert check.solved == ("2",)
    assert repr(check) == "waiting times: 8 exercises; solved: 2"


# --- not yet ----------------------------------------------------------------------------------------------


@EVERY
def test_every_slip_has_the_value_of_a_second_method_and_its_own_hint(place):
    exercise, look = EXERCISES[place], looks()[place]
    assert len(exercise.mistakes) == len(look.slips)

    for place_of_slip, (mistake, other) in enumerate(zip(exercise.mistakes, look.slips, strict=True)):
        assert mistake.value == other or near(mistake.value, other), mistake.hint
        verdict = told(place, as_typed(exercise, mistake.value))
        assert (str(verdict), verdict.slip) == (f"Exercise {place[1]}: not yet. {mistake.hint}", place_of_slip)
    assert len({mistake.hint for mistake in exercise.mistakes}) == len(exercise.mistakes)


@EVERY
def test_no_mistake_is_near_the_answer_nor_the_same_as_another(place):
    exercise = EXERCISES[place]

    wrong = [mistake.value for mistake in exercise.mistakes]
    if isinstance(exercise.kind, Amount):
        assert all(abs(one - exercise.right) > 2 * exercise.kind.tolerance for one in wrong)
        assert all(abs(one - other) > exercise.kind.tolerance / 2 for one, other in combinations(wrong, 2))
    assert all(one != other for one, other in combinations([exercise.right, *wrong], 2))


@EVERY
def test_hints_are_a_ladder_and_say_no_more_than_a_first_step(place):
    exercise = EXERCISES[place]

    assert len(exercise.ladder) == 3
    assert exercise.hint == exercise.ladder[0]


def test_between_two_mistakes_the_nearer_one_gives_the_hint():
    mistakes = (Mistake(0.1405, "one"), Mistake(0.1409, "other"))
    check = Check("own", [Exercise("How likely?", chance(), Fraction(1, 2), mistakes, "Think.")])

    assert [check(1, answer).text for answer in (0.14051, 0.14088)] == ["not yet. one", "not yet. other"]


@pytest.mark.parametrize(
    ("place", "answer"),
    [(("noise or signal", "4"), 1.5), (("why winners win", "3b"), "−0.215"), (("counting hands", "5b"), 0)],
)
def test_a_famous_mistake_is_recognised_before_its_range_is_looked_at(place, answer):
    assert told(place, answer).state == "not yet"
    assert told(place, answer).slip is not None


@pytest.mark.parametrize("right", [2.5, Fraction(5, 2), 5 / 2])
def test_a_right_answer_may_be_any_number(right):
    check = Check("own", [Exercise("How many?", number(), right, (Mistake(5, "Halve it."),), "Think.")])

    assert check(1, 2.5)
    assert check(1, "5/2")
    assert not check(1, 5)
    assert repr(check) == "own: 1 exercise; solved: 1"


def test_an_exercise_whose_answer_is_not_a_number_is_refused():
    with pytest.raises(GuildhallError, match=r"a number, a letter or a Counter of cards, not \[2\]"):
        Exercise("How many?", number(), [2], (), "Think.")


def test_a_decimal_comma_outside_quotes_is_met_with_what_to_write():
    verdict = CHECKS["counting hands"](2, 0, 643)

    assert verdict.state == "unclear"
    assert 'Write 0.643 or "0,643".' in verdict.text
    assert "these are 3 answers" in CHECKS["counting hands"](2, 0.5, 0.6, 0.7).text


@pytest.mark.parametrize(
    ("place", "slip", "hint"),
    [
        (("counting hands", "1"), 1 - (4 / 6) ** 2, "went back into the pile"),
        (("counting hands", "1"), missed(2, 6, 2), "does not happen"),
        (("counting hands", "3"), hit(4, 120, 6), "discard pile"),
        (("counting hands", "4"), hit(4, 120, 9) ** 2, "multiplied"),
        (("conditional chances", "2"), "6 %", "before Bela showed"),
        (("conditional chances", "2"), "6/88", "Cyd's own cards away"),
        (("conditional chances", "6"), "2 of 5", "blindly"),
        (("waiting times", "1"), 33, "the pile shrinks"),
        (("waiting times", "6"), 1, "Dice cannot count"),
        (("Monte Carlo and its error", "3"), 3, "√3"),
        (("Monte Carlo and its error", "2"), "10.000", "rule of thumb"),
        (("decisions under uncertainty", "1"), ["red Weaver", "red Weaver", "blue Weaver"], "same colour"),
        (("decisions under uncertainty", "3"), "41.7 %", "unthinkable"),
        (("noise or signal", "7"), "A", "turns it round"),
    ],
)
def test_typical_slips_are_recognised(place, slip, hint):
    verdict = told(place, slip)

    assert verdict.state == "not yet"
    assert hint in verdict.text


def test_an_answer_that_was_rounded_too_far_is_told_how_near_is_near_enough():
    assert "Near, but an answer counts within ±0.0002" in told(("counting hands", "4"), 0.07).text
    assert "Near" not in told(("counting hands", "4"), 0.071).text


def test_the_interval_of_an_own_estimate_must_fit_its_tries():
    place = ("Monte Carlo and its error", "8")

    assert told(place, "0.41, 0.4004, 0.4196")
    assert "width" in told(place, "0.41, 0.38, 0.44").text
    assert "choices" in told(place, *interval(0.245, 10_000)).text
    assert not told(place, *interval(0.37, 10_000))
    assert "three numbers" in told(place, 0.41).text


@NUMBERS
def test_a_mistake_nobody_thought_of_gets_the_general_hint(place):
    exercise = EXERCISES[place]
    odd = Counter(["red Farmer"]) if isinstance(exercise.right, Counter) else Fraction(9173, 100_000)

    assert told(place, odd).text == f"not yet. {exercise.hint}"


# --- neither ----------------------------------------------------------------------------------------------


@EVERY
def test_three_dots_are_no_answer_yet(place):
    assert told(place, ...).state == "open"
    assert told(place, None).state == "open"
    assert "not answered yet" in str(told(place, ...))


@EVERY
def test_nonsense_is_refused_without_an_error(place):
    for answer in [*NONSENSE, -1000, [None], "🎲"]:
        verdict = told(place, answer)
        assert not verdict
        assert verdict.state == "unclear" or (verdict.state == "not yet" and isinstance(answer, list | str | dict))


def test_nothing_random_or_hostile_stops_a_notebook():
    assert judge_hostile(3000, seed=1) == 3000


@pytest.mark.parametrize("number", [9, 0, 1.5, "one", None, True])
def test_an_exercise_that_is_not_there_gets_a_verdict_that_names_those_that_are(number):
    check = exercises("counting hands")
    verdict = check(number, 1)

    assert not verdict
    assert verdict.state == "unclear"
    assert repr(verdict).endswith("there is no such exercise; they are numbered 1 to 6.")
    assert check.solved == ()


def test_an_exercise_in_parts_says_so():
    assert exercises("counting hands")(5, "b").text == "this exercise has parts; answer '5a' and '5b'."
    assert exercises("counting hands")("5A", "b")


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
    own = [exercise.right, ..., None, *wrong, "x", 7, "1 %"]
    verdicts = [told(place, answer) for answer in own]
    return [
        repr(exercise),
        *exercise.ladder,
        *(v.text for v in verdicts),
    ]


@NUMBERS
def test_no_message_contains_the_answer(place):
    exercise = EXERCISES[place]
    texts = [text.replace(exercise.question, "") for text in told_of(place)]
    for text in texts:
        for spelling in spellings(exercise.right):
            assert not re.search(rf"(?<![\d.,/]){re.escape(spelling)}(?![\d/]|\.\d)", text), (spelling, text)


# --- the cards --------------------------------------------------------------------------------------------


def test_the_deck_of_the_lessons_is_that_of_the_game():
    import guildhall as gh

    table = gh.new_game("guildhall", cards="old-world", players=2, seed=1).table

    assert Counter([*table.deck, *table.hands[0], *table.hands[1]]) == Counter(old_world())
