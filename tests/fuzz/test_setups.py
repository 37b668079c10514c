"""The fuzzers: seeded, bounded, and of everything that the card language can say."""

from __future__ import annotations

import itertools
import json
import re

import pytest

from guildhall.core.errors import BadSetup
from guildhall.games import game_names, registration
from guildhall.games.guildhall.language import Amount, Place
from guildhall.games.guildhall.spelling import VERBS
from tests.example.market_day import MarketDay
from tests.fuzz import __main__ as command
from tests.fuzz import trying
from tests.fuzz.drawn import random_setup
from tests.fuzz.kinds import fuzzers_of
from tests.fuzz.trying import Fuzzed, coin_of, try_each


@pytest.mark.parametrize("game", game_names())
def test_random_setups_break_no_law(game):
    found = fuzzers_of(registration(game))["setups"](20, 20, 60.0)

    assert found.violations == []
    assert found.count > 0


@pytest.mark.parametrize("game", game_names())
def test_random_setups_play_the_same_in_plain_python(game):
    found = fuzzers_of(registration(game))["plain"](60, 20, 60.0)

    assert found.violations == []
    assert found.count >= 6


@pytest.mark.parametrize("game", game_names())
def test_hardly_any_random_setup_is_refused(game):
    refused = 0
    for number in range(30):
        try:
            registration(game).make_rules(random_setup(game, coin_of(1, number)))
        except BadSetup:
            refused += 1

    assert refused < 10


def test_random_cards_say_everything_that_cards_can_say():
    texts = "\n".join(random_setup("guildhall", coin_of(2, number))["card_texts"][0][1] for number in range(250))
    words = set(re.findall(r'"([^"\n]*)"', texts))

    assert {f"{{ {verb} = " for verb in VERBS} <= set(re.findall(r"\{ \w+ = ", texts))
    assert set(Place) <= words
    assert set(Amount) <= words
    assert {"random", "never", "another player has more VP"} <= words
    assert "different_chapters = true" in texts
    assert ", for = " in texts


def test_a_game_that_draws_no_setups_has_no_fuzzer_for_them():
    assert not {"setups", "plain"} & set(fuzzers_of(MarketDay()))


def test_the_same_seed_tries_the_same():
    drawn = [json.dumps(random_setup("advyria", coin_of(3, 4))) for _ in range(2)]

    assert drawn[0] == drawn[1]


def test_a_fuzzer_ends_with_its_time(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr(trying.time, "monotonic", lambda: next(clock))

    assert try_each(100, 0, 5.0, lambda coin: []).count == 5


def test_a_fuzzer_ends_with_enough_violations():
    found = try_each(100, 0, 60.0, lambda coin: ["broken"])

    assert found.count == len(found.violations) == 10
    assert found.violations[3] == "broken (input 3 of seed 0)"


def test_a_fuzzer_that_is_stopped_tells_what_was_done():
    def attempt(coin):
        if attempts.pop():
            raise KeyboardInterrupt
        return []

    attempts = [True, False, False]
    found = try_each(100, 0, 60.0, attempt)

    assert found.count == 2
    assert found.was_stopped


# --- The command ---


def fuzzed(monkeypatch, **facts):
    """One fuzzer with this result."""
    monkeypatch.setattr(command, "fuzzers_of", lambda game: {"setups": lambda n, seed, seconds: Fuzzed(**facts)})


def test_the_command_tries_random_setups(capsys):
    assert command.main(["3", "--seed", "5", "--game", "advyria", "--kind", "setups"]) == 0
    assert capsys.readouterr().out == "advyria, setups: 3 of 3 tried, 0 broken\n"


def test_a_violation_fails_the_command(capsys, monkeypatch):
    fuzzed(monkeypatch, count=7, violations=["a die shows 7"])

    assert command.main(["20", "--game", "guildhall"]) == 1
    assert "setups: 7 of 20 tried, 1 broken\nBROKEN a die shows 7\n" in capsys.readouterr().out


def test_an_interrupted_command_prints_what_was_tried(capsys, monkeypatch):
    fuzzed(monkeypatch, count=7, was_stopped=True)

    assert command.main(["20"]) == 130
    assert "setups: 7 of 20 tried" in capsys.readouterr().out
