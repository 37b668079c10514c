"""The interaction graph in JupyterLab: mouse, keyboard, themes, two views."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.bench import DARK

pytestmark = pytest.mark.browser

GRAPH = """
from guildhall_widgets.graph.widget import InteractionGraph
graph = InteractionGraph("old-world")
graph"""
# A thin line has no height of its own to be clicked in, and others cross it: a point where it lies on top.
ON_TOP = """path => {
    for (let share = 0.1; share < 0.9; share += 0.02) {
        const on_path = path.getPointAtLength(path.getTotalLength() * share);
        const { x, y } = on_path.matrixTransform(path.getScreenCTM());
        if (document.elementFromPoint(x, y)?.parentNode === path.parentNode) return [x, y];
    }
    throw new Error("the arrow lies under others all the way");
}"""
LIGHTNESS = "element => getComputedStyle(element).fill.match(/\\d+/g).slice(0, 3).map(Number)"


@pytest.fixture
def notebook(bench):
    return bench.notebook([GRAPH])


def node(view, name):
    return view.locator(f'[data-node="{name}"]')


def status(view):
    return view.locator(".gh-status")


def click_arrow(notebook, view, source, target):
    reach = view.locator(f'[data-do="edge"][data-source="{source}"][data-target="{target}"] .gh-reach')
    reach.scroll_into_view_if_needed()
    notebook.page.mouse.click(*reach.evaluate(ON_TOP))


def test_a_click_on_a_card_lists_its_links_and_one_on_an_arrow_tells_its_sentences(notebook):
    view = notebook.output(0)
    root = view.locator(".gh-live")
    for name in ("Trader", "Weaver", "Assassin", "Historian", "Dancer"):
        chosen = f"e => e.querySelector('[data-node={name}]').getAttribute('aria-pressed') === 'true'"
        notebook.latency("graph: click to emphasised links", node(view, name).click, root, until=chosen)

    expect(view.get_by_role("button", name="Dancer feeds Weaver through your hand")).to_be_visible()
    expect(view.locator(".gh-edge.gh-chosen")).to_have_count(2)
    click_arrow(notebook, view, "Assassin", "Historian")
    expect(status(view)).to_have_text("Assassin feeds Historian through the discard pile.")
    expect(view.get_by_role("heading", name="Assassin feeds Historian")).to_be_visible()


def test_filters_draw_the_graph_anew(notebook):
    view = notebook.output(0)
    view.get_by_label("Show").select_option("zones")
    expect(node(view, "discard pile")).to_be_visible()
    slider = view.get_by_label("Strongest")
    slider.focus()
    notebook.latency(
        "graph: slider to redrawn picture",
        lambda: notebook.page.keyboard.press("Home"),
        view.locator(".gh-live"),
        until="e => e.querySelectorAll('.gh-network .gh-edge').length === 1",
    )

    expect(status(view)).to_have_text("1 of 27 links drawn.")


def test_two_decks_are_laid_over_each_other_and_side_by_side(notebook):
    view = notebook.output(0)
    view.get_by_label("Compare with").select_option("fellowship")
    expect(view.locator(".gh-network .gh-edge.gh-in-second").first).to_be_attached()
    view.get_by_label("side by side").check()

    expect(view.locator(".gh-network")).to_have_count(2)


def test_everything_is_reached_by_keyboard(notebook):
    view, keyboard = notebook.output(0), notebook.page.keyboard
    first = view.locator("[data-node]").first
    notebook.tab_to(first, start=view)
    notebook.assert_visible_focus(first)
    keyboard.press("End")
    expect(view.locator("[data-node]").last).to_be_focused()
    keyboard.press("Home")
    keyboard.press("ArrowRight")
    second = view.locator("[data-node]").nth(1)
    expect(second).to_be_focused()
    keyboard.press("Enter")
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(second).to_be_focused()
    link = view.locator(".gh-links button").first
    notebook.tab_to(link, start=view.locator(".gh-told"))
    notebook.assert_visible_focus(link)
    keyboard.press("Enter")
    expect(view.locator(".gh-ways")).to_be_visible()
    keyboard.press("Escape")

    expect(view.get_by_role("heading", name="Key facts")).to_be_visible()


def test_a_node_is_dragged_and_the_picture_magnified_shifted_and_reset(notebook):
    view, mouse, keyboard = notebook.output(0), notebook.page.mouse, notebook.page.keyboard
    trader, inside = node(view, "Trader"), view.locator(".gh-network > g")
    before = trader.get_attribute("transform")
    box = trader.locator(".gh-shape").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 6):
        mouse.move(x + 15 * step, y + 20 * step)
    mouse.up()
    expect(status(view)).to_have_text("Trader moved.")
    assert trader.get_attribute("transform") != before
    expect(trader).to_have_attribute("aria-pressed", "false")  # a drag selects nothing

    trader.focus()
    moved = trader.get_attribute("transform")
    keyboard.press("Shift+ArrowLeft")
    expect(trader).not_to_have_attribute("transform", moved)

    keyboard.press("+")
    expect(status(view)).to_have_text("125 %.")
    drawn = view.locator(".gh-network").bounding_box()
    mouse.move(drawn["x"] + 12, drawn["y"] + 12)
    mouse.wheel(0, -120)  # the picture has the focus
    expect(status(view)).not_to_have_text("125 %.")
    larger = inside.get_attribute("transform")
    mouse.down()
    mouse.move(drawn["x"] + 60, drawn["y"] + 40, steps=3)
    mouse.up()
    expect(inside).not_to_have_attribute("transform", larger)

    node(view, "Weaver").focus()
    view.get_by_role("button", name="Reset the picture").click()
    expect(trader).to_have_attribute("transform", before)
    expect(inside).to_have_attribute("transform", "translate(0 0) scale(1)")


@pytest.mark.node
def test_both_themes_can_be_read_by_everybody(notebook):
    view = notebook.output(0)
    for theme in notebook.in_each_theme():
        lightness = sum(node(view, "Dancer").locator(".gh-label text").first.evaluate(LIGHTNESS))
        assert (lightness > 3 * 150) == (theme == DARK)
        notebook.axe(view)
    node(view, "Dancer").click()
    expect(view.locator(".gh-links").first).to_be_visible()
    for _ in notebook.in_each_theme():
        notebook.axe(view)


def test_two_views_stay_in_step(notebook):
    first, second = notebook.output(0), notebook.second_view(0)
    node(second, "Trader").click()
    expect(node(first, "Trader")).to_have_attribute("aria-pressed", "true")
    first.get_by_role("button", name="Overview").click()

    expect(node(second, "Trader")).to_have_attribute("aria-pressed", "false")


def test_an_exception_is_shown_in_the_widget_and_the_notebook_goes_on(bench):
    broken = "def broken(self, node: str): raise RuntimeError('the pen broke')\ntype(graph).choose_node = broken"
    notebook = bench.notebook([GRAPH, broken])
    view = notebook.output(0)
    node(view, "Trader").click()
    expect(view.get_by_role("alert")).to_have_text("RuntimeError: the pen broke")
    view.get_by_label("Show").select_option("offers")

    expect(view.locator(".gh-error")).to_be_empty()
    expect(view.locator(".gh-edge.gh-is-offers").first).to_be_attached()
