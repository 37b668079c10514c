"""What all front-ends share: handlers by name, failures shown, background work that can be stopped."""

from __future__ import annotations

import threading
import zlib
from itertools import count, repeat

import guildhall_widgets as gw
import pytest
from guildhall_widgets.background import Task, Work
from guildhall_widgets.live import LiveWidget, Part, on, packed
from ipywidgets.widgets.widget import _instances

import guildhall as gh
from guildhall import GuildhallError


class Counter(LiveWidget):
    def __init__(self) -> None:
        super().__init__(label="counter")
        self.number = 0
        self.refresh()

    def page(self) -> str:
        return f"<b>{self.number}</b>"

    @on("add")
    def _add(self, value: str = "1") -> None:
        self.number += int(value)
        self.status = f"now {self.number}"

    @on("break")
    def _break(self) -> None:
        self.number = 99
        raise GuildhallError("there is no more")


class Doubler(Counter):
    @on("double")
    def _double(self) -> None:
        self.number *= 2

    @on("by")
    def _add_by(self, number: int) -> None:
        self.number += number

    @on("zero")
    def _zero(self, value: bool) -> None:
        self.number = 0 if value else self.number


def test_a_message_of_the_browser_reaches_its_handler_and_the_page_is_drawn_anew():
    widget = Counter()
    widget._handle_custom_msg({"do": "add", "data": {"value": "4"}, "view": "v", "number": 1}, [])

    assert widget.html == "<b>4</b>"
    assert widget.status == "now 4"


def test_every_message_is_answered_even_one_that_fails(monkeypatch):
    sent = []
    monkeypatch.setattr(Counter, "send", lambda self, content, buffers=None: sent.append(content))
    widget = Counter()
    for number, do in enumerate(["add", "break", "nonsense"], 1):
        widget._handle_custom_msg({"do": do, "view": "v", "number": number}, [])

    assert sent == [{"view": "v", "number": number} for number in (1, 2, 3)]


def test_a_message_without_anything_to_do_is_only_acknowledged(monkeypatch):
    widget, sent = Counter(), []
    monkeypatch.setattr(widget, "send", sent.append)
    widget._handle_custom_msg({"view": "v", "number": 2}, [])
    widget._handle_custom_msg({"method": "update"}, [])

    assert sent == [{"view": "v", "number": 2}]
    assert widget.failure is None


def test_a_message_that_later_ones_of_its_view_overtook_is_dropped():
    widget = Counter()
    for number, view, value in ((2, "v", "2"), (1, "v", "100"), (1, "w", "40"), (3, "v", "1"), (None, "v", "500")):
        widget._handle_custom_msg({"do": "add", "data": {"value": value}, "view": view, "number": number}, [])

    assert widget.number == 543


def test_messages_in_two_threads_are_handled_one_after_the_other():
    done, is_begun, may_end = [], threading.Event(), threading.Event()

    class Slow(Counter):
        @on("slow")
        def _slow(self) -> None:
            is_begun.set()
            assert may_end.wait(120)
            done.append("slow")

        @on("quick")
        def _quick(self) -> None:
            done.append("quick")

    widget = Slow()
    threads = [
        threading.Thread(target=widget._handle_custom_msg, args=({"do": do, "view": "v", "number": number}, []))
        for number, do in enumerate(("slow", "quick"), 1)
    ]
    threads[0].start()
    assert is_begun.wait(120)
    threads[1].start()
    threads[1].join(0.2)
    assert done == []
    may_end.set()
    for thread in threads:
        thread.join(120)
    assert done == ["slow", "quick"]


def test_letters_that_overtook_others_do_not_undo_them(tmp_path):
    """Not even if the browser did not wait, as a kernel of ipykernel 7.4 was seen to hand messages on."""
    game = gh.new_game(seed=7)
    game.run("greedy", until=lambda game: game.ply == 50)
    game.record.save(tmp_path / "evening.json")
    viewer, text = gw.ReplayViewer(tmp_path / "evening.json", ply=40), "All is lost"
    for length in (1, 2, 8, 9, 10, 11, 3, 4, 5, 6, 7):
        data = {"value": text[:length], "number": "0", "ply": "40", "line": ""}
        viewer._handle_custom_msg({"do": "comment", "data": data, "view": "v", "number": length}, [])

    assert viewer.record.node(40).comments == [text]


