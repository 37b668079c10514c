"""Trials of a card: one play in a small position or a game of bots, and the same games with and without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

import guildhall as gh
from guildhall.bots import usual_bot
from guildhall.core.chances import Z95, paired
from guildhall.core.errors import IllegalOption, Stopped
from guildhall.core.game import Game
from guildhall.core.line import moves_of
from guildhall.core.shapes import Trial
from guildhall.simulation import Simulation

from .page import Difference

__all__ = ["differences", "growing", "looked_for", "tried"]

_MOST_PLIES = 60  # of one tried move
_MOST_GAMES = 12  # games in which a card is looked for
CHUNK = 50


def tried(game: str, trial: Trial, texts: Mapping[str, Any], seed: int) -> tuple[str, ...]:
    """Play a card in a position, choices by a bot, and return what the log says."""
    played = gh.position(game, seed=seed, **trial.position, **texts)
    seat, told = played.decision.seat, []
    for phrase in trial.phrases:
        try:
            played.play(phrase)
        except IllegalOption as error:
            told.append(f"“{phrase}” cannot be chosen here: {error}")
            break
    begun = played.ply
    _finish_move(played)
    told += [move.sentence(played.rules.seats) for move in moves_of(played.line) if move.first <= max(1, begun)]
    if not told:
        told.append("Nothing happened.")
    return (f"{played.rules.seats[seat]} is to play: {', '.join(trial.phrases)}.", *told)


def _finish_move(game: Game) -> None:
    """Let a bot make the remaining choices of a move."""
    if not game.ply:
        return
    bot, rules = usual_bot(game.rules), game.rules
    for _ in range(_MOST_PLIES):
        line = game.line
        if game.over or rules.begins_move(line.state_at(game.ply - 1), line.state_at(game.ply)):
            return
        before = game.ply
        game.run(bot, until=lambda one, before=before: one.ply > before)  # type: ignore[misc]  # bound at once


def looked_for(game: str, name: str, options: Mapping[str, Any], seed: int) -> Iterator[tuple[str, ...]]:
    """Play games of bots until a move names the card. Yield what is known after each game, the last time the move."""
    for number in range(_MOST_GAMES):
        played = gh.new_game(game, seed=seed + number, **options)
        played.run(usual_bot(played.rules))
        found = [move for move in moves_of(played.line) if name in move.words]
        if found:
            move = found[-1]
            where = f"In a game of bots with seed {seed + number}, after {move.first - 1} plies:"
            yield (where, move.sentence(played.rules.seats))
            return
        yield (f"Not used in {number + 1} games of bots so far …",)
    yield (f"Not used in {_MOST_GAMES} games of bots.",)


# --- The same games with and without ---


def growing(
    game: str, before: Mapping[str, Any], after: Mapping[str, Any], games: int, seed: int
) -> Iterator[tuple[int, tuple[Difference, ...]]]:
    """Yield the number of pairs played so far and the differences, more and more exact."""
    rows: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = []
    for first in range(0, games, CHUNK):
        number = min(CHUNK, games - first)
        pair = [_rows(_simulated(game, options, number, seed + first)) for options in (before, after)]
        rows += zip(*pair, strict=True)
        yield len(rows), differences(rows)


def _simulated(game: str, options: Mapping[str, Any], games: int, seed: int) -> Simulation:
    sim = gh.simulate(game, games=games, seed=seed, frames="games", progress=lambda done, asked: None, **options)
    if len(sim) < games:
        raise Stopped("the simulation was stopped")
    return sim


def _rows(sim: Simulation) -> list[dict[str, Any]]:
    return sim.games.to_dicts()


def differences(rows: list[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> tuple[Difference, ...]:
    """Return what differs between pairs of games: their length, the points, and the wins of the first seat.

    >>> pair = ({"turns": 10, "winners": 1, "score_0": 5}, {"turns": 12, "winners": 0, "score_0": 5})
    >>> [(one.what, one.before, one.after) for one in differences([pair, pair])]
    [('turns', 10.0, 12.0), ('points of seat 1', 5.0, 5.0), ('wins of seat 1', 1.0, 0.0)]
    """
    found = [_mean("turns", rows, "turns"), _mean("points of seat 1", rows, "score_0"), _wins(rows)]
    return tuple(one for one in found if one is not None)


def _mean(what: str, rows: list[tuple[Mapping[str, Any], Mapping[str, Any]]], column: str) -> Difference | None:
    pairs = [
        (one[column], two[column]) for one, two in rows if one.get(column) is not None and two.get(column) is not None
    ]
    if not pairs:
        return None
    n = len(pairs)
    changes = [two - one for one, two in pairs]
    mean = sum(changes) / n
    spread = sqrt(sum((change - mean) ** 2 for change in changes) / max(1, n - 1))
    half = Z95 * spread / sqrt(n)
    before = sum(one for one, _ in pairs) / n
    return Difference(what, before, before + mean, mean - half, mean + half)


def _wins(rows: list[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Difference:
    """Return the share of wins of the first seat, in a game of all together those of the party."""
    won = [(bool(one["winners"] & 1), bool(two["winners"] & 1)) for one, two in rows]
    n = len(won)
    _, low, high = paired(sum(two and not one for one, two in won), sum(one and not two for one, two in won), n)
    before, after = (sum(pair[side] for pair in won) / n for side in (0, 1))
    return Difference("wins of seat 1", before, after, low, high, is_share=True)
