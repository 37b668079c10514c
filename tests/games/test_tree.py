"""The four games share one tree: the same role has the same file name, and the rest are nouns of a game."""

from __future__ import annotations

import pytest

GAMES = ("guildhall", "advyria", "guild_master", "hundred_halls")

#: The files of every game, then those of the games that have what they hold.
EVERYWHERE = {
    *("__init__", "settings", "cards", "reading", "wording", "words", "events", "weights"),
    *("table", "rules", "position", "interactions"),
    *(f"engine/{name}" for name in ("__init__", "state", "compile", "options", "play", "effects", "knowledge")),
    *(f"engine/{name}" for name in ("bots", "laws", "engine")),
}
SOMEWHERE = {
    *("language", "odds", "frames", "scribing"),
    *("engine/zones", "engine/frames"),
}

NOUNS = {
    "guildhall": {"deck", "spelling", "engine/picks", "engine/programs", "engine/search"},
    "advyria": set(),
    "guild_master": {
        *(f"engine/{noun}" for noun in ("check", "contract", "guild", "hiring", "orders", "rounds", "worth")),
    },
    "hundred_halls": {
        "forecast",
        *(f"engine/{noun}" for noun in ("armory", "campaign", "finding", "harm", "stack", "targets")),
    },
}


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def files(project_root, game):
    folder = project_root / "guildhall" / "games" / game
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.py")}


def test_every_game_has_the_files_of_the_roles_that_every_game_has(files):
    assert EVERYWHERE - files == set()


def test_a_file_is_named_by_its_role_or_by_a_noun_of_its_game(files, game):
    assert files - EVERYWHERE - SOMEWHERE == NOUNS[game]


def test_the_data_of_every_game_are_in_one_place(project_root, game):
    folder = project_root / "guildhall" / "games" / game

    assert {path.relative_to(folder).parts[0] for path in folder.rglob("*.toml")} == {"data"}


def test_a_role_of_some_games_is_one_of_two_games_at_least(project_root):
    folders = [project_root / "guildhall" / "games" / game for game in GAMES]
    alone = {role for role in SOMEWHERE if sum((folder / f"{role}.py").is_file() for folder in folders) == 1}

    assert alone == set()
