"""The one script of all front-ends, in a bare page with a fake model: what it draws, sends, keeps and refuses."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets.live import STATIC, packed
from guildhall_widgets.render.styles import stylesheet
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

START = """<h3>A page</h3>
<div data-roving><button data-do="pick" data-card="red" data-key="red">red</button>
<button data-do="pick" data-card="blue" data-key="blue">blue</button>
<button data-do="pick" data-card="green" data-key="green">green</button></div>
<button data-do="undo" data-keys="u z" data-key="undo">undo</button>
<input type="range" aria-label="draws" min="0" max="9" value="2" data-do="draws" data-key="draws">
<textarea aria-label="note" data-do="note" data-key="note 1">old</textarea>
<select aria-label="bot" data-do="bot" data-key="bot"><option value="a">a</option><option value="b">b</option></select>
<label><input type="checkbox" data-do="forced" data-key="forced">forced</label>
<details data-key="more"><summary>more</summary><p>words</p></details>"""


@pytest.fixture
def widget(bench):
    state = {"html": START, "status": "ready", "error": "", "label": "a front-end"}
    return bench.page_with_widget(STATIC / "live.js", stylesheet(), state)


def asked(widget):
    """What was asked of Python so far: the names and their data."""
    return [(message["do"], message["data"]) for message in widget.sent()]


def answer_all(widget):
    """Acknowledge what was sent, and what is sent after that, until nothing waits."""
    answered = 0
    while answered < len(sent := widget.sent()):
        for message in sent[answered:]:
            widget.receive({"view": message["view"], "number": message["number"]})
        answered = len(sent)


def asked_in_the_end(widget):
    answer_all(widget)
    return asked(widget)


def test_the_page_its_label_and_its_status_are_shown(widget):
    group = widget.view().get_by_role("group", name="a front-end")

    expect(group.get_by_role("heading")).to_have_text("A page")
    expect(group.get_by_role("status")).to_have_text("ready")
    expect(group.get_by_role("alert")).to_be_hidden()


def test_a_click_sends_what_to_do_and_its_data(widget):
    widget.view().get_by_role("button", name="blue").click()

    assert asked(widget) == [("pick", {"card": "blue"})]


def test_inputs_send_their_value(widget):
    view = widget.view()
    view.get_by_label("note").fill("new")
    view.get_by_label("bot").select_option("b")
    view.get_by_label("forced").check()

    assert asked_in_the_end(widget) == [
        ("note", {"value": "new"}),
        ("bot", {"value": "b"}),
        ("forced", {"value": True}),
    ]


def test_a_text_waits_for_the_answer_and_then_is_sent_as_it_is_by_then(widget):
    note = widget.view().get_by_label("note")
    note.fill("")
    note.press_sequentially("ab")
    assert asked(widget) == [("note", {"value": ""})]

    assert asked_in_the_end(widget) == [("note", {"value": value}) for value in ("", "ab")]


def test_clicks_are_sent_one_at_a_time_and_all_of_them(widget):
    for name in ("red", "blue", "red"):
        widget.view().get_by_role("button", name=name).click()
    assert asked(widget) == [("pick", {"card": "red"})]
    expect(widget.view().locator(".gh-live")).to_have_class(re.compile("gh-busy"))

    assert asked_in_the_end(widget) == [("pick", {"card": name}) for name in ("red", "blue", "red")]
    expect(widget.view().locator(".gh-live")).not_to_have_class(re.compile("gh-busy"))


@pytest.mark.usefixtures("last_in_its_browser")
def test_a_page_whose_acknowledgement_was_lost_goes_on_when_the_kernel_gives_another(widget):
    widget.page.clock.install()
    view = widget.view()
    view.get_by_role("button", name="red").click()
    view.get_by_role("button", name="blue").click()
    widget.page.clock.fast_forward(10_000)
    assert view.locator("[data-roving]").evaluate("element => element.closest('[inert]') !== null")
    _, second = widget.sent()
    assert "do" not in second

    widget.receive({"view": second["view"], "number": second["number"]})
    assert view.locator("[data-roving]").evaluate("element => element.closest('[inert]') === null")
    assert widget.sent()[2]["data"] == {"card": "blue"}


def test_what_waits_is_sent_when_the_view_is_closed(widget):
    note = widget.view().get_by_label("note")
    note.fill("half")
    note.fill("half a sentence")
    widget.close()

    assert asked(widget)[-1] == ("note", {"value": "half a sentence"})


def test_a_slider_waits_for_the_answer_and_then_sends_its_newest_value(widget):
    slider = widget.view().get_by_label("draws")
    slider.focus()
    for _ in range(4):
        widget.page.keyboard.press("ArrowRight")
    assert asked(widget) == [("draws", {"value": "3"})]
    answer_all(widget)

    assert asked(widget) == [("draws", {"value": "3"}), ("draws", {"value": "6"})]


def test_a_slider_follows_what_it_stands_for_unless_it_is_held(widget):
    slider, elsewhere = widget.view().get_by_label("draws"), START.replace('max="9" value="2"', 'max="9" value="7"')
    slider.focus()
    widget.receive_state(html=elsewhere)
    expect(slider).to_have_value("7")  # something else moved on, as when a game plays by itself

    widget.page.keyboard.press("ArrowLeft")
    widget.receive_state(html=START)  # was under way when the key was pressed
    expect(slider).to_have_value("6")
    answer_all(widget)
    widget.receive_state(html=elsewhere)
    expect(slider).to_have_value("7")

    slider.hover()
    widget.page.mouse.down()
    under_the_finger = slider.input_value()
    answer_all(widget)
    widget.receive_state(html=START)
    expect(slider).to_have_value(under_the_finger)
    widget.page.mouse.up()
    widget.receive_state(html=elsewhere)
    expect(slider).to_have_value("7")


def test_enter_in_a_line_of_text_uses_its_button_unless_that_is_disabled(widget):
    line = """<fieldset {}><input aria-label="tag" data-do="draft" data-key="draft" data-enter="add">
    <button data-do="add" data-keys="a" data-key="add">add</button></fieldset><button data-do="on">on</button>"""
    widget.receive_state(html=line.format(""))
    widget.view().get_by_label("tag").focus()
    widget.page.keyboard.press("Enter")
    assert asked_in_the_end(widget) == [("add", {})]

    widget.receive_state(html=line.format("disabled"))
    widget.view().get_by_role("button", name="on").focus()
    widget.page.keyboard.press("a")
    assert asked(widget) == [("add", {})]


def test_answers_for_other_views_are_not_taken_for_ones_own(widget):
    slider = widget.view().get_by_label("draws")
    slider.focus()
    widget.page.keyboard.press("ArrowRight")
    widget.page.keyboard.press("ArrowRight")
    widget.receive({"view": "another", "number": 1})

    assert len(widget.sent()) == 1


def test_a_new_page_keeps_the_focus_and_what_is_being_typed(widget):
    note = widget.view().get_by_label("note")
    note.fill("half a sen")
    widget.receive_state(html=START.replace(">old<", ">half<").replace("A page", "Another"))

    expect(widget.view().get_by_role("heading")).to_have_text("Another")
    expect(note).to_be_focused()
    expect(note).to_have_value("half a sen")


def test_another_text_replaces_the_one_that_is_being_typed(widget):
    widget.view().get_by_label("note").fill("half a sen")
    widget.receive_state(html=START.replace('"note 1">old<', '"note 2">other<'))

    expect(widget.view().get_by_label("note")).to_have_value("other")


def test_values_follow_python_where_nobody_is_typing(widget):
    widget.view().get_by_label("note").fill("typed before")
    widget.view().get_by_role("button", name="red").focus()
    widget.receive_state(html=START.replace(">old<", ">new<").replace('value="2"', 'value="7"'))

    expect(widget.view().get_by_label("note")).to_have_value("new")
    expect(widget.view().get_by_label("draws")).to_have_value("7")


def test_the_same_element_stays_where_its_key_stays(widget):
    blue = widget.view().get_by_role("button", name="blue")
    blue.evaluate("element => { element.mine = true; }")
    moved = START.replace('data-card="blue" data-key="blue">blue', 'data-card="purple" data-key="purple">purple')
    moved = moved.replace("</div>", '<button data-do="pick" data-card="blue" data-key="blue">blue</button></div>', 1)
    widget.receive_state(html=moved)

    assert blue.evaluate("element => element.mine") is True
    names = widget.view().locator("[data-roving] button").all_inner_texts()
    assert names == ["red", "purple", "green", "blue"]


def test_the_focus_goes_to_a_named_place_when_its_element_has_gone(widget):
    widget.view().get_by_role("button", name="undo").focus()
    gone = START.replace('<button data-do="undo" data-keys="u z" data-key="undo">undo</button>', "")
    widget.receive_state(html=gone.replace('data-key="green"', 'data-key="green" data-focus'))

    expect(widget.view().get_by_role("button", name="green")).to_be_focused()


def test_the_focus_leaves_a_button_that_is_disabled_so_that_keys_still_work(widget):
    widget.view().get_by_role("button", name="undo").focus()
    widget.receive_state(html=START.replace('data-key="undo"', 'data-key="undo" disabled'))
    widget.page.keyboard.press("Tab")

    expect(widget.view().get_by_role("button", name="red")).to_be_focused()


def test_what_the_reader_opened_stays_open(widget):
    widget.view().locator("summary").click()
    widget.receive_state(html=START.replace("words", "other words"))

    expect(widget.view().get_by_text("other words")).to_be_visible()


def test_arrow_keys_home_and_end_move_in_a_group_with_one_tab_stop(widget):
    view, keys = widget.view(), widget.page.keyboard
    widget.tab_to(view.get_by_role("button", name="red"), start=view)
    for key, name in [
        ("ArrowRight", "blue"),
        ("End", "green"),
        ("ArrowLeft", "blue"),
        ("Home", "red"),
        ("End", "green"),
    ]:
        keys.press(key)
        expect(view.get_by_role("button", name=name)).to_be_focused()
    keys.press("Tab")
    expect(view.get_by_role("button", name="undo")).to_be_focused()
    keys.press("Shift+Tab")
    expect(view.get_by_role("button", name="green")).to_be_focused()
    assert widget.sent() == []


def test_a_key_uses_its_element_from_anywhere_but_not_while_typing(widget):
    view, keys = widget.view(), widget.page.keyboard
    view.get_by_role("button", name="red").focus()
    keys.press("z")
    assert asked(widget) == [("undo", {})]
    view.get_by_label("note").focus()
    keys.press("u")

    assert [do for do, _ in asked_in_the_end(widget)] == ["undo", "note"]


def test_keys_that_do_not_move_a_slider_work_while_it_has_the_focus(widget):
    view, keys = widget.view(), widget.page.keyboard
    view.get_by_label("draws").focus()
    keys.press("u")
    assert asked(widget) == [("undo", {})]
    answer_all(widget)
    keys.press("End")

    assert asked(widget)[1:] == [("draws", {"value": "9"})]


def test_keys_of_the_widget_do_not_reach_the_page_around_it(widget):
    widget.page.evaluate("() => { window.heard = []; addEventListener('keydown', e => window.heard.push(e.key)); }")
    widget.view().get_by_role("button", name="red").focus()
    for key in ("u", "ArrowRight", "d", "Control+s"):
        widget.page.keyboard.press(key)

    assert widget.page.evaluate("() => window.heard") == ["Control", "s"]


def test_enter_and_space_use_a_button(widget):
    widget.view().get_by_role("button", name="red").focus()
    widget.page.keyboard.press("Enter")
    widget.page.keyboard.press("Space")

    assert asked_in_the_end(widget) == [("pick", {"card": "red"})] * 2


def test_an_error_is_shown_as_an_alert_and_as_text(widget):
    widget.receive_state(error='no such card <img src=x onerror="window.ran = 1">')

    expect(widget.view().get_by_role("alert")).to_contain_text("no such card <img src=x")
    assert widget.page.evaluate("() => window.ran") is None


@pytest.mark.parametrize(
    "html",
    [
        '<img src="data:," onerror="window.ran = 1">',
        "<script>window.ran = 1</script>",
        '<a href="javascript:window.ran = 1">go</a>',
        '<svg onload="window.ran = 1"></svg>',
        '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
    ],
)
def test_nothing_in_a_page_ever_runs(widget, html):
    widget.receive_state(html=f"<p>before</p>{html}")
    for link in widget.view().locator("a").all():
        link.click()
    widget.page.wait_for_timeout(100)

    assert widget.page.evaluate("() => window.ran") is None
    expect(widget.view().get_by_text("before")).to_be_visible()


def test_two_views_show_the_same(widget):
    second = widget.second_view()
    widget.receive_state(html="<p>one page</p>", status="both")

    for view in (widget.view(), second):
        expect(view.get_by_text("one page")).to_be_visible()
        expect(view.get_by_role("status")).to_have_text("both")


RECEIVE_PACKED = """([bytes, ...states]) => {
    const model = window.stage.model;
    model.receive_state({ html: new DataView(Uint8Array.from(bytes).buffer), status: "unpacked" });
    states.forEach(state => model.receive_state(state));
}"""


def test_a_compressed_page_is_shown_with_the_words_that_came_with_it(widget):
    page = packed(START.replace("A page", "Ein Blatt für Käthe" + " " * 1000))
    widget.page.evaluate(RECEIVE_PACKED, [list(page)])

    expect(widget.view().get_by_role("status")).to_have_text("unpacked")
    expect(widget.view().get_by_role("heading")).to_have_text("Ein Blatt für Käthe")


def test_a_page_that_was_overtaken_while_it_was_unpacked_is_not_shown(widget):
    widget.page.evaluate("""() => {
        const page = document.querySelector(".gh-live > div");
        window.seen = [];
        const note = () => window.seen.push(page.textContent);
        new MutationObserver(note).observe(page, { subtree: true, childList: true });
    }""")
    page = packed(START.replace("A page", "Old" + " " * 1000))
    widget.page.evaluate(RECEIVE_PACKED, [list(page), {"html": "<p>New</p>", "status": "newest"}])
    widget.page.wait_for_timeout(200)

    assert widget.page.evaluate("() => window.seen") == ["New"]
    expect(widget.view().get_by_role("status")).to_have_text("newest")


def test_drawings_are_drawn_as_drawings(widget):
    widget.receive_state(html='<svg viewBox="0 0 9 9"><circle r="3"></circle></svg>')
    widget.receive_state(html='<svg viewBox="0 0 9 9"><circle r="4"></circle><path d="M0 0"></path></svg>')
    names = "element => [...element.querySelectorAll('svg *')].map(one => one.namespaceURI + one.getAttribute('r'))"

    space = "http://www.w3.org/2000/svg"
    assert widget.view().evaluate(names) == [f"{space}4", f"{space}null"]


def test_closing_leaves_nothing_behind(widget):
    assert widget.listeners() > 0
    widget.close()

    assert widget.listeners() == 0
    assert widget.view().locator(".gh").count() == 0


def test_shift_makes_another_key_of_an_arrow(widget):
    steps = """<button data-do="ply" data-keys="ArrowRight">ply</button>
    <button data-do="move" data-keys="Shift+ArrowRight">move</button>"""
    widget.receive_state(html=steps)
    widget.view().get_by_role("button", name="ply").focus()
    for key in ("ArrowRight", "Shift+ArrowRight"):
        widget.page.keyboard.press(key)

    assert asked_in_the_end(widget) == [("ply", {}), ("move", {})]


def test_in_a_vertical_group_only_up_and_down_move(widget):
    moves = "".join(f'<button data-do="go" data-ply="{ply}" data-key="{ply}">{ply}</button>' for ply in (1, 2))
    step = '<button data-do="step" data-keys="ArrowRight">on</button>'
    widget.receive_state(html=f'<div data-roving="vertical">{moves}</div>{step}')
    first, second = (widget.view().get_by_role("button", name=name, exact=True) for name in "12")
    first.focus()
    widget.page.keyboard.press("ArrowDown")
    expect(second).to_be_focused()
    widget.page.keyboard.press("ArrowRight")

    expect(second).to_be_focused()
    assert asked(widget) == [("step", {})]


def test_a_list_follows_what_is_chosen_in_it_and_leaves_the_reader_alone_otherwise(widget):
    def show(chosen, note=""):
        rows = (f'<p data-key="{n}"{" data-in-view" if n == chosen else ""}>move {n}{note}</p>' for n in range(60))
        widget.receive_state(html=f'<div class="gh-scroll" style="height: 200px">{"".join(rows)}</div>')

    row = widget.view().locator("p", has_text="move 40")
    show(40)
    expect(row).to_be_in_viewport()
    widget.view().locator(".gh-scroll").evaluate("list => { list.scrollTop = 0 }")
    show(40, note="!")
    assert widget.view().locator(".gh-scroll").evaluate("list => list.scrollTop") == 0
    show(39)

    expect(widget.view().locator("[data-in-view]")).to_be_in_viewport()
    expect(widget.view().locator("[data-in-view]")).to_have_text("move 39")


LONG = "".join(f'<li data-place="hall {n}"><span class="gh-chip">card {n}</span></li>' for n in range(12))


def test_long_parts_whose_text_is_the_same_are_left_alone_and_others_follow(widget):
    def show(word, more="", value=3):
        field = f'<input type="range" aria-label="ply" min="0" max="9" value="{value}" data-do="ply">'
        halls = "".join(f'<ul data-key="seat {seat}" title="{word if seat else ""}">{LONG}</ul>' for seat in (0, 1))
        widget.receive_state(html=f"<div><p>{word}</p>{halls}<section>{field}{LONG}{more}</section></div>")

    view = widget.view()
    show("one")
    first, second = (view.locator(f'[data-key="seat {seat}"]') for seat in (0, 1))
    first.evaluate("list => { list.firstChild.textContent = 'left alone' }")
    view.get_by_label("ply").evaluate("field => { field.value = 8 }")
    show("two")
    expect(view.locator("p")).to_have_text(["two", "ready"])
    expect(first).to_contain_text("left alone")  # its text is the same, so nobody looked at it
    expect(second).to_have_attribute("title", "two")
    expect(view.get_by_label("ply")).to_have_value("3")  # a field follows the page, also where its text is the same

    show("two", "<b>new</b>", value=5)
    expect(view.get_by_label("ply")).to_have_value("5")
    expect(view.locator("section b")).to_have_text("new")
    assert view.locator("[data-cut]").count() == 0
    widget.receive_state(html="<p>short</p>")
    show("one")
    expect(first).not_to_contain_text("left alone")
    expect(first.locator("li")).to_have_count(12)


def test_cards_slide_and_dice_tumble_unless_the_reader_wants_no_motion(widget):
    card = '<span data-place="{} 1" data-thing="red Farmer" style="position: absolute; left: {}px">red</span>'
    dice = '<span data-place="dice" data-lies="{}"><span class="gh-die">{}</span></span>'
    moving = "element => element.getAnimations().map(each => each.effect.getComputedTiming().endTime)"

    def show(where, rolled):
        at = {"hand": 0, "hall": 300}[where]
        widget.receive_state(html=f"<div>{card.format(where, at)}{dice.format(rolled, rolled)}</div>")
        found = [widget.view().locator(name).evaluate(moving) for name in ("[data-thing]", ".gh-die")]
        expect(widget.view().locator(".gh-die")).to_have_text(str(rolled))  # at once, whatever moves
        widget.page.wait_for_timeout(500)  # until all is still again
        return found

    show("hand", 2)
    slid, tumbled = show("hall", 5)
    assert len(slid) == len(tumbled) == 1
    assert max(slid + tumbled) < 400
    widget.page.emulate_media(reduced_motion="reduce")
    assert show("hand", 6) == [[], []]
    expect(widget.view().locator("[data-thing]")).to_have_class(re.compile("gh-star"))
