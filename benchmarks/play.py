"""Workloads of Guildhall: complete games in the kernel, and single decisions through each Python interface.

Each function prepares a workload for `figures.rate`. Calling the workload runs it and returns the number of units done.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

import guildhall as gh
from guildhall.bots import rows
from guildhall.core.game import Game
from guildhall.core.rules import clone
from guildhall.games.guildhall.engine.engine import ENGINE
from guildhall.games.guildhall.engine.state import OFFER, STATE, kernel
from guildhall.games.guildhall.rules import GuildhallRules
from guildhall.kernel.annotations import States
from guildhall.kernel.chance import generator, series
from guildhall.kernel.log import empty_log

__all__ = [
    "branches",
    "clones_from_python",
    "clones_in_kernel",
    "decisions_in_words",
    "kernel_decisions",
    "kernel_games",
    "plays_by_id",
    "plays_by_phrase",
    "simulated_decisions",
    "steps_from_python",
]

Work = Callable[[], int]

_GAMES = 100  # per kernel call
_CLONES = 10_000


def rules_of(**options: Any) -> GuildhallRules:
    """Return the rules for four players."""
    return GuildhallRules.of(players=4, **options)


def kernel_games(rules: GuildhallRules, bot: str = "random") -> Callable[[], dict[str, NDArray[np.int64]]]:
    """Play full games inside the kernel with one bot on every seat, and return the columns of the games."""
    seats, firsts = rows(rules, [bot] * len(rules.seats)), count(0, _GAMES)
    return lambda: rules.play_games(series(1, next(firsts), _GAMES), seats)


def kernel_decisions(rules: GuildhallRules) -> Work:
    """Play at random in the kernel, counting only decisions with two or more options."""
    games = kernel_games(rules)
    return lambda: int(games()["decisions"].sum())


def simulated_decisions(**options: Any) -> Work:
    """Play at random through `gh.simulate` on one thread with a frame, counting decisions as the kernel does."""
    seeds = count()

    def work() -> int:
        done = gh.simulate(players=4, bots="random", games=500, seed=next(seeds), threads=1, **options)
        return int(done.games["decisions"].sum())

    return work


def steps_from_python(rules: GuildhallRules) -> Work:
    """Drive one game in an array from Python (list the options, choose, apply) and count plies."""
    states, opts, log = np.zeros(1, STATE), np.zeros(OFFER, np.int64), empty_log()
    start_at, offer_at, apply_at = ENGINE.entry.start_at, ENGINE.entry.offer_at, ENGINE.entry.apply_at
    compiled, seeds, chance = rules.compiled, count(), random.Random(1).random

    def work() -> int:
        start_at(states, 0, rules.template, compiled, generator(next(seeds)), log)
        plies = 0
        while n := offer_at(states, 0, compiled, opts):
            apply_at(states, 0, compiled, log, opts[int(chance() * n)])
            plies += 1
        return plies

    return work


def _random_line(rules: GuildhallRules, seed: int) -> tuple[list[int], list[str]]:
    """Return the option ids and the phrases of a complete game with uniform choices."""
    state, chance = rules.start(seed), random.Random(seed)
    ids, phrases = [], []
    while options := rules.options(state):
        ids.append(chance.choice(options))
        phrases.append(rules.phrase(state, ids[-1]))
        rules.apply(state, ids[-1])
    return ids, phrases


def _fresh_game(rules: GuildhallRules, seed: int) -> Game:
    return Game(rules, rules.start(seed), seed=seed)


def plays_by_id(rules: GuildhallRules) -> Work:
    """Run `Game.play` with ids of a prerecorded game and count plies."""
    ids, _ = _random_line(rules, 1)
    return lambda: _play_all(_fresh_game(rules, 1), ids)


def plays_by_phrase(rules: GuildhallRules) -> Work:
    """Run `Game.play` with phrases and count plies."""
    _, phrases = _random_line(rules, 1)
    return lambda: _play_all(_fresh_game(rules, 1), phrases)


def _play_all(game: Game, moves: list[int] | list[str]) -> int:
    for move in moves:
        game.play(move)
    return len(moves)


def decisions_in_words(rules: GuildhallRules) -> Work:
    """Do the work of a front-end (each decision with all its phrases and texts, then `Game.play`) and count plies."""
    seeds, choose = count(), random.Random(1).choice

    def work() -> int:
        game = _fresh_game(rules, next(seeds))
        while options := game.options:
            game.play(choose(options))
        return game.ply

    return work


@kernel
def copy_round(states: States, n: int) -> int:
    """Copy one state around the array `n` times, each copy depending on the previous one so that none is skipped."""
    for i in range(n):
        states[i % states.shape[0]].plies += 1
        states[(i + 1) % states.shape[0]] = states[i % states.shape[0]]
    return n


def clones_in_kernel(rules: GuildhallRules) -> Work:
    """Copy a state inside the kernel."""
    states = np.concatenate([rules.start(1)] * 3)
    return lambda: copy_round(states, _CLONES)


def clones_from_python(rules: GuildhallRules) -> Work:
    """Copy a state from Python."""
    state = rules.start(1)

    def work() -> int:
        for _ in range(_CLONES):
            clone(state)
        return _CLONES

    return work


def branches(rules: GuildhallRules) -> Work:
    """Call `Game.branch` in the middle of a game, including its line of play."""
    game, (ids, _) = _fresh_game(rules, 1), _random_line(rules, 1)
    game.play(*ids[: len(ids) // 2])

    def work() -> int:
        for _ in range(100):
            game.branch()
        return 100

    return work
