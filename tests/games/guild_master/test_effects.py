"""Rules 27, 33, 35 to 39, 41 to 44, 69, 98 and 99: abilities, Events, Bonuses, Boons, Upgrades, lobbying."""

from __future__ import annotations

import pytest

from guildhall.games.guild_master.engine.guild import may_add_core, may_add_skill
from guildhall.games.guild_master.engine.state import FIRST_OF_DECK, Kind
from guildhall.games.guild_master.language import SKILLS, Op
from guildhall.games.guild_master.reading import TARGET_RANGES, pack, shipped
from tests.games.guild_master.lab import Lab, named

CARD, EVENT = "Escort Pilgrims", "Storm the Watchtower"


def completing(kind=Kind.BONUS, *effects, players=3, **fields):
    """Seat 0 is about to complete a Contract with these effects; its check is in flight."""
    lab = Lab(players, round_no=2).clear_spots().spot(1, CARD).spot(2, "Lure the Wolves")
    lab.change(CARD, arcane=6, logic=0, charm=0, spirit=0, might=0, guile=0, reward=0, fame=2)
    lab.effects(CARD, kind, *effects)
    lab.guild(0, "Cixi Amaro", fixer="arcane", **fields).ability("Cixi", 0).ability("Amaro", 0)
    lab.plan_all(["Cixi: contract 1", "Amaro:"])
    lab.play("carry out", "arcane")
    return lab


def with_event(*effects, round_no=1, players=3):
    """A board with one Event, at the planning of a Round."""
    lab = Lab(players, round_no=round_no).clear_spots().spot(1, EVENT)
    return lab.effects(EVENT, Kind.EVENT, *effects)


def plotting(op, amount=1, *, players=3, round_no=2, moon=3):
    """Seat 0 has a Plot ability at the Plot Phase of a Round."""
    lab = Lab(players, round_no=round_no - 1).clear_spots().spot(1, "Lure the Wolves")
    member = lab.table.members(0)[0]
    lab.ability(member, op, amount, moon=moon, plot=1).guild(0, fame=3)
    lab.idle_round()
    return lab, member


# --- Abilities ---


@pytest.mark.parametrize(("moon", "rounds"), [(0, {1, 3, 5}), (1, {2, 4, 6}), (2, {3, 6}), (3, {1, 2, 3, 4, 5, 6})])
def test_rule_27_an_ability_works_in_the_rounds_of_its_moon_wherever_the_adventurer_is(moon, rounds):
    active = set()
    for number in range(1, 7):
        lab = Lab(2, round_no=number)
        first, second = lab.table.members(0)[:2]
        lab.guild(0, fixer="", reroll="").ability(second, Op.SET_DIE, 6, moon=moon)
        lab.plan_all([f"{first}:"])  # the owner of the ability stays in hand
        lab.until("dice", "team")
        active |= {number} if lab.kind == "dice" else set()

    assert active == rounds


def test_ruling_41_a_plot_ability_works_once_per_round():
    lab, member = plotting(Op.GOLD, 2)
    assert lab.offered == ("done", f"use {member}")
    lab.play(f"use {member}")
    assert lab.kind == "team"
    lab.idle_round()
    assert f"use {member}" in lab.offered


def test_ruling_41_a_constant_ability_counts_always():
    lab = Lab(2, round_no=1)
    lab.ability(lab.table.members(0)[0], Op.INCOME, 1).ability(lab.table.members(0)[1], Op.WANDER, 1)
    lab.guild(0, gold=0, fixer="", reroll="")
    lab.plan_all([f"{lab.table.members(0)[2]}:"])
    lab.until("team")

    assert named(lab.events, "income")[0].data["gold"] == 3
    assert named(lab.events, "wander")[0].data["gold"] >= 2


def test_rule_44_ruling_25_plot_abilities_are_used_in_fame_order_in_any_order():
    lab = Lab(2, round_no=1).clear_spots().guild(1, fame=9)
    for seat in (0, 1):
        for member in lab.table.members(seat)[:2]:
            lab.ability(member, Op.GOLD, 1, plot=1)
    lab.idle_round()
    assert (lab.kind, lab.actor, len(lab.offered)) == ("plot", 1, 3)
    second = lab.offered[2]
    lab.play(second)
    assert lab.actor == 1
    assert second not in lab.offered
    lab.play("done")
    assert lab.actor == 0


