"""What a game must be able to do: the `Rules` that games, bots, records and front-ends talk to.

A state is a NumPy array of one record, `shape == (1,)`.
A copy is `clone(state)`, its identity is `state.tobytes()`, and nothing about a game hides elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from importlib import import_module
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

import numpy as np
import numpy.typing as npt

from guildhall.core.decision import Decision, Event, Outcome

__all__ = ["Rules", "State", "Table", "View", "clone", "digest", "rebuild", "with_own_files"]

State: TypeAlias = npt.NDArray[np.void]
"""One game at one moment, an array of shape (1,) of the game's record dtype."""

Table: TypeAlias = Any
"""Everything on the table as plain lists, dicts and strings; each game has its own fields."""

View: TypeAlias = Any
"""What one seat may know, and nothing else; each game has its own fields."""


@runtime_checkable
class Rules(Protocol):
    """The rules of one game with its options settled; holds parameters, never a state."""

    @property
    def game(self) -> str:
        """The name under which `guildhall.games` knows the game."""

    @property
    def setup(self) -> Mapping[str, Any]:
        """The options of the game, plain enough for JSON; `rebuild(game, setup)` makes equal rules."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names in seat order."""

    @property
    def version(self) -> str:
        """The version of the rules; another version may play the same options differently."""

    @property
    def card_hash(self) -> str:
        """A hex digest over the card data in use."""

    def start(self, seed: int) -> State:
        """A fresh game; the seed decides every shuffle and draw to come."""

    def options(self, state: State) -> tuple[int, ...]:
        """The ids of the legal options, none when the game is over: the only place where legality is written.

        They come in card order, and what ends a set of picks (`done`) comes last.
        """

    def decision(self, state: State) -> Decision:
        """The decision at hand in words; its seat is `NOBODY` when the game is over."""

    def phrase(self, state: State, option: int) -> str:
        """The stable phrase of one legal option."""

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out a legal option in place. Trusts its caller."""

    def fault(self, state: State) -> str | None:
        """Why a state read from a file cannot be a start position, or None; looks before anything else touches it."""

    def explain(self, state: State, phrase: str, seat: int | None = None) -> str | None:
        """Why a phrase is not legal now, as a sentence without its full stop, or None.

        With a seat it tells only what that seat may know, whoever decides; without one, everything.
        """

    def table(self, state: State) -> Table:
        """Everything on the table, hidden things too."""

    def view(self, state: State, seat: int) -> View:
        """What the seat may know, built up from nothing."""

    def resample(self, view: View, seed: int) -> State:
        """A state whose view for the same seat is the same, with the unknown dealt afresh."""

    def outcome(self, state: State) -> Outcome:
        """The points of every seat, and winner and reason once the game is over."""

    def text(self, table: Table | View, decision: Decision | None) -> str:
        """The table as a reader of a terminal sees it."""

    def html(self, table: Table | View, decision: Decision | None) -> str:
        """The table as simple HTML without scripts."""


def clone(state: State) -> State:
    """A copy that is equal byte for byte.

    `state.copy()` copies field by field: it takes longer and leaves the gaps of an aligned record undefined.

    >>> state = np.zeros(1, np.dtype([("seat", "i1"), ("deck", "i8")], align=True))
    >>> clone(state).tobytes() == state.tobytes()
    True
    """
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)


def digest(state: State) -> str:
    """Eight bytes of BLAKE2b over the state, the check that records carry.

    >>> digest(np.zeros(1, np.dtype([("seat", "i1")])))
    '94f6d9cdd1ea8248'
    """
    return blake2b(state.tobytes(), digest_size=8).hexdigest()


def rebuild(game: str, setup: Mapping[str, Any]) -> Rules:
    """The rules that a record's header describes, through the registry of games; files that it names stay shut.

    The registry imports the core, so it is looked up by name when it is needed.
    """
    return cast(Rules, import_module("guildhall.games").rules_for(game, setup))


def with_own_files(game: str, setup: Mapping[str, Any], **files: Any) -> dict[str, Any]:
    """A setup from a file, with the texts of the files that its reader names (`card_files=[…]`) instead of its own."""
    return cast("dict[str, Any]", import_module("guildhall.games").read_own_files(game, {**setup, **files}))
