"""All games of the kit are named where a newcomer looks first."""

from __future__ import annotations

import tomllib

import pytest

from guildhall.cli import main
from guildhall.games import registrations


@pytest.fixture(scope="module")
def titles():
    return [game.title for game in registrations()]


def test_the_first_lines_of_the_readme_name_every_game(project_root, titles):
    first = (project_root / "README.md").read_text(encoding="utf-8").split("![")[0]

    assert [title for title in titles if title not in first] == []


def test_the_help_of_the_command_names_every_game(capsys, titles):
    with pytest.raises(SystemExit):
        main(["--help"])
    out = " ".join(capsys.readouterr().out.split())

    assert [title for title in titles if title not in out] == []


def test_the_description_of_the_package_names_every_game(project_root, titles):
    about = tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["description"]

    assert [title for title in titles if title not in about] == []
