"""`gh.play()`: choose a game, play it against bots, and at its end replay it or begin another."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import ipywidgets

from guildhall.bots import usual_bot
from guildhall.games import new_game

from ..live import LiveWidget
from ..replay.viewer import ReplayViewer
from ..table.widget import TableWidget
from .form import StartForm

__all__ = ["Play", "play"]


class Play(ipywidgets.VBox):  # type: ignore[misc]  # it ships no types
    """A form, then a table; what is shown is `form`, `table` or `table` with `viewer` below."""

    children: tuple[LiveWidget, ...]

    def __init__(self) -> None:
        super().__init__()
        self.table: TableWidget | None = None
        self.viewer: ReplayViewer | None = None
        self.form = StartForm(self._begin)
        self.choose()

    def choose(self) -> None:
        """Show the form of a new game."""
        self._leave()
        self.children = (self.form,)

    def begin(
        self, game: str = "guildhall", *, seed: int | None = None, bot: str | None = None, **settings: Any
    ) -> None:
        """Begin a game: the first seat is the person's, bots have the others; without a seed it is a new one."""
        self._leave()
        dealt = new_game(game, seed=secrets.randbelow(2**31) if seed is None else seed, **settings)
        others = dict.fromkeys(range(1, len(dealt.rules.seats)), bot or usual_bot(dealt.rules))
        self.table = TableWidget(dealt, seat=0, bots=others, pass_forced=True, quick=True)
        self.table.ending.offer("new game", self.choose)
        self.table.ending.offer("replay", self.replay)
        self.children = (self.table,)

    def _begin(self, game: str, settings: Mapping[str, Any], bot: str) -> None:
        self.begin(game, bot=bot, **settings)

    def replay(self) -> None:
        """Show the game that was played in a replay viewer, to be annotated."""
        if self.table is not None:
            self.viewer = ReplayViewer(self.table.game)
            self.children = (self.table, self.viewer)

    def _leave(self) -> None:
        """Let go of what was shown: the kernel keeps no widget that nobody sees."""
        for shown in (self.table, self.viewer):
            if shown is not None:
                shown.close()
        self.table = self.viewer = None

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widgets, and for readers without a kernel the picture of what is shown."""
        data = super()._repr_mimebundle_(**kwargs) or {}
        picture, _ = self.children[0]._repr_mimebundle_()
        return {**picture, **{key: value for key, value in data.items() if key not in ("text/plain", "text/html")}}


def play(game: str | None = None, **settings: Any) -> Play:
    """Play in a notebook: without a game a form asks which one, with one it begins at once.

    `gh.play("guildhall", cards="old-world", players=["Ada", "Bela"], seed=7)` takes what `gh.new_game` takes, and
    `bot` for the other seats.
    """
    shown = Play()
    if game is not None or settings:
        shown.begin(game or "guildhall", **settings)
    return shown
