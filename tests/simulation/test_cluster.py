"""A Dask cluster of processes plays the same games as one thread, whatever befalls its workers."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
import sysconfig
import threading
import time
from concurrent.futures import Future
from pkgutil import resolve_name

import distributed
import pytest

import guildhall as gh
from guildhall.cli import main
from guildhall.simulation import Simulation, workers
from guildhall.simulation.workers import play_task, task_of
from tests.simulation.processes import Processes
from tests.simulation.runs import RUN, same

# `gh.simulate` is a function to users; this is a module of the package it comes from.


@pytest.fixture(scope="module")
def whole():
    return gh.simulate(**RUN, threads=1)


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with Processes(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.fixture(scope="module")
def address(processes):
    """A cluster of two workers."""
    address = processes.scheduler()
    processes.worker(address)
    processes.worker(address)
    return address


@pytest.fixture(scope="module")
def client(address):
    with workers.connected(address) as client:
        client.wait_for_workers(2)
        yield client


@pytest.fixture
def one_more(processes, client):
    """`one_more(**how)` starts another worker; the process and its name in the cluster."""
    joined = []

    def join(**how):
        before = set(client.nthreads())
        joined.append(processes.worker(client.scheduler.address, **how))
        client.wait_for_workers(len(before) + 1)
        return joined[-1], (set(client.nthreads()) - before).pop()

    yield join
    for process in joined:
        process.kill()
        process.wait()
    until(lambda: len(client.nthreads()) == 2)


def until(true):
    """Wait for something that is sure to come."""
    while not true():
        time.sleep(0.05)


# --- the same frames ---


@pytest.mark.parametrize("chunk", [30, 77, 300])
def test_frames_of_a_cluster_are_those_of_one_thread(whole, client, chunk):
    assert same(gh.simulate(**RUN, executor=client, chunk=chunk), whole)


def test_frames_are_the_same_when_a_worker_is_killed_in_the_middle(whole, client, one_more, tmp_path):
    victim, name = one_more()
    busy = []

    def kill(done, _):
        if done and not busy and (parts := client.processing().get(name)):
            busy.extend(parts)
            victim.kill()
            victim.wait()

    sim = gh.simulate(**RUN, executor=client, chunk=5, progress=kill, out=tmp_path)

    assert busy
    assert victim.returncode == -signal.SIGKILL
    assert same(sim, whole)


def test_no_more_than_two_parts_a_worker_are_under_way(client):
    under_way = []

    def count(*_):
        under_way.append(sum(part.status == "pending" for part in client.futures.values()))

    gh.simulate(games=200, executor=client, chunk=5, progress=count)

    assert 1 < max(under_way) <= 4
    until(lambda: not client.futures)


def test_a_worker_that_joins_in_the_middle_gets_parts_too(client, one_more):
    joined = []

    def join(*_):
        if not joined:
            joined.append(one_more()[1])
        if client.processing().get(joined[0]):
            raise KeyboardInterrupt

    assert len(gh.simulate(games=100_000, executor=client, chunk=50, progress=join)) < 100_000


def test_the_command_plays_on_a_cluster(whole, address, client, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = ["simulate", "--bots", "greedy,random", "--games", "300", "--seed", "9", "--events", "--out", "run"]

    assert main([*command, "--scheduler", address]) == 0
    assert "300 games of guildhall, old-world" in capsys.readouterr().out
    assert Simulation.read(tmp_path / "run").games.equals(whole.games)


# --- broken off ---


def test_ctrl_c_ends_the_work_of_a_cluster_in_the_midst_of_a_part(client, monkeypatch):
    broadcast, told = workers._broadcast, []
    monkeypatch.setattr(workers, "_broadcast", lambda client, name: (told.append(name), broadcast(client, name)))

    def press():
        until(lambda: any(client.processing().values()))
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    sim = gh.simulate(games=1_000_000, seed=1, chunk=250_000, executor=client, bots="random", frames="games")
    name = told[0]

    assert len(sim) == 0
    assert all(client.run(lambda: resolve_name("guildhall.kernel.stop:_named")(name).is_set).values())
    until(lambda: not any(client.run(lambda dask_worker: len(dask_worker.active_threads)).values()))


def test_ctrl_c_gives_what_is_done_and_takes_the_rest_back_from_the_cluster(client):
    def stop(done, _):
        if done >= 100:
            os.kill(os.getpid(), signal.SIGINT)

    sim = gh.simulate(games=100_000, seed=1, chunk=50, executor=client, progress=stop)

    assert 100 <= len(sim) < 1000
    until(lambda: not any(client.processing().values()))


def test_a_run_whose_cluster_was_lost_is_finished_elsewhere(whole, processes, tmp_path):
    address = processes.scheduler()
    scheduler = processes.started[-1]
    processes.worker(address)

    with workers.connected(address) as client:

        def kill(*_):
            scheduler.kill()
            until(lambda: client.status != "running")

        with pytest.raises(gh.BadSetup, match=r"the cluster at .* was lost.* finished parts are kept"):
            gh.simulate(**RUN, executor=client, chunk=10, out=tmp_path, progress=kill)

    assert 10 <= len(Simulation.read(tmp_path)) < 300
    assert same(gh.simulate(**RUN, out=tmp_path), whole)


# --- refused ---


def without_guildhall():
    """How to start Python so that it finds Dask but not this package, which lies beside the installed ones."""
    return {"flags": ["-S"], "PYTHONPATH": sysconfig.get_paths()["purelib"]}


def with_other_cards(project_root, folder):
    """How to start Python with a copy of this package in which a card file was edited."""
    shutil.copytree(project_root / "guildhall", folder / "guildhall", ignore=shutil.ignore_patterns("__pycache__"))
    cards = sorted(folder.glob("guildhall/games/guildhall/data/*.toml"))[0]
    cards.write_text(cards.read_text(encoding="utf-8") + "\n# mine\n", encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def test_a_worker_without_guildhall_is_told(client, one_more, tmp_path):
    _, name = one_more(**without_guildhall())

    with pytest.raises(gh.BadSetup, match=f"{name} has no guildhall.*install the same version"):
        gh.simulate(games=10, executor=client, out=tmp_path / "run")

    assert not (tmp_path / "run").exists()


def test_a_worker_with_other_cards_is_told(project_root, client, one_more, tmp_path):
    _, name = one_more(**with_other_cards(project_root, tmp_path))

    with pytest.raises(gh.BadSetup, match=f"{name} has other rules, cards or code.*install the same version"):
        gh.simulate(games=10, executor=client, out=tmp_path / "run")

    assert not (tmp_path / "run").exists()


def test_a_part_is_refused_where_the_code_is_another():
    """As by a worker that joined after the run began."""
    task = task_of({"game": "guildhall", "setup": {}, "bots": ["greedy"] * 2, "seed": 1, "frames": ["games"]})

    assert play_task(task, 0, 1)["games"]["game"].tolist() == [0]
    with pytest.raises(gh.BadSetup, match="has other rules, cards or code than the process that requests"):
        play_task(task | {"code": "0" * 16}, 0, 1)


def test_a_cluster_without_workers_is_told(processes, monkeypatch):
    monkeypatch.setattr(workers, "FIRST_WORKER", 0.2)
    address = processes.scheduler()

    with workers.connected(address) as client, pytest.raises(gh.BadSetup, match=f"no workers.*dask worker {address}"):
        gh.simulate(games=10, executor=client)


def test_a_client_that_does_not_wait_is_refused(address):
    async def simulate():
        async with distributed.Client(address, asynchronous=True, set_as_default=False) as client:
            gh.simulate(games=10, executor=client)

    with pytest.raises(gh.BadSetup, match="without asynchronous=True"):
        asyncio.run(simulate())


def test_a_client_that_was_closed_is_refused(address, tmp_path):
    with workers.connected(address) as client:
        pass

    with pytest.raises(gh.BadSetup, match=r"the client is closed.*create a new one"):
        gh.simulate(games=10, executor=client, out=tmp_path / "run")

    assert not (tmp_path / "run").exists()


def test_a_part_that_ends_one_worker_after_another_is_told(client):
    part = Future()
    part.set_exception(distributed.KilledWorker("play_task", None, 3))

    with pytest.raises(gh.BadSetup, match=r"several workers died on the same part.*a smaller chunk helps"):
        workers.Cluster.of(client).result(part)


@pytest.fixture
def silent():
    """Where somebody listens and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


def test_a_scheduler_that_does_not_answer_is_told(silent):
    with (
        pytest.raises(gh.BadSetup, match=f"no scheduler at '{silent}': no response within 0.3 seconds"),
        workers.connected(silent, timeout=0.3),
    ):
        pass


@pytest.mark.parametrize(
    ("wrong", "message"),
    [("nowhere", "missing port"), ("gopher://127.0.0.1:70", "unknown address scheme"), ("", "missing port")],
)
def test_an_address_that_is_none_is_told(wrong, message):
    with pytest.raises(gh.BadSetup, match=f"no scheduler at '{wrong}': {message}"), workers.connected(wrong):
        pass


def test_the_extra_to_install_is_named_where_dask_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(gh.BadSetup, match=r"guildhall-kit\[cluster\]"), workers.connected("tcp://127.0.0.1:8786"):
        pass
