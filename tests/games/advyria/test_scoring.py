"""Rules 30 to 32: the score, the solo game, and the simplified options."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games.advyria.wording import LEVELS, level_of
from tests.games.advyria.tables import ACTIONS, FAIRY, SEEKER, WIZARD, end_turn, lay, offered, refused

ALL = [adventure.name.en for adventure in gh.new_game("advyria").rules.box.adventures]
HEROES = {hero.name.en: [ALL[number] for number in hero.adventures] for hero in gh.new_game("advyria").rules.box.heroes}


def finished(*hands, **zones):
    """The end of a game: in the Finale everybody passes."""
    game = lay(*(hands or [[]]), **{"finale": True, **zones})
    while not game.over:
        game.play(game.options[-1])
    return game


def test_rule_30_gold_adventures_losses_and_the_hero_card_make_the_score():
    game = finished(gold=[4], villages=[3], adventures=[["Sunken Bell", "Moon Well"]], losses=[3], heroes=["Old Tobin"])

    assert game.outcome.points == (8 + 10 - 3,)
    own = finished(adventures=[["Sunken Bell", "Moon Well"]], heroes=["Mira the Ferrywoman"])
    assert own.outcome.points == (10 + 10,)


def test_rule_30_most_gold_wins():
    game = finished([], [], gold=[2, 3])

    assert (game.outcome.winner, game.outcome.points) == (1, (4, 6))
    assert game.decision.prompt == "Player 2 wins with 6 Gold"


def test_rule_30_the_hero_card_counts_only_once_the_game_is_over():
    game = lay([], [], adventures=[["Sunken Bell"], []], heroes=["Mira the Ferrywoman", None], finale=True)

    assert game.outcome.points == (5, 0)
    game.play("end turn", "draw nothing", "end turn")
    assert game.outcome.points == (10, 0)
    assert next(event.data["hero"] for event in game.events if event.kind == "hero") == "Mira the Ferrywoman"
    assert game.view(1).heroes[0] == "Mira the Ferrywoman"


def test_case_21_a_score():
    three = ["Sunken Bell", "Ember Bridge", "Owl Court"]
    game = finished(gold=[4], villages=[2], adventures=[three], losses=[5], heroes=["Mira the Ferrywoman"])

    assert game.outcome.points == (8 + 15 - 5 + 5,) == (23,)


def test_case_22_the_maximum():
    game = finished(gold=[14], adventures=[ALL], tiles={}, heroes=["Old Tobin"])

    assert game.outcome.points == (103,)


def test_ruling_23_a_tie_is_a_shared_victory():
    game = finished([], [], [], gold=[2, 2, 1])

    assert game.outcome.winner is None
    assert game.decision.prompt == "Player 1 & Player 2 win together with 4 Gold"


def test_ruling_24_a_total_may_be_negative():
    assert finished(losses=[7]).outcome.points == (-7,)


# --- Solo ---


@pytest.mark.parametrize(
    ("gold", "level"),
    [(-3, 1), (39, 1), (40, 2), (54, 2), (55, 3), (69, 3), (70, 4), (84, 4), (85, 5), (99, 5), (100, 6), (103, 6)],
)
def test_case_23_solo_levels(gold, level):
    assert level_of(gold) == level


def test_rule_31_a_solo_game_ends_with_its_rating():
    game = finished(gold=[14], adventures=[ALL[:6]], heroes=["Old Tobin"], tiles={"e6": None})
    german = finished(lang="de")

    assert game.outcome.points == (68,)
    assert game.decision.prompt == "Player 1 brings home 68 Gold: level 3, adventurous"
    assert german.decision.prompt == "Spieler 1 bringt 0 Gold heim: Stufe 1, ärmlich"
    assert [level.de for level in LEVELS][1:] == [
        "wenig rühmlich",
        "abenteuerlich",
        "bemerkenswert",
        "grandios",
        "göttergleich",
    ]


def test_rule_31_alone_there_is_no_manoeuvre_and_no_refill():
    game = lay([WIZARD])

    assert "no unfriendly manoeuvres" in refused(game, "rob player 1")
    assert game.table.refills == 0


def test_ruling_28_alone_the_finale_follows_the_first_pass_of_the_draw_pile():
    game = lay([], deck=[WIZARD] * 3, discard=[SEEKER] * 9)
    end_turn(game)
    assert not game.table.finale
    end_turn(game)

    assert game.table.finale


# --- The simplified options ---


def test_rule_32a_without_actions_adventure_cards_are_only_for_completing():
    game = lay([*ACTIONS.values()], no_actions=True, levels=[4])

    assert offered(game) == ["end turn"]
    assert "cannot be played as actions" in refused(game, "play Moon Well")


def test_rule_32b_without_a_finale_the_game_ends_with_the_draw_pile():
    at_once = lay([], [], no_finale=True, refills=0)
    end_turn(at_once)
    short = lay([], [], no_finale=True, refills=0, deck=[WIZARD])
    end_turn(short)

    assert (at_once.over, at_once.outcome.reason) == (True, "cards")
    assert not short.over
    end_turn(short)
    assert (short.over, short.outcome.reason) == (True, "cards")


def test_rule_32c_without_manoeuvres_nobody_is_robbed():
    game = lay([ACTIONS["red"]], [FAIRY] * 3, figures=["a1", "d4"], no_manoeuvre=True)
    game.play("play Sunken Bell", "move to d3")

    assert game.decision.kind == "act"
    assert "no unfriendly manoeuvres" in refused(game, "rob player 2")


def test_rule_32d_without_hero_cards_there_are_no_hero_points():
    game = finished(adventures=[ALL], no_heroes=True)

    assert game.table.heroes == [None]
    assert game.outcome.points == (60,)


def test_rule_32e_only_adventures_count_and_gold_coins_break_ties():
    three, other = ALL[:3], ALL[3:6]
    game = finished([], [], adventures=[three, other], gold=[1, 2], losses=[0, 9], only_adventures=True)

    assert game.outcome.points == (15, 15)
    assert game.outcome.winner == 1


def test_rule_32e_equal_coins_share_the_victory():
    game = finished([], [], adventures=[ALL[:3], ALL[3:6]], gold=[2, 2], only_adventures=True)

    assert game.outcome.winner is None


def test_rule_32f_open_hands_are_seen_by_all():
    hands = [WIZARD], [FAIRY, SEEKER, SEEKER]
    game = lay(*hands, open_hands=True, deck=[WIZARD] * 6)
    events = end_turn(game)

    assert game.view(0).known[1] == game.table.hands[1]
    assert [event.as_seen_by(0).text for event in events if event.kind == "draw"] == ["Player 2 draws Wizard"] * 3
    assert lay(*hands).view(0).known[1] == []


def test_rule_32f_with_open_hands_a_manoeuvre_still_draws_by_chance():
    taken = set()
    for seed in range(30):
        hands = [ACTIONS["red"]], [FAIRY, SEEKER, WIZARD]
        game = lay(*hands, figures=["a1", "d4"], open_hands=True, seed=seed)
        game.play("play Sunken Bell", "move to d3", "rob player 2")
        taken.add(tuple(game.view(1).known[0]))

    assert len(taken) == 3


def test_case_25_options():
    coins = finished([], [], adventures=[ALL[:3], ALL[3:6]], gold=[3, 2], only_adventures=True)
    actions = lay([ACTIONS["red"]], no_actions=True)
    heroes = finished(adventures=[HEROES["Old Tobin"]], no_heroes=True)

    assert coins.outcome.winner == 0
    assert "cannot be played as actions" in refused(actions, "play Sunken Bell")
    assert heroes.outcome.points == (15,)
