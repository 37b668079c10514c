"""Records: any ply restored, notes and variations, many games in a file."""

from __future__ import annotations

import json
from importlib import import_module

import msgspec
import pytest

from guildhall.core.errors import BadRecord, GuildhallError, IllegalOption
from guildhall.core.game import Game
from guildhall.core.rules import digest
from guildhall.records.archive import encode, load, load_all, save_all
from guildhall.records.study import Evaluation, Highlight, Node
from guildhall.records.verify import CHECK_EVERY
from tests.core.toy import REAP, Gleaners, marked, rules_for

ENDINGS = ["json", "json.gz", "json.zst"]


def saved(record, path):
    record.save(path)
    return load(path)


# Save and load


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_saved_record_comes_back_equal(played, tmp_path, ending):
    record = played.record

    assert saved(record, tmp_path / f"game.{ending}") == record


def test_every_ply_is_restored_from_a_file(played, tmp_path):
    record = saved(played.record, tmp_path / "game.json")
    walk = Game(played.rules, played.start, moves=played.moves)
    for ply in range(played.ply + 1):
        assert record.game(ply).state.tobytes() == walk.state.tobytes()
        if ply < played.ply:
            walk.redo()


def test_a_game_can_be_saved_and_loaded_at_every_ply(played, tmp_path):
    walk = Game(played.rules, played.start, seed=played.seed, moves=played.moves)
    for _ in played.moves:
        back = saved(walk.record, tmp_path / "game.json").game()
        assert (back.state.tobytes(), back.moves, back.events) == (
            walk.state.tobytes(),
            walk.moves,
            walk.events,
        )
        walk.redo()


def test_without_a_ply_the_game_is_at_its_end(played):
    game = played.record.game()

    assert (game.ply, game.state.tobytes()) == (played.ply, played.state.tobytes())
    assert (game.seed, game.created, game.record) == (played.seed, played.created, played.record)


def test_a_restored_game_goes_on_with_redo_or_otherwise(played):
    game = played.record.game(40)
    game.redo(90)
    assert game.state.tobytes() == played.state.tobytes()

    game.undo(90)
    game.run_forced()
    game.play(game.options[-1])
    assert game.record.verify()


@pytest.mark.parametrize("ply", [-1, 131])
def test_there_is_no_game_at_a_ply_that_was_not_played(played, ply):
    with pytest.raises(GuildhallError, match=f"no ply {ply}; the line has 130"):
        played.record.game(ply)


def test_record_holds_ids_and_phrases_and_hashes_every_50_plies_and_at_the_end(played):
    record = played.record

    assert record.moves == played.moves
    assert record.phrases[0] == Gleaners().phrase(played.start, played.moves[0])
    assert list(record.checks) == [50, 100, 130]
    assert record.checks[100] == digest(record.game(100).state)
    assert CHECK_EVERY == 50


def test_record_names_game_setup_rules_cards_seats_seed_and_time(played):
    header = played.record.header

    assert (header.game, header.setup) == ("gleaners", {"players": ["Ada", "Bo"], "limit": 400})
    assert (header.rules_version, header.card_hash, header.seed) == ("1", "c0ffee", 11)
    assert header.seats == ("Ada", "Bo")
    assert header.created == played.created
    assert header.start is None


def test_time_and_source_can_be_given(rules):
    game = Game(rules, rules.start(1), seed=1, created="2024-05-06T07:08:09+00:00", source="a club evening")
    header = game.record.header

    assert (header.created, header.source) == ("2024-05-06T07:08:09+00:00", "a club evening")


def test_a_game_without_a_ply_has_a_record(game, tmp_path):
    record = saved(game.record, tmp_path / "game.json")

    assert (record.plies, record.game().ply) == (0, 0)
    assert list(record.checks) == [0]


def test_a_position_keeps_its_start(rules, tmp_path):
    start = marked(rules.start(3))
    start["turn"] = 1
    game = Game(rules, start, seed=3)
    game.play("draw")
    record = saved(game.record, tmp_path / "game.json")

    assert record.header.start is not None
    assert record.game(0).state.tobytes() == start.tobytes()
    assert record.game().state.tobytes() == game.state.tobytes()


def test_a_finished_game_keeps_its_outcome(rules, tmp_path):
    game = Game(Gleaners(limit=10), rules.start(1), seed=1)
    while not game.over:
        game.play(game.options[0])
    record = saved(game.record, tmp_path / "game.json")

    assert record.outcome == game.outcome
    assert record.game().over


def test_record_prints_in_one_line(played):
    assert repr(played.record) == "Record(gleaners, Ada, Bo, 130 plies, not finished)"


