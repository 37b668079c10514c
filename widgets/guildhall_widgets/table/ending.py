"""The end of a game at the table: what decided it, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from guildhall.core import files
from guildhall.core.game import Game

from ..live import Part, on

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["Ending"]

_DECISIVE = 3  # turns that it tells of


class Ending(Part):
    """What is offered when a game is over: another one, a replay, a file.

    Whoever holds the table says what a replay is, and may say what a new game is; otherwise the same rules deal anew.
    """

    def __init__(self, table: TableWidget) -> None:
        self._table = table
        self.offers: dict[str, Callable[[], None]] = {}
        self.saved: Path | None = None  # the file of the game that lies here

    def offer(self, what: str, call: Callable[[], None]) -> None:
        """Call something when the reader asks for a "new game" or a "replay"."""
        self.offers[what] = call

    def decisive(self) -> list[tuple[int, str, int]]:
        """The turns in which the winners scored most: the first ply, who did what, and the points.

        Nobody scores in a game that all win or lose together.
        """
        game = self._table.game
        if game.rules.together:
            return []
        names, before, gains = game.rules.seats, [0] * len(game.rules.seats), list[tuple[int, str, int]]()
        for seat, turn in groupby(self._table.moves(), key=lambda move: move.seat):
            moves = list(turn)
            points = game.rules.outcome(game.line.state_at(moves[-1].last)).vp
            if seat in game.outcome.winners and points[seat] > before[seat]:
                told = f"{names[seat]}: {'; '.join(move.words for move in moves)}"
                gains.append((moves[0].first, told, points[seat] - before[seat]))
            before = list(points)
        return sorted(sorted(gains, key=lambda gain: -gain[2])[:_DECISIVE])

    @on("new game")
    def _new_game(self) -> None:
        if "new game" in self.offers:
            self.offers["new game"]()
            return
        table, rules, seed = self._table, self._table.game.rules, self._table.game.seed + 1
        self.saved = None
        table.set_out(Game(rules, rules.start(seed), seed=seed))
        table.moved(table.say("dealt", seed=seed))

    @on("replay")
    def _replay(self) -> None:
        if "replay" in self.offers:
            self.offers["replay"]()
            self._table.status = self._table.say("replayed")

    @on("save")
    def _save(self) -> None:
        """Save the record beside the notebook, under a name that is not taken."""
        game = self._table.game
        path = files.free_path(Path(f"{game.rules.game}-{game.seed}"), ".json")
        game.record.save(path)
        self.saved = path
        self._table.status = self._table.say("saved", path=path)
