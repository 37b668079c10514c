"""Rows of numbers: what they say, how long they are, and that nothing hidden is in them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

import guildhall as gh
from guildhall.games.advyria import frames as advyria
from guildhall.games.guildhall.engine.knowledge import observe_at
from guildhall.games.guildhall.engine.state import STATE
from guildhall.games.guildhall.frames import DECISIONS
from tests.adapters.tables import EVERY_TABLE, MEGA, WITH_LIMIT, match_at, moments
from tests.contract import WAYS
from tests.games.advyria.tables import FAIRY, JOKER, SEEKER, WARRIOR, WIZARD, lay

LINE = """
from hashlib import blake2b
from tests.adapters.tables import match_at, moments
for match, _ in zip(moments(match_at({"game": "%s", "players": 2}), every=5), range(4)):
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


# --- Advyria ----------------------------------------------------------------------------------------------


def at(told, part, *shape):
    """The places of the ones in a part, seen as a table of that shape."""
    return np.argwhere(np.reshape(told[part], shape or (-1,)) == 1).tolist()


@pytest.fixture(scope="module")
def board():
    """Two seats on the board; seat 1 is to act, with cards that seat 0 does not know."""
    return lay(
        [FAIRY, FAIRY],
        [WIZARD] * 7 + [SEEKER],
        figures=["a1", "f6"],
        tiles={"b1": "Moon Well", "c1": "Gold", "d1": "Gold", "e1": "Owl Court"},
        open=["b1"],
        peeked=[[], ["c1"]],
        villages=[0, 7],
        gold=[5, 0],
        losses=[0, 6],
        levels=[3, 7],
        adventures=[["Sunken Bell"], []],
        heroes=["Old Tobin", "Brother Anselm"],
        discard=[WARRIOR, JOKER],
        to_play=1,
    )


def test_a_row_tells_the_board_as_far_as_the_seat_knows_it(board):
    names = board.rules.names
    field = {name: number for number, name in enumerate(names.fields)}
    shows = 1 + len(names.adventures)
    moon_well = 1 + names.adventures.index("Moon Well")

    first, second = parts_of(board, 0), parts_of(board, 1)

    assert at(first, "figures", 2, -1) == [[0, field["a1"]], [1, field["f6"]]]
    assert at(second, "figures", 2, -1) == [[0, field["f6"]], [1, field["a1"]]]
    assert at(first, "hidden") == at(second, "hidden") == [[field["c1"]], [field["d1"]], [field["e1"]]]
    assert at(first, "tiles", -1, shows) == [[field["b1"], moon_well]]
    assert at(second, "tiles", -1, shows) == [[field["b1"], moon_well], [field["c1"], 0]]


def test_a_row_tells_what_each_player_of_the_board_has(board):
    names, told = board.rules.names, parts_of(board, 1)
    kinds = len(names.kinds)

    assert {names.kinds[kind]: share for kind, share in enumerate(told["hand"]) if share} == {
        WIZARD: 0.5,
        SEEKER: pytest.approx(1 / 28),
    }
    assert sum(told["known"]) == 0
    assert len(told["known"]) == kinds
    assert told["hand_sizes"] == [pytest.approx(8 / 96), pytest.approx(2 / 96)]
    assert (told["levels"], told["losses"]) == ([0.5, pytest.approx(3 / 14)], [0.5, 0])
    assert (told["villages"], told["gold"]) == ([0.5, 0], [0, pytest.approx(5 / 14)])
    assert at(told, "adventures", 2, -1) == [[1, names.adventures.index("Sunken Bell")]]
    assert at(told, "heroes", 2, -1) == [[0, names.heroes.index("Brother Anselm")]]
    assert told["discard"][names.kind(WARRIOR)] == pytest.approx(1 / 18)


def test_points_run_from_the_most_losses_to_all_that_one_player_can_have(board):
    told = parts_of(board, 0)

    assert told["points"] == [pytest.approx((5 * 2 + 5 + 12) / (103 + 12)), pytest.approx((-6 + 12) / (103 + 12))]


def test_a_row_tells_the_die_and_the_decision_of_whoever_moves():
    game = lay([SEEKER] * 3, [], figures=["a1", "f6"])
    (_, rolled, *_) = game.play("play 3 Fortune Seeker")

    for seat in (0, 1):
        told = parts_of(game, seat)
        assert advyria.DECISIONS[told["decision"].index(1)] == "move"
        assert at(told, "die") == [[rolled.data["die"] - 1]]
        assert told["moves"] == [pytest.approx(1 / 3)]
        assert told["decider"] == told["active"] == [1 - seat, seat]


