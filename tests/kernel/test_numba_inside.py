"""The compiler's corner: two modules rely on numba internals, and nobody else reaches into the package."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from guildhall.kernel import compiler
from guildhall.kernel.compiler import numba_inside
from guildhall.kernel.tables import Tally
from tests.test_layers import absolute, module_name

CORNER = "guildhall.kernel.compiler"
INSIDERS = {f"{CORNER}.numba_inside", f"{CORNER}.numba_program"}
INTERNAL = re.compile(r"llvmlite\b|numba\.(_(?!_)|core\b|np\b|cpython\b|misc\b|parfors\b|typed\b)")


def dotted(node: ast.AST) -> str:
    """`numba.core.config` for such an attribute, "" for anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return ".".join([node.id, *names]) if isinstance(node, ast.Name) else ""


def named_in(tree: ast.Module, module: str, *, is_package: bool) -> Iterator[str]:
    """All dotted names that a module imports or uses."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=base, names=names, level=level):
                place = absolute(base or "", level, module, is_package=is_package)
                yield from (f"{place}.{alias.name}" for alias in names)
            case ast.Attribute():
                yield dotted(node)


def objections(root: Path) -> list[str]:
    """Uses of numba internals outside two modules, and imports from inside the compiler's corner elsewhere."""
    found = []
    for path in sorted([*root.glob("guildhall/**/*.py"), *root.glob("widgets/**/*.py")]):
        module, tree = module_name(path, root), ast.parse(path.read_text(encoding="utf-8"))
        for name in named_in(tree, module, is_package=path.name == "__init__.py"):
            rest = name.removeprefix(f"{CORNER}.")
            is_inside = rest != name and rest.split(".")[0] not in compiler.__all__
            if is_inside and not module.startswith(CORNER):
                found.append(f"{module} reaches into {name}")
            if INTERNAL.match(name) and module not in INSIDERS:
                found.append(f"{module} relies on {name}")
    return found


def test_only_two_modules_rely_on_numba_internals_and_nobody_reaches_into_the_corner(project_root):
    assert objections(project_root) == []


@pytest.mark.parametrize(
    "code",
    [
        "from numba.core import config",
        "import numba\nnumba.core.config",
        "from numba import _dynfunc",
        "import llvmlite.binding",
        "from guildhall.kernel.compiler.cache import sources_of",
        "from guildhall.kernel.compiler import sealed",
        "from ..kernel.compiler.program import Part",
        "def later():\n    from numba.np import arrayobj",
    ],
)
def test_what_is_planted_is_found(tmp_path, code):
    file = tmp_path / "guildhall" / "games" / "planted.py"
    file.parent.mkdir(parents=True)
    file.write_text(code, encoding="utf-8")

    assert len(objections(tmp_path)) >= 1


def test_every_section_says_what_it_uses_and_why(project_root):
    for name in INSIDERS:
        text = project_root.joinpath(*name.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        sections = re.split(r"^# --- ", text, flags=re.MULTILINE)[1:]
        assert sections, name
        assert all(re.match(r".* ---\n# Uses: .*(?:\n# .*)*?Why: ", section) for section in sections), name


def test_a_member_of_an_enumeration_is_an_index():
    @compiler.kernel_with()
    def at(rows: Table, row: int) -> int:  # noqa: F821
        return rows[row, Tally.DECISIONS] + rows[Tally.SEAT, row]

    rows = np.arange(16).reshape(4, 4)
    assert at(rows, 2) == rows[2, Tally.DECISIONS] + rows[Tally.SEAT, 2]


def test_a_dispatcher_without_the_place_for_a_cache_stores_nothing(tmp_path):
    later = SimpleNamespace(py_func=dotted)

    assert not numba_inside.store_with(later, tmp_path / "x", lambda file: None, lambda file, content: True)
