"""Whole games as readable text: a change of the rules shows in them."""

from __future__ import annotations

import difflib

import pytest

import guildhall as gh
from tests.games.advyria.playthrough import FOLDER, GAMES, play_through

COMMAND = "python -m tests.games.advyria.playthrough"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_is_written_down(name):
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = play_through(name).splitlines()
    difference = list(difflib.unified_diff(written, played, "written down", "played", lineterm="", n=2))

    assert not difference, "\n".join([*difference[:60], f"if this is meant: {COMMAND}"])


def test_every_number_of_players_both_languages_and_both_decks_have_a_playthrough():
    games = [gh.new_game("advyria", **options) for options in GAMES.values()]

    assert {len(game.rules.seats) for game in games} == {1, 2, 3, 4}
    assert {game.rules.setup["lang"] for game in games} == {"en", "de"}
    assert {game.rules.setup["cards"] for game in games} == {"standard", "lean"}


def test_playthroughs_are_small_enough_to_read_and_meet_every_kind_of_decision():
    files = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.txt")}
    kinds = ("guild", "act", "move", "claim", "manoeuvre", "send", "turn", "peek", "limit", "finale")

    assert sorted(files) == sorted(GAMES)
    assert max(map(len, files.values())) < 80_000
    assert [kind for kind in kinds if not any(f"[{kind}]" in text for text in files.values())] == []
