"""The counting behind a chance: inclusion and exclusion in words, as a table and as a formula, with the numbers in it.

A draw fails if at least `k` of the missing colours stay away.
Draws without some `u` colours are easy to count, but each draw is then counted for every choice of colours it lacks;
every term sets right what the terms before it have counted too often or too seldom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from ..render.markup import Content, Markup, join, tag
from ..render.numbers import fraction, percent, plural, times, whole
from .situation import Situation

__all__ = ["Term", "counting", "in_words", "missed", "terms"]


@dataclass(frozen=True)
class Term:
    """Draws without some number of colours: how often they count, and for which numbers of cards left to draw from."""

    without: int
    weight: int
    counted: int  # how often such a draw has been counted by the terms before
    allowed: tuple[tuple[int, int], ...]  # cards left to draw from, and for how many choices of colours

    def ways(self, draws: int) -> int:
        """The draws of this term, each choice of colours counted by itself."""
        return sum(choices * comb(cards, draws) for cards, choices in self.allowed)

    @property
    def choices(self) -> int:
        """The choices of colours to leave out."""
        return sum(choices for _, choices in self.allowed)

    def shown(self, draws: int) -> str:
        """The draws of this term as a sum over the choices of colours, since it may exceed the draws there are.

        >>> terms(Situation(seen=(0, 0), unseen=100))[0].shown(6)
        '2 × 927,048,304'
        """
        ways = [(choices, whole(comb(cards, draws))) for cards, choices in self.allowed]
        return " + ".join(number if choices == 1 else f"{choices} × {number}" for choices, number in ways)


def terms(situation: Situation) -> tuple[Term, ...]:
    """The terms of the count, from the fewest colours left out to all.

    >>> [(term.without, term.weight, term.allowed) for term in terms(Situation(seen=(0, 0), unseen=100))]
    [(1, 1, ((96, 2),)), (2, -1, ((92, 1),))]
    """
    found: list[Term] = []
    for without in range(_fatal(situation), situation.missing + 1):
        counted = sum(term.weight * comb(without, term.without) for term in found)
        gone = Counter(situation.unseen - sum(left) for left in combinations(situation.left, without))
        found.append(Term(without, 1 - counted, counted, tuple(sorted(gone.items(), reverse=True))))
    return tuple(found)


def missed(situation: Situation) -> int:
    """How many draws fail.

    >>> missed(Situation(seen=(0,), unseen=10, draws=2))
    15
    """
    return sum(term.weight * term.ways(situation.draws) for term in terms(situation))


def _fatal(situation: Situation) -> int:
    """How many colours must stay away for a draw to fail."""
    return situation.missing - situation.wanted + 1


def counting(situation: Situation) -> Markup:
    """The counting behind a situation's chance: words, a line for every number of colours left out, the formula."""
    ways, failing, *_, end = in_words(situation)
    return tag(
        "section",
        tag("h4", "The counting behind it"),
        tag("p", join(ways, failing, between=" ")),
        _table(situation),
        tag("p", end),
        _sum(situation),
        _result(situation),
        class_="gh-panel",
        data_key="counting",
    )


# --- In words ---


def in_words(situation: Situation) -> Iterator[str]:
    """The count, sentence by sentence.

    >>> for sentence in in_words(Situation(seen=(2,), unseen=10, draws=2)):
    ...     print(sentence)
    2 of 10 cards can be drawn in 45 ways, all equally likely.
    A draw fails if red stays away.
    Draws without 1 colour, from the cards left: 28; they fail, and count once.
    So 28 draws fail and 17 bring what is wanted: 17 of 45 are 37.8 %.
    """
    draws = situation.draws
    whole_number = comb(situation.unseen, draws)
    failed = missed(situation)
    yield f"{draws} of {situation.unseen} cards can be drawn in {whole(whole_number)} ways, all equally likely."
    yield f"A draw fails if {_failing(situation)}."
    for term in terms(situation):
        colours = plural(term.without, "colour")
        yield f"Draws without {colours}, from the cards left: {term.shown(draws)}; {_correction(term)}."
    yield (
        f"So {whole(failed)} draws fail and {whole(whole_number - failed)} bring what is wanted: "
        f"{whole(whole_number - failed)} of {whole(whole_number)} are {percent(situation.chance)}."
    )


