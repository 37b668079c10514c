"""A module imports only what stands above it; what a game is reaches the rest through its `Rules`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

# From the top to the bottom: a layer may import those before it.
LAYERS = ("core", "kernel", "games", "bots", "simulate", "odds", "graphs", "adapters", "lessons", "cli", "widgets")

# `guildhall` itself gathers what a user types; these two use it as a user does.
USERS_OF_THE_WHOLE = {"cli", "widgets"}

# Doors: imports downwards, only inside a function, each for one reason.
DOORS = {
    ("core", "bots"),  # Game.run resolves names of bots
    ("core", "games"),  # a record finds the rules it was played by
    ("cli", "widgets"),  # a study is drawn by the front-ends, where they are installed
}

# Modules of `guildhall.games` itself, which every game may use.
SHARED_BY_GAMES = {"interactions", "observing"}

# What a layer may use besides the standard library and guildhall; the others are free, but for Jupyter.
LIBRARIES = {
    "core": {"msgspec", "numpy", "zstandard"},
    "kernel": {"llvmlite", "numba", "numpy"},
    "games": {"msgspec", "numba", "numpy"},
    "bots": {"numba", "numpy"},
}
JUPYTER = {"IPython", "anywidget", "ipykernel", "ipywidgets", "jupyterlab", "notebook", "traitlets"}


@dataclass(frozen=True)
class Import:
    """One import: where it stands, what it names, and whether it waits inside a function."""

    place: str
    importer: str
    imported: str
    lazy: bool


def module_name(path: Path, root: Path) -> str:
    """`guildhall/core/game.py` is `guildhall.core.game`."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def absolute(node: ast.ImportFrom, importer: str, *, is_package: bool) -> str:
    """The full name of the module after `from`, dots resolved."""
    if not node.level:
        return node.module or ""
    up = node.level - is_package
    base = importer.split(".")[: len(importer.split(".")) - up]
    return ".".join([*base, *filter(None, [node.module])])


