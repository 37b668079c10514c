"""Rules 26 to 31 and 37: dice, what changes them, ties."""

from __future__ import annotations

from fractions import Fraction

import pytest

import guildhall as gh
from guildhall.games.guild_master.language import Op
from tests.games.guild_master.lab import Lab, named

PRINTED = {  # the book's page of odds: dice -> targets whose entry is a number, as half-up percentages
    2: {6: 72, 7: 58, 8: 42, 9: 28},
    3: {6: 95, 7: 91, 8: 84, 9: 74, 10: 63, 11: 50, 12: 38, 13: 26},
    4: {9: 95, 10: 90, 11: 84, 12: 76, 13: 66, 14: 56, 15: 44, 16: 34, 17: 24},
}


def alone(members="Lydia Rook", **fields):
    """One Guild that Wanders with its first member, at its check."""
    lab = Lab(2, round_no=2).guild(0, members, **{"fixer": "", "reroll": "", **fields})
    return lab


def wander(lab, skill, team="Lydia"):
    lab.plan_all([f"{team}:"])
    lab.play("wander", skill)
    return lab


def test_rule_26_the_number_at_a_skill_is_the_dice_it_brings():
    lab = wander(alone("Lydia Tymon", fixer="guile"), "guile", "Lydia Tymon")

    assert int(lab.s["dice_n"][0]) == 3 + 2


def test_rule_28_only_skills_of_the_team_can_be_chosen():
    lab = alone("Lydia Tymon")
    lab.plan_all(["Lydia:"])
    lab.play("wander")

    assert lab.offered == ("guile", "logic")


def test_rule_28_case_19_a_team_rolls_ten_dice_at_most_and_an_effect_adds_more():
    lab = alone("Lydia Tymon", fixer="guile").skills("Lydia", guile=8).skills("Tymon", guile=4)
    lab.ability("Tymon", Op.ADD_DICE, 1, 2)
    wander(lab, "guile", "Lydia Tymon")
    assert int(lab.s["dice_n"][0]) == 10
    lab.play("Tymon: roll 1 more")

    assert int(lab.s["dice_n"][0]) == 11


def test_rule_29_ruling_41_everything_that_changes_dice_works_once_per_check_in_any_order():
    lab = wander(alone("Lydia Gorran", fixer="guile"), "guile")
    lab.s["dice"][0, :3] = [1, 2, 3]
    uses = ["Undercroft: set a 1 to 5", "Lydia: set a 2 to 4"]
    assert set(uses) <= set(lab.offered)
    assert not any(phrase.startswith("Gorran") for phrase in lab.offered)  # Half Moon only
    for order in (uses, uses[::-1]):
        other = lab.copy()
        other.play(*order)
        assert named(other.events, "result")[-1].data["total"] == 3 + 4 + 5
        assert other.kind == "team"  # nothing is left to use, so the check is over


def test_rule_30_rule_37_dice_are_rolled_again_one_at_a_time():
    lab = wander(alone("Rook Tymon", reroll="guile").skills("Rook", guile=3), "guile", "Rook")
    lab.s["dice"][0, :3] = [1, 2, 6]
    first = named(lab.play("Undercroft: re-roll a 1"), "tool")[0].data["new_face"]
    assert lab.kind == "dice"  # the outcome is seen before the next
    again = f"Undercroft: re-roll a {first}"
    assert again in lab.offered  # one die up to twice
    lab.play(again)

    assert lab.kind == "team"


def test_rule_31_the_result_is_the_sum_and_reaches_its_target_if_equal():
    lab = Lab(2, round_no=2).guild(0, "Lydia Rook", fixer="guile").clear_spots().spot(1, "Steal Battle Plans")
    lab.plan_all(["Lydia: contract 1"])
    lab.play("carry out", "guile")
    events = lab.total(12)

    assert named(events, "result")[0].data == {"total": 12, "target": 12}
    assert named(events, "complete")


def test_rule_37_case_20_a_fixer_gains_four_at_most_and_re_rolls_ten():
    lab = wander(alone("Lydia Rook", fixer="guile"), "guile")
    lab.s["dice"][0, :3] = [1, 1, 1]
    data = named(lab.play("Undercroft: set a 1 to 5"), "tool")[0].data
    assert data["new_face"] - data["face"] == 4
    assert 2 * (6 - 1) == 10
    gains = set()
    for seed in range(200):
        other = wander(alone("Rook Tymon", reroll="guile"), "guile", "Rook").seed(seed)
        other.s["dice"][0, :2] = [1, 1]
        while other.kind == "dice":
            lowest = min(other.offered[1:])
            other.play(lowest)
        gains.add(named(other.events, "result")[-1].data["total"] - 2)
    assert max(gains) == 10


def test_case_11_a_die_set_to_four_makes_six_certain():
    assert gh.odds.dice.chance(dice=3, target=6, fixers=[4]) == 1
    lab = Lab(2, round_no=2).guild(0, "Lydia Rook", fixer="", private=["Escort Pilgrims"])
    lab.change("Escort Pilgrims", might=0, arcane=0, guile=6, logic=0, charm=0, spirit=0)
    lab.plan_all(["Lydia:"])
    lab.play("attempt Escort Pilgrims", "guile")
    lab.s["dice"][0, :3] = [1, 1, 1]
    events = lab.play("Lydia: set a 1 to 4")

    assert named(events, "complete")


@pytest.mark.parametrize(
    ("dice", "target", "percent"), [(4, 6, "99.614"), (5, 12, "94.123"), (7, 17, "96.213")], ids=["9", "10", "12"]
)
def test_case_9_case_10_case_12_the_odds_of_plain_checks(dice, target, percent):
    lab = Lab(2)

    assert f"{100 * float(gh.odds.dice.chance(dice=dice, target=target)):.3f}" == percent
    assert lab.record["chance"][0, 0, dice, target] == pytest.approx(
        float(gh.odds.dice.chance(dice=dice, target=target))
    )


