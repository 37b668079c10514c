"""What a seat may know (rule 4): nothing hidden is in its view, what it saw is, and the rest can be dealt anew."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import numpy as np
import pytest

import guildhall as gh
from guildhall.core.rules import clone
from guildhall.games.guildhall.engine.knowledge import reshuffle_hidden
from guildhall.games.guildhall.engine.state import CARDS
from guildhall.kernel.chance import generator
from tests.games.guildhall.soak import FORMS, Case


def stirred(rules, state, seat, seed=1):
    """The same game with everything changed that the seat cannot know."""
    other = clone(state)
    reshuffle_hidden(other[0], rules.compiled[0], seat, generator(seed), np.zeros(2 * CARDS, np.int64))
    return other


def states_of(case, seed, every):
    """States along a line of even choices."""
    rules, coin = case.rules, random.Random(seed)
    state, ply = rules.start(seed), 0
    while options := rules.options(state):
        if ply % every == 0:
            yield state
        rules.apply(state, coin.choice(options))
        ply += 1


def shown(view):
    """All there is in a view, as text and as bytes; the names of the deck's cards are no secret."""
    fields = {name: value for name, value in vars(view).items() if name != "names"}
    return repr(view), view._repr_html_(), {**fields, "knowledge": view.knowledge.tobytes()}


@pytest.mark.parametrize("number", range(len(FORMS)))
def test_games_that_differ_only_in_the_hidden_have_the_same_view(number):
    case = Case(list(FORMS)[number], 2 + number % 3, number % 4)
    for state in islice(states_of(case, seed=number, every=29), 16):
        for seat in range(case.players):
            other = stirred(case.rules, state, seat)

            assert other.tobytes() != state.tobytes()
            assert shown(case.rules.view(other, seat)) == shown(case.rules.view(state, seat))


@pytest.mark.parametrize("number", range(len(FORMS)))
def test_the_deciding_seat_is_asked_the_same_whatever_is_hidden(number):
    case = Case(list(FORMS)[number], 4 - number % 3, number % 4)
    for state in islice(states_of(case, seed=number, every=13), 40):
        decision = case.rules.decision(state)

        assert case.rules.decision(stirred(case.rules, state, decision.seat)) == decision


@pytest.mark.parametrize("number", range(len(FORMS)))
def test_dealing_anew_varies_the_hidden_and_keeps_the_view(number):
    case = Case(list(FORMS)[number], 2 + number % 3, number % 4)
    for state in islice(states_of(case, seed=number, every=31), 12):
        for seat in range(case.players):
            view = case.rules.view(state, seat)
            worlds = [case.rules.resample(view, seed) for seed in range(3)]

            assert len({world.tobytes() for world in worlds}) == 3
            assert all(case.rules.view(world, seat) == view for world in worlds)
            assert all(case.rules.view(world, seat).hand == view.hand for world in worlds)


def test_a_view_holds_on_to_no_state():
    game = gh.new_game("guildhall", players=3, seed=4)
    view = game.view(1)
    before = shown(view)

    assert view.knowledge.base is None
    assert not np.shares_memory(view.knowledge, game.state)
    game.run("random")
    assert shown(view) == before


def test_the_generator_is_in_no_view():
    game = gh.new_game("guildhall", players=2, seed=4)
    other = game.state
    other["rng"] ^= np.uint64(12345)

    assert game.view(0).knowledge["rng"][0] == 0
    assert game.rules.view(other, 0) == game.view(0)


def test_a_view_shows_the_own_hand_and_the_sizes_of_others():
    game = gh.position(halls=[{}, {}], hands=[["red Weaver"], ["blue Weaver", "green Farmer"]], deck=["red Farmer"])
    view = game.view(0)

    assert (view.hand, view.hand_sizes, view.known) == (["red Weaver"], [1, 2], [[], []])
    assert (view.deck, view.deck_size) == ([None], 1)
    assert "blue" not in repr(view)


def test_the_size_of_the_deck_is_not_on_the_screen():
    game = gh.position(halls=[{}, {}], deck=["red Weaver", "blue Weaver", "green Weaver"])

    assert "Deck: ?" in repr(game.view(0))
    assert "Deck: ?" in repr(game)


# --- Memory -----------------------------------------------------------------------------------------------

PSION = {"cards": "alliance", "halls": [{}, {}, {}]}


def after_psion():
    """Seat 0 has looked at the hand of seat 1 and placed one of its cards; two are left."""
    hands = [["red Psion"], ["blue Wizard", "red Marshal", "red Marshal"], ["green Wizard"]]
    game = gh.position(**PSION, hands=hands, deck=["yellow Shaman"] * 4)
    game.play("play red Psion", "tier 0", "player 2", "blue Wizard")
    return game


def test_a_seat_remembers_a_hand_it_looked_at():
    game = after_psion()

    assert game.view(0).known == [[], ["red Marshal", "red Marshal"], []]
    assert game.view(2).known == [[], [], []]


def test_a_hand_that_was_looked_at_stays_known_in_every_world():
    game = after_psion()
    worlds = [game.rules.table(game.rules.resample(game.view(0), seed)) for seed in range(5)]

    assert all(world.hands[1] == ["red Marshal", "red Marshal"] for world in worlds)


def test_a_card_that_leaves_a_known_hand_in_the_open_is_no_longer_expected_there():
    game = after_psion()
    game.play("refresh", "done")
    game.play("refresh", "discard red Marshal", "done")

    assert game.view(0).known[1] == ["red Marshal"]
    assert game.view(0).hand_sizes[1] > 1


