"""Live odds in a real JupyterLab."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.bench import DARK

pytestmark = pytest.mark.browser

CELL = """
import guildhall as gh
from guildhall_widgets.odds.live import LiveOdds
game = gh.position(
    halls=[{"Weaver": ["red"]}, {"Farmer": ["red", "blue", "green", "yellow"]}],
    hands=[["blue Weaver", "green Trader"], ["red Weaver", "blue Weaver", "blue Weaver"]],
    players=["Ada", "Bela"], seed=3,
)
live = LiveOdds(game, seat=0)
live
"""
READY = "Odds of Ada are ready"
ENDLESS = "import guildhall_widgets.odds.live as odds_live\nodds_live.ROLL_OUTS = 10_000_000"
FIRST = """(() => {
    const done = () => watched.querySelector("progress").value, before = done();
    let isAnew = false;
    return () => (isAnew ||= done() !== before) && done() > 0;
})()"""


@pytest.fixture
def notebook(bench):
    notebook = bench.notebook([CELL])
    expect(status(notebook)).to_have_text(READY)
    return notebook


def root(notebook):
    return notebook.output(0).locator(".gh-live")


def status(notebook):
    return root(notebook).locator(".gh-status")


def test_chapters_and_options_have_their_chances_and_the_bots_name(notebook):
    part = root(notebook)
    expect(part.get_by_role("row", name=re.compile("^Weaver"))).to_contain_text("%")
    expect(part.get_by_role("row", name=re.compile("^play blue Weaver"))).to_contain_text("%")
    expect(part.get_by_role("columnheader", name=re.compile("greedy plays on"))).to_have_count(2)
    expect(part.locator("progress")).to_have_attribute("value", "10000")


def test_a_click_looks_again_and_soon_has_a_first_estimate(bench):
    """There is more to estimate than time for it, so that the first page is never the last one too."""
    notebook = bench.notebook([ENDLESS, CELL])
    part = notebook.output(1).locator(".gh-live")
    for _ in range(5):
        part.get_by_role("button", name="Stop").click()
        expect(part.locator(".gh-status")).to_have_text("Stopped")
        again = part.get_by_role("button", name="Update")
        notebook.latency("live odds: click to first estimate", again.click, part, until=FIRST)


def test_a_click_looks_again_after_the_game_has_moved(bench):
    notebook = bench.notebook([CELL, 'game.play("refresh")'])
    root(notebook).get_by_role("button", name="Update").click()

    expect(root(notebook).get_by_role("row", name=re.compile("^discard blue Weaver"))).to_be_visible()


def test_seat_bot_and_turns_are_chosen_by_keyboard(notebook):
    part, keyboard = root(notebook), notebook.page.keyboard
    notebook.tab_to(part.get_by_label("Bot"), start=part)
    notebook.assert_visible_focus(part.get_by_label("Bot"))
    keyboard.type("heu")
    expect(part.get_by_role("columnheader", name=re.compile("heuristic plays on"))).to_have_count(2)
    notebook.tab_to(part.get_by_label("Own turns"), start=part)
    keyboard.press("ArrowLeft")
    expect(part.get_by_role("columnheader", name=re.compile("Within 2 own turns"))).to_be_visible()
    notebook.tab_to(part.get_by_role("button", name="Update"), start=part)
    keyboard.press("r")
    keyboard.press("s")
    expect(status(notebook)).to_have_text("Stopped")


def test_two_views_stay_in_step(notebook):
    second = notebook.second_view(0).locator(".gh-live")
    second.get_by_label("Odds of").select_option("Bela")

    for part in (root(notebook), second):
        expect(part.get_by_text("Ada decides now")).to_be_visible()
        expect(part.get_by_role("heading", name="Chapters of Bela")).to_be_visible()


BESIDE = """
import ipywidgets
from guildhall_widgets import TableWidget
table = TableWidget(game)
ipywidgets.VBox([table, live.follow(table)])
"""


def test_a_table_beside_them_is_served_while_they_run_and_few_messages_come(bench):
    notebook = bench.notebook([ENDLESS, CELL, BESIDE])
    table, live = notebook.output(2).locator(".gh-live").all()
    for press, told in [("refresh", "refresh"), ("Undo", "Undid")] * 2:
        table.get_by_role("button", name=re.compile(press)).first.click()
        expect(table.locator(".gh-status")).to_contain_text(told)
        expect(live.get_by_role("button", name="Stop")).to_be_enabled()
    expect(live.get_by_role("row", name=re.compile("^play blue Weaver"))).to_contain_text("%")
    before, begun = len(notebook.watch.messages()), time.monotonic()
    notebook.page.wait_for_timeout(3000)
    came = [message.kind for message in notebook.watch.messages()[before:]].count("comm_msg")
    pauses = (time.monotonic() - begun) / 0.3
    live.get_by_role("button", name="refresh").click()  # plays it at the table
    expect(table.locator(".gh-status")).to_contain_text("refresh. ")
    expect(live.get_by_role("row", name=re.compile("^discard blue Weaver"))).to_contain_text("%")

    assert 1 <= came <= pauses + 2


def test_an_exception_is_shown_in_the_widget(bench):
    notebook = bench.notebook([CELL, "def fail(self, value: int): 1 / 0\n\n\ntype(live)._set_turns = fail"])
    root(notebook).get_by_label("Own turns").fill("5")

    expect(root(notebook).locator(".gh-error")).to_contain_text("ZeroDivisionError")


def test_hidden_cards_never_reach_the_browser(notebook):
    """Bela holds a red Weaver, which Ada does not lack: no message has a reason to name it."""
    notebook.page.wait_for_timeout(100)
    # The cell's own source comes back when it runs.
    sent = [message for message in notebook.messages() if message.kind != "execute_input"]

    assert any(b"green Weaver" in message.raw for message in sent)
    assert not [message for message in sent if b"red Weaver" in message.raw]


@pytest.mark.node
def test_axe_finds_nothing_serious_in_either_theme(notebook):
    expect(status(notebook)).to_have_text(READY)
    paper = "e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"

    for theme in notebook.in_each_theme():
        assert (sum(root(notebook).evaluate(paper)) < 3 * 60) == (theme == DARK)
        notebook.axe(root(notebook))
