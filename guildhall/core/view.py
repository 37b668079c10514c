"""What the views of all games share: they show themselves, and are equal if the seat knows the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

__all__ = ["KnownView"]


class KnownView(ABC):
    """A view that carries all a seat knows as one record, `knowledge`; a game adds its fields and its renderer."""

    seat: int
    names: Any
    knowledge: Any

    @abstractmethod
    def _renderer(self) -> Any:
        """The game's module with `text` and `html`."""

    def __repr__(self) -> str:
        return str(self._renderer().text(self, None, self.names))

    def _repr_html_(self) -> str:
        return str(self._renderer().html(self, None, self.names))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.seat == other.seat and bool(self.knowledge.tobytes() == other.knowledge.tobytes())

    def __hash__(self) -> int:
        return hash((self.seat, self.knowledge.tobytes()))
