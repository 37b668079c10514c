"""Show and read everything at the terminal: clean every text, print games and options, and read lines.

Names, comments and card texts may come from anybody's file, and a terminal obeys control characters hidden in them.
So every text that a command shows goes through `say`, `complain`, `asking`, a `Parser` or a console of `screen`, all of
which clean it. Nothing else in this package prints.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from guildhall.core.errors import short
from guildhall.core.typed import whole_number

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from guildhall.core.decision import Decision, Event
    from guildhall.core.game import Game
    from guildhall.core.sets import ChosenSet

__all__ = [
    "OK",
    "PROBLEM",
    "WRONG_USE",
    "Commands",
    "Parser",
    "add_command",
    "ask",
    "asking",
    "at_terminal",
    "clean",
    "coloured",
    "complain",
    "existing_file",
    "forgive_encoding",
    "number",
    "print_line",
    "say",
    "screen",
    "show_events",
    "show_move",
    "show_options",
    "show_table",
    "told",
]


OK, PROBLEM, WRONG_USE = 0, 1, 2

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Commands = Any

# Easy to read on dark and on light ground; the word itself always stands there too.
_STYLES = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "purple": "magenta"}


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], *, help: str, examples: str
) -> argparse.ArgumentParser:
    """A command with its one-line help and its examples."""
    parser = commands.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


class Parser(argparse.ArgumentParser):
    """A parser whose messages are clean: a wrong argument may be the name of anybody's file."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end the program."""
        super().error(clean(message))


