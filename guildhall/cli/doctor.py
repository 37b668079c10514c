"""`guildhall doctor`: is everything in place, and if not, what to do."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from guildhall.cli.screen import INTERRUPTED, OK, PROBLEM, Commands, add_command

if TYPE_CHECKING:
    from guildhall.games.guildhall.engine.soak import Report

__all__ = ["add"]

Soak: TypeAlias = "Callable[[int, int, Callable[[int, int], None]], Report]"

_EXAMPLES = """  guildhall doctor
  guildhall doctor --soak 1000000      a million decisions in all kinds of decks, every law checked,
                                       and a hundredth of them once more in plain Python
  guildhall doctor --soak 100000 --game advyria

The exit code is 1 if there is a problem."""


def add(commands: Commands) -> None:
    """Put the command on the command line."""
    parser = add_command(commands, "doctor", run, help="check the installation and say what to do", examples=_EXAMPLES)
    parser.add_argument("--soak", type=int, metavar="N", help="then play N decisions and check every law")
    parser.add_argument("--game", choices=("guildhall", "advyria"), default="guildhall", help="whose laws")
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
    soak = import_module(f"guildhall.games.{game}.engine.soak")
    report = _watched("decisions", soak.run, decisions, seed)
    print(report)
    if report.ok and report.decisions >= decisions and hasattr(soak, "compare_plain"):
        report = _watched("decisions in plain Python", soak.compare_plain, max(1, decisions // 100), seed)
        print(f"compared with plain Python: {report}")
    if not report.ok:
        return PROBLEM
    return OK if report.decisions >= report.asked else INTERRUPTED


def _watched(what: str, soak: Soak, decisions: int, seed: int) -> Report:
    """Run it with a progress bar; Ctrl-C ends early, and the report tells what was done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=decisions)
        return soak(decisions, seed, lambda done, _: bar.update(task, completed=done))
