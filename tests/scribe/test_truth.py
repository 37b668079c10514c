"""A log that is told only what one seat saw shows that seat the true game, entry by entry."""

from __future__ import annotations

import pytest

import guildhall as gh
from tests.scribe.truth import first_difference, true_game

SETS = ("old-world", "job-faire", "new-empire", "fellowship", "alliance", "coalition", "gathering")


@pytest.mark.parametrize(("number", "cards"), list(enumerate(SETS)))
def test_the_view_equals_that_of_the_true_game_after_every_entry(number, cards):
    for players in (2, 3, 4):
        bot = ("heuristic", "greedy", "random")[(number + players) % 3]
        game = true_game("guildhall", players, number, bot=bot, cards=cards, first=number % players, plies=150)

        assert first_difference(game, (number + players) % players) == ""


@pytest.mark.parametrize("more", [{"masters": True, "houses": True}, {"saga": "mega"}, {"reshuffle_keeps_top": True}])
def test_variants_are_logged_too(more):
    game = true_game("guildhall", 3, 4, bot="greedy", first=0, plies=200, **more)

    assert first_difference(game, 1) == ""


@pytest.mark.parametrize(("seed", "bot", "seat"), [(71, "random", 3), (155, "random", 3), (176, "", 2)])
def test_what_there_is_to_pick_depends_on_her_true_hand(seed, bot, seat):
    game = true_game("guildhall", 4, seed, bot=bot, cards="job-faire")

    assert first_difference(game, seat) == ""


def test_odds_and_review_are_those_of_the_true_game(whole, truth):
    for ply in range(40, truth.ply, 97):
        mine, true = whole.game.branch(), truth.branch()
        mine.undo(mine.ply - ply)
        true.undo(true.ply - ply)

        assert gh.odds.win(mine, seat=0, n=60, seed=7).equals(gh.odds.win(true, seat=0, n=60, seed=7))
        assert gh.odds.chapters(mine, seat=0, turns=2, n=40, seed=7).equals(
            gh.odds.chapters(true, seat=0, turns=2, n=40, seed=7)
        )
        assert mine.events[-1].as_seen_by(0).text == true.events[-1].as_seen_by(0).text


def test_the_review_of_the_scribe_is_that_of_the_true_game(whole, truth):
    mine = gh.odds.review(whole.game, seat=0, n=10, seed=3)

    assert mine.equals(gh.odds.review(truth, seat=0, n=10, seed=3))
    assert gh.odds.review(whole.record, seat=0, n=10, seed=3).equals(mine)


def test_what_the_seat_heard_is_what_it_heard_in_the_true_game(whole, truth):
    mine, true = whole.record.redacted(0), truth.record.redacted(0)

    assert mine.plies == true.plies
    assert mine.outcome == true.outcome


def test_advyria_is_logged_alone_and_with_others():
    for players, seat, more in ((1, 0, {}), (2, 1, {"no_heroes": True}), (4, 2, {}), (3, 0, {"open_hands": True})):
        game = true_game("advyria", players, players, bot=("", "random")[players == 3], **more)

        assert first_difference(game, seat) == ""


def test_what_is_discarded_may_be_shuffled_and_drawn_at_once():
    assert first_difference(true_game("advyria", 1, 196), 0) == ""
