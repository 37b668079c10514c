"""Refresh, mulligan and opening equal counting every outcome of every choice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import polars as pl
import pytest

from guildhall import odds
from guildhall.core.errors import BadOdds
from tests.odds.brute import cards_of, chance, chapter, deals, random_pool, real_deck, served, share, without

CASES = 210
NAMES = ["a", "b", "c", "x", "y"]
GOALS = [
    (odds.draws.goal(["a", "b"]), [(["a", "b"], 2)]),
    (odds.draws.goal(["a", "b", "c"], need=2), [(["a", "b", "c"], 2)]),
    (odds.draws.goal(["a", "b"], wild="c"), [(["ac", "bc"], 2)]),
    (odds.draws.goal([("a", "b"), ("b", "c"), "x"]), [(["ab", "bc", "x"], 3)]),
    (odds.draws.any_of({"A": ["a", "b"], "B": ["c", "x"]}, 2), [(["a", "b"], 2), (["c", "x"], 2)]),
]


def reached(cards: tuple[str, ...], aims) -> bool:
    return any(served(cards, groups) >= need for groups, need in aims)


def subsets(hand: list[str]):
    for number in range(len(hand) + 1):
        for places in combinations(range(len(hand)), number):
            yield tuple(hand[i] for i in places), tuple(hand[i] for i in range(len(hand)) if i not in places)


def slow_refresh(hand, pool, aims, size, deck, discard, keeps_top):
    """The chance by the cards kept, with the best order of discarding."""
    found: dict[tuple[str, ...], Fraction] = {}
    for kept, thrown in subsets(hand):
        draws = max(size - len(kept), 0)
        for order in set(permutations(thrown)):
            pile = [*discard, *order]
            behind = pile[:-1] if keeps_top else pile
            from_deck = min(draws, deck)
            from_pile = min(draws - from_deck, len(behind))
            drawn = deals(cards_of(pool), from_deck, behind, from_pile)
            p = share(reached(kept + cards, aims) for cards in drawn)
            key = tuple(sorted(kept))
            found[key] = max(found.get(key, Fraction(0)), p)
            if not keeps_top:
                break
    return found


@pytest.mark.parametrize("keeps_top", [False, True])
def test_refresh_equals_every_outcome_of_every_choice(keeps_top):
    random = Random(20 + keeps_top)
    for case in range(CASES):
        wanted, aims = GOALS[case % len(GOALS)]
        pool, hand = random_pool(random, NAMES, 5), random.choices(NAMES, k=random.randint(0, 4))
        deck, discard = random.randint(0, sum(pool.values())), random.choices(NAMES, k=random.randint(0, 2))
        size = random.randint(1, 4)

        fast = odds.draws.refresh(hand, pool, wanted, size=size, deck=deck, discard=discard, keeps_top=keeps_top)
        slow = slow_refresh(hand, pool, aims, size, deck, discard, keeps_top)
        assert fast.by_kept.items() <= slow.items()
        assert fast.best.chance == max(slow.values())


def test_every_row_keeps_and_discards_the_whole_hand():
    hand = ["a", "a", "b", "x", "y", "x"]
    choices = odds.draws.refresh(hand, dict.fromkeys(NAMES, 3), ["a", "b", "c"])

    assert all(Counter(row.kept + row.discarded) == Counter(hand) for row in choices.rows)
    assert all(row.draws == 6 - len(row.kept) for row in choices.rows)
    assert len(set(choices.by_kept)) == len(choices.rows) == 3 * 2 * 4


def test_rows_come_best_first_and_keep_as_much_as_they_can():
    hand = ["a", "b", "x", "y"]
    pool = dict.fromkeys(NAMES, 3)

    chances = [row.chance for row in odds.draws.refresh(hand, pool, ["a", "c"]).rows]
    assert chances == sorted(chances, reverse=True)
    assert odds.draws.refresh(hand, pool, ["a", "b"]).best.kept == ("a", "b", "x", "y")


def test_discards_do_not_come_back_while_the_deck_lasts():
    held = odds.draws.refresh(["a"], {"a": 0, "x": 9}, ["a"], size=6)

    assert held.by_kept[()] == 0


def test_discards_come_back_when_the_deck_runs_out():
    short = odds.draws.refresh(["a", "x"], {"a": 0, "x": 1}, ["a"], size=2)

    assert short.by_kept[()] == Fraction(1, 2)  # the deck's one card, then one of the two discards


def test_with_six_cards_kept_nothing_is_drawn():
    full = odds.draws.refresh(["x"] * 6, {"a": 9, "x": 0}, ["a"])

    assert full.by_kept[("x",) * 6] == 0
    assert full.by_kept[("x",) * 5] == 1


def test_a_known_card_on_top_of_the_deck_is_drawn_for_certain():
    choices = odds.draws.refresh(["x", "x"], {"a": 0, "x": 9}, ["a"], size=2, deck=[None, None, "a"])

    assert choices.by_kept == {("x", "x"): 0, ("x",): 1, (): 1}


def test_choices_come_as_a_frame():
    frame = odds.draws.refresh(["a", "x"], {"a": 1, "b": 2}, ["a", "b"], size=2).frame()

    assert frame.schema == {
        "kept": pl.List(pl.String),
        "discarded": pl.List(pl.String),
        "draws": pl.Int64,
        "p": pl.Float64,
    }
    assert frame["kept"].to_list()[0] == ["a"]


def test_mulligan_of_a_whole_deck_agrees_with_the_chance_of_draws():
    random = Random(23)
    deck = real_deck()
    hand = random.sample(cards_of(deck), 9)
    pool = {card: copies - hand.count(card) for card, copies in deck.items()}
    held = sorted({card for card in hand if card in chapter(0)})
    lacking = [card for card in chapter(0) if card not in held]

    best = odds.draws.mulligan(hand, pool, odds.draws.goal(chapter(0), need=4)).best
    assert sorted(best.kept) == held
    assert best.chance == odds.draws.chance(pool, lacking, 9 - len(held), need=4 - len(held))


def test_refresh_of_two_aims_agrees_with_any_of_both():
    pool = without(Random(24), real_deck(2), 10)
    aims = {"P0": chapter(0), "P1": chapter(1)}

    choices = odds.draws.refresh([], pool, odds.draws.any_of(aims, 3))
    assert choices.best.chance == odds.draws.chance(pool, odds.draws.any_of(aims, 3), 6)


# --- before the hand is seen ---


def slow_opening(deck, aims, hand):
    cards = cards_of(deck)
    dealt = best = Fraction(0)
    hands = list(combinations(range(len(cards)), hand))
    for places in hands:
        held = [cards[i] for i in places]
        rest = Counter(cards) - Counter(held)
        dealt += reached(tuple(held), aims)
        best += max(
            share(reached(kept + drawn, aims) for drawn in deals(rest.elements(), len(thrown)))
            for kept, thrown in subsets(held)
        )
    return dealt / len(hands), best / len(hands)


def test_opening_equals_the_best_mulligan_of_every_hand():
    random = Random(25)
    known = [each for each in GOALS if each[0] is not GOALS[3][0]]
    for case in range(CASES):
        wanted, aims = known[case % len(known)]
        hand = random.randint(1, 3)
        deck = Counter(dict.fromkeys(NAMES, 0))
        deck.update(random.choices(NAMES, k=random.randint(2 * hand, 7)))

        found = odds.draws.opening(deck, wanted, hand=hand)
        assert (found.dealt, found.best) == slow_opening(deck, aims, hand)


def test_opening_as_dealt_is_a_plain_draw():
    deck = real_deck(masters=True)

    found = odds.draws.opening(deck, odds.draws.goal(chapter(0), need=3, wild="Master"))
    assert found.dealt == odds.draws.chance(deck, chapter(0), 9, need=3, wild="Master")
    assert found.best > found.dealt


def test_giving_away_a_plentiful_card_may_be_better_than_keeping_it():
    hand, pool = ["c", "x"], {"a": 1, "c": 8, "x": 0}

    assert odds.draws.mulligan(hand, pool, ["a", "c"]).best.kept == ()
    assert odds.draws.opening({"a": 1, "c": 3}, ["a", "c"], hand=2).best == 1


def test_opening_of_a_whole_deck_agrees_with_the_best_of_sampled_hands():
    random, hands = Random(26), 300
    deck, wanted = real_deck(), odds.draws.goal(chapter(0), need=3)
    cards = cards_of(deck)

    def after_mulligan() -> Fraction:
        hand = random.sample(cards, 9)
        return odds.draws.mulligan(hand, {card: n - hand.count(card) for card, n in deck.items()}, wanted).best.chance

    mean = float(sum(after_mulligan() for _ in range(hands))) / hands
    assert mean == pytest.approx(float(odds.draws.opening(deck, wanted).best), abs=0.05)


def test_opening_refuses_what_it_cannot_group():
    with pytest.raises(BadOdds, match="serves several"):
        odds.draws.opening(dict.fromkeys(NAMES, 4), GOALS[3][0])
    uneven = {f"{colour}{i}": 1 + (place + i) % 5 for i in range(8) for place, colour in enumerate("rbgyp")}
    eight = odds.draws.any_of({str(i): [f"{colour}{i}" for colour in "rbgyp"] for i in range(8)}, 3)
    with pytest.raises(BadOdds, match="kinds of hand"):
        odds.draws.opening(uneven, eight)


def test_brute_force_itself_knows_a_plain_case():
    assert chance({"a": 1, "x": 3}, ["a"], 2) == Fraction(1, 2)
