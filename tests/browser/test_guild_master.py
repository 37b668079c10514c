"""Guild Master's table and the check explorer in a real JupyterLab, from the built wheel."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import guildhall as gh
from tests.browser.secrets import secrets_sent

pytestmark = pytest.mark.browser

GAME = """
import guildhall as gh
from guildhall_widgets import CheckExplorer, TableWidget
game = gh.new_game("guild-master", players=["Ada", "Bo"], seed=3)
game.run("greedy", until=lambda g: g.ply >= 60 and g.decision.kind == "team" and g.decision.seat == 0)
"""
TABLE = "widget = TableWidget(game, seat=0, bots={1: 'greedy'})\nwidget"
CHECKS = "from guildhall_widgets import CheckExplorer\nCheckExplorer(dice=5, target=20)"


def test_by_mouse_an_adventurer_is_sent_and_an_order_card_laid(view):
    notebook, table = view
    member = table.locator(".gh-guilds button.gh-gm-member").first
    name = member.get_attribute("data-key").removeprefix("at member 1 ")
    chosen = f"e => e.querySelector('[role=status]').textContent.includes('{name}')"
    notebook.latency("click on an Adventurer to redrawn table", member.click, table, until=chosen)
    expect(table.locator(".gh-screen").first).to_be_visible()
    table.get_by_role("button", name=re.compile("done")).first.click()
    table.get_by_role("button", name=re.compile("^1,")).first.click()

    expect(table.get_by_role("status")).to_contain_text("contract 1")


def test_by_keyboard_a_game_is_played_to_its_end(view):
    notebook, table = view
    member = table.locator(".gh-guilds button.gh-gm-member").first
    notebook.tab_to(member, start=table)
    notebook.assert_visible_focus(member)
    notebook.page.keyboard.press("Enter")
    expect(table.get_by_role("status")).not_to_be_empty()
    notebook.page.keyboard.press("e")

    expect(table.locator(".gh-prompt")).to_contain_text("with")


def test_by_mouse_the_explorer_finds_the_chance_of_a_contract(bench):
    explorer = bench.notebook([CHECKS]).output(0).locator(".gh-live")
    expect(explorer.locator(".gh-big")).to_contain_text("30.5")
    explorer.get_by_label("Skill Upgrade").select_option("fixer")
    expect(explorer.get_by_role("status")).to_contain_text("Do 5 dice reach 20?")
    explorer.get_by_label("Contract").select_option("Steal Battle Plans")
    explorer.get_by_label("Adventurer 1").select_option("Lydia")

    expect(explorer.locator(".gh-result")).to_contain_text("of Guile reach 12")
    expect(explorer.locator(".gh-wrong")).to_have_count(2)


def test_by_keyboard_sliders_move_the_curve(bench):
    notebook = bench.notebook([CHECKS])
    explorer = notebook.output(0).locator(".gh-live")
    dice = explorer.locator("input[data-do=dice]")
    notebook.tab_to(dice, start=explorer)
    notebook.assert_visible_focus(dice)
    notebook.page.keyboard.press("ArrowRight")

    expect(explorer.get_by_role("status")).to_contain_text("Do 6 dice reach 20?")
    exact = f"{100 * float(gh.odds.dice.chance(6, 20)):.1f}"
    expect(explorer.locator("svg").first).to_have_attribute("aria-label", re.compile(exact))


@pytest.mark.node
def test_axe_finds_nothing_serious_in_either_theme(bench):
    notebook = bench.notebook([GAME, TABLE, CHECKS])

    for _ in notebook.in_each_theme():
        notebook.axe(notebook.output(1).locator(".gh-live"))
        notebook.axe(notebook.output(2).locator(".gh-live"))


def test_orders_behind_a_screen_never_reach_the_browser(bench):
    mark = """
from guildhall.games.guild_master.table import Table
whole = Table.orders
Table.orders = lambda self, seat: ["SECRET order"] if self.seat is None else whole(self, seat)
"""
    notebook = bench.notebook([GAME, mark + TABLE])
    table = notebook.output(1).locator(".gh-live")

    assert not secrets_sent(notebook, table, 6)
