"""Run random play in another engine, in an interpreter that has it and without importing guildhall.

    python peer.py openspiel:go_fish 1.0

prints the decisions per CPU second, and `python peer.py versions` prints the installed versions.
A decision is an action chosen by a player, including forced ones but not chance events.
"""

from __future__ import annotations

import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from statistics import mean
from typing import Any

Play = Callable[[], float]  # plays one game and returns its number of decisions

CHOICE = random.Random(1)


def openspiel(name: str) -> Play:
    """Drive OpenSpiel from Python, which handles every action and every chance event."""
    game = import_module("pyspiel").load_game(name)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(CHOICE.choices(actions, chances)[0])
            else:
                state.apply_action(CHOICE.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def openspiel_loop(name: str) -> Play:
    """Run OpenSpiel's own C++ loop with its uniform random bots, with game lengths sampled beforehand."""
    spiel = import_module("pyspiel")
    game, seeds = spiel.load_game(name), count(1)
    bots = [spiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(game.num_players())]

    def finished() -> Any:
        state = game.new_initial_state()
        spiel.evaluate_bots(state, bots, next(seeds))
        return state

    length = mean(sum(step.player >= 0 for step in finished().full_history()) for _ in range(500))

    def play() -> float:
        finished()
        return float(length)

    return play


def rlcard(name: str) -> Play:
    """Step RLCard's environment, choosing among the legal actions of the state it returns."""
    env = import_module("rlcard").make(name, config={"seed": 1})

    def play() -> int:
        (state, _), decisions = env.reset(), 0
        while not env.is_over():
            state, _ = env.step(CHOICE.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def pettingzoo(name: str) -> Play:
    """Step PettingZoo's turn-based environment, choosing within the mask."""
    env, seeds = import_module(f"pettingzoo.classic.{name}").env(), count(1)

    def play() -> int:
        env.reset(seed=next(seeds))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(CHOICE.choice([action for action, legal in enumerate(mask) if legal]))
            decisions += 1
        return decisions

    return play


ENGINES: dict[str, Callable[[str], Play]] = {
    "openspiel": openspiel,
    "openspiel-loop": openspiel_loop,
    "rlcard": rlcard,
    "pettingzoo": pettingzoo,
}


def rate(play: Play, seconds: float) -> float:
    """Return the decisions per CPU second over complete games, leaving out the first one."""
    play()
    decisions, began = 0.0, time.process_time()
    while True:
        decisions += play()
        spent = time.process_time() - began
        if spent >= seconds:
            return decisions / spent


def versions() -> dict[str, str]:
    """Return the versions of the engines installed here."""
    found = {}
    for name in ("open_spiel", "rlcard", "pettingzoo"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def main(spec: str, seconds: str = "1") -> None:
    """Print the versions or the rate of an engine, or exit with the name of a missing package."""
    warnings.simplefilter("ignore")
    if spec == "versions":
        return print(json.dumps(versions()))
    engine, _, name = spec.partition(":")
    try:
        play = ENGINES[engine](name)
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing.name} is not installed for {sys.executable}")
    print(rate(play, float(seconds)))


if __name__ == "__main__":
    main(*sys.argv[1:])
