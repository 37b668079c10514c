"""The replay viewer in a real JupyterLab, from the built wheel."""

from __future__ import annotations

import os
import re
import signal
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from guildhall.records.archive import load
from tests.browser.bench import DARK
from tests.browser.view import seen_at_last

pytestmark = pytest.mark.browser

IMG = "<img src=x onerror=window.hacked=1>"
RECORD = """
import os
import tempfile
import guildhall as gh
from guildhall_widgets.replay.viewer import ReplayViewer
game = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=7)
game.run("greedy", until=lambda game: game.ply == 120)
path = tempfile.mkdtemp() + "/evening.json"
game.record.save(path)
print(os.getpid(), path)
"""
VIEWER = "viewer = ReplayViewer(path, ply=40)\nviewer"


@pytest.fixture
def notebook(bench):
    return bench.notebook([RECORD, VIEWER])


def shown(notebook):
    return notebook.output(1).locator(".gh-live")


def status(view):
    return view.get_by_role("status")


def scrubber(view):
    return view.get_by_label("Ply", exact=True)


def comment(view):
    return view.locator("textarea").first


def at_ply(view, ply):
    expect(scrubber(view)).to_have_attribute("aria-valuetext", re.compile(f"^{ply} of"))


def test_steps_moves_and_the_strip_are_clicked(notebook):
    view = shown(notebook)
    on = view.get_by_role("button", name="Ply on")
    for ply in range(41, 50):
        until = f"""e => e.querySelector("input[data-do=scrub]").ariaValueText.startsWith("{ply} of")"""
        assert notebook.latency("replay: click on a step to redrawn table", on.click, view, until=until) > 0
        expect(view.locator("[aria-current]")).to_have_attribute("data-ply", str(ply))
    view.locator(".gh-moves button[data-ply='46']").first.click()
    at_ply(view, 46)
    notebook.page.keyboard.press("ArrowRight")  # the focus in the move list is no hindrance
    at_ply(view, 47)
    view.get_by_label("Roll-outs per ply").select_option("1000")  # too many to be done before the click
    view.get_by_role("button", name="Compute the odds").click()
    expect(view.locator(".gh-judge progress")).not_to_have_attribute("value", "0")
    view.get_by_role("button", name="■ Stop").click()
    expect(status(view)).to_contain_text("Stopped after")
    expect(view.locator(".gh-strip")).to_be_visible()
    box = scrubber(view).bounding_box()
    scrubber(view).click(position={"x": 8 + (box["width"] - 16) * 80 / 120, "y": box["height"] / 2})
    at_ply(view, 80)


def test_pointing_at_the_chart_shows_the_table_there(notebook):
    view = shown(notebook)
    scrubber(view).scroll_into_view_if_needed()
    board, box = view.locator(".gh-fit"), scrubber(view).bounding_box()
    here = board.inner_text()
    for share in (0.2, 0.5, 0.75):
        notebook.page.mouse.move(box["x"] + 8 + (box["width"] - 16) * share, box["y"] + 40)
        expect(view.locator(".gh-peeked")).to_have_text(f"ply {120 * share:.0f}")
    assert board.inner_text() != here
    at_ply(view, 40)
    notebook.page.mouse.move(box["x"] + 40, box["y"] - 200)
    expect(view.locator(".gh-peeked")).to_have_count(0)

    assert board.inner_text() == here


TOO_WIDE = """e => [...e.querySelectorAll('*')].filter((n) => n instanceof HTMLElement && !n.closest('.gh-fit'))
    .filter((n) => n.clientWidth && n.scrollWidth > e.clientWidth)
    .map((n) => `${n.className} ${n.scrollWidth} > ${e.clientWidth}`)"""


def test_nothing_is_wider_than_the_page(notebook):
    view = shown(notebook)
    for width in (1280, 900, 390):
        notebook.page.set_viewport_size({"width": width, "height": 800})
        assert seen_at_last(notebook.page, lambda: view.evaluate(TOO_WIDE), []) == [], width


def test_the_scrubber_is_dragged(notebook):
    view = shown(notebook)
    drag = "(e, ply) => { e.value = ply; e.dispatchEvent(new InputEvent('input', {bubbles: true})) }"
    for ply in (77, 12, 99, 5, 60):
        until = f"""e => e.querySelector("input[data-do=scrub]").ariaValueText.startsWith("{ply} of")"""
        move = partial(scrubber(view).evaluate, drag, ply)
        assert notebook.latency("replay: scrubber to redrawn table", move, view, until=until) > 0
        expect(view.locator("[aria-current]")).to_have_attribute("data-ply", str(ply))


