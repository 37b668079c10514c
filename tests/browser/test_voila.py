"""Pages without code: the command `voila notebooks/app_odds.ipynb`, and a class with `guildhall classroom`."""

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
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from guildhall import lessons
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
    port = free_port()
    notebook = project_root / "notebooks" / "app_odds.ipynb"
    with running(home, port, "-m", "voila", str(notebook), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def running(home, port, *command):
    """Start Voila by a command for Python, and yield the file of what it prints."""
    folders = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    folders["JUPYTER_PREFER_ENV_PATH"] = "0"  # the template of the wheel, not of what is installed around the tests
    with (home / "voila.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=home,
            env=os.environ | folders,
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        wait_until_up(f"http://127.0.0.1:{port}", process, home / "voila.log")
        yield home / "voila.log"
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


# --- A class ---

PUPIL = """() => {
    const box = document.activeElement;
    const which = box.dataset.name ?? box.dataset.value;
    return `${box.dataset.do}${which === undefined ? "" : ` ${which}`}`;
}"""
SOLVED = "of 7 solved"


def tab_to(page, control):
    """Press Tab until a control has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(PUPIL) == control:
            return
    raise AssertionError(f"Tab never reached {control!r}")


def enter_name(page, name):
    tab_to(page, "name")
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.locator(".gh-lesson-head strong")).to_have_text([name, name])  # once for the guess and the sheet


def solve(page, exercise, number):
    """Answer an exercise with the keyboard, and wait until that many are solved."""
    solution = str(exercise.right)
    if isinstance(exercise.kind, lessons.Choice):
        tab_to(page, f"choose {exercise.name} a")
        for _ in range("abcdef".index(solution)):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
        tab_to(page, f"check {exercise.name}")
    else:
        tab_to(page, f"type {exercise.name}")
        page.keyboard.type(solution)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"{number} {SOLVED}")).to_be_visible()


def opened(browser, link, watch=None):
    page = browser.new_page()
    if watch is not None:
        watch.follow(page)
    page.goto(link, timeout=90_000)
    page.locator(".gh-lesson-told").wait_for(timeout=60_000)
    return page


def kill_kernel(page):
    kernel = json.loads(page.locator("#jupyter-config-data").text_content())["kernelId"]
    (process,) = subprocess.check_output(["pgrep", "-of", f"kernel-{kernel}"], text=True).split()
    os.kill(int(process), signal.SIGKILL)


def test_a_class_takes_a_lesson_by_keyboard_without_code(home, browser):
    port = free_port()
    exercises = lessons.lesson(1).exercises("Ada")
    command = ("-m", "guildhall.cli", "classroom", "1", "--no-browser", "--port", str(port))
    with running(home, port, *command) as log:
        link = log.read_text(encoding="utf-8").split()[0]
        watch = Watch(f"http://127.0.0.1:{port}")
        ada, bela = opened(browser, link, watch), opened(browser, link)
        enter_name(ada, "Ada")
        tab_to(ada, "guess")
        ada.keyboard.press("Space")
        solve(ada, exercises[0], 1)
        solve(ada, exercises[1], 2)
        enter_name(bela, "Bela")
        tab_to(bela, "type 1")
        bela.keyboard.type("1/15")
        bela.keyboard.press("Enter")
        expect(bela.get_by_text(f"0 {SOLVED}, 1 attempt")).to_be_visible()
        code = ada.get_by_text("import AnswerSheet").count()
        trouble = list(watch.trouble)
        kill_kernel(ada)
        ada.close()
        again = opened(browser, link)
        enter_name(again, "Ada")
        expect(again.get_by_text(f"2 {SOLVED}")).to_be_visible()
        for number, exercise in enumerate(exercises[2:], 3):
            solve(again, exercise, number)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as refused:
            without_token = refused.url

        found = lessons.read_class(home / "class" / "results")
        assert found.pupils("counting hands") == ("Ada", "Bela")
        assert sum(found.solved("counting hands").values()) == len(exercises)
        assert "/login" in without_token
        assert (code, trouble) == (0, [])
