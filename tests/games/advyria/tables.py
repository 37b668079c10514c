"""Tables for tests of the rules: cards and tiles laid where they are wanted, and short words for what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import guildhall as gh
from guildhall.core.decision import Event
from guildhall.core.game import Game

__all__ = ["FAIRY", "JOKER", "SEEKER", "WARRIOR", "WIZARD", "end_turn", "lay", "named", "offered", "refused", "rolling"]

SEEKER, WARRIOR, FAIRY, WIZARD, JOKER = "Fortune Seeker", "Warrior", "Fairy", "Wizard", "Joker"
ACTIONS = {"red": "Sunken Bell", "blue": "Moon Well", "yellow": "Golden Sheaf", "green": "Root Maze"}


def lay(*hands: list[str], **zones: Any) -> Game:
    """A position with these hands (none given: an empty one), a far-off tile and no draw pile unless told more."""
    return gh.position("advyria", hands=list(hands) or [[]], **{"deck": [], "tiles": {"e6": "Gold"}, **zones})


def offered(game: Game) -> list[str]:
    """The phrases of the options at hand."""
    return [option.phrase for option in game.options]


def refused(game: Game, phrase: str) -> str:
    """Why a phrase is refused; fails if it is not."""
    try:
        game.play(phrase)
    except gh.IllegalOption as error:
        return str(error)
    raise AssertionError(f"{phrase!r} was played")


def named(events: Iterable[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def rolling(dice: list[int], make: Callable[[int], Game], *phrases: str) -> Game:
    """The first game, by seed, in which these phrases roll these dice."""
    for seed in range(5000):
        game = make(seed)
        rolls = [event.data["die"] for event in named(game.play(*phrases), "roll")]
        if rolls == dice:
            return game
    raise AssertionError(f"no seed rolls {dice}")


def end_turn(game: Game) -> tuple[Event, ...]:
    """End the turn, discarding whatever is offered first."""
    events = list(game.play("end turn"))
    while not game.over and game.decision.kind == "limit":
        events += game.play(game.options[0])
    return tuple(events)
