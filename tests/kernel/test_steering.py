"""Words of the generator that bring wanted results one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from guildhall.kernel.chance import throw
from guildhall.kernel.steering import steer


def thrown(word, sides):
    """The results of throws with these sides, one after the other."""
    state, results = np.uint64(word), []
    for each in sides:
        state, result = throw(state, each)
        results.append(int(result))
    return results


def trial(sides, wanted, seen=lambda place, result: result):
    """Return how a word is tried: the results at the places of `wanted`, as they are seen."""

    def tried(word):
        results = thrown(word, sides)
        shown = [seen(place, results[place]) for place in wanted]
        right = next((at for at, place in enumerate(wanted) if shown[at] != wanted[place]), len(wanted))
        return right, shown[: right + 1]

    return tried


def test_results_that_are_together_one_in_millions_come():
    sides = [4, 9, 8, 7, 6, 5, 4, 3, 2, 4, 4, 12, 4, 7]
    wanted = {0: 3, 1: 8, 9: 0, 10: 2, 11: 11, 2: 4, 13: 6}

    word = steer(trial(sides, wanted))

    results = thrown(word, sides)
    assert {place: results[place] for place in wanted} == wanted


def test_several_sides_may_bring_the_same_result():
    sides, wanted = [8, 8, 6], {0: 1, 1: 0, 2: 5}

    word = steer(trial(sides, wanted, lambda place, result: result if place == 2 else result // 3))

    assert [result // 3 for result in thrown(word, sides)[:2]] == [1, 0]


@pytest.mark.parametrize("wanted", [{0: 4}, {0: 1, 1: 9}])
def test_what_cannot_come_is_given_up(wanted):
    assert steer(trial([4, 6], wanted)) is None
