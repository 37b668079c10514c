"""The PettingZoo environment: PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys

import numpy as np
import polars as pl
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import guildhall as gh
from guildhall.adapters.match import shared
from guildhall.adapters.pettingzoo import env, raw_env
from guildhall.core.errors import MissingExtra
from tests.adapters.tables import EVERY_TABLE, EVERY_TABLE_OF_SEVERAL, MEGA


def play(table, *, plies=100_000, seed=0):
    """Random play within the masks, to the end unless told otherwise; the rewards that agents got."""
    coin, got = np.random.default_rng(seed), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter(plies):
        _, reward, terminated, truncated, info = table.last(observe=False)
        got[agent] += reward
        table.step(None if terminated or truncated else coin.choice(np.flatnonzero(info["action_mask"])))
    return got


def begun(**options):
    """An environment after its reset."""
    table = env(**options)
    table.reset(seed=7)
    return table


@EVERY_TABLE
def test_the_api_test_of_pettingzoo_passes(options):
    api_test(env(**options))


@EVERY_TABLE
def test_the_seed_test_of_pettingzoo_passes(options):
    seed_test(lambda: env(**options))


# PettingZoo accepts dicts without a word from its own environments only, and a mask without actions from none.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_both_tests_pass_with_the_mask_in_the_observation():
    api_test(env(players=3, mask_in="observation"))
    seed_test(lambda: env(players=3, mask_in="observation"))


@EVERY_TABLE
def test_same_seed_and_same_actions_give_the_game_of_the_kit(options):
    table = begun(**options)
    play(table, plies=100)

    game = gh.new_game(seed=7, **options)
    game.play(*table.unwrapped.game.moves)

    assert game.ply == 100
    assert table.unwrapped.game.state.tobytes() == game.state.tobytes()


def test_the_mask_shows_the_options_of_the_agent_to_act_and_none_for_the_others():
    table = begun(players=3)
    play(table, plies=40)

    game = table.unwrapped.game
    masks = {agent: np.flatnonzero(info["action_mask"]).tolist() for agent, info in table.infos.items()}

    assert masks.pop(f"player_{game.decision.seat}") == sorted(option.id for option in game.options)
    assert list(masks.values()) == [[], []]


def test_the_mask_in_the_observation_is_the_mask_in_the_info():
    table = begun(mask_in="observation")
    for agent in table.agents:
        assert np.array_equal(table.observe(agent)["action_mask"], table.infos[agent]["action_mask"])


@EVERY_TABLE_OF_SEVERAL
def test_the_winner_gets_1_and_the_others_pay_for_it(options):
    table = begun(**options)
    got = play(table)

    match = table.unwrapped.game
    lost = -1 / (options["players"] - 1)
    assert got == {f"player_{seat}": 1.0 if seat == match.outcome.winner else lost for seat in range(len(got))}
    assert table.agents == []


@pytest.mark.parametrize(("reward", "worth"), [(None, "points"), ("margin", "points"), ("win", "win")])
def test_who_plays_alone_plays_for_points_or_to_bring_the_game_to_its_end(reward, worth):
    table = begun(game="advyria", players=1, reward=reward)
    got = play(table)
    (points,) = table.unwrapped.game.outcome.points

    assert got == {"player_0": {"points": points, "win": 1.0}[worth]}
    assert points not in (0, 1)


def test_a_shared_victory_ends_the_game_as_any_other_victory_does():
    games = gh.simulate("advyria", players=2, bots="random", games=300, seed=1, frames="games").games
    seed = games.filter(pl.col("winner").is_null())["seed"][0]
    shared = gh.new_game("advyria", players=2, seed=seed)
    shared.run("random")
    table = raw_env(game="advyria", players=2)
    table.reset(seed=seed)
    for move in shared.moves:
        assert not any(table.terminations.values())
        table.step(move)

    assert len(set(shared.outcome.points)) == 1
    assert list(table.terminations.values()) == [True, True]
    assert not any(table.truncations.values())
    assert set(table.rewards.values()) == {0.0}


@pytest.mark.parametrize(
    ("winners", "seats", "worth"),
    [
        ([1], 3, (-0.5, 1.0, -0.5)),
        ([0, 2], 3, (0.25, -0.5, 0.25)),
        ([0, 1, 3], 4, (1 / 9, 1 / 9, -1 / 3, 1 / 9)),
        ([0, 1], 2, (0.0, 0.0)),
        ([], 2, (0.0, 0.0)),
        ([0], 1, (1.0,)),
        ([], 1, (0.0,)),
    ],
)
def test_winners_share_what_the_others_pay(winners, seats, worth):
    assert shared(winners, seats) == pytest.approx(worth)


def test_the_margin_is_the_points_less_the_mean_of_the_others():
    table = begun(players=3, reward="margin")
    got = play(table)

    a, b, c = table.unwrapped.game.outcome.points
    assert list(got.values()) == [a - (b + c) / 2, b - (a + c) / 2, c - (a + b) / 2]


def test_a_game_at_its_turn_limit_is_truncated_and_brings_nothing():
    table = begun(players=2, turn_limit=3)
    while not any(table.truncations.values()):
        assert not any(table.terminations.values())
        play(table, plies=1)

    assert list(table.truncations.values()) == [True, True]
    assert set(play(table).values()) == {0.0}


def test_resets_without_a_seed_are_a_series_that_the_last_seed_decides():
    table, again = begun(players=2), begun(players=2)
    first, second, other = [], [], raw_env(players=2)
    for _ in range(3):
        table.reset()
        again.reset()
        first.append(table.unwrapped.game.seed)
        second.append(again.unwrapped.game.seed)
    other.reset()

    assert first == second
    assert len({*first, 7, other.game.seed}) == 5


def test_an_illegal_action_is_refused_and_changes_nothing():
    table = begun(players=2)
    before = table.unwrapped.game

    with pytest.raises(gh.IllegalOption, match=r"option 300 is not legal for seat \d now; legal: .*\(done\)"):
        table.step(300)

    assert table.unwrapped.game.moves == before.moves == ()
    assert not any(table.terminations.values())


def test_a_wrapper_that_ends_the_game_at_an_illegal_action_finds_the_mask():
    table = TerminateIllegalWrapper(raw_env(players=2), illegal_reward=-1)
    table.reset(seed=7)
    agent = table.agent_selection
    table.step(300)

    assert table.rewards[agent] == -1
    assert all(table.terminations.values())


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["copy", "pickle"]
)
def test_a_copy_is_the_same_game_and_plays_on_by_itself(copied):
    table = begun(**MEGA)
    play(table, plies=60)
    other = copied(table)
    assert np.array_equal(other.observe("player_0"), table.observe("player_0"))

    play(other, plies=30, seed=1)

    assert table.unwrapped.game.ply == 60
    assert other.unwrapped.game.moves[:60] == table.unwrapped.game.moves


def test_a_copy_begins_the_same_series():
    table = begun(players=2)
    other = copy.deepcopy(table)
    table.reset()
    other.reset()

    assert other.unwrapped.game.seed == table.unwrapped.game.seed


def test_render_gives_or_prints_the_table_in_words(capsys):
    text = begun(players=2, render_mode="ansi").render()
    assert "Player 1" in text

    assert begun(players=2, render_mode="human").render() is None
    assert capsys.readouterr().out == f"{text}\n"


def test_render_without_a_mode_says_how_to_get_one():
    with pytest.raises(gh.GuildhallError, match="render_mode"):
        begun(players=2).render()


def test_before_the_first_reset_there_is_no_game():
    with pytest.raises(gh.GuildhallError, match="reset"):
        _ = raw_env(players=2).game


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"reward": "wins"}, "did you mean 'win'"),
        ({"mask_in": "both"}, "mask_in must be one of 'info', 'observation', not 'both'"),
        ({"render_mode": "rgb_array"}, "render_mode must be one of None, 'ansi', 'human'"),
        ({"players": 5}, "2 to 4 players"),
        ({"card": "old-world"}, "did you mean 'cards'"),
        ({"game": "guildhal"}, "did you mean 'guildhall'"),
    ],
)
def test_wrong_options_are_refused_with_what_would_be_right(options, words):
    with pytest.raises(gh.BadSetup, match=words):
        env(**options)


def test_without_the_extra_the_import_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "guildhall.adapters.pettingzoo")

    with pytest.raises(MissingExtra, match=r"guildhall-kit\[pettingzoo\]"):
        importlib.import_module("guildhall.adapters.pettingzoo")


@pytest.mark.parametrize("game", ["guildhall", "advyria", "guild-master", "hundred-halls"])
def test_an_environment_has_the_name_of_its_game(game):
    name = f"{game.replace('-', '_')}_v0"

    assert env(game=game).metadata["name"] == str(env(game=game)) == name
    assert env().metadata["name"] == "guildhall_v0"
