"""Market Day through every door of the kit; what is not in its file, the kit does by default."""

from __future__ import annotations

import multiprocessing
import pickle
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import polars as pl
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

import guildhall as gh
from guildhall.adapters import openspiel, pettingzoo
from guildhall.bots import bot_names
from guildhall.core.registration import text_lines
from guildhall.simulation import Simulation, analyses
from guildhall.simulation.run import manifest_of
from guildhall.simulation.workers import code_fingerprint, play_task, task_of
from guildhall.testing.laws import check, check_rules
from guildhall.testing.soak import cases_of, soak_of
from tests.example.market_day import COPIES, FETCH, GAME, WARES
from tests.example.tables import begun, position

EVERY_NUMBER = pytest.mark.parametrize("players", [1, 2, 3, 4])

pytestmark = pytest.mark.usefixtures("market_day")


# --- Its rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ware", "coins"), [("bread", 9), ("cloth", 12), ("iron", 15)])
def test_a_sale_pays_by_how_much_is_sold_at_once(ware, coins):
    game = position([3, 3, 3])
    game.play(f"sell {ware}")

    assert game.outcome.points == (coins, 0)
    assert game.table.fields["hand"][0] == [0 if name == ware else 3 for name in WARES]


def test_who_holds_nothing_can_only_fetch():
    assert begun().decision.phrases == ("fetch",)
    assert position([0, 2, 1]).decision.phrases == ("sell cloth", "sell iron", "fetch")


@pytest.mark.parametrize(
    ("hand", "stolen", "pieces"), [([3, 2, 2], "bread", 3), ([2, 2, 1], "cloth", 2), ([1, 1, 1], "iron", 1)]
)
def test_a_thief_takes_the_largest_ware_and_of_two_the_dearer(hand, stolen, pieces):
    game = position(hand, [0, 0, 0, 2])
    (theft, _) = game.play("fetch")

    assert theft.data == {"ware": stolen, "pieces": pieces}
    assert sum(game.table.fields["hand"][0]) == sum(hand) - pieces


def test_the_day_ends_with_the_last_card_and_what_is_not_sold_is_lost():
    game = position([4, 0, 0], [1, 0, 0, 0])
    game.play("fetch")

    assert game.over
    assert game.outcome.winners == (0, 1)
    assert game.decision.prompt == "Player 1 and Player 2 won"


def test_no_card_is_lost_before_it_is_laid_down():
    for game in (begun(plies, players=3, seed=plies) for plies in range(30)):
        laid = [event.data for event in game.events if event.kind in ("sale", "theft")]
        table = game.table.fields
        for ware, name in enumerate(WARES):
            gone = sum(data["pieces"] for data in laid if data["ware"] == name)
            assert gone + table["unseen"][ware] + sum(hand[ware] for hand in table["hand"]) == COPIES[ware]
        assert table["left"] == sum(table["unseen"])


# --- The laws of every game --------------------------------------------------------------------------------


@EVERY_NUMBER
def test_it_keeps_the_contract_of_every_game(players):
    rules = GAME.make_rules({"players": players})

    assert check_rules(rules) == []
    for seed in range(3):
        assert list(map(str, check(rules, seed=seed, plies=200, every=3))) == []


def test_what_others_hold_is_dealt_anew_from_what_the_seat_has_not_seen():
    game = position([0, 2, 0], [3, 1, 0, 2], others=[2, 1, 1])
    worlds = [game.rules.resample(game.view(0), seed) for seed in range(200)]
    hands = {tuple(world["hand"][0, 1].tolist()) for world in worlds}

    assert (2, 1, 1) in hands
    assert len(hands) > 3
    for world in worlds:
        assert world["hand"][0, 1].sum() == 4
        assert (world["hand"][0, 1] + world["unseen"][0, :3]).tolist() == [5, 2, 1]
        assert world["unseen"][0, FETCH] == 2


def test_the_usual_soak_meets_every_number_of_players():
    report = soak_of(GAME).run(1000, seed=3)

    assert report.ok, str(report)
    assert len(report.by_form) == 4
    assert [case.options for case in cases_of(GAME)] == [{"players": players} for players in (1, 2, 3, 4)]


def test_compiled_and_plain_rules_are_the_same():
    report = soak_of(GAME).compare_plain(60, seed=3)

    assert report.ok, str(report)
    assert report.decisions >= 60


# --- Python ------------------------------------------------------------------------------------------------


