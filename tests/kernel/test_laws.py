"""The laws of a game's states: one kernel each, looked at in order."""

from __future__ import annotations

import numpy as np
import pytest

from guildhall.kernel.annotations import Rules, State
from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.validator import StateLaws, law_name

STATE = np.dtype((np.record, [("cards", np.int64), ("points", np.int64)]))
RULES = np.dtype((np.record, [("deck", np.int64)]))

law = StateLaws("test-laws", kernel_for(STATE, RULES))


@law
def cards_are_conserved(s: State, rules: Rules) -> bool:
    return bool(s.cards == rules.deck)


@law
def points_are_not_negative(s: State, rules: Rules) -> bool:
    return bool(s.points >= 0)


Law, sound = law.numbered(), law.first_broken()


@pytest.mark.parametrize(
    ("cards", "points", "first"),
    [
        (5, 0, "sound"),
        (4, 0, "cards are conserved"),
        (5, -1, "points are not negative"),
        (4, -1, "cards are conserved"),
    ],
)
def test_the_first_law_that_is_broken_is_told_by_the_name_of_its_kernel(cards, points, first):
    states, rules = np.array([(5, 0), (cards, points)], STATE), np.array([(5,)], RULES)

    assert law_name(Law(sound(states, 1, rules, states))) == first


def test_laws_are_numbered_in_the_order_in_which_they_stand():
    assert [one.name for one in Law] == ["SOUND", "CARDS_ARE_CONSERVED", "POINTS_ARE_NOT_NEGATIVE"]
    assert [int(one) for one in Law] == [0, 1, 2]
