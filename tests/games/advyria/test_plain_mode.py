"""One source, two ways to run it: compiled and as plain Python, equal byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.games.advyria.chains import BOTS, GAMES, all_chains


@pytest.mark.slow
def test_compiled_and_plain_rules_play_the_same_games_byte_for_byte(project_root):
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(project_root)}
    command = [sys.executable, "-W", "error", "-m", "tests.games.advyria.chains"]
    plain = subprocess.run(command, cwd=project_root, env=environment, capture_output=True, text=True, check=False)

    assert plain.returncode == 0, plain.stderr[-2000:]
    compiled = all_chains()
    assert json.loads(plain.stdout) == compiled
    assert len(compiled) == len(GAMES) * len(BOTS) + 1
    assert all(len(chain) > 50 for chain in compiled[:-1])
