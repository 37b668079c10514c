"""Every rule, ruling and example is named by a test of this folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.guildhall.rulebook import EXAMPLES, RULES, RULINGS

NAMED = re.compile(r"test_(rule|example)_(\d+[a-g]?)_")
TOLD = re.compile(r"\b([Rr]ule|[Rr]uling|[Ee]xample)s? ((?:\d+[a-g]?(?:, | and | to )?)+)")


def functions_of(source: str) -> Iterator[ast.FunctionDef]:
    """The test functions of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def named_by(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """What a test names: ("rule", "22b") or ("example", "3"), in its name or in its docstring."""
    for what, number in NAMED.findall(test.name):
        yield what, number
    for what, numbers in TOLD.findall(ast.get_docstring(test) or ""):
        for number in re.findall(r"\d+[a-g]?", numbers):
            yield ("example" if what.lower() == "example" else "rule"), number


def all_tests() -> list[ast.FunctionDef]:
    """The tests of every module of this folder."""
    modules = sorted(Path(__file__).parent.glob("test_*.py"))
    return [test for module in modules for test in functions_of(module.read_text(encoding="utf-8"))]


ALL_TESTS = all_tests()
ALL_NAMED = {named for test in ALL_TESTS for named in named_by(test)}


@pytest.mark.parametrize("number", RULES)
def test_every_rule_has_a_test_that_names_it(number: str) -> None:
    assert ("rule", number) in ALL_NAMED, f"no test names rule {number}: {RULES[number]}"


@pytest.mark.parametrize("number", EXAMPLES)
def test_every_example_has_a_test_that_names_it(number: int) -> None:
    assert ("example", str(number)) in ALL_NAMED, f"no test names example {number}: {EXAMPLES[number]}"


@pytest.mark.parametrize(("number", "ruling", "test"), RULINGS, ids=[f"{one[0]}-{one[1]}" for one in RULINGS])
def test_every_ruling_is_shown_by_its_test(number: str, ruling: str, test: str) -> None:
    names = {each.name for each in ALL_TESTS}

    assert number in RULES
    assert f"test_rule_{number}_{test}" in names, f"no test shows the ruling on {ruling!r}"


def test_no_test_names_a_rule_that_there_is_not() -> None:
    known = {("rule", number) for number in RULES} | {("example", str(number)) for number in EXAMPLES}

    assert ALL_NAMED - known == set()


def test_a_number_is_found_in_a_name_and_in_a_docstring() -> None:
    source = 'def test_rule_22b_twins(): pass\ndef test_x():\n    """Rules 4, 4a and 7, example 3."""\n'
    found = {named for test in functions_of(source) for named in named_by(test)}

    assert found == {("rule", "22b"), ("rule", "4"), ("rule", "4a"), ("rule", "7"), ("example", "3")}
