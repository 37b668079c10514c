"""Tournaments seat everybody everywhere and rate them; sweeps put options beside games."""

from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl
import pytest

import guildhall as gh
from guildhall.simulation import analyses, sweep, tournament
from guildhall.simulation.tournaments import line_ups, rate


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 2), (5, 3), (4, 4), (3, 4), (2, 4)])
def test_every_bot_sits_on_every_seat_equally_often(bots, seats):
    tables = list(line_ups(bots, seats))

    for seat in range(seats):
        assert len(set(Counter(table[seat] for table in tables).values())) == 1
    assert all(len(set(table)) == min(bots, seats) for table in tables)
    assert len(set(tables)) == len(tables)


def test_ratings_find_the_strengths_that_made_the_games():
    chance = np.random.default_rng(1)
    truth = np.array([150.0, 0.0, -150.0])
    tables = np.array(list(line_ups(3, 3)))
    strength = 10 ** (truth[tables] / 400)
    inside = 0
    for _ in range(100):
        wins = np.array([chance.multinomial(300, row / row.sum()) for row in strength])
        ratings, half = rate(tables, wins)
        inside += int((np.abs((ratings[0] - ratings[2]) - 300) < 60) & (ratings[0] > ratings[1] > ratings[2]))
        assert (half < 60).all()

    assert inside >= 95


def test_intervals_of_ratings_cover_the_truth_as_often_as_they_say():
    chance = np.random.default_rng(2)
    tables = np.array([[0, 1], [1, 0]])
    covered = 0
    for _ in range(400):
        wins = np.array([chance.multinomial(200, [0.6, 0.4]), chance.multinomial(200, [0.4, 0.6])])
        ratings, half = rate(tables, wins)
        truth = 200 * np.log10(0.6 / 0.4)
        covered += int(abs(ratings[0] - truth) < half[0])

    assert 0.92 <= covered / 400 <= 0.98


def test_a_bot_that_never_wins_is_rated_all_the_same():
    ratings, half = rate(np.array([[0, 1], [1, 0]]), np.array([[50, 0], [0, 50]]))

    assert np.isfinite([*ratings, *half]).all()
    assert ratings[0] - ratings[1] > 400


def test_a_tournament_ranks_the_bots():
    cup = tournament(["random", "greedy"], games=60, seed=4)

    assert cup.ratings["bot"].to_list() == ["greedy", "random"]
    assert cup.tables["wins"].sum() == 120
    assert cup.seats.height == 4
    assert cup.ratings["rating_low"][0] > cup.ratings["rating_high"][1]


def test_bots_of_own_weights_enter_under_a_name(tmp_path):
    bots = {"mine": {"complete": 9.0, "progress": 1.0}, "theirs": "random"}

    cup = tournament(bots, games=20, seed=4, out=tmp_path)

    assert sorted(cup.ratings["bot"]) == ["mine", "theirs"]
    assert tournament(bots, games=20, seed=4, out=tmp_path).tables.equals(cup.tables)
    assert len(list(tmp_path.glob("*/manifest.json"))) == 2


def test_a_tournament_needs_two_bots():
    with pytest.raises(gh.BadSetup, match="at least two bots"):
        tournament(["greedy", "greedy"])


def test_a_sweep_has_the_options_as_columns():
    found = sweep({"players": [2, 3], "rules": ["advanced", "basic"]}, games=5, seed=1)

    assert found.columns[:3] == ["players", "rules", "game"]
    assert found.group_by("players", "rules").len()["len"].to_list() == [5] * 4
    assert found.filter(pl.col("players") == 2)["score_2"].is_null().all()
    assert found.filter(pl.col("players") == 3)["score_2"].is_not_null().all()


def test_lists_of_cards_stand_in_their_column_as_words():
    found = sweep({"cards": ["old-world", ["old-world", "new-empire"]]}, games=2)

    assert found["cards"].unique(maintain_order=True).to_list() == ["old-world", "old-world, new-empire"]


def test_more_than_six_professions_make_the_game_longer():
    decks = {6: "old-world", 12: ["old-world", "new-empire"], 18: ["old-world", "new-empire", "gathering"]}

    length = analyses.game_length(sweep({"cards": decks}, games=150, seed=1), by=["cards"])

    assert length["cards"].to_list() == [6, 12, 18]
    assert length["high"][0] < length["low"][1]
    assert length["high"][1] < length["low"][2]


def test_a_sweep_needs_an_option():
    with pytest.raises(gh.BadSetup, match="at least one option"):
        sweep({})
