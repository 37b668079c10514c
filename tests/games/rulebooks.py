"""Rulebooks by number: what the tests of a folder name, compared with what there is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

__all__ = ["named_in", "numbers_of"]

NAMED = re.compile(r"(rule|ruling|case)_(\d+)(?=_)")


def named_in(folder: Path) -> set[tuple[str, int]]:
    """What the tests of a folder name: ("rule", 32), ("ruling", 5) or ("case", 3)."""
    sources = [module.read_text(encoding="utf-8") for module in sorted(folder.glob("test_*.py"))]
    functions = (
        node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)
    )
    tests = [function.name for function in functions if function.name.startswith("test_")]
    return {(what, int(number)) for name in tests for what, number in NAMED.findall(name)}


def numbers_of(rules: Iterable[int], rulings: Iterable[int], cases: Iterable[int]) -> set[tuple[str, int]]:
    """All numbers of a rulebook, in the same form."""
    every = {"rule": rules, "ruling": rulings, "case": cases}
    return {(what, number) for what, numbers in every.items() for number in numbers}
