"""What a card brings about: the same games once more, with what it does forbidden to one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from guildhall.bots import WeightBot
from guildhall.bots.own import name_of
from guildhall.core.errors import BadSetup, Unsupported, short
from guildhall.core.intervals import paired
from guildhall.core.typed import number_within

from .frames import has_won, winners_of
from .run import simulate
from .simulation import Simulation
from .sweep import choices

__all__ = ["without"]

COLUMNS = {
    "card": pl.String,
    "seat": pl.Int64,
    "p_with": pl.Float64,
    "p_without": pl.Float64,
    "worth": pl.Float64,  # what the card adds to the chance to win
    "low": pl.Float64,
    "high": pl.Float64,
    "n": pl.Int64,
}


def without(
    *cards: str,
    game: str = "guildhall",
    seat: int = 0,
    by: Mapping[str, Any] | None = None,
    games: int = 1000,
    **options: Any,
) -> pl.DataFrame:
    """What a seat loses that never uses what a card does, while all others do; without names of cards, for each one.

    The same games are played twice, once with the card's tiers forbidden to that seat, so `worth` is what they cause
    as this bot plays them; `low` and `high` are its paired 95 % interval.  `tier_worth` tells what winners do instead.
    The card itself can still be played and collected.  `by` are options with their values, as in a sweep; the others
    are those of `simulate`.

    >>> found = without("Dancer", games=200, seed=1)
    >>> found["card"].to_list(), round(found["p_with"][0] - found["p_without"][0] - found["worth"][0], 9)
    (['Dancer'], 0.0)
    """
    asked = {**options, "game": game, "games": games, "frames": "games"}
    if not by:
        return _without(cards, seat, asked)
    found = []
    for choice in choices(by):
        frame = _without(cards, seat, {**asked, **{name: value for name, (_, value) in choice.items()}})
        found.append(frame.select(*(pl.lit(shown).alias(name) for name, (shown, _) in choice.items()), pl.all()))
    return pl.concat(found, how="vertical_relaxed")


def _without(cards: tuple[str, ...], seat: int, options: Mapping[str, Any]) -> pl.DataFrame:
    usual = _whole(simulate(**options))
    rules, bots = usual.rules, list(usual.bots)
    if not rules.shunnable:
        raise Unsupported(f"{rules.game} has no bots that can leave a card unused")
    if number_within(seat, 0, len(bots) - 1) is None:
        raise BadSetup(f"there is no seat {short(seat)}; the seats are 0 to {len(bots) - 1}")
    bot = bots[seat]
    named = bot.weights if isinstance(bot, WeightBot) else bot
    if not isinstance(named, str | Mapping):
        raise BadSetup(f"{name_of(named)} cannot be kept from using a card; a bot by name or by weights can")
    won, rows = _won(usual, seat), []
    for card in cards or rules.shunnable:
        bots[seat] = rules.shunning(named, card)
        less = _won(_whole(simulate(**{**options, "bots": bots})), seat)
        worth = paired(int((won & ~less).sum()), int((less & ~won).sum()), len(usual))
        rows.append((card, seat, won.mean(), less.mean(), *worth, len(usual)))
    return pl.DataFrame(rows, schema=COLUMNS, orient="row").sort("worth", descending=True)


def _whole(sim: Simulation) -> Simulation:
    if len(sim) < sim.asked:
        raise KeyboardInterrupt
    return sim


def _won(sim: Simulation, seat: int) -> pl.Series:
    games = sim.scan("games")
    return games.select(has_won(winners_of(games), seat)).collect().to_series()
