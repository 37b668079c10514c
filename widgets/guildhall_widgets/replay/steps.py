"""The steps along a line and the frame of the chart, shared by the viewer and the replay page."""

from __future__ import annotations

from typing import Any

from ..render.controls import bar, button
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, tag

__all__ = ["chances", "placed", "steps"]


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
