"""What people read: the log, moves, prompts, texts of options and Upgrades, and the table."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import guildhall as gh
from guildhall.core.line import moves_of
from guildhall.games.guild_master.engine.state import LOG_FIELDS, EventKind, Kind
from guildhall.games.guild_master.language import Effect, Op, say
from tests.games.guild_master.lab import Lab, named

CARD, EVENT = "Escort Pilgrims", "Storm the Watchtower"
NAMES = ["Ada", "Bela", "Cyd", "Dora"]


def named_lab(players=2, round_no=2):
    lab = Lab(NAMES[:players], round_no=round_no).clear_spots().spot(1, CARD).spot(2, "Confront Blasphemers")
    lab.change(CARD, arcane=6, logic=0, charm=0, spirit=0, might=0, guile=0, reward=3, fame=2).effects(CARD, Kind.NONE)
    return lab


def in_check(*, dice=2, **fields):
    """Ada's check of Arcane against 6 is in flight, with the Observatory as a Dice fixer."""
    lab = named_lab().guild(0, "Cixi Amaro", fixer="arcane", fame=5, **fields).skills("Cixi", arcane=dice)
    return lab.ability("Cixi", 0).ability("Amaro", 0)


def begin_check(lab):
    lab.plan_all(["Cixi: contract 1"])
    lab.play("carry out", "arcane")
    return lab


def contest(players=2, *effects):
    """Ada, Bela and so on go for the same Contract, with three dice of Arcane each."""
    lab = named_lab(players)
    lab.change(CARD, arcane=10)
    if effects:
        lab.effects(CARD, Kind.BONUS, *effects)
    for seat, name in enumerate(("Cixi", "Amaro", "Sylwen")[:players]):
        lab.guild(seat, name, fixer="arcane", fame=9 - seat, private=[]).skills(name, arcane=3).ability(name, 0)
    lab.plan_all(*[[f"{name}: contract 1"] for name in ("Cixi", "Amaro", "Sylwen")[:players]])
    lab.play(*["carry out"] * players)
    return lab


def texts(events, kind):
    return [event.text for event in named(events, kind)]


# --- The log ---


def test_adding_to_the_result_is_not_told_as_dice():
    lab = begin_check(in_check().ability("Amaro", Op.ADD_RESULT, 3))
    added = next(phrase for phrase in lab.offered if phrase == "Amaro: add 3")
    events = lab.play(added)

    assert texts(events, "tool") == ["Ada uses Amaro: adds 3 to the result"]


def test_added_dice_are_told_by_their_faces():
    lab = begin_check(in_check().ability("Amaro", Op.ADD_DICE, 1))
    (event,) = named(lab.play("Amaro: roll 1 more"), "tool")
    shown = int(lab.s["dice"][0, 2])

    assert event.text == f"Ada uses Amaro: rolls {shown} more"


def test_a_skill_upgrade_is_told_by_its_name_as_in_the_option():
    lab = begin_check(in_check())
    lab.s["dice"][0, :2] = [2, 6]
    events = lab.play("Observatory: set a 2 to 5")

    assert texts(events, "tool") == ["Ada uses Observatory: a 2 becomes 5"]
    assert named(events, "tool")[0].data["tool"] == "Observatory"


def test_a_re_roll_that_changes_nothing_says_so():
    told = set()
    for seed in range(40):
        lab = begin_check(in_check().guild(0, fixer="", reroll="arcane"))
        lab.s["dice"][0, :2] = [4, 6]
        told |= {*texts(lab.seed(seed).play("Observatory: re-roll a 4"), "tool")}

    assert "Ada uses Observatory: re-rolls a 4 and gets the same again" in told
    assert "Ada uses Observatory: re-rolls a 4 and gets 6" in told


def test_a_bonus_of_a_face_is_explained_before_the_result():
    lab = begin_check(in_check().ability("Amaro", Op.FACE_BONUS, 6))
    events = lab.show(3, 6)
    told = [event.text for event in events[:2]]

    assert told == [f"Ada adds 1 by Amaro: {say(Effect(Op.FACE_BONUS, 6))}", "Ada gets 10 against 6"]


