"""Bots of one's own: they play where named ones do, the same games everywhere, and are told what they did wrong."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from polars.testing import assert_frame_equal

import guildhall as gh
from guildhall.bots import WeightBot, check_sendable, described
from guildhall.simulation import Simulation, analyses
from tests.simulation.own_bots import Last, Learner, Tosser

SHORT = {"players": 2, "target": 5, "turn_limit": 12}


class Greedy:
    """The bot greedy once more, but as an object."""

    def choose(self, game):
        return WeightBot("greedy", seat=game.decision.seat, seed=game.seed).choose(game)


@pytest.mark.parametrize(
    ("game", "events"), [("guildhall", True), ("advyria", True), ("guild-master", True), ("hundred-halls", False)]
)
def test_frames_are_those_of_the_same_games_by_named_bots(game, events):
    asked = {"games": 2, "seed": 3, "events": events, "players": 2}

    named = gh.simulate(game, bots="greedy", **asked)
    own = gh.simulate(game, bots=["greedy", Greedy()], **asked)

    for frame in named.frames:
        assert_frame_equal(own.frame(frame), named.frame(frame))


@pytest.mark.parametrize("bot", [Last(), Tosser(), Learner()], ids=lambda bot: type(bot).__name__)
def test_games_are_the_same_whatever_the_chunks(bot):
    whole = gh.simulate(bots=[bot, "greedy"], games=5, seed=1, **SHORT)
    pieces = gh.simulate(bots=[bot, "greedy"], games=5, seed=1, chunk=2, threads=2, **SHORT)

    assert_frame_equal(whole.turns, pieces.turns)


def test_a_simulated_game_is_the_one_that_run_plays():
    sim = gh.simulate(bots=[Tosser(), "heuristic"], games=3, seed=1, **SHORT)

    for row in sim.games.iter_rows(named=True):
        game = gh.new_game(seed=row["seed"], **SHORT)
        game.run([Tosser(), "heuristic"])
        assert (game.ply, game.outcome.points) == (row["plies"], (row["score_0"], row["score_1"]))


def test_other_processes_play_the_same_games():
    here = gh.simulate(bots=[Tosser(), Last()], games=3, seed=1, frames="games", **SHORT)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = gh.simulate(bots=[Tosser(), Last()], games=3, seed=1, frames="games", executor=pool, **SHORT)

        assert_frame_equal(here.games, there.games)
        stuck = Last()
        stuck.key = lambda: None
        with pytest.raises(gh.BadSetup, match="Last cannot be sent to other processes"):
            gh.simulate(bots=stuck, games=1, executor=pool, **SHORT)


def test_what_pickles_can_be_sent():
    check_sendable([Last(), Tosser()])


@pytest.mark.parametrize("chosen", ["play a joker", 9999, None])
def test_an_illegal_choice_names_bot_ply_and_options(chosen):
    class Stubborn:
        def choose(self, game):
            return chosen if game.ply == 2 else game.options[0]

    with pytest.raises(gh.IllegalOption, match=r"^Stubborn at ply 3: .*Legal: ") as caught:
        gh.simulate(bots=Stubborn(), games=1, seed=1, **SHORT)

    assert len(caught.value.legal) > 1


def test_a_failure_tells_where_it_happened():
    class Broken:
        name = "broken"

        def choose(self, game):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        gh.new_game(seed=5).run(Broken())

    assert caught.value.__notes__ == ["broken was choosing at ply 1 of a game of guildhall with seed 5"]


def test_a_bot_may_not_play_on():
    class Eager:
        def choose(self, game):
            game.play(game.options[0])
            return game.options[0]

    with pytest.raises(gh.BadSetup, match=r"Eager changed the game at ply 1; .*game\.branch"):
        gh.new_game(seed=5).run(Eager())


def test_a_bot_that_cannot_be_copied_is_refused():
    stuck = Last()
    stuck.stream = (number for number in range(3))

    with pytest.raises(gh.BadSetup, match="Last cannot be copied, but every game needs a copy"):
        gh.simulate(bots=stuck, games=1, **SHORT)


@pytest.mark.parametrize("what", [Last, 3, [Last(), 4]])
def test_what_is_no_bot_is_refused(what):
    with pytest.raises(gh.BadSetup, match=r"objects? with a choose method"):
        gh.simulate(bots=what, games=1, **SHORT)


# --- Runs in a directory ---


def test_a_run_goes_on_with_the_same_bot_only(tmp_path):
    asked = {"games": 2, "seed": 1, "frames": "games", "out": tmp_path / "run", **SHORT}
    first = gh.simulate(bots=[Tosser(), "greedy"], **asked)
    again = gh.simulate(bots=[Tosser(), "greedy"], **asked)

    assert (first.played, again.played) == (2, 0)
    newer = Tosser()
    newer.version = 3
    with pytest.raises(gh.CannotWrite, match="holds a different simulation: bots is"):
        gh.simulate(bots=[newer, "greedy"], **asked)
    read = Simulation.read(tmp_path / "run")
    assert_frame_equal(read.games, first.games)
    assert repr(read) == repr(first) == "Simulation of 2 games of guildhall (seed 1) by tosser, greedy"


def test_a_bot_without_version_is_known_by_its_class_and_attributes():
    one, other = Learner(), Learner()
    assert described(one) == described(other) != described(Last())

    other.asked = 7
    assert described(one) != described(other)


def test_a_bot_that_is_not_known_again_needs_a_version(tmp_path):
    bot = Last()
    bot.seen = {1, 2}

    with pytest.raises(gh.BadSetup, match="recognise Last when it is continued; give the bot an attribute `version`"):
        gh.simulate(bots=bot, games=1, out=tmp_path / "run", **SHORT)
    assert not (tmp_path / "run").exists()


# --- Tournaments ---


def test_objects_and_names_meet_in_a_tournament():
    cup = gh.tournament([Tosser(), "greedy", Last()], games=1, seed=1, target=5, turn_limit=12)

    assert sorted(cup.ratings["bot"].to_list()) == ["Last", "greedy", "tosser"]


def test_two_bots_of_one_name_need_others():
    with pytest.raises(gh.BadSetup, match="two bots have the name tosser"):
        gh.tournament([Tosser(), Tosser()], games=1)


def test_only_weights_can_leave_a_card_unused():
    with pytest.raises(gh.BadSetup, match="Last cannot be forbidden to use a card"):
        analyses.without("Dancer", bots=[Last(), "greedy"], games=1, **SHORT)
