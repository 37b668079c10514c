"""The Hundred Halls in a real JupyterLab, from the built wheel: the table, the party picker, the Armory planner."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.secrets import secrets_sent
from tests.browser.view import out_of_view, seen_at_last

pytestmark = pytest.mark.browser

GAME = """
import guildhall as gh
from guildhall_widgets import ArmoryPlanner, PartyPicker, TableWidget
game = gh.new_game("hundred-halls", players=4, seed=3)
game.run("greedy", until=lambda g: g.table.turn_no == 3 and g.decision.kind == "act" and g.decision.seat == 0)
"""
TABLE = "widget = TableWidget(game, seat=0, bots=dict.fromkeys([1, 2, 3], 'greedy'))\nwidget"
PICKER = "PartyPicker(['Aurie', 'Zayn'], n=100)"
PLANNER = "ArmoryPlanner('Aurie', scenario='Black Council', n=100)"


def test_by_mouse_the_five_elements_strike_an_enemy(view):
    notebook, table = view
    elements = table.locator(".gh-party button.gh-elements")
    asked = "e => e.querySelector('[role=status]').textContent.includes('choose')"
    notebook.latency("click on the Five Elements to redrawn table", elements.click, table, until=asked)
    foe = table.locator(".gh-sides button.gh-foe").first
    name = foe.get_attribute("data-key").removeprefix("at in play ")
    foe.click()

    expect(table.get_by_role("status")).to_contain_text(name)


def test_by_keyboard_a_card_is_played_and_the_game_to_its_end(view):
    notebook, table = view
    card = table.locator(".gh-hh-hand button.gh-hh-card").first
    notebook.tab_to(card, start=table)
    notebook.assert_visible_focus(card)
    notebook.page.keyboard.press("Enter")
    expect(table.get_by_role("status")).not_to_be_empty()
    notebook.page.keyboard.press("e")

    expect(table.locator(".gh-prompt")).to_contain_text(re.compile("won"))


def test_the_text_of_a_card_comes_with_the_focus(view):
    _, table = view
    table.locator(".gh-hh-hand [data-help]").first.hover()

    expect(table.locator(".gh-look")).to_contain_text("stand-in")


def test_a_game_of_four_is_on_one_screen_and_narrow_pages_begin_with_the_options(view):
    notebook, table = view
    page, seats = notebook.page, [f".gh-party > section >> nth={n}" for n in range(4)]
    parts = [".gh-prompt", ".gh-options", ".gh-sides", ".gh-hh-forecast", ".gh-hh-hand", *seats]
    page.set_viewport_size({"width": 1280, "height": 800})
    assert seen_at_last(page, lambda: out_of_view(table, table, *parts), []) == []

    page.set_viewport_size({"width": 900, "height": 800})
    assert seen_at_last(page, lambda: out_of_view(table, table, ".gh-options"), []) == []
    assert table.evaluate("element => element.scrollWidth <= element.clientWidth")


def test_party_and_armory_by_mouse_and_keyboard(bench):
    notebook = bench.notebook([GAME, PICKER, PLANNER])
    picker, planner = (notebook.output(cell).locator(".gh-live").first for cell in (1, 2))
    picker.get_by_label("Scenario").select_option("Black Council")
    estimate = picker.get_by_role("button", name="Estimate")
    notebook.tab_to(estimate, start=picker)
    notebook.assert_visible_focus(estimate)
    notebook.page.keyboard.press("Enter")
    expect(picker.get_by_role("status")).to_contain_text("Done. Chance to win", timeout=60_000)
    picker.get_by_role("button", name=re.compile("Zayn Carter")).click()
    expect(picker.locator(".gh-result")).to_contain_text("Pick 1 more")

    planner.get_by_role("button", name="buy +10 hit points").click()
    expect(planner.locator(".gh-armory-left")).to_contain_text("50 of 60 points left")
    planner.get_by_role("button", name="Estimate").click()
    expect(planner.get_by_role("status")).to_contain_text("Best so far", timeout=60_000)
    planner.get_by_role("button", name="Start a game").click()
    expect(notebook.output(2).locator(".gh-hundred-halls")).to_contain_text("bought +10 hit points (10 points)")


@pytest.mark.node
def test_axe_finds_nothing_serious_in_either_theme(bench):
    notebook = bench.notebook([GAME, TABLE, PICKER, PLANNER])

    for _ in notebook.in_each_theme():
        for cell in (1, 2, 3):
            notebook.axe(notebook.output(cell).locator(".gh-live").first)


def test_the_order_of_a_deck_never_reaches_the_browser(bench):
    mark = """
from guildhall.games.hundred_halls.table import Table
whole = Table.known
Table.known = lambda self, pile: ["SECRET card"] if self.seat is None else whole(self, pile)
"""
    notebook = bench.notebook([GAME, mark + TABLE])
    table = notebook.output(1).locator(".gh-live")

    assert not secrets_sent(notebook, table, 6)
