"""`gh.new_game` and type checkers: settings are declared once, and a wrong one is refused before a script runs."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

import guildhall as gh
from guildhall.games import registration
from guildhall.games.advyria.settings import AdvyriaOptions
from guildhall.games.guild_master.settings import GuildMasterOptions
from guildhall.games.guildhall.settings import GuildhallOptions
from guildhall.games.hundred_halls.settings import HundredHallsOptions

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tests" / "example" / "typed_script.py"
WRONG = "  # refused"
MYPY = (sys.executable, "-m", "mypy", "--strict")
PYRIGHT = ("pyright", "--pythonpath", sys.executable)
CHECKERS = [MYPY, PYRIGHT] if shutil.which("pyright") else [MYPY]  # pyright is not on the list of what tests need
OPTIONS = {
    "guildhall": GuildhallOptions,
    "advyria": AdvyriaOptions,
    "guild-master": GuildMasterOptions,
    "hundred-halls": HundredHallsOptions,
}


@pytest.mark.parametrize("game", OPTIONS)
def test_type_checkers_read_the_settings_that_the_game_declares(game):
    declared = registration(game).settings.declared()
    typed = get_type_hints(OPTIONS[game])

    assert list(typed) == [setting.name for setting in declared]
    settled = get_type_hints(registration(game).settings)
    for setting in declared:
        if settled[setting.stored] in (bool, int, int | None):
            assert typed[setting.name] == settled[setting.stored], setting.name


@pytest.mark.parametrize("game", OPTIONS)
def test_the_help_of_new_game_lists_what_each_game_takes(game):
    listed = re.search(rf"^{game}: (.*?)$(?!\n    )", inspect.getdoc(gh.new_game), re.MULTILINE | re.DOTALL)

    assert listed is not None
    assert re.split(r",\s+", listed[1]) == list(registration(game).settings.help())


def refused_lines(checked: str) -> set[int]:
    return {int(line) for line in re.findall(r"typed_script\.py:(\d+):.* error", checked)}


def wrong_lines() -> set[int]:
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith(WRONG)}


@pytest.mark.parametrize("command", CHECKERS, ids=lambda command: "mypy" if "mypy" in command else "pyright")
def test_a_type_checker_refuses_the_wrong_settings_of_a_script_and_no_others(command):
    checked = subprocess.run([*command, str(SCRIPT)], cwd=ROOT, capture_output=True, text=True, check=False)

    assert len(wrong_lines()) > 5
    assert refused_lines(checked.stdout) == wrong_lines(), checked.stdout
