"""Lesson 3: how many draws it takes until a card comes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count

from guildhall import odds

from .answers import chance, number
from .checking import Exercise, Mistake
from .draws import OTHER, WANTED, put_back

__all__ = ["exercises"]

CARDS, GREEN = 99, 3
PILE = {WANTED: GREEN, OTHER: CARDS - GREEN}
_SITUATION = f"A pile of {CARDS} cards has three green Weavers."


def exercises() -> tuple[Exercise, ...]:
    """Return the exercises in order."""
    return _mean(), _even(), _tenth(), _both(), _refreshes()


def _by(draws: int) -> Fraction:
    return odds.draws.curve(PILE, [WANTED], draws)[draws]


def _mean() -> Exercise:
    return Exercise(
        question=f"{_SITUATION} You draw card after card. How many draws does it take on average until one comes?",
        kind=number("a number of draws", Fraction(1, 100)),
        right=odds.draws.expected(PILE, [WANTED]),
        mistakes=(
            Mistake(Fraction(CARDS, GREEN), "That holds if every card goes back into the pile; here the pile shrinks."),
            Mistake(Fraction(CARDS, GREEN + 1), "Nearly: the green ones cut the other cards into how many stretches?"),
            Mistake(Fraction(CARDS + 1, 2), "That is the mean for one single green Weaver; there are three."),
            Mistake(
                Fraction(CARDS - GREEN, GREEN + 1), "Those are the other cards before it; the green one is drawn too."
            ),
        ),
        hint="Three green cards cut the 96 others into four stretches that are equally long on average.",
    )


def _even() -> Exercise:
    draws = _first(lambda draws: _by(draws) >= Fraction(1, 2))
    thrown = _first(lambda draws: put_back(GREEN, CARDS, draws) >= Fraction(1, 2))
    return Exercise(
        question=f"{_SITUATION} How many cards must you draw at least, "
        "so that the chance of a green Weaver is one half or more?",
        kind=number("a whole number of draws"),
        right=Fraction(draws),
        mistakes=(
            Mistake(Fraction(draws - 1), "Very near: with so many draws the chance is still below one half."),
            Mistake(Fraction(draws + 1), "Very near: one draw less is enough."),
            Mistake(odds.draws.expected(PILE, [WANTED]), "That is the mean; half of all waits are shorter than what?"),
            Mistake(Fraction(thrown), "That holds if every card goes back into the pile; here the pile shrinks."),
            Mistake(Fraction(50), "With one single green Weaver that would be so; there are three."),
        ),
        hint="Work out the chance for 1, 2, 3, … draws and see where it passes one half.",
    )


def _tenth() -> Exercise:
    return Exercise(
        question=f"{_SITUATION} What is the chance that the first green Weaver is the tenth card you draw?",
        kind=chance(),
        right=odds.draws.distribution(PILE, [WANTED], 10)[10],
        mistakes=(
            Mistake(_by(10), "That is the chance that it comes with one of the first ten cards."),
            Mistake(
                Fraction(GREEN, CARDS),
                "That is the chance that the tenth card is green; must it be the first green one?",
            ),
            Mistake(Fraction(GREEN, CARDS - 9), "That is the chance if you know that the first nine were not green."),
            Mistake(
                Fraction(CARDS - GREEN, CARDS) ** 9 * Fraction(GREEN, CARDS),
                "That holds if every card goes back into the pile; here the pile shrinks.",
            ),
            Mistake(1 - _by(9), "That is the chance that it takes ten draws or more."),
        ),
        hint="Nine cards that are not green, and then a green one: by which draw has it come, and by which not yet?",
    )


def _both() -> Exercise:
    one = odds.draws.expected(PILE, [WANTED])
    pile = {WANTED: GREEN, "red Weaver": GREEN, OTHER: CARDS - 2 * GREEN}
    return Exercise(
        question=f"A pile of {CARDS} cards has three green and three red Weavers. "
        "How many draws does it take on average until both colours have come?",
        kind=number("a number of draws", Fraction(1, 20)),
        right=odds.draws.expected(pile, [WANTED, "red Weaver"]),
        mistakes=(
            Mistake(one, "That is the wait for one of the two colours."),
            Mistake(2 * one, "You wait for both at the same time, not for one after the other."),
            Mistake(Fraction(CARDS + 1, 2 * GREEN + 1), "That is the wait for the first of the six cards."),
            Mistake(
                2 * Fraction(CARDS + 1, 2 * GREEN + 1), "After the first of the six only three cards serve, not six."
            ),
        ),
        hint="The later of two waits is their sum less the earlier one, and that is a wait for any of six cards.",
    )


def _refreshes() -> Exercise:
    right = _first(lambda refreshes: _by(6 * refreshes) >= Fraction(9, 10))
    draws = _first(lambda draws: _by(draws) >= Fraction(9, 10))
    thrown = _first(lambda refreshes: put_back(GREEN, CARDS, 6 * refreshes) >= Fraction(9, 10))
    return Exercise(
        question=f"{_SITUATION} You refresh all six cards of your hand again and again. "
        "How many refreshes does it take until the chance of having met a green Weaver is 90 % or more?",
        kind=number("a whole number of refreshes"),
        right=Fraction(right),
        mistakes=(
            Mistake(Fraction(draws), "So many cards; how many refreshes are that?"),
            Mistake(Fraction(right - 1), "Very near: with so many refreshes it is still below 90 %."),
            Mistake(
                Fraction(thrown), "That holds if the cards go back into the pile each time; here the pile shrinks."
            ),
        ),
        hint="Work out the chance after 6, 12, 18, … cards and see where it passes 0.9.",
    )


def _first(holds: Callable[[int], bool]) -> int:
    return next(number for number in count(1) if holds(number))
