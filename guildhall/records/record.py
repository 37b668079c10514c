"""The `Record` class: a recorded game in which every ply can be restored, with notes and variations.

A record has a header, the main line, check hashes and the outcome.
Plies and lines are numbered as in `records.study`. A rejected change has no effect.

A `SeatRecord` has the point of view of one seat, without hidden information. The moves of other seats are described
only by the events that the seat saw. Seed, start, check hashes, notes and variations are left out, because each of
them may reveal hidden cards. Such a record can be read but not replayed.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from guildhall.core import files
from guildhall.core.decision import NOBODY, Decision, Outcome, sentences_for
from guildhall.core.errors import BadRecord, GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.phrases import What
from guildhall.core.rules import Rules, State, clone, digest
from guildhall.core.typed import number_within
from guildhall.records.study import (
    BROKEN,
    DEEPEST,
    Evaluation,
    Header,
    Highlight,
    LinePath,
    Node,
    Origin,
    Variation,
    bounds,
    evaluation_fault,
    find_line,
    known_mark,
    notes_check,
    outcome_fault,
    plain_text,
    storable,
    whole_line,
)
from guildhall.records.verify import (
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

__all__ = ["Record", "SeatRecord", "SeenPly", "record_of", "seat_record"]

SEAT_FORMAT = "guildhall-seat-record"
VERSION = 1
"""The version of the formats of all records."""


_MOST_WITH_RULES = 8  # rules take almost a megabyte, and there may be thousands of records
_WITH_RULES: deque[Record] = deque()


class Record(msgspec.Struct, dict=True):
    """A recorded game. `game.record` creates one, and `gh.load` reads one from a file."""

    main: Variation
    header: Header
    checks: dict[int, str] = {}
    outcome: Outcome | None = None

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

    def __repr__(self) -> str:
        ending = (self.outcome and self.outcome.reason) or "not finished"
        return f"Record({self.header.game}, {', '.join(self.header.seats)}, {self.plies} plies, {ending})"

    # Origin and rules are not fields, so they are neither written nor compared.

    @property
    def origin(self) -> Origin | None:
        """The file from which this record, or the one it was made from, was loaded, and the notes in that file."""
        return self.__dict__.get("_origin")

    @origin.setter
    def origin(self, origin: Origin | None) -> None:
        self.__dict__["_origin"] = origin

    @property
    def path(self) -> Path | None:
        """The file it was loaded from, if any."""
        return None if self.origin is None else self.origin.path

    @property
    def has_new_notes(self) -> bool:
        """True if its notes differ from those in the file it was loaded from."""
        return self.origin is not None and notes_check(self.main.nodes) != self.origin.notes

    @property
    def rules(self) -> Rules:
        """The rules that its header describes. The records used last keep the rules they have built."""
        built: tuple[Header, Rules] | None = self.__dict__.get("_rules")
        if built is not None and built[0] is self.header:
            return built[1]
        return self.keep_rules(header_rules(self.header))

    def keep_rules(self, rules: Rules) -> Rules:
        """Keep rules that were built for its header, and return them."""
        if "_rules" not in self.__dict__:
            _WITH_RULES.append(self)
        self.__dict__["_rules"] = (self.header, rules)
        if len(_WITH_RULES) > _MOST_WITH_RULES:
            _WITH_RULES.popleft().__dict__.pop("_rules", None)
        return rules

    def lend_rules(self, other: Record) -> None:
        """Let a record of a game with the same settings use the rules built here."""
        ours, theirs = self.header, other.header
        if "_rules" in self.__dict__ and (ours.game, ours.setup) == (theirs.game, theirs.setup):
            other.keep_rules(self.rules)

    # --- Replaying ---

    def game(self, ply: int | None = None, *, line: LinePath = ()) -> Game:
        """Return the game at a ply of a line, by default at its end. `redo` plays the plies that follow."""
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
        """Play everything again, with all variations, and compare phrases, check hashes and outcome."""
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
        """Return the first problem that another version of the rules causes in the main line, if any."""
        if self.header.rules_version == self.rules.version:
            return None
        return next((one for one in self.verify().problems if one.path == () and one.ply is not None), None)

    def _check_rules(self, plies: int) -> None:
        """Raise BadRecord if the first `plies` plies differ under the current version of the rules."""
        other = self.difference() if plies else None
        if other is not None and other.ply is not None and other.ply < plies:
            raise BadRecord(other.message, ply=other.ply)

    def is_playable(self) -> bool:
        """Return True if its game can be set up with the same cards and seats, so that its moves can be tried."""
        return self.begun() is not None

    def begun(self) -> tuple[Rules, State] | None:
        """Return the rules and the start of the game, or None if it cannot be set up with the same cards and seats."""
        try:
            rules = self.rules
            state = start_state(self.header, rules)
        except BadRecord:
            return None
        return None if list(check_header(self.header, rules)) else (rules, state)

    def _check_outcome(self, outcome: Outcome) -> list[Problem]:
        same = self.outcome in (None, outcome)
        return [] if same else [Problem(self.plies, f"the outcome is {outcome}, not {self.outcome}")]

    # Copy and save it

    def copied(self) -> Record:
        """Return a copy that can be changed independently."""
        copy = Record(self.main.copied(), header=self.header, checks=dict(self.checks), outcome=self.outcome)
        copy.origin = self.origin
        self.lend_rules(copy)
        return copy

    def redacted(self, seat: int) -> SeatRecord:
        """Return what one seat saw of the game, which cannot be played again."""

        return seat_record(self, seat)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file atomically, compressed if the name ends in `.gz` or `.zst`."""
        from guildhall.records.archive import encode

        files.write(path, encode(self))

    # --- Reading notes ---

    def line(self, path: LinePath = ()) -> Variation:
        """Return the main line, or the variation at a path such as `(40, 0)`."""
        return find_line(self.main, path)

    def node(self, ply: int, *, line: LinePath = ()) -> Node:
        """Return the notes at a ply of a line, to read or to change."""
        self._check_ply(ply, line)
        return self.line(line).nodes.setdefault(ply, Node())

    def notes_at(self, ply: int, *, line: LinePath = ()) -> Node:
        """Return the notes at a ply of a line, only to be read, because an empty node is not stored."""
        self._check_ply(ply, line)
        return self.line(line).nodes.get(ply) or Node()

    def _check_ply(self, ply: int, path: LinePath) -> None:
        first, last = bounds(self.main, path)
        if number_within(ply, first, last) is None:
            raise GuildhallError(f"no notes at ply {short(ply)}; this line has plies {first} to {last}")

    # --- Writing notes ---

    def annotate(
        self,
        ply: int,
        *,
        comment: str | None = None,
        mark: str | None = None,
        tag: str | None = None,
        highlight: Highlight | None = None,
        evaluation: Evaluation | None = None,
        line: LinePath = (),
    ) -> None:
        """Add a comment, tag or highlight to a ply, or set its mark (`!!  !  !?  ?!  ?  ??`, or "") or evaluation."""
        for given, wanted in ((highlight, Highlight), (evaluation, Evaluation)):
            if given is not None and not isinstance(given, wanted):
                raise GuildhallError(f"expected {wanted.__name__}(…), got {short(given)}")
        more = Node(
            comments=[] if comment is None else [plain_text(comment, "comment")],
            tags=[] if tag is None else [plain_text(tag, "tag")],
            highlights=[] if highlight is None else [storable(highlight, "highlight")],
        )
        sign = None if mark is None else known_mark(mark)
        if evaluation is not None and (fault := evaluation_fault(evaluation, len(self.header.seats))):
            raise GuildhallError(fault)
        judged = evaluation and storable(evaluation, "evaluation")
        node = self.node(ply, line=line)
        node.comments += more.comments
        node.tags += [new for new in more.tags if new not in node.tags]
        node.highlights += [new for new in more.highlights if new not in node.highlights]
        node.mark = node.mark if sign is None else sign
        node.evaluation = judged or node.evaluation
        self._tidy(ply, line)

    def set_comment(self, ply: int, text: str, *, number: int = 0, line: LinePath = ()) -> None:
        """Replace comment `number` of a ply, or add one if `number` is the next free number.

        An empty comment keeps its place until `remove_comment`, so that the others keep their numbers while it is
        being written.
        """
        words = plain_text(text, "comment")
        comments = self.notes_at(ply, line=line).comments
        if not 0 <= number <= len(comments):
            raise GuildhallError(f"no comment {number} at ply {ply}; there are {len(comments)}")
        self.node(ply, line=line).comments[number : number + 1] = [words]

    def remove_comment(self, ply: int, *, number: int = 0, line: LinePath = ()) -> None:
        """Remove a comment and renumber those after it."""
        self._remove("comment", self.notes_at(ply, line=line).comments, number, ply, line)

    def remove_tag(self, ply: int, tag: str, *, line: LinePath = ()) -> None:
        """Remove a tag."""
        tags = self.notes_at(ply, line=line).tags
        if tag not in tags:
            raise GuildhallError(f"no tag '{tag}' at ply {ply}; there is {', '.join(tags) or 'none'}")
        tags.remove(tag)
        self._tidy(ply, line)

    def remove_highlight(self, ply: int, *, number: int = 0, line: LinePath = ()) -> None:
        """Remove a highlight and renumber those after it."""
        self._remove("highlight", self.notes_at(ply, line=line).highlights, number, ply, line)

    def _remove(self, what: str, notes: list[Any], number: int, ply: int, line: LinePath) -> None:
        if not 0 <= number < len(notes):
            raise GuildhallError(f"no {what} {number} at ply {ply}; there are {len(notes)}")
        del notes[number]
        self._tidy(ply, line)

    def _tidy(self, ply: int, line: LinePath) -> None:
        nodes = self.line(line).nodes
        if nodes.get(ply) == Node():
            del nodes[ply]

    # --- Variations ---

    def add_variation(self, ply: int, moves: Sequence[What], *, title: str = "", line: LinePath = ()) -> LinePath:
        """Add a variation at a ply, with moves as for `Game.play`, and return its path."""
        self._check_ply(ply, line)
        game = self.game(ply, line=line)
        before = game.state
        game.play(*moves)
        played = list(game.moves[ply:])
        return self.graft(ply, played, speak(game.rules, before, played), title=title, line=line)

    def graft(
        self, ply: int, moves: Sequence[int], phrases: Sequence[str], *, title: str = "", line: LinePath = ()
    ) -> LinePath:
        """Add a variation at a ply, without checking that its moves are legal, and return its path."""
        self._check_ply(ply, line)
        if len(line) >= 2 * DEEPEST:
            raise GuildhallError(f"variations can be nested at most {DEEPEST} deep")
        variation = _variation(moves, phrases, title)
        variations = self.node(ply, line=line).variations
        variations.append(variation)
        return (*line, ply, len(variations) - 1)

    def prolong(self, moves: Sequence[int], phrases: Sequence[str], *, line: LinePath) -> None:
        """Append moves to a variation, without checking that they are legal."""
        variation, more = self._variation(line), _variation(moves, phrases, "")
        variation.moves += more.moves
        variation.phrases += more.phrases

    def set_title(self, title: str, *, line: LinePath) -> None:
        """Name a variation."""
        words = plain_text(title, "title")
        self._variation(line).title = words

    def remove_variation(self, *, line: LinePath) -> None:
        """Remove a variation with all its notes and renumber those after it."""
        self._variation(line)
        *outer, ply, number = line
        del self.node(ply, line=tuple(outer)).variations[number]
        self._tidy(ply, tuple(outer))

    def promote_variation(self, *, line: LinePath) -> LinePath:
        """Move a variation up by one, or swap the first one with its parent line, and return the new path.

        The main line always remains the game as played.
        """
        variation = self._variation(line)
        *outer, ply, number = line
        if number == 0 and not outer:
            raise GuildhallError("the main line is the game as played; no variation can replace it")
        siblings = self.node(ply, line=tuple(outer)).variations
        if number > 0:
            siblings[number - 1 : number + 1] = [variation, siblings[number - 1]]
            return (*outer, ply, number - 1)
        _swap(self.line(tuple(outer)), ply, first=outer[-2])
        self._tidy(ply, tuple(outer))
        return tuple(outer)

    def _variation(self, path: LinePath) -> Variation:
        if not path:
            raise GuildhallError("only variations can be changed; the main line is the game as played")
        return self.line(path)


