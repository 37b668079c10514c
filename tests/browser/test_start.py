"""The first notebook, as a newcomer meets it: it runs in JupyterLab from the wheel, and a game is played to its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.bench import DARK

pytestmark = pytest.mark.browser

TABLE, HOW_IT_STANDS = 2, 3  # code cells
MOST_KEYS = 400
CHANGED = "([element, before]) => element.innerText !== before"


@pytest.fixture
def start(bench, project_root):
    """The start notebook after Run All."""
    return bench.notebook(project_root / "notebooks" / "00_start_here.ipynb")


def table(notebook):
    return notebook.output(TABLE).locator(".gh-live")


def to_the_end(view):
    """Let the bot play the rest of the game."""
    view.get_by_label("Let the bot play").click()
    view.get_by_role("button", name="Bot: to the end").click()


def run_again(notebook, number):
    """Run a cell once more, as a reader does."""
    notebook.cell(number).locator(".cm-content").click()
    notebook.page.keyboard.press("Shift+Enter")


def test_a_game_goes_to_its_end_by_mouse(start):
    view = table(start)
    expect(start.output(HOW_IT_STANDS)).to_contain_text("discard what you do not want")
    view.locator(".gh-hand button").filter(has_text="Historian").click()
    expect(view.get_by_role("status")).to_contain_text("discard purple Historian")
    view.get_by_role("button", name=re.compile("done")).click()
    for card in ("red Farmer", "yellow Weaver", "purple Weaver"):  # in any order
        view.get_by_role("button", name=re.compile(f"^{card}")).first.click()
        expect(view.get_by_role("status")).to_contain_text(card)
    to_the_end(view)

    expect(view.locator(".gh-prompt")).to_contain_text("wins with")
    run_again(start, HOW_IT_STANDS)
    expect(start.output(HOW_IT_STANDS)).to_contain_text("Outcome(winner=")


def test_a_game_goes_to_its_end_by_keyboard_and_without_a_bot_for_ada(start):
    view, keys = table(start), start.page.keyboard
    element = view.element_handle()
    start.tab_to(view.locator(".gh-options button").first, start=view)
    pressed = 0
    while not re.search("wins with", view.locator(".gh-prompt").first.inner_text()) and pressed < MOST_KEYS:
        before = element.inner_text()
        keys.press("1")
        pressed += 1
        start.page.wait_for_function(CHANGED, arg=[element, before])

    expect(view.locator(".gh-prompt")).to_contain_text("wins with")
    expect(view.locator(".gh-end-podium")).to_contain_text("Ada")


def test_the_notebook_can_be_read_in_the_dark_without_running(bench, project_root):
    path = project_root / "notebooks" / "00_start_here.ipynb"
    notebook = bench.notebook(path, theme=DARK, run=False)

    still = notebook.output(TABLE).locator(".gh-still")
    expect(still).to_contain_text("Ada")
    expect(still.locator(".gh-card").first).to_be_visible()


def test_a_game_is_chosen_begun_ended_and_replayed_without_typing(bench):
    notebook = bench.notebook(["import guildhall as gh\ngh.play()"])
    shown = notebook.output(0)
    form = shown.get_by_role("group", name="A new game")
    form.get_by_role("radio", name="2", exact=True).click()
    form.get_by_role("button", name="Begin").click()
    view = shown.get_by_role("group", name="guildhall table")
    to_the_end(view)
    expect(view.locator(".gh-end-podium")).to_contain_text("Ada")
    view.get_by_role("button", name="Replay and annotate").click()
    expect(shown.get_by_role("group", name="Replay viewer")).to_be_visible()
    view.get_by_role("button", name="New game").click()

    expect(form).to_be_visible()
    expect(view).to_have_count(0)


def begun(notebook):
    """The table of a game of two, begun by the form."""
    shown = notebook.output(0)
    form = shown.get_by_role("group", name="A new game")
    form.get_by_role("radio", name="2", exact=True).click()
    form.get_by_role("button", name="Begin").click()
    return shown.get_by_role("group", name="guildhall table")


def test_the_keyboard_works_as_soon_as_a_game_has_begun(bench):
    notebook = bench.notebook(["import guildhall as gh\ngh.play()"])
    view = begun(notebook)
    expect(view).to_be_focused()
    number = view.locator(".gh-options button kbd").first.inner_text()
    said = view.get_by_role("status").inner_text()
    notebook.page.keyboard.press(number)
    expect(view.get_by_role("status")).not_to_have_text(said)
    notebook.page.keyboard.press("e")
    expect(view.locator(".gh-prompt")).to_contain_text("wins with")
    notebook.page.keyboard.press("u")

    expect(view.locator(".gh-prompt")).not_to_contain_text("wins with")
    expect(view.locator(".gh-options button").first).to_be_visible()


def test_a_replay_comes_into_view_and_its_export_is_a_link_where_it_was_asked_for(bench):
    notebook = bench.notebook(["import guildhall as gh\ngh.play()"])
    view = begun(notebook)
    to_the_end(view)
    view.get_by_role("button", name="Replay and annotate").click()
    viewer = notebook.output(0).get_by_role("group", name="Replay viewer")
    expect(viewer).to_be_focused()
    expect(viewer.get_by_role("slider", name="Ply")).to_be_in_viewport()
    expect(view.get_by_role("status")).to_have_text("The replay is below.")
    viewer.get_by_label("Export", exact=True).click()
    viewer.get_by_role("button", name="Share as one file").click()
    link = viewer.get_by_role("link", name="study.replay.html")
    expect(link).to_be_in_viewport()
    with notebook.page.expect_popup() as opened:
        link.click()
    page = opened.value

    expect(page.get_by_role("slider")).to_be_visible()
    assert page.url.endswith("/files/study.replay.html")
    page.close()


@pytest.mark.node
def test_axe_finds_nothing_serious_in_the_form(bench):
    notebook = bench.notebook(["import guildhall as gh\ngh.play()"])
    form = notebook.output(0).get_by_role("group", name="A new game")
    expect(form.get_by_role("button", name="Begin")).to_be_visible()

    for _ in notebook.in_each_theme():
        notebook.axe(form)


INSIDE = 640  # pixels of a notebook cell that are in view on such a screen


@pytest.mark.parametrize("name", ["guildhall", "guild-master", "hundred-halls", "advyria"])
def test_form_and_end_fit_on_one_screen_and_enter_begins_what_is_chosen(bench, name):
    notebook = bench.notebook(["import guildhall as gh\ngh.play()"])
    form = notebook.output(0).get_by_role("group", name="A new game")
    form.locator(f'[data-key="game {name}"]').click()
    form.get_by_role("radio", name="4", exact=True).click()
    expect(form.locator(f'[data-key="game {name}"]')).to_have_attribute("aria-checked", "true")
    assert form.bounding_box()["height"] <= INSIDE
    form.locator(f'[data-key="game {name}"]').press("Enter")
    view = notebook.output(0).get_by_role("group", name=f"{name} table")
    expect(view).to_be_focused()
    notebook.page.keyboard.press("e")
    expect(view.locator(".gh-ending")).to_be_visible()

    assert view.bounding_box()["height"] <= INSIDE


def test_enter_on_another_tile_chooses_it_and_does_not_begin(bench):
    notebook = bench.notebook(["import guildhall as gh\ngh.play()"])
    form = notebook.output(0).get_by_role("group", name="A new game")
    form.locator('[data-key="game advyria"]').press("Enter")

    expect(form.locator('[data-key="game advyria"]')).to_have_attribute("aria-checked", "true")
    expect(form.get_by_role("button", name="Begin")).to_be_visible()
