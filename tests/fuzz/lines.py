"""Random lines typed in a terminal game: commands with all sorts of words behind them, and phrases."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

from rich.console import Console

from guildhall.cli.session import Autosave, Session
from guildhall.cli.setup import PERSON, Seating
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from tests.fuzz.phrases import broken_by, random_phrase, typing_fuzzer
from tests.fuzz.trying import Fuzzer

__all__ = ["fuzzer"]

# All but `save`, which would leave files behind.
_COMMANDS: Final = (
    "",
    "",
    "",
    "why ",
    "why ",
    "cards ",
    "undo ",
    "redo ",
    "hint ",
    "load ",
    "table ",
    "help ",
    "quit ",
)


class _Unkept(Autosave):
    """Keeps nothing: a game of random lines is of no use to anybody."""

    def keep(self, game: Game) -> None:
        """Leave the disk alone."""


def fuzzer(game: Registration) -> Fuzzer:
    """Types lines in the terminal game."""
    return typing_fuzzer(game, _attempt)


def _attempt(coin: random.Random, games: Sequence[Game], words: Sequence[str]) -> Iterator[str]:
    game, line = coin.choice(games).branch(), coin.choice(_COMMANDS) + random_phrase(coin, words)
    seating = Seating((PERSON,) * len(game.rules.seats))
    session = Session(game, seating, _Unkept(), Console(file=StringIO(), width=100, markup=False, highlight=False))
    yield from broken_by(line, lambda: session.answer(line))
