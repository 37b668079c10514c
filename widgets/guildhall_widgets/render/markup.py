"""HTML and SVG elements, with every text and attribute escaped in one place.

>>> print(tag("b", "Ada & Bo", title='say "hi"'))
<b title="say &quot;hi&quot;">Ada &amp; Bo</b>
>>> print(tag("button", tag("b", "undo"), data_do="undo", disabled=True, hidden=False))
<button data-do="undo" disabled><b>undo</b></button>
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import groupby

__all__ = ["EMPTY", "VOID", "Content", "Markup", "join", "rules_page", "tag"]

VOID = frozenset({"br", "hr", "img", "input", "meta"})


class Markup(str):
    """Text that is already HTML. Any other text is escaped when put into a tag."""

    __slots__ = ()


EMPTY = Markup("")

Content = str | int | float | None
"""The content of a tag. None is ignored."""


_special = re.compile("[&<>\"']").search


def _escape(text: str) -> str:
    """Escape a text. Most have nothing to escape, and looking for it is faster than replacing it five times."""
    return escape(text) if _special(text) else text


def _put(content: Content) -> str:
    if isinstance(content, Markup):
        return content
    return "" if content is None else _escape(str(content))


def join(*parts: Content, between: str = "") -> Markup:
    """Concatenate parts, escaping those that are not markup.

    >>> join("a < b", tag("i", "so"))
    'a &lt; b<i>so</i>'
    """
    return Markup(_put(between).join(map(_put, parts)))


def tag(name: str, *content: Content, **attributes: Content) -> Markup:
    """Return an element. `class_` is class, `data_do` is data-do. True gives the name alone, None and False nothing."""
    head = f"<{name}"
    for key, value in attributes.items():
        if value is True:
            head += f" {_name(key)}"
        elif value is not None and value is not False:
            head += f' {_name(key)}="{_escape(str(value))}"'
    return Markup(f"{head}>" if name in VOID else f"{head}>{''.join(map(_put, content))}</{name}>")


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


# --- Longer texts, such as the rules of a game ---


_ITEM = re.compile(r"(?:-|\d+\.) (?P<text>.*)")
_STRONG = re.compile(r"(\*\*.+?\*\*|\*.+?\*)")


def rules_page(text: str) -> Markup:
    r"""Render text with headings, paragraphs, lists, **bold** and *italic* words.

    >>> print(rules_page("# Pig\n\nRoll **one** die.\n\n- Stop\n- Go on"))
    <div class="gh-rules"><h4>Pig</h4><p>Roll <b>one</b> die.</p><ul><li>Stop</li><li>Go on</li></ul></div>
    """
    return tag("div", *(_block(lines) for lines in _blocks(text)), class_="gh-rules")


def _blocks(text: str) -> Iterator[list[str]]:
    for is_blank, lines in groupby(text.splitlines(), key=lambda line: not line.strip()):
        if not is_blank:
            yield list(lines)


def _block(lines: list[str]) -> Markup:
    if lines[0].startswith("#"):
        return tag("h4" if lines[0].startswith("# ") else "h5", _words(lines[0].lstrip("# ")))
    items = [_ITEM.fullmatch(line) for line in lines]
    if all(items):
        kind = "ol" if lines[0][0].isdigit() else "ul"
        return tag(kind, *(tag("li", _words(item["text"])) for item in items if item))
    return tag("p", _words(" ".join(lines)))


def _words(text: str) -> Markup:
    return join(*(_word(part) for part in _STRONG.split(text) if part))


def _word(part: str) -> Content:
    if part.startswith("**"):
        return tag("b", part.strip("*"))
    return tag("i", part.strip("*")) if part.startswith("*") else part
