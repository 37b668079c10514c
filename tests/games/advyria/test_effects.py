"""Rules 16 to 22, 24 and 25: what cards do."""

from __future__ import annotations

import pytest

import guildhall as gh
from tests.games.advyria.tables import (
    ACTIONS,
    FAIRY,
    JOKER,
    SEEKER,
    WARRIOR,
    WIZARD,
    lay,
    named,
    offered,
    refused,
    rolling,
)


def seeking(die, hand=(), **zones):
    """A game in which the first of two Fortune Seekers' moves shows a die."""
    return rolling([die], lambda seed: lay([SEEKER, SEEKER, *hand], **{"seed": seed, **zones}), "play 2 Fortune Seeker")


# --- Moves ---


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_rule_16_a_move_leads_up_to_as_far_as_the_die_shows(die):
    game = seeking(die)
    far = {phrase.removeprefix("move to ") for phrase in offered(game) if phrase != "stay"}

    assert offered(game)[0] == "stay"
    assert far == {
        f"{column}{row}" for x, column in enumerate("abcdef") for row in range(1, 7) if 0 < x + row - 1 <= die
    }


def test_rule_16_the_die_is_even():
    rolls = [named(lay([SEEKER] * 2, seed=seed).play("play 2 Fortune Seeker"), "roll")[0] for seed in range(600)]
    counts = [[event.data["die"] for event in rolls].count(die) for die in range(1, 7)]

    assert sum(counts) == 600
    assert all(60 < count < 145 for count in counts)


def test_ruling_9_reach_is_the_distance_along_the_paths():
    game = seeking(2, figures=["c3"])

    assert "move to d4" in offered(game)
    assert "move to e4" not in offered(game)
    assert "3 fields away, the die shows 2" in refused(game, "move to e4")


def test_case_13_a_move_passes_over_figures_and_never_ends_on_one():
    def make(seed):
        return lay([SEEKER] * 2, [], [], figures=["a1", "b1", "a2"], no_manoeuvre=True, seed=seed)

    game = rolling([3], make, "play 2 Fortune Seeker")

    assert {"stay", "move to c1", "move to d1", "move to b2", "move to a4"} <= set(offered(game))
    assert "move to b1" not in offered(game)
    assert "another figure stands on b1" in refused(game, "move to b1")


def test_ruling_8_staying_is_a_landing_so_an_open_adventure_can_be_claimed():
    game = seeking(1, ["Moon Well"], figures=["b1"], tiles={"b1": "Moon Well", "e6": "Gold"}, open=["b1"])

    game.play("stay", "complete Moon Well")

    assert game.table.adventures == [["Moon Well"]]


# --- Tiles ---


def test_rule_17_gold_is_taken_village_side_up():
    game = seeking(1, tiles={"b1": "Gold", "e6": "Gold"})
    events = game.play("move to b1")

    assert [event.kind for event in events] == ["move", "reveal", "gold"]
    assert game.table.villages == [1]


def test_case_10_a_gold_tile_scores_nothing_until_it_is_turned():
    game = seeking(1, [WARRIOR] * 2, tiles={"b1": "Gold", "e6": "Gold"}, levels=[4])
    game.play("move to b1")

    assert (game.table.villages, game.table.gold, game.table.points) == ([1], [0], [0])
    assert "b1" not in game.table.tiles
    game.play("play 2 Warrior", "turn 1")
    assert (game.table.villages, game.table.gold, game.table.points) == ([0], [1], [2])


def test_ruling_20_gold_cannot_be_declined():
    game = seeking(1, tiles={"b1": "Gold", "e6": "Gold"})
    game.play("move to b1")

    assert game.decision.kind == "act"
    assert game.table.villages == [1]


def test_case_11_an_adventure_without_its_card_stays_open_for_all():
    tiles = {"b1": "Moon Well", "e6": "Gold"}

    def make(seed):
        hands = [SEEKER, SEEKER], [SEEKER, SEEKER, "Moon Well"]
        return lay(*hands, figures=["a1", "c1"], tiles=tiles, deck=[WIZARD] * 6, no_manoeuvre=True, seed=seed)

    game = rolling([1], make, "play 2 Fortune Seeker")
    game.play("move to b1")
    assert offered(game) == ["leave"]
    game.play("leave")

    assert game.table.open == {"b1": "Moon Well"}
    assert game.view(1).tiles["b1"] == "Moon Well"
    game = rolling([3], lambda seed: second_seat_at_the_well(seed, tiles), "play 2 Fortune Seeker")
    game.play("move to b1", "complete Moon Well")
    assert game.table.points == [0, 5]


def second_seat_at_the_well(seed, tiles):
    hands = [], [SEEKER, SEEKER, "Moon Well"]
    return lay(*hands, figures=["a1", "e1"], tiles=tiles, open=["b1"], to_play=1, no_manoeuvre=True, seed=seed)