ARTIFICER = {
    "cards": "coalition",
    "halls": [{"Artificer": ["blue", "green"]}, {}],
    "hands": [["red Artificer"], []],
    "deck": ["red Rogue", "red Cleric", "green Cleric", "blue Cleric"],
}


def after_artificer(**zones):
    """Seat 0 has looked at three cards, placed one and laid two back: the green Cleric under the red one."""
    game = gh.position(**{**ARTIFICER, **zones})
    game.play("play red Artificer", "tier 2", "blue Cleric", "green Cleric", "red Cleric")
    return game


def test_a_seat_remembers_the_cards_it_laid_back_on_the_deck():
    game = after_artificer()

    assert game.view(0).deck == [None, "green Cleric", "red Cleric"]
    assert game.view(1).deck == [None, None, None]


def test_while_a_seat_looks_at_cards_the_others_see_only_how_many():
    game = gh.position(**ARTIFICER)
    game.play("play red Artificer", "tier 2")

    assert sorted(game.view(0).looked) == ["blue Cleric", "green Cleric", "red Cleric"]
    assert (game.view(1).looked, game.view(1).looked_size) == ([], 3)


def test_a_known_card_of_the_deck_is_known_in_the_hand_that_draws_it():
    game = after_artificer(hands=[["red Artificer"] + ["blue Warlock"] * 4 + ["red Warlock"] * 4, ["red Paladin"] * 4])
    game.play("refresh", "done")
    game.play("refresh", "done")

    assert sorted(game.view(0).known[1]) == ["green Cleric", "red Cleric"]
    assert game.view(1).known[0] == []


def test_a_card_taken_in_the_open_is_known_to_all():
    halls = [{}, {"Wizard": ["blue"]}, {}]
    game = gh.position(cards="alliance", halls=halls, hands=[["red Spellblade"], ["green Wizard"], []], deck=[])
    game.play("play red Spellblade", "tier 0", "player 2", "blue Wizard")

    assert game.view(0).known[1] == game.view(2).known[1] == ["blue Wizard"]
    assert game.view(1).known[1] == []


def test_a_seat_that_searches_the_deck_sees_its_cards_but_not_their_order():
    deck = ["red Monk", "blue Monk", "green Monk"]
    halls = [{"Alchemist": ["blue", "green"]}, {}]
    game = gh.position(
        cards=["Alchemist", "Monk", "Bard"], halls=halls, hands=[["red Alchemist", "red Bard"], []], deck=deck
    )
    game.play("play red Alchemist", "tier 2", "red Bard")

    assert sorted(game.view(0).deck_cards) == sorted(deck)
    assert game.view(0).deck == [None, None, None]
    assert game.view(1).deck_cards is None


def while_searching():
    """Seat 0 laid two Monks back on the deck, the red one on top, and now searches it."""
    halls = [{"Alchemist": ["blue", "green"], "Artificer": ["blue", "green"]}, {}]
    hands = [["red Artificer", "red Alchemist", "red Bard"], []]
    deck = ["yellow Bard", "purple Bard", "red Monk", "blue Monk", "green Monk"]
    game = gh.position(cards=["Alchemist", "Artificer", "Monk", "Bard"], halls=halls, hands=hands, deck=deck)
    game.play("play red Artificer", "tier 2", "blue Monk", "green Monk", "red Monk")
    game.play("play red Alchemist", "tier 2", "red Bard")
    return game


def test_cards_laid_back_keep_their_place_in_every_world_while_the_deck_is_searched():
    game = while_searching()
    view = game.view(0)

    assert view.deck == [None, None, "green Monk", "red Monk"]
    worlds = [game.rules.resample(view, seed) for seed in range(8)]
    assert all(game.rules.view(world, 0) == view for world in worlds)
    assert len({tuple(game.rules.table(world).deck) for world in worlds}) == 2


def test_shuffling_the_deck_ends_what_was_known_of_it():
    game = while_searching()
    game.play("yellow Bard")

    assert game.view(0).deck == [None, None, None]
    assert game.view(0).deck_cards is None


# --- Dealing anew -----------------------------------------------------------------------------------------


def test_every_unseen_card_is_equally_likely_in_a_hidden_place():
    deck = ["red Farmer", "blue Farmer", "green Farmer"]
    game = gh.position(halls=[{}, {}], hands=[[], ["yellow Farmer"]], deck=deck)
    view = game.view(0)
    found = Counter(game.rules.table(game.rules.resample(view, seed)).hands[1][0] for seed in range(2000))

    assert set(found) == {*deck, "yellow Farmer"}
    assert all(420 < times < 580 for times in found.values())


def test_another_seats_hand_is_dealt_such_that_its_decision_was_possible():
    # Seat 1 is placing two cards of its own hand: it must hold some that fit.
    hall = {"Weaver": ["red", "blue"]}
    hand = ["green Weaver", "red Farmer", "blue Farmer", "red Dancer"]
    game = gh.position(halls=[{}, hall], hands=[[], hand], to_play=1, seed=3)
    game.play("play green Weaver", "tier 2", "red Farmer")
    for seed in range(50):
        world = game.rules.resample(game.view(0), seed)

        assert game.rules.decision(world).seat == 1
        assert game.rules.options(world)


def test_a_finished_game_can_be_dealt_anew_too():
    game = gh.new_game("guildhall", players=2, seed=6)
    game.run("greedy")
    world = game.rules.resample(game.view(0), 1)

    assert game.over
    assert game.rules.outcome(world) == game.outcome


def test_the_same_seed_deals_the_same_world():
    game = gh.new_game("guildhall", players=3, seed=2)
    one, again, other = (game.rules.resample(game.view(2), seed).tobytes() for seed in (5, 5, 6))

    assert one == again
    assert one != other
