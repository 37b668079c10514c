"""Whole games as readable text: a change of the rules, or of the bots that play them, shows in them."""

from __future__ import annotations

import pytest

import guildhall as gh
from tests.games.hundred_halls.playthrough import WRITTEN

COMMAND = "python -m tests.games.hundred_halls.playthrough"
KINDS = (
    *("head start", "act", "target", "draw", "discard", "memory", "reward", "may", "mode"),
    *("armory", "starter", "scenario", "realm"),
)


@pytest.mark.parametrize("name", WRITTEN.games)
def test_the_game_is_played_as_it_is_written_down(name):
    difference = WRITTEN.difference(name)

    assert not difference, "\n".join([*difference[:60], f"if this is meant: {COMMAND}"])


def test_every_number_of_players_has_a_playthrough():
    games = [gh.new_game("hundred-halls", **options) for options in WRITTEN.games.values()]

    assert {len(game.rules.seats) for game in games} == {1, 2, 3, 4}


def test_playthroughs_are_small_enough_to_read_and_meet_the_usual_kinds_of_decision():
    files = WRITTEN.files

    assert sorted(files) == sorted(WRITTEN.games)
    assert max(map(len, files.values())) < 120_000
    assert [kind for kind in KINDS if not any(f"[{kind}]" in text for text in files.values())] == []
