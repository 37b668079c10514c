"""Bad files of real games: records that are truncated, edited, foreign or huge, card files, unwritable targets."""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import guildhall as gh
from guildhall.core.game import Game
from guildhall.core.rules import digest
from tests.games.guildhall.tables import lay, says

# Records


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of 130 plies by chance."""
    game, coin = gh.new_game(players=3, seed=11), random.Random(4)
    while game.ply < 130:
        game.play(coin.choice(game.options))
    return game


@pytest.fixture
def saved(played: Game, tmp_path: Path) -> Path:
    """The file of its record."""
    path = tmp_path / "game.json"
    played.record.save(path)
    return path


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """Change a saved record by hand, keeping its lines: the header is line 2, a block of fifty plies a line each."""
    document = json.loads(path.read_text())
    change(document)
    blocks = ",\n".join(json.dumps(block) for block in document["blocks"])
    head = json.dumps({key: document[key] for key in ("format", "version")})[:-1]
    rest = json.dumps({key: document[key] for key in ("outcome", "nodes")})[1:]
    path.write_text(f'{head},\n"header":{json.dumps(document["header"])},\n"blocks":[\n{blocks}\n],\n{rest}\n')
    return path


def unreadable(path: Path, **options: Any) -> gh.BadRecord:
    """The error of loading this file."""
    with pytest.raises(gh.BadRecord) as caught:
        gh.load(path, **options)
    return caught.value


def test_the_record_of_a_game_can_be_loaded_and_edited_by_hand(saved: Path, played: Game) -> None:
    edit(saved, lambda document: document["header"].update(source="by hand"))

    assert gh.load(saved).game().state.tobytes() == played.state.tobytes()


@pytest.mark.parametrize("part", [0.35, 0.6, 0.9, 0.99])
def test_a_truncated_record_gives_back_every_ply_before_the_cut(saved: Path, played: Game, part: float) -> None:
    whole = saved.read_bytes()
    cut = whole[: int(len(whole) * part)]
    saved.write_bytes(cut)
    error = unreadable(saved)

    line = 1 + cut.count(b"\n")
    assert says(str(error), f"line {line}, ply {error.ply}: ", "breaks off")
    assert error.ply is not None
    assert 50 * max(0, cut.count(b'"moves"') - 1) <= error.ply <= 130
    assert error.partial.moves == played.moves[: error.ply]
    again = error.partial.game()
    played_back = played.branch()
    played_back.undo(130 - error.ply)
    assert again.state.tobytes() == played_back.state.tobytes()


def test_a_record_cut_in_its_header_has_nothing_to_give_back(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes()[:120])
    error = unreadable(saved)

    assert error.partial is None
    assert says(str(error), "line 2", "header cannot be read", "breaks off")


def test_an_edited_move_is_found_with_its_line_and_ply(saved: Path, played: Game) -> None:
    def change(document: dict[str, Any]) -> None:
        document["blocks"][1]["moves"][20] = 999

    error = unreadable(edit(saved, change))
    assert (error.line, error.ply) == (5, 70)
    assert says(str(error), "line 5, ply 70", "option 999")
    assert error.partial.moves == played.moves[:70]


def test_an_edited_phrase_is_found_with_what_the_option_means(saved: Path, played: Game) -> None:
    meant = played.record.phrases[70]

    def change(document: dict[str, Any]) -> None:
        document["blocks"][1]["phrases"][20] = "play pink Weaver"

    error = unreadable(edit(saved, change))
    assert (error.line, error.ply) == (5, 70)
    assert says(str(error), f"'{meant}'", "'play pink Weaver'")


def test_an_edited_seed_is_found(saved: Path) -> None:
    error = unreadable(edit(saved, lambda document: document["header"].update(seed=12)))

    assert error.ply is not None
    assert error.ply < 50
    assert error.partial.plies == error.ply


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"card_hash": "0" * 16}, "recorded with the cards 0000000000000000"),
        ({"seats": ["Ada", "Ben", "Cem"]}, "the seats are Ada, Ben, Cem"),
        ({"game": "chess"}, "its game cannot be set up: unknown game 'chess'"),
        ({"setup": {"players": 5}}, "its game cannot be set up: Guildhall is a game for 2 to 4 players, not 5"),
        ({"setup": {"turn_limit": 10**30}}, "its game cannot be set up: turn_limit"),
        ({"setup": {"card_texts": [["evil.toml", "[Monk]\ntier.0 = 5"]]}}, "evil.toml, Monk"),
    ],
)
def test_an_edited_header_is_told(saved: Path, change: dict[str, Any], message: str) -> None:
    error = unreadable(edit(saved, lambda document: document["header"].update(change)))

    assert message in str(error)


def test_an_edited_outcome_is_found(saved: Path) -> None:
    def change(document: dict[str, Any]) -> None:
        document["outcome"] = {"winner": 0, "vp": [20, 0, 0], "reason": "target"}

    error = unreadable(edit(saved, change))
    assert error.ply == 130
    assert says(str(error), "the outcome is", "not")


def test_a_record_of_other_cards_is_told_and_can_be_read_without_playing_it(saved: Path) -> None:
    edit(saved, lambda document: document["header"].update(card_hash="0" * 16))
    record = gh.load(saved, verify=False)

    assert record.plies == 130
    assert not record.is_playable()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a guildhall record: the file is empty"),
        (b"1. e4 e5 2. Nf3", "not a guildhall record"),
        (b'{"players": ["Ada"]}', "not a guildhall record"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not a guildhall record"),
        (b'{"format":"guildhall-record","version":99,"header":{}}', "version 99 is newer"),
        (gzip.compress(b"hello", mtime=0), "not a guildhall record"),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "foreign.json"
    path.write_bytes(content)

    assert message in str(unreadable(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    error = unreadable(tmp_path / "nowhere.json")

    assert says(str(error), "cannot read", "nowhere.json", "No such file")


def test_a_file_larger_than_the_limit_is_not_read(saved: Path) -> None:
    error = unreadable(saved, limit=1024)

    assert says(str(error), "game.json", "is larger than", "raise limit= to read it")


def test_a_small_file_that_unpacks_to_a_huge_one_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(bytes(4 * 2**20)))

    assert path.stat().st_size < 8192
    assert "is larger than 1 MiB" in str(unreadable(path, limit=2**20))


def test_a_record_with_far_too_many_moves_stops_at_the_first_illegal_one(saved: Path, played: Game) -> None:
    def change(document: dict[str, Any]) -> None:
        document["blocks"].append({"moves": [7] * 10**5, "phrases": ["done"] * 10**5, "check": ""})

    error = unreadable(edit(saved, change))
    assert error.ply == 130
    assert error.partial.moves == played.moves


@pytest.mark.parametrize("seed", [10**30, -(10**30), 1.5, "seven"])
def test_a_record_with_a_mad_seed_is_refused(saved: Path, seed: Any) -> None:
    error = unreadable(edit(saved, lambda document: document["header"].update(seed=seed)))

    assert isinstance(error, gh.BadRecord)


# A record that begins with a position


@pytest.fixture
def placed(tmp_path: Path) -> Path:
    """The file of a game that began as a position."""
    game = lay({"Weaver": ["red"]}, {}, hands=[["blue Weaver"], []])
    game.play("play blue Weaver", "no tier")
    path = tmp_path / "placed.json"
    game.record.save(path)
    return path


def move_start(path: Path, change: Callable[[np.ndarray[Any, Any]], object], *, forge: bool) -> Path:
    """Change the start position of a record, and its digest too if it is to be forged."""

    def moved(document: dict[str, Any]) -> None:
        header = document["header"]
        like = lay().state
        state = np.frombuffer(bytearray(b64decode(header["start"])), like.dtype)
        change(state)
        header["start"] = b64encode(state.tobytes()).decode()
        if forge:
            header["start_digest"] = digest(state)

    return edit(path, moved)


def give_points(state: np.ndarray[Any, Any]) -> None:
    state["tokens"][0, 0] += 19


def lead_astray(state: np.ndarray[Any, Any]) -> None:
    state["pc"] = 10**9


def seat_a_ghost(state: np.ndarray[Any, Any]) -> None:
    state["turn"] = state["actor"] = 77


def lay_a_ghost(state: np.ndarray[Any, Any]) -> None:
    state["deck"][0, 0] = 32000
    state["total"][0, 13] = 500


def test_an_edited_start_position_is_found(placed: Path) -> None:
    assert "its start position was altered" in str(unreadable(move_start(placed, give_points, forge=False)))


@pytest.mark.parametrize("start", ["", "AAAA", "no base64!", "A" * 10**6])
def test_a_start_position_that_is_none_is_refused(placed: Path, start: str) -> None:
    error = unreadable(edit(placed, lambda document: document["header"].update(start=start)))

    assert "its start position" in str(error)


LOAD_ALL = """
import sys
import guildhall as gh
for path in sys.argv[1:]:
    try:
        gh.load(path)
    except gh.BadRecord as error:
        print("refused:", error, flush=True)
