"""Lesson 5: what to do when the cards may or may not come."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from guildhall import odds

from .answers import Cards, chance, number
from .checking import Exercise, Mistake
from .draws import COLOURS, none_comes, old_world, some

__all__ = ["HAND", "exercises"]

HAND = ("red Weaver", "red Weaver", "blue Weaver", "red Farmer", "green Trader", "red Dancer")
_SITUATION = (
    "You hold two red Weavers, a blue Weaver, a red Farmer, a green Trader and a red Dancer, see nothing else, "
    "and refresh: you want Weavers of four different colours in your hand."
)
SURE, PRIZE = 3, 7
COMES = some(2, 70, 6)
_OFFER = (
    "You can buy a VP card worth 3 now. Or you refresh six cards for the green Weaver that completes one more chapter: "
    "two of the 70 cards you do not see are green Weavers. "
    "If one comes you buy the card worth 7, if not you get nothing."
)


def exercises() -> tuple[Exercise, ...]:
    """Return the exercises in order."""
    return _what_to_keep(), _how_likely(), _break_even(), _expected(), _worth_of_knowing()


def _choices() -> odds.draws.Keeps:
    """Return every choice of cards to keep, with its chance."""
    return odds.draws.refresh(HAND, _unseen(), odds.draws.goal([f"{colour} Weaver" for colour in COLOURS], need=4))


def _unseen() -> dict[str, int]:
    return dict(Counter(old_world()) - Counter(HAND))


def _what_to_keep() -> Exercise:
    kept = Counter(_choices().best.kept)
    return Exercise(
        question=f"{_SITUATION} Which cards do you keep?",
        kind=Cards(tuple(dict.fromkeys(HAND))),
        right=kept,
        mistakes=(
            Mistake(kept + Counter(["red Weaver"]), "Does a second Weaver of the same colour help?"),
            Mistake(Counter(HAND), "Then nothing is drawn at all."),
            Mistake(Counter(), "You gave away cards that you would have to draw again."),
            Mistake(Counter(["red Weaver"]), "You gave away a card that you would have to draw again."),
            Mistake(Counter(["blue Weaver"]), "You gave away a card that you would have to draw again."),
        ),
        hint="Every card you keep takes the place of one you could draw. Which cards bring you nearer to four colours?",
    )


def _how_likely() -> Exercise:
    choices = _choices()
    right, others = choices.best.chance, choices.by_kept
    lacking = [f"{colour} Weaver" for colour in COLOURS[2:]]
    return Exercise(
        question=f"{_SITUATION} How likely is it, if you keep the best cards?",
        kind=chance(),
        right=right,
        mistakes=(
            none_comes(right),
            Mistake(others[()], "That is the chance if you keep nothing."),
            Mistake(
                others["blue Weaver", "red Weaver", "red Weaver"], "That is the chance with all three Weavers kept."
            ),
            Mistake(
                odds.draws.chance(_unseen(), lacking, 6, need=2), "You draw as many cards as you gave away, not six."
            ),
        ),
        hint="So many cards are drawn as were given away, and two of the three colours you lack have to come.",
    )


def _break_even() -> Exercise:
    return Exercise(
        question="You may take two VP for sure, or try for nine VP and get nothing if it fails. "
        "From which chance of success on is trying as good, counted in VP?",
        kind=chance(),
        right=Fraction(2, 9),
        mistakes=(
            Mistake(Fraction(1, 2), "That would be so if the prize were twice the sure gain."),
            Mistake(Fraction(7, 9), "That is the chance of failing at that point."),
            Mistake(Fraction(2, 11), "You weighed the gain against both together; what does trying bring on average?"),
            Mistake(Fraction(2, 7), "You used the difference; if it fails you lose nothing but the sure gain."),
        ),
        hint="Trying brings 9·p VP on average. For which p is that as much as the sure gain?",
    )


def _expected() -> Exercise:
    return Exercise(
        question=f"{_OFFER} How many VP does the refresh bring on average?",
        kind=number("a number of VP", Fraction(1, 200)),
        right=PRIZE * COMES,
        mistakes=(
            Mistake(COMES, "That is the chance; what is it worth in VP?"),
            Mistake(PRIZE * (1 - COMES), "You took the chance that it fails."),
            Mistake(SURE * COMES, "The prize is 7, not 3."),
            Mistake(PRIZE * COMES + SURE * (1 - COMES), "If it fails you get nothing, not 3."),
        ),
        hint="The chance of a green Weaver among six cards, times what it is worth.",
    )


def _worth_of_knowing() -> Exercise:
    return Exercise(
        question=f"{_OFFER} How many VP is it worth on average to know beforehand whether a green Weaver will come?",
        kind=number("a number of VP", Fraction(1, 200)),
        right=(PRIZE - SURE) * COMES,
        mistakes=(
            Mistake(PRIZE * COMES + SURE * (1 - COMES), "That is what you get with the knowledge; what without it?"),
            Mistake(SURE * (1 - COMES), "That is a part of what you get with the knowledge."),
            Mistake(PRIZE * COMES, "That is what the refresh brings without the knowledge."),
            Mistake(Fraction(PRIZE - SURE), "That is what it is worth if the card comes; how often is that?"),
        ),
        hint="What do you get on average if you may choose after you know, and what with the better choice now?",
    )
