"""Rules 1 to 20: the box, the settings, what is dealt, the choices before the first Round."""

from __future__ import annotations

from collections import Counter

import pytest

import guildhall as gh
from guildhall.games.guild_master.cards import CORES
from guildhall.games.guild_master.engine.state import FIRST_OF_RANK, Objective
from guildhall.games.guild_master.language import DECKS, SKILLS
from guildhall.games.guild_master.reading import pack, shipped
from guildhall.games.guild_master.rules import GuildMasterRules
from guildhall.kernel.containers import BIT
from tests.games.guild_master.lab import Lab, named


def fresh(players=2, seed=1, **options):
    return gh.new_game("guild-master", players=players, seed=seed, **options)


def test_rule_1_two_to_four_guilds_play_nine_rounds_or_six():
    assert [int(GuildMasterRules.of(players=2, short=short).compiled[0]["rounds"]) for short in (False, True)] == [9, 6]
    for players in (1, 5):
        with pytest.raises(gh.BadSetup, match="2 to 4 players"):
            fresh(players)


def test_rule_2_the_box_holds_what_the_book_counts():
    box = pack(shipped())

    assert Counter(one.rank for one in box.adventurers) == {"novice": 24, "adept": 24, "hero": 16, "legend": 8}
    assert Counter(one.deck for one in box.contracts) == {"common": 35, "heroic": 30, "legendary": 30}
    assert (len(box.skills), len(box.cores), len(box.prestiges)) == (6, 3, 6)
    assert len(list(Objective)) == 5
    assert Objective.PLANNED - Objective.BUILDERS == 13  # Order Cards


def test_rule_3_case_17_objectives_resolve_from_builders_to_contract_6():
    lab = Lab(4)
    for seat, (card, gold) in enumerate([("contract 3", 0), ("builders", 3), ("contract 2", 0), ("recruit B", 4)]):
        first = lab.table.members(seat)[0]
        lab.plan(f"{first}: {card}" + (f" = {gold}" if gold else ""))
    seats = []
    while lab.kind != "team":
        if lab.kind == "declare":
            seats.append(lab.actor)
        lab.play(lab.offered[0])

    assert seats == [1, 3, 2, 0]


def test_rule_5_ruling_1_gold_is_unlimited():
    lab = Lab(2).guild(0, gold=300)
    lab.plan_all()

    assert lab.gold[0] == 302


def test_rule_6_each_player_picks_a_guild_and_gets_seven_gold():
    game = fresh(3)
    assert game.decision.kind == "guild"
    assert "Phoenix Flight" in [option.phrase for option in game.options]
    game.play("Phoenix Flight")
    assert "Phoenix Flight" not in [option.phrase for option in game.options]

    assert game.table.gold == [7, 7, 7]
    assert game.table.fame == [0, 0, 0]


def test_rule_7_the_first_round_is_a_half_moon():
    assert (Lab(2).table.turn_no, Lab(2).table.moon) == (1, "Half Moon")


@pytest.mark.parametrize(("players", "cost"), [(2, 3), (3, 2), (4, 2)])
def test_rule_8_case_25_the_builder_cost_marker_starts_one_higher_with_two_players(players, cost):
    lab = Lab(players)
    assert lab.table.cost == cost
    lab.s["marker"] += 3
    lab.plan_all()
    lab.until("team")

    assert lab.table.cost == cost


def test_rule_9_every_upgrade_can_be_had_at_the_start():
    lab = Lab(4).guild(0, gold=60)
    lab.plan_all([f"{lab.table.members(0)[0]}: builders = 60"])
    lab.play("carry out")
    own = lab.rules.names.skill_upgrades[int(lab.s["token"][0])]
    builds = {phrase for phrase in lab.offered if phrase != "nothing"}

    assert {f"build {core.title()}" for core in CORES} <= builds
    assert sum(any(one.name in phrase for phrase in builds) for one in lab.rules.box.prestiges) == 6
    assert sum(any(name in phrase for phrase in builds) for name in lab.rules.names.skill_upgrades) == 5
    assert not any(own in phrase for phrase in builds)


@pytest.mark.parametrize(("players", "piles"), [(2, 2), (3, 2), (4, 3)])
def test_rule_10_adepts_lie_on_two_or_three_spaces_and_the_rest_unseen_in_the_box(players, piles):
    game = fresh(players)
    s = game.state[0]

    assert s["pile_n"].tolist() == [8, 8, 8 * (piles == 3), 8, 8, 8]
    assert int(s["box"]).bit_count() == (0 if players == 4 else 8)
    adepts = {int(card) for pile in s["pile"][:piles] for card in pile}
    adepts |= {int(FIRST_OF_RANK[1]) + place for place in range(24) if int(s["box"]) >> place & 1}
    assert adepts == set(range(24, 48))