def test_a_study_is_written_by_keyboard_alone(notebook):
    view, keys = shown(notebook), notebook.page.keyboard
    notebook.tab_to(scrubber(view), start=view)
    notebook.assert_visible_focus(scrubber(view))
    keys.press("ArrowRight")
    at_ply(view, 41)
    notebook.tab_to(view.get_by_role("button", name="Ply on"), start=view)
    keys.press("ArrowLeft")
    at_ply(view, 40)
    keys.press("End")
    at_ply(view, 120)
    keys.press("Home")
    at_ply(view, 0)
    keys.press("PageDown")
    expect(scrubber(view)).not_to_have_value("0")
    keys.press("PageUp")
    at_ply(view, 0)
    keys.press("Shift+ArrowRight")
    expect(scrubber(view)).not_to_have_value(re.compile("^[01]$"))
    keys.press("Shift+ArrowLeft")
    at_ply(view, 0)
    keys.press("ArrowRight")
    at_ply(view, 1)
    mark = view.get_by_role("button", name="!!", exact=True)
    notebook.tab_to(mark, start=view)
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(view.get_by_role("button", name="!", exact=True)).to_have_attribute("aria-pressed", "true")
    notebook.tab_to(comment(view), start=view)
    notebook.assert_visible_focus(comment(view))
    keys.type("Well begun")
    expect(view.locator(".gh-move.gh-here .gh-said")).to_be_visible()
    notebook.tab_to(view.get_by_label("Tag", exact=True), start=view)
    keys.type("opening")
    keys.press("Enter")
    expect(view.get_by_role("button", name="remove the tag opening")).to_be_visible()
    expect(view.locator(".gh-move.gh-here .gh-tag")).to_have_text("opening")
    notebook.tab_to(view.get_by_role("button", name="Ply on"), start=view)
    keys.press("/")
    keys.type("begun")
    expect(status(view)).to_have_text("1 hit.")


def test_a_variation_is_played_by_keys_and_left_again(notebook):
    view, keys = shown(notebook), notebook.page.keyboard
    notebook.tab_to(view.get_by_role("button", name="Ply on"), start=view)
    played = view.locator(".gh-plies button[data-ply='41']").inner_text().split(" ", 1)[1]
    options = view.locator(".gh-options button").all_text_contents()
    other = next(n for n, text in enumerate(options, 1) if played not in text)
    keys.press(str(other))
    expect(status(view)).to_contain_text("A variation. ")
    expect(scrubber(view)).to_have_attribute("aria-valuetext", "41 of 41 of the variation at ply 40")
    expect(view.locator(".gh-branch.gh-here")).to_be_visible()
    keys.press("s")
    expect(status(view)).to_contain_text("heuristic played 1 ply")
    keys.press("b")
    at_ply(view, 40)
    expect(view.locator(".gh-branch")).to_be_visible()


LOST = """
import guildhall as gh
from guildhall_widgets.replay.viewer import ReplayViewer
hands, completed = [["blue Weaver", "red Farmer"], ["blue Farmer"]], [["Weaver"], ["Farmer"]]
game = gh.position(halls=[{}, {}], hands=hands, completed=completed, tokens=[17, 17])
game.play("buy 1")
game.run("greedy")
"""


def test_a_game_is_reviewed_and_a_mark_accepted_by_keyboard_alone(bench):
    notebook = bench.notebook([LOST, "ReplayViewer(game, ply=1)"])
    view, keys = shown(notebook), notebook.page.keyboard
    expect(view.locator(".gh-luck")).to_have_count(0)
    view.get_by_role("tab", name="Review").click()
    notebook.tab_to(view.get_by_role("button", name="Review every decision"), start=view)
    keys.press("Enter")
    expect(status(view)).to_contain_text("Reviewed ")
    expect(view.locator(".gh-luck")).to_be_visible()
    expect(view.locator(".gh-luck-legend")).to_be_visible()
    accept = view.locator("button[data-do='accept'][data-ply='1']")
    expect(accept).to_have_text("Accept ??")
    notebook.tab_to(accept, start=view)
    notebook.assert_visible_focus(accept)
    keys.press("Enter")
    expect(status(view)).to_have_text("Ply 1 is marked ??.")
    expect(accept).to_have_count(0)
    expect(view.get_by_role("button", name="??", exact=True)).to_have_attribute("aria-pressed", "true")
    swings = view.get_by_role("group", name="choice and luck").get_by_role("button")
    notebook.tab_to(swings.first, start=view)
    keys.press("End")
    keys.press("Enter")
    at_ply(view, swings.last.get_attribute("data-ply"))
    view.get_by_role("tab", name="Moves").click()
    expect(view.locator(".gh-moves .gh-said").first).to_contain_text("behind")
    expect(view.locator(".gh-branch-title").first).to_have_text("better")


