"""Ready-made questions: each against the same number found another way."""

from __future__ import annotations

import itertools

import polars as pl
import pytest

import guildhall as gh
from guildhall.core.intervals import wilson
from guildhall.simulate import analyses
from guildhall.simulate.intervals import mean_columns, share_columns

PLAYERS, GAMES = 3, 150


@pytest.fixture(scope="module")
def sim():
    return gh.simulate(players=PLAYERS, bots=["greedy", "random", "heuristic"], games=GAMES, seed=3, events=True)


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (3, 10), (10, 10), (500, 1000)])
def test_the_interval_of_a_share_is_wilsons(hits, n):
    row = pl.DataFrame({"hits": [hits], "n": [n]}).select(share_columns(pl.col("hits"), pl.col("n"))).row(0)

    assert row == pytest.approx((hits / n, *wilson(hits, n)))


def test_mean_and_spread_are_those_of_polars():
    x = pl.col("x")
    frame = pl.DataFrame({"x": [1.0, 4.0, 4.0, 9.0]})

    mean, low, high, sd = frame.select(mean_columns(x.sum(), (x * x).sum(), pl.len().cast(pl.Int64))).row(0)

    assert (mean, sd) == pytest.approx((frame["x"].mean(), frame["x"].std()))
    assert mean - low == pytest.approx(high - mean) == pytest.approx(1.959964 * sd / 2)


def test_win_rates_count_every_winner(sim):
    found = analyses.win_rate_by_seat(sim)

    assert found["wins"].to_list() == [(sim.games["winner"] == seat).sum() for seat in range(PLAYERS)]
    assert found["n"].to_list() == [GAMES] * PLAYERS
    assert (found["low"] <= found["p"]).all()
    assert (found["p"] <= found["high"]).all()


def test_win_rates_in_order_of_play_count_from_the_seat_that_began(sim):
    found = analyses.win_rate_by_seat(sim, order=True)

    began = (sim.games["winner"] == sim.games["first"]).sum()
    assert found["wins"][0] == began
    assert found["wins"].sum() == GAMES


def test_unfinished_games_are_won_by_nobody():
    found = analyses.win_rate_by_seat(gh.simulate(games=10, turn_limit=3))

    assert found["wins"].to_list() == [0, 0]
    assert found["n"].to_list() == [10, 10]


def test_game_length_in_any_unit(sim):
    for unit in ("turns", "plies", "decisions"):
        row = analyses.game_length(sim, unit=unit).row(0, named=True)

        assert row["mean"] == pytest.approx(sim.games[unit].mean())
        assert row["sd"] == pytest.approx(sim.games[unit].std())
        assert (row["shortest"], row["longest"]) == (sim.games[unit].min(), sim.games[unit].max())


def test_chapters_per_profession_names_all_of_them(sim):
    found = analyses.chapters_per_profession(sim)

    assert sorted(found["chapter"]) == sorted(sim.rules.vocabulary["chapter"])
    assert found["completed"].sum() == sim.chapters.height
    assert found["on_others_turns"].sum() == (~sim.chapters["own_turn"]).sum()
    assert found["mean"].to_list() == pytest.approx((found["completed"] / GAMES).to_list())


def test_a_chapter_that_nobody_completes_is_told_as_zero():
    found = analyses.chapters_per_profession(gh.simulate(games=3, turn_limit=1))

    assert found["completed"].to_list() == [0] * 6
    assert found["mean"].to_list() == [0.0] * 6


def test_tiers_are_told_by_profession_whatever_the_colour(sim):
    found = analyses.tier_worth(sim)

    used = sim.events.filter((pl.col("event") == "tier") & pl.col("tier").is_not_null())
    weaver = used.filter(pl.col("card").cast(pl.String).str.ends_with("Weaver") & (pl.col("tier") == 2))
    row = found.row(by_predicate=(pl.col("profession") == "Weaver") & (pl.col("tier") == 2), named=True)
    assert found["uses"].sum() == used.height
    assert row["uses"] == weaver.height
    assert row["n"] == weaver.select("game", "seat").n_unique()
    assert row["worth"] == pytest.approx(row["p"] - 1 / PLAYERS)


def test_attack_share_is_attacks_over_actions(sim):
    found = analyses.attack_share(sim)

    for seat, attacks, actions, p, hits in found.select("seat", "attacks", "actions", "p", "hits").iter_rows():
        own = sim.turns.filter(pl.col("seat") == seat)
        assert (attacks, actions, hits) == (own["attacks"].sum(), own["actions"].sum(), own["hits"].sum())
        assert p == pytest.approx(attacks / actions)
    assert found["p"][1] < found["p"][0]  # chance attacks less than greed


def test_volatility_counts_changes_of_the_lead(sim):
    changes = led = won = 0
    for (game,), turns in sim.turns.group_by("game"):
        leaders = [seat for seat in turns["leader"] if seat is not None]
        changes += sum(one != other for one, other in itertools.pairwise(leaders))
        half = turns["leader"][turns.height // 2]
        led += half is not None
        won += half is not None and half == sim.games["winner"][game]

    row = analyses.volatility(sim).row(0, named=True)
    assert row["changes_mean"] == pytest.approx(changes / GAMES)
    assert (row["led"], row["led_and_won"]) == (led, won)
    assert row["half_time_p"] == pytest.approx(won / led)


def test_analyses_answer_the_same_from_a_directory(sim, tmp_path):
    sim.write(tmp_path)
    kept = type(sim).read(tmp_path)

    for question in set(analyses.__all__) - {"score_levels"}:  # Guildhall has no rating table
        ask = getattr(analyses, question)
        keys = [column for column in ask(sim).columns if column in ("seat", "chapter", "profession", "tier", "score")]
        one, other = (frame.sort(keys) if keys else frame for frame in (ask(sim), ask(kept)))
        assert one.select(pl.selectors.integer()).equals(other.select(pl.selectors.integer())), question
