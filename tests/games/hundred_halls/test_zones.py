"""Zones and types: graveyards and the Void, reshuffling, Unique cards, Artifacts, Quests, Viruses, Traps, Events."""

from __future__ import annotations

import pytest

from guildhall.games.hundred_halls.language import TYPES, Zone
from tests.games.hundred_halls.lab import Lab, named

BLAST = '[cards.Blast]\ntype = "Spell"\ncopies = 3\ndoes = [{ damage = 9, to = "any target" }]\n'
WELL = '[cards.Well]\ntype = "Building"\nhp = 9\n'


def test_rule_18_healing_stops_at_the_maximum():
    cards = {"Ada": '[cards.Tea]\ntype = "Spell"\ndoes = [{ heal = 6, to = "you" }]\n'}
    lab = Lab(3, cards=cards, hands=[["Tea"], [], []], hp=[37, 40, 40])
    lab.play("play Tea")

    assert lab.table.hit_points[0] == (40, 40)


def test_rule_19_rule_21_case_11_a_spell_does_not_count_itself():
    spell = '[cards.Echo]\ntype = "Spell"\ncopies = 2\n'
    spell += 'does = [{ damage = 2, to = "each boss", per = { count = "own Spell in graveyard" } }]\n'
    trinket = '[cards.Charm]\ntype = "Trinket"\n'
    lab = Lab(2, cards={"Ada": spell + trinket}, hands=[["Echo"] * 2, []], graveyards=[["Ada Page", "Charm"], []])
    lab.play("play Echo")
    assert lab.hp_of("Ogre") == 68  # one Spell; a Trinket is none
    lab.play("play Echo")
    assert lab.hp_of("Ogre") == 64  # the first Echo counts by now


def test_rule_20_ruling_16_the_five_elements_hit_any_target_with_all_modifiers():
    cards = {"Ada": '[cards.Ring]\ntype = "Trinket"\nalways = [{ deals = 2, of = "you" }, { elements = 1 }]\n'}
    lab = Lab(4, cards={**cards, "Meadow": WELL}, with_players=[["Ring"], [], [], []], enemies=["Well", "Ogre Rat"])
    lab.play("use the Five Elements")

    assert lab.offered == ("Ada", "Bo", "Cy", "Di", "Ogre", "Ogre Rat", "Well")
    lab.play("Ogre")
    assert lab.hp_of("Ogre") == 64


def test_rule_23_ruling_17_case_12_buildings_go_to_the_void_and_creatures_to_the_graveyard():
    bare = '[cards.Wall]\ntype = "Building"\n'
    cards = {"Ada": BLAST, "Meadow": WELL + bare}
    lab = Lab(2, cards=cards, hands=[["Blast"] * 3, []], enemies=["Well", "Wall", "Meadow Rat"])
    lab.play("play Blast")
    assert "Wall" not in lab.offered  # it has no hit points
    lab.play("Well", "play Blast", "Meadow Rat")

    assert (lab.count("Well", Zone.VOID), lab.count("Meadow Rat", Zone.GRAVEYARD)) == (1, 1)
    assert lab.table.graveyard(5) == ["Meadow Rat"]


def test_rule_24_ruling_29_case_13_an_empty_deck_is_refilled_when_a_card_is_needed():
    tops = {"Meadow": "begin = [{ flip = 1 }]"}
    lab = Lab(1, tops=tops, gone=["Meadow Rat"] * 6, enemies=["Meadow Rat"] * 2)
    assert (lab.table.deck_size(5), len(lab.table.graveyard(5))) == (0, 6)
    told = lab.finish_turn()

    assert [event.data["pile"] for event in named(told, "shuffle")] == ["Meadow"]
    assert (lab.table.deck_size(5), len(lab.table.graveyard(5)), lab.count("Meadow Rat", Zone.PLAY)) == (5, 0, 3)


def test_ruling_10_with_deck_and_graveyard_empty_nothing_is_drawn_or_flipped():
    lab = Lab(1, hands=[["Ada Page"] * 8], tops={"Meadow": "begin = [{ flip = 1 }]"}, enemies=["Meadow Rat"] * 8)
    told = lab.play("done", "discard Ada Page")

    assert lab.kind == "act"  # no draw was offered
    assert not named(told, "flip")


def test_rule_25_ruling_15_case_23_only_spells_go_by_themselves():
    fair = '[cards.Fair]\ntype = "Event"\n'
    bolt = '[cards.Bolt]\ntype = "Spell"\ndoes = [{ damage = 1, to = "each player" }]\n'
    lab = Lab(
        1, cards={"Meadow": fair + bolt}, tops={"Meadow": "begin = [{ flip = 2 }]"}, decks={"Meadow": ["Fair", "Bolt"]}
    )
    lab.finish_turn()
    assert (lab.count("Fair", Zone.PLAY), lab.count("Bolt", Zone.GRAVEYARD)) == (1, 1)
    for _ in range(2):
        lab.finish_turn()
    assert lab.count("Fair", Zone.PLAY) == 1


