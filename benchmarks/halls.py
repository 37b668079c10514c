"""Measure win rates of the Hundred Halls: four players by Scenario and Realm, and each character in solo games.

In the same row or column, the lower bound of a win rate must not exceed the upper bound of a cell with a lower printed
difficulty. Equal difficulties are not compared.
The greedy bot must win often if both decks are easy, about half of its games in the middle and hardly any if both are
hardest. In solo games, every character must win a fair share of campaigns, and of games against the hardest Scenario.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from statistics import mean
from typing import Any, NamedTuple

import guildhall as gh
from guildhall.core.chances import wilson
from guildhall.games.hundred_halls.reading import shipped

__all__ = ["Cell", "Rate", "Verdict", "broken_order", "measure_halls", "measure_solo", "solo_verdicts", "verdicts"]

PARTY = ("Aurie", "Zayn", "Pax", "Nandi")
SEED, SOLO_SEED = 2026, 2127  # not used to adjust any deck
FAIR = {"campaign": (0.3, 0.9), "Circle of Scale": (0.1, 0.7)}  # acceptable win shares of a solo character
EASY, MIDDLE, HARDEST = (1, 1), (2, 2), (5, 3)  # difficulties of Scenario and Realm


class Cell(NamedTuple):
    """A Scenario and a Realm."""

    scenario: str
    realm: str


class Rate(NamedTuple):
    """A share of games won with its 95 % interval."""

    p: float
    low: float
    high: float


class Verdict(NamedTuple):
    """A requirement for the decks, the result, and whether it is met."""

    asked: str
    found: str
    is_met: bool

    def __str__(self) -> str:
        return f"{self.asked}: {self.found}, {'met' if self.is_met else 'MISSED'}"


def measure_halls(games: int, bot: str) -> dict[str, Any]:
    """Play `games` games of every cell, then print the table, the pairs out of order and the verdicts."""
    levels = _levels()
    scenarios, realms = (sorted(shipped().of_kind(kind), key=levels.__getitem__) for kind in ("scenario", "realm"))
    print(f"{bot}, {games} games per cell, per cent won (and the interval)")
    print(f"{'':<26}" + "".join(f"{realm} {levels[realm]}".rjust(20) for realm in realms))
    table: dict[Cell, Rate] = {}
    for scenario in scenarios:
        table |= {Cell(scenario, realm): _rate(scenario, realm, games, bot) for realm in realms}
        told = "".join(_say(table[Cell(scenario, realm)]).rjust(20) for realm in realms)
        print(f"{scenario} {levels[scenario]}".ljust(26) + told, flush=True)
    told = [cell for cell in table if _difficulty(cell, levels) in (EASY, MIDDLE, HARDEST)]
    greedy = {cell: table[cell] if bot == "greedy" else _rate(*cell, games, "greedy") for cell in told}
    found = list(verdicts(bot, table, greedy, levels))
    print("\n".join((*broken_order(table, levels), *map(str, found))))
    rates = {", ".join(cell): rate._asdict() for cell, rate in table.items()}
    return {"halls": rates, "same": all(verdict.is_met for verdict in found)}


def measure_solo(games: int, bot: str) -> dict[str, Any]:
    """Play `games` campaigns with every character, and as many games against the hardest Scenario after the Armory."""
    ways: dict[str, dict[str, Any]] = {
        "campaign": {"campaign": True},
        "Circle of Scale": {"scenario": "Circle of Scale", "realm": "City of Sorcery", "armory": True},
    }
    print(f"{bot}, {games} games per cell, per cent won (and the interval)")
    print(f"{'':<10}" + "".join(way.rjust(20) for way in ways))
    table: dict[str, dict[str, Rate]] = {way: {} for way in ways}
    for name in shipped().of_kind("player"):
        for way, options in ways.items():
            table[way][name] = _share(games, bot, SOLO_SEED, party=[name], **options)
        print(name.ljust(10) + "".join(_say(table[way][name]).rjust(20) for way in ways), flush=True)
    found = list(solo_verdicts(table))
    print("\n".join(map(str, found)))
    rates = {way: {name: rate._asdict() for name, rate in row.items()} for way, row in table.items()}
    return {"solo": rates, "same": all(verdict.is_met for verdict in found)}


def solo_verdicts(table: Mapping[str, Mapping[str, Rate]]) -> Iterator[Verdict]:
    """Judge, for each kind of solo game, whether all characters win a fair share."""
    for way, row in table.items():
        low, high = FAIR[way]
        shares = [rate.p for rate in row.values()]
        asked = f"{way}: every character wins {low:.0%} to {high:.0%}"
        yield Verdict(asked, _span(shares), low <= min(shares) and max(shares) <= high)


def verdicts(
    bot: str, table: Mapping[Cell, Rate], greedy: Mapping[Cell, Rate], levels: Mapping[str, int]
) -> Iterator[Verdict]:
    """Judge the order of the table, and the greedy bot's win rates for easy, medium and the hardest decks."""
    broken = len(list(broken_order(table, levels)))
    yield Verdict("no harder pair of decks is won more often beyond doubt", f"{broken} are", not broken)
    easy, middle, hardest = (
        {cell: greedy[cell].p for cell in greedy if _difficulty(cell, levels) == wanted}
        for wanted in (EASY, MIDDLE, HARDEST)
    )
    yield Verdict("greedy wins 70 to 85 % at 1+1", _span(easy.values()), all(0.7 <= p <= 0.85 for p in easy.values()))
    average = mean(middle.values())
    yield Verdict("greedy wins 40 to 60 % on average at 2+2", f"{average:.1%}", 0.4 <= average <= 0.6)
    yield Verdict("greedy wins less than 10 % at 5+3", _span(hardest.values()), max(hardest.values()) < 0.1)
    if bot != "greedy":
        better = mean(table[cell].p for cell in middle)
        yield Verdict(f"{bot} wins more than greedy at 2+2", f"{better:.1%}", better > average)


def _difficulty(cell: Cell, levels: Mapping[str, int]) -> tuple[int, int]:
    return levels[cell.scenario], levels[cell.realm]


def _span(shares: Iterable[float]) -> str:
    low, *_, high = sorted([*shares] * 2)
    return f"{low:.1%}" if low == high else f"{low:.1%} to {high:.1%}"


def broken_order(table: Mapping[Cell, Rate], levels: Mapping[str, int]) -> Iterator[str]:
    """Yield pairs of cells in a row or column whose harder one is won significantly more often.

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
    """Return the printed difficulty of every Scenario and Realm."""
    return {deck.name: deck.difficulty for deck in shipped().decks.values() if deck.kind != "player"}


def _rate(scenario: str, realm: str, games: int, bot: str) -> Rate:
    return _share(games, bot, SEED, party=PARTY, scenario=scenario, realm=realm)


def _share(games: int, bot: str, seed: int, **options: Any) -> Rate:
    sim = gh.simulate("hundred-halls", bots=bot, games=games, seed=seed, frames="games", **options)
    won = sim.games.filter(reason="won").height
    return Rate(won / games, *wilson(won, games))


def _say(rate: Rate) -> str:
    return f"{100 * rate.p:.1f} ({100 * rate.low:.1f}-{100 * rate.high:.1f})"