def test_rule_42_no_event_of_a_card_revealed_in_the_reset_phase_acts_before_the_next_start():
    lab = with_event((Op.EACH_GOLD, -1, 0))
    lab.s["spot_up"] &= ~1
    gold = lab.gold
    events = lab.idle_round()
    kinds = [event.kind for event in events]

    assert kinds.index("reveal") < kinds.index("round") < kinds.index("event")
    assert lab.gold == [one + 2 - 1 for one in gold]


# --- Events ---


def test_rule_41_events_with_an_immediate_effect_resolve_from_contract_1_to_6():
    lab = with_event((Op.EACH_GOLD, 1, 0)).spot(3, "Bottle the Whirlwind")
    lab.effects("Bottle the Whirlwind", Kind.EVENT, (Op.EACH_FAME, 1, 0))
    events = lab.idle_round()

    assert [event.data["contract"] for event in named(events, "event")] == [EVENT, "Bottle the Whirlwind"]
    assert lab.fame == [1, 1, 1]


@pytest.mark.parametrize(("who", "hit"), [(0, [1, 1, 1]), (1, [1, 1, 0]), (2, [0, 0, 1])])
def test_rule_23_the_most_and_the_least_fame_may_be_shared(who, hit):
    lab = with_event((Op.EACH_FAME, 1, who))
    lab.guild(0, fame=5).guild(1, fame=5).guild(2, fame=2)
    lab.idle_round()

    assert [after - before for after, before in zip(lab.fame, [5, 5, 2], strict=True)] == hit


def test_rule_33_a_constant_event_holds_while_its_card_lies_face_up():
    lab = with_event((Op.BIDS, 2, -1)).guild(0, gold=20)
    member = lab.table.members(0)[0]
    lab.play(member, "done", "recruit A")
    assert lab.offered[0] == "6 gold"
    lab.spot(1, None)
    assert lab.offered[0] == "4 gold"


def test_rule_33_events_change_builders_income_and_targets():
    lab = with_event((Op.BUILDERS, 1, -1), (Op.INCOME, -1, -1)).spot(2, CARD)
    lab.guild(0, "Cixi Amaro", gold=20)
    lab.plan_all(["Cixi: builders = 20"])
    lab.play("carry out")
    assert named(lab.play("build Stables"), "hire")[0].data["gold"] == 3 + 4
    assert named(lab.events, "income")[0].data["gold"] == 1
    lab = with_event((Op.TARGETS, 2, -1)).spot(2, CARD).guild(0, "Cixi Amaro", fixer="arcane")
    lab.change(CARD, arcane=6, might=0, guile=0, logic=0, charm=0, spirit=0)
    lab.plan_all(["Cixi: contract 2"])
    lab.play("carry out", "arcane")
    assert named(lab.total(8), "result")[0].data["target"] == 8


def test_rule_33_rule_99_a_trade_is_offered_in_the_start_of_round():
    lab = with_event((Op.TRADE, 2, 1)).guild(1, fame=4, gold=0).guild(2, gold=9)
    lab.s["core"][1, 2] = 1
    lab.record["core_value"][2, 1] = 0
    lab.idle_round()
    asked = []
    while lab.kind == "trade":
        asked.append(lab.actor)
        lab.play("pay" if lab.actor == 2 else "no trade")

    assert sorted(asked) == [0, 2]  # seat 1 cannot pay
    assert (lab.fame[2], lab.gold[2]) == (1, 7)


# --- Bonuses ---


def test_rule_33_rule_68_a_bonus_is_resolved_after_gold_and_fame():
    lab = completing(Kind.BONUS, (Op.GOLD, 2, -1), (Op.DRAW_PRIVATE, 1, -1))
    events = lab.total(12)
    kinds = [event.kind for event in events]

    assert (
        kinds.index("complete") < kinds.index("fame") < kinds.index("gold") < kinds.index("draw") < kinds.index("keep")
    )
    assert lab.table.private_n(0) == 3


