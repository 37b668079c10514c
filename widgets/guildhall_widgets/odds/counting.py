"""A situation in which cards are drawn, hands drawn from it, and the counting behind the chance.

A draw fails if at least `k` of the missing colours are absent.
Draws without some `u` colours are easy to count, but each draw is then counted for every choice of colours it lacks.
Every term corrects what the previous terms have counted too often or not often enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import comb
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from guildhall import odds
from guildhall.core.errors import BadOdds, short
from guildhall.core.typed import number_within, whole_number
from guildhall.games.guildhall.language import COLOURS
from guildhall.lessons.language import ENGLISH, Language

from ..render.markup import Content, Markup, join, tag
from ..render.numbers import fraction, percent, whole

__all__ = [
    "COPIES",
    "HAND",
    "LARGEST_DECK",
    "MOST_COLOURS",
    "PRESETS",
    "WHOLE_DECK",
    "Batch",
    "Hands",
    "Situation",
    "counting",
    "in_words",
    "missed",
    "read_whole",
    "terms",
]

# There are four copies of every card (rule 1), a refresh draws up to six cards (rule 11), and six professions make the
# usual deck.
MOST_COLOURS = len(COLOURS)
COPIES = 4
HAND = 6
WHOLE_DECK = 120
LARGEST_DECK = 480  # all twenty-four professions


def read_whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number typed by a reader, or raise BadOdds.

    >>> read_whole("cards drawn", "7", 0, 20)
    7
    >>> read_whole("cards drawn", "many", 0, 20)
    Traceback (most recent call last):
    guildhall.core.errors.BadOdds: cards drawn must be a whole number from 0 to 20, not 'many'
    """
    number = number_within(whole_number(value) if isinstance(value, str) else value, low, high)
    if number is None:
        raise BadOdds(f"{name} must be a whole number from {low} to {high}, not {short(value)}")
    return number


@dataclass(frozen=True)
class Situation:
    """Missing colours with the copies seen of each, and the numbers of unseen cards, drawn cards and wanted colours.

    kept: cards kept in hand at a refresh, which draws up to six.
    """

    seen: tuple[int, ...]
    draws: int = HAND
    kept: int = 0
    unseen: int = WHOLE_DECK
    need: int | None = None

    def __post_init__(self) -> None:
        read_whole("colours missing", len(self.seen), 1, MOST_COLOURS)
        for colour, seen in zip(COLOURS, self.seen, strict=False):
            read_whole(f"copies of {colour} seen", seen, 0, COPIES)
        read_whole("unseen cards", self.unseen, self.least_unseen, LARGEST_DECK)
        read_whole("cards drawn", self.draws, 0, self.unseen)
        read_whole("cards kept", self.kept, 0, HAND)
        read_whole("colours wanted", self.wanted, 1, self.missing)

    # The question

    @property
    def missing(self) -> int:
        """The number of missing colours."""
        return len(self.seen)

    @property
    def wanted(self) -> int:
        """How many of the missing colours are wanted."""
        return self.missing if self.need is None else self.need

    @property
    def colours(self) -> tuple[str, ...]:
        """The missing colours."""
        return COLOURS[: self.missing]

    @property
    def left(self) -> tuple[int, ...]:
        """Unseen copies of each missing colour."""
        return tuple(COPIES - seen for seen in self.seen)

    @property
    def least_unseen(self) -> int:
        """The minimum number of unseen cards, which include the missing ones."""
        return max(sum(COPIES - seen for seen in self.seen), 1)

    @property
    def pool(self) -> dict[str, int]:
        """The unseen cards in the format of `guildhall.odds`."""
        return {**dict(zip(self.colours, self.left, strict=True)), "other": self.unseen - sum(self.left)}

    @property
    def by_refresh(self) -> int:
        """The number of cards one refresh draws."""
        return HAND - self.kept

    def with_missing(self, number: int) -> Situation:
        """Return the situation with another number of missing colours.

        A new colour has been seen as often as the last one.
        """
        seen = (self.seen + (self.seen[-1],) * number)[:number]
        return self._fitted(seen, None)

    def with_seen(self, colour: int | None, copies: int) -> Situation:
        """Return the situation with `copies` seen of one colour, or of each."""
        seen = tuple(copies if colour in (None, place) else old for place, old in enumerate(self.seen))
        return self._fitted(seen, self.need)

    def _fitted(self, seen: tuple[int, ...], need: int | None) -> Situation:
        unseen = max(self.unseen, len(seen) * COPIES - sum(seen))
        return replace(self, seen=seen, need=need, unseen=unseen)

    def with_unseen(self, number: int) -> Situation:
        """Return the situation with another number of unseen cards."""
        return replace(self, unseen=number, draws=min(self.draws, number))

    def with_kept(self, number: int) -> Situation:
        """Return the situation at the next refresh, keeping `number` cards."""
        return replace(self, kept=number, draws=min(HAND - number, self.unseen))

    # The result

    @cached_property
    def curve(self) -> tuple[Fraction, ...]:
        """The chance by number of draws, from 0 to all cards."""
        return _curve(tuple(sorted(self.left)), self.unseen, self.wanted)

    @property
    def chance(self) -> Fraction:
        """The chance with the chosen number of draws."""
        return self.curve[self.draws]

    @property
    def can_be(self) -> bool:
        """True if the unseen cards include everything wanted."""
        return self.curve[-1] == 1

    @cached_property
    def waiting(self) -> tuple[Fraction, ...]:
        """The chance that exactly the n-th draw brings the last wanted card, by n."""
        return (self.curve[0], *(after - before for before, after in pairwise(self.curve)))

    @cached_property
    def mean(self) -> Fraction | None:
        """The mean number of draws until everything wanted is there, None if that is impossible."""
        return odds.draws.expected(self.pool, self.colours, need=self.need) if self.can_be else None

    def enough_for(self, chance: Fraction) -> int | None:
        """Return the fewest draws that reach a chance, or None if none does.

        >>> Situation(seen=(0,), unseen=40).enough_for(Fraction(1, 2))
        7
        """
        return next((draws for draws, p in enumerate(self.curve) if p >= chance), None)