def test_a_game_is_played_taken_back_kept_and_loaded(tmp_path):
    game = begun(12)
    game.undo(5)
    other = game.branch()
    other.run("random")
    game.redo(5)
    path = tmp_path / "day.json"
    game.record.save(path)
    loaded = gh.load(path)

    assert loaded.verify().ok
    assert loaded.game().state.tobytes() == game.state.tobytes()
    assert other.over
    assert not game.over
    assert "Ada" not in str(loaded.redacted(1))
    with pytest.raises(gh.IllegalOption, match="did you mean 'fetch'"):
        game.play("fetsh")


def test_wrong_settings_are_refused_in_its_own_words():
    with pytest.raises(gh.BadSetup, match="Market Day is a game for 1 to 4 players, not 5"):
        gh.new_game("market-day", players=5)
    with pytest.raises(gh.BadSetup, match="Market Day has no setting 'thief'; did you mean 'thieves'"):
        gh.new_game("market-day", thief=1)
    with pytest.raises(gh.BadSetup, match="thieves must be a whole number from 0 to 20"):
        gh.new_game("market-day", thieves=21)
    assert gh.list_games()["market-day"]["options"]["players"] == "1 to 4, or the players' names"


def test_many_games_become_frames_and_go_on_where_they_stopped(tmp_path):
    options = {"players": 3, "seed": 4, "events": True, "out": tmp_path / "run"}
    gh.simulate("market-day", games=40, chunk=20, **options)
    (tmp_path / "run" / "games" / "part-0000000020-0000000039.parquet").unlink()
    gh.simulate("market-day", games=40, chunk=20, **options)
    sim = Simulation.read(tmp_path / "run")
    whole = gh.simulate("market-day", players=3, games=40, seed=4, events=True, threads=1)

    assert sim.games.equals(whole.games)
    assert sim.events.equals(whole.events)
    assert sim.events["ware"].dtype == pl.Enum(WARES)
    game = gh.new_game("market-day", players=3, seed=int(sim.games["seed"][7]))
    game.run("random")
    assert game.outcome.points == sim.games.select("^score_.*$").row(7)


def test_winners_of_a_shared_victory_are_all_counted():
    sim = gh.simulate("market-day", players=2, games=400, seed=1, threads=1)
    shared = sim.games.filter(pl.col("winners") == 0b11)

    assert shared.height > 0
    assert shared["winner"].null_count() == shared.height
    assert analyses.win_rate_by_seat(sim)["wins"].sum() == 400 + shared.height
    assert analyses.game_length(sim)["n"].item() == 400


def test_a_question_of_another_game_is_refused_by_name():
    sim = gh.simulate("market-day", games=5)
    with pytest.raises(gh.BadSetup, match="market-day has no frame 'chapters'; its frames are games, turns, events"):
        analyses.chapters_per_profession(sim)
    with pytest.raises(gh.BadOdds, match="market-day has no goals that drawing completes"):
        gh.odds.draws.next_draw(begun())


def test_bots_meet_in_a_tournament_and_settings_in_a_sweep():
    cup = gh.tournament({"chance": "random", "coin": {"mistakes": 1.0}}, game="market-day", games=40, seed=1)
    found = gh.sweep({"thieves": [0, 12]}, game="market-day", games=60, seed=1)
    coins = found.group_by("thieves").agg((pl.col("score_0") + pl.col("score_1")).mean()).sort("thieves")

    assert cup.ratings.height == 2
    assert coins["score_0"][0] > coins["score_0"][1]


def test_a_bot_that_searches_beats_chance():
    games = gh.simulate("market-day", players=2, bots=["strong", "random"], games=100, seed=1).games

    assert (games["winner"] == 0).sum() > 65


def test_odds_come_from_roll_outs_with_the_usual_bot():
    game = position([3, 0, 0], [0, 0, 0, 2])  # a thief comes for certain
    frame = gh.odds.what_if(game, n=100)

    assert bot_names(game.rules) == ("random", *game.rules.levels)
    assert frame["option"].to_list() == ["sell bread", "fetch"]
    assert frame["p"].to_list()[0] == 1.0
    assert gh.odds.win(game, n=100)["bot"].to_list() == ["random", "random"]
    assert gh.odds.goals(game, n=50).height == 0
    along = list(gh.odds.along(begun(10), plies=[0, 10], n=50))
    assert [point.ply for point in along] == [0, 10]


def test_cards_are_told_in_words():
    rules = begun().rules

    assert list(text_lines(rules, "iron")) == ["iron: n of them sell for n × (n + 2) coins."]
    assert len(list(text_lines(rules))) == len(WARES) + 1
    assert list(GAME.card_reference())[1] == "# Market Day"


# --- Other processes ---------------------------------------------------------------------------------------


def test_a_worker_that_has_never_heard_of_the_game_plays_it():
    here = gh.simulate("market-day", games=30, seed=5, threads=1).games
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        there = gh.simulate("market-day", games=30, seed=5, executor=pool).games

    assert there.equals(here)


