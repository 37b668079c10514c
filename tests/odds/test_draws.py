"""Exact odds of draws equal counting every outcome, closed forms, and a second method on whole decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from guildhall import odds
from guildhall.core.errors import BadOdds
from tests.odds.brute import (
    cards_of,
    chance,
    chapter,
    deals,
    random_pool,
    real_deck,
    second_any,
    second_chance,
    served,
    share,
    without,
)

CASES = 220
NAMES = ["a", "b", "c", "d", "e", "x"]


def questions(seed: int, *, most: int = 9):
    """Random small pools with something missing: plain cards, alternatives, overlaps, wild cards, fewer than all."""
    random = Random(seed)
    for _ in range(CASES):
        pool = random_pool(random, [*NAMES, "wild"], most)
        groups = [random.sample(NAMES[:5], random.choice((1, 1, 1, 2))) for _ in range(random.randint(0, 4))]
        wild = random.choice(((), (), ("wild",)))
        need = random.choice((None, random.randint(0, len(groups))))
        yield random, pool, groups, wild, need


# --- against every outcome ---


def test_the_chance_of_draws_equals_every_outcome():
    for random, pool, groups, wild, need in questions(1):
        draws = random.randint(0, sum(pool.values()))

        assert odds.draws.chance(pool, groups, draws, wild=wild, need=need) == chance(pool, groups, draws, wild, need)


def test_the_chance_of_draws_beyond_the_deck_equals_every_outcome():
    for random, pool, groups, wild, need in questions(2, most=6):
        size = sum(pool.values())
        deck, pile = random.randint(0, size), random.choices([*NAMES, "wild"], k=random.randint(0, 4))
        draws = random.randint(0, deck + len(pile))
        from_deck = min(draws, deck)
        least = len(groups) if need is None else need

        slow = share(
            served(drawn, groups, wild) >= least for drawn in deals(cards_of(pool), from_deck, pile, draws - from_deck)
        )
        assert odds.draws.chance(pool, groups, draws, wild=wild, need=need, deck=deck, discard=pile) == slow


def test_the_chance_of_draws_with_known_places_of_the_deck_equals_every_outcome():
    for random, pool, groups, wild, need in questions(3, most=7):
        unknown = random.randint(0, sum(pool.values()))
        deck = [None] * unknown + random.choices(NAMES, k=random.randint(0, 3))
        random.shuffle(deck)
        draws = random.randint(0, len(deck))
        coming = deck[len(deck) - draws :]
        sure = tuple(card for card in coming if card)
        least = len(groups) if need is None else need

        slow = share(served(sure + drawn, groups, wild) >= least for drawn in deals(cards_of(pool), coming.count(None)))
        assert odds.draws.chance(pool, groups, draws, wild=wild, need=need, deck=deck) == slow


def test_curve_and_distribution_equal_every_outcome():
    for random, pool, groups, wild, need in questions(4, most=7):
        size = sum(pool.values())
        most = random.choice((None, random.randint(1, size)))
        slow = [chance(pool, groups, n, wild, need) for n in range((most or size) + 1)]

        assert odds.draws.curve(pool, groups, most, wild=wild, need=need) == tuple(slow)
        shares = odds.draws.distribution(pool, groups, most, wild=wild, need=need)
        assert shares == tuple(after - before for before, after in zip([Fraction(0), *slow], slow, strict=False))
        assert sum(shares) == slow[-1]


def test_expected_draws_equal_the_mean_of_the_distribution():
    asked = 0
    for _, pool, groups, wild, need in questions(5, most=8):
        size = sum(pool.values())
        slow = [chance(pool, groups, n, wild, need) for n in range(size + 1)]
        if slow[-1] == 1:
            asked += 1
            assert odds.draws.expected(pool, groups, wild=wild, need=need) == sum(1 - p for p in slow)
        else:
            with pytest.raises(BadOdds):
                odds.draws.expected(pool, groups, wild=wild, need=need)
    assert asked > CASES / 3


def test_at_least_k_different_equals_every_outcome():
    for random, pool, groups, wild, _ in questions(6):
        k, draws = random.randint(0, len(groups)), random.randint(0, sum(pool.values()))

        assert odds.draws.at_least(pool, groups, k, draws, wild=wild) == chance(pool, groups, draws, wild, k)


def test_at_least_k_copies_equals_every_outcome():
    for random, pool, groups, wild, _ in questions(7):
        k, draws = random.randint(0, 5), random.randint(0, sum(pool.values()))
        counted = {card for group in groups for card in group} | set(wild)

        slow = share(sum(card in counted for card in drawn) >= k for drawn in deals(cards_of(pool), draws))
        assert odds.draws.at_least(pool, groups, k, draws, wild=wild, copies=True) == slow


def test_any_of_several_chapters_equals_every_outcome():
    random = Random(8)
    for _ in range(CASES):
        chapters = {"A": [["a1", "a0"], "a2", "a3"], "B": ["b1", "b2"], "C": ["c1", "c2", "c3"]}
        names = [f"{letter}{i}" for letter in "abc" for i in range(4)] + ["wild"]
        pool = random_pool(random, names, 8)
        k = {name: random.randint(1, len(cards)) for name, cards in chapters.items()}
        wild = random.choice(({}, {"B": "wild"}))
        draws = random.randint(0, sum(pool.values()))

        slow = share(
            any(
                served(drawn, [[c] if isinstance(c, str) else c for c in cards], wild.get(name, ())) >= k[name]
                for name, cards in chapters.items()
            )
            for drawn in deals(cards_of(pool), draws)
        )
        assert odds.draws.chance(pool, odds.draws.any_of(chapters, k, wild=wild), draws) == slow


# --- closed forms ---


@pytest.mark.parametrize("copies", [0, 1, 4])
@pytest.mark.parametrize("draws", [0, 1, 6, 60, 120])
def test_one_missing_card_is_hypergeometric(copies, draws):
    pool = {"wanted": copies, "other": 120 - copies}

    assert odds.draws.chance(pool, ["wanted"], draws) == 1 - Fraction(comb(120 - copies, draws), comb(120, draws))


def test_cards_of_one_copy_each_must_all_be_among_the_drawn():
    pool = {**dict.fromkeys("abcde", 1), "other": 25}

    for draws in range(5, 31):
        assert odds.draws.chance(pool, list("abcde"), draws) == Fraction(comb(25, draws - 5), comb(30, draws))
    assert odds.draws.expected(pool, list("abcde")) == Fraction(5 * 31, 6)


def test_the_first_of_some_copies_comes_on_average_after_size_plus_one_over_copies_plus_one():
    assert odds.draws.expected({"wanted": 4, "other": 116}, ["wanted"]) == Fraction(121, 5)


def test_in_a_vast_pool_draws_are_those_of_a_coupon_collector():
    pool = dict.fromkeys("abcde", 100_000)

    with_replacement = 5 * sum(Fraction(1, n) for n in range(1, 6))
    assert abs(odds.draws.expected(pool, list("abcde")) - with_replacement) < Fraction(1, 1000)


def test_copies_counted_together_are_hypergeometric():
    pool = {"a": 4, "b": 3, "other": 33}

    slow = sum(Fraction(comb(7, k) * comb(33, 9 - k), comb(40, 9)) for k in range(3, 8))
    assert odds.draws.at_least(pool, ["a", "b"], 3, 9, copies=True) == slow


# --- a second method on whole decks ---


@pytest.mark.parametrize("masters", [False, True])
def test_whole_decks_agree_with_a_step_by_step_count(masters):
    random = Random(9)
    for _ in range(12):
        pool = without(random, real_deck(masters=masters), random.randint(0, 60))
        missing = random.sample(chapter(0), random.randint(1, 5))
        need = random.randint(1, len(missing))
        wild = ["Master"] * masters
        copies = [pool[card] for card in missing]
        left = sum(pool[card] for card in wild)
        others = sum(pool.values()) - sum(copies) - left

        fast = odds.draws.curve(pool, missing, wild=wild, need=need)
        for draws in random.sample(range(len(fast)), 12):
            assert fast[draws] == second_chance(copies, left, need, others, draws)


def test_any_of_several_chapters_of_a_whole_deck_agrees_with_a_step_by_step_count():
    random = Random(10)
    for _ in range(10):
        pool = without(random, real_deck(), random.randint(0, 40))
        chapters = {f"P{i}": chapter(i) for i in range(6)}
        k, draws = random.randint(2, 5), random.randint(3, 30)

        slow = second_any([[pool[card] for card in cards] for cards in chapters.values()], k, 0, draws)
        assert odds.draws.chance(pool, odds.draws.any_of(chapters, k), draws) == slow


def test_a_card_named_as_alternative_for_all_is_a_wild_card():
    pool = {"red Monk": 4, "blue Monk": 4, "Seeker": 5, "other": 40}

    named = odds.draws.chance(pool, [("red Monk", "Seeker"), ("blue Monk", "Seeker")], 6)
    assert named == odds.draws.chance(pool, ["red Monk", "blue Monk"], 6, wild="Seeker")


def test_a_card_named_twice_is_wanted_twice():
    pool = {"red Monk": 4, "other": 6}

    assert odds.draws.chance(pool, ["red Monk", "red Monk"], 3) == odds.draws.at_least(
        pool, ["red Monk"], 2, 3, copies=True
    )


def test_alternatives_count_together():
    pool = {"red Monk": 2, "red Psion": 2, "other": 16}

    assert odds.draws.chance(pool, [("red Monk", "red Psion")], 5) == odds.draws.chance(
        {"red": 4, "other": 16}, ["red"], 5
    )


def test_a_master_that_lies_in_the_hall_leaves_one_colour_fewer_to_find():
    pool = without(Random(11), real_deck(masters=True), 20)
    missing = chapter(0)[2:]

    either = odds.draws.chance(pool, missing, 8, wild="Master", need=2)
    pairs = [set(pair) for pair in combinations(missing, 2)]
    assert either > max(odds.draws.chance(pool, sorted(pair), 8, wild="Master") for pair in pairs)
    assert either == second_chance([pool[c] for c in missing], pool["Master"], 2, _others(pool, missing), 8)


def _others(pool, missing):
    return sum(pool.values()) - sum(pool[card] for card in missing) - pool["Master"]


def test_nothing_missing_is_certain():
    assert odds.draws.chance({"a": 2}, [], 0) == 1
    assert odds.draws.chance({"a": 2}, ["a"], 1, need=0) == 1
    assert odds.draws.expected({"a": 2}, []) == 0
    assert odds.draws.distribution({"a": 2}, []) == (1, 0, 0)


def test_a_card_that_has_run_out_cannot_come():
    assert odds.draws.curve({"a": 0, "b": 3}, ["a"]) == (0, 0, 0, 0)


def test_answers_are_fractions():
    for answer in (
        *odds.draws.curve({"a": 1, "b": 3}, ["a"]),
        odds.draws.chance({"a": 1}, [], 0),
        odds.draws.expected({"a": 1}, []),
    ):
        assert isinstance(answer, Fraction)


def test_a_counter_is_a_pool():
    assert odds.draws.chance(Counter(["a", "b", "b"]), ["a"], 1) == Fraction(1, 3)
