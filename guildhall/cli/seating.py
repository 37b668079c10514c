"""Who sits where in a terminal game: people and bots.

>>> seated = seat_players(3, people="1", bots="greedy,random")
>>> seated.seats, seated.people
(('person', 'greedy', 'random'), (0,))
>>> read_seating(seated.source, players=3) == seated
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from guildhall.bots import OwnBot, bot, on_seat
from guildhall.bots.own import imported, is_place
from guildhall.cli.game_settings import listed
from guildhall.core.errors import BadSetup
from guildhall.core.game import Bot
from guildhall.core.rules import Rules
from guildhall.core.typed import whole_number

__all__ = ["Seating", "read_seating", "seat_players"]

PERSON = "person"
_SOURCE = "guildhall play: "


@dataclass(frozen=True)
class Seating:
    """The word `person` or the name of a bot for every seat, and the bots of one's own by the places they came from."""

    seats: tuple[str, ...]
    own: Mapping[str, OwnBot] = field(default_factory=dict, compare=False)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, from 0."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    @property
    def source(self) -> str:
        """The seating as a record keeps it, so that a saved game goes on with the same bots."""
        return _SOURCE + ", ".join(self.seats)

    def bots(self, rules: Rules, seed: int) -> tuple[Bot | None, ...]:
        """The bots, each with its own coin, and None for people."""
        return tuple(
            None if name == PERSON else self._bot(rules, name, seat, seed) for seat, name in enumerate(self.seats)
        )

    def _bot(self, rules: Rules, name: str, seat: int, seed: int) -> Bot:
        if name in self.own:
            return on_seat(self.own[name], seat=seat, seed=seed)
        if is_place(name):  # it stands in a record, and a record never chooses what is run
            raise BadSetup(f"{name} is a bot of somebody's own; to play against it, name it yourself: --bots {name}")
        # Refuses a name that no bot has before the game begins.
        rules.weights(name)
        return bot(name, seat=seat, seed=seed)


def seat_players(players: int, *, bots: str, people: str | None = None) -> Seating:
    """Seat people as `--people` says and the bots of `--bots` on the other seats, in order.

    A bot of one's own, `module:Class`, is imported here, since it was named by who plays; each has a single object.
    """
    seats = _people(players, people or "1")
    others = [seat for seat in range(players) if seat not in seats]
    names = _bots(len(others), bots)
    by_seat = dict(zip(others, names, strict=True))
    own = {name: imported(name) for name in dict.fromkeys(names) if is_place(name)}
    return Seating(tuple(by_seat.get(seat, PERSON) for seat in range(players)), own)


def read_seating(source: str, *, players: int) -> Seating | None:
    """The seating a record was kept with, or None if it was not kept by `guildhall play`."""
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
