"""Additions to a recorded game: notes, and variations played on from any ply, each saved immediately."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from guildhall.core.decision import NOBODY
from guildhall.core.errors import GuildhallError, short
from guildhall.core.game import Game
from guildhall.core.rules import turn_of
from guildhall.records.study import MARKS, Highlight, LinePath
from guildhall.records.verify import speak

from ..live import Part, Screen, on
from ..render import stepper
from ..render.controls import bar, button, choice, text_area, text_input
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import plural
from .lines import read_path, write_path
from .page import MEANINGS
from .reader import Reader

__all__ = ["Annotator", "BotChoice", "Variations"]

_ONLY_READ = "This record is read-only here. To annotate it, save it under another name and open that file."
_LETTERS, _MOST_ROWS = 46, 8  # of a comment


class Places(Mapping[str, int]):
    """Assigns a number to every place of the table on request, so that all of them can be clicked."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __getitem__(self, place: str) -> int:
        if place not in self.names:
            self.names.append(place)
        return self.names.index(place)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __bool__(self) -> bool:
        return True  # every place has a number, even before the first request


class Annotator(Part):
    """The notes on the current ply, and unfinished input."""

    def __init__(self, reader: Reader, screen: Screen) -> None:
        self.tag_draft = ""
        self.highlight_draft = ""
        self.pointing: Places | None = None  # the places of the table, while one of them is being chosen
        self._reader, self._screen = reader, screen
        reader.before_going.append(self._leave)

    def _leave(self, line: LinePath, ply: int) -> None:
        """Remove emptied comments when the reader leaves them."""
        reader = self._reader
        if (line, ply) == (reader.home, reader.ply):
            return
        self.pointing = None
        comments = reader.node.comments if reader.is_open and not reader.changes.read_only else []
        for number in range(len(comments) - 1, -1, -1):
            if not comments[number]:
                self._change("remove_comment", number=number)

    def _change(self, do: str, **arguments: Any) -> None:
        """Make one change to the notes on the current ply."""
        self._reader.change(do, ply=self._reader.ply, line=self._reader.home, **arguments)

    # Marks and comments

    @on("mark")
    def _mark(self, mark: str) -> None:
        """Set a mark, or remove it if it is already set."""
        if self._reader.ply == 0:
            raise GuildhallError("only a move can be marked, and there is none at the start")
        sign = "" if self._reader.node.mark == mark else mark
        self._change("annotate", mark=sign)
        self._screen.announce(f"Marked {sign}." if sign else "Mark removed.")

    @on("comment")
    def _comment(self, value: str, number: int, ply: int, line: str) -> None:
        """Store a keystroke in a comment. It names its place, because the reader may have moved on."""
        self._reader.only_open("Notes")
        place: dict[str, Any] = {"ply": ply, "line": read_path(line)}
        if value or number < len(self._reader.record.notes_at(**place).comments):
            self._reader.change("set_comment", text=value, number=number, **place)

    @on("remove comment")
    def _remove_comment(self, number: int) -> None:
        self._change("remove_comment", number=number)
        self._screen.announce("Comment removed.")

    # Tags

    @on("tag draft")
    def _draft_tag(self, value: str) -> None:
        self.tag_draft = value

    @on("add tag")
    def _add_tag(self) -> None:
        tag = self.tag_draft.strip()
        if not tag:
            self._screen.announce("Enter a tag first.")
            return
        self._change("annotate", tag=tag)
        self.tag_draft = ""
        self._screen.announce(f"Tagged {tag}.")

    @on("remove tag")
    def _remove_tag(self, tag: str) -> None:
        self._change("remove_tag", tag=tag)
        self._screen.announce(f"Tag {tag} removed.")

    # Highlights

    @on("point")
    def _point(self) -> None:
        """Let the next click on the table choose the highlight, or cancel that."""
        self._reader.only_open("Highlights")
        self.pointing = Places() if self.pointing is None else None
        self._screen.announce("Choose something on the table." if self.pointing is not None else "Nothing chosen.")

    def point_at(self, option: int) -> None:
        """Highlight the place chosen on the table."""
        if self.pointing is None or not 0 <= option < len(self.pointing):
            raise GuildhallError("nothing on the table has that number")
        self._highlight(Highlight(self.pointing.names[option]))
        self.pointing = None

    @on("highlight draft")
    def _draft_highlight(self, value: str) -> None:
        self.highlight_draft = value

    @on("add highlight")
    def _add_highlight(self) -> None:
        """Highlight the place typed in, or draw an arrow from one place to another."""
        what, arrow, to = (part.strip() for part in self.highlight_draft.partition("->"))
        if not what or (arrow and not to):
            self._screen.announce("Enter what to highlight first: a place on the table, or from -> to.")
            return
        self._highlight(Highlight(what, to=to or None))
        self.highlight_draft = ""

    def _highlight(self, highlight: Highlight) -> None:
        self._change("annotate", highlight=highlight)
        self._screen.announce(f"Highlighted {highlight.what}.")

    @on("remove highlight")
    def _remove_highlight(self, number: int) -> None:
        self._change("remove_highlight", number=number)
        self._screen.announce("Highlight removed.")

    # On the page

    def panel(self) -> Markup:
        """Return mark, comments, tags and highlights of the current ply."""
        if not self._reader.is_open:
            hidden = "Notes may reveal hidden cards, so they are shown only with everything open."
            return tag("p", hidden, class_="gh-quiet")
        node = self._reader.node
        read_only = self._reader.changes.read_only
        rows = (self._comment_row(number, text) for number, text in enumerate([*node.comments, ""]))
        return tag(
            "fieldset",
            tag("p", _ONLY_READ, class_="gh-small") if read_only else EMPTY,
            tag(
                "div", tag("span", f"Note on ply {self._reader.ply}", class_="gh-cap"), self._marks(), class_="gh-signs"
            ),
            tag("div", *rows, class_="gh-comments"),
            tag("div", self._tags(), self._highlights(), class_="gh-labels"),
            disabled=read_only,
            aria_label="Notes",
        )

    def _marks(self) -> Markup:
        is_start, chosen = self._reader.ply == 0, self._reader.node.mark  # no move led to the start
        marks = (
            button(mark, "mark", title=MEANINGS[mark], pressed=chosen == mark, disabled=is_start, mark=mark)
            for mark in MARKS
        )
        return bar("mark of the move", *marks, roving=True)

    def _comment_row(self, number: int, text: str) -> Markup:
        line, ply = write_path(self._reader.home), self._reader.ply
        is_new = number == len(self._reader.node.comments)
        area = text_area(
            f"comment {number + 1} on ply {ply}",
            "comment",
            text,
            key=f"comment {line} {ply} {number}",
            rows=1 if is_new and number else _rows(text),
            hint="another comment" if number else "What do you think of it?",
            number=number,
            ply=ply,
            line=line,
        )
        about: dict[str, Any] = {"label": "remove this comment", "class_": "gh-tool"}
        remove = EMPTY if is_new else button(icon("close"), "remove comment", **about, number=number)
        return tag("div", area, remove, class_="gh-comment", data_key=f"comment row {line} {ply} {number}")

    def _tags(self) -> Markup:
        tags = (
            button(join(each, icon("close")), "remove tag", label=f"remove the tag {each}", class_="gh-tag", tag=each)
            for each in self._reader.node.tags
        )
        draft = text_input("Tag", "tag draft", self.tag_draft, hint="tag", enter="add tag")
        add = button(icon("plus"), "add tag", label="Add tag", class_="gh-tool")
        return bar("tags", *tags, draft, add)

    def _highlights(self) -> Markup:
        lit = (
            button(
                join(f"{one.what}{f' → {one.to}' if one.to else ''}", icon("close")),
                "remove highlight",
                label=f"remove the highlight of {one.what}",
                class_="gh-tag",
                number=number,
            )
            for number, one in enumerate(self._reader.node.highlights)
        )
        called = join(icon("quest"), tag("span", "Highlight a place"))
        about: dict[str, Any] = {"keys": "h", "pressed": self.pointing is not None, "class_": "gh-tool"}
        choose = button(called, "point", label="Highlight a place", **about)
        hint = "a place, or from -> to"
        draft = text_input("Highlight", "highlight draft", self.highlight_draft, hint=hint, enter="add highlight")
        add = button(icon("plus"), "add highlight", label="Add highlight", class_="gh-tool")
        typed = tag("div", draft, add, class_="gh-menu-items gh-above")
        more = tag("summary", icon("more"), title="type a place", aria_label="type a place", class_="gh-tool")
        folded = tag("details", more, typed, class_="gh-menu", data_key="menu highlight")
        return bar("highlights", *lit, choose, folded)


def _rows(text: str) -> int:
    """Return the height of a comment in lines, so that a short one is fully visible."""
    lines = sum(1 + len(line) // _LETTERS for line in text.split("\n"))
    return min(max(2, lines), _MOST_ROWS)


# --- Variations ---


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
        self.leaving: LinePath | None = None  # the variation to delete if Delete is pressed again
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
