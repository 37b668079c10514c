"""`guildhall warm`: compile the rules ahead of time, so that the first game begins at once."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import guildhall
from guildhall.cli.screen import OK, Commands, add_command, screen

__all__ = ["add", "warm_up"]

_EXAMPLES = """  guildhall warm
  guildhall warm --all         also the other games
  guildhall warm --tidy        also remove what earlier versions compiled

GUILDHALL_CACHE names the folder in which the machine code is kept."""


def add(commands: Commands) -> None:
    """Put the command on the command line."""
    parser = add_command(commands, "warm", run, help="compile the rules for this machine, once", examples=_EXAMPLES)
    parser.add_argument("--all", action="store_true", help="also the other games")
    parser.add_argument("--tidy", action="store_true", help="remove machine code of earlier versions")


def run(asked: argparse.Namespace) -> int:
    """Compile everything and say how long it took."""
    compiled, seconds = warm_up(everything=asked.all)
    if compiled:
        print(f"{compiled} kernels compiled in {seconds:.1f} s; from now on games begin at once.")
    else:
        print(f"Everything was compiled before; loaded in {seconds:.1f} s.")
    if asked.tidy:
        from guildhall.kernel.cache import forget_old

        print(f"{forget_old()} folders of earlier versions removed.")
    return OK


def warm_up(*, everything: bool = False) -> tuple[int, float]:
    """Compile what is not compiled yet, with a line that shows how far it is; how many kernels, how long."""
    from rich.status import Status

    from guildhall.games import game_names
    from guildhall.kernel.compile import on_progress

    begin, compiled, total = time.perf_counter(), 0, kernels_in_sources(everything=everything)
    console = screen()

    def tell(name: str, number: int) -> None:
        nonlocal compiled
        compiled += 1
        text = f"compiled {compiled} of about {total} kernels, {time.perf_counter() - begin:.0f} s: {name}"
        if console.is_terminal:
            status.update(text)
        elif compiled % 25 == 1:
            print(text, flush=True)

    with Status("loading the rules", console=console, refresh_per_second=4) as status:
        on_progress(tell)
        try:
            for game in game_names() if everything else game_names()[:1]:
                _use(game)
        finally:
            on_progress(None)
    return compiled, time.perf_counter() - begin


def _use(game: str) -> None:
    """Knock at every door of a game's rules: a kernel is compiled, or read from the cache, when it is first used."""
    from guildhall.core.capabilities import Observable, RecordsGames, RollsOut
    from guildhall.games import new_game
    from guildhall.odds import win
    from guildhall.simulate import simulate

    played = new_game(game, players=2, seed=1)
    rules = played.rules
    rules.fault(played.state)  # what a loaded position is judged by
    rules.resample(played.view(0), 1)
    if isinstance(rules, RecordsGames):
        bot = tuple(rules.bots)[-1]
        played.run(bot, until=lambda game: game.ply > 20)
        simulate(game, players=2, bots=bot, games=1, threads=1)
    if isinstance(rules, RollsOut):
        win(played, n=1, threads=1)
    if isinstance(rules, Observable):
        rules.observing.observe(played.state, 0)


def kernels_in_sources(*, everything: bool = False) -> int:
    """How many kernels the package has, read off its sources without loading them; a soak has its own."""
    package = Path(guildhall.__file__).parent
    folders = ("kernel", "games" if everything else "games/guildhall")
    sources = [path for folder in folders for path in (package / folder).rglob("*.py")]
    counted = [path for path in sources if "soak" not in path.parts]
    return sum(path.read_text(encoding="utf-8").count("\n@kernel\n") for path in counted)
