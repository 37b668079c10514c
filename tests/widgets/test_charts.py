"""Charts are what their frames say: what is drawn is looked up in the specification."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import altair as alt
import guildhall_widgets
import polars as pl
import pytest
import vl_convert
from guildhall_widgets import charts

import guildhall as gh
from guildhall.core.errors import BadSetup
from guildhall.simulation import analyses

RATES = pl.DataFrame(
    {
        "place": [1, 2, 1, 2],
        "players": ["two", "two", "three", "three"],
        "p": [0.4, 0.6, 0.3, 0.35],
        "low": [0.3, 0.5, 0.2, 0.3],
        "high": [0.5, 0.7, 0.4, 0.4],
    }
)


def drawn(chart):
    """The marks of a chart's layers with their encodings, and the rows that it draws."""
    spec = chart.to_dict()
    (rows,) = spec["datasets"].values()
    return [(layer["mark"]["type"], layer["encoding"]) for layer in spec["layer"]], rows


def told(encoding):
    return [entry["field"] for entry in encoding["tooltip"]]


def legends(chart):
    """The channels of every legend that is really drawn, by its title."""
    drawn = vl_convert.vegalite_to_vega(chart.to_dict()).get("legends", [])
    channels = ("fill", "stroke", "shape", "strokeDash")
    return [(legend["title"], {name for name in channels if name in legend}) for legend in drawn]


@pytest.fixture(scope="module")
def sim():
    return gh.simulate(players=3, bots="greedy", games=40, seed=1, events=True)


def test_a_curve_of_estimates_has_its_band_and_one_of_exact_chances_has_none():
    frame = pl.DataFrame({"turns": [1, 2], "p": [0.1, 0.2], "low": [0.05, 0.1], "high": [0.2, 0.3]})
    estimated, rows = drawn(charts.chance_curve(frame))
    exact, exact_rows = drawn(charts.chance_curve([Fraction(0), Fraction(1, 3)]))

    assert [mark for mark, _ in estimated] == ["area", "line"]
    assert estimated[0][1]["y"]["field"] == "low"
    assert estimated[0][1]["y2"]["field"] == "high"
    assert told(estimated[1][1]) == ["turns", "p", "low", "high"]
    assert rows == frame.to_dicts()
    assert [mark for mark, _ in exact] == ["line"]
    assert exact_rows == [{"cards drawn": 0, "p": 0.0}, {"cards drawn": 1, "p": 1 / 3}]


def test_groups_have_a_legend_that_picks_them_and_differ_not_by_colour_alone():
    chart = charts.win_rates(RATES, by="players", fair=0.5)
    (rule, point, fair), _ = drawn(chart)

    assert chart.to_dict()["params"][0]["bind"] == "legend"
    assert point[1]["color"]["field"] == point[1]["shape"]["field"] == point[1]["xOffset"]["field"] == "players"
    assert point[1]["opacity"]["condition"][0]["param"] == "picked"
    assert (rule[1]["y"]["field"], rule[1]["y2"]["field"], point[1]["y"]["field"]) == ("low", "high", "p")
    assert fair[1]["y"]["datum"] == 0.5


CURVES = pl.DataFrame(
    {"turns": [1, 2, 1, 2], "deck": ["a", "a", "b", "b"], "p": [0.1, 0.2, 0.2, 0.3], "low": 0.05, "high": 0.4}
)


@pytest.mark.parametrize(
    ("chart", "second"),
    [
        (charts.win_rates(RATES, by="players", fair=0.5), "fill"),
        (charts.chance_curve(CURVES, by="deck"), "stroke"),
        (charts.chance_curve(CURVES.drop("low", "high"), by="deck"), "strokeDash"),
        (charts.game_lengths(CURVES, by="deck", over=True), "strokeDash"),
        (charts.evaluation(CURVES.rename({"turns": "ply"}), by="deck"), "stroke"),
    ],
    ids=["rates", "band", "curve", "lengths", "evaluation"],
)
def test_one_legend_shows_colour_and_mark_together(chart, second):
    ((_, channels),) = legends(chart)

    assert second in channels
    assert channels & {"fill", "stroke"}


