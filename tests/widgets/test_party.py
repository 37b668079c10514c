"""The party picker and the Armory planner without a browser: what is picked, what is counted, what is handed over."""

from __future__ import annotations

import pytest
from guildhall_widgets import ArmoryPlanner, PartyPicker, TableWidget

import guildhall as gh
from guildhall.core.errors import GuildhallError
from tests.games.hundred_halls.lab import texts
from tests.widgets.tree import Tree

TEN, DRAW = "+10 hit points (10 points)", "+1 card drawn per turn (15 points)"


@pytest.fixture
def picker():
    picker = PartyPicker(["Aurie", "Zayn"], scenario="Aepep", realm="Danir", n=100)
    yield picker
    picker.close()


@pytest.fixture
def planner():
    planner = ArmoryPlanner("Aurie", scenario="Black Council", n=50)
    yield planner
    planner.close()


def act(widget, do, **data):
    widget.act(do, **data)
    assert widget.error == ""


def wait(widget):
    widget._work.join(120)
    assert widget.error == ""


# --- Picking ---


def test_it_begins_with_the_usual_party():
    picker = PartyPicker()

    assert set(picker.party) == {"Aurie", "Zayn", "Pax", "Nandi"}
    assert (picker.players, picker.scenario, picker.realm) == (4, "Aepep", "City of Sorcery")
    assert "Not played yet" in picker.html


def test_decks_are_picked_one_by_one_and_sit_in_their_order(picker):
    act(picker, "pick", deck="Zayn")
    assert (picker.party, picker.players) == (["Aurie"], 2)
    assert "Pick 1 more" in Tree(picker.html).text
    act(picker, "pick", deck="Alex")

    assert picker.party == ["Alex", "Aurie"]


def test_scenario_and_realm_are_picked_alone_or_on_the_map(picker):
    act(picker, "scenario", value="Diamond Court")
    act(picker, "realm", value="Montanhas")
    assert (picker.scenario, picker.realm) == ("Diamond Court", "Montanhas")
    act(picker, "against", scenario="Elosian", realm="Danir")

    assert (picker.scenario, picker.realm) == ("Elosian", "Danir")


def test_a_number_of_games_of_one_s_own_can_be_seen_and_kept():
    picker = PartyPicker(["Aurie"], n=77)

    assert '<option value="77" selected>77</option>' in picker.html
    picker.close()


def test_fewer_players_keep_the_first_decks(picker):
    act(picker, "players", value="1")
    assert picker.party == ["Aurie"]
    act(picker, "players", value="3")

    assert picker.party == ["Aurie"]