def test_no_face_bonus_is_told_where_no_die_shows_the_face():
    lab = begin_check(in_check().ability("Amaro", Op.FACE_BONUS, 6))

    assert not named(lab.show(3, 5), "face bonus")


def test_a_proposal_tells_how_the_bonus_would_be_used():
    lab = contest(3, (Op.TAKE_GOLD, 1, -1))
    lab.play("propose", "leave open", "bonus to Bela", "Cyd")
    events = lab.play("card to Ada")

    assert texts(events, "propose") == [
        "Ada proposes: the Bonus goes to Bela to take Gold from Cyd, Ada keeps the card"
    ]


def test_a_combined_check_states_its_sum_against_the_target():
    lab = contest(2)
    lab.play("pass", "pass", "cooperate", "cooperate", "arcane", "arcane")
    lab.total(7)
    events = lab.total(4)

    (together,) = named(events, "together")
    assert together.text == "Together they get 11 against 10 in arcane"
    assert (together.data["total"], together.data["target"]) == (11, 10)
    assert named(events, "complete")


def test_a_cooperator_alone_on_a_target_is_told_against_it():
    lab = named_lab()
    lab.change(CARD, arcane=10, logic=12)
    lab.guild(0, "Cixi", fixer="arcane", fame=9).skills("Cixi", arcane=3).ability("Cixi", 0)
    lab.guild(1, "Amaro", fixer="logic", fame=8).skills("Amaro", logic=3).ability("Amaro", 0)
    lab.plan_all(["Cixi: contract 1"], ["Amaro: contract 1"])
    lab.play(*["carry out"] * 2, "pass", "pass", "cooperate", "cooperate", "arcane", "logic")
    lab.total(9)

    assert texts(lab.total(9), "together") == ["Ada has 9 against 10 in arcane", "Bela has 9 against 12 in logic"]


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [((Op.BIDS, 1, -1), "minimum bids"), ((Op.INCOME, -1, -1), "income"), ((Op.TARGETS, 2, -1), "targets")],
)
def test_lasting_events_are_read_out_at_the_start_of_a_round(effect, sentence):
    lab = Lab(2, round_no=1).clear_spots().spot(1, EVENT).effects(EVENT, Kind.EVENT, effect)
    (told,) = texts(lab.idle_round(), "lasting")

    assert told.startswith(f"The Event of {EVENT} holds: ")
    assert sentence in told


def test_an_event_that_acts_at_once_says_what_it_does():
    lab = Lab(2, round_no=1).clear_spots().spot(1, EVENT).effects(EVENT, Kind.EVENT, (Op.EACH_GOLD, 1, 0))
    events = lab.idle_round()

    assert texts(events, "event") == [f"The Event of {EVENT} takes effect: {say(Effect(Op.EACH_GOLD, 1, 0))}"]
    assert not named(events, "lasting")


def test_adventurers_turned_up_and_discarded_at_blood_moon_are_told():
    lab = Lab(2, round_no=3).pile("A", "Freya", "Cixi").pile("B", "Lydia")
    events = lab.idle_round()

    assert "Cixi is discarded from space A" in texts(events, "dismiss")
    assert "Lydia is discarded from space B" in texts(events, "dismiss")
    assert "Freya lies on space A" in texts(events, "turn up")
    assert not any("space B" in told for told in texts(events, "turn up"))  # the space is empty


def test_all_adventurers_on_the_board_are_told_at_set_up():
    game = gh.new_game("guild-master", players=4, seed=1)
    told = []
    while game.decision.kind != "team":
        told += [event.text for event in game.play(game.options[0])]

    assert all(f"{name} lies on space {letter}" in told for letter, name in game.table.adventurers.items())


