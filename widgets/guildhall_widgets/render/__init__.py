"""Pure functions that render data as HTML and SVG, independent of widgets and Jupyter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from guildhall.core.decision import Decision
from guildhall.core.errors import UnknownCard, did_you_mean, nearest, short
from guildhall.core.rules import Rules
from guildhall.core.words import CardText
from guildhall.games import game_names, registration

from .markup import Markup, tag
from .scene import Scene

__all__ = ["Scene", "card_names", "card_page", "table"]


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
) -> Markup:
    """Draw the table or view of any game. Without a renderer, draw the plain table of its rules.

    `options` maps clickable places to option ids, `lit` holds the highlighted places. `several` holds places with more
    than one option, `number` is that of the decision drawn.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> "VP row" in table(game.rules, game.table)
    True
    """
    renderer = _renderer(rules)
    if renderer is None:
        return Markup(rules.html(shown, decision))
    draw: Callable[[Scene], Markup] = renderer.table
    return draw(Scene(rules, shown, decision, options or {}, frozenset(lit), live, frozenset(several), number))


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
    return tag("section", tag("h4", card.shown), tag("p", card.text, " ", mark), class_="gh-card-page")


def _renderer(rules: Rules) -> Any:
    """Return the module that draws a game, or None."""
    module = registration(rules.game).renderer if rules.game in game_names() else None
    return None if module is None else import_module(module)
