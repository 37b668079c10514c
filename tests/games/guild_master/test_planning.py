"""Rules 45 to 49: secret Orders in a number of plies that gives nothing away."""

from __future__ import annotations

import pytest

from guildhall.games.guild_master.engine.state import Phase
from guildhall.games.guild_master.language import Op
from tests.games.guild_master.lab import Lab, named


def plies_of(lab, *orders):
    before = int(lab.s["plies"])
    lab.plan(*orders)
    return int(lab.s["plies"]) - before


@pytest.mark.parametrize(("stables", "mess", "plies"), [(1, 1, 8), (3, 1, 16), (3, 2, 20)])
def test_ruling_51_case_32_the_length_of_planning_depends_on_spaces_and_team_size_only(stables, mess, plies):
    idle, busy = (Lab(2).guild(0, stables=stables, mess=mess) for _ in range(2))
    members = busy.table.members(0)

    assert plies_of(idle) == plies
    assert plies_of(busy, f"{members[0]} {members[1]}: contract 1", f"{members[2]}: builders = 3") == plies


def test_rule_45_ruling_46_gold_is_announced_after_the_plot_phase_and_never_in_round_1():
    lab = Lab(2)
    assert not named(lab.events, "gold announced")
    events = lab.plan_all()

    assert [event.data["gold"] for event in named(events, "gold announced")] == [9, 9]
    kinds = [event.kind for event in events]
    assert kinds.index("round") < kinds.index("gold announced")


def test_rule_46_upgrade_boards_stay_visible_while_orders_are_planned():
    lab = Lab(2).guild(0, bar=3)
    lab.plan(f"{lab.table.members(0)[0]}: contract 1")
    view = lab.rules.view(lab.state, 1)

    assert view.upgrades(0)["Bar"] == "III"
    assert view.orders(0) == []


def test_rule_47_an_order_is_a_team_a_card_and_gold():
    lab = Lab(2, round_no=2).guild(0, gold=20)
    first, second, third, _ = lab.table.members(0)
    lab.play(first)
    assert lab.offered == ("done", second, third, lab.table.members(0)[3])  # each later than the last
    lab.play(second)
    assert {"no card", "builders", "recruit A", "contract 4"} <= set(lab.offered)
    builders, recruit, contract, none = (lab.copy() for _ in range(4))
    builders.play("builders")
    recruit.play("recruit B")
    contract.play("contract 1")
    none.play("no card")

    assert builders.offered == tuple(f"{gold} gold" for gold in range(1, 21))
    assert recruit.offered == tuple(f"{gold} gold" for gold in range(4, 21))
    assert contract.offered == none.offered == ("0 gold",)


def test_rule_48_an_objective_once_and_an_adventurer_in_one_team():
    lab = Lab(2)
    first, *others = lab.table.members(0)
    lab.play(first, "done", "contract 1", "0 gold")
    assert lab.offered == ("done", *others)
    lab.play(others[0], "done")

    assert lab.refused("contract 1")
    assert not lab.refused("contract 2")


def test_rule_49_ruling_52_the_last_ply_of_a_guild_is_its_ribbon():
    lab = Lab(3)
    for seat in range(3):
        assert lab.actor == seat
        assert len(named(lab.plan(), "planned")) == 1

    assert lab.table.turn_no == 2


def test_ruling_23_an_order_without_a_team_is_not_possible_and_a_space_may_stay_unused():
    lab = Lab(2)
    lab.play("done", "done")
    assert lab.offered == ("no card",)
    lab.play("no card")
    assert lab.offered == ("0 gold",)


def test_ruling_33_case_33_builders_need_one_gold_and_one_that_builds_nothing_is_renounced():
    lab = Lab(3)
    member = lab.table.members(0)[0]
    broke = lab.copy().guild(0, gold=0)
    broke.play(member, "done")
    assert broke.refused("builders")
    lab.plan_all([f"{member}: builders = 1"])
    assert lab.offered == ("carry out", "renounce")
    lab.play("carry out")
    assert lab.offered == ("nothing",)
    lab.play("nothing")

    assert (lab.kind, lab.table.treasury[0]) == ("instead", 7)


def test_ruling_33_a_recruit_order_needs_one_gold_whatever_lowers_the_bid():
    lab = Lab(2)
    lab.ability(lab.table.members(0)[0], Op.BIDS, -9)
    lab.play(lab.table.members(0)[0], "done", "recruit A")

    assert lab.offered[0] == "1 gold"


def test_ruling_61_abilities_that_lower_a_bid_or_enlarge_a_team_count_while_planning():
    lab = Lab(2, round_no=2)
    member = lab.table.members(0)[0]
    plain = lab.copy()
    assert plies_of(plain) == 8
    lab.ability(member, Op.TEAM_SIZE, 1, moon=1)  # Full Moon: active in Round 2

    assert plies_of(lab.copy()) == 9
    lab.ability(member, Op.BIDS, -1, moon=1)
    lab.play(member, "done", "recruit A")
    assert lab.offered[0] == "2 gold"
    lab.s["turn_no"] = 3
    assert lab.offered[0] == "4 gold"  # Half Moon: the ability sleeps


def test_ruling_62_planning_does_not_look_at_the_rank():
    lab = Lab(2).guild(0, gold=20)
    lab.play(lab.table.members(0)[0], "done")

    assert not lab.refused("recruit F")


def test_rule_95_case_31_a_plan_for_round_6_is_legal_and_secret():
    lab = Lab(2, round_no=6).guild(0, "Pable Nuri Tymon Gwala Ansel Lydia", gold=17, stables=3)
    lab.spot(4, "Escort Pilgrims").pile("E", "Calder", "Vatsana")
    before = lab.rules.view(lab.state, 1).gold[0]
    lab.plan("Pable Nuri: builders = 7", "Tymon: recruit E = 7", "Gwala Ansel: contract 4", "Lydia:")
    view = lab.rules.view(lab.state, 1)

    assert (before, view.gold[0], lab.table.treasury[0]) == (17, 17, 3)
    assert lab.table.orders(0)[3] == "4: no card (Lydia)"
    assert view.orders(0) == []
    lab.plan()
    lab.play("carry out", "build Library dice fixer", "build Mess Hall")
    lab.until("instead")
    assert "Vatsana" in lab.table.members(0)
    assert lab.table.treasury[0] == 17 - 6 - 7 + int(lab.record["reward"][lab.contract("Escort Pilgrims")]) * (
        "Escort Pilgrims" in lab.table.completed(0)
    )


def test_rule_50_ruling_4_all_orders_are_revealed_and_never_illegal():
    lab = Lab(2)
    first, second = lab.table.members(0)[:2]
    lab.plan(f"{first} {second}: contract 1")
    events = lab.plan()

    assert [str(event) for event in named(events, "order")] == ["Player 1 ordered in space 1: contract 1"]
    assert [event.data["adventurer"] for event in named(events, "sent")] == [first, second]
    assert lab.s["phase"] == Phase.DECLARE


def test_rule_96_unassigned_adventurers_are_those_on_no_order_space():
    lab = Lab(2)
    first, second, third, fourth = lab.table.members(0)
    lab.play(first, third, "no card", "0 gold")

    assert lab.offered == ("done", second, fourth)
