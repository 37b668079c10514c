"""The frames of a simulation: which columns there are, of which type, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

__all__ = ["GAMES_SCHEMA", "REASONS", "games_schema"]

REASONS = ("", "target", "unfinished")

#: Column of the frame `games` -> (type, meaning); one `score_<seat>` a seat follows.
GAMES_SCHEMA: dict[str, tuple[pl.DataType, str]] = {
    "game": (pl.Int64(), "number of the game in the series, from 0"),
    "seed": (pl.UInt64(), "seed with which `new_game` deals this very game"),
    "winner": (pl.Int8(), "winning seat, null if unfinished"),
    "reason": (pl.Enum(REASONS[1:]), "why the game ended"),
    "first": (pl.Int8(), "seat that began"),
    "turns": (pl.Int32(), "turns played, all seats together"),
    "plies": (pl.Int32(), "options applied"),
    "decisions": (pl.Int32(), "plies with two or more options"),
}


def games_schema(seats: int) -> Mapping[str, pl.DataType]:
    """The schema of `games` for so many seats."""
    fixed = {name: dtype for name, (dtype, _) in GAMES_SCHEMA.items()}
    return fixed | {f"score_{seat}": pl.Int32() for seat in range(seats)}
