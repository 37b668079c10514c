"""Random setups of a game, own cards and boards among them, played at random while every law is watched."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Final

from guildhall.core.errors import GuildhallError
from guildhall.core.registration import Registration

from .fuzz import Fuzzed, Fuzzer, try_each
from .report import Case, Report
from .soak import Desk, Soak, soak_of

__all__ = ["fuzzer"]

_LOOK_EVERY: Final = 20  # plies between two looks at the laws about views
_MOST_PLIES: Final = 3_000


def fuzzer(game: Registration) -> Fuzzer | None:
    """Plays setups drawn at random, if the game can draw any."""
    return None if game.random_setup(random.Random(0)) is None else partial(_run, game)


def _run(game: Registration, n: int, seed: int, seconds: float) -> Fuzzed:
    soak = soak_of(game)
    assert isinstance(soak, Soak)  # a game that draws setups is compiled
    desk = Desk(soak.engine, _LOOK_EVERY, _MOST_PLIES)
    return try_each(n, seed, seconds, lambda coin: _attempt(game, soak, desk, coin))


def _attempt(game: Registration, soak: Soak, desk: Desk, coin: random.Random) -> Iterator[str]:
    """Draw a setup and play one game of it; one that is refused with a reason breaks nothing."""
    case, report = Case(game.name, "random", tuple((game.random_setup(coin) or {}).items())), Report(0)
    try:
        soak.watch(report, desk, case, coin.randrange(2**32), {"thinks": 0.0})
    except GuildhallError:
        return
    except Exception as error:  # IndexError, where bounds are checked
        yield f"{type(error).__name__}: {error} in {case}"
    yield from map(str, report.violations)
