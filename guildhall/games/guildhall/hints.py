"""Hints for a player: the tiers each card reaches, the needs of the next tier, and the progress of the chapters.

They use only what the seat may know: its hand and everything that lies open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from guildhall.core.decision import Option
from guildhall.core.game import Game

from .language import COLOURS
from .names import Names
from .table import View
from .words import card_of

__all__ = ["hints"]

FULL = 5  # cards of a chapter


def hints(names: Names, game: Game, seat: int) -> Iterator[str]:
    """Yield sentences about the current decision for the deciding seat, and about chapters alone for any other seat."""
    view, decision = game.view(seat), game.decision
    if decision.seat == seat and decision.kind == "act":
        yield from _plays(game, names, view)
        yield _buying(game, view)
    if decision.seat == seat and decision.kind == "tier":
        yield from _tiers(game, names, view)
    yield from _chapters(names, view)


# Tiers


def _plays(game: Game, names: Names, view: View) -> Iterator[str]:
    """Describe every card in hand, with equal sentences about one profession merged."""
    sentences = [(card, _play(game, names, view, card)) for card in dict.fromkeys(view.hand)]
    for (name, sentence), same in groupby(sentences, lambda pair: (_profession(pair[0]), pair[1])):
        colours = [card.removesuffix(name).strip() for card, _ in same]
        yield f"{', '.join(colours)} {name}: {sentence}".strip()


def _profession(card: str) -> str:
    colour, _, name = card.partition(" ")
    return name if colour in COLOURS else card


def _play(game: Game, names: Names, view: View, card: str) -> str:
    """Describe the tiers a card offers and the needs of the next one, or why it cannot be played."""
    option = game.decision.option(f"play {card}")
    if option is None:
        return f"not now; {game.explain(f'play {card}', seat=view.seat)}"
    return f"{_offered(game, option)}{_next_tier(names, view, card)}"


def _offered(game: Game, option: Option) -> str:
    """Return the tiers that can be used if the card is played, tried on a branch without drawing anything."""
    trial = game.branch()
    trial.play(option)
    tiers = [phrase for phrase in trial.decision.phrases if phrase.startswith("tier ")]
    return " or ".join(tiers) if tiers else "no tier can be used"


def _tiers(game: Game, names: Names, view: View) -> Iterator[str]:
    """Explain, for the card being used, why some tiers are not offered."""
    card = view.areas[view.seat][-1]
    for number in _printed(names, card):
        phrase = f"tier {number}"
        if phrase not in game.decision.phrases:
            yield f"{phrase}: {game.explain(phrase, seat=view.seat)}"


def _next_tier(names: Names, view: View, card: str) -> str:
    chapter = names.chapters[names.chapter_of(names.kind(card))]
    size = len(view.halls[view.seat].get(chapter, []))
    higher = [number for number in _printed(names, card) if number > size]
    if not higher:
        return ""
    cards = "card" if higher[0] - size == 1 else "cards"
    return f"; tier {higher[0]} needs {higher[0] - size} more {chapter} {cards} in your guildhall"


def _printed(names: Names, card: str) -> list[int]:
    return [tier.number for tier in card_of(names, names.kind(card)).tiers]


# Chapters


def _chapters(names: Names, view: View) -> Iterator[str]:
    """Describe the progress of every chapter, and which of its missing colours are in hand."""
    for chapter in names.chapters:
        cards = view.halls[view.seat].get(chapter, [])
        missing = [colour for colour in COLOURS if not any(_has_colour(card, colour) for card in cards)]
        held = [colour for colour in missing if _holds(names, view, chapter, colour)]
        if cards or held:
            lacking = f", without {', '.join(missing)}" if cards else ""
            in_hand = f"; in your hand: {', '.join(held)}" if held else ""
            yield f"{chapter} chapter: {len(cards)} of {FULL}{lacking}{in_hand}"


def _has_colour(card: str, colour: str) -> bool:
    return card.split(" ")[0] == colour


def _holds(names: Names, view: View, chapter: str, colour: str) -> bool:
    of_colour = [card for card in view.hand if _has_colour(card, colour)]
    return any(names.chapters[names.chapter_of(names.kind(card))] == chapter for card in of_colour)


def _buying(game: Game, view: View) -> str:
    slots = [option.phrase for option in game.options if option.phrase.startswith("buy ")]
    held = len(view.completed[view.seat])
    chapters = "1 completed chapter" if held == 1 else f"{held} completed chapters"
    return f"You have {chapters}: " + (", ".join(slots) if slots else "nothing can be bought yet")
