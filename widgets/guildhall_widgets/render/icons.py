"""Symbols and small drawings that every game uses: icons, shields of seats, bars, dice and cards face down.

The symbols are in `static/symbols.svg`. The stylesheet has each of them as a mask, so that a page only names them.

>>> print(icon("coin"))
<i class="gh-i gh-i-coin" aria-hidden="true"></i>
"""

from __future__ import annotations

from .markup import Content, Markup, tag
from .styles import symbols

__all__ = ["dice", "hidden_cards", "icon", "meter", "seat_dot", "shield"]

_MOST_HIDDEN = 8  # cards face down that are drawn


def icon(name: str, class_: str = "") -> Markup:
    """Return a symbol in the colour and size of the surrounding text. It says nothing to screen readers."""
    if name not in symbols():
        raise KeyError(f"unknown symbol {name}")
    return tag("i", class_=f"gh-i gh-i-{name}{f' {class_}' if class_ else ''}", aria_hidden="true")


def _sign(name: str) -> str:
    """Return the letter of a name, or the number of a seat without one, such as Player 2."""
    return name[-1] if name[-1:].isdigit() else name[:1].upper()


def shield(seat: int, name: str) -> Markup:
    """Return the shield of a seat: its colour, its division of the field and the letter of its name."""
    return tag("span", tag("b", _sign(name)), class_=f"gh-shield gh-s{seat}", aria_hidden="true")


def seat_dot(seat: int, name: str) -> Markup:
    """Return a seat as a letter on its colour, for one line of text."""
    return tag("span", _sign(name), class_=f"gh-dot gh-s{seat}", aria_hidden="true")


def meter(value: int, most: int, *, label: str, class_: str = "") -> Markup:
    """Return a bar that is filled in part, with its numbers.

    >>> print(meter(12, 20, label="12 of 20"))
    <span class="gh-meter" role="img" aria-label="12 of 20"><span class="gh-rail"><span class="gh-fill" style="wid...
    """
    share = 100 * max(0, min(value, most)) / most if most > 0 else 0
    bar = tag("span", tag("span", class_="gh-fill", style=f"width:{share:.4g}%"), class_="gh-rail")
    numbers = tag("span", tag("b", value), f"/{most}", class_="gh-of")
    return tag("span", bar, numbers, class_=f"gh-meter{f' {class_}' if class_ else ''}", role="img", aria_label=label)


def dice(*rolled: int, class_: str = "") -> Markup:
    """Return dice with the numbers that were rolled."""
    faces = [tag("span", icon(f"die{number}"), class_="gh-die") for number in rolled]
    label = "rolled " + ", ".join(map(str, rolled))
    return tag("span", *faces, class_=f"gh-dice{f' {class_}' if class_ else ''}", role="img", aria_label=label)


def hidden_cards(number: int, what: Content = "cards in hand") -> Markup:
    """Return cards face down, fanned out, and their number."""
    backs = (tag("span", class_="gh-bk") for _ in range(min(number, _MOST_HIDDEN)))
    return tag("span", *backs, tag("b", number), class_="gh-held", role="img", aria_label=f"{number} {what}")
