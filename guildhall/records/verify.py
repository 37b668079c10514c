"""Replaying the moves of a record, to get their phrases or to check that they are as recorded.

Nothing in a file is trusted: an option is applied only after the rules have listed it as legal.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from guildhall.core.decision import Outcome
from guildhall.core.errors import BadRecord
from guildhall.core.rules import Rules, State, clone, digest, rebuild
from guildhall.records.study import Header, LinePath, Node, Variation

__all__ = [
    "CHECK_EVERY",
    "Problem",
    "Report",
    "check_header",
    "check_line",
    "header_rules",
    "of_other_rules",
    "pack_state",
    "speak",
    "start_state",
    "write_down",
]

CHECK_EVERY = 50
"""Plies between two check hashes."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a record: its first bad ply (None: the header), a message, and the path of the line."""

    ply: int | None
    message: str
    path: LinePath = ()

    def __str__(self) -> str:
        where = "" if self.ply is None else f"ply {self.ply}: "
        line = f" (in the variation {self.path})" if self.path else ""
        return where + self.message + line


@dataclass(frozen=True, slots=True)
class Report:
    """The result of playing a record again. True if everything agrees."""

    plies: int
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """True if everything agrees."""
        return not self.problems

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"{self.plies} plies played again, all as recorded"
        return "\n".join(map(str, self.problems))


# The start


def header_rules(header: Header) -> Rules:
    """Build the rules that a header describes."""
    try:
        return rebuild(header.game, header.setup)
    except Exception as error:  # the setup comes from a file and may be anything
        raise BadRecord(f"its game cannot be set up: {error}") from error


def check_header(header: Header, rules: Rules) -> Iterator[Problem]:
    """Check that the rules have the cards and seats of the recorded game.

    A different version of the rules is not a problem in itself: replaying the moves shows if it matters.
    """
    if header.card_hash != rules.card_hash:
        yield Problem(None, f"recorded with the cards {header.card_hash}, but these are {rules.card_hash}")
    if header.seats != rules.seats:
        yield Problem(None, f"the seats are {', '.join(header.seats)}, but the setup says {', '.join(rules.seats)}")


def of_other_rules(header: Header, rules: Rules) -> str:
    """Return what to add to a message if the game was played by another version of the rules, else nothing."""
    if header.rules_version == rules.version:
        return ""
    return f"; it was played by version {header.rules_version} of the rules, and this is version {rules.version}"


def pack_state(state: State) -> str:
    """Return a state as text for a header."""
    return b64encode(state.tobytes()).decode()


def start_state(header: Header, rules: Rules) -> State:
    """Return the start of the game: from its seed, or the position in the header."""
    try:
        fresh = rules.start(header.seed)
    except Exception as error:  # the seed comes from a file and may be any number
        raise BadRecord(f"its game cannot be started: {error}") from error
    if header.start is None:
        return fresh
    try:
        packed = b64decode(header.start, validate=True)
    except (Base64Error, ValueError):
        raise BadRecord("its start position cannot be read") from None
    if len(packed) != fresh.dtype.itemsize:
        raise BadRecord("its start position belongs to other rules")
    state = np.frombuffer(bytearray(packed), fresh.dtype)
    if digest(state) != header.start_digest:
        raise BadRecord("its start position was altered")
    fault = rules.fault(state)
    if fault is not None:
        raise BadRecord(f"its start position is impossible: {fault}")
    return state


# The moves


def speak(rules: Rules, state: State, moves: Sequence[int]) -> list[str]:
    """Play the moves as far as they are legal, which changes the state, and return their phrases."""
    phrases = []
    for move in moves:
        if move not in rules.options(state):
            break
        phrases.append(rules.phrase(state, move))
        rules.apply(state, move)
    return phrases


def write_down(rules: Rules, start: State, moves: Sequence[int]) -> tuple[list[str], dict[int, str], Outcome]:
    """Return phrases, check hashes and outcome of a legal line."""
    state, phrases, checks = clone(start), [], {}
    for ply in range(0, len(moves), CHECK_EVERY):
        phrases += speak(rules, state, moves[ply : ply + CHECK_EVERY])
        checks[len(phrases)] = rules.check_of(state)
    return phrases, checks or {0: rules.check_of(state)}, rules.outcome(state)


def check_line(
    rules: Rules,
    state: State,
    line: Variation,
    *,
    checks: Mapping[int, str],
    first: int = 0,
    path: LinePath = (),
) -> Iterator[Problem]:
    """Play a line from ply `first` to its end or its first problem, and the variations along it.

    The state is changed, so the caller finds it at the end of the line.
    """
    certain, end = first, first + len(line.moves)
    yield from _check_notes(line, first + (path != ()), end, path)
    for ply in range(first, end + 1):
        if ply in checks:
            if checks[ply] != rules.check_of(state):
                yield _wrong_check(certain, ply, path)
                return
            certain = ply
        yield from _check_variations(rules, state, line.nodes.get(ply), ply, path)
        if ply < end:
            if problem := _check_move(rules, state, line, ply, first, path):
                yield problem
                return
            rules.apply(state, line.moves[ply - first])


def _check_notes(line: Variation, lowest: int, end: int, path: LinePath) -> Iterator[Problem]:
    outside = [ply for ply in line.nodes if not lowest <= ply <= end]
    if outside:
        others = f", and {len(outside) - 1} more" if len(outside) > 1 else ""
        yield Problem(end, f"a note at ply {outside[0]} is outside plies {lowest} to {end}{others}", path)


def _check_move(rules: Rules, state: State, line: Variation, ply: int, first: int, path: LinePath) -> Problem | None:
    move, written = line.moves[ply - first], line.phrases[ply - first]
    if move not in rules.options(state):
        return Problem(ply, f"option {move} ('{written}') is not legal here", path)
    spoken = rules.phrase(state, move)
    return None if spoken == written else Problem(ply, f"option {move} is '{spoken}', not '{written}'", path)


def _wrong_check(certain: int, ply: int, path: LinePath) -> Problem:
    moves = f"the moves of plies {certain} to {ply - 1} do" if ply else "the start does"
    return Problem(certain, f"{moves} not lead to the state recorded at ply {ply}", path)


def _check_variations(rules: Rules, state: State, node: Node | None, ply: int, path: LinePath) -> Iterator[Problem]:
    for number, variation in enumerate(node.variations if node else ()):
        inner = (*path, ply, number)
        if len(variation.moves) != len(variation.phrases):
            yield Problem(ply, "the numbers of moves and phrases differ", inner)
            continue
        yield from check_line(rules, clone(state), variation, checks={}, first=ply, path=inner)
