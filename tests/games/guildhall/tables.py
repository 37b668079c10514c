"""Tables for tests of the rules: cards laid where they are wanted, and short words for what happens there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import guildhall as gh
from guildhall.core.decision import Event
from guildhall.core.game import Game

__all__ = [
    "COLOURS",
    "FOUR",
    "chapter_cards",
    "end_turn",
    "first_game",
    "hall_cards",
    "lay",
    "lay_down",
    "named",
    "of_hall",
    "offered",
    "profession_cards",
    "refresh",
    "says",
    "traded",
]

COLOURS = ("red", "blue", "green", "yellow", "purple")
FOUR = ["red", "blue", "green", "yellow"]  # a chapter that waits for its purple card


def lay(*halls: dict[str, list[str]], **zones: Any) -> Game:
    """A position with these halls (none given: two empty ones) and an empty deck unless `deck` says more."""
    return gh.position(halls=list(halls) or [{}, {}], **{"deck": [], **zones})


def offered(game: Game) -> list[str]:
    """The phrases of the options at hand."""
    return [option.phrase for option in game.options]


def refresh(game: Game) -> tuple[Event, ...]:
    """Spend an action on a refresh without discarding."""
    return game.play("refresh", "done")


def end_turn(game: Game) -> tuple[Event, ...]:
    """Spend every action left on refreshing without discarding."""
    events: list[Event] = []
    for _ in range(game.table.actions):
        events += refresh(game)
    return tuple(events)


def lay_down(game: Game) -> tuple[Event, ...]:
    """Put the cards of given-up chapters on the discard pile in the order in which they are offered."""
    events: list[Event] = []
    while game.decision.kind == "order":
        events += game.play(game.options[0])
    return tuple(events)


def named(events: Iterable[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def of_hall(hall: dict[str, list[str]]) -> list[str]:
    """The cards of a hall under their full names."""
    return [f"{card} {chapter}" for chapter, cards in hall.items() for card in cards]


def hall_cards(game: Game, seat: int = 0) -> list[str]:
    """The cards of a seat's hall under their full names, where chapters are professions."""
    return of_hall(game.table.halls[seat])


def says(message: str, *parts: str) -> bool:
    """Whether a message has all these parts, in this order."""
    at = 0
    for part in parts:
        at = message.find(part, at)
        assert at >= 0, f"{part!r} is missing in: {message}"
        at += len(part)
    return True


def profession_cards(game: Game) -> Counter[str]:
    """Every profession card that lies in a hand, a hall, an area, the deck or the discard pile."""
    table = game.table
    halls = [of_hall(hall) for hall in table.halls]
    areas = [[card for card in area if card.split()[0] in COLOURS] for area in table.areas]
    return Counter(card for zone in (*table.hands, *halls, *areas, table.deck, table.discard) for card in zone)


def chapter_cards(profession: str) -> list[str]:
    """The five cards of a completed chapter, in the order in which they are offered."""
    return [f"{colour} {profession}" for colour in COLOURS]


def traded(*, completed: list[list[str]], to_play: int = 0) -> Game:
    """A table where a Trader exchanged a fifth Weaver for a fifth Farmer, so that both chapters close."""
    mine, theirs = {"Farmer": FOUR, "Weaver": ["purple"]}, {"Farmer": ["purple"], "Weaver": FOUR}
    halls, hands = [theirs, theirs], [[], []]
    halls[to_play], hands[to_play] = mine, ["red Trader"]
    game = lay(*halls, hands=hands, completed=completed, to_play=to_play)
    game.play("play red Trader", "tier 0", f"player {2 - to_play}", "purple Weaver", "purple Farmer")
    return game


def first_game(wanted: Callable[[Game], bool], *, seeds: int = 20_000, **options: Any) -> Game:
    """The first game, by seed, that begins as wanted; whoever begins sits at seat 0."""
    rules = gh.new_game(first=0, **options).rules
    for seed in range(seeds):
        game = Game(rules, rules.start(seed), seed=seed)
        if wanted(game):
            return game
    raise AssertionError(f"no seed below {seeds} begins like that")
