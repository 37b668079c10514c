"""The page of the replay viewer: where we are, the chances, the table, what happened, and the moves."""

from __future__ import annotations

from typing import Any

from .. import render
from ..render import stepper
from ..render.controls import button, choice, slider
from ..render.markup import EMPTY, Markup, join, tag
from ..render.replay.moves import moves
from ..render.replay.strip import strip, swings
from .chances import ROLL_OUTS
from .compare import Comparing
from .steps import SPEEDS, write_path
from .tree import shown_moves, told

__all__ = ["bar", "chances", "count_of", "happened", "head", "moves_panel", "panel", "table", "transport"]

_LOGGED = 4  # plies


def panel(title: str, *content: Markup) -> Markup:
    """A part of the page with its title."""
    return tag("section", tag("h4", title), *content, class_="gh-panel", aria_label=title, data_key=f"panel {title}")


def bar(label: str, *content: Markup, roving: bool = False) -> Markup:
    """A row of things to use, which belong together."""
    return tag("div", *content, class_="gh-bar", role="group", aria_label=label, data_roving=roving)


def count_of(number: int, word: str, many: str | None = None) -> str:
    """A number of things in words."""
    return f"{number} {word if number == 1 else many or word + 's'}"


# --- Above the table ---


def head(viewer: Comparing) -> Markup:
    """Who played what and when, and what the reader ought to know."""
    header = viewer.record.header
    views = {"all": "everything", **{str(seat): f"what {name} saw" for seat, name in enumerate(header.seats)}}
    facts = (
        f"{header.game} · {header.created[:10]} · {count_of(viewer.record.plies, 'ply', 'plies')} · {_ending(viewer)}"
    )
    notices = (tag("li", notice) for notice in viewer.changes.notices)
    return tag(
        "div",
        tag("div", tag("h3", ", ".join(header.seats)), tag("span", facts, class_="gh-soft"), class_="gh-title"),
        choice("See", "see", "all" if viewer.seat is None else str(viewer.seat), views),
        tag("ul", *notices, class_="gh-notices") if viewer.changes.notices else EMPTY,
        class_="gh-replay-head",
    )


def _ending(viewer: Comparing) -> str:
    outcome, seats = viewer.record.outcome, viewer.record.header.seats
    if outcome is None or not outcome.reason:
        return "not finished"
    points = ", ".join(map(str, outcome.vp))
    return f"{seats[outcome.winner]} won ({points})" if outcome.winner is not None else f"nobody won ({points})"


def transport(viewer: Comparing) -> Markup:
    """The scrubber and what moves along the line.

    No button is disabled at the ends: one that has the focus would take the keyboard with it.
    """
    whose = "" if not viewer.line else f" of the variation at ply {viewer.line[-2]}"
    playing = "❚❚ Pause" if viewer.is_playing else "▶ Play"
    return tag(
        "div",
        slider("Ply", "scrub", viewer.ply, 0, viewer.last, shown=f"{viewer.ply} of {viewer.last}{whose}"),
        bar(
            "steps",
            button("|◀ Start", "start", keys="Home"),
            button("◀◀ Turn", "turn", keys="PageUp", title="a turn back", by=-1),
            button("◀ Ply", "step", keys="ArrowLeft", title="a ply back", by=-1),
            button(playing, "play", keys="p", main=True, disabled=viewer.last == 0),
            button("Ply ▶", "step", keys="ArrowRight", title="a ply on", by=1),
            button("Turn ▶▶", "turn", keys="PageDown", title="a turn on", by=1),
            button("End ▶|", "end", keys="End"),
            choice("Speed", "speed", viewer.speed, SPEEDS),
        ),
        class_="gh-transport",
    )


