"""Every rule, ruling and case is named by a test of this folder, or states no behaviour."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.hundred_halls.rulebook import CASES, NO_BEHAVIOUR, RULES, RULINGS
from tests.games.rulebooks import named_in, numbers_of

ALL_NAMED = named_in(Path(__file__).parent)
ALL_NUMBERS = numbers_of(RULES, RULINGS, CASES)


@pytest.mark.parametrize(("what", "number"), sorted(ALL_NUMBERS - set(NO_BEHAVIOUR)))
def test_every_rule_ruling_and_case_has_a_test_that_names_it(what: str, number: int) -> None:
    assert (what, number) in ALL_NAMED


def test_no_test_names_a_number_that_there_is_not() -> None:
    assert not ALL_NAMED - ALL_NUMBERS


def test_what_has_no_test_has_a_reason() -> None:
    assert not ALL_NAMED & set(NO_BEHAVIOUR)
    assert all(NO_BEHAVIOUR.values())
