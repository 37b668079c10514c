"""Names for annotations in kernels: types to the compiler, `Any` to a type checker."""

from __future__ import annotations

from typing import Any

__all__ = [
    "Bytes",
    "Coins",
    "Floats",
    "Ints",
    "Log",
    "Pair",
    "Rules",
    "RulesOf",
    "Scratch",
    "State",
    "States",
    "Table",
    "Tables",
    "Throw",
    "Weights",
    "Word",
]

State = Any  # the record of one game's state
Rules = Any  # the compiled rules record
States = Any  # arrays of those records
RulesOf = Any
Log = Any  # the event log
Ints = Any
Floats = Any
Pair = Any  # two whole numbers
Table = Any  # rows of whole numbers
Tables = Any  # the tables for recorded games
Weights = Any  # a row of weights for every seat
Word = Any  # the state of a generator
Coins = Any  # generators
Throw = Any  # a generator and the number drawn
Bytes = Any  # rows of bytes
Scratch = Any  # the scratch buffers of a race
