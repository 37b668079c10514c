"""The scribe sheet and the card editor as people use them: with a finger beside the table, by keyboard and pointer."""

from __future__ import annotations

import pytest
from guildhall_widgets import ScribeSheet
from guildhall_widgets.live import STATIC
from guildhall_widgets.render.styles import stylesheet
from playwright.sync_api import expect

import guildhall as gh
from guildhall.core.rules import digest
from tests.browser.view import tap, with_fingers
from tests.scribe.taps import send, tap_entry
from tests.scribe.truth import NAMES, log_of, opening_of, told_by, true_game

pytestmark = pytest.mark.browser

TABLET, PHONE = {"width": 768, "height": 1024}, {"width": 390, "height": 844}
SIDEWAYS = "node => node.scrollWidth > node.clientWidth + 1"
SHOWN = "print(*log.record.phrases, log.record.checks[log.game.ply], sep=chr(10))"
BEFORE = 2 * len(NAMES)  # entries until everybody has placed three cards
THREE_ROUNDS = 3 * 2 * len(NAMES)  # two actions a turn


def slipped(log, text):
    """An entry with another colour that the log takes for possible, or None."""
    _, played, card = text.split(",")[0].partition(": play ")
    for colour in ("red", "blue", "green", "yellow", "purple") if played else ():
        wrong = text.replace(f"play {card}", f"play {colour} {card.split(' ', 1)[1]}", 1)
        if wrong != text:
            try:
                log.enter(wrong)
            except gh.BadEntry:
                continue
            log.undo()
            return wrong
    return None


class Finger:
    """Does on the page what is done to a sheet in this process, and waits until both show the same."""

    def __init__(self, page, view):
        self.view, self.session = view, with_fingers(page)
        self.last = (0.0, 0.0)

    def touch(self, do, **fields):
        named = "".join(f'[data-{name}="{value}"]' for name, value in fields.items())
        node = self.view.locator(f'[data-do="{do}"]{named}{"" if "lead" in fields else ":not([data-lead])"}')
        node.scroll_into_view_if_needed()
        box = node.bounding_box()
        if abs(box["x"] - self.last[0]) + abs(box["y"] - self.last[1]) < 60:
            self.view.page.wait_for_timeout(600)  # or it would be the second half of a double click
        self.last = (box["x"], box["y"])
        tap(self.session, node)

    def __call__(self, sheet, do, **fields):
        send(sheet, do, **fields)
        self.touch(do, **fields)
        expect(self.view.locator(".gh-scribe-lines > li")).to_have_count(len(sheet.logbook))
        if sheet._phrases:
            expect(self.view.locator(".gh-scribe-said")).to_have_text(sheet.said)


def show_again(sheet):
    """Show a log that was changed outside its sheet."""
    sheet._begin()
    sheet.refresh()


