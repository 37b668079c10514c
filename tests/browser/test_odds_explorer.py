"""The odds explorer in a real JupyterLab."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets.odds.counting import PRESETS
from guildhall_widgets.render.numbers import percent
from playwright.sync_api import expect

from tests.browser.bench import DARK

pytestmark = pytest.mark.browser

CELL = """
from guildhall_widgets.odds.explorers import OddsExplorer
explorer = OddsExplorer(missing=2, seen=1, draws=6, unseen=80)
explorer
"""
VALUE = "e => e.querySelector('[data-do=draws]').closest('label').querySelector('.gh-value').textContent === '{}'"


@pytest.fixture
def notebook(bench):
    return bench.notebook([CELL])


def root(notebook):
    return notebook.output(0).locator(".gh-live")


def status(notebook):
    return root(notebook).locator(".gh-status")


def slider(part, do):
    return part.locator(f"input[data-do={do}]").first


def test_a_slider_redraws_the_curve_and_the_counting(notebook):
    part = root(notebook)
    slider(part, "draws").focus()
    for draws in range(7, 27):
        notebook.latency(
            "odds explorer: slider to redrawn curve",
            lambda: notebook.page.keyboard.press("ArrowRight"),
            part,
            until=VALUE.format(draws),
        )

    expect(status(notebook)).to_contain_text("26 of 80 unseen cards are drawn")
    expect(part.get_by_text("26 of 80 cards can be drawn")).to_be_visible()
    expect(part.locator("svg").first).to_have_attribute("aria-label", re.compile("with 26 cards"))


def test_a_covered_chance_is_not_on_the_page_until_it_is_uncovered(notebook):
    part = root(notebook)
    part.get_by_role("button", name="Hide the chance").click()
    expect(part.get_by_text("The chance is hidden")).to_be_visible()
    expect(part.locator(".gh-exact-line")).to_have_count(0)
    part.get_by_label("Your guess").fill("10")
    part.get_by_label("Your guess").press("Enter")
    expect(part.locator(".gh-exact-line")).to_have_count(2)
    expect(part.locator(".gh-odds-guess")).to_contain_text("points too high")


def test_a_preset_moves_all_sliders_and_hands_are_drawn_until_stopped(notebook):
    part, preset = root(notebook), "Nine-card opening: all five colours"
    part.get_by_label("Situation").select_option(preset)
    expect(slider(part, "missing")).to_have_value("5")
    expect(slider(part, "draws")).to_have_value("9")
    expect(part.locator(".gh-big")).to_have_text(percent(PRESETS[preset].chance))

    part.get_by_role("button", name="Draw hands").click()
    expect(part.get_by_text("hands are complete")).to_be_visible()
    part.get_by_role("button", name="Stop").click()
    expect(status(notebook)).to_contain_text("Stopped after")
    expect(part.get_by_role("button", name="Continue")).to_be_visible()


def test_everything_works_by_keyboard(notebook):
    part, keyboard = root(notebook), notebook.page.keyboard
    notebook.tab_to(slider(part, "draws"), start=part)
    notebook.assert_visible_focus(slider(part, "draws"))
    keyboard.press("ArrowRight")
    expect(status(notebook)).to_contain_text("7 of 80")
    # The slider keeps the focus while the page changes around it.
    keyboard.press("ArrowRight")
    expect(status(notebook)).to_contain_text("8 of 80")

    notebook.tab_to(part.get_by_role("button", name="Draw hands"), start=part)
    notebook.assert_visible_focus(part.get_by_role("button", name="Draw hands"))
    keyboard.press("Enter")
    expect(part.get_by_text("hands are complete")).to_be_visible()
    keyboard.press("d")
    expect(status(notebook)).to_contain_text("Stopped after")
    keyboard.press("c")
    expect(status(notebook)).to_contain_text("Drawn hands cleared")


def test_two_views_stay_in_step(notebook):
    first, second = root(notebook), notebook.second_view(0).locator(".gh-live")
    slider(second, "unseen").fill("50")

    expect(first.get_by_text("6 of 50 unseen cards")).to_have_count(2)
    expect(slider(first, "unseen")).to_have_value("50")


def test_an_exception_is_shown_in_the_widget(bench):
    notebook = bench.notebook([CELL, "def fail(self, value: int): 1 / 0\n\n\ntype(explorer)._set_kept = fail"])
    slider(root(notebook), "kept").fill("3")
    expect(root(notebook).locator(".gh-error")).to_contain_text("ZeroDivisionError")
    slider(root(notebook), "draws").fill("4")

    expect(root(notebook).locator(".gh-error")).to_be_empty()


@pytest.mark.node
def test_axe_finds_nothing_serious_in_either_theme(notebook):
    root(notebook).get_by_text("Colour by colour").click()
    root(notebook).locator("summary[aria-label='The numbers as a table']").click()
    paper = "e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"

    for theme in notebook.in_each_theme():
        assert (sum(root(notebook).evaluate(paper)) < 3 * 60) == (theme == DARK)
        notebook.axe(root(notebook))