def test_rule_11_heroes_lie_on_d_and_e_and_legends_on_f():
    s = fresh(2).state[0]

    assert {int(card) for card in s["pile"][3:5].ravel()} == set(range(48, 64))
    assert {int(card) for card in s["pile"][5]} == set(range(64, 72))
    assert s["pile"][5].tolist() != fresh(2, seed=2).state[0]["pile"][5].tolist()


def test_rule_12_the_contract_decks_are_shuffled_without_the_starting_commons():
    s = fresh(2).state[0]

    assert s["deck_n"].tolist() == [35 - 2 - 6, 30, 30]
    assert s["deck"][1].tolist() != sorted(s["deck"][1].tolist())
    assert not {0, 1} & {int(card) for card in s["deck"][0, :27]}


@pytest.mark.parametrize(("players", "unused"), [(2, ["C", 5, 6]), (3, ["C", 6]), (4, [])])
def test_rule_13_case_25_spaces_not_used_have_no_order_card(players, unused):
    lab = Lab(players).guild(0, gold=30)
    lab.play(lab.offered[1], "done")
    playable = [phrase for phrase in lab.offered if phrase != "no card"]
    missing = {f"recruit {one}" if one == "C" else f"contract {one}" for one in unused}

    assert len(playable) == 13 - len(unused)
    assert not missing & set(playable)
    assert sum(name is not None for name in lab.table.contracts) == players + 2


@pytest.mark.parametrize(("players", "sets"), [(2, 3), (3, 2), (4, 3)])
def test_rule_14_ruling_2_the_available_teams_are_a_pair_a_triple_or_two_pairs(players, sets):
    box = pack(shipped())
    kinds = set()
    for seed in range(40):
        tokens = fresh(players, seed).state[0]["token"][:players].tolist()
        kinds.add(tuple(sorted(SKILLS[token] for token in tokens)))
    allowed = {
        2: {tuple(sorted(pair)) for pair in box.board.pairs},
        3: {tuple(sorted(triple)) for triple in box.board.triples},
        4: {tuple(sorted([*a, *b])) for a in box.board.pairs for b in box.board.pairs if a != b},
    }[players]

    assert kinds == allowed
    assert len(kinds) == sets
    chosen = {tuple(sorted(fresh(players, seed, teams=1).state[0]["token"][:players])) for seed in range(9)}
    assert len(chosen) == 1


def test_ruling_2_three_players_have_no_third_set():
    with pytest.raises(gh.BadSetup, match="1 or 2 for three players, not 3"):
        fresh(3, teams=3)


def test_rule_15_the_tokens_are_dealt_at_random():
    dealt = {tuple(fresh(2, seed, teams=2).state[0]["token"][:2].tolist()) for seed in range(20)}

    assert dealt == {(2, 3), (3, 2)}


def test_rule_16_each_player_takes_the_four_novices_of_the_team():
    game = fresh(4)
    teams = {one.name: one.team for one in game.rules.box.adventurers}
    for seat in range(4):
        assert {teams[name] for name in game.table.members(seat)} == {SKILLS[int(game.state[0]["token"][seat])]}
        assert len(game.table.members(seat)) == 4


def test_rule_17_the_side_of_the_starting_skill_upgrade_is_chosen_once():
    game = fresh(2)
    game.play(game.options[0], game.options[1])
    assert [option.phrase for option in game.options] == ["dice fixer", "re-roll"]
    game.play("re-roll", "dice fixer")
    sides = [list(game.table.upgrades(seat).values())[3] for seat in (0, 1)]

    assert sides == ["re-roll", "dice fixer"]
    assert game.decision.kind == "place"


def test_rule_18_contracts_1_and_2_are_the_starting_commons():
    assert Lab(2).table.contracts[:2] == ["Ambush Poachers", "Identify Rebels"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_19_ruling_36_each_player_places_one_of_three_commons_in_seat_order(players):
    game = fresh(players)
    while game.decision.kind != "place":
        game.play(game.options[0])
    placed = []
    for seat in range(players):
        assert (game.decision.seat, len(game.options)) == (seat, 3)
        placed.append(game.options[0].phrase.removeprefix("place "))
        event = named(game.play(game.options[0]), "place")[0]
        assert event.as_seen_by((seat + 1) % players).text == f"Player {seat + 1} places a Contract face down"

    assert game.table.contracts[2 : 2 + players] == placed
    assert [game.table.private_n(seat) for seat in range(players)] == [2] * players


def test_rule_20_all_contracts_and_top_adventurers_are_revealed():
    lab = Lab(4)

    assert "face down" not in [*lab.table.contracts, *lab.table.adventurers.values()]
    assert int(lab.s["spot_up"]) == 63
    assert int(lab.s["pile_up"]) == BIT[6] - 1


def test_ruling_10_ruling_29_misprints_of_the_book_are_read_as_one_name():
    names = {one.name for one in pack(shipped()).adventurers}

    assert "Pable" in names
    assert "Cyrus" not in names
    assert len(DECKS) == 3  # set-up step 11 leads to the Private Contracts, whatever page it names