def test_ruling_15_an_event_ends_as_it_prints():
    fair = '[cards.Fair]\ntype = "Event"\nbegin = [{ counters = 1 }]\nends = { counters = "self", at_least = 2 }\n'
    lab = Lab(1, cards={"Meadow": fair}, enemies=["Fair"])
    lab.finish_turn()
    assert lab.count("Fair", Zone.PLAY) == 1
    lab.finish_turn()
    assert lab.table.graveyard(5) == ["Fair"]


def test_rule_26_ruling_30_case_14_of_two_unique_copies_one_goes_by_choice_of_the_owner():
    orb = '[cards.Orb]\ntype = "Artifact"\nunique = true\ncopies = 2\nenters = [{ counters = 2 }]\n'
    lab = Lab(2, cards={"Ada": orb}, hands=[["Orb"], []], with_players=[[("Orb", 0, 5)], []])
    lab.play("play Orb")
    assert (lab.kind, lab.actor, lab.offered) == ("unique", 0, ("Orb", "Orb 2"))
    other = lab.game.branch()
    lab.play("Orb 2")  # the new one goes, before it has acted
    assert (lab.table.with_player(0), lab.table.graveyard(0)) == (["Orb (5 counters)"], ["Orb"])
    other.play("Orb")
    assert other.rules.table(other.state).with_player(0) == ["Orb (2 counters)"]


def test_ruling_30_of_enemy_copies_the_first_player_alive_chooses():
    hydra = '[cards.Hydra]\ntype = "Enemy"\nhp = 7\nunique = true\ncopies = 2\n'
    tops = {"Meadow": "begin = [{ flip = 1 }]"}
    lab = Lab(
        2, cards={"Meadow": hydra}, tops=tops, decks={"Meadow": ["Hydra"]}, enemies=[("Hydra", 2)], turn=1, hp=[0, 9]
    )
    lab.play("done", "no draw")

    assert (lab.kind, lab.actor, lab.offered) == ("unique", 1, ("Hydra", "Hydra 2"))


def test_rule_27_case_15_artifacts_cannot_be_sacrificed():
    cards = '[cards.Orb]\ntype = "Artifact"\n[cards.Coin]\ntype = "Trinket"\n'
    altar = '[cards.Altar]\ntype = "Artifact"\n'
    altar += 'activate = { cost = [{ sacrifice = "any own card" }], does = [{ damage = 5, to = "each boss" }] }\n'
    lab = Lab(1, cards={"Ada": cards + altar}, with_players=[["Orb", "Coin", "Altar"]])
    lab.play("activate Altar")
    assert (lab.hp_of("Ogre"), lab.table.graveyard(0)) == (65, ["Coin"])
    assert Lab(1, cards={"Ada": cards + altar}, with_players=[["Orb", "Altar"]]).refused("activate Altar")


def test_rule_28_all_types_are_known_and_other_cards_ask_for_types_and_subtypes():
    assert {"Enemy", "Boss", "Spell", "Enchantment", "Trinket", "Artifact", "Building", "Event"} <= set(TYPES)
    assert {"Quest", "Virus", "Trap"} <= set(TYPES)
    spell = '[cards.Cull]\ntype = "Spell"\ndoes = [{ destroy = "each creature" }, { destroy = "each Building" }]\n'
    lab = Lab(1, cards={"Ada": spell, "Meadow": WELL}, hands=[["Cull"]], enemies=["Ogre Rat", "Meadow Rat", "Well"])
    lab.play("play Cull")

    assert lab.table.enemies == ["Ogre (70/70)", "Meadow"]


GOLEM = '[cards.Golem]\ntype = "Quest"\nhp = 4\nreward = [{ heal = 5, to = "you" }]\n'
LIGHT = '[cards.Light]\ntype = "Quest"\nactivate = [{ counters = 1 }]\n'
LIGHT += 'goal = { counters = "self", at_least = 1 }\nreward = { always = [{ plays = 1 }] }\n'


def test_rule_29_ruling_32_case_16_case_27_a_quest_enemy_at_zero_is_completed():
    storm = '[cards.Storm]\ntype = "Spell"\ndoes = [{ damage = 3, to = "each target" }]\n'
    lab = Lab(
        3,
        cards={"Meadow": GOLEM + storm},
        tops={"Meadow": "begin = [{ flip = 1 }]"},
        decks={"Meadow": ["Storm"]},
        enemies=["Golem"],
        hp=[20, 20, 20],
        turn=2,
    )
    assert lab.game.rules.table(lab.game.state).enemies[-1] == "Golem (4/4)"
    lab.finish_turn()
    assert (lab.hp_of("Golem"), lab.hp) == (4, [17, 17, 17])  # enemy damage leaves a Quest alone
    lab.play("use the Five Elements", "Golem")
    assert lab.hp_of("Golem") == 1
    lab.finish_turn()
    lab.play("use the Five Elements", "Golem")
    assert (lab.kind, lab.offered) == ("reward", ("Ada", "Bo", "Cy"))
    lab.play("Cy")
    assert (lab.hp, lab.table.graveyard(5)) == ([17, 17, 22], ["Golem", "Storm"])