def test_a_recruit_missed_for_its_rank_says_so():
    lab = Lab(NAMES[:2], round_no=2).guild(0, gold=20, fame=5).pile("D", "Vatsana")
    member = lab.table.members(0)[0]
    (event,) = named(lab.plan_all([f"{member}: recruit D = 9"]), "miss")

    assert event.text == "Ada misses out on recruit D: a Hero needs an Adept or better in the Guild"
    assert event.data["cause"] == "rank"


def test_a_recruit_lost_to_a_higher_bid_and_a_contract_that_is_gone_say_so():
    lab = Lab(NAMES[:2], round_no=2).pile("A", "Cixi").guild(0, gold=20, fame=5).guild(1, gold=20, fame=3)
    first, second = lab.table.members(0)[0], lab.table.members(1)[0]
    lab.plan_all([f"{first}: recruit A = 7"], [f"{second}: recruit A = 6"])
    events = lab.play("carry out", "carry out")

    assert texts(events, "miss") == ["Bela misses out on recruit A: another Guild gets the card"]
    lab = Lab(NAMES[:2], round_no=2).pile("A", "Cixi").guild(0, gold=20, fame=5).guild(1, gold=20, fame=3)
    lab.plan_all([f"{first}: recruit A = 7"], ["", f"{second}: recruit A = 6"])
    events = lab.until("instead")
    assert texts(events, "miss") == ["Bela misses out on recruit A: the card is gone"]


def test_what_is_built_is_told_with_its_level_or_side():
    lab = Lab(NAMES[:2], round_no=2).guild(0, gold=20, fame=5)
    lab.plan_all([f"{lab.table.members(0)[0]}: builders = 20"])
    lab.play("carry out")
    skill = next(phrase for phrase in lab.offered if phrase.endswith("re-roll"))
    events = lab.play(skill, "build Bar")

    name = skill.removeprefix("build ").removesuffix(" re-roll")
    assert texts(events, "build") == [f"Ada builds {name} (re-roll)", "Ada builds Bar II"]


def test_an_order_without_gold_names_none():
    lab = Lab(NAMES[:2], round_no=2)
    events = lab.plan_all([f"{lab.table.members(0)[0]}: contract 1"])

    assert texts(events, "order") == ["Ada ordered in space 1: contract 1"]


def test_new_events_stand_behind_the_old_ones():
    assert [EventKind(number).name for number in (1, 12, 49)] == ["ROUND", "MISS", "PASS"]
    assert min(EventKind.LASTING, EventKind.DISMISS, EventKind.TURN_UP, EventKind.TOGETHER, EventKind.FACE_BONUS) == 50
    assert LOG_FIELDS[EventKind.MISS][:2] == ("space", "objective")


# --- Moves ---


def moves_after(lab, *phrases):
    """The sentence of the last move that these phrases make."""
    seat = lab.actor
    return f"{lab.rules.seats[seat]}: {lab.rules.words.move(seat, lab.play(*phrases))}"


def test_what_others_do_is_never_told_under_the_name_of_the_one_who_moves():
    lab = Lab(NAMES[:3], round_no=2).pile("A", "Cixi")
    for seat in range(3):
        lab.guild(seat, gold=20, fame=9 - seat)
    first = [lab.table.members(seat)[0] for seat in range(3)]
    lab.plan_all(*[[f"{first[seat]}: recruit A = {9 - seat}"] for seat in range(3)])
    lab.play("carry out", "carry out")

    assert moves_after(lab, "carry out") == (
        "Cyd: carries out recruit A. Ada recruits Cixi for 9 Gold, gains 3 Fame. "
        "Bela misses out on recruit A: another Guild gets the card. "
        "Cyd misses out on recruit A: another Guild gets the card"
    )


