"""The steps of a turn: beginning, flips, end, conditions; plays, activations, draws, the hand limit."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games.hundred_halls.language import Zone
from tests.games.hundred_halls.lab import Lab, named

FLIPS = {"Meadow": "begin = [{ flip = 1 }]"}
BOOMER = """
[cards.Boomer]
type = "Enemy"
hp = 9
begin = [{ damage = 1, to = "each player" }]
end = [{ damage = 4, to = "highest player" }]
enters = [{ counters = 1 }]
"""
TOOL = '[cards.Tool]\ntype = "Trinket"\ncopies = 2\nactivate = [{ damage = 1, to = "any enemy" }]\n'


def test_rule_9_rule_22_ruling_3_ruling_26_case_6_a_flipped_card_acts_in_step_b_and_at_the_end():
    lab = Lab(2, cards={"Meadow": BOOMER}, tops=FLIPS, hp=[30, 20], turn=1, decks={"Meadow": ["Boomer"]})
    told = lab.finish_turn()

    kinds = [(event.kind, event.data.get("card")) for event in told if event.kind in ("flip", "counters", "damage")]
    assert kinds == [("flip", "Boomer"), ("counters", "Boomer"), ("damage", "Boomer")]
    assert lab.hp == [26, 20]
    lab.finish_turn()
    lab.finish_turn()
    assert lab.hp == [21, 19]  # now it also begins, and ends with 4 for the highest


def test_ruling_26_beginning_effects_come_before_all_flipped_cards():
    second = '[cards.Herald]\ntype = "Event"\nstarts = true\nbegin = [{ heal = 1, to = "each boss" }]\n'
    bolt = '[cards.Bolt]\ntype = "Spell"\ndoes = [{ damage = 2, to = "each player" }]\n'
    lab = Lab(1, cards={"Meadow": second + bolt}, tops=FLIPS, decks={"Meadow": ["Bolt"]}, enemies=[("Ogre", 5)])
    told = lab.finish_turn()

    assert [event.kind for event in told if event.kind in ("flip", "heal", "damage")] == ["flip", "heal", "damage"]
    assert lab.count("Bolt", Zone.GRAVEYARD) == 1


def test_ruling_26_a_card_flipped_later_is_carried_out_at_once():
    tops = {"Meadow": 'end = [{ flip = 1 }, { heal = 1, to = "each boss" }]'}
    lab = Lab(1, cards={"Meadow": BOOMER}, tops=tops, decks={"Meadow": ["Boomer"]}, enemies=[("Ogre", 5)])
    told = lab.finish_turn()

    kinds = [event.kind for event in told if event.kind in ("flip", "counters", "heal", "damage")]
    assert kinds == ["flip", "counters", "heal", "damage"]


def test_ruling_5_effects_at_the_same_time_follow_the_order_of_coming_into_play():
    cards = "".join(
        f'[cards.{name}]\ntype = "Event"\nend = [{{ damage = 1, to = "highest player" }}]\n' for name in ("One", "Two")
    )
    lab = Lab(1, cards={"Ogre": cards}, enemies=["Two", "One"])

    told = lab.finish_turn()
    assert [event.data["card"] for event in named(told, "damage")] == ["Two", "One"]
    assert lab.table.enemies == ["Ogre (70/70)", "Meadow", "Two", "One"]


def test_rule_17_ruling_6_ruling_28_case_5_ties_for_the_highest_are_decided_by_the_first_player_alive():
    tops = {"Ogre": 'end = [{ damage = 5, to = "highest player" }]'}
    lab = Lab(4, tops=tops, hp=[30, 28, 28, 25], turn=3)
    lab.finish_turn()
    assert lab.hp == [25, 28, 28, 25]
    for _ in range(3):
        lab.finish_turn()
    lab.play("done", "no draw")
    assert (lab.kind, lab.actor, lab.offered) == ("target", 0, ("Bo", "Cy"))
    lab.play("Cy")
    assert lab.hp == [25, 28, 23, 25]
    dead = Lab(4, tops=tops, hp=[0, 28, 28, 25], turn=3)
    dead.play("done", "no draw")
    assert dead.actor == 1


def test_rule_10_case_7_one_play_and_one_activation():
    lab = Lab(4, hands=[["Ada Page"] * 2, [], [], []])
    lab.play("play Ada Page", "use the Five Elements", "Ogre")

    assert lab.offered == ("done",)
    two = Lab(2, hands=[["Ada Page"] * 4, []])
    two.play("play Ada Page", "play Ada Page")
    assert two.refused("play Ada Page")
    assert not two.refused("use the Five Elements")


def test_rule_10_ruling_27_case_8_either_order_then_end_effects_then_the_draw():
    charm = '[cards.Charm]\ntype = "Trinket"\nend = [{ counters = 1 }]\n'
    for first, second in (("play Charm", "use the Five Elements"), ("use the Five Elements", "play Charm")):
        lab = Lab(4, cards={"Ada": charm}, hands=[["Charm"], [], [], []])
        for phrase in (first, second):
            lab.play(phrase)
            if lab.kind == "target":
                lab.play("Ogre")
        told = lab.play("done")
        assert named(told, "counters")  # also of a card that is new this turn
        assert (lab.kind, lab.offered) == ("draw", ("draw", "no draw"))
        told = lab.play("draw")
        assert told[0].kind == "draw"


def test_ruling_27_conditions_on_own_cards_come_after_the_end_and_before_the_draw():
    clock = '[cards.Clock]\ntype = "Trinket"\nend = [{ counters = 1 }]\n'
    clock += 'check = { if = { counters = "self", at_least = 1 }, does = [{ heal = 4, to = "you" }] }\n'
    lab = Lab(4, cards={"Ada": clock}, with_players=[["Clock"], [], [], []], hp=[20, 30, 30, 30])
    told = lab.play("done")

    assert [event.kind for event in told if event.kind in ("counters", "heal")] == ["counters", "heal"]
    assert (lab.kind, lab.hp[0]) == ("draw", 24)


def test_ruling_2_case_24_a_declined_draw_leaves_the_graveyard_alone():
    lab = Lab(1, graveyards=[["Ada Page"] * 8])
    lab.play("done")
    assert lab.offered == ("draw", "no draw")
    other = lab.game.branch()
    lab.play("no draw")
    assert (len(lab.table.graveyard(0)), lab.table.deck_size(0)) == (8, 0)
    other.play("draw")
    table = other.rules.table(other.state)
    assert (len(table.graveyard(0)), table.deck_size(0), len(table.hand(0))) == (0, 7, 1)


def test_ruling_2_extra_draws_are_asked_one_by_one():
    lab = Lab(1, cards={"Ada": '[cards.Bag]\ntype = "Trinket"\nalways = [{ draws = 1 }]\n'}, with_players=[["Bag"]])
    lab.play("done", "no draw")
    assert lab.kind == "draw"
    lab.play("draw")
    assert (lab.kind, len(lab.table.hand(0))) == ("act", 1)


def test_rule_12_case_9_discard_down_to_seven_after_all_else():
    lab = Lab(1, hands=[["Ada Page"] * 7])
    told = lab.play("done", "draw")
    assert (lab.kind, lab.offered, len(lab.table.hand(0))) == ("discard", ("discard Ada Page",), 8)
    assert not named(told, "turn")
    lab.play("discard Ada Page")
    assert (lab.kind, len(lab.table.hand(0))) == ("act", 7)


def test_rule_16_ruling_21_cards_grant_more_plays_on_top_of_two():
    spell = '[cards.Haste]\ntype = "Spell"\ndoes = [{ plays = 1 }]\n'
    lab = Lab(2, cards={"Ada": spell}, hands=[["Haste", *["Ada Page"] * 4], []])
    lab.play("play Haste", "play Ada Page", "play Ada Page")
    assert lab.refused("play Ada Page")


def test_ruling_18_with_more_activations_a_card_may_act_twice_unless_it_says_once_per_turn():
    more = '[cards.Drum]\ntype = "Trinket"\nalways = [{ activations = 1 }]\n'
    once = '[cards.Horn]\ntype = "Trinket"\nactivate = { once = true, does = [{ damage = 1, to = "any enemy" }] }\n'
    lab = Lab(1, cards={"Ada": more + once + TOOL}, with_players=[["Drum", "Horn", "Tool"]])
    both = lab.game.branch()
    lab.play("activate Tool", "activate Tool")
    assert lab.hp_of("Ogre") == 68
    both.play("activate Horn")
    assert "activate Horn" not in both.decision.phrases
    assert "activate Tool" in both.decision.phrases


def test_ruling_38_own_cards_and_enemy_cards_that_offer_it_can_be_activated():
    well = '[cards.Well]\ntype = "Building"\nactivate = [{ heal = 2, to = "you" }]\n'
    lab = Lab(4, cards={"Ada": TOOL, "Meadow": well}, with_players=[["Tool"], [], [], []], enemies=["Well"], turn=1)
    assert "activate Well" in lab.offered
    assert "activate Tool" not in lab.offered


def test_ruling_23_case_22_conditions_count_only_in_the_last_step():
    tops = {"Ogre": 'check = { if = { count = "creature", at_least = 5 }, does = [{ flip = 1 }] }'}
    flips = {**tops, **FLIPS}
    lab = Lab(1, tops=flips, enemies=["Ogre Rat"] * 4)
    told = lab.finish_turn()  # the fifth creature comes in the Realm turn, after step (d) of the Scenario turn
    assert [event.data["card"] for event in named(told, "flip")] == ["Meadow Rat"]
    fewer = lab.game.branch()
    told = lab.finish_turn()
    assert [event.data["card"] for event in named(told, "flip")] == ["Ogre Rat", "Meadow Rat"]
    fewer.play("use the Five Elements")
    fewer.play("Ogre Rat")
    told = fewer.play("done")
    told += fewer.play("no draw")
    assert [event.data["card"] for event in named(told, "flip")] == ["Meadow Rat"]


def test_ruling_23_a_card_acts_once_per_turn_and_the_first_one_is_looked_at_again():
    first = '[cards.First]\ntype = "Event"\n'
    first += 'check = { if = { counters = "self", at_least = 1 }, does = [{ damage = 1, to = "each player" }] }\n'
    second = '[cards.Second]\ntype = "Event"\ncheck = [{ counters = 1, to = "\'First\'" }]\n'
    lab = Lab(1, cards={"Ogre": first + second}, enemies=["First", "Second"])
    told = lab.finish_turn()

    assert [event.kind for event in told if event.kind in ("counters", "damage")] == ["counters", "damage"]


@pytest.mark.parametrize("trigger", ["begin", "end"])
def test_stunned_enemies_miss_one_turn(trigger):
    cards = {"Ada": '[cards.Net]\ntype = "Spell"\ndoes = [{ stun = "any minion" }]\n'}
    cards["Ogre"] = f'[cards.Wolf]\ntype = "Enemy"\nhp = 5\n{trigger} = [{{ damage = 2, to = "each player" }}]\n'
    lab = Lab(1, cards=cards, hands=[["Net"]], enemies=["Wolf"])
    lab.play("play Net")
    lab.finish_turn()
    assert lab.hp == [50]
    lab.finish_turn()
    assert lab.hp == [48]


def test_a_round_is_a_turn_of_all_in_frames_and_nobody_is_ahead_in_it():
    turns = gh.simulate("hundred-halls", bots="greedy", games=2, seed=3, players=2).turns

    assert turns["seat"].null_count() == turns.height > 2
    assert turns["score"].unique().to_list() == turns["lead"].unique().to_list() == [0]
