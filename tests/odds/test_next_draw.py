"""The exact chance of the next draw, and its agreement with roll-outs where both answer the same question."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import pytest

import guildhall as gh
from guildhall import odds
from guildhall.core.game import Game

FOUR = ["red", "blue", "green", "yellow"]
ASSASSINS = [f"{colour} Assassin" for colour in (*FOUR, "purple")]  # nothing to discard, so they do nothing here

# Hand empty and two actions left: the seat can only refresh, then play one card, and the turn is over.
# A Farmer only gains tokens, so the fifth colour is completed just if the refresh brings it.
ONLY_A_REFRESH = {
    "deck": {"deck": ["purple Farmer", "red Farmer", "blue Farmer"] + ASSASSINS * 2},
    "cards in another hand": {
        "deck": ["purple Farmer", "purple Farmer", *ASSASSINS],
        "hands": [[], ["purple Farmer", *ASSASSINS, *ASSASSINS]],
    },
    "reshuffle": {
        "deck": ["red Assassin", "red Farmer", "blue Assassin"],
        "discard": ["purple Farmer", *ASSASSINS],
    },
    "reshuffle that leaves the top card": {
        "deck": ["red Assassin", "red Farmer", "blue Assassin"],
        "discard": [*ASSASSINS, "purple Farmer", "purple Farmer"],
        "reshuffle_keeps_top": True,
    },
    "Masters": {"deck": ["purple Farmer", "Chancellor", "red Farmer"] + ASSASSINS * 3, "masters": True},
}


def only_a_refresh(**options) -> Game:
    return gh.position(**{"halls": [{"Farmer": FOUR}, {}], "hands": [[], []], "actions": 2, **options})


def row(frame, chapter: str, method: str):
    return frame.filter(chapter=chapter, method=method).row(0, named=True)


@pytest.mark.parametrize("case", ONLY_A_REFRESH.values(), ids=ONLY_A_REFRESH)
def test_exact_and_estimate_agree_where_only_a_refresh_is_possible(case):
    game = only_a_refresh(**case)
    assert [option.phrase for option in game.options] == ["refresh"]

    frame = odds.chapters(game, 0, turns=1, n=10_000, seed=8)

    exact, estimate = (row(frame, "Farmer", method) for method in ("exact", "roll-out"))
    assert 0.1 < exact["p"] < 0.9
    error = sqrt(exact["p"] * (1 - exact["p"]) / estimate["n"])
    assert abs(estimate["p"] - exact["p"]) < 3.5 * error
    assert exact["low"] == exact["p"] == exact["high"]


def test_the_exact_row_is_the_share_of_hands_with_the_missing_card():
    game = only_a_refresh(deck=["purple Farmer", "red Farmer", *ASSASSINS, *ASSASSINS])

    assert odds.draws.next_draw(game)["Farmer"] == 1 - Fraction(comb(11, 6), comb(12, 6))


def test_a_draw_that_cannot_bring_a_chapter_has_the_chance_zero_and_one_that_need_not_the_chance_one():
    holding = only_a_refresh(hands=[["purple Farmer"], []], deck=ASSASSINS * 2)
    lacking = only_a_refresh(deck=ASSASSINS * 2)

    assert odds.draws.next_draw(holding)["Farmer"] == 1
    assert odds.draws.next_draw(lacking)["Farmer"] == 0


def test_cards_in_the_action_area_count_since_they_enter_the_hall():
    game = only_a_refresh(
        halls=[{"Farmer": FOUR[:3]}, {}], areas=[["yellow Farmer"], []], actions=1, deck=["purple Farmer", *ASSASSINS]
    )

    assert odds.draws.next_draw(game)["Farmer"] == 1
    assert odds.draws.goal_in(game, "Farmer").cards == {"purple Farmer"}


def test_a_refresh_that_has_begun_is_finished():
    game = only_a_refresh(hands=[ASSASSINS, []], deck=["purple Farmer"] + ASSASSINS * 2)
    before = odds.draws.next_draw(game)["Farmer"]
    game.play("refresh", "discard red Assassin", "discard blue Assassin")

    # What has been discarded does not come back; the best is still to discard the rest.
    assert odds.draws.next_draw(game)["Farmer"] == before == Fraction(6, 11)


def test_a_mulligan_draws_back_to_nine_cards():
    game = gh.new_game(players=2, first=0, seed=3)

    found = odds.draws.next_draw(game, 0)

    for chapter, chance in found.items():
        choices = odds.draws.mulligan(
            game.view(0).hand, odds.draws.unseen(game), odds.draws.goal_in(game, chapter, hand=False)
        )
        assert chance == choices.best.chance
    assert odds.draws.next_draw(game, 1) == {}


def test_there_is_no_exact_row_where_others_act_first_or_a_card_is_at_work():
    game = only_a_refresh(hands=[["purple Farmer"], []])

    assert set(odds.chapters(game, 1, n=100)["method"]) == {"roll-out"}
    game.play("play purple Farmer")
    assert game.decision.kind == "tier"
    assert set(odds.chapters(game, 0, n=100)["method"]) == {"roll-out"}


def test_exact_rows_stand_beside_the_estimates_and_name_no_bot():
    game = only_a_refresh(deck=ASSASSINS * 2)

    frame = odds.chapters(game, 0, n=100)

    assert frame["chapter"].to_list() == [chapter for chapter in game.rules.goals for _ in range(2)]
    assert frame["method"].to_list() == ["roll-out", "exact"] * len(game.rules.goals)
    assert frame.filter(method="exact").select("bot", "n").unique().rows() == [(None, 0)]


def test_what_is_exact_does_not_change_with_what_a_seat_cannot_see():
    game = gh.new_game(players=3, masters=True, first=0, seed=6)
    game.run("greedy", until=lambda game: game.table.turn_no >= 10 and game.decision.kind == "act")
    other = Game(game.rules, game.rules.resample(game.view(0), seed=1))

    assert other.table.deck != game.table.deck
    assert odds.draws.next_draw(other) == odds.draws.next_draw(game) != {}
