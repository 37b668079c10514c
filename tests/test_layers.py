"""A module imports only from layers listed before its own; what a game is reaches the rest through its `Rules`.

Pages are pure: a module of the front-ends that draws, or that holds what is drawn, imports no front-end and nothing of
Jupyter.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

# From the top to the bottom: a layer may import those before it.
LAYERS = (
    "core",
    "records",
    "kernel",
    "games",
    "testing",
    "kit",
    "bots",
    "simulation",
    "odds",
    "graphs",
    "adapters",
    "lessons",
    "cli",
    "widgets",
)

# `guildhall` itself gathers what a user types; these two use it as a user does.
USERS_OF_THE_WHOLE = {"cli", "widgets"}

# Doors: imports downwards, only inside a function, each for one reason.
DOORS = {
    ("core", "bots"),  # Game.run resolves names of bots
    ("core", "games"),  # a record finds the rules it was played by
    ("core", "records"),  # Game.record writes a game down
    ("bots", "simulation"),  # gh.bots.tune plays games in bulk
    ("cli", "widgets"),  # a study is drawn by the front-ends, where they are installed
}

# What a layer may use besides the standard library and guildhall; the others are free, but for Jupyter.
LIBRARIES = {
    "core": {"msgspec", "numpy", "zstandard"},
    "records": {"msgspec", "numpy"},
    "kernel": {"llvmlite", "numba", "numpy"},
    "games": {"msgspec", "numba", "numpy"},
    "bots": {"numba", "numpy"},
}
JUPYTER = {"IPython", "anywidget", "ipykernel", "ipywidgets", "jupyterlab", "notebook", "traitlets"}

WIDGETS = "guildhall_widgets"

# Modules that draw: all of `render`, and beside the widgets what these names end with or what is listed.
DRAWS = re.compile(r"guildhall_widgets\.(render(\..+)?|(\w+\.)+(\w+_)?pages?)")
ALSO_DRAW = {
    f"{WIDGETS}.{module}"
    for module in (
        *("odds.charts", "odds.counting", "graph.network", "graph.shown", "deckbuilder.deck"),
        *("replay.lines", "replay.strips", "replay.export", "table.lines"),
        "table.ending",
    )
}


@dataclass(frozen=True)
class Import:
    """One import: its place, what it names, whether it waits inside a function, and whether it is for types only."""

    place: str
    importer: str
    imported: str
    lazy: bool
    is_typing: bool = False


def module_name(path: Path, root: Path) -> str:
    """`guildhall/core/game.py` is `guildhall.core.game`; the front-ends lie in a folder of their own."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__").removeprefix("widgets.")


def absolute(name: str, level: int, importer: str, *, is_package: bool) -> str:
    """The full name of a module that is named with so many dots before it."""
    if not level:
        return name
    base = importer.split(".")[: len(importer.split(".")) - level + is_package]
    return ".".join([*base, *filter(None, [name])])


def is_module(name: str, root: Path) -> bool:
    """Whether `name` is a module of ours, not a name inside one."""
    paths = [folder.joinpath(*name.split(".")) for folder in (root, root / "widgets")]
    return any(path.is_dir() or path.with_suffix(".py").is_file() for path in paths)


def names_in(node: ast.AST, importer: str, loaders: set[str], *, is_package: bool, root: Path) -> Iterator[str]:
    """Names of the modules that one node imports."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(names=names):
            base = absolute(node.module or "", node.level, importer, is_package=is_package)
            for alias in names:
                inner = f"{base}.{alias.name}"
                yield inner if is_module(inner, root) else base
        case ast.Call(func=ast.Attribute(attr="import_module")):
            yield from name_given(node, importer, is_package=is_package)
        case ast.Call(func=ast.Name(id=called)) if called in loaders:
            yield from name_given(node, importer, is_package=is_package)


def name_given(call: ast.Call, importer: str, *, is_package: bool) -> Iterator[str]:
    """The module that `import_module(...)` is given, as far as it is written there and not computed."""
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "name")]
    written = known_text(given[0], importer) if given else ""
    name = written.lstrip(".")
    if name:
        yield absolute(name.rstrip("."), len(written) - len(name), importer, is_package=is_package)


def known_text(node: ast.expr, importer: str) -> str:
    """The beginning of a text that is known without running the program."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text.rpartition(".")[0] + "."
        case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Name(id="__name__")), *_]):
            return importer
    return ""