def test_rule_98_ruling_58_an_upgrade_from_an_effect_has_the_same_limits_and_moves_no_marker():
    lab = completing(Kind.BONUS, (Op.SKILL_UPGRADE, 1, -1))
    lab.total(12)
    own = "Observatory"
    assert (lab.kind, lab.actor, len(lab.offered)) == ("choose", 0, 10)
    assert not any(own in phrase for phrase in lab.offered)
    marker, fame = int(lab.s["marker"]), lab.fame[0]
    lab.play("Chapel re-roll")

    assert lab.table.upgrades(0)["Chapel"] == "re-roll"
    assert (int(lab.s["marker"]), lab.fame[0]) == (marker, fame + 1)
    lab = completing(Kind.BONUS, (Op.CORE_UPGRADE, 1, -1))
    lab.total(12)
    lab.play("Stables")
    assert lab.table.upgrades(0)["Stables"] == "II"
    full = completing(Kind.BONUS, (Op.SKILL_UPGRADE, 1, -1), reroll="might guile logic")
    full.total(12)
    assert full.kind == "replace"  # nothing can be added


def test_rule_69_ruling_43_case_39_lobbying_for_a_reward():
    lab = completing(Kind.BONUS, (Op.HARM, 2, -1)).guild(1, fame=9, gold=7).guild(2, fame=6, gold=7)
    lab.total(12)
    assert (lab.kind, lab.actor) == ("lobby", 1)
    assert lab.offered == ("no offer", "offer for player 2", "offer for player 3")
    lab.play("offer for player 3")
    assert lab.offered == tuple(f"{gold} gold" for gold in range(1, 8))
    lab.play("2 gold")
    assert (lab.kind, lab.actor) == ("lobby", 2)
    lab.play("offer for player 2", "3 gold")
    assert (lab.kind, lab.actor, lab.offered) == ("choose", 0, ("player 2", "player 3"))
    lab.play("player 3")

    assert lab.gold[:3] == [9, 5, 7]
    assert lab.fame[1:] == [9, 4]


def test_ruling_43_offers_come_from_the_treasury_and_nobody_must_make_one():
    lab = completing(Kind.BONUS, (Op.HARM, 2, -1)).guild(1, gold=0)
    lab.total(12)
    while lab.kind == "lobby":
        assert lab.offered[0] == "no offer"
        if lab.actor == 1:
            assert lab.offered == ("no offer",)
        lab.play("no offer")

    assert lab.kind == "choose"


def test_rule_44_ruling_20_ruling_43_plot_abilities_that_touch_others_are_lobbied_and_gold_changes_hands_at_once():
    lab, member = plotting(Op.TAKE_GOLD)
    lab.play(f"use {member}")
    assert lab.kind == "lobby"
    first = lab.actor
    lab.play(f"offer for player {({1, 2} - {first}).pop() + 1}", "1 gold", "no offer")
    other = ({1, 2} - {first}).pop()
    lab.play(f"player {other + 1}")

    gold = [9, 9, 9]
    gold[0] += 2
    gold[first] -= 1
    gold[other] -= 1
    assert lab.gold == gold


@pytest.mark.parametrize("op", [Op.GIVE_GOLD, Op.HARM, Op.PEEK_DECK, Op.PEEK_PRIVATE, Op.SWAP_CONTRACT, Op.FAME])
def test_rule_44_every_plot_ability_does_what_it_says(op):
    lab, member = plotting(op)
    before = lab.copy()
    lab.play(f"use {member}")
    while lab.kind == "lobby":
        lab.play("no offer")
    if lab.kind == "choose":
        lab.play(lab.offered[-1])
    rival = 2
    s, b = lab.s, before.s
    happened = {
        Op.GIVE_GOLD: lab.gold[rival] == before.gold[rival] + 1 and lab.fame[0] == 4,
        Op.HARM: lab.fame[rival] == max(0, before.fame[rival] - 1),
        Op.PEEK_DECK: int(s["seen"][int(b["deck"][2, int(b["deck_n"][2]) - 1])]) == 1,
        Op.PEEK_PRIVATE: lab.rules.view(lab.state, 0).private(rival) == lab.table.private(rival),
        Op.SWAP_CONTRACT: lab.table.contracts[0] not in ("Lure the Wolves", "face down", None),
        Op.FAME: lab.fame[0] == 4,
    }
    assert happened[op]
    if op in (Op.PEEK_DECK, Op.PEEK_PRIVATE):
        peek = named(lab.events, "peek")[0]
        assert peek.as_seen_by(1).text == "Player 1 looks at a hidden Contract"


