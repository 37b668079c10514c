"""Damaged, edited, foreign and huge files: said exactly, and nothing before the damage is lost."""

from __future__ import annotations

import errno
import gzip
import json
from importlib import import_module

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from guildhall.core import files
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.game import Game
from guildhall.records.archive import encode, load, load_all
from guildhall.records.study import Evaluation, Highlight, Variation
from tests.core.toy import Gleaners, marked


@pytest.fixture
def record(played):
    """A record of 130 plies with notes at plies 10 and 120."""
    record = played.record
    record.annotate(10, comment="early")
    record.annotate(120, comment="late", mark="!")
    return record


@pytest.fixture
def content(record):
    return encode(record)


def refused(path, data, **options):
    """The error that reading the data raises."""
    path.write_bytes(data)
    with pytest.raises(BadRecord) as caught:
        load(path, **options)
    return caught.value


def edited(content, change):
    """The file after somebody changed the document, laid out as before."""
    document = json.loads(content)
    change(document)
    blocks = ",\n".join(json.dumps(block) for block in document.pop("blocks"))
    header, rest = document.pop("header"), json.dumps(document)[1:]
    return f'{{"header":{json.dumps(header)},\n"blocks":[\n{blocks}\n],\n{rest}'.encode()


# Truncated


def test_a_file_cut_anywhere_gives_back_every_ply_before_the_cut(tmp_path, record, content):
    path = tmp_path / "game.json"
    header_ends = content.index(b'"blocks"')
    for cut in range(0, len(content) - 2, 17):
        error = refused(path, content[:cut])
        if cut < header_ends - 2:
            assert error.partial is None
            continue
        ids_before = content[:cut].count(b'"moves"')
        assert error.line == 1 + content[:cut].count(b"\n") or content[:cut].endswith(b"\n")
        assert error.ply == error.partial.plies
        assert error.partial.moves == record.moves[: error.ply]
        assert error.ply >= 50 * (ids_before - 1)
        assert error.partial.verify()


def test_a_block_that_breaks_off_in_its_moves_gives_those_written_in_full(tmp_path, record, content):
    cut = content.index(b"{", content.index(b"},\n{")) + len(b'{"moves":[') + 20
    error = refused(tmp_path / "game.json", content[:cut])

    whole = content[content.rindex(b"[", 0, cut) : cut].count(b",")
    assert error.ply == 50 + whole > 50
    assert str(error) == f"line 5, ply {error.ply}: the file breaks off"


def test_a_block_that_breaks_off_in_its_phrases_gives_all_its_moves(tmp_path, record, content):
    cut = content.index(b'"phrases"') + 40
    error = refused(tmp_path / "game.json", content[:cut])

    assert (error.line, error.ply) == (4, 50)
    assert error.partial.phrases == record.phrases[:50]


def test_a_file_cut_in_its_notes_gives_the_whole_game_and_the_notes_before(tmp_path, record, content):
    error = refused(tmp_path / "game.json", content[: content.index(b'"late"') + 3])

    assert error.partial.moves == record.moves
    assert error.partial.outcome == record.outcome
    assert list(error.partial.main.nodes) == [10]


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_a_packed_file_that_breaks_off_gives_back_what_can_be_unpacked(tmp_path, played, record, ending):
    path = tmp_path / f"game.json.{ending}"
    record.save(path)
    error = refused(path, path.read_bytes()[:-3])

    assert error.partial.moves == record.moves[: error.ply]
    assert "breaks off" in str(error) or "damaged at its end" in str(error)


def test_a_truncated_record_of_other_cards_gives_what_is_written_in_full(tmp_path, record, content, monkeypatch):
    monkeypatch.setattr(import_module("guildhall.games"), "rules_for", lambda game, setup: Gleaners(card_hash="bad"))
    error = refused(tmp_path / "game.json", content[: content.index(b'"phrases"', 1500)])

    assert error.ply % 50 == 0
    assert error.partial.moves == record.moves[: error.ply]


# Edited


def test_a_move_that_is_not_legal_is_found(tmp_path, record, content):
    def change(document):
        document["blocks"][1]["moves"][20] = 99

    error = refused(tmp_path / "game.json", edited(content, change))

    assert (error.line, error.ply) == (4, 70)
    assert "option 99" in str(error)
    assert error.partial.moves == record.moves[:70]
    assert error.partial.verify()
    assert list(error.partial.main.nodes) == [10]


def test_a_move_that_says_something_else_is_found(tmp_path, record, content):
    def change(document):
        document["blocks"][2]["phrases"][5] = "fly"

    error = refused(tmp_path / "game.json", edited(content, change))

    assert (error.line, error.ply) == (5, 105)
    assert str(error).endswith("not 'fly'")


