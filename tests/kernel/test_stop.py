"""Long work stops: by Ctrl-C in the main thread, by a flag in others."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from contextlib import contextmanager

import pytest

import guildhall as gh
from guildhall.bots import rows
from guildhall.core.errors import Stopped
from guildhall.kernel.chance import series
from guildhall.kernel.stop import Stop, heeding, stop_here

ENDLESS = 10_000_000  # games or roll-outs: hours of work


@contextmanager
def ctrl_c(after: float = 0.3):
    """Press Ctrl-C while the main thread is at work."""
    press = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    press.start()
    try:
        yield
    finally:
        press.join()


@pytest.fixture
def game():
    game = gh.new_game(seed=1, players=2)
    game.rules.play_games(series(1, 0, 1), rows(game.rules, ["random"] * 2))  # compiled before anything is stopped
    game.rules.roll_out(game.view(0), game.rules.weights("random"), series(1, 0, 1), turns=1)
    return game


def test_ctrl_c_ends_games_in_the_main_thread(game):
    with ctrl_c(), pytest.raises(KeyboardInterrupt):
        game.rules.play_games(series(1, 0, ENDLESS), rows(game.rules, ["random"] * 2))


def test_ctrl_c_ends_roll_outs_in_the_main_thread(game):
    with ctrl_c(), pytest.raises(KeyboardInterrupt):
        gh.odds.chapters(game, n=ENDLESS, threads=1, turns=400)


def test_ctrl_c_ends_a_simulation_in_the_midst_of_a_part(game):
    with ctrl_c():
        sim = gh.simulate(games=ENDLESS, chunk=ENDLESS // 4, threads=2, seed=1, bots="random", frames="games")

    assert sim.games.height == 0


def test_ctrl_c_ends_a_soak(game):
    from guildhall.games.guildhall.engine.soak import SOAK

    SOAK.run(1)
    with ctrl_c():
        report = SOAK.run(ENDLESS)

    assert 0 < report.decisions < ENDLESS


def test_work_of_another_thread_heeds_its_flag(game):
    stop, raised = Stop(), []

    def work():
        try:
            with heeding(stop):
                gh.odds.chapters(game, n=ENDLESS, threads=2, turns=400)
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
        game.rules.roll_out(game.view(0), game.rules.weights("random"), series(1, 0, ENDLESS // 100))


def test_a_part_that_ends_early_does_not_stop_the_whole(game):
    whole = Stop()
    with heeding(whole):
        part = stop_here()
        part.set()

    assert not whole.is_set


def test_another_process_has_a_flag_of_its_own():
    stop = Stop()
    stop.set()

    assert not pickle.loads(pickle.dumps(stop)).is_set
