"""The resources that cards produce and use: Adventurers and Upgrades bring dice for Contracts, which pay for Builders.

The dice of each skill are a zone. Another zone holds dice of any skill, which fixers and re-rolls affect.

>>> cards = {card.name: card for card in interactions(players=2).cards}
>>> [(ability.takes, ability.puts) for ability in cards["Steal Battle Plans"].abilities]
[(('my Guile', 'my dice'), ('my Gold', 'my Fame'))]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from guildhall.core.datafile import STAND_IN
from guildhall.core.interactions import Ability, CardNode, Interactions, Shift, Trail, Use, Zone

from .cards import CORES, Box
from .language import SKILLS, Effect, Op, say
from .settings import GuildMasterSettings, box_of
from .wording import card_text

__all__ = ["ZONES", "interactions"]

ADVENTURER, CONTRACT, UPGRADE = KINDS = ("adventurer", "contract", "upgrade")
DICE, GOLD, FAME, PRIVATE, UPGRADES = "my dice", "my Gold", "my Fame", "my Private Contracts", "my Upgrades"
THEIR_GOLD, THEIR_FAME = "another Treasury", "another's Fame"

ZONES: Final = (
    *(Zone(f"my {skill.capitalize()}", "you", skill) for skill in SKILLS),
    Zone(DICE, "you", "dice"),
    Zone(GOLD, "you", "gold", facing=THEIR_GOLD),
    Zone(FAME, "you", "fame", facing=THEIR_FAME),
    Zone(PRIVATE, "you", "private"),
    Zone(UPGRADES, "you", "upgrades"),
    Zone(THEIR_GOLD, "another player", "gold", facing=GOLD),
    Zone(THEIR_FAME, "another player", "fame", facing=FAME),
)

TRAIL: Final = Trail(
    uses=(Use("sent"), Use("complete"), Use("recruit"), Use("build"), Use("ability"), Use("boon")),
    ends=("round", "planned", "order", "income", "wander", "fail", "score", "end"),
    shifts=(Shift("gold", target="gold", number="amount"), Shift("fame", target="fame", number="amount")),
)

#: The zones that each effect takes from and puts to. Effects that only look at cards, or put them back, have none.
_TOUCHES: Final = {
    **dict.fromkeys((Op.SET_DIE, Op.REROLL, Op.ADD_RESULT, Op.FACE_BONUS, Op.TARGETS), ((), (DICE,))),
    **dict.fromkeys((Op.TEAM_SIZE, Op.PENALTY), ((), (DICE,))),
    **dict.fromkeys((Op.BUILDERS, Op.FREE_BUILDER, Op.BIDS, Op.WANDER, Op.INCOME, Op.GOLD), ((), (GOLD,))),
    **dict.fromkeys((Op.DECK_FAME, Op.FAME, Op.EACH_FAME), ((), (FAME,))),
    Op.EACH_GOLD: ((), (GOLD,)),
    Op.TAKE_GOLD: ((THEIR_GOLD,), (GOLD,)),
    Op.GIVE_GOLD: ((GOLD,), (FAME, THEIR_GOLD)),
    Op.HARM: ((THEIR_FAME,), ()),
    Op.TRADE: ((GOLD,), (FAME,)),
    Op.DRAW_PRIVATE: ((), (PRIVATE,)),
    **dict.fromkeys((Op.SKILL_UPGRADE, Op.CORE_UPGRADE), ((), (UPGRADES,))),
}


def interactions(**options: Any) -> Interactions:
    """Return all cards and Upgrades with the zones they use. The options are those of a new game."""
    box = box_of(GuildMasterSettings.settle(options))
    return Interactions(
        name="guild-master",
        zones=ZONES,
        cards=(*_adventurers(box), *_contracts(box), *_upgrades(box)),
        stand_ins=("what the rulebook does not tell of a card",) if box.stand_ins else (),
        trail=TRAIL,
        kinds=KINDS,
        outer=(UPGRADE,),
        group="deck",
        tier="dice",
    )


def _adventurers(box: Box) -> Iterator[CardNode]:
    for one in box.adventurers:
        dice = [
            Ability(n, f"{n} {_dice(n)} of {skill.capitalize()} in a check.", puts=(f"my {skill.capitalize()}",))
            for skill, n in one.skills.items()
        ]
        own = [_effect(one.ability.effect)] if one.ability else []
        yield CardNode(one.name, ADVENTURER, one.provenance, card_text(one), (*dice, *own), group=one.rank.capitalize())


def _contracts(box: Box) -> Iterator[CardNode]:
    for one in box.contracts:
        effects = [*map(_effect, one.effects)]
        takes = [*(f"my {skill.capitalize()}" for skill in one.targets), DICE]
        puts = [*([GOLD] if one.gold else []), *([FAME] if one.fame else [])]
        takes += [zone for effect in effects for zone in effect.takes]
        puts += [zone for effect in effects for zone in effect.puts]
        does = Ability(None, card_text(one), tuple(dict.fromkeys(takes)), tuple(dict.fromkeys(puts)))
        yield CardNode(one.name, CONTRACT, one.provenance, card_text(one), (does,), group=one.deck.capitalize())


def _upgrades(box: Box) -> Iterator[CardNode]:
    for skill in SKILLS:
        one = box.skills[skill]
        does = f"{one.builders} {_builders(one.builders)}: a Dice fixer or re-rolls for {skill.capitalize()}."
        yield _upgrade(one.name, does, one.provenance, f"my {skill.capitalize()}", FAME)
    for name, puts in zip(CORES, ((), (DICE,), (GOLD,)), strict=True):
        core = box.cores[name]
        levels = ", ".join(map(str, core.values))
        what = {"stables": "Orders", "mess hall": "Adventurers in a team", "bar": "Gold of income"}[name]
        yield _upgrade(name.title(), f"{levels} {what} by level.", core.provenance, *puts, FAME)
    for prestige in box.prestiges:
        does = f"{prestige.fame} Fame at the end for every {prestige.every} of its kind: {prestige.per}."
        yield _upgrade(prestige.name, does, prestige.provenance, FAME)


def _upgrade(name: str, does: str, provenance: str, *puts: str) -> CardNode:
    ability = Ability(None, does, (GOLD,), puts, provenance == STAND_IN)
    return CardNode(name, UPGRADE, provenance, does, (ability,), group="Upgrade")


def _effect(effect: Effect) -> Ability:
    """Return the interaction of an ability, a Bonus, a Boon or an Event."""
    takes, puts = _TOUCHES.get(effect.op, ((), ()))
    if effect.op == Op.ADD_DICE:
        puts = (DICE,) if effect.detail < 0 else (f"my {SKILLS[effect.detail].capitalize()}",)
    words = say(effect)
    return Ability(None, f"{words[0].upper()}{words[1:]}.", takes, puts)


def _dice(n: int) -> str:
    return "die" if n == 1 else "dice"


def _builders(n: int) -> str:
    return "Builder" if n == 1 else "Builders"
