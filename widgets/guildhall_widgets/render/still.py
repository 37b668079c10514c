"""Pictures of pages: what a stored notebook shows where nothing can be used and where no stylesheet reaches.

JupyterLab strips `<style>` from the outputs of a notebook that is not trusted yet, so each element gets what it needs
of the stylesheet as attributes of its own: tints, frames, rows and columns.  Text keeps the colours of the page around.

>>> print(still('<button class="gh-chip gh-red" data-do="option">R</button>'))
<span class="gh-chip gh-red" style="...background-color:#f6b5ad...">R</span>
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser

from .markup import EMPTY, VOID, Markup, style, stylesheet, tag

__all__ = ["fragment", "still"]

#: What is only for those who can use it: it and all inside is left out.
_LIVE = "data-live"
_KEPT = re.compile(
    r"display|(align|justify)-|flex|gap|list-style|(min-)?width|padding|margin|border|background-color|color|opacity|"
    r"font-(size|weight)|text-align|vertical-align|grid-template-columns|white-space"
)
#: Colours of the theme that are needed where it does not reach; all others are those of the page around.
_THEME = {"--gh-line": "#8c8c8c"}
_TEXTS = {"button": "span", "label": "span", "textarea": "div"}


@dataclass(frozen=True)
class _Rule:
    """One rule of the stylesheet: the elements it is about, from the outermost inwards, and what it says."""

    path: tuple[tuple[str, frozenset[str]], ...]  # of each element its tag ("" for any) and its classes
    says: dict[str, str]

    @property
    def weight(self) -> tuple[int, int]:
        """How much it weighs against others."""
        return sum(len(classes) for _, classes in self.path), sum(bool(name) for name, _ in self.path)

    def fits(self, path: list[_Open]) -> bool:
        """Whether it is about the last element of a path."""
        *outer, (name, classes) = self.path
        if not _is_like(path[-1], name, classes):
            return False
        around = iter(path[:-1])
        return all(any(_is_like(each, *wanted) for each in around) for wanted in outer)


@dataclass
class _Open:
    """An element that is open: its tag, its classes, and the variables that hold inside."""

    name: str
    classes: frozenset[str]
    variables: dict[str, str]
    written: str | None  # the tag it is written as; None if it is left out


def _is_like(element: _Open, name: str, classes: frozenset[str]) -> bool:
    return name in ("", element.name) and classes <= element.classes


@lru_cache(maxsize=1)
def _rules() -> tuple[_Rule, ...]:
    """The rules of the stylesheet that name tags and classes only, the lightest first."""
    flat = re.sub(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", stylesheet())
    found = [
        _Rule(path, says)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", flat)
        if (says := dict(_declarations(body)))
        for selector in selectors.split(",")
        if (path := _path(selector.strip()))
    ]
    return tuple(sorted(found, key=lambda rule: rule.weight))


def _path(selector: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """A selector as a path; nothing if it says more than tags and classes."""
    parts = [re.fullmatch(r"([a-z0-9]*)((?:\.[\w-]+)*)", part) for part in selector.split(" ")]
    return tuple((part[1], frozenset(part[2].split(".")[1:])) for part in parts if part) if all(parts) else ()


def _declarations(body: str) -> Iterator[tuple[str, str]]:
    # Places by name are lost without the stylesheet, and so is what `*` says of widths: then one follows the other.
    lost = {"display", "grid-template-columns"} if "grid-template-areas" in body else set()
    for declaration in body.split(";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if name in lost or (name, value) == ("width", "100%"):
            continue
        if name == "background" and (tint := re.search(r"var\(--tint\)|none", value)):
            yield "background-color", tint[0].replace("none", "transparent")
        elif name.startswith("--") or _KEPT.match(name):
            yield name, value


class _Still(HTMLParser):
    """Writes a page anew: no controls, and style where it is needed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._open = [_Open("div", frozenset({"gh"}), {}, "div")]

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        has = dict(attributes)
        classes = frozenset((has.get("class") or "").split())
        element = _Open(name, classes, dict(self._open[-1].variables), self._written(name, has))
        self._open.append(element)
        style = self._style(element)
        if element.written is not None and not self._is_left_out:
            self.parts.append(self._tag(element.written, has, style))
        if name in VOID:
            self._open.pop()

    def _written(self, name: str, has: dict[str, str | None]) -> str | None:
        if _LIVE in has or name == "input" or (name == "option" and "selected" not in has):
            return None
        return "span" if name in ("select", "option") else _TEXTS.get(name, name)

    @property
    def _is_left_out(self) -> bool:
        return any(each.written is None for each in self._open)

    def _style(self, element: _Open) -> str:
        says: dict[str, str] = {}
        for rule in _rules():
            if rule.fits(self._open):
                says.update(rule.says)
        element.variables.update({name: value for name, value in says.items() if name.startswith("--")})
        known = {name: _resolved(value, element.variables) for name, value in says.items() if name[:2] != "--"}
        return ";".join(f"{name}:{value}" for name, value in known.items() if value)

    def _tag(self, name: str, has: dict[str, str | None], style: str) -> str:
        own = has.pop("style", None)
        kept = {key: value for key, value in has.items() if not key.startswith("data-") and key not in _CONTROLS}
        whole = ";".join(filter(None, [style, own])) or None
        text = tag(name, **{key.replace("-", "_"): True if value is None else value for key, value in kept.items()})
        head = text.removesuffix(f"</{name}>")
        return head if whole is None else f'{head[:-1]} style="{whole}">'

    def handle_endtag(self, name: str) -> None:
        if self._open[-1].written is not None and not self._is_left_out:
            self.parts.append(f"</{self._open[-1].written}>")
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._is_left_out:
            self.parts.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


_CONTROLS = {
    "type",
    "disabled",
    "tabindex",
    "aria-pressed",
    "aria-disabled",
    "rows",
    "placeholder",
    "value",
    "selected",
}


def _resolved(value: str, variables: dict[str, str]) -> str | None:
    """A value with its variables filled in; None if one is not known."""
    known = _THEME | variables
    for name, fallback in re.findall(r"var\((--[\w-]+)(?:, ?([^()]*(?:\([^()]*\))?))?\)", value):
        found = known.get(name) or (known.get(fallback[4:-1]) if fallback.startswith("var(") else fallback)
        if not found:
            return None
        value = re.sub(rf"var\({name}(?:, ?[^()]*(?:\([^()]*\))?)?\)", found, value)
    return None if "var(" in value else value


def still(html: str) -> Markup:
    """A page as a picture that needs no stylesheet and has nothing to use."""
    if not html:
        return EMPTY
    writer = _Still()
    writer.feed(html)
    writer.close()
    return Markup("".join(writer.parts))


def fragment(html: str, *, note: str = "") -> Markup:
    """A page as the output of a cell: a picture, with the stylesheet for where it is let through.

    `note` says what the reader can do about it.
    """
    told = tag("p", note, class_="gh-small") if note else EMPTY
    return tag("div", style(), still(told + html), class_="gh gh-still")
