"""Draws from the deck of the lessons: its cards, chances, and the results of common mistakes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from guildhall import odds

from .checking import Mistake

__all__ = [
    "COLOURS",
    "COPIES",
    "OTHER",
    "PROFESSIONS",
    "WANTED",
    "exactly",
    "none_comes",
    "old_world",
    "put_back",
    "slips",
    "some",
    "summed",
]

COLOURS = ("red", "blue", "green", "yellow", "purple")
PROFESSIONS = ("Weaver", "Dancer", "Assassin", "Farmer", "Trader", "Historian")
COPIES = 4
WANTED, OTHER = "green Weaver", "another card"  # the only distinction that matters if the question is about one card


def old_world() -> dict[str, int]:
    """Return all profession cards of Old World Economy with their number of copies.

    >>> deck = old_world()
    >>> deck["green Weaver"], sum(deck.values())
    (4, 120)
    """
    return {f"{colour} {profession}": COPIES for profession in PROFESSIONS for colour in COLOURS}


def some(copies: int, cards: int, draws: int) -> Fraction:
    """Return the chance of at least one of some copies.

    >>> some(1, 4, 2)
    Fraction(1, 2)
    """
    return odds.draws.chance({WANTED: copies, OTHER: cards - copies}, [WANTED], draws)


def exactly(number: int, copies: int, cards: int, draws: int) -> Fraction:
    """Return the chance of exactly `number` of some copies."""
    return Fraction(comb(copies, number) * comb(cards - copies, draws - number), comb(cards, draws))


def put_back(copies: int, cards: int, draws: int) -> Fraction:
    """Return the result of the mistake of putting every card back before the next draw."""
    return 1 - Fraction(cards - copies, cards) ** draws


def summed(copies: int, cards: int, draws: int) -> Fraction:
    """Return the result of the mistake of adding up the chances of the single cards."""
    return Fraction(draws * copies, cards)


def none_comes(right: Fraction) -> Mistake:
    """Return the mistake of forgetting to take the complement."""
    return Mistake(1 - right, "That is the chance that it does not happen; how do you get from there to the question?")


def slips(copies: int, cards: int, draws: int) -> tuple[Mistake, ...]:
    """Return the common mistakes in questions about at least one copy."""
    return (
        none_comes(some(copies, cards, draws)),
        Mistake(
            put_back(copies, cards, draws),
            "You counted as if every card went back into the pile before the next draw.",
        ),
        Mistake(
            summed(copies, cards, draws),
            "You added up the chances of the single cards; hands with two of the wanted cards are counted twice then.",
        ),
        Mistake(
            exactly(1, copies, cards, draws), "That is the chance of just one of them; a hand with two serves as well."
        ),
    )
