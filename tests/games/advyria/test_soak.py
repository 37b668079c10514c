"""Many games under the eyes of every law; and that the laws notice what breaks them."""

from __future__ import annotations

import numpy as np
import pytest

from guildhall.games.advyria.engine.laws import Law, sound
from guildhall.games.advyria.engine.state import TILE_GOLD
from guildhall.testing.soak import Buffers
from tests.games.advyria import soak
from tests.games.advyria.tables import FAIRY, SEEKER, WIZARD, lay


@pytest.mark.slow
def test_no_law_is_broken_with_any_number_of_players_and_any_options():
    report = soak.run(60_000, seed=4)

    assert report.ok, str(report)
    assert report.games > 256
    assert set(report.endings) >= {"passed", "cards"}


def test_a_soak_ends_after_as_many_decisions_as_asked_for():
    told = []
    report = soak.run(500, seed=1, progress=lambda done, asked: told.append((done, asked)))

    assert 500 <= report.decisions < 1500
    assert told[-1] == (report.decisions, 500)
    assert str(report).endswith("No law was broken.")


def test_an_interrupted_soak_gives_what_was_done():
    def stop(done, asked):
        raise KeyboardInterrupt

    assert soak.run(10**6, progress=stop).games == 1


def test_a_violation_is_reported_with_options_seed_and_seat(monkeypatch):
    monkeypatch.setattr(Buffers, "play", lambda buffers, rules, seed, bot: int(Law.TILES_ARE_CONSERVED))
    report = soak.run(10, seed=2)

    assert not report.ok
    assert len(report.violations) == 10
    assert "tiles are conserved" in str(report)


def bent(field, change):
    """A state with one thing wrong."""
    game = lay([WIZARD, FAIRY], [SEEKER], deck=[SEEKER] * 3, peeked=[["e6"], []])
    state = game.state
    state[0][field] = change(state[0][field].copy() if isinstance(state[0][field], np.ndarray) else state[0][field])
    return Law(sound(state, 0, game.rules.compiled, state))


def with_(place, value):
    def change(array):
        array[place] = value
        return array

    return change


@pytest.mark.parametrize(
    ("field", "change", "law"),
    [
        ("hand", with_((0, 1), 1), Law.CARDS_ARE_CONSERVED),
        ("deck", with_(0, 1), Law.CARDS_ARE_CONSERVED),
        ("hand_n", with_(0, 1), Law.CARDS_ARE_CONSERVED),
        ("villages", with_(0, 1), Law.TILES_ARE_CONSERVED),
        ("tile", with_(1, TILE_GOLD), Law.TILES_ARE_CONSERVED),
        ("faceup", lambda bits: 2, Law.TILES_ARE_IN_STEP),
        ("seen", with_(1, 1), Law.TILES_ARE_IN_STEP),
        ("level", with_(0, 15), Law.COUNTERS_ARE_WITHIN_BOUNDS),
        ("losses", with_(1, 13), Law.COUNTERS_ARE_WITHIN_BOUNDS),
        ("figure", with_(0, 5), Law.FIGURES_ARE_APART),
        ("hero", with_(0, -1), Law.HEROES_ARE_APART),
        ("known", with_((0, 1, 4), 1), Law.KNOWLEDGE_IS_TRUE),
        ("peeks", lambda n: 2, Law.NOTHING_IS_LEFT_OVER),
        ("deck", with_(50, 1), Law.NOTHING_IS_LEFT_OVER),
    ],
)
def test_every_law_notices_what_breaks_it(field, change, law):
    assert bent(field, change) is law
    assert bent(field, lambda same: same) is Law.SOUND
