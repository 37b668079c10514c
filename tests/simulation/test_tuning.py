"""Weights that are found by playing: the same every time, better where they can be, and told with how they hold."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import guildhall as gh
from guildhall.simulation.tuning import COLUMNS, ROUNDS, Tuned

TINY = {"games": 64, "rounds": 2, "check": 10, "target": 5, "turn_limit": 12}
SPOILT = {**gh.new_game().rules.bots["greedy"], "refresh": 50.0}  # it would rather refresh than anything else


def test_the_same_call_finds_the_same_whatever_the_threads():
    asked = {"sets": ["old-world", "fellowship"], "held_out": ["gathering"], "seed": 3, **TINY}
    one, other = gh.bots.tune("heuristic", threads=1, **asked), gh.bots.tune("heuristic", threads=2, **asked)

    assert one.weights == other.weights
    assert_frame_equal(one.frame, other.frame)
    assert_frame_equal(one.rounds, other.rounds)
    assert gh.bots.tune("heuristic", **{**asked, "seed": 4}).weights != one.weights


def test_a_spoilt_weight_is_found_and_holds_elsewhere():
    found = gh.bots.tune(
        SPOILT,
        sets=["old-world"],
        held_out=["fellowship"],
        weights=["refresh"],
        games=3000,
        rounds=8,
        check=200,
        seed=1,
    )

    assert found.weights["refresh"] < SPOILT["refresh"]
    assert {name: found.weights[name] for name in SPOILT if name != "refresh"} == {
        name: value for name, value in SPOILT.items() if name != "refresh"
    }
    assert (found.frame["gain_low"] > 0).all()
    assert found.frame["tuned_on"].to_list() == [True, False]


def test_the_frame_counts_the_same_games_for_both():
    found = gh.bots.tune(SPOILT, weights=["refresh"], held_out=[], seed=1, **TINY)
    row = found.frame.row(0, named=True)

    assert row["set"] == "old-world"
    assert row["p"] == row["wins"] / row["n"]
    assert row["gain"] == pytest.approx((row["only_tuned"] - row["only_before"]) / row["n"])
    assert row["gain"] == pytest.approx(row["p"] - row["p_before"])
    assert row["low"] <= row["p"] <= row["high"]


def test_the_bot_is_measured_on_each_seat_by_the_games_of_a_simulation():
    found = gh.bots.tune("heuristic", held_out=[], against="random", players=3, seed=1, **{**TINY, "check": 30})
    options = {"players": 3, "target": 5, "turn_limit": 12}

    assert found.frame["n"].item() == 30
    sims = [
        gh.simulate(bots=[found.weights if at == seat else "random" for at in range(3)], games=200, **options)
        for seat in range(3)
    ]
    share = sum((sim.games["winners"] // 2**seat % 2).sum() for seat, sim in enumerate(sims)) / 600
    assert found.frame["low"].item() <= share <= found.frame["high"].item()


def test_sets_that_are_not_tuned_on_are_held_out_by_default():
    found = gh.bots.tune("heuristic", sets=["old-world", {"cards": "fellowship"}], **{**TINY, "check": 2})

    assert found.frame.filter("tuned_on")["set"].to_list() == ["old-world", "fellowship"]
    rest = [name for name in gh.list_games()["guildhall"]["sets"] if name not in ("old-world", "fellowship")]
    assert found.frame.filter(~pl.col("tuned_on"))["set"].to_list() == rest


@pytest.mark.parametrize(
    ("game", "options", "sets"),
    [
        ("advyria", {"players": 2, "turn_limit": 10}, ["standard", "lean"]),
        ("guild-master", {"short": True}, ["guild-master"]),
        ("hundred-halls", {"round_limit": 3}, ["hundred-halls"]),
    ],
)
def test_every_game_can_be_tuned(game, options, sets):
    found = gh.bots.tune(game=game, games=32, rounds=1, check=2, **options)

    assert found.frame["set"].to_list() == sets
    assert found.weights.keys() == gh.new_game(game, **options).rules.bots["greedy"].keys()
    assert (found.against is None) == (game == "hundred-halls")
    gh.simulate(game, bots=found.weights, games=1, **options)


def test_the_weights_can_stand_wherever_a_bot_is_named():
    weights = gh.bots.tune("heuristic", held_out=[], **TINY).weights
    game = gh.new_game(players=2, seed=1, target=5)

    assert game.run([weights, "greedy"]).reason
    assert gh.tournament({"tuned": weights, "random": "random"}, games=2).ratings.height == 2
    assert gh.odds.win(gh.new_game(players=2), bot=weights, n=50).height


# --- Long work ---


def test_progress_counts_every_game():
    told = []
    found = gh.bots.tune("heuristic", held_out=["fellowship"], progress=lambda *at: told.append(at), **TINY)

    assert told[-1][0] == told[-1][1] == found.rounds["games"].sum() + 2 * found.frame["n"].sum()
    assert [done for done, _ in told] == sorted(done for done, _ in told)


class Impatient:
    """Presses Ctrl-C once so many games are done, as often as it is told to."""

    def __init__(self, *moments):
        self.moments = list(moments)

    def __call__(self, done, asked):
        if self.moments and done >= self.moments[0]:
            del self.moments[0]
            raise KeyboardInterrupt


def test_ctrl_c_keeps_the_rounds_that_are_whole_and_has_them_tried():
    asked = {"held_out": ["fellowship"], "seed": 3, **TINY, "rounds": 4, "games": 256}
    whole = gh.bots.tune("heuristic", **asked)
    stopped = gh.bots.tune("heuristic", progress=Impatient(int(whole.rounds["games"][0] * 2.5)), **asked)

    assert stopped.rounds.height == 2
    assert stopped.rounds["p"].to_list() == whole.rounds["p"][:2].to_list()
    assert stopped.weights != whole.weights
    assert stopped.frame["set"].to_list() == ["old-world", "fellowship"]


def test_ctrl_c_twice_keeps_what_was_found():
    stopped = gh.bots.tune("heuristic", held_out=[], progress=Impatient(100, 101), seed=3, **TINY)

    assert stopped.rounds.height == 1
    assert stopped.frame.is_empty()
    assert stopped.frame.columns == list(COLUMNS)
    assert "Where it was tuned: nothing was measured." in repr(stopped)


# --- Words ---


def told(*rows):
    """What is said of sets with so many games that both won, that only one won, and in all."""
    frame = pl.DataFrame(
        [(name, on, 0, 0, 0, 0, 0, 0, 0, both + more, more, less, n) for name, on, both, more, less, n in rows],
        schema=COLUMNS,
        orient="row",
    )
    rounds = pl.DataFrame([(1, 0.5, 0.6, 0.7, 1200)], schema=ROUNDS, orient="row")
    return repr(Tuned("heuristic", "greedy", {}, frame, rounds)).splitlines()


def test_it_tells_how_the_weights_hold_where_they_were_tuned_and_elsewhere():
    first, here, elsewhere = told(
        ("old-world", True, 500, 200, 50, 1000),
        ("fellowship", True, 500, 200, 50, 1000),
        ("job-faire", False, 400, 50, 200, 1000),
    )

    assert first == "heuristic tuned against greedy, 1,200 games in 1 round."
    assert here.startswith("Where it was tuned: wins 0.700 (0.680 to 0.720) of 2,000 games on old-world, fellowship; ")
    assert "more than before (+0.150, +0.1" in here
    assert "less than before (-0.150, -0.1" in elsewhere


def test_it_does_not_call_a_difference_sure_that_is_within_its_interval():
    _, here, elsewhere = told(("old-world", True, 50, 12, 10, 100))

    assert "no clear difference from before (+0.020" in here
    assert elsewhere == "Elsewhere: nothing was measured."


# --- What is refused ---


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"bot": "gredy"}, "unknown bot 'gredy'"),
        ({"bot": "random"}, "no weights to tune"),
        ({"against": "gredy"}, "unknown bot 'gredy'"),
        ({"weights": ["refesh"]}, "unknown weight 'refesh'"),
        ({"weights": "refresh"}, "weights must be a list"),
        ({"sets": "old-world"}, "sets must be a list"),
        ({"sets": []}, "at least one set"),
        ({"sets": ["old-word"]}, "old-word"),
        ({"games": 0}, "games must be a whole number"),
        ({"rounds": 1.5}, "rounds must be a whole number"),
        ({"check": -1}, "check must be a whole number"),
        ({"seed": "x"}, "seed"),
        ({"game": "advyria", "players": 1}, "at least two players"),
        ({"game": "hundred-halls", "against": "greedy"}, "there are no opponents"),
    ],
)
def test_what_cannot_be_tuned_is_refused(asked, message):
    with pytest.raises(gh.GuildhallError, match=message):
        gh.bots.tune(**{"games": 1, "rounds": 1, "check": 1, **asked})


def test_the_bots_have_nothing_that_they_do_not_have():
    with pytest.raises(AttributeError, match="no attribute 'tuna'"):
        gh.bots.tuna  # noqa: B018
