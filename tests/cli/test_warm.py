"""`guildhall warm`: compiles once, with a line that shows how far it is."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from guildhall.cli.doctor import kernels_in_sources

KERNEL = """
from guildhall.kernel.compiler import kernel_with

kernel = kernel_with()


@kernel
def twice(n: "int") -> "int":
    return 2 * n
"""

WARM_THEN_PLAY = """
import sys
from random import Random

import guildhall as gh
from guildhall.cli.doctor import warm_up
from guildhall.kernel.compiler.program import Part
from tests.example.market_day import GAME
from tests.fuzz.drawn import DRAWING, random_position

gh.register(GAME)
name = sys.argv[1]
warm_up(name)
late = []
enter = Part._entered
Part._entered = lambda part: (late.append(part.py_func.__qualname__), enter(part))[1]

game = gh.new_game(name, players=2, seed=3)
bot = tuple(game.rules.bots)[-1]
game.rules.resample(game.view(0), 1)
game.rules.observing.observe(game.state, 0)
game.branch().run(bot)
gh.simulate(name, players=2, bots=bot, games=2, threads=1, events=True)
gh.odds.win(game, n=2, threads=1)
while not game.over and game.ply < 40:
    game.play(game.options[-1].id)
    game.decision.prompt, game.explain("rubbish")
for seed in range(5 if name in DRAWING else 0):
    try:
        placed = gh.position(name, **random_position(name, Random(seed)))
        placed.rules.fault(placed.state)
    except gh.GuildhallError:
        pass
print("late:", late)
"""


def test_what_is_compiled_is_only_loaded(guildhall):
    guildhall("warm")

    assert "Everything was already compiled" in guildhall("warm").out


def test_compiling_is_reported_and_happens_once(project_root, tmp_path):
    (tmp_path / "tiny.py").write_text(KERNEL)
    code = (
        "import tiny; from guildhall.cli import doctor, main; doctor._use = lambda game: tiny.twice(1); main(['warm'])"
    )
    environment = {"PYTHONPATH": f"{project_root}{os.pathsep}{tmp_path}", "GUILDHALL_CACHE": str(tmp_path / "cache")}

    def warm() -> str:
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True)
        assert done.stderr == ""
        return done.stdout

    first, second = warm(), warm()
    assert "compiled 1 of about" in first
    assert "1 kernels compiled in" in first
    assert "Everything was already compiled" in second


def test_tidying_removes_what_nobody_uses(guildhall, monkeypatch):
    monkeypatch.setattr("guildhall.kernel.compiler.forget_old", lambda: 3)

    assert "3 folders of earlier versions removed." in guildhall("warm", "--tidy").out


def test_kernels_are_counted_without_loading_them():
    assert kernels_in_sources("guildhall") > 100


def test_everything_is_more_than_guildhall():
    assert kernels_in_sources("guildhall", "advyria") > kernels_in_sources("guildhall") + 20


@pytest.mark.parametrize("game", ["guildhall", "advyria", "guild-master", "hundred-halls", "market-day"])
def test_after_warming_no_kernel_is_entered_for_the_first_time(project_root, game):
    command = [sys.executable, "-c", WARM_THEN_PLAY, game]
    done = subprocess.run(command, cwd=project_root, check=True, capture_output=True, text=True)

    assert done.stdout.splitlines()[-1] == "late: []"
