"""The options of a game as arguments of a command: what `gh.new_game` takes, seats counted from 1."""

from __future__ import annotations

import argparse
from typing import Any

from guildhall.cli.screen import existing_file
from guildhall.core.errors import BadSetup

__all__ = ["add_game_options", "game_options", "listed", "whole_number"]


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take the options of a game."""
    parser.add_argument(
        "cards", nargs="*", metavar="CARDS", help="a set, several sets, or professions (default: old-world)"
    )
    group = parser.add_argument_group("the game")
    group.add_argument("--players", default="2", metavar="N|NAMES", help="2 to 4, or names: Ada,Ben,Cleo")
    group.add_argument("--saga", choices=("mega", "super"), help="several sets in one deck")
    group.add_argument("--masters", action="store_true", help="with the Chapter Masters")
    group.add_argument("--houses", action="store_true", help="with the Master Houses")
    group.add_argument("--rules", choices=("advanced", "basic"), default="advanced", help="the repeat limit")
    group.add_argument("--target", type=int, default=20, metavar="VP", help="points that win (default: 20)")
    group.add_argument("--first", type=int, metavar="SEAT", help="who begins, from 1 (default: drawn)")
    group.add_argument("--keep-top", action="store_true", help="a reshuffle leaves the top of the discard pile")
    group.add_argument("--turn-limit", type=int, metavar="N", help="end the game unfinished after N turns")
    group.add_argument("--vp", metavar="SETS", help="another VP deck: a set, or several with commas")
    group.add_argument(
        "--card-file",
        action="append",
        default=[],
        type=existing_file,
        metavar="FILE",
        help="cards of your own (TOML); may be given several times",
    )


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
    """What `gh.new_game` needs, from the arguments of a command."""
    players = _players(asked.players)
    return {
        "cards": _cards(asked.cards),
        "players": players,
        "saga": asked.saga,
        "masters": asked.masters,
        "houses": asked.houses,
        "rules": asked.rules,
        "target": asked.target,
        "first": _first(asked.first, players if isinstance(players, int) else len(players)),
        "reshuffle_keeps_top": asked.keep_top,
        "turn_limit": asked.turn_limit,
        "vp": listed(asked.vp) if asked.vp else None,
        "card_files": asked.card_file,
    }


def _cards(names: list[str]) -> str | list[str]:
    return names if len(names) > 1 else (names or ["old-world"])[0]


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
