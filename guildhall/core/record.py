"""Records: a game written down so that any ply of it can be restored, judged and commented.

A record is a header, the main line, check hashes and the outcome; notes and variations hang on its plies.
Every change to the notes is one call with plain arguments (`annotate`, `add_variation`), so it can be logged.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import deepcopy
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

from guildhall.core import files
from guildhall.core.decision import Outcome
from guildhall.core.document import Block, Document, encode
from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.game import Game
from guildhall.core.phrases import What
from guildhall.core.replay import (
    CHECK_EVERY,
    Problem,
    Report,
    check_header,
    check_line,
    header_rules,
    pack_state,
    speak,
    start_state,
    write_down,
)
from guildhall.core.rules import Rules, State, clone, digest
from guildhall.core.study import (
    DEEPEST,
    Evaluation,
    Header,
    Highlight,
    Node,
    Path,
    Variation,
    bounds,
    find_line,
    known_mark,
    plain_text,
    whole_line,
)

if TYPE_CHECKING:
    from guildhall.core.seat import SeatRecord

__all__ = ["Record", "record_of"]


class Record(msgspec.Struct):
    """One game written down. `game.record` gives one, `gh.load` reads one."""

    header: Header
    main: Variation
    checks: dict[int, str] = {}
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

    def line(self, path: Path = ()) -> Variation:
        """The main line, or the variation at a path such as `(40, 0)`."""
        return find_line(self.main, path)

    def __repr__(self) -> str:
        ending = (self.outcome and self.outcome.reason) or "not finished"
        return f"Record({self.header.game}, {', '.join(self.header.seats)}, {self.plies} plies, {ending})"

    # Play it again

    def game(self, ply: int | None = None, *, line: Path = ()) -> Game:
        """The game after so many plies, or at the end; `redo` plays what follows in the record."""
        header, rules, whole = self.header, self.rules, whole_line(self.main, line)
        wanted = len(whole.moves) if ply is None else ply
        if not 0 <= wanted <= len(whole.moves):
            raise GuildhallError(f"no ply {wanted}; the line has {len(whole.moves)}")
        start = start_state(header, rules)
        _check_words(rules, start, whole, wanted)
        game = Game(rules, start, seed=header.seed, moves=whole.moves, created=header.created, source=header.source)
        game.annotated = deepcopy(whole)
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
        problems += check_line(rules, state, self.main, checks=self.checks)
        reached = min((one.ply for one in problems if one.path == () and one.ply is not None), default=None)
        if reached is None:
            problems += self._check_outcome(rules.outcome(state))
        return Report(self.plies if reached is None else reached, tuple(problems))

    def is_playable(self) -> bool:
        """Whether the rules at hand are those it was played by."""
        try:
            rules = self.rules
            start_state(self.header, rules)
        except BadRecord:
            return False
        return not list(check_header(self.header, rules))

    def _check_outcome(self, outcome: Outcome) -> list[Problem]:
        same = self.outcome in (None, outcome)
        return [] if same else [Problem(self.plies, f"the outcome is {outcome}, not {self.outcome}")]

    # Comment it

    def node(self, ply: int, *, line: Path = ()) -> Node:
        """The notes at a ply of a line, to read or to change."""
        self._check_ply(ply, line)
        return self.line(line).nodes.setdefault(ply, Node())

    def _check_ply(self, ply: int, path: Path) -> None:
        first, last = bounds(self.main, path)
        if not first <= ply <= last:
            raise GuildhallError(f"no notes at ply {ply}; this line has plies {first} to {last}")

    def annotate(
        self,
        ply: int,
        *,
        comment: str | None = None,
        mark: str | None = None,
        tag: str | None = None,
        highlight: Highlight | None = None,
        evaluation: Evaluation | None = None,
        line: Path = (),
    ) -> None:
        """Add a comment, tag or highlight to a ply; set its mark (`!!  !  !?  ?!  ?  ??`) or evaluation."""
        more = Node(
            comments=[] if comment is None else [plain_text(comment, "comment")],
            tags=[] if tag is None else [plain_text(tag, "tag")],
            highlights=[] if highlight is None else [highlight],
        )
        sign = None if mark is None else known_mark(mark)
        node = self.node(ply, line=line)
        node.comments += more.comments
        node.tags += [new for new in more.tags if new not in node.tags]
        node.highlights += more.highlights
        node.mark = node.mark if sign is None else sign
        node.evaluation = evaluation or node.evaluation

    def add_variation(self, ply: int, moves: Sequence[What], *, title: str = "", line: Path = ()) -> Path:
        """Add another line that leaves at a ply, and get its path; the moves are what `Game.play` takes."""
        self._check_ply(ply, line)
        if len(line) >= 2 * DEEPEST:
            raise GuildhallError(f"no more than {DEEPEST} variations lie inside one another")
        game = self.game(ply, line=line)
        before = game.state
        game.play(*moves)
        played = list(game.moves[ply:])
        if not played:
            raise GuildhallError("a variation needs at least one move")
        variation = Variation(played, speak(game.rules, before, played), title=plain_text(title, "title"))
        variations = self.node(ply, line=line).variations
        variations.append(variation)
        return (*line, ply, len(variations) - 1)

    def redacted(self, seat: int) -> SeatRecord:
        """What one seat saw of the game. It cannot be played again."""
        from guildhall.core.seat import seat_record

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
        return Document(header=self.header, blocks=blocks, outcome=self.outcome, nodes=nodes)

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
        return cls(document.header, main, checks, document.outcome)


def record_of(game: Game) -> Record:
    """The line of a game up to its present ply, with the notes of the record it was loaded from."""
    moves = list(game.moves)
    phrases, checks, outcome = write_down(game.rules, game.start, moves)
    return Record(_header(game, game.start), Variation(moves, phrases, _kept_notes(game)), checks, outcome)


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
    return deepcopy({ply: node for ply, node in game.annotated.nodes.items() if ply <= followed})


def _check_words(rules: Rules, start: State, line: Variation, plies: int) -> None:
    """See that the first moves are legal and still mean what is written, so that they can be played."""
    spoken = speak(rules, clone(start), line.moves[:plies])
    for ply, (now, written) in enumerate(zip(spoken, line.phrases, strict=False)):
        if now != written:
            raise BadRecord(f"option {line.moves[ply]} is '{now}', not '{written}'", ply=ply)
    if len(spoken) < plies:
        raise BadRecord(f"option {line.moves[len(spoken)]} is not legal here", ply=len(spoken))
