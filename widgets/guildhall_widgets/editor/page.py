"""The page of the card editor: a form drawn from the shapes of a card language, and the card it makes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from guildhall.core.shapes import Either, Flag, ListOf, MapOf, Number, Phrase, Shape, Table, Text, Verbs, Word, Yes

from ..render.controls import bar, button, checkbox, choice, keys_help, text_input
from ..render.markup import EMPTY, Content, Markup, join, tag
from .draft import Checked, Draft, Mending, Path, is_optional, plain_shape

__all__ = ["GAMES", "Difference", "Shown", "editor_page", "editor_text", "path_text"]

GAMES = (100, 400, 2000)
_NESTED = (Table, MapOf, ListOf, Verbs)
_MOST_LISTED = 40  # numbers in a drop-down list; a longer range is typed
KEYS = {
    "Tab": "from control to control",
    "z": "undo the last change",
    "t": "try the card",
    "e": "estimate what it changes",
    "s": "stop the estimate",
    "w": "write the file",
}


@dataclass(frozen=True)
class Difference:
    """A difference that a card makes in the same games: a mean or a share before and after, and its interval."""

    what: str
    before: float
    after: float
    low: float
    high: float
    is_share: bool = False


@dataclass(frozen=True)
class Shown:
    """Everything the page shows."""

    title: str
    draft: Draft
    checked: Checked
    mendings: Sequence[Mending] = ()
    typed: str | None = None  # a name that cannot be given
    face: Markup = EMPTY
    other: str = ""  # the name of the shipped card beside it
    other_face: Markup = EMPTY
    trials: tuple[str, ...] = ()
    trial: str = ""
    told: tuple[str, ...] = ()
    games: int = GAMES[0]
    played: int = 0
    is_working: bool = False
    differences: tuple[Difference, ...] = ()
    can_undo: bool = False
    file: str = ""
    files: tuple[str, ...] = ()
    cannot_save: str = ""


def path_text(path: Path) -> str:
    """Return a path as a field of a message."""
    return json.dumps(list(path))


# --- The form ---


def _name_of(key: str) -> str:
    return key.replace("_", " ")


def _field(draft: Draft, shape: Shape, value: Any, path: Path, label: str) -> Markup:
    """Return the controls of one place."""
    plain = plain_shape(shape, value, verbs=False)
    at = path_text(path)
    forms = join(*_forms(shape, value, path, label))
    match plain:
        case Table():
            return join(forms, _table(draft, plain, value, path))
        case Verbs():
            return join(forms, _effect(draft, plain, value, path))
        case MapOf():
            return join(forms, _map(draft, plain, value, path, label))
        case ListOf():
            return join(forms, _list(draft, plain, value, path, label))
        case Phrase():
            return join(forms, _phrase(plain, value, at, label))
        case Yes():
            return join(forms, tag("span", label, class_="gh-small"))
        case Flag():
            return join(forms, checkbox(label, "mark", bool(value), path=at))
        case _:
            return join(forms, _single(plain, value, at, label))


def _single(shape: Shape, value: Any, at: str, label: str) -> Markup:
    """Return a drop-down list of words or numbers, or a box to type into."""
    words: list[str] = [str(word) for word in shape.words] if isinstance(shape, Word | Number) else []
    if isinstance(shape, Number):
        if shape.most - shape.least > _MOST_LISTED:
            return text_input(label, "put", str(value), kind="number", path=at)
        numbers = [number for number in range(shape.least, shape.most + 1) if number or not shape.nonzero]
        words = [*map(str, numbers), *words]
    if words:
        shown = {word: word for word in words}
        shown.setdefault(str(value), f"{value} (not allowed)")
        return choice(label, "put", str(value), shown, path=at)
    return text_input(label, "put", str(value), path=at)


def _phrase(shape: Phrase, value: str, at: str, label: str) -> Markup:
    """Return one drop-down list for each word of a phrase."""
    parts = shape.parts(value)
    first = next(iter(shape.slots))
    heads = {word: word for word in (*shape.alone, *shape.slots[first])}
    lists = []
    for slot, words in shape.slots.items():
        if slot == first:
            chosen = parts.get(slot, value)
            shown = {**heads, **({} if chosen in heads else {chosen: chosen or "by name"})}
        elif not parts:
            continue
        else:
            chosen = parts[slot]
            shown = {word: word or "–" for word in words}
            shown.setdefault(chosen, chosen)
        lists.append(choice(label if slot == first else slot, "speak", chosen, shown, path=at, slot=slot))
        if slot in shape.free:
            typed = "" if chosen in words else chosen
            lists.append(text_input("or", "speak", typed, hint="subtype or 'name'", path=at, slot=slot))
    return tag("span", *lists, class_="gh-phrase")


def _forms(shape: Shape, value: Any, path: Path, label: str) -> Iterator[Markup]:
    """Yield a list of the forms of a place, and of the forms of its form."""
    while isinstance(shape, Either):
        form = shape.form_of(value)
        yield choice(f"{label} as", "reform", form, list(shape.forms), path=path_text(path))
        shape = shape.forms[form]


def _table(draft: Draft, shape: Table, value: Mapping[str, Any], path: Path) -> Markup:
    """Return the keys of a table, each with a button that leaves it out if it is optional, and the missing keys."""
    rows = [_row(draft, shape.fields[key], one, (*path, key)) for key, one in value.items() if key in shape.fields]
    return join(*rows, _adder(path, [key for key in shape.fields if key not in value], "Add"))


def _row(draft: Draft, shape: Shape, value: Any, path: Path) -> Markup:
    label = _name_of(str(path[-1]))
    inner = _field(draft, shape, value, path, label)
    away = _drop(path, label) if is_optional(draft, path) else EMPTY
    about = tag("small", shape.about, class_="gh-soft") if shape.about else EMPTY
    plain = plain_shape(shape, value, verbs=False)
    if isinstance(plain, _NESTED):
        head = tag("div", tag("b", label), about, away, class_="gh-place-head")
        return tag("div", head, inner, class_="gh-place", data_key=f"place {path_text(path)}")
    return tag("div", inner, away, about, class_="gh-place-line", data_key=f"place {path_text(path)}")


def _drop(path: Path, label: str) -> Markup:
    return button("×", "drop", path=path_text(path), title=f"Leave out {label}", label=f"Leave out {label}")


def _adder(path: Path, missing: Sequence[str], label: str) -> Markup:
    if not missing:
        return EMPTY
    shown = {"": "…", **{key: _name_of(key) for key in missing}}
    return tag("div", choice(label, "extend", "", shown, path=path_text(path)), class_="gh-adder")


def _effect(draft: Draft, shape: Verbs, value: Mapping[str, Any], path: Path) -> Markup:
    """Return the verb of an effect and its places."""
    verb = shape.verb_of(value)
    table = shape.verbs.get(verb)
    verbs = {name: _name_of(name) for name in shape.verbs}
    said = choice("effect", "say", verb, verbs if verb else {"": "…", **verbs}, path=path_text(path))
    if table is None:
        return said
    first = _field(
        draft, table.fields[verb], value[verb], (*path, verb), "how many" if _is_number(table, verb) else "what"
    )
    others = [key for key in value if key != verb and key in table.fields]
    simple = [key for key in others if not isinstance(plain_shape(table.fields[key], value[key]), _NESTED)]
    places = {key: _row(draft, table.fields[key], value[key], (*path, key)) for key in others}
    about = tag("small", table.about, class_="gh-soft") if table.about else EMPTY
    missing = [key for key in table.fields if key not in value]
    return join(
        tag("div", said, first, *(places[key] for key in simple), about, class_="gh-place-line"),
        *(places[key] for key in others if key not in simple),
        _adder(path, missing, "Add"),
    )


def _is_number(table: Table, verb: str) -> bool:
    return isinstance(table.fields[verb], Number)


def _map(draft: Draft, shape: MapOf, value: Mapping[str, Any], path: Path, label: str) -> Markup:
    """Return the entries of a table of names."""
    entries = []
    for name, one in value.items():
        inner = (*path, name)
        head: Content = tag("b", f"{label} {name}")
        if isinstance(shape.names, Text):
            head = text_input("name", "rekey", name, path=path_text(inner))
        away = _drop(inner, f"{label} {name}") if is_optional(draft, inner) else EMPTY
        plain = plain_shape(shape.item, one, verbs=False)
        body = _field(draft, shape.item, one, inner, name)
        if isinstance(plain, _NESTED):
            body = join(tag("div", head, away, class_="gh-place-head"), body)
        else:
            body = tag("div", head if isinstance(shape.names, Text) else EMPTY, body, away, class_="gh-place-line")
        entries.append(tag("div", body, class_="gh-entry", data_key=f"entry {path_text(inner)}"))
    if isinstance(shape.names, Word):
        return join(*entries, _adder(path, [name for name in shape.names.words if name not in value], f"Add {label}"))
    return join(*entries, button(f"Add {label}", "extend", path=path_text(path), value=""))


def _list(draft: Draft, shape: ListOf, value: Sequence[Any], path: Path, label: str) -> Markup:
    """Return the items of a list, with buttons to move and remove them."""
    items = [_item(draft, shape, one, (*path, at), len(value)) for at, one in enumerate(value)]
    is_full = bool(shape.most) and len(value) >= shape.most
    what = "an effect" if isinstance(shape.item, Verbs) else "one more"
    more = button(f"Add {what}", "extend", path=path_text(path), value="", disabled=is_full)
    return join(tag("ol", *items, class_="gh-items"), more)


def _item(draft: Draft, shape: ListOf, value: Any, path: Path, length: int) -> Markup:
    at = int(path[-1])
    number = f"{at + 1}"
    name = f"number {number}"
    steps = [
        button("↑", "shift", path=path_text(path), by=-1, disabled=at == 0, label=f"Move {name} up"),
        button("↓", "shift", path=path_text(path), by=1, disabled=at == length - 1, label=f"Move {name} down"),
    ]
    away = _drop(path, name) if is_optional(draft, path) else EMPTY
    body = _field(draft, shape.item, value, path, number)
    return tag(
        "li", tag("div", body), tag("span", *steps, away, class_="gh-steps-of"), data_key=f"item {path_text(path)}"
    )


# --- The page ---


def editor_page(shown: Shown) -> Markup:
    """Return the whole page as HTML."""
    return tag(
        "div",
        _cards(shown),
        tag("div", _form(shown), _sides(shown), class_="gh-editor-halves"),
        keys_help(KEYS),
        class_="gh-editor",
    )


def _cards(shown: Shown) -> Markup:
    """Return the cards of the file, and what can be added."""
    draft = shown.draft
    cards = [
        button(
            name or kind.name, "card", pressed=(kind.name, name) == (draft.kind, draft.name), kind=kind.name, name=name
        )
        for kind, name in draft.cards
    ]
    kinds = {"": "…", **{kind.name: kind.name for kind in draft.language.kinds if draft.addable(kind)}}
    return join(
        bar("Cards of the file", *cards, roving=True) if cards else tag("p", "The file has no cards yet."),
        bar(
            "The file",
            choice("Add a card", "add", "", kinds),
            button("Undo", "undo", keys="z", disabled=not shown.can_undo),
            button("Remove this card", "remove", disabled=not draft.kind),
        ),
    )


def _form(shown: Shown) -> Markup:
    draft, kind = shown.draft, shown.draft.chosen
    if kind is None:
        return tag("section", tag("p", f"Add a card of {shown.title} to begin."), class_="gh-panel", aria_label="Form")
    rows: list[Markup] = []
    if not kind.single:
        typed = draft.name if shown.typed is None else shown.typed
        if isinstance(kind.names, Word):
            left = [name for name in kind.names.words if name == draft.name or not draft.is_taken(name)]
            rows.append(choice("name", "name", draft.name, left))
        else:
            rows.append(text_input("name", "name", typed))
    models = {"": "…", **{name: name for name in draft.models}}
    if len(models) > 1:
        rows.append(choice("fill from", "copy", "", models))
    body = _field(draft, kind.table, draft.card, (), kind.name)
    return tag("section", tag("h3", kind.name), *rows, body, class_="gh-panel", aria_label="Form")


def _sides(shown: Shown) -> Markup:
    return tag("div", _verdict(shown), _faces(shown), _trial(shown), _change(shown), _file(shown))


def _section(title: str, *content: Content) -> Markup:
    return tag("section", tag("h3", title), *content, class_="gh-panel", aria_label=title)


def _verdict(shown: Shown) -> Markup:
    """Return the reader's verdict, and what would be right."""
    if shown.typed is not None:
        told = f"The name {shown.typed!r} is taken by another card of the file. Choose another name."
        return _section("Check", tag("p", "✗ ", told, class_="gh-problem"))
    if not shown.checked.problem:
        return _section("Check", tag("p", "✓ The game accepts this file."))
    good = [button(_mending_words(one), "mend", key=f"mend {at}", number=at) for at, one in enumerate(shown.mendings)]
    return _section(
        "Check",
        tag("p", tag("b", "✗ Refused. "), shown.checked.problem, class_="gh-problem"),
        bar("What would be right", tag("span", "Accepted would be:"), *good) if good else EMPTY,
    )