NOTEBOOKS = [*Path("notebooks").glob("*.ipynb"), *Path("notebooks/lessons").glob("*.ipynb")]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_chart_of_a_notebook_has_two_legends_for_one_thing(notebook):
    outputs = [o for cell in json.loads(notebook.read_text("utf-8"))["cells"] for o in cell.get("outputs", [])]
    specs = [data for o in outputs for mime, data in o.get("data", {}).items() if "vegalite" in mime]

    for spec in specs:
        titles = [legend["title"] for legend in vl_convert.vegalite_to_vega(spec).get("legends", [])]
        coloured = {c["field"] for c in _encodings(spec, "color") if c.get("type") == "nominal"}
        assert len(titles) == len(set(titles))
        assert coloured <= set(titles)


def _encodings(spec, channel):
    """Every encoding of a channel in a specification, however deep."""
    if isinstance(spec, list):
        return [found for part in spec for found in _encodings(part, channel)]
    if not isinstance(spec, dict):
        return []
    own = [spec[channel]] if isinstance(spec.get(channel), dict) and "field" in spec[channel] else []
    return own + [found for name, part in spec.items() if name != "datasets" for found in _encodings(part, channel)]


def test_a_chart_is_changed_further():
    chart = charts.win_rates(RATES, "place").properties(width=130).facet(column="players:N")

    assert isinstance(chart, alt.FacetChart)
    assert chart.to_dict()["spec"]["width"] == 130


def test_win_rates_take_the_frame_of_the_analysis(sim):
    frame = analyses.win_rate_by_seat(sim)
    (_, point), rows = drawn(charts.win_rates(frame))

    assert point[1]["x"]["field"] == "seat"
    assert [row["p"] for row in rows] == frame["p"].to_list()


def test_lengths_are_shares_of_each_group(sim):
    frame = pl.DataFrame({"turns": [5, 5, 6, 9], "deck": ["a", "a", "a", "b"]})
    (bars,), rows = drawn(charts.game_lengths(frame, by="deck"))
    (steps,), over = drawn(charts.game_lengths(frame, by="deck", over=True))
    _, all_games = drawn(charts.game_lengths(sim, unit="decisions"))

    assert (bars[0], bars[1]["y"]["field"], steps[0], steps[1]["y"]["field"]) == ("bar", "share", "line", "over")
    shares = [(row["deck"], row["turns"], row["games"], row["share"]) for row in rows]
    assert shares == [("a", 5, 2, 2 / 3), ("a", 6, 1, 1 / 3), ("b", 9, 1, 1.0)]
    assert [row["over"] for row in over] == [2 / 3, 1.0, 1.0]
    assert sum(row["games"] for row in all_games) == 40


def test_a_group_of_lengths_shines_through_the_one_before_it():
    frame = pl.DataFrame({"turns": [5, 5, 6, 5], "deck": ["a", "a", "a", "b"]})
    [bars] = charts.game_lengths(frame, by="deck").to_dict()["layer"]

    assert bars["mark"]["fillOpacity"] < 0.6  # the opacity of a group that is not picked is another channel
    assert bars["encoding"]["y"]["stack"] is None


