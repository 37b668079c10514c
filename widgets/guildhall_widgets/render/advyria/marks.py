"""Cards, tiles and guilds of Advyria as symbols. Colours always come with a pattern and their letters."""

from __future__ import annotations

from typing import Any

from guildhall.games.advyria.cards import GOLD

from ..icons import icon
from ..markup import Content, Markup, tag
from ..scene import colour_class

__all__ = ["adventure_chip", "breakable", "card_chip", "colour_of", "counted", "disc", "symbol"]

# German needs two letters, because gelb and grün both begin with G.
_SIGNS: dict[str, dict[str, str]] = {"en": {}, "de": {"red": "R", "blue": "B", "yellow": "Ge", "green": "Gr"}}
_SYMBOLS = {
    GOLD.en: "coin",
    "Fortune Seeker": "horseshoe",
    "Warrior": "warrior",
    "Fairy": "fairy",
    "Wizard": "wizard",
    "Joker": "joker",
    "Sunken Bell": "bell",
    "Ember Bridge": "bridge",
    "Lost Caravan": "caravan",
    "Moon Well": "well",
    "Glass Tower": "tower",
    "Silent Choir": "choir",
    "Golden Sheaf": "sheaf",
    "Old Toll Gate": "gate",
    "Honey Cellar": "honey",
    "Root Maze": "maze",
    "Owl Court": "owl",
    "Fern Gate": "fern",
    "Lantern Guild": "lantern",
    "Anchor Guild": "anchor",
    "Thistle Guild": "thistle",
    "Raven Guild": "raven",
}
# Where long German names may break on a narrow tile, for browsers without a German dictionary.
_BREAKS = (
    "Laternen|gilde Anker|gilde Distel|gilde Raben|gilde Glut|brücke Mond|brunnen Honig|keller Wurzel|labyrinth "
    "Eulen|gericht Farn|tor"
)
_SOFT = {name.replace("|", ""): name.replace("|", "\N{SOFT HYPHEN}") for name in _BREAKS.split()}


def breakable(name: str) -> str:
    """Return a name with soft hyphens where it may break.

    >>> breakable("Ankergilde").split("\N{SOFT HYPHEN}"), breakable("Moon Well")
    (['Anker', 'gilde'], 'Moon Well')
    """
    return _SOFT.get(name, name)


def symbol(name: str, otherwise: str = "quest") -> Markup:
    """Return the symbol of a card, tile or guild by its English name. Those from a player's files share one."""
    return icon(_SYMBOLS.get(name, otherwise))


def colour_of(names: Any, name: str) -> str:
    """Return the colour of an adventure, empty for other cards."""
    return str(names.box.adventures[names.adventures.index(name)].colour) if name in names.adventures else ""


def disc(lang: str, colour: str) -> Markup:
    """Return the letters of a colour, for readers who cannot see its tint."""
    return tag("b", _SIGNS[lang].get(colour, colour[0].upper()), class_="gh-ad-disc")


def adventure_chip(names: Any, adventure: str, *, state: str = "", note: Content = None, named: bool = False) -> Markup:
    """Return an adventure as a chip: the letter of its colour and its symbol, with its name if wanted.

    `state` is a further class, and `note` what is said about it, such as where it lies.
    """
    shown, colour = names.shown(adventure), colour_of(names, adventure)
    note = None if note is None else tag("b", note)
    look = " ".join(filter(None, ["gh-adventure", colour_class(colour), state]))
    content = (disc(names.lang, colour), symbol(adventure), tag("span", shown) if named else None, note)
    if named:
        return tag("span", *content, class_=look)
    return tag("span", *content, class_=look, role="img", aria_label=shown, title=shown)


def card_chip(names: Any, card: str, copies: int = 1) -> Markup:
    """Return a card of any kind as a chip without its name, with the number of copies."""
    times = f"×{copies}" if copies > 1 else None
    if card in names.adventures:
        return adventure_chip(names, card, note=times)
    shown = counted(names, card, copies)
    return tag("span", symbol(card), times, class_="gh-ad-mini", role="img", aria_label=shown, title=shown)


def counted(names: Any, card: str, copies: int) -> str:
    """Return a number of cards in words, such as '2 Wizard'."""
    return f"{copies} {names.shown(card, copies)}"