def _variation(moves: Sequence[int], phrases: Sequence[str], title: str) -> Variation:
    if not moves:
        raise GuildhallError("a variation needs at least one move")
    if len(moves) != len(phrases):
        raise GuildhallError(f"{len(moves)} moves but {len(phrases)} phrases; each move needs its phrase")
    return storable(Variation(list(moves), list(phrases), title=plain_text(title, "title")), "variation")


def _swap(line: Variation, ply: int, *, first: int) -> None:
    """Swap what follows `ply` in a line, which begins at ply `first`, with its first variation there."""
    variations = line.nodes[ply].variations
    other = variations.pop(0)
    tail = Variation(
        line.moves[ply - first :],
        line.phrases[ply - first :],
        {at: node for at, node in line.nodes.items() if at > ply},
        other.title,
    )
    line.moves[ply - first :], line.phrases[ply - first :] = other.moves, other.phrases
    line.nodes = {at: node for at, node in line.nodes.items() if at <= ply} | other.nodes
    if tail.moves:
        variations.insert(0, tail)


# --- From a game to its record, and back ---


def record_of(game: Game) -> Record:
    """Return a record of a game up to its current ply, with the notes of the record it was loaded from."""
    moves = list(game.moves)
    phrases, checks, outcome = write_down(game.rules, game.start, moves)
    main = Variation(moves, phrases, _kept_notes(game))
    record = Record(main, header=_header(game, game.start), checks=checks, outcome=outcome)
    record.origin = game.origin
    return record


