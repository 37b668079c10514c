"""The figures of the course as pure functions: from the values of sliders and ticks to a picture, a sentence, a table.

Chances are exact. What is drawn at random follows from the seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb, exp, pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

from guildhall.core.chances import wilson
from guildhall.lessons.language import ENGLISH, Language
from guildhall.odds import draws, trials

from ..odds.charts import Plot, dots, line, marker, steps
from ..render import numbers
from ..render.controls import button, checkbox, slider
from ..render.markup import EMPTY, Content, Markup, join, tag

if TYPE_CHECKING:
    import polars as pl

__all__ = ["FIGURES", "Control", "Figure", "Shown", "figure_page"]

Values = Mapping[str, int]


@dataclass(frozen=True)
class Control:
    """A slider from `low` to `high`, or a tick if `high` is 1 and `low` is 0."""

    label: str
    value: int
    low: int = 0
    high: int = 1
    unit: str = ""
    is_tick: bool = False


@dataclass(frozen=True)
class Shown:
    """A drawn figure: its sentence, its picture, and the numbers behind it."""

    sentence: str
    picture: Markup
    heads: tuple[str, ...]
    rows: Sequence[tuple[Content, ...]]


@dataclass(frozen=True)
class Figure:
    """A figure to touch: its question, its controls, and how it is drawn. `limits` narrows a slider by the others."""

    question: str
    controls: Mapping[str, Control]
    draw: Callable[[Values, int, Language], Shown]
    has_luck: bool = False
    limits: Mapping[str, Callable[[Values], tuple[int, int]]] | None = None

    def bounds(self, name: str, values: Values) -> tuple[int, int]:
        """Return the range of a control for the values of the others."""
        control = self.controls[name]
        if self.limits and name in self.limits:
            return self.limits[name](values)
        return control.low, control.high

    def fitting(self, values: Values) -> dict[str, int]:
        """Return the values, each moved into its range."""
        fitted = dict(values)
        for name in self.controls:
            low, high = self.bounds(name, fitted)
            fitted[name] = min(max(fitted[name], low), high)
        return fitted


def percent(chance: Fraction | float, lang: Language) -> str:
    """Return a chance in percent as a language writes it."""
    return lang.digits(numbers.percent(chance))


def figure_page(figure: Figure, values: Values, seed: int, lang: Language = ENGLISH) -> Markup:
    """Return the page: picture and sentence, controls, and the table behind the picture."""
    shown = figure.draw(values, seed, lang)
    controls = [_control(figure, name, values, lang) for name in figure.controls]
    again = tag("p", button(lang.say("Draw again"), "again", keys="d")) if figure.has_luck else EMPTY
    picture = tag("figure", shown.picture, data_key="figure")
    said = tag("p", shown.sentence, class_="gh-figure-said")
    return tag(
        "div",
        tag("h3", lang.say(figure.question)),
        tag("div", picture, tag("div", said, *controls, again, class_="gh-panel gh-controls"), class_="gh-split"),
        _table(shown, lang),
        class_="gh-odds gh-lesson-figure",
        lang=lang.attribute,
    )


def _control(figure: Figure, name: str, values: Values, lang: Language) -> Markup:
    control = figure.controls[name]
    label = lang.say(control.label)
    if control.is_tick:
        return checkbox(label, "tick", bool(values[name]), name=name)
    low, high = figure.bounds(name, values)
    return slider(label, "set", values[name], low, high, shown=f"{values[name]}{control.unit}", name=name)


def _table(shown: Shown, lang: Language) -> Markup:
    head = tag("tr", *(tag("th", text, scope="col") for text in shown.heads))
    body = (
        tag("tr", tag("th", first, scope="row"), *(tag("td", each, class_="gh-number") for each in rest))
        for first, *rest in shown.rows
    )
    table = tag("table", tag("thead", head), tag("tbody", *body), class_="gh-grid")
    called = lang.say("the numbers of the figure")
    scroll = tag("div", table, class_="gh-scroll", tabindex=0, role="region", aria_label=called)
    folded = tag("summary", lang.say("The numbers as a table"))
    return tag("details", folded, scroll, class_="gh-small", data_key="numbers")


def _svg(width: float, height: float, said: str, *content: Content) -> Markup:
    return tag(
        "svg", *content, viewBox=f"0 0 {width:g} {height:g}", role="img", aria_label=said, class_="gh-odds-chart"
    )


def _rect(x: float, y: float, width: float, height: float, class_: str) -> Markup:
    return tag("rect", x=round(x, 1), y=round(y, 1), width=round(width, 1), height=round(height, 1), class_=class_)


def _label(x: float, y: float, text: str, anchor: str = "middle", class_: str | None = None) -> Markup:
    return tag("text", text, x=round(x, 1), y=round(y, 1), text_anchor=anchor, class_=class_)


# --- Lesson 1 and 2: all hands of a small pile ---

NAMES = "ABCDEFGH"


def _hand_grid(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    cards = [f"G{n + 1}" for n in range(values["green"])] + ["F"]
    cards += list(NAMES[: values["cards"] - len(cards)])
    hands = list(combinations(cards, values["drawn"]))
    weights = [_weight(hand, values) for hand in hands]
    good = [any(card[0] == "G" for card in hand) for hand in hands]
    whole = sum(weights)
    chance = sum((w for w, is_good in zip(weights, good, strict=True) if is_good), start=Fraction(0)) / whole
    helping = sum(1 for w, is_good in zip(weights, good, strict=True) if w and is_good)
    left = sum(1 for w in weights if w)
    told = "{good} of {left} hands{among} have a green card{uneven}: {chance}."
    said = lang.say(
        told,
        good=helping,
        left=left,
        among="" if left == len(hands) else lang.say(" that are left of {hands}", hands=len(hands)),
        uneven="" if len(set(weights) - {0}) <= 1 else lang.say(", some of them counted half"),
        chance=f"{chance} = {percent(chance, lang)}",
    )
    yes, no = lang.say("yes"), lang.say("no")
    rows = [
        (" + ".join(hand), yes if is_good else no, str(w))
        for hand, is_good, w in zip(hands, good, weights, strict=True)
    ]
    heads = (lang.say("hand"), lang.say("green"), lang.say("weight"))
    return Shown(said, _hands_drawn(hands, good, weights, said), heads, rows)


def _weight(hand: tuple[str, ...], values: Values) -> Fraction:
    """Return how often a hand leads to what was seen: nothing, a Farmer turned over blindly or shown on purpose."""
    if not values["blind"] and not values["chosen"]:
        return Fraction(1)
    if "F" not in hand:
        return Fraction(0)
    plain = sum(card[0] != "G" for card in hand)
    return Fraction(1, plain if values["chosen"] else len(hand))


def _hands_drawn(
    hands: Sequence[tuple[str, ...]], good: Sequence[bool], weights: Sequence[Fraction], said: str
) -> Markup:
    size = len(hands[0])
    wide, high, across = 26 * size + 22, 46, max(3, 8 - size)
    top = max(weights)
    drawn = []
    for number, (hand, is_good, weight) in enumerate(zip(hands, good, weights, strict=True)):
        x, y = number % across * wide + 6, number // across * high + 6
        faces = (
            join(
                _rect(x + 26 * place, y, 23, 30, "gh-figure-green" if card[0] == "G" else "gh-figure-card"),
                _label(x + 26 * place + 11.5, y + 20, card),
            )
            for place, card in enumerate(hand)
        )
        mark = _label(x + 26 * size + 7, y + 21, "✓" if is_good else "✗")
        half = _label(x + 13 * size, y + 41, "½", class_="gh-figure-small") if 0 < weight < top else None
        drawn.append(tag("g", *faces, mark, half, class_=None if weight else "gh-figure-out"))
    return _svg(across * wide + 6, (len(hands) - 1) // across * high + high + 8, said, *drawn)


_FIELD = {
    (0, 0): "Among {among} hands, {hits} have a Weaver: {share}, exactly {exact}.",
    (0, 1): "Among {among} hands with a Weaver, {hits} have a Weaver: {share}, exactly {exact}.",
    (1, 0): "Among {among} hands, {hits} have a green Weaver: {share}, exactly {exact}.",
    (1, 1): "Among {among} hands with a Weaver, {hits} have a green Weaver: {share}, exactly {exact}.",
}


def _hand_field(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    """A thousand drawn hands as dots: with a green Weaver, with another Weaver, with none."""
    coin = np.random.default_rng(seed)
    hand = values["drawn"]
    weavers = coin.hypergeometric(20, 100, hand, 1000)
    green = np.array([int(coin.hypergeometric(4, 16, int(n))) if n else 0 for n in weavers])
    kinds = np.where(green > 0, 0, np.where(weavers > 0, 1, 2))
    counts = [int((kinds == kind).sum()) for kind in range(3)]
    asked, given = (0,) if values["ask_green"] else (0, 1), (0, 1) if values["only_weavers"] else (0, 1, 2)
    among = sum(counts[kind] for kind in given)
    hits = sum(counts[kind] for kind in given if kind in asked)
    exact = _exact_field(hand, values)
    told = _FIELD[values["ask_green"], values["only_weavers"]]
    share = f"{lang.fixed(100 * hits / max(among, 1), 1)} %"
    said = lang.say(told, among=among, hits=hits, share=share, exact=percent(exact, lang))
    layers = []
    for kind, (name, ring) in enumerate((("gh-figure-green-dots", 4), ("gh-figure-dots", 3), ("gh-figure-none", 2))):
        places = np.flatnonzero(kinds == kind)
        path = "".join(f"M{14 + place % 40 * 12} {12 + place // 40 * 12}h0" for place in places)
        is_out = kind not in given
        layers.append(tag("path", d=path, stroke_width=ring * 2, class_=f"{name}{' gh-figure-out' if is_out else ''}"))
    names = (lang.say("with a green Weaver"), lang.say("with a Weaver, no green one"), lang.say("without a Weaver"))
    shares = (draws_some(4, hand), draws_some(20, hand) - draws_some(4, hand), 1 - draws_some(20, hand))
    rows = [(name, count, percent(part, lang)) for name, count, part in zip(names, counts, shares, strict=True)]
    heads = (lang.say("hands"), lang.say("drawn"), lang.say("exactly"))
    return Shown(said, _svg(490, 312, said, *layers), heads, rows)


def draws_some(copies: int, drawn: int, cards: int = 120) -> Fraction:
    """Return the chance of at least one of some copies."""
    return 1 - Fraction(comb(cards - copies, drawn), comb(cards, drawn))


def _exact_field(hand: int, values: Values) -> Fraction:
    green, weaver = draws_some(4, hand), draws_some(20, hand)
    hit = green if values["ask_green"] else weaver
    return hit / weaver if values["only_weavers"] else hit


# --- Lesson 3: due or not ---


def _due(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    cards, green, misses = values["cards"], values["green"], values["misses"]
    pool = {"green": green, "other": cards - green}
    now, first = draws.hazard(pool, "green", misses), draws.hazard(pool, "green", 0)
    deck = [(j, float(draws.hazard(pool, "green", j))) for j in range(cards - green + 1)]
    told = (
        "After {misses} the next card is green with {now}, at first it was {first}. A die still shows a six with {die}."
    )
    said = lang.say(
        told,
        misses=lang.count(misses, "miss", "misses"),
        now=percent(now, lang),
        first=percent(first, lang),
        die=percent(Fraction(1, 6), lang),
    )
    plot = Plot(480, 260, (0, max(cards - green, 1)), digits=lang.digits)
    chart = plot.picture(
        said,
        lang.say("misses so far"),
        lang.say("chance of the next one"),
        line(plot.at(deck), class_="gh-exact-line"),
        line(plot.at([(0, 1 / 6), (cards - green, 1 / 6)]), class_="gh-dashed"),
        plot.upright(misses, class_="gh-chosen"),
        marker(plot, (misses, float(now)), percent(now, lang)),
        _label(plot.width - 20, plot.up(1 / 6) - 6, lang.say("die"), "end"),
    )
    step = max(1, (cards - green) // 12)
    waits = _waits(cards, green)
    die = percent(Fraction(1, 6), lang)
    rows = [(j, percent(p, lang), die, percent(waits[j], lang)) for j, p in deck[::step]]
    heads = (lang.say("misses"), lang.say("deck"), lang.say("die"), lang.say("comes just then"))
    return Shown(said, join(chart, _wait_chart(cards, green, waits, lang)), heads, rows)


def _waits(cards: int, green: int) -> list[Fraction]:
    """Return the chance that the first green card comes after 0, 1, 2 … misses."""
    misses = [Fraction(comb(cards - green, j), comb(cards, j)) for j in range(cards - green + 2)]
    return [before - after for before, after in pairwise(misses)]


def _wait_chart(cards: int, green: int, waits: Sequence[Fraction], lang: Language) -> Markup:
    mean = Fraction(cards + 1, green + 1)
    total, median = Fraction(0), 0
    while total < Fraction(1, 2):
        total += waits[median]
        median += 1
    points = [(j + 1, float(p)) for j, p in enumerate(waits)]
    plot = Plot(480, 200, (0, len(waits) + 1), (0, 1.15 * max(float(p) for p in waits)), digits=lang.digits)
    width = max(0.7 * (plot.across(1) - plot.across(0)), 0.8)
    told = "Waits: the mean is {mean} draws, the median {median}, the most likely one 1."
    shown = lang.fixed(float(mean), 1)
    said = lang.say(told, mean=shown, median=median)
    return plot.picture(
        said,
        lang.say("draws until the first green card"),
        lang.say("chance"),
        steps(plot.at(points), plot.up(0), width, class_="gh-bars"),
        plot.upright(median, class_="gh-chosen"),
        _label(
            plot.across(median) - 5,
            plot.top + 10,
            lang.say("median {median}", median=median),
            "end" if median > 10 else "start",
        ),
        tag(
            "g",
            plot.upright(float(mean), class_="gh-chosen"),
            _label(plot.across(float(mean)) + 5, plot.top + 26, lang.say("mean {mean}", mean=shown), "start"),
        ),
    )


# --- Lesson 4: spread ---


def _spread(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    copies, drawn, hands = values["copies"], values["drawn"], 500 * values["hands"]
    pool = {"wanted": copies, "other": 120 - copies}
    share = copies / 120
    if values["back"]:
        chances = [float(comb(drawn, k) * share**k * (1 - share) ** (drawn - k)) for k in range(drawn + 1)]
        mean, sd = drawn * share, sqrt(drawn * share * (1 - share))
    else:
        chances = [float(p) for p in draws.count_distribution(pool, "wanted", drawn)]
        mean, sd = float(drawn * share), draws.mean_sd(pool, "wanted", drawn).sd
    coin = np.random.default_rng(seed)
    tried = (
        coin.binomial(drawn, share, hands)
        if values["back"]
        else coin.hypergeometric(copies, 120 - copies, drawn, hands)
    )
    counts = np.bincount(tried, minlength=len(chances)) / hands if hands else np.zeros(len(chances))
    last = min(max([k for k, p in enumerate(chances) if p > 0.0005] + [3]), len(chances) - 1)
    first = max(min([k for k, p in enumerate(chances) if p > 0.0005] + [last - 3]), 0)
    said = lang.say("Mean {mean}, standard deviation {sd}.", mean=lang.fixed(mean, 3), sd=lang.fixed(sd, 3))
    if hands:
        found = "{hands} hands: mean {mean}, standard deviation {sd}."
        seen = {"mean": lang.fixed(tried.mean(), 3), "sd": lang.fixed(tried.std(), 3)}
        said += " " + lang.say(found, hands=lang.number(hands), **seen)
    said += " " + lang.say("None at all: {chance}.", chance=percent(chances[0], lang))
    plot = Plot(480, 280, (first - 0.8, last + 0.8), (0, 1.1 * max(chances)), digits=lang.digits)
    width = max(0.7 * (plot.across(1) - plot.across(0)), 1)
    band = _rect(
        plot.across(max(mean - 2 * sd, first - 0.8)),
        plot.top,
        max(plot.across(min(mean + 2 * sd, last + 0.8)) - plot.across(max(mean - 2 * sd, first - 0.8)), 1),
        plot.height - plot.top - plot.bottom,
        "gh-band",
    )
    shown = range(first, last + 1)
    picture = plot.picture(
        said,
        lang.say("wanted cards in the hand"),
        lang.say("chance"),
        band,
        steps(plot.at((k, chances[k]) for k in shown), plot.up(0), width, class_="gh-bars"),
        dots(plot.at((k, float(counts[k])) for k in shown), class_="gh-dots") if hands else EMPTY,
        plot.upright(mean, lang.say("mean {mean}", mean=lang.fixed(mean, 2)), class_="gh-chosen"),
    )
    rows = [(k, percent(chances[k], lang), percent(float(counts[k]), lang) if hands else "–") for k in shown]
    return Shown(said, picture, (lang.say("cards"), lang.say("exactly"), lang.say("tried")), rows)


# --- Lesson 5: sums of dice ---


def _dice(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    number, target = values["dice"], values["target"]
    ways = np.ones(1, dtype=object)
    for _ in range(number):
        ways = np.convolve(ways, np.array([1] * 6, dtype=object))
    chances = {number + place: Fraction(int(way), 6**number) for place, way in enumerate(ways)}
    reached = sum((p for total, p in chances.items() if total >= target), start=Fraction(0))
    mean, sd = 3.5 * number, sqrt(35 * number / 12)
    reaching = {"dice": number, "target": target, "chance": percent(reached, lang)}
    said = lang.say("One die reaches {target} with {chance}.", **reaching)
    if number > 1:
        said = lang.say("{dice} dice reach {target} with {chance}.", **reaching)
    said += " " + lang.say(
        "Mean {mean}, standard deviation {sd}. That is {each} a die.",
        mean=lang.number(mean),
        sd=lang.fixed(sd, 2),
        each=lang.fixed(target / number, 2),
    )
    top = max(float(p) for p in chances.values())
    plot = Plot(480, 280, (number - 1, 6 * number + 1), (0, 1.15 * top), digits=lang.digits)
    width = max(0.75 * (plot.across(1) - plot.across(0)), 1)
    low = plot.at((total, float(p)) for total, p in chances.items() if total < target)
    high = plot.at((total, float(p)) for total, p in chances.items() if total >= target)
    curve = [x / 4 for x in range(4 * (number - 1), 4 * (6 * number + 1) + 1)]
    bell = [(x, exp(-((x - mean) ** 2) / (2 * sd**2)) / (sd * sqrt(2 * pi))) for x in curve]
    picture = plot.picture(
        said,
        lang.say("sum"),
        lang.say("chance"),
        steps(low, plot.up(0), width, class_="gh-figure-fails") if low else EMPTY,
        steps(high, plot.up(0), width, class_="gh-bars") if high else EMPTY,
        line(plot.at((x, min(y, 1.15 * top)) for x, y in bell), class_="gh-dashed") if values["bell"] else EMPTY,
        plot.upright(max(target - 0.5, number - 1), lang.say("{target} or more", target=target), class_="gh-chosen"),
    )
    rows = [(total, percent(p, lang)) for total, p in chances.items()]
    return Shown(said, picture, (lang.say("sum"), lang.say("chance")), rows)


# --- Lesson 6: intervals of forty classes ---

CLASSES = 40


def _race(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    tries = 50 * values["looks"]
    true = float(draws_some(4, 6))
    coin = np.random.default_rng(seed)
    hits = np.cumsum(coin.binomial(50, true, (CLASSES, 20)), axis=1)
    at = values["looks"] - 1
    missed = np.array(
        [
            [not low <= true <= high for low, high in (wilson(int(h), 50 * (k + 1)) for k, h in enumerate(row))]
            for row in hits
        ]
    )
    ever = missed[:, : at + 1].any(axis=1)
    stopped = np.where(ever, missed[:, : at + 1].argmax(axis=1), at) if values["stop"] else np.full(CLASSES, at)
    ends = [(int(hits[c, k]), 50 * (int(k) + 1), bool(missed[c, k])) for c, k in enumerate(stopped)]
    wrong = sum(is_missed for _, _, is_missed in ends)
    said = lang.say(
        "{tries} tries in each of {classes} classes: {missing} the exact {chance}{ways}.",
        tries=lang.number(tries),
        classes=CLASSES,
        missing=lang.count(wrong, "interval misses", "intervals miss"),
        chance=percent(true, lang),
        ways=lang.say(" by classes that stop as soon as they miss") if values["stop"] else "",
    )
    said += " " + lang.count(int(ever.sum()), "class missed it at some time.", "classes missed it at some time.")
    top = max(0.4, 1.05 * max(wilson(h, n)[1] for h, n, _ in ends))
    plot = Plot(520, 280, (0, CLASSES + 1), (0, top), digits=lang.digits)
    drawn = []
    rows: list[tuple[Content, ...]] = []
    for number, (good, n, is_missed) in enumerate(ends, start=1):
        low, high = wilson(good, n)
        x = plot.across(number)
        name = "gh-figure-miss" if is_missed else "gh-figure-hit"
        drawn.append(tag("path", d=f"M{x} {plot.up(low)}V{plot.up(high)}", class_=name))
        drawn.append(_label(x, plot.up(good / n) + 5, "✗" if is_missed else "•"))
        held = lang.say("misses it") if is_missed else lang.say("holds it")
        share = lang.say("{part} of {whole}", part=good, whole=n)
        rows.append((number, share, percent(low, lang), percent(high, lang), held))
    level = plot.level(true, class_="gh-exact-line")
    picture = plot.picture(said, lang.say("class"), lang.say("share of hands"), *drawn, level)
    heads = (lang.say("class"), lang.say("hands"), lang.say("low"), lang.say("high"), lang.say("the exact chance"))
    return Shown(said, picture, heads, rows)


# --- Lesson 7: the null hypothesis ---


def _null(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    if values["noise"]:
        return _noise(seed, lang)
    games, wins, true = values["games"], values["wins"], Fraction(values["true"], 100)
    p_value, found = trials.tail(games, wins, sides=2), trials.power(games, true)
    fairly = "If the game is fair, data at least as far out as {wins} of {games} come in {share} of series."
    power = "If the true chance is {true}, the test at 5 % finds it in {share}."
    said = (
        lang.say(fairly, wins=wins, games=games, share=percent(p_value, lang))
        + " "
        + lang.say(power, true=percent(true, lang), share=percent(found, lang))
    )
    fair = [comb(games, k) / 2**games for k in range(games + 1)]
    q = float(true)
    truly = [comb(games, k) * q**k * (1 - q) ** (games - k) for k in range(games + 1)]
    out = [k for k in range(games + 1) if fair[k] <= fair[wins]]
    shown = [k for k in range(games + 1) if max(fair[k], truly[k]) > 1e-4 or k == wins]
    plot = Plot(480, 280, (shown[0] - 1, shown[-1] + 1), (0, 1.15 * max(*fair, *truly)), digits=lang.digits)
    width = max(0.75 * (plot.across(1) - plot.across(0)), 1)
    inside = plot.at((k, fair[k]) for k in shown if k not in set(out))
    tails = plot.at((k, fair[k]) for k in shown if k in set(out))
    picture = plot.picture(
        said,
        lang.say("wins of the beginner"),
        lang.say("chance"),
        steps(inside, plot.up(0), width, class_="gh-figure-fails") if inside else EMPTY,
        steps(tails, plot.up(0), width, class_="gh-bars") if tails else EMPTY,
        line(plot.at((k, truly[k]) for k in shown), class_="gh-dashed"),
        plot.upright(wins, lang.say("{wins} seen", wins=wins), class_="gh-chosen"),
    )
    rows = [(k, percent(fair[k], lang), percent(truly[k], lang)) for k in shown[:: max(1, len(shown) // 25)]]
    heads = (lang.say("wins"), lang.say("if fair"), lang.say("if {chance}", chance=percent(true, lang)))
    return Shown(said, picture, heads, rows)


def _noise(seed: int, lang: Language) -> Shown:
    """Thirty fields of pure noise: 20 fair games in each."""
    coin = np.random.default_rng(seed)
    wins = coin.binomial(20, 0.5, (5, 6))
    tails = [[trials.tail(20, int(k), sides=2) for k in row] for row in wins]
    alarms = sum(p <= Fraction(1, 20) for row in tails for p in row)
    said = lang.say("Thirty fields, 20 fair games in each:")
    said += " " + lang.count(alarms, "field would be called unfair at 5 %.", "fields would be called unfair at 5 %.")
    shares = [[lang.say("{part} of {whole}", part=k, whole=20) for k in row] for row in wins]
    drawn = []
    for row in range(5):
        for column in range(6):
            x, y, p = column * 78 + 6, row * 50 + 6, tails[row][column]
            rings = p <= Fraction(1, 20)
            drawn.append(_rect(x, y, 72, 44, "gh-figure-alarm" if rings else "gh-figure-card"))
            drawn.append(_label(x + 36, y + 20, shares[row][column]))
            drawn.append(_label(x + 36, y + 37, lang.say("✗ alarm") if rings else percent(p, lang)))
    places = [(r, c) for r in range(5) for c in range(6)]
    called = lang.say("field {number}")
    rows = [(called.format(number=6 * r + c + 1), shares[r][c], percent(tails[r][c], lang)) for r, c in places]
    return Shown(said, _svg(474, 262, said, *drawn), (lang.say("field"), lang.say("wins"), lang.say("p-value")), rows)


# --- Lesson 8: prior to posterior ---


def _prior(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    rate, times = Fraction(values["rate"], 100), values["times"]
    likely = {"random": Fraction(values["random"], 10_000), "greedy": Fraction(values["greedy"], 10_000)}
    if values["silent"]:
        likely = {bot: 1 - p for bot, p in likely.items()}
    data = {bot: p**times for bot, p in likely.items()}
    prior = {"random": rate, "greedy": 1 - rate}
    joint = {bot: prior[bot] * data[bot] for bot in prior}
    whole = sum(joint.values())
    after = joint["random"] / whole if whole else Fraction(0)
    crowd = {bot: round(10_000 * p) for bot, p in joint.items()}
    told = "{did} did it in {turns}, and {those} of these are random: {after}, before {rate}."
    if values["silent"]:
        told = "{did} did not do it in {turns}, and {those} of these are random: {after}, before {rate}."
    said = lang.say("Of 10,000 players {random} are random.", random=lang.number(round(10_000 * rate)))
    said += " " + lang.say(
        told,
        did=lang.number(sum(crowd.values())),
        turns=lang.count(times, "turn", "turns"),
        those=lang.number(crowd["random"]),
        after=percent(after, lang),
        rate=percent(rate, lang),
    )
    wide, high, left = 420.0, 220.0, 20.0
    split = wide * float(rate)
    parts = []
    for bot, x, width in (("random", left, split), ("greedy", left + split, wide - split)):
        tall = high * float(data[bot])
        parts.append(_rect(x, 20, width, high, "gh-figure-card"))
        parts.append(_rect(x, 20 + high - tall, width, tall, "gh-bars" if bot == "random" else "gh-figure-fails"))
    base = 20 + high
    labels = (
        _label(left, base + 18, f"random {percent(rate, lang)}", "start"),
        _label(left + wide, base + 18, f"greedy {percent(1 - rate, lang)}", "end"),
        _label(left, base + 44, lang.say("after:"), "start"),
        _rect(left + 60, base + 32, (wide - 60) * float(after), 16, "gh-bars"),
        _rect(left + 60 + (wide - 60) * float(after), base + 32, (wide - 60) * float(1 - after), 16, "gh-figure-fails"),
    )
    shares = {bot: (prior[bot], data[bot], joint[bot] / whole if whole else Fraction(0)) for bot in prior}
    rows = [(bot, *(percent(share, lang) for share in row)) for bot, row in shares.items()]
    heads = (lang.say("bot"), lang.say("before"), lang.say("does so"), lang.say("after"))
    return Shown(said, _svg(460, 300, said, *parts, *labels), heads, rows)


# --- Lesson 9: which kind of game ---

SHORT = {"harmony": "H", "Chicken": "C", "prisoner's dilemma": "D", "stag hunt": "S", "step aside": "A", "other": "–"}
DICE, TARGETS = range(2, 11, 2), range(6, 16, 3)


def _stances(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    kinds = {(dice, target): _game(dice, target, values).kind for dice in DICE for target in TARGETS}
    dice, target = DICE[values["column"]], TARGETS[values["row"]]
    chosen = _game(dice, target, values)
    said = lang.say("{dice} dice each against {target}: {kind}.", dice=dice, target=target, kind=lang.say(chosen.kind))
    paid = "Both cooperate {both}, cooperate alone {alone}, fight alone {against}, both fight {fight}."
    said += " " + lang.say(
        paid,
        both=lang.fixed(chosen.both, 2),
        alone=lang.fixed(chosen.alone, 2),
        against=lang.fixed(chosen.against, 2),
        fight=lang.fixed(chosen.fight, 2),
    )
    if chosen.mixed is not None:
        said += " " + lang.say("Each should fight with chance {chance}.", chance=percent(chosen.mixed, lang))
    drawn = []
    for (n, t), kind in kinds.items():
        x, y = 40 + DICE.index(n) * 84, 10 + TARGETS.index(t) * 52
        name = f"gh-figure-kind gh-figure-kind-{SHORT[kind]}" if SHORT[kind] != "–" else "gh-figure-kind"
        drawn.append(_rect(x, y, 80, 48, f"{name}{' gh-figure-picked' if (n, t) == (dice, target) else ''}"))
        drawn.append(_label(x + 40, y + 29, lang.say(kind if len(kind) < 12 else "dilemma")))
    axes = [_label(30, 40 + TARGETS.index(t) * 52, str(t), "end") for t in TARGETS]
    axes += [_label(80 + DICE.index(n) * 84, 10 + len(TARGETS) * 52 + 14, str(n)) for n in DICE]
    axes.append(_label(250, 10 + len(TARGETS) * 52 + 32, lang.say("dice of each team (rows: target)")))
    called = lang.say("{dice} dice against {target}")
    rows = [(called.format(dice=n, target=t), lang.say(kind)) for (n, t), kind in kinds.items()]
    heads = (lang.say("game"), lang.say("kind"))
    return Shown(said, _svg(480, 10 + len(TARGETS) * 52 + 40, said, *drawn, *axes), heads, rows)


def _game(dice: int, target: int, values: Values) -> trials.TwoByTwo:
    """Return the game for a reward, from the chances without any: an odd Gold goes to the Guild that keeps the card."""
    import polars as pl

    gold, fame = values["gold"], values["fame"]
    both = (pl.col("first") == "cooperate") & (pl.col("second") == "cooperate")
    shared = gold // 2 * pl.col("p_first") + gold % 2 * pl.col("card_first")
    paid = _unrewarded(dice, target).with_columns(
        gold_first=pl.col("gold_first") + pl.when(both).then(shared).otherwise(gold * pl.col("p_first")),
        fame_first=pl.col("fame_first") + fame * pl.col("p_first"),
    )
    return trials.two_by_two(paid, worth=values["worth"] / 10)


@lru_cache(maxsize=64)
def _unrewarded(dice: int, target: int) -> pl.DataFrame:
    from guildhall.odds import dice as checks

    return checks.stances(checks.Team(dice), checks.Team(dice), target=target)


# --- Lesson 10: Simpson ---

GAMES = {"without": {"easy": (350, 360), "hard": (6, 40)}, "with": {"easy": (40, 40), "hard": (230, 360)}}


def _simpson(values: Values, seed: int, lang: Language = ENGLISH) -> Shown:
    rates = {how: {kind: Fraction(*won) for kind, won in kinds.items()} for how, kinds in GAMES.items()}
    hard = {"without": Fraction(values["hard_without"], 100), "with": Fraction(values["hard_with"], 100)}
    overall = {how: (1 - hard[how]) * rates[how]["easy"] + hard[how] * rates[how]["hard"] for how in rates}
    better = lang.say("better") if overall["with"] > overall["without"] else lang.say("worse")
    told = "Over all, parties with a Head Start win {with_it}, without {without}: {better}."
    shares = {how: percent(rate, lang) for how, rate in overall.items()}
    said = lang.say(told, with_it=shares["with"], without=shares["without"], better=better)
    said += " " + lang.say("In each Scenario by itself the Head Start is better.")
    plot = Plot(480, 280, (0, 100), digits=lang.digits)
    lines = []
    for how, name in (("without", "gh-dashed"), ("with", "gh-exact-line")):
        lines.append(line(plot.at([(0, float(rates[how]["easy"])), (100, float(rates[how]["hard"]))]), class_=name))
        lines.append(marker(plot, (float(100 * hard[how]), float(overall[how])), f"{lang.say(how)} {shares[how]}"))
    picture = plot.picture(said, lang.say("share of hard games in percent"), lang.say("wins"), *lines)
    rows: list[tuple[Content, ...]] = [
        (lang.say(kind), percent(rates["without"][kind], lang), percent(rates["with"][kind], lang))
        for kind in ("easy", "hard")
    ]
    rows.append((lang.say("over all"), shares["without"], shares["with"]))
    return Shown(said, picture, (lang.say("Scenario"), lang.say("without"), lang.say("with Head Start")), rows)


# --- All of them ---

FIGURES: Mapping[str, Figure] = {
    "HandGrid": Figure(
        "Which hands of the small pile have a green card?",
        {
            "cards": Control("Cards", 6, 4, 8),
            "green": Control("Green ones", 2, 1, 3),
            "drawn": Control("Drawn", 2, 1, 3),
            "blind": Control("One was turned over blindly: F", 0, is_tick=True),
            "chosen": Control("She chose to show F, no green one", 0, is_tick=True),
        },
        _hand_grid,
        limits={"green": lambda v: (1, min(3, v["cards"] - 1)), "drawn": lambda v: (1, 3)},
    ),
    "HandField": Figure(
        "Of a thousand hands, how many have a green Weaver?",
        {
            "drawn": Control("Cards in a hand", 6, 1, 12),
            "only_weavers": Control("Look only at hands with a Weaver", 0, is_tick=True),
            "ask_green": Control("Count those with a green Weaver", 1, is_tick=True),
        },
        _hand_field,
        has_luck=True,
    ),
    "DueOrNot": Figure(
        "It has not come for ages: is it due?",
        {
            "cards": Control("Cards", 99, 10, 120),
            "green": Control("Green ones", 3, 1, 10),
            "misses": Control("Misses so far", 40, 0, 119),
        },
        _due,
        limits={"green": lambda v: (1, min(10, v["cards"] - 1)), "misses": lambda v: (0, v["cards"] - v["green"])},
    ),
    "SpreadExplorer": Figure(
        "How many will come, and how much does it vary?",
        {
            "copies": Control("Wanted of 120", 20, 1, 60),
            "drawn": Control("Cards drawn", 6, 1, 120),
            "hands": Control("Hands tried (× 500)", 20, 0, 40),
            "back": Control("Put every card back", 0, is_tick=True),
        },
        _spread,
        has_luck=True,
    ),
    "DiceSums": Figure(
        "What do my dice bring?",
        {
            "dice": Control("Dice", 5, 1, 10),
            "target": Control("Target", 20, 1, 60),
            "bell": Control("Bell curve", 1, is_tick=True),
        },
        _dice,
        limits={"target": lambda v: (v["dice"], 6 * v["dice"])},
    ),
    "IntervalRace": Figure(
        "How many of forty intervals miss?",
        {
            "looks": Control("Looks, 50 tries each", 4, 1, 20),
            "stop": Control("Stop as soon as it misses", 0, is_tick=True),
        },
        _race,
        has_luck=True,
    ),
    "NullExplorer": Figure(
        "How often does luck alone do as much?",
        {
            "games": Control("Games", 20, 10, 400),
            "wins": Control("Wins seen", 15, 0, 400),
            "true": Control("True chance", 58, 50, 80, " %"),
            "noise": Control("Thirty fields of pure noise", 0, is_tick=True),
        },
        _null,
        has_luck=True,
        limits={"wins": lambda v: (0, v["games"])},
    ),
    "PriorToPosterior": Figure(
        "Which bot sits there?",
        {
            "rate": Control("Random players", 5, 1, 99, " %"),
            "random": Control("Random: of 10,000", 1160, 0, 10_000),
            "greedy": Control("Greedy: of 10,000", 14, 0, 10_000),
            "times": Control("Turns seen", 1, 1, 10),
            "silent": Control("It was not seen", 0, is_tick=True),
        },
        _prior,
    ),
    "StanceMap": Figure(
        "Cooperate or fight?",
        {
            "column": Control("Column of the map", 3, 0, len(DICE) - 1),
            "row": Control("Row of the map", 2, 0, len(TARGETS) - 1),
            "gold": Control("Gold", 3, 0, 8),
            "fame": Control("Fame", 3, 0, 8),
            "worth": Control("A Gold in tenths of a Fame", 4, 0, 20),
        },
        _stances,
    ),
    "CauseLab": Figure(
        "Better in both, and worse over all?",
        {
            "hard_without": Control("Hard games without", 10, 0, 100, " %"),
            "hard_with": Control("Hard games with it", 90, 0, 100, " %"),
        },
        _simpson,
    ),
}
"""The figures of the course by the name of their front-end."""
