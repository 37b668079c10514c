"""Whole games as readable text: a change of the rules shows in them."""

from __future__ import annotations

import pytest

import guildhall as gh
from tests.games.advyria.playthrough import WRITTEN

COMMAND = "python -m tests.games.advyria.playthrough"


@pytest.mark.parametrize("name", WRITTEN.games)
def test_the_game_is_played_as_it_is_written_down(name):
    difference = WRITTEN.difference(name)

    assert not difference, "\n".join([*difference[:60], f"if this is meant: {COMMAND}"])


def test_every_number_of_players_both_languages_and_both_decks_have_a_playthrough():
    games = [gh.new_game("advyria", **options) for options in WRITTEN.games.values()]

    assert {len(game.rules.seats) for game in games} == {1, 2, 3, 4}
    assert {game.rules.setup["lang"] for game in games} == {"en", "de"}
    assert {game.rules.setup["cards"] for game in games} == {"standard", "lean"}


def test_playthroughs_are_small_enough_to_read_and_meet_every_kind_of_decision():
    files = WRITTEN.files
    kinds = ("guild", "act", "move", "claim", "manoeuvre", "send", "turn", "peek", "limit", "finale")

    assert sorted(files) == sorted(WRITTEN.games)
    assert max(map(len, files.values())) < 80_000
    assert [kind for kind in kinds if not any(f"[{kind}]" in text for text in files.values())] == []
