"""Longer texts, such as the rules of a game, as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from .markup import Content, Markup, join, tag

__all__ = ["rules_page"]

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