@pytest.mark.parametrize(
    ("do", "data", "error"),
    [
        ("pick", {"deck": "Mory"}, "unknown player deck 'Mory'; did you mean 'Mori'"),
        ("pick", {"deck": "Mori"}, "the party is complete; remove one of Aurie, Zayn first"),
        ("party", {"party": "Aurie, Zayn, Pax"}, "3 decks are too many for a party of 2"),
        ("scenario", {"value": "Danir"}, "unknown scenario deck 'Danir'"),
        ("realm", {"value": "Aepep"}, "unknown realm deck"),
        ("against", {"scenario": "Aepep", "realm": "x"}, "unknown realm deck"),
        ("players", {"value": "5"}, "players must be a whole number from 1 to 4"),
        ("bot", {"value": "strong"}, "unknown quick bot 'strong'"),
        ("games", {"value": "0"}, "games must be"),
        ("leave out", {"deck": "x"}, "unknown player deck"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(picker, do, data, error):
    before = picker.html
    picker.act(do, **data)

    assert error in picker.error
    assert picker.html == before


def test_what_is_picked_are_traits(picker):
    picker.party = ["Mori", "Pi"]
    picker.scenario, picker.bot = "Circle of Scale", "team"
    assert picker.options["party"] == ["Mori", "Pi"]
    with pytest.raises(GuildhallError, match="unknown realm deck"):
        picker.realm = "Nowhere"

    assert (picker.realm, picker.options["scenario"]) == ("Danir", "Circle of Scale")


# --- Counting ---


def test_the_chance_is_that_of_the_odds(picker):
    act(picker, "estimate")
    wait(picker)
    row = gh.odds.parties(players=2, candidates=picker.party, scenario="Aepep", realm="Danir", n=100).row(0, named=True)
    found = picker.chances.row(0, named=True)

    assert {name: found[name] for name in row} == row
    assert f"{100 * row['p']:.1f}" in Tree(picker.html).text
    assert "95 % interval" in picker.status


def test_parties_are_compared_without_those_left_out(picker):
    for deck in ("Alex", "Claire", "Ivan", "Nandi", "Pi", "Mori"):
        act(picker, "leave out", deck=deck)
    act(picker, "parties")
    wait(picker)

    assert set(picker.chances["party"]) == {"Aurie, Pax", "Aurie, Zayn", "Pax, Zayn"}
    best = picker.chances.sort("p", descending=True)["party"][0]
    act(picker, "party", party=best)
    assert ", ".join(picker.party) == best


def test_the_map_has_a_field_for_every_scenario_and_realm():
    picker = PartyPicker(["Aurie"], n=50)
    act(picker, "map")
    wait(picker)

    assert len(picker.chances) == 30
    assert picker.html.count('class="gh-tint-') == 30
    picker.close()


def test_what_is_about_something_else_is_stopped_and_a_new_field_is_not(picker):
    picker.begin(iter(lambda: None, 0), lambda piece: None)
    picker._question = "map"
    act(picker, "realm", value="Montanhas")
    assert picker.is_working
    act(picker, "pick", deck="Zayn")
    assert not picker.is_working


def test_stop_stops(picker):
    act(picker, "games", value="2000")
    act(picker, "map")
    act(picker, "stop")

    assert not picker.is_working
    assert picker.status == "Stopped."


def test_a_party_that_is_not_whole_is_not_played(picker):
    act(picker, "pick", deck="Zayn")
    for do in ("estimate", "map", "start"):
        picker.act(do)
        assert picker.error == "the party lacks 1 of its 2 decks"


def test_a_game_with_what_is_picked_lies_below(picker):
    act(picker, "head start", value=True)
    act(picker, "start")
    (table,) = picker.below.children

    assert isinstance(table, TableWidget)
    assert table.game is picker.game
    assert picker.game.rules.setup["scenario"] == "Aepep"
    assert picker.game.decision.kind == "head start"
    assert (picker.game.seed, picker.seed) == (0, 1)


def test_decks_of_one_s_own_are_picked_and_played(tmp_path):
    files = []
    for name, text in texts():
        files.append(tmp_path / name)
        files[-1].write_text(text, encoding="utf-8")
    picker = PartyPicker(["Ada", "Bo"], scenario="Ogre", realm="Meadow", card_files=list(map(str, files)), n=50)
    act(picker, "estimate")
    wait(picker)
    act(picker, "start")

    assert picker.chances["n"][0] == 50
    assert picker.game.rules.seats == ("Ada", "Bo")
    picker.close()


# --- The Armory ---


def test_purchases_are_paid_and_given_back(planner):
    assert (planner.points, planner.left) == (60, 60)
    act(planner, "buy", purchase=TEN)
    act(planner, "buy", purchase=DRAW)
    assert (planner.left, planner.bought) == (35, [TEN, DRAW])
    act(planner, "give back", number="0")

    assert (planner.left, planner.bought) == (45, [DRAW])


def test_the_bot_s_plan_is_what_the_bot_buys(planner):
    act(planner, "take plan")
    game = gh.new_game("hundred-halls", party=["Aurie"], scenario="Black Council", armory=True)
    game.run("greedy", until=lambda game: game.decision.kind != "armory")

    assert sorted(planner.bought) == sorted(game.table.bought)
    assert planner.left == game.table.armory


def test_what_cannot_be_bought_says_why(planner):
    act(planner, "buy", purchase=TEN)
    planner.act("buy", purchase=TEN)
    assert "can be bought once and was" in planner.error
    act(planner, "buy", purchase="+20 hit points (30 points)")
    shown = Tree(planner.html).text

    assert "too expensive" in shown
    assert planner.left == 20


@pytest.mark.parametrize(
    ("do", "data", "error"),
    [
        ("buy", {"purchase": "a horse"}, "unknown purchase 'a horse'"),
        ("give back", {"number": "0"}, "there is no purchase number 0"),
        ("deck", {"value": "Mory"}, "unknown player deck"),
        ("scenario", {"value": "x"}, "unknown scenario deck"),
        ("realm", {"value": "x"}, "unknown realm deck"),
        ("bot", {"value": "strong"}, "unknown quick bot"),
    ],
)
def test_the_planner_refuses_nonsense(planner, do, data, error):
    before = planner.html
    planner.act(do, **data)

    assert error in planner.error
    assert planner.html == before


def test_every_purchase_has_its_chance_and_another_deck_begins_anew(planner):
    act(planner, "buy", purchase=TEN)
    act(planner, "estimate")
    wait(planner)
    game = gh.new_game("hundred-halls", party=["Aurie"], scenario="Black Council", armory=True)
    game.play(f"buy {TEN}")
    frame = gh.odds.what_if(game, n=50)
    chances = {row["option"]: row["p"] for row in frame.iter_rows(named=True)}

    assert {option: row.p for option, row in planner._odds.items()} == chances
    assert set(chances) == set(game.decision.phrases)
    act(planner, "stop")
    act(planner, "deck", value="Mori")
    assert (planner.deck, planner.bought, planner._odds) == ("Mori", [], {})


def test_estimates_go_on_after_a_change_until_they_are_stopped(planner):
    act(planner, "estimate")
    act(planner, "buy", purchase=TEN)
    assert planner.is_working
    act(planner, "stop")
    act(planner, "buy", purchase=DRAW)

    assert not planner.is_working


def test_a_game_begins_with_the_purchases(planner):
    act(planner, "buy", purchase=TEN)
    act(planner, "start")

    assert planner.game.table.bought == [TEN]
    assert planner.game.table.hit_points == [(62, 62)]
    assert planner.game.decision.kind != "armory"
    assert len(planner.below.children) == 1


def test_the_plan_is_made_of_traits(planner):
    planner.bought = [TEN]
    assert planner.left == 50
    planner.realm = "Danir"
    assert (planner.left, planner.bought) == (70, [])
    with pytest.raises(GuildhallError, match="unknown purchase"):
        planner.bought = ["x"]

    assert planner.bought == []
