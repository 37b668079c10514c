"""Reading what a player types, at a terminal or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from guildhall.cli.screen import asking, say
from guildhall.core.decision import Option
from guildhall.core.errors import IllegalOption
from guildhall.core.typed import parts_of, whole_number

__all__ = ["ask", "at_terminal", "meant"]


def at_terminal() -> bool:
    """Whether a person sits in front of it."""
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


def meant(line: str, options: Sequence[Option]) -> list[str]:
    """The phrases a player means: numbers of the list, phrases, sets with commas, steps with semicolons.

    >>> options = (Option(4, "discard red Farmer"), Option(9, "discard blue Weaver"), Option(311, "done"))
    >>> meant("2, 1; done", options)
    ['discard blue Weaver, discard red Farmer', 'done']
    """
    first, *later = parts_of(line, ";") or [""]
    picks = parts_of(first)
    if all(map(_is_number, first.replace(",", " ").split())):
        picks = first.replace(",", " ").split()
    return [", ".join(_phrase(pick, options) for pick in picks), *(_no_number(step) for step in later)]


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _phrase(pick: str, options: Sequence[Option]) -> str:
    if not _is_number(pick):
        return pick
    number = whole_number(pick) or 0
    if not 1 <= number <= len(options):
        raise IllegalOption(f"there is no option {pick[:9]}; the numbers go from 1 to {len(options)}", asked=pick)
    return options[number - 1].phrase


def _no_number(step: str) -> str:
    if _is_number(step):
        raise IllegalOption(
            f"'{step}': a number names an option of the list shown; later steps take phrases", asked=step
        )
    return step
