"""Measure how much there is to decide in a game: the decisions of each player, and the options of a decision.

The start form shows both, as `choices` of a game's registration.
"""

from __future__ import annotations

from collections import Counter
from statistics import mean, median
from typing import Any

from guildhall.games import game_names, new_game, registration

__all__ = ["choices_of", "measure_choices"]

_PLAYERS = 3


def choices_of(name: str, games: int) -> tuple[float, float]:
    """Return the median number of decisions of a player, and the mean number of options of a decision.

    Only decisions that a table puts to a human count, so neither forced nor obvious ones.
    """
    decisions: list[int] = []
    options: list[int] = []
    for seed in range(games):
        game = new_game(name, players=_PLAYERS, seed=seed)
        rules = game.rules
        game.run(rules.usual_bot)
        counted: Counter[int] = Counter()
        for ply in range(game.ply):
            state = game.line.state_at(ply)
            offered = len(rules.options(state))
            if offered > 1 and rules.obvious(state) is None:
                counted[rules.decision(state).seat] += 1
                options.append(offered)
        decisions += [counted[seat] for seat in range(_PLAYERS)]
    return median(decisions), mean(options)


def measure_choices(games: int) -> dict[str, Any]:
    """Measure all games, print what is found beside what is shown, and return it for the JSON file."""
    found: dict[str, Any] = {}
    for name in game_names():
        decisions, options = choices_of(name, games)
        shown = registration(name).choices
        print(f"{name}: {decisions:.0f} decisions of each player, {options:.1f} options each; shown: {shown}")
        found[f"choices {name}"] = {"decisions": decisions, "options": options}
    return found
