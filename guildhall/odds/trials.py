"""Exact numbers for the questions of a statistics lesson: counts and their spread, tails, power, Bayes, 2 × 2 games.

>>> tail(20, 15, sides=2)
Fraction(5425, 131072)
>>> posterior({"random": 0.05, "greedy": 0.95}, {"random": 0.116, "greedy": 0.0014})["random"]
Fraction(580, 713)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, isfinite, sqrt
from numbers import Rational
from typing import TYPE_CHECKING, Literal, NamedTuple

from guildhall.core.errors import BadOdds, short

from .reading import Pool, check_known, in_range, read_draws, read_names, read_pool

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Spread", "TwoByTwo", "count_distribution", "hazard", "mean_sd", "posterior", "power", "tail", "two_by_two"]

MOST_TRIES = 10_000
Chance = Fraction | float


class Spread(NamedTuple):
    """The mean and the standard deviation of a number of cards."""

    mean: Fraction
    sd: float


# --- How many come ---


def count_distribution(pool: Pool, wanted: str | Iterable[str], draws: int) -> list[Fraction]:
    """Return the chance of 0, 1, 2 … wanted cards among the drawn ones.

    >>> count_distribution({"Weaver": 2, "other": 4}, "Weaver", 2)
    [Fraction(2, 5), Fraction(8, 15), Fraction(1, 15)]
    """
    cards, copies, number = _read_count(pool, wanted, draws)
    every = comb(cards, number)
    ways = (comb(copies, hits) * comb(cards - copies, number - hits) for hits in range(min(copies, number) + 1))
    return [Fraction(way, every) for way in ways]


def mean_sd(pool: Pool, wanted: str | Iterable[str], draws: int) -> Spread:
    """Return the mean and the standard deviation of the number of wanted cards among the drawn ones.

    >>> mean_sd({"Weaver": 20, "other": 100}, "Weaver", 6)
    Spread(mean=Fraction(1, 1), sd=0.893...)
    """
    cards, copies, number = _read_count(pool, wanted, draws)
    share = Fraction(copies, cards) if cards else Fraction(0)
    variance = number * share * (1 - share) * Fraction(cards - number, cards - 1) if cards > 1 else Fraction(0)
    return Spread(number * share, sqrt(variance))


def hazard(pool: Pool, wanted: str | Iterable[str], misses: int) -> Fraction:
    """Return the chance that the next card is a wanted one, after some draws without any.

    >>> hazard({"green": 3, "other": 96}, "green", 40)
    Fraction(3, 59)
    """
    cards, copies, gone = _read_count(pool, wanted, misses)
    if not copies:
        return Fraction(0)
    if gone > cards - copies:
        raise BadOdds(f"{gone} misses are impossible: only {cards - copies} cards are not wanted")
    return Fraction(copies, cards - gone)


def _read_count(pool: Pool, wanted: str | Iterable[str], draws: int) -> tuple[int, int, int]:
    cards = read_pool(pool)
    names = read_names("wanted", wanted)
    check_known(names, pool)
    return cards, sum(pool[name] for name in dict.fromkeys(names)), read_draws(draws, cards)


# --- Repeated tries ---


def tail(n: int, k: int, p: Chance = Fraction(1, 2), *, sides: Literal[1, 2] = 1) -> Fraction:
    """Return the chance of at least k successes in n tries. With two sides, of results at least as unlikely as k.

    For p = 1/2 that is twice the smaller tail, and 1 if k is in the middle.

    >>> tail(10, 6), tail(2, 1, sides=2)
    (Fraction(193, 512), Fraction(1, 1))
    """
    tries = in_range("n", n, 0, MOST_TRIES)
    hits = in_range("k", k, 0, tries)
    ways = _ways(tries, read_chance("p", p))
    if sides not in (1, 2):
        raise BadOdds(f"sides must be 1 or 2, not {short(sides)}")
    counted = ways[hits:] if sides == 1 else [way for way in ways if way <= ways[hits]]
    return Fraction(sum(counted), sum(ways))


def power(n: int, p: Chance, level: Chance = Fraction(1, 20)) -> Fraction:
    """Return how often n games of true chance p are called unfair by the two-sided test at this level.

    >>> float(power(100, 0.58))
    0.307...
    """
    tries, limit = in_range("n", n, 1, MOST_TRIES), read_chance("level", level)
    fair, true = _ways(tries, Fraction(1, 2)), _ways(tries, read_chance("p", p))
    beyond = 0
    least = tries + 1
    for hits in range(tries, tries // 2, -1):
        beyond += 2 * fair[hits]
        if Fraction(beyond, 2**tries) > limit:
            break
        least = hits
    return Fraction(sum(true[least:]) + sum(true[: max(tries - least + 1, 0)]), sum(true))


def _ways(tries: int, p: Fraction) -> list[int]:
    """Return the weights of 0, 1, 2 … successes as whole numbers."""
    yes, no = p.numerator, p.denominator - p.numerator
    return [comb(tries, hits) * yes**hits * no ** (tries - hits) for hits in range(tries + 1)]


def read_chance(name: str, value: object) -> Fraction:
    """Return a chance as a fraction: a float means its shortest decimal.

    >>> read_chance("p", 0.05)
    Fraction(1, 20)
    """
    found = None
    if isinstance(value, Rational) and not isinstance(value, bool):
        found = Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, float) and isfinite(value):
        found = Fraction(repr(float(value)))
    if found is None or not 0 <= found <= 1:
        raise BadOdds(f"{name} must be a chance from 0 to 1, not {short(value)}")
    return found


# --- Bayes ---


def posterior(prior: Mapping[str, Chance], likelihoods: Mapping[str, Chance]) -> dict[str, Fraction]:
    """Return the chance of each hypothesis after the data: prior times likelihood, as shares.

    >>> posterior({"fair": 0.5, "loaded": 0.5}, {"fair": 0.25, "loaded": 0.5})
    {'fair': Fraction(1, 3), 'loaded': Fraction(2, 3)}
    """
    if not isinstance(prior, Mapping) or not prior or not isinstance(likelihoods, Mapping):
        raise BadOdds("prior and likelihoods must map the same hypotheses to chances")
    if prior.keys() != likelihoods.keys():
        raise BadOdds(
            f"prior and likelihoods name different hypotheses: {short(sorted(prior.keys() ^ likelihoods.keys()))}"
        )
    before = {name: read_chance(f"the prior of {short(name)}", p) for name, p in prior.items()}
    if sum(before.values()) != 1:
        raise BadOdds(f"the priors must add up to 1, not {float(sum(before.values())):g}")
    joint = {name: p * read_chance(f"the likelihood of {short(name)}", likelihoods[name]) for name, p in before.items()}
    whole = sum(joint.values())
    if not whole:
        raise BadOdds("the data are impossible under every hypothesis")
    return {name: p / whole for name, p in joint.items()}


# --- Two by two ---

Kind = Literal["harmony", "Chicken", "prisoner's dilemma", "stag hunt", "step aside", "other"]


@dataclass(frozen=True)
class TwoByTwo:
    """The payoffs of a symmetric game of two choices, from the first player's point of view.

    `mixed` is the chance to fight with which the other does not care, or None if one choice is always better.
    """

    both: float
    alone: float  # cooperating against a fighter
    against: float  # fighting against a cooperator
    fight: float
    kind: Kind
    replies: tuple[str, str]  # the best reply to cooperate and to conflict
    mixed: float | None


def two_by_two(frame: pl.DataFrame, worth: float = 1.0) -> TwoByTwo:
    """Return the kind of game in a frame of `gh.odds.dice.stances`, where a Gold counts as `worth` Fame.

    >>> from guildhall import odds
    >>> team = odds.dice.Team(8)
    >>> found = two_by_two(odds.dice.stances(team, team, target=12, gold=3, fame=3), worth=0.4)
    >>> found.kind, round(found.mixed, 2)
    ('Chicken', 0.26)
    """
    if not isinstance(worth, int | float) or isinstance(worth, bool) or not isfinite(worth) or worth < 0:
        raise BadOdds(f"worth must be a number of at least 0, not {short(worth)}")
    paid = {
        (row["first"], row["second"]): row["fame_first"] + worth * row["gold_first"]
        for row in frame.iter_rows(named=True)
    }
    both, alone = paid["cooperate", "cooperate"], paid["cooperate", "conflict"]
    against, fight = paid["conflict", "cooperate"], paid["conflict", "conflict"]
    replies = ("conflict" if against > both else "cooperate", "conflict" if fight > alone else "cooperate")
    gain, loss = against - both, alone - fight
    mixed = gain / (gain + loss) if gain * loss > 0 else None
    return TwoByTwo(both, alone, against, fight, _kind(both, alone, against, fight), replies, mixed)


def _kind(both: float, alone: float, against: float, fight: float) -> Kind:
    if against <= both:
        return "harmony" if alone >= fight else "stag hunt"
    if fight > alone:
        return "prisoner's dilemma" if both > fight else "other"
    return "Chicken" if alone <= both else "step aside"
