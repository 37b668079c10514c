"""Measure our speed: random play of every form of the game, one decision from Python, copies of a state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from guildhall.games import list_games

from . import play
from .figures import Figure, Goal, Workload, cost, interleave, print_figures, rate

__all__ = ["OLD_WORLD", "PER_SECOND", "measure_speed"]

PER_SECOND = "decisions/s"
MICROSECONDS = "µs"

OLD_WORLD: dict[str, Any] = {"cards": "old-world"}
_FANTASY = ["fellowship", "alliance", "coalition", "gathering"]  # all 24 professions
SAGAS: dict[str, dict[str, Any]] = {
    "Mega-Saga with Masters": {"cards": _FANTASY, "saga": "mega", "masters": True},
    "Mega-Saga with Masters and Houses": {"cards": _FANTASY, "saga": "mega", "masters": True, "houses": True},
    "Super-Sized-Saga, two sets": {"cards": _FANTASY[:2], "saga": "super"},
    "Super-Sized-Saga, four sets": {"cards": _FANTASY, "saga": "super"},
}
_BASE = f"random play, {OLD_WORLD['cards']}"


def forms() -> dict[str, dict[str, Any]]:
    """List the measured forms of the game: each set, then the sagas."""
    return {name: {"cards": name} for name in list_games()["guildhall"]["sets"]} | SAGAS


def _random_play(name: str, options: dict[str, Any], seconds: float) -> Workload:
    work = play.kernel_decisions(play.rules_of(**options))
    goal = Goal(at_least=3_000_000) if options == OLD_WORLD else Goal()
    return Workload(f"random play, {name}", PER_SECOND, partial(rate, work, seconds), goal)


def _bulk(seconds: float) -> list[Workload]:
    """List workloads of complete Old World games: with each bot on all seats, and through `gh.simulate`."""
    rules = play.rules_of(**OLD_WORLD)

    def games(bot: str) -> Workload:
        played = play.kernel_games(rules, bot)
        work = partial(rate, lambda: len(played()["turns"]), seconds)
        return Workload(f"full games, {bot} bots", "games/s", work)

    simulated = partial(rate, play.simulated_decisions(**OLD_WORLD), seconds)
    return [*map(games, rules.bots), Workload("gh.simulate, random bots, one thread", PER_SECOND, simulated)]


def _costs(seconds: float) -> list[Workload]:
    """List workloads that cost microseconds each, in a game of Old World."""
    rules = play.rules_of(**OLD_WORLD)

    def load(name: str, prepare: Callable[[Any], play.Work], goal: Goal | None = None) -> Workload:
        return Workload(name, MICROSECONDS, partial(cost, prepare(rules), seconds), goal or Goal())

    return [
        load("one decision from Python, batch interface", play.steps_from_python, Goal(at_most=5)),
        load("Game.play by id", play.plays_by_id, Goal(at_most=50)),
        load("Game.play by phrase", play.plays_by_phrase),
        load("Game.options in words and Game.play", play.decisions_in_words),
        load("clone in the kernel", play.clones_in_kernel),
        load("clone from Python", play.clones_from_python),
        load("Game.branch in mid-game", play.branches),
    ]


def measure_speed(rounds: int, seconds: float) -> dict[str, Any]:
    """Measure, print, and return the values for the JSON file."""
    rates = [_random_play(name, options, seconds) for name, options in forms().items()]
    figures = interleave([*rates, *_bulk(seconds), *_costs(seconds)], rounds)
    relations = _against_old_world(figures)
    print_figures("Speed, four players", figures)
    print_figures("Rate over that of Old World in the kernel", relations)
    return {"speed": [figure.as_dict() for figure in [*figures, *relations]]}


def _against_old_world(figures: list[Figure]) -> list[Figure]:
    """Return the rates as ratios to that of Old World."""
    rates = [figure for figure in figures if figure.unit == PER_SECOND]
    base = next(figure for figure in rates if figure.name == _BASE)
    goals = {"random play, Mega-Saga with Masters": Goal(at_least=0.7)}
    return [figure.over(base, goals.get(figure.name, Goal())) for figure in rates if figure is not base]
