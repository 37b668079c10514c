"""Whole games as readable text, one for every set and saga: a change of the rules shows in them."""

from __future__ import annotations

import difflib

import pytest

import guildhall as gh
from tests.games.guildhall.playthrough import FOLDER, GAMES, play_through

COMMAND = "python -m tests.games.guildhall.playthrough"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_is_written_down(name):
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = play_through(name).splitlines()
    difference = list(difflib.unified_diff(written, played, "written down", "played", lineterm="", n=2))

    assert not difference, "\n".join([*difference[:60], f"if this is meant: {COMMAND}"])


def test_every_set_and_both_sagas_have_a_playthrough():
    decks = [options["cards"] for options in GAMES.values()]
    sagas = [options.get("saga") for options in GAMES.values()]

    assert {deck for deck in decks if isinstance(deck, str)} == set(gh.list_games()["guildhall"]["sets"])
    assert {"mega", "super"} <= set(sagas)
    mega = GAMES["mega-saga"]
    assert mega["masters"]
    assert mega["houses"]


def test_every_number_of_players_and_every_rule_option_has_a_playthrough():
    games = [gh.new_game("guildhall", **options) for options in GAMES.values()]

    assert {len(game.rules.seats) for game in games} == {2, 3, 4}
    assert {game.rules.setup["rules"] for game in games} == {"advanced", "basic"}
    assert {game.rules.setup["reshuffle_keeps_top"] for game in games} == {True, False}


def test_playthroughs_are_small_enough_to_read():
    files = sorted(FOLDER.glob("*.txt"))

    assert [file.stem for file in files] == sorted(GAMES)
    assert max(file.stat().st_size for file in files) < 60_000


def test_every_playthrough_reaches_the_end_of_its_game():
    endings = {file.stem: file.read_text(encoding="utf-8").splitlines()[-1] for file in FOLDER.glob("*.txt")}

    assert all("reason='target'" in ending for ending in endings.values()), endings
