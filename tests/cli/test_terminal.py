"""A game at a real terminal: prompts, colours, Ctrl-C, Ctrl-D, a killed process."""

from __future__ import annotations

import re
import sys

import pytest

import guildhall as gh
from guildhall.cli.session import last_game
from tests.cli.terminal import Terminal

CTRL_C, CTRL_D = b"\x03", b"\x04"


@pytest.fixture
def play(project_root):
    def start(*arguments: str) -> Terminal:
        command = [sys.executable, "-m", "guildhall.cli", "play", *arguments]
        return Terminal(command, {"PYTHONPATH": str(project_root)})

    return start


def test_a_game_at_a_terminal_in_colour(play):
    with play("--seed", "7", "--first", "1") as terminal:
        shown = terminal.wait_for("> ") + terminal.wait_for("> ")
        terminal.type("done")
        terminal.wait_for("place cards into your guildhall")
        terminal.wait_for("> ")
        terminal.type("quit")
        terminal.wait_for("guildhall play --resume")

        assert "\x1b[34mblue\x1b[0m" in shown
        assert terminal.finish() == 0


def test_ctrl_c_keeps_the_game_and_ends_with_130(play):
    with play("--seed", "7", "--first", "1") as terminal:
        terminal.wait_for("done")
        terminal.wait_for("> ")
        terminal.type("done")
        terminal.wait_for("place cards")
        terminal.press(CTRL_C)
        terminal.wait_for("The game is saved.")

        assert terminal.finish() == 130
    assert gh.load(last_game()).phrases == ("done",)


def test_ctrl_d_ends_like_quit(play):
    with play("--seed", "7", "--first", "1") as terminal:
        terminal.wait_for("done")
        terminal.wait_for("> ")
        terminal.press(CTRL_D)

        assert terminal.finish() == 0


def test_a_killed_game_goes_on_where_it_was(play):
    with play("--seed", "7", "--first", "1") as terminal:
        terminal.wait_for("done")
        terminal.wait_for("> ")
        terminal.type("done")
        terminal.wait_for("place cards")
        terminal.kill()

    with play("--resume") as terminal:
        terminal.wait_for("place cards into your guildhall")
        terminal.wait_for("> ")
        terminal.type("quit")

        assert terminal.finish() == 0


def test_people_at_one_terminal_do_not_see_each_other_s_hands(play):
    hands = gh.new_game(players=["Ada", "Ben"], seed=7, first=0).table.hands
    with play("--players", "Ada,Ben", "--people", "all", "--seed", "7", "--first", "1") as terminal:
        shown = terminal.wait_for("Ada, press Enter when nobody else is looking.")
        terminal.type("")
        terminal.wait_for("Ada, discard")
        terminal.wait_for("> ")
        terminal.type("done; blue Weaver, green Weaver, blue Dancer")
        shown += terminal.wait_for("Ben, press Enter when nobody else is looking.")

        plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
        assert shown.count("\x1b[2J") == 2
        assert not [card for card in set(hands[1]) - set(hands[0]) if card in plain]
