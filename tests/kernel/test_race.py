"""Bots that search: the guarded race, its levels, and that it knows no more than its seat."""

from __future__ import annotations

import numpy as np
import pytest

import guildhall as gh
from guildhall.bots import bot, bot_names, rows
from guildhall.core.errors import BadOdds, BadSetup, Stopped
from guildhall.kernel.chance import generator, series
from guildhall.kernel.search import scratch_for
from guildhall.kernel.stop import Stop, heeding
from guildhall.kernel.templates.bots import MOST_RUNNERS
from guildhall.kernel.weights import SearchWeight

GAMES = pytest.mark.parametrize(
    ("game", "players"), [("guildhall", 3), ("advyria", 2), ("guild-master", 2), ("hundred-halls", 2)]
)


def searching(rules, rollouts, **more):
    return rules.weights({**rules.bots["greedy"], "margin": 0.1, "rollouts": rollouts, **more})


def moments(game, every):
    """Real decisions of a game, now and then."""
    moments = []
    game.run(
        ["greedy"] * len(game.rules.seats),
        until=lambda game: bool(len(game.options) > 1 and game.ply % every == 0 and moments.append(game.branch())),
    )
    return moments


@GAMES
def test_a_race_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart(game, players):
    compared = differing = 0
    for played in moments(gh.new_game(game, players=players, seed=5), 11)[:12]:
        rules, seat = played.rules, played.decision.seat
        other = rules.resample(played.view(seat), 3)
        row, coin = searching(rules, 40), generator(7, 1 + seat)
        compared += 1
        differing += other.tobytes() != played.state.tobytes()

        assert rules.choose(played.state, row, coin) == rules.choose(other, row, coin)

    assert compared > 8
    assert differing > 8


@GAMES
def test_a_game_played_ply_by_ply_is_the_game_played_in_bulk(game, players):
    rules = gh.new_game(game, players=players).rules
    bots = [{**rules.bots["greedy"], "rollouts": 12, "margin": 0.1, "mistakes": 0.1}, *["greedy"] * (players - 1)]
    seeds = series(7, 0, 1)
    bulk = rules.play_games(seeds, rows(rules, bots))
    played = gh.new_game(game, players=players, seed=int(seeds[0]))
    played.run([bot(each, seat=seat, seed=played.seed) for seat, each in enumerate(bots)])

    assert [bulk[f"score_{seat}"][0] for seat in range(players)] == list(played.outcome.points)
    assert bulk["plies"][0] == played.ply


def test_threads_and_frames_change_no_game():
    options = {"players": 2, "bots": ["medium", "greedy"], "games": 4, "seed": 3}
    one, two = gh.simulate(**options, threads=1, frames="games"), gh.simulate(**options, threads=2, events=True)

    assert one.games.equals(two.games)


def test_a_race_beats_the_weights_it_is_made_of():
    rules = gh.new_game("guildhall", players=2).rules
    strong, greedy = searching(rules, 60), rules.weights("greedy")
    wins = [
        int(np.sum(rules.play_games(series(1, 0, 8), np.stack(seated))["winner"] == seat))
        for seat, seated in enumerate(([strong, greedy], [greedy, strong]))
    ]

    assert sum(wins) >= 12


def nearly_won():
    """A game in which every purchase but the first wins at once; after that one the rival wins."""
    halls, hands = [{}, {}], [["blue Weaver", "red Farmer"], ["blue Farmer"]]
    return gh.position(halls=halls, hands=hands, completed=[["Weaver"], ["Farmer"]], tokens=[17, 17])


def test_a_race_without_a_policy_finds_an_option_that_wins():
    game = nearly_won()
    row = game.rules.weights({"thinks": 0.0, "rollouts": 200})

    found = {game.rules.phrase(game.state, game.rules.choose(game.state, row, generator(seed))) for seed in range(8)}

    assert found <= {"buy 2", "buy 3", "buy 4", "buy 5"}


@GAMES
def test_a_horizon_counts_rounds_of_the_table(game, players):
    """Where all have a turn in a round, that is as many turns as there are players."""
    rules = gh.new_game(game, players=players).rules
    state, compiled = rules.start(1), rules.compiled[0]
    turns = 1 if game in ("guild-master", "hundred-halls") else players

    assert rules.engine.bots.horizon(state[0], compiled, 3.0) == state["turn_no"][0] + 3 * turns
    assert rules.engine.bots.horizon(state[0], compiled, 0.0) >= 1000