def test_case_12_completing_is_optional_and_the_card_never_enters_the_discard_pile():
    game = seeking(1, ["Moon Well"], tiles={"b1": "Moon Well", "e6": "Gold"})
    game.play("move to b1")
    other = game.branch()
    game.play("complete Moon Well")
    other.play("leave")

    assert (game.table.adventures, game.table.hands) == ([["Moon Well"]], [[]])
    assert "Moon Well" not in game.table.discard
    assert "b1" not in game.table.tiles
    assert (other.table.hands, other.table.open) == ([["Moon Well"]], {"b1": "Moon Well"})


def test_ruling_19_a_card_drawn_later_needs_a_landing_to_complete_an_open_adventure():
    game = lay(["Moon Well", WIZARD], figures=["b1"], tiles={"b1": "Moon Well", "e6": "Gold"}, open=["b1"])

    assert not [phrase for phrase in offered(game) if phrase.startswith("complete")]
    assert game.play("play Wizard")
    assert game.table.adventures == [[]]


def test_ruling_29_a_tile_is_completed_with_the_card_of_its_own_name_only():
    game = seeking(1, ["Glass Tower"], tiles={"b1": "Moon Well", "e6": "Gold"})
    game.play("move to b1")

    assert offered(game) == ["leave"]
    assert "does not hold the card" in refused(game, "complete Moon Well")


def test_ruling_25_a_second_copy_of_a_completed_adventure_is_an_action_only():
    own = ("own.toml", "[decks.twice]\nseeker=28\nwarrior=18\nfairy=14\nwizard=14\njoker=10\nadventure=2\n")
    game = gh.position(
        "advyria", hands=[["Moon Well"]], adventures=[["Moon Well"]], cards="twice", card_texts=[own], deck=[]
    )

    game.play("play Moon Well")

    assert game.table.levels == [5]
    assert game.table.adventures == [["Moon Well"]]


# --- Warriors, Fairies, Wizards ---


def test_rule_18_warriors_turn_villages_to_gold_two_gold_each():
    game = lay([WARRIOR] * 3, villages=[3])

    game.play("play 3 Warrior", "turn 2")

    assert (game.table.villages, game.table.gold, game.table.points) == ([1], [2], [4])


@pytest.mark.parametrize(("cards", "turned"), [(2, 1), (3, 2), (4, 3)])
def test_case_2_a_set_of_warriors_turns_one_village_less_than_cards(cards, turned):
    game = lay([WARRIOR] * 4, villages=[3])

    game.play(f"play {cards} Warrior", f"turn {turned}")

    assert (game.table.gold, game.table.points) == ([turned], [2 * turned])


def test_ruling_17_warriors_may_be_played_without_enough_villages():
    one, none = lay([WARRIOR] * 4, villages=[1]), lay([WARRIOR] * 4)

    one.play("play 4 Warrior")
    none.play("play 4 Warrior")

    assert offered(one) == ["turn 1", "turn 0"]
    assert (none.decision.kind, none.table.hands) == ("act", [[]])


def test_rule_19_fairies_look_at_any_hidden_tile_and_put_it_back():
    game = lay([FAIRY] * 2, [], tiles={"b1": "Gold", "f5": "Moon Well"})
    before = game.table
    events = game.play("play 2 Fairy", "look at f5")

    assert game.view(0).tiles == {"b1": None, "f5": "Moon Well"}
    assert (game.table.tiles, game.table.hidden) == (before.tiles, before.hidden)
    assert named(events, "peek")[0].text == "Player 1 looks at f5: Moon Well"


def test_case_8_four_fairies_see_three_tiles_and_lower_the_losses():
    tiles = {"b1": "Gold", "c1": "Gold", "d1": "Moon Well", "e1": "Gold"}
    game, without = lay([FAIRY] * 4, tiles=tiles, losses=[2]), lay([FAIRY] * 4, tiles=tiles)
    game.play("play 4 Fairy", "look at b1", "look at c1", "look at d1")
    without.play("play 4 Fairy")

    assert game.table.losses == [1]
    assert game.view(0).peeked == ["b1", "c1", "d1"]
    assert game.decision.kind == "act"
    assert without.table.losses == [0]


def test_ruling_16_jokers_count_for_the_set_of_four_fairies():
    game = lay([FAIRY, JOKER, JOKER, JOKER], losses=[3])

    game.play("play 1 Fairy + 3 Joker")

    assert game.table.losses == [2]


def test_ruling_18_without_hidden_tiles_four_fairies_still_lower_the_losses():
    game = lay([FAIRY] * 4, tiles={"b1": "Moon Well"}, open=["b1"], losses=[1])

    game.play("play 4 Fairy")

    assert (game.table.losses, game.decision.kind) == ([0], "act")


def test_rule_20_a_wizard_raises_level_and_losses():
    game = lay([WIZARD])

    game.play("play Wizard")

    assert (game.table.levels, game.table.losses) == ([4], [1])


