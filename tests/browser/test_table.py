"""The table in a real JupyterLab, from the built wheel."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.bench import DARK
from tests.browser.secrets import secrets_sent
from tests.browser.view import out_of_view, seen_at_last

pytestmark = pytest.mark.browser

GAME = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=7)
game.run("greedy", until=lambda g: g.ply >= 60 and g.decision.kind == "act")
"""
TABLE = "widget = TableWidget(game)\nwidget"


@pytest.fixture
def notebook(bench):
    return bench.notebook([GAME, TABLE])


def table(notebook):
    return notebook.output(1).locator(".gh-live")


def status(view):
    return view.get_by_role("status")


def open_drawer(view, name):
    view.get_by_role("button", name=name, exact=False).click()
    expect(view.locator(".gh-drawer")).to_be_visible()


def open_log(view):
    open_drawer(view, "Log and lines of play")


def bots_turn(view):
    view.get_by_label("Let the bot play").click()
    view.get_by_role("button", name="Bot: turn").click()


def legal_card(view):
    return view.locator(".gh-hand button[data-do=option]").first


def test_a_click_on_a_card_plays_it(notebook):
    view = table(notebook)
    open_log(view)
    card = legal_card(view)
    name = re.sub(r",.*", "", card.get_attribute("aria-label"))
    milliseconds = notebook.latency(
        "click on a card to redrawn table", card.click, view, until=f"e => e.innerText.includes('play {name}. ')"
    )

    expect(status(view)).to_contain_text(f"play {name}")
    expect(view.locator(".gh-log .gh-ply").first).to_contain_text(name)
    assert milliseconds > 0


DUPLICATE = """
import guildhall as gh
from guildhall_widgets import TableWidget
halls, hands = [{"Weaver": ["red"]}, {}], [["red Weaver", "blue Weaver"], []]
game = gh.position(cards="old-world", halls=halls, hands=hands, seed=1)
"""


def test_a_card_that_cannot_be_played_says_why_and_nothing_happens(bench):
    view = table(bench.notebook([DUPLICATE, TABLE]))
    view.get_by_role("button", name="red Weaver").click(force=True)  # Playwright waits for what is disabled

    expect(status(view)).to_have_text(
        "play red Weaver: red Weaver lies in the guildhall already; a hall never holds a duplicate."
    )
    open_log(view)
    expect(view.get_by_text("Nothing has happened yet.")).to_be_visible()


def test_a_game_goes_to_its_end_by_keyboard_alone(notebook):
    view, keys = table(notebook), notebook.page.keyboard
    first = view.locator(".gh-options button").first
    notebook.tab_to(first, start=view)
    notebook.assert_visible_focus(first)
    for _ in range(6):
        said = status(view).inner_text()
        keys.press("1")
        expect(status(view)).not_to_have_text(said)
    keys.press("u")
    expect(status(view)).to_contain_text("Undid")
    keys.press("r")
    expect(status(view)).to_contain_text("Redid")
    keys.press("t")
    expect(status(view)).to_contain_text("greedy played")
    keys.press("e")
    expect(view.get_by_text(re.compile("wins with")).first).to_be_visible()
    view.get_by_label("Let the bot play").click()
    expect(view.get_by_role("button", name="Bot: ply")).to_be_disabled()


FOUR = """
import guildhall as gh
from guildhall_widgets import TableWidget
game = gh.new_game(cards="old-world", players=["Ada", "Bela", "Cyd", "Dan"], seed=11)
game.run("greedy", until=lambda g: g.ply >= 150 and g.decision.kind == "act" and g.decision.seat == 0)
"""
AGAINST_BOTS = 'widget = TableWidget(game, seat=0, bots=dict.fromkeys((1, 2, 3), "greedy"))\nwidget'
OPTIONS_FIRST = """view => {
    const [options, table] = [".gh-options", ".gh-table"].map(name => view.querySelector(name).getBoundingClientRect());
    return options.top < table.top && view.scrollWidth <= view.clientWidth;
}"""


