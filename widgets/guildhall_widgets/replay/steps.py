"""What the viewer and the replay page share: steps along a line, the frame of the chart, and pills for the bar."""

from __future__ import annotations

from typing import Any

from guildhall.games import game_names, registration
from guildhall.records.record import Record

from ..render.controls import bar, button
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag

__all__ = ["chances", "pills", "placed", "steps"]


def steps(*, last: int, playing: bool = False, turns: bool = True) -> Markup:
    """Return the buttons that move along a line, with those for whole turns if there are any.

    None is disabled at the ends, because a disabled button loses the keyboard focus.
    """
    play = _step("Pause" if playing else "Play", "pause" if playing else "play", "play", "p", disabled=last == 0)
    return bar(
        "steps",
        _step("Start", "first", "start", "Home"),
        _step("Turn back", "left2", "turn", "PageUp", by=-1) if turns else EMPTY,
        _step("Move back", "left", "move", "Shift+ArrowLeft", by=-1),
        _step("Ply back", "back", "step", "ArrowLeft", by=-1),
        play,
        _step("Ply on", "on", "step", "ArrowRight", by=1),
        _step("Move on", "right", "move", "Shift+ArrowRight", by=1),
        _step("Turn on", "right2", "turn", "PageDown", by=1) if turns else EMPTY,
        _step("End", "last", "end", "End"),
    )


def _step(label: str, symbol: str, do: str, keys: str, *, disabled: bool = False, **data: Any) -> Markup:
    is_main = do == "play"
    return button(icon(symbol), do, keys=keys, label=label, class_="gh-tool", main=is_main, disabled=disabled, **data)


def placed(progress: str) -> Markup:
    """Return the current ply and the length of the line."""
    return tag("span", progress, class_="gh-num gh-ply-at")


def chances(
    chart: Markup, slider: Markup, *, legend: Markup = EMPTY, asked: Markup = EMPTY, offer: Markup = EMPTY
) -> Markup:
    """Return the chart under its legend, with the slider over it."""
    title = tag("span", "Chance to win", class_="gh-cap")
    head = tag("div", title, legend, tag("span", class_="gh-space"), asked, class_="gh-chart-head")
    picture = tag("div", chart, slider, offer, class_="gh-chart")
    return tag("section", head, picture, class_="gh-chances", aria_label="Chance to win", data_key="chances")


def pills(record: Record) -> Markup:
    """Return the game with its date, and its result, for the bar."""
    name = record.header.game
    title = registration(name).title if name in game_names() else name
    told = f"{title} · {record.header.created[:10]}"
    return join(tag("span", told, class_="gh-pill"), tag("span", icon("trophy"), _result(record), class_="gh-pill"))


def _result(record: Record) -> str:
    """Return the points of all, the winners first, or the outcome in words if everyone wins or loses together."""
    outcome, seats = record.outcome, record.header.seats
    if outcome is None or not outcome.reason:
        return "not finished"
    if record.rules.together:
        return outcome.told(seats)
    places = sorted(range(len(seats)), key=lambda seat: (seat not in outcome.winners, -outcome.points[seat]))
    return " · ".join(f"{seats[seat]} {outcome.points[seat]}" for seat in places)