def _mending_words(mending: Mending) -> str:
    *outer, last = mending.path
    where = " ".join(str(one + 1) if isinstance(one, int) else _name_of(one) for one in outer)
    if mending.value is None:
        return f"leave out {_name_of(str(last))} ({where})" if where else f"leave out {_name_of(str(last))}"
    value = f"{_name_of(str(last))} = {mending.value}"
    return f"{where}: {value}" if where else value


def _faces(shown: Shown) -> Markup:
    """Return the card in the words of the game, beside the shipped one."""
    if not shown.face and not shown.other_face:
        return EMPTY
    mine = tag("div", tag("h4", "Your card"), shown.face, class_="gh-mine") if shown.face else EMPTY
    beside = tag("div", tag("h4", f"Shipped: {shown.other}"), shown.other_face) if shown.other_face else EMPTY
    return _section("In words", tag("div", mine, beside, class_="gh-faces"))


def _trial(shown: Shown) -> Markup:
    """Return the small position in which the card can be tried."""
    if shown.checked.problem or not (shown.trials or shown.face):
        return EMPTY
    what = choice("Position", "trial", shown.trial, shown.trials) if shown.trials else EMPTY
    lines = [tag("li", line) for line in shown.told]
    told = tag("ul", *lines, class_="gh-told") if lines else EMPTY
    return _section("Try it", bar("Try", what, button("Try it", "try", keys="t")), told)


