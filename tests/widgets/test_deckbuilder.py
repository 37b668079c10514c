"""The deck builder: what can be picked, what comes of it, and the game that begins with it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from guildhall_widgets.deckbuilder.builder import DeckBuilder
from guildhall_widgets.table.widget import TableWidget

import guildhall as gh


@pytest.fixture
def builder():
    return DeckBuilder("old-world", players=3)


def played(builder):
    """The deck of a game with the options of the builder."""
    return gh.new_game("guildhall", **builder.options).rules.deck


def shown_problem(builder):
    return re.findall(r'class="gh-problem"><b>✗ This deck cannot be played. </b>([^<]*)<', builder.html)


# --- picking ------------------------------------------------------------------------------------------------


def test_a_set_stays_a_set(builder):
    assert builder.options == {"cards": "old-world", "players": 3}


def test_a_profession_picked_joins_the_deck_and_picked_again_leaves_it(builder):
    builder.act("pick", profession="Bard")
    assert "Bard" in played(builder).chapters
    builder.act("pick", profession="Bard")
    assert builder.options["cards"] == "old-world"


def test_a_list_names_every_profession_so_that_it_means_the_same(builder):
    builder.act("pick", profession="Bard")
    wanted = ["Monk", "Cleric", "Fighter", "Marshal", "Rogue", "Wizard", "Bard"]

    assert [card.profession.name for card in played(builder).professions] == wanted
    assert "Assassin" not in builder.options["cards"]  # in a list that would be another card


def test_whole_sets_are_written_as_sets_and_make_a_saga(builder):
    builder.act("clear")
    builder.act("set", set="fellowship")
    builder.act("set", set="alliance")
    builder.act("saga", value="super")

    assert builder.options == {"cards": ["fellowship", "alliance"], "players": 3, "saga": "super"}
    assert len(played(builder).chapters) == 12


def test_a_set_pressed_again_leaves_the_deck(builder):
    builder.act("set", set="gathering")
    builder.act("set", set="gathering")

    assert builder.options["cards"] == "old-world"


def test_sets_that_are_inside_are_pressed(builder):
    builder.act("set", set="gathering")
    pressed = re.findall(r'data-do="set" [^>]*data-set="([^"]*)"[^>]*aria-pressed="true"', builder.html)

    assert pressed == ["old-world", "gathering"]


def test_every_profession_has_a_tile_with_its_archetype_and_mark(builder):
    tiles = re.findall(r'data-do="pick"[^>]*data-profession="([^"]*)"', builder.html)

    assert len(tiles) == len(set(tiles)) == 24
    assert builder.html.count('role="group" aria-label="Mystic"') == 1
    sorcerer = builder.html.split('data-key="tile Sorcerer"')[1].split("</button>")[0]
    assert "stand-in in part" in sorcerer
    monk = builder.html.split('data-key="tile Monk"')[1].split("</button>")[0]
    assert "stand-in" not in monk
    assert "also Monk" in monk  # it is shown as Weaver here


@pytest.mark.parametrize("card", ["Sorcerer", "Archmage", "Pilgrim House", "4 draw five"])
def test_any_card_can_be_read_in_words_and_closed(builder, card):
    builder.act("read", card=card)
    assert "gh-card-page" in builder.html
    assert builder.status == f"Showing {card}."
    builder.act("close")
    assert "gh-card-page" not in builder.html


# --- options ------------------------------------------------------------------------------------------------


def test_options_reach_the_game(builder):
    for name, value in {"players": "4", "target": "30", "rules": "basic", "masters": True, "houses": True}.items():
        builder.act(name, value=value)
    rules = gh.new_game("guildhall", **builder.options).rules

    assert builder.error == ""
    assert len(rules.seats) == 4
    assert rules.setup["target"] == 30
    assert rules.setup["rules"] == "basic"
    assert len(rules.deck.masters) == 6
    assert len(rules.deck.houses) == 3


def test_the_vp_deck_of_another_set_can_be_taken(builder):
    builder.act("vp", value="alliance")

    assert "3 steal a token" in {card.name for card, _ in played(builder).vp}


def test_a_vp_deck_is_put_together_card_by_card(builder):
    before = {card.name: copies for card, copies in played(builder).vp}
    builder.act("vp", value="card by card")
    assert builder.options["vp"] == before
    builder.act("copies", card="9", by="1")
    builder.act("copies", card="2 hit each hall", by="1")
    for _ in range(before["5"]):
        builder.act("copies", card="5", by="-1")

    wanted = {**before, "9": before["9"] + 1, "2 hit each hall": 1}
    del wanted["5"]
    assert {card.name: copies for card, copies in played(builder).vp} == wanted


def test_the_code_shown_makes_the_same_deck(builder):
    builder.act("pick", profession="Druid")
    builder.act("houses", value=True)
    builder.act("vp", value="card by card")
    (shown,) = re.findall(r"<code>(.*?)</code>", builder.html)
    space = {"gh": gh}
    exec(unescape(shown), space)
    assert space["game"].rules.deck.digest == played(builder).digest


# --- warnings and what cannot be --------------------------------------------------------------------------


def test_warnings_of_rule_28_come_at_once(builder):
    builder.act("pick", profession="Marshal")
    builder.act("pick", profession="Fighter")

    warnings = played(builder).warnings
    assert "No Warrior is in the deck." in warnings
    assert any("discard pile" in warning for warning in warnings)
    for warning in warnings:
        assert f"<li>⚠ {warning}</li>" in builder.html
    assert builder.status.endswith(" ".join(warnings))


def test_a_good_deck_is_called_good(builder):
    assert "No problems with this deck." in builder.html


def test_what_cannot_be_played_is_said_in_words_and_offers_no_game(builder):
    builder.act("clear")

    assert shown_problem(builder) == ["3 players need a deck of at least 36 cards; this one has 0."]
    assert builder.error == ""
    assert re.search(r'data-do="start"[^>]*disabled', builder.html)
    assert re.search(r'data-do="estimate"[^>]*disabled', builder.html)


def test_masters_with_two_chapters_of_an_archetype_are_refused_with_a_way_out(builder):
    builder.act("pick", profession="Bard")
    builder.act("masters", value=True)

    (problem,) = shown_problem(builder)
    assert "Acrobat" in problem
    builder.act("saga", value="mega")
    assert shown_problem(builder) == []


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("pick", {"profession": "Mnok"}, "unknown profession 'Mnok'"),
        ("set", {"set": "old"}, "unknown set 'old'"),
        ("read", {"card": "Mnok"}, "unknown card 'Mnok'"),
        ("players", {"value": "9"}, "players must be a whole number from 2 to 4, not '9'"),
        ("target", {"value": "x"}, "VP to win must be a whole number"),
        ("bot", {"value": "deep"}, "unknown bot 'deep'; expected one of greedy"),
        ("games", {"value": "0"}, "games must be a whole number from 1"),
        ("copies", {"card": "9", "by": "1"}, "cannot change the copies of '9' here"),
    ],
)
def test_nonsense_from_the_browser_is_shown_as_an_error_and_changes_nothing(builder, name, data, words):
    before = builder.html
    builder.act(name, **data)

    assert words in builder.error
    assert builder.html == before


@pytest.mark.parametrize(("name", "value"), [("saga", "giga"), ("rules", "none"), ("vp", "nowhere")])
def test_an_option_no_game_knows_is_told_as_a_problem(builder, name, value):
    builder.act(name, value=value)

    assert value in shown_problem(builder)[0]


def test_a_deck_that_cannot_be_is_refused_at_once():
    with pytest.raises(gh.UnknownCard, match="did you mean 'Monk'"):
        DeckBuilder(["Mnok", "Bard"])


# --- own cards ------------------------------------------------------------------------------------------------


def test_own_cards_can_be_picked_and_are_marked(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[Brewer]\narchetype = "Leader"\ntier.0 = [{ draw = 2 }]\n', encoding="utf-8")
    builder = DeckBuilder(["Brewer", "Monk"], card_files=[str(own)])
    builder.act("pick", profession="Brewer")
    builder.act("pick", profession="Bard")
    builder.act("pick", profession="Brewer")

    assert played(builder).chapters == ("Monk", "Bard", "Brewer")
    builder.act("read", card="Brewer")
    assert "from your card file" in builder.html


# --- a new game ---------------------------------------------------------------------------------------------


def test_a_new_game_has_this_deck_and_its_table_lies_below(builder):
    builder.act("set", set="old-world")
    builder.act("set", set="alliance")
    builder.act("start")
    (table,) = builder.below.children

    assert isinstance(table, TableWidget)
    assert table.game is builder.game
    assert builder.game.rules.deck.chapters == played(builder).chapters


def test_a_new_game_is_played_against_bots_and_takes_the_focus(builder):
    builder.act("start")
    (table,) = builder.below.children

    assert (table.seat, table.bots) == (0, {1: "greedy", 2: "greedy"})
    assert table.game.decision.seat == 0
    assert table.called


def test_every_new_game_is_another_one(builder):
    builder.act("start")
    first = builder.game
    builder.act("start")

    assert builder.game.seed == first.seed + 1
    assert len(builder.below.children) == 1


def test_the_display_holds_the_builder_and_what_lies_below(builder):
    data, _ = builder._repr_mimebundle_()
    view = data["application/vnd.jupyter.widget-view+json"]

    assert view["model_id"] not in (builder.model_id, builder.below.model_id)
    assert "Professions" in data["text/html"]
    assert data["text/plain"].splitlines()[0] == "Deck builder: Old World Economy, 3 players"
    assert data["text/plain"].splitlines()[-1] == 'game = gh.new_game("guildhall", cards="old-world", players=3)'


def test_no_two_things_of_a_page_share_a_key(builder):
    builder.act("masters", value=True)
    builder.act("houses", value=True)
    builder.act("vp", value="card by card")
    builder.act("read", card="Archmage")
    keys = re.findall(r'data-key="([^"]*)"', builder.html)

    assert len(keys) == len(set(keys))


# --- where it begins ------------------------------------------------------------------------------------------


def test_options_that_nobody_changes_here_stay_with_the_deck():
    builder = DeckBuilder("old-world", players=["Ada", "Bo"], first=1, turn_limit=300)
    builder.act("houses", value=True)
    wanted = {"cards": "old-world", "players": ["Ada", "Bo"], "houses": True, "first": 1, "turn_limit": 300}

    assert builder.options == wanted
    assert gh.new_game(**builder.options).rules.setup["turn_limit"] == 300


def test_vp_decks_joined_by_hand_are_shown_as_they_are():
    builder = DeckBuilder("old-world", vp=["fellowship", "alliance"])

    assert '<option value="fellowship, alliance" selected>fellowship, alliance</option>' in builder.html
    assert builder.options["vp"] == ["fellowship", "alliance"]


def test_an_option_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(gh.BadSetup, match="did you mean 'masters'"):
        DeckBuilder("old-world", master=True)


def test_other_games_are_refused_in_words():
    with pytest.raises(gh.BadSetup, match="supports only guildhall, not 'advyria'"):
        DeckBuilder("standard", game="advyria")


OWN_SET = """
[Tinker]
archetype = "Mage"
tier.0 = [{ draw = 1 }]