def test_a_game_of_four_is_on_one_screen_and_its_options_come_first_on_a_narrow_page(bench):
    notebook = bench.notebook([FOUR, AGAINST_BOTS])
    view, page = table(notebook), notebook.page
    expect(view.locator(".gh-seat")).to_have_count(4)

    parts = [".gh-prompt", ".gh-options", ".gh-hand", ".gh-row-of-vp", *(f".gh-seat >> nth={n}" for n in range(4))]
    for width, height in [(1280, 800), (1280, 720)]:  # the second is 1920 x 1080 at 150 %
        page.set_viewport_size({"width": width, "height": height})
        assert seen_at_last(page, lambda: out_of_view(view, view, *parts), []) == []

    page.set_viewport_size({"width": 900, "height": 800})
    assert seen_at_last(page, lambda: out_of_view(view, view, ".gh-options"), []) == []
    assert seen_at_last(page, lambda: view.evaluate(OPTIONS_FIRST), True)


def test_a_double_click_and_fast_keys_count_for_the_decision_they_were_made_for(bench):
    start = GAME.partition("game.run")[0]
    notebook = bench.notebook([start, TABLE])
    view = table(notebook)
    open_log(view)
    view.locator(".gh-hand button").nth(1).dblclick()
    expect(status(view)).to_contain_text("discard ")
    expect(view.locator(".gh-log > li > details > ul > li")).to_have_count(2)  # one ply and what happened
    view.locator(".gh-options button").first.focus()
    view.evaluate("""element => { for (const key of "111") element.querySelector(".gh-options button").dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true })); }""")
    expect(view.locator(".gh-log > li > details > ul > li")).to_have_count(4)
    expect(view.get_by_role("alert")).to_be_hidden()
    place = "element => JSON.stringify(element.getBoundingClientRect())"
    before = view.get_by_role("button", name="Undo").evaluate(place)
    view.get_by_role("button", name=re.compile("done")).click()
    expect(view.get_by_text("Chosen 0 of 3")).to_be_visible()
    assert view.get_by_role("button", name="Undo").evaluate(place) == before


def test_one_undo_goes_back_to_ones_own_choice_and_what_changed_is_framed(bench):
    notebook = bench.notebook([FOUR, AGAINST_BOTS])
    view = table(notebook)
    prompt = view.locator(".gh-prompt").inner_text()
    view.get_by_role("button", name=re.compile("refresh")).click()
    view.get_by_role("button", name=re.compile("done")).click()
    expect(view.locator(".gh-ticker")).to_contain_text("Dan: ")
    expect(view.locator(".gh-fresh").first).to_be_visible()
    expect(view.locator(".gh-fresh")).to_have_count(0)
    expect(view.locator(".gh-star").first).to_be_visible()  # until the next act
    for _ in range(2):
        view.get_by_role("button", name="Undo").click()
        expect(status(view)).to_contain_text("Undid")
    expect(view.locator(".gh-prompt")).to_have_text(prompt)


def test_a_click_brings_less_than_ten_kilobytes(bench):
    notebook = bench.notebook([FOUR, AGAINST_BOTS])
    view, frames, brought = table(notebook), notebook.watch.frames, []
    for _ in range(5):
        notebook.messages()  # waits for all that the last click brought
        before, shown = len(frames), view.locator(".gh-options").inner_html()
        view.locator(".gh-options button").first.click()
        notebook.messages()
        brought.append(sum(map(len, frames[before:])))
        assert view.locator(".gh-options").inner_html() != shown

    assert max(brought) < 10_000


def test_beside_something_else_it_keeps_its_width(bench):
    beside = "import ipywidgets\nipywidgets.HBox([TableWidget(game), TableWidget(game)])"
    notebook = bench.notebook([GAME, beside])
    tables = notebook.output(1).locator(".gh-live")
    expect(tables).to_have_count(2)
    widths = [one.evaluate("element => element.clientWidth") for one in tables.all()]

    assert min(widths) > 400


def test_when_the_kernel_has_gone_it_says_so_and_is_a_picture(notebook):
    view = table(notebook)
    notebook.restart_kernel()
    expect(view.get_by_role("alert")).to_contain_text("The kernel is gone")
    expect(view.locator(".gh-table")).to_be_visible()
    assert view.locator(".gh-options").evaluate("element => element.closest('[inert]') !== null")


