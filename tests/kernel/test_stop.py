"""Long work stops: by Ctrl-C in the main thread, by a flag in others."""

from __future__ import annotations

import os
import pickle
import platform
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import guildhall as gh
from guildhall.bots import rows
from guildhall.core.errors import Stopped
from guildhall.kernel.chance import series
from guildhall.kernel.stop import Stop, heeding, set_named, stop_here, under_named

ENDLESS = 1_000_000  # games or roll-outs: minutes of work


@pytest.fixture
def game():
    return gh.new_game(seed=1, players=2)


@pytest.fixture
def ctrl_c(monkeypatch):
    """Have Ctrl-C pressed, once, while a kernel is at work."""

    def during(kernels, name):
        kernel, presses = getattr(kernels, name), iter([True])

        def pressed(*args):
            if next(presses, False):
                threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
            return kernel(*args)

        monkeypatch.setattr(kernels, name, pressed)

    return during


def test_ctrl_c_ends_games_in_the_main_thread(game, ctrl_c):
    ctrl_c(game.rules.engine.batch, "play_games")

    with pytest.raises(KeyboardInterrupt):
        game.rules.play_games(series(1, 0, ENDLESS), rows(game.rules, ["random"] * 2))


def test_ctrl_c_ends_roll_outs_in_the_main_thread(game, ctrl_c):
    ctrl_c(game.rules.engine.batch, "roll_out")

    with pytest.raises(KeyboardInterrupt):
        game.rules.roll_out(game.view(0), game.rules.weights("random"), series(1, 0, ENDLESS))


def test_ctrl_c_ends_odds_with_what_is_done(game, ctrl_c):
    gh.odds.win(game, n=50)
    ctrl_c(game.rules.engine.batch, "roll_out")
    try:
        found = gh.odds.win(game, n=ENDLESS, threads=2)
    except KeyboardInterrupt:  # in the very first batch there is nothing yet
        return

    assert found["n"].max() < ENDLESS


def test_ctrl_c_ends_a_simulation_in_the_midst_of_a_part(game, ctrl_c):
    gh.simulate(games=1, seed=1, bots="random", frames="games")  # what a run reads once is read
    ctrl_c(game.rules.engine.batch, "play_games")
    sim = gh.simulate(games=ENDLESS, chunk=ENDLESS // 4, threads=2, seed=1, bots="random", frames="games")

    assert sim.games.height == 0


# Ctrl-C may come just after a file was opened.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_ends_a_soak(ctrl_c):
    from tests.games.advyria.soak import SOAK

    SOAK.run(1)
    ctrl_c(SOAK.engine.soak, "soak_game")
    report = SOAK.run(ENDLESS)

    assert report.decisions < ENDLESS


def test_work_of_another_thread_heeds_its_flag(game):
    stop, raised = Stop(), []

    def work():
        try:
            with heeding(stop):
                gh.odds.win(game, n=ENDLESS, threads=2)
        except Stopped as error:
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    stop.set()
    thread.join()

    assert raised


def test_work_that_is_told_to_stop_before_it_begins_does_not_begin(game):
    stop = Stop()
    stop.set()

    with heeding(stop), pytest.raises(Stopped):
        game.rules.roll_out(game.view(0), game.rules.weights("random"), series(1, 0, 10))


def test_a_part_that_ends_early_does_not_stop_the_whole(game):
    whole = Stop()
    with heeding(whole):
        part = stop_here()
        part.set()

    assert not whole.is_set


# --- other processes ---


def until(true):
    """Wait for something that is sure to come."""
    while not true():
        time.sleep(0.01)


def test_a_flag_that_is_sent_to_another_process_is_set_there_too():
    stop = Stop()
    sent = pickle.loads(pickle.dumps(stop))
    assert not sent.is_set
    with sent.watched():
        stop.set()
        until(lambda: sent.is_set)

    assert pickle.loads(pickle.dumps(stop)).is_set


def test_work_stops_when_nobody_holds_its_flag_any_more():
    sent = pickle.dumps(Stop())

    assert pickle.loads(sent).is_set


def test_a_flag_that_is_sent_leaves_no_file_behind():
    stop = Stop()
    file = stop._file
    assert file.exists()
    stop.set()

    assert not file.exists()


def test_a_process_whose_parent_was_killed_stops(monkeypatch):
    stop = Stop()
    sent = pickle.loads(pickle.dumps(stop))
    monkeypatch.setattr(os, "getppid", lambda: 1)
    with sent.watched():
        until(lambda: sent.is_set)

    assert not stop.is_set


def test_on_another_machine_a_flag_is_one_of_its_own(monkeypatch):
    stop = Stop()
    sent = pickle.dumps(stop)
    stop.set()
    monkeypatch.setattr(platform, "node", lambda: "elsewhere")

    assert not pickle.loads(sent).is_set


def test_whoever_is_to_be_told_of_a_flag_is_told_once():
    stop, told = Stop(), []
    stop.when_set(lambda: told.append("before"))
    stop.set()
    stop.set()
    stop.when_set(lambda: told.append("after"))

    assert told == ["before", "after"]


def test_work_that_goes_by_a_name_stops_by_it(game):
    set_named("told before it begins")

    with pytest.raises(Stopped):
        under_named("told before it begins", gh.odds.win, game)


class Kept(ProcessPoolExecutor):
    """A pool of processes that keeps what it was given to do."""

    def __init__(self):
        super().__init__(2, mp_context=get_context("spawn"))
        self.given = []

    def submit(self, *work, **named):
        self.given.append(super().submit(*work, **named))
        return self.given[-1]


def test_ctrl_c_ends_the_processes_of_a_pool_in_the_midst_of_a_part():
    with Kept() as pool:

        def press():
            until(lambda: len(pool.given) == 4 and pool.given[0].running())  # all parts are handed out
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=press).start()
        sim = gh.simulate(games=ENDLESS, chunk=ENDLESS // 4, executor=pool, seed=1, bots="random", frames="games")

    ended = [future.exception() for future in pool.given if not future.cancelled()]
    assert sim.games.height == 0
    assert ended
    assert all(isinstance(error, Stopped) for error in ended)


def test_stop_ends_the_processes_of_a_pool_too():
    stop, raised = Stop(), []

    def work(pool):
        try:
            with heeding(stop):
                gh.simulate(games=ENDLESS, chunk=ENDLESS // 4, executor=pool, bots="random", frames="games")
        except Stopped as error:
            raised.append(error)

    with Kept() as pool:
        thread = threading.Thread(target=work, args=(pool,))
        thread.start()
        until(lambda: pool.given and pool.given[0].running())
        stop.set()
        thread.join()

    assert raised
