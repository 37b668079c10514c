"""README and docs are true: their Python runs, their links lead somewhere, their commands exist."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from guildhall import games
from guildhall.simulation import analyses

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("**/*.md"))]
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^)#\s]+)[^)]*\)")
COMMAND = re.compile(r"^(?:\$ )?guildhall (?P<name>[a-z]+)", re.MULTILINE)
ANY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def all_blocks(page: Path) -> list[tuple[str, int, str]]:
    """Code blocks of a page: language, the line each begins at, code."""
    text = page.read_text(encoding="utf-8")
    found = BLOCK.finditer(text)
    return [(block["language"], text.count("\n", 0, block.start("code")), block["code"]) for block in found]


def blocks(page: Path, *languages: str) -> list[tuple[int, str]]:
    """Code blocks in some languages with the line each begins at."""
    return [(line, code) for language, line, code in all_blocks(page) if language in languages]


@pytest.fixture
def as_a_reader(tmp_path, monkeypatch):
    """A folder to work in, the file of the page about new games, and games that are registered for one page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "tests" / "example")
    monkeypatch.setattr(games, "_registered", dict(games._registered))


def run_block(code: str, line: int, page: Path, names: dict[str, object]) -> list[object]:
    """Run a block of a page and return the values of its expressions, as a notebook would find them."""
    # Empty lines before the code make a traceback show the line of the page.
    values: list[object] = []
    for statement in ast.parse("\n" * line + code, str(page)).body:
        if isinstance(statement, ast.Expr):
            values.append(eval(compile(ast.Expression(statement.value), str(page), "eval"), names))
        else:
            exec(compile(ast.Module([statement], []), str(page), "exec"), names)
    return values


def as_shown(text: str) -> str:
    """A text without spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


@ANY_PAGE
@pytest.mark.usefixtures("as_a_reader")
def test_python_of_a_page_runs_from_top_to_bottom_and_shows_what_the_page_says(page, capsys):
    """A block `output` is what the Python block before it prints, then its last value."""
    names: dict[str, object] = {"__name__": "__main__"}
    shown = ""

    for language, line, code in all_blocks(page):
        if language == "python":
            capsys.readouterr()
            values = run_block(code, line, page, names)
            last = repr(values[-1]) if values and values[-1] is not None else ""
            shown = as_shown(capsys.readouterr().out + last)
            empty = [value for value in values if isinstance(value, pl.DataFrame) and value.is_empty()]
            assert not empty, f"line {line} and following of {page.name} find nothing"
        elif language == "output":
            assert shown == as_shown(code), f"line {line} of {page.name} shows another output"


def test_pages_for_analysts_show_their_outputs():
    counted = {name: len(blocks(ROOT / "docs" / name, "output")) for name in ("analyses.md", "own-cards.md")}

    assert min(counted.values()) >= 3, counted


def test_a_type_checker_knows_what_the_pages_use(tmp_path):
    package = tmp_path / "docs_pages"
    package.mkdir()
    package.joinpath("__init__.py").touch()
    for page in PAGES:
        lines: list[str] = []
        for line, code in blocks(page, "python"):
            lines += [""] * (line - len(lines)) + code.splitlines()  # an error names the line of the page
        package.joinpath(f"{page.stem.replace('-', '_')}.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    path = os.pathsep.join(map(str, (tmp_path, ROOT / "tests" / "example")))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "-p", "docs_pages"],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout


@ANY_PAGE
def test_links_of_a_page_lead_to_files(page):
    targets = [link["target"] for link in LINK.finditer(page.read_text(encoding="utf-8"))]

    local = [target for target in targets if "://" not in target]
    assert not [target for target in local if not (page.parent / target).exists()]


def test_commands_of_the_pages_exist():
    code = "\n".join(code for page in PAGES for _, code in blocks(page, "sh", "console", "text"))

    for name in {command["name"] for command in COMMAND.finditer(code)}:
        command = [sys.executable, "-c", "import sys; from guildhall.cli import main; sys.exit(main())"]
        command += [name, "--help"]
        assert subprocess.run(command, check=False, capture_output=True).returncode == 0, name


def test_every_analysis_is_listed():
    page = (ROOT / "docs" / "analyses.md").read_text(encoding="utf-8")

    assert [name for name in analyses.__all__ if f"| `{name}(" not in page] == []
