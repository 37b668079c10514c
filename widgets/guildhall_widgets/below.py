"""Front-ends that begin games: the table of the last one lies below."""

from __future__ import annotations

from typing import Any

import ipywidgets

from guildhall.core.game import Game

from .live import LiveWidget

__all__ = ["TableBelow"]

_VIEW = "application/vnd.jupyter.widget-view+json"


class TableBelow(LiveWidget):
    """A front-end with room for a table; `game` is the last one begun here."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game: Game | None = None
        self.below = ipywidgets.VBox()
        self._whole = ipywidgets.VBox([self, self.below])

    def lay(self, game: Game, **seating: Any) -> None:
        """Put the table of a game below, instead of the one before; `seating` is what a `TableWidget` takes."""
        from .table.widget import TableWidget

        for before in self.below.children:
            before.close()
        self.game = game
        table = TableWidget(game, **seating)
        table.call()
        self.below.children = (table,)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the table of a new game below."""
        data, metadata = super()._repr_mimebundle_(**kwargs)
        if _VIEW in data:
            data[_VIEW] = {**data[_VIEW], "model_id": self._whole.model_id}
        return data, metadata
