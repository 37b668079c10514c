"""How a run is carried out changes nothing of what comes out; a run that breaks off goes on where it stopped."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import guildhall as gh
from guildhall.bots import rows
from guildhall.core import files
from guildhall.core.game import Game
from guildhall.simulation import Simulation, run, workers
from guildhall.simulation.store import chunks, gaps
from tests.core import toy
from tests.simulation.runs import RUN, same

# `gh.simulate` is a function to users; this is a module of the package it comes from.


@pytest.fixture(scope="module")
def whole():
    return gh.simulate(**RUN, threads=1)


# --- the same frames, however they are made ---


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("chunk", [7, 100, 1000])
def test_frames_are_the_same_for_any_threads_and_chunks(whole, threads, chunk):
    assert same(gh.simulate(**RUN, threads=threads, chunk=chunk), whole)


def test_frames_are_the_same_from_a_pool_of_processes(whole):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert same(gh.simulate(**RUN, executor=pool, chunk=60), whole)


def test_an_executor_that_was_given_stays_open(whole):
    with ThreadPoolExecutor(1) as pool:
        gh.simulate(games=1, executor=pool)

        assert pool.submit(int, 3).result() == 3


@pytest.mark.parametrize("chunk", [41, 300])
def test_frames_are_the_same_from_a_directory(whole, tmp_path, chunk):
    kept = gh.simulate(**RUN, out=tmp_path / "run", chunk=chunk)

    assert same(kept, whole)
    assert same(Simulation.read(tmp_path / "run"), whole)


def test_other_tools_find_a_frame_in_the_files_of_its_folder(whole, tmp_path):
    gh.simulate(**RUN, out=tmp_path, chunk=100)

    for name in whole.frames:
        assert pl.read_parquet(tmp_path / name / "*.parquet").equals(whole.scan(name).collect())


def test_a_simulation_is_written_and_read_back(whole, tmp_path):
    whole.write(tmp_path / "kept")

    assert same(Simulation.read(tmp_path / "kept"), whole)
    with pytest.raises(gh.CannotWrite, match="already holds this simulation"):
        whole.write(tmp_path / "kept")


def test_what_was_written_counts_as_done(whole, tmp_path):
    whole.write(tmp_path)
    told = []

    assert same(gh.simulate(**RUN, out=tmp_path, progress=lambda *how_far: told.append(how_far)), whole)
    assert told == []


class Last:
    def choose(self, game):
        return game.options[-1]


@pytest.mark.parametrize("rival", ["random", Last()])
def test_games_of_bots_that_search_are_reported_one_by_one(rival):
    told, searching = [], {"complete": 9.0, "rollouts": 20.0, "horizon": 1.0}
    gh.simulate(players=2, bots=[rival, searching], games=2, threads=1, progress=lambda *far: told.append(far))

    assert told == [(1, 2), (2, 2)]


def test_bots_of_own_weights_travel_to_other_processes(tmp_path):
    mine = {"complete": 9.0, "progress": 1.0}

    run = gh.simulate(bots=[mine, "greedy"], games=5, out=tmp_path)

    assert Simulation.read(tmp_path).bots == (mine, "greedy")
    assert run.games.equals(gh.simulate(bots=[mine, "greedy"], games=5).games)


def test_a_game_in_which_nobody_can_do_anything_any_more_ends_unfinished():
    """All cards lie in halls and hands where they are duplicates: four greedy bots refresh for ever."""
    rules = gh.simulate(players=4, games=1).rules
    stalled = np.array([5572784641797535618], np.uint64)

    played = rules.record_games(stalled, rows(rules, ["greedy"] * 4))

    assert played["games"]["turns"].tolist() == [1000]
    assert rules.vocabulary["reason"][played["games"]["reason"][0]] == "unfinished"
    assert len(played["turns"]["turn"]) == 1000


# --- broken off ---


KILLED = """
import sys
import warnings
import guildhall as gh
def tell(done, asked):
    print(done, flush=True)