def test_no_subject_is_dropped_where_several_act():
    lab = contest(2)
    lab.play("pass", "pass", "conflict")

    assert moves_after(lab, "cooperate").startswith("Bela: Ada chose to conflict. Bela chose to cooperate")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_clause_of_every_move_has_its_subject(players):
    game = gh.new_game("guild-master", players=NAMES[:players], seed=players)
    game.run("odds")
    for seat in (None, 0):
        for move in moves_of(game.line, game.ply, seat=seat):
            first, *others = move.words.split(". ")
            told = [name for name in NAMES if first.startswith(f"{name} ")]
            assert not told or told != [NAMES[move.seat]]
            starts = (*(f"{name} " for name in NAMES[:players]), "The ", "Round ", "Together ")
            names = (*game.rules.names.contracts, *game.rules.names.adventurers)
            assert all(one.startswith(starts) or one.startswith(names) for one in others), move.words


# --- Names ---


def test_players_with_names_are_never_called_by_number():
    said = set()
    for seed in range(12):
        game, coin = gh.new_game("guild-master", players=NAMES[:3], seed=seed), Random(seed)
        while not game.over:
            said |= {game.decision.prompt, *game.decision.phrases, *(option.text for option in game.options)}
            said |= {event.text for event in game.play(coin.choice(game.options))}

    assert not [told for told in said if "player" in told.lower()]
    assert {"card to Ada", "offer for Bela"} <= said


def test_the_usual_names_keep_their_phrases():
    lab = Lab(2)

    assert [lab.rules.names.player(seat) for seat in (0, 1)] == ["player 1", "player 2"]


# --- Offers ---


def completing(players, *effects):
    lab = named_lab(players).change(CARD, reward=0).effects(CARD, Kind.BONUS, *effects)
    lab.guild(0, "Cixi", fixer="arcane", fame=5).skills("Cixi", arcane=2).ability("Cixi", 0)
    begin_check(lab)
    return lab


@pytest.mark.parametrize("op", [Op.HARM, Op.TAKE_GOLD, Op.GIVE_GOLD, Op.PEEK_PRIVATE])
def test_nobody_is_asked_to_bribe_for_the_only_possible_choice(op):
    lab = completing(2, (op, 1, -1))
    events = lab.total(8)

    assert (lab.kind, lab.actor, lab.offered) == ("choose", 0, ("Bela",))
    assert not named(events, "fame die")
    lab.play("Bela")
    assert lab.kind == "replace"


def test_with_several_choices_offers_are_made_still():
    lab = completing(3, (Op.HARM, 1, -1))
    lab.total(8)

    assert (lab.kind, lab.offered) == ("lobby", ("no offer", "offer for Bela", "offer for Cyd"))
    lab = completing(3, (Op.TAKE_GOLD, 1, -1))
    lab.s["gold"][2] = 0
    lab.total(8)
    assert (lab.kind, lab.offered) == ("choose", ("Bela",))  # nobody else has Gold


# --- Upgrades ---


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "Academy",
            "Prestige Upgrade, 4 Builders. 2 Fame at the end of the game for each skill in which the Guild has 6",
        ),
        ("Treasure Vault", "1 Fame at the end of the game for every 3 Gold, instead of 1 for every 5 Gold"),
        ("Dragon Gate", "3 Fame at the end of the game for each completed Legendary Contract"),
        ("Library", "Skill Upgrade, 1 Builder, 1 Fame. Dice fixer: after rolling a check of Logic set one die to 5"),
        (
            "Stables",
            "I (at the start): 2 Order Spaces; II (2 Builders, 3 Fame): 3 Order Spaces; III (3 Builders, 6 Fame)",
        ),
        ("Bar", "III (3 Builders, 4 Fame): 6 Gold of income"),
    ],
)
def test_upgrades_have_card_texts_with_their_effects_and_formulas(name, told):
    card = gh.new_game("guild-master").rules.card_texts[name]

    assert told in card.text
    assert card.provenance in ("rulebook", "stand-in")


def test_all_fifteen_upgrades_have_a_text():
    rules = gh.new_game("guild-master").rules

    assert set(rules.names.upgrades) <= set(rules.card_texts)


