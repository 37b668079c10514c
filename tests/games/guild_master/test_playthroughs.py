"""Whole games as readable text: a change of the rules, or of the bots that play them, shows in them."""

from __future__ import annotations

import pytest

import guildhall as gh
from tests.games.guild_master.playthrough import WRITTEN

COMMAND = "python -m tests.games.guild_master.playthrough"
KINDS = (
    *("guild", "side", "place", "team", "order", "gold", "declare", "build", "instead", "skill", "dice"),
    *(
        "tie",
        "talk",
        "share",
        "bonus",
        "use",
        "card",
        "accept",
        "stance",
        "target",
        "plot",
        "lobby",
        "choose",
        "replace",
    ),
)


@pytest.mark.parametrize("name", WRITTEN.games)
def test_the_game_is_played_as_it_is_written_down(name):
    difference = WRITTEN.difference(name)

    assert not difference, "\n".join([*difference[:60], f"if this is meant: {COMMAND}"])


def test_every_number_of_players_and_both_lengths_have_a_playthrough():
    games = [gh.new_game("guild-master", **options) for options in WRITTEN.games.values()]

    assert {len(game.rules.seats) for game in games} == {2, 3, 4}
    assert {game.rules.setup["short"] for game in games} == {False, True}


def test_playthroughs_are_small_enough_to_read_and_meet_nearly_every_kind_of_decision():
    files = WRITTEN.files

    assert sorted(files) == sorted(WRITTEN.games)
    assert max(map(len, files.values())) < 120_000
    assert [kind for kind in KINDS if not any(f"[{kind}]" in text for text in files.values())] == []
