"""All commands: their options, and what happens if one of them fails or is stopped."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Sequence

from guildhall import __version__
from guildhall.cli import INTERRUPTED, cards, doctor, lab, play, replay, rules, simulate, warm
from guildhall.cli.ctrl_c import noting_ctrl_c, was_pressed
from guildhall.cli.screen import OK, WRONG_USE, Parser, complain, forgive_encoding
from guildhall.core.errors import GuildhallError

__all__ = ["parser", "run_line"]

_COMMANDS = (lab, play, rules, simulate, replay, cards, doctor, warm)
_EPILOG = """examples:
  guildhall play                 a game against a bot
  guildhall cards old-world      the cards of a set in words
  guildhall doctor               is everything in place?

`guildhall COMMAND --help` shows the options of a command, with examples."""


def parser() -> argparse.ArgumentParser:
    """The whole command line; every command adds its own part.

    >>> parser().parse_args(["play", "--seed", "7"]).seed
    7
    """
    top = Parser(
        prog="guildhall",
        description="Play, replay and study table games: Guildhall, Die Gilden von Advyria, Guild Master, "
        "Battle for the Hundred Halls, and your own.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"guildhall {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for command in _COMMANDS:
        command.add(commands)
    return top


def run_line(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    forgive_encoding()
    top = parser()
    asked = top.parse_args(arguments)
    if not hasattr(asked, "run"):
        top.print_help(sys.stderr)
        return WRONG_USE
    try:
        with noting_ctrl_c(), warnings.catch_warnings():
            warnings.showwarning = _once(complain)
            return _run(asked)
    except KeyboardInterrupt:  # pressed before the command began, or once more while it was ending
        return INTERRUPTED


def _once(tell: Callable[[str], None]) -> Callable[..., None]:
    """Tell every warning once: rules may be made several times for one command."""
    told: set[str] = set()

    def show(message: Warning | str, *_: object) -> None:
        if str(message) not in told:
            told.add(str(message))
            tell(str(message))

    return show


def _run(asked: argparse.Namespace) -> int:
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
        return code
    except GuildhallError as error:
        complain(error)
        return WRONG_USE
    except BrokenPipeError:
        # The reader has what it wanted (`guildhall cards | head`); nothing may be flushed to it at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except BaseException as error:  # an import that is broken off may end in anything
        if isinstance(error, SystemExit) or not (isinstance(error, KeyboardInterrupt) or was_pressed()):
            raise
        complain("stopped")
        return INTERRUPTED