def test_rule_29_ruling_31_case_16_case_27_a_lasting_reward_lies_with_the_chosen_player():
    lab = Lab(4, cards={"Meadow": LIGHT}, enemies=["Light"], hands=[["Ada Page"] * 4, [], [], []], turn=3)
    lab.play("activate Light")
    assert lab.game.rules.table(lab.game.state).enemies[-1] == "Light (1 counter)"
    lab.play("done", "no draw")
    assert (lab.kind, lab.actor) == ("reward", 0)  # in the last step of the Realm turn
    lab.play("Ada")
    assert lab.table.with_player(0) == ["Light (reward)"]
    lab.play("play Ada Page", "play Ada Page")
    assert lab.refused("play Ada Page")


def test_rule_29_a_quest_may_reward_its_completer():
    quest = GOLEM.replace('type = "Quest"', 'type = "Quest"\ncompleter = true').replace("hp = 4", "hp = 3")
    lab = Lab(3, cards={"Meadow": quest}, enemies=["Golem"], hp=[20, 20, 20], turn=1)
    lab.play("use the Five Elements", "Golem")

    assert lab.hp == [20, 25, 20]


VIRUS = """
[cards.Rot]
type = "Virus"
enters = [{ attach = "highest player" }]
end = [{ damage = 2, to = "you" }]
ends = { hp = "you", at_most = 20 }
"""


def test_rule_30_a_virus_is_attached_under_its_condition_and_says_how_it_ends():
    tops = {"Meadow": "begin = [{ flip = 1 }]"}
    lab = Lab(2, cards={"Meadow": VIRUS}, tops=tops, decks={"Meadow": ["Rot"]}, hp=[22, 24], turn=1)
    lab.finish_turn()
    assert "Rot (on Bo)" in lab.table.enemies
    assert lab.hp == [22, 22]
    lab.finish_turn()
    lab.finish_turn()
    assert lab.hp == [22, 20]
    assert "Rot" in lab.table.graveyard(5)


def test_rule_30_a_trap_waits_acts_and_goes_to_the_graveyard():
    trap = '[cards.Pit]\ntype = "Trap"\nspell = [{ damage = 4, to = "you" }]\n'
    lab = Lab(2, cards={"Ogre": trap}, enemies=["Pit"], hands=[["Ada Page"] * 2, []], hp=[20, 20])
    lab.play("play Ada Page")
    assert (lab.hp, lab.table.graveyard(4)) == ([17, 20], ["Pit"])
    lab.play("play Ada Page")
    assert lab.hp == [18, 20]


def test_rule_30_events_and_buildings_make_a_state():
    cards = '[cards.Fog]\ntype = "Event"\nalways = [{ deals = -1, of = "each player" }]\n'
    cards += '[cards.Tower]\ntype = "Building"\nhp = 5\nalways = [{ takes = -1, of = "each boss" }]\n'
    lab = Lab(1, cards={"Meadow": cards}, enemies=["Fog", "Tower"])
    lab.play("use the Five Elements", "Ogre")

    assert lab.hp_of("Ogre") == 69


@pytest.mark.parametrize(("hp", "left"), [(3, 0), (2, 0), (5, 2)])
def test_rule_31_ruling_22_enemies_are_destroyed_at_zero_and_overkill_is_lost(hp, left):
    wolf = '[cards.Wolf]\ntype = "Enemy"\nhp = 9\n'
    lab = Lab(1, cards={"Ogre": wolf}, enemies=[("Wolf", hp)])
    told = lab.play("use the Five Elements", "Wolf")

    assert lab.hp_of("Wolf") == left
    assert named(told, "damage")[0].data["amount"] == min(3, hp)


def test_ruling_24_damage_never_falls_below_zero():
    shell = '[cards.Shell]\ntype = "Enemy"\nhp = 9\nalways = [{ takes = -99, of = "self" }]\n'
    storm = '[cards.Storm]\ntype = "Spell"\ndoes = [{ damage = 3, to = "each minion" }]\n'
    lab = Lab(1, cards={"Ogre": shell, "Ada": storm}, enemies=["Shell"], hands=[["Storm"]])
    lab.play("play Storm")

    assert lab.hp_of("Shell") == 9
