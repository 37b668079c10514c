"""The zones that every ability of a deck takes from and puts into: the basis of the interaction graph.

Zones are named from the viewpoint of the player who uses the card.

>>> old_world = interactions(cards="old-world")
>>> historian = next(card for card in old_world.cards if card.name == "Historian")
>>> [(ability.tier, ability.takes, ability.puts) for ability in historian.abilities][:2]
[(0, ('discard pile',), ('my hall',)), (2, ('discard pile',), ('my hall',))]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, assert_never

from guildhall.core.interactions import Ability, CardNode, Interactions, Shift, Trail, Use, Zone
from guildhall.games.guildhall.cards import Card, House, Master, Profession, Provenance, VPCard
from guildhall.games.guildhall.language import COLOURS, Effect, Effects, Gain, Lose, Place, Steal
from guildhall.games.guildhall.settings import GuildhallSettings, deck_of
from guildhall.games.guildhall.wording import card_in_words, effects_in_words, touches

__all__ = ["ZONES", "interactions"]

# No effect has the supply of VP tokens as a place: it never runs out, so nothing feeds it.
MY_TOKENS: Final = "my VP tokens"
THEIR_TOKENS: Final = "another's VP tokens"

HAND: Final = "hand"
HALL: Final = "hall"
AREA: Final = "area"
TOKENS: Final = "tokens"
ROW: Final = "row"

ZONES: Final = (
    Zone(Place.MY_HAND.value, "you", HAND, facing=Place.ANOTHER_HAND.value),
    Zone(Place.MY_HALL.value, "you", HALL, facing=Place.ANOTHER_HALL.value),
    Zone(Place.MY_AREA.value, "you", AREA, facing=Place.ANOTHER_AREA.value),
    Zone(MY_TOKENS, "you", TOKENS, facing=THEIR_TOKENS),
    Zone(Place.DECK.value, "everybody", "deck", supply=True),
    Zone(Place.DISCARD_PILE.value, "everybody", "discard pile"),
    Zone(Place.VP_ROW.value, "everybody", ROW),
    Zone(THEIR_TOKENS, "another player", TOKENS, facing=MY_TOKENS),
    Zone(Place.ANOTHER_AREA.value, "another player", AREA, facing=Place.MY_AREA.value),
    Zone(Place.ANOTHER_HALL.value, "another player", HALL, facing=Place.MY_HALL.value),
    Zone(Place.ANOTHER_HAND.value, "another player", HAND, facing=Place.MY_HAND.value),
)

TRAIL: Final = Trail(
    uses=(Use("tier", filled="tier"), Use("ability", filled="amount")),
    ends=("play", "refresh", "buy", "turn", "score"),
    shifts=(Shift("tokens", target=TOKENS, number="amount"), Shift("vp off", origin=ROW)),
    same_place=(("looked at", "deck"),),  # looked-at cards count as still in the deck
    # Cards enter the hall, or are discarded as duplicates, when the turn ends. Chapters given up are discarded.
    rules_move=((AREA, HALL), (AREA, "discard pile"), ("completed", "discard pile")),
)


def interactions(**options: Any) -> Interactions:
    """Return the cards of a deck with the zones they put into and take from. The options are those of a new game.

    >>> [card.name for card in interactions(cards="old-world", houses=True).cards if card.kind == "house"]
    ['Journeyman House', 'Mountebank House', 'Pilgrim House']
    """
    setup = GuildhallSettings.settle(options)
    deck = deck_of(setup)
    return Interactions(
        name=setup.cards if isinstance(setup.cards, str) else ", ".join(setup.cards),
        zones=ZONES,
        cards=tuple(_node(shown, card) for shown, card in deck.cards),
        stand_ins=deck.stand_ins,
        trail=TRAIL,
        kinds=("profession", "master", "vp card", "house"),
        outer=("vp card", "house"),
        group="archetype",
        tier="tier",
    )


def _node(shown: str, card: Card) -> CardNode:
    kind, archetypes, sets = _labels(card)
    return CardNode(
        name=shown,
        kind=kind,
        provenance=card.provenance.value,
        text=card_in_words(card, shown=shown),
        abilities=tuple(_abilities(card)),
        group=", ".join(archetypes),
        sets=sets,
        copies=tuple(f"{colour} {shown}" for colour in COLOURS) if isinstance(card, Profession) else (),
        card=card.name if card.name != shown else "",
    )


def _labels(card: Card) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the kind, archetypes and sets of a card."""
    match card:
        case Profession():
            return "profession", (card.archetype,), card.sets
        case Master():
            return "master", (card.archetype,), ()
        case House():
            return "house", card.archetypes, ()
        case VPCard():
            return "vp card", (), card.sets
        case _:
            assert_never(card)


def _abilities(card: Card) -> Iterator[Ability]:
    match card:
        case Profession() | Master():
            for tier in card.tiers:
                yield _ability(tier.number, tier.effects, tier.provenance)
        case House() | VPCard():
            if card.effects:
                yield _ability(None, card.effects, card.provenance)
        case _:
            assert_never(card)


def _ability(tier: int | None, effects: Effects, provenance: Provenance) -> Ability:
    taken, put = zip(*map(_zones, effects), strict=True)
    return Ability(
        tier=tier,
        sentence=effects_in_words(effects),
        takes=_in_order(frozenset().union(*taken)),
        puts=_in_order(frozenset().union(*put)),
        stand_in=provenance is Provenance.STAND_IN,
    )


def _zones(effect: Effect) -> tuple[frozenset[str], frozenset[str]]:
    """Return the zones an effect takes from and those it puts into, including VP tokens."""
    takes, puts = ({place.value for place in places} for places in touches(effect))
    if isinstance(effect, Gain | Steal):
        puts.add(MY_TOKENS)
    if isinstance(effect, Steal | Lose):
        takes.add(THEIR_TOKENS)
    return frozenset(takes), frozenset(puts)


def _in_order(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(zone.name for zone in ZONES if zone.name in names)