def _failing(situation: Situation) -> str:
    fatal = _fatal(situation)
    if situation.missing == 1:
        return f"{situation.colours[0]} stays away"
    if fatal == situation.missing:
        return f"all {fatal} colours stay away"
    return f"at least {fatal} of the {situation.missing} colours {'stays' if fatal == 1 else 'stay'} away"


def _correction(term: Term) -> str:
    if term.counted == 0 and term.without == 1:
        return "they fail, and count once" if term.choices == 1 else "they fail, once for each colour"
    verb = "added" if term.weight > 0 else "taken off"
    return f"their count stands at {whole(term.counted)} instead of 1, so they are {verb} {times(abs(term.weight))}"


# --- As a table ---


def _table(situation: Situation) -> Markup:
    head = tag(
        "tr",
        *(tag("th", text, scope="col") for text in ("Colours left out", "Choices", "Cards left")),
        *(tag("th", text, scope="col", class_="gh-number") for text in ("Draws from them", "Count")),
        tag("th", "Why", scope="col"),
    )
    body = (_row(term, situation.draws) for term in terms(situation))
    return tag(
        "table",
        tag("caption", "Draws that fail, counted by inclusion and exclusion", class_="gh-small"),
        tag("thead", head),
        tag("tbody", *body),
        class_="gh-grid gh-counting",
    )


def _row(term: Term, draws: int) -> Markup:
    cards = [f"{cards}" if len(term.allowed) == 1 else f"{cards} ({choices}×)" for cards, choices in term.allowed]
    return tag(
        "tr",
        tag("th", term.without, scope="row"),
        tag("td", term.choices),
        tag("td", ", ".join(cards)),
        tag("td", term.shown(draws), class_="gh-number"),
        tag("td", f"{term.weight:+d} ×".replace("-", "−"), class_="gh-number"),
        tag("td", _correction(term)),
    )


# --- As a formula ---


def _sum(situation: Situation) -> Markup:
    """The number of failing draws as a sum of binomials; each term by itself, so that a long sum can break."""
    shown: list[Markup] = []
    for term in terms(situation):
        for cards, choices in term.allowed:
            weight = term.weight * choices
            leading = _sign("−" if weight < 0 else "+") if shown or weight < 0 else None
            factor = None if abs(weight) == 1 else _together(_number(str(abs(weight))), _sign("·"))
            shown.append(_math(leading, factor, _binomial(cards, situation.draws)))
    left, right = _math(_word("failing"), _sign("=")), _math(_sign("="), _number(whole(missed(situation))))
    return tag("p", join(left, *shown, right, between=" "), class_="gh-formula")


def _result(situation: Situation) -> Markup:
    every = comb(situation.unseen, situation.draws)
    steps = [
        _math(_word("P"), _sign("="), _number("1"), _sign("−"), _quotient(_word("failing"), _all(situation))),
        _math(
            _sign("="), _number("1"), _sign("−"), _quotient(_number(whole(missed(situation))), _number(whole(every)))
        ),
        _math(_sign("="), _number(percent(situation.chance))),
    ]
    exact = tag("span", "exactly ", fraction(situation.chance), class_="gh-exact")
    return tag("p", join(*steps, exact, between=" "), class_="gh-formula")


def _all(situation: Situation) -> Markup:
    return _binomial(situation.unseen, situation.draws)


# MathML, which browsers draw by themselves and screen readers speak


def _math(*parts: Content) -> Markup:
    """A formula in a line of text.

    >>> print(_math(_word("P"), _sign("="), _quotient(_number("1"), _number("3"))))
    <math><mi>P</mi><mo>=</mo><mfrac><mn>1</mn><mn>3</mn></mfrac></math>
    """
    return tag("math", *parts)


def _together(*parts: Content) -> Markup:
    """Parts that belong together."""
    return tag("mrow", *parts)


def _number(shown: str) -> Markup:
    """A number."""
    return tag("mn", shown)


def _sign(shown: str) -> Markup:
    """An operator."""
    return tag("mo", shown)


def _word(shown: str) -> Markup:
    """A name."""
    return tag("mi", shown)


def _quotient(above: Markup, below: Markup) -> Markup:
    """A fraction."""
    return tag("mfrac", above, below)


def _binomial(n: int, k: int) -> Markup:
    """The number of ways to draw k of n cards."""
    cards = tag("mfrac", _number(str(n)), _number(str(k)), linethickness="0")
    return _together(_sign("("), cards, _sign(")"))