# --- Boons ---


def test_rule_33_a_boon_stays_face_up_and_is_discarded_for_its_effect_in_a_check():
    lab = (
        completing(Kind.NONE)
        .effects("Lure the Wolves", Kind.BOON, (Op.SET_DIE, 6, -1))
        .guild(0, kept=["Lure the Wolves"])
    )
    lab.spot(2, None)
    assert lab.table.boons(0) == ["Lure the Wolves"]
    lab.s["dice"][0, :3] = [1, 1, 1]
    lab.play("Lure the Wolves: set a 1 to 6")

    assert lab.table.completed(0) == []
    assert int(lab.s["gone"][0]) >> lab.contract("Lure the Wolves") & 1


def test_ruling_41_a_boon_of_two_re_rolls_is_used_up_after_the_second():
    lab = (
        completing(Kind.NONE)
        .effects("Lure the Wolves", Kind.BOON, (Op.REROLL, 2, -1))
        .guild(0, kept=["Lure the Wolves"])
    )
    lab.spot(2, None).guild(0, fixer="")
    lab.s["dice"][0, :3] = [2, 2, 2]
    lab.play("Lure the Wolves: re-roll a 2")
    assert any(phrase.startswith("Boon: re-roll") for phrase in lab.offered)
    lab.play("Boon: re-roll a 2")

    assert lab.kind != "dice"


def test_ruling_41_a_boon_of_gold_is_used_at_the_start_of_an_own_order():
    lab = Lab(2, round_no=2).effects("Lure the Wolves", Kind.BOON, (Op.GOLD, 3, -1)).guild(0, kept=["Lure the Wolves"])
    lab.plan_all([f"{lab.table.members(0)[0]}: contract 1"])
    assert "use Lure the Wolves" in lab.offered
    gold = lab.gold[0]
    lab.play("use Lure the Wolves")

    assert (lab.kind, lab.gold[0], lab.offered) == ("declare", gold + 3, ("carry out", "renounce"))


def test_ruling_45_case_41_a_spent_boon_counts_no_more_for_prestige():
    from guildhall.games.guild_master.engine.rounds import prestige_fame

    cards = [one.name for one in pack(shipped()).contracts[10:14]]
    lab = Lab(2).guild(0, prestige=0, kept=cards)
    assert prestige_fame(lab.s, lab.record, 0) == 4
    lab.s["kept"][0, 0] &= ~(1 << lab.contract(cards[0]))

    assert prestige_fame(lab.s, lab.record, 0) == 3


# --- Upgrades ---


def test_rule_35_the_upgrade_board_at_the_start():
    lab = Lab(2)
    upgrades = lab.table.upgrades(0)

    assert [upgrades[name] for name in ("Stables", "Mess Hall", "Bar")] == ["I", "I", "I"]
    assert [int(lab.record["core_value"][core, 1]) for core in range(3)] == [2, 2, 2]
    assert len(upgrades) == 4


def test_rule_36_costs_and_fame_of_upgrades():
    record = Lab(2).record

    assert (int(record["skill_cost"][3]), int(record["skill_fame"][3])) == (1, 1)  # Library
    assert (int(record["core_cost"][1, 2]), int(record["core_fame"][1, 2])) == (1, 2)  # Mess Hall II
    assert (int(record["core_cost"][0, 2]), int(record["core_fame"][0, 2])) == (2, 3)  # Stables II


