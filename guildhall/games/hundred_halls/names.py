"""Names for everything in a box: cards, decks, effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .cards import Box, Campaign, Card, Deck, Trigger
from .engine.compile import deck_of_pile, homes, printed
from .engine.state import SEATS, Frame
from .language import Effect, Op, Pick, Zone
from .wording import card_text, say_effect

__all__ = ["PILE_WORDS", "Names"]

PILE_WORDS = ("Scenario", "Realm")


@dataclass(frozen=True)
class Names:
    """The names of one game, by number. `effects` are those of the rows, each with the kind of its deck.

    The names of a battle include its campaign.
    """

    box: Box
    seats: tuple[str, ...]
    effects: tuple[tuple[Effect, str], ...]
    campaign: Campaign | None = None

    @cached_property
    def printed(self) -> tuple[Card, ...]:
        """The printed form of each card."""
        return tuple(printed(self.box))

    @cached_property
    def at_table(self) -> tuple[Card, ...]:
        """Each card as it applies to the number of players in the game."""
        return tuple(card.among(len(self.seats)) for card in self.printed)

    @cached_property
    def changes_at_start(self) -> tuple[int, ...]:
        """The change of each card's maximum on entering play, for the number of players in the game."""
        return tuple(sum(_own_changes(card)) for card in self.at_table)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The name of each card, which copies share."""
        return tuple(card.name for card in self.printed)

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The pile of each card."""
        return homes(self.box)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The names of the decks, empty for an empty seat."""
        decks = (deck_of_pile(self.box, pile) for pile in range(SEATS + len(PILE_WORDS)))
        return tuple(deck.name if deck else "" for deck in decks)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of each card."""
        decks = (deck_of_pile(self.box, home) for home in self.homes)
        return tuple(card_text(card, deck.kind if deck else "") for card, deck in zip(self.printed, decks, strict=True))

    def card_in(self, s: Any, card: int) -> str:
        """Return the name of a card, with a number if it is in play and not the first of its copies there."""
        name = self.cards[card]
        if int(s["zone"][card]) != Zone.PLAY:
            return name
        copies = [int(one) for one in s["table"][: int(s["table_n"])] if self.cards[int(one)] == name]
        place = copies.index(card) + 1 if card in copies else 1
        return name if place == 1 else f"{name} {place}"

    def effect_at(self, s: Any) -> tuple[Effect, str]:
        """Return the effect that requires a choice, with the kind of its deck."""
        return self.effects[int(s["stack"][int(s["stack_n"]) - 1, Frame.AT])]

    def enemy_deck(self, kind: str, number: int) -> Deck:
        """Return a Scenario or Realm of the campaign."""
        assert self.campaign is not None
        return (self.campaign.scenarios if kind == "scenario" else self.campaign.realms)[number]

    def mode(self, s: Any, number: int) -> str:
        """Return one of the effects of a choice."""
        effect, kind = self.effect_at(s)
        return say_effect(effect.modes[number], kind).replace(",", "")


def _own_changes(card: Card) -> Iterator[int]:
    """Yield a card's changes to its own maximum of hit points on entering play."""
    entering = card.abilities.get(Trigger.ENTERS)
    for effect in entering.effects if entering else ():
        is_own = effect.op is Op.MAX_HP and effect.target is not None and effect.target.pick is Pick.SELF
        if is_own and not effect.conditions and effect.per is None:
            yield effect.amount
