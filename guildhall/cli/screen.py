"""Terminal input and output: sanitize and print texts, show games and options, read lines, and notice Ctrl-C.

Names, comments and card texts may come from anybody's file and may contain control characters for the terminal.
Therefore commands print only through `say`, `complain`, `asking`, a `Parser` or a console of `screen`, which
sanitize all texts.

While a command runs, Ctrl-C raises `KeyboardInterrupt` as usual and is also remembered, because a compiler or an
import may turn the exception into another one.
Before and after a command, Ctrl-C ends the process immediately (`guildhall.cli.leave`).
"""

from __future__ import annotations

import _thread
import argparse
import io
import re
import signal
import sys
import textwrap
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from guildhall.cli import leave
from guildhall.core.errors import short
from guildhall.core.typed import whole_number

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from guildhall.core.decision import Decision, Event
    from guildhall.core.game import Game
    from guildhall.core.phrases import ChosenSet

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
    "event_lines",
    "existing_file",
    "forgive_encoding",
    "noting_ctrl_c",
    "number",
    "print_line",
    "say",
    "screen",
    "show_events",
    "show_move",
    "show_options",
    "show_table",
    "was_pressed",
]


OK, PROBLEM, WRONG_USE = 0, 1, 2

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction["Parser"]
else:
    Commands = Any

# Easy to read on dark and light backgrounds. The word itself is always shown too.
_STYLES = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "purple": "magenta"}


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], *, help: str, examples: str
) -> argparse.ArgumentParser:
    """Add a command with its one-line help and its examples, and return its parser."""
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
    """A parser that sanitizes its messages, because an invalid argument may be anybody's file name."""

    def error(self, message: str) -> NoReturn:
        """Print an error and exit."""
        super().error(clean(message))


def clean(text: str) -> str:
    """Replace characters that control the terminal or change the writing direction.

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
    """Print an error message on standard error."""
    print(f"guildhall: {clean(str(message))}", file=sys.stderr)


def asking(prompt: str) -> str:
    """Return the line typed at a prompt."""
    return input(clean(prompt))


def screen(*, stderr: bool = False) -> Console:
    """Return a console for the current standard output, which sanitizes all texts and interprets no markup."""
    from rich.console import Console
    from rich.segment import Segment

    class Clean(Console):
        """A console that sanitizes all texts but keeps its control codes for colours and cursors."""

        def render(self, *what: Any, **options: Any) -> Iterable[Segment]:
            for text, style, control in super().render(*what, **options):
                yield Segment(text if control else clean(text), style, control)

    return Clean(markup=False, highlight=False, emoji=False, stderr=stderr)


def forgive_encoding() -> None:
    """Make a terminal that cannot show a character print a replacement instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def coloured(text: str) -> Text:
    """Return a text in which the names of the five colours are shown in colour.

    >>> [span.style for span in coloured("red Farmer, tired Weaver").spans]
    ['red']
    """
    from rich.text import Text

    shown = Text(clean(text))
    for word, style in _STYLES.items():
        shown.highlight_regex(rf"\b{word}\b", style)
    return shown


# The margin of a line: spaces, and a label or a number followed by space.
_MARGIN = re.compile(r" *(?:\S.*?  +|\d+: )?")


def print_line(console: Console, text: str, *, style: str = "") -> None:
    """Print lines with colours, wrapping long ones with a hanging indent."""
    for line in clean(text).split("\n"):
        margin = _MARGIN.match(line)
        indent = " " * (margin.end() if margin else 0)
        for part in textwrap.wrap(line, console.width, subsequent_indent=indent, break_on_hyphens=False) or [""]:
            console.print(coloured(part), style=style, soft_wrap=True)


def number(text: str) -> int:
    """Parse a whole number given as a command-line argument."""
    found = whole_number(text, signed=True)
    if found is None:
        raise argparse.ArgumentTypeError(f"{short(text)} is not a whole number")
    return found


def existing_file(name: str) -> Path:
    """Return the path of an existing file given as a command-line argument."""
    path = Path(name)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file '{name}'")
    return path


# --- A game ---


ONLOOKER = -1
"""The seat of an onlooker, who sees only public information."""


def event_lines(events: Iterable[Event], seat: int) -> Iterator[str]:
    """Yield a line for each event that a seat saw, with repeated lines merged.

    >>> from guildhall.core.decision import Event
    >>> draw = Event("draw", 0, "Ada draws red Farmer", {}, seen_by=(0,), public="Ada draws a card")
    >>> list(event_lines([draw, draw], 1))
    ['Ada draws a card (2 times)']
    """
    lines = (event.as_seen_by(seat).text for event in _without_echo(events))
    for line, same in groupby(filter(None, lines)):
        times = len(list(same))
        yield line if times == 1 else f"{line} ({times} times)"


def _without_echo(events: Iterable[Event]) -> Iterator[Event]:
    """Drop the movement of a card to the area right after it was played."""
    before: Event | None = None
    for event in events:
        echo = before is not None and (before.kind, event.kind) == ("play", "move")
        if not echo:
            yield event
        before = event


def show_events(console: Console, events: Iterable[Event], seat: int) -> None:
    """Print events, with each new turn in bold."""
    for line in event_lines(events, seat):
        # New turns make long lists easier to scan.
        begins_turn = line.startswith("Turn ")
        print_line(console, line if begins_turn else f"  {line}", style="bold" if begins_turn else "")


def show_move(console: Console, sentence: str, events: Iterable[Event]) -> None:
    """Print another player's move in one sentence, with a line where the next turn begins."""
    print_line(console, f"  {sentence}")
    for event in events:
        if event.kind == "turn":
            print_line(console, event.text, style="bold")


def show_table(console: Console, game: Game, seat: int) -> None:
    """Print the table as the seat sees it."""
    console.print()
    print_line(console, game.rules.text(game.view(seat), None))


def show_options(console: Console, decision: Decision, chosen: ChosenSet) -> None:
    """Print the prompt and the numbered options, as lines with descriptions or in columns."""
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
    """Return whether a person uses the terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str | None:
    """Read a line, or return None at the end of the input.

    A line from a pipe is printed too, so that the output reads like a session at a terminal.
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
    """Enable arrow keys and a history of lines, if Python supports them."""
    with suppress(ImportError):
        import readline  # noqa: F401  # importing it is enough


# --- Ctrl-C ---


_pressed = False
_SOON = 0.01  # seconds


def was_pressed() -> bool:
    """Return whether Ctrl-C was pressed since the command began."""
    return _pressed


@contextmanager
def noting_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C raise `KeyboardInterrupt`, and remember it."""
    global _pressed
    _pressed = False
    if not _is_ours():
        yield
        return
    before, complain_before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    sys.unraisablehook = _press_again
    signal.signal(signal.SIGINT, _note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = complain_before


def _is_ours() -> bool:
    """Return whether this is the main thread and no other code handles Ctrl-C."""
    usual = signal.default_int_handler, leave
    return threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) in usual


def _note(number: int, frame: FrameType | None) -> None:
    global _pressed
    _pressed = True
    signal.default_int_handler(number, frame)


def _press_again(lost: sys.UnraisableHookArgs) -> None:
    """Repeat a `KeyboardInterrupt` that Python would only print, as in a callback of the garbage collector."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(_SOON, _thread.interrupt_main).start()  # raised now, it would be lost again
    else:
        sys.__unraisablehook__(lost)
