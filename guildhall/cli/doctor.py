"""`guildhall doctor`: is everything in place, and if not, what to do."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from guildhall.cli.game_settings import add_game
from guildhall.cli.screen import INTERRUPTED, OK, PROBLEM, Commands, add_command
from guildhall.core.errors import BadSetup

if TYPE_CHECKING:
    from guildhall.core.registration import SoakReport

__all__ = ["add"]

Play: TypeAlias = "Callable[[int, int, Callable[[int, int], object]], SoakReport]"

_EXAMPLES = """  guildhall doctor
  guildhall doctor --soak 1000000      a million decisions in all kinds of decks, every law checked,
                                       and a hundredth of them once more in plain Python
  guildhall doctor --soak 100000 --game advyria

The exit code is 1 if there is a problem."""


def add(commands: Commands) -> None:
    """Put the command on the command line."""
    parser = add_command(commands, "doctor", run, help="check the installation and say what to do", examples=_EXAMPLES)
    parser.add_argument("--soak", type=int, metavar="N", help="then play N decisions and check every law")
    add_game(parser, help="whose laws")
    parser.add_argument("--seed", type=int, default=0, help="of the soak (default: 0)")


def run(asked: argparse.Namespace) -> int:
    """Check everything, each with a line."""
    from guildhall.cli.checkup import check_up

    problems = 0
    for finding in check_up():
        print(finding, flush=True)
        problems += finding.is_problem
    print(f"\n{problems} problem{'' if problems == 1 else 's'} found." if problems else "\nAll is well.")
    if problems:
        return PROBLEM
    return OK if asked.soak is None else _soak(asked.game, asked.soak, asked.seed)


def _soak(game: str, decisions: int, seed: int) -> int:
    """Play on and on under the eyes of every law, then compare a hundredth of it with the plain rules."""
    from guildhall.games import registration

    soak = registration(game).soak
    if soak is None:
        raise BadSetup(f"{game} has no soak; its contract tests check its laws")
    report = _watched("decisions", soak.run, decisions, seed)
    print(report)
    if report.ok and report.decisions >= decisions:
        report = _watched("decisions in plain Python", soak.compare_plain, max(1, decisions // 100), seed)
        print(f"compared with plain Python: {report}")
    if not report.ok:
        return PROBLEM
    return OK if report.decisions >= report.asked else INTERRUPTED


def _watched(what: str, play: Play, decisions: int, seed: int) -> SoakReport:
    """Run it with a progress bar; Ctrl-C ends early, and the report tells what was done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=decisions)
        return play(decisions, seed, lambda done, _: bar.update(task, completed=done))
