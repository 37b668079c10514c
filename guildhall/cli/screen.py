"""What all commands share: exit codes, the form of help texts, and the one place that prints.

Names, comments and card texts may come from anybody's file, and a terminal obeys what is hidden in them.
So every text that a command shows goes through `say`, `complain`, `asking`, a `Parser` or a console of `screen`, all of
which clean it; nothing else in this package prints.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from guildhall.core.errors import short
from guildhall.core.typed import whole_number

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = [
    "OK",
    "PROBLEM",
    "WRONG_USE",
    "Commands",
    "Parser",
    "add_command",
    "asking",
    "clean",
    "coloured",
    "complain",
    "existing_file",
    "forgive_encoding",
    "number",
    "print_line",
    "say",
    "screen",
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
