"""The checks of `guildhall doctor`: what is in place, what is missing, and what to do about it."""

from __future__ import annotations

import os
import platform
import random
import re
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

from guildhall.cli.interrupt import was_pressed

__all__ = ["Finding", "check_up"]

OLDEST_PYTHON = (3, 11)
DISTRIBUTION = "guildhall-kit"
PLIES_AT_MOST = 20_000  # a random game has a few hundred


@dataclass(frozen=True)
class Finding:
    """One line of the report; a note is something to know, not something wrong.

    >>> print(Finding("note", "no browser", "guildhall lab --no-browser prints the address"))
    note     no browser
             guildhall lab --no-browser prints the address
    """

    state: Literal["ok", "note", "problem"]
    what: str
    advice: str = ""

    @property
    def is_problem(self) -> bool:
        """Whether something has to be done."""
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
    """The package a requirement such as `numba>=0.61` speaks of."""
    found = re.match(r"[\w.-]+", requirement)
    return found[0] if found else requirement


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cache() -> Iterator[Finding]:
    """The folder of the machine code: the one asked for, or only a temporary one."""
    from guildhall.kernel.cache import cache_root

    root = cache_root()
    if root == Path(tempfile.gettempdir()) / "guildhall-kernels":
        advice = "set GUILDHALL_CACHE to a folder that can be written, or the rules are compiled again and again"
        yield Finding("problem", f"compiled rules can only be kept in {root}", advice)
    else:
        yield Finding("ok", f"compiled rules are kept in {root}")


def _compiled() -> Iterator[Finding]:
    """Whether the rules compile and play; a cold machine compiles them now."""
    from guildhall.cli.warm import warm_up

    compiled, seconds = warm_up()
    if compiled:
        yield Finding("note", f"the rules were not compiled yet: {compiled} kernels in {seconds:.0f} s; they are now")
    else:
        yield Finding("ok", f"the rules are compiled; loaded in {seconds:.1f} s")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        yield Finding("note", "NUMBA_DISABLE_JIT is set: everything runs as plain Python, a thousand times slower")
    yield _played()


def _played() -> Finding:
    from guildhall.games import new_game

    game, coin, begin = new_game("guildhall", seed=1), random.Random(1), time.perf_counter()
    while not game.over and game.ply < PLIES_AT_MOST:
        game.play(coin.choice(game.rules.options(game.state)))
    ending = f"a game of {game.ply} plies in {time.perf_counter() - begin:.2f} s"
    if game.over:
        return Finding("ok", f"{ending}, won by {game.rules.seats[game.outcome.winner or 0]}")
    return Finding("problem", f"{ending} has no end", "the machine code is wrong: guildhall warm --tidy, then again")


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
        advice = "set PYTHONUTF8=1; until then ? stands for signs it cannot show"
        yield Finding("note", f"the terminal's encoding is {encoding}", advice)


_CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _python,
    _packages,
    _cache,
    _compiled,
    _lab,
    _browser,
    _encoding,
)


def check_up() -> Iterator[Finding]:
    """All findings, one after the other; a check that cannot even be made is a problem like others."""
    for check in _CHECKS:
        try:
            yield from check()
        except Exception as error:  # whatever is broken here is just what the doctor is asked about
            if was_pressed():
                raise KeyboardInterrupt from error
            yield Finding("problem", f"{type(error).__name__}: {error}", "install guildhall-kit anew")
