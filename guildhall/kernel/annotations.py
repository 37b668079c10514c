"""Names for annotations in kernels: the compiler reads them as its own types, a type checker sees anything."""

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

State = Any  # one game: the record of its state
Rules = Any  # the record it is played by
States = Any  # arrays of them
RulesOf = Any
Log = Any  # the event log
Ints = Any
Floats = Any
Pair = Any  # two whole numbers
Table = Any  # rows of whole numbers
Tables = Any  # the tables a game is recorded in
Weights = Any  # a row of weights for every seat
Word = Any  # the state of a generator
Coins = Any  # generators
Throw = Any  # a generator and what it gave
Bytes = Any  # rows of bytes
Scratch = Any  # the buffers of a race
