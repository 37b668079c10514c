"""The stylesheet, self-contained documents, and static pictures of pages.

A picture is for a stored notebook, without controls. JupyterLab strips `<style>` from the outputs of a notebook that is
not trusted yet, so each element gets its styles inline: tints, frames, rows and columns. Text keeps the colours of the
surrounding page.

>>> print(still('<button class="gh-chip gh-red" data-do="option">R</button>'))
<span class="gh-chip gh-red" style="...background-color:#b5382b...">R</span>
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

from guildhall.lessons.language import ENGLISH, Language

from .markup import EMPTY, VOID, Markup, tag

__all__ = [
    "GONE",
    "STORED",
    "fragment",
    "notes_in",
    "page",
    "still",
    "style",
    "stylesheet",
    "symbol_image",
    "symbol_rules",
    "symbols",
]

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
    return "".join(f'.gh-i-{name}{{mask-image:url("{symbol_image(name)}")}}' for name in wanted)


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """Return all styles of the front-ends except symbols, without comments and extra whitespace."""
    css = "".join(path.read_text(encoding="utf-8") for path in sorted(_STATIC.glob("*.css")))
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", bare)).strip()


_BLOCK = re.compile(r"([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}")
_AROUND = frozenset({"gh", "gh-still", "gh-page"})  # classes of what a page is put into


def _rules_for(css: str, classes: Set[str]) -> str:
    """Return the rules that can apply to a page with these classes.

    >>> _rules_for(".a,.b i{top:0}@media print{.b{top:1px}}.a:not(.c){top:2px}", {"a"})
    '.a{top:0}.a:not(.c){top:2px}'
    """
    kept = []
    for head, body in _BLOCK.findall(css):
        if head.startswith("@"):
            inside = _rules_for(body, classes)
            kept += [f"{head}{{{inside}}}"] if inside else []
        elif selectors := [each for each in _SELECTORS.findall(head) if _classes_in(each) <= classes]:
            kept.append(f"{','.join(selectors)}{{{body}}}")
    return "".join(kept)


_SELECTORS = re.compile(r"(?:[^,(]|\([^)]*\))+")  # of a list, without splitting what is in brackets


@cache
def _classes_in(selector: str) -> frozenset[str]:
    """Return the classes without which a selector matches nothing."""
    return frozenset(re.findall(r"\.([a-z][\w-]*)", re.sub(r":not\([^)]*\)", "", selector)))


def style(html: str) -> Markup:
    """Return the styles that a page needs as an element, symbols included, so that it is self-contained."""
    used = _AROUND.union(re.findall(r"gh-[\w-]+", html))
    symbols = {name.removeprefix("gh-i-") for name in used if name.startswith("gh-i-")}
    return tag("style", Markup(_rules_for(stylesheet(), used) + symbol_rules(symbols)))


def page(title: str, html: str, *, scripts: str = "'none'", after: Markup = EMPTY, lang: str = "en") -> str:
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
    return "<!DOCTYPE html>\n" + tag("html", head, body, lang=lang)


# --- Pictures ---

# Marks elements that only make sense in a live widget. They are omitted with everything inside.
_LIVE = "data-live"
_KEPT = re.compile(
    r"display|(align|justify)-|flex|gap|list-style|(min-)?width|height|padding|margin|border|background-color|color|opacity|"
    r"font-(size|weight)|text-align|vertical-align|grid-template-columns|white-space"
)
# Theme colours needed without the stylesheet. All others are those of the surrounding page.
_THEME = {"--gh-line": "#8c8c8c"}
_TEXTS = {"button": "span", "label": "span", "textarea": "div"}


@dataclass(frozen=True)
class _Rule:
    """One rule of the stylesheet: its selector as a path of elements, outermost first, and its declarations."""

    path: tuple[tuple[str, frozenset[str]], ...]  # tag ("" for any) and classes of each element
    says: dict[str, str]

    @property
    def weight(self) -> tuple[int, int]:
        """The specificity of the rule."""
        return sum(len(classes) for _, classes in self.path), sum(bool(name) for name, _ in self.path)

    def fits(self, path: list[_Open]) -> bool:
        """Return whether it matches the last element of a path."""
        *outer, (name, classes) = self.path
        if not _is_like(path[-1], name, classes):
            return False
        around = iter(path[:-1])
        return all(any(_is_like(each, *wanted) for each in around) for wanted in outer)


@dataclass
class _Open:
    """An open element: its tag, its classes, and the variables defined for its content."""

    name: str
    classes: frozenset[str]
    variables: dict[str, str]
    written: str | None  # the tag it is written as, None if omitted
    colour: str = "#767676"  # of text and symbols; by default readable on light and dark pages


def _is_like(element: _Open, name: str, classes: frozenset[str]) -> bool:
    return name in ("", element.name) and classes <= element.classes


@lru_cache(maxsize=1)
def _rules() -> tuple[_Rule, ...]:
    """Return the rules of the stylesheet that use only tags and classes, in order of specificity."""
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
    """Return a selector as a path, empty if it uses more than tags and classes."""
    parts = [re.fullmatch(r"([a-z0-9]*)((?:\.[\w-]+)*)", part) for part in selector.split(" ")]
    return tuple((part[1], frozenset(part[2].split(".")[1:])) for part in parts if part) if all(parts) else ()


def _declarations(body: str) -> Iterator[tuple[str, str]]:
    # Grid areas and the widths set by `*` are lost without the stylesheet, so the items follow one another.
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
    """Rewrites a page without controls and with inline styles."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._open = [_Open("div", frozenset({"gh"}), {}, "div")]

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        has = dict(attributes)
        classes = frozenset((has.get("class") or "").split())
        around = self._open[-1]
        element = _Open(name, classes, dict(around.variables), self._written(name, has), around.colour)
        self._open.append(element)
        style = self._style(element)
        if element.written is not None and not self._is_left_out:
            is_symbol = "gh-i" in classes
            self.parts.append(_picture(element, style) if is_symbol else self._tag(element.written, has, style))
        if name in VOID:
            self._open.pop()

    def _written(self, name: str, has: dict[str, str | None]) -> str | None:
        if _LIVE in has or name == "input" or (name == "option" and "selected" not in has):
            return None
        return "span" if name in ("select", "option") else _TEXTS.get(name, name)

    @property
    def _is_left_out(self) -> bool:
        return any(each.written is None for each in self._open)

    def _style(self, element: _Open) -> dict[str, str]:
        """Return the styles of the innermost element, and note the colour that they give it."""
        says: dict[str, str] = {}
        for rule in _rules():
            if rule.fits(self._open):
                says.update(rule.says)
        element.variables.update({name: value for name, value in says.items() if name.startswith("--")})
        plain = {name: value for name, value in says.items() if name[:2] != "--"}
        known = {name: _resolved(value, element.variables) for name, value in plain.items()}
        light = {name: _light(value) for name, value in element.variables.items()}
        if (ground := plain.get("background-color")) and (tint := _resolved(_light(ground), light)):
            # On a ground of its own, text has the colours of a light page.
            known |= {"background-color": tint, "color": _resolved(_light(plain.get("color", "")), light)}
        element.colour = known.get("color") or element.colour
        return {name: value for name, value in known.items() if value}

    def _tag(self, name: str, has: dict[str, str | None], styles: dict[str, str]) -> str:
        own = has.pop("style", None)
        style = ";".join(f"{each}:{value}" for each, value in styles.items() if each != "height")
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


