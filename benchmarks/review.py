"""Measure reviews: planted blunders found, decisions of `strong` marked, and the time taken."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import guildhall as gh
from guildhall.core.chances import wilson
from guildhall.core.game import Game

__all__ = ["measure_review"]

BLUNDER = 0.2  # minimum distance of a planted option from the best one
LONG = 330  # plies of the timed game


def measure_review(games: int) -> dict[str, Any]:
    """Plant a blunder in each of `games` games, review as many of `strong`, and time one, printing along the way."""
    found = sum(map(_is_found, range(games)))
    _tell(f"planted blunders of {BLUNDER} and more that are marked", found, games)
    marked = decisions = 0
    for seed in range(games):
        game = gh.new_game("guildhall", players=2, cards="old-world", seed=seed)
        game.run("strong")
        marks = gh.odds.review(game)["mark"]
        marked, decisions = marked + int((marks != "").sum()), decisions + len(marks)
    _tell(f"decisions of strong that are marked, in {games} games", marked, decisions)
    return {"found": found, "marked": marked, "decisions": decisions, "games": games, "cpu_s": _time_review()}


def _tell(what: str, hits: int, n: int) -> None:
    low, high = wilson(hits, n)
    print(f"{what}: {hits} of {n} = {hits / max(n, 1):.3f} [{low:.3f}, {high:.3f}]", flush=True)


def _is_found(seed: int) -> bool:
    """Return True if a blunder at a random place of a game is marked (decisions are judged independently)."""
    game, worst = next(_blunders(seed))
    alone = Game(game.rules, game.state, seed=seed)
    alone.play(worst)
    return bool(gh.odds.review(alone)["mark"][0])


def _blunders(seed: int) -> Iterator[tuple[Game, str]]:
    """Yield decisions with a possible blunder, each with its worst option, from games of `greedy`."""
    coin = Random(seed)
    while True:
        game = gh.new_game("guildhall", players=2, cards="old-world", seed=coin.randrange(2**32))
        game.run("greedy", until=lambda game: coin.random() < 0.02 and len(game.options) > 1)
        if game.over:
            continue
        worst = gh.odds.what_if(game, n=400).row(-1, named=True)
        if worst["behind_low"] > BLUNDER:
            yield game, worst["option"]


def _time_review() -> float:
    """Return the CPU seconds of the review of a long game, for all seats."""
    for seed in range(1000):
        game = gh.new_game("guildhall", players=2, cards="old-world", seed=seed)
        game.run("greedy")
        if abs(game.ply - LONG) <= 5:
            break
    begin = time.process_time()
    found = gh.odds.review(game)
    taken = time.process_time() - begin
    print(f"review of a game of {game.ply} plies, {found.height} decisions: {taken:.1f} s of CPU", flush=True)
    return taken