def test_rule_21_a_joker_as_a_wizard_costs_no_loss():
    game = lay([JOKER])

    game.play("play Joker as Wizard")

    assert (game.table.levels, game.table.losses) == ([4], [0])


def test_case_4_wizards_and_jokers_up_to_their_caps():
    three, jokers = lay([WIZARD] * 3), lay([JOKER] * 3)
    three.play(*["play Wizard"] * 3)
    jokers.play(*["play Joker as Wizard"] * 3)
    top, lost = lay([WIZARD], levels=[14]), lay([WIZARD], losses=[11])
    top.play("play Wizard")
    lost.play("play Wizard")

    assert (three.table.levels, three.table.losses) == ([6], [3])
    assert (jokers.table.levels, jokers.table.losses) == ([6], [0])
    assert (top.table.levels, top.table.losses) == ([14], [1])
    assert (lost.table.levels, lost.table.losses) == ([4], [11])


def test_ruling_3_a_wizard_may_be_played_at_both_caps():
    game = lay([WIZARD], levels=[14], losses=[11])

    game.play("play Wizard")

    assert (game.table.levels, game.table.losses, game.table.hands) == ([14], [11], [[]])


def test_ruling_2_a_wizard_leaves_twelve_losses_as_they_are():
    game = lay([WIZARD], losses=[12])

    game.play("play Wizard")

    assert game.table.losses == [12]


# --- Adventure cards as actions ---


def test_rule_22_every_colour_has_its_action():
    game = lay(list(ACTIONS.values()), villages=[1], levels=[4])
    texts = {option.phrase: option.text for option in game.options}

    assert texts["play Sunken Bell"] == "move to any free field"
    assert texts["play Moon Well"] == "hand level +2, no loss"
    assert texts["play Golden Sheaf"] == "turn up to 3 villages to gold"
    assert texts["play Root Maze"] == "look at up to 4 hidden tiles"


def test_case_14_red_leads_to_any_free_field_without_a_die():
    game = lay([ACTIONS["red"]], [], figures=["a1", "f5"])
    events = game.play("play Sunken Bell")

    assert not named(events, "roll")
    assert len(offered(game)) == 35
    game.play("move to e6")
    assert (game.table.figures, game.table.villages) == (["e6", "f5"], [1, 0])


def test_ruling_10_red_does_not_lead_onto_an_occupied_field():
    game = lay([ACTIONS["red"]], [], figures=["a1", "f5"])
    game.play("play Sunken Bell")

    assert "another figure stands on f5" in refused(game, "move to f5")


def test_case_5_blue_raises_the_level_by_two_up_to_the_cap():
    game, low = lay([ACTIONS["blue"]], levels=[13]), lay([ACTIONS["blue"]])
    game.play("play Moon Well")
    low.play("play Moon Well")

    assert (game.table.levels, game.table.losses) == ([14], [0])
    assert low.table.levels == [5]


def test_case_6_yellow_turns_up_to_three_villages():
    two, four = lay([ACTIONS["yellow"]], villages=[2]), lay([ACTIONS["yellow"]], villages=[4])
    two.play("play Golden Sheaf")
    four.play("play Golden Sheaf")

    assert offered(two) == ["turn 2", "turn 1", "turn 0"]
    two.play("turn 2")
    four.play("turn 3")
    assert (two.table.gold, four.table.gold) == ([2], [3])


def test_case_7_green_looks_at_up_to_four_tiles_and_others_learn_nothing():
    tiles = {"b1": "Gold", "c1": "Owl Court", "d1": "Gold", "e1": "Gold", "e6": "Gold"}
    game = lay([ACTIONS["green"]], [], tiles=tiles)
    before = game.table.tiles
    events = list(game.play("play Root Maze", "look at b1", "look at c1", "look at d1", "look at e1"))

    assert game.view(0).peeked == ["b1", "c1", "d1", "e1"]
    assert game.table.tiles == before
    assert game.view(1).tiles == dict.fromkeys(tiles)
    assert {event.as_seen_by(1).text for event in named(events, "peek")} == {"Player 1 looks at a hidden tile"}
    few = lay([ACTIONS["green"]])
    few.play("play Root Maze", "done")
    assert few.view(0).peeked == []


# --- Where cards go, and losses ---


def test_rule_24_played_and_discarded_cards_go_to_the_discard_pile():
    game = lay([WIZARD, FAIRY, FAIRY, ACTIONS["blue"], WARRIOR], levels=[4])
    game.play("play Wizard", "play 2 Fairy", "done", "play Moon Well")

    assert game.table.discard == [WIZARD, FAIRY, FAIRY, "Moon Well"]


def test_rule_25_losses_count_against_the_score():
    game = lay([WIZARD] * 2, gold=[3])
    game.play("play Wizard", "play Wizard")

    assert game.table.points == [4]
    assert game.outcome.points == (4,)
