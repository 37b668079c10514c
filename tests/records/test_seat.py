"""What one seat saw of a game, and nothing more."""

from __future__ import annotations

import pytest

from guildhall.core.decision import Event
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.game import Game
from guildhall.records.archive import load
from guildhall.records.record import SeatRecord
from tests.core.toy import CARDS


@pytest.fixture
def drawn(rules):
    """A short game in which both draw, then Ada picks a set."""
    game = Game(rules, rules.start(5), seed=5, source="seed 5")
    game.play("draw", "draw", "sow")
    game.play(game.options[0], "done")
    return game


def test_the_own_moves_are_told_and_those_of_others_only_as_seen(drawn):
    seen = drawn.record.redacted(1)

    assert [ply.seat for ply in seen.plies] == [0, 1, 0, 0, 0]
    assert [ply.phrase for ply in seen.plies] == [None, "draw", None, None, None]
    assert seen.plies[0].events == ["Ada draws a card"]
    assert seen.plies[1].events[0] == drawn.events[1].text
    assert seen.plies[3].events == []
    assert seen.plies[4].events[0].startswith("Ada sows ")


def test_no_hidden_card_can_be_found_in_it(drawn, tmp_path):
    drawn.record.redacted(1).save(tmp_path / "seat.json")
    text = (tmp_path / "seat.json").read_text()
    known = [*drawn.table.hands[1], *drawn.table.fields[0]]

    assert all((card in text) == (card in known) for card in CARDS)


def test_seed_start_hashes_notes_and_source_are_left_out(drawn, tmp_path):
    record = drawn.record
    record.annotate(2, comment="Ada holds the best card")
    record.redacted(1).save(tmp_path / "seat.json")
    text = (tmp_path / "seat.json").read_text()

    for word in ("seed", "Ada holds", "check", *record.checks.values()):
        assert word not in text


def test_two_games_that_differ_only_in_what_a_seat_cannot_know_look_the_same_to_it(rules):
    records = []
    for swapped in (False, True):
        start = rules.start(5)
        if swapped:
            deck = [card for card in range(12) if start["place"][0, card] == 8]
            start["depth"][0, deck] = start["depth"][0, deck[::-1]]
        records.append(Game(rules, start, seed=5, created="2024-01-01").record.redacted(1))

    assert records[0] == records[1]


def test_it_can_be_saved_and_read_but_not_played(drawn, tmp_path):
    path = tmp_path / "seat.json.gz"
    seen = drawn.record.redacted(0)
    seen.save(path)

    assert SeatRecord.load(path) == seen
    assert str(seen).startswith("1. Ada draws ")
    with pytest.raises(BadRecord, match="this is a record of what one seat saw"):
        load(path)


def test_a_whole_record_is_no_record_of_a_seat(drawn, tmp_path):
    drawn.record.save(tmp_path / "game.json")

    with pytest.raises(BadRecord, match="not a complete record of a seat"):
        SeatRecord.load(tmp_path / "game.json")


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_record_of_a_seat_that_is_not_there(drawn, seat):
    with pytest.raises(GuildhallError, match=f"there is no seat {seat}"):
        drawn.record.redacted(seat)


def test_an_event_that_all_see_is_the_same_for_all():
    event = Event("sow", 0, "Ada sows", {"cards": ["red Apple"]})

    assert event.as_seen_by(1) is event