def _change(shown: Shown) -> Markup:
    """Return the paired simulation."""
    if shown.checked.problem or not shown.draft.kind:
        return EMPTY
    controls = bar(
        "Simulation",
        choice("Games", "games", str(shown.games), {str(games): f"{games:,}" for games in GAMES}),
        button("Estimate", "estimate", keys="e", disabled=shown.is_working),
        button("Stop", "stop", keys="s", disabled=not shown.is_working),
    )
    gauge = tag("progress", value=shown.played, max=shown.games, aria_label="pairs of games played")
    wait = tag("p", gauge, f" {shown.played:,} of {shown.games:,} pairs of games") if shown.is_working else EMPTY
    rows = [_difference(one) for one in shown.differences]
    head = tag("tr", *(tag("th", text, scope="col") for text in ("", "shipped", "yours", "difference")))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="gh-grid") if rows else EMPTY
    basis = f"{shown.played:,} pairs of games with the same seeds; 95 % intervals"
    note = tag("p", tag("small", basis)) if rows and not shown.is_working else EMPTY
    return _section("What it changes", controls, wait, table, note)


def _difference(one: Difference) -> Markup:
    unit, scale = (" %", 100) if one.is_share else ("", 1)
    change = f"{scale * (one.after - one.before):+.1f} ({scale * one.low:+.1f} to {scale * one.high:+.1f})"
    cells = (f"{scale * one.before:.1f}{unit}", f"{scale * one.after:.1f}{unit}", change)
    return tag("tr", tag("th", one.what, scope="row"), *(tag("td", cell) for cell in cells))


def _file(shown: Shown) -> Markup:
    """Return the file as text, and the controls to save and load it."""
    text = tag(
        "pre", tag("code", shown.draft.text), class_="gh-code", tabindex="0", role="region", aria_label="The file"
    )
    reason = tag("p", tag("small", shown.cannot_save)) if shown.cannot_save else EMPTY
    files = {"": "…", **{name: name for name in shown.files}}
    return _section(
        "File",
        text,
        bar(
            "Saving",
            text_input("Name", "file", shown.file),
            button("Save", "save", keys="w", main=True, disabled=bool(shown.cannot_save)),
            choice("Load", "load", "", files) if shown.files else EMPTY,
        ),
        reason,
    )


def editor_text(shown: Shown) -> str:
    """Return the page as plain text."""
    return "\n".join(_lines(shown))


def _lines(shown: Shown) -> Iterator[str]:
    yield f"Card editor: {shown.title}"
    yield f"Refused: {shown.checked.problem}" if shown.checked.problem else "The game accepts this file."
    yield shown.draft.text
    yield from shown.told