@pytest.mark.node
@pytest.mark.usefixtures("last_in_its_browser")  # the page stays one of a tablet
def test_three_rounds_are_logged_with_a_finger_and_corrected(bench):
    game = true_game("guildhall", 4, 3, plies=250)
    told = list(told_by(game, 0))[: BEFORE + THREE_ROUNDS]
    sheet = ScribeSheet(log_of(game, 0), odds=False)
    first = int(game.line.state_at(0)[0]["first"])
    begin = f"log = gh.scribe(players={list(NAMES)}, seed=9, first={first}, **{opening_of(game, 0)})"
    begun = [f"log.enter({each.text!r})" for each in told[:BEFORE]]
    cells = [
        "import guildhall as gh\nfrom guildhall_widgets import ScribeSheet",
        "\n".join([begin, *begun, "sheet = ScribeSheet(log, odds=False)", "sheet"]),
        SHOWN,
    ]
    notebook = bench.notebook(cells)
    page, view = notebook.page, notebook.output(1).locator(".gh-live")
    page.set_viewport_size(TABLET)
    finger = Finger(page, view)
    for each in told[:BEFORE]:
        sheet.logbook.enter(each.text)
    show_again(sheet)
    wrong = 0
    for number, each in enumerate(told[BEFORE:], BEFORE + 1):
        slip = None if wrong or number < BEFORE + 16 else slipped(sheet.logbook, each.text)
        wrong = number if slip else wrong
        try:
            tap_entry(sheet, slip or each.text, finger)
        except AssertionError:
            if not wrong:
                raise
            break
        if slip:
            break
    assert wrong
    assert not view.evaluate(SIDEWAYS)
    notebook.axe(view)
    finger.touch("edit", number=wrong)
    entry = view.get_by_label(f"Entry {wrong}", exact=True)
    entry.fill(told[wrong - 1].text)
    tap(finger.session, view.get_by_role("button", name="Correct", exact=True))
    expect(entry).to_have_count(0)
    sheet.logbook.edit(wrong, told[wrong - 1].text)
    show_again(sheet)
    for each in told[wrong:]:
        tap_entry(sheet, each.text, finger)

    notebook.cell(2).locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    end = told[-1].ply
    true = [game.rules.phrase(game.line.state_at(ply), game.line.moves[ply]) for ply in range(end)]
    check = digest(game.rules.know(game.line.state_at(end), 0))
    expect(notebook.output(2)).to_have_text("\n".join([*true, check]))


PRESSED = "(node, value) => node.setAttribute('aria-pressed', value)"


@pytest.mark.node
def test_a_card_is_made_from_nothing_by_pointer_and_keyboard(bench):
    cells = ["from guildhall_widgets import CardEditor\neditor = CardEditor()\neditor", "print(editor.toml)"]
    notebook = bench.notebook(cells)
    page, view = notebook.page, notebook.output(0).locator(".gh-live")
    view.get_by_label("Add a card").select_option("profession")
    name = view.get_by_label("name", exact=True)
    expect(name).to_have_value("Tinker")
    name.fill("Brewer")
    archetype = view.get_by_label("archetype", exact=True)
    notebook.tab_to(archetype, start=view)
    before = archetype.input_value()
    page.keyboard.press("ArrowDown")
    expect(archetype).not_to_have_value(before)
    effect = view.get_by_label("effect", exact=True).first
    effect.select_option("draw")
    expect(view.get_by_role("status")).to_have_text("The game accepts this file.")
    view.get_by_role("button", name="Try it").click()
    expect(view).to_contain_text("red Brewer")
    notebook.axe(view)
    pressed = view.locator('[data-do="card"][aria-pressed="true"]')
    page.emulate_media(forced_colors="active")
    shown = pressed.screenshot()
    handle = pressed.element_handle()
    handle.evaluate(PRESSED, "false")
    assert handle.screenshot() != shown
    page.emulate_media(forced_colors="null")
    kept = archetype.input_value()

    notebook.cell(1).locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    expect(notebook.output(1)).to_have_text(f'[Brewer]\narchetype = "{kept}"\ntier.0 = [{{ draw = 1 }}]')


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_nothing_scrolls_sideways_and_states_stay_visible_in_few_colours(bench, size):
    game = true_game("guildhall", 4, 3, plies=120)
    log = log_of(game, 0)
    for each in told_by(game, 0):
        log.enter(each.text)
    sheet = ScribeSheet(log, odds=False)
    sheet.act("edit", number=3)
    state = {name: getattr(sheet, name) for name in ("html", "help", "status", "error", "label", "gone", "called")}
    widget = bench.page_with_widget(STATIC / "live.js", stylesheet(), state)
    widget.page.set_viewport_size(size)

    assert not widget.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    assert not widget.view().evaluate(SIDEWAYS)
    widget.page.emulate_media(forced_colors="active")
    node = widget.page.locator('[data-do="edit"][aria-pressed="true"]')
    shown = node.screenshot()
    handle = node.element_handle()
    handle.evaluate(PRESSED, "false")
    assert handle.screenshot() != shown