def _header(game: Game, start: State) -> Header:
    rules = game.rules
    # Only a game that began with a position needs its start stored.
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
    """Copy the notes of the loaded line as far as the game follows it."""
    if game.annotated is None:
        return {}
    pairs = zip(game.moves, game.annotated.moves, strict=False)
    followed = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return {ply: node.copied() for ply, node in game.annotated.nodes.items() if ply <= followed}


def _check_words(rules: Rules, start: State, line: Variation, plies: int) -> None:
    """Check that the first `plies` moves are legal and have the recorded phrases."""
    spoken = speak(rules, clone(start), line.moves[:plies])
    for ply, (now, written) in enumerate(zip(spoken, line.phrases, strict=False)):
        if now != written:
            raise BadRecord(f"option {line.moves[ply]} is '{now}', not '{written}'", ply=ply)
    if len(spoken) < plies:
        raise BadRecord(f"option {line.moves[len(spoken)]} is not legal here", ply=len(spoken))


# --- Records of what one seat saw ---


class SeenPly(msgspec.Struct, frozen=True):
    """One ply as the seat saw it: the deciding seat, the phrase if it is this seat, the events, and the new view."""

    seat: int
    phrase: str | None
    events: list[str]
    view: str


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat saw it, ply by ply, as text."""

    format: str = SEAT_FORMAT
    version: int = VERSION
    game: str
    setup: dict[str, Any]
    rules_version: str
    card_hash: str
    seats: tuple[str, ...]
    created: str
    seat: int
    start: str
    opening: list[str] = []  # events before the first decision
    plies: list[SeenPly]
    outcome: Outcome

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file atomically, compressed if the name ends in `.gz` or `.zst`."""
        files.write(path, msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, limit: int = files.LIMIT) -> SeatRecord:
        """Read a record from a file."""
        data = files.read(path, limit=limit).data
        files.check_json(data)
        try:
            record = msgspec.json.decode(data, type=cls)
        except BROKEN as error:
            raise BadRecord(f"this is not a complete record of a seat: {error}") from error
        if record.format != SEAT_FORMAT:
            raise BadRecord("this is not a record of a seat")
        if not 0 <= record.seat < len(record.seats):
            raise BadRecord(f"invalid seat {record.seat}; the game has {len(record.seats)} seats")
        if fault := outcome_fault(record.outcome, len(record.seats)):
            raise BadRecord(fault)
        return record

    def __str__(self) -> str:
        happened = [self.opening, *(ply.events for ply in self.plies)]
        return "\n".join(f"{number}. {'; '.join(events)}" for number, events in enumerate(happened) if events)