def is_module(name: str, root: Path) -> bool:
    """Whether `name` is a module of ours, not a name inside one."""
    path = root.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def names_in(node: ast.AST, importer: str, *, is_package: bool, root: Path) -> Iterator[str]:
    """Names of the modules that one node imports."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(names=names):
            base = absolute(node, importer, is_package=is_package)
            for alias in names:
                inner = f"{base}.{alias.name}"
                yield inner if is_module(inner, root) else base
        case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name)), *_]):
            yield name


def in_functions(tree: ast.Module) -> set[int]:
    """Identities of all nodes that stand inside a function."""
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return {id(inner) for function in functions for inner in ast.walk(function)}


def for_types_only(tree: ast.Module) -> set[int]:
    """Identities of all nodes under `if TYPE_CHECKING:`, which import nothing at run time."""
    blocks = (n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test))
    return {id(inner) for block in blocks for inner in ast.walk(block)}


def imports_of(path: Path, root: Path) -> Iterator[Import]:
    """All imports of one module."""
    importer, is_package = module_name(path, root), path.name == "__init__.py"
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    lazy, typing_only = in_functions(tree), for_types_only(tree)
    for node in ast.walk(tree):
        for imported in names_in(node, importer, is_package=is_package, root=root):
            place = f"{path.relative_to(root)}:{getattr(node, 'lineno', 0)}"
            yield Import(place, importer, imported, id(node) in lazy | typing_only)


def layer_of(module: str) -> str | None:
    """The layer of a module of ours, "" for `guildhall` itself, None for a library."""
    top, _, rest = module.partition(".")
    if top == "guildhall_widgets" or module.startswith("widgets."):
        return "widgets"
    return rest.split(".")[0] if top == "guildhall" else None


def game_of(module: str) -> str | None:
    """The game a module belongs to, None outside `guildhall.games.<game>`."""
    parts = module.split(".")
    is_games = parts[:2] == ["guildhall", "games"] and len(parts) > 2
    return parts[2] if is_games and parts[2] not in SHARED_BY_GAMES else None


def objection(found: Import) -> str | None:
    """What is wrong with an import, or None."""
    layer, target = layer_of(found.importer), layer_of(found.imported)
    if layer == "":
        return None
    if target is None:
        return library_objection(layer, found.imported.partition(".")[0])
    if target == "":
        return None if layer in USERS_OF_THE_WHOLE else "only the command line and widgets import guildhall"
    if LAYERS.index(target) > LAYERS.index(layer) and not (found.lazy and (layer, target) in DOORS):
        return f"{layer} stands above {target}"
    return game_objection(found, layer)


def library_objection(layer: str | None, library: str) -> str | None:
    """What is wrong with using a library in a layer."""
    if layer != "widgets" and library in JUPYTER:
        return "only widgets import Jupyter"
    allowed = LIBRARIES.get(layer or "")
    if allowed is None or library in allowed or is_standard(library):
        return None
    return f"{layer} uses only {', '.join(sorted(allowed))}"


def is_standard(library: str) -> bool:
    """Whether a library comes with Python."""
    return library in sys.stdlib_module_names


def game_objection(found: Import, layer: str | None) -> str | None:
    """Particular games are known to themselves, to the registry, and to those who show them."""
    target, own = game_of(found.imported), game_of(found.importer)
    if target is None or target == own or layer in USERS_OF_THE_WHOLE or found.importer == "guildhall.games":
        return None
    return "a particular game reaches others only through its Rules"


def all_imports(root: Path) -> list[Import]:
    """The imports of both packages."""
    paths = [*root.glob("guildhall/**/*.py"), *root.glob("widgets/**/*.py")]
    return [found for path in sorted(paths) for found in imports_of(path, root)]


def test_a_module_imports_only_what_stands_above_it(project_root):
    found = all_imports(project_root)

    objections = [f"{one.place}: {one.imported}: {why}" for one in found if (why := objection(one))]

    assert not objections, "\n".join(objections)


def test_every_package_has_its_layer(project_root):
    inner = {
        path.stem
        for path in project_root.glob("guildhall/*")
        if path.name[0] not in "._" and path.suffix in ("", ".py")
    }

    assert inner - {"__init__"} <= set(LAYERS)


@pytest.mark.parametrize(
    ("importer", "imported", "lazy"),
    [
        ("guildhall.core.game", "guildhall.kernel", False),
        ("guildhall.core.game", "guildhall.bots", False),
        ("guildhall.core.game", "guildhall", True),
        ("guildhall.core.game", "polars", False),
        ("guildhall.kernel.batch", "guildhall.games", True),
        ("guildhall.games.advyria.rules", "guildhall.games.guildhall.engine.state", False),
        ("guildhall.games.observing", "guildhall.games.guildhall.rules", False),
        ("guildhall.bots.heuristic", "guildhall.games.guildhall.rules", True),
        ("guildhall.simulate.run", "ipywidgets", True),
        ("guildhall.cli", "guildhall_widgets", False),
    ],
)
def test_an_import_that_looks_down_is_found(importer, imported, lazy):
    assert objection(Import("here", importer, imported, lazy))


@pytest.mark.parametrize(
    ("importer", "imported", "lazy"),
    [
        ("guildhall", "guildhall.simulate", False),
        ("guildhall.core.game", "guildhall.bots", True),
        ("guildhall.games", "guildhall.games.guildhall.rules", False),
        ("guildhall.games.guildhall.rules", "guildhall.games.guildhall.engine.state", False),
        ("guildhall.games.advyria.observing", "guildhall.games.observing", False),
        ("guildhall.simulate.run", "polars", False),
        ("guildhall.cli", "guildhall.games.guildhall.cards", True),
        ("widgets.guildhall_widgets", "ipywidgets", False),
    ],
)
def test_an_import_that_looks_up_is_allowed(importer, imported, lazy):
    assert objection(Import("here", importer, imported, lazy)) is None
