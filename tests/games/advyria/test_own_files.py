"""An owner's files: a board, adventures, Hero cards and decks of one's own in place of the stand-ins."""

from __future__ import annotations

import pytest

import guildhall as gh

RING = """
[board]
title = { en = "Ring", de = "Ring" }
provenance = "printed board"
[board.fields]
north = { kind = "guild", at = [2, 1], next = ["east"] }
east = { kind = "quest", at = [3, 2], next = ["south"] }
south = { kind = "quest", at = [2, 3], next = ["west"] }
west = { kind = "guild", at = [1, 2], next = ["north", "middle"] }
middle = { kind = "plain", at = [2, 2], next = [] }
[tiles]
gold = 1
[adventures]
[adventures.Eclipse]
de = "Finsternis"
colour = "red"
"""


def ring(tmp_path, text, **options):
    """A game with a file of one's own."""
    path = tmp_path / "ring.toml"
    path.write_text(text, encoding="utf-8")
    return gh.new_game("advyria", card_files=[path], **options)


THREE = """
[adventures.Eclipse]
colour = "red"
[adventures.Flood]
colour = "blue"
[adventures.Famine]
colour = "green"
[heroes."Ida"]
adventures = ["Eclipse", "Flood", "Famine"]
[heroes."Udo"]
adventures = ["Flood", "Famine", "Eclipse"]
"""
WHOLE = (
    RING.split("[tiles]")[0].replace('middle = { kind = "plain"', 'middle = { kind = "quest"')
    + "\n[tiles]\ngold = 0\n"
    + THREE
)


def test_a_board_with_adventures_and_heroes_of_ones_own_is_played_on(tmp_path):
    game = ring(tmp_path, WHOLE, players=2)
    game.run("greedy")

    assert game.over
    assert game.rules.box.stand_ins == ("deck",)
    assert set(game.rules.names.adventures) == {"Eclipse", "Flood", "Famine"}


def test_a_record_needs_no_file_of_ones_own(tmp_path):
    game = ring(tmp_path, WHOLE, players=2)
    game.run("random", until=lambda game: game.ply == 20)
    game.record.save(tmp_path / "game.json")
    (tmp_path / "ring.toml").unlink()

    assert gh.load(tmp_path / "game.json").game().table == game.table


def test_a_deck_of_ones_own_is_chosen_by_its_name(tmp_path):
    deck = "[decks.mine]\nseeker=20\nwarrior=10\nfairy=5\nwizard=5\njoker=5\nadventure=1\n"
    game = ring(tmp_path, deck, cards="mine")

    assert len(game.table.deck) == 45 + 12
    assert "deck" not in game.rules.box.stand_ins


def test_other_data_give_another_card_hash_and_other_translations_do_not(tmp_path):
    plain = gh.new_game("advyria").rules.card_hash
    german = '[adventures]\nprovenance="stand-in"\n' + "".join(
        f'[adventures."{one.name.en}"]\nde="x {number}"\ncolour="{one.colour}"\n'
        for number, one in enumerate(gh.new_game("advyria").rules.box.adventures)
    )

    assert gh.new_game("advyria", cards="lean").rules.card_hash != plain
    assert ring(tmp_path, german).rules.card_hash == plain


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[boards]\n", "ring.toml: unknown part of the game 'boards'; did you mean 'board'?"),
        ("board = 3\n", "must be a table; write \\[board\\]"),
        ("[board\n", "ring.toml, line 1: is not TOML"),
        ("[tiles]\ngold = 13\n", "26 quest fields for 25 quest tiles"),
        ("[tiles]\ngold = -1\n", "gold must be a whole number from 0 to 60, not -1"),
        ("[tiles]\nsilver = 1\n", "ring.toml, tiles: unknown key 'silver'"),
        ("[tiles]\ngold = 14\nsilver = 1\n", "unknown key 'silver'; known: gold, provenance"),
        (
            RING.replace('"guild", at = [2, 1]', '"gild", at = [2, 1]'),
            "north: unknown word for 'kind': 'gild'; did you mean 'guild'",
        ),
        (
            RING.replace('next = ["east"]', 'next = ["est"]'),
            "north is next to 'est', which is not a field; .*'west' or 'east'",
        ),
        (RING.replace("at = [2, 1]", "at = [2, 0]"), "at must be \\[column, row\\]"),
        (RING.replace("at = [2, 1]", "at = [2, 2]"), "two fields are at column 2, row 2"),
        (RING.replace('["north", "middle"]', '["north"]'), "no path leads from north to middle"),
        (RING, "Mira the Ferrywoman shows 'Sunken Bell', which is not an adventure"),
        ('[adventures."A, B"]\ncolour = "red"\n', "invalid name 'A, B'"),
        ('[adventures.Wizard]\ncolour = "red"\n', "an adventure cannot be called 'Wizard'|not an adventure"),
        ('[adventures.One]\ncolour = "pink"\n', "unknown word for 'colour': 'pink'; known: red, blue, yellow, green"),
        ('[heroes.Ida]\nadventures = ["Moon Well"]\n', "shows three different adventures; Ida shows Moon Well"),
        ('[heroes.Ida]\nadventures = ["Moon Wel", "a", "b"]\n', "shows 'Moon Wel', .* did you mean 'Moon Well'"),
        ("[decks.mine]\nseeker = 200\n", "ring.toml, mine: seeker must be a whole number from 0 to 99, not 200"),
    ],
)
def test_a_wrong_file_says_where_what_is_wrong(tmp_path, text, says):
    with pytest.raises(gh.GuildhallError, match=says):
        ring(tmp_path, text)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"cards": "standart"}, "unknown deck 'standart'; did you mean 'standard'?"),
        ({"cards": 7}, "cards must be the name of a deck, not 7"),
        ({"no_hero": True}, "has no setting 'no_hero'; did you mean 'no_heroes'?"),
        ({"no_heroes": 1}, "no_heroes must be True or False, not 1"),
        ({"first": 1}, "first must be a whole number from 0 to 0, not 1"),
        ({"turn_limit": 0}, "turn_limit must be a whole number from 1"),
        ({"card_files": ["nowhere.toml"]}, "nowhere.toml: cannot be read"),
        ({"card_files": 3}, "card_files must be a list of files, not 3"),
        ({"card_texts": [3]}, "card_texts must be a list of names and texts"),
    ],
)
def test_a_wrong_option_says_what_is_wrong(options, says):
    with pytest.raises(gh.GuildhallError, match=says):
        gh.new_game("advyria", **options)
