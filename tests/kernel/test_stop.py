"""Long work stops: by Ctrl-C in the main thread, by a flag in others."""

from __future__ import annotations

import os
import pickle
import signal
import threading

import pytest

import guildhall as gh
from guildhall.bots import rows
from guildhall.core.errors import Stopped
from guildhall.kernel.chance import series
from guildhall.kernel.stop import Stop, heeding, stop_here

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
    ctrl_c(game.rules.engine.rollouts, "roll_out")

    with pytest.raises(KeyboardInterrupt):
        game.rules.roll_out(game.view(0), game.rules.weights("random"), series(1, 0, ENDLESS))


def test_ctrl_c_ends_odds_with_what_is_done(game, ctrl_c):
    gh.odds.win(game, n=50)
    ctrl_c(game.rules.engine.rollouts, "roll_out")
    try:
        found = gh.odds.win(game, n=ENDLESS, threads=2)
    except KeyboardInterrupt:  # in the very first batch there is nothing yet
        return

    assert found["n"].max() < ENDLESS


def test_ctrl_c_ends_a_simulation_in_the_midst_of_a_part(game, ctrl_c):
    ctrl_c(game.rules.engine.batch, "play_games")
    sim = gh.simulate(games=ENDLESS, chunk=ENDLESS // 4, threads=2, seed=1, bots="random", frames="games")

    assert sim.games.height == 0


def test_ctrl_c_ends_a_soak(ctrl_c):
    from guildhall.games.advyria.engine.soak import SOAK

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


def test_another_process_has_a_flag_of_its_own():
    stop = Stop()
    stop.set()

    assert not pickle.loads(pickle.dumps(stop)).is_set
