"""The clickable table: play a game card by card, undo, branch, and let bots play on.

The game's rules determine what is legal. The widget shows their options and sends one back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from weakref import WeakSet

import ipywidgets
import polars as pl
import traitlets

from guildhall import odds
from guildhall.core import files
from guildhall.core.decision import NOBODY, Decision, Option
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.line import Move, MoveList
from guildhall.core.phrases import ChosenSet
from guildhall.core.typed import excess
from guildhall.games import game_names, registration
from guildhall.kernel.rules import CompiledRules

from .. import render
from ..background import Work
from ..live import LiveWidget, Part, on, public
from ..render.scene import language
from .ending import Story, story_of
from .lines import KeptLines, Steps
from .page import DRAWERS, label, page_of
from .seating import BotPlay, Seating, Seeing, Sitter, Sitters, Watching

__all__ = ["TableBelow", "TableWidget", "table_of"]

_RECENT = 24  # enough moves to contain the player's last turn
_VIEW = "application/vnd.jupyter.widget-view+json"
_TABLES: WeakSet[TableWidget] = WeakSet()


def table_of(game: Game) -> TableWidget | None:
    """Return an open table that shows this game, for live odds next to it."""
    return next((table for table in _TABLES if table.game is game), None)


class TableWidget(LiveWidget):
    """A game to play with clicks or keys.

    `seat` shows only what that seat may know (counted from 0), None shows everything.
    `bots` play the other seats automatically, such as `{1: "greedy"}` or `[None, MyBot()]`.
    `bot` plays on request, by default the game's usual one.
    A bot is a name, named weights, or an object that can choose. If it fails, the error is shown and nothing is played.
    `pass_forced` skips steps with one option, `quick` makes obvious choices, such as the only available tier. The
    record has the same plies, and undo goes back to each such decision.

    >>> import guildhall as gh
    >>> widget = TableWidget(gh.new_game(players=2, seed=7))
    >>> widget.act("option", option=str(widget.game.options[-1].id))
    >>> widget.game.ply
    1
    """

    _is_moving = False

    seat = public(traitlets.Int(None, allow_none=True), lambda it: it.seating.seat, lambda it, to: it.seating.see(to))
    bots: traitlets.Dict[int, str] = public(
        traitlets.Dict(), lambda it: it.seating.bots, lambda it, bots: it._seat_bots(bots)
    )
    bot = public(traitlets.Unicode(), lambda it: it.seating.bot, lambda it, bot: it.seating.call(bot))
    pass_forced = public(traitlets.Bool(), lambda it: it.seating.pass_forced, lambda it, on: it.pass_steps(on))
    quick = public(traitlets.Bool(), lambda it: it.seating.quick, lambda it, on: setattr(it.seating, "quick", on))
    ply = public(traitlets.Int(), lambda it: it.game.ply, lambda it, ply: it.go_to(ply))

    def __init__(
        self,
        game: Game,
        *,
        seat: int | None = None,
        bots: Sitters | None = None,
        bot: Sitter | None = None,
        pass_forced: bool = False,
        quick: bool = False,
    ) -> None:
        if not isinstance(game, Game):
            raise GuildhallError(f"a table needs a game, such as gh.new_game(), not {short(game)}")
        self._lang = language(game.rules)
        super().__init__(label=label(self._lang, "table", game=game.rules.game), gone=label(self._lang, "gone"))
        self.game = game
        self.seating = Seating(game, seat=seat, bots=bots, bot=bot)
        self.seating.pass_forced, self.seating.quick = bool(pass_forced), bool(quick)
        self.taken: list[str] = []  # choices made automatically since the last click
        self.card: str | None = None  # the card being looked up
        self.drawer: str | None = None  # the open one
        self.lines = KeptLines(game)
        self.steps = Steps(self._asks)
        self.narrowed: str | None = None  # the place to which the list of options is narrowed
        self._moves = MoveList(game.rules)
        self.told: dict[tuple[int | None, int], list[str]] = {}  # descriptions of plies, by viewer and ply
        self.number = 0  # of the decision shown, so that clicks on an earlier page are ignored
        self._listeners: list[Callable[[], None]] = []
        self._shown: tuple[int, ...] | None = None
        self.chosen = ChosenSet(game.rules, game.state)
        names = render.card_names(game.rules)
        self.help = {name: render.card_page(game.rules, name) for name in names}
        self.ending, self.watching, self._bot_play = Ending(self), Watching(self), BotPlay(self)
        self.findings = Findings(self, self._drawing)
        self.hold(self._bot_play, Seeing(self), self.ending, self.watching, self.findings)
        game.watch(self._game_moved)
        _TABLES.add(self)
        with self._moving():
            self._try(self._answer)
        self.refresh()

    def stop(self) -> None:
        """Stop a review."""
        if hasattr(self, "findings"):  # a table that rejected its game has none
            self.findings.work.stop()

    def close(self) -> None:
        """Stop watching the game and close the widget."""
        if hasattr(self, "game"):  # a table that rejected its game is closed too
            self.game.unwatch(self._game_moved)
            _TABLES.discard(self)
        super().close()

    # Moving the game

    def act(self, name: str, /, **data: Any) -> None:
        """Do what a click does. Other displays of the game are notified once, at the end."""
        with self._moving():
            super().act(name, **data)

    def _put(self, change: Any) -> None:
        with self._moving():
            super()._put(change)

    @contextmanager
    def _moving(self) -> Iterator[None]:
        """Mark moves as made by the table itself, which shows them when all are done."""
        before, self._is_moving = self._is_moving, True
        try:
            with self.game.as_one_move():
                yield
        finally:
            self._is_moving = before

    def _game_moved(self) -> None:
        """Show moves made elsewhere, such as in a cell of the notebook."""
        if not self._is_moving:
            self.error = ""
            self.steps.forget(self.lines.whole.shared(self.game.moves))
            self._try(self.refresh)
            self._quietly("stale")

    def _seat_bots(self, bots: Mapping[int, Sitter]) -> None:
        self.seating.seat_bots(bots)
        self._answer()

    def pass_steps(self, on: bool) -> None:
        """Turn skipping of forced steps on or off."""
        self.seating.pass_forced = on
        self._answer()

    def go_to(self, ply: int) -> None:
        """Go to a ply of the line shown."""
        last, plies = len(self.lines.whole), ply - self.game.ply
        if not 0 <= ply <= last:
            raise GuildhallError(f"unknown ply {ply}; the line has plies 0 to {last}")
        if plies:
            (self.lines.redo if plies > 0 else self.lines.undo)(abs(plies))
        self._quietly("at ply")

    # Public interface

    def when_moved(self, call: Callable[[], None]) -> None:
        """Register a callback for moves of the game, such as live odds next to the table."""
        self._listeners.append(call)

    def set_out(self, game: Game) -> None:
        """Replace the game by another one of the same rules."""
        self.game.unwatch(self._game_moved)
        game.watch(self._game_moved)
        self.game = game
        self.lines = KeptLines(game)
        self.steps = Steps(self._asks)
        self._shown = None

    def refresh(self) -> None:
        """Show the current state of the game."""
        self.lines.follow()
        if self.game.moves != self._shown:
            self.findings.forget()
            if self._shown is None or self.game.moves[: len(self._shown)] != self._shown:
                self.told.clear()
            self._shown = self.game.moves
            self.number += 1
            self.narrowed = None
            self.chosen = ChosenSet(self.game.rules, self.game.state)
        super().refresh()

    # Playing

    @on("option")
    def _play(self, option: int, at: int | None = None) -> None:
        """Choose an option, or unchoose it. The choice is played when the set is complete."""
        if self.is_late(at) or self._is_stale():
            return
        if not self.may_choose(self.game.decision):
            raise GuildhallError(self.say("decides now", who=self.decider()))
        before = self.chosen.picks
        self.chosen.choose(option)
        moves = self.chosen.moves
        said = ", ".join(each.label for each in self.chosen.chosen)
        if moves:
            self.steps.forget(self.game.ply)
            self.lines.play(*moves)
            self.moved(said)
        else:
            taken_back = len(self.chosen.picks) < len(before)
            self._tell_chosen("left out" if taken_back else "chosen", option)

    @on("narrow")
    def _narrow(self, spot: str, at: int | None = None) -> None:
        """Show only the options of one item on the table, or all again."""
        if self.is_late(at) or self._is_stale():
            return
        self.narrowed = None if spot in ("", self.narrowed) else spot
        meant = self.narrowed_options()
        self.status = "" if meant is None else self.say("narrowed", n=len(meant))

    def narrowed_options(self) -> set[int] | None:
        """Return the options of the chosen place, or None if none is chosen."""
        if self.narrowed is None:
            return None
        places = self.places(self.chosen.options)
        return {option for option, place in places.items() if place == self.narrowed}

    @on("take back")
    def _take_back(self, option: int, at: int | None = None) -> None:
        """Unchoose a card of the current set."""
        if self.is_late(at) or self._is_stale() or not self.may_choose(self.game.decision):
            return
        if option in self.chosen.picks:
            self.chosen.take_back(option)
            self._tell_chosen("left out", option)

    @on("rest")
    def _play_rest(self, at: int | None = None) -> None:
        """Choose everything that can still be chosen one by one, such as the discards of a refresh."""
        if self.is_late(at) or self._is_stale() or not self.may_choose(self.game.decision):
            return
        rest = self.rest()
        if not rest:
            raise GuildhallError(self.say("not now"))
        for option in rest:
            self.steps.note_taken(self.game.ply)  # one click, so one undo
            self.lines.play(option)
        self.moved(self.say("all", n=len(rest)))

    def rest(self) -> tuple[int, ...]:
        """Return the options that "all" plays one by one, or an empty tuple."""
        return self.game.rules.rest(self.game.state)

    def play(self, option: int) -> None:
        """Play an option for the deciding seat, as live odds do, and let the bots respond."""
        said = self.game.rules.phrase(self.game.state, option)
        with self._moving():
            self.steps.forget(self.game.ply)
            self.lines.play(option)
            self.moved(said)
            self.refresh()

    def _tell_chosen(self, key: str, option: int) -> None:
        """Announce what was chosen or unchosen, and the prompt."""
        self.status = f"{self.say(key, what=self.chosen.option(option).label)} {_sentence(self.game.decision.prompt)}"

    def is_late(self, at: int | None) -> bool:
        """Return whether a click was meant for an earlier decision."""
        return at not in (None, self.number)

    def _is_stale(self) -> bool:
        """Return whether the game was played on elsewhere, so that a click may mean something else."""
        if self.game.moves == self._shown:
            return False
        self.status = self.say("stale")
        return True

    def moved(self, said: str) -> None:
        """Let the bots respond to a change, and announce it."""
        self.taken.clear()
        try:
            self._answer()
        finally:  # announced even if a bot failed to respond
            self._tell_moved(said)

    def _tell_moved(self, said: str) -> None:
        if self.taken:
            said = f"{said}. {self.say('taken', what=', '.join(self.taken))}"
        decision = self.game.decision
        known = self.may_choose(decision) or decision.seat == NOBODY
        asked = decision.prompt if known else self.say("decides", who=self.decider())
        self.status = f"{said}. {_sentence(asked)}"
        for call in self._listeners:
            call()

    def _answer(self) -> None:
        """Let bots play their seats, and skip forced steps if enabled, until a human has to choose."""
        while not self.game.over:
            if self.game.decision.seat in self.seating.bots:
                self._bot_play.play_ply(self.seating.bots[self.game.decision.seat])
            elif self.seating.pass_forced and self.may_choose(self.game.decision) and len(self.game.options) == 1:
                self.lines.play(self.game.options[0])
            elif (option := self._obvious()) is not None:
                self.steps.note_taken(self.game.ply)
                self.taken.append(self.game.rules.phrase(self.game.state, option))
                self.lines.play(option)
            else:
                return

    def _obvious(self) -> int | None:
        """Return the obvious option, if the human wants such choices made automatically."""
        rules, decision = self.game.rules, self.game.decision
        return rules.obvious(self.game.state) if self.seating.quick and self.may_choose(decision) else None

    @on("why")
    def _why(self, phrase: str) -> None:
        """Explain why something cannot be done now."""
        if too_much := excess(phrase):
            raise GuildhallError(too_much)
        told = self.game.explain(phrase, seat=self.seating.seat) or self.say("not now")
        self.status = f"{phrase}: {told}."

    @on("undo")
    def _undo(self) -> None:
        if self.chosen.picks and self.may_choose(self.game.decision):
            last = self.chosen.picks[-1]
            self.chosen.take_back()
            self._tell_chosen("left out", last)
            return
        choice = self.last_choice()
        if choice is None:
            self.status = self.say("no choice")
        else:
            self._go_back(self.game.ply - choice)

    def last_choice(self) -> int | None:
        """Return the ply of the human's last choice, or None if there is nothing to undo."""
        seating = self.seating
        asked = (seating.seat, frozenset(seating.bots), seating.pass_forced)
        return self.steps.back(self.game.line, self.game.ply, asked)

    @on("undo ply")
    def _undo_ply(self) -> None:
        self._go_back(1)

    def _go_back(self, plies: int) -> None:
        self.lines.undo(plies)
        self._quietly("took back", what=self._next_phrase())

    @on("redo")
    def _redo(self) -> None:
        ply = self.game.ply
        self._go_on(max(1, self.steps.ahead(self.lines.whole, ply) - ply))

    @on("redo ply")
    def _redo_ply(self) -> None:
        self._go_on(1)

    def _go_on(self, plies: int) -> None:
        said = self._next_phrase()
        self.lines.redo(plies)
        self._quietly("again", what=said)

    @on("play on")
    def _play_on(self, at: int | None = None) -> None:
        """Let the bots continue from where the reader went back to."""
        if self.is_late(at) or self._is_stale():
            return
        self.moved(self.say("decides", who=self.decider()))

    def _asks(self, decision: Decision) -> bool:
        """Return whether a decision is put to the human at the table."""
        is_choice = len(decision.options) > 1 or not self.seating.pass_forced
        return is_choice and decision.seat not in self.seating.bots and self.may_choose(decision)

    def _next_phrase(self) -> str:
        ahead = self.lines.whole.moves[self.game.ply :]
        is_open = ahead and self.seating.seat is None
        return self.game.rules.phrase(self.game.state, ahead[0]) if is_open else self.say("a ply")

    def _quietly(self, key: str, **values: object) -> None:
        """Announce a change without letting bots respond, or undo would have no effect against them."""
        self.status = self.say(key, ply=self.game.ply, **values)
        for call in self._listeners:
            call()

    @on("drawer")
    def _open_drawer(self, name: str) -> None:
        """Open a drawer, or close it."""
        if name and name not in DRAWERS:
            raise GuildhallError(f"unknown drawer {short(name)}; the drawers are {', '.join(DRAWERS)}")
        self.drawer = None if name in ("", self.drawer) else name

    @property
    def rules_page(self) -> str:
        """The rules as text, empty if there is none."""
        name = self.game.rules.game
        return registration(name).rules_page if name in game_names() else ""

    # Lines of play

    @on("keep")
    def _keep(self) -> None:
        self.status = self.say("kept", number=self.lines.keep())

    @on("switch")
    def _switch(self, line: int) -> None:
        before = self.game.moves
        self.lines.switch(line)
        self.steps.forget(self.game.line.shared(before))
        self._quietly("switched")

    @on("drop")
    def _drop(self, line: int) -> None:
        self.lines.drop(line)
        self.status = self.say("dropped")

    # Showing

    def may_choose(self, decision: Decision) -> bool:
        """Return whether the viewer may take a decision."""
        return self.seating.seat is None or decision.seat == self.seating.seat

    def decider(self) -> str:
        """Return the name of the deciding player."""
        seat = self.game.decision.seat
        return "nobody" if seat == NOBODY else self.game.rules.seats[seat]

    def text(self) -> str:
        """Return the table as plain text, as the seat sees it."""
        decision = self.game.decision
        shown = decision if self.may_choose(decision) or decision.seat == NOBODY else None
        return self.game.rules.text(self.shown_table(), shown)

    def shown_table(self) -> Any:
        """Return the table, or the seat's view of it, at the move being watched if there is one."""
        if (move := self.watching.move) is not None:
            return self.watching.shown_table(move)
        return self.game.table if self.seating.seat is None else self.game.view(self.seating.seat)

    def places(self, options: Iterable[Option]) -> dict[int, str]:
        """Return the place of each option on the table."""
        rules = self.game.rules
        if not self.may_choose(self.game.decision):
            return {}
        places = {option: place for state in self.chosen.states for option, place in rules.places(state).items()}
        return {each.id: places[each.id] for each in options if each.id in places}

    def moves(self, *, last: int | None = None) -> list[Move]:
        """Return the moves so far, or the last of them, as the seat saw them."""
        return self._moves.moves(self.game.line, self.game.ply, seat=self.seating.seat, last=last)

    def recent_moves(self) -> list[Move]:
        """Return recent moves, enough to contain the player's last turn."""
        return self.moves(last=_RECENT)

    def since_last_turn(self) -> list[Move]:
        """Return the others' moves since the last turn of the deciding player."""
        decider = self.game.decision.seat
        me = self.seating.seat if self.seating.seat is not None else decider
        moves = self.recent_moves()
        while moves and moves[-1].seat == me:
            del moves[-1]
        turn = [at for at, move in enumerate(moves) if move.seat == me]
        return moves[turn[-1] + 1 :] if turn and me != NOBODY else []

    def page(self) -> str:
        """Return the page."""
        return page_of(self)

    def say(self, key: str, **values: object) -> str:
        """Return a text around the table, in the game's language."""
        return label(self._lang, key, **values)


