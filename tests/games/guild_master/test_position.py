"""Games set up by hand: what is laid lies there, the rest by the seed, and what cannot be is refused."""

from __future__ import annotations

from random import Random

import pytest

import guildhall as gh
from guildhall.core.errors import BadPosition, UnknownCard
from tests.games.guild_master.random_input import random_position

LAID = {
    "recruits": [["Cixi"], ["Vatsana", "Lydia"]],
    "skills": ["might", "guile"],
    "fame": [12, 9],
    "gold": [20, 3],
    "fixers": [["might", "logic"], []],
    "rerolls": [[], ["guile"]],
    "stables": [2, 1],
    "mess_hall": [3, 2],
    "bar": [1, 2],
    "prestige": ["Academy", None],
    "private": [["Steal Battle Plans"], []],
    "completed": [[], ["Confront Blasphemers"]],
    "contracts": [None, "Ambush Poachers"],
    "discard": ["Identify Rebels"],
    "round": 4,
}


#: Four Guilds with nothing but starting teams; no word of anything else of `LAID`.
FOUR = {**dict.fromkeys(LAID), "recruits": [[]] * 4, "skills": ["might", "arcane", "charm", "spirit"]}


def laid(**changes):
    given = {**LAID, **changes}
    return gh.position("guild-master", **{name: value for name, value in given.items() if value is not None})


def test_three_guilds_may_have_an_ordinary_library_and_its_starting_owner_besides():
    fixers = {**FOUR, "skills": ["might", "arcane", "charm", "logic"], "fixers": [["logic"]] * 4}
    game = laid(**fixers)

    assert [table["Library"] for table in map(game.table.upgrades, range(4))] == ["dice fixer"] * 4
    bent = game.state.copy()
    bent[0]["token"][3] = 5  # the fourth one would be an ordinary token
    bent[0]["fixer"][3] |= 1 << 5
    bent[0]["member"][3, :4] = game.rules.compiled[0]["novice"][5]
    assert "upgrades" in str(game.rules.fault(bent))


def test_everything_lies_where_it_was_laid():
    game = laid()
    table = game.table

    assert (table.fame, table.gold, table.turn_no) == ([12, 9], [20, 3], 4)
    assert table.members(0)[4:] == ["Cixi"]
    assert table.members(1)[4:] == ["Vatsana", "Lydia"]
    assert table.upgrades(0) == {
        "Stables": "II",
        "Mess Hall": "III",
        "Bar": "I",
        "Armory": "dice fixer",
        "Library": "dice fixer",
        "Academy": "Prestige",
    }
    assert table.upgrades(1)["Undercroft"] == "re-roll"
    assert (table.private(0), table.completed(1)) == (["Steal Battle Plans"], ["Confront Blasphemers"])
    assert table.contracts[1] == "Ambush Poachers"
    assert table.decks == [35 - 4 - 1 - 1 - 1, 30, 30]
    assert game.view(1).private(0) == []


def test_what_is_not_said_comes_by_the_seed():
    assert laid(seed=1).table.contracts == laid(seed=1).table.contracts
    assert len({tuple(laid(seed=seed).table.contracts) for seed in range(5)}) == 5
    assert laid().table.upgrades(0).keys() >= {"Armory"}
    plain = gh.position("guild-master", recruits=[[], [], []], seed=3)
    assert (plain.table.gold, plain.table.fame, plain.decision.kind) == ([7, 7, 7], [0, 0, 0], "team")
    assert sorted(plain.table.upgrades(0).values()) == ["I", "I", "I", "dice fixer"]


def test_adventurers_lie_on_top_of_their_spaces():
    game = gh.position("guild-master", recruits=[[], []], adventurers={"B": "Cixi", "E": "Vatsana"})

    assert (game.table.adventurers["B"], game.table.adventurers["E"]) == ("Cixi", "Vatsana")
    assert game.table.adventurers["C"] is None
    assert game.state[0]["pile_n"].tolist() == [8, 8, 0, 8, 8, 8]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_is_played_to_its_end_saved_and_loaded(players, tmp_path):
    game = gh.position("guild-master", recruits=[[]] * players, round=8, seed=5)
    game.run("odds")
    game.record.save(tmp_path / "game.json")

    assert game.over
    assert gh.load(tmp_path / "game.json").game().state.tobytes() == game.state.tobytes()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"recruits": [["Bruna"], []]}, r"recruits\[0\]: Bruna is a Novice"),
        ({"recruits": [["Cixi"], ["Cixi"]]}, r"recruits\[1\]: Cixi is already used elsewhere"),
        ({"gold": [7]}, "one entry per player"),
        ({"gold": [7, -1]}, r"gold\[1\]: it must be a whole number from 0"),
        ({"private": [["Vatsana"], []]}, "unknown Contract 'Vatsana'"),
        ({"contracts": ["Ambush Poachers"] * 2}, "contracts: Ambush Poachers is already used elsewhere"),
        ({"contracts": [None] * 5}, "there are 4 spots, not 5"),
        ({"adventurers": {"A": "Vatsana"}}, "adventurers: Vatsana is already used elsewhere"),
        ({"adventurers": {"D": "Ansel"}}, "does not belong on space D|is already used elsewhere|Novice"),
        ({"adventurers": ["Cixi"]}, "expected a dict by space"),
        ({"round": 10}, "round must be a whole number from 1 to 9"),
        ({"skills": ["might", "might"]}, "2 different skills"),
        ({"stables": [3, 3]}, "upgrades are within limits"),
        ({"rerolls": [["might"], []]}, "upgrades are within limits"),
        (
            {**FOUR, "fixers": [["logic"]] * 4},
            "fixers and rerolls: 4 Guilds have an ordinary Library, but the box has 3 of them",
        ),
        ({**FOUR, "fixers": [["logic"]] * 2 + [[]] * 2, "rerolls": [[]] * 2 + [["logic"]] * 2}, "ordinary Library"),
        ({"players": 3}, "recruits must have one entry per player: 3, not 2"),
        ({"recrits": [[], []]}, "did you mean 'recruits'"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(changes, message):
    with pytest.raises((BadPosition, UnknownCard), match=message):
        laid(**changes)


def test_a_position_without_recruits_says_what_it_needs():
    with pytest.raises(BadPosition, match="needs recruits"):
        gh.position("guild-master", gold=[1, 2])


def test_positions_drawn_at_random_can_mostly_be_laid_and_played():
    coin, played = Random(4), 0
    for _ in range(30):
        try:
            game = gh.position("guild-master", **random_position(coin))
        except BadPosition:
            continue
        game.run("greedy", until=lambda game: game.ply >= 60)
        played += game.ply > 0

    assert played > 20


def test_every_field_of_a_state_has_its_range():
    game = laid()
    for name in game.state.dtype.names:
        bent = game.state.copy()
        bent[name] = 77 if name != "rng" else 0
        assert game.rules.fault(bent), name
    assert game.rules.fault(game.state) is None
