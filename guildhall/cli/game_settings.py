"""The settings of all games as arguments of a command, read off the registry; seats count from 1."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from typing import Any

from guildhall.cli.screen import existing_file, number
from guildhall.core.errors import BadSetup
from guildhall.core.settings import Choice, First, Flag, Number, OwnFiles, Players, Setting
from guildhall.core.typed import whole_number

__all__ = ["DEFAULT_GAME", "add_game", "add_game_options", "game_and_cards", "game_options", "listed"]

DEFAULT_GAME = "guildhall"
_CARDS = "cards"  # the one setting without a flag: what stands behind the command


def add_game(parser: argparse._ActionsContainer, help: str = "which one") -> None:
    """Let a command take the name of a game."""
    from guildhall.games import game_names

    parser.add_argument("--game", choices=game_names(), default=DEFAULT_GAME, help=f"{help} (default: {DEFAULT_GAME})")


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take a game and its settings; those of several games stand together."""
    from guildhall.games import registrations

    parser.add_argument(
        _CARDS, nargs="*", metavar="CARDS", help="a set of cards; of Guildhall also several sets, or professions"
    )
    group = parser.add_argument_group("the game")
    add_game(group)
    games = [*registrations()]
    uses = Counter(setting.name for game in games for setting in game.settings.declared())
    added = {_CARDS}
    for game in games:
        own = parser.add_argument_group(game.title)
        for setting in game.settings.declared():
            if setting.name not in added:
                _add(group if uses[setting.name] > 1 else own, setting)
                added.add(setting.name)


def _flag(setting: Setting) -> str:
    return f"--{setting.flag or setting.name.replace('_', '-')}"


def _add(group: argparse._ArgumentGroup, setting: Setting) -> None:
    """One setting as an argument; what is not given stays away from the game."""
    match setting:
        case Flag():
            more: dict[str, Any] = {"action": "store_true", "default": None}
        case Choice():
            more = {"choices": setting.words}
        case First():
            more = {"type": number, "metavar": "SEAT", "help": "who begins, from 1 (default: drawn)"}
        case Number():
            more = {"type": number, "metavar": "N"}
        case Players():
            more = {"type": _players, "metavar": "N|NAMES", "help": "how many, or names: Ada,Ben,Cleo"}
        case OwnFiles():
            more = {"action": "append", "type": existing_file, "metavar": "FILE"}
            more["help"] = "cards of your own (TOML); may be given several times"
        case _:
            more = {"type": listed, "metavar": "NAMES"}
    group.add_argument(_flag(setting), **{"dest": setting.name, "help": setting.help, **more})


def listed(text: str) -> list[str]:
    """The words of a list with commas.

    >>> listed("greedy, random,")
    ['greedy', 'random']
    """
    return [word.strip() for word in text.split(",") if word.strip()]


def game_and_cards(game: str, setup: Mapping[str, Any]) -> str:
    """A game and the cards it is played with, if they can be chosen.

    >>> game_and_cards("guildhall", {"cards": ["Weaver", "Farmer"]}), game_and_cards("whist", {})
    ('guildhall, Weaver, Farmer', 'whist')
    """
    cards = setup.get(_CARDS, [])
    return ", ".join([game, *(map(str, cards) if isinstance(cards, list) else [str(cards)])])


def game_options(asked: argparse.Namespace) -> dict[str, Any]:
    """What `gh.new_game` needs besides the name of the game, from the arguments of a command."""
    from guildhall.games import registration, registrations

    settings = {setting.name: setting for setting in registration(asked.game).settings.declared()}
    for game in registrations():
        for setting in game.settings.declared():
            if setting.name not in settings and _given(asked, setting) is not None:
                raise BadSetup(f"{_flag(setting)} is no option of {asked.game}")
    given = {name: value for name, setting in settings.items() if (value := _given(asked, setting)) is not None}
    if not any(settings[name].sets_players for name in given):
        low, high = registration(asked.game).players
        given.setdefault("players", min(max(low, 2), high))
    if "first" in given:
        players = given["players"]
        given["first"] = _first(given["first"], players if isinstance(players, int) else len(players))
    return given


def _given(asked: argparse.Namespace, setting: Setting) -> Any:
    """What a command was given for a setting, None for nothing."""
    value = vars(asked)[setting.name]
    if setting.name == _CARDS:
        return value if len(value) > 1 else next(iter(value), None)
    return value


def _players(text: str) -> int | list[str]:
    """A number, or names.

    >>> _players("3"), _players("Ada,Ben")
    (3, ['Ada', 'Ben'])
    """
    number = whole_number(text)
    return listed(text) if number is None else number


def _first(seat: int, players: int) -> int:
    if not 1 <= seat <= players:
        raise BadSetup(f"--first is a seat from 1 to {players}, not {seat}")
    return seat - 1
