"""The page of the scribe sheet: what can be written next as large buttons, the entries, and the own odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from guildhall.core.scribing import UNKNOWN

from ..render.controls import bar, button, keys_help, text_input
from ..render.markup import EMPTY, Content, Markup, join, tag

__all__ = ["Line", "Sheet", "scribe_page", "scribe_text"]

_MOST_SORTS = 7  # first words of cards, such as colours, that make columns
KEYS = {"Enter": "press the button", "b": "take back the last tap", "Tab": "from group to group", "r": "replay"}


@dataclass(frozen=True)
class Line:
    """An entry as it is shown: its number, its text, the cards guessed for missed ones, and what is wrong."""

    number: int
    text: str
    guesses: tuple[str, ...] = ()
    wrong: str = ""


@dataclass(frozen=True)
class Sheet:
    """Everything the page shows."""

    player: str
    prompt: str
    said: str
    choices: Mapping[str, str]  # phrases with the cards they name
    after: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # the same after a phrase that leads to them
    ask: str = ""
    missing: int = 0
    palette: Mapping[str, int] | None = None
    can_enter: bool = False
    is_begun: bool = False
    problem: str = ""
    lines: Sequence[Line] = ()
    editing: int = 0
    typed: str = ""
    odds: Sequence[tuple[str, float, float, float]] = ()
    roll_outs: int = 0
    file: str = ""
    is_over: bool = False
    is_order: bool = False


def scribe_page(sheet: Sheet) -> Markup:
    """Return the whole page as HTML."""
    writing = tag("section", *_writing(sheet), class_="gh-panel", aria_label="What happens")
    beside = tag("div", _odds(sheet), _entries(sheet))
    return tag("div", tag("div", writing, beside, class_="gh-scribe-halves"), keys_help(KEYS), class_="gh-scribe")


def scribe_text(sheet: Sheet) -> str:
    """Return the log as plain text."""
    return "\n".join(f"{line.number}. {line.text}" for line in sheet.lines) or "The log is empty."


# --- Writing ---


def _writing(sheet: Sheet) -> Iterator[Markup]:
    yield tag("h3", sheet.prompt if sheet.is_over or not sheet.player else f"{sheet.player}: {_tail(sheet)}")
    if sheet.problem:
        yield tag("p", "✗ ", sheet.problem, class_="gh-problem")
    if sheet.is_begun:
        yield tag("p", tag("b", sheet.said), class_="gh-scribe-said")
    if sheet.editing:
        yield _editing(sheet)
        return
    yield bar(
        "The entry",
        button("Enter", "enter", main=True, disabled=not sheet.can_enter),
        button("Back", "back", keys="b", disabled=not sheet.is_begun),
        button("Undo the last entry", "undo", disabled=not sheet.lines or sheet.is_begun),
    )
    if sheet.ask and sheet.palette is not None:
        more = f" ({sheet.missing} to tell)" if sheet.missing > 1 else ""
        yield tag("h4", f"{sheet.ask[:1].upper()}{sheet.ask[1:]}{more}")
        shown = {card: f"{card} ×{copies}" if copies > 1 else card for card, copies in sheet.palette.items()}
        yield _grid("tell", {card: card for card in sheet.palette}, shown, missed=True)
    if sheet.is_order and sheet.choices:
        tops = [button(phrase, "top", phrase=phrase, once=True) for phrase in sheet.choices]
        yield tag("h4", "on top, the others below it")
        yield bar("On top", *tops, roving=True)
        yield tag("h4", "or one by one, the last one on top")
    plain = {phrase: phrase for phrase, card in sheet.choices.items() if not card}
    if plain:
        yield bar("Choices", *(button(phrase, "tap", phrase=phrase, once=True) for phrase in plain))
    yield from _by_verb({phrase: card for phrase, card in sheet.choices.items() if card})
    for lead, cards in sheet.after.items() if not sheet.is_begun else ():
        yield from _by_verb(cards, lead)
    if not sheet.is_over:
        yield tag("details", tag("summary", "Write it in words"), _typing(sheet), data_key="in words")


def _tail(sheet: Sheet) -> str:
    """Return the question without the player's name."""
    return sheet.prompt.removeprefix(f"{sheet.player}, ")


def _by_verb(cards: Mapping[str, str], lead: str = "") -> Iterator[Markup]:
    """Yield a grid of cards for each verb, such as "play" and "discard", perhaps after a phrase that leads to it."""
    verbs: dict[str, dict[str, str]] = {}
    for phrase, card in cards.items():
        verbs.setdefault(phrase.removesuffix(card).strip(), {})[phrase] = card
    for verb, group in verbs.items():
        if verb:
            yield tag("h4", f"{lead} and {verb}" if lead else verb)
        yield _grid("tap", group, {phrase: f"{lead}, {phrase}" if lead else "" for phrase in group}, lead=lead)


