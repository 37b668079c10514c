"""Choosing a game, playing it, and what comes after it."""