def seat_record(record: Record, seat: int) -> SeatRecord:
    """Return a recorded game as the seat saw it."""
    header = record.header
    if number_within(seat, 0, len(header.seats) - 1) is None:
        raise GuildhallError(f"there is no seat {short(seat)}; the seats are 0 to {len(header.seats) - 1}")
    game = record.game()
    game.undo(game.ply)
    return SeatRecord(
        game=header.game,
        setup=header.setup,
        rules_version=header.rules_version,
        card_hash=header.card_hash,
        seats=header.seats,
        created=header.created,
        seat=seat,
        start=_view(game, seat),
        opening=list(sentences_for(game.line.opening, seat)),
        plies=[_seen(game, move, seat) for move in record.moves],
        outcome=game.outcome,
    )


def _seen(game: Game, move: int, seat: int) -> SeenPly:
    """Play one move and return what the seat sees of it."""
    decider = game.decision.seat
    phrase = game.rules.phrase(game.state, move) if decider == seat else None
    return SeenPly(decider, phrase, list(sentences_for(game.play(move), seat)), _view(game, seat))


def _view(game: Game, seat: int) -> str:
    """Return the view as text, without the decisions of other seats, whose options reveal hidden cards."""
    own: Decision | None = game.decision if game.decision.seat in (seat, NOBODY) else None
    return game.rules.text(game.view(seat), own)
