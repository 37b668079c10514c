"""`guildhall doctor` and `guildhall warm`: check the installation, soak a game's rules, compile rules ahead."""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import guildhall
from guildhall.cli import INTERRUPTED
from guildhall.cli.screen import OK, PROBLEM, Commands, add_command, number, say, screen, was_pressed
from guildhall.cli.setup import DEFAULT_GAME, add_game

if TYPE_CHECKING:
    from guildhall.testing import Report

__all__ = ["Finding", "add", "add_warm", "check_up", "warm_up"]


Play: TypeAlias = "Callable[[int, int, Callable[[int, int], object]], Report]"

_EXAMPLES = """  guildhall doctor
  guildhall doctor --soak 1000000      a million decisions, with every law checked,
                                       and a hundredth of them again in plain Python
  guildhall doctor --soak 100000 --game advyria

The exit code is 1 if there is a problem."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "doctor", run, help="check the installation and say what to do", examples=_EXAMPLES)
    parser.add_argument("--soak", type=number, metavar="N", help="then play N decisions and check every law")
    add_game(parser, help="whose rules and laws")
    parser.add_argument("--seed", type=number, default=0, help="of the soak (default: 0)")


def run(asked: argparse.Namespace) -> int:
    """Run all checks and print a line for each."""

    problems = 0
    for finding in check_up(asked.game):
        say(finding, flush=True)
        problems += finding.is_problem
    say(f"\n{problems} problem{'' if problems == 1 else 's'} found." if problems else "\nAll is well.")
    if problems:
        return PROBLEM
    return OK if asked.soak is None else _soak(asked.game, asked.soak, asked.seed)


def _soak(game: str, decisions: int, seed: int) -> int:
    """Play and check every law, then compare a hundredth of the decisions with plain Python."""
    from guildhall.games import registration
    from guildhall.testing import soak_of

    soak = soak_of(registration(game))
    report = _watched("decisions", soak.run, decisions, seed)
    say(report)
    if report.ok and report.decisions >= decisions:
        report = _watched("decisions in plain Python", soak.compare_plain, max(1, decisions // 100), seed)
        say(f"compared with plain Python: {report}")
    if not report.ok:
        return PROBLEM
    return OK if report.decisions >= report.asked else INTERRUPTED


def _watched(what: str, play: Play, decisions: int, seed: int) -> Report:
    """Run a soak with a progress bar. Ctrl-C stops it early with a report so far."""
    from rich.progress import Progress

    console = screen(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=decisions)
        return play(decisions, seed, lambda done, _: bar.update(task, completed=done))


OLDEST_PYTHON = (3, 11)
DISTRIBUTION = "guildhall-kit"
PLIES_AT_MOST = 20_000  # a random game has a few hundred


@dataclass(frozen=True)
class Finding:
    """One line of the report. A note is not a problem.

    >>> print(Finding("note", "no browser", "guildhall lab --no-browser prints the address"))
    note     no browser
             guildhall lab --no-browser prints the address
    """

    state: Literal["ok", "note", "problem"]
    what: str
    advice: str = ""

    @property
    def is_problem(self) -> bool:
        """True if something has to be fixed."""
        return self.state == "problem"

    def __str__(self) -> str:
        return f"{self.state:<8} {self.what}" + (f"\n{'':<8} {self.advice}" if self.advice else "")


def _python() -> Iterator[Finding]:
    what = f"Python {platform.python_version()} on {platform.system()}"
    if sys.version_info >= OLDEST_PYTHON:
        yield Finding("ok", what)
    else:
        yield Finding("problem", what, "guildhall needs Python 3.11 or newer")


def _packages() -> Iterator[Finding]:
    try:
        needed = [_name(one) for one in requires(DISTRIBUTION) or [] if "extra ==" not in one]
    except PackageNotFoundError:
        yield Finding("note", f"{DISTRIBUTION} is not installed, it runs from its sources")
        return
    found = {name: _version(name) for name in needed}
    missing = [name for name, number in found.items() if number is None]
    if missing:
        advice = f"python -m pip install {DISTRIBUTION}"
        yield Finding("problem", f"packages are missing: {', '.join(missing)}", advice)
    else:
        yield Finding("ok", ", ".join(f"{name} {number}" for name, number in found.items()))


def _name(requirement: str) -> str:
    """Return the package name of a requirement such as `numba>=0.61`."""
    found = re.match(r"[\w.-]+", requirement)
    return found[0] if found else requirement


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cache() -> Iterator[Finding]:
    """Check that the folder for machine code is the configured one and not a temporary one."""
    from guildhall.kernel.compiler import asked_root, cache_root

    root = cache_root()
    if root != asked_root():
        advice = "set GUILDHALL_CACHE to a folder that only you can write to, or the rules are compiled every time"
        yield Finding("problem", f"compiled rules can only be stored in {root}", advice)
    else:
        yield Finding("ok", f"compiled rules are stored in {root}")


def _compiled(game: str) -> Iterator[Finding]:
    """Check that the rules can be compiled and played, compiling them now if necessary."""
    from guildhall.kernel.compiler import way

    compiled, seconds = warm_up(game)
    if compiled:
        yield Finding("note", f"the rules were not compiled yet; compiled {compiled} kernels in {seconds:.0f} s")
    else:
        yield Finding("ok", f"the rules are compiled; loaded in {seconds:.1f} s")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        yield Finding("note", "NUMBA_DISABLE_JIT is set, so everything runs as plain Python, a thousand times slower")
    elif way().is_whole:
        yield Finding("ok", f"each game's rules are compiled as one program ({way().reason})")
    else:
        yield Finding("note", f"each kernel is compiled separately, which is slower: {way().reason}")
    yield _played(game)


def _played(name: str) -> Finding:
    from guildhall.games import new_game

    game, coin, begin = new_game(name, seed=1), random.Random(1), time.perf_counter()
    while not game.over and game.ply < PLIES_AT_MOST:
        game.play(coin.choice(game.rules.options(game.state)))
    ending = f"a game of {game.ply} plies in {time.perf_counter() - begin:.2f} s"
    if game.over:
        return Finding("ok", f"{ending}; {game.outcome.sentence(game.rules.seats)}")
    return Finding(
        "problem", f"{ending} did not end", "the machine code is wrong; run guildhall warm --tidy and try again"
    )


def _lab() -> Iterator[Finding]:
    number = _version("jupyterlab")
    if number is None:
        advice = 'for notebooks: python -m pip install "guildhall-kit[lab]"'
        yield Finding("note", "JupyterLab is not installed", advice)
    else:
        yield Finding("ok", f"JupyterLab {number}")


def _browser() -> Iterator[Finding]:
    try:
        webbrowser.get()
        yield Finding("ok", "a browser can be opened")
    except webbrowser.Error:
        yield Finding("note", "no browser was found", "guildhall lab --no-browser prints the address to open elsewhere")


def _encoding() -> Iterator[Finding]:
    encoding = sys.stdout.encoding or "unknown"
    if encoding.lower().replace("-", "") == "utf8":
        yield Finding("ok", "the terminal shows all characters (UTF-8)")
    else:
        advice = "set PYTHONUTF8=1; until then ? replaces characters that it cannot show"
        yield Finding("note", f"the terminal's encoding is {encoding}", advice)


def check_up(game: str = DEFAULT_GAME) -> Iterator[Finding]:
    """Yield all findings. A check that fails with an exception is reported as a problem."""
    for check in (_python, _packages, _cache, partial(_compiled, game), _lab, _browser, _encoding):
        try:
            yield from check()
        except Exception as error:  # any failure is a finding
            if was_pressed():
                raise KeyboardInterrupt from error
            yield Finding("problem", f"{type(error).__name__}: {error}", "reinstall guildhall-kit")


# --- Compiling ahead ---


_WARM_EXAMPLES = """  guildhall warm
  guildhall warm --game advyria
  guildhall warm --all         every game
  guildhall warm --tidy        also remove machine code of earlier versions

