"""Logs of games played at a real table: `gh.scribe` begins one, which makes a game and a record like any other."""

from __future__ import annotations

from .fitting import Ask, Choice
from .log import Could, Entry, Guess, Log, scribe
from .notes import read_notes, write_notes

__all__ = ["Ask", "Choice", "Could", "Entry", "Guess", "Log", "read_notes", "scribe", "write_notes"]
