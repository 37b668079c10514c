#!/usr/bin/env python3
"""Set up and run the project with nothing but Python 3.11: `python make.py lab`, `python make.py test`.

The Makefile calls this file, so both ways do the same.
Arguments after the command are passed on: `python make.py test -k weaver` reaches pytest, and
`python make.py lab --no-browser` reaches `guildhall lab`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "set-up.json"
OLDEST_PYTHON = (3, 11)
TESTED = ("lab", "test", "cluster", "pettingzoo", "openspiel")  # extras that the tests run with


def program(name: str) -> str:
    """Return the path of a program in the virtual environment."""
    return str(VENV / ("Scripts" if os.name == "nt" else "bin") / name)


def run(*command: str) -> None:
    """Run one command in the project's folder and exit with its code if it fails."""
    sys.stdout.flush()
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


def step(text: str) -> None:
    """Print a progress line."""
    print(f"make: {text}", flush=True)


# --- set-up -------------------------------------------------------------------------------------------


def fingerprint() -> str:
    """Digest the files that an installation depends on, to detect when to install again."""
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def installed_extras() -> set[str]:
    """Return the extras recorded in the stamp, or none if it is absent, unreadable or outdated."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return set(stamp["extras"]) if stamp["fingerprint"] == fingerprint() else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def set_up(extras: Iterable[str]) -> None:
    """Create `.venv` if absent and install the project with `extras`, unless that is already done."""
    present, wanted = installed_extras(), set(extras)
    if wanted <= present:
        return
    if not Path(program("python")).exists() and not Path(program("python.exe")).exists():
        step("creating .venv")
        run(sys.executable, "-m", "venv", str(VENV))
    everything = sorted(present | wanted)
    step(f"installing into .venv ({', '.join(everything)}); the first time takes a minute or two")
    install = (program("python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*install, "--constraint", "constraints.txt", "--editable", f".[{','.join(everything)}]")
    STAMP.write_text(json.dumps({"fingerprint": fingerprint(), "extras": everything}), encoding="utf-8")


def warm(*more: str) -> None:
    """Compile the rules ahead of time."""
    run(program("guildhall"), "warm", *more)


# --- commands -----------------------------------------------------------------------------------------


def do_setup(arguments: Sequence[str]) -> None:
    """Set up .venv for playing and testing."""
    set_up(TESTED)


def do_lab(arguments: Sequence[str]) -> None:
    """Set up, compile the rules, open JupyterLab on the first notebook."""
    set_up(["lab"])
    warm()
    run(program("guildhall"), "lab", *arguments)


def do_test(arguments: Sequence[str]) -> None:
    """Set up and run every check: format, lint, types, tests, doctests, notebooks."""
    set_up(TESTED)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else every process of the tests compiles all sources once more
    # The static checks keep one core busy for a while, so the rules are compiled beside them.
    compiling = subprocess.Popen((program("python"), "-m", "tests.compiled"), cwd=ROOT)
    for check in (("ruff", "format", "--check"), ("ruff", "check"), ("mypy",)):
        step(" ".join(check))
        run(program("python"), "-m", *check)
    if compiling.wait():
        sys.exit(compiling.returncode)
    step("pytest")
    # Each file stays in one process, because notebook cells build on each other and tests share what they open.
    # The files come in the order in which they are collected, which is that of `tests/conftest.py`.
    side_by_side = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
    run(program("python"), "-m", "pytest", *side_by_side, *arguments)


def do_bench(arguments: Sequence[str]) -> None:
    """Set up with the peers and measure speed against them."""
    set_up(["bench"])
    warm()
    run(program("python"), "-m", "benchmarks", *arguments)


def do_docs(arguments: Sequence[str]) -> None:
    """Regenerate docs/cards.md from the card files."""
    set_up(["lab"])
    command = (program("guildhall"), "cards", "--markdown", *arguments)
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(done.returncode)
    (ROOT / "docs" / "cards.md").write_bytes(done.stdout)


def do_notebooks(arguments: Sequence[str]) -> None:
    """Run all notebooks, or those named, and store their outputs."""
    set_up(TESTED)
    warm("--all")
    run(program("python"), "-m", "tests.store_notebooks", *arguments)


def do_soak(arguments: Sequence[str]) -> None:
    """Play a million decisions of every game while every law is checked (hours)."""
    set_up(TESTED)
    run(program("python"), "-m", "tests.soak", *arguments)


def do_fuzz(arguments: Sequence[str]) -> None:
    """Try a thousand random inputs of every kind in every game (hours)."""
    set_up(TESTED)
    run(program("python"), "-m", "tests.fuzz", *arguments)


COMMANDS: dict[str, Callable[[Sequence[str]], None]] = {
    "setup": do_setup,
    "lab": do_lab,
    "test": do_test,
    "soak": do_soak,
    "fuzz": do_fuzz,
    "bench": do_bench,
    "docs": do_docs,
    "notebooks": do_notebooks,
}


def parser() -> argparse.ArgumentParser:
    """Build the command-line parser, with each function's docstring as its help."""
    commands = "\n".join(f"  {name:<9} {do.__doc__}" for name, do in COMMANDS.items())
    top = argparse.ArgumentParser(
        prog="make.py",
        description="Set up and run guildhall.",
        epilog=f"commands:\n{commands}\n\nFurther arguments are passed to the command that runs last.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("command", choices=COMMANDS, metavar="command")
    top.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on, e.g. -k weaver")
    return top


def main() -> None:
    """Run the command given on the command line."""
    if sys.version_info < OLDEST_PYTHON:
        sys.exit("guildhall needs Python 3.11 or newer; this is " + sys.version.split()[0])
    asked = parser().parse_args()
    COMMANDS[asked.command](asked.arguments)


if __name__ == "__main__":
    main()
