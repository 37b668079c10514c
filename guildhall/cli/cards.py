"""`guildhall cards`: every card in words, with the source of its text."""

from __future__ import annotations

import argparse
import io
import sys

from guildhall.cli.screen import OK, PROBLEM, Commands, add_command, complain, existing_file, say
from guildhall.cli.setup import add_game

__all__ = ["add"]

_EXAMPLES = """  guildhall cards                      all cards of all sets
  guildhall cards old-world            one set
  guildhall cards Weaver               one card
  guildhall cards --game advyria       all cards of another game
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
    add_game(parser)
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
    from guildhall.games import registration

    if asked.markdown:
        return _reference()
    try:
        lines = [*registration(asked.game).card_lines(" ".join(asked.name), asked.file)]
    except BadCardFile as error:
        complain(error)
        return PROBLEM
    for line in lines:
        say(line)
    return OK


def _reference() -> int:
    """The whole reference, the same file on every machine whatever its encoding and line ends."""
    from guildhall.games import registrations

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    say(_PREFACE.rstrip())
    for game in registrations():
        say(*game.card_reference())
    return OK


_PREFACE = """# Cards

This page is generated: `make docs` writes it anew from the card files.
All wording is ours, made from the same data that is played.

The source of every text stands beside it:

- **rulebook** and **publisher**: the text follows what the rule book or the publisher says;
- **review**: somebody who has the card described it;
- **stand-in**: the printed card is not known, so this is our own design;
- **own file**: it comes from a card file of yours.

If you own the box, write the printed card into a file of your own and it overrules ours.
`guildhall cards --file own.toml` checks such a file.
"""