@lru_cache(maxsize=256)  # sliders request the same numbers repeatedly
def _curve(left: tuple[int, ...], unseen: int, wanted: int) -> tuple[Fraction, ...]:
    pool = {**dict(zip(COLOURS, left, strict=False)), "other": unseen - sum(left)}
    return odds.draws.curve(pool, COLOURS[: len(left)], need=wanted)


PRESETS: Mapping[str, Situation] = MappingProxyType(
    {
        "One colour missing, two copies seen": Situation(seen=(2,), unseen=90),
        "Two colours missing, none seen": Situation(seen=(0, 0), unseen=100),
        "The last copy of one colour": Situation(seen=(3,), unseen=60),
        "Next refresh, three cards kept": Situation(seen=(1, 1), kept=3, draws=3, unseen=80),
        "Next refresh, nothing kept": Situation(seen=(1, 1), kept=0, draws=6, unseen=80),
        "Nine-card opening: any three colours of a profession": Situation(seen=(0,) * 5, draws=9, need=3),
        "Nine-card opening: all five colours": Situation(seen=(0,) * 5, draws=9),
        "A colour that is gone for good": Situation(seen=(1, 4), unseen=60),
    }
)
"""Initial situations by name."""


# --- Drawn hands: decks shuffled one after another, and the number of draws each needs ---

FIRST = 10
MOST = 20_000
GROWTH = 8  # a batch is an eighth of all previous hands, so that dots are evenly spaced on a logarithmic scale

Batch = NDArray[np.int64]
"""The number of hands that needed 0, 1, 2, … draws. The last entry counts hands that no draw completes."""