def test_rule_37_ruling_3_case_21_a_name_once_and_three_slots():
    lab = Lab(2).guild(0, fixer="logic", reroll="")
    assert not may_add_skill(lab.s, lab.record, 0, SKILLS.index("logic"))
    assert may_add_skill(lab.s, lab.record, 0, SKILLS.index("might"))
    lab.guild(0, fixer="logic might", reroll="guile charm")
    assert not may_add_skill(lab.s, lab.record, 0, SKILLS.index("spirit"))


def test_rule_38_case_22_level_two_before_three_and_one_level_three_of_each_type():
    lab = Lab(2).guild(0, stables=2).guild(1, stables=3)
    assert not may_add_core(lab.s, lab.record, 0, 0)
    lab.guild(1, stables=2)
    assert may_add_core(lab.s, lab.record, 0, 0)

    def left() -> int:
        return 4 - sum(int(lab.s["core"][seat, 0]) == 2 for seat in range(2))

    before = left()
    lab.guild(0, gold=60)
    lab.plan_all([f"{lab.table.members(0)[0]}: builders = 60"])
    lab.play("carry out", "build Stables")
    assert lab.table.upgrades(0)["Stables"] == "III"
    assert left() == before + 1


def test_ruling_49_case_43_three_tokens_of_each_ordinary_skill_name():
    lab = Lab(4)
    free = next(skill for skill in range(6) if skill not in lab.s["token"][:4].tolist())
    for seat in range(3):
        assert may_add_skill(lab.s, lab.record, seat, free)
        lab.s["fixer"][seat] |= 1 << free

    assert not may_add_skill(lab.s, lab.record, 3, free)
    assert lab.s["token"][:4].tolist().count(free) == 0


def test_ruling_57_a_new_core_upgrade_works_at_once_where_it_can():
    lab = Lab(2).guild(0, gold=20)
    members = lab.table.members(0)
    lab.plan_all([f"{members[0]}: builders = 20"])
    lab.play("carry out", "build Bar")

    assert named(lab.events, "income")[0].data["gold"] == 4  # this Round's income
    before = int(lab.s["plies"])
    lab = Lab(2).guild(0, gold=20)
    lab.plan_all([f"{members[0]}: builders = 20"])
    lab.play("carry out", "build Stables")
    before = int(lab.s["plies"])
    lab.plan()
    assert int(lab.s["plies"]) - before == 3 * 4  # three Orders from the next Order Phase on


# --- Data ---


def test_rule_32_targets_and_rewards_are_within_the_printed_ranges():
    for contract in pack(shipped()).contracts:
        least, most = TARGET_RANGES[("common", "heroic", "legendary").index(contract.deck)]
        assert all(least <= target <= most for target in contract.targets.values())
        assert contract.fame > 0
        assert contract.kind != "event" or contract.deck != "common"


def test_rule_34_how_many_private_contracts_there_are_is_public_and_which_is_not():
    lab = Lab(3)
    view = lab.rules.view(lab.state, 1)

    assert [view.private_n(seat) for seat in range(3)] == [2, 2, 2]
    assert [len(view.private(seat)) for seat in range(3)] == [0, 2, 0]
    assert int(FIRST_OF_DECK[1]) == 35


def test_a_boon_that_changes_the_ordered_contract_changes_what_is_attempted():
    lab = Lab(2, round_no=2).clear_spots().spot(1, CARD).spot(2, None)
    lab.effects("Lure the Wolves", Kind.BOON, (Op.SWAP_CONTRACT, 1, -1)).guild(0, kept=["Lure the Wolves"])
    new = "Host the Ambassador"
    lab.s["deck"][0, int(lab.s["deck_n"][0]) - 1] = lab.contract(new)
    lab.plan_all([f"{lab.table.members(0)[0]}: contract 1"])
    lab.play("use Lure the Wolves", "contract 1")
    assert lab.table.contracts[0] == new
    lab.play("carry out")
    lab.until("replace", "team", "instead")

    assert [event.data["contract"] for event in [*named(lab.events, "fail"), *named(lab.events, "complete")]] == [new]