def test_what_goes_wrong_is_shown_and_the_state_is_drawn_as_it_is():
    widget = Counter()
    widget.act("break")

    assert widget.error == "there is no more"
    assert widget.html == "<b>99</b>"
    assert isinstance(widget.failure, GuildhallError)


def test_an_error_goes_away_with_the_next_thing_done():
    widget = Counter()
    widget.act("break")
    widget.act("add")

    assert widget.error == ""


def test_a_page_is_sent_compressed_unless_it_is_short():
    widget = Counter()
    widget.html = long = "<p>Käthe holds a red Weaver.</p>" * 100

    assert zlib.decompress(widget.get_state("html")["html"]).decode() == long
    assert len(packed(long)) < len(long) / 10
    assert packed("<b>4</b>") == "<b>4</b>"


class Line:
    """A line to a browser; without one, ipywidgets notes no change."""

    comm_id, kernel = "line", object()

    def on_msg(self, hear):
        """Nobody says anything."""

    def close(self, *_, **__):
        """Nothing to do."""


def test_what_another_thread_changes_while_a_page_is_sent_is_sent_too(monkeypatch):
    widget, sent = Counter(), []
    widget.comm = Line()

    def say(words):
        with widget.hold_sync():
            widget.error = words

    def send_state(key=None):
        sent.append(set(key))
        for name in key if len(sent) == 1 else ():  # as ipywidgets does, while somebody else changes something
            other = threading.Thread(target=say, args=(f"beside {name}",))
            other.start()
            other.join()

    monkeypatch.setattr(widget, "send_state", send_state)
    widget.act("add")

    assert sent == [{"html", "status"}, {"error"}, {"error"}]


def test_an_unexpected_failure_says_what_kind_it_is():
    widget = Counter()
    widget.act("add", value="seven")

    assert widget.error.startswith("ValueError: invalid literal")


def tell(widget, content):
    widget._handle_custom_msg({"view": "v", "number": 1, **content}, [])


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ({"do": "add", "data": {"colour": "red"}}, "unknown field 'colour'; expected value"),
        ({"do": "add", "data": {"value": "1", "self": "2"}}, "unknown field 'self'; expected value"),
        ({"do": "double", "data": {"value": "1"}}, "unknown field 'value'; expected none"),
        ({"do": "add", "data": {"value": 4}}, "value must be text, not 4"),
        ({"do": "add", "data": {"value": None}}, "value must be text, not None"),
        ({"do": "add", "data": {"value": "1" * 100_001}}, "value must have at most 100,000 characters, not 100,001"),
        ({"do": "by", "data": {"number": "x"}}, "number must be a whole number, not 'x'"),
        ({"do": "by", "data": {"number": "²"}}, "number must be a whole number, not '²'"),
        ({"do": "by", "data": {"number": "9" * 30}}, f"number must be a whole number, not '{'9' * 30}'"),
        ({"do": "by", "data": {"number": 1.5}}, "number must be a whole number, not 1.5"),
        ({"do": "by", "data": {"number": True}}, "number must be a whole number, not True"),
        ({"do": "by"}, "missing field: number"),
        ({"do": "zero", "data": {"value": "yes"}}, "value must be true or false, not 'yes'"),
        ({"do": ["add"]}, "the name of a message must be text, not ['add']"),
        ({"do": "add", "data": [1, 2]}, "the data of a message must be named fields, not [1, 2]"),
        ({"do": "add", "data": "value"}, "the data of a message must be named fields, not 'value'"),
    ],
)
def test_a_message_that_cannot_be_read_is_refused_and_changes_nothing(content, error):
    widget = Doubler()
    widget.act("add", value="3")
    tell(widget, content)

    assert widget.error == error
    assert (widget.number, widget.html) == (3, "<b>3</b>")


