"""The `Game` class: play, undo, branch, inspect, and let bots continue.

`Game` checks its arguments and keeps the line of play. The rules decide what is legal and what happens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import UTC, datetime
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias
from weakref import WeakMethod

from guildhall.core.decision import Decision, Event, Option, Outcome
from guildhall.core.errors import BadSetup, GuildhallError, IllegalOption, listing, short
from guildhall.core.line import Attempt, Line
from guildhall.core.phrases import What, try_one
from guildhall.core.rules import Rules, State, Table, View, clone
from guildhall.core.typed import number_within

if TYPE_CHECKING:
    from pathlib import Path

    from guildhall.core.rules import Seen
    from guildhall.records.record import Record
    from guildhall.records.study import Origin, Variation

__all__ = ["Bot", "Display", "Game", "TossingBot", "Watchers"]


_MOST = 8  # each run of a notebook cell adds a front-end and abandons the previous one


class Watchers:
    """The most recently added bound methods to call after a move, each for as long as its object lives.

    A copied or pickled game starts without watchers.
    """

    def __init__(self) -> None:
        self._calls: deque[WeakMethod[Callable[[], None]]] = deque(maxlen=_MOST)
        self._holds = 0
        self._is_due = False

    def __reduce__(self) -> tuple[type[Watchers], tuple[()]]:
        return Watchers, ()

    def add(self, call: Callable[[], None]) -> None:
        """Call a bound method after every move from now on."""
        self._calls.append(WeakMethod(call))

    def remove(self, call: Callable[[], None]) -> None:
        """Stop calling a bound method."""
        kept = [each for each in self._calls if each() not in (None, call)]
        self._calls = deque(kept, maxlen=_MOST)

    def notify(self) -> None:
        """Call all watchers now, or at the end of the enclosing `at_the_end`."""
        if self._holds:
            self._is_due = True
            return
        self._is_due = False
        for each in tuple(self._calls):
            if (call := each()) is not None:
                call()

    @contextmanager
    def at_the_end(self) -> Iterator[None]:
        """Delay notifications until the end of the block, and send at most one."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if self._is_due:
                self.notify()


Display: TypeAlias = Callable[["Game"], Mapping[str, Any]]
"""A function that returns the mime bundle of a game for a notebook, such as a widget's `_repr_mimebundle_`."""


class Bot(Protocol):
    """An object that chooses one of a game's options. A fair bot looks only at `game.view(seat)`."""

    def choose(self, game: Game) -> What:
        """Return the option to play: one of `game.options`, its id or its phrase."""


class TossingBot(Protocol):
    """A bot that receives a random generator, which is the same for the same seed, seat and ply."""

    def choose(self, game: Game, coin: Random) -> What:
        """Return the option to play."""


AnyBot: TypeAlias = Bot | TossingBot | str | Mapping[str, float]
"""A bot, the name of a built-in bot, or named weights."""


