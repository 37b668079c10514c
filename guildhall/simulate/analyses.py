"""Ready-made questions to a simulation: each returns a small frame with intervals and the numbers they rest on.

All of them are lazy inside, so they work on a run in a directory that is larger than the memory.
A victory of several seats counts as a win for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from guildhall.core.capabilities import HasScoreLevels, RecordsGames, required
from guildhall.core.errors import BadSetup

from .frames import has_won, schemas_of, winners_of
from .intervals import mean_columns, ratio_columns, share_columns
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


def _scan(sim: Simulation, frame: str, *columns: str) -> pl.LazyFrame:
    """A frame with all of these columns, or BadSetup: the games record different things."""
    scanned = sim.scan(frame)
    for column in columns:
        if column not in schemas_of(sim.rules)[frame]:
            raise BadSetup(f"{sim.rules.game} records no column {column!r} in its {frame}, which this question needs")
    return scanned


def win_rate_by_seat(sim: Simulation, *, order: bool = False) -> pl.DataFrame:
    """How often each seat wins; with `order` seats are counted around the table from the one that began.

    Unfinished games count as not won, games with several winners as won by each of them.

    >>> from guildhall.simulate import simulate
    >>> win_rate_by_seat(simulate(players=3, games=30, seed=1)).columns
    ['seat', 'wins', 'n', 'p', 'low', 'high']
    """
    games, players = _games(sim), len(sim.rules.seats)
    first = pl.col("first").cast(pl.Int64) if order else pl.lit(0)
    won = [has_won(winners_of(games), (first + place) % players) for place in range(players)]
    counts = [each.sum().cast(pl.Int64).alias(str(place)) for place, each in enumerate(won)]
    summed = games.select(*counts, pl.len().cast(pl.Int64).alias("n")).collect()
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
    least, words = zip(*required(sim.rules, HasScoreLevels, error=BadSetup).score_levels, strict=True)
    score = pl.col(f"score_{seat}")
    level = pl.sum_horizontal((score >= step).cast(pl.Int64) for step in least[1:]) + 1
    counted = sim.scan("games").group_by(level.alias("level")).agg(pl.len().cast(pl.Int64).alias("count"))
    every = pl.LazyFrame({"level": range(1, len(words) + 1), "word": words, "least": least})
    told = every.join(counted, on="level", how="left", maintain_order="left").with_columns(pl.col("count").fill_null(0))
    shares = share_columns(pl.col("count"), pl.col("n"))
    return told.with_columns(pl.lit(len(sim), dtype=pl.Int64).alias("n")).with_columns(shares).collect()


def attack_share(sim: Simulation) -> pl.DataFrame:
    """For every seat: the share of its actions that took something from another player, and how much per game."""
    counts = pl.col("attacks", "actions", "hits").cast(pl.Int64).sum()
    in_game = _scan(sim, "turns", "attacks", "actions", "hits").group_by("game", "seat").agg(counts)
    shares = ratio_columns("attacks", "actions")
    by_seat = in_game.group_by("seat").agg(counts.name.keep(), *shares, pl.len().cast(pl.Int64).alias("n"))
    return by_seat.with_columns((pl.col("hits") / pl.col("n")).alias("hits_per_game")).sort("seat").collect()


def volatility(sim: Simulation) -> pl.DataFrame:
    """How open games are: changes of the lead per game, and how often who leads at half-time wins.

    A change of the lead is a turn after which another seat than before is alone in front.
    """
    leader = pl.col("leader").drop_nulls()
    half = pl.col("leader").get(pl.len() // 2, null_on_oob=True)
    turns, games = _scan(sim, "turns", "leader"), _games(sim)
    led = turns.group_by("game").agg(leader.rle_id().max().fill_null(0).alias("changes"), half.alias("half"))
    both = led.join(games.select("game", winners_of(games)), on="game")
    changes, n = pl.col("changes").cast(pl.Float64), pl.len().cast(pl.Int64)
    won = has_won(pl.col("winners"), pl.col("half")).fill_null(value=False)
    summed = both.select(
        n.alias("n"),
        *(column.name.prefix("changes_") for column in mean_columns(changes.sum(), (changes * changes).sum(), n)[:3]),
        pl.col("half").is_not_null().sum().cast(pl.Int64).alias("led"),
        won.sum().cast(pl.Int64).alias("led_and_won"),
    )
    shares = share_columns(pl.col("led_and_won"), pl.col("led"))
    return summed.with_columns(column.name.prefix("half_time_") for column in shares).collect()


# --- Questions to the frames that only some games have ---


def _per_game(sim: Simulation, frame: str, column: str, counts: Mapping[str, pl.Expr]) -> pl.LazyFrame:
    """For every word of a column: sums of the counts over all games, and mean and interval per game of the first."""
    n, first = pl.lit(len(sim), dtype=pl.Int64), next(iter(counts))
    counted = [count.alias(name) for name, count in counts.items()]
    in_game = _scan(sim, frame, column).group_by(column, "game").agg(counted)
    each = pl.col(first).cast(pl.Float64)
    summed = in_game.group_by(column).agg(
        *(pl.col(name).sum().cast(pl.Int64) for name in counts), (each * each).sum().alias("squares")
    )
    words = required(sim.rules, RecordsGames, error=BadSetup).vocabulary[column]
    every = pl.LazyFrame({column: words}, schema={column: pl.String})
    told = every.join(summed.with_columns(pl.col(column).cast(pl.String)), on=column, how="left")
    filled = told.with_columns(pl.col(*counts, "squares").fill_null(0))
    numbers = mean_columns(pl.col(first), pl.col("squares"), n)
    return filled.with_columns(n.alias("n"), *numbers).drop("squares", "sd").sort("mean", descending=True)


def _worth(sim: Simulation, used: pl.LazyFrame, by: Mapping[str, pl.Expr]) -> pl.LazyFrame:
    """For every kind of use among the events: how often it happens, and how often a seat that did it won the game."""
    games, seats = _games(sim), len(sim.rules.seats)
    by_seat = used.group_by("game", "seat", *(column.alias(name) for name, column in by.items())).agg(
        pl.len().alias("uses")
    )
    counted = (
        by_seat.join(games.select("game", winners_of(games)), on="game")
        .group_by(*by)
        .agg(
            pl.col("uses").sum().cast(pl.Int64),
            pl.len().cast(pl.Int64).alias("n"),
            has_won(pl.col("winners"), pl.col("seat")).sum().cast(pl.Int64).alias("wins"),
        )
    )
    overall = games.select(winners_of(games).bitwise_count_ones().mean() / seats).collect().item()
    return (
        counted.with_columns(share_columns(pl.col("wins"), pl.col("n")))
        .with_columns((pl.col("uses") / len(sim)).alias("per_game"), (pl.col("p") - overall).alias("worth"))
        .sort(*by)
    )


def chapters_per_profession(sim: Simulation) -> pl.DataFrame:
    """Completed chapters per game of every profession, all seats together, and how many on somebody else's turn."""
    counts = {"completed": pl.len(), "on_others_turns": (~pl.col("own_turn")).sum()}
    return _per_game(sim, "chapters", "chapter", counts).collect()


def tier_worth(sim: Simulation) -> pl.DataFrame:
    """For every profession and tier: how often it is used, and how often a seat that used it won the game.

    `worth` is that share less the share of all seats that won.  It tells what winners do, not why they win: a tier
    that only a seat far ahead can use looks better than it is.  Needs `events=True`.
    """
    events = _scan(sim, "events", "tier", "card")
    used = events.filter((pl.col("event") == "tier") & pl.col("tier").is_not_null())
    groups = required(sim.rules, RecordsGames, error=BadSetup).card_groups
    profession = pl.col("card").cast(pl.String).replace(dict(groups))
    return _worth(sim, used, {"profession": profession, "tier": pl.col("tier")}).collect()
