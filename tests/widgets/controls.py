"""The controls of a front-end as the reader finds them on its page, and the messages that `live.js` would send."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser

from guildhall_widgets.live import STATIC, LiveWidget

_NAMES = re.search(r"const SILENT = new Set\(\[(.*?)\]\)", (STATIC / "live.js").read_text(), re.DOTALL)[1]
SILENT = frozenset(re.findall(r"\"(\w+)\"", _NAMES))
# All tags that make a control. The rest of a page, nine tenths of it, takes Python's parser longest.
_TAGS = re.compile(r"<(?:[a-z]+\s[^>]*\bdata-do=[^>]*|(?:option|fieldset)\b[^>]*|/(?:select|fieldset))>")


@dataclass(frozen=True)
class Control:
    """Something to use on a page: what it asks for, its fields, and what it may be set to."""

    do: str
    data: tuple[tuple[str, str], ...]
    values: tuple[str | bool, ...] = ()

    def messages(self):
        """The fields of every message that it can send."""
        return [dict(self.data) | {"value": value} for value in self.values] or [dict(self.data)]


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.controls: list[Control] = []
        self._list: tuple[dict[str, str], list[str]] | None = None
        self._closed = False  # inside a set of fields that are all disabled
        self.feed("".join(_TAGS.findall(html)))
        self.close()

    def handle_starttag(self, name, pairs):
        given = {key: value or "" for key, value in pairs}
        if name == "option" and self._list is not None:
            self._list[1].append(given["value"])
        if name == "fieldset":
            self._closed = "disabled" in given
        if "data-do" not in given or "disabled" in given or self._closed:
            return
        if name == "select":
            self._list = (given, [])
        else:
            self._add(given, _values(name, given))

    def handle_endtag(self, name):
        if name == "fieldset":
            self._closed = False
        if name == "select" and self._list is not None:
            self._add(self._list[0], tuple(self._list[1]))
            self._list = None

    def _add(self, given, values):
        named = {_camel(key.removeprefix("data-")): value for key, value in given.items() if key.startswith("data-")}
        data = tuple((name, value) for name, value in named.items() if name not in SILENT)
        self.controls.append(Control(given["data-do"], data, values))


def _camel(name):
    """A name as a `dataset` has it."""
    return re.sub(r"-(\w)", lambda found: found[1].upper(), name)


def _values(name, given):
    """What an input can be set to."""
    kind = given.get("type", "")
    if name == "textarea":
        return ("Why?", "")
    if name != "input":
        return ()
    if kind == "checkbox":
        return ("checked" not in given,)
    return {"range": (given.get("min"), given.get("max")), "number": ("0", "7")}.get(kind, ("", "a"))


@lru_cache(maxsize=64)  # a click leaves most front-ends as they were
def controls_of(html: str) -> tuple[Control, ...]:
    """Every control of a page that is not disabled."""
    return tuple(_Page(html).controls)


def front_ends_in(shown) -> list[LiveWidget]:
    """A front-end with all that is shown below it, or those of a box."""
    own = [shown] if isinstance(shown, LiveWidget) else []
    below = getattr(shown, "below", shown)
    return own + [one for child in getattr(below, "children", ()) for one in front_ends_in(child)]
