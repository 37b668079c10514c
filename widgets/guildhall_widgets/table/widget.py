"""The table that can be clicked: play a game card by card, take back, branch, let bots play on.

What is legal, the game's rules say; the widget shows their options and sends one back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from guildhall.bots import bot_names, usual_bot
from guildhall.core.capabilities import HasPlaces, PlaysByWeights, turn_of
from guildhall.core.decision import NOBODY, Decision, Option, heard
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.sets import ChosenSet
from guildhall.core.typed import excess

from .. import render
from ..live import LiveWidget, on
from ..messages import read_seat
from ..render import stepper
from ..render.controls import button, checkbox, choice, keys_help
from ..render.markup import EMPTY, Markup, join, tag
from .kept_lines import KeptLines
from .labels import label, language

__all__ = ["TableWidget"]

_LOGGED = 40  # plies that the log shows
_KEYS = {"1 … 9": "number", "← → ↑ ↓": "arrows", **{key: key for key in "urbtekv"}}


class TableWidget(LiveWidget):
    """A game to be played by clicks or keys.

    `seat` shows only what that seat may know (counted from 0), None shows everything.
    `bots` names who plays the other seats, such as `{1: "greedy"}`: they answer by themselves.
    `bot` plays when it is asked to, the game's usual one unless told otherwise.

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
    ) -> None:
        if not isinstance(game, Game):
            raise GuildhallError(f"a table shows a game, such as gh.new_game() gives, not {short(game)}")
        self._lang = language(game.rules)
        super().__init__(label=label(self._lang, "table", game=game.rules.game))
        self.game = game
        self.seat = seat
        self.bots = dict(bots) if isinstance(bots, Mapping) else {}
        self.bot = usual_bot(game.rules) if bot is None else bot
        self.pass_forced = bool(pass_forced)
        self.card: str | None = None  # the card that is looked up
        self.lines = KeptLines(game)
        self._listeners: list[Callable[[], None]] = []
        self._shown: tuple[int, ...] = ()
        self.chosen = ChosenSet(game.rules, game.state)
        self._check_seats(bots)
        self._answer()
        self.refresh()

    def _check_seats(self, bots: object) -> None:
        if bots is not None and not isinstance(bots, Mapping):
            raise GuildhallError(f"bots are given by seat, such as {{1: 'greedy'}}, not as {short(bots)}")
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
            self.chosen = ChosenSet(self.game.rules, self.game.state)
        super().refresh()

    # Playing

    @on("option")
    def _play(self, option: int) -> None:
        """Choose an option, or take back one that was chosen; what is chosen is played when the set is whole."""
        if self._is_stale():
            return
        if not self._may_choose(self.game.decision):
            raise GuildhallError(self._say("decides now", who=self._decider()))
        before = self.chosen.picks
        self.chosen.choose(option)
        moves = self.chosen.moves
        said = ", ".join(each.label for each in self.chosen.chosen)
        if moves:
            self.lines.play(*moves)
            self._moved(said)
        else:
            taken_back = len(self.chosen.picks) < len(before)
            self._tell_chosen("left out" if taken_back else "chosen", option)

    @on("take back")
    def _take_back(self, option: int) -> None:
        """Un-choose a card of the set at hand."""
        if not self._is_stale() and self._may_choose(self.game.decision) and option in self.chosen.picks:
            self.chosen.take_back(option)
            self._tell_chosen("left out", option)

    def _tell_chosen(self, key: str, option: int) -> None:
        """Say what was chosen or left out, and what is asked."""
        self.status = f"{self._say(key, what=self.chosen.told(option).label)} {self.game.decision.prompt}."

    def _is_stale(self) -> bool:
        """Whether the game was played on elsewhere: then what was clicked may mean something else."""
        if self.game.moves == self._shown:
            return False
        self.status = self._say("stale")
        return True

    def _moved(self, said: str) -> None:
        self._answer()
        decision = self.game.decision
        known = self._may_choose(decision) or decision.seat == NOBODY
        asked = decision.prompt if known else self._say("decides", who=self._decider())
        self.status = f"{said}. {asked}."
        for call in self._listeners:
            call()

    def _answer(self) -> None:
        """Bots play their seats, and forced steps pass if wished, until somebody has to choose."""
        while not self.game.over:
            if self.game.decision.seat in self.bots:
                self._bot_plays(self.bots[self.game.decision.seat])
            elif self.pass_forced and self._may_choose(self.game.decision) and len(self.game.options) == 1:
                self.lines.play(self.game.options[0])
            else:
                return

    def _bot_plays(self, name: str) -> None:
        before = self.game.ply
        self.game.run(name, until=lambda game: game.ply > before)
        self.lines.follow()

    @on("why")
    def _why(self, phrase: str) -> None:
        """Say why something cannot be done now."""
        if too_much := excess(phrase):
            raise GuildhallError(too_much)
        told = self.game.explain(phrase, seat=self.seat) or self._say("not now")
        self.status = f"{phrase}: {told}."

    @on("undo")
    def _undo(self) -> None:
        if self.chosen.picks and self._may_choose(self.game.decision):
            last = self.chosen.picks[-1]
            self.chosen.take_back()
            self._tell_chosen("left out", last)
            return
        self.lines.undo()
        self._quietly("took back", what=self._next_phrase())

    @on("redo")
    def _redo(self) -> None:
        said = self._next_phrase()
        self.lines.redo()
        self._quietly("again", what=said)

    def _next_phrase(self) -> str:
        ahead = self.lines.whole.moves[self.game.ply :]
        return self.game.rules.phrase(self.game.state, ahead[0]) if ahead and self.seat is None else self._say("a ply")

    def _quietly(self, key: str, **values: object) -> None:
        """Tell of a change that bots do not answer, or nothing could be taken back against them."""
        self.status = self._say(key, ply=self.game.ply, **values)
        for call in self._listeners:
            call()

    # Bots

    @on("bot")
    def _choose_bot(self, value: str) -> None:
        self._weights(value)
        self.bot = value
        self.status = self._say("bot chosen", bot=value)

    @on("bot step")
    def _bot_step(self) -> None:
        self._run_bot(lambda game, start: game.ply > start[0])

    @on("bot turn")
    def _bot_turn(self) -> None:
        self._run_bot(lambda game, start: turn_of(game.rules, game.state) != start[1])

    @on("bot end")
    def _bot_end(self) -> None:
        self._run_bot(lambda game, start: False)

    def _run_bot(self, until: Callable[[Game, tuple[int, object]], bool]) -> None:
        start = (self.game.ply, turn_of(self.game.rules, self.game.state))
        self.game.run(self.bot, until=lambda game: game.ply > start[0] and until(game, start))
        played = self.game.ply - start[0]
        self._moved(self._say("bot played", bot=self.bot, plies=played))

    @on("seat bot")
    def _seat_bot(self, seat: int, value: str) -> None:
        """Let a bot or a person have a seat."""
        self.game.view(seat)  # says what seats there are
        if value == "person":
            self.bots.pop(seat, None)
        else:
            self._weights(value)
            self.bots[seat] = value
        who = self._say("person") if value == "person" else value
        self._moved(self._say("seat played", who=self.game.rules.seats[seat], bot=who))

    # Seeing

    @on("see")
    def _see(self, value: str) -> None:
        names = self.game.rules.seats
        self.seat = read_seat(value, len(names))
        self.status = self._say("open") if self.seat is None else self._say("seen as", who=names[self.seat])

    @on("see next")
    def _see_next(self) -> None:
        seats = len(self.game.rules.seats)
        following = 0 if self.seat is None else self.seat + 1
        self._see("all" if following == seats else str(following))

    @on("forced")
    def _forced(self, value: bool) -> None:
        self.pass_forced = value
        self._answer()
        self.status = self._say("passes" if self.pass_forced else "passes not")

    @on("look up")
    def _look_up(self, value: str) -> None:
        if value:
            render.card_page(self.game.rules, value)  # says what is nearest if there is no such card
        self.card = value or None

    # Lines of play

    @on("keep")
    def _keep(self) -> None:
        self.status = self._say("kept", number=self.lines.keep())

    @on("switch")
    def _switch(self, line: int) -> None:
        self.lines.switch(line)
        self._quietly("switched")

    @on("drop")
    def _drop(self, line: int) -> None:
        self.lines.drop(line)
        self.status = self._say("dropped")

    # Showing

    def _may_choose(self, decision: Decision) -> bool:
        return self.seat is None or decision.seat == self.seat

    def _decider(self) -> str:
        seat = self.game.decision.seat
        return "nobody" if seat == NOBODY else self.game.rules.seats[seat]

    def text(self) -> str:
        """The table in plain words, as the seat sees it."""
        decision = self.game.decision
        shown = decision if self._may_choose(decision) or decision.seat == NOBODY else None
        return self.game.rules.text(self._table(), shown)

    def _table(self) -> Any:
        return self.game.table if self.seat is None else self.game.view(self.seat)

    def _places(self, options: Iterable[Option]) -> dict[str, int]:
        """The ids of options by the places that can be clicked."""
        rules: Any = self.game.rules
        if not self._may_choose(self.game.decision) or not isinstance(rules, HasPlaces):
            return {}
        places = {option: place for state in self.chosen.states for option, place in rules.places(state).items()}
        return {places[each.id]: each.id for each in options if each.id in places}

    def page(self) -> str:
        """The table, with the decision beside it."""
        mine = self._may_choose(self.game.decision)
        chosen = self._places(self.chosen.chosen)
        places = chosen | self._places(self.chosen.options)
        table = render.table(self.game.rules, self._table(), None, options=places, lit=chosen, live=mine)
        side = tag("div", self._decision(), self._bar(), self._settings(), self._card_page(), class_="gh-panel")
        meanings = {key: self._say(f"key {meaning}") for key, meaning in _KEYS.items()}
        keys = keys_help(meanings, title=self._say("keys"))
        beside = tag("div", side, self._branches(), self._happened(), keys)
        return tag("div", tag("div", table), beside, class_="gh-split")

    def _say(self, key: str, **values: object) -> str:
        return label(self._lang, key, **values)

    def _branches(self) -> Markup:
        others = {number: self.lines.told(number) for number in self.lines.others} if self.seat is None else {}
        here = self._say("this line", ply=self.game.ply, plies=len(self.lines.whole))
        return stepper.branches(others, here, title=self._say("lines"), drop=self._say("drop"))

    def _happened(self) -> Markup:
        log = stepper.log(self._log(), label=self._say("log"), empty=self._say("nothing"))
        title = self._say("happened")
        return tag("section", tag("h4", title), log, aria_label=title)

    def _decision(self) -> Markup:
        decision = self.game.decision
        if decision.seat == NOBODY:
            return tag("p", decision.prompt, class_="gh-prompt")
        if not self._may_choose(decision):
            return tag("p", self._say("decides", who=self._decider()), ".", class_="gh-prompt")
        offered = replace(decision, options=self.chosen.options)
        return stepper.options(offered, self.chosen.chosen, label=self._say("options"))

    def _bar(self) -> Markup:
        game, ahead = self.game, len(self.lines.whole) - self.game.ply
        over = game.over
        return tag(
            "div",
            button(self._say("undo"), "undo", keys="u", disabled=game.ply == 0 and not self.chosen.picks),
            button(self._say("redo"), "redo", keys="r", disabled=ahead == 0),
            button(self._say("keep"), "keep", keys="k"),
            button(self._say("bot ply"), "bot step", keys="b", disabled=over),
            button(self._say("bot turn"), "bot turn", keys="t", disabled=over),
            button(self._say("bot end"), "bot end", keys="e", disabled=over),
            class_="gh-bar",
            role="group",
            aria_label=self._say("steps"),
        )

    def _settings(self) -> Markup:
        seats = self.game.rules.seats
        of_seats = {str(number): self._say("see seat", who=name) for number, name in enumerate(seats)}
        seen = "all" if self.seat is None else str(self.seat)
        bots = list(bot_names(self.game.rules))
        content = [
            choice(self._say("see"), "see", seen, {"all": self._say("see all"), **of_seats}),
            button(self._say("see next"), "see next", keys="v"),
            choice(self._say("bot"), "bot", self.bot, bots) if bots else EMPTY,
            checkbox(self._say("forced"), "forced", self.pass_forced),
            *(self._seat_choice(seat, bots) for seat in range(len(seats)) if bots),
        ]
        return tag("details", tag("summary", self._say("settings")), *content, class_="gh-small", data_key="settings")

    def _seat_choice(self, seat: int, bots: list[str]) -> Markup:
        players = {"person": self._say("person"), **{bot: bot for bot in bots}}
        return choice(self.game.rules.seats[seat], "seat bot", self.bots.get(seat, "person"), players, seat=seat)

    def _card_page(self) -> Markup:
        names = render.card_names(self.game.rules)
        if not names:
            return EMPTY
        picker = choice(self._say("look up"), "look up", self.card or "", {"": "…", **names})
        page = render.card_page(self.game.rules, self.card, self._table()) if self.card else EMPTY
        return join(picker, page)

    def _log(self) -> list[stepper.Told]:
        """The last plies, newest first, in the words that the seat may hear."""
        return told_plies(self.game, self.seat, _LOGGED)


def told_plies(game: Game, seat: int | None, last: int) -> list[stepper.Told]:
    """The last plies of a game in words, newest first; a seat hears only what it saw."""
    told = [_told_ply(game, seat, ply) for ply in range(max(1, game.ply - last + 1), game.ply + 1)]
    return told[::-1]


def _told_ply(game: Game, seat: int | None, ply: int) -> stepper.Told:
    decision, move = game.rules.decision(game.line.state_at(ply - 1)), game.line.moves[ply - 1]
    name = game.rules.seats[decision.seat]
    chosen = next(option.label for option in decision.options if option.id == move)
    head = f"{name}: {chosen}" if seat in (None, decision.seat) else name
    return stepper.Told(ply, head, heard(game.events_at(ply), seat))
