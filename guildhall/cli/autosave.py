"""Keeping a terminal game on disk while it is played, so that it can go on after any end."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from guildhall.core.errors import CannotWrite
from guildhall.core.game import Game

__all__ = ["Autosave", "last_game"]


def last_game() -> Path:
    """Where the last terminal game is kept: `XDG_STATE_HOME`, else a folder in the user's home."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "guildhall" / "last-game.json"


class Autosave:
    """Writes the game to one file after every decision of a person."""

    def __init__(self, path: Path | None = None) -> None:
        """Keep it in `path`, or in the place of the last game."""
        self.is_asked_for = path is not None
        self.path = path or last_game()
        self.resume = f"guildhall play --load {shlex.quote(str(path))}" if path else "guildhall play --resume"
        self.problem: str | None = None

    def keep(self, game: Game) -> None:
        """Save the game; play goes on even if that is not possible, and `problem` says why."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            game.record.save(self.path)
            self.problem = None
        except (CannotWrite, OSError) as error:
            self.problem = str(error)

    def farewell(self) -> str:
        """The last words of a session: how to go on, or why that is not possible."""
        if self.problem:
            return f"The game could not be kept: {self.problem}"
        return f"The game is kept. To go on: {self.resume}"
