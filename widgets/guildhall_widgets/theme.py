"""The look of charts: a transparent background, and a grey that is readable on light and dark pages."""

from __future__ import annotations

from typing import Any

from altair.theme import ThemeConfig
from altair.utils.mimebundle import spec_to_mimebundle

__all__ = ["chart_theme", "draw_chart"]

INK = "#767676"  # contrast 4.5 with white and with near-black
GRID = "#76767640"
# Distinguishable by colour-blind readers, in addition to shapes.
SERIES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]

_LABELS: Any = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": 600}
_AXIS: Any = {**_LABELS, "gridColor": GRID, "domainColor": INK, "tickColor": INK}

_LIVE = "application/vnd.vegalite.v5+json"
_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


def chart_theme() -> ThemeConfig:
    """Return the settings that Altair merges into every chart."""
    return {
        "config": {
            "background": "transparent",
            "view": {"stroke": GRID},
            "axis": _AXIS,
            "legend": _LABELS,
            "title": {"color": INK, "fontSize": 14},
            "header": _LABELS,
            "rule": {"color": INK},
            "text": {"color": INK},
            "mark": {"color": SERIES[0]},
            "range": {"category": SERIES},
        }
    }


def draw_chart(spec: dict[str, Any], **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an interactive chart for JupyterLab, and two pictures for everywhere else.

    JupyterLab supports Vega-Lite 5, in which the charts of this kit mean the same. SVG is not shown in a notebook that
    is not trusted yet, PNG is. A saved notebook keeps all of them.
    """
    svg = spec_to_mimebundle(spec, "svg", mode="vega-lite", engine="vl-convert")
    png, _ = spec_to_mimebundle(spec, "png", mode="vega-lite", engine="vl-convert", ppi=72)  # as large as the SVG
    live = {_LIVE: {**spec, "$schema": _SCHEMA}}
    return {**live, **svg, **png}, {_LIVE: {"embed_options": {"renderer": "svg", "actions": False}}}
