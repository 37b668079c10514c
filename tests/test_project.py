"""The project as a whole: what it ships, what it needs, what it keeps to itself."""

from __future__ import annotations

import ast
import itertools
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

# Distribution names that differ from what one imports.
IMPORTED_AS = {"open_spiel": "pyspiel", "vl-convert-python": "vl_convert"}

# Written in two pieces so that this file passes its own test.
REGISTRY_HOSTS = [
    ".".join(pieces)
    for pieces in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("anaconda", "org"),
        ("anaconda", "com"),
    )
]
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:work|root|tmp)/[\w.]")
NOT_TEXT = {".png", ".gz", ".zst", ".parquet"}


@pytest.fixture(scope="module")
def pyproject(project_root):
    return tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def texts(project_files):
    return {path: path.read_text(encoding="utf-8") for path in project_files if path.suffix not in NOT_TEXT}


def requirement_name(requirement: str) -> str:
    return re.split(r"[<>=!~\[; ]", requirement, maxsplit=1)[0]


# --- requirements ---------------------------------------------------------------------------------------


def test_environment_yml_is_in_step_with_pyproject(project_root, pyproject):
    environment = yaml.safe_load((project_root / "environment.yml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    listed = [entry for entry in environment["dependencies"] if isinstance(entry, str)]

    wanted = [f"python{project['requires-python']}", "pip"]
    wanted += project["dependencies"] + project["optional-dependencies"]["lab"]
    assert listed == wanted


def test_every_constraint_holds_for_the_oldest_python(project_root):
    lines = (project_root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    found = {line.partition("==")[0]: _needed_python(line.partition("==")[0]) for line in lines if "==" in line}

    assert len([needed for needed in found.values() if needed]) > 50
    assert [name for name, needed in found.items() if "3.11.0" not in SpecifierSet(needed)] == []


def _needed_python(name: str) -> str:
    """What a distribution says of the Pythons that it runs on; nothing if it is not installed here."""
    try:
        return metadata(name).get("Requires-Python", "")
    except PackageNotFoundError:
        return ""


def test_constraints_hold_only_names_and_versions(project_root):
    lines = (project_root / "constraints.txt").read_text(encoding="utf-8").splitlines()

    pins = [line for line in lines if not line.startswith("#")]
    assert pins == sorted(pins, key=str.lower)
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.+!]*", pin) for pin in pins)


def test_every_requirement_is_pinned(project_root, pyproject):
    lines = (project_root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {canonical(line.partition("==")[0]) for line in lines}
    extras = pyproject["project"]["optional-dependencies"]

    required = [*pyproject["project"]["dependencies"], *itertools.chain(*extras.values())]
    names = {canonical(requirement_name(one)) for one in required} - {"guildhall-kit"}
    assert names <= pinned


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported_libraries(paths: Iterable[Path]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").partition(".")[0])
    return found - sys.stdlib_module_names - {"guildhall", "guildhall_widgets"}


def test_dependencies_are_what_the_package_imports(project_root, pyproject):
    modules = [path for path in project_root.glob("guildhall/**/*.py") if "adapters" not in path.parts]
    dependencies = {requirement_name(one) for one in pyproject["project"]["dependencies"]}
    importable = {IMPORTED_AS.get(name, name) for name in dependencies}

    # llvmlite is numba's own and comes with it in the version that fits.
    assert imported_libraries(modules) - {"llvmlite"} == importable


# --- what the files say -----------------------------------------------------------------------------------


def test_no_file_names_a_package_registry(texts):
    assert not [f"{path}: {host}" for path, text in texts.items() for host in REGISTRY_HOSTS if host in text]


def test_no_file_names_a_path_of_one_machine(texts):
    assert not [str(path) for path, text in texts.items() if MACHINE_PATHS.search(text)]


def code_cells(notebook: Path) -> list[dict[str, object]]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code" and "".join(cell["source"]).strip()]


def test_every_notebook_was_run_and_keeps_its_output(project_files):
    notebooks = [path for path in project_files if path.suffix == ".ipynb"]

    assert "00_start_here.ipynb" in {path.name for path in notebooks}
    for notebook in notebooks:
        cells = code_cells(notebook)
        assert all(cell["execution_count"] for cell in cells), f"{notebook.name} has a cell that was not run"
        assert any(cell["outputs"] for cell in cells), f"{notebook.name} keeps no output"


# --- importing --------------------------------------------------------------------------------------------


def python(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True).stdout


def test_importing_guildhall_loads_no_compiler_no_frames_and_no_jupyter():
    loaded = json.loads(python("import guildhall, json, sys; print(json.dumps(list(sys.modules)))"))

    heavy = {"IPython", "altair", "anywidget", "ipywidgets", "jupyterlab", "llvmlite", "numba", "polars"}
    assert not heavy & {name.partition(".")[0] for name in loaded}


def test_public_names_are_sorted_and_exist():
    import guildhall

    assert guildhall.__all__ == sorted(guildhall.__all__)
    assert all(hasattr(guildhall, name) for name in guildhall.__all__)


def test_version_is_the_same_in_package_and_project(pyproject):
    import guildhall

    assert guildhall.__version__ == pyproject["project"]["version"]


# --- the wheel --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(project_root, tmp_path_factory):
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(command, cwd=project_root, check=True, capture_output=True)
    return next(target.glob("*.whl"))


def test_wheel_holds_modules_cards_scripts_and_styles(wheel, project_root, project_files):
    packages = {"guildhall": project_root, "widgets": project_root / "widgets"}
    sources = [path for path in project_files if path.relative_to(project_root).parts[0] in packages]

    wanted = {str(path.relative_to(packages[path.relative_to(project_root).parts[0]])) for path in sources}
    # What belongs into Jupyter's own folders lies apart in a wheel.
    held = {re.sub(r"^[^/]+\.data/data/", "", name) for name in zipfile.ZipFile(wheel).namelist()}
    assert wanted <= held
    assert any(name.startswith("guildhall/games/guildhall/data/") for name in wanted)


def test_wheel_can_be_imported_from_a_clean_folder(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)

    code = "import guildhall, guildhall_widgets as w; print(guildhall.__file__); print(w.__file__)"
    files = python(f"import os; os.chdir({str(tmp_path)!r}); {code}", PYTHONPATH=str(tmp_path)).splitlines()
    assert all(Path(file).is_relative_to(tmp_path) for file in files)


# --- notebooks' front-end -----------------------------------------------------------------------------------


def test_extension_draws_charts_without_a_network():
    import altair
    import guildhall_widgets

    guildhall_widgets.load_ipython_extension(None)
    chart = altair.Chart(altair.Data(values=[{"vp": 3}])).mark_bar().encode(x="vp:Q")
    bundle, _ = chart._repr_mimebundle_(None, None)
    guildhall_widgets.unload_ipython_extension(None)

    assert "<svg" in bundle["image/svg+xml"]
    assert altair.renderers.active == "default"
