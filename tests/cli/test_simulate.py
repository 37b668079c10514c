"""`guildhall simulate`: games between bots, the summary, the file."""

from __future__ import annotations

import re
import socket
import sys

import polars as pl
import pytest

import guildhall as gh
from guildhall import simulation
from guildhall.simulation import workers

TEN = ("simulate", "--games", "10", "--seed", "1")


def test_the_summary_has_wins_interval_length_and_speed(guildhall):
    done = guildhall("simulate", "old-world", "--players", "3", "--bots", "greedy,random,random", "--games", "300")

    assert done.code == 0
    assert "300 games of guildhall, old-world, seed 0" in done.out
    assert re.search(r"Player 1 │ greedy │ \d+ │ \d+\.\d% │ \d+\.\d% to \d+\.\d% │ \d+\.\d\d", done.out)
    assert re.search(r"Length: \d+\.\d turns on average, \d+ to \d+", done.out)
    assert re.search(r"Speed: [\d,]+ games/s, [\d,]+ decisions/s", done.out)


def test_a_game_that_reaches_the_turn_limit_is_counted_as_unfinished(guildhall):
    assert "Unfinished: 10 " in guildhall(*TEN, "--turn-limit", "3").out


def test_games_are_written_to_a_file(guildhall, tmp_path):
    done = guildhall(*TEN, "--out", "mine.parquet")

    wanted = gh.simulate(games=10, seed=1, bots="greedy").games
    assert "Written to mine.parquet" in done.out
    assert pl.read_parquet(tmp_path / "mine.parquet").equals(wanted)


def test_csv_is_a_file_with_the_same_games(guildhall, tmp_path):
    wanted = gh.simulate(games=10, seed=1).games
    done = guildhall(*TEN, "--out", "mine.csv")

    assert done.code == 0
    assert pl.read_csv(tmp_path / "mine.csv", schema=wanted.schema).equals(wanted)


def test_the_ending_of_another_file_is_refused(guildhall, tmp_path):
    done = guildhall(*TEN, "--out", "mine.xlsx")

    assert done.code == 2
    assert "'mine.xlsx' looks like a file" in done.err
    assert list(tmp_path.iterdir()) == []


def test_frames_are_written_into_a_folder(guildhall, tmp_path):
    guildhall(*TEN, "--out", "results/today", "--events")

    folder = tmp_path / "results" / "today"
    assert pl.read_parquet(folder / "games" / "*.parquet").equals(gh.simulate(games=10, seed=1).games)
    assert (folder / "events").is_dir()


def test_the_same_command_again_has_nothing_left_to_play(guildhall):
    guildhall(*TEN, "--out", "results")

    again = guildhall(*TEN, "--out", "results")

    assert again.code == 0
    assert "All games had already been played" in again.out


def test_a_folder_of_another_run_is_refused(guildhall):
    guildhall(*TEN, "--out", "results")

    other = guildhall("simulate", "--games", "10", "--seed", "2", "--out", "results")

    assert other.code == 2
    assert "'results' holds a different simulation: seed is 1 there, 2 here" in other.err


def test_events_need_a_folder(guildhall):
    assert "add --out DIR" in guildhall(*TEN, "--events", "--out", "games.parquet").err


def test_a_target_that_cannot_be_written_is_told_before_the_first_game(guildhall, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(simulation, "simulate", None)

    done = guildhall(*TEN, "--out", "file/games.parquet")

    assert done.code == 2
    assert "cannot write 'file/games.parquet'" in done.err


def test_stopping_early_shows_what_is_done_and_ends_with_130(guildhall, monkeypatch):
    def stop(done, _):
        raise KeyboardInterrupt

    whole = gh.simulate

    def stopped(*arguments, **options):
        options["progress"] = stop if options.get("progress") else None
        return whole(*arguments, **options)

    monkeypatch.setattr(simulation, "simulate", stopped)

    done = guildhall("simulate", "--games", "100000", "--threads", "1")

    assert done.code == 130
    assert re.search(r"stopped after \d+ of 100000 games", done.err)
    assert "games of guildhall, old-world" in done.out


@pytest.fixture
def nobody(monkeypatch):
    """An address at which nobody listens, and little patience."""
    monkeypatch.setattr(workers, "CONNECT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    return f"tcp://127.0.0.1:{port}"


def test_a_scheduler_that_cannot_be_reached_ends_the_command_before_anything_is_written(guildhall, tmp_path, nobody):
    (tmp_path / "mine.parquet").write_bytes(b"kept")

    for out in ("mine.parquet", "results"):
        done = guildhall(*TEN, "--out", out, "--scheduler", nobody)

        assert done.code == 2
        assert f"no scheduler at '{nobody}'" in done.err

    assert [path.name for path in tmp_path.iterdir()] == ["mine.parquet"]
    assert (tmp_path / "mine.parquet").read_bytes() == b"kept"


def test_a_cluster_without_dask_names_the_extra_to_install(guildhall, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)

    done = guildhall(*TEN, "--scheduler", "tcp://127.0.0.1:8786")

    assert done.code == 2
    assert 'pip install "guildhall-kit[cluster]"' in done.err


def test_threads_of_this_machine_and_a_cluster_exclude_each_other(guildhall):
    assert guildhall(*TEN, "--threads", "2", "--scheduler", "tcp://127.0.0.1:8786").code == 2


@pytest.mark.filterwarnings("default")
def test_a_name_that_may_mean_another_card_is_told_once(guildhall):
    done = guildhall("simulate", "Weaver", "Trader", "Assassin", "--games", "2")

    assert done.err.count("for the Assassin of Old World Economy write 'Fighter'") == 1
    assert done.code == 0
