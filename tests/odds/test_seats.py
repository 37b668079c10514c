"""Exact odds of a seat rest on all that it has seen and on nothing else."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

import guildhall as gh
from guildhall import odds
from guildhall.core.errors import BadOdds, UnknownCard
from guildhall.core.game import Game
from tests.core import toy
from tests.odds.brute import deals, served, share

FORMS = [
    {"players": 2},
    {"players": 3, "masters": True},
    {"players": 4, "cards": ["fellowship", "coalition"], "saga": "mega", "masters": True},
    {"players": 2, "cards": "gathering", "reshuffle_keeps_top": True},
]


def positions(form, seed):
    """Moments of a game at random play."""
    game = gh.new_game("guildhall", seed=seed, **form)
    random = Random(seed)
    for ply in range(700):
        if game.over:
            return
        game.play(random.choice(game.options))
        if ply % 47 == 0 and not game.over:
            yield game


def hidden(game, seat):
    """All cards that lie where the seat cannot see them."""
    table, view = game.table, game.view(seat)
    cards = Counter(table.deck if view.deck_cards is None else ())
    cards -= Counter(card for card in view.deck if card and view.deck_cards is None)
    for owner, hand in enumerate(table.hands):
        if owner != seat:
            cards += Counter(hand) - Counter(view.known[owner])
    return cards + (Counter(table.looked) - Counter(view.looked))


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_unseen_are_just_the_cards_in_hidden_places(form):
    for game in positions(form, seed=5):
        for seat in range(form["players"]):
            assert +Counter(odds.draws.unseen(game, seat)) == hidden(game, seat)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_odds_stay_the_same_when_only_hidden_cards_change(form):
    for number, game in enumerate(positions(form, seed=6)):
        seat = number % form["players"]
        other = Game(game.rules, game.rules.resample(game.view(seat), seed=number))

        assert odds.draws.unseen(other, seat) == odds.draws.unseen(game, seat)
        for chapter in game.rules.names.chapters[:3]:
            answers = [odds.draws.chance_in(each, chapter, 6, seat) for each in (game, other)]
            assert answers[0] == answers[1]


def small(deck, *, other=(), hand=(), hall=("red", "blue", "green"), discard=(), **options):
    """A position with few cards in hidden places; what is not placed lies in the box, which all know."""
    return gh.position(
        halls=[{"Weaver": list(hall)}, {}], hands=[list(hand), list(other)], deck=deck, discard=list(discard), **options
    )


def test_draws_of_a_seat_equal_every_outcome():
    hidden_cards = ["yellow Weaver", "purple Weaver", "red Farmer", "yellow Weaver", "blue Farmer", "purple Weaver"]
    pile = ["yellow Weaver", "green Farmer", "purple Weaver"]
    for lying in range(7):
        game = small(hidden_cards[:lying], other=hidden_cards[lying:], discard=pile)
        for draws in range(lying + 5):
            from_pile = min(max(draws - lying, 0), len(pile))
            drawn = deals(hidden_cards, min(draws, lying), pile, from_pile)
            slow = share(served(cards, [["yellow Weaver"], ["purple Weaver"]]) == 2 for cards in drawn)
            assert odds.draws.chance_in(game, "Weaver", draws) == slow


def test_a_kept_back_top_card_is_not_drawn():
    pile = ["red Farmer", "purple Weaver"]

    game = small([], hand=["yellow Weaver"], discard=pile)
    assert odds.draws.chance_in(game, "Weaver", 2) == 1
    kept = small([], hand=["yellow Weaver"], discard=pile, reshuffle_keeps_top=True)
    assert odds.draws.chance_in(kept, "Weaver", 2) == 0


def test_cards_in_hand_count_as_there_unless_asked_otherwise():
    game = small(["purple Weaver", "red Farmer"], hand=["yellow Weaver"])

    assert odds.draws.chance_in(game, "Weaver", 1) == Fraction(1, 2)
    assert odds.draws.chance_in(game, "Weaver", 1, hand=False) == 0


def test_a_card_whose_place_in_the_deck_is_known_comes_for_certain():
    deck = ["purple Warlock", "red Cleric", "yellow Warlock", "green Warlock", "blue Warlock"]
    game = gh.position(
        cards="coalition",
        halls=[{"Artificer": ["red", "blue"], "Warlock": ["red"]}, {}],
        hands=[["green Artificer"], ["blue Cleric"]],
        deck=deck,
    )
    game.play("play green Artificer", "tier 2", "green Warlock")
    while game.decision.kind == "order":
        game.play(game.options[0])
    wanted = odds.draws.goal(["yellow Warlock", "blue Warlock"])

    view = game.view(0)
    assert sorted(filter(None, view.deck)) == ["blue Warlock", "yellow Warlock"]
    assert odds.draws.unseen(game)["yellow Warlock"] == 0
    choices = odds.draws.refresh([], odds.draws.unseen(game), wanted, size=2, deck=view.deck)
    assert choices.best.chance == 1
    # Purple lies in one of the three other hidden places.
    assert odds.draws.chance_in(game, "Warlock", 2) == 0
    assert odds.draws.chance_in(game, "Warlock", 3) == Fraction(1, 3)


def test_masters_stand_for_any_colour_in_the_hall_and_in_the_deck():
    options = {"masters": True, "hall": ("red", "blue", "Seeker")}

    one = small(["green Weaver", "red Farmer", "blue Farmer", "Seeker"], hand=["yellow Weaver"], **options)
    assert odds.draws.chance_in(one, "Weaver", 1) == Fraction(1, 2)
    none = small(["green Weaver", "red Farmer", "yellow Weaver", "Seeker"], **options)
    assert odds.draws.chance_in(none, "Weaver", 2) == Fraction(3, 6)


def test_in_a_mega_saga_every_profession_of_the_archetype_serves():
    game = gh.position(
        cards=["fellowship", "coalition"],
        saga="mega",
        halls=[{"Mystic": ["red Monk", "blue Artificer", "green Monk", "yellow Monk"]}, {}],
        hands=[[], []],
        deck=["purple Monk", "purple Artificer", "red Cleric", "blue Cleric"],
    )

    assert odds.draws.goal_in(game, "Mystic").cards == {"purple Monk", "purple Artificer"}
    assert odds.draws.chance_in(game, "Mystic", 1) == Fraction(1, 2)


def test_a_refresh_of_a_seat_equals_every_outcome():
    hand = ["yellow Weaver", "red Farmer", "red Weaver"]
    deck = ["purple Weaver", "blue Farmer", "green Farmer", "yellow Weaver"]
    game = small(deck, hand=hand)

    choices = odds.draws.refresh_in(game, "Weaver", size=3)
    assert choices.best.kept == ("yellow Weaver",)
    assert choices.best.chance == share("purple Weaver" in drawn for drawn in combinations(deck, 2))
    assert choices.by_kept["red Farmer", "red Weaver"] == 0


def test_live_odds_and_exact_ones_agree_where_hidden_cards_are_dealt_anew():
    game = gh.position(halls=[{"Weaver": ["red", "blue", "green", "yellow"]}, {}], hands=[[], ["red Farmer"] * 3])
    view, deals_made = game.view(0), 400

    tops = (game.rules.table(game.rules.resample(view, seed)).deck[-6:] for seed in range(deals_made))
    found = sum("purple Weaver" in top for top in tops) / deals_made
    assert found == pytest.approx(float(odds.draws.chance_in(game, "Weaver", 6)), abs=0.07)


def test_a_chapter_that_is_not_there_and_a_game_without_chapters_are_refused():
    game = small(["red Farmer"])

    with pytest.raises(UnknownCard, match="did you mean 'Weaver'"):
        odds.draws.chance_in(game, "Wever", 1)
    with pytest.raises(BadOdds, match="draws must be"):
        odds.draws.chance_in(game, "Weaver", -1)
    with pytest.raises(BadOdds, match=r"gleaners has no goals that drawing completes"):
        odds.draws.unseen(Game(toy.Gleaners(), toy.Gleaners().start(1)))