def test_the_file_is_json_with_the_header_first_and_one_block_a_line(played):
    text = encode(played.record).decode()
    lines = text.splitlines()

    assert list(json.loads(text)) == ["format", "version", "plies", "header", "blocks", "outcome", "nodes"]
    assert lines[0] == '{"format":"guildhall-record","version":1,"plies":130,'
    assert [line[:9] for line in lines if line.startswith('{"moves"')] == ['{"moves":'] * 3


# Verify


def test_a_true_record_verifies(played):
    report = played.record.verify()

    assert report
    assert str(report) == "130 plies played again, all as recorded"


def test_verify_tells_all_that_is_wrong(played):
    record = played.record
    record.annotate(3, comment="before the damage")
    record.add_variation(5, [record.game(5).options[0]])
    record.node(5).variations[0].phrases[0] = "nonsense"
    record.main.phrases[70] = "nonsense"
    report = record.verify()

    assert not report
    assert report.plies == 70
    assert [(problem.ply, problem.path) for problem in report.problems] == [(5, (5, 0)), (70, ())]
    assert "not 'nonsense'" in str(report)


# Notes


def test_notes_of_all_kinds_come_back(played, tmp_path):
    record = played.record
    record.annotate(10, comment="<b>bold</b> & “quoted”", mark="!?", tag="opening")
    record.annotate(10, comment="second", tag="opening", mark="!!")
    record.annotate(0, highlight=Highlight("hand 1 red Apple", to="field 1", colour="blue"))
    record.annotate(130, evaluation=Evaluation((0.25, 0.75), by="greedy"))
    back = saved(record, tmp_path / "game.json")

    assert back == record
    assert back.node(10) == Node(comments=["<b>bold</b> & “quoted”", "second"], mark="!!", tags=["opening"])
    assert back.node(130).evaluation.values == (0.25, 0.75)


def test_a_mark_can_be_taken_away(played):
    record = played.record
    record.annotate(10, mark="?")
    record.annotate(10, mark="")

    assert record.node(10).mark == ""


@pytest.mark.parametrize(
    ("note", "message"),
    [
        ({"mark": "!!!"}, "unknown mark '!!!'; the marks are !!  !  !\\?  \\?!  \\?  \\?\\?"),
        ({"comment": 7}, "a comment must be text, got 7"),
        ({"comment": "\ud800"}, "unpaired surrogate"),
        ({"tag": b"x"}, "a tag must be text"),
    ],
)
def test_a_wrong_note_is_refused_and_changes_nothing(played, note, message):
    record = played.record

    with pytest.raises(GuildhallError, match=message):
        record.annotate(10, **note)
    assert record == played.record


@pytest.mark.parametrize("ply", [-1, 131])
def test_there_are_no_notes_off_the_line(played, ply):
    with pytest.raises(GuildhallError, match="this line has plies 0 to 130"):
        played.record.annotate(ply, comment="lost")


def test_looking_for_notes_writes_none(played):
    record = played.record
    record.node(10)

    assert encode(record) == encode(played.record)


def test_a_game_keeps_the_notes_it_was_loaded_with_as_far_as_it_follows_them(played):
    record = played.record
    for ply in (10, 50, 51, 130):
        record.annotate(ply, comment=f"at {ply}")
    game = record.game(50)

    assert list(game.record.main.nodes) == [10, 50]
    game.redo(80)
    assert game.record == record
    game.undo(80)
    game.play(next(option for option in game.options if option.id != record.moves[50]))
    assert list(game.record.main.nodes) == [10, 50]
    assert list(game.branch().record.main.nodes) == [10, 50]


def test_notes_of_a_games_record_are_its_own(played):
    record = played.record
    record.annotate(10, comment="first")
    game = record.game()
    game.record.annotate(10, comment="second")
    record.annotate(10, comment="third")

    assert game.record.node(10).comments == ["first"]


# Variations


def other_options(record, ply, line=()):
    """What could have been played at a ply instead."""
    game = record.game(ply, line=line)
    return [
        option.phrase
        for option in game.options
        if option.id != record.line(line).moves[ply - (line[-2] if line else 0)]
    ]


def branching(record, line=(), first=0, end=130):
    """The first ply of a line at which there was a choice."""
    return next(ply for ply in range(first, end) if other_options(record, ply, line))


def test_variations_may_have_notes_and_variations(played, tmp_path):
    record = played.record
    ply = branching(record)
    path = record.add_variation(ply, other_options(record, ply), title="a try")
    record.annotate(ply + 1, line=path, comment="worse", mark="?")
    inner_ply = ply + 1
    inner = record.add_variation(inner_ply, [record.game(inner_ply, line=path).options[-1]], line=path)
    back = saved(record, tmp_path / "game.json")

    assert path == (ply, 0)
    assert inner == (ply, 0, inner_ply, 0)
    assert back == record
    assert back.line(path).title == "a try"
    assert back.game(line=inner).ply == inner_ply + 1
    assert back.game(line=inner).record.node(ply + 1).comments == ["worse"]
    assert back.game(ply, line=inner).state.tobytes() == back.game(ply).state.tobytes()
    assert back.game().moves == played.moves


