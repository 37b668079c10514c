"""The odds explorer without code: the command `voila notebooks/app_odds.ipynb`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.server import KERNEL, PATIENCE, free_port
from tests.browser.watch import Watch

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def home(lab, tmp_path_factory):
    """A home for Voila, with the kernel that has the project from its wheel, and what that wheel brings for Voila."""
    home = tmp_path_factory.mktemp("voila")
    kernels = lab.notebooks.parent / "data" / "kernels" / KERNEL
    shutil.copytree(kernels, home / "data" / "kernels" / "python3")
    python = Path(json.loads((kernels / "kernel.json").read_text(encoding="utf-8"))["argv"][0])
    shutil.copytree(python.parents[1] / "share" / "jupyter" / "voila", home / "data" / "voila")
    return home


@pytest.fixture(scope="module")
def address(home, project_root):
    """Where Voila shows the notebook."""
    address = f"http://127.0.0.1:{(port := free_port())}"
    notebook = project_root / "notebooks" / "app_odds.ipynb"
    command = [sys.executable, "-m", "voila", str(notebook), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    folders = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    folders["JUPYTER_PREFER_ENV_PATH"] = "0"  # the template of the wheel, not of what is installed around the tests
    with (home / "voila.log").open("wb") as log:
        process = subprocess.Popen(
            command, env=os.environ | folders, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
        )
    try:
        wait_until_up(address, process, home / "voila.log")
        yield address
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)


def wait_until_up(address, process, log):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with suppress(urllib.error.URLError):
            # Its answer does not matter; asking for the page itself would start a kernel.
            with suppress(urllib.error.HTTPError):
                urllib.request.urlopen(f"{address}/voila/api/kernels", timeout=PATIENCE)
            return
        time.sleep(0.1)
    raise RuntimeError(f"Voila did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


SHADES = """() => [document.body, document.querySelector(".gh-live")].map((part) =>
    getComputedStyle(part).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0))"""


@pytest.mark.parametrize(("query", "theme", "system"), [("", "light", "dark"), ("?theme=dark", "dark", "light")])
def test_voila_shows_the_explorer_without_code_in_its_own_theme_and_without_another_host(
    address, browser, query, theme, system
):
    page, watch = browser.new_page(), Watch(address)
    watch.follow(page)
    page.emulate_media(color_scheme=system)  # the reader's system has the other one
    page.goto(f"{address}{query}", timeout=90_000)
    explorer = page.locator(".gh-live")
    explorer.wait_for(timeout=60_000)
    shades = page.evaluate(SHADES)
    assert min(shades) > 600 if theme == "light" else max(shades) < 180
    assert explorer.evaluate("view => getComputedStyle(view).colorScheme") == theme
    explorer.locator("input[data-do=draws]").focus()
    page.keyboard.press("ArrowRight")

    expect(explorer.locator(".gh-status")).to_contain_text("7 of 90 unseen cards are drawn")
    expect(page.get_by_text("OddsExplorer(")).to_have_count(0)
    assert watch.trouble == []
    page.close()
