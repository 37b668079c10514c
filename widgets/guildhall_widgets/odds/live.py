"""Live odds beside a game: what a seat may hope for from each chapter and each option, ever sharper."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import polars as pl

from guildhall import odds
from guildhall.core.errors import BadOdds
from guildhall.core.game import Game
from guildhall.core.rules import digest

from ..background import WorkingWidget
from ..live import on
from ..render.odds.bars import ChapterOdds
from ..render.odds.bars_page import DECIDING, TO_WIN, Watched, live_page, live_words
from ..render.odds.situation import read_whole

__all__ = ["LiveOdds"]

MOST_TURNS = 8
ROLL_OUTS = 10_000  # for the chapters
BY_OPTION = 1600


class LiveOdds(WorkingWidget):
    """The chances of one seat of a game: each chapter, exact and by roll-outs, and each option of its decision.

    seat: counted from 0; None is whoever decides at the moment.
    bot: plays on for everybody in the roll-outs; its name stands beside every estimate.
    turns: within how many own turns a chapter is to be completed, the present one counted.

    Only what the seat may know is used.
    After the game has moved, `notify()` (or the button) looks again; `follow(table)` does so by itself.
    """

    def __init__(
        self, game: Game, seat: int | None = None, bot: str = "greedy", turns: int = 3, *, seed: int = 0
    ) -> None:
        super().__init__(label="Live odds")
        rules: Any = game.rules
        if not hasattr(rules, "roll_out") or not hasattr(rules, "chances"):
            raise BadOdds(f"{game.rules.game} has no chapters, and so no live odds; Guildhall has")
        self.game = game
        self.seat = None if seat is None else read_whole("seat", seat, 0, len(rules.seats) - 1)
        self.bot, self.turns, self.seed = _known(bot, rules), read_whole("turns", turns, 1, MOST_TURNS), seed
        self.goal = TO_WIN
        self._followed: Any = None
        self._look()
        self.refresh()

    # What is shown

    def page(self) -> str:
        """Controls, chapters, options."""
        return live_page(self.watched, is_running=self.is_working)

    def text(self) -> str:
        """The same in plain words."""
        return live_words(self.watched)

    def finished(self) -> str:
        """What is said when all roll-outs are done."""
        return f"Odds of {self.watched.name} are ready"

    # What moves it

    def notify(self, change: object = None) -> None:
        """Look again if the game has moved; fit to be called by `observe`, after a cell, or from anywhere."""
        if self._followed is not None:
            self.game = self._followed.game
        if self._moment() != self._looked_at:
            self.error = ""
            self._try(self._look)
            self._try(self.refresh)

    def follow(self, table: Any) -> LiveOdds:
        """Stay with the game of another front-end, which redraws itself whenever that has moved."""
        self.unfollow()
        self._followed = table
        table.observe(self.notify, names="html")
        self.notify()
        return self

    def unfollow(self) -> None:
        """Look only when asked."""
        if self._followed is not None:
            self._followed.unobserve(self.notify, names="html")
            self._followed = None

    def close(self) -> None:
        """Stop everything and go."""
        self.unfollow()
        super().close()

    # What the reader does

    @on("look")
    def _look_again(self) -> None:
        self._look()
        self.status = f"Looking again for {self.watched.name}"

    @on("stop")
    def _stop_rolling(self) -> None:
        self.stop()
        self.status = "Stopped"

    @on("seat")
    def _set_seat(self, value: str) -> None:
        last = len(self.game.rules.seats) - 1
        self.seat = None if value == DECIDING else read_whole("seat", value, 0, last)
        self._look_again()

    @on("bot")
    def _set_bot(self, value: str) -> None:
        self.bot = _known(value, self.game.rules)
        self._look_again()

    @on("turns")
    def _set_turns(self, value: object) -> None:
        self.turns = read_whole("turns", value, 1, MOST_TURNS)
        self._look_again()

    @on("goal")
    def _set_goal(self, value: str) -> None:
        rules: Any = self.game.rules
        if value != TO_WIN and value not in rules.chapters:
            raise BadOdds(f"there is no chapter {value!r}; the chapters are {', '.join(rules.chapters)}")
        self.goal = value
        self._look_again()

    # Roll-outs

    def _moment(self) -> tuple[int, str]:
        return id(self.game), digest(self.game.state)

    def _look(self) -> None:
        """Begin anew from the game as it stands."""
        self.stop()
        self._looked_at = self._moment()
        watched = self.watched = self._watched()
        if not self.game.over:
            self.begin(self._frames(watched), watched.take)

    def _watched(self) -> Watched:
        game, rules = self.game, self._rules
        decider = game.decision.seat
        seat = max(decider, 0) if self.seat is None else self.seat
        view, chances = game.view(seat), rules.chances
        chapters = {
            name: ChapterOdds(name, chances.missing(view, name, hand=True), chances.need(view, name, hand=True))
            for name in rules.chapters
        }
        return Watched(
            seats=rules.seats,
            seat=seat,
            is_fixed=self.seat is not None,
            decider=decider,
            bots=tuple(rules.bots),
            bot=self.bot,
            turns=self.turns,
            most_turns=MOST_TURNS,
            goal=self.goal,
            seed=self.seed,
            wanted=ROLL_OUTS,
            prompt=game.decision.prompt if decider == seat else "",
            chapters=chapters,
        )

    @property
    def _rules(self) -> Any:
        return self.game.rules

    def _frames(self, watched: Watched) -> Iterator[pl.DataFrame]:
        """Estimates of chapters and of options in turn, so that both are there soon."""
        chapters = odds.watch(self.game, watched.seat, self.turns, bot=self.bot, n=ROLL_OUTS, seed=self.seed)
        return _in_turn(chapters, self._weighings(watched))

    def _weighings(self, watched: Watched) -> Iterator[pl.DataFrame]:
        if watched.decider != watched.seat:
            return iter(())
        chapter = None if self.goal == TO_WIN else self.goal
        turns = None if chapter is None else self.turns
        return odds.weigh(self.game, turns=turns, chapter=chapter, bot=self.bot, n=BY_OPTION, seed=self.seed)


def _in_turn(*sources: Iterator[pl.DataFrame]) -> Generator[pl.DataFrame]:
    """One frame of each source after the other, until all have run out."""
    waiting = list(sources)
    while waiting:
        for source in tuple(waiting):
            frame = next(source, None)
            if frame is None:
                waiting.remove(source)
            else:
                yield frame


def _known(bot: str, rules: Any) -> str:
    rules.weights(bot)  # refuses what it does not know, and says what it knows
    return bot
