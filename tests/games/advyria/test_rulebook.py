"""Every rule, ruling and case is named by a test of this folder."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.games.advyria.rulebook import CASES, RULES, RULINGS

NAMED = re.compile(r"test_(rule|ruling|case)_(\d+[a-f]?)_")


def all_named() -> set[tuple[str, str]]:
    """What the tests of this folder name: ("rule", "32b"), ("ruling", "5") or ("case", "3")."""
    sources = [module.read_text(encoding="utf-8") for module in sorted(Path(__file__).parent.glob("test_*.py"))]
    functions = (
        node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)
    )
    return {(what, number) for function in functions for what, number in NAMED.findall(function.name)}


ALL_NAMED = all_named()
ALL_NUMBERS = {
    *(("rule", number) for number in RULES),
    *(("ruling", str(number)) for number in RULINGS),
    *(("case", str(number)) for number in CASES),
}


@pytest.mark.parametrize(("what", "number"), sorted(ALL_NUMBERS))
def test_every_rule_ruling_and_case_has_a_test_that_names_it(what: str, number: str) -> None:
    assert (what, number) in ALL_NAMED


def test_no_test_names_a_number_that_there_is_not() -> None:
    assert not ALL_NAMED - ALL_NUMBERS


def test_all_numbers_of_the_rules_are_listed() -> None:
    assert [number for number in RULES if number.isdigit()] == [str(number) for number in range(1, 32)]
    assert list(RULINGS) == list(range(1, 30))
    assert list(CASES) == list(range(1, 27))