def test_a_game_that_no_module_holds_is_unknown_elsewhere():
    task = task_of(manifest_of(begun().rules, ("random",) * 2, 1, 5, ("games",)))
    with pytest.raises(
        gh.BadSetup, match=r"'night-market' in this process.*'__main__:NightMarket' cannot be imported here"
    ):
        play_task({**task, "game": "night-market", "home": "__main__:NightMarket"}, 0, 5)


def test_a_worker_with_another_file_of_the_game_refuses_to_play(tmp_path, monkeypatch):
    own = tmp_path / "night_market.py"
    own.write_text(Path(sys.modules[type(GAME).__module__].__file__).read_text().replace("market-day", "night-market"))
    monkeypatch.syspath_prepend(tmp_path)
    night = __import__("night_market").GAME
    monkeypatch.setattr(sys.modules["guildhall.games"], "_registered", {})
    gh.register(night)
    rules = night.make_rules({})
    task = task_of(manifest_of(rules, ("random",) * 2, 1, 5, ("games",)))

    own.write_text(own.read_text().replace("COPIES = (9, 7, 5)", "COPIES = (9, 7, 6)"))
    code_fingerprint.cache_clear()
    with pytest.raises(gh.BadSetup, match="has other rules, cards or code"):
        play_task(task, 0, 5)
    assert code_fingerprint() == code_fingerprint("guildhall.games.guildhall:Guildhall") != task["code"]
    sys.modules.pop("night_market")
    code_fingerprint.cache_clear()


# --- Adapters ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_tests_of_pettingzoo_pass(players):
    api_test(pettingzoo.env(game="market-day", players=players))
    seed_test(lambda: pettingzoo.env(game="market-day", players=players))


def test_a_running_environment_is_pickled():
    table = pettingzoo.env(game="market-day", players=2)
    table.reset(seed=3)
    table.step(FETCH)
    again = pickle.loads(pickle.dumps(table))

    assert again.unwrapped.game.moves == (FETCH,)
    assert np.array_equal(again.observe("player_0"), table.observe("player_0"))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_simulation_test_of_openspiel_passes(players):
    openspiel.register("market-day")
    game = pyspiel.load_game("python_market_day", {"players": players, "thieves": 3})

    assert game.max_game_length() >= sum(COPIES) * 2 + 3
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


# --- The command line --------------------------------------------------------------------------------------


def test_it_is_played_in_a_terminal_kept_and_replayed(guildhall):
    typed = "fetch\nhint\nwhy sell iron\ncards thief\n1\nundo\nhelp\nquit\n"
    seven = ("--game", "market-day", "--players", "Ada,Ben", "--seed", "7", "--thieves", "0")
    out = guildhall("play", *seven, "--save", "day.json", typed=typed)

    assert "Ada (person), Ben (random). Seed 7." in out
    assert re.search(r"\n  Ben: fetch\nTurn 3: Ada\n", out)
    assert "Ben hidden" in out
    assert "thief: Takes all you hold" in out
    assert not re.search("tier|chapter|profession|Weaver|Farmer", out)
    out = guildhall("replay", "day.json")
    assert "game: market-day\n" in out
    assert "1. Ada: fetch" in out
    assert "plies played again, all as recorded" in guildhall("replay", "day.json", "--verify")
    assert "held: Ada 1; Ben 0" in guildhall("replay", "day.json", "--ply", "1", "--seat", "2")


def test_it_is_simulated_from_the_command_line(guildhall, tmp_path):
    out = guildhall("simulate", "--game", "market-day", "--players", "3", "--games", "60", "--out", "run", "--events")

    assert "60 games of market-day, seed 0" in out
    assert "random" in out
    assert Simulation.read(tmp_path / "run").events.height > 60


def test_its_cards_and_settings_stand_in_the_helps(guildhall):
    assert guildhall("cards", "--game", "market-day", "bread") == "bread: n of them sell for n × n coins.\n"
    assert "# Market Day" in guildhall("cards", "--markdown")
    helped = guildhall("play", "--help")
    assert "thieves in the store" in helped
    assert "guildhall has no option --thieves" in guildhall("play", "--thieves", "3", code=2)


@pytest.mark.slow
def test_the_doctor_soaks_it_with_checked_bounds(guildhall):
    out = guildhall("doctor", "--soak", "400", "--game", "market-day", NUMBA_BOUNDSCHECK="1")

    assert "4 players" in out
    assert "No law was broken." in out
    assert "compared with plain Python" in out
    assert "Everything was already compiled" in guildhall("warm", "--game", "market-day", NUMBA_BOUNDSCHECK="1")
