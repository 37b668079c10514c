"""Rules 22 to 25, 40 to 43 and 87 to 94: Fame, Fame Order, moons, the Reset Phase, the end."""

from __future__ import annotations

import pytest

from guildhall.games.guild_master.engine.guild import gain_fame, make_order
from guildhall.games.guild_master.engine.rounds import prestige_fame
from guildhall.games.guild_master.engine.state import LOG_FIELDS, Kind
from guildhall.games.guild_master.language import Op
from guildhall.games.guild_master.reading import pack, shipped
from guildhall.kernel.log import empty_log, rows_of
from tests.games.guild_master.lab import Lab, named

MOONS = ["Half", "Full", "Half, Blood", "Full", "Half", "Full, Blood", "Half", "Full", "Half, Blood"]


def test_rule_22_case_28_fame_never_falls_below_0_and_may_exceed_100():
    lab = Lab(2).guild(0, fame=2).guild(1, fame=98)
    gain_fame(lab.s, empty_log(9), 0, -3)
    gain_fame(lab.s, empty_log(9), 1, 5)

    assert lab.fame == [0, 103]


def test_rule_24_fame_order_is_descending():
    lab = Lab(4)
    for seat, fame in enumerate((3, 9, 1, 6)):
        lab.guild(seat, fame=fame)
    make_order(lab.s, lab.record, empty_log(9), 15)

    assert lab.s["order"].tolist() == [1, 3, 0, 2]


def test_rule_24_ruling_35_case_37_tied_guilds_roll_and_a_settled_place_is_not_reopened():
    seen = False
    for seed in range(300):
        lab = Lab(3).seed(seed)
        log = empty_log(40)
        make_order(lab.s, lab.record, log, 7)
        rolls = [(seat, numbers[0]) for _, seat, numbers in rows_of(log, LOG_FIELDS)]
        first = dict(rolls[:3])
        low = min(first, key=lambda seat: first[seat])
        highs = [seat for seat in first if seat != low]
        if first[highs[0]] == first[highs[1]] > first[low]:
            seen = True
            assert lab.s["order"][2] == low
            assert {seat for seat, _ in rolls[3:]} == set(highs)
            last = dict(rolls[-2:])
            assert last[int(lab.s["order"][0])] > last[int(lab.s["order"][1])]
    assert seen


def test_ruling_34_an_order_is_kept_to_the_end_of_its_task_even_if_fame_changes():
    lab = (
        Lab(2, round_no=2)
        .guild(0, "Bruna Holt", gold=9, fixer="might", fame=4)
        .guild(1, "Nuri Dorrin", gold=9, fixer="logic", fame=3)
    )
    lab.plan_all(["Bruna: builders = 5"], ["Nuri: builders = 5"])
    lab.play("carry out")
    lab.guild(1, fame=50)
    lab.play("carry out")

    assert lab.actor == 0  # still first


@pytest.mark.parametrize("number", range(1, 10))
def test_rule_25_case_26_the_moons_of_nine_rounds(number):
    moon = MOONS[number - 1]
    shown = Lab(2, round_no=number).table.moon

    assert shown.startswith(moon.split(",", maxsplit=1)[0])
    assert ("Blood" in shown) == ("Blood" in moon)


def test_rule_25_the_moon_sets_the_minimum_bids():
    for number, least in ((1, "4 gold"), (2, "3 gold")):
        lab = Lab(2, round_no=number).guild(0, gold=20)
        lab.play(lab.table.members(0)[0], "done", "recruit A")
        assert lab.offered[0] == least


def test_rule_40_round_1_skips_the_start_of_round_and_the_plot_phase():
    lab = Lab(2)
    assert (lab.kind, lab.table.turn_no) == ("team", 1)
    lab = Lab(2, round_no=1, calm=False, seed=4)
    assert not named(lab.events, "ability")


def test_rule_43_in_blood_moon_rounds_each_guild_draws_a_private_contract_in_fame_order():
    lab = Lab(3, round_no=2).clear_spots().guild(2, fame=7).guild(1, fame=3)
    events = lab.idle_round()
    assert [event.seat for event in named(events, "draw")] == [2, 1, 0]
    assert [lab.table.private_n(seat) for seat in range(3)] == [3, 3, 3]
    lab = Lab(3, round_no=2).clear_spots().guild(2, fame=7).guild(1, fame=3)
    lab.s["deck_n"][0] = 1
    events = lab.idle_round()
    assert [event.seat for event in named(events, "draw")] == [2]  # the deck supplies one


