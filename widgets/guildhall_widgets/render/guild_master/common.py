"""Small drawings of Guild Master: portraits, skills, targets, chances, and whom the table is drawn for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from guildhall.games.guild_master.cards import Adventurer, Contract
from guildhall.games.guild_master.engine.state import Objective
from guildhall.games.guild_master.events import LETTERS
from guildhall.games.guild_master.language import Effect, Op

from ..icons import icon
from ..markup import Content, Markup, join, tag
from ..scene import Scene

__all__ = [
    "adventurer",
    "badge",
    "contract",
    "die",
    "effect_icon",
    "hero",
    "objective_mark",
    "percent",
    "portrait",
    "ring",
    "round_told",
    "rules",
    "skill",
    "skills",
    "state",
    "target",
    "targets",
]

_HATS = 4  # kinds of portraits in the stylesheet


def state(scene: Scene) -> Any:
    """Return the record that is shown."""
    return scene.table.knowledge[0]


def rules(scene: Scene) -> Any:
    """Return the compiled rules."""
    return scene.rules.compiled[0]  # type: ignore[attr-defined]  # this renderer draws Guild Master only


def hero(scene: Scene) -> int:
    """Return the seat whose Guild is drawn large: the reader's, or the one that decides."""
    actor = int(state(scene)["actor"])
    return int(scene.table.seat) if scene.table.seat is not None else actor if actor in _seats(scene) else 0


def _seats(scene: Scene) -> range:
    return range(len(scene.rules.seats))


def round_told(scene: Scene) -> str:
    """Return the Round with its moon in words."""
    shown = scene.table
    return f"Round {shown.turn_no} of {int(rules(scene)['rounds'])}, {shown.moon}" if shown.turn_no else "set-up"


def adventurer(scene: Scene, name: str) -> Adventurer:
    """Return the Adventurer with a name."""
    names = scene.table.names
    found: Adventurer = names.box.adventurers[names.adventurers.index(name)]
    return found


def contract(scene: Scene, number: int) -> Contract:
    """Return the Contract with a number."""
    found: Contract = scene.table.names.box.contracts[number]
    return found


# --- Symbols ---


def portrait(one: Adventurer, class_: str = "") -> Markup:
    """Return the face of an Adventurer: the colour of the first skill, and a hat that depends on the name."""
    first = next(iter(one.skills), "might")
    hat = sum(map(ord, one.name)) % _HATS
    classes = f"gh-portrait gh-hat{hat} gh-k-{first}{f' {class_}' if class_ else ''}"
    return tag("span", class_=classes, aria_hidden="true")


def skill(name: str, number: Content = None) -> Markup:
    """Return the symbol of a skill with its dice."""
    shown = tag("b", number) if number is not None else None
    return tag("span", icon(name), shown, class_=f"gh-sk gh-k-{name}")


def skills(dice: Mapping[str, int]) -> Markup:
    """Return skills with their dice."""
    return tag("span", *(skill(name, n) for name, n in dice.items()), class_="gh-sks")


def target(name: str, number: Content) -> Markup:
    """Return a target on the colour of its skill."""
    return tag("span", icon(name), tag("b", number), class_=f"gh-target gh-k-{name}")


def targets(scene: Scene, card: int) -> Markup:
    """Return the targets of a Contract, including Events."""
    each = (target(name, number) for name, number in scene.table.figures.targets(card).items())
    return tag("span", join(*each, between=" or "), class_="gh-targets")


def badge(text: Content) -> Markup:
    """Return the letter or number of a space."""
    return tag("b", text, class_="gh-lt")


def die(number: int) -> Markup:
    """Return a small die."""
    return tag("span", icon(f"die{number}"), class_="gh-die gh-gm-mini")


def objective_mark(number: int) -> Markup:
    """Return the letter, number or symbol of an Order Card."""
    if number == Objective.NO_CARD:
        return icon("compass")
    if number == Objective.BUILDERS:
        return icon("builder")
    is_contract = number >= Objective.CONTRACT
    return badge(number - Objective.CONTRACT + 1 if is_contract else LETTERS[number - Objective.RECRUIT])


_EFFECTS = {
    Op.SET_DIE: "die5",
    Op.REROLL: "reroll",
    Op.ADD_DICE: "plus",
    Op.ADD_RESULT: "plus",
    Op.BUILDERS: "builder",
    Op.FREE_BUILDER: "builder",
    Op.GOLD: "coin",
    Op.TAKE_GOLD: "coin",
    Op.GIVE_GOLD: "coin",
    Op.EACH_GOLD: "coin",
    Op.INCOME: "coin",
    Op.TRADE: "coin",
    Op.FAME: "fame",
    Op.DECK_FAME: "fame",
    Op.EACH_FAME: "fame",
    Op.HARM: "skull",
    Op.PEEK_DECK: "eye",
    Op.PEEK_PRIVATE: "eye",
    Op.DRAW_PRIVATE: "scroll",
    Op.SWAP_CONTRACT: "scroll",
    Op.SKILL_UPGRADE: "tower",
    Op.CORE_UPGRADE: "tower",
}


def effect_icon(effect: Effect) -> Markup:
    """Return the symbol of an effect."""
    return icon(f"die{effect.amount}" if effect.op == Op.SET_DIE else _EFFECTS.get(effect.op, "spark"))


# --- Chances ---


def percent(chance: float) -> str:
    """Return a chance in whole percent, 0 and 100 only if that is certain.

    >>> percent(0.5), percent(0.999), percent(1e-9), percent(1.0)
    ('50 %', '>99 %', '<1 %', '100 %')
    """
    if 0 < chance < 0.005:
        return "<1 %"
    return ">99 %" if 0.995 <= chance < 1 else f"{100 * chance:.0f} %"


def ring(chance: float, class_: str = "") -> Markup:
    """Return a chance as a ring that is closed in part."""
    share = f"--part:{100 * chance:.0f}%"
    shown = tag("b", percent(chance).replace(" ", ""))
    return tag("span", shown, class_=f"gh-ring{f' {class_}' if class_ else ''}", style=share)
