"""The five colours of cards: each has a letter and a pattern besides, so that nothing depends on seeing colours.

The classes are drawn in `static/cards.css`.

>>> letter("purple"), colour_class("purple")
('P', 'gh-purple')
"""

from __future__ import annotations

__all__ = ["COLOURS", "colour_class", "letter", "split"]

COLOURS = ("red", "blue", "green", "yellow", "purple")


def letter(colour: str) -> str:
    """The letter of a colour."""
    return colour[0].upper()


def colour_class(colour: str) -> str:
    """The class that gives tint and pattern; what has no colour is plain."""
    return f"gh-{colour}" if colour in COLOURS else "gh-plain"


def split(card: str) -> tuple[str, str]:
    """Colour and profession of a card; a Master or a VP card has no colour.

    >>> split("red Farmer"), split("Seeker")
    (('red', 'Farmer'), ('', 'Seeker'))
    """
    colour, _, profession = card.partition(" ")
    return (colour, profession) if colour in COLOURS else ("", card)
