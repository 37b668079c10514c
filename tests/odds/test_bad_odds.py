"""Questions without an answer get a clear error."""

from __future__ import annotations

import pickle
from itertools import pairwise, repeat

import pytest

from guildhall import odds
from guildhall.core.errors import BadOdds, GuildhallError

POOL = {"red Weaver": 3, "blue Weaver": 4, "green Weaver": 0}
CHAPTERS = {"Weaver": ["red Weaver", "blue Weaver"]}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: odds.draws.chance(POOL, ["red Weaver"], -1), "draws must be a whole number of at least 0, not -1"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 1.5), "not 1.5"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], True), "not True"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 8), "cannot draw 8 cards from a pool of 7"),
        (lambda: odds.draws.chance(POOL, ["red Wever"], 1), "did you mean 'red Weaver'"),
        (lambda: odds.draws.chance(POOL, ["Dragon"], 1), "list it with 0 copies"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 1, wild="Seeker"), "'Seeker' is not in the pool"),
        (lambda: odds.draws.chance(POOL, "red Weaver", 1), "must be a list of cards"),
        (lambda: odds.draws.chance(POOL, None, 1), "must be a list of cards"),
        (lambda: odds.draws.chance(POOL, [7], 1), "must name cards, not 7"),
        (lambda: odds.draws.chance(POOL, [[]], 1), "empty list of alternatives"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 1, need=2), "2 of 1 missing"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 1, need=-1), "need must be"),
        (lambda: odds.draws.chance({"a": -1}, ["a"], 0), "the copies of 'a' must be a whole number of at least 0"),
        (lambda: odds.draws.chance({"a": 2.0}, ["a"], 0), "not 2.0"),
        (lambda: odds.draws.chance(["a"], ["a"], 0), "map cards to copies"),
        (lambda: odds.draws.chance({"a": 2_000_000}, ["a"], 1), "fewer than"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 1, deck=8), "8 unknown cards, but the pool has only 7"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 1, deck="many"), "number of cards or a list"),
        (lambda: odds.draws.chance(POOL, ["red Weaver"], 4, deck=2, discard=["x"]), "cannot draw 4 cards"),
        (lambda: odds.draws.curve(POOL, ["red Weaver"], 0), "most must be a whole number of at least 1, not 0"),
        (lambda: odds.draws.curve(POOL, ["red Weaver"], 9), "from a pool of 7"),
        (lambda: odds.draws.distribution(POOL, ["red Weaver"], -3), "most must be"),
        (lambda: odds.draws.expected(POOL, ["green Weaver"]), "cannot be reached"),
        (lambda: odds.draws.at_least(POOL, ["red Weaver"], 2, 3), "2 of 1 missing"),
        (lambda: odds.draws.at_least(POOL, ["red Weaver"], -1, 3, copies=True), "k must be"),
        (lambda: odds.draws.any_of({}, 3), "by goal"),
        (lambda: odds.draws.any_of(CHAPTERS, {"Farmer": 1}), "unknown goals: Farmer"),
        (lambda: odds.draws.any_of(CHAPTERS, {}), "k has no entry for Weaver"),
        (lambda: odds.draws.any_of(CHAPTERS, 1, wild="red Weaver"), "by goal"),
        (lambda: odds.draws.any_of(CHAPTERS | {"W": ["red Weaver"]}, 1), "belongs to two goals"),
        (lambda: odds.draws.chance(POOL, odds.draws.any_of(CHAPTERS, 1), 3, need=1), "a goal contains them already"),
        (lambda: odds.draws.refresh("red Weaver", POOL, ["red Weaver"]), "list of cards"),
        (lambda: odds.draws.refresh([], POOL, ["red Weaver"], size=-1), "size must be"),
        (lambda: odds.draws.refresh([], POOL, ["red Weaver"], discard={"x": 1}, keeps_top=True), "top last"),
        (lambda: odds.draws.opening(POOL, ["red Weaver"], hand=9), "from a pool of 7"),
        (lambda: odds.draws.opening(POOL, ["red Weaver"], hand=-1), "not -1"),
        (lambda: odds.dice.chance(0, 3), "dice must be a whole number of at least 1"),
        (lambda: odds.dice.chance(21, 3), "at most 20"),
        (lambda: odds.dice.chance(2, "7"), "target must be a whole number"),
        (lambda: odds.dice.chance(2, 7, fixers=[7]), "face from 1 to 6"),
        (lambda: odds.dice.chance(2, 7, rerolls=-1), "rerolls must be"),
        (lambda: odds.dice.chance(2, 7, rerolls=10**9), "rerolls must be at most 12, not 1000000000"),
        (lambda: odds.dice.chance(True, 7), "dice must be a whole number of at least 1, not True"),
        (lambda: odds.dice.chance(10**9, 7), "dice must be at most 20, not 1000000000"),
        (lambda: odds.dice.chance(2.0, 7), "not 2.0"),
        (lambda: odds.dice.chance(2, True), "target must be a whole number, not True"),
        (lambda: odds.dice.chance(2, 7, fixers=[True]), "not to True"),
        (lambda: odds.dice.chance(2, 7, fixers=[5.0]), "not to 5.0"),
        (lambda: odds.dice.chance(2, 7, fixers="5"), "not to '5'"),
        (lambda: odds.dice.chance(2, 7, fixers=repeat(5)), "at most 20 fixers"),
        (lambda: odds.dice.curve(0), "dice must be"),
        (lambda: odds.dice.by_number(7, most=21), "most must be at most 20"),
        (lambda: odds.dice.distribution(2, fixers=[0]), "face from 1 to 6, not to 0"),
        (lambda: odds.dice.expected(2, rerolls=-1), "rerolls must be"),
    ],
)
def test_a_question_without_an_answer_says_why(ask, message):
    with pytest.raises(BadOdds) as caught:
        ask()

    assert message in str(caught.value)


def test_too_many_cards_that_serve_several_of_the_missing_are_refused():
    cards = [f"card {i}" for i in range(9)]
    with pytest.raises(BadOdds, match="too many cards serve several"):
        odds.draws.chance(dict.fromkeys(cards, 4), list(pairwise(cards)), 6)


def test_too_many_ways_to_keep_a_hand_are_refused():
    hand = [f"card {i}" for i in range(20)]
    with pytest.raises(BadOdds, match="can be kept in 1048576 ways"):
        odds.draws.refresh(hand, {"other": 9}, hand)


def test_bad_odds_is_an_error_of_the_one_tree_and_survives_pickling():
    assert issubclass(BadOdds, GuildhallError)
    assert str(pickle.loads(pickle.dumps(BadOdds("no")))) == "no"


@pytest.mark.parametrize("group", [odds, odds.draws, odds.dice, odds.quests], ids=lambda group: group.__name__)
def test_public_names_are_sorted_and_exist_and_nothing_else_is_listed(group):
    assert group.__all__ == sorted(group.__all__)
    assert all(hasattr(group, name) for name in group.__all__)
    assert dir(group) == group.__all__


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = odds.nothing
