"""Altair charts of the kit's frames, to show as they are or to customize.

Estimates are drawn with their intervals, exact chances without. Hovering over a mark shows its numbers. A click on a
legend entry highlights it, and Shift adds another.

`chance_curve`            a chance over turns, draws or anything else
`win_rates`               win rates by seat, bot or any other column
`game_lengths`            the distribution of game lengths
`evaluation`              the chance to win over the course of one game
`goal_chances`            the chance of every chapter or other goal of a game
`heat_map`                one number for every pair
`interaction_matrix`      how often one card follows another
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import altair as alt
import networkx as nx
import numpy as np
import polars as pl

from guildhall.core.errors import BadSetup, did_you_mean, nearest
from guildhall.odds import Point
from guildhall.simulation import Simulation

__all__ = [
    "chance_curve",
    "evaluation",
    "game_lengths",
    "goal_chances",
    "heat_map",
    "interaction_matrix",
    "win_rates",
]

WIDTH, HEIGHT = 680, 240  # about as wide as the text of a notebook
_TINTS = ["#fd8d3c", "#f7f7f7", "#6baed6"]  # low, middle, high: the same on every map of the kit
_LETTER = 6  # approximate width of a letter of an axis label, in pixels

By = str | Sequence[str] | None
"""The column or columns that define the groups of a chart."""


def chance_curve(
    chances: pl.DataFrame | Sequence[Any], x: str = "turns", *, by: By = None, title: str = "chance"
) -> alt.LayerChart:
    """Plot the chance `p` over `x`, one curve per `by`, with a band from `low` to `high` if available.

    A list of chances, as `gh.odds.draws.curve` returns, is drawn over the number of cards drawn.

    >>> import guildhall as gh
    >>> chart = chance_curve(gh.odds.draws.curve({"green Weaver": 4, "other": 86}, ["green Weaver"], 10))
    >>> chart.to_dict()["layer"][-1]["encoding"]["x"]["field"]
    'cards drawn'
    """
    if not isinstance(chances, pl.DataFrame):
        x = "cards drawn"
        chances = pl.DataFrame({x: range(len(chances)), "p": [float(chance) for chance in chances]})
    _check(chances, x, "p")
    chances, by = _grouped(chances, by)
    across = alt.X(
        x, type="quantitative", axis=alt.Axis(tickMinStep=1) if chances[x].dtype.is_integer() else alt.Axis()
    )
    base = alt.Chart().encode(x=across)
    told = _tooltips(chances, x, by)
    points = base.mark_line(point=len(chances) <= 40).encode(
        y=alt.Y("p:Q", title=title),
        tooltip=told,
        **_colour(by),
        **_marked(by, "strokeDash", layered="low" in chances.columns),
    )
    return _layers(chances, [*_band(chances, base, title, by), points], by)


def win_rates(
    rates: pl.DataFrame, x: str | None = None, *, by: By = None, fair: float | None = None, title: str = "wins"
) -> alt.LayerChart:
    """Plot `p` with its interval for every `x`, and a dashed line at the `fair` share.

    `x` is a column, by default the first of `seat`, `place`, `player` and `bot` that the frame has.

    >>> import guildhall as gh
    >>> from guildhall.simulation import analyses
    >>> sim = gh.simulate(players=2, games=10, seed=1)
    >>> chart = win_rates(analyses.win_rate_by_seat(sim), fair=1 / 2)
    >>> [layer["mark"]["type"] for layer in chart.to_dict()["layer"]]
    ['rule', 'point', 'rule']
    """
    if x is None:
        x = next((name for name in ("seat", "place", "player", "bot") if name in rates.columns), "seat")
    _check(rates, x, "p", "low", "high")
    rates, by = _grouped(rates, by)
    across = alt.X(x, type="nominal", sort=None, axis=alt.Axis(labelAngle=0))
    base = alt.Chart().encode(x=across, tooltip=_tooltips(rates, x, by))
    if by is not None:
        base = base.encode(xOffset=alt.XOffset(by, type="nominal", sort=None))
    up = alt.Y("low:Q", title=title, scale=alt.Scale(zero=False))
    layers = [
        base.mark_rule(strokeWidth=2).encode(y=up, y2="high:Q", **_colour(by)),
        base.mark_point(filled=True, size=60, opacity=1).encode(
            y="p:Q", **_colour(by), **_marked(by, "shape", layered=True)
        ),
    ]
    if fair is not None:
        layers.append(alt.Chart().mark_rule(strokeDash=[4, 4]).encode(y=alt.datum(fair)))
    return _layers(rates, layers, by)


def game_lengths(
    games: Simulation | pl.DataFrame, *, by: By = None, unit: str = "turns", over: bool = False
) -> alt.LayerChart:
    """Plot the distribution of game lengths in `turns`, `plies` or `decisions`.

    With `over`, plot the share of games that have ended by then.

    >>> import guildhall as gh
    >>> sim = gh.simulate(players=2, games=10, seed=1)
    >>> game_lengths(sim).to_dict()["layer"][0]["mark"]["type"], game_lengths(sim, over=True).to_dict()["width"]
    ('bar', 680)
    """
    frame = games.games if isinstance(games, Simulation) else games
    _check(frame, unit)
    frame, by = _grouped(frame, by)
    keys = [unit] if by is None else [by, unit]
    counts = frame.group_by(keys).len("games").sort(keys)
    share = pl.col("games") / pl.col("games").sum()
    counts = counts.with_columns(share=share.over(by) if by else share)
    ended = pl.col("share").cum_sum()
    counts = counts.with_columns(over=ended.over(by) if by else ended)
    shown, title = ("over", "games that are over") if over else ("share", "share of the games")
    base = alt.Chart().encode(
        x=alt.X(unit, type="quantitative"),
        y=alt.Y(shown, type="quantitative", title=title, stack=None),
        tooltip=_tooltips(counts, unit, by, shown, "games"),
        **_colour(by),
    )
    if over:
        return _layers(counts, [base.mark_line(interpolate="step-after").encode(**_marked(by, "strokeDash"))], by)
    bars = base.mark_bar() if by is None else base.mark_bar(fillOpacity=0.45)  # overlapping groups remain visible
    return _layers(counts, [bars], by)


def evaluation(points: Iterable[Point] | pl.DataFrame, *, by: By = None, title: str = "wins") -> alt.LayerChart:
    """Plot the chance to win by ply, as returned by `gh.odds.along`, with its interval as a band.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=1)
    >>> _ = game.run("greedy")
    >>> chart = evaluation(gh.odds.along(game.record, plies=[0, game.ply], n=20), title="Player 1 wins")
    >>> chart.to_dict()["layer"][0]["encoding"]["y"]["scale"]["domain"]
    [0, 1]
    """
    frame = points if isinstance(points, pl.DataFrame) else pl.DataFrame([point._asdict() for point in points])
    _check(frame, "ply", "p", "low", "high")
    frame, by = _grouped(frame, by)
    base = alt.Chart().encode(x="ply:Q")
    whole = alt.Scale(domain=[0, 1])
    line = base.mark_line(point=alt.OverlayMarkDef(size=12)).encode(
        y="p:Q", tooltip=_tooltips(frame, "ply", by), **_colour(by), **_marked(by, "strokeDash", layered=True)
    )
    return _layers(frame.sort("ply"), [*_band(frame, base, title, by, whole), line], by)


def goal_chances(chances: pl.DataFrame, *, title: str | None = None) -> alt.LayerChart:
    """Plot a bar with its interval for every goal, as returned by `gh.odds.chapters` and `gh.odds.goals`.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=1)
    >>> chart = goal_chances(gh.odds.chapters(game, seat=0, turns=2, n=50))
    >>> chart.to_dict()["layer"][0]["encoding"]["y"]["field"]
    'chapter'
    """
    goal = chances.columns[0]
    _check(chances, "p", "low", "high")
    base = alt.Chart().encode(
        y=alt.Y(goal, type="nominal", sort=None, title=None),
        tooltip=_tooltips(chances, goal, *(name for name in ("method", "bot", "n") if name in chances.columns)),
    )
    bars = base.mark_bar(opacity=0.6).encode(x=alt.X("p:Q", title=title or f"chance of each {goal}"))
    return _layers(chances, [bars, base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")], None)


def heat_map(
    frame: pl.DataFrame,
    x: str,
    y: str,
    value: str,
    *,
    digits: int = 2,
    scale: Sequence[float] | None = None,
    titles: tuple[str | None, str | None] | None = None,
    order: Sequence[str] | None = None,
) -> alt.LayerChart:
    """Draw a tinted cell with its number for every pair of `x` and `y`.

    `scale` gives the values of the orange, white and blue tints, by default the minimum, middle and maximum. `order` is
    the order of both axes if they name the same things, by default that of the frame.

    >>> pairs = pl.DataFrame({"bot": ["a", "b"], "rival": ["b", "a"], "wins": [0.25, 0.75]})
    >>> heat_map(pairs, "rival", "bot", "wins").to_dict()["layer"][0]["encoding"]["color"]["scale"]["domain"]
    [0.25, 0.5, 0.75]
    """
    _check(frame, x, y, value)
    if scale is None:
        low, high = (float(end) for end in np.percentile(frame[value].to_numpy(), [0, 100]))
        scale = [low, (low + high) / 2, high]
    if len(scale) != 3:
        raise BadSetup(f"'scale' must have three values, for orange, white and blue, not {list(scale)!r}")
    across, down = titles or (x, y)
    fields = alt.Chart().encode(
        x=alt.X(x, type="nominal", sort=order, title=across, axis=_label_axis(frame[x])),
        y=alt.Y(y, type="nominal", sort=order, title=down),
        tooltip=_tooltips(
            frame, x, y, value, *(name for name in ("low", "high", "n", "count") if name in frame.columns)
        ),
    )
    tint = alt.Color(value, type="quantitative", scale=alt.Scale(domain=list(scale), range=_TINTS, clamp=True))
    number = alt.Text(value, type="quantitative", format=f".{digits}f")
    marks = [fields.mark_rect().encode(color=tint), fields.mark_text(color="black").encode(text=number)]
    return _layers(frame, marks, None)


def interaction_matrix(graph: nx.Graph[Any], *, value: str = "lift", cards: Iterable[str] = ()) -> alt.LayerChart:
    """Plot which card was used after which, from a graph of `graphs.observed`.

    A lift of 1 is as often as expected by chance. `value` may also be `count`, and `cards` limits the chart to some
    cards.

    >>> import guildhall as gh
    >>> sim = gh.simulate(players=2, bots="greedy", games=20, seed=1, events=True)
    >>> chart = interaction_matrix(gh.graphs.observed(sim), cards=["Weaver", "Trader"])
    >>> chart.to_dict()["layer"][0]["encoding"]["x"]["title"]
    'was used next'
    """
    wanted = set(cards) or set(graph)
    unknown = sorted(wanted - set(graph))
    if unknown:
        raise BadSetup(f"{unknown[0]!r} is not in the graph{did_you_mean(nearest(unknown[0], graph))}")
    rows = [
        {"first": a, "next": b, **data}
        for a, b, data in graph.edges(data=True)
        if data.get("relation") == "precedes" and a in wanted and b in wanted
    ]
    if not rows:
        raise BadSetup("this graph does not record which card followed which; use graphs.observed(sim)")
    frame = pl.DataFrame(rows).sort("first", "next")
    scale = [0.5, 1, 2] if value == "lift" else None
    return heat_map(
        frame,
        "next",
        "first",
        value,
        digits=1 if value == "lift" else 0,
        scale=scale,
        titles=("was used next", "after"),
        order=sorted({card for row in rows for card in (row["first"], row["next"])}),
    )


def _check(frame: pl.DataFrame, *columns: str) -> None:
    """Raise BadSetup if a column is missing, since the chart would silently be empty."""
    for column in columns:
        if column not in frame.columns:
            close = did_you_mean(nearest(column, frame.columns))
            raise BadSetup(f"the frame has no column {column!r}{close or '; it has ' + ', '.join(frame.columns)}")


def _label_axis(labels: pl.Series) -> alt.Axis:
    """Return an axis whose labels do not overlap, slanted if they are wider than their columns."""
    names = labels.unique().cast(pl.String)
    widest = max((len(name) for name in names), default=0) * _LETTER
    fits = widest <= WIDTH / max(len(names), 1)
    return alt.Axis(labelAngle=0) if fits else alt.Axis(labelAngle=-30, labelLimit=WIDTH // 2, labelOverlap=False)


def _grouped(frame: pl.DataFrame, by: By) -> tuple[pl.DataFrame, str | None]:
    """Return the frame with a single group column, and that column's name. Several columns are joined into one."""
    if by is None or isinstance(by, str):
        _check(frame, *(() if by is None else (by,)))
        return frame, by
    columns = list(by)
    _check(frame, *columns)
    if not columns:
        return frame, None
    name = ", ".join(columns)
    return frame.with_columns(pl.concat_str(columns, separator=", ").alias(name)), name


