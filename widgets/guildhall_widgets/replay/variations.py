"""Variations: playing on from any ply of a recorded game, by hand or by a bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from guildhall.core.decision import NOBODY
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.rules import turn_of
from guildhall.records.study import LinePath
from guildhall.records.verify import speak

from ..live import Part, Screen, on
from ..render import stepper
from ..render.controls import bar, button, choice
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import plural
from .lines import read_path, write_path
from .reader import Reader

__all__ = ["BotChoice", "Variations"]

_DELETE = "delete this variation"
_MOVE_UP = "move this variation before its neighbour or swap it with its line, except the main line"


class BotChoice(Part):
    """The bot that plays on and is compared with the players, "" if the game has none."""

    def __init__(self, names: tuple[str, ...], screen: Screen) -> None:
        self.names = names
        self.chosen = "heuristic" if "heuristic" in names else next(iter(names), "")
        self._screen = screen

    @on("bot")
    def _choose(self, value: str) -> None:
        if value not in self.names:
            raise GuildhallError(f"unknown bot {short(value)}; expected one of {', '.join(self.names) or 'none'}")
        self.chosen = value
        self._screen.announce(f"{value} plays on request.")


class Variations(Part):
    """The variations of a record, and navigation between them."""

    def __init__(self, reader: Reader, bot: BotChoice, screen: Screen) -> None:
        self.leaving: LinePath | None = None  # the variation that is deleted if Delete is pressed again
        self._reader, self._bot, self._screen = reader, bot, screen
        reader.before_going.append(self._stay)

    def _stay(self, line: LinePath, ply: int) -> None:
        """Cancel a pending deletion when the reader moves."""
        self.leaving = None

    # By hand

    def play(self, option: int) -> None:
        """Play an option at the current ply."""
        reader = self._reader
        reader.only_open("Variations")
        rules, state = reader.tree.rules, reader.tree.state(reader.line, reader.ply)
        if option not in rules.options(state):
            raise GuildhallError("not an option here; choose one of those shown")
        self._follow([option], [rules.phrase(state, option)])
        self._screen.announce(f"{'A variation. ' if reader.line else ''}{reader.place_told()}")

    def _follow(self, moves: list[int], phrases: list[str]) -> None:
        """Follow moves along the line, along existing variations, and then on a new one."""
        reader, done = self._reader, 0
        while done < len(moves) and self._enter(moves[done]):
            done += 1
        if done == len(moves):
            return
        rest: dict[str, Any] = {"moves": moves[done:], "phrases": phrases[done:]}
        if reader.line and reader.ply == reader.last:
            reader.change("prolong", line=reader.line, **rest)
            line = reader.line
        else:
            line = reader.change("graft", ply=reader.ply, line=reader.home, **rest)
        reader.go(reader.ply + len(rest["moves"]), line)

    def _enter(self, move: int) -> bool:
        """Make a move already recorded at this ply, or return False if there is none."""
        reader = self._reader
        if reader.tree.move(reader.line, reader.ply) == move:
            reader.go(reader.ply + 1)
            return True
        for number, variation in enumerate(reader.node.variations):
            if variation.moves[0] == move:
                reader.go(reader.ply + 1, (*reader.home, reader.ply, number))
                return True
        return False

    # By a bot

    @on("bot step")
    def _bot_step(self) -> None:
        self._run_bot(lambda game: game.ply > 0)

    @on("bot turn")
    def _bot_turn(self) -> None:
        turn = self._reader.turn_at(self._reader.ply)
        self._run_bot(lambda game: game.ply > 0 and turn_of(game.rules, game.state) != turn)

    @on("bot end")
    def _bot_end(self) -> None:
        self._run_bot(lambda game: False)

    def _run_bot(self, until: Callable[[Game], bool]) -> None:
        reader, rules, bot = self._reader, self._reader.tree.rules, self._bot.chosen
        reader.only_open("Variations")
        if not bot:
            raise GuildhallError(f"{rules.game} has no bots")
        game = Game(rules, reader.tree.state(reader.line, reader.ply), seed=reader.record.header.seed)
        game.run(bot, until=until)
        if not game.ply:
            raise GuildhallError("the game is over here; go back to play on")
        self._follow(list(game.moves), speak(rules, game.start, game.moves))
        self._screen.announce(f"{bot} played {plural(game.ply, 'ply', 'plies')}. {reader.place_told()}")

    # Navigation between lines

    @on("branch point")
    def _to_branch_point(self) -> None:
        """Go back to where this variation leaves its line."""
        line = self._variation()
        self._reader.go(line[-2], line[:-2])
        self._reader.announce_place()

    @on("other line")
    def _other_line(self, by: int) -> None:
        """Go to the first move of the next or previous variation. Before the first comes the line it leaves."""
        *outer, ply, number = self._variation()
        wanted, count = number + by, self._neighbours()
        if wanted < 0:
            self._reader.go(ply, tuple(outer))
        elif wanted < count:
            self._reader.go(ply + 1, (*outer, ply, wanted))
        else:
            raise GuildhallError(f"this is the last of {count} variations at ply {ply}")
        self._reader.announce_place()

    def _neighbours(self) -> int:
        """Return the number of variations at this branch point."""
        *outer, ply, _ = self._variation()
        return len(self._reader.record.notes_at(ply, line=tuple(outer)).variations)

    @on("title")
    def _title(self, value: str, line: str) -> None:
        self._reader.change("set_title", title=value, line=read_path(line))

    @on("promote")
    def _promote(self) -> None:
        ply, line = self._reader.ply, self._variation()
        moved: LinePath = self._reader.change("promote_variation", line=line)
        self._reader.go(ply, moved)
        self._screen.announce("The variation moved up.")

    @on("delete line")
    def _delete_line(self) -> None:
        """Delete this variation when pressed twice. This cannot be undone."""
        gone = self._variation()
        if self.leaving != gone:
            self.leaving = gone
            length = plural(len(self._reader.record.line(gone).moves), "ply", "plies")
            self._screen.announce(f"Press Delete again to remove {length} with all notes.")
            return
        self._reader.go(gone[-2], gone[:-2])
        self._reader.change("remove_variation", line=gone)
        self._screen.announce("The variation was deleted.")

    def _variation(self) -> LinePath:
        """Return the current line if it is a variation, or raise GuildhallError."""
        if not self._reader.line:
            raise GuildhallError("this is the main line, the game as it was played")
        return self._reader.line

    # On the page

    def panel(self) -> Markup:
        """Return the current decision with the ways to play on, by hand or by a bot."""
        reader = self._reader
        if not reader.may_know(reader.ply):
            name = reader.record.header.seats[reader.tree.decider(reader.line, reader.ply)]
            return tag("p", f"{name} decides.", class_="gh-prompt")
        decision = reader.tree.rules.decision(reader.tree.state(reader.line, reader.ply))
        prompt = tag("p", decision.prompt, class_="gh-prompt")
        if decision.seat == NOBODY:
            return prompt
        if not reader.may_write:
            return join(prompt, tag("ul", *(tag("li", option.phrase) for option in decision.options)))
        return join(prompt, stepper.options(decision, label="options"), self._bot_bar())

    def _bot_bar(self) -> Markup:
        if not self._bot.names:
            return EMPTY
        return bar(
            "bot",
            choice("Bot", "bot", self._bot.chosen, self._bot.names),
            button("Ply", "bot step", keys="s", label="Bot: ply"),
            button("Turn", "bot turn", keys="t", label="Bot: turn"),
            button("To the end", "bot end", keys="e", label="Bot: to the end"),
        )

    def followed(self) -> Markup:
        """Return the controls of the current variation, if any."""
        if not self._reader.line:
            return EMPTY
        line, number = write_path(self._reader.line), self._reader.line[-1]
        is_first, is_last = number == 0, number == self._neighbours() - 1
        title = tag(
            "input",
            type="text",
            value=self._reader.record.line(self._reader.line).title,
            placeholder="name of this variation",
            aria_label="name of this variation",
            disabled=not self._reader.may_write,
            data_do="title",
            data_key=f"title {line}",
            data_line=line,
        )
        fixed = not self._reader.may_write
        return bar(
            "this variation",
            title,
            _tool("branch", "Back to the branch point", "branch point", keys="b"),
            _tool("left", "Previous line", "other line", keys="[", by=-1),
            _tool("right", "Next line", "other line", keys="]", disabled=is_last, by=1),
            _tool("up", _MOVE_UP, "promote", disabled=fixed or (len(self._reader.line) == 2 and is_first)),
            button("Really delete" if self.leaving else "Delete", "delete line", title=_DELETE, disabled=fixed),
        )


def _tool(symbol: str, label: str, do: str, **about: Any) -> Markup:
    return button(icon(symbol), do, label=label, class_="gh-tool", **about)
