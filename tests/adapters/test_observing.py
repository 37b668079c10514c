"""Rows of numbers: what they say, how long they are, and that nothing hidden is in them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numpy as np
import pytest

import guildhall as gh
from guildhall.games.guildhall.engine.sight import observe_at
from guildhall.games.guildhall.engine.state import STATE
from guildhall.games.guildhall.observing import DECISIONS
from tests.adapters.tables import EVERY_TABLE, MEGA, match_at, moments
from tests.contract import WAYS

LINE = """
from hashlib import blake2b
from tests.adapters.tables import match_at, moments
for match, _ in zip(moments(match_at({"players": 2}), every=5), range(4)):
    print([(blake2b(match.observe(seat)).hexdigest(), match.remembered(seat)) for seat in range(2)])
"""


def parts_of(game, seat):
    """A seat's row, part by part."""
    observing = game.rules.observing
    row, told, at = observing.observe(game.state, seat), {}, 0
    for name, length in observing.parts.items():
        told[name] = row[at : at + length].tolist()
        at += length
    assert at == len(row)
    return told


@pytest.fixture(scope="module")
def game():
    """Two seats with a few cards before them; seat 1 is to act."""
    return gh.position(
        halls=[{"Weaver": ["red", "blue"]}, {}],
        hands=[["red Farmer"], ["blue Farmer", "blue Farmer"]],
        completed=[[], ["Trader"]],
        tokens=[3, 0],
        discard=["green Weaver", "purple Farmer"],
        to_play=1,
    )


@pytest.mark.parametrize("way", [way for way in WAYS if way.game == "guildhall"], ids=str)
def test_the_kernel_writes_just_the_numbers_that_the_parts_name(way):
    rules = way.rules
    length = sum(rules.observing.parts.values())
    out, blank = np.zeros(2 * length), np.zeros(1, STATE)

    written = observe_at(rules.start(3), 0, rules.compiled, 1, -1, 0, blank, np.zeros(1, STATE), out)

    assert written == length - len(DECISIONS)


def test_a_row_tells_the_own_cards_as_shares_of_their_copies(game):
    told, names = parts_of(game, 1), game.rules.names

    hand = {names.kinds[kind]: share for kind, share in enumerate(told["hand"]) if share}
    assert hand == {"blue Farmer": 0.5}
    assert sum(told["known"]) == 0


def test_seats_are_told_from_the_chair_of_the_observer(game):
    first, second = parts_of(game, 0), parts_of(game, 1)
    kinds = len(game.rules.names.kinds)

    assert first["halls"][:kinds] == second["halls"][kinds:]
    assert sum(first["halls"][:kinds]) == 0.5
    assert (first["tokens"], second["tokens"]) == ([pytest.approx(0.15), 0], [0, pytest.approx(0.15)])
    assert (first["seat"], second["seat"]) == ([1, 0], [0, 1])
    assert (first["decider"], second["decider"]) == ([0, 1], [1, 0])


def test_a_row_tells_the_decision_and_what_lies_open(game):
    told, names = parts_of(game, 0), game.rules.names

    assert DECISIONS[told["decision"].index(1)] == "act"
    assert names.kinds[told["discard_top"].index(1)] == "purple Farmer"
    assert sum(told["discard"]) == 0.5
    assert told["hand_sizes"] == [pytest.approx(1 / 120), pytest.approx(2 / 120)]
    assert sum(told["completed"]) == 1.25
    assert sum(told["places"]) == 0
    assert names.chapters[parts_of(game, 1)["places"].index(1)] == "Trader"


def test_a_row_tells_the_card_and_the_tier_being_carried_out():
    game = gh.position(
        halls=[{"Weaver": ["red", "blue"]}, {}], hands=[["green Weaver", "red Farmer", "red Dancer"], []]
    )
    game.play("play green Weaver", "tier 2")

    told = parts_of(game, 1)

    assert game.rules.names.kinds[told["card"].index(1)] == "green Weaver"
    assert told["tier"] == [0, 0, 1, 0, 0]
    assert told["chapter_size"] == [pytest.approx(0.4)]


@EVERY_TABLE
def test_a_row_does_not_change_with_what_the_seat_cannot_see(options):
    swapped = 0
    for match in moments(match_at(options), every=15):
        for seat in range(options["players"]):
            other = match.dealt_anew(seat, seed=len(match.moves))

            assert np.array_equal(other.observe(seat), match.observe(seat))
            swapped += other.text() != match.text()
    assert swapped > 20


@EVERY_TABLE
def test_the_seat_that_decides_has_the_same_options_whatever_is_hidden_from_it(options):
    for match in moments(match_at(options), seed=1, every=9):
        assert match.dealt_anew(match.decider, seed=5).options == match.options


@EVERY_TABLE
def test_every_number_lies_between_0_and_1(options):
    rows = np.stack([match.observe(0) for match in moments(match_at(options), seed=2)])

    assert rows.dtype == np.float32
    assert rows.min() == 0
    assert rows.max() == 1


def test_fingerprints_are_equal_just_where_views_are():
    match = match_at(MEGA)
    look = match.rules.observing.fingerprint
    for _ in moments(match, every=40):
        here, world = match.game().state, match.dealt_anew(0, seed=1).game().state

        assert look(here, 0) == look(world, 0)
        assert (look(here, 1) == look(world, 1)) == (match.rules.view(here, 1) == match.rules.view(world, 1))


def test_compiled_and_interpreted_rows_agree(project_root):
    told = [
        subprocess.run(
            [sys.executable, "-c", LINE],
            cwd=project_root,
            env={**os.environ, **jit},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for jit in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]

    assert told[0] == told[1] != ""


def test_the_page_describes_every_part_in_its_order(project_root, game):
    page = (project_root / "docs" / "adapters.md").read_text(encoding="utf-8")
    _, _, table = page.partition("| part | length | meaning |")

    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(game.rules.observing.parts)
    assert f"in the order {', '.join(DECISIONS)} |" in table
