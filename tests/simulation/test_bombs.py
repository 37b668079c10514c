"""Runs of strangers: a small file that would fill the memory is refused before it is unpacked."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import guildhall as gh
from guildhall.simulation import Simulation
from guildhall.simulation.store import declared

GAMES = 20
MANY = 3_000_000


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "run"
    gh.simulate("guildhall", games=GAMES, seed=1, out=folder)
    return folder


@pytest.fixture
def run(made, tmp_path):
    """A copy of a run, to be changed."""
    for path in made.rglob("*"):
        if path.is_file():
            copy = tmp_path / "run" / path.relative_to(made)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    return tmp_path / "run"


def part_of(run, frame):
    (file,) = (run / frame).glob("part-*.parquet")
    return file


def inflate(file, rows):
    """The same columns with the first row so many times, which packs to nearly nothing."""
    first = pl.read_parquet(file).head(1)
    first.select(pl.all().repeat_by(rows).explode()).write_parquet(file, compression="zstd")
    return file.stat().st_size


def rename(run, rows):
    for frame in ("games", "turns", "chapters"):
        part_of(run, frame).rename(run / frame / f"part-0000000000-{rows - 1:010}.parquet")


def test_a_run_is_read(run):
    assert len(Simulation.read(run)) == GAMES


def test_a_file_of_games_that_fills_the_memory_is_refused(run):
    size = inflate(part_of(run, "games"), MANY)
    rename(run, MANY)

    assert size < 2**20
    with pytest.raises(gh.BadRecord, match=r"refusing to read .*games.part-.*: [\d,]+ bytes that become \d\d\d,"):
        Simulation.read(run)


def test_so_is_one_of_another_frame_when_it_is_asked_for(run):
    sizes = inflate(part_of(run, "turns"), MANY)
    games = part_of(run, "games")
    pl.read_parquet(games).write_parquet(games)  # without the sizes of the other files
    simulation = Simulation.read(run)

    assert sizes < 2**20
    assert simulation.games.height == GAMES
    with pytest.raises(gh.BadRecord, match=r"refusing to read .*turns.part-"):
        simulation.scan("turns")


def test_a_name_that_stands_for_more_games_than_a_part_has_is_damaged(run):
    rename(run, 9_999_999_999)

    with pytest.warns(UserWarning, match="damaged and left out: part-0000000000-9999999998"):
        assert len(Simulation.read(run)) == 0


def test_other_games_than_the_name_says_are_damaged(run):
    rename(run, GAMES + 1)

    with pytest.warns(UserWarning, match="damaged and left out"):
        assert len(Simulation.read(run)) == 0


def test_a_frame_whose_end_is_damaged_is_told(run):
    simulation = Simulation.read(run)
    turns = part_of(run, "turns")
    turns.write_bytes(turns.read_bytes()[:-20] + bytes(20))

    with pytest.raises(gh.BadRecord, match="is damaged: not a Parquet file"):
        simulation.scan("turns")


# --- What a file says of itself ---


@pytest.mark.parametrize("compression", ["uncompressed", "snappy", "zstd"])
def test_declared_sizes_are_those_of_the_file(tmp_path, compression):
    frame = pl.DataFrame({"number": np.arange(400_000), "word": ["red", None] * 200_000, "half": [0.5] * 400_000})
    frame.write_parquet(tmp_path / "x.parquet", compression=compression, row_group_size=150_000)
    found = declared(tmp_path / "x.parquet")

    assert found.rows == frame.height
    assert 16 * frame.height <= found.unpacked < 17 * frame.height
    assert compression != "uncompressed" or found.unpacked < (tmp_path / "x.parquet").stat().st_size


def test_an_empty_frame_declares_nothing(tmp_path):
    pl.DataFrame(schema={"number": pl.Int64}).write_parquet(tmp_path / "x.parquet")

    assert declared(tmp_path / "x.parquet") == (0, 0)


def test_a_damaged_file_declares_something_else_or_is_refused(tmp_path):
    """No byte of its description makes reading it hang or fail in another way."""
    file = tmp_path / "x.parquet"
    pl.DataFrame({"number": np.arange(100)}).write_parquet(file)
    whole = file.read_bytes()
    length = int.from_bytes(whole[-8:-4], "little")
    for at in range(len(whole) - 8 - length, len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        try:
            declared(file)
        except ValueError:
            continue