class Hands:
    """Random hands drawn from a seed, in growing batches.

    >>> hands = Hands(Situation(seen=(0,), unseen=40), seed=1)
    >>> for batch in hands.batches(until=100):
    ...     hands.add(batch)
    >>> hands.number >= 100, int(hands.done[40]) == hands.number
    (True, True)
    """

    first = FIRST
    most = MOST

    def __init__(self, situation: Situation, seed: int) -> None:
        self.situation = situation
        self.seed = seed
        self._coins = np.random.Generator(np.random.PCG64(seed))
        self._drawn: list[Batch] = []
        self.waits: Batch = np.zeros(situation.unseen + 2, np.int64)  # hands that needed exactly n draws, by n

    # The hands so far

    @property
    def number(self) -> int:
        """The number of hands drawn so far."""
        return int(self.waits.sum())

    @property
    def done(self) -> Batch:
        """The number of hands complete after n draws, by n."""
        return np.cumsum(self.waits)[:-1]

    @property
    def is_full(self) -> bool:
        """True if no more hands will be drawn."""
        return self.number >= MOST

    def history(self, draws: int) -> list[tuple[int, int, float]]:
        """Return after each batch: all hands, those complete within `draws`, and the share of this batch alone."""
        found, number, hits = [], 0, 0
        for batch in tuple(self._drawn):
            size, now = int(batch.sum()), int(batch[: draws + 1].sum())
            number, hits = number + size, hits + now
            found.append((number, hits, now / size))
        return found

    # Drawing

    def add(self, batch: Batch) -> None:
        """Store a batch. Another thread sees the hands either before or after it."""
        self._drawn.append(batch)
        self.waits = self.waits + batch

    def batches(self, until: int = MOST) -> Iterator[Batch]:
        """Yield more batches. Each must be stored before the next is requested."""
        while (number := self.number) < until:
            yield self._draw(min(max(FIRST, number // GROWTH), until - number))

    def _draw(self, size: int) -> Batch:
        """Shuffle `size` decks and count how many draws each needs."""
        situation = self.situation
        deck = np.repeat(np.arange(len(situation.pool)), list(situation.pool.values()))
        decks = self._coins.permuted(np.tile(deck, (size, 1)), axis=1)
        waits = [self._first(decks == colour) for colour in range(situation.missing)]
        last = np.sort(waits, axis=0)[situation.wanted - 1]
        return np.bincount(last, minlength=situation.unseen + 2)

    def _first(self, there: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the draw that brings the first card of a colour, or one more than the number of cards if none does."""
        return np.where(there.any(axis=1), there.argmax(axis=1) + 1, self.situation.unseen + 1)


# --- Counting: inclusion and exclusion as sentences, a table and a formula with numbers ---


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


def counting(situation: Situation, lang: Language = ENGLISH) -> Markup:
    """Return the counting behind a chance: sentences, a row for every number of colours left out, and the formula."""
    ways, failing, *_, end = in_words(situation, lang)
    return tag(
        "section",
        tag("h4", lang.say("Derivation")),
        tag("p", join(ways, failing, between=" ")),
        _table(situation, lang),
        tag("p", end),
        _sum(situation, lang),
        _result(situation, lang),
        class_="gh-panel",
        data_key="counting",
    )


# --- In words ---


def in_words(situation: Situation, lang: Language = ENGLISH) -> Iterator[str]:
    """Yield the count, sentence by sentence.

    >>> for sentence in in_words(Situation(seen=(2,), unseen=10, draws=2)):
    ...     print(sentence)
    2 of 10 cards can be drawn in 45 ways, all equally likely.
    A draw fails if red is absent.
    Draws without 1 colour, from the cards left: 28; they fail, and count once.
    So 28 draws fail and 17 succeed: 17 of 45 is 37.8 %.
    """
    every = comb(situation.unseen, situation.draws)
    failed = missed(situation)
    total, good = lang.digits(whole(every)), lang.digits(whole(every - failed))
    ways = "{draws} of {unseen} cards can be drawn in {ways} ways, all equally likely."
    yield lang.say(ways, draws=situation.draws, unseen=situation.unseen, ways=total)
    yield lang.say("A draw fails if {reason}.", reason=_failing(situation, lang))
    for term in terms(situation):
        yield lang.say(
            "Draws without {colours}, from the cards left: {ways}; {count}.",
            colours=lang.count(term.without, "colour", "colours"),
            ways=lang.digits(term.shown(situation.draws)),
            count=_correction(term, lang),
        )
    end = "So {failed} draws fail and {good} succeed: {good} of {ways} is {chance}."
    chance = lang.digits(percent(situation.chance))
    yield lang.say(end, failed=lang.digits(whole(failed)), good=good, ways=total, chance=chance)


def _failing(situation: Situation, lang: Language) -> str:
    fatal = _fatal(situation)
    if situation.missing == 1:
        return lang.say("{colour} is absent", colour=lang.say(situation.colours[0]))
    if fatal == situation.missing:
        return lang.say("all {fatal} colours are absent", fatal=fatal)
    if fatal == 1:
        return lang.say("at least 1 of the {missing} colours is absent", missing=situation.missing)
    return lang.say("at least {fatal} of the {missing} colours are absent", fatal=fatal, missing=situation.missing)


def _correction(term: Term, lang: Language) -> str:
    if term.counted == 0 and term.without == 1:
        once = "they fail, and count once" if term.choices == 1 else "they fail, once for each colour"
        return lang.say(once)
    told = "their count is {counted} instead of 1, so they are added {times}"
    if term.weight <= 0:
        told = "their count is {counted} instead of 1, so they are taken off {times}"
    return lang.say(told, counted=lang.digits(whole(term.counted)), times=_times(abs(term.weight), lang))


def _times(number: int, lang: Language) -> str:
    if number < 3:
        return (lang.say("not at all"), lang.say("once"), lang.say("twice"))[number]
    return lang.say("{number} times", number=number)


# --- As a table ---


def _table(situation: Situation, lang: Language) -> Markup:
    words = (lang.say("Colours left out"), lang.say("Choices"), lang.say("Cards left"))
    numbers = (lang.say("Draws from them"), lang.say("Count"))
    head = tag(
        "tr",
        *(tag("th", text, scope="col") for text in words),
        *(tag("th", text, scope="col", class_="gh-number") for text in numbers),
        tag("th", lang.say("Why"), scope="col"),
    )
    body = (_row(term, situation.draws, lang) for term in terms(situation))
    return tag(
        "table",
        tag("caption", lang.say("Draws that fail, counted by inclusion and exclusion"), class_="gh-small"),
        tag("thead", head),
        tag("tbody", *body),
        class_="gh-grid gh-counting",
    )


def _row(term: Term, draws: int, lang: Language) -> Markup:
    cards = [f"{cards}" if len(term.allowed) == 1 else f"{cards} ({choices}×)" for cards, choices in term.allowed]
    return tag(
        "tr",
        tag("th", term.without, scope="row"),
        tag("td", term.choices),
        tag("td", ", ".join(cards)),
        tag("td", lang.digits(term.shown(draws)), class_="gh-number"),
        tag("td", f"{term.weight:+d} ×".replace("-", "−"), class_="gh-number"),
        tag("td", _correction(term, lang)),
    )


# --- As a formula ---


def _sum(situation: Situation, lang: Language) -> Markup:
    """Return the number of failing draws as a sum of binomials. Each term is separate, so that a long sum can wrap."""
    shown: list[Markup] = []
    for term in terms(situation):
        for cards, choices in term.allowed:
            weight = term.weight * choices
            leading = _sign("−" if weight < 0 else "+") if shown or weight < 0 else None
            factor = None if abs(weight) == 1 else _together(_number(str(abs(weight))), _sign("·"))
            shown.append(_math(leading, factor, _binomial(cards, situation.draws)))
    left = _math(_word(lang.say("failing")), _sign("="))
    right = _math(_sign("="), _number(lang.digits(whole(missed(situation)))))
    return tag("p", join(left, *shown, right, between=" "), class_="gh-formula")


def _result(situation: Situation, lang: Language) -> Markup:
    every = lang.digits(whole(comb(situation.unseen, situation.draws)))
    failed, failing = lang.digits(whole(missed(situation))), _word(lang.say("failing"))
    steps = [
        _math(_word("P"), _sign("="), _number("1"), _sign("−"), _quotient(failing, _all(situation))),
        _math(_sign("="), _number("1"), _sign("−"), _quotient(_number(failed), _number(every))),
        _math(_sign("="), _number(lang.digits(percent(situation.chance)))),
    ]
    exact = tag("span", lang.say("exactly"), " ", lang.digits(fraction(situation.chance)), class_="gh-exact")
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