def test_a_notebook_that_is_not_trusted_shows_a_picture_that_is_right(bench):
    """JupyterLab strips the stylesheet: a card that is there still differs from one that is not."""
    notebook = bench.notebook([GAME, TABLE])
    stored = notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.toJSON()")
    for cell in stored["cells"]:
        for output in cell["outputs"]:
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    other = bench.notebook(stored, trusted=False, run=False)
    still = other.output(1).locator(".gh-still")
    expect(still).to_contain_text("A stored picture")
    tint = "element => getComputedStyle(element).backgroundColor"
    assert still.locator(".gh-hall .gh-red").first.evaluate(tint) == "rgb(181, 56, 43)"
    assert still.locator(".gh-hall .gh-gap").first.evaluate(tint) == "rgba(0, 0, 0, 0)"
    assert still.locator("style, button, select, input").count() == 0
    tops = [seat.bounding_box()["y"] for seat in still.locator(".gh-seat").all()]
    assert len(set(tops)) == 1
    face = still.locator(".gh-hand-card").first
    assert face.locator(".gh-band").evaluate(tint) != "rgba(0, 0, 0, 0)"
    symbols = still.locator(".gh-hand-card img, .gh-seat img")
    assert symbols.count() > 10
    assert symbols.evaluate_all("all => all.every(one => one.complete && one.naturalWidth > 0 && one.width > 0)")


def test_two_views_stay_in_step(notebook):
    first, second = table(notebook), notebook.second_view(1).locator(".gh-live")
    legal_card(second).click()
    expect(status(first)).to_contain_text("play ")
    first.get_by_role("button", name="Undo").click()
    expect(status(second)).to_contain_text("Undid")

    assert first.locator(".gh-table").inner_text() == second.locator(".gh-table").inner_text()


def test_what_goes_wrong_in_python_is_shown_in_the_widget(bench):
    fail = "def fail(self, option: int, at: int): raise RuntimeError('the table is upset')"
    broken = f"{fail}\nTableWidget._play = fail\n"
    notebook = bench.notebook([GAME, broken + TABLE])
    view = table(notebook)
    legal_card(view).click()

    expect(view.get_by_role("alert")).to_have_text("RuntimeError: the table is upset")


def test_the_line_that_was_left_can_be_gone_to(notebook):
    view = table(notebook)
    options = view.locator(".gh-options button")
    options.nth(0).click()
    expect(view.get_by_role("button", name="Undo")).to_be_enabled()
    view.get_by_role("button", name="Undo").click()
    expect(status(view)).to_contain_text("Undid")
    view.locator(".gh-options button").last.click()
    open_log(view)
    lines = view.get_by_role("region", name="Lines of play")
    expect(lines.get_by_role("button", name=re.compile("^from ply"))).to_have_count(1)
    lines.get_by_role("button", name=re.compile("^from ply")).click()

    expect(status(view)).to_contain_text("Switched to the other line")
    expect(lines.get_by_role("button", name=re.compile("from ply .*: refresh"))).to_have_count(1)


def test_card_help_comes_by_pointer_and_by_focus(notebook):
    view = table(notebook)
    card = legal_card(view)
    name = re.sub(r",.*", "", card.get_attribute("aria-label")).split(" ")[-1]
    panel = view.locator(".gh-look")
    expect(panel).to_contain_text("Point at a card")
    card.hover()
    expect(panel).to_contain_text(name)
    expect(panel).to_contain_text("as in the rulebook")
    card = view.locator(".gh-hand button").first  # the tab stop of the hand
    notebook.tab_to(card, start=view)
    assert card.get_attribute("aria-describedby") == panel.get_attribute("id")


def test_on_a_narrow_page_card_help_is_a_popup_that_goes_with_escape(notebook):
    notebook.page.set_viewport_size({"width": 800, "height": 800})
    view = table(notebook)
    tip = view.get_by_role("tooltip")
    card = view.locator(".gh-hand button").first
    expect(view.locator(".gh-look")).to_be_hidden()
    notebook.tab_to(card, start=view)
    expect(tip).to_be_visible()
    assert card.get_attribute("aria-describedby") == tip.get_attribute("id")
    notebook.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_an_option_and_its_card_light_up_together(notebook):
    view = table(notebook)
    card = legal_card(view)
    option = view.locator(f".gh-option[data-option='{card.get_attribute('data-option')}']")
    card.hover()
    expect(option).to_have_class(re.compile("gh-linked"))
    option.hover()
    expect(card).to_have_class(re.compile("gh-linked"))
    view.locator(".gh-prompt").hover()
    expect(view.locator(".gh-linked")).to_have_count(0)


