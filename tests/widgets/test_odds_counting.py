"""Situations of the odds explorer, the counting behind them, and hands drawn to try them."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from guildhall_widgets.odds.charts import Plot
from guildhall_widgets.odds.counting import PRESETS, Hands, Situation, counting, in_words, missed, terms
from guildhall_widgets.render.numbers import percent, whole
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import guildhall as gh


@st.composite
def situations(draw, largest=60):
    seen = tuple(draw(st.lists(st.integers(0, 4), min_size=1, max_size=5)))
    left = 4 * len(seen) - sum(seen)
    unseen = draw(st.integers(max(left, 1), max(left, largest)))
    need = draw(st.none() | st.integers(1, len(seen)))
    return Situation(seen, draws=draw(st.integers(0, unseen)), unseen=unseen, need=need)


def filled(situation: Situation, number: int, seed: int = 1) -> Hands:
    hands = Hands(situation, seed)
    for batch in hands.batches(until=number):
        hands.add(batch)
    return hands


# --- the situation ------------------------------------------------------------------------------------------


@given(situations())
def test_a_situations_chance_is_what_the_odds_say(situation):
    pool = dict(situation.pool)

    assert situation.chance == gh.odds.draws.chance(pool, situation.colours, situation.draws, need=situation.need)
    assert sum(situation.waiting) == situation.curve[-1]
    assert situation.waiting == gh.odds.draws.distribution(pool, situation.colours, need=situation.need)


def test_a_refresh_draws_what_is_not_kept():
    situation = Situation(seen=(1,)).with_kept(4)

    assert (situation.kept, situation.draws) == (4, 2)


def test_a_colour_more_makes_room_among_the_unseen():
    situation = Situation(seen=(0,), unseen=5, draws=5).with_missing(3)

    assert situation.seen == (0, 0, 0)
    assert situation.unseen == 12


def test_fewer_unseen_cards_are_fewer_to_draw():
    assert Situation(seen=(0,), draws=50).with_unseen(30).draws == 30


def test_what_can_never_come_has_no_mean():
    situation = Situation(seen=(4, 0), unseen=40)

    assert situation.chance == 0
    assert situation.mean is None
    assert situation.enough_for(Fraction(1, 2)) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seen": ()}, "colours missing must be a whole number from 1 to 5, not 0"),
        ({"seen": (5,)}, "copies of red seen must be a whole number from 0 to 4, not 5"),
        ({"seen": (0,), "unseen": 3}, "unseen cards must be a whole number from 4 to 480, not 3"),
        ({"seen": (0,), "draws": 121}, "cards drawn must be a whole number from 0 to 120, not 121"),
        ({"seen": (0,), "need": 2}, "colours wanted must be a whole number from 1 to 1, not 2"),
    ],
)
def test_a_situation_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(gh.BadOdds, match=message):
        Situation(**arguments)


@pytest.mark.parametrize("situation", PRESETS.values(), ids=PRESETS)
def test_every_preset_can_be_counted(situation):
    assert 1 - Fraction(missed(situation), comb(situation.unseen, situation.draws)) == situation.chance


# --- the counting behind it ---------------------------------------------------------------------------------


@given(situations())
def test_the_lines_of_the_count_add_up_to_the_exact_chance(situation):
    every = comb(situation.unseen, situation.draws)

    assert Fraction(every - missed(situation), every) == situation.chance


@given(situations(largest=14))
@settings(max_examples=50)
def test_every_failing_draw_is_counted_once_in_the_end(situation):
    """A draw that lacks some colours is counted by each line as often as the line has choices among them."""
    for lacking in range(situation.missing + 1):
        count = sum(term.weight * comb(lacking, term.without) for term in terms(situation))
        assert count == (lacking > situation.missing - situation.wanted)


@given(situations(largest=9))
@settings(max_examples=40)
def test_the_failing_draws_are_those_of_a_look_at_all_draws(situation):
    deck = [card for card, copies in situation.pool.items() for _ in range(copies)]
    assume(comb(len(deck), situation.draws) <= 5000)
    hands = (set(hand) - {"other"} for hand in combinations(deck, situation.draws))

    assert sum(len(colours) < situation.wanted for colours in hands) == missed(situation)


def test_the_words_name_the_actual_numbers():
    words = " ".join(in_words(Situation(seen=(0, 0), draws=6, unseen=100)))

    assert f"{comb(100, 6):,} ways" in words
    assert f"2 × {comb(96, 6):,}; they fail, once for each colour" in words
    assert f"{comb(92, 6):,}; their count is 2 instead of 1, so they are taken off once" in words


@given(situations())
@settings(max_examples=40)
def test_no_number_of_draws_is_larger_than_all_draws(situation):
    for term in terms(situation):
        parts = term.shown(situation.draws).split(" + ")
        assert parts == [
            f"{choices} × {whole(comb(cards, situation.draws))}" if choices > 1 else whole(comb(cards, situation.draws))
            for cards, choices in term.allowed
        ]
        assert all(comb(cards, situation.draws) <= comb(situation.unseen, situation.draws) for cards, _ in term.allowed)


def test_a_short_axis_is_marked_by_whole_numbers_only():
    labels = re.findall(
        r'<text[^>]*text-anchor="middle">([^<]*)</text>', str(Plot(380, 240, (0, 2)).picture("", "draws", ""))
    )

    assert labels == ["0", "1", "2", "draws"]


def test_the_formula_is_mathml_with_the_actual_numbers():
    html = counting(Situation(seen=(0, 0), draws=6, unseen=100))

    binomial = '<mfrac linethickness="0"><mn>{}</mn><mn>6</mn></mfrac>'
    for cards in (100, 96, 92):
        assert binomial.format(cards) in html


# --- drawn hands --------------------------------------------------------------------------------------------


def test_drawn_hands_settle_on_the_exact_curve():
    situation = Situation(seen=(1, 2, 0), unseen=50, need=2)
    hands = filled(situation, 20_000)

    exact = np.array([float(p) for p in situation.curve])
    spread = np.sqrt(exact * (1 - exact) / hands.number)
    # Fifty estimates from one seed: five standard errors leave no room for luck, a wrong curve is far outside.
    assert (np.abs(hands.done / hands.number - exact) <= 5 * spread).all()


def test_the_same_seed_draws_the_same_hands_in_one_go_or_with_a_pause():
    situation = Situation(seen=(0, 1), unseen=40)
    with_pause = filled(situation, 100)
    for batch in with_pause.batches(until=500):
        with_pause.add(batch)

    assert with_pause.number == 500
    assert with_pause.history(6)[-1][:2] == (500, int(with_pause.done[6]))
    assert np.array_equal(with_pause.waits, filled(situation, 500).waits)
    assert not np.array_equal(filled(situation, 500).waits, filled(situation, 500, seed=2).waits)


def test_hands_that_can_never_be_complete_are_counted_as_such():
    hands = filled(Situation(seen=(4,), unseen=20), 50)

    assert hands.number == 50
    assert hands.done[-1] == 0


# --- numbers ------------------------------------------------------------------------------------------------


@given(st.fractions(0, 1, max_denominator=10**9))
def test_only_what_is_certain_looks_certain(chance):
    shown = Fraction(percent(chance).removesuffix("\u00a0%")) / 100

    assert (shown == 0) == (chance == 0)
    assert (shown == 1) == (chance == 1)
    assert abs(shown - chance) < Fraction(51, 100_000)  # half a tenth of a percent, and a float's breadth
