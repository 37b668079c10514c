"""The table that can be clicked: play a game card by card, take back, branch, let bots play on.

What is legal, the game's rules say; the widget shows their options and sends one back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from guildhall.bots import usual_bot
from guildhall.core.capabilities import HasObvious, HasPlaces, PlaysByWeights, turn_of
from guildhall.core.decision import NOBODY, Decision, Option
from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.core.moves import Move, MoveList
from guildhall.core.sets import ChosenSet

from .. import render
from ..live import LiveWidget, on
from .kept_lines import KeptLines
from .labels import label, language
from .page import page_of
from .steps import Steps

__all__ = ["TableWidget"]

_RECENT = 24  # moves among which the last turn of the person is looked for


class TableWidget(LiveWidget):
    """A game to be played by clicks or keys.

    `seat` shows only what that seat may know (counted from 0), None shows everything.
    `bots` names who plays the other seats, such as `{1: "greedy"}`: they answer by themselves.
    `bot` plays when it is asked to, the game's usual one unless told otherwise.
    `pass_forced` passes steps with one option, `quick` takes what goes without saying, such as the only tier there is;
    the record holds the same plies, and undo goes back to each such decision.

    >>> import guildhall as gh
    >>> widget = TableWidget(gh.new_game(players=2, seed=7))
    >>> widget.act("option", option=str(widget.game.options[-1].id))
    >>> widget.game.ply
    1
    """

    def __init__(
        self,
        game: Game,
        *,
        seat: int | None = None,
        bots: Mapping[int, str] | None = None,
        bot: str | None = None,
        pass_forced: bool = False,
        quick: bool = False,
    ) -> None:
        self._lang = language(game.rules)
        super().__init__(label=label(self._lang, "table", game=game.rules.game), gone=label(self._lang, "gone"))
        self.game = game
        self.seat = seat
        self.bots = dict(bots or {})
        self.bot = usual_bot(game.rules) if bot is None else bot
        self.pass_forced = pass_forced
        self.quick = quick
        self.taken: list[str] = []  # what was taken at once since the last click
        self.card: str | None = None  # the card that is looked up
        self.lines = KeptLines(game)
        self.steps = Steps(self._asks)
        self.narrowed: str | None = None  # the place to whose options the list is narrowed
        self._moves = MoveList(game.rules)
        self.number = 0  # of the decision that is shown: what was clicked on an earlier page is not meant for it
        self._listeners: list[Callable[[], None]] = []
        self._shown: tuple[int, ...] | None = None
        self.chosen = ChosenSet(game.rules, game.state)
        self._check_seats()
        self._answer()
        self.refresh()

    def _check_seats(self) -> None:
        if self.seat is not None:
            self.game.view(self.seat)  # says what seats there are
        for seat, name in self.bots.items():
            self.game.view(seat)
            self._weights(name)
        self._weights(self.bot)

    def _weights(self, name: str) -> None:
        rules: Any = self.game.rules
        if isinstance(rules, PlaysByWeights):
            rules.weights(name)  # says what bots there are

    # What others use

    def when_moved(self, call: Callable[[], None]) -> None:
        """Call something whenever the game has moved, such as live odds beside the table."""
        self._listeners.append(call)

    def refresh(self) -> None:
        """Show the game as it stands; call it after playing on from another cell."""
        self.lines.follow()
        if self.game.moves != self._shown:
            self._shown = self.game.moves
            self.number += 1
            self.narrowed = None
            self.chosen = ChosenSet(self.game.rules, self.game.state)
        super().refresh()

    # Playing

    @on("option")
    def _play(self, option: str, at: str = "") -> None:
        """Choose an option, or take back one that was chosen; what is chosen is played when the set is whole."""
        if self._is_late(at) or self._is_stale():
            return
        if not self.may_choose(self.game.decision):
            raise GuildhallError(self.say("decides now", who=self.decider()))
        before = self.chosen.picks
        self.chosen.choose(int(option))
        moves = self.chosen.moves
        said = ", ".join(each.label for each in self.chosen.chosen)
        if moves:
            self.lines.play(*moves)
            self._moved(said)
        else:
            taken_back = len(self.chosen.picks) < len(before)
            self._tell_chosen("left out" if taken_back else "chosen", int(option))

    @on("narrow")
    def _narrow(self, spot: str, at: str = "") -> None:
        """Show only the options that mean one thing on the table, or all again."""
        if self._is_late(at) or self._is_stale():
            return
        self.narrowed = None if spot in ("", self.narrowed) else spot
        meant = self.narrowed_options()
        self.status = "" if meant is None else self.say("narrowed", n=len(meant))

    def narrowed_options(self) -> set[int] | None:
        """The options that mean what lies at the place chosen; None if none is."""
        if self.narrowed is None:
            return None
        places = self.places(self.chosen.options)
        return {option for option, place in places.items() if place == self.narrowed}

    @on("take back")
    def _take_back(self, option: str, at: str = "") -> None:
        """Un-choose a card of the set at hand."""
        if not self._is_late(at) and not self._is_stale() and int(option) in self.chosen.picks:
            self.chosen.take_back(int(option))
            self._tell_chosen("left out", int(option))

    def _tell_chosen(self, key: str, option: int) -> None:
        """Say what was chosen or left out, and what is asked."""
        self.status = f"{self.say(key, what=self.chosen.told(option).label)} {_sentence(self.game.decision.prompt)}"

    def _is_late(self, at: str) -> bool:
        """Whether a click was made for a decision that has been taken meanwhile; the reader never saw this one."""
        return at not in ("", str(self.number))

    def _is_stale(self) -> bool:
        """Whether the game was played on elsewhere: then what was clicked may mean something else."""
        if self.game.moves == self._shown:
            return False
        self.status = self.say("stale")
        return True

    def _moved(self, said: str) -> None:
        self.taken.clear()
        self._answer()
        if self.taken:
            said = f"{said}. {self.say('taken', what=', '.join(self.taken))}"
        decision = self.game.decision
        known = self.may_choose(decision) or decision.seat == NOBODY
        asked = decision.prompt if known else self.say("decides", who=self.decider())
        self.status = f"{said}. {_sentence(asked)}"
        for call in self._listeners:
            call()

    def _answer(self) -> None:
        """Bots play their seats, and forced steps pass if wished, until somebody has to choose."""
        while not self.game.over:
            if self.game.decision.seat in self.bots:
                self._bot_plays(self.bots[self.game.decision.seat])
            elif self.pass_forced and len(self.game.options) == 1:
                self.lines.play(self.game.options[0])
            elif (option := self._obvious()) is not None:
                self.steps.note_taken(self.game.ply)
                self.taken.append(self.game.rules.phrase(self.game.state, option))
                self.lines.play(option)
            else:
                return

    def _obvious(self) -> int | None:
        """The option that is taken at once for the person, if that is wished."""
        rules, decision = self.game.rules, self.game.decision
        asked = self.quick and isinstance(rules, HasObvious) and self.may_choose(decision)
        return rules.obvious(self.game.state) if asked and isinstance(rules, HasObvious) else None

    def _bot_plays(self, name: str) -> None:
        before = self.game.ply
        self.game.run(name, until=lambda game: game.ply > before)
        self.lines.follow()

    @on("why")
    def _why(self, phrase: str) -> None:
        """Say why something cannot be done now."""
        told = self.game.rules.explain(self.game.state, phrase) or self.say("not now")
        self.status = f"{phrase}: {told}."

    @on("undo")
    def _undo(self) -> None:
        if self.chosen.picks:
            last = self.chosen.picks[-1]
            self.chosen.take_back()
            self._tell_chosen("left out", last)
            return
        choice = self.steps.back(self.game.line, self.game.ply)
        self._go_back(1 if choice is None else self.game.ply - choice)

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
    def _play_on(self) -> None:
        """Let the bots of their seats go on where the reader had gone back to."""
        self._moved(self.say("decides", who=self.decider()))

    def _asks(self, decision: Decision) -> bool:
        """Whether a decision is put to the person at the table."""
        is_choice = len(decision.options) > 1 or not self.pass_forced
        return is_choice and decision.seat not in self.bots and self.may_choose(decision)

    def _next_phrase(self) -> str:
        ahead = self.lines.whole.moves[self.game.ply :]
        return self.game.rules.phrase(self.game.state, ahead[0]) if ahead and self.seat is None else self.say("a ply")

    def _quietly(self, key: str, **values: object) -> None:
        """Tell of a change that bots do not answer, or nothing could be taken back against them."""
        self.status = self.say(key, ply=self.game.ply, **values)
        for call in self._listeners:
            call()

    # Bots

    @on("bot")
    def _choose_bot(self, value: str) -> None:
        self._weights(value)
        self.bot = value
        self.status = self.say("bot chosen", bot=value)

    @on("bot step")
    def _bot_step(self, at: str = "") -> None:
        self._run_bot(lambda game, start: game.ply > start[0], at)

    @on("bot turn")
    def _bot_turn(self, at: str = "") -> None:
        self._run_bot(lambda game, start: turn_of(game.rules, game.state) != start[1], at)

    @on("bot end")
    def _bot_end(self, at: str = "") -> None:
        self._run_bot(lambda game, start: False, at)

    def _run_bot(self, until: Callable[[Game, tuple[int, object]], bool], at: str) -> None:
        if self._is_late(at):
            return
        start = (self.game.ply, turn_of(self.game.rules, self.game.state))
        self.game.run(self.bot, until=lambda game: game.ply > start[0] and until(game, start))
        played = self.game.ply - start[0]
        self._moved(self.say("bot played", bot=self.bot, plies=played))

    @on("seat bot")
    def _seat_bot(self, seat: str, value: str) -> None:
        """Let a bot or a person have a seat."""
        if value == "person":
            self.bots.pop(int(seat), None)
        else:
            self._weights(value)
            self.bots[int(seat)] = value
        who = self.say("person") if value == "person" else value
        self._moved(self.say("seat played", who=self.game.rules.seats[int(seat)], bot=who))

    # Seeing

    @on("see")
    def _see(self, value: str) -> None:
        self.seat = None if value == "all" else int(value)
        self.game.view(self.seat or 0)
        names = self.game.rules.seats
        self.status = self.say("open") if self.seat is None else self.say("seen as", who=names[self.seat])

    @on("see next")
    def _see_next(self) -> None:
        seats = len(self.game.rules.seats)
        following = 0 if self.seat is None else self.seat + 1
        self._see("all" if following == seats else str(following))

    @on("forced")
    def _forced(self, value: bool) -> None:
        self.pass_forced = bool(value)
        self._answer()
        self.status = self.say("passes" if self.pass_forced else "passes not")

    @on("quick")
    def _quick(self, value: bool) -> None:
        self.quick = bool(value)
        self.status = self.say("quick on" if self.quick else "quick off")

    @on("look up")
    def _look_up(self, value: str) -> None:
        if value:
            render.card_page(self.game.rules, value)  # says what is nearest if there is no such card
        self.card = value or None

    # Lines of play

    @on("keep")
    def _keep(self) -> None:
        self.status = self.say("kept", number=self.lines.keep())

    @on("switch")
    def _switch(self, line: str) -> None:
        self.lines.switch(int(line))
        self._quietly("switched")

    @on("drop")
    def _drop(self, line: str) -> None:
        self.lines.drop(int(line))
        self.status = self.say("dropped")

    # Showing

    def may_choose(self, decision: Decision) -> bool:
        """Whether whoever looks at the table may take a decision."""
        return self.seat is None or decision.seat == self.seat

    def decider(self) -> str:
        """The name of the player who decides."""
        seat = self.game.decision.seat
        return "nobody" if seat == NOBODY else self.game.rules.seats[seat]

    def text(self) -> str:
        """The table in plain words, as the seat sees it."""
        decision = self.game.decision
        shown = decision if self.may_choose(decision) or decision.seat == NOBODY else None
        return self.game.rules.text(self.shown_table(), shown)

    def shown_table(self) -> Any:
        """What lies on the table, as far as the seat may know it."""
        return self.game.table if self.seat is None else self.game.view(self.seat)

    def places(self, options: Iterable[Option]) -> dict[int, str]:
        """Where the things lie that options mean, by option."""
        rules: Any = self.game.rules
        if not self.may_choose(self.game.decision) or not isinstance(rules, HasPlaces):
            return {}
        places = {option: place for state in self.chosen.states for option, place in rules.places(state).items()}
        return {each.id: places[each.id] for each in options if each.id in places}

    def moves(self, *, last: int | None = None) -> list[Move]:
        """The moves so far, or the last of them, as the seat heard them."""
        return self._moves.moves(self.game.line, self.game.ply, seat=self.seat, last=last)

    def since_last_turn(self) -> list[Move]:
        """What the others did since the last turn of the person who decides now."""
        decider = self.game.decision.seat
        me = self.seat if self.seat is not None else decider
        moves = self.moves(last=_RECENT)
        while moves and moves[-1].seat == me:
            del moves[-1]
        turn = [at for at, move in enumerate(moves) if move.seat == me]
        return moves[turn[-1] + 1 :] if turn and me != NOBODY else []

    def page(self) -> str:
        """The table, with the decision beside it."""
        return page_of(self)

    def say(self, key: str, **values: object) -> str:
        """What the table says around the game, in its language."""
        return label(self._lang, key, **values)


def _sentence(words: str) -> str:
    """Words with their full stop, unless they ask something."""
    return words if words.endswith(("?", "!")) else f"{words}."
