"""Every rule, ruling and case is named by a test of this folder, states no behaviour, or is not played yet."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.games.hundred_halls.rulebook import CASES, MISSING, NO_BEHAVIOUR, RULES, RULINGS

NAMED = re.compile(r"(rule|ruling|case)_(\d+)(?=_)")


def all_named() -> set[tuple[str, int]]:
    """What the tests of this folder name: ("rule", 32), ("ruling", 5) or ("case", 3)."""
    sources = [module.read_text(encoding="utf-8") for module in sorted(Path(__file__).parent.glob("test_*.py"))]
    functions = (
        node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)
    )
    tests = [function.name for function in functions if function.name.startswith("test_")]
    return {(what, int(number)) for name in tests for what, number in NAMED.findall(name)}


ALL_NAMED = all_named()
ALL_NUMBERS = {
    *(("rule", number) for number in RULES),
    *(("ruling", number) for number in RULINGS),
    *(("case", number) for number in CASES),
}


@pytest.mark.parametrize(("what", "number"), sorted(ALL_NUMBERS - set(NO_BEHAVIOUR) - set(MISSING)))
def test_every_rule_ruling_and_case_has_a_test_that_names_it(what: str, number: int) -> None:
    assert (what, number) in ALL_NAMED


def test_no_test_names_a_number_that_there_is_not() -> None:
    assert not ALL_NAMED - ALL_NUMBERS


def test_what_has_no_test_has_a_reason() -> None:
    assert not ALL_NAMED & {*NO_BEHAVIOUR, *MISSING}
    assert all({**NO_BEHAVIOUR, **MISSING}.values())