The environment variable GUILDHALL_CACHE sets the folder for the machine code."""


def add_warm(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands, "warm", _warm, help="compile the rules for this machine, once", examples=_WARM_EXAMPLES
    )
    which = parser.add_mutually_exclusive_group()
    add_game(which, help="whose rules")
    which.add_argument("--all", action="store_true", help="the rules of every game")
    parser.add_argument("--tidy", action="store_true", help="remove machine code of earlier versions")


def _warm(asked: argparse.Namespace) -> int:
    """Compile everything and print how long it took."""
    from guildhall.games import registrations

    compiled, seconds = warm_up(*([game.name for game in registrations()] if asked.all else [asked.game]))
    if compiled:
        say(f"{compiled} kernels compiled in {seconds:.1f} s. Games now start immediately.")
    else:
        say(f"Everything was already compiled, and loaded in {seconds:.1f} s.")
    if asked.tidy:
        from guildhall.kernel.compiler import forget_old

        say(f"{forget_old()} folders of earlier versions removed.")
    return OK


def warm_up(*games: str) -> tuple[int, float]:
    """Compile all missing kernels with a progress line, and return their number and the time in seconds."""
    from rich.status import Status

    from guildhall.kernel.compiler import on_progress

    begin, compiled, total = time.perf_counter(), 0, kernels_in_sources(*games)
    console = screen()

    def show(name: str, number: int) -> None:
        nonlocal compiled
        compiled += 1
        text = f"compiled {compiled} of about {total} kernels, {time.perf_counter() - begin:.0f} s: {name}"
        if console.is_terminal:
            status.update(text)
        elif compiled % 25 == 1:
            say(text, flush=True)

    with Status("loading the rules", console=console, refresh_per_second=4) as status:
        on_progress(show)
        try:
            for game in games:
                _use(game)
        finally:
            on_progress(None)
    return compiled, time.perf_counter() - begin


def _use(game: str) -> None:
    """Compile all entry points of a game's rules, or load them from the cache."""
    from guildhall.games import registration, rules_for
    from guildhall.kernel.rules import CompiledRules

    for settings in ({}, *registration(game).compiled_apart):
        rules = rules_for(game, settings)
        if isinstance(rules, CompiledRules):
            rules.engine.get_ready()


def kernels_in_sources(*games: str) -> int:
    """Count the kernels of these games in their sources, without loading them and without those of soaks."""
    from guildhall.games import registration

    places = [Path(str(sys.modules[type(registration(game)).__module__].__file__)) for game in games]
    sources = [path for place in places for path in ([*_in(place.parent)] if place.stem == "__init__" else [place])]
    kit = [*_in(Path(guildhall.__file__).parent / "kernel")]
    texts = [path.read_text(encoding="utf-8") for path in (*kit, *sources)]
    return sum(
        text.count("\n@kernel\n") + len(games) * (text.count("\n@template\n") + text.count("\n@entry_point\n"))
        for text in texts
    )


def _in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*.py") if "soak" not in (path.stem, *path.parts)]
