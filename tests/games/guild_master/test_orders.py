"""Rules 51 to 69 and 82 to 86: Orders alone, Builders, recruiting, Contracts, what a team does instead."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games.guild_master.engine.state import Objective, Order
from guildhall.games.guild_master.language import Op
from tests.games.guild_master.lab import Lab, named


def kim(players=3, **fields):
    """A Guild of strong names at the planning of Round 2, with room and Gold."""
    lab = Lab(players, round_no=2).guild(0, "Pable Nuri Gwala Lydia")
    lab.guild(0, **{"fixer": "logic guile", "gold": 30, "private": [], **fields})
    return lab.clear_spots().spot(1, "Confront Blasphemers").spot(3, "Steal Battle Plans")


# --- The sequence ---


def test_rule_51_the_spaces_resolve_one_after_the_other_and_orders_without_a_card_last():
    lab = kim()
    lab.plan_all(["Pable: contract 3", "Lydia: contract 1"], ["Rook:"] if "Rook" in lab.table.members(1) else [])
    told = [lab.s["space"]]
    lab.play("renounce")
    lab.until("declare")
    told.append(lab.s["space"])

    assert told == [0, 1]


def test_rule_52_rule_82_ruling_48_a_renounced_order_gives_its_gold_back_and_the_team_does_something_else():
    lab = kim().guild(0, private=["Lure the Wolves"])
    lab.plan_all(["Pable: builders = 7"])
    assert lab.table.treasury[0] == 23
    lab.play("renounce")

    assert (lab.kind, lab.table.treasury[0]) == ("instead", 30)
    assert "wander" in lab.offered


def test_ruling_48_the_question_is_asked_even_if_only_wandering_is_left():
    lab = kim().guild(0, private=[])
    lab.plan_all(["Pable:"])

    assert (lab.kind, lab.offered) == ("instead", ("wander",))


def test_rule_53_a_guild_alone_at_its_objective_is_in_no_contest():
    lab = kim()
    other = lab.table.members(1)[0]
    lab.plan_all(["Pable: contract 1"], ["", f"{other}: contract 1"])  # not the same space
    lab.play("carry out")

    assert lab.kind != "talk"


def test_rule_54_ruling_11_case_18_a_completed_contract_is_missed_and_a_failed_one_is_not():
    for total, missed in ((36, True), (6, False)):
        lab = kim().change("Steal Battle Plans", logic=20, guile=0).skills("Pable", logic=6)
        other = lab.table.members(1)[0]
        lab.plan_all(["Pable: contract 3"], ["", f"{other}: contract 3"])
        lab.play("carry out", "logic")
        lab.total(total)
        events = lab.until("declare", "instead")
        assert (lab.kind == "instead") is missed
        assert bool(named(lab.events, "miss")) is missed
        assert bool(named(events, "complete")) is False
        assert lab.actor == 1


def test_rule_55_action_abilities_may_be_used_in_every_check_they_fit():
    lab = kim()
    lab.ability("Lydia", Op.SET_DIE, 4)
    lab.plan_all(["Gwala:", "Lydia:"])
    for _ in range(2):
        lab.until("dice")
        assert any(phrase.startswith("Lydia: set a") for phrase in lab.offered)
        lab.play("done")


# --- Builders ---


def test_rule_56_rule_57_rule_59_case_1_builders_are_paid_along_the_track_and_the_rest_comes_back():
    lab = kim(gold=7, fixer="might")
    lab.plan_all(["Pable: builders = 7"])
    lab.play("carry out", "build Library dice fixer")
    events = lab.play("build Mess Hall")

    assert [event.data for event in named(events, "hire")] == [{"builders": 2, "gold": 5}]
    assert (lab.fame[0], lab.table.treasury[0]) == (3, 2 + 2)  # and the income
    assert int(lab.s["marker"]) == 0  # the Round is over
    assert lab.table.upgrades(0)["Library"] == "dice fixer"
    assert lab.table.upgrades(0)["Mess Hall"] == "II"


def test_rule_56_case_1_the_marker_shows_the_next_cost():
    lab = kim(gold=7, fixer="might")
    lab.plan_all(["Pable: builders = 7", "Lydia:"])
    lab.play("carry out", "build Library re-roll", "build Mess Hall")

    assert (lab.kind, lab.table.cost) == ("instead", 3)


def test_case_2_a_third_builder_that_cannot_be_paid_is_refused():
    lab = kim(gold=7, fixer="might")
    lab.plan_all(["Pable: builders = 7"])
    lab.play("carry out", "build Library dice fixer")

    assert lab.refused("build Stables")  # 2 + 3 + 3 Gold
    assert not lab.refused("build Mess Hall")  # 2 + 3 Gold


def test_rule_57_case_23_a_skill_and_a_core_or_one_prestige_and_nothing_else():
    lab = kim(gold=60)
    lab.plan_all(["Pable: builders = 60"], [], [])
    lab.play("carry out")
    both, prestige = lab.copy(), lab.copy()
    both.play("build Armory re-roll")
    assert set(both.offered) == {"done", "build Stables", "build Mess Hall", "build Bar"}  # no second Skill
    prestige.play("build Academy")
    assert prestige.kind != "core"
    assert prestige.table.upgrades(0)["Academy"] == "Prestige"


def test_rule_39_case_23_a_second_prestige_upgrade_is_refused():
    lab = kim(gold=60, prestige=2)
    lab.plan_all(["Pable: builders = 60"])
    lab.play("carry out")

    assert not any(one.name in phrase for one in lab.rules.box.prestiges for phrase in lab.offered)


def test_rule_39_a_prestige_upgrade_exists_once():
    lab = kim(gold=60).guild(1, prestige=2)
    lab.plan_all(["Pable: builders = 60"])
    lab.play("carry out")

    assert lab.refused(f"build {lab.rules.box.prestiges[2].name}")
    assert not lab.refused(f"build {lab.rules.box.prestiges[0].name}")


def test_ruling_6_the_set_is_chosen_first_and_hired_as_a_whole():
    lab = kim(gold=60)
    lab.plan_all(["Pable: builders = 20"])
    lab.play("carry out", "build Armory dice fixer")
    assert lab.table.gold[0] == 60  # nothing is paid before the set is complete
    events = lab.play("done")

    assert named(events, "hire")[0].data == {"builders": 1, "gold": 2}


def test_rule_58_a_free_builder_moves_the_marker_too():
    lab = kim(gold=20)
    lab.ability("Gwala", Op.FREE_BUILDER)
    lab.plan_all(["Pable: builders = 9", "Lydia:"])
    lab.play("carry out")
    events = lab.play("build Stables")

    assert named(events, "hire")[0].data == {"builders": 2, "gold": 3}  # the second one costs 3
    assert lab.table.cost == 3
    assert int(lab.s["marker"]) == 2


def test_ruling_63_two_abilities_free_one_first_builder():
    game = gh.position("guild-master", recruits=[["Leocadia", "Eudora"], []], gold=[1, 0], round=5, seed=1)
    lab = Lab.at(game)
    lab.plan_all(["Leocadia: builders = 1"])
    lab.play("carry out")

    assert lab.refused("build Stables")  # the second Builder costs 3, and 1 Gold is at hand
    assert not lab.refused("build Bar")
    lab = Lab(3, round_no=2).guild(0, "Leocadia Eudora", gold=9, fixer="might")
    lab.plan_all(["Leocadia: builders = 9"])
    lab.play("carry out")
    assert named(lab.play("build Stables"), "hire")[0].data == {"builders": 2, "gold": 3}


def test_ruling_28_the_last_cost_of_the_track_repeats():
    lab = kim(gold=60)
    lab.s["marker"] = 14
    lab.plan_all(["Pable: builders = 60"])
    lab.play("carry out")
    assert named(lab.play("build Stables"), "hire")[0].data["gold"] == 12


def test_rule_60_ruling_13_ruling_30_case_3_contested_builders_build_in_the_order_of_their_results():
    lab = Lab(3, round_no=2).skills("Holt", might=3).skills("Pable", logic=6)
    lab.guild(0, "Holt Bruna", gold=6, fixer="might").guild(1, "Pable Nuri", gold=7, fixer="logic")
    lab.guild(0, fame=1)  # first in Fame Order
    lab.plan_all(["Holt: builders = 6"], ["Pable: builders = 7"])
    lab.play("carry out", "carry out", "might")
    lab.total(11)
    lab.play("logic")
    lab.total(19)
    assert (lab.actor, lab.kind) == (1, "build")
    lab.play("build Stables")
    assert (lab.fame[1], lab.table.treasury[1]) == (3, 2)
    assert (lab.actor, lab.kind) == (0, "build")
    assert "nothing" in lab.offered  # the loser may renounce after seeing the cost
    lab.play("build Mess Hall")

    assert lab.fame[0] == 1 + 2
    assert named(lab.events, "hire")[-1].data == {"builders": 1, "gold": 3}
    assert lab.table.treasury[0] == 3 + 2  # and the income


def test_case_3_a_builder_for_four_is_refused_to_the_loser():
    lab = Lab(3, round_no=2).guild(0, "Holt Bruna", gold=6, fixer="might")
    lab.s["marker"] = 3  # cost 4
    lab.plan_all(["Holt: builders = 3"])
    lab.play("carry out")

    assert lab.offered == ("nothing",)


# --- Recruiting ---


def test_rule_61_ruling_32_case_8_a_rank_above_the_best_one_only():
    lab = Lab(2, round_no=2).guild(0, gold=30).pile("A", "Keth", "Lydia").pile("D", "Sable")
    first, second, *_ = lab.table.members(0)
    lab.plan_all([f"{first}: recruit D = 6", f"{second}: recruit A = 3"])
    assert named(lab.events, "miss")
    assert (lab.kind, lab.table.treasury[0]) == ("instead", 27)
    lab = Lab(2, round_no=2).guild(0, gold=30).pile("A", "Keth", "Lydia").pile("D", "Sable")
    lab.plan_all([f"{first}: recruit A = 3", f"{second}: recruit D = 6"])
    lab.play("carry out", "carry out")

    assert lab.table.members(0)[4:] == ["Lydia", "Sable"]
    legend = Lab(2, round_no=2).guild(0, "Sable Bruna", gold=30)  # a Hero without an Adept
    legend.plan_all(["Bruna: recruit F = 10"])
    assert legend.kind == "declare"


def test_rule_62_a_recruit_that_has_become_impossible_gives_all_gold_back():
    lab = Lab(2, round_no=2).guild(0, gold=30).guild(1, gold=30).pile("A", "Keth", "Lydia")
    first, second = lab.table.members(0)[0], lab.table.members(1)[0]
    lab.plan_all([f"{first}: recruit A = 5"], ["", f"{second}: recruit A = 9"])
    lab.play("carry out")

    assert (lab.actor, lab.kind, lab.table.treasury[1]) == (1, "instead", 30)


def test_rule_63_rule_64_case_5_a_recruit_pays_all_gold_and_joins_at_once():
    lab = Lab(2, round_no=2).guild(0, gold=9).pile("B", "Keth", "Cixi")
    first, second = lab.table.members(0)[:2]
    lab.plan_all([f"{first}: recruit B = 5", f"{second}:"])
    lab.play("carry out")

    assert (lab.table.members(0)[-1], lab.fame[0], lab.table.gold[0]) == ("Cixi", 3, 4)
    assert lab.table.adventurers["B"] == "face down"
    lab.play("wander")
    lab.until("dice", "team")
    assert lab.kind == "dice"  # the ability of Cixi is usable in the same Round
    assert any(phrase.startswith("Cixi: re-roll") for phrase in lab.offered)
    assert "Cixi" not in str(lab.table.orders(0))
    lab.until("team")
    assert "Cixi" in lab.offered


def test_rule_65_case_6_the_highest_bid_wins_and_the_losers_wander():
    lab = Lab(2, round_no=2).guild(0, gold=9).guild(1, gold=9).pile("B", "Keth", "Cixi")
    lab.plan_all([f"{lab.table.members(0)[0]}: recruit B = 5"], [f"{lab.table.members(1)[0]}: recruit B = 6"])
    lab.play("carry out", "carry out")

    assert (lab.table.members(1)[-1], lab.fame, lab.table.treasury) == ("Cixi", [0, 3], [9, 3])
    assert (lab.actor, lab.kind) == (0, "instead")


def test_rule_65_case_7_tied_bids_are_settled_by_a_check():
    lab = Lab(2, round_no=2).pile("B", "Keth", "Cixi")
    lab.guild(0, "Bruna Holt", gold=9, fixer="might", fame=1).guild(1, "Nuri Dorrin", gold=9, fixer="logic")
    lab.plan_all(["Bruna: recruit B = 5"], ["Nuri: recruit B = 5"])
    lab.play("carry out", "carry out", "might")
    lab.total(4)
    lab.play("logic")
    lab.total(9)

    assert lab.table.members(1)[-1] == "Cixi"
    assert lab.table.treasury == [9, 4]
    assert (lab.actor, lab.kind) == (0, "instead")


def test_rule_4_a_card_overrules_the_minimum_bid():
    lab = Lab(2, round_no=2)
    member = lab.table.members(0)[0]
    lab.ability(member, Op.BIDS, -2)
    lab.play(member, "done", "recruit B")

    assert lab.offered[0] == "2 gold"


# --- Contracts alone ---


def test_rule_66_a_contract_that_lies_face_down_is_missed():
    lab = kim()
    lab.plan(*["Pable: contract 3"])
    lab.s["spot_up"] &= ~4
    lab.plan()
    lab.plan()

    assert (lab.kind, lab.actor) == ("instead", 0)


def test_rule_67_rule_68_case_9_a_contract_alone_against_its_target():
    lab = kim().guild(0, "Gorran Bruna", fixer="might")
    lab.plan_all(["Gorran: contract 1"])
    lab.play("carry out")
    assert lab.offered == ("might",)  # only listed skills
    lab.play("might")
    assert int(lab.s["dice_n"][0]) == 4
    events = lab.total(13)

    assert named(events, "complete")[0].data["contract"] == "Confront Blasphemers"
    assert lab.offered == ("common deck", "heroic deck", "legendary deck")
    lab.play("heroic deck")
    assert "Confront Blasphemers" in lab.table.completed(0)
    assert lab.fame[0] == 1


def test_rule_67_a_failed_contract_stays_face_up():
    lab = kim().guild(0, "Gorran Bruna", fixer="might")
    lab.plan_all(["Gorran: contract 1", "Bruna:"])
    lab.play("carry out", "might")
    events = lab.total(5)

    assert named(events, "fail")
    assert lab.table.contracts[0] == "Confront Blasphemers"
    assert (lab.fame[0], lab.table.completed(0), lab.kind) == (0, [], "instead")


def test_rule_68_ruling_50_the_replacement_lies_face_down_and_its_deck_is_known():
    lab = kim().guild(0, "Gorran Bruna", fixer="might")
    lab.plan_all(["Gorran: contract 1", "Bruna:"])
    lab.play("carry out", "might")
    lab.total(13)
    events = lab.play("legendary deck")

    assert named(events, "replace")[0].data == {"spot": 1, "deck": "legendary"}
    assert lab.table.contracts[0] == "face down"
    for seat in range(3):
        view = lab.rules.view(lab.state, seat)
        assert view.contracts[0] == "face down"
        assert int(view.knowledge[0]["spot_deck"][0]) == 2
        assert view.decks == lab.table.decks


def test_ruling_21_an_empty_deck_cannot_be_chosen_and_without_any_the_spot_stays_empty():
    for decks, offered in (([0, 5, 5], ("heroic deck", "legendary deck")), ([0, 0, 0], None)):
        lab = kim().guild(0, "Gorran Bruna", fixer="might")
        lab.plan_all(["Gorran: contract 1", "Bruna:"])
        lab.s["deck_n"][:] = decks
        lab.play("carry out", "might")
        lab.total(13)
        assert lab.offered == (offered or ("wander",))
        assert (lab.table.contracts[0] is None) is (offered is None or lab.kind == "replace")


def test_ruling_24_a_team_without_a_listed_skill_fails_without_a_roll():
    lab = kim()
    lab.plan_all(["Gwala: contract 1", "Lydia:"])  # Charm and Spirit against Might
    assert lab.offered == ("carry out", "renounce")
    events = lab.play("carry out")

    assert named(events, "fail")
    assert not named(events, "roll")


# --- Private Contracts and Wandering ---


def test_rule_83_rule_85_case_10_a_private_contract_after_a_miss():
    lab = kim().guild(0, "Lydia Tymon Rook", fixer="guile", private=["Steal Battle Plans"])
    lab.spot(3, None).plan_all(["Lydia Tymon:", "Rook:"])
    assert lab.offered == ("wander", "attempt Steal Battle Plans")
    lab.play("attempt Steal Battle Plans", "guile")
    assert int(lab.s["dice_n"][0]) == 5
    lab.total(21)

    assert (lab.fame[0], lab.table.gold[0]) == (3, 33)
    assert lab.table.completed(0) == ["Steal Battle Plans"]
    assert lab.kind == "instead"  # no replacement


def test_rule_83_a_private_contract_without_a_listed_skill_is_not_offered():
    lab = kim().guild(0, private=["Confront Blasphemers"]).spot(1, None)
    lab.plan_all(["Gwala:"])

    assert lab.offered == ("wander",)


def test_rule_84_ruling_37_case_40_a_failed_private_contract_is_kept_and_known_to_all():
    lab = kim().guild(0, "Lydia Tymon Rook", fixer="guile", private=["Steal Battle Plans"]).spot(3, None)
    lab.plan_all(["Lydia:", "Rook:"])
    assert lab.rules.view(lab.state, 1).private(0) == []
    lab.play("attempt Steal Battle Plans", "guile")
    lab.total(4)

    assert lab.table.private(0) == ["Steal Battle Plans"]
    for view in (lab.rules.view(lab.state, 1), lab.rules.view(lab.state, 2)):
        assert view.private(0) == ["Steal Battle Plans"]
        for seed in range(4):
            world = lab.rules.table(lab.rules.resample(view, seed))
            assert "Steal Battle Plans" in world.private(0)


@pytest.mark.parametrize(
    ("result", "gold", "fame"), [(9, 1, 0), (10, 1, 1), (19, 1, 1), (20, 2, 2), (39, 3, 3), (40, 4, 4)]
)
def test_rule_86_ruling_8_case_16_wandering_pays_by_tens(result, gold, fame):
    lab = kim(gold=0).skills("Lydia", guile=10 if result > 36 else 7)
    lab.plan_all(["Lydia:", "Nuri:"])
    lab.play("wander", "guile")
    lab.total(result)

    assert (lab.table.gold[0], lab.fame[0]) == (gold, fame)


def test_case_16_six_dice_and_21_bring_two_of_both():
    lab = kim(gold=0).skills("Lydia", guile=6)
    lab.plan_all(["Lydia:", "Nuri:"])
    lab.play("wander", "guile")
    events = lab.total(21)

    assert named(events, "wander")[0].data == {"gold": 2, "fame": 2}


def test_rule_82_orders_without_a_card_are_never_contested_and_come_last():
    lab = Lab(2)
    lab.plan_all([f"{lab.table.members(0)[0]}:"], [f"{lab.table.members(1)[0]}:"])
    kinds = [lab.kind]
    lab.until("team")

    assert kinds == ["instead"]
    assert len(named(lab.events, "wander")) == 2
    assert Objective.PLANNED > Objective.CONTRACT + 5
    assert not named(lab.events, "stance")
    assert Order.CLOSED > Order.AWAY
