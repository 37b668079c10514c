"""Nothing in a stranger's file steers the terminal: every text that a command shows is cleaned in one place."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import guildhall as gh
import guildhall.cli as cli
from guildhall.cli import screen
from guildhall.records.archive import save_all

HOSTILE = "Ada\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\r\x7f"


@pytest.fixture(scope="module")
def hostile():
    """A finished game with a hostile name and a hostile comment."""
    game = gh.new_game("guildhall", players=[HOSTILE, "Ben"], seed=5)
    game.run("greedy")
    record = game.record
    record.annotate(3, comment=HOSTILE)
    return record


@pytest.fixture
def path(hostile, tmp_path):
    hostile.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def is_clean(text):
    return not [sign for sign in text if not (sign.isprintable() or sign in "\n\N{NO-BREAK SPACE}")]


def assert_clean(done, *, shows=True):
    assert is_clean(done.text), repr(done.text[-300:])
    assert is_clean(done.err)
    assert not shows or "Ada\N{REPLACEMENT CHARACTER}" in done.text + done.err


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--plies"],
        ["--summary"],
        ["--ply", 40],
        ["--seat", 1],
        ["--seat", 2, "--plies"],
        ["--review", "--rollouts", 10],
    ],
    ids=lambda options: " ".join(map(str, options)) or "moves",
)
def test_a_replay_is_clean(guildhall, path, options):
    assert_clean(guildhall("replay", path, *options))


def test_a_list_of_games_is_clean(guildhall, hostile, tmp_path):
    save_all(tmp_path / "games.jsonl", [hostile, hostile])

    assert_clean(guildhall("replay", tmp_path / "games.jsonl"))


def test_what_one_seat_saw_is_clean(guildhall, hostile, tmp_path):
    hostile.redacted(1).save(tmp_path / "seen.json")

    assert_clean(guildhall("replay", tmp_path / "seen.json"))


@pytest.mark.parametrize("plies", [None, 40], ids=["at the end", "in the middle"])
@pytest.mark.parametrize("people", ["1", "all", "none"])
def test_a_loaded_game_is_clean(guildhall, hostile, tmp_path, plies, people):
    hostile.game(plies).record.save(tmp_path / "loaded.json")
    done = guildhall("play", "--load", tmp_path / "loaded.json", "--people", people, typed="table\nhint\nquit\n")

    assert_clean(done)


def test_a_seating_of_a_record_is_clean(guildhall, path):
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["header"]["source"] = f"guildhall play: {HOSTILE}, person"
    path.write_text(json.dumps(kept), encoding="utf-8")

    assert_clean(guildhall("play", "--load", path), shows=False)


def test_cards_of_a_strange_file_are_clean(guildhall, tmp_path):
    name = json.dumps(HOSTILE)
    (tmp_path / "own.toml").write_text(f'[{name}]\narchetype = "Mage"\ntier.0 = [{{ draw = 1 }}]\n', encoding="utf-8")

    assert_clean(guildhall("cards", "--file", tmp_path / "own.toml"), shows=False)


def test_a_simulation_is_clean(guildhall):
    assert_clean(guildhall("simulate", "--players", f"{HOSTILE},Ben", "--games", 2))


@pytest.mark.parametrize("command", [["replay"], ["play", "--load"], ["cards", "--file"], ["play", "--game"], []])
def test_wrong_use_is_told_clean(guildhall, command):
    done = guildhall(*command, HOSTILE)

    assert done.code == 2
    assert_clean(done, shows=False)


def test_a_prompt_is_clean(monkeypatch):
    asked = []
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or "")
    screen.asking(f"{HOSTILE}, press Enter")

    assert is_clean(asked[0])


def test_a_terminal_has_its_colours_but_no_codes_of_others(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    screen.screen().print(f"{HOSTILE}", style="bold")

    shown = capsys.readouterr().out
    assert shown.startswith("\x1b[1m")
    assert is_clean(shown.removeprefix("\x1b[1m").replace("\x1b[0m", ""))


def printers(tree):
    """Calls that show something without the one place that cleans it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("print", "input", "Console", "sys.stdout.write", "sys.stderr.write"):
                yield called, {keyword.arg for keyword in node.keywords}


def test_only_one_place_prints():
    found = {
        (path.name, called)
        for path in Path(cli.__file__).parent.glob("*.py")
        for called, keywords in printers(ast.parse(path.read_text(encoding="utf-8")))
        if path.name != "screen.py" and not (called == "Console" and "file" in keywords)
    }

    assert found == set()
