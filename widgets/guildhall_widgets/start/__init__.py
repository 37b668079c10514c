"""Choosing a game, playing it, and what comes after it."""

from __future__ import annotations

from .form import StartForm
from .play import Play, play

__all__ = ["Play", "StartForm", "play"]
