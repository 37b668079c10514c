"""HTML and SVG elements, with every text and attribute escaped in one place.

>>> print(tag("b", "Ada & Bo", title='say "hi"'))
<b title="say &quot;hi&quot;">Ada &amp; Bo</b>
>>> print(tag("button", tag("b", "undo"), data_do="undo", disabled=True, hidden=False))
<button data-do="undo" disabled><b>undo</b></button>
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from pathlib import Path

__all__ = ["EMPTY", "VOID", "Content", "Markup", "join", "page", "style", "stylesheet", "tag"]

VOID = frozenset({"br", "hr", "img", "input", "meta"})


class Markup(str):
    """Text that is already HTML. Any other text is escaped when put into a tag."""

    __slots__ = ()


EMPTY = Markup("")

Content = str | int | float | None
"""The content of a tag. None is ignored."""


def _put(content: Content) -> str:
    if content is None:
        return ""
    return content if isinstance(content, Markup) else escape(str(content))


def join(*parts: Content, between: str = "") -> Markup:
    """Concatenate parts, escaping those that are not markup.

    >>> join("a < b", tag("i", "so"))
    'a &lt; b<i>so</i>'
    """
    return Markup(_put(between).join(map(_put, parts)))


def tag(name: str, *content: Content, **attributes: Content) -> Markup:
    """Return an element. `class_` is class, `data_do` is data-do. True gives the name alone, None and False nothing."""
    shown = "".join(
        _attribute(key, value) for key, value in attributes.items() if value is not None and value is not False
    )
    head = f"<{name}{shown}>"
    return Markup(head if name in VOID else f"{head}{join(*content)}</{name}>")


def _attribute(key: str, value: Content) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """Return all styles of the front-ends, without comments and extra whitespace."""
    folder = Path(__file__).parent.parent / "static"
    css = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.css")))
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", bare)).strip()


def style() -> Markup:
    """Return the styles as an element, so that a page is self-contained."""
    return tag("style", Markup(stylesheet()))


def page(title: str, html: str, *, scripts: str = "'none'", after: Markup = EMPTY) -> str:
    """Return a self-contained document. `scripts` may run in it, `after` ends its body."""
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src {scripts}; base-uri 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        style(),
    )
    body = tag("body", tag("main", Markup(html), class_="gh-still"), after, class_="gh gh-page")
    return "<!DOCTYPE html>\n" + tag("html", head, body, lang="en")
