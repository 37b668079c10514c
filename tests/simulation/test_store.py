"""Where runs are kept: in folders of this machine alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import guildhall as gh
from guildhall.cli import main
from guildhall.core.errors import CannotWrite
from guildhall.simulation import Simulation


@pytest.mark.parametrize("out", ["s3://bucket/x", Path("gs://bucket/x"), "https://example.org/x", "file:///runs/x"])
def test_an_address_is_refused_and_no_folder_is_made_of_it(tmp_path, monkeypatch, out):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(CannotWrite, match="is a URL; only local paths can be used"):
        gh.simulate(games=1, seed=1, out=out)
    with pytest.raises(CannotWrite, match="only local paths can be used"):
        gh.tournament(["greedy", "random"], games=1, seed=1, out=out)
    with pytest.raises(CannotWrite, match="only local paths can be used"):
        gh.sweep({"players": [2]}, games=1, seed=1, out=out)
    with pytest.raises(gh.GuildhallError, match="only local paths can be used"):
        Simulation.read(out)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("out", ["s3://bucket/games.csv", "s3://bucket/x"])
def test_the_command_line_refuses_an_address_too(tmp_path, monkeypatch, capsys, out):
    monkeypatch.chdir(tmp_path)

    assert main(["simulate", "--games", "1", "--out", out]) != 0
    assert "only local paths can be used" in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []
