"""The shell by itself: a game that has nothing but its rules plays, is recorded, watched and rolled out."""

from __future__ import annotations

from importlib import import_module
from inspect import signature

import numpy as np
import pytest

import guildhall as gh
from guildhall.core.errors import FullLog
from guildhall.kernel import recording
from guildhall.kernel.chance import series
from guildhall.kernel.log import empty_log
from guildhall.proof.laws import check, check_rules
from tests.kernel import race


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(import_module("guildhall.games")._registered, "race", race.Race())


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_game_of_rules_alone_keeps_the_laws_of_every_game(players):
    rules = race.make_rules(players)

    assert check_rules(rules) == []
    assert [str(broken) for broken in check(rules, seed=3, plies=40)] == []


def test_without_words_of_its_own_a_game_says_what_its_record_says():
    game = gh.new_game("race", players=["Ada", "Bo"], seed=1)
    first, second = game.rules.seats[game.decision.seat], game.rules.seats[1 - game.decision.seat]
    game.play("throw once")

    assert game.decision.prompt == f"{second}, choose an action"
    assert str(game.events[0]).startswith(f"{first}: throw (die ")
    assert str(game.events[1]) == f"{second}: turn (number 2)"
    assert "points: Ada" in game.rules.text(game.table, game.decision)
    assert "<td>2</td>" in game.rules.html(game.view(0), None)
    game.run("random")
    assert game.decision.prompt.endswith(" won")
    assert game.outcome.reason == "ended"


def test_a_shared_victory_has_winners_and_no_winner():
    rules = race.make_rules(3, target=6)
    games = rules.play_games(series(1, 0, 400), np.stack([rules.weights("random")] * 3))
    shared = games["winner"] < 0

    assert 0 < shared.sum() < 400
    assert all(bits.bit_count() > 1 for bits in games["winners"][shared].tolist())
    assert all(
        1 << winner == bits for winner, bits in zip(games["winner"], games["winners"], strict=True) if winner >= 0
    )


def test_turns_and_events_are_recorded_without_a_recorder():
    sim = gh.simulate("race", players=2, bots="random", games=30, seed=2, events=True, threads=1)
    games, turns, events = sim.games, sim.turns, sim.events

    assert turns["turn"].to_list()[: games["turns"][0]] == list(range(1, games["turns"][0] + 1))
    assert turns.height == games["turns"].sum()
    assert (turns["plies"] == 1).all()
    assert set(events["event"]) == {"turn", "throw", "end"}
    assert events.filter(event="throw")["die"].min() >= 1
    last = turns.group_by("game", maintain_order=True).last()
    scores = games.select("score_0", "score_1").rows()
    assert last["score"].to_list() == [score[seat] for score, seat in zip(scores, last["seat"], strict=True)]


def test_a_roll_out_without_goals_tells_who_wins():
    game = gh.new_game("race", players=2, target=10, seed=4)
    frame = gh.odds.win(game, 0, bot="random", n=300)

    assert game.rules.goals == ()
    assert 0.9 < frame["p"].sum() <= 1.1  # a shared victory counts for each


def test_what_a_seat_cannot_know_is_not_among_its_numbers():
    rules = race.make_rules(3)
    state = rules.start(5)
    other = state.copy()
    other["bonus"][0, 1] = (state["bonus"][0, 1] + 1) % race.BONUS
    row = rules.observing.observe(state, 0)

    assert len(row) == sum(rules.observing.parts.values())
    assert (row >= 0).all()
    assert (row <= 1).all()
    assert np.array_equal(row, rules.observing.observe(other, 0))
    assert not np.array_equal(rules.observing.observe(state, 1), rules.observing.observe(other, 1))
    assert rules.observing.fingerprint(state, 0) == rules.observing.fingerprint(other, 0)
    assert rules.observing.fingerprint(state, 1) != rules.observing.fingerprint(other, 1)


def test_a_soak_watches_it_compiled_and_plain():
    report = race.SOAK.run(400, seed=1)

    assert report.ok, str(report)
    assert set(report.by_form) == {"1 players", "2 players", "3 players"}
    assert set(report.endings) == {"ended"}


@pytest.mark.parametrize("game", ["guildhall", "advyria"])
def test_what_tells_of_an_event_takes_its_numbers_by_the_names_declared(game):
    state, events = (import_module(f"guildhall.games.{game}.{name}") for name in ("engine.state", "events"))

    assert set(events.TELLERS) == set(state.LOG_FIELDS) == set(state.Event)
    for event, teller in events.TELLERS.items():
        assert tuple(signature(teller).parameters)[-len(state.LOG_FIELDS[event]) or 99 :] == state.LOG_FIELDS[event]


# --- A full log --------------------------------------------------------------------------------------------


def test_an_option_that_tells_more_than_the_log_holds_is_an_error(monkeypatch):
    rules = race.make_rules(2)
    state = rules.start(1)
    monkeypatch.setattr(rules._buffers, "log", empty_log(2))

    assert len(rules.apply(state, race.ONCE)) == 2
    with pytest.raises(FullLog, match="1 events did not fit into a log of 2"):
        rules.apply(state, race.TWICE)


def test_recorded_games_get_a_larger_log_and_are_the_same(monkeypatch):
    rules = race.make_rules(2)
    rows = np.stack([rules.weights("random")] * 2)
    whole = rules.record_games(series(1, 0, 9), rows, events=True)
    monkeypatch.setattr(race.RaceEngine, "most_events", 1)
    again = rules.record_games(series(1, 0, 9), rows, events=True)

    assert all(np.array_equal(whole[frame][name], again[frame][name]) for frame in whole for name in whole[frame])


def test_a_game_that_fits_nowhere_is_an_error(monkeypatch):
    rules = race.make_rules(2)
    monkeypatch.setattr(recording, "ROOMS", {"turns": 0, "events": 0})

    with pytest.raises(FullLog, match="does not fit into any table"):
        rules.record_games(series(1, 0, 2), np.stack([rules.weights("random")] * 2))


def test_a_soak_notices_a_full_log(monkeypatch):
    monkeypatch.setattr(race.RaceEngine, "most_events", 2)
    report = race.SOAK.run(100, seed=1)

    assert "log holds all events" in {violation.law for violation in report.violations}
