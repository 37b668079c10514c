"""What a seat is asked names the card that asks, and what becomes of what it picks."""

from __future__ import annotations

import guildhall as gh


def asked(game, *phrases):
    prompts = []
    for phrase in phrases:
        game.play(phrase)
        prompts.append(game.decision.prompt)
    return prompts


def test_a_trade_says_what_is_given_to_whom_and_what_is_taken():
    halls = [{"Weaver": ["red"]}, {"Farmer": ["blue"]}, {}]
    names = ["Ada", "Bo", "Cyd"]
    game = gh.position(players=names, halls=halls, hands=[["red Trader"], [], []], seed=1)

    assert asked(game, "play red Trader", "tier 0", "player 2", "red Weaver") == [
        "Ada, use red Trader with 0 in the chapter",
        "Ada, with red Trader: choose another player",
        "Ada, with red Trader: which card of your guildhall do you give Bo?",
        "Ada, with red Trader: which card of Bo's guildhall do you take?",
    ]


def test_placing_and_discarding_are_named():
    halls = [{}, {"Farmer": ["blue", "red"]}]
    game = gh.position(halls=halls, hands=[["red Weaver", "blue Dancer", "red Assassin", "red Farmer"], []], seed=1)

    assert "which card of your hand do you place?" in asked(game, "play red Weaver", "tier 0")[-1]
    game.play("blue Dancer")
    assert "which card of Player 2's guildhall do you discard?" in " ".join(
        asked(game, "play red Assassin", "tier 0", "player 2")
    )


def test_a_question_is_followed_by_its_options_without_a_colon():
    halls = [{}, {"Farmer": ["blue", "red"]}]
    game = gh.position(halls=halls, hands=[["red Assassin"], []], seed=1)
    game.play("play red Assassin", "tier 0", "player 2")

    assert str(game.decision).endswith("do you discard? red Farmer, blue Farmer")
