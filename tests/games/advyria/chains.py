"""Games as chains of digests, one a ply: what compiled and plain rules must agree on.

`python -m tests.games.advyria.chains` prints the chains of all `GAMES`; without the compiler it takes a while.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

import numpy as np

import guildhall as gh
from guildhall.core.rules import State
from guildhall.games.advyria.engine.laws import sound
from guildhall.games.advyria.rules import AdvyriaRules
from guildhall.kernel.chance import generator, series

__all__ = ["BOTS", "GAMES", "all_chains"]

#: Options of the games that are compared, each played by all of these bots.
GAMES: tuple[dict[str, Any], ...] = (
    {"players": 1},
    {"players": 2, "cards": "lean"},
    {"players": 3, "open_hands": True, "no_finale": True},
    {"players": 4, "no_actions": True, "only_adventures": True},
)
BOTS = ("random", "memory")
PLIES = 60


def play_chain(options: dict[str, Any], bot: str, seed: int) -> list[str]:
    """The digests of a game, in which every ply shows options, events and what a seat sees."""
    rules: AdvyriaRules = gh.new_game("advyria", **options).rules  # type: ignore[assignment]
    state, coin, weights = rules.start(seed), generator(seed, 1), rules.weights(bot)
    digests = []
    while (offered := rules.options(state)) and len(digests) < PLIES:
        events = rules.apply(state, rules.choose(state, weights, coin))
        digests.append(_digest(rules, state, f"{offered} {[event.text for event in events]}"))
    return digests


def _digest(rules: AdvyriaRules, state: State, told: str) -> str:
    digest = blake2b(state.tobytes() + told.encode(), digest_size=8)
    view = rules.view(state, 0)
    digest.update(view.knowledge.tobytes())
    digest.update(rules.resample(view, 3).tobytes())
    digest.update(f"{sound(state, 0, rules.compiled, state)} {rules.outcome(state)}".encode())
    return digest.hexdigest()


def bulk_digest(options: dict[str, Any]) -> str:
    """A digest over a recorded game in bulk, all columns of all frames."""
    rules: AdvyriaRules = gh.new_game("advyria", **options).rules  # type: ignore[assignment]
    rows = np.stack([rules.weights("greedy")] * len(rules.seats))
    frames = rules.record_games(series(5, 0, 1), rows, events=True)
    columns = {f"{frame} {name}": column.tolist() for frame in frames for name, column in frames[frame].items()}
    return blake2b(json.dumps(columns).encode(), digest_size=8).hexdigest()


def all_chains() -> list[list[str]]:
    """The chains of all games, and the digests of two recorded ones."""
    chains = [play_chain(options, bot, seed) for seed, options in enumerate(GAMES) for bot in BOTS]
    return [*chains, [bulk_digest(options) for options in GAMES[:2]]]


if __name__ == "__main__":
    print(json.dumps(all_chains()))