def test_the_command_line_shows_an_upgrade():
    command = [sys.executable, "-m", "guildhall.cli", "cards", "--game", "guild-master", "Academy"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert shown.startswith("Academy: Prestige Upgrade, 4 Builders. 2 Fame at the end of the game")


# --- Prompts ---


def test_a_dice_prompt_shows_total_and_target():
    lab = begin_check(in_check().ability("Amaro", Op.FACE_BONUS, 6))
    lab.s["dice"][0, :2] = [3, 6]

    assert lab.decision.prompt == "Ada, change the dice, or be done (Arcane: 10 against 6)"
    assert lab.decision.option("Observatory: set a 3 to 5").text == "Your dice then make 12 against 6."
    assert lab.decision.option("done").text == "Leave the dice as they are: 10 against 6."


def test_a_dice_prompt_of_a_combined_team_counts_the_parts_of_the_partners():
    lab = contest(2)
    lab.play("pass", "pass", "cooperate", "cooperate", "arcane", "arcane")
    lab.total(7)
    lab.s["dice"][1, :3] = [1, 1, 1]

    assert lab.decision.prompt == "Bela, change the dice, or be done (Arcane: 3 + 7 of Ada = 10 against 10)"


def test_the_prompt_of_a_planning_seat_tells_nothing_of_its_orders():
    game = gh.new_game("guild-master", players=NAMES[:2], seed=1)
    while game.decision.kind != "gold":
        game.play(game.options[-1])

    assert game.decision.prompt == "Ada, put Gold on Order Space 1"


# --- The table ---


def line(lab, name, seat=0):
    text = lab.rules.text(lab.rules.view(lab.state, seat), None)
    return next(line.removeprefix(f"{name}: ") for line in text.splitlines() if line.startswith(f"{name}: "))


def test_the_table_shows_bids_and_costs_with_events_and_abilities():
    lab = Lab(NAMES[:2], round_no=2).pile("A", "Cixi").clear_spots().spot(1, EVENT)
    bid = int(lab.record["minimum"][0, 1])
    assert f"3 Fame, bid {bid}" in line(lab, "Adventurer A")
    lab.effects(EVENT, Kind.EVENT, (Op.BIDS, 1, -1), (Op.BUILDERS, 1, -1))
    cost = int(lab.record["cost"][int(lab.s["marker"])]) + 1

    assert f"3 Fame, bid {bid + 1}" in line(lab, "Adventurer A")
    assert line(lab, "next Builder") == f"{cost} Gold"
    lab.ability(lab.table.members(1)[0], Op.BIDS, -2).ability(lab.table.members(1)[1], Op.FREE_BUILDER, 1)
    assert f"bid {bid + 1} (Bela {bid - 1})" in line(lab, "Adventurer A")
    assert line(lab, "next Builder") == f"{cost} (Bela 0) Gold"


def test_the_table_shows_skills_of_members_and_targets_of_private_contracts():
    lab = Lab(NAMES[:2], round_no=2).guild(0, "Cixi", private=["Steal Battle Plans"])
    own, other = line(lab, "Ada"), line(lab, "Ada", seat=1)

    assert lab.table.skills("Cixi") in own
    assert "Steal Battle Plans (Guile 12; 3 Gold, 3 Fame)" in own
    assert "Private Contracts 1 face down" in other
    lab.clear_spots().spot(1, EVENT).effects(EVENT, Kind.EVENT, (Op.TARGETS, 2, -1))
    assert "Steal Battle Plans (Guile 14;" in line(lab, "Ada")


@pytest.mark.parametrize(("deck", "word"), [(0, "Common"), (1, "Heroic"), (2, "Legendary")])
def test_a_face_down_contract_shows_the_deck_it_is_from(deck, word):
    lab = named_lab()
    lab.s["spot_up"] = int(lab.s["spot_up"]) & ~1
    lab.s["spot_deck"][0] = deck
    lab.s["seen"][int(lab.s["spot"][0])] = 0

    assert line(lab, "Contract 1") == f"face down, {word}"
