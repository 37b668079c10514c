"""Ready-made questions to a simulation: each answers a small frame with intervals and the numbers they rest on.

All of them are lazy inside, so they work on a run in a directory that is larger than the memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from guildhall.core.errors import BadSetup

from .measures import mean_columns, ratio_columns, share_columns
from .simulation import Simulation

__all__ = [
    "attack_share",
    "chapters_per_profession",
    "game_length",
    "score_distribution",
    "score_levels",
    "tier_worth",
    "volatility",
    "win_rate_by_seat",
]

Games = Simulation | pl.DataFrame | pl.LazyFrame


def _games(games: Games) -> pl.LazyFrame:
    return games.scan("games") if isinstance(games, Simulation) else games.lazy()


def _told_by(sim: Simulation, name: str) -> Any:
    """What the rules of some games tell and those of others do not."""
    told = getattr(sim.rules, name, None)
    if told is None:
        raise BadSetup(f"{sim.rules.game} has no {name.replace('_', ' ')}")
    return told


def _with_columns(sim: Simulation, frame: str, *columns: str) -> pl.LazyFrame:
    """A frame of which some games have these columns and others do not."""
    scanned = sim.scan(frame)
    missing = [column for column in columns if column not in scanned.collect_schema()]
    if missing:
        raise BadSetup(f"{sim.rules.game} has no {' and no '.join(missing)} in its frame {frame!r}")
    return scanned


def win_rate_by_seat(sim: Simulation, *, order: bool = False) -> pl.DataFrame:
    """How often each seat wins; with `order` seats are counted from the one that began.

    Unfinished games count as not won.

    >>> from guildhall.simulate import simulate
    >>> win_rate_by_seat(simulate(players=3, games=30, seed=1)).columns
    ['seat', 'wins', 'n', 'p', 'low', 'high']
    """
    players = len(sim.rules.seats)
    winner = pl.col("winner").cast(pl.Int64)
    place = (winner - pl.col("first") + players) % players if order else winner
    counts = [(place == seat).sum().cast(pl.Int64).alias(str(seat)) for seat in range(players)]
    summed = _games(sim).select(*counts, pl.len().cast(pl.Int64).alias("n")).collect()
    wins = summed.select(map(str, range(players))).row(0)
    rows = {"seat": range(players), "wins": wins, "n": [summed["n"].item()] * players}
    return pl.DataFrame(rows).with_columns(share_columns(pl.col("wins"), pl.col("n")))


def game_length(games: Games, *, by: Sequence[str] = (), unit: str = "turns") -> pl.DataFrame:
    """How long games last, in `turns`, `plies` or `decisions`; `by` are columns to tell games apart, as in a sweep.

    >>> from guildhall.simulate import simulate
    >>> game_length(simulate(games=30, seed=1)).columns
    ['n', 'mean', 'low', 'high', 'sd', 'shortest', 'median', 'longest']
    """
    length = pl.col(unit).cast(pl.Float64)
    numbers = [
        pl.len().alias("n"),
        *mean_columns(length.sum(), (length * length).sum(), pl.len().cast(pl.Int64)),
        pl.col(unit).min().alias("shortest"),
        pl.col(unit).median().alias("median"),
        pl.col(unit).max().alias("longest"),
    ]
    frame = _games(games)
    return (frame.group_by(list(by), maintain_order=True).agg(numbers) if by else frame.select(numbers)).collect()


def score_distribution(sim: Simulation, *, seat: int = 0) -> pl.DataFrame:
    """How often a seat ends with each score.

    >>> from guildhall.simulate import simulate
    >>> score_distribution(simulate("advyria", games=30, seed=1)).columns
    ['score', 'count', 'n', 'p', 'low', 'high']
    """
    score = pl.col(f"score_{seat}").alias("score")
    counted = sim.scan("games").group_by(score).agg(pl.len().cast(pl.Int64).alias("count")).sort("score").collect()
    return counted.with_columns(pl.lit(len(sim), dtype=pl.Int64).alias("n")).with_columns(
        share_columns(pl.col("count"), pl.col("n"))
    )


def score_levels(sim: Simulation, *, seat: int = 0) -> pl.DataFrame:
    """How often a seat reaches each level of the game's rating table.

    >>> from guildhall.simulate import simulate
    >>> score_levels(simulate("advyria", games=30, seed=1))["word"].to_list()[:2]
    ['poor', 'hardly glorious']
    """
    least, words = zip(*_told_by(sim, "score_levels"), strict=True)
    score = pl.col(f"score_{seat}")
    level = pl.sum_horizontal((score >= step).cast(pl.Int64) for step in least[1:]) + 1
    counted = sim.scan("games").group_by(level.alias("level")).agg(pl.len().cast(pl.Int64).alias("count"))
    every = pl.LazyFrame({"level": range(1, len(words) + 1), "word": words, "least": least})
    told = every.join(counted, on="level", how="left", maintain_order="left").with_columns(pl.col("count").fill_null(0))
    shares = share_columns(pl.col("count"), pl.col("n"))
    return told.with_columns(pl.lit(len(sim), dtype=pl.Int64).alias("n")).with_columns(shares).collect()


def chapters_per_profession(sim: Simulation) -> pl.DataFrame:
    """Completed chapters a game of every profession, all seats together, and how many on somebody else's turn."""
    n = pl.lit(len(sim), dtype=pl.Int64)
    in_game = sim.scan("chapters").group_by("chapter", "game").agg(pl.len(), (~pl.col("own_turn")).sum().alias("other"))
    count = pl.col("len").cast(pl.Float64)
    counted = in_game.group_by("chapter").agg(
        pl.col("len").sum().cast(pl.Int64).alias("completed"),
        pl.col("other").sum().cast(pl.Int64).alias("on_others_turns"),
        (count * count).sum().alias("squares"),
    )
    every = pl.LazyFrame({"chapter": sim.rules.vocabulary["chapter"]}, schema={"chapter": pl.String})
    told = every.join(counted.with_columns(pl.col("chapter").cast(pl.String)), on="chapter", how="left")
    numbers = mean_columns(pl.col("completed"), pl.col("squares"), n)
    filled = told.with_columns(pl.col("completed", "on_others_turns", "squares").fill_null(0))
    return filled.with_columns(n.alias("n"), *numbers).drop("squares", "sd").sort("mean", descending=True).collect()