@pytest.mark.parametrize("draw", [charts.win_rates, charts.game_lengths])
def test_groups_may_be_those_of_two_columns(draw):
    frame = RATES.with_columns(rules=pl.Series(["basic", "advanced"] * (RATES.height // 2)), turns=pl.lit(7))
    (*_, mark), rows = drawn(draw(frame, by=["players", "rules"]))

    assert mark[1]["color"]["field"] == "players, rules"
    pairs = {f"{row['players']}, {row['rules']}" for row in frame.iter_rows(named=True)}
    assert {row["players, rules"] for row in rows} == pairs
    with pytest.raises(gh.BadSetup, match="no column 'ruels'; did you mean 'rules'"):
        draw(frame, by=["players", "ruels"])


def test_an_evaluation_is_in_the_order_of_plies():
    points = [gh.odds.Point(9, 0.5, 0.4, 0.6), gh.odds.Point(0, 0.3, 0.2, 0.4)]
    (band, line), rows = drawn(charts.evaluation(iter(points)))

    assert [row["ply"] for row in rows] == [0, 9]
    assert band[1]["y"]["scale"]["domain"] == [0, 1]
    assert told(line[1]) == ["ply", "p", "low", "high"]


@pytest.mark.parametrize("game", ["guildhall", "advyria"])
def test_chances_of_goals_take_the_frame_of_every_game(game):
    frame = gh.odds.goals(gh.new_game(game, players=2, seed=1), seat=0, turns=2, n=20)
    (bars, rules), rows = drawn(charts.goal_chances(frame))

    assert bars[1]["y"]["field"] == "goal"
    assert (rules[1]["x"]["field"], rules[1]["x2"]["field"]) == ("low", "high")
    assert [row["p"] for row in rows] == frame["p"].to_list()


def test_a_heat_map_has_every_number_written_on_it():
    frame = pl.DataFrame({"a": ["x", "y"], "b": ["y", "x"], "count": [2, 6]})
    (tints, numbers), rows = drawn(charts.heat_map(frame, "a", "b", "count", digits=0))

    assert tints[1]["color"]["scale"]["domain"] == [2, 4, 6]
    assert (numbers[1]["text"]["field"], numbers[1]["text"]["format"]) == ("count", ".0f")
    assert len(rows) == 2


def test_high_values_are_blue_on_every_map():
    fields = charts.heat_map(RATES, "place", "players", "p").to_dict()["layer"][0]["encoding"]["color"]["scale"][
        "range"
    ]
    css = (Path(guildhall_widgets.__file__).parent / "static" / "party.css").read_text("utf-8")
    tints = [re.search(rf"gh-tint-{step} {{ --tint: (#\w+)", css)[1] for step in range(5)]

    def bluer(low, high):
        return int(low[5:7], 16) - int(low[1:3], 16) < int(high[5:7], 16) - int(high[1:3], 16)

    assert bluer(fields[0], fields[-1])
    assert bluer(tints[0], tints[-1])


def test_labels_that_are_wider_than_their_columns_are_slanted():
    long = pl.DataFrame({"scenario": ["Citadel of Broken Dreams", "Diamond Court", "b", "c", "d"], "y": "x", "p": 0.5})
    slanted, _ = drawn(charts.heat_map(long, "scenario", "y", "p"))
    level, _ = drawn(charts.heat_map(long.with_columns(scenario=pl.col("scenario").str.head(5)), "scenario", "y", "p"))

    assert slanted[0][1]["x"]["axis"]["labelAngle"] == -30
    assert level[0][1]["x"]["axis"]["labelAngle"] == 0


def test_the_matrix_has_its_rows_and_columns_in_one_order(sim):
    (fields, _), rows = drawn(charts.interaction_matrix(gh.graphs.observed(sim)))

    assert fields[1]["x"]["sort"] == fields[1]["y"]["sort"]
    assert set(fields[1]["x"]["sort"]) == {row[name] for row in rows for name in ("first", "next")}


def test_the_matrix_shows_the_pairs_that_were_counted(sim):
    seen = gh.graphs.observed(sim)
    _, rows = drawn(charts.interaction_matrix(seen, cards=["Weaver", "Trader"]))
    counted = {(a, b): data["lift"] for a, b, data in seen.edges(data=True) if data["relation"] == "precedes"}

    assert rows
    assert all({row["first"], row["next"]} <= {"Weaver", "Trader"} for row in rows)
    assert all(row["lift"] == counted[row["first"], row["next"]] for row in rows)


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: charts.chance_curve(RATES), "no column 'turns'"),
        (lambda: charts.win_rates(RATES, "plase"), "no column 'plase'; did you mean 'place'"),
        (lambda: charts.win_rates(RATES, by="deck"), "it has place, players, p, low, high"),
        (lambda: charts.heat_map(RATES, "place", "players", "p", scale=[0, 1]), "must have three values"),
        (lambda: charts.interaction_matrix(gh.graphs.declared("old-world")), "graphs.observed"),
        (lambda: charts.interaction_matrix(gh.graphs.declared("old-world"), cards=["Wever"]), "did you mean 'Weaver'"),
    ],
)
def test_what_cannot_be_drawn_is_said(draw, message):
    with pytest.raises(BadSetup, match=message):
        draw()