"""


def test_a_forged_start_position_is_refused_and_never_crashes(placed: Path) -> None:
    forged = []
    for change in (give_points, lead_astray, seat_a_ghost, lay_a_ghost):
        path = placed.with_name(f"{change.__name__}.json")
        path.write_bytes(placed.read_bytes())
        forged.append(str(move_start(path, change, forge=True)))
    # In a process of its own: compiled rules that trusted such a state would take this one with them.
    command = [sys.executable, "-c", LOAD_ALL, *forged]
    path_of_this_one = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=path_of_this_one, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["refused:"] * 4


# Card files


def test_a_loop_of_aliases_is_told_with_file_and_names(tmp_path: Path) -> None:
    own = tmp_path / "loop.toml"
    own.write_text('[Tinker]\nalias_of = "Smith"\n\n[Smith]\nalias_of = "Cooper"\n\n[Cooper]\nalias_of = "Tinker"\n')
    with pytest.raises(gh.BadCardFile) as caught:
        gh.new_game(card_files=[own])

    assert says(str(caught.value), "loop.toml, ")
    for name in ("Tinker", "Smith", "Cooper"):
        assert name in str(caught.value)
    assert caught.value.file == "loop.toml"


def test_a_card_that_is_its_own_alias_is_a_loop_too(tmp_path: Path) -> None:
    own = tmp_path / "loop.toml"
    own.write_text('[Tinker]\nalias_of = "Tinker"\n')
    with pytest.raises(gh.BadCardFile, match=r"loop\.toml, Tinker: "):
        gh.new_game(card_files=[own])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('[Monk]\ntier.0 = [{ plaec = 1, from = "my hand" }]', ("Monk", "tier 0", "'plaec'", "'place'")),
        ('[Monk]\ntier.2 = [{ place = 1, from = "my hnad" }]', ("Monk", "tier 2", "'my hnad'", "'my hand'")),
        ('[Tinker]\nalias_of = "Mnok"', ("Tinker", "'Mnok'", "'Monk'")),
        ("[Monk\n", ("line 1", "not TOML")),
    ],
)
def test_a_bad_card_file_is_told_with_file_card_tier_and_the_nearest_word(
    tmp_path: Path, text: str, parts: tuple[str, ...]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text)
    with pytest.raises(gh.BadCardFile) as caught:
        gh.new_game(card_files=[own])

    assert says(str(caught.value), "own.toml, ", *parts)


def test_a_missing_card_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(gh.BadCardFile, match=r"nowhere\.toml: cannot be read"):
        gh.new_game(card_files=[tmp_path / "nowhere.toml"])


def test_a_card_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(gh.BadCardFile, match=r"own\.toml"):
        gh.new_game(card_files=[own])


def test_a_huge_card_file_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("# nothing\n" * 200_000)
    with pytest.raises(gh.BadCardFile, match=r"own\.toml: .*larger than"):
        gh.new_game(card_files=[own])


# Targets that cannot be written


def unwritable(tmp_path: Path, name: str) -> Path:
    """A path that no user can write to, not even root."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("kept")
    return tmp_path / name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "Is a directory"),
        ("nowhere/game.json", "No such file or directory"),
        ("file/game.json", "Not a directory"),
    ],
)
def test_a_target_that_cannot_be_written_is_named_with_the_reason(
    played: Game, tmp_path: Path, name: str, reason: str
) -> None:
    path = unwritable(tmp_path, name)
    for save in (played.record.save, lambda target: gh.save_all(target, [played.record])):
        with pytest.raises(gh.CannotWrite) as caught:
            save(path)
        assert says(str(caught.value), "cannot write", str(path), reason)
        assert caught.value.path == str(path)

    assert sorted(child.name for child in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "kept"


def test_a_failed_save_leaves_the_old_record_untouched(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(gh.CannotWrite, match="No space left on device"):
        lay().record.save(saved)

    assert saved.read_bytes() == before
    assert [child.name for child in saved.parent.iterdir()] == ["game.json"]


def test_far_too_many_cards_are_refused_before_each_is_compared_with_all_others() -> None:
    cards = "".join(f'[Own{number}]\narchetype = "Mage"\ntier.0 = [{{ draw = 1 }}]\n' for number in range(1001))

    with pytest.raises(gh.BadCardFile, match="this one exceeds the limit of 1000 cards, names and sets"):
        gh.new_game(card_texts=[["own.toml", cards]])
    with pytest.raises(gh.BadSetup, match="cards has more than 500 names; a deck has at most 24 professions"):
        gh.new_game(cards=["Monk"] * 501)
