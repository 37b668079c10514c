"""The options of a game as arguments of a command: what `gh.new_game` takes, seats counted from 1."""

from __future__ import annotations

import argparse
from typing import Any

from guildhall.cli.screen import existing_file
from guildhall.core.errors import BadSetup

__all__ = ["add_game_options", "game_options", "listed", "whole_number"]


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take a game and its options."""
    parser.add_argument(
        "cards", nargs="*", metavar="CARDS", help="a set, several sets, or professions (default: old-world)"
    )
    group = parser.add_argument_group("the game")
    group.add_argument("--game", choices=tuple(_READERS), default="guildhall", help="which one (default: guildhall)")
    group.add_argument("--players", metavar="N|NAMES", help="how many, or names: Ada,Ben,Cleo")
    group.add_argument("--first", type=int, metavar="SEAT", help="who begins, from 1 (default: drawn)")
    group.add_argument("--turn-limit", type=int, metavar="N", help="end the game unfinished after N turns")
    group.add_argument(
        "--card-file",
        action="append",
        default=[],
        type=existing_file,
        metavar="FILE",
        help="cards of your own (TOML); may be given several times",
    )
    _add_guildhall(parser.add_argument_group("Guildhall"))
    _add_advyria(parser.add_argument_group("Die Gilden von Advyria"))


def _add_guildhall(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--saga", choices=("mega", "super"), help="several sets in one deck")
    group.add_argument("--masters", action="store_true", help="with the Chapter Masters")
    group.add_argument("--houses", action="store_true", help="with the Master Houses")
    group.add_argument("--rules", choices=("advanced", "basic"), help="the repeat limit")
    group.add_argument("--target", type=int, metavar="VP", help="points that win (default: 20)")
    group.add_argument("--keep-top", action="store_true", help="a reshuffle leaves the top of the discard pile")
    group.add_argument("--vp", metavar="SETS", help="another VP deck: a set, or several with commas")


def _add_advyria(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--lang", choices=("en", "de"), help="the language on screen (default: en)")
    group.add_argument("--no-actions", action="store_true", help="Adventure cards are no actions")
    group.add_argument("--no-finale", action="store_true", help="no Grand Finale")
    group.add_argument("--no-manoeuvre", action="store_true", help="no unfriendly manoeuvres")
    group.add_argument("--no-heroes", action="store_true", help="no Hero cards")
    group.add_argument("--only-adventures", action="store_true", help="only completed adventures count")
    group.add_argument("--open-hands", action="store_true", help="all hands lie open")


def listed(text: str) -> list[str]:
    """The words of a list with commas.

    >>> listed("greedy, random,")
    ['greedy', 'random']
    """
    return [word.strip() for word in text.split(",") if word.strip()]


def whole_number(text: str) -> int | None:
    """The number a text stands for, None if it is something else or longer than any number meant.

    >>> whole_number("12"), whole_number("twelve")
    (12, None)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else None


def game_options(asked: argparse.Namespace) -> dict[str, Any]:
    """What `gh.new_game` needs besides the name of the game, from the arguments of a command."""
    own, foreign = _READERS[asked.game], [reader for game, reader in _READERS.items() if game != asked.game]
    for reader in foreign:
        for name in reader(asked):
            raise BadSetup(f"--{name.replace('_', '-')} is no option of {asked.game}")
    players = _players(asked.players) if asked.players else 2
    common = {
        "cards": _cards(asked.cards),
        "players": players,
        "first": _first(asked.first, players if isinstance(players, int) else len(players)),
        "turn_limit": asked.turn_limit,
        "card_files": asked.card_file or None,
    }
    return {name: value for name, value in common.items() if value is not None} | own(asked)


def _guildhall(asked: argparse.Namespace) -> dict[str, Any]:
    """The options of Guildhall that were given."""
    given = {
        "saga": asked.saga,
        "masters": asked.masters,
        "houses": asked.houses,
        "rules": asked.rules,
        "target": asked.target,
        "reshuffle_keeps_top": asked.keep_top,
        "vp": listed(asked.vp) if asked.vp else None,
    }
    return {name: value for name, value in given.items() if value not in (None, False)}


def _advyria(asked: argparse.Namespace) -> dict[str, Any]:
    """The options of Die Gilden von Advyria that were given."""
    names = ("lang", "no_actions", "no_finale", "no_manoeuvre", "no_heroes", "only_adventures", "open_hands")
    return {name: value for name in names if (value := getattr(asked, name)) not in (None, False)}


_READERS = {"guildhall": _guildhall, "advyria": _advyria}


def _cards(names: list[str]) -> str | list[str] | None:
    return names if len(names) > 1 else next(iter(names), None)


def _players(text: str) -> int | list[str]:
    """A number, or names.

    >>> _players("3"), _players("Ada,Ben")
    (3, ['Ada', 'Ben'])
    """
    number = whole_number(text)
    return listed(text) if number is None else number


def _first(seat: int | None, players: int) -> int | None:
    if seat is None:
        return None
    if not 1 <= seat <= players:
        raise BadSetup(f"--first is a seat from 1 to {players}, not {seat}")
    return seat - 1
