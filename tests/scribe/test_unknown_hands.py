"""Positions in which a number stands for that many unknown cards."""

from __future__ import annotations

import pytest

import guildhall as gh

MINE = ["yellow Weaver", "red Farmer"]
HALLS = [{"Weaver": ["red", "blue", "green"]}, {"Farmer": ["blue"]}, {}]


def test_unknown_cards_are_dealt_from_those_left():
    game = gh.position(halls=HALLS, hands=[MINE, 6, 5], seed=3)

    assert [len(hand) for hand in game.table.hands] == [2, 6, 5]
    assert game.view(0).hand_sizes == [2, 6, 5]
    assert gh.position(halls=HALLS, hands=[MINE, 6, 5], seed=4).table.hands[1] != game.table.hands[1]


def test_the_odds_are_those_of_the_view_whoever_dealt_the_unknown_cards():
    unknown = gh.position(halls=HALLS, hands=[MINE, 6, 5], vp_row=["5"], seed=3)
    others = gh.position(halls=HALLS, hands=[MINE, 6, 5], vp_row=["5"], seed=4)
    given = gh.position(halls=HALLS, hands=[MINE, *unknown.table.hands[1:]], vp_row=["5"], seed=9)

    odds = [gh.odds.win(game, seat=0, n=200, seed=1) for game in (unknown, others, given)]

    assert unknown.view(0) == others.view(0) == given.view(0)
    assert odds[0].equals(odds[1])
    assert odds[0].equals(odds[2])


def test_unknown_cards_come_from_outside_a_given_deck():
    game = gh.position(halls=[{}, {}], hands=[[], 4], deck=["red Weaver", "red Farmer"])

    assert game.table.deck == ["red Weaver", "red Farmer"]
    assert len(game.table.hands[1]) == 4


@pytest.mark.parametrize("number", [-1, True, 500])
def test_a_number_must_be_possible(number):
    with pytest.raises(gh.BadPosition, match=r"hands\[1\]"):
        gh.position(halls=[{}, {}], hands=[[], number])


def test_a_list_of_numbers_is_as_long_as_the_table():
    with pytest.raises(gh.BadPosition, match="one entry per player"):
        gh.position(halls=[{}, {}, {}], hands=[[], 4])


def test_advyria_deals_unknown_hands():
    games = [gh.position("advyria", hands=[["Wizard", "Fairy"], 3], seed=seed) for seed in (1, 2)]

    assert [int(game.state["hand_n"][0, 1]) for game in games] == [3, 3]
    assert games[0].table != games[1].table
    with pytest.raises(gh.BadPosition, match=r"hands\[1\]"):
        gh.position("advyria", hands=[[], 900])


def test_guild_master_deals_unknown_private_contracts():
    games = [gh.position("guild-master", recruits=[[], []], private=[[], 2], seed=seed) for seed in (1, 2)]

    assert [int(game.state["private_n"][0, 1]) for game in games] == [2, 2]
    with pytest.raises(gh.BadPosition, match=r"private\[1\]"):
        gh.position("guild-master", recruits=[[], []], private=[[], 99])


def test_hundred_halls_draws_unknown_hands_from_the_decks():
    game = gh.position("hundred-halls", hands=[["Silver Bolt"], 3], seed=1)
    whole = gh.position("hundred-halls", hands=[["Silver Bolt"], []], seed=1)

    assert int(whole.state["deck_n"][0, 1]) - int(game.state["deck_n"][0, 1]) == 3
    with pytest.raises(gh.BadPosition, match=r"hands\[1\]"):
        gh.position("hundred-halls", hands=[[], 99])
