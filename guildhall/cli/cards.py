"""`guildhall cards`: every card in words, with the source of its text."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from guildhall.cli.screen import OK, PROBLEM, Commands, add_command, clean, complain, existing_file

if TYPE_CHECKING:
    from guildhall.games.guildhall.cards import CardBook

__all__ = ["add"]

_EXAMPLES = """  guildhall cards                      all cards of all sets
  guildhall cards old-world            one set
  guildhall cards Weaver               one card
  guildhall cards --file own.toml      check a card file of your own and show its cards
  guildhall cards --markdown           the card reference of the documentation

marks: [stand-in] our own design, the printed card is not known; [review] as somebody described it;
[own file] from a file of yours. Texts without a mark follow the rule book or the publisher."""


def add(commands: Commands) -> None:
    """Put the command on the command line."""
    parser = add_command(
        commands, "cards", run, help="show cards in words and where their texts come from", examples=_EXAMPLES
    )
    parser.add_argument("name", nargs="*", metavar="NAME", help="a set or a card; all if nothing is given")
    parser.add_argument("--markdown", action="store_true", help="print the whole reference as Markdown")
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        type=existing_file,
        metavar="FILE",
        help="cards of your own (TOML) that overrule or join the others",
    )


def run(asked: argparse.Namespace) -> int:
    """Show cards."""
    from guildhall.core.errors import BadCardFile
    from guildhall.games.guildhall.cards import load_book

    try:
        book = load_book(*asked.file)
    except BadCardFile as error:
        complain(error)
        return PROBLEM
    for line in _lines(book, asked):
        print(clean(line))
    return OK


def _lines(book: CardBook, asked: argparse.Namespace) -> Iterator[str]:
    from guildhall.cli.cardlists import changes, everything, named
    from guildhall.cli.reference import reference

    name = " ".join(asked.name)
    if asked.markdown:
        _write_as_everywhere()
        return reference(book)
    if name:
        return named(book, name)
    return changes(book) if asked.file else everything(book)


def _write_as_everywhere() -> None:
    """A stored reference is the same file on every machine, whatever its encoding and line ends."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
