"""`guildhall warm`: compile the rules ahead of time, so that the first game begins at once."""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from pathlib import Path

import guildhall
from guildhall.cli.screen import OK, Commands, add_command, screen

__all__ = ["add", "warm_up"]

_EXAMPLES = """  guildhall warm
  guildhall warm --tidy        also remove what earlier versions compiled

GUILDHALL_CACHE names the folder in which the machine code is kept."""

# What a player, a bot and a simulation need; importing a module compiles its kernels.
_MODULES = (
    "guildhall.kernel.chance",
    "guildhall.games.guildhall.rules",
    "guildhall.games.guildhall.knowledge",
    "guildhall.games.guildhall.batch",
    "guildhall.simulate",
)


def add(commands: Commands) -> None:
    """Put the command on the command line."""
    parser = add_command(commands, "warm", run, help="compile the rules for this machine, once", examples=_EXAMPLES)
    parser.add_argument("--tidy", action="store_true", help="remove machine code of earlier versions")


def run(asked: argparse.Namespace) -> int:
    """Compile everything and say how long it took."""
    compiled, seconds = warm_up()
    if compiled:
        print(f"{compiled} kernels compiled in {seconds:.1f} s; from now on games begin at once.")
    else:
        print(f"Everything was compiled before; loaded in {seconds:.1f} s.")
    if asked.tidy:
        from guildhall.kernel.cache import forget_old

        print(f"{forget_old()} folders of earlier versions removed.")
    return OK


def warm_up() -> tuple[int, float]:
    """Compile what is not compiled yet, with a line that shows how far it is; how many kernels, how long."""
    from rich.status import Status

    from guildhall.kernel.compile import on_progress

    begin, compiled, total = time.perf_counter(), 0, kernels_in_sources()
    console = screen()

    def tell(name: str, number: int) -> None:
        nonlocal compiled
        compiled = number
        text = f"compiled {number} of about {total} kernels, {time.perf_counter() - begin:.0f} s: {name}"
        if console.is_terminal:
            status.update(text)
        elif number % 25 == 1:
            print(text, flush=True)

    with Status("loading the rules", console=console) as status:
        on_progress(tell)
        try:
            for module in _MODULES:
                import_module(module)
        finally:
            on_progress(None)
    return compiled, time.perf_counter() - begin


def kernels_in_sources() -> int:
    """How many kernels the package has, read off its sources without loading them."""
    package = Path(guildhall.__file__).parent
    sources = [path for folder in ("kernel", "games") for path in (package / folder).rglob("*.py")]
    return sum(path.read_text(encoding="utf-8").count("\n@kernel\n") for path in sources)