SLIDES = """view => {
    window.slides = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.slides += 1; return animate.apply(this, how); };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_slide_unless_the_reader_wants_no_motion(notebook, motion):
    notebook.page.emulate_media(reduced_motion=motion)
    view = table(notebook)
    view.evaluate(SLIDES)
    said = status(view).inner_text()
    legal_card(view).click()
    expect(status(view)).not_to_have_text(said)
    slides = notebook.page.evaluate("() => window.slides")
    notebook.page.emulate_media(reduced_motion="no-preference")

    assert (slides > 0) == (motion == "no-preference")


def test_settings_change_the_view_and_the_seats(notebook):
    view = table(notebook)
    open_drawer(view, "Seats and views")
    view.get_by_label("View", exact=True).select_option("Ada's view")
    expect(view.locator(".gh-view")).to_contain_text("as Ada")
    view.get_by_role("combobox", name="Bo", exact=True).select_option("greedy")
    expect(status(view)).to_contain_text("Bo is played by greedy")
    view.get_by_label("skip forced steps").check()
    expect(status(view)).to_contain_text("Forced steps are skipped")
    open_drawer(view, "Look up a card")
    view.get_by_role("combobox", name="Look up a card").select_option("Weaver")
    expect(view.locator(".gh-card-page")).to_contain_text("Weaver")


def test_hidden_cards_never_reach_the_browser_in_seat_view(bench):
    """Every message the browser got while a seat played some turns is read: no card that only the other seat saw."""
    # The kernel marks each card of the other hand by a name that no other card has.
    rename = """
from guildhall.games.guildhall.rules import GuildhallRules
whole_table = GuildhallRules.table
def table(self, state):
    shown = whole_table(self, state)
    shown.hands[1][:] = ["SECRET " + card for card in shown.hands[1]]
    shown.deck[:] = ["SECRET " + card for card in shown.deck]
    return shown
GuildhallRules.table = table
"""
    notebook = bench.notebook([GAME, rename + "\nwidget = TableWidget(game, seat=0, bots={1: 'greedy'})\nwidget"])
    view = table(notebook)

    assert not secrets_sent(notebook, view, 12)


def test_an_open_view_would_have_shown_them(bench):
    """The test above can fail: with everything open the marked cards are in the messages."""
    mark = """
from guildhall.games.guildhall.rules import GuildhallRules
whole_table = GuildhallRules.table
def table(self, state):
    shown = whole_table(self, state)
    shown.deck[:] = ["SECRET " + card for card in shown.deck]
    shown.discard[:] = ["SECRET " + card for card in shown.discard]
    return shown
GuildhallRules.table = table
"""
    notebook = bench.notebook([GAME, mark + TABLE])

    assert [m for m in notebook.messages() if b"SECRET" in m.raw and m.kind != "execute_input"]


def test_events_that_the_seat_did_not_see_are_not_sent(bench):
    notebook = bench.notebook([GAME, "TableWidget(game, seat=0)"])
    view = table(notebook)
    open_log(view)
    for _ in range(8):
        before = view.locator(".gh-ply").first.inner_text()
        bots_turn(view)
        expect(view.locator(".gh-ply").first).not_to_have_text(before)
    raw = b"".join(message.raw for message in notebook.messages() if message.kind == "comm_msg")

    assert b"Bo draws a card" in raw
    assert re.findall(rb"Ada draws (?:red|blue|green|yellow|purple)", raw)
    assert not re.findall(rb"Bo draws (?:red|blue|green|yellow|purple)", raw)


@pytest.mark.node
def test_it_is_dark_in_the_dark_and_axe_finds_nothing_serious(notebook):
    view = table(notebook)
    shade = "e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)"
    ink = shade.replace("backgroundColor", "color")
    for theme in notebook.in_each_theme():
        assert (view.evaluate(shade) < 180) == (theme == DARK)
        assert (view.locator(".gh-prompt").evaluate(ink) > 500) == (theme == DARK)
        notebook.axe(view)
    open_drawer(view, "Seats and views")
    for _ in notebook.in_each_theme():
        notebook.axe(view)
    open_drawer(view, "Look up a card")
    view.get_by_role("combobox", name="Look up a card").select_option("Weaver")
    expect(view.locator(".gh-drawer .gh-card-page")).to_be_visible()
    for _ in notebook.in_each_theme():
        notebook.axe(view)


def test_a_game_is_shown_as_a_picture_that_later_moves_do_not_change(bench):
    notebook = bench.notebook([GAME + "%load_ext guildhall_widgets", "game", 'game.run("greedy")\n"over"'])
    picture = notebook.output(1)

    expect(picture.locator(".gh-table")).to_be_visible()
    expect(picture.locator(".gh-seat")).to_have_count(2)
    assert picture.locator("button").count() == 0
