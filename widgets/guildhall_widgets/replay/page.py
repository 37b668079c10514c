"""The page of a replay on one screen: a bar, the board above the chances, and the moves above the notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .. import render
from ..render.controls import button, choice, keys_list, menu, tabs
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from .moves import moves, shown_moves
from .steps import pills

if TYPE_CHECKING:
    from .viewer import ReplayViewer

__all__ = ["TABS", "page_of"]

TABS = {"moves": "Moves", "swings": "Swings", "review": "Review", "compare": "Compare", "find": "Hits"}
_KEYS = {
    "← →": "one ply back, one ply forward",
    "Shift+← Shift+→": "one move back, one move forward",
    "PageUp PageDown": "one turn back, one turn forward",
    "Home End": "the start, the end of the line",
    "p": "play, pause",
    "1 … 9": "play the option with that number, as a variation",
    "o": "show the options instead of the note",
    "s": "the bot plays a ply; t to the end of the turn; e to the end of the game",
    "b": "back to the branch point",
    "[ ]": "previous line, next line",
    "c": "compute the odds",
    "h": "highlight something on the table",
    "/": "find; n next hit, N previous hit",
    "< >": "previous chapter, next chapter",
}


def page_of(viewer: ReplayViewer) -> Markup:
    """Return the whole page."""
    return tag(
        "div",
        tag("header", _bar(viewer), class_="gh-top", data_key="top"),
        tag("div", _notices(viewer), _board(viewer), viewer.chances.chart(), _steps(viewer), class_="gh-replay-left"),
        tag("div", _tabs(viewer), viewer.variations.followed(), _tab(viewer), _below(viewer), class_="gh-replay-right"),
        viewer.files.told(),
        class_=f"gh-replay gh-of-{viewer.record.header.game}",
    )


# --- The bar ---


def _bar(viewer: ReplayViewer) -> Markup:
    """Return what is replayed, then the view, the exports, and playing on."""
    header = viewer.record.header
    title = ", ".join(header.seats)
    called = join(icon("branch"), tag("span", "Play on"))
    tools = [
        viewer.files.menu(),
        button(called, "play on", keys="o", label="Play on", pressed=viewer.plays_on, class_="gh-tool"),
        menu("Keys", keys_list(_KEYS), symbol=icon("keys"), key="menu keys"),
    ]
    return join(
        tag("span", icon(render.crest(viewer.reader.tree.rules)), class_="gh-crest"),
        tag("h3", title, title=title),
        viewer.chapters.bar(),
        tag("span", pills(viewer.record), class_="gh-chips"),
        tag("span", class_="gh-space"),
        _view(viewer),
        tag("span", *tools, class_="gh-tools", data_live=True),
    )


def _view(viewer: ReplayViewer) -> Markup:
    seat, names = viewer.reader.seat, viewer.record.header.seats
    views = {"all": "everything", **{str(seat): f"what {name} saw" for seat, name in enumerate(names)}}
    chosen = choice("View", "see", "all" if seat is None else str(seat), views)
    return tag("span", icon("eye"), chosen, class_="gh-pill gh-seen")


def _notices(viewer: ReplayViewer) -> Markup:
    notices = viewer.changes.notices
    return tag("ul", *(tag("li", notice) for notice in notices), class_="gh-notices") if notices else EMPTY


# --- Left: the board, the chart and the steps ---


def _board(viewer: ReplayViewer) -> Markup:
    """Return the board, or the one of the ply pointed at in the chart."""
    reader = viewer.reader
    peeked = None if reader.peeked is None else tag("span", f"ply {reader.peeked}", class_="gh-pill gh-peeked")
    fit = tag("div", viewer.drawn_table(), class_="gh-fit", data_quiet=reader.peeked is not None)
    return tag("div", fit, peeked, class_="gh-board", data_key="board", data_fit=True)


def _steps(viewer: ReplayViewer) -> Markup:
    return tag("div", viewer.autoplay.transport(), class_="gh-steps", data_key="steps", data_live=True)


# --- Right: the tabs, and the note or the options below ---


def _open_tab(viewer: ReplayViewer) -> str:
    return viewer.tab if viewer.tab != "find" or viewer.search.wanted.strip() else "moves"


def _tabs(viewer: ReplayViewer) -> Markup:
    is_asked = bool(viewer.search.wanted.strip())
    names: Mapping[str, str] = {name: shown for name, shown in TABS.items() if name != "find" or is_asked}
    row = tabs("tab", _open_tab(viewer), names)
    return tag("div", row, viewer.search.box(), class_="gh-tabs", data_key="tabs", data_live=True)


def _tab(viewer: ReplayViewer) -> Markup:
    """Return the content of the open tab, and the steps from hit to hit, which have keys."""
    tab = _open_tab(viewer)
    content = {
        "moves": lambda: moves(shown_moves(viewer.reader, viewer.chances.evaluations())),
        "swings": viewer.chances.panel,
        "review": viewer.review.panel,
        "compare": viewer.comparison.panel,
        "find": viewer.search.panel,
    }[tab]()
    about = {"role": "tabpanel", "aria_label": TABS[tab], "data_key": f"open {tab}"}
    page = tag("div", content, class_="gh-tab-page gh-scroll" if tab != "moves" else "gh-tab-page", **about)
    return page if tab == "find" else join(page, tag("div", viewer.search.steps(), hidden=True, data_live=True))


def _below(viewer: ReplayViewer) -> Markup:
    """Return the note on the ply, or the decision there. The other one is hidden, so that its keys work."""
    shown = {"note": viewer.notes.panel(), "decision": viewer.variations.panel()}
    closed = "note" if viewer.plays_on else "decision"
    return join(
        *(
            tag("div", content, class_="gh-desk", hidden=name == closed, data_live=name == closed, data_key=name)
            for name, content in shown.items()
        )
    )
