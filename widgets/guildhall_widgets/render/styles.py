"""The stylesheet, the symbols as style rules, and self-contained documents."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from .markup import EMPTY, Markup, tag

__all__ = ["page", "style", "stylesheet", "symbol_image", "symbol_rules", "symbols"]

_STATIC = Path(__file__).parent.parent / "static"


@lru_cache(maxsize=1)
def symbols() -> dict[str, str]:
    """Return the drawing of each symbol, by name."""
    drawn = (_STATIC / "symbols.svg").read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="([\w-]+)">(.*?)</symbol>', drawn))


def symbol_image(name: str, colour: str = "#000") -> str:
    """Return a symbol as the address of a picture in one colour, with what it cuts out transparent."""
    drawing = symbols()[name].replace("currentColor", "#fff").replace('"cut"', '"#000"')
    mask = f'<mask id="m"><g fill="#fff">{drawing}</g></mask>'
    shown = f'<rect width="24" height="24" fill="{colour}" mask="url(#m)"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{mask}{shown}</svg>'.replace('"', "'")
    return "data:image/svg+xml," + quote(svg, safe=" ='/:.,-();")


def symbol_rules(names: Collection[str] | None = None) -> str:
    """Return the style rules of the named symbols, by default of all."""
    wanted = symbols() if names is None else [name for name in symbols() if name in names]
    return "".join(f'.gh-i-{name}{{--gh-i:url("{symbol_image(name)}")}}' for name in wanted)


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """Return all styles of the front-ends except symbols, without comments and extra whitespace."""
    css = "".join(path.read_text(encoding="utf-8") for path in sorted(_STATIC.glob("*.css")))
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", bare)).strip()


def style(html: str) -> Markup:
    """Return the styles of a page as an element, with the symbols that it uses, so that it is self-contained."""
    used = set(re.findall(r"gh-i-([\w-]+)", html))
    return tag("style", Markup(stylesheet() + symbol_rules(used)))


def page(title: str, html: str, *, scripts: str = "'none'", after: Markup = EMPTY) -> str:
    """Return a self-contained document. `scripts` may run in it, `after` ends its body."""
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {scripts}; base-uri 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        style(html + after),
    )
    body = tag("body", tag("main", Markup(html), class_="gh-still"), after, class_="gh gh-page")
    return "<!DOCTYPE html>\n" + tag("html", head, body, lang="en")
