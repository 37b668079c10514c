"""Fuzz the setups of a game, with custom cards and boards: play them at random while every law is checked.

A tenth of them is also played in plain Python, where a number out of bounds is an error, and compared.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Final

from guildhall.core.errors import GuildhallError
from guildhall.core.registration import Registration
from guildhall.kernel.engine import Engine
from guildhall.testing.laws import Case
from guildhall.testing.soak import Buffers, Report, Soak
from tests.fuzz.drawn import DRAWING, random_setup
from tests.fuzz.trying import Fuzzed, Fuzzer, coin_of, try_each
from tests.soak import SOAKS

__all__ = ["fuzzer", "plain_fuzzer", "random_soak"]

_LOOK_EVERY: Final = 50  # plies between two looks at the laws about views
_MOST_PLIES: Final = 1_000
_PLAIN_SHARE: Final = 10
_PIECE: Final = 50  # setups of one plain process
_PLAIN_DECISIONS: Final = 60  # of each game


def fuzzer(game: Registration) -> Fuzzer | None:
    """Return a fuzzer that plays random setups, if the game can draw any."""
    return partial(_run, game) if game.name in DRAWING else None


def plain_fuzzer(game: Registration) -> Fuzzer | None:
    """Return one that compares the compiled with the plain rules of such setups, a tenth of the wanted number."""
    return partial(_compare, game.name) if game.name in DRAWING else None


def _drawn(game: str, coin: random.Random, form: str = "random") -> Case:
    return Case(game, form, tuple(random_setup(game, coin).items()))


def _run(game: Registration, n: int, seed: int, seconds: float) -> Fuzzed:
    soak = SOAKS[game.name]
    buffers_for = cache(lambda engine: Buffers(engine, _LOOK_EVERY, _MOST_PLIES))
    return try_each(n, seed, seconds, lambda coin: _attempt(game.name, soak, buffers_for, coin))


def _attempt(game: str, soak: Soak, buffers_for: Callable[[Engine], Buffers], coin: random.Random) -> Iterator[str]:
    """Draw a setup and play one game of it; one that is refused with a reason breaks nothing."""
    case, report = _drawn(game, coin), Report(0)
    try:
        soak.watch(report, buffers_for(case.rules.engine), case, coin.randrange(2**32), {"thinks": 0.0})
    except GuildhallError:
        return
    except Exception as error:  # IndexError, where bounds are checked
        yield f"{type(error).__name__}: {error} in {case}"
    yield from map(str, report.violations)


def random_soak(game: str, n: int, seed: int) -> Soak:
    """Return the soak of a game in the first `n` random setups of a seed, without those that are refused."""
    made_by = (f"{__name__}:random_soak", game, n, seed)
    return Soak(SOAKS[game].engine, lambda: _accepted(game, n, seed), made_by=made_by)


def _accepted(game: str, n: int, seed: int) -> list[Case]:
    cases = [_drawn(game, coin_of(seed, number), f"random {number}") for number in range(n)]
    found = []
    for case in cases:
        with suppress(GuildhallError):
            case.rules  # noqa: B018  it is made here, or refused
            found.append(case)
    return found


def _compare(game: str, n: int, seed: int, seconds: float) -> Fuzzed:
    """In pieces, so that the time can be watched."""
    found, end, wanted = Fuzzed(), time.monotonic() + seconds, -(-n // _PLAIN_SHARE)
    for first in range(0, wanted, _PIECE):
        if time.monotonic() > end or found.violations:
            break
        setups = min(_PIECE, wanted - first)
        soak = random_soak(game, setups, seed + first)
        report = soak.compare_plain(setups * _PLAIN_DECISIONS, seed)
        found.count += report.games
        found.violations += map(str, report.violations)
    return found
