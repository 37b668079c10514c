"""A small share of the fuzzing of records, positions and states, and that the fuzzers notice what breaks."""

from __future__ import annotations

from random import Random

import pytest

from guildhall.core.errors import BadPosition, GuildhallError
from guildhall.games import registration
from guildhall.kernel.validator import Validator
from guildhall.records.record import Record
from tests.example.market_day import GAME as MARKET_DAY
from tests.fuzz import positions, records
from tests.fuzz.drawn import random_position
from tests.fuzz.kinds import fuzzers_of

SHARE = 60
SHIPPED = ["guildhall", "advyria"]


@pytest.mark.parametrize("kind", ["records", "positions", "states"])
@pytest.mark.parametrize("game", SHIPPED)
def test_whatever_is_read_or_laid_nothing_breaks(game, kind):
    found = fuzzers_of(registration(game))[kind](SHARE, 5, 600.0)

    assert found.violations == []
    assert found.count == SHARE


def test_a_game_without_positions_has_none_to_be_laid_or_altered():
    assert positions.positions(MARKET_DAY) is positions.states(MARKET_DAY) is None


def broken_in(game, kind, n=100):
    return fuzzers_of(registration(game))[kind](n, 5, 600.0).violations


@pytest.mark.parametrize("name", ["load", "load_all", "deepcopy"])
def test_an_error_that_is_not_ours_is_noticed(monkeypatch, name):
    def fail(*_, **__):
        raise IndexError("list index out of range")

    monkeypatch.setattr(records, name, fail)

    assert "IndexError: list index out of range (input " in broken_in("guildhall", "records")[0]


def test_a_change_that_is_refused_but_made_is_noticed(monkeypatch):
    def refuse(record, ply, **_):
        record.node(0).comments.append("made all the same")
        raise GuildhallError("no")

    monkeypatch.setattr(Record, "set_comment", refuse)

    assert "a change that was refused has changed something" in broken_in("guildhall", "records")[0]


def test_a_change_that_cannot_be_saved_is_noticed(monkeypatch):
    monkeypatch.setattr(Record, "remove_comment", lambda record, ply, **_: record.node(0).comments.append(7))

    assert "a change was made that cannot be saved" in broken_in("guildhall", "records")[0]


def test_a_partial_record_that_does_not_verify_is_noticed(monkeypatch):
    load = records.load

    def spoilt(path, *, verify):
        try:
            return load(path, verify=verify)
        except records.BadRecord as error:
            if error.partial is not None:
                error.partial.checks[0] = "0" * 16
            raise

    monkeypatch.setattr(records, "load", spoilt)

    assert "saved of it, but ply 0" in broken_in("guildhall", "records")[0]


@pytest.mark.parametrize("game", SHIPPED)
def test_a_judge_that_lets_laws_be_broken_is_noticed(monkeypatch, game):
    fault = Validator.fault
    law = registration(game).make_rules({}).engine.validating().laws
    lax = {f"it breaks the law '{each.name.lower().replace('_', ' ')}'" for each in law}
    monkeypatch.setattr(Validator, "fault", lambda *given: None if fault(*given) in lax else fault(*given))

    assert "is broken after 0 plies where" in broken_in(game, "states", 400)[0]


@pytest.mark.parametrize("game", SHIPPED)
def test_a_judge_that_is_too_strict_is_noticed(monkeypatch, game):
    monkeypatch.setattr(Validator, "fault", lambda *_: "nothing can be")

    assert "it can be laid, but nothing can be" in broken_in(game, "positions", 20)[0]


@pytest.mark.parametrize("game", SHIPPED)
def test_most_positions_that_are_drawn_can_be_laid(game):
    known, laid = registration(game), 0
    for number in range(30):
        try:
            known.make_position(seed=number, **random_position(game, Random(number)))
            laid += 1
        except BadPosition:
            continue
    assert laid > 10