def test_the_table_the_notes_and_the_present_move_are_on_one_screen(notebook):
    notebook.page.set_viewport_size({"width": 1280, "height": 800})
    view = shown(notebook)
    view.get_by_role("button", name="Ply on").click()
    at_ply(view, 41)
    view.evaluate("view => view.scrollIntoView({ block: 'start' })")
    for part in (view.locator(".gh-board"), comment(view), view.locator(".gh-move.gh-here"), scrubber(view)):
        expect(part).to_be_in_viewport(ratio=1)


def test_chapters_are_a_key_away(bench):
    study = "viewer = ReplayViewer({'Evening': path, 'Opening': game.record.game(30).record})\nviewer"
    view = shown(bench.notebook([RECORD, study]))
    view.get_by_role("button", name="Ply on").focus()
    view.page.keyboard.press(">")
    expect(scrubber(view)).to_have_attribute("aria-valuetext", "0 of 30")
    view.page.keyboard.press("<")
    expect(scrubber(view)).to_have_attribute("aria-valuetext", "0 of 120")
    view.get_by_label("Chapter", exact=True).select_option("2. Opening")
    expect(scrubber(view)).to_have_attribute("aria-valuetext", "0 of 30")


def test_two_views_stay_in_step(notebook):
    first, second = shown(notebook), notebook.second_view(1).locator(".gh-live")
    second.get_by_role("button", name="Ply on").click()
    at_ply(first, 41)
    comment(first).fill("seen in both")
    expect(comment(second)).to_have_value("seen in both")
    first.get_by_role("button", name="Start").click()
    at_ply(second, 0)

    assert first.locator(".gh-table").inner_text() == second.locator(".gh-table").inner_text()


def test_what_goes_wrong_in_python_is_shown_in_the_widget(bench):
    broken = "def fail(self, mark: str) -> None: raise RuntimeError('no ink')\nAnnotator._mark = fail\n"
    annotator = "from guildhall_widgets.replay.notes import Annotator\n"
    view = shown(bench.notebook([RECORD, annotator + broken + VIEWER]))
    view.get_by_role("button", name="!?", exact=True).click()

    expect(view.get_by_role("alert")).to_have_text("RuntimeError: no ink")


def test_a_comment_with_html_in_it_is_text(notebook):
    view = shown(notebook)
    until = "e => e.querySelector('.gh-move.gh-here .gh-said')?.innerText.includes('x')"
    type_one = partial(comment(view).press, "x")
    assert notebook.latency("replay: keystroke in a comment to redrawn page", type_one, view, until=until) > 0
    comment(view).fill(IMG)
    view.get_by_label("Find").fill("onerror")
    expect(view.locator(".gh-hits")).to_contain_text(IMG)

    assert view.locator("img").count() == 0
    assert notebook.page.evaluate("() => window.hacked === undefined")


def test_a_highlight_is_chosen_on_the_table(notebook):
    view = shown(notebook)
    view.get_by_role("button", name="Highlight a place").click()
    expect(status(view)).to_have_text("Choose something on the table.")
    view.locator(".gh-vp").nth(1).click()

    expect(status(view)).to_have_text("Highlighted row 2.")
    expect(view.locator(".gh-lit")).to_have_count(1)


def test_autoplay_passes_plies_and_stops(notebook):
    view = shown(notebook)
    view.get_by_role("button", name="5 plies per second", exact=True).click()
    view.get_by_role("button", name="Play", exact=True).click()
    expect(view.locator("[aria-current]")).to_have_attribute("data-ply", re.compile("4[3-9]|5."))
    view.get_by_role("button", name="Pause").click()
    expect(status(view)).to_contain_text("Stopped. Turn ")
    ply = view.locator("[aria-current]").get_attribute("data-ply")
    notebook.page.wait_for_timeout(600)

    assert view.locator("[aria-current]").get_attribute("data-ply") == ply


