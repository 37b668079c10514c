"""Lesson 2: what a card already seen says about the unseen ones."""

from __future__ import annotations

from fractions import Fraction

from .answers import chance
from .checking import Exercise, Mistake
from .draws import exactly, none_comes, slips, some

__all__ = ["exercises"]


def exercises() -> tuple[Exercise, ...]:
    """Return the exercises in order."""
    return _two_seen(), _elsewhere(), _some_weaver(), _one_shown(), _which_bot()


def _two_seen() -> Exercise:
    return Exercise(
        question="Of 120 cards you see 40, and two of the four green Weavers are among these. "
        "Bela holds six of the 80 cards you do not see. What is the chance that she has a green Weaver?",
        kind=chance(),
        right=some(2, 80, 6),
        mistakes=(
            *slips(2, 80, 6),
            Mistake(some(4, 120, 6), "That is the chance before you saw anything."),
            Mistake(some(4, 80, 6), "Two of the four green Weavers you see, so Bela cannot hold them."),
            Mistake(some(2, 120, 6), "Her six cards are among those you do not see; how many are these?"),
        ),
        hint="To you her hand is a draw of six from the cards that you do not see.",
    )


def _elsewhere() -> Exercise:
    return Exercise(
        question="One green Weaver is left among the 100 cards you do not see; Bela and Cyd hold six of these each. "
        "Bela shows you her whole hand: no green Weaver. What is the chance that Cyd has it?",
        kind=chance(),
        right=Fraction(6, 94),
        mistakes=(
            Mistake(Fraction(6, 100), "That was the chance before Bela showed her hand; now fewer cards are left."),
            Mistake(Fraction(1, 2), "Cyd's hand and the deck are two places, but not two places of the same size."),
            Mistake(Fraction(12, 100), "You gave Bela's share to Cyd; the deck gets its part of it too."),
            Mistake(Fraction(1, 94), "That is the chance for one of Cyd's cards; Cyd holds six."),
            none_comes(Fraction(6, 94)),
        ),
        hint="In how many places can the card still be, and how many of them are in Cyd's hand?",
    )


def _some_weaver() -> Exercise:
    green, any_weaver = some(4, 120, 6), some(20, 120, 6)
    right = green / any_weaver
    return Exercise(
        question="Cyd draws six of all 120 cards and says truly: I have at least one Weaver. "
        "What is the chance that Cyd has a green Weaver? (There are 20 Weavers, four of each colour.)",
        kind=chance(),
        right=right,
        mistakes=(
            Mistake(green, "That is the chance before Cyd said anything."),
            Mistake(any_weaver, "That is the chance that Cyd can say so at all."),
            Mistake(Fraction(1, 5), "One Weaver in five is green, but Cyd may hold several Weavers."),
            Mistake(green * any_weaver, "You multiplied; every hand with a green Weaver has a Weaver already."),
            none_comes(right),
        ),
        hint="Look only at the hands with a Weaver: what part of them has a green one?",
    )


def _one_shown() -> Exercise:
    at_least_two = some(4, 120, 6) - exactly(1, 4, 120, 6)
    right = some(3, 119, 5)
    return Exercise(
        question="Bela draws six of all 120 cards. You look at one of the six, chosen blindly: a green Weaver. "
        "What is the chance that the other five hold another green Weaver?",
        kind=chance(),
        right=right,
        mistakes=(
            *slips(3, 119, 5),
            Mistake(
                at_least_two / some(4, 120, 6),
                "That answers to 'at least one of the six is green'. You know more: which card you looked at. "
                "The other five know nothing of it.",
            ),
            Mistake(some(4, 120, 6), "That is the chance for six cards before you looked."),
            Mistake(some(3, 119, 6), "One of the six lies open; how many are left?"),
            Mistake(some(4, 119, 5), "One green Weaver lies open; how many are left?"),
            Mistake(at_least_two, "That is the chance of two green Weavers before you looked at anything."),
        ),
        hint="To you the other five are a draw of five; from how many cards, and how many of them are green Weavers?",
    )


def _which_bot() -> Exercise:
    careless, careful = Fraction(1, 2), Fraction(1, 5)
    right = careless**2 / (careless**2 + careful**2)
    return Exercise(
        question="A coin decided which of two bots plays Cyd. At every action one of them refreshes with chance 1/2, "
        "the other with chance 1/5. You see two actions of Cyd's, both refreshes. "
        "What is the chance that it is the first bot?",
        kind=chance(),
        right=right,
        mistakes=(
            Mistake(careless / (careless + careful), "You used one of the two refreshes."),
            Mistake(careless**2, "That is the chance that the first bot refreshes twice, which is another question."),
            Mistake(careless, "That is the chance before Cyd did anything."),
            Mistake(
                careless**3, "That is the chance of both: it is the first bot, and it refreshes twice. Of how many?"
            ),
            none_comes(right),
        ),
        hint="Think of 200 such games: in how many does the first bot refresh twice, in how many the second?",
    )
