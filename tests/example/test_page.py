"""The page "Add a game in an afternoon": its blocks are the game's file, and the files it points at are there.

Its other examples run with those of all pages, in `tests/test_docs.py`.
"""

from __future__ import annotations

import re

import pytest

from tests.test_docs import blocks


@pytest.fixture
def page(project_root):
    return project_root / "docs" / "new-game.md"


def lines_of(text):
    """All lines with something on them."""
    return [line for line in text.splitlines() if line.strip()]


def test_the_blocks_of_the_page_are_the_file(page, project_root):
    file = (project_root / "tests" / "example" / "market_day.py").read_text(encoding="utf-8")

    assert lines_of("\n".join(code for _, code in blocks(page, "py"))) == lines_of(file)
    assert len(file.splitlines()) <= 200


def test_the_files_that_the_page_points_at_are_there(page, project_root):
    named = re.findall(r"`([\w/]+/[\w/]+\.py)`", page.read_text(encoding="utf-8"))

    assert len(named) > 20
    assert not [name for name in named if not any((root / name).is_file() for root in roots(project_root))]


def roots(project_root):
    return project_root, project_root / "guildhall"


def test_the_entry_point_of_the_page_is_the_one_that_the_tests_use(page):
    (package,) = [code for _, code in blocks(page, "toml") if "entry-points" in code]

    assert '[project.entry-points."guildhall.games"]\nmarket-day = "market_day:GAME"\n' in package
