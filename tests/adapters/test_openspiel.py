"""The OpenSpiel game: OpenSpiel's own simulation test, its information-set search, and what they do not look at."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import guildhall as gh
from guildhall.adapters.openspiel import dealt, spiel_name
from guildhall.core.errors import MissingExtra
from tests.adapters.tables import MEGA

SPIEL_MEGA = {"players": 3, "cards": "old-world+new-empire", "saga": "mega", "masters": True}
ADVYRIA = {"game": "advyria", "players": 3}
SAMPLER = random.Random(3).random


def load(game="guildhall", **params):
    """A game with these parameters."""
    return pyspiel.load_game(f"python_{game}", params)


def played(state, plies, seed=0):
    """The state after so many random plies."""
    coin = random.Random(seed)
    for _ in range(plies):
        state.apply_action(coin.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("game", "players"), [("guildhall", 2), ("guildhall", 4), *(("advyria", n) for n in (1, 3))])
def test_the_simulation_test_of_openspiel_passes(game, players):
    pyspiel.random_sim_test(load(game, players=players), num_sims=1, serialize=True, verbose=False)


def test_the_simulation_test_of_openspiel_passes_for_a_mega_saga_with_masters():
    pyspiel.random_sim_test(load(**SPIEL_MEGA, target=8), num_sims=1, serialize=True, verbose=False)


def searcher(game, *, by_observation=False):
    """OpenSpiel's information-set search, the same every time."""
    coin = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=coin)
    bot = ismcts.ISMCTSBot(
        game, evaluator, uct_c=1.4, max_simulations=3, random_state=coin, use_observation_string=by_observation
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, coin.random_sample))
    return bot


def searched(game, bot):
    """A game in which the search plays all seats."""
    state = dealt(game, seed=3)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    return state


@pytest.mark.parametrize("by_observation", [False, True], ids=["information", "observation"])
def test_information_set_search_plays_a_game_through(by_observation):
    game = load(players=2, target=2)

    state = searched(game, searcher(game, by_observation=by_observation))

    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1


def test_information_set_search_finds_an_option_of_advyria():
    state = played(dealt(load(**ADVYRIA, turn_limit=20), seed=3), 10)

    assert searcher(state.get_game()).step(state) in state.legal_actions()


def test_who_plays_alone_gets_the_points_and_nobody_pays_for_them():
    game = load("advyria")
    state = played(dealt(game, seed=3), 20)
    assert state.returns() == [0.0]
    coin = random.Random(1)
    while not state.is_terminal():
        state.apply_action(coin.choice(state.legal_actions()))

    assert state.returns() == list(state.game.outcome.points) != [0]
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert load("advyria", players=2).get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_every_game_of_the_kit_is_registered_under_its_name():
    assert {spiel_name(game) for game in gh.list_games()} <= set(pyspiel.registered_names())
    assert spiel_name("guild-master") == "python_guild_master"


def test_information_set_search_deals_hidden_cards_by_itself_and_can_be_repeated():
    game = load(players=2, target=2)
    unaided = searcher(game)
    unaided.set_resampler(None)

    assert unaided.step(dealt(game, seed=3)) in dealt(game, seed=3).legal_actions()
    assert searched(game, searcher(game)).history() == searched(game, searcher(game)).history()


@pytest.mark.parametrize(
    ("params", "options"),
    [({"players": 4}, {"players": 4}), (SPIEL_MEGA, MEGA), ({**ADVYRIA, "no_finale": True},) * 2],
    ids=["four", "mega", "advyria"],
)
def test_same_seed_and_same_actions_give_the_game_of_the_kit(params, options):
    state = played(dealt(load(**params), seed=70_000), 150)

    game = gh.new_game(seed=70_000, **options)
    game.play(*state.history()[4:])

    assert state.game.state.tobytes() == game.state.tobytes()
    assert state.game.seed == 70_000


def test_chance_deals_the_digits_of_a_seed_and_then_nothing_more():
    state = load().new_initial_state()
    for digit in (0, 1, 17, 112):
        assert state.is_chance_node()
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(digit)

    assert state.game.seed == 70_000
    assert not state.is_chance_node()
    assert state.get_game().max_chance_nodes_in_history() == 4


def test_a_seed_that_does_not_fit_is_refused():
    with pytest.raises(gh.BadSetup, match="from 0 to 4294967295"):
        dealt(load(), seed=2**32)


def test_before_the_seed_is_dealt_there_is_no_game():
    with pytest.raises(gh.GuildhallError, match="not dealt yet"):
        _ = load().new_initial_state().game


def test_actions_are_called_by_their_phrases():
    state = dealt(load(), seed=7)
    phrases = [state.action_to_string(action) for action in state.legal_actions()]

    assert sorted(phrases) == sorted(state.game.decision.phrases)
    assert phrases[-1] == "done"


def test_a_serialised_state_comes_back_and_plays_on():
    game = load(**SPIEL_MEGA)
    state = played(dealt(game, seed=5), 100)

    _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))

    assert back.history() == state.history()
    assert played(back, 20).game.state.tobytes() == played(state, 20).game.state.tobytes()


def test_a_clone_plays_on_by_itself():
    state = played(dealt(load(), seed=5), 50)
    before = state.game.state.tobytes()

    played(state.clone(), 20)

    assert state.game.state.tobytes() == before


