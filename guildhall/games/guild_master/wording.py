"""Texts of the cards and Upgrades of Guild Master."""

from __future__ import annotations

from guildhall.core.rules import CardText

from .cards import Adventurer, Box, Contract, Core, Prestige, SkillUpgrade
from .engine.check import FIXED, REROLLS
from .engine.state import GOLD_PER_FAME
from .events import SIDES
from .language import say

__all__ = ["CORE_VALUES", "ROMAN", "card_text", "card_texts", "plural", "prestige_text", "side_text"]

ROMAN = ("I", "II", "III")


def card_text(card: Adventurer | Contract) -> str:
    """Return a card in words."""
    if isinstance(card, Adventurer):
        skills = ", ".join(f"{skill.capitalize()} {dice}" for skill, dice in card.skills.items())
        ability = card.ability
        told = f" {ability.moon.capitalize()}, {ability.phase.capitalize()}: {say(ability.effect)}." if ability else ""
        return f"{card.rank.capitalize()}, {skills}, {card.fame} Fame.{told}"
    targets = " or ".join(f"{skill.capitalize()} {target}" for skill, target in card.targets.items())
    effects = "".join(f" {card.kind.capitalize()}: {say(effect)}." for effect in card.effects)
    return f"{card.deck.capitalize()} Contract, {targets}: {card.gold} Gold, {card.fame} Fame.{effects}"


# --- Upgrades ---


def plural(n: int, word: str) -> str:
    """Return a number with its noun."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def side_text(skill: str, side: int) -> str:
    """Describe a side of a Skill Upgrade (rule 37)."""
    rolled = f"after rolling a check of {skill.capitalize()}"
    return f"{rolled} set one die to {FIXED}" if side == 0 else f"{rolled} re-roll up to {REROLLS} dice, or one twice"


def _skill_upgrade(skill: str, one: SkillUpgrade) -> str:
    sides = "; or ".join(f"{name}: {side_text(skill, side)}" for side, name in enumerate(SIDES))
    return f"Skill Upgrade, {plural(one.builders, 'Builder')}, {one.fame} Fame. {sides[0].upper()}{sides[1:]}."


CORE_VALUES = {"stables": "Order Spaces", "mess hall": "Adventurers in a team", "bar": "Gold of income"}


def _core_level(core: str, one: Core, level: int) -> str:
    """Describe a level of a Core Upgrade: its value, cost and Fame."""
    given = f"{one.values[level - 1]} {CORE_VALUES[core]}"
    if level == 1:
        return f"I (at the start): {given}"
    cost, fame = plural(one.builders[level - 2], "Builder"), one.fame[level - 2]
    return f"{ROMAN[level - 1]} ({cost}, {fame} Fame): {given}"


def _core_upgrade(core: str, one: Core) -> str:
    levels = "; ".join(_core_level(core, one, level) for level in (1, 2, 3))
    return f"Core Upgrade. {levels}. II comes before III, and only one Guild can have III."


_COUNTED = {
    "contract": "completed Contract that lies with the Guild",
    "legendary": "completed Legendary Contract that lies with the Guild",
    "hero": "Hero or Legend of the Guild",
    "upgrade": "Upgrade on the Upgrade Board, this one counted",
    "gold": "Gold",
    "skill": "skill in which the Guild has 6 dice or more",
}


def prestige_text(one: Prestige) -> str:
    """Return the formula of a Prestige Upgrade."""
    counted = _COUNTED[one.per]
    every = f"every {one.every} {counted}" if one.every > 1 else f"each {counted}"
    instead = f", instead of 1 for every {GOLD_PER_FAME} Gold" if one.per == "gold" else ""
    return f"{one.fame} Fame at the end of the game for {every}{instead}"


def card_texts(box: Box) -> dict[str, CardText]:
    """Return every card and every Upgrade by its name."""
    found = {one.name: CardText(one.name, card_text(one), one.provenance) for one in box.cards}
    texts = [(one.name, _skill_upgrade(skill, one), one.provenance) for skill, one in box.skills.items()]
    texts += [(core.title(), _core_upgrade(core, one), one.provenance) for core, one in box.cores.items()]
    for one in box.prestiges:
        built = f"Prestige Upgrade, {plural(one.builders, 'Builder')}"
        said = f"{built}. {prestige_text(one)}. One for each Guild, each of them once."
        texts.append((one.name, said, one.provenance))
    for name, said, source in texts:
        found.setdefault(name, CardText(name, said, source))
    return found