def test_a_wrong_check_hash_leaves_what_the_check_before_it_proves(tmp_path, record, content):
    def change(document):
        document["blocks"][1]["check"] = "0" * 16

    error = refused(tmp_path / "game.json", edited(content, change))

    assert (error.line, error.ply) == (4, 50)
    assert "the moves of plies 50 to 99 do not lead to the state recorded at ply 100" in str(error)


def test_a_legal_move_with_its_phrase_is_found_by_the_check(tmp_path, record, content):
    game = record.game(129)
    other = next(option for option in game.options if option.id != record.moves[129])

    def change(document):
        document["blocks"][2]["moves"][29] = other.id
        document["blocks"][2]["phrases"][29] = other.phrase

    error = refused(tmp_path / "game.json", edited(content, change))

    assert (error.line, error.ply) == (5, 100)


def test_a_wrong_seed_is_found(tmp_path, content):
    error = refused(tmp_path / "game.json", edited(content, lambda document: document["header"].update(seed=12)))

    assert error.ply is not None
    assert error.ply <= 50


def test_a_wrong_outcome_is_found_and_the_game_kept(tmp_path, record, content):
    def change(document):
        document["outcome"] = {"winner": 1, "vp": [0, 20], "reason": "target"}

    error = refused(tmp_path / "game.json", edited(content, change))

    assert (error.ply, error.partial) == (130, record)
    assert "the outcome is" in str(error)


def test_a_damaged_variation_is_cut_and_the_game_kept(tmp_path, record):
    path = record.add_variation(40, [record.game(40).options[0]])
    record.line(path).moves[0] = 99
    error = refused(tmp_path / "game.json", encode(record))

    assert (error.ply, error.partial.moves) == (40, record.moves)
    assert error.partial.notes_at(40).variations == []
    assert '"40":' in encode(record).decode().splitlines()[error.line - 1]
    assert "(in the variation (40, 0))" in str(error)


def test_a_note_off_the_line_is_found(tmp_path, record, content):
    error = refused(
        tmp_path / "game.json",
        edited(content, lambda document: document["nodes"].update({"999": {"mark": "!"}})),
    )

    assert "a note at ply 999 is outside plies 0 to 130" in str(error)
    assert error.partial == record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda document: document["blocks"][1]["moves"].__setitem__(3, "draw"), "Expected `int`, got `str`"),
        (lambda document: document["blocks"][1]["moves"].pop(), "the numbers of moves and phrases differ"),
        (lambda document: document["blocks"][1].pop("phrases"), "missing required field `phrases`"),
    ],
)
def test_a_block_of_the_wrong_form_is_found(tmp_path, record, content, change, message):
    error = refused(tmp_path / "game.json", edited(content, change))

    assert message in str(error)
    assert error.line == 4
    assert 50 <= error.ply <= 100
    assert error.partial.moves == record.moves[: error.ply]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"seats": ["Ada", "Cy"]}, "the seats are Ada, Cy, but the setup says Ada, Bo"),
        ({"setup": {}}, "its game cannot be set up"),
        ({"start": "!"}, "its start position cannot be read"),
        ({"start": "AAAA"}, "its start position belongs to other rules"),
    ],
)
def test_a_wrong_header_is_found_and_nothing_cut(tmp_path, record, content, header, message):
    error = refused(tmp_path / "game.json", edited(content, lambda document: document["header"].update(header)))

    assert message in str(error)
    assert (error.line, error.ply) == (1, None)
    assert error.partial.moves == record.moves


def test_an_altered_start_position_is_found(tmp_path, rules):
    game = Game(rules, marked(rules.start(3)), seed=3)
    game.play("draw")
    content = encode(game.record)
    document = json.loads(content)
    start = document["header"]["start"]
    error = refused(tmp_path / "game.json", content.replace(start.encode(), start.replace("A", "B", 1).encode()))

    assert "its start position was altered" in str(error)


def test_a_block_that_was_lost_is_missed(tmp_path, record, content):
    def change(document):
        document["blocks"].pop()
        del document["nodes"]["120"]

    error = refused(tmp_path / "game.json", edited(content, change))

    assert "100 plies are stored of a game of 130" in str(error)
    assert (error.line, error.ply, error.partial.moves) == (5, 100, record.moves[:100])
    assert list(error.partial.main.nodes) == [10]
    assert "100 plies" in str(refused(tmp_path / "game.json", edited(content, change), verify=False))