@pytest.mark.parametrize(
    "params", [{"players": 2}, {"players": 4}, SPIEL_MEGA, ADVYRIA], ids=["two", "four", "mega", "advyria"]
)
def test_a_world_dealt_anew_is_the_same_to_the_player_and_to_nobody_else(params):
    state, swapped = dealt(load(**params), seed=11), 0
    for step in range(10):
        for player in range(params["players"]):
            world = state.resample_from_infostate(player, SAMPLER)

            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()
            swapped += str(world) != str(state)
        played(state, 13, seed=step)
    assert swapped > 5 * params["players"]


def test_a_world_dealt_anew_does_not_remember_the_true_one():
    state = played(dealt(load(players=3), seed=11), 80)
    world = state.resample_from_infostate(0, SAMPLER)

    assert world.history() == []
    assert world.game.moves == ()
    assert world.game.seed != 11
    assert world.information_state_string(1) != state.information_state_string(1)


def test_worlds_dealt_anew_differ_from_each_other():
    state = played(dealt(load(players=3), seed=11), 40)

    assert len({str(state.resample_from_infostate(0, SAMPLER)) for _ in range(5)}) == 5


def test_a_world_dealt_anew_can_be_played_to_its_end():
    world = played(dealt(load(target=6), seed=2), 30).resample_from_infostate(1, SAMPLER)
    coin = random.Random(4)
    while not world.is_terminal():
        world.apply_action(coin.choice(world.legal_actions()))

    assert sorted(world.returns()) == [-1, 1]


def test_a_player_who_sees_the_same_cannot_tell_two_worlds_apart():
    state = dealt(load(players=2), seed=11)
    watcher = 1 - state.current_player()
    world = state.resample_from_infostate(watcher, SAMPLER)
    for each in (state, world):
        each.apply_action(each.legal_actions()[-1])  # the other keeps the opening hand, and draws nothing

    assert world.information_state_string(watcher) == state.information_state_string(watcher)


def test_which_hidden_tile_somebody_looks_at_is_told_to_nobody_else():
    state, coin = dealt(load(**ADVYRIA), seed=11), random.Random(1)
    while state.game.decision.kind != "peek":
        state.apply_action(coin.choice(state.legal_actions()))
    player, other = state.current_player(), state.clone()
    state.apply_action(state.legal_actions()[0])
    other.apply_action(other.legal_actions()[1])

    told = [[each.information_state_string(seat) for each in (state, other)] for seat in range(3)]
    assert [one == another for one, another in told] == [seat != player for seat in range(3)]


def test_an_information_state_remembers_what_an_observation_has_forgotten():
    # Two cards of the opening hand go below a third, in one order or the other.
    state = dealt(load(players=2), seed=11)
    player, (first, second, third) = state.current_player(), state.legal_actions()[:3]
    other = state.clone()
    for each, order in ((state, (first, second, third)), (other, (second, first, third))):
        for action in order:
            each.apply_action(action)

    assert other.observation_tensor(player) == state.observation_tensor(player)
    assert other.information_state_string(player) != state.information_state_string(player)


def test_an_observer_without_private_cards_is_refused_rather_than_shown_them():
    nothing = pyspiel.PrivateInfoType.NONE
    public = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=nothing)

    with pytest.raises(gh.BadSetup, match="public and private"):
        load().make_py_observer(public)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"cards": "old-wrld"}, "did you mean 'old-world'"),
        ({"players": 5}, "2 to 4 players"),
        ({"turn_limit": 0}, "turn_limit must be"),
        ({"first": 2}, "first must be a whole number from 0 to 1"),
    ],
)
def test_wrong_parameters_are_refused_with_what_would_be_right(params, words):
    with pytest.raises(gh.BadSetup, match=words):
        load(**params)


def test_python_ends_quietly_after_the_game_was_registered():
    use = "import guildhall.adapters.openspiel as spiel, pyspiel; game = pyspiel.load_game('python_guildhall')"
    ended = subprocess.run([sys.executable, "-c", use], check=False, capture_output=True, text=True)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_without_the_extra_the_import_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "guildhall.adapters.openspiel")

    with pytest.raises(MissingExtra, match=r"guildhall-kit\[openspiel\]"):
        importlib.import_module("guildhall.adapters.openspiel")


@pytest.mark.parametrize(
    ("called", "settled"),
    [
        ("python_guild_master(teams=3)", {"teams": 3}),
        ("python_guild_master(short=True)", {"short": True, "teams": None}),
        ("python_guildhall(first=1,target=5)", {"first": 1, "target": 5, "saga": None}),
        ("python_guildhall", {"first": None}),
        ("python_advyria(players=2,first=0)", {"first": 0}),
        ("python_hundred_halls(party=Zayn+Aurie+Claire)", {"party": ["Zayn", "Aurie", "Claire"]}),
        ("python_hundred_halls(players=1,campaign=True,defeat_limit=3)", {"campaign": True, "defeat_limit": 3}),
    ],
)
def test_parameters_have_the_types_of_the_settings(called, settled):
    game = pyspiel.load_game(called)

    assert {name: game.rules.setup[name] for name in settled} == settled
    assert pyspiel.load_game(str(game)).rules.setup == game.rules.setup
