"""The rules of compiled games: `Rules` on top of a game's kernels."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from guildhall.core.datafile import Digested
from guildhall.core.decision import NOBODY, Decision, Event, Option, Outcome, done_last
from guildhall.core.errors import BadSetup, BadView, IllegalOption, short
from guildhall.core.rules import Columns, Observing, Rolled, Schema, Seen, Spec, State, Words, computed, digest
from guildhall.core.settings import TURN_LIMIT, Settings
from guildhall.core.typed import excess, number_within

from .chance import generator, generators
from .engine import Engine
from .log import HEAD, LOST, ROWS, check_log, empty_log, rows_of
from .search import SearchingRules, pondered
from .stop import call
from .tables import ILLEGAL, RolledColumn
from .views import Labels, PlainTable
from .weights import RANDOM, SEARCH, CommonWeight, SearchWeight, meanings_of, row_of, row_per_seat

__all__ = ["CompiledRules", "CompiledWords"]


class CompiledWords(Words):
    """Words for any compiled game: events by their names, numbers by their labels."""

    def __init__(self, rules: CompiledRules) -> None:
        super().__init__(rules)
        self._labels, self._engine, self._events = rules.labels, rules.engine, rules.event_names

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat."""
        return f"{self.seats[int(state['actor'][0])]}, choose an action"

    def event(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """Return a row of the event log as a sentence and as plain data. `engine.fields` names its numbers."""
        kind, who = self._events[event], self.seats[seat] if seat >= 0 else "Nobody"
        data = {
            name: self._labels[name][number] if name in self._labels else number
            for name, number in zip(self._engine.fields[event], numbers, strict=True)
        }
        if event == self._engine.turn_begins:
            return Event(kind, seat, f"Turn {numbers[0]}: {who}", data)
        told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in data.items())
        text = f"{who}: {kind}{f' ({told})' if told else ''}"
        if event not in self._engine.secret:
            return Event(kind, seat, text, data)
        return Event(kind, seat, text, data, seen_by=(seat,), public=f"{who}: {kind}")


Seeds = NDArray[np.uint64]
Rows = NDArray[np.float64]
Moves = Sequence[Sequence[int]] | None


class _Buffers(threading.local):
    """Arrays that kernels write into, one set per thread."""

    def __init__(self, engine: Engine) -> None:
        self.opts = engine.empty_options()
        self.log = empty_log(engine.most_events)


