"""The Armory of the solo game: points, the price list, what purchases bring, and the cards a game starts with."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.bots import bot
from guildhall.games.hundred_halls.cards import PURCHASES
from guildhall.games.hundred_halls.language import Zone
from tests.games.hundred_halls.lab import Lab

ACTIVATION_15, ACTIVATION_30, PLAY_15, PLAY_30, DRAW_15, HP_10, HP_20, HP_30, OWN, ARTIFACT, OTHER, ABILITY = (
    line.name for line in PURCHASES
)
CHARM = '[cards.Charm]\ntype = "Trinket"\ncopies = 3\n'
ORB = '[cards.Orb]\ntype = "Artifact"\nunique = true\n'


def visit(*bought: str, **options):
    """A solo game of Aurie that has bought some lines and is about to choose what it starts with, or to act."""
    game = gh.new_game("hundred-halls", party=["Aurie"], armory=True, **{"seed": 4, **options})
    for name in bought:
        game.play(f"buy {name}")
    return game


def rich(*bought: str, **options):
    """Likewise, with the most points there are."""
    return visit(*bought, scenario="Circle of Scale", realm="Montanhas", **options)


def test_rule_35_ruling_12_case_1_the_points_of_a_first_game():
    game = visit(scenario="Black Council", realm="City of Sorcery")

    assert (game.decision.kind, game.table.armory) == ("armory", 60)
    assert game.decision.prompt == "Aurie, buy something in the Armory, or be done (60 points left)"
    assert visit(scenario="Aepep", realm="Danir").table.armory == 30 + 10 * (1 + 2)
    assert rich().table.armory == 110


def test_rule_37_every_line_of_the_list_is_an_option_with_its_points():
    assert rich().decision.phrases == (*(f"buy {line.name}" for line in PURCHASES), "done")
    assert [line.points for line in PURCHASES] == [15, 30, 15, 30, 15, 10, 20, 30, 20, 30, 50, 60]
    assert [line.times for line in PURCHASES] == [1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 2, 1]


def test_rule_37_case_3_no_line_more_often_than_the_list_says():
    game = rich(ACTIVATION_15)
    assert f"buy {ACTIVATION_15}" not in game.decision.phrases
    assert game.explain(f"buy {ACTIVATION_15}") == f"{ACTIVATION_15} can be bought once and was"
    assert f"buy {ACTIVATION_30}" in game.decision.phrases
    rich(ACTIVATION_30)  # a dearer line does not need the cheaper one
    game = rich(OWN, OWN, OWN)
    assert game.explain(f"buy {OWN}") == f"{OWN} can be bought 3 times and was"
    game = rich(OTHER, OTHER)
    assert game.explain(f"buy {OTHER}") == f"{OTHER} can be bought twice and was"
    assert game.explain(f"buy {ABILITY}") == f"{ABILITY} is too dear: 10 points are left"
    with pytest.raises(gh.IllegalOption, match="can be bought twice and was"):
        game.play(f"buy {OTHER}")


def test_case_3_both_lines_together_give_three_activations_per_turn():
    lab = Lab(1, armory=True, bought=[ACTIVATION_15])
    lab.play("use the Five Elements", "Ogre", "use the Five Elements", "Ogre")
    assert lab.refused("use the Five Elements")
    game = rich(ACTIVATION_15, ACTIVATION_30)
    game.play("done")
    used = 0
    while "use the Five Elements" in game.decision.phrases:
        game.play("use the Five Elements")
        game.play(game.options[0])
        used += 1
    assert used == 3


def test_rule_37_plays_and_draws_for_every_turn():
    lab = Lab(1, armory=True, bought=[PLAY_15, DRAW_15], hands=[["Ada Page"] * 4])
    lab.play("play Ada Page", "play Ada Page")
    assert lab.refused("play Ada Page")
    lab.play("done", "draw", "draw")
    assert (lab.kind, len(lab.table.hand(0))) == ("act", 4)
    lab.play("play Ada Page", "play Ada Page")  # in the next turn too
    assert lab.refused("play Ada Page")


def test_rule_34_case_10_hit_points_come_on_top_and_are_the_new_maximum():
    lab = Lab(1, armory=True, bought=[HP_10], hands=[["Ada Page"]])
    assert lab.table.hit_points == [(60, 60)]
    lab.play("play Ada Page")
    assert lab.hp == [60]
    game = rich(HP_10, HP_20, HP_30)
    assert game.table.hit_points == [(32 + 20 + 45, 32 + 20 + 45)]


def test_ruling_34_own_cards_leave_the_deck_for_play_before_the_first_draw():
    game = rich(OWN, OWN, ARTIFACT)
    game.play("done")
    assert (game.decision.kind, game.table.hand(0)) == ("starter", [])
    assert game.decision.phrases == (
        *("Warded Satchel", "Focus Prism", "Evergreen Charm", "Study Circle", "Silver Oath"),
    )
    game.play("Evergreen Charm")
    game.play("Evergreen Charm")
    assert game.decision.phrases == ("Arcanium Seal", "Grail of First Dew")
    game.play("Grail of First Dew")
    assert game.decision.kind != "starter"
    shown = game.table.with_player(0)
    assert shown[:3] == ["Evergreen Charm", "Evergreen Charm 2", "Grail of First Dew (3 counters)"]
    assert (len(game.table.hand(0)), game.table.deck_size(0)) == (5, 20 - 3 - 5)


def test_ruling_34_cards_of_other_decks_belong_to_the_player():
    game = rich(OTHER, OTHER)
    game.play("done")
    assert "Focus Prism" not in game.decision.phrases
    assert {"Kali", "Shadow Double", "Deep Venota"} <= set(game.decision.phrases)
    game.play("Kali")
    assert "Kali" not in game.decision.phrases
    game.play("Red Ledger")
    assert [card.split(" (")[0] for card in game.table.with_player(0)[:2]] == ["Kali", "Red Ledger"]
    assert {"activate Kali"} <= set(game.decision.phrases)


def test_rule_37_a_card_of_another_deck_goes_to_the_own_graveyard():
    lab = Lab(
        1,
        cards={"Bo": '[cards.Lamp]\ntype = "Trinket"\nactivate = [{ destroy = "self" }]\n'},
        armory=True,
        bought=[OTHER],
        with_players=[["Lamp"]],
    )
    lab.play("activate Lamp")

    assert lab.table.graveyard(0) == ["Lamp"]


def test_rule_37_an_ability_of_another_player_card_is_the_players_own():
    game = rich(ABILITY)
    game.play("done")
    assert {"Five Elements of Zayn", "Skill of Pax", "Trait of Mori", "Second trait of Pi"} <= set(
        game.decision.phrases
    )
    assert not any(phrase.endswith("of Aurie") for phrase in game.decision.phrases)
    game.play("Five Elements of Zayn")
    boss = game.table.enemies[0]
    assert "activate Five Elements of Zayn" in game.decision.phrases, boss
    game.play("activate Five Elements of Zayn")
    hits = [event for event in game.play(game.options[-1]) if event.kind == "damage"]
    assert (hits[0].data["card"], hits[0].data["amount"]) == ("Five Elements of Zayn", 4)


def test_rule_37_a_bought_ability_is_no_card_that_could_be_lost():
    tops = {"Bo": "always = [{ plays = 1 }]"}
    burn = '[cards.Burn]\ntype = "Spell"\ndoes = [{ destroy = "each own card" }]\n'
    lab = Lab(
        1,
        tops=tops,
        cards={"Ada": CHARM + burn},
        armory=True,
        bought=[],
        with_players=[["Charm", "Trait of Bo"]],
        hands=[["Burn", "Ada Page"]],
    )
    lab.play("play Burn")

    assert (lab.count("Charm", Zone.PLAY), lab.table.with_player(0)) == (0, ["Trait of Bo"])
    assert not lab.refused("play Ada Page")  # the trait grants a second play


def test_a_right_without_a_card_is_not_sold():
    lab = Lab(1, cards={"Ada": CHARM}, new={"armory": True})
    assert lab.refused(f"buy {ARTIFACT}")
    assert lab.game.explain(f"buy {ARTIFACT}") == f"no card is left for {ARTIFACT}"
    lab = Lab(1, cards={"Ada": ORB}, new={"armory": True})
    assert not lab.refused(f"buy {ARTIFACT}")


def test_the_armory_is_for_one_player_and_head_start_goes_with_it():
    with pytest.raises(gh.BadSetup, match="requires one player"):
        gh.new_game("hundred-halls", players=2, armory=True)
    assert len(gh.new_game("hundred-halls", armory=True).rules.seats) == 1
    game = visit(head_start=True)
    game.play("done")
    assert (game.decision.kind, len(game.table.hand(0))) == ("head start", 6)


def test_views_and_resampled_games_know_what_was_bought():
    game = visit(HP_10)
    game.play("done")
    view = game.view(0)

    assert (view.bought, view.armory) == ([HP_10], 40)
    assert game.rules.view(game.rules.resample(view, 3), 0) == view
    assert "Armory +10 hit points (10 points), 40 points left" in game.rules.text(game.table, None)


def test_positions_take_what_was_bought_within_its_points():
    with pytest.raises(gh.BadPosition, match="20 points are left"):
        Lab(1, armory=True, bought=[HP_30, HP_30])
    with pytest.raises(gh.BadPosition, match="does not sell 'luck'"):
        Lab(1, armory=True, bought=["luck"])
    lab = Lab(1, armory=True, bought=[HP_10])
    state = lab.game.state
    assert lab.game.rules.fault(state) is None
    state["armory"] = 49  # of 50, 10 of which are spent
    assert "bought" in str(lab.game.rules.fault(state))


def test_greedy_spends_what_it_can_and_wins_more_often_for_it():
    game = visit(scenario="Black Council", realm="City of Sorcery")
    while game.decision.kind == "armory":
        game.play(next(one for one in game.options if one.id == bot("greedy", seat=0).choose(game)))
    assert game.table.armory < min(line.points for line in PURCHASES if line.name not in game.table.bought)
    won = {
        armory: gh.simulate("hundred-halls", party=["Nandi"], armory=armory, games=200, seed=3)
        .games.filter(reason="won")
        .height
        for armory in (False, True)
    }
    assert won[True] > won[False] + 20


def test_a_game_with_the_armory_is_one_record(tmp_path):
    game = visit(OWN, HP_10)
    game.run("greedy")
    game.record.save(tmp_path / "solo.json")

    record = gh.load(tmp_path / "solo.json")
    loaded = record.game()
    assert record.verify().ok
    assert (loaded.ply, loaded.outcome, loaded.table.bought) == (game.ply, game.outcome, game.table.bought)


def test_options_in_the_armory_say_how_often_they_were_bought_and_what_a_card_does():
    game = rich(OWN, ABILITY)
    told = {option.phrase: option.text for option in game.options}
    assert (told[f"buy {OWN}"], told["done"]) == ("1 of 3 bought", "Buy nothing more.")
    game.play("done")
    game.play("Focus Prism")
    told = {option.phrase: option.text for option in game.options}
    assert told["Five Elements of Zayn"] == "Ability. Activate: deal 4 damage to any target."


def test_cards_of_other_decks_are_in_the_digest_of_a_game_with_the_armory_alone():
    plain, sold = (gh.new_game("hundred-halls", party=["Aurie"], armory=armory).rules for armory in (False, True))

    assert "sold" not in plain.box.as_dict()
    assert plain.card_hash != sold.card_hash
