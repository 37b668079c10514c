"""The zones that cards take from and put to: hands, graveyards, counters and enemies.

>>> cards = {card.name: card for card in interactions(party=["Aurie"]).cards}
>>> [(ability.takes, ability.puts) for ability in cards["Study Circle"].abilities]
[(('my deck',), ('my hand',))]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from guildhall.core.datafile import STAND_IN
from guildhall.core.interactions import Ability, CardNode, Interactions, Shift, Trail, Use, Zone

from .cards import Card, Deck
from .language import Effect, Op, Pick, Selector, Sort
from .settings import HundredHallsSettings, box_of, campaign_of
from .wording import card_text

__all__ = ["ZONES", "interactions"]

PLAYER, ENEMY = KINDS = ("player card", "enemy card")
DECK, HAND, GRAVEYARD, PLAY = "my deck", "my hand", "my graveyard", "my cards in play"
ACTIONS, HIT_POINTS, ENEMIES, COUNTERS = "my plays and activations", "players' hit points", "enemies", "counters"

ZONES: Final = (
    Zone(DECK, "you", "deck", supply=True),
    Zone(HAND, "you", "hand"),
    Zone(GRAVEYARD, "you", "graveyard"),
    Zone(PLAY, "you", "play"),
    Zone(ACTIONS, "you", "actions"),
    Zone(HIT_POINTS, "everybody", "hit points", supply=True),
    Zone(ENEMIES, "everybody", "enemies"),
    Zone(COUNTERS, "everybody", "counters"),
)

TRAIL: Final = Trail(
    uses=(Use("play"), Use("activate"), Use("elements")),
    ends=("round", "turn", "end"),
    shifts=(
        Shift("draw", origin="deck", target="hand", thing="card"),
        Shift("discard", origin="hand", target="graveyard", thing="card"),
        Shift("return", origin="graveyard", target="hand", thing="card"),
        Shift("destroy", origin="play", target="graveyard", thing="card"),
        Shift("heal", target="hit points"),
        Shift("counters", target="counters"),
    ),
)

#: The zones that an effect takes from and puts to, if they do not depend on its targets.
_TOUCHES: Final = {
    Op.DRAW: ((DECK,), (HAND,)),
    Op.DRAWS: ((DECK,), (HAND,)),
    Op.SEARCH: ((DECK,), (HAND,)),
    Op.LOOK: ((DECK,), ()),
    Op.DISCARD: ((HAND,), (GRAVEYARD,)),
    Op.RETURN: ((GRAVEYARD,), (HAND,)),
    Op.SACRIFICE: ((PLAY,), (GRAVEYARD,)),
    Op.PLAYS: ((), (ACTIONS,)),
    Op.ACTIVATIONS: ((), (ACTIONS,)),
    Op.FLIP: ((), (ENEMIES,)),
    Op.GIVE: ((PLAY,), (PLAY,)),
}


def interactions(**options: Any) -> Interactions:
    """Return all cards with the zones they use. The options are those of a new game."""
    setup = HundredHallsSettings.settle(options)
    box = campaign_of(setup) if setup.campaign else box_of(setup)
    return Interactions(
        name="hundred-halls",
        zones=ZONES,
        cards=tuple(node for deck in box.decks for node in _nodes(deck)),
        stand_ins=("what the rule sheet does not tell of a card",) if box.stand_ins else (),
        trail=TRAIL,
        kinds=KINDS,
        outer=(ENEMY,),
        group="deck",
    )


def _nodes(deck: Deck) -> Iterator[CardNode]:
    for card in (deck.top, *deck.cards):
        kind = PLAYER if deck.kind == "player" else ENEMY
        text = card_text(card, deck.kind)
        yield CardNode(card.name, kind, card.provenance, text, (_ability(card, text, deck.kind),), group=deck.name)


def _ability(card: Card, text: str, kind: str) -> Ability:
    """Combine the zones of all effects of a card."""
    touched = [_touched(effect, kind) for _, effect in card.effects if not effect.modes]
    takes, puts = (tuple(dict.fromkeys(zone for one in touched for zone in one[side])) for side in (0, 1))
    return Ability(None, text, takes, puts, card.provenance == STAND_IN)


def _touched(effect: Effect, kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if effect.op in _TOUCHES:
        return _TOUCHES[effect.op]
    zone = HIT_POINTS if _means_players(effect.target) else ENEMIES
    match effect.op:
        case Op.COUNTERS:
            return ((), (COUNTERS,)) if effect.amount > 0 else ((COUNTERS,), ())
        case Op.DAMAGE | Op.DESTROY | Op.VOID | Op.STUN:
            return (zone,), ()
        case Op.HEAL | Op.PREVENT | Op.MAX_HP:
            return (), (zone,)
        case Op.SUMMON:
            return (), (PLAY if kind == "player" else ENEMIES,)
    return (), ()


def _means_players(selector: Selector | None) -> bool:
    return selector is not None and (selector.pick is Pick.YOU or selector.sort is Sort.PLAYER)