@pytest.mark.parametrize(("number", "sum"), [("-2", 1), (4, 7), ("0", 3)])
def test_a_whole_number_is_read_from_text_too(number, sum):
    widget = Doubler()
    widget.act("add", value="3")
    tell(widget, {"do": "by", "data": {"number": number}})

    assert (widget.error, widget.number) == ("", sum)


def test_a_handler_whose_fields_cannot_be_checked_is_refused_when_it_is_written():
    with pytest.raises(TypeError, match="messages cannot carry value, which is <class 'object'>"):

        @on("anything")
        def _take(self, value: object) -> None: ...


def test_a_page_that_cannot_be_drawn_is_an_error_and_the_last_one_stays(monkeypatch):
    widget = Counter()
    monkeypatch.setattr(widget, "page", lambda: 1 / 0)
    widget.act("add")

    assert widget.error == "ZeroDivisionError: division by zero"
    assert widget.html == "<b>0</b>"


def test_something_unknown_is_refused_with_what_is_known():
    widget = Doubler()
    widget.act("halve")

    assert widget.error == "unknown message 'halve'; expected add, break, by, double, zero"


def test_handlers_are_inherited():
    widget = Doubler()
    widget.act("add", value="4")
    widget.act("double")

    assert widget.number == 8
    assert "double" not in Counter._handlers


class Bell(Part):
    def __init__(self, screen) -> None:
        self.screen = screen

    @on("ring")
    def _ring(self, times: str = "1") -> None:
        self.screen.announce("ding" * int(times))


class Rival(Part):
    @on("add")
    def _add(self) -> None:
        raise AssertionError("never asked")


def test_a_part_answers_for_its_front_end():
    widget = Counter()
    widget.hold(Bell(widget))
    widget.act("ring", times="2")
    assert widget.status == "dingding"
    widget.act("ring", times="x")
    assert widget.error.startswith("ValueError")
    widget.act("add")
    assert widget.number == 1
    widget.act("sing")
    assert widget.error == "unknown message 'sing'; expected add, break, ring"


def test_parts_of_one_widget_answer_for_no_other():
    Counter().hold(Bell(None))
    other = Counter()
    other.act("ring")

    assert other.error.startswith("unknown message 'ring'")


@pytest.mark.parametrize("parts", [(Rival(),), (Bell(None), Bell(None))])
def test_two_parts_that_answer_the_same_are_refused(parts):
    widget = Counter()
    with pytest.raises(TypeError, match=r"several parts handle '(add|ring)'"):
        widget.hold(*parts)
    widget.act("add")

    assert widget.number == 1


@pytest.mark.parametrize("content", [None, [], "add", {"method": "other"}])
def test_other_messages_of_the_protocol_are_left_alone(content):
    widget = Counter()
    widget._handle_custom_msg(content, [])

    assert (widget.number, widget.error) == (0, "")


def test_a_saved_notebook_holds_the_page_and_words_besides_the_widget():
    data, _ = Counter()._repr_mimebundle_()

    assert "<b>0</b>" in data["text/html"]
    assert "<style>" in data["text/html"]
    assert data["text/plain"] == "counter"
    assert "application/vnd.jupyter.widget-view+json" in data


# --- background work ---


def test_nothing_is_handed_over_after_cancel():
    got, step, taken = [], threading.Event(), threading.Event()

    def pieces():
        for number in count():
            yield number
            taken.set()
            step.wait(120)

    task = Task(pieces(), got.append)
    assert taken.wait(120)
    task.cancel()
    step.set()
    task.join(120)

    assert got == [0]
    assert not task.running


def test_roll_outs_of_a_piece_stop_with_the_task():
    game, begun = gh.new_game(seed=1, players=2), threading.Event()

    def pieces():
        begun.set()
        yield gh.odds.chapters(game, n=10_000_000, turns=400)  # hours of work

    task = Task(pieces(), lambda piece: None)
    assert begun.wait(120)
    task.cancel()
    task.join()

    assert not task.running