def clean(text: str) -> str:
    """A text without signs that steer a terminal or turn the direction of writing.

    >>> clean("Ada\\x1b[2J")
    'Ada�[2J'
    """
    if text.isprintable():
        return text
    return "".join(sign if _is_harmless(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text)


def _is_harmless(sign: str) -> bool:
    return sign.isprintable() or sign == "\n" or unicodedata.category(sign) == "Zs"


def say(*lines: object, flush: bool = False) -> None:
    """Print lines on standard output."""
    for line in lines:
        print(clean(str(line)), flush=flush)


def complain(message: object) -> None:
    """Tell on standard error what is wrong."""
    print(f"guildhall: {clean(str(message))}", file=sys.stderr)


def asking(prompt: str) -> str:
    """Return the line that a person at the terminal types behind a prompt."""
    return input(clean(prompt))


def screen(*, stderr: bool = False) -> Console:
    """The terminal, or whatever standard output is now; no text is taken for markup, and all of it is cleaned."""
    from rich.console import Console
    from rich.segment import Segment

    class Clean(Console):
        """Cleans what is shown, whatever it is part of; codes for colours and cursors are the console's own."""

        def render(self, *what: Any, **options: Any) -> Iterable[Segment]:
            for text, style, control in super().render(*what, **options):
                yield Segment(text if control else clean(text), style, control)

    return Clean(markup=False, highlight=False, emoji=False, stderr=stderr)


def forgive_encoding() -> None:
    """A terminal that cannot show a character shows another one in its place; nothing breaks off."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def coloured(text: str) -> Text:
    """A text in which the names of the five colours have their colour.

    >>> [span.style for span in coloured("red Farmer, tired Weaver").spans]
    ['red']
    """
    from rich.text import Text

    shown = Text(clean(text))
    for word, style in _STYLES.items():
        shown.highlight_regex(rf"\b{word}\b", style)
    return shown


# What stands before the text proper of a line: spaces, and a label or a number with space behind it.
_MARGIN = re.compile(r" *(?:\S.*?  +|\d+: )?")


def print_line(console: Console, text: str, *, style: str = "") -> None:
    """Print lines, long ones folded under their own beginning, colours in colour."""
    for line in clean(text).split("\n"):
        margin = _MARGIN.match(line)
        indent = " " * (margin.end() if margin else 0)
        for part in textwrap.wrap(line, console.width, subsequent_indent=indent, break_on_hyphens=False) or [""]:
            console.print(coloured(part), style=style, soft_wrap=True)


def number(text: str) -> int:
    """A whole number, for an argument of a command."""
    found = whole_number(text, signed=True)
    if found is None:
        raise argparse.ArgumentTypeError(f"{short(text)} is no whole number")
    return found


def existing_file(name: str) -> Path:
    """A file that is there, for an argument of a command."""
    path = Path(name)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file '{name}'")
    return path


# --- A game ---


ONLOOKER = -1
"""The seat of somebody who only watches, and sees what everybody sees."""


def told(events: Iterable[Event], seat: int) -> Iterator[str]:
    """What a seat saw, a line each; the same line several times in a row is told once.

    >>> from guildhall.core.decision import Event
    >>> draw = Event("draw", 0, "Ada draws red Farmer", {}, seen_by=(0,), public="Ada draws a card")
    >>> list(told([draw, draw], 1))
    ['Ada draws a card (2 times)']
    """
    lines = (event.as_seen_by(seat).text for event in _without_echo(events))
    for line, same in groupby(filter(None, lines)):
        times = len(list(same))
        yield line if times == 1 else f"{line} ({times} times)"


def _without_echo(events: Iterable[Event]) -> Iterator[Event]:
    """Leave out that a card goes to the area right after it was played."""
    before: Event | None = None
    for event in events:
        echo = before is not None and (before.kind, event.kind) == ("play", "move")
        if not echo:
            yield event
        before = event


def show_events(console: Console, events: Iterable[Event], seat: int) -> None:
    """Tell what happened, with a line above each turn."""
    for line in told(events, seat):
        # A new turn is the one thing to look for in a long list.
        begins_turn = line.startswith("Turn ")
        print_line(console, line if begins_turn else f"  {line}", style="bold" if begins_turn else "")


def show_move(console: Console, sentence: str, events: Iterable[Event]) -> None:
    """Tell a move of somebody else in one sentence, with a line where the next turn begins."""
    print_line(console, f"  {sentence}")
    for event in events:
        if event.kind == "turn":
            print_line(console, event.text, style="bold")


def show_table(console: Console, game: Game, seat: int) -> None:
    """The table as the seat sees it, with nothing that is hidden from it."""
    console.print()
    print_line(console, game.rules.text(game.view(seat), None))


def show_options(console: Console, decision: Decision, chosen: ChosenSet) -> None:
    """What is asked, and every option with a number: a line each with its sentence, or in columns without."""
    decision = replace(decision, options=chosen.options)
    console.print()
    print_line(console, decision.prompt, style="bold")
    if sum(bool(option.text) for option in decision.options) > 1:
        _show_lines(console, decision)
    else:
        _show_columns(console, decision)
    if chosen.picks:
        print_line(
            console, f"Chosen: {', '.join(option.phrase for option in chosen.chosen)}; undo takes the last one back."
        )
    elif chosen.takes_several:
        print_line(console, "In any order, one after the other, or all at once with commas.")


def _show_lines(console: Console, decision: Decision) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column()
    for number, option in enumerate(decision.options, 1):
        table.add_row(str(number), coloured(option.phrase), option.text)
    console.print(table)


def _show_columns(console: Console, decision: Decision) -> None:
    from rich.columns import Columns

    numbered = (f"{number:>3}  {option.phrase}" for number, option in enumerate(decision.options, 1))
    console.print(Columns(map(coloured, numbered), padding=(0, 3), column_first=True))


# --- Reading lines ---


def at_terminal() -> bool:
    """True if a person sits in front of it."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str | None:
    """One line, or None when there are no more.

    From a pipe the line is shown too, so that what is printed reads like a session at a terminal.
    """
    if at_terminal():
        _allow_editing()
        try:
            return asking(prompt)
        except EOFError:
            say("")
            return None
    line = sys.stdin.readline()
    if line:
        say(f"{prompt}{line.rstrip()}", flush=True)
    return line or None


def _allow_editing() -> None:
    """Arrow keys and a history of lines, where Python has them."""
    with suppress(ImportError):
        import readline  # noqa: F401  # importing it is all that is needed
