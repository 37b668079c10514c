"""Words of the generator that throw what is wanted."""

from __future__ import annotations

import numpy as np
import pytest

from guildhall.kernel.chance import throw
from guildhall.logbook.throwing import word_for


@pytest.mark.parametrize("faces", [[5], [0, 3, 3, 1, 4], [5] * 10, [0] * 10, [2, 4, 1, 0, 5, 3, 3, 1, 2, 0, 4, 5]])
def test_dice_come_out_as_wanted_in_their_order(faces):
    word = np.uint64(word_for([(6, face, face + 1) for face in faces]))

    thrown = []
    for _ in faces:
        word, face = throw(word, 6)
        thrown.append(int(face))
    assert thrown == faces


def test_ranges_and_dice_of_other_sides_are_met():
    throws = [(6, 2, 3), (52, 10, 14), (6, 0, 6), (20, 0, 1), (6, 5, 6), (3, 1, 3), (9, 8, 9)]
    word = np.uint64(word_for(throws))

    for sides, low, high in throws:
        word, result = throw(word, sides)
        assert low <= result < high


def test_no_die_shows_what_it_has_not():
    assert word_for([(6, 6, 7)]) is None
