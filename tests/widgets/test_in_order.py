"""What the browser asks for is done in its order, whatever order the kernel hands the messages on in."""

from __future__ import annotations

import asyncio
from itertools import permutations
from threading import Event, Thread

import pytest
from guildhall_widgets import in_order
from guildhall_widgets.in_order import InOrder
from guildhall_widgets.replay.viewer import ReplayViewer

import guildhall as gh


def message(number, view="v"):
    return {"do": f"{view}{number}", "view": view, "number": number}


def taken(*steps, patience=0.0):
    """What is taken if these messages are heard in an event loop; a number between them is a pause in seconds."""
    done = []

    async def hear():
        order = InOrder(lambda one: done.append(one["do"]))
        for step in steps:
            if isinstance(step, dict):
                order.hear(step)
            else:
                await asyncio.sleep(step)
        await asyncio.sleep(patience)

    asyncio.run(hear())
    return done


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(in_order, "PATIENCE", 0.01)


@pytest.mark.parametrize("numbers", list(permutations((1, 2, 3, 4))))
def test_messages_are_taken_by_their_numbers(numbers):
    assert taken(*map(message, numbers)) == ["v1", "v2", "v3", "v4"]


def test_every_view_counts_for_itself():
    heard = message(2, "a"), message(1, "b"), message(2, "b"), message(1, "a")

    assert taken(*heard) == ["b1", "b2", "a1", "a2"]


def test_a_message_before_its_turn_waits():
    assert taken(message(1), message(3)) == ["v1"]


@pytest.mark.usefixtures("impatient")
def test_one_that_never_comes_is_not_waited_for_long():
    assert taken(message(1), message(3), message(6), message(4), patience=0.2) == ["v1", "v3", "v4", "v6"]


@pytest.mark.usefixtures("impatient")
def test_one_that_comes_when_others_were_done_without_it_is_dropped():
    assert taken(message(2), 0.2, message(1), message(3)) == ["v2", "v3"]


def test_without_an_event_loop_everything_is_taken_as_it_comes():
    done = []
    order = InOrder(lambda one: done.append(one["number"]))
    for number in (3, 1, 1):
        order.hear(message(number))

    assert done == [3, 1, 1]


@pytest.mark.parametrize("odd", [{"view": None}, {"view": 7}, {"number": None}, {"number": "2"}, {"number": True}])
def test_a_message_without_a_place_is_taken_at_once(odd):
    assert taken(message(2) | odd) == ["v2"]


@pytest.mark.usefixtures("impatient")
def test_an_interrupted_message_does_not_hold_up_the_rest():
    done = []

    def take(one):
        done.append(one["number"])
        if one["number"] == 1:
            raise KeyboardInterrupt

    async def hear():
        order = InOrder(take)
        order.hear(message(2))
        with pytest.raises(KeyboardInterrupt):
            order.hear(message(1))
        await asyncio.sleep(0.2)

    asyncio.run(hear())
    assert done == [1, 2]


def test_a_message_heard_in_another_thread_waits_for_the_one_that_is_being_taken():
    done, is_first_begun, may_end = [], Event(), Event()

    def take(one):
        if one["number"] == 1:
            is_first_begun.set()
            assert may_end.wait(10)
        done.append(one["number"])

    async def hear(*numbers):
        for number in numbers:
            order.hear(message(number))

    order = InOrder(take)
    first = Thread(target=lambda: asyncio.run(hear(1)))
    first.start()
    assert is_first_begun.wait(10)
    asyncio.run(hear(3, 2))
    assert done == []
    may_end.set()
    first.join()
    assert done == [1, 2, 3]


def test_letters_that_overtook_others_do_not_undo_them(tmp_path):
    """As ipykernel 7.4 was seen to hand them on."""
    game = gh.new_game(seed=7)
    game.run("greedy", until=lambda game: game.ply == 50)
    game.record.save(tmp_path / "evening.json")
    viewer = ReplayViewer(tmp_path / "evening.json", ply=40)
    text = "All is lost"

    async def type_in():
        for length in (1, 2, 8, 9, 10, 11, 3, 4, 5, 6, 7):
            data = {"value": text[:length], "number": "0", "ply": "40", "line": ""}
            viewer._handle_custom_msg({"do": "comment", "data": data, "view": "v", "number": length}, [])

    asyncio.run(type_in())
    assert viewer.record.node(40).comments == [text]
