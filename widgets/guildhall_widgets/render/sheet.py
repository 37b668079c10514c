"""The frame of a front-end on one screen: a bar with title, pills and tools, then its panels."""

from __future__ import annotations

from .controls import menu
from .icons import icon
from .markup import Content, Markup, join, tag

__all__ = ["drawer", "pill", "sheet", "surface"]


def sheet(
    title: str,
    *content: Content,
    crest: str,
    kind: str,
    game: str = "guildhall",
    pills: Content = None,
    tools: Content,
    lang: str | None = None,
) -> Markup:
    """Return the whole page. `crest` is its symbol, `kind` its name for the stylesheet, `game` gives its hue.

    The line below the bar is left free for the status.
    """
    bar = join(
        tag("span", icon(crest), class_="gh-crest"),
        tag("h3", title),
        tag("span", pills, class_="gh-chips"),
        tag("span", class_="gh-space"),
        tag("span", tools, class_="gh-tools", data_live=True),
    )
    top = tag("header", bar, class_="gh-top", data_key="top")
    return tag("div", top, *content, class_=f"gh-sheet gh-sheet-{kind} gh-of-{game}", lang=lang)


def pill(*content: Content, symbol: str = "") -> Markup:
    """Return a short fact for the bar, with a symbol if there is one."""
    return tag("span", icon(symbol) if symbol else None, *content, class_="gh-pill")


def drawer(label: str, *content: Content, symbol: str, words: str = "") -> Markup:
    """Return a button of the bar that unfolds a large panel over the page."""
    shown = join(icon(symbol), tag("span", words) if words else None)
    inside = tag("div", *content, class_="gh-wide-menu", tabindex="0", role="region", aria_label=label)
    return menu(label, inside, symbol=shown, key=f"drawer {label}")


def surface(title: str, *content: Content, class_: str = "", key: str = "") -> Markup:
    """Return a panel with a small title."""
    head = tag("h4", title, class_="gh-cap")
    named = f"gh-surface {class_}".strip()
    return tag("section", head, *content, class_=named, aria_label=title, data_key=key or f"panel {title}")
