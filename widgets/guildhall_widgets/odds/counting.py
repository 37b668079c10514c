"""The counting behind a chance: inclusion and exclusion as sentences, a table and a formula with numbers.

A draw fails if at least `k` of the missing colours are absent.
Draws without some `u` colours are easy to count, but each draw is then counted for every choice of colours it lacks.
Every term corrects what the previous terms have counted too often or not often enough.
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
    """Draws without some number of colours: their weight, and the numbers of cards left to draw from."""

    without: int
    weight: int
    counted: int  # how often the previous terms have counted such a draw
    allowed: tuple[tuple[int, int], ...]  # cards left to draw from, and the number of colour choices for each

    def ways(self, draws: int) -> int:
        """Return the number of draws of this term, counting each choice of colours separately."""
        return sum(choices * comb(cards, draws) for cards, choices in self.allowed)

    @property
    def choices(self) -> int:
        """The number of choices of colours to leave out."""
        return sum(choices for _, choices in self.allowed)

    def shown(self, draws: int) -> str:
        """Return the draws of this term as a sum over colour choices, since their total may exceed the number of draws.

        >>> terms(Situation(seen=(0, 0), unseen=100))[0].shown(6)
        '2 × 927,048,304'
        """
        ways = [(choices, whole(comb(cards, draws))) for cards, choices in self.allowed]
        return " + ".join(number if choices == 1 else f"{choices} × {number}" for choices, number in ways)


def terms(situation: Situation) -> tuple[Term, ...]:
    """Return the terms of the count, from the fewest colours left out to all.

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
    """Return the number of failing draws.

    >>> missed(Situation(seen=(0,), unseen=10, draws=2))
    15
    """
    return sum(term.weight * term.ways(situation.draws) for term in terms(situation))


def _fatal(situation: Situation) -> int:
    """Return how many colours must be absent for a draw to fail."""
    return situation.missing - situation.wanted + 1


def counting(situation: Situation) -> Markup:
    """Return the counting behind a chance: sentences, a row for every number of colours left out, and the formula."""
    ways, failing, *_, end = in_words(situation)
    return tag(
        "section",
        tag("h4", "Derivation"),
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
    """Yield the count, sentence by sentence.

    >>> for sentence in in_words(Situation(seen=(2,), unseen=10, draws=2)):
    ...     print(sentence)
    2 of 10 cards can be drawn in 45 ways, all equally likely.
    A draw fails if red is absent.
    Draws without 1 colour, from the cards left: 28; they fail, and count once.
    So 28 draws fail and 17 succeed: 17 of 45 is 37.8 %.
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
        f"So {whole(failed)} draws fail and {whole(whole_number - failed)} succeed: "
        f"{whole(whole_number - failed)} of {whole(whole_number)} is {percent(situation.chance)}."
    )


def _failing(situation: Situation) -> str:
    fatal = _fatal(situation)
    if situation.missing == 1:
        return f"{situation.colours[0]} is absent"
    if fatal == situation.missing:
        return f"all {fatal} colours are absent"
    return f"at least {fatal} of the {situation.missing} colours {'is' if fatal == 1 else 'are'} absent"


def _correction(term: Term) -> str:
    if term.counted == 0 and term.without == 1:
        return "they fail, and count once" if term.choices == 1 else "they fail, once for each colour"
    verb = "added" if term.weight > 0 else "taken off"
    return f"their count is {whole(term.counted)} instead of 1, so they are {verb} {times(abs(term.weight))}"


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
    """Return the number of failing draws as a sum of binomials. Each term is separate, so that a long sum can wrap."""
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


# MathML, which browsers render natively and screen readers can read


def _math(*parts: Content) -> Markup:
    """Return an inline formula.

    >>> print(_math(_word("P"), _sign("="), _quotient(_number("1"), _number("3"))))
    <math><mi>P</mi><mo>=</mo><mfrac><mn>1</mn><mn>3</mn></mfrac></math>
    """
    return tag("math", *parts)


def _together(*parts: Content) -> Markup:
    return tag("mrow", *parts)


def _number(shown: str) -> Markup:
    return tag("mn", shown)


def _sign(shown: str) -> Markup:
    return tag("mo", shown)


def _word(shown: str) -> Markup:
    return tag("mi", shown)


def _quotient(above: Markup, below: Markup) -> Markup:
    return tag("mfrac", above, below)


def _binomial(n: int, k: int) -> Markup:
    """Return the number of ways to draw k of n cards."""
    cards = tag("mfrac", _number(str(n)), _number(str(k)), linethickness="0")
    return _together(_sign("("), cards, _sign(")"))
