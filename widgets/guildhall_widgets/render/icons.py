"""Symbols and drawings for every game: icons, shields of seats, bars, dice, cards face down, and pictures of games.

The symbols are in `static/symbols.svg`. The stylesheet has each of them as a mask, so that a page only names them.

>>> print(icon("coin"))
<i class="gh-i gh-i-coin" aria-hidden="true"></i>
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from .markup import Content, Markup, join, tag
from .styles import symbols

__all__ = ["dice", "hidden_cards", "icon", "meter", "pawn", "scene_of", "seat_dot", "shield", "with_cards"]

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


def pawn(seat: int, name: str) -> Markup:
    """Return the figure of a seat on a board, with the letter of its name."""
    return tag("span", icon("pawn"), tag("b", _sign(name)), class_=f"gh-pawn gh-s{seat}", aria_hidden="true")


def meter(value: int, most: int, *, label: str, class_: str = "") -> Markup:
    """Return a partly filled bar, with its numbers.

    >>> print(meter(12, 20, label="12 of 20"))
    <span class="gh-meter" role="img" aria-label="12 of 20"><span class="gh-rail"><span class="gh-level" style="wi...
    """
    share = 100 * max(0, min(value, most)) / most if most > 0 else 0
    bar = tag("span", tag("span", class_="gh-level", style=f"width:{share:.4g}%"), class_="gh-rail")
    numbers = tag("span", tag("b", value), f"/{most}", class_="gh-of")
    return tag("span", bar, numbers, class_=f"gh-meter{f' {class_}' if class_ else ''}", role="img", aria_label=label)


def dice(*rolled: int, class_: str = "") -> Markup:
    """Return dice with the rolled numbers."""
    faces = [tag("span", icon(f"die{number}"), class_="gh-die") for number in rolled]
    label = "rolled " + ", ".join(map(str, rolled))
    return tag("span", *faces, class_=f"gh-dice{f' {class_}' if class_ else ''}", role="img", aria_label=label)


def hidden_cards(number: int, what: Content = "cards in hand") -> Markup:
    """Return cards face down, fanned out, and their number."""
    backs = (tag("span", class_="gh-bk") for _ in range(min(number, _MOST_HIDDEN)))
    return tag("span", *backs, tag("b", number), class_="gh-held", role="img", aria_label=f"{number} {what}")


_COLOURED = re.compile(r"\b(red|blue|green|yellow|purple)(?= [A-Z])")


def with_cards(sentence: str) -> Markup:
    """Return a sentence with a small card before each card that it names by its colour.

    >>> print(with_cards("plays red Farmer"))
    plays <i class="gh-swatch gh-red"></i>red Farmer
    """
    parts = _COLOURED.split(sentence)  # words and colours by turns
    drawn = (join(tag("i", class_=f"gh-swatch gh-{part}") if at % 2 else None, part) for at, part in enumerate(parts))
    return join(*drawn)


# --- Pictures of games, drawn from shapes and symbols ---


_WIDTH, _HEIGHT = 250, 132


def scene_of(game: str, crest: str) -> Markup:
    """Return the picture of a game. One without a picture gets its symbol among cards."""
    return _drawn(_SCENES[game]) if game in _SCENES else _drawn(_cards, crest)


@cache
def _drawn(draw: Callable[..., Markup], *about: str) -> Markup:
    return tag(
        "svg",
        draw(*about),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        preserveAspectRatio="xMidYMid slice",
        class_="gh-game-scene",
        aria_hidden="true",
    )


def _ground(top: str, bottom: str) -> Markup:
    """Return a background that gets darker downwards in a few bands."""
    bands = (
        tag("rect", y=_HEIGHT * at / 4, width=_WIDTH, height=_HEIGHT, fill=bottom, opacity=0.28) for at in range(1, 4)
    )
    return join(tag("rect", width=_WIDTH, height=_HEIGHT, fill=top), *bands)


def _symbol(name: str, x: float, y: float, size: float, colour: str, cut: str = "none") -> Markup:
    """Return a symbol at a place, in a colour; `cut` fills what it leaves out."""
    drawing = symbols()[name].replace("currentColor", colour).replace('"cut"', f'"{cut}"')
    return tag("g", Markup(drawing), transform=f"translate({x} {y}) scale({size / 24:.4g})", fill=colour)


def _path(d: str, fill: str, **more: str) -> Markup:
    return tag("path", d=d, fill=fill, **more)


def _circle(x: float, y: float, r: float, fill: str, **more: str) -> Markup:
    return tag("circle", cx=x, cy=y, r=r, fill=fill, **more)


def _hall() -> Markup:
    """Return a hall with five banners and a book in the light."""
    arches = (
        join(
            _path(f"M{x} 132V62a21 21 0 0 1 42 0v70Z", "#00000038"),
            _path(f"M{x + 4} 132V63a17 17 0 0 1 34 0v69Z", "#ffe9b01f"),
        )
        for x in (6, 54, 154, 202)
    )
    light = (_path("M100 132V72a25 25 0 0 1 50 0v60Z", "#ffdf8f"), _path("M104 132V73a21 21 0 0 1 42 0v59Z", "#fff1c4"))
    banners = (
        (14, "#b5382b", "weaver", "#fff"),
        (62, "#2464ad", "assassin", "#fff"),
        (112, "#e9b93a", "farmer", "#2e2100"),
        (162, "#2c7a3a", "trader", "#fff"),
        (210, "#7645a8", "historian", "#fff"),
    )
    hung = (
        join(_path(f"M{x} 0h26v52l-13 11-13-11Z", fill), _symbol(name, x + 4, 20, 18, ink, fill))
        for x, fill, name, ink in banners
    )
    stand = _path("M60 132h130l-14-16H74Z", "#4a3414")
    book = _symbol("historian", 108, 88, 34, "#7d5a17", "#fff1c4")
    return join(_ground("#8a6424", "#54390f"), *arches, *light, stand, book, *hung)


def _town() -> Markup:
    """Return a town by night, with the moon and two dice."""
    stars = ((20, 18), (52, 30), (90, 14), (128, 34), (150, 12), (236, 16), (110, 52))
    windows = ((30, 70), (30, 84), (80, 84), (72, 100), (158, 100), (178, 98), (210, 112), (120, 112))
    moon = (_circle(196, 40, 27, "#f6e7b8"), _circle(186, 34, 5, "#d9c78d"), _circle(204, 48, 7, "#d9c78d"))
    roofs = (
        "M0 132V96l14-8v-20h8V56l10-12 10 12v32l16 8v-14h10V70l8-9 8 9v26h20l22-12 24 12h20V84l9-8 9 8v16h62v32Z",
        "#2a1840",
    )
    return join(
        _ground("#6b4a9a", "#3a2460"),
        *(_circle(x, y, 1.2, "#fff") for x, y in stars),
        *moon,
        _path(*roofs),
        *(tag("rect", x=x, y=y, width=4, height=6, fill="#ffd980") for x, y in windows),
        _die(5, 40, 72, 40, -12),
        _die(3, 92, 84, 36, 14),
    )


def _die(number: int, x: int, y: int, size: int, turn: int) -> Markup:
    face = tag("rect", x=x, y=y, width=size, height=size, rx=8, fill="#fffdf6", stroke="#6a5f4e")
    pips = _symbol(f"die{number}", x + 3, y + 3, size - 6, "#221a08", "#fffdf6")
    return tag("g", face, pips, transform=f"rotate({turn} {x + size / 2} {y + size / 2})")


def _dragon() -> Markup:
    """Return a serpent before the sun, and the party below it."""
    mountains = "M0 132V104l30-26 22 18 30-34 24 26 18-14 26 22 28-38 30 30 42-18v62Z"
    body = (
        "M150 132c-44 0-66-16-58-36 7-17 34-10 44-24 9-13-2-28-20-25l-18 7 4-15-15-5 22-6c32-10 60 12 52 38-6 20-34 "
        "17-38 29-4 11 18 16 40 11 30-7 44-2 56 8v18Z"
    )
    party = (("aurie", 18, 100, 26), ("zayn", 50, 104, 22), ("pax", 198, 104, 24), ("nandi", 224, 104, 22))
    return join(
        _ground("#b84a34", "#5c1a16"),
        _circle(125, 56, 46, "#ffb27a", opacity=".55"),
        _path(mountains, "#4a1512", opacity=".7"),
        _path(body, "#2a0b0a"),
        _circle(106, 36, 3, "#ffd54a"),
        _path("M84 44l-12 3 12 3Z", "#ff7043"),
        *(_symbol(name, x, y, size, "#ffe3c2", "#4a1512") for name, x, y, size in party),
    )


_TILES = (
    ("#a8c77a", "", ""),
    ("#7fae6b", "compass", "#ffffffcc"),
    ("#a9cfe0", "", ""),
    ("#e9b93a", "honey", "#5c4300"),
    ("#c2d399", "compass", "#ffffffcc"),
    ("#a8c77a", "", ""),
    ("#5f8f55", "", ""),
    ("#c2d399", "", ""),
    ("#2464ad", "tower", "#fff"),
    ("#a8c77a", "", ""),
    ("#a9cfe0", "", ""),
    ("#e0cfae", "anchor", "#5a4320"),
    ("#c2d399", "compass", "#ffffffcc"),
    ("#2c7a3a", "owl", "#fff"),
    ("#a8c77a", "", ""),
    ("#b5382b", "bridge", "#fff"),
    ("#7fae6b", "", ""),
    ("#c2d399", "", ""),
)


def _board() -> Markup:
    """Return a board of square tiles, two pawns and the way of one of them."""
    tiles = (
        join(
            tag("rect", x=x, y=y, width=38, height=38, rx=5, fill=fill),
            _symbol(name, x + 9, y + 9, 20, ink, fill) if name else None,
        )
        for place, (fill, name, ink) in enumerate(_TILES)
        for x, y in [(2 + 42 * (place % 6), 4 + 42 * (place // 6))]
    )
    dashed = {"stroke": "#fff", "stroke_width": "3", "stroke_dasharray": "2 7", "stroke_linecap": "round"}
    way = _path("M30 110Q60 80 74 72T118 40 160 74", "none", **dashed)
    pawns = (_symbol("pawn", 142, 44, 38, "#b84a00"), _symbol("pawn", 54, 56, 32, "#0b63a5"))
    return join(_ground("#5f7f4a", "#3f5a34"), *tiles, way, *pawns)


def _cards(crest: str) -> Markup:
    """Return a fan of cards with a symbol."""
    fan = (
        tag("rect", x=90, y=22, width=70, height=100, rx=8, fill=fill, transform=f"rotate({turn} 125 150)")
        for fill, turn in (("#c9d2dc", -24), ("#c9d2dc", 24), ("#dfe5ec", -12), ("#dfe5ec", 12), ("#fffdf9", 0))
    )
    return join(_ground("#5a7189", "#33475c"), *fan, _symbol(crest, 105, 48, 40, "#33475c", "#fffdf9"))


_SCENES: dict[str, Callable[[], Markup]] = {
    "guildhall": _hall,
    "guild-master": _town,
    "hundred-halls": _dragon,
    "advyria": _board,
}
