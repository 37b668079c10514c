"""What all commands have in common: help with examples, exit codes, no traceback for a user's mistake."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from guildhall.cli import screen
from guildhall.cli.commands import parser

COMMANDS = ("lab", "play", "simulate", "replay", "cards", "doctor", "warm")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_examples(guildhall, command):
    done = guildhall(command, "--help")

    assert done.code == 0
    assert f"examples: guildhall {command}" in done.out


def test_help_lists_every_command(guildhall):
    done = guildhall("--help")

    assert done.code == 0
    assert all(f" {command} " in done.out for command in COMMANDS)


def test_no_command_shows_the_help_and_is_wrong_use(guildhall):
    done = guildhall()

    assert done.code == 2
    assert "commands:" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("paly",), "invalid choice: 'paly'"),
        (("play", "--players", "5"), "2 to 4 players, not 5"),
        (("play", "--players", "9" * 5000), "2 to 4 players"),
        (("play", "old-wrold"), "did you mean 'old-world'"),
        (("play", "--first", "3"), "--first must be a seat from 1 to 2, not 3"),
        (("play", "--people", "3"), "--people takes seats from 1 to 2"),
        (("play", "--bots", "gredy"), "did you mean 'greedy'"),
        (("play", "--players", "4", "--bots", "greedy,random"), "2 bots for 3 seats without a person"),
        (("play", "--card-file", "none.toml"), "there is no file 'none.toml'"),
        (("play", "old-world", "new-empire", "--masters"), "Chapter Masters need one chapter for each archetype"),
        (("play", "--resume"), "there is no last game"),
        (("simulate", "--games", "0"), "games must be a whole number of at least 1"),
        (("simulate", "--bots", "greedy,greedy,greedy"), "3 bots for 2 seats"),
        (("cards", "wever"), "did you mean 'Weaver'"),
        (("replay", "none.json"), "there is no file 'none.json'"),
    ],
)
def test_a_mistake_gets_one_clear_message_and_exit_code_2(guildhall, arguments, message):
    done = guildhall(*arguments)

    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


def test_ctrl_c_ends_with_exit_code_130(guildhall, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("guildhall.cli.doctor.check_up", stop)

    done = guildhall("doctor")

    assert (done.code, done.err) == (130, "guildhall: stopped")


@pytest.mark.parametrize("command", ["warm", "doctor"])
def test_ctrl_c_inside_the_compiler_ends_with_130_too(guildhall, monkeypatch, command):
    def compiler(game):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr("guildhall.cli.doctor._use", compiler)

    done = guildhall(command)

    assert (done.code, done.err) == (130, "guildhall: stopped")


def test_an_error_of_ours_is_not_hidden(guildhall, monkeypatch):
    monkeypatch.setattr("guildhall.cli.doctor._use", lambda game: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        guildhall("warm")


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, *arguments], env=os.environ | environment, check=False, capture_output=True)


@pytest.fixture
def as_module(project_root, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(project_root))


def test_a_reader_that_goes_away_is_no_error(as_module):
    command = f"{sys.executable} -m guildhall.cli cards | head -n 1; exit ${{PIPESTATUS[0]}}"

    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True)

    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_cannot_show_a_sign_shows_another(as_module):
    done = python("-m", "guildhall.cli", "replay", "--help", PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert done.returncode == 0
    assert python("-m", "guildhall.cli", "doctor", "--help", PYTHONIOENCODING="ascii").returncode == 0


def test_loading_the_command_line_loads_no_compiler_no_frames_and_no_screen(as_module):
    code = "import guildhall.cli.commands, json, sys; print(json.dumps(list(sys.modules)))"

    loaded = {name.partition(".")[0] for name in json.loads(python("-c", code).stdout)}

    assert not loaded & {"numba", "numpy", "polars", "rich", "jupyterlab"}


def test_options_are_never_guessed_from_their_beginning():
    with pytest.raises(SystemExit):
        parser().parse_args(["play", "--see", "7"])


def test_signs_that_steer_a_terminal_are_not_passed_on():
    assert screen.clean("Ada\x1b[2J\x07\nBen") == "Ada�[2J�\nBen"
