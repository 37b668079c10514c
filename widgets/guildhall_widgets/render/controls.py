"""Buttons, sliders, drop-down lists and other controls, shared by all front-ends.

>>> print(button("Undo", "undo", keys="u"))
<button type="button" data-do="undo" data-key="undo" data-keys="u" title="Undo (u)">Undo</button>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from .markup import Content, Markup, join, tag

__all__ = [
    "bar",
    "button",
    "checkbox",
    "choice",
    "field",
    "file_link",
    "keys_help",
    "keys_list",
    "menu",
    "panel",
    "radio",
    "radios",
    "range_input",
    "slider",
    "tabs",
    "text_area",
    "text_input",
]

_SHOWN_KEYS = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", " ": "Space"}
_LETTERS = 20  # that fit into a text input


def shown_keys(keys: str) -> str:
    """Return keys as printed on a keyboard: 'Shift+ArrowLeft u' becomes 'Shift+← or u'."""
    return " or ".join(_printed(key) for key in keys.split(" "))


def _printed(key: str) -> str:
    return "+".join(_SHOWN_KEYS.get(part, part) for part in key.split("+")) if key != "+" else key


def button(
    content: Content,
    do: str,
    *,
    key: str | None = None,
    keys: str | None = None,
    title: str | None = None,
    disabled: bool = False,
    pressed: bool | None = None,
    main: bool = False,
    once: bool = False,
    class_: str | None = None,
    label: str | None = None,
    acts: str | None = None,
    **data: Content,
) -> Markup:
    """Return a button that sends `do` with `data`. `keys` trigger it from anywhere in the widget.

    `label` is its name where the content is a drawing, and `acts` the place on the table that it lights up.

    With `once` the second click of a double click is ignored, since it would hit whatever has replaced the button.
    """
    told = title or label or (content if isinstance(content, str) and not isinstance(content, Markup) else None)
    hint = f"{told} ({shown_keys(keys)})" if told and keys else title or label
    return tag(
        "button",
        content,
        type="button",
        data_do=do,
        data_key=key or " ".join([do, *(str(value) for value in data.values())]),
        data_keys=keys,
        data_once=once,
        **{f"data_{name}": value for name, value in data.items()},
        title=hint,
        disabled=disabled,
        aria_pressed=None if pressed is None else str(pressed).lower(),
        aria_label=label,
        data_acts=acts,
        class_=" ".join(filter(None, ["gh-main" if main else "", class_])) or None,
    )


def menu(label: str, *content: Content, symbol: Content, key: str) -> Markup:
    """Return a button that unfolds a small menu. A click anywhere closes it again."""
    opener = tag("summary", symbol, title=label, aria_label=label, class_="gh-tool")
    return tag("details", opener, tag("div", *content, class_="gh-menu-items"), class_="gh-menu", data_key=key)


def field(label: Content, control: Markup, shown: Content = None) -> Markup:
    """Return a control with its label before it and, if given, its value after it."""
    # Not an `output`, which screen readers would announce in addition to the status.
    output = None if shown is None else tag("span", shown, class_="gh-value")
    return tag("label", tag("span", label), control, output, class_="gh-field")


def slider(label: str, do: str, value: int, low: int, high: int, *, shown: Content = None, **data: Content) -> Markup:
    """Return a labelled slider over whole numbers, with its value beside it."""
    control = range_input(label, do, value, low, high, shown=shown, **data)
    return field(label, control, value if shown is None else shown)


def range_input(
    label: str, do: str, value: int, low: int, high: int, *, shown: Content = None, **data: Content
) -> Markup:
    """Return a slider over whole numbers. `shown` is its value in words."""
    return tag(
        "input",
        type="range",
        aria_label=label,
        min=low,
        max=high,
        step=1,
        value=value,
        aria_valuetext=None if shown is None else str(shown),
        data_do=do,
        data_key=f"slider {do} {' '.join(map(str, data.values()))}".strip(),
        **{f"data_{name}": each for name, each in data.items()},
    )


def choice(
    label: str,
    do: str,
    value: str,
    options: Mapping[str, str] | Iterable[str],
    *,
    disabled: bool = False,
    **data: Content,
) -> Markup:
    """Return a labelled drop-down list. `options` are values, or values with their labels."""
    named = options if isinstance(options, Mapping) else {option: option for option in options}
    items = (tag("option", shown, value=each, selected=each == value) for each, shown in named.items())
    key = f"choice {do} {' '.join(map(str, data.values()))}".strip()
    sent = {f"data_{name}": each for name, each in data.items()}
    return field(label, tag("select", *items, aria_label=label, data_do=do, data_key=key, disabled=disabled, **sent))


def checkbox(label: Content, do: str, checked: bool, *, keys: str | None = None, **data: Content) -> Markup:
    """Return a checkbox."""
    key = f"checkbox {do} {' '.join(map(str, data.values()))}".strip()
    named = {f"data_{name}": value for name, value in data.items()}
    box = tag("input", type="checkbox", checked=checked, data_do=do, data_key=key, data_keys=keys, **named)
    return tag("label", box, tag("span", label))


def text_input(
    label: str,
    do: str,
    value: str,
    *,
    kind: str = "text",
    hint: str = "",
    keys: str | None = None,
    enter: str | None = None,
    **data: Content,
) -> Markup:
    """Return a text input that is sent at every keystroke. Enter presses the button for `enter`, its message or key."""
    box = tag(
        "input",
        type=kind,
        aria_label=label,
        value=value,
        placeholder=hint,
        size=max(_LETTERS, len(hint)),
        data_do=do,
        data_key=" ".join(["text", do, *map(str, data.values())]),
        data_keys=keys,
        data_enter=enter,
        **{f"data_{name}": each for name, each in data.items()},
    )
    return field(label, box)


def text_area(label: str, do: str, value: str, *, key: str, rows: int = 3, hint: str = "", **data: Content) -> Markup:
    """Return a text area that is sent at every keystroke. Another `key` means another text, even if focused."""
    named = {f"data_{name}": each for name, each in data.items()}
    area = tag("textarea", value, rows=rows, placeholder=hint, aria_label=label, data_do=do, data_key=key, **named)
    return area


def radio(
    content: Content, do: str, value: str, *, checked: bool, keys: str | None = None, class_: str | None = None
) -> Markup:
    """Return one of several buttons of which exactly one is chosen. It sends `do` with its value."""
    return tag(
        "button",
        content,
        type="button",
        role="radio",
        aria_checked=str(checked).lower(),
        data_do=do,
        data_key=f"{do} {value}",
        data_keys=keys,
        data_value=value,
        class_=class_,
    )


def radios(label: str, *items: Markup, class_: str | None = None) -> Markup:
    """Return a group of buttons of which one is chosen: one tab stop, navigated with arrow keys."""
    return tag("div", *items, role="radiogroup", aria_label=label, class_=class_, data_roving=True)


def tabs(do: str, chosen: str, names: Mapping[str, str]) -> Markup:
    """Return a row of tabs with the chosen one marked."""
    items = (
        tag(
            "button",
            shown,
            type="button",
            role="tab",
            data_do=do,
            data_key=f"tab {name}",
            data_value=name,
            aria_selected=str(name == chosen).lower(),
        )
        for name, shown in names.items()
    )
    return tag("div", *items, role="tablist", class_="gh-bar", data_roving=True)


def bar(label: str, *content: Content, roving: bool = False) -> Markup:
    """Return a group of controls in a row. With `roving` it is one tab stop, navigated with arrow keys."""
    return tag("div", *content, class_="gh-bar", role="group", aria_label=label, data_roving=roving)


def panel(title: str, *content: Content) -> Markup:
    """Return a section with a title."""
    return tag("section", tag("h4", title), *content, class_="gh-panel", aria_label=title, data_key=f"panel {title}")


def file_link(path: Path) -> Markup:
    """Return the name of a file, as a link if Jupyter serves it from the notebook's folder."""
    folder = Path.cwd()
    whole = folder / path
    if not whole.is_relative_to(folder):
        return tag("span", path.name)
    return tag("a", path.name, data_file=whole.relative_to(folder).as_posix(), target="_blank", rel="noopener")


def keys_list(keys: Mapping[str, str]) -> Markup:
    """Return a list of keys and their actions."""
    return tag("ul", *(tag("li", *_pressed(key), " ", meaning) for key, meaning in keys.items()), class_="gh-small")


def keys_help(keys: Mapping[str, str], *, title: str = "Keys") -> Markup:
    """Return a fold-out list of keys and their actions."""
    return tag("details", tag("summary", title), keys_list(keys), class_="gh-small", data_key="keys help")


def _pressed(keys: str) -> list[Content]:
    shown = [tag("kbd", _printed(key)) for key in keys.split(" ")]
    return [join(*shown, between=" ")]
