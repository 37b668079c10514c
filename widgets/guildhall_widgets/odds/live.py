"""The live odds widget: a seat's chances for each goal and each option of a game, refined continuously."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count, islice
from time import sleep
from typing import Any

import polars as pl
import traitlets

from guildhall import odds
from guildhall.core.errors import BadOdds, short
from guildhall.core.game import Game
from guildhall.core.rules import digest
from guildhall.core.typed import read_seed
from guildhall.kernel.stop import stop_here

from .. import render
from ..background import WorkingWidget, in_turn
from ..live import on, public
from ..render.markup import Content
from ..table.widget import table_of
from .counting import read_whole
from .live_page import DECIDING, TO_WIN, GoalOdds, Watched, live_page, live_words

__all__ = ["LiveOdds"]

MOST_TURNS = 8
ROLL_OUTS = 10_000  # for the goals
BY_OPTION = 1600
THREADS = max(1, (os.cpu_count() or 1) // 4)
"""For each of the two alternating estimates. Half of the cores are left for other work."""

_PAUSE = 0.3  # seconds between two redraws, as a reader cannot follow more and drawing delays other clicks
_BREATH = 0.2  # seconds after a move: the table is drawn first, and only the last of several moves is evaluated


class LiveOdds(WorkingWidget):
    """The chances of one seat for each goal, such as a chapter, and for each option of its decision.

    In a game without goals it shows every player's chance to win.
    Chances are estimated by roll-outs. If a draw may complete a goal, its exact chance is shown as well.

    seat: counted from 0, or None for the seat whose decision it is.
    bot: plays on for everyone in the roll-outs, by default the game's usual bot. Its name is shown with every estimate.
    turns: complete a goal within this many of the seat's turns, including the current one.

    Only what the seat may know is used.
    `seat`, `bot`, `turns` and `goal` are traits that can be set, observed and linked.
    A click on an option plays it, at the table that shows the game if there is one.
    The odds follow the game wherever it is played, and a table to its next game. After `unfollow()` they are updated
    only by `notify()` or the button.
    """

    seat = public(traitlets.Int(None, allow_none=True), lambda it: it._seat, lambda it, seat: it._set_seat(seat))
    bot = public(traitlets.Unicode(), lambda it: it._bot, lambda it, bot: it._set_bot(bot))
    turns = public(traitlets.Int(3), lambda it: it._turns, lambda it, turns: it._set_turns(turns))
    goal = public(traitlets.Unicode(TO_WIN), lambda it: it._goal, lambda it, goal: it._set_goal(goal))

    def __init__(
        self, game: Game, seat: int | None = None, bot: str | None = None, turns: int = 3, *, seed: int = 0
    ) -> None:
        super().__init__(label="Live odds")
        self._followed: Any = None
        self._goes_along = True
        self._looked_at: tuple[int, str] | None = None  # the moment whose odds are shown
        self._asked_for: tuple[int, str] | None = None  # the moment being evaluated, or about to be
        self._looks = count(1)
        if not isinstance(game, Game):
            raise BadOdds(f"live odds need a game, such as gh.new_game(), not {short(game)}")
        rules = game.rules
        if not rules.bots:
            raise BadOdds(f"{rules.game} has no live odds: its rules cannot play on from what a seat knows")
        self.game = game
        game.watch(self._game_moved)
        self._seat = None if seat is None else read_whole("seat", seat, 0, len(rules.seats) - 1)
        self._bot, self._turns, self.seed = (
            _known(rules.usual_bot if bot is None else bot, rules),
            read_whole("turns", turns, 1, MOST_TURNS),
            read_seed(seed, BadOdds),
        )
        self._goal = TO_WIN
        self._join_table()
        self._look()
        self.refresh()

    # Display

    def page(self) -> str:
        """Return the page: controls, goals and options."""
        return live_page(self.watched, is_running=self.is_working)

    def text(self) -> str:
        """Return the page as plain text."""
        return live_words(self.watched)

    def finished(self) -> str:
        """Return the closing status line."""
        return "The game is over" if self.watched.decider < 0 else f"Odds of {self.watched.name} are ready"

    # Following a game

    def notify(self, change: object = None) -> None:
        """Update the odds if the game has moved. Suitable as a callback for `observe`, or to call after a cell."""
        if self._followed is not None:
            self._watch(self._followed.game)
        if self._moment() != self._looked_at:
            self.error = ""
            self._try(self._look)
            self._try(self.refresh)

    def follow(self, table: Any) -> LiveOdds:
        """Follow the game of another front-end, which redraws itself after every move."""
        self.unfollow()
        self._goes_along = True
        self._attach(table)
        self.notify()
        return self

    def unfollow(self) -> None:
        """Update only on request."""
        self._goes_along = False
        if self._followed is not None:
            self._followed.unobserve(self._go_along, names="html")
            self._followed = None

    def _attach(self, table: Any) -> None:
        self._followed = table
        table.observe(self._go_along, names="html")

    def _join_table(self) -> None:
        """Follow the table that shows the game, if there is one and no other is followed."""
        if self._goes_along and self._followed is None and (table := table_of(self.game)) is not None:
            self._attach(table)

    def _watch(self, game: Game) -> None:
        """Watch a game for moves."""
        if self.game is not game:
            self.game.unwatch(self._game_moved)
            self.game = game
            game.watch(self._game_moved)

    def _game_moved(self) -> None:
        if self._goes_along:
            self._join_table()
            self._go_along()

    def _go_along(self, change: object = None) -> None:
        """Update soon, in the background, if the game has moved."""
        if self._followed is not None:
            self._watch(self._followed.game)
        if self._moment() != self._asked_for:
            self.error = ""
            self._asked_for = self._moment()
            here = Game(self.game.rules, self.game.state, seed=self.game.seed)  # a copy, because the original may go on
            self.begin(self._anew(here), self._take, pause=_PAUSE)

    def close(self) -> None:
        """Stop everything and close the widget."""
        self.unfollow()
        if hasattr(self, "game"):  # odds that rejected their game are closed too
            self.game.unwatch(self._game_moved)
        super().close()

    # User actions

    @on("look")
    def _look_again(self) -> None:
        self._look()
        self.status = f"Updating the odds of {self.watched.name}"

    @on("stop")
    def _stop_rolling(self) -> None:
        self.stop()
        self.status = "Stopped"

    @on("play")
    def _play(self, option: str, at: int) -> None:
        """Play an option in the game, at the table that shows it if there is one."""
        if at != self.watched.at:
            return  # the reader never saw this decision
        if self._moment() != self._looked_at:
            self._look()
            self.status = "The game has moved on. These are its current odds"
            return
        chosen = next((each for each in self.game.options if each.phrase == option), None)
        if chosen is None:
            raise BadOdds(f"{short(option)} is not legal now")
        self._join_table()
        if self._followed is None:
            self.game.play(chosen)
            self._look()
        else:
            self._followed.play(chosen.id)
        self.status = f"Played {option}"

    @on("seat")
    def _set_seat(self, value: str | int | None) -> None:
        last = len(self.game.rules.seats) - 1
        self._seat = None if value in (None, DECIDING) else read_whole("seat", value, 0, last)
        self._look_again()

    @on("bot")
    def _set_bot(self, value: str) -> None:
        self._bot = _known(value, self.game.rules)
        self._look_again()

    @on("turns")
    def _set_turns(self, value: str | int) -> None:
        self._turns = read_whole("turns", value, 1, MOST_TURNS)
        self._look_again()

    @on("goal")
    def _set_goal(self, value: str) -> None:
        rules: Any = self.game.rules
        if value != TO_WIN and value not in rules.goals:
            word = rules.goal_word
            raise BadOdds(f"unknown {word} {short(value)}; the {word}s are {', '.join(rules.goals)}")
        self._goal = value
        self._look_again()

    # Roll-outs

    def _moment(self) -> tuple[int, str]:
        return id(self.game), digest(self.game.state)

    def _look(self) -> None:
        """Restart from the current position."""
        self.stop()
        self._looked_at = self._asked_for = self._moment()
        self.watched = self._watched(self.game)
        if not self.game.over:
            self.begin(self._frames(self.game, self.watched), self._take, pause=_PAUSE)

    def _anew(self, game: Game) -> Iterator[Watched | pl.DataFrame]:
        """Yield the facts about a position, then its first estimates, then refined ones."""
        sleep(_BREATH)
        if stop_here().is_set:
            return
        watched = self._watched(game)
        frames = iter(()) if game.over else self._frames(game, watched)
        for first in islice(frames, 2):  # one of the goals and one of the options
            watched.take(first)
        yield watched
        yield from frames

    def _take(self, piece: Watched | pl.DataFrame) -> None:
        if isinstance(piece, Watched):
            self.watched, self._looked_at = piece, self._asked_for
        else:
            self.watched.take(piece)

    def _watched(self, game: Game) -> Watched:
        rules: Any = game.rules
        decider = game.decision.seat
        seat = max(decider, 0) if self._seat is None else self._seat
        has_draws = rules.draw_chances is not None
        goals = _lacking(rules, game.view(seat)) if has_draws else {name: GoalOdds(name) for name in rules.goals}
        return Watched(
            seats=rules.seats,
            seat=seat,
            is_fixed=self._seat is not None,
            decider=decider,
            bots=tuple(rules.bots),
            bot=self._bot,
            turns=self._turns,
            most_turns=MOST_TURNS,
            goal=self._goal,
            seed=self.seed,
            wanted=ROLL_OUTS,
            prompt=game.decision.prompt if decider == seat else "",
            word=rules.goal_word if goals else "player",
            goals=goals or {name: GoalOdds(name) for name in rules.seats},
            has_draws=has_draws,
            has_goals=bool(goals),
            game=rules.game,
            faces=_faces(game, seat) if decider == seat else {},
            at=next(self._looks),
        )

    def _frames(self, game: Game, watched: Watched) -> Iterator[pl.DataFrame]:
        """Yield estimates of the goals (or of winning) and of the options in turn, so that both appear soon."""
        seat, bot, seed = watched.seat, watched.bot, watched.seed
        if watched.has_goals:
            goals = odds.goals.watch(game, seat, watched.turns, bot=bot, n=ROLL_OUTS, seed=seed, threads=THREADS)
        else:
            goals = odds.win.watch(game, seat, bot=bot, n=ROLL_OUTS, seed=seed, threads=THREADS)
        return in_turn(goals, self._weighings(game, watched))

    def _weighings(self, game: Game, watched: Watched) -> Iterator[pl.DataFrame]:
        if watched.decider != watched.seat:
            return iter(())
        goal = None if watched.goal == TO_WIN else watched.goal
        turns = None if goal is None else watched.turns
        return odds.what_if.watch(
            game, turns=turns, goal=goal, bot=watched.bot, n=BY_OPTION, seed=watched.seed, threads=THREADS
        )


def _lacking(rules: Any, view: Any) -> dict[str, GoalOdds]:
    """Return the goals with the cards that each lacks, including the hand."""
    chances = rules.draw_chances
    return {
        name: GoalOdds(name, chances.missing(view, name, hand=True), chances.need(view, name, hand=True))
        for name in rules.goals
    }


def _known(bot: str, rules: Any) -> str:
    rules.weights(bot)  # raises an error that lists the known bots
    return bot


def _faces(game: Game, seat: int) -> dict[str, Content]:
    """Return what the options show on their buttons, by phrase, as the seat sees the table."""
    rules, shown = game.rules, game.view(seat)
    return {option.phrase: render.face(rules, shown, option, game.decision).content for option in game.options}