HIDDEN = """
import guildhall as gh
from guildhall_widgets.replay.viewer import ReplayViewer
halls, hands = [{"Weaver": ["red"]}, {"Farmer": ["blue"]}], [["blue Weaver"], ["purple Historian", "red Farmer"]]
game = gh.position(cards="old-world", halls=halls, hands=hands, seed=10)
game.play("play blue Weaver", "no tier", "refresh", "done", "play red Farmer", "tier 1", "refresh", "done")
assert "purple Historian" in game.table.hands[1]
record = game.record
record.annotate(1, comment="SECRET comment", tag="SECRET tag")
record.add_variation(0, [game.rules.options(game.start)[-1]], title="SECRET title")
"""


def walk(notebook):
    """Go through the whole game, look at everything, and answer all that the browser was sent."""
    view = shown(notebook)
    for ply in range(1, 9):
        view.get_by_role("button", name="Ply on").click()
        at_ply(view, ply)
    view.get_by_label("Find").fill("comment")
    view.get_by_role("tab", name="Review").click()
    view.get_by_role("button", name="Review every decision").click()
    expect(view.locator(".gh-luck")).to_be_visible()
    view.get_by_role("tab", name="Compare").click()
    view.get_by_role("button", name="Compare along this line").click()
    view.get_by_role("button", name="Turn back").click()
    expect(scrubber(view)).not_to_have_value("8")
    return b"".join(message.raw for message in notebook.messages() if message.kind != "execute_input")


def test_hidden_cards_and_notes_never_reach_the_browser_in_seat_view(bench):
    sent = walk(bench.notebook([HIDDEN, "ReplayViewer(record, seat=0)"]))

    assert b"Bo" in sent or b"Player 2" in sent
    assert b"SECRET" not in sent
    assert b"purple Historian" not in sent
    assert not re.findall(rb"Player 2 draws (?:red|blue|green|yellow|purple)", sent)


def test_the_open_view_would_have_shown_them(bench):
    """The test above can fail: with everything open all of that is in the messages."""
    sent = walk(bench.notebook([HIDDEN, "ReplayViewer(record)"]))

    assert b"SECRET comment" in sent
    assert b"SECRET title" in sent
    assert b"purple Historian" in sent


def test_a_killed_kernel_loses_no_comment(notebook):
    kernel, path = notebook.output(0).inner_text().split()
    view = shown(notebook)
    comment(view).click()
    notebook.page.keyboard.type("All is lost")
    expect(view.locator(".gh-move.gh-here .gh-said")).to_be_visible()
    notebook.messages()  # every keystroke has been answered
    for _ in range(200):  # a slow machine may answer the last ones later; what is acknowledged is in the file
        if "All is lost" in Path(path).read_text(encoding="utf-8"):
            break
        notebook.page.wait_for_timeout(50)
    notebook.spent = True  # the server starts another kernel
    os.kill(int(kernel), signal.SIGKILL)

    assert load(path).node(40).comments == ["All is lost"]


@pytest.mark.node
def test_it_is_dark_in_the_dark_and_axe_finds_nothing_serious(notebook):
    view = shown(notebook)
    comment(view).fill("A comment")
    view.get_by_role("button", name="Compute the odds").click()
    view.get_by_role("tab", name="Swings").click()
    expect(view.locator(".gh-tab-page details")).to_be_visible()
    expect(status(view)).to_contain_text("Computed the odds")
    for _ in notebook.in_each_theme():
        notebook.axe(view)
    view.get_by_text("Numbers", exact=True).click()
    view.get_by_label("Find").fill("draws")
    expect(view.locator(".gh-hits")).to_be_visible()
    shade = "e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)"
    ink = shade.replace("backgroundColor", "color")

    for theme in notebook.in_each_theme():
        assert (view.evaluate(shade) < 180) == (theme == DARK)
        assert (comment(view).evaluate(ink) > 500) == (theme == DARK)  # mixed from the colours of the theme
        notebook.axe(view)


@pytest.mark.node
def test_axe_finds_nothing_serious_in_a_review(bench):
    notebook = bench.notebook([LOST, "ReplayViewer(game, ply=1)"])
    view = shown(notebook)
    view.get_by_role("tab", name="Review").click()
    view.get_by_role("button", name="Review every decision").click()
    expect(status(view)).to_contain_text("Reviewed ")
    expect(view.locator(".gh-luck")).to_be_visible()

    for _ in notebook.in_each_theme():
        notebook.axe(view)
