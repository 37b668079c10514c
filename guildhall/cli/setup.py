"""Reading the settings of a game and its players from command-line arguments, with seats counted from 1.

>>> seated = seat_players(3, people="1", bots="greedy,random")
>>> seated.seats, seated.people
(('person', 'greedy', 'random'), (0,))
>>> read_seating(seated.source, players=3) == seated
True
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from guildhall.cli.screen import existing_file, number
from guildhall.core.errors import BadSetup
from guildhall.core.settings import Choice, First, Flag, Number, OwnFiles, Players, Setting
from guildhall.core.typed import whole_number

if TYPE_CHECKING:
    from guildhall.bots import OwnBot
    from guildhall.core.game import Bot
    from guildhall.core.rules import Rules

__all__ = [
    "DEFAULT_GAME",
    "Seating",
    "add_game",
    "add_game_options",
    "game_and_cards",
    "game_options",
    "listed",
    "read_seating",
    "seat_players",
]


# --- Settings ---


DEFAULT_GAME = "guildhall"
_CARDS = "cards"  # the only positional setting


def add_game(parser: argparse._ActionsContainer, help: str = "which one") -> None:
    """Add an argument for the name of a game."""
    from guildhall.games import game_names

    parser.add_argument("--game", choices=game_names(), default=DEFAULT_GAME, help=f"{help} (default: {DEFAULT_GAME})")


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add arguments for a game and its settings, with settings of several games in one group."""
    from guildhall.games import registrations

    parser.add_argument(
        _CARDS, nargs="*", metavar="CARDS", help="a set of cards; for Guildhall also several sets, or professions"
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
    """Add an argument for a setting, without a default, so that only given settings reach the game."""
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
            more = {"type": _players, "metavar": "N|NAMES", "help": "a number, or names: Ada,Ben,Cleo"}
        case OwnFiles():
            more = {"action": "append", "type": existing_file, "metavar": "FILE"}
            more["help"] = "custom cards (TOML); may be given several times"
        case _:
            more = {"type": listed, "metavar": "NAMES"}
    group.add_argument(_flag(setting), **{"dest": setting.name, "help": setting.help, **more})


def listed(text: str) -> list[str]:
    """Split a comma-separated list.

    >>> listed("greedy, random,")
    ['greedy', 'random']
    """
    return [word.strip() for word in text.split(",") if word.strip()]


def game_and_cards(game: str, setup: Mapping[str, Any]) -> str:
    """Return the name of a game with its cards, if they can be chosen.

    >>> game_and_cards("guildhall", {"cards": ["Weaver", "Farmer"]}), game_and_cards("whist", {})
    ('guildhall, Weaver, Farmer', 'whist')
    """
    cards = setup.get(_CARDS, [])
    return ", ".join([game, *(map(str, cards) if isinstance(cards, list) else [str(cards)])])


def game_options(asked: argparse.Namespace) -> dict[str, Any]:
    """Return the settings for `gh.new_game` from the arguments of a command."""
    from guildhall.games import registration, registrations

    settings = {setting.name: setting for setting in registration(asked.game).settings.declared()}
    for game in registrations():
        for setting in game.settings.declared():
            if setting.name not in settings and _given(asked, setting) is not None:
                raise BadSetup(f"{asked.game} has no option {_flag(setting)}")
    given = {name: value for name, setting in settings.items() if (value := _given(asked, setting)) is not None}
    if not any(settings[name].sets_players for name in given):
        low, high = registration(asked.game).players
        given.setdefault("players", min(max(low, 2), high))
    if "first" in given:
        players = given["players"]
        given["first"] = _first(given["first"], players if isinstance(players, int) else len(players))
    return given


def _given(asked: argparse.Namespace, setting: Setting) -> Any:
    value = vars(asked)[setting.name]
    if setting.name == _CARDS:
        return value if len(value) > 1 else next(iter(value), None)
    return value


def _players(text: str) -> int | list[str]:
    """Parse a number or a list of names.

    >>> _players("3"), _players("Ada,Ben")
    (3, ['Ada', 'Ben'])
    """
    number = whole_number(text)
    return listed(text) if number is None else number


def _first(seat: int, players: int) -> int:
    if not 1 <= seat <= players:
        raise BadSetup(f"--first must be a seat from 1 to {players}, not {seat}")
    return seat - 1


# --- Seats ---


PERSON = "person"
_SOURCE = "guildhall play: "


@dataclass(frozen=True)
class Seating:
    """The word `person` or the name of a bot for every seat, and the custom bots by the places of their classes."""

    seats: tuple[str, ...]
    own: Mapping[str, OwnBot] = field(default_factory=dict, compare=False)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, from 0."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    @property
    def source(self) -> str:
        """The seating as stored in records, so that a saved game continues with the same bots."""
        return _SOURCE + ", ".join(self.seats)

    def bots(self, rules: Rules, seed: int) -> tuple[Bot | None, ...]:
        """Return a bot for each seat, or None for people."""
        return tuple(
            None if name == PERSON else self._bot(rules, name, seat, seed) for seat, name in enumerate(self.seats)
        )

    def _bot(self, rules: Rules, name: str, seat: int, seed: int) -> Bot:
        from guildhall.bots import bot, is_place, on_seat

        if name in self.own:
            return on_seat(self.own[name], seat=seat, seed=seed)
        if is_place(name):  # it comes from a record, which must not choose the code to run
            raise BadSetup(f"{name} is a custom bot; to play against it, name it yourself: --bots {name}")
        # Raises an error for an unknown name before the game begins.
        rules.weights(name)
        return bot(name, seat=seat, seed=seed)


def seat_players(players: int, *, bots: str, people: str | None = None) -> Seating:
    """Seat people according to `--people` and the bots of `--bots` on the other seats, in order.

    A custom bot, `module:Class`, is imported here, because the user named it. All its seats share one instance.
    """
    from guildhall.bots import imported, is_place

    seats = _people(players, people or "1")
    others = [seat for seat in range(players) if seat not in seats]
    names = _bots(len(others), bots)
    by_seat = dict(zip(others, names, strict=True))
    own = {name: imported(name) for name in dict.fromkeys(names) if is_place(name)}
    return Seating(tuple(by_seat.get(seat, PERSON) for seat in range(players)), own)


def read_seating(source: str, *, players: int) -> Seating | None:
    """Return the seating stored in a record, or None if `guildhall play` did not save it."""
    seats = listed(source.removeprefix(_SOURCE))
    return Seating(tuple(seats)) if source.startswith(_SOURCE) and len(seats) == players else None


def _people(players: int, text: str) -> list[int]:
    if text in ("all", "none"):
        return list(range(players)) if text == "all" else []
    return [_seat(word, players) for word in listed(text)]


def _seat(word: str, players: int) -> int:
    number = whole_number(word)
    if number is None or not 1 <= number <= players:
        raise BadSetup(f"--people takes seats from 1 to {players}, 'all' or 'none', not '{word}'")
    return number - 1


def _bots(wanted: int, text: str) -> list[str]:
    names = listed(text)
    if len(names) == 1:
        return names * wanted
    if len(names) != wanted:
        raise BadSetup(
            f"--bots names {len(names)} bots for {wanted} seats without a person; give one for each, or one for all"
        )
    return names