def test_positions_that_differ_only_in_secrets_give_the_same_row_to_whoever_does_not_know_them():
    zones = {"tiles": {"b1": "Moon Well", "c1": "Gold"}, "deck": [FAIRY, WARRIOR], "seed": 4}
    one = lay([WIZARD], [JOKER], heroes=["Old Tobin", "Brother Anselm"], peeked=[[], ["b1"]], **zones)
    zones |= {"tiles": {"b1": "Gold", "c1": "Moon Well"}, "deck": [JOKER, FAIRY]}
    other = lay([WIZARD], [WARRIOR], heroes=["Old Tobin", "Sela Quickhand"], peeked=[[], ["c1"]], **zones)

    assert parts_of(one, 0) == parts_of(other, 0)
    differing = {name for name, numbers in parts_of(one, 1).items() if numbers != parts_of(other, 1)[name]}
    assert differing == {"hand", "heroes", "tiles"}


def test_cards_that_were_seen_to_go_into_a_hand_are_known_to_who_lost_them():
    game = lay([SEEKER] * 2, [FAIRY, FAIRY], figures=["a1", "a2"], tiles={"e6": "Gold"})
    game.play("play 2 Fortune Seeker", "stay", "rob player 2")
    fairy = game.rules.names.kind(FAIRY)

    assert at(parts_of(game, 0), "victim") == [[1]]
    assert parts_of(game, 1)["known"][fairy] == pytest.approx(2 / 14)
    assert sum(parts_of(game, 0)["known"]) == 0


# --- every game -------------------------------------------------------------------------------------------


@EVERY_TABLE
def test_a_row_does_not_change_with_what_the_seat_cannot_see(options):
    swapped = 0
    for match in moments(match_at(options), every=7):
        for seat in range(options["players"]):
            other = match.resampled(seat, seed=len(match.moves))

            assert np.array_equal(other.observe(seat), match.observe(seat))
            swapped += other.text() != match.text()
    assert swapped > 20


@EVERY_TABLE
def test_the_seat_that_decides_has_the_same_options_whatever_is_hidden_from_it(options):
    for match in moments(match_at(options), seed=1, every=9):
        assert match.resampled(match.decider, seed=5).options == match.options


@EVERY_TABLE
def test_every_number_lies_between_0_and_1(options):
    rows = np.stack([match.observe(0) for match in moments(match_at(options), seed=2)])

    assert rows.dtype == np.float32
    assert rows.min() == 0
    assert rows.max() == 1


@pytest.mark.parametrize("options", WITH_LIMIT.values(), ids=WITH_LIMIT)
def test_no_game_has_more_plies_than_the_longest(options):
    match = match_at({**options, "turn_limit": 12})
    assert match.rules.observing.longest == 13 * match.rules.observing.plies_per_turn
    turns = Counter(match.rules.table(match.game().state).turn_no for _ in moments(match, seed=4))

    assert max(turns.values()) < match.rules.observing.plies_per_turn
    endless = match_at({**options, "turn_limit": None}).rules
    assert endless.observing.longest == endless.engine.most_plies


@pytest.mark.parametrize("options", [MEGA, {"game": "advyria", "players": 3}], ids=["guildhall", "advyria"])
def test_fingerprints_are_equal_just_where_views_are(options):
    match = match_at(options)
    look = match.rules.observing.fingerprint
    for _ in moments(match, every=40):
        here, world = match.game().state, match.resampled(0, seed=1).game().state

        assert look(here, 0) == look(world, 0)
        assert (look(here, 1) == look(world, 1)) == (match.rules.view(here, 1) == match.rules.view(world, 1))


@pytest.mark.parametrize("game", ["guildhall", "advyria"])
def test_compiled_and_interpreted_rows_agree(project_root, game):
    told = [
        subprocess.run(
            [sys.executable, "-c", LINE % game],
            cwd=project_root,
            env={**os.environ, **jit},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for jit in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]

    assert told[0] == told[1] != ""


@pytest.mark.parametrize(
    ("game", "decisions"), [("guildhall", DECISIONS), ("advyria", advyria.DECISIONS)], ids=["guildhall", "advyria"]
)
def test_the_page_describes_every_part_in_its_order(project_root, game, decisions):
    page = (project_root / "docs" / "adapters.md").read_text(encoding="utf-8")
    _, _, section = page.partition(f"### The row of {game.capitalize()}\n")
    table, _, _ = section.partition("\n#")
    parts = match_at({"game": game, "players": 2}).rules.observing.parts

    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(parts)
    assert f"in the order {', '.join(decisions)} |" in table
