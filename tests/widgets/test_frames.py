"""Data frames as tables to read."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
from guildhall_widgets import load_ipython_extension, unload_ipython_extension
from guildhall_widgets.render.numbers import frame
from IPython.core.formatters import DisplayFormatter

from tests.widgets.tree import Tree


def test_a_frame_has_neither_shape_nor_types_and_few_digits():
    text = Tree(frame(pl.DataFrame({"seat": ["Ada", "Bo"], "chance": [1 / 3, 0.123456], "games": [3, 1_000_000]}))).text

    assert "shape" not in text
    assert "f64" not in text
    assert {"seat", "Ada", "0.333", "0.123", "3", "1,000,000"} <= set(text.split())


def test_of_a_long_frame_the_first_and_last_rows_are_shown():
    tree = Tree(frame(pl.DataFrame({"n": range(100)})))

    assert len([name for name, _ in tree.tags if name == "tr"]) == 1 + 12 + 1
    assert "88 more rows" in tree.text
    assert "99" in tree.text.split()
    assert "50" not in tree.text.split()


def test_hostile_text_in_a_frame_is_inert():
    tree = Tree(frame(pl.DataFrame({"<b>name</b>": ['<img src=x onerror="alert(1)">']})))

    assert {name for name, _ in tree.tags} == {"table", "thead", "tbody", "tr", "th", "td"}


def test_the_extension_shows_frames_this_way_until_it_is_unloaded():
    shell = SimpleNamespace(display_formatter=DisplayFormatter())
    data = pl.DataFrame({"chance": [0.123456]})
    load_ipython_extension(shell)
    shown, _ = shell.display_formatter.format(data)
    unload_ipython_extension(shell)
    plain, _ = shell.display_formatter.format(data)

    assert shown["text/html"] == frame(data)
    assert "f64" in plain["text/html"]