def _grid(
    do: str, cards: Mapping[str, str], shown: Mapping[str, str], *, missed: bool = False, lead: str = ""
) -> Markup:
    """Return cards as buttons: a row for each name, a column for each first word, if that makes a small table."""
    sorts = {card.split(" ")[0] for card in cards.values()}
    names: dict[str, list[str]] = {}
    is_table = len(sorts) <= _MOST_SORTS and any(" " in card and card[0].islower() for card in cards.values())
    for phrase, card in cards.items():
        names.setdefault(card.partition(" ")[2] if is_table else "", []).append(phrase)
    rows: list[Markup] = []
    for name, phrases in names.items():
        buttons = [_card(do, phrase, cards[phrase], shown[phrase], bool(name), lead) for phrase in phrases]
        head = tag("span", name, class_="gh-scribe-name") if name else EMPTY
        rows.append(tag("div", head, *buttons, class_="gh-scribe-row", data_key=f"row {do} {lead} {name}"))
    if missed:
        rows.append(bar("Missed", button("missed", do, card=UNKNOWN, title="I did not see it (??)")))
    return tag("div", *rows, class_="gh-scribe-grid", data_roving=True)


def _card(do: str, phrase: str, card: str, shown: str, short: bool, lead: str) -> Markup:
    sort = card.split(" ")[0]
    count = shown.removeprefix(card).strip() if do == "tell" else ""
    label: Content = join(sort if short else card, tag("small", f" {count}") if count else EMPTY)
    sent: dict[str, Any] = {"card": phrase} if do == "tell" else {"phrase": phrase, **({"lead": lead} if lead else {})}
    return button(label, do, once=True, label=shown or phrase, class_=f"gh-sort-{sort}" if short else None, **sent)


def _typing(sheet: Sheet) -> Markup:
    return bar(
        "In words",
        text_input("Entry", "type", sheet.typed, hint="Ada: refresh, discard ??", enter="write"),
        button("Write", "write", disabled=not sheet.typed.strip()),
    )


def _editing(sheet: Sheet) -> Markup:
    return bar(
        "Correct an entry",
        text_input(f"Entry {sheet.editing}", "type", sheet.typed, enter="write"),
        button("Correct", "write", main=True, disabled=not sheet.typed.strip()),
        button("Leave it", "leave"),
    )


# --- Beside ---


def _odds(sheet: Sheet) -> Markup:
    if not sheet.odds:
        return EMPTY
    rows = [
        tag("tr", tag("th", name, scope="row"), tag("td", f"{100 * p:.0f} % ({100 * low:.0f} to {100 * high:.0f})"))
        for name, p, low, high in sheet.odds
    ]
    note = tag("p", tag("small", f"{sheet.roll_outs:,} roll-outs from what you know, 95 % intervals"))
    table = tag("table", tag("tbody", *rows), class_="gh-grid")
    return tag("section", tag("h3", "Chances to win"), table, note, class_="gh-panel", aria_label="Chances to win")


def _entries(sheet: Sheet) -> Markup:
    items = [_line(line, sheet.editing) for line in reversed(sheet.lines)]
    saved = tag("p", tag("small", f"Saved in {sheet.file} after every entry.")) if sheet.file else EMPTY
    return tag(
        "section",
        tag("h3", "Entries"),
        button("Replay and annotate", "replay", keys="r", disabled=not sheet.lines),
        saved,
        tag("ol", *items, class_="gh-scribe-lines") if items else tag("p", "None yet."),
        class_="gh-panel",
        aria_label="Entries",
    )


def _line(line: Line, editing: int) -> Markup:
    marks = [tag("small", f" guessed: {', '.join(line.guesses)}", class_="gh-soft")] if line.guesses else []
    wrong = tag("p", "✗ ", line.wrong, class_="gh-problem") if line.wrong else EMPTY
    text = tag("span", tag("b", f"{line.number}. "), line.text, *marks, wrong)
    buttons = (
        button("Edit", "edit", number=line.number, pressed=line.number == editing, label=f"Edit entry {line.number}"),
        button("Delete", "delete", number=line.number, label=f"Delete entry {line.number}"),
    )
    return tag("li", text, tag("span", *buttons, class_="gh-scribe-tools"), data_key=f"entry {line.number}")
