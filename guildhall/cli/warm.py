"""`guildhall warm`: compile the rules ahead of time, so that the first game starts immediately."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import guildhall
from guildhall.cli.screen import OK, Commands, add_command, say, screen
from guildhall.cli.setup import add_game

__all__ = ["add", "warm_up"]

_EXAMPLES = """  guildhall warm
  guildhall warm --game advyria
  guildhall warm --all         every game
  guildhall warm --tidy        also remove machine code of earlier versions

The environment variable GUILDHALL_CACHE sets the folder for the machine code."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "warm", run, help="compile the rules for this machine, once", examples=_EXAMPLES)
    which = parser.add_mutually_exclusive_group()
    add_game(which, help="whose rules")
    which.add_argument("--all", action="store_true", help="the rules of every game")
    parser.add_argument("--tidy", action="store_true", help="remove machine code of earlier versions")


def run(asked: argparse.Namespace) -> int:
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