gh.simulate(players=2, bots=["greedy", "random"], games=20000, seed=9, out=sys.argv[1], chunk=50, progress=tell)
"""


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl-C"])
def test_a_run_that_was_ended_goes_on_to_the_same_result(project_root, tmp_path, by):
    command = [sys.executable, "-c", KILLED, str(tmp_path / "run")]
    with subprocess.Popen(command, cwd=project_root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        for _ in range(3):
            assert run.stdout.readline()
        run.send_signal(by)
        run.communicate(timeout=60)
    shorten(tmp_path / "run", games=3000)
    before = parts(tmp_path / "run")
    stamps = {path: path.stat().st_mtime_ns for path in before}

    options = {"players": 2, "bots": ["greedy", "random"], "games": 3000, "seed": 9}
    resumed = gh.simulate(**options, out=tmp_path / "run", chunk=333)

    assert len(before) >= 3
    assert {path: path.stat().st_mtime_ns for path in before} == stamps  # no part was played twice
    assert resumed.games["game"].to_list() == list(range(3000))  # no game is missing
    assert same(resumed, gh.simulate(**options))


def parts(run):
    return sorted((run / "games").glob("part-*.parquet"))


def shorten(run, games):
    """Ask for fewer games than the run that was ended, to save time: nothing of a game depends on their number."""
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"games": games}))
    assert len(parts(run)) * 50 < games


def test_ctrl_c_gives_what_is_done(tmp_path):
    def stop(done, asked):
        if done >= 100:
            raise KeyboardInterrupt

    for out in (None, tmp_path):
        sim = gh.simulate(games=2000, seed=1, chunk=50, threads=1, progress=stop, out=out)

        assert len(sim) == 100
        assert sim.games["game"].to_list() == list(range(100))
        assert sim.asked == 2000


def test_ctrl_c_before_the_first_game_gives_empty_frames(whole, monkeypatch, tmp_path):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "first_done", stop)

    for out in (None, tmp_path):
        sim = gh.simulate(**RUN, out=out)
        for name in sim.frames:
            assert sim.scan(name).collect().equals(whole.scan(name).collect().clear())


def test_what_an_ended_process_left_unfinished_is_played_again(whole, tmp_path):
    gh.simulate(**RUN, out=tmp_path, chunk=100)
    (tmp_path / "games" / "part-0000000100-0000000199.parquet").unlink()  # the last file of a part
    cut = tmp_path / "games" / "part-0000000200-0000000299.parquet"
    cut.write_bytes(cut.read_bytes()[:1000])
    (tmp_path / "turns" / ".part-1.parquet.ab12.tmp").write_bytes(b"half")

    assert same(gh.simulate(**RUN, out=tmp_path, chunk=64), whole)
    assert not list(tmp_path.glob("*/.*.tmp"))
    assert pl.read_parquet(tmp_path / "turns" / "*.parquet").equals(whole.turns)


PART = "part-0000000100-0000000199.parquet"


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-40])


def of_fewer_rows(path):
    pl.read_parquet(path).head(5).write_parquet(path)


def of_other_columns(path):
    pl.DataFrame({"game": range(100, 200)}).write_parquet(path)


def emptied(path):
    path.write_bytes(b"")


@pytest.mark.parametrize("frame", ["games", "turns"])
@pytest.mark.parametrize("damage", [cut_short, of_fewer_rows, of_other_columns, emptied, Path.unlink])
def test_a_part_that_is_not_whole_any_more_is_named_and_played_again(whole, tmp_path, frame, damage):
    gh.simulate(**RUN, out=tmp_path, chunk=100)
    damage(tmp_path / frame / PART)

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert len(Simulation.read(tmp_path)) == 200
    is_unfinished = frame == "games" and damage is Path.unlink
    assert [PART in str(one.message) for one in told] == ([] if is_unfinished else [True])
    assert same(gh.simulate(**RUN, out=tmp_path, chunk=100), whole)
    assert len(Simulation.read(tmp_path)) == 300


def test_a_part_under_the_name_of_another_does_not_count(whole, tmp_path):
    gh.simulate(**RUN, out=tmp_path, chunk=100)
    for frame in whole.frames:
        (tmp_path / frame / PART).rename(tmp_path / frame / "part-0000000050-0000000149.parquet")

    assert same(gh.simulate(**RUN, out=tmp_path, chunk=100), whole)


def test_parts_from_before_their_sizes_were_kept_still_count(whole, tmp_path):
    gh.simulate(**RUN, out=tmp_path, chunk=100)
    path = tmp_path / "games" / PART
    pl.read_parquet(path).write_parquet(path)

    assert same(Simulation.read(tmp_path), whole)


def test_a_process_that_ended_before_its_manifest_leaves_a_fresh_directory(whole, tmp_path):
    (tmp_path / ".lock").write_bytes(b"")
    (tmp_path / ".manifest.json.ab12.tmp").write_bytes(b"{")

    assert same(gh.simulate(**RUN, out=tmp_path), whole)


# --- refused ---


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 10}, "seed is 9 there, 10 here"),
        ({"games": 301}, "games is 300 there, 301 here"),
        ({"bots": "greedy"}, "bots is"),
        ({"events": False}, "frames is"),
        ({"target": 15}, "target is 20 there, 15 here"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_directory_of_another_run_is_refused_and_left_alone(tmp_path, change, message):
    gh.simulate(**RUN, out=tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    with pytest.raises(gh.CannotWrite, match=message):
        gh.simulate(**RUN | change, out=tmp_path)

    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_directory_with_other_things_in_it_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")

    with pytest.raises(gh.CannotWrite, match="not empty"):
        gh.simulate(games=1, out=tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_is_no_directory(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(gh.CannotWrite, match="cannot write into"):
        gh.simulate(games=1, out=tmp_path / "file")


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not locked there")
def test_a_directory_that_another_process_writes_into_is_refused(project_root, tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(command, cwd=project_root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout.readline()
        with pytest.raises(gh.CannotWrite, match="another process"):
            gh.simulate(players=2, bots=["greedy", "random"], games=20000, seed=9, out=tmp_path)
        run.kill()
        run.communicate()


def test_a_full_disk_is_told_and_leaves_whole_parts(whole, tmp_path, monkeypatch):
    room = 6
    write_through = files._write_through

    def full(file, data):
        nonlocal room
        room -= 1
        if room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_through(file, data)

    monkeypatch.setattr(files, "_write_through", full)
    with pytest.raises(gh.CannotWrite, match=r"No space left on device.*resumes from there"):
        gh.simulate(**RUN, out=tmp_path, chunk=50, threads=1)
    monkeypatch.undo()

    assert len(Simulation.read(tmp_path)) == 50
    assert not list(tmp_path.glob("*/.*.tmp"))
    assert same(gh.simulate(**RUN, out=tmp_path, chunk=50), whole)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games must be a whole number of at least 1"),
        ({"threads": 0}, "threads must be a whole number"),
        ({"chunk": -1}, "chunk must be a whole number"),
        ({"seed": "x"}, "seed must be a whole number"),
        ({"executor": 3}, r"executor must be a concurrent\.futures\.Executor"),
        ({"bots": "gredy"}, "did you mean 'greedy'"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_wrong_option_is_told(options, message):
    with pytest.raises(gh.BadSetup, match=message):
        gh.simulate(**options)


def test_a_folder_without_a_manifest_is_no_simulation(tmp_path):
    with pytest.raises(gh.BadRecord, match="is not a simulation"):
        Simulation.read(tmp_path)


def test_a_simulation_of_other_cards_is_not_read(tmp_path):
    gh.simulate(games=1, out=tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | {"cards": "0000"}))

    with pytest.raises(gh.BadRecord, match="was played with other cards"):
        Simulation.read(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": 7}, "is damaged: Expected `str`, got `int`"),
        ({"game": "chess"}, "cannot be set up: unknown game 'chess'"),
        ({"setup": []}, "is damaged: Expected `object`, got `array`"),
        ({"setup": {"players": 9}}, "cannot be set up: Guildhall is a game for 2 to 4 players"),
        ({"bots": ["greedy"]}, "it has 1 bots for 2 seats"),
        ({"bots": ["gredy", "random"]}, "cannot be set up: .*did you mean 'greedy'"),
        ({"bots": [1, 2]}, "is damaged: Expected `str | object`, got `int`"),
        ({"frames": ["games", "dreams"]}, "cannot be set up: unknown frame 'dreams'"),
        ({"frames": ["turns"]}, "is damaged: its frames are turns"),
        ({"frames": ["games", "games"]}, "is damaged: its frames are games, games"),
        ({"games": -1}, "is damaged: Expected `int` >= 1"),
        ({"games": "many"}, "is damaged: Expected `int`, got `str`"),
        ({"seed": 0.5}, "is damaged: Expected `int`, got `float`"),
        ({"rules": ["2"]}, "was played with other rules"),
    ],
    ids=str,
)
def test_an_odd_manifest_is_refused(tmp_path, change, message):
    gh.simulate(games=1, out=tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | change))

    with pytest.raises(gh.BadRecord, match=message):
        Simulation.read(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", "7", "{", '{"game":"guildhall"}', "[" * 999, "\x00"])
def test_what_is_no_manifest_is_refused(tmp_path, content):
    (tmp_path / "manifest.json").write_text(content)

    with pytest.raises(gh.BadRecord, match=r"is not a simulation|is damaged: it has no bots"):
        Simulation.read(tmp_path)


def test_gaps_and_chunks_cover_every_game_once():
    parts = [(5, 3), (8, 2), (20, 5)]
    filled = [*parts, *chunks(gaps(parts, 40), 4)]

    assert sorted(game for first, count in filled for game in range(first, first + count)) == list(range(40))


def test_memory_stays_flat_while_parts_are_written(tmp_path):
    """No more than two parts a worker are under way."""
    seen = []

    class Counting(ThreadPoolExecutor):
        waiting = 0

        def submit(self, *task):
            Counting.waiting += 1
            future = super().submit(*task)
            future.add_done_callback(lambda _: seen.append(Counting.waiting))
            return future

    def told(*_):
        Counting.waiting -= 1

    with Counting(2) as pool:
        gh.simulate(games=400, chunk=10, executor=pool, out=tmp_path, progress=told)

    assert max(seen) <= 4
    assert len(seen) == 40


def test_a_game_that_records_nothing_is_refused(monkeypatch):
    monkeypatch.setattr(run, "rules_for", lambda *_: toy.Gleaners())
    monkeypatch.setattr(run, "read_own_files", lambda game, options: options)

    with pytest.raises(gh.BadSetup, match=r"gleaners has no support for simulation"):
        gh.simulate("gleaners", games=1)


def test_a_bot_by_weights_says_which_games_it_can_play():
    with pytest.raises(gh.BadSetup, match=r"gleaners has no bots with weights"):
        Game(toy.Gleaners(), toy.Gleaners().start(1)).run("greedy")