def test_a_failure_in_the_background_is_handed_over_too():
    failures, ends = [], []

    def pieces():
        yield 1
        raise GuildhallError("no more")

    Task(pieces(), lambda piece: None, done=lambda: ends.append(1), failed=failures.append).join(120)

    assert [str(failure) for failure in failures] == ["no more"]
    assert not ends


def test_the_end_is_told():
    ends = []
    Task([1, 2], lambda piece: None, done=lambda: ends.append(1)).join(120)

    assert ends == [1]


@pytest.fixture
def shown():
    widget = Counter()
    yield widget, Work(widget, widget._drawing)
    widget.close()


def test_work_is_taken_piece_by_piece_and_its_end_announced(shown):
    widget, work = shown
    got = []
    work.begin([1, 2, 3], got.append, lambda: f"{len(got)} pieces")
    work.join(120)

    assert got == [1, 2, 3]
    assert widget.status == "3 pieces"
    assert not work.is_running


def test_work_that_fails_shows_why_and_ends(shown):
    widget, work = shown

    def fail(piece):
        raise GuildhallError(f"no {piece}")

    work.begin(["bread"], fail, lambda: "done")
    work.join(120)

    assert (widget.error, widget.status) == ("no bread", "")
    assert not work.is_running


def test_nothing_of_work_that_was_stopped_or_replaced_comes_in(shown):
    widget, work = shown
    got, first, go_on = [], threading.Event(), threading.Event()

    def pieces():
        yield "one"
        first.set()
        go_on.wait(120)
        yield from repeat("late", 1000)

    work.begin(pieces(), got.append, lambda: "never")
    assert first.wait(120)
    old = work._task
    work.begin(["two"], got.append, lambda: "second")
    assert not old.running
    go_on.set()
    old.join(120)
    work.join(120)

    assert got == ["one", "two"]
    assert widget.status == "second"


def test_whoever_waits_for_the_end_of_work_finds_it_drawn(shown, monkeypatch):
    widget, work = shown
    draw, begins, may_end = widget.refresh, threading.Event(), threading.Event()

    def refresh():
        begins.set()
        may_end.wait(120)
        draw()

    monkeypatch.setattr(widget, "refresh", refresh)
    work.begin([5], lambda piece: setattr(widget, "number", piece), lambda: "done")
    assert begins.wait(120)
    assert not work.is_running
    threading.Timer(0.1, may_end.set).start()
    work.join(120)

    assert widget.html == "<b>5</b>"


class Gate:
    """A lock that tells when a thread waits for it."""

    def __init__(self):
        self.lock, self.waiting, self.owner = threading.RLock(), threading.Event(), threading.current_thread()

    def __enter__(self):
        if threading.current_thread() is not self.owner:
            self.waiting.set()
        return self.lock.__enter__()

    def __exit__(self, *error):
        self.lock.release()


def test_a_piece_that_waits_while_its_work_is_stopped_is_thrown_away():
    gate, got = Gate(), []
    work = Work(Counter(), gate)
    with gate:
        work.begin([1], got.append, lambda: "never")
        assert gate.waiting.wait(120)
        task = work._task
        work.stop()
    task.join(120)

    assert got == []


@pytest.mark.parametrize(
    ("front_end", "given"),
    [
        (gw.DeckBuilder, {"game": "advyria"}),
        (gw.DeckBuilder, {"cards": "nothing"}),
        (gw.DeckBuilder, {"bot": "nobody"}),
        (gw.LiveOdds, {"game": "no game"}),
        (gw.InteractionGraph, {"cards": 7}),
    ],
)
def test_a_front_end_that_refuses_what_it_is_given_can_go(front_end, given):
    before = set(_instances)
    with pytest.raises(GuildhallError):
        front_end(**given)

    refused = [widget for name, widget in _instances.items() if name not in before]
    for widget in refused:
        widget.close()  # as it is when nobody holds it any more

    assert set(_instances) == before