def test_an_illegal_variation_is_refused_and_changes_nothing(played):
    record = played.record

    with pytest.raises(IllegalOption):
        record.add_variation(40, ["fly"])
    with pytest.raises(GuildhallError, match="at least one move"):
        record.add_variation(40, [])
    assert record == played.record


def test_a_variation_begins_on_its_own_line(played):
    record = played.record
    path = record.add_variation(20, [record.game(20).options[0]])

    with pytest.raises(GuildhallError, match="this line has plies 21 to 21"):
        record.annotate(20, line=path, comment="belongs to the main line")


@pytest.mark.parametrize("path", [(20, 0), (20, -1), (7,), (0, 0, 0, 0)])
def test_a_path_that_leads_nowhere_is_refused(played, path):
    with pytest.raises(GuildhallError, match=r"no variation|invalid path"):
        played.record.game(line=path)


# Other rules


class Tired(Gleaners):
    """Gleaners of another version, in which nobody reaps after ply 60."""

    def options(self, state):
        return tuple(option for option in super().options(state) if option != REAP or state[0]["clock"] < 60)


class Shuffled(Gleaners):
    """Gleaners of another version, with another generator from ply 99 on."""

    def apply(self, state, option):
        events = super().apply(state, option)
        if state[0]["clock"] == 99:
            state[0]["rng"] += 1
        return events


def play_by(monkeypatch, rules):
    monkeypatch.setattr(import_module("guildhall.games"), "rules_for", lambda game, setup: rules)


def test_other_cards_are_noticed_not_silently_replayed(played, tmp_path, monkeypatch):
    played.record.save(tmp_path / "game.json")
    play_by(monkeypatch, Gleaners(card_hash="bad"))

    with pytest.raises(BadRecord, match=r"^line 2: recorded with.*c0ffee, but these are bad") as caught:
        load(tmp_path / "game.json")
    assert caught.value.partial == played.record
    assert load(tmp_path / "game.json", verify=False) == played.record


def test_a_record_of_other_rules_that_lead_to_the_same_game_is_sound(played, tmp_path, monkeypatch):
    played.record.save(tmp_path / "game.json")
    play_by(monkeypatch, Gleaners(version="2"))
    record = load(tmp_path / "game.json")

    assert record == played.record
    assert record.difference() is None
    assert record.game().state.tobytes() == played.state.tobytes()
    assert record.redacted(0).rules_version == "1"


@pytest.mark.parametrize(
    ("newer", "ply", "what"),
    [
        (Tired(version="2"), 75, "'reap'.* is not legal here"),
        (Shuffled(version="2"), 50, "the moves of plies 50 to 99"),
    ],
)
def test_a_record_of_other_rules_is_refused_from_where_they_differ(played, tmp_path, monkeypatch, newer, ply, what):
    played.record.save(tmp_path / "game.json")
    play_by(monkeypatch, newer)
    reason = f"{what}.*; it was played by version 1 of the rules, and this is version 2"

    with pytest.raises(BadRecord, match=f", ply {ply}: .*{reason}") as caught:
        load(tmp_path / "game.json")
    assert caught.value.partial.moves == played.moves[:ply]
    record = load(tmp_path / "game.json", verify=False)
    assert record.game(ply).moves == played.moves[:ply]
    for refused in (lambda: record.game(ply + 1), lambda: record.redacted(0)):
        with pytest.raises(BadRecord, match=f"^ply {ply}: .*{reason}"):
            refused()


def test_a_variation_that_leaves_before_other_rules_differ_can_be_played(played, tmp_path, monkeypatch):
    record = played.record
    path = record.add_variation(20, [record.game(20).options[0]])
    record.save(tmp_path / "game.json")
    play_by(monkeypatch, Shuffled(version="2"))

    assert load(tmp_path / "game.json", verify=False).game(line=path).ply == 21


def test_a_record_of_an_unknown_game_can_be_read_but_not_played(played, tmp_path):
    record = played.record
    record.header = msgspec.structs.replace(record.header, game="chess")
    record.save(tmp_path / "game.json")

    with pytest.raises(BadRecord, match="its game cannot be set up: no game 'chess'"):
        load(tmp_path / "game.json")
    with pytest.raises(BadRecord, match="cannot be set up"):
        load(tmp_path / "game.json", verify=False).game()


def test_playing_an_unverified_record_stops_at_what_is_not_legal(played):
    record = played.record
    record.main.moves[60] = 99
    assert record.game(60).ply == 60

    with pytest.raises(BadRecord, match="ply 60: option 99 is not legal here"):
        record.game()
    with pytest.raises(IllegalOption):
        record.game(60).redo()


# Rules are built once


