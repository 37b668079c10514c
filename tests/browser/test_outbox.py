"""The queue of messages in `live.js`, alone in Node: order, coalescing, lost acknowledgements."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from guildhall_widgets.live import STATIC

pytestmark = pytest.mark.node


def test_messages_keep_their_order_and_outlive_lost_acknowledgements(tmp_path):
    module = shutil.copy(STATIC / "live.js", tmp_path / "live.mjs")  # Node takes a module by the ending of its name
    tests = Path(__file__).with_name("outbox.test.mjs")
    run = subprocess.run(
        ["node", "--test", "--test-reporter=spec", tests],
        env={**os.environ, "LIVE_JS": str(module)},
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert run.returncode == 0, run.stdout + run.stderr
    assert "fail 0" in run.stdout
    assert "pass 11" in run.stdout
