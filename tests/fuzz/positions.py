"""Positions laid at random, with wrong arguments among the right ones, and states in which some numbers are altered.

A position is laid or refused in words; one that is laid can be no fault, and a state that is no fault can be played on
while every law of a state holds.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from copy import deepcopy
from functools import cache, partial
from random import Random
from typing import Any, Final

import numpy as np

from guildhall.core.errors import GuildhallError
from guildhall.core.registration import Registration
from guildhall.core.rules import Rules, State, clone
from guildhall.kernel.rules import CompiledRules
from tests.fuzz.drawn import DRAWING, random_position
from tests.fuzz.records import odd_value, spoil
from tests.fuzz.trying import Fuzzed, Fuzzer, try_each

__all__ = ["positions", "states"]

_POSITIONS: Final = 40  # that are altered, each again and again
_PLIES: Final = 30  # played on from a position or a state


def positions(game: Registration) -> Fuzzer | None:
    """Lays positions of a game, if it can draw any."""
    return partial(_run, game, _lay) if game.name in DRAWING else None


def states(game: Registration) -> Fuzzer | None:
    """Alters states of a game, if it can draw positions to alter."""
    return partial(_run, game, _alter) if game.name in DRAWING else None


def _run(game: Registration, attempt: Any, n: int, seed: int, seconds: float) -> Fuzzed:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a deck with names that can be mistaken breaks nothing
        return try_each(n, seed, seconds, partial(attempt, game))


def _lay(game: Registration, coin: Random) -> Iterator[str]:
    given: dict[str, Any] = deepcopy(random_position(game.name, coin))
    for _ in range(coin.choice((0, 0, 1, 1, 2))):
        spoil(given, coin)
    if coin.random() < 0.05:
        given[coin.choice(("card_files", "card_texts", "seat", "handz", "\0"))] = odd_value(coin)
    try:
        rules, state = game.make_position(seed=coin.randrange(2**64), **game.settings.with_texts(given))
    except GuildhallError:
        return
    except Exception as error:  # anything but a GuildhallError is a bug
        yield f"{type(error).__name__}: {error} for {given}"
        return
    if fault := rules.fault(state):
        yield f"it can be laid, but {fault}: {given}"
    yield from _play_on(rules, state, coin)


def _alter(game: Registration, coin: Random) -> Iterator[str]:
    rules, start = _position(game, coin.randrange(_POSITIONS))
    state, told = clone(start), []
    for _ in range(coin.choice((1, 1, 1, 2, 3))):
        told.append(_alter_one(state, coin))
    try:
        fault = rules.fault(state)
    except Exception as error:  # anything but a GuildhallError is a bug
        yield f"{type(error).__name__}: {error} where {', '.join(told)}"
        return
    if fault is None:
        yield from (f"{broken} where {', '.join(told)}" for broken in _play_on(rules, state, coin))


@cache
def _position(game: Registration, number: int) -> tuple[Rules, State]:
    """A position drawn at random that could be laid."""
    coin = Random(number)
    while True:
        try:
            return game.make_position(seed=number, **random_position(game.name, coin))
        except GuildhallError:
            continue


def _alter_one(state: State, coin: Random) -> str:
    """Give one number of a state another value, and tell which."""
    field = coin.choice(state.dtype.names or ())
    values = state[field].reshape(-1)  # a view: the record is contiguous within a field
    place, bounds = coin.randrange(len(values)), np.iinfo(values.dtype)
    near = int(values[place]) + coin.choice((-1, 1))
    value = coin.choice((bounds.min, bounds.max, -1, 0, 1, 2, 5, 99, near, coin.randint(bounds.min, bounds.max)))
    values[place] = min(max(value, bounds.min), bounds.max)
    state[field] = values.reshape(state[field].shape)
    return f"{field}[{place}] = {values[place]}"


def _play_on(rules: Rules, state: State, coin: Random) -> Iterator[str]:
    """Play on by chance; what breaks on the way."""
    assert isinstance(rules, CompiledRules)  # only these can be set up by hand
    validator, work = rules.engine.validator, np.zeros_like(state)
    try:
        for ply in range(_PLIES):
            if validator is not None and (law := int(validator.sound(state, 0, rules.compiled, work))):
                yield f"law {law} is broken after {ply} plies"
                return
            options = rules.options(state)
            if not options:
                if not state[0]["over"]:
                    yield f"no option after {ply} plies"
                return
            rules.phrase(state, options[0])
            rules.apply(state, coin.choice(options))
        rules.view(state, coin.randrange(len(rules.seats)))
        rules.decision(state)
        rules.outcome(state)
    except Exception as error:  # anything but a GuildhallError is a bug
        yield f"{type(error).__name__}: {error} while it was played on"