def tier_worth(sim: Simulation) -> pl.DataFrame:
    """For every profession and tier: how often it is used, and how often a seat that used it won the game.

    `worth` is that share less the share of all seats that won.  It tells what winners do, not why they win: a tier
    that only a seat far ahead can use looks better than it is.  Needs `events=True`.
    """
    seats = len(sim.rules.seats)
    games = sim.scan("games").select("game", "winner")
    used = sim.scan("events").filter((pl.col("event") == "tier") & pl.col("tier").is_not_null())
    professions = _told_by(sim, "professions")
    profession = pl.col("card").cast(pl.String).replace(dict(professions)).alias("profession")
    by_seat = used.group_by("game", "seat", profession, "tier").agg(pl.len().alias("uses"))
    won = (pl.col("winner") == pl.col("seat")).fill_null(value=False)
    counted = (
        by_seat.join(games, on="game")
        .group_by("profession", "tier")
        .agg(
            pl.col("uses").sum().cast(pl.Int64),
            pl.len().cast(pl.Int64).alias("n"),
            won.sum().cast(pl.Int64).alias("wins"),
        )
    )
    overall = _games(sim).select(pl.col("winner").is_not_null().mean() / seats).collect().item()
    worth = (pl.col("p") - overall).alias("worth")
    return (
        counted.with_columns(share_columns(pl.col("wins"), pl.col("n")))
        .with_columns((pl.col("uses") / len(sim)).alias("per_game"), worth)
        .sort("profession", "tier")
        .collect()
    )


def attack_share(sim: Simulation) -> pl.DataFrame:
    """For every seat: the share of its actions that took something from another player, and how much a game."""
    counted = ("attacks", "actions", "hits")
    counts = pl.col(counted).cast(pl.Int64).sum()
    in_game = _with_columns(sim, "turns", *counted).group_by("game", "seat").agg(counts)
    shares = ratio_columns("attacks", "actions")
    by_seat = in_game.group_by("seat").agg(counts.name.keep(), *shares, pl.len().cast(pl.Int64).alias("n"))
    return by_seat.with_columns((pl.col("hits") / pl.col("n")).alias("hits_per_game")).sort("seat").collect()


def volatility(sim: Simulation) -> pl.DataFrame:
    """How open games are: changes of the lead a game, and how often who leads at half-time wins.

    A change of the lead is a turn after which another seat than before is alone in front.
    """
    leader = pl.col("leader").drop_nulls()
    half = pl.col("leader").get(pl.len() // 2, null_on_oob=True)
    games = (
        sim.scan("turns").group_by("game").agg(leader.rle_id().max().fill_null(0).alias("changes"), half.alias("half"))
    )
    both = games.join(sim.scan("games").select("game", "winner"), on="game")
    changes = pl.col("changes").cast(pl.Float64)
    led, n = pl.col("half").is_not_null(), pl.len().cast(pl.Int64)
    won = (pl.col("half") == pl.col("winner")).fill_null(value=False)
    summed = both.select(
        n.alias("n"),
        *(column.name.prefix("changes_") for column in mean_columns(changes.sum(), (changes * changes).sum(), n)[:3]),
        led.sum().cast(pl.Int64).alias("led"),
        won.sum().cast(pl.Int64).alias("led_and_won"),
    )
    shares = share_columns(pl.col("led_and_won"), pl.col("led"))
    return summed.with_columns(column.name.prefix("half_time_") for column in shares).collect()
