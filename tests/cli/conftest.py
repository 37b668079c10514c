"""The command line driven in this process: arguments and typed lines in, output and exit code out."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pytest

import guildhall as gh
from guildhall.cli import main


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    text: str
    err: str

    @property
    def out(self) -> str:
        """The output with all spaces and line ends as one space, so that folding of lines does not matter."""
        return " ".join(self.text.split())


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    """An empty folder to work in, with the last game kept inside it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def guildhall(capsys, monkeypatch):
    """`guildhall("play", "--seed", 7, typed="done")` runs a command."""

    def run(*arguments: object, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Done(code, captured.out, " ".join(captured.err.split()))

    return run


@pytest.fixture(scope="session")
def finished():
    """A finished game of two greedy bots."""
    game = gh.new_game("guildhall", players=["Ada", "Ben"], seed=5)
    game.run("greedy")
    return game