def chances(viewer: Comparing) -> Markup:
    """The evaluation strip, how it is made, and the largest swings."""
    found, seats = viewer.evaluations(), viewer.record.header.seats
    names = seats if viewer.seat is None else (seats[viewer.seat],)
    known, wanted = viewer.progress
    word = "■ Stop" if viewer.is_judging else "Work out the chances"
    progress = (
        tag("progress", value=known, max=wanted, aria_label=f"{known} of {wanted} plies")
        if viewer.is_judging
        else EMPTY
    )
    asked = bar(
        "chances",
        button(word, "judge", keys="c", title="work out the chance to win along this line"),
        choice("Roll-outs a ply", "roll-outs", viewer.roll_outs, ROLL_OUTS, disabled=viewer.is_judging),
        progress,
    )
    picture = strip(found, names, viewer.last, at=viewer.ply)
    return panel("Chance to win", picture, _swings(viewer, found, names), asked)


def _swings(viewer: Comparing, found: Any, names: tuple[str, ...]) -> Markup:
    largest = swings(found) if len(found) > 2 else []
    if not largest:
        return EMPTY
    items = (
        button(
            join(
                f"ply {swing.ply}: {names[swing.seat]} {swing.was:.0%} → {swing.now:.0%}",
                f" ({told(viewer, viewer.line, swing.ply)})" if swing.ply == swing.before + 1 else "",
            ),
            "go",
            key=f"swing {swing.ply}",
            ply=swing.ply,
        )
        for swing in largest
    )
    label = tag("span", "Largest swings", class_="gh-small")
    return tag(
        "div", label, *items, class_="gh-bar gh-swings", role="group", aria_label="largest swings", data_roving=True
    )


# --- The table and what happened ---


def table(viewer: Comparing) -> Markup:
    """The table at the present ply, with its highlights; what can be played can be clicked."""
    rules, state = viewer.reel.rules, viewer.reel.state(viewer.line, viewer.ply)
    shown = rules.table(state) if viewer.seat is None else rules.view(state, viewer.seat)
    lit = [place for one in viewer.node.highlights for place in (one.what, one.to) if place] if viewer.is_open else []
    return render.table(rules, shown, options=_clickable(viewer, state), lit=lit)


def _clickable(viewer: Comparing, state: Any) -> Any:
    if viewer.pointing is not None:
        return viewer.pointing
    rules: Any = viewer.reel.rules
    if not viewer.is_open or not hasattr(rules, "places"):
        return {}
    return {place: option for option, place in rules.places(state).items()}


def happened(viewer: Comparing) -> Markup:
    """The last plies in sentences, newest first."""
    plies = [
        stepper.Told(ply, _who_did(viewer, ply), tuple(_heard(viewer, ply)))
        for ply in range(viewer.ply, max(0, viewer.ply - _LOGGED), -1)
    ]
    log = stepper.log(plies, label="what happened, newest first", empty="Nothing has happened yet.")
    return panel("What happened", log)


def _who_did(viewer: Comparing, ply: int) -> str:
    name = viewer.record.header.seats[viewer.reel.decider(viewer.line, ply - 1)]
    return f"{name}: {viewer.reel.phrase(viewer.line, ply)}" if viewer.may_know(ply - 1) else name


def _heard(viewer: Comparing, ply: int) -> list[str]:
    events = viewer.reel.events(viewer.line, ply)
    heard = (event.text if viewer.seat is None else event.as_seen_by(viewer.seat).text for event in events)
    return [words for words in heard if words]


# --- The moves ---


def moves_panel(viewer: Comparing) -> Markup:
    """The move list, and what can be done with the variation that is followed."""
    parts = [moves(shown_moves(viewer))]
    if viewer.line:
        parts.append(_variation(viewer))
    return panel("Moves", *parts)


def _variation(viewer: Comparing) -> Markup:
    variation = viewer.record.line(viewer.line)
    line = write_path(viewer.line)
    title = tag(
        "input",
        type="text",
        value=variation.title,
        placeholder="name of this variation",
        aria_label="name of this variation",
        data_do="title",
        data_key=f"title {line}",
        data_line=line,
    )
    return bar(
        "this variation",
        title,
        button("Back to the branch point", "branch point", keys="b"),
        button("Line before", "other line", keys="[", by=-1),
        button("Next line", "other line", keys="]", by=1),
        button("Move up", "promote", title="put this variation before its neighbour or in the place of its line"),
        button("Really delete" if viewer.leaving else "Delete", "delete line", title="delete this variation"),
    )
