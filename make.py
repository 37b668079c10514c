#!/usr/bin/env python3
"""Set up and run the project with nothing but Python 3.11: `python make.py lab`, `python make.py test`.

The Makefile calls this file, so both ways do the same.
What follows the command is handed on: `python make.py test -k weaver` reaches pytest, `python make.py lab
--no-browser` reaches `guildhall lab`.
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
    """Path of a program of the virtual environment."""
    return str(VENV / ("Scripts" if os.name == "nt" else "bin") / name)


def run(*command: str) -> None:
    """Run one command in the project's folder; stop with its exit code if it fails."""
    sys.stdout.flush()
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


def step(text: str) -> None:
    """Say in one line what begins now."""
    print(f"make: {text}", flush=True)


# --- setting up ---------------------------------------------------------------------------------------


def fingerprint() -> str:
    """What an installation depends on: a change of it means installing again."""
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def installed_extras() -> set[str]:
    """Extras the stamp vouches for; none when the stamp is absent, unreadable or of other files."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return set(stamp["extras"]) if stamp["fingerprint"] == fingerprint() else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def set_up(extras: Iterable[str]) -> None:
    """Create `.venv` if absent and install the project with `extras`; do nothing if that was done before."""
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
    """Compile the rules ahead of time; the command itself says how far it is."""
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
    # Compiling keeps one core busy for a while; the checks of the source take another.
    compiling = subprocess.Popen((program("guildhall"), "warm", "--all"), cwd=ROOT)
    for check in (("ruff", "format", "--check"), ("ruff", "check"), ("mypy",)):
        step(" ".join(check))
        run(program("python"), "-m", *check)
    if compiling.wait():
        sys.exit(compiling.returncode)
    step("pytest")
    # A file stays in one process: the cells of a notebook follow each other, and a browser serves a whole file.
    run(program("python"), "-m", "pytest", "-n", "auto", "--dist", "loadfile", *arguments)


def do_bench(arguments: Sequence[str]) -> None:
    """Set up with the peers and measure speed against them."""
    set_up(["bench"])
    warm()
    run(program("python"), "-m", "benchmarks", *arguments)


def do_docs(arguments: Sequence[str]) -> None:
    """Write docs/cards.md anew from the card files."""
    set_up(["lab"])
    command = (program("guildhall"), "cards", "--markdown", *arguments)
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(done.returncode)
    (ROOT / "docs" / "cards.md").write_bytes(done.stdout)


def do_notebooks(arguments: Sequence[str]) -> None:
    """Run the notebooks and store what they show; all of them, or those named."""
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
    """The command line; each command's help is its function's docstring."""
    commands = "\n".join(f"  {name:<9} {do.__doc__}" for name, do in COMMANDS.items())
    top = argparse.ArgumentParser(
        prog="make.py",
        description="Set up and run guildhall.",
        epilog=f"commands:\n{commands}\n\nFurther arguments go to the command that is run at the end.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("command", choices=COMMANDS, metavar="command")
    top.add_argument("arguments", nargs=argparse.REMAINDER, help="handed on, e.g. -k weaver")
    return top


def main() -> None:
    """Read the command line and do what it says."""
    if sys.version_info < OLDEST_PYTHON:
        sys.exit("guildhall needs Python 3.11 or newer; this is " + sys.version.split()[0])
    asked = parser().parse_args()
    COMMANDS[asked.command](asked.arguments)


if __name__ == "__main__":
    main()
