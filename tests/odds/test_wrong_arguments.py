"""Odds of something that is not a game, and tournaments of something that is not a list, are refused in words."""

from __future__ import annotations

from operator import attrgetter

import pytest

import guildhall as gh
from guildhall.core.errors import BadOdds, BadSetup

ASKED = {
    "win": (),
    "goals": (),
    "win.watch": (),
    "what_if": (),
    "survival": (),
    "draws.next_draw": (),
    "draws.unseen": (),
    "quests.find": ("Moon Well",),
    "quests.finish_set": ("Warrior",),
    "quests.reach": ("c2",),
    "draws.chance_in": ("Weaver", 3),
    "draws.refresh_in": ("Weaver",),
    "chapters": (),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("wrong", [3, None, "guildhall"])
def test_odds_of_something_else_than_a_game_are_refused(name, wrong):
    with pytest.raises(BadOdds, match=r"expected a game, such as gh\.new_game\(\"guildhall\"\), got "):
        attrgetter(name)(gh.odds)(wrong, *ASKED[name])


@pytest.mark.parametrize("name", ["review", "along"])
def test_a_review_wants_a_record_or_a_game(name):
    with pytest.raises(BadOdds, match="expected a record or a game, got 3"):
        getattr(gh.odds, name)(3)


def test_a_tournament_of_one_name_is_not_one_of_its_letters():
    with pytest.raises(BadSetup, match=r"bots must be a list of two or more, such as \['greedy', 'random'\], not 'gre"):
        gh.tournament("greedy")
    with pytest.raises(BadSetup, match="players must be a whole number of at least 2, not '2'"):
        gh.tournament(["greedy", "random"], players="2")