def loaders_in(tree: ast.Module) -> set[str]:
    """The names by which a module calls `import_module`, and Python's own function."""
    froms = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "importlib")
    aliases = (alias for node in froms for alias in node.names if alias.name == "import_module")
    return {"__import__", *(alias.asname or alias.name for alias in aliases)}


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
    lazy, typing_only, loaders = in_functions(tree), for_types_only(tree), loaders_in(tree)
    for node in ast.walk(tree):
        for imported in names_in(node, importer, loaders, is_package=is_package, root=root):
            place = f"{path.relative_to(root)}:{getattr(node, 'lineno', 0)}"
            yield Import(place, importer, imported, id(node) in lazy | typing_only, id(node) in typing_only)


def layer_of(module: str) -> str | None:
    """The layer of a module of ours, "" for `guildhall` itself, None for a library."""
    top, _, rest = module.partition(".")
    if top == WIDGETS:
        return "widgets"
    return rest.split(".")[0] if top == "guildhall" else None


def game_of(module: str) -> str | None:
    """The game a module belongs to, None outside `guildhall.games.<game>`."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["guildhall", "games"] and len(parts) > 2 else None


def objection(found: Import) -> str | None:
    """What is wrong with an import, or None."""
    layer, target = layer_of(found.importer), layer_of(found.imported)
    if layer == "":
        return None
    if is_drawing(found.importer) and (why := drawing_objection(found)):
        return why
    if target is None:
        return library_objection(layer, found.imported.partition(".")[0])
    if target == "":
        return None if layer in USERS_OF_THE_WHOLE else "only the command line and widgets import guildhall"
    if LAYERS.index(target) > LAYERS.index(layer) and not (found.lazy and (layer, target) in DOORS):
        return f"{layer} stands above {target}"
    return game_objection(found, layer)


def is_drawing(module: str) -> bool:
    """Whether a module draws what the front-ends show, or holds what is drawn."""
    return bool(DRAWS.fullmatch(module)) or module in ALSO_DRAW


def drawing_objection(found: Import) -> str | None:
    """What is wrong with an import of what draws, also inside a function; a page may name its own widget's type."""
    if found.imported.partition(".")[0] in JUPYTER:
        return "drawing knows no Jupyter"
    folder = found.importer.rpartition(".")[0]
    is_own_type = found.is_typing and found.imported.startswith(f"{folder}.")
    if layer_of(found.imported) != "widgets" or is_drawing(found.imported) or is_own_type:
        return None
    return "drawing knows no front-end"


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


def objections(root: Path) -> list[str]:
    """What is wrong with the imports of both packages."""
    paths = [*root.glob("guildhall/**/*.py"), *root.glob("widgets/**/*.py")]
    found = (one for path in sorted(paths) for one in imports_of(path, root))
    return [f"{one.place}: {one.imported}: {why}" for one in found if (why := objection(one))]


def test_a_module_imports_only_what_stands_above_it(project_root):
    found = objections(project_root)

    assert not found, "\n".join(found)


def test_all_that_draws_is_there_and_loads_no_front_end(project_root):
    paths = (project_root / "widgets").glob("**/*.py")
    drawing = sorted(name for path in paths if is_drawing(name := module_name(path, project_root)))
    assert set(drawing) >= ALSO_DRAW
    assert {name.split(".")[1] for name in drawing} == {
        *("render", "table", "replay", "odds", "graph", "deckbuilder", "party", "start", "lessons")
    }

    loading = f"import {', '.join(drawing)}, sys; print('{WIDGETS}.live' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", loading], capture_output=True, text=True, check=True, cwd=project_root)
    assert run.stdout == "False\n"


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
        ("guildhall.bots.heuristic", "guildhall.games.guildhall.rules", True),
        ("guildhall.simulation.run", "ipywidgets", True),
        ("guildhall.cli", "guildhall_widgets", False),
        ("guildhall_widgets.render.stepper", "guildhall_widgets.live", False),
        ("guildhall_widgets.odds.charts", "guildhall_widgets.odds.explorers", True),
        ("guildhall_widgets.odds.live_page", "guildhall_widgets.odds.live", False),
        ("guildhall_widgets.party.pages", "guildhall_widgets.background", False),
        ("guildhall_widgets.table.page", "guildhall_widgets.table.seating", False),
        ("guildhall_widgets.render", "guildhall_widgets", True),
        ("guildhall_widgets.render.markup", "ipywidgets", True),
    ],
)
def test_an_import_that_looks_down_is_found(importer, imported, lazy):
    assert objection(Import("here", importer, imported, lazy))


