"""Many games under the eyes of every law; and that the laws notice what breaks them."""

from __future__ import annotations

import numpy as np
import pytest

from guildhall.games.guild_master import GAME
from guildhall.games.guild_master.engine.engine import ENGINE
from guildhall.games.guild_master.engine.laws import Law, sound
from guildhall.kernel.validator import PlayLaw
from tests.fuzz.setups import fuzzer
from tests.games.guild_master import soak
from tests.games.guild_master.lab import Lab


@pytest.mark.slow
def test_no_law_is_broken_with_any_number_of_players_in_both_lengths():
    report = soak.run(60_000, seed=4)

    assert report.ok, str(report)
    assert set(report.by_form) == {"2 players", "3 players", "4 players"}
    assert set(report.endings) == {"ended"}


def test_a_soak_ends_after_as_many_decisions_as_asked_for():
    report = soak.run(500, seed=1)

    assert 500 <= report.decisions < 2000
    assert str(report).endswith("No law was broken.")


@pytest.mark.slow
def test_compiled_and_plain_rules_play_the_same_games_byte_for_byte():
    report = soak.compare_plain(600, seed=3)

    assert report.ok, str(report)


def bent(field, place, value):
    """A state with one thing wrong."""
    lab = Lab(2, calm=False)
    if place is None:
        lab.s[field] = value
    else:
        lab.s[field][place] = value
    return Law(sound(lab.state, 0, lab.rules.compiled, lab.state))


@pytest.mark.parametrize(
    ("field", "place", "value", "law"),
    [
        ("deck_n", 1, 29, Law.CONTRACTS_ARE_CONSERVED),
        ("spot", 0, 7, Law.CONTRACTS_ARE_CONSERVED),
        ("kept", (0, 1), 1, Law.CONTRACTS_ARE_CONSERVED),
        ("pile_n", 3, 7, Law.ADVENTURERS_ARE_CONSERVED),
        ("member_n", 0, 3, Law.ADVENTURERS_ARE_CONSERVED),
        ("gold", 0, -1, Law.NOTHING_IS_NEGATIVE),
        ("points", 1, -1, Law.NOTHING_IS_NEGATIVE),
        ("private_n", 1, 3, Law.NOTHING_IS_NEGATIVE),
        ("fixer", 0, 63, Law.UPGRADES_ARE_WITHIN_LIMITS),
        ("team", (0, 0), 64, Law.TEAMS_ARE_APART),
        ("card", (0, 0), 3, Law.TEAMS_ARE_APART),
        ("began", None, 1, Law.PLANNING_TELLS_NOTHING),
        ("plies", None, 99, Law.PLANNING_TELLS_NOTHING),
        ("wanted", None, 3, Law.NOTHING_IS_LEFT_OVER),
        ("value", 0, 3, Law.NOTHING_IS_LEFT_OVER),
    ],
)
def test_every_law_notices_what_breaks_it(field, place, value, law):
    assert bent(field, place, value) is law
    lab = Lab(2, calm=False)
    assert Law(sound(lab.state, 0, lab.rules.compiled, lab.state)) is Law.SOUND


def test_the_ledger_notices_gold_that_no_event_tells_of():
    lab, ledger = Lab(2), np.zeros((4, 2), np.int64)
    ENGINE.soak.book_in(lab.s, lab.record, ledger)
    assert ENGINE.soak.ledger_agrees(lab.s, lab.record, ledger)
    lab.s["gold"][0] += 1

    assert not ENGINE.soak.ledger_agrees(lab.s, lab.record, ledger)
    assert PlayLaw.LOG_REBUILDS_THE_TABLE > 0


def test_a_game_of_too_many_plies_ends_unfinished():
    lab = Lab(2)
    lab.s["plies"] = lab.s["began"] = ENGINE.most_plies - 1
    lab.play(lab.offered[0])

    assert lab.kind == "over"
    assert str(lab.decision.prompt) == "The game ended unfinished after 10000 plies"
    assert Law(sound(lab.state, 0, lab.rules.compiled, lab.state)) is Law.SOUND


@pytest.mark.slow
def test_no_law_is_broken_with_random_cards():
    found = fuzzer(GAME)(40, 5, 600.0)

    assert found.count == 40
    assert not found.violations