def test_rule_87_rule_88_rule_89_orders_are_cleared_income_is_paid_and_the_marker_goes_back():
    lab = Lab(3, round_no=2).guild(0, gold=20, bar=2)
    member = lab.table.members(0)[0]
    lab.plan_all([f"{member}: builders = 9"])
    lab.play("carry out", "build Stables")
    lab.until("team")

    assert lab.gold[0] == 20 - 5 + 4
    assert lab.table.cost == 2
    assert lab.table.orders(0) == []
    assert member in lab.offered


def test_rule_90_rule_91_case_24_the_blood_moon_reset():
    lab = Lab(4, round_no=3)
    lab.s["spot_up"] &= ~0b11  # two face-down replacements stay
    kept = [int(card) for card in lab.s["spot"][:2]]
    tops = [int(lab.s["pile"][letter, 7]) for letter in range(6)]
    gone = [int(card) for card in lab.s["spot"][2:6]]
    lab.s["pile_up"] &= ~1  # A was recruited: its next card lies face down
    lab.idle_round()

    assert [int(card) for card in lab.s["spot"][:2]] == kept
    assert not set(gone) & {int(card) for card in lab.s["spot"]}
    assert lab.s["spot_deck"].tolist() == [0] * 6
    assert lab.s["pile_n"].tolist() == [8, 7, 7, 7, 7, 7]
    assert int(lab.s["pile"][0, 7]) == tops[0]
    assert int(lab.s["spot_up"]) == 63
    assert all(int(lab.s["gone"][0]) >> card & 1 for card in gone)


def test_case_24_rule_90_ruling_49_without_commons_heroics_are_used_then_legendaries_then_nothing():
    for decks, wanted in (([0, 30, 30], 1), ([0, 0, 30], 2), ([0, 0, 0], -1)):
        lab = Lab(2, round_no=3)
        lab.s["deck_n"][:] = decks
        lab.idle_round()
        assert lab.s["spot_deck"].tolist() == [wanted] * 4 + [-1] * 2


def test_ruling_22_discard_piles_are_never_reshuffled():
    lab = Lab(2, round_no=3)
    lab.s["deck_n"][:] = 0
    lab.idle_round()

    assert lab.table.decks == [0, 0, 0]
    assert int(lab.s["gone"][0]).bit_count() == 4


def test_ruling_27_the_last_blood_moon_resets_nothing():
    for short, last in ((False, 9), (True, 6)):
        lab = Lab(2, round_no=last, short=short)
        lab.idle_round()
        assert lab.kind == "over"
        assert int(lab.s["gone"][0]) == 0


def test_ruling_49_case_42_a_space_without_a_card_is_no_objective():
    lab = Lab(2).pile("A").spot(1, None).guild(0, gold=30)
    lab.play(lab.table.members(0)[0], "done")

    assert lab.refused("recruit A")
    assert lab.refused("contract 1")
    lab = Lab(2, round_no=1).guild(0, "Lydia Rook", gold=90)
    rounds = 0
    while int(lab.s["pile_n"][0]) > 0:
        lab.guild(0, gold=90)
        lab.plan_all(["Rook: recruit A = 20"])
        lab.play("carry out")
        lab.until("team")
        rounds += 1
    assert rounds == 8
    assert lab.table.turn_no == 9
    lab.play("Rook", "done")
    assert lab.refused("recruit A")


def test_rule_92_the_round_marker_advances_and_the_last_round_ends_the_game():
    lab = Lab(2, round_no=8)
    lab.idle_round()
    assert (lab.table.turn_no, lab.kind) == (9, "team")
    lab.idle_round()
    assert lab.kind == "over"


def test_rule_93_case_27_gold_brings_fame_and_ties_share_the_victory():
    lab = Lab(2, round_no=9).guild(0, gold=12, fame=1).guild(1, gold=2, fame=3)
    lab.idle_round()  # 14 and 4 Gold with the income
    outcome = lab.rules.outcome(lab.state)

    assert lab.fame == [3, 3]
    assert outcome.winners == (0, 1)
    assert "share the victory with 3 Fame" in str(lab.decision)