@pytest.fixture
def built(monkeypatch):
    """The settings for which rules were built, one after the other."""
    built = []

    def build(game, setup):
        built.append(setup)
        return rules_for(game, setup)

    monkeypatch.setattr(import_module("guildhall.games"), "rules_for", build)
    return built


def test_opening_a_record_and_playing_it_builds_the_rules_once(played, tmp_path, built):
    played.record.save(tmp_path / "game.json")
    record = load(tmp_path / "game.json")
    record.game(40).redo()
    record.add_variation(20, [record.game(20).options[0]])
    record.redacted(0)
    record.copied().verify()

    assert len(built) == 1


def test_other_settings_in_the_header_build_the_rules_again(played, built):
    record = played.record
    assert record.rules.seats == ("Ada", "Bo")
    record.header = msgspec.structs.replace(record.header, setup={"players": ["Cy", "Di"], "limit": 400})

    assert record.rules.seats == ("Cy", "Di")
    assert len(built) == 2


@pytest.mark.parametrize("spoil", [lambda data: data[:-300], lambda data: data.replace(b'"check":"', b'"check":"0', 1)])
def test_reading_a_damaged_record_builds_the_rules_once(played, tmp_path, built, spoil):
    played.record.save(tmp_path / "game.json")
    (tmp_path / "game.json").write_bytes(spoil((tmp_path / "game.json").read_bytes()))
    with pytest.raises(BadRecord) as caught:
        load(tmp_path / "game.json")

    assert caught.value.partial.verify()
    assert len(built) == 1


def test_games_of_one_file_with_the_same_settings_share_their_rules(tmp_path, built):
    save_all(tmp_path / "games.jsonl", some(4))
    for record in load_all(tmp_path / "games.jsonl"):
        record.game()

    assert len(built) == 1


def test_of_many_records_only_the_last_ones_keep_their_rules(played, tmp_path, built):
    played.record.save(tmp_path / "game.json")
    records = [load(tmp_path / "game.json") for _ in range(20)]
    assert len(built) == 20
    keeps = ["_rules" in vars(record) for record in records]
    assert keeps == sorted(keeps)
    assert 0 < sum(keeps) < 10

    records[-1].game()
    assert len(built) == 20
    records[0].game()
    assert len(built) == 21


# Many games


def some(count):
    games = []
    for seed in range(count):
        game = Game(Gleaners(limit=60), Gleaners(limit=60).start(seed), seed=seed)
        while not game.over:
            game.play(game.options[seed % len(game.options)])
        games.append(game.record)
    return games


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.zst"])
def test_many_records_come_back_from_json_lines(tmp_path, ending):
    records = some(4)
    save_all(tmp_path / f"games.{ending}", iter(records))
    back = load_all(tmp_path / f"games.{ending}")

    assert back == records
    assert back.damage is None


def test_json_lines_hold_one_game_a_line(tmp_path):
    save_all(tmp_path / "games.jsonl", some(3))
    lines = (tmp_path / "games.jsonl").read_text().splitlines()

    assert [json.loads(line)["header"]["seed"] for line in lines] == [0, 1, 2]


def test_damaged_json_lines_give_back_every_game_before_the_damage(tmp_path):
    path = tmp_path / "games.jsonl"
    records = some(4)
    save_all(path, records)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][: len(lines[2]) // 2])
    back = load_all(path)

    assert back == records[:2]
    assert (back.damage.line, back.damage.message) == (3, "the file breaks off")
    assert 0 < back.damage.ply == back.damage.partial.plies
    assert back.damage.partial.moves == records[2].moves[: back.damage.ply]


def test_json_lines_cut_between_two_games_of_a_packed_file_are_noticed(tmp_path):
    path = tmp_path / "games.jsonl.gz"
    save_all(path, some(3))
    path.write_bytes(path.read_bytes()[:-4])
    back = load_all(path)

    assert len(back) == 3
    assert back.damage.message == "the compressed file is damaged at its end"


def test_foreign_lines_are_named(tmp_path):
    path = tmp_path / "games.jsonl"
    save_all(path, some(1))
    with path.open("ab") as file:
        file.write(b'\n{"hello": "world"}\n')
    back = load_all(path)

    assert len(back) == 1
    assert back.damage == (3, None, "this is not a guildhall record", None)


def test_a_loaded_record_and_its_game_know_their_file_and_nothing_else_does(played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = played.record
    record, path = saved(made, "one.json"), tmp_path / "one.json"

    assert (record.path, record.game().path, record.game().record.path, record.copied().path) == (path,) * 4
    assert (made.path, played.path) == (None, None)
    assert record == made
    record.save("two.json")
    assert (tmp_path / "two.json").read_bytes() == path.read_bytes()
    assert not record.has_new_notes
    record.annotate(3, comment="new")
    assert record.has_new_notes
