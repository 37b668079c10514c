"""Rules 70 to 81: negotiation, stances, conflictors, cooperators."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games.guild_master.engine.check import cut_dice
from guildhall.games.guild_master.engine.state import Kind, Phase
from guildhall.games.guild_master.language import Op
from tests.games.guild_master.lab import Lab, named

CARD = "Escort Pilgrims"


def contest(*, kim=(("guile", 4),), chris=(("might", 6),), mess=1, gold=3, players=2, might=10, guile=10, teams=None):
    """Kim (seat 1) and Chris (seat 0, first in Fame Order) go for a Contract with targets Might and Guile."""
    lab = Lab(players, round_no=2).clear_spots().spot(1, CARD).spot(2, "Lure the Wolves")
    lab.change(CARD, arcane=0, logic=0, charm=0, spirit=0, might=might, guile=guile, reward=gold, fame=2)
    lab.effects(CARD, Kind.NONE)
    lab.guild(0, "Gorran Brisa Haldor", fixer="might guile", fame=5, mess=mess, private=[])
    lab.guild(1, "Marek Nessa Ravi", fixer="might guile", fame=3, private=[])
    for names, dice in (("Gorran Brisa Haldor", chris), ("Marek Nessa Ravi", kim)):
        for name, one in zip(names.split(), [*dice, *([("spirit", 1)] * 3)], strict=False):
            lab.skills(name, **{one[0]: one[1]})
    for name in ("Gorran", "Brisa", "Haldor", "Marek", "Nessa", "Ravi"):
        lab.ability(name, 0)
    teams = teams or ("Gorran", "Marek")
    lab.plan_all([f"{teams[0]}: contract 1"], [f"{teams[1]}: contract 1"])
    lab.play(*["carry out"] * 2)
    return lab


def stances(lab, chris, kim, *, talk=True):
    while talk and lab.kind == "talk":
        lab.play("pass")
    return lab.play(chris, kim)


def check(lab, skill, total):
    if lab.kind == "skill":
        lab.play(skill)
    return lab.total(total)


# --- Negotiation ---


def test_rule_70_a_contest_is_negotiated_then_stances_are_chosen_then_it_is_resolved():
    lab = contest()
    kinds = [lab.kind]
    lab.play("pass", "pass")
    kinds.append(lab.kind)
    lab.play("conflict", "conflict")
    kinds.append(lab.kind)

    assert kinds == ["talk", "stance", "skill"]


def test_ruling_42_all_passing_in_one_round_or_two_rounds_end_the_negotiation():
    lab = contest()
    lab.play("pass")
    assert (lab.kind, lab.actor) == ("talk", 1)
    lab.play("pass")
    assert lab.kind == "stance"
    lab = contest()
    for _ in range(4):
        assert lab.kind == "talk"
        lab.play("propose", "leave open", "card to player 1", "decline")
    assert lab.kind == "stance"


def test_rule_71_ruling_42_a_proposal_names_gold_bonus_with_its_use_and_the_card():
    lab = contest(gold=3)
    lab.effects(CARD, Kind.BONUS, (Op.HARM, 1, -1))
    lab.play("propose")
    assert (lab.kind, lab.offered) == ("share", ("leave open", "0 gold", "1 gold", "2 gold", "3 gold"))
    lab.play("1 gold")
    assert (lab.kind, lab.offered) == ("bonus", ("leave open", "bonus to player 1", "bonus to player 2"))
    lab.play("bonus to player 1")
    assert (lab.kind, lab.offered) == ("use", ("leave open", "player 2"))
    lab.play("player 2")
    assert lab.offered == ("leave open", "card to player 1", "card to player 2")
    events = lab.play("leave open")

    assert [event.data for event in named(events, "share")] == [
        {"other": "Player 1", "gold": 1},
        {"other": "Player 2", "gold": 2},
    ]
    assert (lab.kind, lab.actor) == ("accept", 1)


def test_ruling_42_a_proposal_settles_something_and_only_what_the_card_offers():
    lab = contest(gold=0)
    lab.play("propose")

    assert (lab.kind, lab.offered) == ("card", ("card to player 1", "card to player 2"))


def test_rule_73_case_38_an_agreement_binds_if_all_cooperate():
    lab = contest(gold=3)
    lab.effects(CARD, Kind.BONUS, (Op.FAME, 1, -1))
    lab.play("pass", "propose", "1 gold", "leave open", "card to player 1", "accept")
    assert lab.kind == "stance"
    gold = lab.gold
    lab.play("cooperate", "cooperate", "might", "guile")
    check(lab, "might", 15)
    check(lab, "guile", 20)

    assert [after - before for after, before in zip(lab.gold, gold, strict=True)] == [1, 2]
    assert lab.fame == [5 + 2, 3 + 2 + 1]  # the Bonus was not settled: to the highest margin
    assert (lab.kind, lab.actor) == ("replace", 0)
    assert lab.table.completed(0) == [CARD]


def test_ruling_19_case_38_an_agreement_is_void_if_somebody_conflicts():
    lab = contest(gold=3)
    lab.play("pass", "propose", "1 gold", "card to player 1", "accept", "conflict", "cooperate")
    check(lab, "might", 6)
    assert int(lab.s["agreed"]) == 0
    lab.play("guile")
    lab.total(12)

    assert lab.table.completed(1) == [CARD]  # the only cooperator takes what it earned
    assert lab.gold == [7, 10]


def test_ruling_42_an_agreed_use_is_carried_out_and_if_it_became_impossible_the_holder_chooses():
    lab = contest(gold=0, players=3)
    lab.effects(CARD, Kind.BONUS, (Op.TAKE_GOLD, 1, -1))
    lab.play("propose", "bonus to player 1", "player 3", "leave open", "accept")
    other = lab.copy()
    other.s["gold"][2] = 0
    for one, left in ((lab, 7 - 1), (other, 0)):
        one.play("cooperate", "cooperate", "might", "guile")
        check(one, "might", 15)
        check(one, "guile", 11)
        assert one.kind == ("replace" if left else "choose")  # only one rival has Gold: no offers
        assert one.gold[2] == left


# --- Stances and conflict ---


def test_rule_72_stances_are_secret_until_all_have_chosen():
    lab = contest()
    lab.play("pass", "pass")
    other = lab.copy()
    lab.play("conflict")
    other.play("cooperate")

    assert lab.rules.view(lab.state, 1) == other.rules.view(other.state, 1)
    assert lab.rules.view(lab.state, 0) != other.rules.view(other.state, 0)
    assert not named(lab.events[-1:], "stance")
    assert [event.data["stance"] for event in named(lab.play("conflict"), "stance")] == ["conflict", "conflict"]


def test_rule_74_rule_75_case_13_the_highest_margin_over_the_raised_target_takes_all():
    lab = contest(gold=3)
    stances(lab, "conflict", "conflict")
    events = check(lab, "might", 16)
    assert named(events, "result")[0].data == {"total": 16, "target": 16}
    events = check(lab, "guile", 15)
    assert named(events, "result")[0].data == {"total": 15, "target": 14}

    assert lab.table.completed(1) == [CARD] or lab.kind == "replace"
    assert (lab.fame, lab.gold) == ([5, 5], [7, 10])
    lab.play("common deck")
    assert lab.kind == "team"  # nobody Wanders


def test_case_13_the_odds_of_the_two_conflictors():
    kim = {total: p for total, p in gh.odds.dice.distribution(4).items() if total >= 14}
    chris = {total: p for total, p in gh.odds.dice.distribution(6).items() if total >= 16}
    lost = [1 - sum(kim.values()), 1 - sum(chris.values())]
    both = [(a - 14, b - 16, p * q) for a, p in kim.items() for b, q in chris.items()]
    outright = sum(p for a, b, p in both if a > b) + sum(kim.values()) * lost[1]
    other = sum(p for a, b, p in both if a < b) + sum(chris.values()) * lost[0]
    tie = sum(p for a, b, p in both if a == b)

    assert [f"{100 * float(p):.3f}" for p in (outright, other, tie, lost[0] * lost[1])] == [
        "14.404",
        "77.319",
        "3.997",
        "4.280",
    ]


def test_case_4_the_odds_of_six_dice_against_three():
    six, three = gh.odds.dice.distribution(6), gh.odds.dice.distribution(3)
    more = sum(p * q for a, p in six.items() for b, q in three.items() if a > b)
    same = sum(p * q for a, p in six.items() for b, q in three.items() if a == b)

    assert [f"{100 * float(p):.3f}" for p in (more, same, 1 - more - same)] == ["97.530", "0.982", "1.488"]


def test_ruling_15_a_single_conflictor_goes_first_with_its_penalty():
    lab = contest()
    stances(lab, "cooperate", "conflict")
    assert (lab.actor, lab.kind) == (1, "skill")
    events = check(lab, "guile", 14)

    assert named(events, "result")[0].data["target"] == 14
    assert named(events, "complete")[0].seat == 1


def test_rule_76_a_cooperator_misses_out_if_the_contract_is_gone():
    lab = contest()
    stances(lab, "cooperate", "conflict")
    check(lab, "guile", 14)
    lab.play("common deck")

    assert (lab.kind, lab.actor) == ("instead", 0)


def test_rule_76_a_single_cooperator_attempts_without_a_penalty():
    lab = contest()
    stances(lab, "cooperate", "conflict")
    check(lab, "guile", 13)
    events = check(lab, "might", 10)

    assert named(events, "result")[0].data == {"total": 10, "target": 10}
    assert named(events, "complete")[0].seat == 0


def test_rule_75_ruling_16_ruling_26_conflictors_who_fail_get_nothing_and_do_not_wander():
    lab = contest()
    stances(lab, "conflict", "conflict")
    check(lab, "might", 15)
    events = check(lab, "guile", 13)

    assert len(named(lab.events, "fail")) == 2
    assert lab.kind == "team"
    assert lab.table.contracts[0] == CARD
    assert not named(events, "wander")


def test_ruling_40_case_36_a_tie_at_margin_0_is_settled_even_below_the_target():
    for seed in range(4000):
        lab = contest()
        stances(lab, "conflict", "conflict")
        lab.play("might")
        lab.show(4, 4, 2, 2, 2, 2)
        lab.play("guile")
        lab.show(5, 5, 2, 2)
        assert (lab.kind, lab.actor) == ("tie", 0)
        lab.seed(seed)
        lab.play("re-roll a 4")
        lab.play("re-roll a 5")
        faces = [event.data["new_face"] for event in named(lab.events, "tie")]
        if faces == [2, 1]:
            break

    assert lab.s["value"].tolist()[:2] == [-2, -4]
    assert named(lab.events, "complete")[0].seat == 0


def test_ruling_40_case_36_nobody_outside_the_tie_moves_up():
    for seed in range(4000):
        lab = Lab(3, round_no=2).clear_spots().spot(1, CARD)
        lab.change(CARD, arcane=10, logic=0, charm=0, spirit=0, might=0, guile=0, reward=0, fame=2)
        lab.effects(CARD, Kind.NONE)
        for seat, name in enumerate(("Cixi", "Amaro", "Sylwen")):
            lab.guild(seat, name, fixer="arcane", fame=9 - seat).skills(name, arcane=4).ability(name, 0)
        lab.plan_all(*[[f"{name}: contract 1"] for name in ("Cixi", "Amaro", "Sylwen")])
        lab.play(*["carry out"] * 3, *["pass"] * 3, *["conflict"] * 3)
        for faces in ((4, 4, 4, 4), (4, 4, 4, 4), (3, 4, 4, 4)):
            lab.play("arcane")
            lab.show(*faces)
        assert lab.s["value"].tolist()[:3] == [2, 2, 1]
        lab.seed(seed)
        lab.play("re-roll a 4", "re-roll a 4")
        if [event.data["new_face"] for event in named(lab.events, "tie")] == [2, 1]:
            break

    assert lab.s["value"].tolist()[:3] == [0, -1, 1]
    assert named(lab.events, "complete")[0].seat == 0


# --- Cooperation ---


def test_rule_77_rule_81_ruling_7_case_14_a_combined_team_of_the_best():
    lab = contest(
        chris=(("might", 1), ("might", 2), ("might", 3)),
        kim=(("might", 3),),
        mess=2,
        guile=0,
        gold=3,
        teams=("Gorran Brisa Haldor", "Marek"),
    )
    stances(lab, "cooperate", "cooperate")
    assert lab.offered == ("might",)
    events = lab.play("might", "might")
    joined = [(event.seat, event.data["adventurer"]) for event in named(events, "join")]
    assert joined == [(0, "Haldor"), (1, "Marek"), (0, "Brisa")]
    assert int(lab.s["dice_n"][0]) == 5
    lab.total(14)
    assert int(lab.s["dice_n"][1]) == 3
    lab.total(7)

    assert lab.fame == [5 + 2, 3 + 2]
    assert (lab.kind, lab.actor) == ("replace", 0)
    assert lab.gold == [7 + 2, 7 + 1]


def test_rule_78_rule_81_ruling_17_case_15_separate_targets_and_one_success_completes_for_all():
    lab = contest(gold=0)
    stances(lab, "cooperate", "cooperate")
    lab.play("might", "guile")
    check(lab, "might", 16)
    events = check(lab, "guile", 9)

    assert {event.seat for event in named(events, "complete")} == {0, 1}
    assert (lab.kind, lab.actor) == ("replace", 0)
    both = 1 - (1 - gh.odds.dice.chance(dice=6, target=10)) * (1 - gh.odds.dice.chance(dice=4, target=10))
    assert f"{100 * float(both):.3f}" == "99.982"


def test_ruling_17_ruling_56_same_target_groups_combine_and_the_best_group_leads():
    lab = Lab(3, round_no=2).clear_spots().spot(1, CARD)
    lab.change(CARD, arcane=10, logic=10, charm=0, spirit=0, might=0, guile=0, reward=3, fame=2).effects(
        CARD, Kind.NONE
    )
    for seat, (name, skill) in enumerate((("Cixi", "arcane"), ("Amaro", "arcane"), ("Sylwen", "logic"))):
        lab.guild(seat, name, fixer=skill, fame=9 - seat).skills(name, **{skill: 3}).ability(name, 0)
    lab.plan_all(*[[f"{name}: contract 1"] for name in ("Cixi", "Amaro", "Sylwen")])
    lab.play(*["carry out"] * 3, *["pass"] * 3, *["cooperate"] * 3, "arcane", "arcane", "logic")
    lab.total(8)
    lab.total(9)
    events = lab.total(15)  # margins 7 and 5

    assert {event.seat for event in named(events, "complete")} == {0, 1, 2}
    assert (lab.kind, lab.actor) == ("replace", 1)  # the higher part of the better group


def test_rule_79_failure_of_all_leaves_the_contract():
    lab = contest()
    stances(lab, "cooperate", "cooperate")
    lab.play("might", "guile")
    check(lab, "might", 9)
    events = check(lab, "guile", 9)

    assert len(named(events, "fail")) == 2
    assert lab.table.contracts[0] == CARD
    assert lab.gold == [9, 9]  # income only


@pytest.mark.parametrize(("gold", "players", "shares"), [(5, 2, [3, 2]), (5, 3, [3, 1, 1])])
def test_rule_80_ruling_31_case_30_the_default_split(gold, players, shares):
    lab = Lab(players, round_no=2).clear_spots().spot(1, CARD)
    lab.change(CARD, arcane=6, logic=0, charm=0, spirit=0, might=0, guile=0, reward=gold, fame=2).effects(
        CARD, Kind.NONE
    )
    names = ("Cixi", "Amaro", "Sylwen")[:players]
    for seat, name in enumerate(names):
        lab.guild(seat, name, fixer="arcane", fame=9 - seat).skills(name, arcane=3).ability(name, 0)
    lab.plan_all(*[[f"{name}: contract 1"] for name in names])
    lab.play(*["carry out"] * players, *["pass"] * players, *["cooperate"] * players, *["arcane"] * players)
    for total in (9, 5, 4)[:players]:
        lab.total(total)

    assert [one - 7 for one in lab.gold] == shares


@pytest.mark.parametrize(
    ("dice", "rolled"), [((7, 6), (5, 5)), ((9, 2), (8, 2)), ((6, 5, 2), (4, 4, 2))], ids=["two", "uneven", "three"]
)
def test_ruling_38_case_34_dice_are_cut_from_whoever_brings_the_most(dice, rolled):
    lab = Lab(4, round_no=2)
    for seat, n in enumerate(dice):
        name = ("Cixi", "Amaro", "Sylwen")[seat]
        lab.guild(seat, name).skills(name, arcane=n)
        lab.s["joined"][seat], lab.s["aim"][seat], lab.s["order"][seat] = 1, 1, seat
    lab.s["order_n"], lab.s["skill"] = len(dice), 1

    assert tuple(int(cut_dice(lab.s, lab.record, seat)) for seat in range(len(dice))) == rolled


def test_ruling_39_ruling_55_case_35_a_cooperator_without_the_skill_fills_a_place():
    lab = contest(chris=(("might", 3), ("might", 3)), kim=(("spirit", 2),), guile=0, teams=("Gorran Brisa", "Marek"))
    stances(lab, "cooperate", "cooperate")
    events = lab.play("might", "might")
    assert [(event.seat, event.data["adventurer"]) for event in named(events, "join")] == [(0, "Gorran"), (1, "Marek")]
    assert int(lab.s["dice_n"][0]) == 3  # one Adventurer each
    lab.total(12)
    assert int(lab.s["dice_n"][1]) == 0
    lab.play("done")

    assert lab.fame == [5 + 2, 3 + 2]
    assert (lab.kind, lab.actor) == ("replace", 0)


def test_ruling_39_alone_on_a_target_or_in_conflict_such_a_team_fails_without_a_roll():
    lab = contest(kim=(("spirit", 2),))
    stances(lab, "cooperate", "cooperate")
    events = lab.play("might", "guile")
    events = check(lab, "might", 12)
    assert {event.seat for event in named(lab.events, "roll")} == {0}
    assert {event.seat for event in named(events, "complete")} == {0, 1}
    lab = contest(kim=(("spirit", 2),))
    events = stances(lab, "cooperate", "conflict")
    assert [event.seat for event in named(events, "fail")] == [1]


def test_ruling_18_each_guild_changes_its_own_dice_only():
    lab = contest(chris=(("might", 3),), kim=(("might", 2),), guile=0)
    stances(lab, "cooperate", "cooperate")
    lab.play("might", "might")
    assert lab.actor == 0
    assert all(phrase == "done" or phrase.startswith("Armory") for phrase in lab.offered)
    lab.s["dice"][0, :3] = [1, 1, 1]
    lab.play("Armory: set a 1 to 5")
    assert lab.actor == 1
    assert lab.s["dice"][0, :3].tolist() == [5, 1, 1]


def test_ruling_5_all_guilds_of_a_contest_declare_in_fame_order_before_it_starts():
    lab = Lab(2, round_no=2).guild(1, fame=4)
    lab.plan_all([f"{lab.table.members(0)[0]}: contract 1"], [f"{lab.table.members(1)[0]}: contract 1"])
    assert (lab.kind, lab.actor) == ("declare", 1)
    lab.play("renounce")
    assert (lab.kind, lab.actor) == ("declare", 0)
    lab.play("carry out")

    assert lab.kind != "talk"  # alone now
    assert lab.s["phase"] != Phase.STANCE
