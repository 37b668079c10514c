"""The default words of a compiled game, built from the names of its events and their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from guildhall.core.decision import Event
from guildhall.core.rules import State
from guildhall.core.words import Words

if TYPE_CHECKING:
    from .rules import CompiledRules

__all__ = ["CompiledWords"]


class CompiledWords(Words):
    """Words for any compiled game: events by their names, numbers by their labels."""

    def __init__(self, rules: CompiledRules) -> None:
        super().__init__(rules)
        self._labels, self._engine, self._events = rules.labels, rules.engine, rules.event_names

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat."""
        return f"{self.seats[int(state['actor'][0])]}, choose an action"

    def event(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """Return a row of the event log as a sentence and as plain data. `engine.fields` names its numbers."""
        kind, who = self._events[event], self.seats[seat] if seat >= 0 else "Nobody"
        data = {
            name: self._labels[name][number] if name in self._labels else number
            for name, number in zip(self._engine.fields[event], numbers, strict=True)
        }
        if event == self._engine.turn_begins:
            return Event(kind, seat, f"Turn {numbers[0]}: {who}", data)
        told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in data.items())
        text = f"{who}: {kind}{f' ({told})' if told else ''}"
        if event not in self._engine.secret:
            return Event(kind, seat, text, data)
        return Event(kind, seat, text, data, seen_by=(seat,), public=f"{who}: {kind}")
