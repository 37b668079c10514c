"""The small exact functions of the course against lists of all hands, all series and all games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from statistics import pstdev

import polars as pl
import pytest

import guildhall as gh
from guildhall.core.errors import BadOdds

POOL = {"red": 2, "blue": 3, "other": 3}
CARDS = list(Counter(POOL).elements())


@pytest.mark.parametrize("draws", range(9))
@pytest.mark.parametrize("wanted", ["red", ["red", "blue"], []])
def test_counts_are_those_of_all_hands(draws, wanted):
    names = {wanted} if isinstance(wanted, str) else set(wanted)
    counts = [sum(card in names for card in hand) for hand in combinations(CARDS, draws)]
    found = gh.odds.draws.count_distribution(POOL, wanted, draws)
    mean, sd = gh.odds.draws.mean_sd(POOL, wanted, draws)

    assert found == [Fraction(counts.count(hits), len(counts)) for hits in range(len(found))]
    assert sum(found) == 1
    assert mean == Fraction(sum(counts), len(counts))
    assert sd == pytest.approx(pstdev(counts))


def test_the_next_card_is_counted_among_all_orders_without_a_hit_so_far():
    orders = list(permutations("rroooo"))
    for misses in range(5):
        left = [order for order in orders if "r" not in order[:misses]]
        expected = Fraction(sum(order[misses] == "r" for order in left), len(left))
        assert gh.odds.draws.hazard({"r": 2, "o": 4}, "r", misses) == expected
    with pytest.raises(BadOdds, match="5 misses are impossible"):
        gh.odds.draws.hazard({"r": 2, "o": 4}, "r", 5)


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 3), 0.2, 0, 1])
def test_tails_are_those_of_all_series(p):
    exact = Fraction(repr(p)) if isinstance(p, float) else Fraction(p)
    chances = Counter()
    for series in product((0, 1), repeat=6):
        chances[sum(series)] += exact ** sum(series) * (1 - exact) ** (6 - sum(series))
    for k in range(7):
        assert gh.odds.trials.tail(6, k, p) == sum(chances[hits] for hits in range(k, 7))
        rare = sum(chances[hits] for hits in range(7) if chances[hits] <= chances[k])
        assert gh.odds.trials.tail(6, k, p, sides=2) == rare


@pytest.mark.parametrize(("n", "p", "level"), [(12, 0.7, 0.05), (12, 0.5, 0.05), (9, 0.9, 0.2), (4, 0.9, 0.05)])
def test_power_is_the_chance_of_all_series_that_the_test_rejects(n, p, level):
    tail = gh.odds.trials.tail
    rejected = [k for k in range(n + 1) if tail(n, k, sides=2) <= Fraction(repr(level))]
    exact = Fraction(repr(p))
    chances = (tail(n, k, exact) - (tail(n, k + 1, exact) if k < n else 0) for k in rejected)

    assert gh.odds.trials.power(n, p, level) == sum(chances)


def test_the_posterior_is_the_share_among_many_players():
    # 2 of 20 are random and refresh in 3 of 6 turns, 18 greedy ones in 1 of 6
    found = gh.odds.trials.posterior(
        {"random": 0.1, "greedy": 0.9}, {"random": Fraction(1, 2), "greedy": Fraction(1, 6)}
    )

    assert found == {"random": Fraction(2 * 3, 2 * 3 + 18), "greedy": Fraction(18, 2 * 3 + 18)}


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: gh.odds.trials.posterior({"a": 0.5}, {"b": 0.5}), "different hypotheses"),
        (lambda: gh.odds.trials.posterior({"a": 0.5, "b": 0.4}, {"a": 1, "b": 1}), "add up to 1, not 0.9"),
        (lambda: gh.odds.trials.posterior({"a": 1}, {"a": 0}), "impossible under every"),
        (lambda: gh.odds.trials.tail(10, 11), "k must be at most 10"),
        (lambda: gh.odds.trials.tail(10, 5, 1.5), "p must be a chance from 0 to 1, not 1.5"),
        (lambda: gh.odds.trials.tail(10, 5, sides=3), "sides must be 1 or 2, not 3"),
        (lambda: gh.odds.draws.mean_sd({"red": 2}, "rad", 1), "did you mean 'red'"),
    ],
)
def test_impossible_questions_are_refused(call, problem):
    with pytest.raises(BadOdds, match=problem):
        call()


def game(both, alone, against, fight):
    rows = [("cooperate", "cooperate", both), ("cooperate", "conflict", alone)]
    rows += [("conflict", "cooperate", against), ("conflict", "conflict", fight)]
    return pl.DataFrame(rows, schema=["first", "second", "fame_first"], orient="row").with_columns(gold_first=0.0)


@pytest.mark.parametrize(
    ("paid", "kind"),
    [
        ((3.60, 3.32, 4.04, 2.10), "Chicken"),
        ((10.0, 4.0, 12.0, 6.0), "prisoner's dilemma"),
        ((5.0, 4.0, 3.0, 2.0), "harmony"),
        ((5.0, 1.0, 4.0, 2.0), "stag hunt"),
        ((3.0, 3.5, 4.0, 2.0), "step aside"),
    ],
)
def test_a_game_of_two_choices_is_named_by_its_best_replies(paid, kind):
    found = gh.odds.trials.two_by_two(game(*paid))

    assert found.kind == kind
    if found.mixed is not None:
        both, alone, against, fight = paid
        q = found.mixed
        assert both * (1 - q) + alone * q == pytest.approx(against * (1 - q) + fight * q)