class Game:
    """A game at its current state, with the plies that led to it.

    Only `play`, `undo`, `redo`, `run` and `run_forced` change it.
    """

    _display: ClassVar[Display | None] = None

    def __init__(
        self,
        rules: Rules,
        state: State,
        *,
        seed: int = 0,
        moves: Sequence[int] = (),
        created: str | None = None,
        source: str = "",
    ) -> None:
        """Begin at `state`, which is `rules.start(seed)` or a position, with `moves` ready for `redo`."""
        self.rules = rules
        self.seed = seed
        self.created = created or datetime.now(UTC).isoformat(timespec="seconds")
        self.source = source
        self.annotated: Variation | None = None
        self.origin: Origin | None = None
        self._watchers: Watchers | None = None
        self._decided: tuple[State, Decision] | None = None
        # State, ply and line change in one assignment, so Ctrl-C never leaves the game in the middle of a ply.
        self._here = (clone(state), 0, Line(rules, state, moves, seed=seed))

    # --- Inspect ---

    @property
    def state(self) -> State:
        """A copy of the state."""
        return clone(self._here[0])

    @property
    def start(self) -> State:
        """A copy of the initial state."""
        return self.line.state_at(0)

    @property
    def ply(self) -> int:
        """The number of plies played so far."""
        return self._here[1]

    @property
    def line(self) -> Line:
        """The line of play (do not change it): the plies so far, followed by those that `redo` would play."""
        return self._here[2]

    @property
    def moves(self) -> tuple[int, ...]:
        """The ids of the options played so far."""
        return tuple(self.line.moves[: self.ply])

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, including those before the first decision if the rules report them."""
        return tuple(chain(self.line.opening, *self.line.events[: self.ply]))

    def events_at(self, ply: int) -> tuple[Event, ...]:
        """Return the events of one ply, counted from 1."""
        number = number_within(ply, 1, self.ply)
        if number is None:
            raise GuildhallError(f"there are no events at ply {short(ply)}; {self.ply} have been played")
        return self.line.events_at(number)

    @property
    def decision(self) -> Decision:
        """The current decision. Its seat is -1 when the game is over."""
        state = self._here[0]
        if self._decided is None or self._decided[0] is not state:
            self._decided = (state, self.rules.decision(state))
        return self._decided[1]

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the current decision."""
        return self.decision.options

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return not self.rules.options(self._here[0])

    @property
    def outcome(self) -> Outcome:
        """The points of every seat, and once the game is over also the winner and the reason."""
        return self.rules.outcome(self._here[0])

    @property
    def table(self) -> Table:
        """Everything on the table, including hidden cards."""
        return self.rules.table(self._here[0])

    def view(self, seat: int) -> View:
        """Return the view of a seat (counted from 0), which contains only what it may know."""
        return self.rules.view(self._here[0], self._seat(seat))

    def seen(self, seat: int) -> Seen:
        """Return the part of a view that roll-outs need, which is much faster to build than the view."""
        return self.rules.seen(self._here[0], self._seat(seat))

    def explain(self, phrase: str, *, seat: int | None = None) -> str | None:
        """Return why a phrase is not legal now, as a sentence without its full stop, or None if no reason is available.

        With a seat (counted from 0), the reason contains only what that seat may know.

        >>> import guildhall as gh
        >>> game = gh.position(halls=[{}, {}], hands=[["red Weaver"], ["blue Weaver"]])
        >>> game.explain("play blue Weaver")
        "blue Weaver is not in Player 1's hand"
        >>> game.explain("play blue Weaver", seat=1)
        'Player 1 decides now'
        """
        if not isinstance(phrase, str):
            raise IllegalOption(f"expected a phrase, got {short(phrase)}", asked=short(phrase))
        return self.rules.explain(self._here[0], phrase, None if seat is None else self._seat(seat))

    def _seat(self, seat: int) -> int:
        last = len(self.rules.seats) - 1
        number = number_within(seat, 0, last)
        if number is None:
            raise GuildhallError(f"there is no seat {short(seat)}; the seats are 0 to {last}")
        return number

    @property
    def path(self) -> Path | None:
        """The file that the game was loaded from, or None."""
        return None if self.origin is None else self.origin.path

    @property
    def record(self) -> Record:
        """The line up to the current ply as a record, with the annotations of the record that it was loaded from."""
        from guildhall.records.record import record_of

        return record_of(self)

    # --- Play ---

    def play(self, *what: What) -> tuple[Event, ...]:
        """Play one or more options, each an `Option`, an id or a phrase, and return the events.

        A phrase with commas is a set of picks, accepted in any order.
        If one of them is not legal, `IllegalOption` says which, and nothing is played.
        """
        state, ply, line = self._here
        attempt = Attempt(self.rules, state, ply, line)
        several = len(what) > 1
        for number, each in enumerate(what, 1):
            attempt = try_one(attempt, each, place=f" ({number} of {len(what)})" if several else "")
        self._accept(attempt)
        return tuple(chain.from_iterable(attempt.events))

    def _accept(self, attempt: Attempt) -> None:
        self._here = (attempt.state, attempt.ply, self._here[2].follow(attempt))
        self._notify()

    def undo(self, n: int = 1) -> None:
        """Take back the last `n` plies. `redo` plays them again, unless something else is played first."""
        plies = number_within(n, 0, self.ply)
        if plies is None:
            message = f"cannot take back {short(n)} plies, {self.ply} have been played"
            raise IllegalOption(message, asked=f"undo {short(n)}")
        ply, line = self.ply - plies, self.line
        self._here = (line.state_at(ply), ply, line)
        self._notify()

    def redo(self, n: int = 1) -> None:
        """Play the next `n` plies taken back before, or recorded in the file that the game was loaded from."""
        state, ply, line = self._here
        ahead = line.moves[ply:]
        plies = number_within(n, 0, len(ahead))
        if plies is None:
            raise IllegalOption(f"cannot redo {short(n)} plies, there are {len(ahead)}", asked=f"redo {short(n)}")
        attempt = Attempt(self.rules, state, ply)
        for move in ahead[:plies]:
            attempt = try_one(attempt, move)
        self._accept(attempt)

    def branch(self) -> Game:
        """Return an independent copy of the game with the same past."""
        other = copy(self)
        state, ply, line = self._here
        other._here = (state, ply, line.copy())  # states are replaced, never changed
        other._watchers = None
        return other

    # --- Watchers ---

    def watch(self, call: Callable[[], None]) -> None:
        """Call a bound method after every move, for as long as its object lives."""
        if self._watchers is None:
            self._watchers = Watchers()
        self._watchers.add(call)

    def unwatch(self, call: Callable[[], None]) -> None:
        """Stop calling a bound method."""
        if self._watchers is not None:
            self._watchers.remove(call)

    @contextmanager
    def as_one_move(self) -> Iterator[None]:
        """Notify watchers only once, at the end of the block."""
        if self._watchers is None:
            yield
            return
        with self._watchers.at_the_end():
            yield

    def _notify(self) -> None:
        if self._watchers is not None:
            self._watchers.notify()

    # --- Continue ---

    def run_forced(self) -> tuple[Event, ...]:
        """Play as long as there is only one option, and return the events."""
        before = self.ply
        with self.as_one_move():
            while len(options := self.rules.options(self._here[0])) == 1:
                self.play(options[0])
        return tuple(chain.from_iterable(self.line.events[before : self.ply]))

    def run(self, bots: AnyBot | Sequence[AnyBot | None], until: Callable[[Game], object] | None = None) -> Outcome:
        """Let bots play until the game is over, `until(game)` is true, or a seat without a bot has to decide.

        `bots` is a list with one bot for each seat (None for a person), or one bot for all seats.
        A bot is a name, named weights, or an object with `choose(game)` or `choose(game, coin)`.
        """
        seated = self._seated(bots)
        with self.as_one_move():
            while not self.over and not (until is not None and until(self)):
                bot = seated[self.rules.decider(self._here[0])]
                if bot is None:
                    break
                self._let_play(bot)
        return self.outcome

    def _let_play(self, bot: Bot) -> None:
        name, ply = getattr(bot, "name", type(bot).__name__), self.ply + 1
        try:
            self.play(bot.choose(self))
        except IllegalOption as error:
            legal = error.legal or [option.phrase for option in self.options]
            message = f"{name} at ply {ply}: {error}" + ("" if error.legal else f". Legal: {listing(legal)}")
            raise IllegalOption(message, asked=error.asked, legal=legal, nearest=error.nearest) from error
        except Exception as error:
            error.add_note(f"{name} was choosing at ply {ply} of a game of {self.rules.game} with seed {self.seed}")
            raise

    def _seated(self, bots: AnyBot | Sequence[AnyBot | None]) -> list[Bot | None]:
        seats = len(self.rules.seats)
        each = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * seats
        if len(each) != seats:
            raise BadSetup(f"{len(each)} bots for {seats} seats; give one for each seat, or one for all")
        return [None if bot is None else self._bot(bot, seat) for seat, bot in enumerate(each)]

    def _bot(self, bot: AnyBot, seat: int) -> Bot:
        can_choose = callable(getattr(bot, "choose", None)) and not isinstance(bot, type)
        if not can_choose and not isinstance(bot, str | Mapping):
            raise BadSetup(f"a bot must be a name, named weights, or an object with a choose method, not {short(bot)}")
        from guildhall.bots import on_seat  # which imports the core

        return on_seat(bot, seat=seat, seed=self.seed)

    # --- Display ---

    @classmethod
    def display_with(cls, display: Display | None) -> None:
        """Show games in notebooks with `display`, or as plain HTML if it is None."""
        cls._display = display

    def __repr__(self) -> str:
        return self.rules.text(self.table, self.decision)

    def _repr_html_(self) -> str:
        return self.rules.html(self.table, self.decision)

    def _repr_mimebundle_(self, **_: Any) -> Mapping[str, Any]:
        display = type(self)._display
        return {} if display is None else display(self)
