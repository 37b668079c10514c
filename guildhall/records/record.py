"""Records: a game written down so that any ply of it can be restored, judged and commented.

A record is a header, the main line, check hashes and the outcome; notes and variations hang on its plies.
How notes are changed stands in `records.notes`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from guildhall.core import files
from guildhall.core.decision import Outcome
from guildhall.core.errors import BadRecord, GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.phrases import What
from guildhall.core.rules import Rules, State, clone, digest
from guildhall.core.typed import number_within
from guildhall.records.document import Block, Document, encode, notes_check
from guildhall.records.notes import Notes
from guildhall.records.study import (
    Evaluation,
    Header,
    LinePath,
    Node,
    Origin,
    Variation,
    evaluation_fault,
    whole_line,
)
from guildhall.records.verify import (
    CHECK_EVERY,
    Problem,
    Report,
    check_header,
    check_line,
    header_rules,
    of_other_rules,
    pack_state,
    speak,
    start_state,
    write_down,
)

if TYPE_CHECKING:
    from guildhall.records.seat_record import SeatRecord

__all__ = ["Record", "record_of"]


class Record(Notes, kw_only=True, dict=True):
    """One game written down. `game.record` gives one, `gh.load` reads one."""

    header: Header
    checks: dict[int, str] = msgspec.field(default_factory=dict)
    outcome: Outcome | None = None

    # What is in it

    @property
    def moves(self) -> tuple[int, ...]:
        """The option ids of the main line."""
        return tuple(self.main.moves)

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases of the main line."""
        return tuple(self.main.phrases)

    @property
    def plies(self) -> int:
        """The length of the main line."""
        return len(self.main.moves)

    @property
    def rules(self) -> Rules:
        """The rules it asks for, as they are today."""
        return header_rules(self.header)

    def __repr__(self) -> str:
        ending = (self.outcome and self.outcome.reason) or "not finished"
        return f"Record({self.header.game}, {', '.join(self.header.seats)}, {self.plies} plies, {ending})"

    # Where it came from: no field, so it is neither written nor compared

    @property
    def origin(self) -> Origin | None:
        """Its file, and its notes as they were there, if it was loaded or made from a record that was."""
        return self.__dict__.get("_origin")

    @origin.setter
    def origin(self, origin: Origin | None) -> None:
        self.__dict__["_origin"] = origin

    @property
    def path(self) -> Path | None:
        """The file that it was loaded from, if it came from one."""
        return None if self.origin is None else self.origin.path

    @property
    def has_new_notes(self) -> bool:
        """Whether its notes are others than those of the file that it was loaded from."""
        return self.origin is not None and notes_check(self.main.nodes) != self.origin.notes

    # Play it again

    def game(self, ply: int | None = None, *, line: LinePath = ()) -> Game:
        """The game after so many plies, or at the end; `redo` plays what follows in the record."""
        header, rules, whole = self.header, self.rules, whole_line(self.main, line)
        last = len(whole.moves)
        wanted = last if ply is None else number_within(ply, 0, last)
        if wanted is None:
            raise GuildhallError(f"no ply {short(ply)}; the line has {last}")
        self._check_rules(min(wanted, line[0]) if line else wanted)
        start = start_state(header, rules)
        _check_words(rules, start, whole, wanted)
        game = Game(rules, start, seed=header.seed, moves=whole.moves, created=header.created, source=header.source)
        game.annotated = whole.copied()
        game.origin = None if line else self.origin
        game.redo(wanted)
        return game

    def verify(self) -> Report:
        """Play everything again, variations too, and compare phrases, check hashes and outcome."""
        try:
            rules = self.rules
            problems = list(check_header(self.header, rules))
            state = start_state(self.header, rules)
        except BadRecord as error:
            return Report(0, (Problem(error.ply, error.problem),))
        found = list(check_line(rules, state, self.main, checks=self.checks))
        reached = min((one.ply for one in found if one.path == () and one.ply is not None), default=None)
        if reached is None:
            found += self._check_outcome(rules.outcome(state))
        reason = of_other_rules(self.header, rules)
        problems += [replace(one, message=one.message + reason) for one in found] if reason else found
        return Report(self.plies if reached is None else reached, tuple(problems))

    def difference(self) -> Problem | None:
        """Where rules of another version than those it was played by first lead to another game, if anywhere."""
        if self.header.rules_version == self.rules.version:
            return None
        return next((one for one in self.verify().problems if one.path == () and one.ply is not None), None)

    def _check_rules(self, plies: int) -> None:
        """See that other rules lead to the same game for so many plies of the main line."""
        other = self.difference() if plies else None
        if other is not None and other.ply is not None and other.ply < plies:
            raise BadRecord(other.message, ply=other.ply)

    def is_playable(self) -> bool:
        """Whether its game can be set up with the same cards and seats, so that its moves can be tried."""
        return self.begun() is not None

    def begun(self) -> tuple[Rules, State] | None:
        """The rules and the state in which it began, if its game can be set up with the same cards and seats."""
        try:
            rules = self.rules
            state = start_state(self.header, rules)
        except BadRecord:
            return None
        return None if list(check_header(self.header, rules)) else (rules, state)

    def _check_outcome(self, outcome: Outcome) -> list[Problem]:
        same = self.outcome in (None, outcome)
        return [] if same else [Problem(self.plies, f"the outcome is {outcome}, not {self.outcome}")]

    def copied(self) -> Record:
        """The same record, to be changed without this one."""
        copy = Record(self.main.copied(), header=self.header, checks=dict(self.checks), outcome=self.outcome)
        copy.origin = self.origin
        return copy

    # Comment it: most of that stands in `Notes`

    def _evaluation_fault(self, evaluation: Evaluation) -> str | None:
        return evaluation_fault(evaluation, len(self.header.seats))

    def add_variation(self, ply: int, moves: Sequence[What], *, title: str = "", line: LinePath = ()) -> LinePath:
        """Add another line that leaves at a ply, and get its path; the moves are what `Game.play` takes."""
        self._check_ply(ply, line)
        game = self.game(ply, line=line)
        before = game.state
        game.play(*moves)
        played = list(game.moves[ply:])
        return self.graft(ply, played, speak(game.rules, before, played), title=title, line=line)

    def redacted(self, seat: int) -> SeatRecord:
        """What one seat saw of the game. It cannot be played again."""
        from guildhall.records.seat_record import seat_record

        return seat_record(self, seat)

    # Keep it

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, all or nothing; packed if the name ends in `.gz` or `.zst`."""
        files.write(path, encode(self.document()))

    def document(self) -> Document:
        """Its file form."""
        starts = range(0, max(1, self.plies), CHECK_EVERY)
        blocks = [self._block(start, min(start + CHECK_EVERY, self.plies)) for start in starts]
        nodes = {ply: node for ply, node in self.main.nodes.items() if node != Node()}
        return Document(header=self.header, plies=self.plies, blocks=blocks, outcome=self.outcome, nodes=nodes)

    def _block(self, start: int, end: int) -> Block:
        return Block(self.main.moves[start:end], self.main.phrases[start:end], self.checks.get(end, ""))

    @classmethod
    def of_document(cls, document: Document) -> Record:
        """The record that a file holds."""
        main = Variation(nodes=document.nodes)
        checks: dict[int, str] = {}
        for block in document.blocks:
            main.moves += block.moves
            main.phrases += block.phrases
            if block.check:
                checks[len(main.moves)] = block.check
        return cls(main, header=document.header, checks=checks, outcome=document.outcome)


def record_of(game: Game) -> Record:
    """The line of a game up to its present ply, with the notes of the record it was loaded from."""
    moves = list(game.moves)
    phrases, checks, outcome = write_down(game.rules, game.start, moves)
    main = Variation(moves, phrases, _kept_notes(game))
    record = Record(main, header=_header(game, game.start), checks=checks, outcome=outcome)
    record.origin = game.origin
    return record


def _header(game: Game, start: State) -> Header:
    rules = game.rules
    # Only a game that began as a position needs its start written down.
    placed = start.tobytes() != rules.start(game.seed).tobytes()
    setup: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dict(rules.setup)))
    return Header(
        game=rules.game,
        setup=setup,
        rules_version=rules.version,
        card_hash=rules.card_hash,
        seats=rules.seats,
        seed=game.seed,
        created=game.created,
        source=game.source,
        start=pack_state(start) if placed else None,
        start_digest=digest(start) if placed else None,
    )


def _kept_notes(game: Game) -> dict[int, Node]:
    """The notes of the loaded line as far as the game follows it."""
    if game.annotated is None:
        return {}
    pairs = zip(game.moves, game.annotated.moves, strict=False)
    followed = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return {ply: node.copied() for ply, node in game.annotated.nodes.items() if ply <= followed}


def _check_words(rules: Rules, start: State, line: Variation, plies: int) -> None:
    """See that the first moves are legal and still mean what is written, so that they can be played."""
    spoken = speak(rules, clone(start), line.moves[:plies])
    for ply, (now, written) in enumerate(zip(spoken, line.phrases, strict=False)):
        if now != written:
            raise BadRecord(f"option {line.moves[ply]} is '{now}', not '{written}'", ply=ply)
    if len(spoken) < plies:
        raise BadRecord(f"option {line.moves[len(spoken)]} is not legal here", ply=len(spoken))
