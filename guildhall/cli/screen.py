"""What all commands share: exit codes, the screen, messages, the form of help texts, and whether Ctrl-C was pressed."""

from __future__ import annotations

import argparse
import io
import re
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeAlias

from guildhall.core.errors import short
from guildhall.core.typed import whole_number

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = [
    "INTERRUPTED",
    "OK",
    "PROBLEM",
    "WRONG_USE",
    "Commands",
    "add_command",
    "clean",
    "coloured",
    "complain",
    "existing_file",
    "forgive_encoding",
    "noting_ctrl_c",
    "number",
    "print_line",
    "screen",
    "was_pressed",
]

OK, PROBLEM, WRONG_USE, INTERRUPTED = 0, 1, 2, 130

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


def screen() -> Console:
    """The terminal, or whatever standard output is now; no text is taken for markup."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


def clean(text: str) -> str:
    """A text without signs that steer a terminal: names and comments may come from anybody's file.

    >>> clean("Ada\\x1b[2J")
    'Ada�[2J'
    """
    return "".join(sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text)


def complain(message: object) -> None:
    """Tell on standard error what is wrong."""
    print(f"guildhall: {clean(str(message))}", file=sys.stderr)


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


# --- Ctrl-C, remembered: inside the compiler it does not come out as KeyboardInterrupt but as some other error ---

_pressed = False


def was_pressed() -> bool:
    """Whether Ctrl-C was pressed since the command began."""
    return _pressed


@contextmanager
def noting_ctrl_c() -> Iterator[None]:
    """Remember Ctrl-C, which otherwise does what it always does."""
    global _pressed
    _pressed = False
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield  # somebody else looks after it
        return
    signal.signal(signal.SIGINT, _note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _note(number: int, frame: FrameType | None) -> None:
    global _pressed
    _pressed = True
    signal.default_int_handler(number, frame)
