"""Many games under the eyes of every law; and that the laws notice what breaks them."""

from __future__ import annotations

import numpy as np
import pytest

from guildhall.games.hundred_halls import GAME
from guildhall.games.hundred_halls.engine.engine import ENGINE
from guildhall.games.hundred_halls.engine.laws import Law, book_in, ledger_agrees, sound
from guildhall.games.hundred_halls.engine.state import CAMPAIGN_FIELDS, RULES, STATE, EventKind, Over, Phase
from guildhall.games.hundred_halls.language import Zone
from guildhall.games.hundred_halls.reading import shipped
from guildhall.kernel.containers import overfull
from tests.fuzz.setups import fuzzer
from tests.games.hundred_halls import soak
from tests.games.hundred_halls.lab import Lab


@pytest.mark.slow
def test_no_law_is_broken_with_any_number_of_players():
    report = soak.run(40_000, seed=4)

    assert report.ok, str(report)
    assert set(report.by_form) == {case.form for case in soak.cases()}
    assert set(report.endings) <= {"won", "lost", "unfinished"}
    assert report.endings["unfinished"] < 0.02 * report.endings.total()  # at the limit of rounds


@pytest.mark.slow
def test_every_card_comes_into_play_and_every_ability_acts():
    report = soak.run(80_000, seed=1)

    assert len(report.uses) > 700
    # So few decisions see too little of the Armory for every ability that it sells.
    sold = ("five elements of", "skill of", "trait of")
    assert not [name for name in report.unused if not any(word in name.casefold() for word in sold)]


def test_uses_are_counted_by_card_and_ability_and_those_of_a_reward_apart():
    uses = soak.run(3000, seed=1).uses

    assert {"Aurie, Five Elements", "Silver Bolt", "Aepep, end", "Best of Three as a reward"} <= set(uses)
    assert min(uses[name] for name in ("Aurie, activate", "Silver Bolt, enters", "Aepep, end")) > 0
    assert "nobody" not in uses


def test_a_soak_goes_through_all_decks_and_ends_after_as_many_decisions_as_asked_for():
    cases = [dict(case.options) for case in soak.cases()]

    assert {case["party"] for case in cases if case.get("campaign")} == {("Alex",), ("Nandi",)}
    cases = [case for case in cases if not case.get("campaign")]
    assert {(case["scenario"], case["realm"]) for case in cases} == {
        (scenario, realm) for scenario in shipped().of_kind("scenario") for realm in shipped().of_kind("realm")
    }
    assert {name for case in cases for name in case["party"]} == set(shipped().of_kind("player"))
    report = soak.run(500, seed=1)
    assert 500 <= report.decisions < 20_000
    assert str(report).endswith("No law was broken.")


@pytest.mark.slow
def test_compiled_and_plain_rules_play_the_same_games_byte_for_byte():
    report = soak.compare_plain(600, seed=3)

    assert report.ok, str(report)


def bent(field, place, value):
    """A state with one thing wrong."""
    lab = Lab(2, hands=[["Ada Page"], []], enemies=["Ogre Rat"])
    state = lab.game.state
    if place is None:
        state[field] = value
    else:
        state[0][field][place] = value
    return Law(sound(state, 0, lab.game.rules.compiled, state))


@pytest.mark.parametrize(
    ("field", "place", "value", "law"),
    [
        ("phase", None, Phase.ACT, Law.SOUND),
        ("deck_n", 1, 3, Law.CARDS_CONSERVED),
        ("deck", (1, 0), 6, Law.CARDS_CONSERVED),
        ("table", 0, 1, Law.CARDS_CONSERVED),
        ("zone", 4, Zone.VOID, Law.CARDS_CONSERVED),
        ("known", 0, 20, Law.CARDS_CONSERVED),
        ("hp", 4, 71, Law.HIT_POINTS_WITHIN_LIMITS),
        ("hp", 4, 0, Law.HIT_POINTS_WITHIN_LIMITS),
        ("points", 1, 3, Law.HIT_POINTS_WITHIN_LIMITS),
        ("counters", 8, 1, Law.HIT_POINTS_WITHIN_LIMITS),
        ("holder", 6, 1, Law.CARDS_LIE_WITH_THE_LIVING),
        ("host", 6, 4, Law.CARDS_LIE_WITH_THE_LIVING),
        ("over", None, Over.WON, Law.THE_END_IS_TOLD),
        ("over", None, Over.LOST, Law.THE_END_IS_TOLD),
        ("winners", None, 1, Law.THE_END_IS_TOLD),
        ("mark", 3, 1, Law.NOTHING_LEFT_OVER),
        ("stack", (5, 0), 1, Law.NOTHING_LEFT_OVER),
        ("waiting_n", None, 1, Law.NOTHING_LEFT_OVER),
    ],
)
def test_every_law_notices_what_breaks_it(field, place, value, law):
    assert bent(field, place, value) is law


def test_a_unique_card_twice_in_play_is_noticed():
    orb = '[cards.Orb]\ntype = "Artifact"\nunique = true\ncopies = 2\n'
    lab = Lab(2, cards={"Ada": orb}, with_players=[["Orb"], []])
    state, other = lab.game.state, lab.card("Orb", 2)
    place = lab.s["deck"][0].tolist().index(other)
    n = int(lab.s["deck_n"][0]) - 1
    state[0]["deck"][0, place : n + 1] = [*lab.s["deck"][0, place + 1 : n + 1], 0]
    state[0]["deck_n"][0] = n
    state[0]["zone"][other], state[0]["holder"][other] = Zone.PLAY, 0
    state[0]["table"][int(lab.s["table_n"])] = other
    state[0]["table_n"] += 1

    assert Law(sound(state, 0, lab.game.rules.compiled, state)) is Law.UNIQUE_CARDS_ONCE


def test_the_ledger_notices_hit_points_that_no_event_tells_of():
    game, ledger = Lab(2).game, np.zeros((4, 2), np.int64)
    s, record = game.state[0], game.rules.compiled[0]
    book_in(s, record, ledger)
    assert ledger_agrees(s, record, ledger)
    s["hp"][0] -= 1

    assert not ledger_agrees(s, record, ledger)


@pytest.mark.parametrize("field", ENGINE.capacities)
def test_a_count_beyond_its_room_is_noticed(field):
    state = Lab(2).game.state
    assert not list(overfull(state, ENGINE.capacities))
    state[field] = ENGINE.capacities[field] + 1

    assert any(field in told for told in overfull(state, ENGINE.capacities))


def test_a_game_of_too_many_plies_ends_unfinished():
    lab = Lab(2)
    rules, state = lab.game.rules, lab.game.state
    state["plies"] = ENGINE.most_plies - 1
    rules.apply(state, lab.game.decision.option("done").id)

    assert rules.outcome(state).reason == "unfinished"
    assert Law(sound(state, 0, rules.compiled, state)) is Law.SOUND


def test_every_event_has_its_numbers():
    assert set(CAMPAIGN_FIELDS) == set(EventKind)


@pytest.mark.parametrize("dtype", [STATE, RULES], ids=["state", "rules"])
def test_no_field_hides_behind_an_attribute_that_every_record_has(dtype):
    assert not set(dtype.names) & set(dir(np.record))


@pytest.mark.slow
def test_no_law_is_broken_with_random_cards():
    found = fuzzer(GAME)(30, 5, 600.0)

    assert found.count == 30
    assert not found.violations
