"""Whether difficulty is real: win rates by Scenario and Realm, by the number of players, and by what helps them."""

from __future__ import annotations

import pytest

import guildhall as gh
from benchmarks.halls import Cell, Rate, Verdict, broken_order, solo_verdicts, verdicts
from guildhall.games.hundred_halls.reading import shipped

LEVELS = {"Moor": 1, "Crypt": 2, "Throne": 5, "Vale": 1, "Wood": 2, "Peak": 3}


def share(bot="team", games=200, **options):
    """The share of games won, all seats played by one bot."""
    sim = gh.simulate("hundred-halls", bots=bot, games=games, frames="games", **{"seed": 6, **options})
    return sim.games.filter(reason="won").height / games


def rates(**shares):
    """A table with cells such as `moor_vale`, each share with an interval of a twentieth."""
    return {Cell(*name.title().split("_")): Rate(p, p - 0.025, p + 0.025) for name, p in shares.items()}


MEASURED = rates(moor_vale=0.95, moor_wood=0.8, crypt_wood=0.7, throne_peak=0.1)


def test_the_verdicts_on_a_table_say_what_is_met_and_what_is_missed():
    found = list(verdicts("team", MEASURED, rates(moor_vale=0.8, crypt_wood=0.5, throne_peak=0.05), LEVELS))
    assert [verdict.is_met for verdict in found] == [True] * 5
    assert str(found[2]) == "greedy wins 40 to 60 % on average at 2+2: 50.0%, met"

    found = list(verdicts("team", MEASURED, rates(moor_vale=0.9, crypt_wood=0.75, throne_peak=0.2), LEVELS))
    assert [verdict.is_met for verdict in found] == [True, False, False, False, False]
    assert str(found[3]) == "greedy wins less than 10 % at 5+3: 20.0%, MISSED"

    greedy = rates(moor_vale=0.8, crypt_wood=0.5, throne_peak=0.05)
    upset = {**MEASURED, **rates(moor_wood=0.99, moor_vale=0.9)}
    assert next(verdicts("team", upset, greedy, LEVELS)) == Verdict(
        "no harder pair of decks is won more often beyond doubt", "1 are", is_met=False
    )
    assert list(broken_order(upset, LEVELS)) == ["Moor, Wood is won more often than Moor, Vale"]


def test_the_greedy_bot_has_its_verdicts_without_a_rival():
    found = list(verdicts("greedy", MEASURED, MEASURED, LEVELS))

    assert len(found) == 4


@pytest.mark.parametrize("bot", ["greedy", "team"])
def test_harder_decks_are_won_less_often(bot):
    steps = [("Aepep", "City of Sorcery"), ("Black Council", "Danir"), ("Diamond Court", "Eternal Realm")]
    steps.append(("Circle of Scale", "Montanhas"))
    found = [share(bot, players=4, scenario=scenario, realm=realm) for scenario, realm in steps]

    assert found == sorted(found, reverse=True)
    assert found[0] > 0.6
    assert found[-1] < 0.2


@pytest.mark.parametrize("players", [1, 2, 3])
def test_no_number_of_players_makes_the_easiest_decks_hopeless_or_the_hardest_easy(players):
    assert share(players=players) > 0.4
    assert share(players=players, scenario="Circle of Scale", realm="Montanhas") < 0.2


@pytest.mark.parametrize("name", shipped().of_kind("player"))
def test_alone_with_the_armory_everybody_has_a_fair_chance(name):
    assert 0.3 < share(party=[name], armory=True) < 0.95


@pytest.mark.parametrize("name", shipped().of_kind("player"))
def test_every_character_wins_some_campaigns_and_loses_some(name):
    sim = gh.simulate("hundred-halls", party=[name], campaign=True, bots="team", games=12, seed=8, frames="games")
    won = sim.games.filter(reason="won").height

    assert 3 <= won <= 11
    assert sim.games.filter(reason="unfinished").height == 0


@pytest.mark.parametrize("name", shipped().of_kind("player"))
def test_alone_the_hardest_scenario_is_neither_hopeless_nor_easy(name):
    assert 0.05 < share(party=[name], scenario="Circle of Scale", armory=True, games=120) < 0.75


def test_no_battle_of_a_campaign_lasts_for_ever():
    sim = gh.simulate("hundred-halls", party=["Aurie"], campaign=True, bots="team", games=20, seed=5, events=True)

    assert sim.events.filter(event="battle unfinished").height == 0
    assert sim.events.filter(event="battle lost").height > 0


def test_verdicts_on_characters_alone():
    rate = {"Ada": Rate(0.5, 0.4, 0.6), "Bo": Rate(0.95, 0.9, 0.98)}
    found = [str(verdict) for verdict in solo_verdicts({"campaign": rate})]

    assert found == ["campaign: every character wins 30% to 90%: 50.0% to 95.0%, MISSED"]


def test_a_head_start_and_the_armory_help():
    pair = {"players": 2, "scenario": "Diamond Court", "realm": "Danir"}
    assert share(head_start=True, **pair) > share(**pair) + 0.1
    assert share(party=["Mori"], armory=True) > share(party=["Mori"]) + 0.3