def test_who_is_to_make_a_mistake_does_not_search():
    game = gh.new_game("guildhall", players=2, seed=1)
    game.run("greedy", until=lambda game: len(game.options) > 4)
    rules = game.rules
    always, plain = searching(rules, 50, mistakes=1.0), rules.weights({**rules.bots["greedy"], "mistakes": 1.0})

    chosen = [[rules.choose(game.state, row, generator(seed)) for seed in range(20)] for row in (always, plain)]

    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 2


def test_the_option_to_beat_stays_unless_another_is_better():
    game = nearly_won()
    ids = {option.phrase: option.id for option in game.options}
    how = {"weights": game.rules.weights("greedy"), "rollouts": 100, "coin": generator(1)}

    assert game.rules.overtaking(game.state, option=ids["buy 3"], **how) == ids["buy 3"]
    assert game.rules.overtaking(game.state, option=ids["buy 1"], **how) != ids["buy 1"]


def test_no_roll_outs_to_spend_leave_the_first_thought():
    game = gh.new_game("guildhall", players=2, seed=1)
    rules = game.rules

    assert rules.choose(game.state, searching(rules, 1), generator(1)) == rules.choose(
        game.state, rules.weights("greedy"), generator(1)
    )


def test_a_field_too_large_is_thinned_by_the_weights():
    game = gh.new_game("advyria", players=4, seed=0)
    game.run("greedy", until=lambda game: len(game.options) > MOST_RUNNERS)
    row = searching(game.rules, 2 * MOST_RUNNERS)

    assert len(game.options) > MOST_RUNNERS
    assert game.rules.choose(game.state, row, generator(1)) in {option.id for option in game.options}


def test_a_bot_may_have_seconds_instead_of_roll_outs():
    game = gh.new_game("guildhall", players=2, seed=1)
    quick = {**game.rules.bots["greedy"], "seconds": 0.05}
    game.run(bot(quick), until=lambda game: game.ply >= 3)

    assert game.ply == 3
    with pytest.raises(BadSetup, match="set rollouts instead"):
        gh.simulate(players=2, bots=quick, games=1)


def test_a_race_heeds_the_flag_under_which_it_works():
    game, stop = gh.new_game("guildhall", players=2, seed=1), Stop()
    stop.set()

    with heeding(stop), pytest.raises(Stopped):
        game.rules.choose(game.state, searching(game.rules, 10**6), generator(1))


@GAMES
def test_every_game_has_the_levels_by_name(game, players):
    rules = gh.new_game(game, players=players).rules

    assert [name for name in bot_names(rules) if name in rules.levels] == ["beginner", "easy", "medium", "strong"]
    assert list(rules.levels) == ["beginner", "easy", "medium", "strong"]
    assert rules.weights("strong").shape == rules.weights("greedy").shape


def test_a_bot_that_searches_does_not_play_roll_outs_on():
    game = gh.new_game("guildhall", players=2, seed=1)

    with pytest.raises(BadOdds, match="plays its own roll-outs"):
        gh.odds.win(game, bot="strong", n=50)


def test_wrong_names_are_told_the_levels_too():
    with pytest.raises(BadSetup, match="did you mean 'strong'"):
        gh.simulate(players=2, bots="stronk", games=1)


def test_a_bot_that_searches_imagines_rivals_to_whom_nothing_is_forbidden():
    rules = gh.new_game("guildhall", players=2).rules
    scratch = scratch_for(rules, np.tile(rules.weights("strong"), (2, 1)))
    row = rules.weights(rules.avoiding("strong", rules.avoidable[0]))
    rules.engine.bots.seat_all(rules.compiled, np.tile(row, (4, 1)), 1, scratch)
    avoiding, imagined = row[: -len(SearchWeight)], scratch[4][:2, : -len(SearchWeight)]

    assert (imagined[1] == avoiding).all()
    assert (imagined[0] == rules.weights("strong")[: -len(SearchWeight)]).all()
    assert (imagined[0] != imagined[1]).any()
