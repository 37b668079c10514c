"""HTML and SVG elements, with every text and attribute escaped in one place.

>>> print(tag("b", "Ada & Bo", title='say "hi"'))
<b title="say &quot;hi&quot;">Ada &amp; Bo</b>
>>> print(tag("button", tag("b", "undo"), data_do="undo", disabled=True, hidden=False))
<button data-do="undo" disabled><b>undo</b></button>
"""

from __future__ import annotations

from html import escape

__all__ = ["EMPTY", "VOID", "Content", "Markup", "join", "tag"]

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
