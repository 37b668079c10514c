"""The rules and the game of a log: ordinary ones, except that plies happen as logged, and only one seat is shown.

Everything that another seat holds was dealt by the kit. So nothing of it is shown: views, odds and reviews of other
seats are refused, their options are not listed, and events are those that the scribe saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from guildhall.core.decision import Decision, Event
from guildhall.core.errors import GuildhallError, IllegalOption, Unsupported
from guildhall.core.game import Game
from guildhall.core.line import Attempt, Line
from guildhall.core.phrases import What
from guildhall.core.rules import State, clone, digest
from guildhall.core.scribing import UNKNOWN, Scribing
from guildhall.kernel.rules import CompiledRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guildhall.records.record import Record

    from .log import Log

__all__ = ["ToldGame", "ToldRules", "told_rules"]

_VARIATIONS = "this game was logged at a table: variations draw from cards dealt by the kit, only the log is real"


class ToldRules(CompiledRules):
    """Mixed into the rules of a game: the option logged for a state is played in the world found for it.

    `book` has, by the digest of a state, the option logged there and the world in which it is played.
    """

    scribing: Scribing
    book: dict[str, tuple[int, bytes]]
    begins: State
    told: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())

    @property
    def scribe_seat(self) -> int:
        """The only seat whose view is known."""
        return self.scribing.seat

    # --- Play ---

    def start(self, seed: int) -> State:
        """Return the start of the log."""
        return clone(self.begins)

    def opening(self, start: State, seed: int) -> tuple[Event, ...]:
        """Return no events, because the log begins after them."""
        return ()

    def options(self, state: State) -> tuple[int, ...]:
        """Return the options of the dealt world, and the logged one."""
        found, told = super().options(state), self.book.get(digest(state))
        return found if told is None or told[0] in found else (told[0], *found)

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out an option, in its world if it was logged, and return the events as the scribe saw them."""
        self._swap(state, option)
        return tuple(event.as_seen_by(self.scribe_seat) for event in super().apply(state, option))

    def carry_out(self, state: State, option: int) -> None:
        """Carry out an option without describing it."""
        self._swap(state, option)
        super().carry_out(state, option)

    def _swap(self, state: State, option: int) -> None:
        told = self.book.get(digest(state))
        if told is not None and told[0] == option:
            state[:] = np.frombuffer(told[1], state.dtype)

    # --- What may be shown ---

    def phrase(self, state: State, option: int) -> str:
        """Return the phrase of an option, or `??` for one that the scribe was not shown."""
        return UNKNOWN if self.scribing.is_hidden(state) else super().phrase(state, option)

    def decision(self, state: State) -> Decision:
        """Return the decision, without the options of other seats, which depend on dealt cards."""
        actor = int(state[0]["actor"])
        if state[0]["over"] or self.scribing.is_open(state):
            return super().decision(state)
        return Decision(actor, self.words.kind(state), self.words.prompt(state), ())

    def know(self, state: State, seat: int) -> State:
        """Return the scribe's knowledge. Nothing is known of what other seats see."""
        if not self.scribing.shares(seat):
            scribe, other = self.seats[self.scribe_seat], self.seats[seat]
            raise Unsupported(f"this game was logged by {scribe}, so nobody knows what {other} saw")
        return super().know(state, seat)

    def table(self, state: State) -> Any:
        """Return the scribe's view, because the rest of the table was dealt by the kit."""
        return self.view(state, self.scribe_seat)

    def places(self, state: State) -> Mapping[int, str]:
        """Return where the scribe's options can be clicked."""
        return super().places(state) if self.scribing.is_open(state) else {}

    def explain(self, state: State, phrase: str, seat: int | None = None) -> str | None:
        """Return why a phrase is not legal now, from what the scribe knows."""
        return super().explain(state, phrase, self.scribe_seat)

    def check_of(self, state: State) -> str:
        """Return a digest of the scribe's view, so that another way to deal changes no file."""
        return digest(super().know(state, self.scribe_seat))


def told_rules(rules: CompiledRules, scribing: Scribing) -> ToldRules:
    """Return the rules of a log for freshly made rules of a game."""
    made: Any = type(f"Told{type(rules).__name__}", (ToldRules, type(rules)), {})
    told = cast(ToldRules, made.__new__(made))
    told.__dict__.update(rules.__dict__)
    told.scribing, told.book = scribing, {}
    told.warnings = (*rules.warnings, _VARIATIONS)
    return told


class ToldGame(Game):
    """The game of a log, which grows with its entries. A branch of it can be played on freely."""

    def __init__(self, log: Log, rules: ToldRules, *, seed: int, created: str | None) -> None:
        super().__init__(rules, rules.start(seed), seed=seed, created=created)
        self._log = log

    @property
    def record(self) -> Record:
        """The record of the log."""
        return self._log.record

    def play(self, *what: What) -> tuple[Event, ...]:
        """Raise IllegalOption: moves are entered in the log."""
        raise IllegalOption("this is the game of a log; write moves with log.enter(…), or play on a game.branch()")

    def branch(self) -> Game:
        """Return an independent game with the same past, which can be played on."""
        other = copy(self)
        state, ply, line = self._here
        other._here = (state, ply, line.copy())
        other._watchers = None
        other.__class__ = Game  # type: ignore[assignment]
        return other

    def follow(self, kept: int, moves: Sequence[int]) -> None:
        """Keep the first plies, and play the logged moves after them."""
        line = self.line
        if kept == 0:
            state = self.rules.start(self.seed)
            line = Line(self.rules, state, seed=self.seed)
        elif kept < len(line):
            line = line.branch(kept)
        attempt = Attempt(self.rules, line.state_at(kept), kept)
        for move in moves:
            if move not in self.rules.options(attempt.state):
                raise GuildhallError(f"ply {attempt.ply + 1} of the log cannot be played again")
            attempt.apply(move)
        line = line.follow(attempt)
        self._here = (attempt.state, attempt.ply, line)
        self._notify()
