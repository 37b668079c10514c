"""The shell by itself: a game that has nothing but its rules plays, is recorded, watched and rolled out."""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Annotated

import numpy as np
import pytest

import guildhall as gh
from guildhall.core.errors import FullLog
from guildhall.core.settings import Players, Settings
from guildhall.kernel import recording
from guildhall.kernel.chance import series
from guildhall.kernel.log import empty_log
from guildhall.testing.laws import check, check_rules
from guildhall.testing.soak import soak_of
from tests.example import market_day
from tests.example.market_day import FETCH, GAME, MarketDayEngine, MarketDayRules


class NoThieves(Settings):
    """The settings of Market Day without its thieves."""

    title = "Market Day"
    players: Annotated[tuple[str, ...], Players()]


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(import_module("guildhall.games")._registered, "market-day", GAME)


def make_rules(players=2, **given):
    return GAME.make_rules({"players": players, **given})


def all_random(rules):
    return np.stack([rules.weights("random")] * len(rules.seats))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_of_rules_alone_keeps_the_laws_of_every_game(players):
    rules = make_rules(players)

    assert check_rules(rules) == []
    assert [str(broken) for broken in check(rules, seed=3, plies=100)] == []


def test_without_words_of_its_own_a_game_says_what_its_record_says():
    game = gh.new_game("market-day", players=["Ada", "Bo"], thieves=0, seed=1)
    game.play("fetch")
    ware = game.events[0].data["ware"]

    assert game.decision.prompt == "Bo, choose an action"
    assert [str(event) for event in game.events] == [f"Ada: fetch (ware {ware})", "Turn 2: Bo"]
    assert game.rules.text(game.table, game.decision).splitlines()[:4] == [
        "turn: 2, Bo",
        "points: Ada 0; Bo 0",
        f"hand: Ada 1 {ware}; Bo nothing",
        "held: Ada 1; Bo 0",
    ]
    html = game.rules.html(game.view(1), None)
    assert '<th scope="row">Ada</th><td>0</td><td>hidden</td><td>1</td>' in html
    assert '<th scope="row">left</th><td>20</td>' in html
    game.run("random")
    assert game.decision.prompt.endswith(" won")
    assert game.outcome.reason == "ended"


def test_a_secret_event_and_a_hidden_field_are_told_to_their_seat_alone():
    game = gh.new_game("market-day", players=["Ada", "Bo"], thieves=0, seed=1)
    (fetched, _) = game.play("fetch")

    assert fetched.as_seen_by(0) is fetched
    assert (fetched.as_seen_by(1).text, fetched.as_seen_by(1).data) == ("Ada: fetch", {})
    assert f"hand: Ada 1 {fetched.data['ware']}; Bo hidden" in repr(game.view(0))
    assert "hand: Ada hidden; Bo nothing" in repr(game.view(1))
    assert game.view(0) != game.view(1)


def test_a_view_is_equal_to_another_where_its_seat_knows_the_same():
    game = gh.new_game("market-day", thieves=0, seed=1)
    game.play("fetch")
    other = game.state
    other["hand"][0, 0] = np.roll(other["hand"][0, 0], 1)
    same = game.rules.view(other, 0)

    assert same != game.view(0)
    assert len({game.view(0), game.view(0), same}) == 2


def test_the_record_of_the_rules_has_the_settings_of_the_same_name():
    rules = make_rules(3, thieves=7)

    assert (rules.compiled["players"][0], rules.compiled["thieves"][0]) == (3, 7)
    assert rules.setup == {"players": ["Player 1", "Player 2", "Player 3"], "thieves": 7}
    with pytest.raises(gh.BadSetup, match="unknown setting 'thieves'"):
        MarketDayRules(NoThieves.settle({}))


def test_a_shared_victory_has_winners_and_no_winner():
    rules = make_rules(3)
    games = rules.play_games(series(1, 0, 400), all_random(rules))
    shared = games["winner"] < 0

    assert 0 < shared.sum() < 400
    assert all(bits.bit_count() > 1 for bits in games["winners"][shared].tolist())
    assert all(
        1 << winner == bits for winner, bits in zip(games["winner"], games["winners"], strict=True) if winner >= 0
    )


def test_turns_and_events_are_recorded_without_a_recorder():
    sim = gh.simulate("market-day", players=2, games=30, seed=2, events=True, threads=1)
    games, turns, events = sim.games, sim.turns, sim.events

    assert sim.bots == ("random", "random")
    assert turns["turn"].to_list()[: games["turns"][0]] == list(range(1, games["turns"][0] + 1))
    assert turns.height == games["turns"].sum()
    assert (turns["plies"] == 1).all()
    assert set(events["event"]) == {"turn", "fetch", "sale", "theft"}
    assert set(events.filter(event="sale")["ware"]) == set(market_day.WARES)
    assert events.filter(event="turn")["ware"].null_count() == turns.height
    assert (
        events.filter(event="sale")["coins"].sum() == games.select("score_0", "score_1").sum().sum_horizontal().item()
    )
    last = turns.group_by("game", maintain_order=True).last()
    scores = games.select("score_0", "score_1").rows()
    assert last["score"].to_list() == [score[seat] for score, seat in zip(scores, last["seat"], strict=True)]


