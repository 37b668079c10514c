"""Whether difficulty is real: win rates of the Hundred Halls, Scenario by Realm, four players, one bot.

Where the printed difficulty is higher, the lower bound of a win rate must not exceed the upper bound of an easier cell
in the same row or column; equal difficulties are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import guildhall as gh
from guildhall.core.intervals import wilson
from guildhall.games.hundred_halls.reading import shipped

__all__ = ["Cell", "Rate", "broken_order", "measure_halls"]

PARTY = ("Aurie", "Zayn", "Pax", "Nandi")


class Cell(NamedTuple):
    """A Scenario with a Realm."""

    scenario: str
    realm: str


class Rate(NamedTuple):
    """A share of games won with its 95 % interval."""

    p: float
    low: float
    high: float


def measure_halls(games: int, bot: str) -> dict[str, Any]:
    """Play so many games of every cell; prints the table and whatever breaks the order."""
    levels = _levels()
    scenarios, realms = (sorted(shipped().of_kind(kind), key=levels.__getitem__) for kind in ("scenario", "realm"))
    print(f"{bot}, {games} games per cell, per cent won (and the interval)")
    print(f"{'':<26}" + "".join(f"{realm} {levels[realm]}".rjust(20) for realm in realms))
    table: dict[Cell, Rate] = {}
    for scenario in scenarios:
        table |= {Cell(scenario, realm): _rate(scenario, realm, games, bot) for realm in realms}
        told = "".join(_say(table[Cell(scenario, realm)]).rjust(20) for realm in realms)
        print(f"{scenario} {levels[scenario]}".ljust(26) + told, flush=True)
    broken = list(broken_order(table, levels))
    print("\n".join(broken) or "The order holds.")
    return {"halls": {", ".join(cell): rate._asdict() for cell, rate in table.items()}, "same": not broken}


def broken_order(table: Mapping[Cell, Rate], levels: Mapping[str, int]) -> Iterator[str]:
    """Pairs of cells in a row or column of which the harder one is clearly won more often.

    >>> table = {Cell("Moor", "Vale"): Rate(0.4, 0.37, 0.43), Cell("Moor", "Peak"): Rate(0.5, 0.47, 0.53)}
    >>> list(broken_order(table, {"Moor": 1, "Vale": 1, "Peak": 3}))
    ['Moor, Peak is won more often than Moor, Vale']
    """
    for harder, easier in product(table, repeat=2):
        differing = [(one, other) for one, other in zip(harder, easier, strict=True) if one != other]
        is_harder = len(differing) == 1 and levels[differing[0][0]] > levels[differing[0][1]]
        if is_harder and table[harder].low > table[easier].high:
            yield f"{', '.join(harder)} is won more often than {', '.join(easier)}"


def _levels() -> dict[str, int]:
    """The printed difficulty of every Scenario and Realm."""
    return {deck.name: deck.difficulty for deck in shipped().decks.values() if deck.kind != "player"}


def _rate(scenario: str, realm: str, games: int, bot: str) -> Rate:
    sim = gh.simulate(
        "hundred-halls", party=PARTY, scenario=scenario, realm=realm, bots=bot, games=games, seed=1, frames="games"
    )
    won = sim.games.filter(reason="won").height
    return Rate(won / games, *wilson(won, games))


def _say(rate: Rate) -> str:
    return f"{100 * rate.p:.1f} ({100 * rate.low:.1f}-{100 * rate.high:.1f})"