class CompiledRules(SearchingRules):
    """The rules of a compiled game. A game adds its engine and overrides defaults that should read better."""

    engine: ClassVar[Engine]
    settings: ClassVar[type[Settings]]
    """The class of its settings."""
    labels: Labels = MappingProxyType({})
    """The words for numbers, by the name of an event's number or of a field of the state."""
    bots: Mapping[str, Mapping[str, float]] = RANDOM
    meanings: ClassVar[Mapping[str, str]] = meanings_of(CommonWeight)
    """Each weight of a bot -> its meaning; `thinks` and `mistakes` come first."""
    reasons: ClassVar[Mapping[int, str]] = MappingProxyType({1: "ended", 2: "unfinished"})
    """The possible values of `over` -> a word; "unfinished" for a game cut short by a limit of turns or plies."""
    own_schemas: ClassVar[Mapping[str, Schema] | None] = None
    """The frames of recorded games in addition to `games`, if the game defines them."""
    begins_empty: ClassVar[bool] = False
    """True if games are dealt from an empty table, which every seat knows."""
    longest_rollout: ClassVar[int] = TURN_LIMIT
    """The number of turns after which a roll-out to the end of the game gives up."""

    def __init__(
        self,
        setup: Settings,
        compiled: NDArray[Any] | None = None,
        template: NDArray[Any] | None = None,
        box: Digested | None = None,
    ) -> None:
        """Take the compiled rules record, and the state from which the game is dealt.

        By default, the record has the settings in its fields of the same name, and the state is empty. `box` holds the
        cards. Without one, `card_hash` is a digest of the record.
        """
        self.setup = setup.as_dict()
        self.seats = setup.players
        self.compiled = _record_of(self.engine.rules, self.setup) if compiled is None else compiled
        self.template = np.zeros(1, self.engine.state) if template is None else template
        self.blank = self.template if self.begins_empty else np.zeros(1, self.engine.state)
        self._box = box
        self._buffers = _Buffers(self.engine)
        self._entry = self.engine.entry
        self._has_points = "points" not in self.engine.play()  # otherwise they are computed

    @classmethod
    def of(cls, **options: Any) -> Self:
        """Return the rules for the settings of `gh.new_game`."""
        return cls(cls.settings.settle(options))

    # --- The game ---

    @computed
    def game(self) -> str:
        """The name of the game in the registry."""
        return self.engine.game

    @computed
    def card_hash(self) -> str:
        """A hex digest of the card data in use."""
        return digest(self.compiled) if self._box is None else self._box.digest

    @cached_property
    def words(self) -> Words:
        """The words of the game."""
        return CompiledWords(self)

    @cached_property
    def event_names(self) -> Mapping[int, str]:
        """The kinds of events by number."""
        return {int(event): event.name.lower().replace("_", " ") for event in self.engine.fields}

    def has_most_plies(self, state: State) -> bool:
        """True if a game has reached the limit of plies. If it is unfinished, the limit cut it short."""
        return bool(state["plies"][0] >= self.engine.most_plies)

    def table(self, state: State) -> Any:
        """Return everything on the table."""
        return PlainTable.of(state, self.seats, self._points(state), self.labels, self.engine.seats, None)

    def view_of(self, knowledge: State, seat: int) -> Any:
        """Build a seat's view from its knowledge record."""
        return PlainTable.of(knowledge, self.seats, self._points(knowledge), self.labels, self.engine.seats, seat)

    def text(self, table: Any, decision: Decision | None) -> str:
        """Return the table for a terminal."""
        return str(table.as_text(decision))

    def html(self, table: Any, decision: Decision | None) -> str:
        """Return the table as simple HTML."""
        return str(table.as_html(decision))

    def fault(self, state: State) -> str | None:
        """Return why a state from a file cannot be a start position of this game, or None."""
        validator = self.engine.validator
        return (
            f"{self.game} has no positions set up by hand"
            if validator is None
            else validator.fault(state, self.compiled)
        )

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games in addition to `games`: column -> (type, meaning)."""
        from .recording import default_schemas

        return default_schemas(self.engine, self.labels) if self.own_schemas is None else self.own_schemas

    @cached_property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words for the numbers in the columns of recorded games."""
        common = {"reason": ("running", *self.reasons.values()), "event": tuple(self.event_names.values())}
        return {**self.labels, **common}

    def event_columns(self, rows: Any) -> Columns:
        """Return the game's columns of recorded events from their `EventRows`, without the common ones."""
        from .recording import default_event_columns

        return default_event_columns(rows, self.labels)

    @cached_property
    def observing(self) -> Observing:
        """The observations of the game: each seat's knowledge as numbers."""
        from .views import PlainObserving

        return PlainObserving(self)

    # --- Play ---

    def start(self, seed: int) -> State:
        """Return a new game at its first decision."""
        return self._dealt(seed, empty_log())

    def _dealt(self, seed: int, log: NDArray[Any]) -> State:
        state = np.zeros(1, self.engine.state)
        self._entry.start_at(state, 0, self.template, self.compiled, generator(seed), log)
        return state

    def start_with_events(self, seed: int) -> tuple[State, tuple[Event, ...]]:
        """Return a new game at its first decision, and the events that led there."""
        log = self._cleared_log()
        state = self._dealt(seed, log)
        return state, self._events_of(log)

    def _cleared_log(self) -> NDArray[Any]:
        log = self._buffers.log
        log[HEAD, ROWS] = log[HEAD, LOST] = 0
        return log

    def _events_of(self, log: NDArray[Any]) -> tuple[Event, ...]:
        return tuple([self.words.event(*row) for row in rows_of(log, self.engine.fields)])

    def options(self, state: State) -> tuple[int, ...]:
        """Return the ids of the legal options."""
        opts = self._buffers.opts
        n = self._entry.offer_at(state, 0, self.compiled, opts)
        return tuple(opts[:n].tolist())

    def apply(self, state: State, option: int) -> tuple[Event, ...]:
        """Carry out a legal option in place and return the events."""
        log = self._cleared_log()
        self._entry.apply_at(state, 0, self.compiled, log, option)
        return self._events_of(log)

    def carry_out(self, state: State, option: int) -> None:
        """Carry out a legal option in place without describing it, which takes most of the time of `apply`."""
        self._entry.apply_at(state, 0, self.compiled, _SILENT, option)

    def rows(self, state: State, option: int) -> list[tuple[int, int, list[int]]]:
        """Carry out a legal option in place and return the log's rows, for rules that describe them together."""
        log = self._buffers.log
        log[HEAD, ROWS] = log[HEAD, LOST] = 0
        self._entry.apply_at(state, 0, self.compiled, log, option)
        return rows_of(log, self.engine.fields)

    def decision(self, state: State) -> Decision:
        """Return the current decision in words."""
        words = self.words
        if state[0]["over"]:
            return Decision(NOBODY, "over", words.ending(state, self.outcome(state)), ())
        options = (
            Option(code, self.phrase(state, code), words.about(state, code), words.label(state, code))
            for code in self.options(state)
        )
        return Decision(int(state["actor"][0]), words.kind(state), words.prompt(state), done_last(tuple(options)))

    def decider(self, state: State) -> int:
        """Return the seat that decides, or `NOBODY` when the game is over."""
        return NOBODY if state["over"][0] else int(state["actor"][0])

    def turn_number(self, state: State) -> int:
        """Return the turn number, counted over all seats from 1, or 0 during set-up."""
        return int(state[0]["turn_no"])

    def explain(self, state: State, phrase: str, seat: int | None = None) -> str | None:
        """Return why a phrase is not legal now, for a seat from its knowledge only.

        The reasons for another seat's decision may depend on hidden cards, so a seat learns only who decides.
        """
        if state[0]["over"]:
            return "the game is over"
        if too_much := excess(phrase):
            return too_much
        actor = int(state[0]["actor"])
        if seat is not None and seat != actor:
            return f"{self.seats[actor]} decides now"
        return self.words.refusal(state if seat is None else self.know(state, seat), phrase)

    def outcome(self, state: State) -> Outcome:
        """Return points, winners and reason."""
        points, over = tuple(self._points(state)), int(state[0]["over"])
        if not over:
            return Outcome(None, points)
        bits = int(self._entry.winners_at(state, 0, self.compiled))
        winners = tuple(seat for seat in range(len(self.seats)) if bits >> seat & 1)
        return Outcome(None, points, self.reasons[over], winners=winners)

    def _points(self, state: State) -> list[int]:
        if self._has_points:
            return cast(list[int], state[0]["points"][: len(self.seats)].tolist())
        points_at = self._entry.points_at
        return [int(points_at(state, 0, self.compiled, seat)) for seat in range(len(self.seats))]

    # --- What a seat knows ---

    def know(self, state: State, seat: int) -> State:
        """Return the record of a seat's knowledge."""
        known = np.zeros(1, self.engine.state)
        self.engine.entry.look_from(state, 0, self.compiled, seat, self.blank, known)
        return known

    def view(self, state: State, seat: int) -> Any:
        """Return a seat's view."""
        return self.view_of(self.know(state, seat), seat)

    def seen(self, state: State, seat: int) -> Seen:
        """Return the part of a view that roll-outs need."""
        return Seen(self.know(state, seat), seat)

    def resample(self, view: Any, seed: int) -> State:
        """Return a complete game that looks the same from the view's seat, with everything hidden dealt at random."""
        state, coins = np.zeros(1, self.engine.state), generator(seed)
        pool = np.zeros(self.engine.most_hidden, np.int64)
        place = (view.knowledge, self.compiled, view.seat, coins, pool, self._buffers.opts, state)
        if not self.engine.entry.deal_unknown(*place):
            raise BadView(_NO_DEAL.format(view.seat))
        return state

    def roll_out(
        self,
        view: Any,
        weights: Rows,
        seeds: NDArray[np.integer[Any]],
        *,
        turns: int | None = None,
        option: int | None = None,
    ) -> Rolled:
        """Play on from a seat's knowledge, once per seed. `weights` is a row for all seats or one for each.

        With `turns`, a roll-out ends after that many turns of the seat, counting the current one. Without it the game
        is played to its end.
        """
        engine, goals, deals = self.engine, len(self.goals), np.asarray(seeds).astype(np.uint64)
        out = np.zeros((len(deals), RolledColumn.GOAL + goals + engine.seats), np.int64)
        log = empty_log(engine.most_events if goals else 0)
        rows = row_per_seat(weights, len(self.seats), engine.seats, len(self.meanings) + engine.worked_out + SEARCH)
        first = -1 if option is None else number_within(option, 0, engine.option_ids or engine.most_options)
        place = (view.knowledge, self.compiled, view.seat, rows, generators(deals), self.coins(deals))
        buffers = (np.zeros(engine.most_hidden, np.int64), engine.empty_options(), log)
        work = (*place, self._roll_until(view, turns), first, *buffers, np.zeros(1, engine.state), out)
        played = ILLEGAL if first is None else call(engine.batch.roll_out, *work)
        if played == ILLEGAL:
            raise IllegalOption(f"option {short(option)} is not legal there, so no roll-out can begin with it")
        if played < len(deals):
            check_log(log)
            raise BadView(_NO_DEAL.format(view.seat))
        reached, points = np.split(out[:, RolledColumn.GOAL :], [goals], axis=1)
        return Rolled(reached.astype(bool), out[:, RolledColumn.WINNERS], points[:, : len(self.seats)])

    def last_turn(self, view: Any, turns: int) -> int:
        """Return the number of the last of a seat's next `turns` turns, counting the current one.

        Here turns go around the table in seat order, and none has begun during set-up. Override this in a game with
        another order, returning a later turn if the exact one is unknown. Roll-outs end there.
        """
        players, known = len(self.seats), view.knowledge[0]
        number = int(known["turn_no"])
        active = int(known["turn"] if number else known["first"])
        return int(max(number, 1) + (view.seat - active) % players + (turns - 1) * players)

    def _roll_until(self, view: Any, turns: int | None) -> int:
        """Return the last turn of a roll-out."""
        if turns is not None:
            return self.last_turn(view, turns)
        return int(view.knowledge[0]["turn_no"]) + self.longest_rollout

    # --- Bots, and games in bulk ---

    def weights(self, bot: Spec) -> Rows:
        """Return a bot's row of weights from its name or its named weights, including values derived from them."""
        named = row_of(self.named_weights(bot), {**self.meanings, **meanings_of(SearchWeight)})
        own, search = np.split(named, [len(self.meanings)])
        row = np.concatenate((own, np.zeros(self.engine.worked_out), search))[None]
        if self.engine.worked_out:
            self.engine.bots.work_out(self.compiled, row)
        return cast(Rows, row[0])

    def choose(self, state: State, weights: Rows, coin: Seeds) -> int:
        """Return the option that the weights choose for the deciding seat, from that seat's knowledge only."""
        if self.searches(weights):
            return pondered(self, state, weights, coin)
        seats, opts = self.engine.seats, self._buffers.opts
        rows, coins = np.tile(weights, (seats, 1)), np.tile(coin, seats)
        return int(self.engine.bots.choose_at(state, 0, self.compiled, rows, opts, coins))

    def coins(self, seeds: Seeds) -> Seeds:
        """Return a coin for every seed and seat."""
        return np.stack([generators(seeds, 1 + seat) for seat in range(self.engine.seats)], axis=1).reshape(-1)

    def play_games(self, seeds: Seeds, rows: Rows, moves: Moves = None) -> Columns:
        """Play a game for every seed, with a row of weights per seat, and return columns with one entry per game."""
        from .recording import games_of

        return games_of(self, seeds, rows, moves)

    def record_games(
        self, seeds: Seeds, rows: Rows, moves: Moves = None, *, events: bool = False
    ) -> dict[str, Columns]:
        """Play the same games and return the columns of every frame, with events on request."""
        from .recording import frames_of

        return frames_of(self, seeds, rows, moves, events=events)


def _record_of(record: np.dtype[Any], setup: Mapping[str, Any]) -> NDArray[Any]:
    """Build the compiled rules record from numeric settings, with -1 for None."""
    compiled = np.zeros(1, record)
    for name in record.names or ():
        if name not in setup:
            raise BadSetup(
                f"unknown setting {name!r}: a field of the rules that is not a setting must be filled by the game"
            )
        value = setup[name]
        compiled[name] = -1 if value is None else len(value) if name == "players" else value
    return compiled


_SILENT = empty_log()
_NO_DEAL = "no deal of the hidden cards fits the view of seat {}"
