"""What all commands share: exit codes, the screen, messages, the form of help texts."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

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
    "coloured",
    "complain",
    "existing_file",
    "forgive_encoding",
    "screen",
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


def complain(message: object) -> None:
    """Tell on standard error what is wrong."""
    print(f"guildhall: {message}", file=sys.stderr)


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

    shown = Text(text)
    for word, style in _STYLES.items():
        shown.highlight_regex(rf"\b{word}\b", style)
    return shown


def existing_file(name: str) -> Path:
    """A file that is there, for an argument of a command."""
    path = Path(name)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file '{name}'")
    return path