def _picture(element: _Open, styles: dict[str, str]) -> str:
    """Return a symbol as a picture, since its mask would be lost."""
    name = next(each.removeprefix("gh-i-") for each in element.classes if each.startswith("gh-i-"))
    size = {each: styles.get(each, "1.3em") for each in ("width", "height")}
    style = ";".join(f"{each}:{value}" for each, value in {**size, "vertical-align": "middle"}.items())
    element.written = "span"  # closed after the picture
    return tag("img", src=symbol_image(name, element.colour), alt="", style=style) + "<span>"


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


def _light(value: str) -> str:
    """Return a value with the first of each pair of colours for light and dark.

    >>> _light("light-dark(#8a5a00, #f0c25a)")
    '#8a5a00'
    """
    return re.sub(r"light-dark\(([^(),]+),[^(),]+\)", r"\1", value)


def _resolved(value: str, variables: dict[str, str]) -> str | None:
    """Return a value with its variables replaced, or None if one is unknown."""
    known = _THEME | variables
    for name, fallback in re.findall(r"var\((--[\w-]+)(?:, ?([^()]*(?:\([^()]*\))?))?\)", value):
        found = known.get(name) or (known.get(fallback[4:-1]) if fallback.startswith("var(") else fallback)
        if not found:
            return None
        value = re.sub(rf"var\({name}(?:, ?[^()]*(?:\([^()]*\))?)?\)", found, value)
    # Sanitised styles have plain colours only.
    return None if re.search(r"var\(|light-dark\(|color-mix\(|currentcolor", value, re.IGNORECASE) else value


def still(html: str) -> Markup:
    """Return a page as a static picture that needs no stylesheet and has no controls."""
    if not html:
        return EMPTY
    writer = _Still()
    writer.feed(html)
    writer.close()
    return Markup("".join(writer.parts))


GONE = "The kernel is gone or busy, so this is the last picture. If it was restarted, run the cell again."
STORED = "A stored picture; run the cell to use it."


def notes_in(lang: Language) -> dict[str, str]:
    """Return the traits that every front-end has for its language and for what it says without a kernel."""
    if lang == ENGLISH:
        return {}
    return {"spoken": lang.code, "gone": lang.say(GONE), "stored": lang.say(STORED)}


def fragment(html: str, *, note: str = "") -> Markup:
    """Return a page as the output of a cell: a picture, plus the stylesheet in case it is allowed.

    `note` tells the reader how to use it.
    """
    told = tag("p", note, class_="gh-small") if note else EMPTY
    picture = still(told + html)
    return tag("div", style(picture), picture, class_="gh gh-still")
