"""Games in bulk: frames of its own, the score distribution and the rating table."""

from __future__ import annotations

import polars as pl
import pytest

import guildhall as gh
from guildhall.games.advyria.wording import level_of
from guildhall.simulation import Simulation, analyses, schemas_of, sweep, tournament
from guildhall.simulation.frames import TYPES


@pytest.fixture(scope="module")
def sim():
    return gh.simulate("advyria", players=3, bots=["greedy", "random", "memory"], games=60, seed=5, events=True)


@pytest.fixture(scope="module")
def solo():
    return gh.simulate("advyria", games=400, seed=2)


@pytest.mark.parametrize("name", ["games", "turns", "events"])
def test_a_frame_has_the_columns_and_types_of_its_schema(sim, name):
    schema, expected = sim.scan(name).collect_schema(), schemas_of(sim.rules)[name]
    scores = [f"score_{seat}" for seat in range(3)] if name == "games" else []

    assert schema.names() == [*expected, *scores]
    for column, (kind, _) in expected.items():
        assert isinstance(schema[column], pl.Enum) if kind == "word" else schema[column] == TYPES[kind]


@pytest.mark.parametrize("number", [0, 31, 59])
def test_a_row_of_games_is_the_game_that_its_seed_deals(sim, number):
    row = sim.games.row(number, named=True)
    game = gh.new_game("advyria", players=3, seed=row["seed"])
    game.run(["greedy", "random", "memory"])

    assert game.outcome.points == tuple(row[f"score_{seat}"] for seat in range(3))
    assert (game.outcome.winner, game.outcome.reason) == (row["winner"], row["reason"])
    assert (game.ply, game.table.turn_no) == (row["plies"], row["turns"])


def test_events_are_those_of_the_game_played_option_by_option(sim):
    row = sim.games.row(3, named=True)
    game = gh.new_game("advyria", players=3, seed=row["seed"])
    game.run(["greedy", "random", "memory"])
    recorded = sim.events.filter(game=3)
    renamed = {"set": "play", "wizard": "play", "action": "play", "flip": "turn villages", "rest": "end turn"}

    assert recorded["event"].cast(pl.String).replace(renamed).to_list() == [event.kind for event in game.events]
    drawn = recorded.filter(event="draw")["card"].to_list()
    assert drawn == [event.data["card"] for event in game.events if event.kind == "draw"]
    moved = recorded.filter(event="move")["field"].to_list()
    assert moved == [event.data["to"] for event in game.events if event.kind == "move"]
    rolled = recorded.filter(event="roll")["amount"].to_list()
    assert rolled == [event.data["die"] for event in game.events if event.kind == "roll"]


def test_negative_scores_are_numbers(sim):
    assert sim.games["score_1"].null_count() == 0
    assert sim.games["score_1"].min() < 0


def test_turns_tell_how_a_game_went(sim):
    last = sim.turns.group_by("game", "seat", maintain_order=True).last()
    ends = last.join(sim.games.select("game", "score_0"), on="game").filter(seat=0)

    assert (ends["losses"] <= 12).all()
    assert sim.turns["level"].is_between(3, 14).all()
    assert sim.turns.height == sim.games["turns"].sum()
    assert (sim.turns["leader"].is_null() | sim.turns["leader"].is_between(0, 2)).all()


def test_a_game_without_chapters_says_which_frames_it_has(solo):
    with pytest.raises(gh.BadSetup, match="advyria has no frame 'chapters'; its frames are games, turns, events"):
        _ = solo.chapters
    with pytest.raises(gh.BadSetup, match="unknown frame 'chapters'"):
        gh.simulate("advyria", games=1, frames="chapters")


def test_questions_that_only_another_game_can_answer_are_refused_in_words(sim):
    for question, why in [
        (analyses.tier_worth, "advyria records no column 'tier' in its events"),
        (analyses.attack_share, "advyria records no column 'attacks' in its turns"),
        (analyses.chapters_per_profession, "advyria has no frame 'chapters'"),
    ]:
        with pytest.raises(gh.BadSetup, match=why):
            question(sim)


def test_a_run_in_a_directory_comes_back(tmp_path):
    written = gh.simulate("advyria", players=2, games=20, seed=4, out=tmp_path / "run", chunk=8)
    again = Simulation.read(tmp_path / "run")

    assert again.games.equals(gh.simulate("advyria", players=2, games=20, seed=4).games)
    assert again.turns.equals(written.turns)


def test_the_solo_score_distribution_is_that_of_the_games(solo):
    found = analyses.score_distribution(solo)

    assert found["count"].sum() == 400
    assert found["score"].to_list() == sorted(set(solo.games["score_0"].to_list()))
    assert ((found["low"] <= found["p"]) & (found["p"] <= found["high"])).all()


def test_the_rating_table_counts_every_level(solo):
    found = analyses.score_levels(solo)
    levels = [level_of(score) for score in solo.games["score_0"]]

    assert found["level"].to_list() == [1, 2, 3, 4, 5, 6]
    assert found["count"].to_list() == [levels.count(level) for level in range(1, 7)]
    assert found["least"].to_list() == [None, 40, 55, 70, 85, 100]
    assert found["word"].to_list()[2] == "adventurous"


def test_win_rates_lengths_and_volatility_work_for_this_game_too(sim):
    assert analyses.win_rate_by_seat(sim)["n"].to_list() == [60] * 3
    assert analyses.game_length(sim)["n"].item() == 60
    assert 0 <= analyses.volatility(sim)["half_time_p"].item() <= 1


def test_alone_every_finished_game_is_won_and_the_lead_never_changes(solo):
    assert analyses.win_rate_by_seat(solo, order=True)["p"].to_list() == [1.0]
    assert analyses.volatility(solo)["changes_mean"].item() == 0
    assert solo.turns["leader"].unique().to_list() == [0]


def test_nobody_plays_a_tournament_alone():
    with pytest.raises(gh.BadSetup, match="at least two players; for a single player"):
        tournament(["memory", "random"], game="advyria", players=1, games=5)


def test_a_tournament_of_three_seats_everybody_everywhere():
    cup = tournament(["memory", "random"], game="advyria", players=3, games=20, seed=1)

    assert cup.ratings["bot"].to_list() == ["memory", "random"]
    assert cup.tables.group_by("bot").len().sort("bot")["len"].to_list() == [9, 9]


def test_a_sweep_over_tables_of_different_size_has_a_score_for_each_seat():
    games = sweep({"players": [1, 2]}, game="advyria", games=5, seed=1)

    assert games.filter(players=1)["score_1"].is_null().all()
    assert games.filter(players=2)["score_1"].is_not_null().all()


def test_a_tournament_and_a_sweep_can_be_played():
    ratings = tournament(["memory", "random"], game="advyria", games=30, seed=1).ratings
    lengths = analyses.game_length(
        sweep({"cards": ["standard", "lean"]}, game="advyria", games=50, seed=1), by=["cards"]
    )

    assert ratings["bot"].to_list() == ["memory", "random"]
    assert dict(lengths.select("cards", "mean").iter_rows())["standard"] > 30
