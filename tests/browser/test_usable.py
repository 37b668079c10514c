"""Fingers instead of a mouse, and the few colours of a reader who has chosen them: nothing gets lost."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets import (
    ArmoryPlanner,
    CheckExplorer,
    DeckBuilder,
    InteractionGraph,
    Library,
    LiveOdds,
    OddsExplorer,
    PartyPicker,
    Play,
    ReplayViewer,
    TableWidget,
)
from guildhall_widgets.live import STATIC
from guildhall_widgets.render.icons import meter
from guildhall_widgets.render.styles import stylesheet
from playwright.sync_api import expect

import guildhall as gh
from tests.browser.view import seen_at_last, tap, with_fingers
from tests.widgets.played import mid_game

pytestmark = pytest.mark.browser

PLIES = {"guildhall": 60, "advyria": 140, "guild-master": 120, "hundred-halls": 60}
# An arrow of the graph is as thin as it is drawn: each is a button too, in the list of the card that is chosen.
SMALL = """() => {
    const targets = [...document.querySelectorAll("[data-do], [data-help], summary, a[href]")]
        .map(node => node.type === "checkbox" ? node.closest("label") : node)
        .filter(node => node.getClientRects().length && !node.matches(".gh-edge, .gh-fit *"));
    const small = targets.filter(node => {
        const { width, height } = node.getBoundingClientRect();
        return width < 31.9 || height < 31.9;
    });
    return [targets.length, small.map(node => node.outerHTML.slice(0, 120))];
}"""
# The border box: what a state adds to it or draws around it counts.
MARGIN = 8
DOUBLE = 700  # milliseconds after which a tap is no longer the second half of a double one


def shown(bench, front_end):
    """A front-end as it is, in a bare page."""
    front_end.stop()
    state = {name: getattr(front_end, name) for name in ("html", "help", "status", "error", "label", "gone", "called")}
    front_end.close()
    return bench.page_with_widget(STATIC / "live.js", stylesheet(), state)


# --- Fingers ---


def of_every_game():
    for name, plies in PLIES.items():
        game = mid_game(name, plies)
        yield TableWidget(game, seat=1)
        yield ReplayViewer(game, ply=plies // 2)
        yield InteractionGraph(game=name)
        yield LiveOdds(game)


def of_no_game():
    yield from (Play().form, DeckBuilder(), OddsExplorer(), CheckExplorer(), PartyPicker(), ArmoryPlanner())


@pytest.mark.parametrize("front_ends", [of_every_game, of_no_game])
def test_whatever_a_finger_may_hit_is_32_pixels_wide_and_high(bench, front_ends):
    for front_end in front_ends():
        widget = shown(bench, front_end)
        with_fingers(widget.page)
        number, small = widget.page.evaluate(SMALL)
        assert number > 4
        assert (type(front_end).__name__, small) == (type(front_end).__name__, [])


def test_so_it_is_in_the_library(bench, tmp_path):
    mid_game("guildhall", 60).record.save(tmp_path / "one.json")
    widget = shown(bench, Library(tmp_path).catalogue)
    with_fingers(widget.page)

    assert widget.page.evaluate(SMALL)[1] == []


@pytest.fixture
def hall():
    """A hall with a card that nothing can be done with, and a hand with one that can be played."""
    halls, hands = [{"Weaver": ["red"]}, {"Farmer": ["blue"]}], [["blue Dancer", "red Weaver"], ["green Trader"]]
    return TableWidget(gh.position(cards="old-world", halls=halls, hands=hands, seed=1))


def test_a_tap_on_a_card_of_a_hall_gives_its_text_and_another_tap_takes_it_away(bench, hall):
    widget = shown(bench, hall)
    session, view = with_fingers(widget.page), widget.view()
    tip, card = view.locator(".gh-help"), view.get_by_role("img", name="blue Farmer")
    tap(session, card)
    expect(tip).to_contain_text("Farmer")
    assert widget.sent() == []
    tap(session, card)
    expect(tip).to_be_hidden()
    tap(session, card)
    expect(tip).to_be_visible()
    tap(session, view.locator(".gh-prompt"))
    expect(tip).to_be_hidden()


def test_a_tap_plays_what_can_be_played_and_a_finger_held_down_gives_its_text(bench, hall):
    widget = shown(bench, hall)
    session, view = with_fingers(widget.page), widget.view()
    tip, card = view.locator(".gh-help"), view.locator(".gh-hand").get_by_role("button", name=re.compile("blue Dancer"))
    tap(session, card, hold=800)
    expect(tip).to_contain_text("Dancer")
    assert widget.sent() == []
    widget.page.wait_for_timeout(DOUBLE)
    tap(session, card)
    expect(tip).to_be_hidden()

    assert seen_at_last(widget.page, lambda: [message["do"] for message in widget.sent()], ["option"]) == ["option"]


def test_the_first_tap_on_a_small_card_gives_its_text_and_the_second_takes_it(bench):
    halls = [{}, {"Farmer": ["blue"], "Weaver": ["red"]}]
    game = gh.position(cards="old-world", halls=halls, hands=[["red Assassin"], []], seed=1)
    game.play("play red Assassin", "tier 0", "player 2")
    widget = shown(bench, TableWidget(game))
    session, view = with_fingers(widget.page), widget.view()
    card = view.locator(".gh-halls").get_by_role("button", name="blue Farmer")
    tap(session, card)
    expect(view.locator(".gh-help")).to_contain_text("Farmer")
    assert widget.sent() == []
    widget.page.wait_for_timeout(DOUBLE)
    tap(session, card)

    assert seen_at_last(widget.page, lambda: [message["do"] for message in widget.sent()], ["option"]) == ["option"]


def test_a_tap_on_what_cannot_be_played_gives_its_text_and_asks_why(bench, hall):
    widget = shown(bench, hall)
    session, view = with_fingers(widget.page), widget.view()
    tap(session, view.locator(".gh-hand").get_by_role("button", name=re.compile("red Weaver")))
    expect(view.locator(".gh-help")).to_contain_text("Weaver")

    assert [message["do"] for message in widget.sent()] == ["why"]


# --- Few colours ---

PLAIN = """<div class="gh-play">
<button data-key="plain">x</button><button data-key="at 1" class="gh-card gh-red" aria-disabled="true">x</button>
<button data-key="at 2" class="gh-chip gh-red" aria-disabled="true">x</button>
<button data-key="at 3" class="gh-foe gh-cannot" aria-disabled="true">x</button>
<button role="tab" aria-selected="false">x</button>
<span data-key="card" class="gh-card gh-red">x</span><section class="gh-seat">x</section>
<span class="gh-step">x</span>METER
<div class="gh-moves"><div class="gh-move"><button data-key="ply">x</button></div></div>
<table class="gh-map"><tbody><tr><td><button data-key="cell">x</button></td></tr></tbody></table></div>""".replace(
    "METER", meter(20, 20, label="20 of 20")
)
STATES = [
    ("[data-key=plain]", "node => node.setAttribute('aria-pressed', 'true')"),
    ("[data-key=plain]", "node => node.classList.add('gh-main')"),
    ("[data-key=plain]", "node => node.disabled = true"),
    ("[data-key=plain]", "node => node.focus()"),
    ("[data-key='at 1']", "node => node.removeAttribute('aria-disabled')"),
    ("[data-key='at 1']", "node => node.classList.add('gh-fresh')"),
    ("[data-key='at 2']", "node => node.removeAttribute('aria-disabled')"),
    ("[data-key='at 3']", "node => node.classList.replace('gh-cannot', 'gh-can')"),
    ("[role=tab]", "node => node.setAttribute('aria-selected', 'true')"),
    ("[data-key=card]", "node => node.classList.add('gh-lit')"),
    (".gh-seat", "node => node.classList.add('gh-active')"),
    (".gh-step", "node => node.classList.add('gh-here')"),
    (".gh-rail", "node => node.firstChild.style.width = '50%'"),
    (".gh-move", "node => node.classList.add('gh-here')"),
    ("[data-key=ply]", "node => node.setAttribute('aria-current', 'step')"),
    ("[data-key=cell]", "node => node.setAttribute('aria-pressed', 'true')"),
]


def picture(page, node):
    """A thing with what is drawn around it."""
    box = node.bounding_box()
    around = {"x": box["x"] - MARGIN, "y": box["y"] - MARGIN}
    return page.screenshot(clip={**around, "width": box["width"] + 2 * MARGIN, "height": box["height"] + 2 * MARGIN})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_can_be_seen_in_few_colours(bench, scheme):
    widget = bench.page_with_widget(STATIC / "live.js", stylesheet(), {"html": PLAIN})
    page = widget.page
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    lost = []
    for where, change in STATES:
        widget.receive_state(html="<p>Nothing</p>")
        expect(page.locator(where)).to_have_count(0)
        widget.receive_state(html=PLAIN)
        node = page.locator(where)
        expect(node).to_be_visible()
        page.keyboard.press("Shift")  # as a reader with a keyboard, whose focus is shown
        before = picture(page, node)
        node.evaluate(change)
        if picture(page, node) == before:
            lost.append((where, change))
    assert lost == []


def test_what_can_be_used_is_told_from_what_cannot_by_more_than_what_is_highlighted(bench):
    """Each state has a look of its own: used, highlighted, just changed, with the focus."""
    widget = bench.page_with_widget(STATIC / "live.js", stylesheet(), {"html": PLAIN})
    widget.page.emulate_media(forced_colors="active")
    node = widget.page.locator("[data-key='at 1']")
    looks = []
    for name in ("gh-lit", "gh-fresh"):
        node.evaluate("(node, name) => node.classList.add(name)", name)
        looks.append(node.evaluate("node => getComputedStyle(node).outlineStyle"))
        node.evaluate("(node, name) => node.classList.remove(name)", name)
    node.evaluate("node => node.removeAttribute('aria-disabled')")
    widget.page.keyboard.press("Tab")
    node.focus()
    looks.append(node.evaluate("node => getComputedStyle(node).outlineStyle"))

    assert len(set(looks)) == 3
