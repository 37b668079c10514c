"""Every game, every form of deck, every number of players keeps the laws of `guildhall.testing.laws`."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest

from guildhall import games
from guildhall.core.decision import Event, Option
from guildhall.core.game import Game
from guildhall.core.rules import clone
from guildhall.games import game_names
from guildhall.kernel.containers import overfull
from guildhall.testing.laws import (
    a_branch_stands_alone,
    a_decision_says_what_the_rules_say,
    a_saved_game_comes_back,
    check,
    check_engine,
    check_rules,
    every_option_can_be_named,
    hidden_cards_dealt_again_look_the_same,
    looking_changes_nothing,
    the_same_option_does_the_same,
    undoing_leads_back,
)
from tests.contract import WAYS
from tests.core import toy
from tests.example.market_day import EventKind

FEW_NAMES = (
    *("old-world-2", "alliance-3", "mega-4", "advyria-full-1", "advyria-full-4", "advyria-f-3"),
    *("guild-master-full-4", "guild-master-short-2", "halls-plain-2", "halls-head-4", "halls-campaign"),
)
FEW = [way for way in WAYS if str(way) in FEW_NAMES]
ONE_OF_EACH = list({way.game: way for way in FEW}.values())


def test_every_game_of_the_registry_is_under_contract():
    assert {way.game for way in WAYS} == set(game_names())


def test_both_rule_options_of_guildhall_meet_every_number_of_players():
    chosen = [(way.players, dict(way.options)) for way in WAYS if way.game == "guildhall"]
    met = {(players, options["rules"], options["reshuffle_keeps_top"]) for players, options in chosen}

    assert len(met) == 3 * 2 * 2


def test_every_combination_of_the_simplified_options_of_advyria_meets_every_number_of_players():
    assert len({way.options for way in WAYS if way.game == "advyria"}) == 4 * 2**6


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_rules_can_be_rebuilt_from_their_set_up(way):
    assert check_rules(way.rules, seed=5) == []


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_law_holds_along_a_line_of_even_choices(way):
    # The many ways of Advyria get shorter lines; together they are as long.
    plies, every = (60, 20) if way.game == "advyria" else (120, 12)

    assert list(map(str, check(way.rules, seed=len(str(way)), plies=plies, every=every))) == []


@pytest.mark.parametrize("way", FEW, ids=str)
def test_every_law_of_a_state_holds_to_the_end_of_the_game(way):
    assert list(map(str, check(way.rules, seed=8, plies=5000, every=40, game_laws=()))) == []


def line_of_play(way, seed, plies):
    """A game that yields itself at every ply."""
    game, coin = Game(way.rules, way.rules.start(seed), seed=seed), random.Random(seed)
    while True:
        yield game
        if game.over or game.ply == plies:
            return
        game.play(coin.choice(game.options))


@pytest.mark.parametrize("way", FEW, ids=str)
def test_a_game_can_be_saved_and_loaded_at_every_ply(way):
    # Loading builds the rules anew, which takes longer for a Mega-Saga or a campaign.
    for game in line_of_play(way, seed=3, plies=30 if str(way) in ("mega-4", "halls-campaign") else 120):
        assert list(a_saved_game_comes_back(game)) == []


@pytest.mark.parametrize("way", FEW, ids=str)
def test_a_game_can_be_undone_and_branched_at_every_ply(way):
    for game in line_of_play(way, seed=4, plies=150):
        assert [*undoing_leads_back(game), *a_branch_stands_alone(game)] == []


@pytest.mark.parametrize("way", FEW, ids=str)
def test_no_ply_changes_an_earlier_state(way):
    states, bytes_then = [], []
    for game in line_of_play(way, seed=6, plies=300):
        states += [game.state, game._here[0]]
        bytes_then += [game.state.tobytes()] * 2

    assert [state.tobytes() for state in states] == bytes_then


@pytest.mark.parametrize("way", ONE_OF_EACH, ids=lambda way: way.game)
def test_every_engine_declares_its_records_and_events(way):
    assert check_engine(way.rules.engine) == []


def test_a_field_that_hides_behind_an_attribute_and_an_event_without_names_are_noticed():
    engine = SimpleNamespace(
        state=np.dtype([("size", "i8")]), rules=np.dtype([("players", "i8")]), fields={EventKind.TURN: ("number",)}
    )

    assert check_engine(engine) == [
        "fields with the names of NumPy record attributes: size",
        "events without field names: FETCH, SALE, THEFT",
    ]


@pytest.mark.parametrize("way", ONE_OF_EACH, ids=lambda way: way.game)
def test_a_count_beyond_its_room_is_noticed(way):
    capacities, start = way.rules.engine.capacities, way.rules.start(3)
    assert not list(overfull(start, capacities))

    for field, capacity in capacities.items():
        state = clone(start)
        state[field] = capacity + 1
        assert any(field in told for told in overfull(state, capacities)), field


# --- The laws notice what breaks them ---------------------------------------------------------------------


class Bent:
    """Rules with one thing wrong; everything else is passed on."""

    def __init__(self, rules, **wrong):
        self._rules = rules
        self.__dict__.update(wrong)

    def __getattr__(self, name):
        return getattr(self._rules, name)


STRAIGHT = toy.Gleaners()


def keeps_one_back(state):
    return STRAIGHT.options(state)[:-1]


def same_words(state):
    decision = STRAIGHT.decision(state)
    again = tuple(Option(option.id + 100, f" {option.phrase.upper()}") for option in decision.options)
    return type(decision)(decision.seat, decision.kind, decision.prompt, decision.options + again)


def counts_looks(state):
    state["clock"] += 1
    return STRAIGHT.outcome(state)


def tells_something_new(state, option, told=[]):  # noqa: B006  # the list is what is wrong with it
    told.append(option)
    return (*STRAIGHT.apply(state, option), Event("noise", 0, f"noise {len(told)}"))


def tells_everybody(state, option):
    secret = Event("draw", 0, "Ada draws red Apple", {}, seen_by=(), public="Ada draws red Apple, hush")
    return (*STRAIGHT.apply(state, option), secret)


@pytest.mark.parametrize(
    ("law", "wrong"),
    [
        (a_decision_says_what_the_rules_say, {"options": keeps_one_back}),
        (every_option_can_be_named, {"decision": same_words}),
        (looking_changes_nothing, {"outcome": counts_looks}),
        (the_same_option_does_the_same, {"apply": tells_something_new}),
        (the_same_option_does_the_same, {"apply": tells_everybody}),
    ],
    ids=lambda value: "" if isinstance(value, dict) else value.__name__,
)
def test_a_law_of_a_state_notices_rules_that_break_it(law, wrong):
    start = STRAIGHT.start(5)

    assert list(law(STRAIGHT, start)) == []
    assert list(law(Bent(STRAIGHT, **wrong), clone(start)))


def test_dealing_another_view_is_noticed():
    rules = FEW[0].rules
    state = rules.start(5)
    bent = Bent(rules, resample=lambda view, seed: rules.start(seed))

    assert list(hidden_cards_dealt_again_look_the_same(rules, state)) == []
    assert list(hidden_cards_dealt_again_look_the_same(bent, state))


def test_a_reason_that_tells_what_is_hidden_is_noticed():
    rules = FEW[0].rules
    state = rules.start(5)
    bent = Bent(rules, explain=lambda state, phrase, seat=None: f"{rules.table(state).hands}")

    assert "gets a different reason" in " ".join(hidden_cards_dealt_again_look_the_same(bent, state))


@pytest.fixture
def only_gleaners(monkeypatch):
    monkeypatch.setattr(games, "rules_for", toy.rules_for)


def with_a_clock_of_its_own():
    ticks = itertools.count()

    def apply(state, option):
        events = STRAIGHT.apply(state, option)
        state["clock"] = 7 * next(ticks)
        return events

    return Bent(STRAIGHT, apply=apply)


def five_plies(rules, kind=Game):
    game = kind(rules, rules.start(5), seed=5)
    for _ in range(5):
        game.play(game.options[0])
    return game


@pytest.mark.usefixtures("only_gleaners")
@pytest.mark.parametrize("law", [undoing_leads_back, a_saved_game_comes_back], ids=lambda law: law.__name__)
def test_a_law_of_a_game_notices_what_hides_outside_the_state(law):
    assert list(law(five_plies(STRAIGHT))) == []
    assert list(law(five_plies(with_a_clock_of_its_own())))


class Shared(Game):
    """A game whose branches are itself."""

    def branch(self):
        return self


def test_a_branch_that_is_the_game_itself_is_noticed():
    assert list(a_branch_stands_alone(five_plies(STRAIGHT, Shared)))


def test_rules_that_lose_their_set_up_are_noticed(monkeypatch):
    monkeypatch.setattr(games, "rules_for", lambda game, setup: toy.Gleaners(limit=9))

    assert check_rules(STRAIGHT, seed=1) == []
    assert check_rules(Bent(STRAIGHT, seats=("Cy", "Di"))) == ["rebuilt rules differ in seats"]
