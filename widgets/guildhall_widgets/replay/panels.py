"""Beside the table of the replay viewer: notes, what can be played, what a bot would do, words to look for."""

from __future__ import annotations

from guildhall.core.decision import NOBODY
from guildhall.records.study import MARKS

from ..render import stepper
from ..render.controls import button, choice, text_area, text_input
from ..render.markup import EMPTY, Markup, tag
from ..render.replay.moves import MEANINGS
from .compare import Comparing
from .page import bar, count_of, panel
from .search import Hit
from .steps import write_path

__all__ = ["compare_panel", "find_panel", "notes_panel", "play_panel"]

_HITS = 30
_LETTERS, _MOST_ROWS = 34, 10  # of a comment
_TEXT = 120  # characters of a hit


def notes_panel(viewer: Comparing) -> Markup:
    """Mark, comments, tags and highlights of the present ply."""
    if not viewer.is_open:
        return panel("Notes", tag("p", "Notes may tell hidden cards; they are shown with everything else."))
    node = viewer.node
    marks = (button(mark, "mark", title=MEANINGS[mark], pressed=node.mark == mark, mark=mark) for mark in MARKS)
    return panel(
        "Notes",
        bar("mark of the move", *marks, roving=True),
        *(_comment(viewer, number, text) for number, text in enumerate([*node.comments, ""])),
        _tags(viewer),
        _highlights(viewer),
    )


def _comment(viewer: Comparing, number: int, text: str) -> Markup:
    line = write_path(viewer.home)
    is_new = number == len(viewer.node.comments)
    area = text_area(
        f"comment {number + 1} on ply {viewer.ply}",
        "comment",
        text,
        key=f"comment {line} {viewer.ply} {number}",
        rows=1 if is_new and number else _rows(text),
        hint="another comment" if number else "comment on this ply",
        number=number,
        ply=viewer.ply,
        line=line,
    )
    remove = EMPTY if is_new else button("✕", "remove comment", title="take this comment away", number=number)
    return tag("div", area, remove, class_="gh-comment", data_key=f"comment row {line} {viewer.ply} {number}")


def _rows(text: str) -> int:
    """The lines a comment takes, so that a short one is seen as a whole."""
    lines = sum(1 + len(line) // _LETTERS for line in text.split("\n"))
    return min(max(2, lines), _MOST_ROWS)


def _tags(viewer: Comparing) -> Markup:
    tags = (button(f"{tag_} ✕", "remove tag", title=f"take the tag {tag_} away", tag=tag_) for tag_ in viewer.node.tags)
    draft = text_input("Tag", "tag draft", viewer.tag_draft, hint="opening")
    return bar("tags", draft, button("Add tag", "add tag"), *tags)


def _highlights(viewer: Comparing) -> Markup:
    lit = (
        button(
            f"{one.what}{f' → {one.to}' if one.to else ''} ✕",
            "remove highlight",
            title=f"take the highlight of {one.what} away",
            number=number,
        )
        for number, one in enumerate(viewer.node.highlights)
    )
    pointing = viewer.pointing is not None
    choose = button(
        "Choose on the table", "point", keys="h", pressed=pointing, title="highlight something on the table"
    )
    draft = text_input("Highlight", "highlight draft", viewer.highlight_draft, hint="hall 2 red Farmer")
    return bar("highlights", draft, button("Add highlight", "add highlight"), choose, *lit)


def play_panel(viewer: Comparing) -> Markup:
    """The decision at hand: what can be played on from here, by hand or by a bot."""
    if not viewer.may_know(viewer.ply):
        name = viewer.record.header.seats[viewer.reel.decider(viewer.line, viewer.ply)]
        return panel("Decision", tag("p", f"{name} decides.", class_="gh-prompt"))
    decision = viewer.reel.rules.decision(viewer.reel.state(viewer.line, viewer.ply))
    if decision.seat == NOBODY:
        return panel("Decision", tag("p", decision.prompt, class_="gh-prompt"))
    if not viewer.is_open:
        options = tag("ul", *(tag("li", option.phrase) for option in decision.options))
        return panel("Decision", tag("p", decision.prompt, class_="gh-prompt"), options)
    steps = bar(
        "bot",
        choice("Bot", "bot", viewer.bot, viewer.bots),
        button("Bot: ply", "bot step", keys="s"),
        button("Bot: turn", "bot turn", keys="t"),
        button("Bot: to the end", "bot end", keys="e"),
    )
    return panel("Play on from here", stepper.options(decision, label="options"), steps if viewer.bots else EMPTY)


def compare_panel(viewer: Comparing) -> Markup:
    """What the bot would do here, and how often the players did the same."""
    if not viewer.bot:
        return EMPTY
    counting = "■ Stop" if viewer.is_counting else "Count along this line"
    steps = bar("compare", button(counting, "count", title=f"compare every decision with {viewer.bot}"))
    return panel(f"Compare with {viewer.bot}", _would(viewer), steps, _agreements(viewer))


def _would(viewer: Comparing) -> Markup:
    choice_ = viewer.choice_of_bot()
    if choice_ is None:
        return tag("p", "Nothing to choose here that may be known.", class_="gh-soft")
    if viewer.ply == viewer.last:
        return tag("p", "It would choose ", tag("b", choice_), ".")
    done = viewer.reel.phrase(viewer.line, viewer.ply + 1)
    same = "as was done ✓" if done == choice_ else f"what was done: {done} ✗"
    return tag("p", "It would choose ", tag("b", choice_), f"; {same}.")


def _agreements(viewer: Comparing) -> Markup:
    if not viewer.agreements:
        return EMPTY
    seats = viewer.record.header.seats
    rows = (
        tag(
            "tr",
            tag("th", seats[seat], scope="row"),
            tag("td", f"{found.same} of {found.decisions}", class_="gh-number"),
            tag("td", f"{found.same / found.decisions:.0%}", class_="gh-number"),
        )
        for seat, found in sorted(viewer.agreements.items())
    )
    heads = (tag("th", words, scope="col") for words in ("player", "same choice", "share"))
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_="gh-grid")


def find_panel(viewer: Comparing) -> Markup:
    """Words to look for, and where they stand."""
    box = text_input("Words", "search", viewer.wanted, kind="search", hint="in events and comments", keys="/")
    if not viewer.wanted.strip():
        return panel("Find", box)
    count = len(viewer.hits)
    steps = bar(
        "hits",
        tag("span", f"{count_of(count, 'hit')}" if count else "nothing found"),
        button("Previous", "next hit", keys="N", disabled=not count, by=-1),
        button("Next", "next hit", keys="n", disabled=not count, by=1),
    )
    return panel("Find", box, steps, _hits(viewer))


def _hits(viewer: Comparing) -> Markup:
    first = max(0, (viewer.hit or 0) - _HITS // 2)
    items = (
        tag("li", button(_hit(viewer.hits[number]), "hit", pressed=number == viewer.hit, number=number))
        for number in range(first, min(len(viewer.hits), first + _HITS))
    )
    return tag("ul", *items, class_="gh-hits gh-scroll", data_roving=True) if viewer.hits else EMPTY


def _hit(hit: Hit) -> str:
    text = hit.text if len(hit.text) <= _TEXT else hit.text[:_TEXT] + "…"
    return f"ply {hit.ply}, {hit.kind}: {text}"