[vp."3 fair"]
points = 3
cost = 1
copies = 12
effects = [{ draw = 2 }]

[vp."8 prize"]
points = 8
cost = 2
copies = 12

[sets.tinkers]
title = "Tinkers' Fair"
professions = { Assassin = "Fighter", Weaver = "Monk", Dancer = "Cleric", Tinker = "Tinker", Farmer = "Marshal" }
vp = ["3 fair", "8 prize"]

[sets.twins]
title = "Twins"
professions = { Assassin = "Fighter", Weaver = "Monk", Dancer = "Cleric", Tinker = "Tinker", Farmer = "Marshal" }
vp = ["8 prize"]
"""


@pytest.fixture
def own_set(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN_SET, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("name", "vp"), [("tinkers", {"3 fair", "8 prize"}), ("twins", {"8 prize"})])
def test_a_set_of_an_own_file_keeps_its_names_and_its_vp_deck(own_set, name, vp):
    builder = DeckBuilder(name, card_files=own_set, players=2)

    assert builder.options["cards"] == name
    deck = gh.new_game(**builder.options).rules.deck
    assert deck.chapters == ("Assassin", "Weaver", "Dancer", "Tinker", "Farmer")
    assert {card.name for card, _ in deck.vp} == vp


def test_a_set_of_an_own_file_has_a_button_and_its_vp_deck_can_be_chosen(own_set):
    builder = DeckBuilder("old-world", card_files=[own_set])
    builder.act("clear")
    builder.act("set", set="tinkers")
    assert builder.options["cards"] == "tinkers"
    builder.act("vp", value="twins")

    assert "Tinkers&#x27; Fair" in builder.html or "Tinkers' Fair" in builder.html
    assert gh.new_game(**builder.options).rules.deck.vp[0][0].name == "8 prize"


def test_a_file_that_has_changed_is_read_again(own_set):
    DeckBuilder("tinkers", card_files=own_set)
    with open(own_set, "a", encoding="utf-8") as file:
        file.write('[Potter]\narchetype = "Mage"\ntier.0 = [{ draw = 1 }]\n')

    assert "Potter" in DeckBuilder("tinkers", card_files=own_set).html