def _sentence(words: str) -> str:
    """Add a full stop to text that does not end with other punctuation."""
    return words if words.endswith(("?", "!")) else f"{words}."


class Ending(Part):
    """The end of a game and its offers: a new game, a replay, a file.

    The owner of the table defines what a replay does, and may define what a new game does. By default the same rules
    deal again.
    """

    def __init__(self, table: TableWidget) -> None:
        self._table = table
        self.offers: dict[str, Callable[..., None]] = {}
        self.saved: Path | None = None  # the file of the game on the table
        self._aside: tuple[int, ...] | None = None  # the game whose table is shown instead of its end
        self._left: tuple[int, ...] | None = None  # the whole line, while an earlier ply of it is looked at
        self._told: tuple[object, Story] | None = None

    def offer(self, what: str, call: Callable[..., None]) -> None:
        """Register the callback for "new game" or "replay", which may get a ply."""
        self.offers[what] = call

    @property
    def story(self) -> Story:
        """The story of the game on the table, computed once for each view."""
        asked = (self._table.game.moves, self._table.seating.seat)
        if self._told is None or self._told[0] != asked:
            self._told = (asked, story_of(self._table))
        return self._told[1]

    @property
    def is_aside(self) -> bool:
        """True while the table is shown instead of the end."""
        return self._aside == self._table.game.moves

    @property
    def is_left(self) -> bool:
        """True if the reader went from the end to an earlier ply, and has not played on from there."""
        whole = tuple(self._table.lines.whole.moves)
        return self._left == whole and not self._table.game.over

    @on("look at table")
    def _look_at_table(self) -> None:
        """Show the table as the game left it, or the end again."""
        self._check_over()
        self._aside = None if self.is_aside else self._table.game.moves

    def _check_over(self) -> None:
        if not self._table.game.over:
            raise GuildhallError(self._table.say("not now"))

    @on("see ply")
    def _see_ply(self, ply: int) -> None:
        """Show the moment before a ply, in the replay if there is one, else on the table."""
        self._check_over()
        game = self._table.game
        if not 1 <= ply <= game.ply:
            raise GuildhallError(f"unknown ply {ply}; the game has plies 1 to {game.ply}")
        if "replay" in self.offers:
            self.offers["replay"](ply - 1)
            self._table.status = self._table.say("replayed")
            return
        self._left = game.moves
        self._table.go_to(ply - 1)

    @on("back to end")
    def _back_to_end(self) -> None:
        if self.is_left:
            self._table.go_to(len(self._table.lines.whole))

    @on("new game")
    def _new_game(self) -> None:
        if "new game" in self.offers:
            self.offers["new game"]()
            return
        table, rules, seed = self._table, self._table.game.rules, self._table.game.seed + 1
        self.saved = None
        table.set_out(Game(rules, rules.start(seed), seed=seed))
        table.moved(table.say("dealt", seed=seed))

    @on("replay")
    def _replay(self) -> None:
        if "replay" in self.offers:
            self.offers["replay"]()
            self._table.status = self._table.say("replayed")

    @on("save")
    def _save(self) -> None:
        """Save the record next to the notebook, under an unused name."""
        game = self._table.game
        path = files.free_path(Path(f"{game.rules.game}-{game.seed}"), ".json")
        game.record.save(path)
        self.saved = path
        self._table.status = self._table.say("saved", path=path)


