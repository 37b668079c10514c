"""What all games say in the same words."""

from __future__ import annotations

import random

import pytest
from guildhall_widgets import TableWidget

import guildhall as gh
from guildhall.core.decision import DONE

GAMES = ("guildhall", "advyria", "guild-master", "hundred-halls")
EVERY = pytest.mark.parametrize("game", GAMES)


@EVERY
def test_a_view_is_seen_by_a_name(game):
    dealt = gh.new_game(game, players=["Ada", "Bela"], seed=1)

    assert "View: as Bela" in TableWidget(dealt, seat=1).page()
    assert "player 2" not in dealt.rules.text(dealt.view(1), None)


@EVERY
def test_done_is_the_last_option(game):
    dealt, coin = gh.new_game(game, players=2, seed=3), random.Random(1)
    met = 0
    while not dealt.over and dealt.ply < 250:
        phrases = dealt.decision.phrases
        met += DONE in phrases
        assert DONE not in phrases[:-1]
        dealt.play(coin.choice(phrases))

    assert met


def test_what_is_bought_is_named_with_its_slot():
    game = gh.position(halls=[{}, {}], hands=[[], []], completed=[["Weaver", "Farmer"], []], vp_row=["9", "4 take one"])
    texts = {option.phrase: option.text for option in game.options}

    assert texts["buy 1"] == "slot 1: 9 VP for 2 chapters"
    assert texts["buy 2"].startswith("slot 2: “4 take one”, 4 VP for 1 chapter: ")


def test_a_move_says_what_was_bought_with_what():
    game = gh.position(halls=[{}, {}], hands=[[], []], completed=[["Weaver", "Farmer"], []], vp_row=["9"])
    game.play("buy 1")
    while game.decision.seat == 0 and not game.over and game.decision.kind != "act":
        game.play(game.options[0])
    (move, *_) = TableWidget(game).moves()

    assert "buys “9” with the" in move.words
    assert "chapters" in move.words


def test_a_card_in_hand_says_how_many_are_in_the_hall_and_the_tier_apart():
    game = gh.position(halls=[{}, {}], hands=[["red Weaver"], []])

    page = TableWidget(game, seat=0).page()
    assert "0 in hall" in page.replace("\u00a0", " ")
    assert "tier 0" in page.replace("\u00a0", " ")
