"""Pure functions that render data as HTML and SVG, independent of widgets and Jupyter."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from guildhall.core.decision import Decision, Option
from guildhall.core.errors import UnknownCard, did_you_mean, nearest, short
from guildhall.core.rules import CardText, Rules
from guildhall.games import game_names, registration

from .markup import EMPTY, Markup, join, tag
from .scene import Face, Scene

__all__ = ["Face", "Scene", "card_names", "card_page", "chips", "crest", "face", "picture", "table"]


def table(
    rules: Rules,
    shown: Any,
    decision: Decision | None = None,
    *,
    options: Mapping[str, int] | None = None,
    lit: Collection[str] = (),
    live: bool = False,
    several: Collection[str] = (),
    number: int | None = None,
    keys: Mapping[int, str] | None = None,
    named: bool = False,
    compact: bool = False,
) -> Markup:
    """Draw the table or view of any game. Without a renderer, draw the plain table of its rules.

    `options` maps clickable places to option ids, `lit` holds the highlighted places. `several` holds places with more
    than one option, `number` is that of the decision drawn, and `keys` are the number keys of options. `named` places
    have their names and help in the page, `compact` asks for a small drawing that also says where the game stands.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> "VP row" in table(game.rules, game.table)
    True
    """
    renderer = _renderer(rules)
    if renderer is None:
        return tag("div", Markup(rules.html(shown, decision)), class_="gh-table gh-plain-table")
    draw: Callable[[Scene], Markup] = renderer.table
    places = (options or {}, frozenset(lit), live, frozenset(several))
    drawn = draw(Scene(rules, shown, decision, *places, number, keys or {}, named, compact))
    if not compact:
        return drawn
    return tag("div", tag("div", chips(rules, shown), class_="gh-chips"), drawn, class_="gh-compact")


def picture(rules: Rules, shown: Any, decision: Decision | None = None) -> Markup:
    """Draw a table without controls: where the game stands, and the table itself."""
    where = tag("div", chips(rules, shown), class_="gh-chips")
    return tag("div", where, table(rules, shown, decision), class_=f"gh-picture gh-of-{rules.game}")


def crest(rules: Rules) -> str:
    """Return the symbol of a game."""
    return str(getattr(_renderer(rules), "CREST", "cards"))


def chips(rules: Rules, shown: Any) -> Markup:
    """Return where a game stands, such as its turn, for the bar above its table."""
    draw: Callable[[Scene], Markup] | None = getattr(_renderer(rules), "chips", None)
    return EMPTY if draw is None else draw(Scene(rules, shown))


def face(rules: Rules, shown: Any, option: Option, decision: Decision | None = None) -> Face:
    """Return what the button of an option of a decision shows, by default its words."""
    draw: Callable[[Scene, Option], Face | None] | None = getattr(_renderer(rules), "face", None)
    drawn = None if draw is None else draw(Scene(rules, shown, decision), option)
    text = tag("span", option.text, class_="gh-text") if option.text else None
    frame = _frame(rules, option) if _renderer(rules) is None else EMPTY
    return drawn or Face(join(frame, tag("span", option.label, text)))


def _frame(rules: Rules, option: Option) -> Markup:
    """Return the initials of the card that an option names, in a frame, for games without drawings."""
    named = [name for name in rules.card_texts if re.search(rf"\b{re.escape(name)}\b", option.phrase)]
    return (
        tag("span", class_="gh-initials", data_sign=initials(max(named, key=len)), aria_hidden="true")
        if named
        else EMPTY
    )


def initials(name: str) -> str:
    """Return two letters for a card without a drawing.

    >>> initials("Old Toll Gate"), initials("bread"), initials("7")
    ('OT', 'Br', '7')
    """
    words = name.split()
    return (words[0][0] + words[1][0]).upper() if len(words) > 1 else name[:2].capitalize()


def card_names(rules: Rules) -> dict[str, str]:
    """Return the cards of a game that can be looked up, with their names on screen."""
    drawn = getattr(_renderer(rules), "card_names", None)
    return {name: card.shown for name, card in rules.card_texts.items()} if drawn is None else dict(drawn(rules))


def card_page(rules: Rules, name: str, shown: Any = None) -> Markup:
    """Return the text of one card. With a table, the tiers within reach of the active seat are marked."""
    pages: Mapping[str, Callable[[Any], Markup]] = getattr(_renderer(rules), "pages", _text_pages)(rules)
    if name not in pages:
        raise UnknownCard(f"unknown card {short(name)}{did_you_mean(nearest(name, pages))}", name=name)
    return pages[name](shown)


def _text_pages(rules: Rules) -> dict[str, Callable[[Any], Markup]]:
    """Return a function from the table to its page for every card, for renderers without `pages`."""
    return {name: partial(_text_page, card) for name, card in rules.card_texts.items()}


def _text_page(card: CardText, shown_table: Any) -> Markup:
    mark = tag("span", card.provenance, class_="gh-mark" if card.provenance == "stand-in" else "gh-small gh-soft")
    frame = tag("span", class_="gh-initials", data_sign=initials(card.shown), aria_hidden="true")
    return tag("section", tag("h4", frame, card.shown), tag("p", card.text, " ", mark), class_="gh-card-page")


def _renderer(rules: Rules) -> Any:
    """Return the module that draws a game, or None."""
    module = registration(rules.game).renderer if rules.game in game_names() else None
    return None if module is None else import_module(module)
