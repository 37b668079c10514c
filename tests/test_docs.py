"""README and docs are true: their Python runs, their links lead somewhere, their commands exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import guildhall.games  # noqa: F401  # the registry that a page may add to
from guildhall.simulate import analyses

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("**/*.md"))]
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^)#\s]+)[^)]*\)")
COMMAND = re.compile(r"^(?:\$ )?guildhall (?P<name>[a-z]+)", re.MULTILINE)
ANY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def blocks(page: Path, *languages: str) -> list[tuple[int, str]]:
    """Code blocks of a page with the line each begins at."""
    text = page.read_text(encoding="utf-8")
    found = (block for block in BLOCK.finditer(text) if block["language"] in languages)
    return [(text.count("\n", 0, block.start("code")), block["code"]) for block in found]


@pytest.fixture
def as_a_reader(tmp_path, monkeypatch):
    """A folder to work in, the file of the page about new games, and games that are registered for one page."""
    games = sys.modules["guildhall.games"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "tests" / "example")
    monkeypatch.setattr(games, "_registered", dict(games._registered))


@ANY_PAGE
@pytest.mark.usefixtures("as_a_reader")
def test_python_of_a_page_runs_from_top_to_bottom(page):
    names: dict[str, object] = {"__name__": "__main__"}

    for line, code in blocks(page, "python"):
        # Empty lines before the code make a traceback show the line of the page.
        exec(compile("\n" * line + code, str(page), "exec"), names)


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


@ANY_PAGE
def test_commands_of_a_page_exist(page):
    code = "\n".join(code for _, code in blocks(page, "sh", "console", "text"))

    for name in {command["name"] for command in COMMAND.finditer(code)}:
        command = [sys.executable, "-c", "import sys; from guildhall.cli import main; sys.exit(main())"]
        command += [name, "--help"]
        assert subprocess.run(command, check=False, capture_output=True).returncode == 0, name


def test_every_analysis_is_listed():
    page = (ROOT / "docs" / "analyses.md").read_text(encoding="utf-8")

    assert [name for name in analyses.__all__ if f"| `{name}(" not in page] == []
