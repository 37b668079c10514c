"""Odds of a game that all win or lose together."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.adapters.match import by_margin, by_victory, by_win, usual_reward
from guildhall.core.errors import BadOdds
from guildhall.core.rules import rebuild


def test_the_team_has_the_chance_of_each_of_its_players():
    frame = gh.odds.win(gh.new_game("hundred-halls", players=2, seed=3), n=100)

    assert frame["player"].to_list() == ["Aurie", "Zayn", "team"]
    assert frame["p"].n_unique() == 1
    assert "team" not in gh.odds.win(gh.new_game("guildhall", players=2, seed=1), n=50)["player"]


def test_survival_never_rises_and_the_team_outlives_everybody():
    game = gh.new_game("hundred-halls", players=3, scenario="Circle of Scale", realm="Montanhas", seed=2)
    frame = gh.odds.survival(game, rounds=8, n=100)
    curves = {name: frame.filter(player=name)["p"].to_list() for name in ("Aurie", "Zayn", "Pax", "team")}

    assert frame["round"].unique().sort().to_list() == list(range(1, 9))
    assert all(curve == sorted(curve, reverse=True) for curve in curves.values())
    assert all(max(lived) <= team for *lived, team in zip(*curves.values(), strict=True))
    assert curves["team"][-1] < curves["team"][0] == 1


def test_who_falls_within_some_rounds_can_be_asked_and_every_option_weighed():
    game = gh.new_game("hundred-halls", players=2, scenario="Diamond Court", seed=1)
    falls = gh.odds.goals(game, turns=20, n=60)

    assert falls["goal"].to_list() == ["Aurie falls", "Zayn falls", "Captia falls", "Precept falls"]
    assert set(gh.odds.what_if(game, n=20)["option"]) == {option.phrase for option in game.options}
    assert gh.odds.what_if(game, goal="Captia falls", turns=20, n=20)["p"].max() <= 1


def test_parties_that_are_clearly_behind_play_no_further():
    options = {"scenario": "Elosian", "realm": "City of Sorcery", "players": 2, "n": 400, "seed": 1}
    frames = list(gh.odds.parties.watch(candidates=["Aurie", "Nandi", "Zayn", "Alex"], **options))
    last = frames[-1]

    assert last["party"].n_unique() == 6
    assert last["n"].max() == 400
    assert last.equals(gh.odds.parties(candidates=["Aurie", "Nandi", "Zayn", "Alex"], **options))
    behind = last.filter(last["n"] < 400)
    assert (behind["high"] < last["low"].max()).all()


def test_only_games_that_are_won_together_have_parties_and_survival():
    with pytest.raises(BadOdds, match="no party"):
        gh.odds.survival(gh.new_game("guildhall", players=2, seed=1))
    with pytest.raises(BadOdds, match="no party"):
        gh.odds.parties("guildhall", players=2)
    with pytest.raises(BadOdds, match="unknown candidate 'Zain'; did you mean"):
        gh.odds.parties(candidates=["Zain", "Aurie"], players=2)
    with pytest.raises(BadOdds, match="party of 4 cannot be made of 2"):
        gh.odds.parties(candidates=["Zayn", "Aurie"])
    with pytest.raises(BadOdds, match="plays its own roll-outs"):
        gh.odds.parties(bot="strong")


def test_the_usual_reward_is_victory_where_all_win_together():
    assert usual_reward(rebuild("hundred-halls", {"players": 1})) is by_victory
    assert usual_reward(rebuild("hundred-halls", {"players": 3})) is by_victory
    assert usual_reward(rebuild("guildhall", {"players": 2})) is by_win
    assert usual_reward(rebuild("advyria", {"players": 1})) is by_margin
