"""`gh.play()`: choose a game, play it against bots, then replay it or start another."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets

from guildhall.bots import usual_bot
from guildhall.games import new_game

from ..library import Library
from ..odds.live import LiveOdds
from ..replay.viewer import ReplayViewer
from ..table.seating import Sitter
from ..table.widget import TableWidget
from .form import StartForm

__all__ = ["Play", "play"]


class Play(ipywidgets.VBox):  # type: ignore[misc]  # it ships no types
    """A form, then a table. It shows `form`, or `table`, with what was asked for below it.

    Below the form this is the `library` of saved games, below the table the live `odds` or the `viewer` of the replay.
    """

    children: tuple[Any, ...]

    def __init__(self) -> None:
        super().__init__()
        self.table: TableWidget | None = None
        self.odds: LiveOdds | None = None
        self.viewer: ReplayViewer | None = None
        self.library: Library | None = None
        self.form = StartForm(self._begin, self.open_saved)
        self.choose()

    def choose(self) -> None:
        """Show the form for a new game."""
        self._leave()
        self.children = (self.form,)

    def open_saved(self) -> None:
        """Show the saved games of the notebook's folder below the form."""
        self._leave()
        self.library = Library()
        self.library.catalogue.call()
        self.children = (self.form, self.library)

    def begin(
        self,
        game: str = "guildhall",
        *,
        seed: int | None = None,
        bot: Sitter | Sequence[Sitter] | None = None,
        live_odds: bool = False,
        **settings: Any,
    ) -> None:
        """Start a game with a human in the first seat and bots in the others. Without a seed, a random one is used.

        `bot` is one bot for all the others, or a list with one for each. `live_odds` are shown below the table.
        """
        self._leave()
        dealt = new_game(game, seed=secrets.randbelow(2**31) if seed is None else seed, **settings)
        rivals = usual_bot(dealt.rules) if bot is None else bot
        if isinstance(rivals, str) or not isinstance(rivals, Sequence):
            rivals = [rivals] * (len(dealt.rules.seats) - 1)
        self.table = TableWidget(dealt, seat=0, bots=[None, *rivals], pass_forced=True, quick=True)
        self.table.ending.offer("new game", self.choose)
        self.table.ending.offer("replay", self.replay)
        self.table.ending.offer("review", self.review)
        self.odds = LiveOdds(dealt, seat=0) if live_odds else None
        self._show()

    def _begin(self, game: str, settings: Mapping[str, Any], bot: str, live_odds: bool) -> None:
        self.begin(game, bot=bot or None, live_odds=live_odds, **settings)
        if self.table is not None:
            self.table.call()

    def _show(self) -> None:
        self.children = tuple(each for each in (self.table, self.odds, self.viewer) if each is not None)

    def replay(self, ply: int = 0) -> None:
        """Show the game in a replay viewer at a ply, ready to annotate."""
        if self.table is None:
            return
        for before in (self.viewer, self.odds):
            if before is not None:
                before.close()
        self.odds = None
        self.viewer = ReplayViewer(self.table.game, ply=ply)
        self.viewer.call()
        self._show()

    def review(self) -> None:
        """Show the replay, and compare every decision with the best option there."""
        self.replay()
        if self.viewer is not None:
            self.viewer.act("review")

    def _leave(self) -> None:
        """Close the widgets shown so far, so that the kernel does not keep them."""
        inside = () if self.library is None else (self.library.catalogue, self.library.viewer, self.library)
        for shown in (self.table, self.odds, self.viewer, *inside):
            if shown is not None:
                shown.close()
        self.table = self.odds = self.viewer = self.library = None

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widgets, and a picture for readers without a kernel."""
        data = super()._repr_mimebundle_(**kwargs) or {}
        picture, _ = self.children[0]._repr_mimebundle_()
        return {**picture, **{key: value for key, value in data.items() if key not in ("text/plain", "text/html")}}


def play(game: str | None = None, **settings: Any) -> Play:
    """Play in a notebook. Without a game a form is shown, with one it starts immediately.

    `gh.play("guildhall", cards="old-world", players=["Ada", "Bela"], seed=7)` takes the arguments of `gh.new_game`, and
    `bot` for the other seats: a name, named weights, an object that can choose, or a list with one for each.
    `live_odds=True` shows the odds of the game below the table.
    """
    shown = Play()
    if game is not None or settings:
        shown.begin(game or "guildhall", **settings)
    return shown
