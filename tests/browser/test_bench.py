"""The bench itself: what it must notice, shown with a tiny widget that exists only here."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.bench import DARK, LIGHT, PATIENCE
from tests.browser.notebook import CellFailed

pytestmark = pytest.mark.browser

ESM = """
function render({ model, el }) {
    const button = document.createElement("button"), status = document.createElement("span");
    status.setAttribute("role", "status");
    const draw = () => {
        button.textContent = `step ${model.get("step")}`;
        status.textContent = model.get("answer");
    };
    const step = () => { model.set("step", model.get("step") + 1); model.save_changes(); };
    button.addEventListener("click", step);
    model.on("change:step change:answer", draw);
    draw();
    el.append(button, status);
    return () => model.off("change:step change:answer", draw);
}
export default { render };
"""
CSS = """
button { color: var(--jp-ui-font-color1, #111); background: var(--jp-layout-color1, #fff); }
button:focus-visible { outline: 3px solid #1976d2; }
"""
BROKEN_ESM = ESM.replace("model.save_changes();", "model.save_changess();")
WIDGET = '''
import anywidget, traitlets

class Stepper(anywidget.AnyWidget):
    _esm = """{esm}"""
    _css = """{css}"""
    step = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Unicode("").tag(sync=True)
    secret = traitlets.Unicode("the ace of spades")

    @traitlets.observe("step")
    def _on_step(self, change):
        {handler}

stepper = Stepper()
stepper
'''
HANDLER = 'self.answer = f"Python saw {change.new}"'


def stepper_cell(*, esm=ESM, handler=HANDLER):
    return WIDGET.format(esm=esm, css=CSS, handler=handler)


@pytest.fixture
def stepper(bench):
    return bench.notebook([stepper_cell()])


@pytest.fixture
def bare(bench):
    """The same widget in a page without JupyterLab."""
    return bench.page_with_widget(ESM, CSS, {"step": 0, "answer": ""})


def expect_trouble(bench, notebook, *reasons):
    """Wait until the bench fails for all the given reasons, then take them away so that this test passes."""
    deadline = time.monotonic() + PATIENCE / 1000
    while missing_from("\n".join(notebook.watch.trouble), reasons) and time.monotonic() < deadline:
        notebook.page.wait_for_timeout(50)
    with pytest.raises(AssertionError) as failed:
        bench.check()
    assert not missing_from(str(failed.value), reasons)
    notebook.page.goto("about:blank")  # what the page would complain of again ends with it
    notebook.page.wait_for_timeout(300)
    notebook.watch.trouble.clear()


def missing_from(trouble, reasons):
    return [reason for reason in reasons if reason not in trouble]


# --- notebooks ----------------------------------------------------------------------------------------------


def test_packages_come_from_the_wheel(bench, project_root):
    code = "import guildhall, guildhall_widgets\nprint(guildhall.__file__, guildhall_widgets.__file__)"
    shown = bench.notebook([code]).output(0).inner_text()

    assert str(project_root) not in shown
    assert shown.count("site-packages") == 2


def test_two_views_stay_in_step(stepper):
    first, second = stepper.output(0), stepper.second_view(0)
    second.get_by_role("button").click()

    expect(first.get_by_role("button")).to_have_text("step 1")
    first.get_by_role("button").click()
    expect(second.get_by_role("status")).to_have_text("Python saw 2")


def test_dark_theme_is_dark_and_light_is_light(bench):
    background = "element => getComputedStyle(element).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    shades = {}
    for theme in (DARK, LIGHT):
        notebook = bench.notebook([stepper_cell()], theme=theme)
        shades[theme] = sum(notebook.output(0).get_by_role("button").evaluate(background))

    assert shades[DARK] < 3 * 60
    assert shades[LIGHT] > 3 * 200


def test_a_click_goes_to_python_and_back_and_messages_hold_nothing_else(stepper):
    stepper.output(0).get_by_role("button").click()
    expect(stepper.output(0).get_by_role("status")).to_have_text("Python saw 1")
    everything = b"".join(message.raw for message in stepper.messages())

    assert b"Python saw 1" in everything
    assert b"comm_open" in everything
    assert {"comm_msg", "execute_reply"} <= {message.kind for message in stepper.messages()}
    # The cell's own source is sent back when it runs, and with it the secret; no later message has it.
    assert not [m for m in stepper.messages() if b"ace of spades" in m.raw and m.kind != "execute_input"]


def test_binary_messages_are_read_too(bench):
    code = """
import anywidget, traitlets
class Bytes(anywidget.AnyWidget):
    _esm = "export default { render({ model, el }) { el.textContent = model.get('data').byteLength; } }"
    data = traitlets.Bytes(bytes(range(65, 91))).tag(sync=True)
Bytes()"""
    notebook = bench.notebook([code])

    expect(notebook.output(0)).to_contain_text("26")
    assert [m for m in notebook.messages() if b"ABCDEFGHIJKLMNOPQRSTUVWXYZ" in m.raw]


def test_stored_outputs_are_shown_without_running(bench, project_root):
    notebook = bench.notebook(project_root / "notebooks" / "00_start_here.ipynb", run=False)

    assert notebook.page.locator(".jp-Notebook .jp-OutputArea-output").count()
    assert "execute_input" not in {message.kind for message in notebook.messages()}


# --- what must not pass -----------------------------------------------------------------------------------


def test_a_cell_that_raises_fails_with_its_traceback(bench):
    with pytest.raises(CellFailed, match=r"(?s)cell 1 failed.*ZeroDivisionError"):
        bench.notebook(["1", "1 / 0", "2"])


def test_whatever_a_page_complains_of_fails(bench):
    show = "from IPython.display import HTML, Javascript\n"
    cells = {
        stepper_cell(handler="raise RuntimeError('cannot step')"): "cannot step",
        stepper_cell(esm=BROKEN_ESM): "save_changess",
        show + "Javascript('console.error(\"alas\")')": "console error: alas",
        show + "HTML('<img src=\"http://elsewhere.test/a.png\">')": "another host: http://elsewhere.test/a.png",
        show + "Javascript('new WebSocket(\"ws://elsewhere.test/live\")')": "another host: http://elsewhere.test/live",
    }
    notebook = bench.notebook(list(cells))
    for widget in range(2):
        notebook.output(widget).get_by_role("button").click()

    expect_trouble(bench, notebook, *cells.values())


# --- measuring, keyboard, accessibility -------------------------------------------------------------------


def test_latency_is_measured_in_the_page_and_noted(bare, request):
    button, stepped = bare.view().get_by_role("button"), "e => e.innerText.includes('step 1')"
    milliseconds = bare.latency("bench: click to step", button.click, bare.view(), until=stepped)

    assert milliseconds > 0
    assert ("latency", ("bench: click to step", milliseconds)) in request.node.user_properties


def test_latency_waits_for_the_right_change(bench):
    page = bench.page_with_widget(SLOW_ESM)
    button = page.view().get_by_role("button")

    assert page.latency("bench: 200 ms", button.click, page.view(), until="e => e.innerText === 'late'") >= 199


SLOW_ESM = """
export default { render({ el }) {
    const button = el.appendChild(document.createElement("button"));
    button.textContent = "now";
    button.addEventListener("click", () => {
        button.textContent = "soon";
        setTimeout(() => { button.textContent = "late"; }, 200);
    });
} };
"""


def test_tab_reaches_a_button_whose_focus_is_seen(bare):
    button = bare.view().get_by_role("button")
    bare.tab_to(button, start=bare.view())
    bare.assert_visible_focus(button)
    bare.page.keyboard.press("Enter")

    expect(button).to_have_text("step 1")


def test_a_focus_that_is_not_seen_fails(bench):
    page = bench.page_with_widget(ESM, "button:focus { outline: none }", {"step": 0})
    button = page.view().get_by_role("button")
    page.tab_to(button, start=page.view())

    with pytest.raises(AssertionError, match="looks the same"):
        page.assert_visible_focus(button)


def test_what_tab_does_not_reach_fails(bench):
    page = bench.page_with_widget(ESM.replace("draw();", "button.tabIndex = -1; draw();"), CSS, {"step": 0})

    with pytest.raises(AssertionError, match="never reached"):
        page.tab_to(page.view().get_by_role("button"), start=page.view(), most=5)


@pytest.mark.node
def test_axe_finds_nothing_grave_in_a_good_widget(bare):
    bare.axe(bare.view())


@pytest.mark.node
def test_axe_finds_a_button_without_a_name_and_pale_text(bench):
    esm = "export default { render({ el }) { el.innerHTML = '<button></button><p style=\"color: #ddd\">pale</p>'; } }"
    page = bench.page_with_widget(esm)

    with pytest.raises(AssertionError, match=r"(?s)critical: button-name.*serious: color-contrast"):
        page.axe(page.view())


def test_a_picture_of_a_part_is_written(bare, tmp_path):
    bare.screenshot(tmp_path / "stepper.png", bare.view())

    assert (tmp_path / "stepper.png").read_bytes().startswith(b"\x89PNG")


# --- widgets without a kernel -----------------------------------------------------------------------------


def test_widget_with_a_fake_model_saves_draws_and_cleans_up(bench):
    page = bench.page_with_widget(ESM, CSS, {"step": 4, "answer": ""})
    page.view().get_by_role("button").click()

    assert page.saved() == [{"step": 5}]
    assert page.get("step") == 5
    page.receive_state(answer="Python saw 5")
    expect(page.view().get_by_role("status")).to_have_text("Python saw 5")
    page.close()
    assert page.listeners() == 0


def test_two_views_of_a_fake_model_stay_in_step(bench):
    page = bench.page_with_widget(ESM, CSS, {"step": 0, "answer": ""})
    page.second_view().get_by_role("button").click()

    expect(page.view(0).get_by_role("button")).to_have_text("step 1")


def test_messages_of_a_fake_model_go_both_ways(bench):
    esm = """export default { render({ model, el }) {
        model.on("msg:custom", message => { el.textContent = message.text; });
        model.send({ ask: "hello" });
    } }"""
    page = bench.page_with_widget(esm)
    page.receive({"text": "good day"})

    assert page.sent() == [{"ask": "hello"}]
    expect(page.view()).to_have_text("good day")


def test_a_broken_handler_with_a_fake_model_fails(bench):
    page = bench.page_with_widget(BROKEN_ESM, CSS, {"step": 0, "answer": ""})
    page.view().get_by_role("button").click()

    expect_trouble(bench, page, "save_changess")