@pytest.mark.parametrize(
    ("prestige", "fame"),
    [
        ("Hall of Deeds", 3),
        ("Dragon Gate", 3),
        ("Heroes' Gallery", 4),
        ("Grand Architecture", 4),
        ("Treasure Vault", 4),
        ("Academy", 4),
    ],
)
def test_rule_93_prestige_upgrades_score_at_the_end(prestige, fame):
    lab = Lab(2, round_no=9).guild(0, "Sable Tariq Alaric", gold=14, fixer="might", reroll="guile", bar=2)
    lab.guild(0, "Sable Tariq", prestige=[one.name for one in lab.rules.box.prestiges].index(prestige))
    lab.guild(0, kept=["Lure the Wolves", "Storm the Watchtower", "Slay the Elder Dragon"])
    lab.skills("Sable", guile=6, might=6).skills("Tariq", charm=5)

    assert prestige_fame(lab.s, lab.record, 0) == fame


def test_rule_93_a_prestige_that_counts_gold_takes_the_place_of_the_usual_fame_for_it():
    lab = Lab(2, round_no=9).guild(0, gold=13, prestige=4)
    events = lab.idle_round()

    assert named(events, "score")[0].data == {"gold": 0, "prestige": 5}


def test_rule_94_ruling_59_case_27_the_short_game_has_six_rounds_and_no_prestige():
    lab = Lab(2, round_no=6, short=True).guild(0, gold=60)
    member = lab.table.members(0)[0]
    lab.plan_all([f"{member}: builders = 60"])
    lab.play("carry out")
    assert not any(one.name in phrase for one in pack(shipped()).prestiges for phrase in lab.offered)
    lab.play("build Bar")
    assert lab.kind == "over"
    blood = Lab(2, round_no=2, short=True).clear_spots()
    assert len(named(blood.idle_round(), "draw")) == 2


def test_ruling_66_prestige_counts_the_tokens_that_lie_on_the_board():
    lab = Lab(2, round_no=9).guild(0, fixer="might", reroll="guile", stables=3, mess=2, bar=1)
    architecture = [one.name for one in lab.rules.box.prestiges].index("Grand Architecture")
    lab.guild(0, prestige=architecture)

    # two Skill Upgrades, Stables III (its level II went back), Mess Hall II, itself
    assert prestige_fame(lab.s, lab.record, 0) == 5


def test_ruling_67_nobody_rolls_for_fame_order_where_nothing_is_left_to_draw():
    lab = Lab(2, round_no=2)
    for deck, rolls in ((9, True), (0, False)):
        one = lab.copy()
        one.s["deck_n"][0] = deck
        events = one.idle_round()
        assert int(one.s["turn_no"]) == 3  # a Blood Moon
        assert bool(named(events, "draw")) is rolls
        assert bool(named(events, "fame die")) is rolls


def test_ruling_67_nobody_rolls_for_fame_order_in_a_plot_phase_of_one_guild():
    for plotters, rolls in ((1, False), (2, True)):
        lab = Lab(3, round_no=1)
        for seat in range(plotters):
            lab.ability(lab.table.members(seat)[0], Op.GOLD, 1, plot=1)
        events = lab.idle_round()
        assert lab.kind == "plot"
        assert bool(named(events, "fame die")) is rolls


def test_ruling_67_offers_need_an_order_only_if_several_guilds_have_gold():
    for gold, rolls in ((0, False), (5, True)):
        lab = Lab(3, round_no=1).guild(0, gold=9).guild(1, gold=9).guild(2, gold=gold)
        lab.s["core"][:, 2] = 1
        lab.record["core_value"][2] = 0  # no income
        lab.ability(lab.table.members(0)[0], Op.HARM, 1, plot=1)
        assert not named(lab.idle_round(), "fame die")  # one Guild plots
        events = lab.play(lab.offered[1])
        assert bool(named(events, "fame die")) is rolls
        assert (lab.kind, lab.actor in (1, 2)) == ("lobby", True)


def test_ruling_67_a_trade_is_ordered_among_those_who_can_pay():
    for gold, rolls in ((0, False), (5, True)):
        lab = Lab(2, round_no=1).clear_spots().spot(1, "Bottle the Whirlwind").guild(0, gold=5).guild(1, gold=gold)
        lab.record["core_value"][2] = 0
        lab.effects("Bottle the Whirlwind", Kind.EVENT, (Op.TRADE, 2, 1))
        assert bool(named(lab.idle_round(), "fame die")) is rolls
        assert lab.kind == "trade"
