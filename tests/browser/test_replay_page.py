"""A replay in one file, opened from the disk: no Python, no network, only its own script."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets import ReplayViewer, replay_html, study_html
from playwright.sync_api import expect

import guildhall as gh
from guildhall.core.line import moves_of
from guildhall.records.study import Evaluation
from tests.browser import axe

pytestmark = pytest.mark.browser

HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=1>"
SHADE = "e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)"


@pytest.fixture(scope="module")
def record():
    game = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=7)
    game.run("greedy", until=lambda game: game.ply == 120)
    record = game.record
    record.annotate(39, comment="Is this the moment?", mark="!?", tag="opening")
    record.annotate(41, comment=HOSTILE, tag=HOSTILE)
    other = next(option for option in record.game(36).options if option.id != record.moves[36])
    path = record.add_variation(36, [other.id], title=f"the other way {HOSTILE}")
    record.annotate(37, comment="Slower, but safe.", line=path)
    for ply, share in ((0, 0.5), (60, 0.8), (120, 0.3)):
        record.annotate(
            ply, evaluation=Evaluation((share, 1 - share), "greedy", (share - 0.1,) * 2, (share + 0.1,) * 2)
        )
    return record


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a replay from the disk; the page must ask for nothing else and complain of nothing."""
    asked, trouble = [], []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))

    def open_(html, scheme="light"):
        (tmp_path / "game.html").write_text(html, encoding="utf-8")
        page.emulate_media(color_scheme=scheme)
        page.goto((tmp_path / "game.html").as_uri())
        return page

    yield open_
    assert asked == [(tmp_path / "game.html").as_uri()]
    assert trouble == []
    page.close()


def scrubber(page):
    return page.locator(".gh-chapter:visible").get_by_label("Ply", exact=True)


def at_ply(page, ply):
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile(f"^{ply} of"))


def board(page):
    return page.locator(".gh-board").first.inner_text()


def test_the_keys_and_the_scrubber_go_through_the_game(opened, record):
    page = opened(replay_html(record))
    keys, tables = page.keyboard, {}
    at_ply(page, 0)
    for ply in range(1, 5):
        keys.press("ArrowRight")
        at_ply(page, ply)
        tables[ply] = board(page)
    keys.press("ArrowLeft")
    at_ply(page, 3)
    assert board(page) == tables[3] != tables[4]
    keys.press("End")
    at_ply(page, 120)
    assert f"turn {record.game().table.turn_no}" in board(page).lower()
    keys.press("Home")
    moves = moves_of(record.game().line)
    for move in moves[:3]:
        keys.press("Shift+ArrowRight")
        at_ply(page, move.last)
    keys.press("Shift+ArrowLeft")
    at_ply(page, moves[1].last)
    slider = scrubber(page)
    slider.fill("4")
    at_ply(page, 4)
    assert board(page) == tables[4]
    slider.focus()
    keys.press("ArrowLeft")
    at_ply(page, 3)
    page.get_by_role("button", name="Move on").click()
    at_ply(page, next(move.last for move in moves if move.last > 3))
    box = slider.bounding_box()
    slider.click(position={"x": 8 + (box["width"] - 16) / 2, "y": box["height"] / 2})
    at_ply(page, 60)
    here = board(page)
    page.mouse.move(box["x"] + 8, box["y"] + 40)
    page.wait_for_function("here => document.querySelector('.gh-fit').innerText !== here", arg=here)
    page.mouse.move(box["x"], box["y"] - 200)
    page.wait_for_function("here => document.querySelector('.gh-fit').innerText === here", arg=here)


def test_cards_and_swings_are_explained(opened, record):
    page = opened(replay_html(record))
    page.locator("[data-help]").last.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.get_by_role("tab", name="Swings").click()
    swing = page.locator(".gh-swing-item").first
    swing.click()
    at_ply(page, swing.get_attribute("data-ply"))
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".gh-move.gh-here")).to_be_visible()


def test_the_place_is_told_as_in_the_viewer(opened, record):
    page, viewer = opened(replay_html(record)), ReplayViewer(record)
    for ply in (0, 1, 39, 42, 43, 44):
        scrubber(page).fill(str(ply))
        viewer.ply = ply
        expect(page.get_by_role("status").first).to_have_text(viewer.status)


def test_comments_and_variations_are_read_and_stay_text(opened, record):
    page = opened(replay_html(record))
    page.get_by_role("button", name="refreshes").filter(has_text="!?").click()
    at_ply(page, 39)
    expect(page.locator(".gh-page-notes")).to_contain_text("Is this the moment?")
    expect(page.locator(".gh-move.gh-here .gh-said")).to_contain_text("opening")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".gh-page-notes")).to_contain_text(HOSTILE)
    main = board(page)
    page.keyboard.press("]")
    expect(page.locator(".gh-branch.gh-here")).to_contain_text("the other way")
    expect(page.locator(".gh-page-notes")).to_contain_text("Slower, but safe.")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", "37 of 37 of the variation at ply 36")
    assert board(page) != main
    page.keyboard.press("b")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", "36 of 120")
    expect(page.locator(".gh-branch.gh-here")).to_have_count(0)

    assert page.locator("img").count() == 0
    assert page.evaluate("() => window.hacked === undefined")


def test_nothing_that_gets_into_the_page_can_run(browser, record, tmp_path):
    """Should escaping ever fail, the policy of the page holds."""
    hostile = "<img src='data:,' onerror='window.hacked=1'><script>window.hacked = 1</script>"
    (tmp_path / "game.html").write_text(replay_html(record).replace("</main>", f"{hostile}</main>"), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "game.html").as_uri())
    page.keyboard.press("ArrowRight")
    at_ply(page, 1)

    assert page.locator("img").count() == 1
    assert page.evaluate("() => window.hacked === undefined")
    page.close()


def test_it_plays_by_itself(opened, record):
    page = opened(replay_html(record))
    page.keyboard.press("p")
    at_ply(page, 2)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_chapters_are_opened_by_click_and_key(opened, record):
    page = opened(replay_html({"Whole": record, "Opening": record.game(20).record}))
    page.get_by_role("button", name="2. Opening").click()
    expect(scrubber(page)).to_have_attribute("aria-valuetext", "0 of 20")
    page.keyboard.press("ArrowRight")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", "1 of 20")
    page.keyboard.press("<")
    expect(scrubber(page)).to_have_attribute("aria-valuetext", "0 of 120")
    expect(page.locator(".gh-chapter:visible")).to_have_count(1)


def test_the_board_the_notes_and_the_moves_are_on_one_screen(opened, record):
    page = opened(replay_html(record))
    page.set_viewport_size({"width": 1280, "height": 800})
    for _ in range(41):
        page.keyboard.press("ArrowRight")
    for part in (".gh-board", ".gh-page-notes", ".gh-move.gh-here", "input[type=range]"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 800, part


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_to_read_is_light_or_dark_to_its_edges(opened, record, scheme):
    page = opened(study_html(record), scheme)

    assert (page.locator("body").evaluate(SHADE) < 180) == (scheme == "dark")
    assert page.locator("body").bounding_box()["x"] == 0


@pytest.mark.node
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_light_or_dark_to_its_edges_and_axe_finds_nothing_serious(opened, record, axe_core, scheme):
    page = opened(replay_html(record), scheme)
    for _ in range(41):
        page.keyboard.press("ArrowRight")

    assert (page.locator("body").evaluate(SHADE) < 180) == (scheme == "dark")
    assert page.locator("body").bounding_box()["x"] == 0
    axe.check(page, page.locator("body"), axe_core())
