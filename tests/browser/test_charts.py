"""Charts in a real JupyterLab, without a network: to point at and to click."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CELL = """
%load_ext guildhall_widgets
import polars as pl
from guildhall_widgets import charts

charts.win_rates(pl.DataFrame({"place": [1, 2, 1, 2], "players": ["two", "two", "three", "three"],
    "p": [0.4, 0.6, 0.3, 0.35], "low": [0.3, 0.5, 0.2, 0.3], "high": [0.5, 0.7, 0.4, 0.4]}), by="players")
"""


def test_a_chart_tells_its_numbers_and_its_legend_picks_a_group(bench):
    notebook = bench.notebook([CELL])
    chart = notebook.output(0).locator(".vega-embed")
    expect(chart).to_be_visible(timeout=30_000)
    marks = chart.locator(".mark-symbol.role-mark path")
    expect(marks).to_have_count(4)

    marks.first.hover()
    expect(notebook.page.locator("#vg-tooltip-element")).to_contain_text("0.400")
    chart.locator(".role-legend-entry").get_by_text("three", exact=True).click()
    expect(chart.locator(".mark-symbol.role-mark path[opacity='0.15']")).to_have_count(2)
    assert notebook.output(0).locator("img").count() == 0
