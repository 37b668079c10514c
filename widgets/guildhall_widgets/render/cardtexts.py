"""Cards in words for any game whose rules tell them one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from guildhall.core.rules import CardText, Rules

from .markup import Markup, tag

__all__ = ["card_names", "pages"]


def card_names(rules: Rules) -> dict[str, str]:
    """The cards of a game, each with what the screen calls it."""
    return {name: card.shown for name, card in rules.card_texts.items()}


def pages(rules: Rules) -> dict[str, Callable[[Any], Markup]]:
    """For every card a function from the table to its page."""
    return {name: partial(_page, card) for name, card in rules.card_texts.items()}


def _page(card: CardText, shown_table: Any) -> Markup:
    mark = tag("span", card.provenance, class_="gh-mark" if card.provenance == "stand-in" else "gh-small gh-soft")
    return tag("section", tag("h4", card.shown), tag("p", card.text, " ", mark), class_="gh-card-page")