def test_a_record_from_before_plies_and_notes_were_counted_is_read(tmp_path, record, content):
    def change(document):
        del document["plies"], document["notes_check"]

    (tmp_path / "game.json").write_bytes(edited(content, change))

    assert load(tmp_path / "game.json") == record


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["nodes"]["10"].update(comments=["Early"]),
        lambda document: document["nodes"].pop("10"),
        lambda document: document.pop("nodes"),
        lambda document: document["nodes"].update({"11": {"mark": "?"}}),
    ],
)
def test_notes_that_are_not_as_they_were_written_are_told_and_kept(tmp_path, record, content, change):
    error = refused(tmp_path / "game.json", edited(content, change))
    error.partial.save(tmp_path / "again.json")

    assert "its notes were changed after it was saved" in str(error)
    assert error.partial.moves == record.moves
    assert load(tmp_path / "again.json") == error.partial == load(tmp_path / "game.json", verify=False)


def test_notes_are_checked_as_they_are_when_they_are_read_again(tmp_path, record):
    record.annotate(7, evaluation=Evaluation((1, 0)), highlight=Highlight("hall 2"))
    record.node(8)  # says nothing
    record.save(tmp_path / "game.json")

    assert load(tmp_path / "game.json").node(7) == record.node(7)


def test_notes_that_could_not_be_read_again_are_not_written(tmp_path, record):
    record.node(7).evaluation = Evaluation((float("nan"), 0.5))

    with pytest.raises(GuildhallError, match="these notes could not be read back"):
        record.save(tmp_path / "game.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        ({"winner": 7, "vp": [0, 20], "reason": "target"}, "the outcome names seat 7 of 2 seats as a winner"),
        ({"winner": -1, "vp": [0, 20], "reason": "target"}, "the outcome names seat -1 of 2 seats as a winner"),
        ({"winner": 1, "vp": [0, 20, 3], "reason": "target"}, "the outcome has points of 3 seats, not of 2"),
        ({"winner": None, "vp": [0, 20], "winners": [0, 0]}, "the outcome names a winner twice"),
        ({"winner": 0, "vp": [0, 20], "winners": [1]}, "winner is 0, but winners are"),
    ],
)
@pytest.mark.parametrize("verify", [True, False])
def test_an_outcome_that_cannot_be_is_set_aside_and_named(tmp_path, record, content, outcome, message, verify):
    data = edited(content, lambda document: document.update(outcome=outcome))
    error = refused(tmp_path / "game.json", data, verify=verify)

    assert message in str(error)
    assert error.partial == record


VARIATION = {"moves": [1], "phrases": ["draw"]}


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ({"evaluation": {"values": [0.5]}}, "an evaluation has 1 values for 2 seats"),
        ({"evaluation": {"values": []}}, "an evaluation has 0 values for 2 seats"),
        ({"evaluation": {"values": [0.5, 0.5], "low": [0.1]}}, "an evaluation has bounds for 1 and 0 of 2 seats"),
        ({"variations": [{}]}, "a variation has no moves"),
        ({"variations": [{"moves": [1]}]}, "a variation has 1 moves and 0 phrases"),
        ({"variations": [VARIATION | {"nodes": {"41": {"variations": [{"phrases": ["draw"]}]}}}]}, "no moves"),
        ({"comments": [7]}, "Expected `str`, got `int`"),
    ],
)
@pytest.mark.parametrize("verify", [True, False])
def test_notes_that_cannot_be_are_set_aside_and_named(tmp_path, record, content, node, message, verify):
    lines = content.replace(b'"nodes":{\n', b'"nodes":{\n"40":%s,\n' % json.dumps(node).encode())
    error = refused(tmp_path / "game.json", lines, verify=verify)

    assert message in str(error)
    assert error.line == 1 + lines[: lines.index(b'"40":')].count(b"\n")
    assert error.partial == record


def test_an_evaluation_of_another_table_is_refused(record):
    with pytest.raises(GuildhallError, match="an evaluation has 3 values for 2 seats"):
        record.annotate(3, evaluation=Evaluation((0.2, 0.3, 0.5)))
    with pytest.raises(GuildhallError, match="not a finite number"):
        record.annotate(3, evaluation=Evaluation((0.2, float("inf"))))
    assert 3 not in record.main.nodes


def test_very_many_notes_outside_the_game_are_cut_away_in_one_go(tmp_path, record, content, monkeypatch):
    cut, cuts = Variation.cut, []
    monkeypatch.setattr(Variation, "cut", lambda line, *plies, **first: (cuts.append(1), cut(line, *plies, **first)))

    def change(document):
        document["nodes"].update({str(ply): {"mark": "!"} for ply in range(1000, 3000)})

    error = refused(tmp_path / "game.json", edited(content, change))

    assert "a note at ply 1000 is outside plies 0 to 130, and 1999 more" in str(error)
    assert error.partial == record
    assert len(cuts) == 1


# Foreign, newer, huge


