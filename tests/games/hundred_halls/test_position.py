"""Games set up by hand, and states that come from a file."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games.hundred_halls.engine.laws import RANGES
from guildhall.games.hundred_halls.engine.state import STATE
from tests.games.hundred_halls.lab import Lab

LAID = {
    "party": ["Aurie", "Zayn"],
    "hands": [["Silver Bolt", "Silver Bolt"], ["Quick Knife"]],
    "cards": [["Focus Prism"], [("Shadow Double", 2)]],
    "graveyards": [["Thornburst"], []],
    "hp": [20, 31],
    "enemies": [("Aepep", 12), "Sand Viper", ("Market Day", 0, 1)],
    "gone": ["Eclipse"],
    "tops": {"Aepep": ["Brood Mother", "Sand Viper"]},
    "turn": 1,
    "round": 4,
}


def test_a_position_is_laid_as_it_is_told():
    game = gh.position("hundred-halls", **LAID, seed=3)
    table = game.table

    assert (game.decision.seat, table.turn_no) == (1, 4)
    assert table.hit_points == [(20, 47), (31, 43)]
    assert (table.hand(0), table.hand(1)) == (["Silver Bolt", "Silver Bolt"], ["Quick Knife"])
    assert (table.with_player(0), table.with_player(1)) == (["Focus Prism"], ["Shadow Double (2/5)"])
    hp = game.rules.box.scenario.card("Sand Viper").hp
    assert table.enemies == [
        "Aepep (12/70)",
        "City of Sorcery",
        f"Sand Viper ({hp}/{hp})",
        "Market Day (1 counter)",
    ]
    assert (table.graveyard(0), table.graveyard(4)) == (["Thornburst"], ["Eclipse"])
    names, n = game.rules.names.cards, table.deck_size(4)
    assert [names[card] for card in game.state[0]["deck"][4, n - 2 : n]] == ["Sand Viper", "Brood Mother"]


def test_a_position_is_played_on_saved_and_loaded(tmp_path):
    game = gh.position("hundred-halls", **LAID, seed=3)
    game.run("greedy")
    game.record.save(tmp_path / "game.json")
    again = gh.load(tmp_path / "game.json").game()

    assert again.state.tobytes() == game.state.tobytes()


def test_a_dead_player_has_nothing_left():
    lab = Lab(2, hp=[0, 9], hands=[["Ada Page"], []])

    assert (lab.actor, lab.table.hand(0), lab.table.deck_size(0)) == (1, [], 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": [["Silver Bold"], []]}, "did you mean 'Silver Bolt'"),
        ({"hands": [["Silver Bolt"] * 4, []]}, "no copy of Silver Bolt is left"),
        ({"hands": [[]]}, "party names 2 decks for 1 players"),
        ({"cards": [["Silver Bolt"], []], "hands": [[], []]}, "is a Spell and cannot be in play"),
        ({"hp": [99, 1]}, "from 0 to 47"),
        ({"hp": [0, 0]}, "no player is alive"),
        ({"hp": [3, 0]}, "out of range"),
        ({"enemies": [("Sand Viper", 99)]}, "hit points must be a whole number from 1 to"),
        ({"tops": {"Nobody": []}}, "unknown deck 'Nobody'"),
        ({"turn": 5}, "from 0 to 1"),
        ({"round": 0}, "from 1 to 60"),
        ({"hand": []}, "did you mean 'hands'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(changes, message):
    with pytest.raises(gh.GuildhallError, match=message):
        gh.position("hundred-halls", **{**LAID, **changes})


def test_a_position_needs_hands():
    with pytest.raises(gh.BadPosition, match="needs hands"):
        gh.position("hundred-halls", party=["Zayn"])


def test_every_field_of_a_state_is_judged():
    assert tuple(RANGES) == STATE.names


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("zone", 0, 3),
        ("holder", 0, 1),
        ("deck", (0, 0), 2),
        ("stack_n", None, 1),
        ("hp", 4, -1),
        ("place", None, 3),
        ("first", None, 1),
        ("turn_no", None, 0),
        ("rng", None, 0),
    ],
)
def test_a_bent_state_is_no_position(field, place, value):
    lab = Lab(2)
    rules, state = lab.game.rules, lab.game.state
    assert rules.fault(state) is None
    if place is None:
        state[field] = value
    else:
        state[0][field][place] = value

    assert "out of range" in rules.fault(state)
