"""Watching the others' last moves once more, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guildhall.core.errors import GuildhallError
from guildhall.core.line import Move

from ..live import Part, on

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["Watching"]


class Watching(Part):
    """Shows the table as it was after each move of the others since the reader's last turn.

    The game itself does not move. Anything that moves it ends the showing.
    """

    def __init__(self, table: TableWidget) -> None:
        self._table = table
        self._moves: list[Move] = []
        self._number = 0  # of the decision at which it was asked for
        self.at: int | None = None

    @property
    def move(self) -> Move | None:
        """The move that is shown, or None."""
        return None if self.at is None or self._number != self._table.number else self._moves[self.at]

    @property
    def count(self) -> int:
        """The number of moves to show."""
        return len(self._moves)

    def shown_table(self, move: Move) -> Any:
        """Return the table after a move, as the reader's seat saw it."""
        rules, seat = self._table.game.rules, self._table.seating.seat
        state = self._table.game.line.state_at(move.last)
        return rules.table(state) if seat is None else rules.view(state, seat)

    @on("watch")
    def _begin(self) -> None:
        moves = self._table.since_last_turn()
        if not moves:
            raise GuildhallError(self._table.say("nothing to watch"))
        self._moves, self._number, self.at = moves, self._table.number, 0

    @on("watch next")
    def _go_on(self, step: int) -> None:
        """Show the next move. Two views of a table may both ask for it."""
        if step == self.at:
            self.at = step + 1 if step + 1 < self.count else None

    @on("skip")
    def _skip(self) -> None:
        self.at = None
