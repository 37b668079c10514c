"""Rule 95, rulings 53 and 54: what a seat may know, and that nothing else tells of secret choices."""

from __future__ import annotations

from collections import Counter

import pytest

import guildhall as gh
from guildhall.games.guild_master.engine.orders import planning_length
from tests.games.guild_master.lab import Lab, named

PLANS = [(), ("{0} {1}: contract 1", "{2}:"), ("{3}: builders = 4", "{0}: recruit A = 5")]


def planned(number, players=3, round_no=3):
    """The same moment with another plan of the first Guild; the second one has begun."""
    lab = Lab(players, round_no=round_no).guild(0, gold=20)
    lab.plan(*(order.format(*lab.table.members(0)) for order in PLANS[number]))
    lab.play(lab.offered[1 + number % 2])
    return lab


def test_ruling_53_rule_95_states_that_differ_in_hidden_orders_only_look_the_same():
    one, other, third = (planned(number) for number in range(3))
    for lab in (other, third):
        assert lab.rules.view(lab.state, 2) == one.rules.view(one.state, 2)
        for render in (one.rules.text, one.rules.html):
            assert render(lab.rules.view(lab.state, 2), None) == render(one.rules.view(one.state, 2), None)
        assert (lab.decision.prompt, lab.kind, lab.actor) == (one.decision.prompt, one.kind, one.actor)
        assert lab.rules.explain(lab.state, "fly") == one.rules.explain(one.state, "fly")
        assert int(lab.s["plies"]) == int(one.s["plies"])
        assert [event.text for event in lab.events] == [event.text for event in one.events]
    assert one.rules.view(one.state, 0) != other.rules.view(other.state, 0)
    assert other.rules.view(other.state, 1) != third.rules.view(third.state, 1)  # its own picks


def test_ruling_53_a_seat_sees_the_gold_total_and_how_far_planning_is():
    lab = planned(2)
    view = lab.rules.view(lab.state, 2)

    assert (view.gold[0], view.treasury[0]) == (20, 20)
    assert (int(view.knowledge[0]["actor"]), int(view.knowledge[0]["pick"])) == (1, 1)
    assert lab.table.treasury[0] == 11


def test_ruling_53_a_seat_sees_its_own_orders_private_contracts_and_the_card_it_placed():
    game = gh.new_game("guild-master", players=2, seed=3)
    while game.decision.kind != "place":
        game.play(game.options[0])
    placed = game.options[0].phrase.removeprefix("place ")
    game.play(game.options[0])

    assert game.view(0).contracts[2] == placed
    assert game.view(1).contracts[2] == "face down"
    lab = planned(1)
    assert len(lab.rules.view(lab.state, 0).orders(0)) == 2


def test_ruling_54_a_dealt_world_has_orders_of_as_many_plies_and_looks_the_same():
    lab = planned(2)
    view = lab.rules.view(lab.state, 2)
    worlds = [lab.rules.resample(view, seed) for seed in range(40)]
    tables = [lab.rules.table(world) for world in worlds]

    assert all(lab.rules.view(world, 2) == view for world in worlds)
    assert len({str(table.orders(0)) for table in tables}) > 10
    assert {table.gold[0] for table in tables} == {20}
    assert all(int(world[0]["plies"]) == int(lab.s["plies"]) for world in worlds)
    begun = Counter(len(table.orders(1)) for table in tables)
    assert set(begun) == {0, 1}  # one ply was played: a member, or done


def test_ruling_54_each_ply_of_a_dealt_plan_is_uniform():
    lab = Lab(2)
    lab.plan()
    view = lab.rules.view(lab.state, 1)
    firsts = Counter()
    for seed in range(600):
        team = int(lab.rules.resample(view, seed)[0]["team"][0, 0])
        firsts[(team & -team).bit_length()] += 1  # 0: done at once

    assert len(firsts) == 5
    assert all(80 < n < 165 for n in firsts.values())


def test_ruling_54_hidden_stances_are_dealt_uniformly():
    lab = Lab(2, round_no=2).guild(0, fame=3)
    lab.plan_all([f"{lab.table.members(0)[0]}: contract 1"], [f"{lab.table.members(1)[0]}: contract 1"])
    lab.play("carry out", "carry out", "pass", "pass", "conflict")
    view = lab.rules.view(lab.state, 1)
    stances = Counter(int(lab.rules.resample(view, seed)[0]["stance"][0]) for seed in range(200))

    assert set(stances) == {1, 2}
    assert min(stances.values()) > 60


def test_ruling_54_unseen_cards_are_dealt_within_their_kind():
    lab = Lab(3)
    view = lab.rules.view(lab.state, 0)
    worlds = [lab.rules.resample(view, seed)[0] for seed in range(6)]

    assert len({tuple(world["pile"][0].tolist()) for world in worlds}) > 1
    assert len({int(world["box"]) for world in worlds}) > 1
    assert len({int(world["private"][1]) for world in worlds}) > 1
    assert {int(world["private"][0]) for world in worlds} == {int(lab.s["private"][0])}
    assert {int(world["pile"][0, 7]) for world in worlds} == {int(lab.s["pile"][0, 7])}


def test_ruling_50_deck_sizes_and_discard_piles_are_public():
    lab = Lab(2, round_no=3)
    lab.idle_round()
    view = lab.rules.view(lab.state, 1)

    assert view.decks == lab.table.decks
    assert view.knowledge[0]["gone"].tolist() == lab.s["gone"].tolist()


@pytest.mark.parametrize("number", range(3))
def test_a_record_redacted_for_a_seat_tells_no_order_before_the_reveal(number):
    game = gh.new_game("guild-master", players=2, seed=5)
    while game.decision.kind != "team":
        game.play(game.options[0])
    events = []
    while game.decision.seat == 0:
        events += game.play(game.options[min(number, len(game.options) - 1)])
    told = game.record.redacted(1)

    assert "Player 1 has planned" in str(told)
    assert [event.kind for event in events] == ["planned"]
    assert not named(game.events, "order")


def test_the_length_of_planning_follows_from_public_facts():
    lab = Lab(4, round_no=2).guild(0, stables=2, mess=3).guild(1, bar=3)
    for seat in range(4):
        for viewer in range(4):
            known = lab.rules.view(lab.state, viewer).knowledge
            assert planning_length(known[0], lab.record, seat) == planning_length(lab.s, lab.record, seat)
