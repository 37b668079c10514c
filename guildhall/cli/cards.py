"""`guildhall cards` and `guildhall rules`: show the texts of cards with their sources, and a game's rules on a page."""

from __future__ import annotations

import argparse
import io
import json
import sys

from guildhall.cli.screen import OK, PROBLEM, Commands, add_command, complain, existing_file, say
from guildhall.cli.setup import DEFAULT_GAME, add_game

__all__ = ["add", "add_rules"]


_EXAMPLES = """  guildhall cards                      all cards of all sets
  guildhall cards old-world            one set
  guildhall cards Weaver               one card
  guildhall cards --game advyria       all cards of another game
  guildhall cards --file own.toml      check a custom card file and show its cards
  guildhall cards --markdown           the card reference of the documentation
  guildhall cards --schema advyria     a JSON Schema of card files, with which editors complete and check them

marks: [stand-in] our design, because the printed card is unknown; [review] as described in a review;
[own file] from a custom file. Texts without a mark follow the rule book or the publisher."""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    from guildhall.games import game_names

    parser = add_command(commands, "cards", run, help="show the texts of cards and their sources", examples=_EXAMPLES)
    parser.add_argument("name", nargs="*", metavar="NAME", help="a set or a card (default: all)")
    add_game(parser)
    parser.add_argument("--markdown", action="store_true", help="print the whole reference as Markdown")
    parser.add_argument(
        "--schema",
        nargs="?",
        const=DEFAULT_GAME,
        choices=game_names(),
        metavar="GAME",
        help=f"print the JSON Schema of a game's card files (default: {DEFAULT_GAME})",
    )
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        type=existing_file,
        metavar="FILE",
        help="custom cards (TOML) that replace or extend the built-in ones",
    )


def run(asked: argparse.Namespace) -> int:
    """Show cards."""
    from guildhall.core.errors import BadCardFile
    from guildhall.games import registration

    if asked.markdown:
        return _reference()
    if asked.schema:
        _plain_output()
        say(json.dumps(registration(asked.schema).card_language.schema(), indent=2))
        return OK
    try:
        lines = [*registration(asked.game).card_lines(" ".join(asked.name), asked.file)]
    except BadCardFile as error:
        complain(error)
        return PROBLEM
    for line in lines:
        say(line)
    return OK


def _plain_output() -> None:
    """Use the same encoding and line ends on every machine."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def _reference() -> int:
    """Print the complete reference."""
    from guildhall.games import registrations

    _plain_output()
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


# --- Rules pages ---


_RULES_EXAMPLES = """  guildhall rules                      how Guildhall is played
  guildhall rules --game guild-master  how another game is played"""


def add_rules(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands, "rules", _show_rules, help="show how a game is played, on a page", examples=_RULES_EXAMPLES
    )
    add_game(parser)


def _show_rules(asked: argparse.Namespace) -> int:
    from guildhall.core.errors import GuildhallError
    from guildhall.games import registration

    game = registration(asked.game)
    if not game.rules_page:
        raise GuildhallError(f"{game.title} has no rules page")
    for line in game.rules_page.splitlines():
        say(line)
    return OK
