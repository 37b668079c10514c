"""`guildhall rules`: show the rules of a game on one page."""

from __future__ import annotations

import argparse

from guildhall.cli.screen import OK, Commands, add_command, say
from guildhall.cli.setup import add_game

__all__ = ["add"]

_EXAMPLES = """  guildhall rules                      how Guildhall is played
  guildhall rules --game guild-master  how another game is played"""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "rules", run, help="show how a game is played, on a page", examples=_EXAMPLES)
    add_game(parser)


def run(asked: argparse.Namespace) -> int:
    """Show the rules of a game."""
    from guildhall.core.errors import GuildhallError
    from guildhall.games import registration

    game = registration(asked.game)
    if not game.rules_page:
        raise GuildhallError(f"{game.title} has no rules page")
    for line in game.rules_page.splitlines():
        say(line)
    return OK