def test_case_29_the_printed_odds_are_reproduced_but_for_two_entries():
    for dice, row in PRINTED.items():
        for target, percent in row.items():
            exact = 100 * gh.odds.dice.chance(dice=dice, target=target)
            assert int(exact + Fraction(1, 2)) == percent
    assert int(100 * gh.odds.dice.chance(dice=5, target=20) + Fraction(1, 2)) == 31  # printed 30
    assert 100 * gh.odds.dice.chance(dice=10, target=40) > 20  # printed "below 20"


def test_ruling_9_the_penalty_of_six_might_dice_is_six():
    from guildhall.games.guild_master.engine.check import penalty_of

    lab = Lab(2, round_no=2).guild(0, "Gorran Holt").skills("Gorran", might=4).skills("Holt", might=2)
    lab.s["team"][0, 0] = 3

    assert penalty_of(lab.s, lab.record, 0, 0) == 6


def test_ruling_12_case_19_the_penalty_is_ten_at_most_and_counts_no_effects():
    from guildhall.games.guild_master.engine.check import penalty_of

    lab = Lab(2, round_no=2).guild(0, "Gorran Holt").skills("Gorran", might=8).skills("Holt", might=4)
    lab.ability("Holt", Op.ADD_DICE, 1)
    lab.s["team"][0, 0] = 3

    assert penalty_of(lab.s, lab.record, 0, 0) == 10


def test_ruling_60_thirty_dice_are_no_limit():
    lab = alone("Lydia Tymon Rook Vesna Pip", fixer="guile").skills("Lydia", guile=10)
    for name in ("Tymon", "Rook", "Vesna", "Pip"):
        lab.ability(name, Op.ADD_DICE, 2)
    wander(lab, "guile")
    for name in ("Tymon", "Rook", "Vesna", "Pip"):
        lab.play(f"{name}: roll 2 more")

    assert int(lab.s["dice_n"][0]) == 18


def contested(first, second, *, fame=1):
    """A contest for Builders between two Guilds with the same number of dice."""
    lab = Lab(2, round_no=2).guild(0, "Bruna Holt", gold=9, fixer="might", fame=fame)
    lab.guild(1, "Nuri Dorrin", gold=9, fixer="logic")
    lab.plan_all(["Bruna: builders = 5"], ["Nuri: builders = 5"])
    lab.play("carry out", "carry out", "might")
    lab.show(*first)
    lab.play("logic")
    lab.show(*second)
    return lab


def test_rule_31_ruling_14_ruling_47_tied_guilds_roll_one_chosen_die_again_in_fame_order():
    lab = contested((2, 6), (4, 4))
    assert (lab.kind, lab.actor, lab.offered) == ("tie", 0, ("re-roll a 2", "re-roll a 6"))
    lab.play("re-roll a 2")
    assert (lab.kind, lab.actor, lab.offered) == ("tie", 1, ("re-roll a 4",))
    lab.play("re-roll a 4")
    assert lab.kind in ("build", "tie")  # no fixer is asked for again
    while lab.kind == "tie":
        lab.play(lab.offered[0])
    assert lab.kind == "build"
    totals = [int(lab.s["dice"][seat, :2].sum()) for seat in (0, 1)]
    assert totals[lab.actor] == max(totals)


@pytest.mark.parametrize(
    ("faces", "rival", "again"), [((5, 5), (6, 6), "re-roll a 5"), ((5, 3), (6, 3), "re-roll a 3")]
)
def test_ruling_64_a_tie_re_roll_counts_the_bonuses_of_the_dice_that_lie_there(faces, rival, again):
    for seed in range(12):
        lab = Lab(2, round_no=2).guild(0, "Benedikt Holt", gold=9, fixer="spirit", fame=1)
        lab.guild(1, "Nuri Dorrin", gold=9, fixer="logic").skills("Benedikt", spirit=2)
        lab.ability("Benedikt", Op.FACE_BONUS, 5)
        lab.plan_all(["Benedikt: builders = 5"], ["Nuri: builders = 5"])
        lab.play("carry out", "carry out", "spirit")
        lab.show(*faces)
        lab.play("logic")
        lab.show(*rival)
        assert (lab.kind, lab.actor) == ("tie", 0)
        lab.seed(seed)
        lab.play(again)
        shown = lab.s["dice"][0, :2].tolist()
        assert lab.s["value"][0] == sum(shown) + shown.count(5)


def test_ruling_65_a_die_that_was_set_to_a_face_earns_its_bonus():
    lab = alone("Benedikt Lydia", fixer="spirit").skills("Benedikt", spirit=2).ability("Benedikt", Op.FACE_BONUS, 5)
    wander(lab, "spirit", "Benedikt")
    lab.s["dice"][0, :2] = [1, 2]
    lab.play("Chapel: set a 1 to 5")
    lab.until("team", "instead")

    assert named(lab.events, "result")[-1].data["total"] == 5 + 2 + 1


def test_ruling_47_one_check_is_in_flight_and_the_leader_rolls_first():
    for fame, first in ((1, 0), (0, None)):
        lab = Lab(2, round_no=2).guild(0, fame=fame).guild(1, fame=0 if fame else 4)
        lab.plan_all([f"{lab.table.members(0)[0]}: builders = 5"], [f"{lab.table.members(1)[0]}: builders = 5"])
        lab.play("carry out", "carry out")
        assert lab.actor == (first if first is not None else 1)
        assert int(lab.s["roller"]) == lab.actor