def _picked(by: str) -> alt.Parameter:
    """Return the legend selection. Its name is fixed, so that equal charts are stored alike."""
    return alt.selection_point(name="picked", fields=[by], bind="legend")


def _colour(by: str | None) -> dict[str, Any]:
    """Return the colour encoding by group, faint for groups that are not picked."""
    if by is None:
        return {}
    faint = alt.when(_picked(by)).then(alt.value(1)).otherwise(alt.value(0.15))
    return {"color": alt.Color(by, type="nominal", sort=None), "opacity": faint}


def _marked(by: str | None, channel: str, *, layered: bool = False) -> dict[str, Any]:
    """Return a second encoding of the groups, for readers who cannot distinguish the colours.

    It joins the legend of the colours, except in a layered chart, where it would add a second legend.
    """
    kind = alt.Shape if channel == "shape" else alt.StrokeDash
    legend: dict[str, Any] = {"legend": None} if layered else {}
    return {} if by is None else {channel: kind(by, type="nominal", sort=None, **legend)}


def _tooltips(frame: pl.DataFrame, *columns: str | None) -> list[alt.Tooltip]:
    """Return tooltips for these columns, and for the chance with its interval if the frame has them."""
    names = dict.fromkeys([name for name in columns if name is not None] + ["p", "low", "high"])
    shown = [name for name in names if name in frame.columns]
    return [alt.Tooltip(name, format=".3f" if frame[name].dtype.is_float() else "") for name in shown]


def _band(
    frame: pl.DataFrame, base: alt.Chart, title: str, by: str | None, scale: alt.Scale | None = None
) -> list[alt.Chart]:
    """Return the area of the intervals, if the frame has any."""
    if not {"low", "high"} <= set(frame.columns):
        return []
    up = alt.Y("low:Q", title=title) if scale is None else alt.Y("low:Q", title=title, scale=scale)
    return [base.mark_area(fillOpacity=0.25).encode(y=up, y2="high:Q", **_colour(by))]


def _layers(frame: pl.DataFrame, marks: Sequence[alt.Chart], by: str | None) -> alt.LayerChart:
    chart = alt.layer(*marks, data=frame).properties(width=WIDTH, height=HEIGHT)
    return cast(alt.LayerChart, chart if by is None else chart.add_params(_picked(by)))
