"""What every seat has seen and done since the game began, as digests: the information set of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from guildhall.core.rules import Rules, State, clone

from .rules import observing_of

__all__ = ["Memory"]


class Memory:
    """One digest a seat, a chain over its view at the start, the events it saw and the options it chose.

    Random play never asks for it, so the moves are gone through only when somebody does.
    """

    def __init__(self, start: State, *, kept: Mapping[int, bytes] | None = None) -> None:
        """Begin at a state; `kept` are digests of seats that remember more than it shows."""
        self._state = start
        self._kept = dict(kept or {})
        self._seen: tuple[bytes, ...] | None = None
        self._ply = 0

    def copy(self) -> Memory:
        """Another memory of the same past."""
        other = object.__new__(Memory)
        other.__dict__.update(self.__dict__)
        return other

    def seen(self, rules: Rules, moves: Sequence[int]) -> tuple[bytes, ...]:
        """The digests of all seats after these moves, which continue those of the last call."""
        if self._seen is None:
            self._seen = self._at_start(rules)
        if self._ply < len(moves):
            # Copies of this memory share the state, so a new one takes its place.
            self._state = clone(self._state)
            for move in moves[self._ply :]:
                self._seen = _after(rules, self._state, move, self._seen)
            self._ply = len(moves)
        return self._seen

    def _at_start(self, rules: Rules) -> tuple[bytes, ...]:
        look = observing_of(rules).fingerprint
        return tuple(self._kept.get(seat) or look(self._state, seat) for seat in range(len(rules.seats)))


def _after(rules: Rules, state: State, move: int, seen: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Play a move and link what each seat saw of it to its digest."""
    decider = observing_of(rules).decider(state)
    events = rules.apply(state, move)
    return tuple(
        _link(digest, decider, move if seat == decider else None, [event.as_seen_by(seat).text for event in events])
        for seat, digest in enumerate(seen)
    )


def _link(digest: bytes, decider: int, own: int | None, told: Sequence[str]) -> bytes:
    words = "\n".join([f"{decider} {own}", *told])
    return blake2b(digest + words.encode(), digest_size=16).digest()
