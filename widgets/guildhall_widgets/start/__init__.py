"""Where a person begins: choose a game and who plays, play it, replay it."""

from .play import Play, play

__all__ = ["Play", "play"]
