"""Market Day made known: in this process, and in others by an entry point, as an installed package does it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from guildhall import games
from tests.example.market_day import GAME

collect_ignore = ["typed_script.py"]  # for type checkers only


@pytest.fixture
def market_day(monkeypatch):
    """The game, registered for one test."""
    monkeypatch.setitem(games._registered, GAME.name, GAME)
    return GAME


@pytest.fixture
def guildhall(tmp_path, project_root):
    """The command line in another process, which finds the game in a package that looks installed."""
    info = tmp_path / "market_day-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: market-day\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[guildhall.games]\nmarket-day = tests.example.market_day:GAME\n")
    paths = os.pathsep.join(map(str, (tmp_path, project_root, project_root / "widgets")))
    environment = os.environ | {"PYTHONPATH": paths, "XDG_STATE_HOME": str(tmp_path), "COLUMNS": "100"}

    def run(*arguments, typed="", code=0, **more):
        command = [sys.executable, "-W", "error", "-m", "guildhall.cli", *map(str, arguments)]
        done = subprocess.run(
            command, env=environment | more, cwd=tmp_path, input=typed, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run