@pytest.mark.parametrize(
    ("importer", "imported", "lazy"),
    [
        ("guildhall", "guildhall.simulation", False),
        ("guildhall.core.game", "guildhall.bots", True),
        ("guildhall.games", "guildhall.games.guildhall.rules", False),
        ("guildhall.games.guildhall.rules", "guildhall.games.guildhall.engine.state", False),
        ("guildhall.simulation.run", "polars", False),
        ("guildhall.cli", "guildhall.games.guildhall.cards", True),
        ("guildhall_widgets", "ipywidgets", False),
        ("guildhall_widgets.table.widget", "guildhall_widgets.render.stepper", False),
        ("guildhall_widgets.odds.charts", "guildhall_widgets.render", False),
        ("guildhall_widgets.party.pages", "guildhall_widgets.odds.live_page", False),
        ("guildhall_widgets.render.guildhall", "guildhall.games.guildhall.wording", False),
    ],
)
def test_an_import_that_looks_up_is_allowed(importer, imported, lazy):
    assert objection(Import("here", importer, imported, lazy)) is None


# --- What is planted is found ---


def planted(root, path, code):
    """What the guard says to a tree of one module, beside a command line."""
    for name, text in (("guildhall/cli/__init__.py", ""), (path, code)):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return objections(root)


@pytest.mark.parametrize(
    "code",
    [
        'from importlib import import_module; import_module("guildhall.cli")',
        'from importlib import import_module\ndef later():\n    return import_module("guildhall.cli")',
        'from importlib import import_module as load; load("guildhall.cli.play")',
        'import importlib; importlib.import_module("guildhall.cli")',
        'import importlib as loading; loading.import_module(name="guildhall.cli")',
        'from importlib import import_module; import_module(f"guildhall.cli.{1}")',
        'from importlib import import_module; import_module("..cli", __package__)',
        '__import__("guildhall.cli")',
        "import guildhall.cli",
        "from guildhall import cli",
        "from ..cli import play",
    ],
)
def test_the_command_line_planted_in_the_core_is_found_however_it_is_imported(tmp_path, code):
    (found,) = planted(tmp_path, "guildhall/core/planted.py", code)

    assert found.startswith("guildhall/core/planted.py:")
    assert found.endswith("core stands above cli")


@pytest.mark.parametrize(
    "code",
    [
        "from guildhall_widgets.live import LiveWidget",
        "from ...live import LiveWidget",
        "from guildhall_widgets import TableWidget",
        'from importlib import import_module; import_module("guildhall_widgets.table")',
        'from importlib import import_module; import_module("...table", __package__)',
        "def later():\n    import anywidget",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ...live import LiveWidget",
    ],
)
@pytest.mark.parametrize("path", ["render/odds/planted.py", "odds/inner/page.py"])
def test_a_front_end_planted_in_what_draws_is_found(tmp_path, path, code):
    (found,) = planted(tmp_path, f"widgets/guildhall_widgets/{path}", code)

    assert "drawing knows no" in found


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (
            "guildhall/core/door.py",
            'import importlib\ndef bot():\n    return importlib.import_module("guildhall.bots")',
        ),
        ("guildhall/cli/play.py", 'from importlib import import_module; import_module(f"guildhall.games.{1}.soak")'),
        ("guildhall/core/other.py", 'def import_module(name): ...\nimport_module("guildhall.cli")'),
        (
            "widgets/guildhall_widgets/render/page.py",
            "from . import markup\nfrom guildhall_widgets.render import scene",
        ),
        ("widgets/guildhall_widgets/table/widget.py", "from ..live import LiveWidget"),
        (
            "widgets/guildhall_widgets/table/page.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .widget import TableWidget",
        ),
    ],
)
def test_what_is_allowed_is_not_found(tmp_path, path, code):
    assert planted(tmp_path, path, code) == []
