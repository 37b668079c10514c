"""The zones that cards take from and put into: the basis of the interaction graph.

A set of two, three or four is a tier of its card.  A Joker in a set counts as the card it stands for.

>>> cards = {card.name: card for card in interactions(players=2).cards}
>>> [(ability.tier, ability.takes, ability.puts) for ability in cards["Warrior"].abilities][:2]
[(2, ('my villages',), ('my Gold',)), (3, ('my villages',), ('my Gold',))]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from guildhall.core.datafile import STAND_IN
from guildhall.core.interactions import Ability, CardNode, Interactions, Shift, Trail, Use, Zone

from .cards import BASIC, CARD_NAMES, Adventure, Box
from .engine.state import LARGEST_SET, SMALLEST_SET, START_LEVEL
from .events import Names
from .settings import AdvyriaSettings, box_of
from .wording import card_texts, sentence

__all__ = ["ZONES", "interactions"]

BASIC_CARD, ADVENTURE_CARD, HERO_CARD = KINDS = ("basic card", "adventure card", "hero card")

MY_HAND, ANOTHER_HAND, DRAW_PILE, DISCARD_PILE = "my hand", "another hand", "draw pile", "discard pile"
HIDDEN, OPEN, SEEN = "hidden tiles", "open tiles", "my seen tiles"
VILLAGES, GOLD, ADVENTURES, LEVEL, LOSSES = "my villages", "my Gold", "my adventures", "my hand level", "my losses"

ZONES: Final = (
    Zone(MY_HAND, "you", "hand", facing=ANOTHER_HAND),
    Zone(SEEN, "you", "seen"),
    Zone(VILLAGES, "you", "villages"),
    Zone(GOLD, "you", "gold"),
    Zone(ADVENTURES, "you", "adventures"),
    Zone(LEVEL, "you", "level"),
    Zone(LOSSES, "you", "losses"),
    Zone(DRAW_PILE, "everybody", "draw pile", supply=True),
    Zone(DISCARD_PILE, "everybody", "discard pile"),
    Zone(HIDDEN, "everybody", "hidden", supply=True),
    Zone(OPEN, "everybody", "open"),
    Zone(ANOTHER_HAND, "another player", "hand", facing=MY_HAND),
)

TRAIL: Final = Trail(
    uses=(
        Use("set"),
        Use("wizard"),
        Use("action"),
        Use("discard", then=("draw", "shuffle")),  # in the Finale, since nobody draws at the hand limit
        Use("complete", apart=True),  # possibly between two moves of a set
    ),
    ends=("place", "turn", "rest", "finale", "end", "hero", "score"),
    shifts=(
        Shift("reveal", "hidden", "open", thing="card"),  # a Gold tile is not a card
        Shift("reveal", "seen", thing="field", put_before=True),
        Shift("gold", "hidden", "villages"),
        Shift("complete", "open", "adventures", thing="card"),
        Shift("flip", "villages", "gold", number="amount"),
        Shift("peek", target="seen", thing="field"),
        Shift("level", target="level", number="held", start=START_LEVEL),
        Shift("losses", target="losses", number="held"),
        Shift("discard", target="discard pile", thing="card"),
        Shift("draw", "draw pile", "hand", thing="card"),
        Shift("steal", "hand", "hand", thing="card", owner="other"),
    ),
)

#: The zones that an effect takes from and puts into, by the name or colour that identifies the effect.
TOUCHES: Final = {
    "seeker": ((SEEN, HIDDEN), (VILLAGES, OPEN)),
    "warrior": ((VILLAGES,), (GOLD,)),
    "fairy": ((), (SEEN,)),
    "four fairies": ((LOSSES,), (SEEN,)),
    "wizard": ((), (LEVEL, LOSSES)),
    "joker": ((), (LEVEL,)),
    "red": ((SEEN, HIDDEN), (VILLAGES, OPEN)),
    "blue": ((), (LEVEL,)),
    "yellow": ((VILLAGES,), (GOLD,)),
    "green": ((), (SEEN,)),
    "complete": ((OPEN,), (ADVENTURES,)),
}
MOVES: Final = ("seeker", "red")


def interactions(**options: Any) -> Interactions:
    """Return the cards of a deck with the zones they put into and take from. The options are those of a new game.

    >>> [card.name for card in interactions(no_heroes=True).cards][-2:]
    ['Owl Court', 'Fern Gate']
    """
    setup = AdvyriaSettings.settle(options)
    box = box_of(setup)
    return Interactions(
        name=setup.cards,
        zones=ZONES,
        cards=tuple(_cards(box, setup)),
        stand_ins=tuple(sentence("en", part) for part in box.stand_ins),
        trail=TRAIL,
        kinds=KINDS,
        outer=(HERO_CARD,),
        group="colour",
        tier="set of",
    )


def _cards(box: Box, setup: AdvyriaSettings) -> Iterator[CardNode]:
    texts = card_texts(Names(box, setup.players, "en"))

    def node(name: str, kind: str, *abilities: Ability, colour: str = "") -> CardNode:
        card = texts[name]
        return CardNode(name, kind, card.provenance, card.text, abilities, group=colour)

    for card, name in zip(BASIC, CARD_NAMES, strict=True):
        yield node(name.en, BASIC_CARD, *_of_basic(card, setup))
    for adventure in box.adventures:
        does = _of_adventure(adventure, setup, stand_in=texts[adventure.name.en].provenance == STAND_IN)
        yield node(adventure.name.en, ADVENTURE_CARD, *does, colour=adventure.colour)
    for hero in () if setup.no_heroes else box.heroes:
        yield node(hero.name.en, HERO_CARD)  # counts adventures without moving them


def _of_basic(card: str, setup: AdvyriaSettings) -> Iterator[Ability]:
    """Return the abilities of sets of two to four, or of a single card. A Wizard has another use in the Finale."""
    if card in ("wizard", "joker"):
        yield _ability(card)
    else:
        for cards in range(SMALLEST_SET, LARGEST_SET + 1):
            yield _ability("four fairies" if (card, cards) == ("fairy", LARGEST_SET) else card, tier=cards)
    if card in MOVES and _can_rob(setup):
        yield _robbing()
    if card == "wizard" and not setup.no_finale:
        yield Ability(None, sentence("en", "wizard in the finale"), (DRAW_PILE,), (MY_HAND, DISCARD_PILE))


def _of_adventure(adventure: Adventure, setup: AdvyriaSettings, *, stand_in: bool) -> Iterator[Ability]:
    """Return the abilities of completing the adventure, or of its colour's action."""
    yield _ability("complete", stand_in=stand_in)
    if setup.no_actions:
        return
    yield _ability(adventure.colour, stand_in=stand_in)
    if adventure.colour in MOVES and _can_rob(setup):
        yield _robbing(stand_in=stand_in)


def _ability(effect: str, *, tier: int | None = None, stand_in: bool = False) -> Ability:
    takes, puts = TOUCHES[effect]
    does = _sentence(sentence("en", f"do {effect}", n=None if tier is None else tier - 1))
    if effect in MOVES:
        does = f"{does} {sentence('en', 'landing')}"
    return Ability(tier, does, takes, puts, stand_in)


def _robbing(*, stand_in: bool = False) -> Ability:
    """Return the unfriendly manoeuvre, which may follow every landing (rule 23)."""
    return Ability(None, sentence("en", "landing beside"), (ANOTHER_HAND,), (MY_HAND,), stand_in)


def _can_rob(setup: AdvyriaSettings) -> bool:
    return len(setup.players) > 1 and not setup.no_manoeuvre


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
