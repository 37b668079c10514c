"""`guildhall doctor`: is everything in place, and if not, what to do."""

from __future__ import annotations

import argparse

from guildhall.cli.screen import OK, PROBLEM, Commands, add_command

__all__ = ["add"]

_EXAMPLES = """  guildhall doctor
  guildhall doctor --soak 1000000      a million decisions in all kinds of decks, every law checked

The exit code is 1 if there is a problem."""


def add(commands: Commands) -> None:
    """Put the command on the command line."""
    parser = add_command(commands, "doctor", run, help="check the installation and say what to do", examples=_EXAMPLES)
    parser.add_argument("--soak", type=int, metavar="N", help="then play N decisions and check every law")
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
    return OK if asked.soak is None else _soak(asked.soak, asked.seed)


def _soak(decisions: int, seed: int) -> int:
    """Play on and on under the eyes of every law; Ctrl-C ends early and tells what was done."""
    from rich.console import Console
    from rich.progress import Progress

    from guildhall.games.guildhall.soak import run as soak

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("decisions", total=decisions)
        report = soak(decisions, seed, lambda done, _: bar.update(task, completed=done))
    print(report)
    return OK if report.ok else PROBLEM
