"""The deck builder in JupyterLab: mouse, keyboard, themes, two views, estimates, a new game below."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.bench import DARK

pytestmark = pytest.mark.browser

BUILDER = """
from guildhall_widgets.deckbuilder.builder import DeckBuilder
builder = DeckBuilder("old-world", games=200)
builder"""
LIGHTNESS = "element => getComputedStyle(element).color.match(/\\d+/g).slice(0, 3).map(Number)"


@pytest.fixture
def notebook(bench):
    return bench.notebook([BUILDER])


def tile(view, profession):
    return view.locator(f'[data-do="pick"][data-profession="{profession}"]')


def test_a_click_picks_a_profession_and_warns_at_once(notebook):
    view = notebook.output(0)
    root = view.locator(".gh-live")
    for pressed in ("false", "true", "false", "true", "false"):
        drawn = f"e => e.querySelector('[data-profession=Fighter]').getAttribute('aria-pressed') === '{pressed}'"
        notebook.latency("deck builder: click to redrawn deck", tile(view, "Fighter").click, root, until=drawn)

    expect(view.locator(".gh-warnings")).to_contain_text("No Warrior is in the deck.")
    expect(view.locator(".gh-code")).to_contain_text('cards=["Weaver", "Dancer", "Farmer", "Trader", "Historian"]')
    view.get_by_role("button", name="Text of Sorcerer").click()
    expect(view.locator(".gh-card-page")).to_contain_text("With 3 in your hall")


def test_estimates_come_in_and_two_decks_are_compared(notebook):
    view = notebook.output(0)
    view.get_by_role("button", name="Estimate").click()
    expect(view.locator(".gh-figures")).to_contain_text("200 games by greedy", timeout=60_000)
    tile(view, "Bard").click()
    expect(view.locator(".gh-figures")).to_contain_text("Previous deck")
    view.get_by_role("button", name="Estimate").click()

    expect(view.locator(".gh-figures thead")).to_contain_text("This deck: 7 professions", timeout=60_000)
    expect(view.locator(".gh-trial li").last).to_contain_text("the previous deck")


def test_a_new_game_lies_below_and_can_be_played(notebook):
    view = notebook.output(0)
    view.get_by_role("button", name="New game").click()
    tables = view.locator(".gh-live")
    expect(tables).to_have_count(2)
    option = tables.nth(1).locator('[data-do="option"]').first
    option.click()

    expect(tables.nth(1).locator(".gh-status")).not_to_have_text("")
    expect(tables.nth(0).locator(".gh-status")).to_contain_text("A new game with seed 0 is below")


def test_everything_is_reached_by_keyboard(notebook):
    view, keyboard = notebook.output(0), notebook.page.keyboard
    first = tile(view, "Assassin")
    notebook.tab_to(first, start=view)
    notebook.assert_visible_focus(first)
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(view.locator(".gh-card-page")).to_contain_text("Assassin")
    keyboard.press("Escape")
    expect(view.locator(".gh-card-page")).to_have_count(0)
    keyboard.press("ArrowRight")
    expect(tile(view, "Bard")).to_be_focused()
    keyboard.press("Enter")
    expect(tile(view, "Bard")).to_have_attribute("aria-pressed", "true")
    expect(tile(view, "Bard")).to_be_focused()
    keyboard.press("e")
    expect(view.locator(".gh-figures")).to_contain_text("200 games by greedy", timeout=60_000)
    keyboard.press("n")

    expect(view.locator(".gh-live")).to_have_count(2)


@pytest.mark.node
def test_both_themes_can_be_read_by_everybody(bench):
    full = "builder.act('estimate'); builder.wait(); builder.act('pick', profession='Fighter')"
    notebook = bench.notebook([f"{BUILDER}\n{full}\nbuilder.act('vp', value='card by card')\nbuilder"])
    view = notebook.output(0)
    expect(view.locator(".gh-figures")).to_be_visible()
    for theme in notebook.in_each_theme():
        assert (sum(tile(view, "Bard").evaluate(LIGHTNESS)) > 3 * 150) == (theme == DARK)
        notebook.axe(view)
    view.get_by_role("button", name="Clear all").click()
    expect(view.locator(".gh-problem")).to_contain_text("This deck cannot be played.")
    for _ in notebook.in_each_theme():
        notebook.axe(view)


def test_two_views_stay_in_step(notebook):
    first, second = notebook.output(0), notebook.second_view(0)
    tile(second, "Bard").click()
    expect(tile(first, "Bard")).to_have_attribute("aria-pressed", "true")
    first.get_by_role("button", name="Old World Economy").click()

    expect(tile(second, "Monk")).to_have_attribute("aria-pressed", "false")


def test_an_exception_is_shown_in_the_widget_and_the_notebook_goes_on(bench):
    broken = "def broken(self, profession: str): raise RuntimeError('the cards fell')\ntype(builder).pick = broken"
    notebook = bench.notebook([BUILDER, broken])
    view = notebook.output(0)
    tile(view, "Bard").click()
    expect(view.get_by_role("alert")).to_have_text("RuntimeError: the cards fell")
    view.get_by_role("button", name="Fellowship").click()

    expect(view.locator(".gh-error")).to_be_empty()
    expect(tile(view, "Bard")).to_have_attribute("aria-pressed", "true")