_ROLL_OUTS = 600  # for each decision reviewed
_WORST = 3  # mistakes shown
_PAUSE = 0.3  # least seconds between two pictures of a review


class Findings(Part):
    """The review of a finished game: each decision of the reader's seat, or of all, beside the best option there was.

    It runs in the background, can be stopped and continued, and belongs to one game and one seat.
    """

    def __init__(self, table: TableWidget, lock: AbstractContextManager[Any]) -> None:
        self._table = table
        self.work = Work(table, lock)
        self._asked: object = None
        self._found: pl.DataFrame | None = None
        self._total = 0
        self._drawn = 0.0

    def _of_this_game(self) -> bool:
        return self._asked == (self._table.game.moves, self._table.seating.seat)

    @property
    def is_possible(self) -> bool:
        """True if the rules can play games to the end, which a review needs."""
        return isinstance(self._table.game.rules, CompiledRules)

    @property
    def is_running(self) -> bool:
        """True while more decisions may be judged."""
        return self.work.is_running and self._of_this_game()

    @property
    def judged(self) -> int:
        """The number of decisions judged so far."""
        return self._found.height if self._found is not None and self._of_this_game() else 0

    @property
    def total(self) -> int:
        """The number of decisions to judge, 0 if no review was asked for."""
        return self._total if self._of_this_game() else 0

    @property
    def _marked(self) -> list[dict[str, Any]]:
        return [] if not self.judged or self._found is None else self._found.filter(pl.col("mark") != "").to_dicts()

    @property
    def costly(self) -> int:
        """The number of decisions that were surely worse than another option."""
        return len(self._marked)

    @property
    def worst(self) -> list[dict[str, Any]]:
        """The costliest decisions, in the order of the game."""
        return sorted(sorted(self._marked, key=lambda row: -row["behind"])[:_WORST], key=lambda row: row["ply"])

    def forget(self) -> None:
        """Stop the review of another game than the one on the table."""
        if self._asked is not None and not self._of_this_game():
            self.work.stop()
            self._asked = self._found = None

    @on("review game")
    def _review(self) -> None:
        """Judge the decisions that are left, or stop."""
        table = self._table
        if self.is_running:
            self.work.stop()
            table.status = table.say("reviewed", n=self.judged, total=self.total)
            return
        if not table.game.over or not self.is_possible:
            raise GuildhallError(table.say("not now"))
        done = self._found if self.judged else None
        seat = table.seating.seat
        self._asked, self._found = (table.game.moves, seat), done
        frames = odds.review.watch(table.game, seat, n=_ROLL_OUTS, done=done, threads=1, progress=self._count)
        self.work.begin(frames, self._take, lambda: table.say("reviewed", n=self.judged, total=self.total))
        table.status = table.say("reviewing")

    def _count(self, done: int, total: int) -> None:
        self._total = total

    def _take(self, frame: pl.DataFrame) -> None:
        self._found = frame
        if monotonic() >= self._drawn + _PAUSE:
            self._drawn = monotonic()
            self._table.refresh()


class TableBelow(LiveWidget):
    """A front-end with space for a table. `game` is the last one started here."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game: Game | None = None
        self.below = ipywidgets.VBox()
        self._whole = ipywidgets.VBox([self, self.below])

    def lay(self, game: Game, **seating: Any) -> None:
        """Show the table of a game below, replacing the previous one. `seating` goes to `TableWidget`."""
        for before in self.below.children:
            before.close()
        self.game = game
        table = TableWidget(game, **seating)
        table.call()
        self.below.children = (table,)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the table of a new game below."""
        data, metadata = super()._repr_mimebundle_(**kwargs)
        if _VIEW in data:
            data[_VIEW] = {**data[_VIEW], "model_id": self._whole.model_id}
        return data, metadata
