"""Bots: what they know, how well they play, how fast."""

from __future__ import annotations

import numpy as np
import pytest

import guildhall as gh
from guildhall.games.advyria.weights import MEANINGS, PRESETS, Weight
from guildhall.games.advyria.wording import level_of
from guildhall.kernel.chance import generator, series
from guildhall.kernel.weights import CommonWeight
from tests.games.advyria.tables import FAIRY, SEEKER, WARRIOR, WIZARD, lay, rolling


def scores(bot, games=1500, **options):
    rules = gh.new_game("advyria", players=1, **options).rules
    return rules.play_games(series(11, 0, games), rules.weights(bot)[None])["score_0"]


def choice(game, bot, seed=1):
    return game.rules.phrase(game.state, game.rules.choose(game.state, game.rules.weights(bot), generator(seed, 1)))


def test_alone_the_greedy_bot_lands_in_the_middle_of_the_rating_table():
    found = scores("greedy")

    assert 55 <= np.median(found) <= 84
    assert np.mean([level_of(int(score)) in (3, 4) for score in found]) > 0.6
    assert max(found) < 103


def test_the_lean_deck_is_a_harder_game():
    assert np.median(scores("greedy", cards="lean")) < np.median(scores("greedy")) - 3


def test_bots_that_think_play_far_better_than_chance():
    assert np.median(scores("greedy")) > np.median(scores("random")) + 40


def test_the_bot_that_remembers_uses_what_it_has_seen():
    tiles = {"b1": "Owl Court", "a2": "Gold"}

    def make(seed):
        return lay([SEEKER] * 2, tiles=tiles, peeked=[["b1", "a2"]], seed=seed)

    game = rolling([1], make, "play 2 Fortune Seeker")

    assert choice(game, "memory") == "move to a2"
    forgetful = {choice(game, "greedy", seed) for seed in range(40)}
    assert forgetful == {"move to b1", "move to a2"}


def test_the_bot_that_remembers_looks_at_tiles_it_has_not_seen():
    game = lay([FAIRY] * 2, tiles={"b1": "Gold", "c1": "Gold"}, peeked=[["b1"]])
    game.play("play 2 Fairy")

    assert choice(game, "memory") == "look at c1"


def test_remembering_is_worth_something():
    rules = gh.new_game("advyria", players=2).rules
    rows = [rules.weights("memory"), rules.weights("greedy")]
    sides = [rules.play_games(series(3, 0, 1000), np.stack(order))["winner"] for order in (rows, rows[::-1])]
    won, lost = (
        sum((side == seat).sum() for side, seat in zip(sides, seats, strict=True)) for seats in ((0, 1), (1, 0))
    )

    assert won > lost


def test_a_bot_completes_an_adventure_whose_card_it_holds():
    game = rolling([1], lambda seed: at_the_well(seed), "play 2 Fortune Seeker")

    assert choice(game, "greedy") == "move to b1"
    game.play("move to b1")
    assert choice(game, "greedy") == "complete Moon Well"


def at_the_well(seed):
    return lay([SEEKER] * 2 + ["Moon Well"], tiles={"b1": "Moon Well", "a2": "Gold"}, open=["b1"], seed=seed)


def test_a_game_played_ply_by_ply_is_the_game_played_in_bulk():
    rules = gh.new_game("advyria", players=3).rules
    seeds = series(7, 0, 3)
    bulk = rules.play_games(seeds, np.stack([rules.weights(bot) for bot in ("greedy", "random", "memory")]))
    for number, seed in enumerate(seeds.tolist()):
        game = gh.new_game("advyria", players=3, seed=seed)
        game.run(["greedy", "random", "memory"])

        assert [bulk[f"score_{seat}"][number] for seat in range(3)] == list(game.outcome.points)
        assert bulk["plies"][number] == game.ply
        assert bulk["turns"][number] == game.table.turn_no


def test_recorded_games_are_the_same_games_and_their_turns_add_up():
    rules = gh.new_game("advyria", players=2).rules
    rows = np.stack([rules.weights("greedy")] * 2)
    plain, frames = rules.play_games(series(1, 0, 40), rows), rules.record_games(series(1, 0, 40), rows, events=True)
    games, turns, events = frames["games"], frames["turns"], frames["events"]

    assert all(np.array_equal(plain[name], games[name]) for name in plain)
    assert np.array_equal(np.bincount(turns["game"]), games["turns"])
    assert turns["found"].sum() == (events["event"] == rules.vocabulary["event"].index("gold")).sum()
    assert turns["completed"].sum() == (events["event"] == rules.vocabulary["event"].index("complete")).sum()
    assert (turns["hand"] <= turns["level"]).all()


def test_a_table_that_is_too_small_is_made_larger(monkeypatch):
    from guildhall.kernel import recording

    rules = gh.new_game("advyria", players=2).rules
    rows = np.stack([rules.weights("greedy")] * 2)
    whole = rules.record_games(series(1, 0, 5), rows, events=True)
    monkeypatch.setattr(recording, "CAPACITIES", {"turns": 7, "events": 30})
    pieces = rules.record_games(series(1, 0, 5), rows, events=True)

    assert all(np.array_equal(whole[frame][name], pieces[frame][name]) for frame in whole for name in whole[frame])


def test_every_weight_has_a_meaning_and_wrong_ones_are_refused():
    rules = gh.new_game("advyria").rules

    assert {weight.name.lower(): int(weight) for weight in (*CommonWeight, *Weight)} == {
        name: place for place, name in enumerate(MEANINGS)
    }
    assert set(PRESETS) == {"random", "greedy", "memory"}
    with pytest.raises(gh.BadSetup, match="unknown weight 'seeks'; did you mean 'seek'"):
        rules.weights({"seeks": 1})
    with pytest.raises(gh.BadSetup, match="unknown bot 'gready'; did you mean 'greedy'"):
        rules.weights("gready")
    with pytest.raises(gh.BadSetup, match="must be a number"):
        rules.weights({"seek": "much"})


def test_a_bot_of_ones_own_is_a_row_of_named_weights():
    game = lay([WARRIOR] * 2 + [WIZARD], villages=[2])

    assert choice(game, {"turn": 5}) == "play 2 Warrior"
    assert choice(game, {"loss": 1}) != "play Wizard"
