"""The library in a real JupyterLab, from the built wheel."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.bench import DARK

pytestmark = pytest.mark.browser

FOLDER = """
import tempfile
import guildhall as gh
from guildhall_widgets.library import Library
folder = tempfile.mkdtemp()
for seed, plies in ((1, 30), (2, 10)):
    game = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=seed)
    game.run("greedy", until=lambda game: game.ply == plies)
    record = game.record
    if seed == 1:
        record.annotate(7, comment="a needle")
    record.save(f"{folder}/evening-{seed}.json")
open(f"{folder}/torn.json", "wb").write(open(f"{folder}/evening-1.json", "rb").read()[:-150])
"""
LIBRARY = "library = Library(folder)\nlibrary"


@pytest.fixture
def notebook(bench):
    return bench.notebook([FOLDER, LIBRARY])


def catalogue(notebook):
    return notebook.output(1).locator(".gh-live").first


def rows(view):
    return view.locator("tbody tr")


def test_records_are_sorted_searched_and_opened_by_clicks(notebook):
    view = catalogue(notebook)
    expect(rows(view)).to_have_count(3)
    view.get_by_role("button", name="plies").click()
    expect(rows(view).first).to_contain_text("evening-2.json")
    view.get_by_label("Find").fill("needle")
    expect(view.get_by_role("status")).to_contain_text("record")
    expect(rows(view).filter(has_text="evening-2")).to_have_count(0)
    opened = view.get_by_role("button", name="evening-1.json")
    until = "e => e.innerText.includes('is open below')"
    assert notebook.latency("library: click to opened viewer", opened.click, view, until=until) > 0
    viewer = notebook.output(1).locator(".gh-live").nth(1)
    expect(viewer.locator(".gh-replay")).to_be_visible()
    viewer.get_by_role("button", name="End", exact=True).click()

    expect(viewer.get_by_label("Ply", exact=True)).to_have_attribute("aria-valuetext", "30 of 30")


def test_damage_stands_in_the_row(notebook):
    expect(rows(catalogue(notebook)).filter(has_text="torn.json")).to_contain_text("the file breaks off")


def test_a_record_is_found_and_opened_by_keyboard_alone(notebook):
    view, keys = catalogue(notebook), notebook.page.keyboard
    notebook.tab_to(view.get_by_label("Find"), start=view)
    keys.type("bo")
    first = view.get_by_role("button", name="evening-1.json")
    notebook.tab_to(first, start=view)
    notebook.assert_visible_focus(first)
    keys.press("Enter")

    expect(notebook.output(1).locator(".gh-replay")).to_be_visible()


def test_two_views_stay_in_step(notebook):
    first = catalogue(notebook)
    second = notebook.second_view(1).locator(".gh-live").first
    second.get_by_label("Find").fill("needle")
    expect(rows(first).filter(has_text="evening-2")).to_have_count(0)
    first.get_by_role("button", name="evening-1.json").click()

    expect(notebook.page.locator(".jp-LinkedOutputView .gh-replay")).to_be_visible()


def test_what_goes_wrong_in_python_is_shown_in_the_widget(bench):
    remove = "\nimport os\nos.remove(f'{folder}/evening-2.json')"
    view = catalogue(bench.notebook([FOLDER, "library = Library(folder)" + remove + "\nlibrary"]))
    view.get_by_role("button", name="evening-2.json").click()

    expect(view.get_by_role("alert")).to_contain_text("cannot read")


@pytest.mark.node
def test_it_is_dark_in_the_dark_and_axe_finds_nothing_serious(notebook):
    shade = "e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)"
    expect(rows(catalogue(notebook))).to_have_count(3)

    for theme in notebook.in_each_theme():
        assert (catalogue(notebook).evaluate(shade) < 180) == (theme == DARK)
        notebook.axe(catalogue(notebook))