def test_a_roll_out_without_goals_tells_who_wins():
    game = gh.new_game("market-day", players=2, seed=4)
    frame = gh.odds.win(game, 0, n=300)

    assert game.rules.goals == ()
    assert frame["bot"].to_list() == ["random", "random"]
    assert 1.0 < frame["p"].sum() < 1.3  # a shared victory counts for both


def test_roll_outs_of_some_turns_end_with_the_last_own_turn_whatever_the_order_of_turns(monkeypatch):
    rules = make_rules(3)
    view = rules.view(rules.start(1), 1)

    assert [rules.last_turn(view, turns) for turns in (1, 2)] == [2, 5]
    monkeypatch.setattr(MarketDayRules, "last_turn", lambda self, view, turns: 1000)
    winners = rules.roll_out(view, rules.weights("random"), series(1, 0, 20), turns=1).winners
    assert (winners > 0).all()  # this order of turns is known to nobody, so the game was played to its end


def test_what_a_seat_cannot_know_is_not_among_its_numbers():
    rules = make_rules(3, thieves=0)
    state = rules.start(5)
    for _ in range(3):
        rules.apply(state, FETCH)
    other = state.copy()
    other["hand"][0, 1] = np.roll(state["hand"][0, 1], 1)
    other["unseen"][0, :3] += state["hand"][0, 1] - other["hand"][0, 1]
    row = rules.observing.observe(state, 0)

    assert len(row) == sum(rules.observing.parts.values())
    assert (row >= 0).all()
    assert (row <= 1).all()
    assert np.array_equal(row, rules.observing.observe(other, 0))
    assert not np.array_equal(rules.observing.observe(state, 1), rules.observing.observe(other, 1))
    assert rules.observing.fingerprint(state, 0) == rules.observing.fingerprint(other, 0)
    assert rules.observing.fingerprint(state, 1) != rules.observing.fingerprint(other, 1)


def test_a_soak_watches_it():
    report = soak_of(GAME).run(400, seed=1)

    assert report.ok, str(report)
    assert set(report.by_form) == {f"{players} players" for players in (1, 2, 3, 4)}
    assert set(report.endings) == {"ended"}


@pytest.mark.parametrize("game", ["guildhall", "advyria"])
def test_what_tells_of_an_event_takes_its_numbers_by_the_names_declared(game):
    state, events = (import_module(f"guildhall.games.{game}.{name}") for name in ("engine.state", "events"))

    assert set(events.TELLERS) == set(state.LOG_FIELDS) == set(state.EventKind)
    for event, teller in events.TELLERS.items():
        assert tuple(signature(teller).parameters)[-len(state.LOG_FIELDS[event]) or 99 :] == state.LOG_FIELDS[event]


# --- A full log --------------------------------------------------------------------------------------------


def test_an_option_that_tells_more_than_the_log_holds_is_an_error(monkeypatch):
    rules = make_rules(2)
    state = rules.start(1)
    assert len(rules.apply(state, FETCH)) == 2

    monkeypatch.setattr(rules._buffers, "log", empty_log(1))
    with pytest.raises(FullLog, match="1 events did not fit into a log of 1"):
        rules.apply(state, FETCH)


def test_recorded_games_get_a_larger_log_and_are_the_same(monkeypatch):
    rules = make_rules(2)
    whole = rules.record_games(series(1, 0, 9), all_random(rules), events=True)
    monkeypatch.setattr(MarketDayEngine, "most_events", 1)
    again = rules.record_games(series(1, 0, 9), all_random(rules), events=True)

    assert all(np.array_equal(whole[frame][name], again[frame][name]) for frame in whole for name in whole[frame])


def test_a_game_that_fits_nowhere_is_an_error(monkeypatch):
    rules = make_rules(2)
    monkeypatch.setattr(recording, "CAPACITIES", {"turns": 0, "events": 0})

    with pytest.raises(FullLog, match="does not fit even into the largest tables"):
        rules.record_games(series(1, 0, 2), all_random(rules))


def test_a_soak_notices_a_full_log(monkeypatch):
    monkeypatch.setattr(MarketDayEngine, "most_events", 1)
    report = soak_of(GAME).run(100, seed=1)

    assert "log holds all events" in {violation.law for violation in report.violations}


def test_a_misspelt_part_is_refused():
    class Misspelt(MarketDayEngine):
        def knowing(self):
            return {"look": market_day.look, "deal_hiden": market_day.deal_hidden}

    with pytest.raises(TypeError, match="unknown parts of market-day: deal_hiden"):
        _ = Misspelt().entry
