"""Formulas as MathML, which browsers draw by themselves and screen readers speak.

>>> print(math(word("P"), sign("="), quotient(number("1"), number("3"))))
<math><mi>P</mi><mo>=</mo><mfrac><mn>1</mn><mn>3</mn></mfrac></math>
"""

from __future__ import annotations

from ..markup import Content, Markup, tag

__all__ = ["binomial", "math", "number", "quotient", "row", "sign", "word"]


def math(*parts: Content) -> Markup:
    """A formula in a line of text."""
    return tag("math", *parts)


def row(*parts: Content) -> Markup:
    """Parts that belong together."""
    return tag("mrow", *parts)


def number(shown: str) -> Markup:
    """A number."""
    return tag("mn", shown)


def sign(shown: str) -> Markup:
    """An operator."""
    return tag("mo", shown)


def word(shown: str) -> Markup:
    """A name."""
    return tag("mi", shown)


def quotient(above: Markup, below: Markup) -> Markup:
    """A fraction."""
    return tag("mfrac", above, below)


def binomial(n: int, k: int) -> Markup:
    """The number of ways to draw k of n cards."""
    cards = tag("mfrac", number(str(n)), number(str(k)), linethickness="0")
    return row(sign("("), cards, sign(")"))
