"""A small share of the fuzzing of phrases, lines and messages; `make fuzz` does more."""

from __future__ import annotations

import random

import pytest
from guildhall_widgets.live import LiveWidget, on

from guildhall.core.errors import GuildhallError
from guildhall.games import registration
from tests.fuzz import lines, messages, phrases

GAMES = ("guildhall", "advyria")
SEED = 20
SECONDS = 60.0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("fuzz", "number"), [(phrases, 1000), (lines, 200), (messages, 120)])
def test_nothing_that_is_typed_or_clicked_breaks_anything(fuzz, number, game):
    found = fuzz.fuzzer(registration(game))(number, SEED, SECONDS)

    assert found.violations == []
    assert found.count > number / 10  # even where the time has run out


def test_an_error_that_is_none_of_ours_is_found():
    def refuse():
        raise GuildhallError("no")

    assert list(phrases.broken_by("buy 1", refuse)) == []
    assert next(phrases.broken_by("buy ²", lambda: int("²"))).startswith("ValueError: ")


class Careless(LiveWidget):
    """Breaks in the ways that are looked for."""

    def __init__(self):
        super().__init__(label="careless")
        self.number = 0

    def page(self):
        return f'<b data-do="see" data-value="1">{"ab"[self.number]}</b>'

    @on("see")
    def _see(self, value: int) -> None:
        self.number = value
        if value > 1:
            raise GuildhallError("there is no such seat")

    @on("change")
    def _change(self, value: bool) -> None:
        self.number = 1 - self.number
        raise GuildhallError("changed")

    @on("break")
    def _break(self) -> None:
        raise KeyError("number")


@pytest.mark.parametrize(
    ("message", "violation"),
    [
        ({"do": "see", "data": {"value": "1"}}, ""),
        ({"do": "see", "data": {"value": "x"}}, ""),
        ({"do": "see", "data": {"value": "99"}}, "Careless: IndexError: string index out of range by"),
        ({"do": "change", "data": {"value": True}}, "Careless: changed, and yet the page is another one, by"),
        ({"do": "break", "data": {}}, "Careless: KeyError: 'number' by"),
    ],
)
def test_a_careless_front_end_is_found(message, violation):
    found = list(messages.broken_by(Careless(), message))

    assert len(found) == bool(violation)
    assert all(each.startswith(violation) for each in found)


def test_messages_are_taken_from_the_page_too():
    widget = Careless()
    widget.refresh()
    said = [messages.random_message(random.Random(seed), widget, ["Weaver"]) for seed in range(100)]

    assert {"do": "see", "data": {"value": "1"}} in said
    assert {each["do"] for each in said if isinstance(each["do"], str)} >= {"see", "change", "break"}
