"""The full numbers: `python -m tests.scribe --games 200` logs true games, `--fuzz 100000` damaged entries.

`--taps 20` logs true games with the scribe sheet, and counts taps.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import warnings
from typing import Any

from guildhall_widgets import ScribeSheet

from guildhall.core.game import Game
from guildhall.games import list_games, registration

from .fuzz import refusals
from .taps import Taps, counted, report
from .truth import first_difference, log_of, told_by, true_game

SETS = tuple(list_games()["guildhall"]["sets"])


def options_of(name: str, number: int, players: int) -> dict[str, Any]:
    """Return other settings for every game of a run."""
    if name == "guildhall":
        return {"cards": SETS[number % len(SETS)]}
    if name == "guild-master":
        return {"short": number % 5 < 3}
    if name != "hundred-halls":
        return {}
    decks = {kind: list(names) for kind, names in registration(name).picks.items()}
    coin = random.Random(number)
    options: dict[str, Any] = {kind: decks[kind][number % len(decks[kind])] for kind in ("scenario", "realm")}
    options |= {"party": coin.sample(decks["party"], players), "head_start": number % 3 == 1}
    if players == 1:
        return {**options, "armory": number % 8 == 0}
    return {**options, "order": coin.sample(range(players), players)}


def game_of(name: str, number: int, **more: Any) -> tuple[Game, int, dict[str, Any]]:
    """Return a true game with all settings in turn, the scribe's seat, and the settings."""
    low, high = list_games()[name]["players"]
    players = low + number % (high - low + 1)
    options = options_of(name, number, players)
    game = true_game(name, players, number, bot=("", "random")[number % 4 == 3], **options, **more)
    return game, number // (high - low + 1) % players, options


def true_games(name: str, games: int, first: int = 0, *, judged: bool = False) -> int:
    """Log true games of all sets, numbers of players and seats, and return how many differ."""
    wrong, times, late = 0, list[float](), list[float]()
    for number in range(first, first + games):
        game, seat, options = game_of(name, number)
        taken = list[float]()
        difference = first_difference(game, seat, times=taken, judged=judged)
        times += taken
        late += taken[200:]
        if difference:
            wrong += 1
            print(
                f"{name}, seed {number}, {len(game.rules.seats)} players, seat {seat}, {options}: {difference}",
                flush=True,
            )
    median, most = statistics.median(times), max(times)
    print(
        f"{name}: {games - wrong} of {games} games equal, {len(times)} entries; an entry takes {median * 1000:.1f} ms"
    )
    print(f"(median; 99 % within {statistics.quantiles(times, n=100)[98] * 1000:.1f} ms, longest {most * 1000:.0f} ms)")
    if late:
        print(f"after 200 entries: {statistics.median(late) * 1000:.1f} ms")
    return wrong


def fuzz(name: str, tries: int) -> int:
    """Enter damaged entries and return how many misbehaved."""
    started, odd, refused, fitted = time.monotonic(), 0, 0, 0
    for number in range(max(1, tries // 1000)):
        game, seat, _ = game_of(name, number, plies=200)
        texts = [each.text for each in told_by(game, seat)]
        tried = refusals(log_of(game, seat), texts, tries=min(tries, 1000), seed=number)
        odd, refused, fitted = odd + len(tried.odd), refused + tried.refused, fitted + tried.fitted
        for each in tried.odd:
            print(each, flush=True)
    print(f"{name}: {refused + fitted} damaged entries: {refused} refused, {fitted} fit, {odd} misbehaved", end=" ")
    print(f"in {time.monotonic() - started:.0f} s")
    return odd


def taps(name: str, games: int) -> None:
    """Log true games of all numbers of players by taps, and print how many an entry takes."""
    all_taps: dict[str, list[Taps]] = {}
    low, high = list_games()[name]["players"]
    for number in range(games):
        players = max(2, low) + number % (high - max(2, low) + 1)
        game, seat = true_game(name, players, number), number % players
        for kind, numbers in counted(ScribeSheet(log_of(game, seat), odds=False), told_by(game, seat)).items():
            all_taps.setdefault(kind, []).extend(numbers)
    print(report(all_taps))


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.scribe", description=__doc__)
    parser.add_argument("--games", type=int, default=0, help="true games to log")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--game", default="guildhall", help="which game")
    parser.add_argument("--fuzz", type=int, default=0, help="damaged entries to try")
    parser.add_argument("--odds", action="store_true", help="compare odds and reviews of these games too")
    parser.add_argument("--taps", type=int, default=0, help="true games to log by taps")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    if asked.taps:
        taps(asked.game, asked.taps)
    wrong = true_games(asked.game, asked.games, asked.first, judged=asked.odds) if asked.games else 0
    return wrong + (fuzz(asked.game, asked.fuzz) if asked.fuzz else 0)


if __name__ == "__main__":
    raise SystemExit(1 if main() else 0)
