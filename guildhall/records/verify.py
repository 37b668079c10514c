"""Playing a record's moves again: to write down what they say, and to find out whether they still say it.

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
    """One thing that is wrong: the first bad ply (None: it is about the header), what, and in which line."""

    ply: int | None
    message: str
    path: LinePath = ()

    def __str__(self) -> str:
        where = "" if self.ply is None else f"ply {self.ply}: "
        line = f" (in the variation {self.path})" if self.path else ""
        return where + self.message + line


@dataclass(frozen=True, slots=True)
class Report:
    """What playing a record again has shown. True if all is well."""

    plies: int
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything agrees."""
        return not self.problems

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"{self.plies} plies played again, all as recorded"
        return "\n".join(map(str, self.problems))


# The start


def header_rules(header: Header) -> Rules:
    """The rules a header asks for."""
    try:
        return rebuild(header.game, header.setup)
    except Exception as error:  # the setup comes from a file and may be anything
        raise BadRecord(f"its game cannot be set up: {error}") from error


def check_header(header: Header, rules: Rules) -> Iterator[Problem]:
    """Whether the game at hand is the one that was played: its cards and its seats.

    Another version of the rules is no problem in itself: playing the moves shows whether it changes anything.
    """
    if header.card_hash != rules.card_hash:
        yield Problem(None, f"recorded with the cards {header.card_hash}, these are {rules.card_hash}")
    if header.seats != rules.seats:
        yield Problem(None, f"the seats are {', '.join(header.seats)}, the setup says {', '.join(rules.seats)}")


def of_other_rules(header: Header, rules: Rules) -> str:
    """What a problem's message adds where the game was played by another version of the rules, else nothing."""
    if header.rules_version == rules.version:
        return ""
    return f"; it was played by rules version {header.rules_version}, and these are rules version {rules.version}"


def pack_state(state: State) -> str:
    """A state as text for a header."""
    return b64encode(state.tobytes()).decode()


def start_state(header: Header, rules: Rules) -> State:
    """The state in which the game began: from its seed, or the position that the header holds."""
    try:
        fresh = rules.start(header.seed)
    except Exception as error:  # the seed comes from a file and may be any number
        raise BadRecord(f"its game cannot be started: {error}") from error
    if header.start is None:
        return fresh
    try:
        packed = b64decode(header.start, validate=True)
    except (Base64Error, ValueError):
        raise BadRecord("its start position is not readable") from None
    if len(packed) != fresh.dtype.itemsize:
        raise BadRecord("its start position is of other rules")
    state = np.frombuffer(bytearray(packed), fresh.dtype)
    if digest(state) != header.start_digest:
        raise BadRecord("its start position has been altered")
    fault = rules.fault(state)
    if fault is not None:
        raise BadRecord(f"its start position cannot be: {fault}")
    return state


# The moves


def speak(rules: Rules, state: State, moves: Sequence[int]) -> list[str]:
    """The phrases of the moves, as far as they are legal; the state goes along."""
    phrases = []
    for move in moves:
        if move not in rules.options(state):
            break
        phrases.append(rules.phrase(state, move))
        rules.apply(state, move)
    return phrases


def write_down(rules: Rules, start: State, moves: Sequence[int]) -> tuple[list[str], dict[int, str], Outcome]:
    """Phrases, check hashes and outcome of a line that is known to be legal."""
    state, phrases, checks = clone(start), [], {}
    for ply in range(0, len(moves), CHECK_EVERY):
        phrases += speak(rules, state, moves[ply : ply + CHECK_EVERY])
        checks[len(phrases)] = digest(state)
    return phrases, checks or {0: digest(state)}, rules.outcome(state)


def check_line(
    rules: Rules,
    state: State,
    line: Variation,
    *,
    checks: Mapping[int, str],
    first: int = 0,
    path: LinePath = (),
) -> Iterator[Problem]:
    """Follow a line from ply `first` to its end or its first problem, and the variations along it.

    The state goes along, so the caller finds it at the end of the line.
    """
    certain, end = first, first + len(line.moves)
    yield from _check_notes(line, first + (path != ()), end, path)
    for ply in range(first, end + 1):
        if ply in checks:
            if checks[ply] != digest(state):
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
        others = f"; so are {len(outside) - 1} others" if len(outside) > 1 else ""
        yield Problem(end, f"there is a note at ply {outside[0]}, outside plies {lowest} to {end}{others}", path)


def _check_move(rules: Rules, state: State, line: Variation, ply: int, first: int, path: LinePath) -> Problem | None:
    move, written = line.moves[ply - first], line.phrases[ply - first]
    if move not in rules.options(state):
        return Problem(ply, f"option {move} ('{written}') is not legal here", path)
    spoken = rules.phrase(state, move)
    return None if spoken == written else Problem(ply, f"option {move} is '{spoken}', not '{written}'", path)


def _wrong_check(certain: int, ply: int, path: LinePath) -> Problem:
    moves = f"the moves of plies {certain} to {ply - 1} do" if ply else "the start does"
    return Problem(certain, f"{moves} not lead to the state that was recorded at ply {ply}", path)


def _check_variations(rules: Rules, state: State, node: Node | None, ply: int, path: LinePath) -> Iterator[Problem]:
    for number, variation in enumerate(node.variations if node else ()):
        inner = (*path, ply, number)
        if len(variation.moves) != len(variation.phrases):
            yield Problem(ply, "moves and phrases are not equally many", inner)
            continue
        yield from check_line(rules, clone(state), variation, checks={}, first=ply, path=inner)
