"""Advyria's board in a real JupyterLab, from the built wheel."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.secrets import secrets_sent

pytestmark = pytest.mark.browser

GAME = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game("advyria", players=["Ada", "Bo"], seed=3, lang="de")
game.run("greedy", until=lambda g: g.ply >= 60 and g.decision.kind == "move")
"""
TABLE = "widget = TableWidget(game, seat=game.decision.seat)\nwidget"


def test_a_click_on_a_field_moves_the_figure(view):
    notebook, table = view
    field = table.locator(".gh-ad-board button").first
    name = field.get_attribute("data-key").removeprefix("at field ")
    moved = f"e => e.querySelector('[role=status]').textContent.includes('{name}')"
    notebook.latency("click on a field to redrawn board", field.click, table, until=moved)

    expect(table.get_by_role("status")).to_contain_text(re.compile(name))


def test_by_keyboard_a_turn_is_played_to_its_end(view):
    notebook, table = view
    field = table.locator(".gh-ad-board button").first
    notebook.tab_to(field, start=table)
    notebook.assert_visible_focus(field)
    notebook.page.keyboard.press("ArrowRight")
    notebook.page.keyboard.press("Enter")
    expect(table.get_by_role("status")).not_to_be_empty()
    notebook.page.keyboard.press("e")

    expect(table.locator(".gh-prompt")).to_contain_text("gewinn")


SETS = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game("advyria", players=["Ada", "Bo"], seed=3)
sets = {"play 2 Fortune Seeker", "play 3 Fortune Seeker"}
game.run("greedy", until=lambda g: g.ply >= 20 and sets <= {*g.decision.phrases})
"""


def test_a_click_on_the_card_of_a_set_asks_which_set(bench):
    table = bench.notebook([SETS, "TableWidget(game)"]).output(1).locator(".gh-live")
    table.get_by_role("button", name=re.compile("^Fortune Seeker")).click()
    options = table.locator(".gh-options button")
    expect(table.get_by_role("button", name="All options")).to_be_visible()
    assert all("Fortune Seeker" in each.get_attribute("aria-label") for each in options.all())
    table.get_by_role("button", name="All options").click()

    expect(options.last).to_contain_text("end turn")


@pytest.mark.node
def test_axe_finds_nothing_serious_in_either_theme(view):
    notebook, table = view

    for _ in notebook.in_each_theme():
        notebook.axe(table)


def test_what_the_other_seat_peeked_at_and_its_hero_never_reach_the_browser(bench):
    mark = """
from guildhall.games.advyria.rules import AdvyriaRules
whole_table = AdvyriaRules.table
def table(self, state):
    shown = whole_table(self, state)
    me = widget_seat
    shown.heroes[1 - me] = "SECRET hero"
    shown.hands[1 - me][:] = ["SECRET card"]
    shown.peeked[1 - me][:] = ["SECRET field"]
    return shown
widget_seat = game.decision.seat
AdvyriaRules.table = table
"""
    seated = "widget = TableWidget(game, seat=widget_seat, bots={1 - widget_seat: 'memory'})\nwidget"
    notebook = bench.notebook([GAME, mark + seated])
    table = notebook.output(1).locator(".gh-live")

    assert not secrets_sent(notebook, table, 8)
