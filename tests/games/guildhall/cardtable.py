"""Short words for tests of single cards: use a tier and read what it says, see which tiers are offered."""

from __future__ import annotations

from guildhall.core.decision import Event
from guildhall.core.game import Game
from tests.games.guildhall.tables import named, offered

__all__ = ["FOUR", "THREE", "TWO", "buy", "moved", "tiers", "tokens_told", "use", "use_ability"]

TWO = ["red", "blue"]
THREE = ["red", "blue", "green"]
FOUR = ["red", "blue", "green", "yellow"]


def tiers(game: Game, card: str) -> list[int]:
    """The tiers that would be offered if the card were played now; to use none is always possible."""
    trial = game.branch()
    trial.play(f"play {card}")
    *phrases, none = offered(trial)
    assert none == "no tier"
    return [int(phrase.removeprefix("tier ")) for phrase in phrases]


def use(game: Game, card: str, tier: int, says: str) -> tuple[Event, ...]:
    """Play a card at a tier whose text must read as given."""
    game.play(f"play {card}")
    texts = {option.phrase: option.text for option in game.options}
    assert texts[f"tier {tier}"] == says
    return game.play(f"tier {tier}")


def buy(game: Game, slot: int = 1, *chapters: str) -> tuple[Event, ...]:
    """Buy the VP card of a slot for the chapters named (none: those offered first); their cards go down as offered."""
    events = list(game.play(f"buy {slot}"))
    left = list(chapters)
    while game.decision.kind in ("spend", "order"):
        spend = game.decision.kind == "spend" and left
        events += game.play(f"chapter {left.pop(0)}" if spend else game.options[0])
    return tuple(events)


def use_ability(game: Game, says: str) -> tuple[Event, ...]:
    """Use the ability at hand, whose text must read as given."""
    assert offered(game) == ["use ability", "no ability"]
    assert game.options[0].text == says
    return game.play("use ability")


def moved(events: tuple[Event, ...]) -> list[tuple[str, str, str]]:
    """Card, place it left and place it came to, for every card that moved in the open."""
    moves = [event for event in events if event.kind in ("move", "discard")]
    return [(event.data["card"], event.data["from"], event.data["to"]) for event in moves]


def tokens_told(events: tuple[Event, ...]) -> list[tuple[int, int]]:
    """Seat and change of every event about tokens."""
    return [(event.seat, event.data["change"]) for event in named(events, "tokens")]