@pytest.mark.parametrize(
    "foreign",
    [
        b"",
        b"  \n",
        b'{"hello":"world"}',
        b"[1,2,3]",
        b"null",
        b"17",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xfe",
        b"{" * 10000,
    ],
)
def test_a_foreign_file_is_no_record(tmp_path, foreign):
    error = refused(tmp_path / "game.json", foreign)

    assert "this is not a guildhall record" in str(error)


def test_a_newer_record_is_not_guessed_at(tmp_path, content):
    error = refused(tmp_path / "game.json", content.replace(b'"version":1', b'"version":3'))

    assert "record version 3 is newer than 2" in str(error)


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(BadRecord, match=r"cannot read .*nowhere\.json': No such file") as caught:
        load(tmp_path / "nowhere.json")
    assert isinstance(caught.value, FileNotFoundError)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(tmp_path / "nowhere.json"))


def test_a_huge_file_is_refused_before_it_is_parsed(tmp_path, content):
    error = refused(tmp_path / "game.json", content, limit=1000)

    assert "is larger than" in str(error)
    assert files.LIMIT == 64 * 2**20


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(tmp_path, pack):
    packed = pack(bytes(80 * 2**20))
    assert len(packed) < 2**20
    error = refused(tmp_path / "game.json.gz", packed)

    assert "is larger than 64 MiB" in str(error)


def test_many_packed_members_in_a_row_are_one_file(tmp_path, content, record):
    for pack in (gzip.compress, zstandard.compress):
        (tmp_path / "game.json").write_bytes(
            b"".join(pack(content[at : at + 100]) for at in range(0, len(content), 100))
        )

        assert load(tmp_path / "game.json") == record


@pytest.mark.parametrize("depth", [33, 100, 250, 3000])
@pytest.mark.parametrize("whole", [True, False])
def test_variations_nested_too_deeply_are_refused(tmp_path, record, content, depth, whole):
    deep = b'{"variations":[{"nodes":{"1":' * depth + (b"{}" + b"}}]}" * depth + b",\n" if whole else b"")
    document = content.replace(b'"nodes":{\n', b'"nodes":{\n"1":' + deep.replace(b'{"1":{}}', b"{}"))
    error = refused(tmp_path / "game.json", document)

    assert error.partial.moves == record.moves
    assert "nested" in str(error) or not whole


def test_variations_may_be_nested_32_deep(tmp_path, rules):
    game = Game(rules, rules.start(4), seed=4)
    game.play("draw", "sow")
    record, path = game.record, ()
    for ply in range(32):
        at = record.game(ply, line=path)
        path = record.add_variation(ply, [at.options[0] if ply < 2 else at.options[-1]], line=path)
    record.save(tmp_path / "game.json")

    assert load(tmp_path / "game.json") == record
    assert record.game(line=path).record.verify()
    with pytest.raises(GuildhallError, match="at most 32 deep"):
        record.add_variation(32, [record.game(line=path).options[0]], line=path)


# Whatever comes


@given(data=st.data())
def test_any_change_of_a_byte_is_read_or_refused_never_a_crash(tmp_path_factory, data):
    rules = Gleaners(limit=60)
    game = Game(rules, rules.start(4), seed=4)
    while not game.over:
        game.play(game.options[0])
    content = bytearray(encode(game.record))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("fuzz") / "game.json"
    path.write_bytes(content)
    try:
        record = load(path)
    except BadRecord as error:
        record = error.partial
    if record is not None and record.is_playable():
        assert record.verify()
    assert load_all(path) is not None


# --- Bombs ---


@pytest.mark.parametrize(
    "empty", [zstandard.ZstdCompressor().compress(b""), gzip.compress(b"", mtime=0)], ids=["zstd", "gzip"]
)
def test_a_file_of_countless_empty_pieces_is_refused(tmp_path, empty):
    (tmp_path / "game.json").write_bytes(empty * (files.MOST_MEMBERS + 1))

    with pytest.raises(BadRecord, match="has more than 10000 compressed parts"):
        files.read(tmp_path / "game.json")


def test_a_file_of_a_few_pieces_is_read(tmp_path):
    pieces = [zstandard.ZstdCompressor().compress(text) for text in (b"a", b"", b"b")]
    (tmp_path / "game.json").write_bytes(b"".join(pieces))

    assert files.read(tmp_path / "game.json").data == b"ab"


def test_a_size_that_is_declared_too_large_is_refused_before_unpacking(tmp_path, monkeypatch):
    monkeypatch.delattr(files, "_unpack")
    (tmp_path / "game.json").write_bytes(zstandard.ZstdCompressor().compress(bytes(files.LIMIT + 1)))

    with pytest.raises(BadRecord, match="is larger than 64 MiB"):
        files.read(tmp_path / "game.json")
