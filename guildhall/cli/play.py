"""`guildhall play`: a game in the terminal, against bots or with friends at one keyboard."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from guildhall.cli.screen import OK, Commands, add_command, existing_file, number, print_line, screen
from guildhall.cli.setup import add_game_options, game_options
from guildhall.core.errors import GuildhallError

if TYPE_CHECKING:
    from guildhall.cli.session import Session
    from guildhall.cli.setup import Seating
    from guildhall.core.game import Game

__all__ = ["add"]

_EXAMPLES = """  guildhall play                                 Old World Economy against a greedy bot
  guildhall play fellowship --players 3 --bots greedy,random
  guildhall play --bots my_bots:Careful          a custom bot, from my_bots.py
  guildhall play --players Ada,Ben --people all  two people at one keyboard
  guildhall play old-world new-empire --saga mega --masters --houses
  guildhall play --seed 7                        the same cards every time
  guildhall play --resume                        continue the last game
  guildhall play --load my-game.json             continue a saved game
  guildhall play --game advyria --players 1      Die Gilden von Advyria, alone

In the game, `help` lists all commands."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "play", run, help="play a game in the terminal", examples=_EXAMPLES)
    add_game_options(parser)
    seats = parser.add_argument_group("who plays")
    seats.add_argument("--people", metavar="SEATS", help="seats of people: 1 (default), 1,3, all or none")
    usual = "the default bot of the game; module:Class is a custom one"
    seats.add_argument("--bots", metavar="NAMES", help=f"bots of the other seats (default: {usual})")
    parser.add_argument("--seed", type=number, help="determines all shuffles (default: random)")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--resume", action="store_true", help="continue the last game")
    kept.add_argument("--load", type=existing_file, metavar="FILE", help="continue a saved game")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the game in this file after every choice")


def run(asked: argparse.Namespace) -> int:
    """Play a game, and save it at the end or on an error."""
    session = _loaded(asked) if asked.load or asked.resume else _new(asked)
    try:
        session.run()
    except (KeyboardInterrupt, GuildhallError):
        session.console.print()
        session.close()
        raise
    return OK


def _new(asked: argparse.Namespace) -> Session:
    from guildhall.games import new_game

    seed = secrets.randbelow(2**31) if asked.seed is None else asked.seed
    game = new_game(asked.game, seed=seed, **game_options(asked))
    return _session(asked, game)


def _loaded(asked: argparse.Namespace) -> Session:
    from guildhall.cli.session import last_game
    from guildhall.records.archive import load

    path = asked.load or last_game()
    if asked.resume and not path.is_file():
        raise GuildhallError("there is no last game to continue; start one with guildhall play")
    return _session(asked, load(path, card_files=asked.card_files).game())


def _session(asked: argparse.Namespace, game: Game) -> Session:
    from guildhall.cli.session import Autosave, Session

    session = Session(game, _seating(asked, game), Autosave(asked.save), screen())
    for line in _greeting(session):
        print_line(session.console, line)
    return session


def _greeting(session: Session) -> Iterator[str]:

    seated = zip(session.game.rules.seats, session.seating.seats, strict=True)
    yield f"{', '.join(f'{name} ({who})' for name, who in seated)}. Seed {session.game.seed}."
    if session.seating.people:
        yield "Type `help` for a list of commands, `hint` for advice."
    for warning in session.game.rules.warnings:
        yield f"Note: {warning}"


def _seating(asked: argparse.Namespace, game: Game) -> Seating:
    """Return the seating from the arguments, else from the saved game, else one person against bots."""
    from guildhall.bots import usual_bot
    from guildhall.cli.setup import read_seating, seat_players

    players = len(game.rules.seats)
    if asked.people is None and asked.bots is None and (kept := read_seating(game.source, players=players)):
        return kept
    return seat_players(players, people=asked.people, bots=asked.bots or usual_bot(game.rules))
