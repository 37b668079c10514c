"""Games set up by hand: what can be laid, what the seed adds, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest

import guildhall as gh
from tests.games.advyria.tables import FAIRY, SEEKER, WIZARD, lay


def test_what_is_not_given_is_at_its_least_or_dealt_by_the_seed():
    one, again, other = (gh.position("advyria", hands=[[WIZARD], []], seed=seed) for seed in (1, 1, 2))
    table = one.table

    assert (table.figures, table.levels, table.losses) == (["a1", "f1"], [3, 3], [0, 0])
    assert (len(table.tiles), len(table.hidden), len(table.deck)) == (26, 26, 95)
    assert one.state.tobytes() == again.state.tobytes()
    assert (table.tiles, table.deck) != (other.table.tiles, other.table.deck)


def test_a_table_can_be_laid_again():
    game = gh.new_game("advyria", players=2, seed=9)
    game.run("greedy", until=lambda game: game.table.turn_no == 12 and game.decision.kind == "act")
    table = game.table
    names = ("hands", "tiles", "peeked", "figures", "villages", "gold", "adventures", "levels", "losses", "heroes")
    kept = {name: getattr(table, name) for name in (*names, "open", "discard", "deck", "refills", "finale")}
    again = gh.position("advyria", to_play=table.turn, **kept)

    assert {**vars(again.table), "turn_no": 12} == vars(table)
    assert again.decision == game.decision


def test_names_of_both_languages_are_understood():
    german = gh.position(
        "advyria", hands=[["Fee", "Mondbrunnen"]], tiles={"b1": "Goldene Garbe"}, heroes=["Der alte Tobin"]
    )

    assert german.table.hands == [[FAIRY, "Moon Well"]]
    assert german.table.tiles == {"b1": "Golden Sheaf"}
    assert german.table.heroes == ["Old Tobin"]


def test_recovered_tiles_are_not_dealt_again():
    game = gh.position("advyria", hands=[[]], villages=[4], gold=[3], adventures=[["Moon Well", "Owl Court"]])
    tiles = Counter(game.table.tiles.values())

    assert (len(game.table.tiles), tiles["Gold"], tiles["Moon Well"]) == (17, 7, 0)


def test_what_a_position_leaves_out_stays_in_the_box():
    game = lay([WIZARD], [], deck=[SEEKER])

    assert game.rules.fault(game.state) is None
    assert Counter(game.rules.table(game.rules.resample(game.view(0), 3)).deck) == Counter([SEEKER])


@pytest.mark.parametrize(
    ("zones", "says"),
    [
        ({"hand": []}, "position has no argument 'hand'; did you mean 'hands'"),
        ({"hands": "Wizard"}, "hands must be a list"),
        ({"hands": [["Wizzard"]]}, "hands\\[0\\]: no card of this game is called 'Wizzard'; did you mean 'Wizard'"),
        ({"hands": [["Moon Well"] * 2]}, "hands\\[0\\]: there are only 1 copies of Moon Well"),
        ({"hands": [[]], "players": 2}, "hands must have one entry per player: 2, not 1"),
        ({"hands": [[], [WIZARD] * 4]}, "hands\\[1\\] is larger than the hand level 3"),
        ({"figures": ["a1", "b1"]}, "figures must have one entry per player: 1, not 2"),
        ({"figures": ["z9"]}, "figures\\[0\\]: no field of this board is called 'z9'"),
        ({"hands": [[], []], "figures": ["a1", "a1"]}, "figures\\[1\\]: another figure already stands on a1"),
        ({"tiles": ["b1"]}, "tiles must be a dict"),
        ({"tiles": {"a1": "Gold"}}, "tiles: a1 is not a quest field"),
        ({"tiles": {"b1": "Silver"}}, "tiles: no quest tile of this game is called 'Silver'"),
        ({"tiles": {"b1": "Moon Well", "c1": "Moon Well"}}, "not enough quest tiles that show Moon Well"),
        ({"tiles": {"b1": "Gold"}, "open": ["b1"]}, "shows Gold; Gold tiles are never left open"),
        ({"tiles": {"b1": "Gold"}, "open": ["c1"]}, "there is no tile on c1"),
        ({"peeked": [["a1"]]}, "peeked\\[0\\]: there is no hidden tile on a1"),
        ({"villages": [9], "gold": [9]}, "gold\\[0\\]: there are not enough quest tiles that show Gold"),
        ({"levels": [2]}, "levels\\[0\\]: it must be a whole number from 3 to 14, not 2"),
        ({"losses": [13]}, "losses\\[0\\]: it must be a whole number from 0 to 12, not 13"),
        ({"heroes": ["Nobody"]}, "heroes\\[0\\]: no Hero card of this game is called 'Nobody'"),
        ({"heroes": ["Old Tobin"], "no_heroes": True}, "there are no Hero cards in this game"),
        ({"to_play": 1}, "to_play must be a seat from 0 to 0, not 1"),
        ({"refills": 1}, "refills must be a whole number from 0 to 0, not 1"),
        ({"finale": 1}, "finale must be True or False, not 1"),
        ({"finale": True, "no_finale": True}, "there is no Grand Finale in this game"),
        ({"deck": "Wizard"}, "deck must be a list"),
    ],
)
def test_a_position_that_cannot_be_is_refused(zones, says):
    with pytest.raises(gh.BadSetup, match=says):
        gh.position("advyria", **{"hands": [[]], **zones})


def test_a_position_needs_hands():
    with pytest.raises(gh.BadPosition, match="a position needs hands"):
        gh.position("advyria")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 9),
        ("phase", 3),
        ("deck_n", 999),
        ("hand_n", 9),
        ("figure", 77),
        ("faceup", -1),
        ("level", 2),
        ("hero", 50),
    ],
)
def test_a_state_from_a_file_that_cannot_be_is_found_out(field, value):
    game = lay([WIZARD], [], deck=[SEEKER])
    state = game.state
    state[field][0] = value

    assert game.rules.fault(game.state) is None
    assert game.rules.fault(state)


def test_a_position_is_saved_and_loaded(tmp_path):
    game = lay([WIZARD], [FAIRY], deck=[SEEKER] * 4, peeked=[["e6"], []])
    game.play("play Wizard", "end turn")
    game.record.save(tmp_path / "game.json")

    assert gh.load(tmp_path / "game.json").game().table == game.table
