"""Bots: greedy beats random, chooses by what its seat knows, and plays every kind of decision."""

from __future__ import annotations

import numpy as np
import pytest

import guildhall as gh
from guildhall.games.guild_master.rules import GuildMasterRules
from tests.games.guild_master.lab import Lab

GAMES = np.arange(1, 61, dtype=np.uint64)


def played(*bots):
    rules = GuildMasterRules.of(players=len(bots))
    columns = rules.play_games(GAMES, np.stack([*map(rules.weights, bots)]))
    return np.array([columns[f"score_{seat}"] for seat in range(len(bots))])


@pytest.mark.slow
def test_greedy_beats_random():
    scores = played("greedy", "random", "random")

    assert (scores[0] > scores[1:].max(axis=0)).mean() > 0.9


def test_greedy_orders_what_its_team_can_do():
    lab = Lab(2).clear_spots().spot(1, "Confront Blasphemers").guild(0, "Gorran Brisa Haldor Ilse", gold=0, private=[])
    lab.guild(0, fixer="might")
    codes = []
    row = lab.rules.weights("greedy")
    while lab.actor == 0:
        option = lab.rules.choose(lab.state, row, np.array([7], np.uint64))
        codes.append(lab.rules.phrase(lab.state, option))
        lab.rules.apply(lab.state, option)

    assert "contract 1" in codes
    assert "Gorran" in codes[:2] or "Brisa" in codes[:2]


def test_a_whole_game_of_greedy_bots_is_told_in_sentences():
    game = gh.new_game("guild-master", players=["Ada", "Bo"], seed=11, short=True)
    game.run("greedy")

    assert game.over
    assert "Fame" in str(game.decision)
    assert all(event.text and "{" not in event.text for event in game.events)
    assert {"order", "roll", "result", "income", "score"} <= {event.kind for event in game.events}


def test_frames_of_many_games_have_words():
    sim = gh.simulate("guild-master", players=2, games=4, seed=1, events=True)

    assert set(sim.games["reason"]) == {"ended"}
    assert sim.games["turns"].to_list() == [9] * 4
    assert "Ambush Poachers" in sim.events["contract"].to_list()


def test_roll_outs_end_after_so_many_rounds():
    game = gh.new_game("guild-master", players=2, seed=3, short=True)
    game.run("greedy", until=lambda game: game.ply >= 40)

    assert game.rules.last_turn(game.view(0), 2) == int(game.state[0]["turn_no"]) + 1
    assert gh.odds.win(game, seat=0, n=20)["player"].to_list() == ["Player 1", "Player 2"]
