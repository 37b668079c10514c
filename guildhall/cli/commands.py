"""The parser of all commands, and the handling of their errors and of Ctrl-C."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Sequence

from guildhall import __version__
from guildhall.cli import INTERRUPTED, cards, classroom, course, doctor, lab, play, replay, scribe, simulate
from guildhall.cli.screen import OK, WRONG_USE, Parser, complain, forgive_encoding, noting_ctrl_c, was_pressed
from guildhall.core.errors import GuildhallError

__all__ = ["parser", "run_line"]

_COMMANDS = (
    lab.add,
    play.add,
    cards.add_rules,
    simulate.add,
    replay.add,
    scribe.add,
    cards.add,
    course.add,
    classroom.add,
    doctor.add,
    doctor.add_warm,
)
_EPILOG = """examples:
  guildhall play                 a game against a bot
  guildhall cards old-world      the texts of the cards of a set
  guildhall doctor               is everything in place?

`guildhall COMMAND --help` shows the options of a command, with examples."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, to which every command adds its part.

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
    for add in _COMMANDS:
        add(commands)
    return top


def run_line(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
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
    except KeyboardInterrupt:  # pressed before the command began, or again while it was ending
        return INTERRUPTED


def _once(report: Callable[[str], None]) -> Callable[..., None]:
    """Report every warning only once, since a command may build the same rules several times."""
    shown: set[str] = set()

    def show(message: Warning | str, *_: object) -> None:
        if str(message) not in shown:
            shown.add(str(message))
            report(str(message))

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
        # The reader has closed the pipe (`guildhall cards | head`), so do not flush to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except BaseException as error:  # an interrupted import may raise anything
        if isinstance(error, SystemExit) or not (isinstance(error, KeyboardInterrupt) or was_pressed()):
            raise
        complain("stopped")
        return INTERRUPTED
