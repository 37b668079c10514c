"""Analyses of a simulation: small frames with estimates, intervals and the counts behind them.

All functions take a simulation or a sweep, and `by`: options of the sweep, or columns of its games, to group by. Those
that need only the frame `games` also accept such a frame. They run lazily, so they work on a run in a directory that is
larger than memory. A victory of several seats counts as a win for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import polars as pl

from guildhall.bots import WeightBot, name_of
from guildhall.core.chances import paired
from guildhall.core.errors import BadSetup, Unsupported, short
from guildhall.core.rules import Rules
from guildhall.core.typed import number_within

from .frames import has_won, mean_columns, ratio_columns, schemas_of, share_columns, winners_of
from .run import Simulation, Sweep, choices, simulate

__all__ = [
    "attack_share",
    "chapters_per_profession",
    "game_length",
    "score_distribution",
    "score_levels",
    "tier_worth",
    "volatility",
    "win_rate_by_seat",
    "without",
]


Games = Simulation | Sweep | pl.DataFrame | pl.LazyFrame
By = Sequence[str] | str


@dataclass(frozen=True)
class _Asked:
    """The games to analyse, with unique numbers, and access to their other frames."""

    games: pl.LazyFrame
    rules: tuple[Rules, ...]
    frame: Callable[[str], pl.LazyFrame]
    source: Games

    @classmethod
    def of(cls, source: Games) -> _Asked:
        if isinstance(source, Simulation):
            return cls(source.scan("games"), (source.rules,), source.scan, source)
        if isinstance(source, Sweep):
            rules = tuple(sim.rules for sim in source.simulations)
            return cls(source.numbered("games"), rules, source.numbered, source)
        if not isinstance(source, pl.DataFrame | pl.LazyFrame):
            raise BadSetup(f"expected a simulation, a sweep or a frame of games, got {short(source)}")
        return cls(source.lazy(), (), _no_other_frame, source)

    def where(self, values: Mapping[str, Any]) -> _Asked:
        """Return only the games with these values in some columns."""
        source = self.source
        options = {name: values[name] for name in values if isinstance(source, Sweep) and name in source.chosen[0]}
        those = _Asked.of(source.where(options)) if isinstance(source, Sweep) and options else self
        rest = [pl.col(name).eq_missing(pl.lit(values[name])) for name in values if name not in options]
        if not rest:
            return those
        kept = those.games.filter(rest)
        numbers = kept.select("game")

        def frame(name: str) -> pl.LazyFrame:
            return those.frame(name).join(numbers, on="game", how="semi", maintain_order="left")

        return replace(those, games=kept, frame=frame)

    @cached_property
    def n(self) -> int:
        """The number of games."""
        return int(self.games.select(pl.len()).collect().item())

    @property
    def seats(self) -> int:
        """The seats of the largest table."""
        return max(len(self._scores), *(len(rules.seats) for rules in self.rules), 1)

    @property
    def players(self) -> pl.Expr:
        """The number of seats of each game, from its scores or else from the rules."""
        if not self._scores:
            return 0 * pl.first().is_null().cast(pl.Int64) + self.seats  # as a column of full length
        return pl.sum_horizontal(pl.col(self._scores).is_not_null()).cast(pl.Int64)

    @property
    def _scores(self) -> list[str]:
        return [name for name in self.games.collect_schema().names() if name.startswith("score_")]

    def scan(self, frame: str, *columns: str) -> pl.LazyFrame:
        """Return a frame with all of these columns, or raise BadSetup if the games do not record them."""
        scanned = self.frame(frame)
        for rules in self.rules:
            for column in columns:
                if column not in schemas_of(rules)[frame]:
                    missing = f"{rules.game} records no column {column!r} in its {frame}"
                    raise BadSetup(f"{missing}, which this analysis needs")
        return scanned


def _no_other_frame(frame: str) -> pl.LazyFrame:
    raise BadSetup(f"this analysis also needs the frame {frame!r}: pass a simulation or a sweep, not its games")


def _asked(games: Games, by: By, question: Callable[[_Asked], pl.DataFrame]) -> pl.DataFrame:
    """Return the result of an analysis, grouped by the values of some columns if given."""
    asked, names = _Asked.of(games), [by] if isinstance(by, str) else list(by)
    if isinstance(games, pl.DataFrame | pl.LazyFrame) and not asked.n:
        raise BadSetup("the frame has no games (a filter for a value that its column never has finds none)")
    if not names:
        return question(asked)
    known = asked.games.collect_schema().names()
    for name in names:
        if name not in known:
            raise BadSetup(f"the games have no column {short(name)} to group by; they have {', '.join(known)}")
    values = asked.games.select(names).unique(maintain_order=True).collect()
    found = [
        values[at].join(question(asked.where(row)), how="cross") for at, row in enumerate(values.iter_rows(named=True))
    ]
    return pl.concat(found, how="vertical_relaxed")


# --- Questions to the games ---


def win_rate_by_seat(games: Games, *, by: By = (), order: bool = False) -> pl.DataFrame:
    """Return how often each seat wins, or with `order` each place around the table from the starting seat.

    Unfinished games count as not won, games with several winners as won by each of them.

    >>> from guildhall.simulation import simulate, sweep
    >>> win_rate_by_seat(simulate(players=3, games=30, seed=1)).columns
    ['seat', 'wins', 'n', 'p', 'low', 'high']
    >>> win_rate_by_seat(sweep({"players": [2, 3]}, games=30, seed=1), by="players")["seat"].to_list()
    [0, 1, 0, 1, 2]
    """

    def question(asked: _Asked) -> pl.DataFrame:
        bits, players, seats = winners_of(asked.games), asked.players, range(asked.seats)
        first = pl.col("first").cast(pl.Int64) if order else pl.lit(0)
        is_there = [players > place for place in seats]
        won = [there & has_won(bits, (first + place) % players) for place, there in enumerate(is_there)]
        summed = asked.games.select(
            *(each.sum().cast(pl.Int64).alias(f"wins {place}") for place, each in enumerate(won)),
            *(each.sum().cast(pl.Int64).alias(f"n {place}") for place, each in enumerate(is_there)),
        ).collect()
        rows = {"seat": seats, **{what: [summed[f"{what} {seat}"].item() for seat in seats] for what in ("wins", "n")}}
        there = pl.DataFrame(rows).filter(pl.col("n") > 0)  # the frame may have score columns for larger tables
        return there.with_columns(share_columns(pl.col("wins"), pl.col("n")))

    return _asked(games, by, question)


def game_length(games: Games, *, by: By = (), unit: str = "turns") -> pl.DataFrame:
    """Return how long games last, in `turns`, `plies` or `decisions`.

    >>> from guildhall.simulation import simulate
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
    return _asked(games, by, lambda asked: asked.games.select(numbers).collect())


def score_distribution(games: Games, *, by: By = (), seat: int = 0) -> pl.DataFrame:
    """Return how often a seat ends with each score.

    >>> from guildhall.simulation import simulate
    >>> score_distribution(simulate("advyria", games=30, seed=1)).columns
    ['score', 'count', 'n', 'p', 'low', 'high']
    """
    score = pl.col(f"score_{seat}").alias("score")

    def question(asked: _Asked) -> pl.DataFrame:
        there = asked.games.filter(score.is_not_null())
        counted = there.group_by(score).agg(pl.len().cast(pl.Int64).alias("count")).sort("score").collect()
        told = counted.with_columns(pl.col("count").sum().alias("n"))
        return told.with_columns(share_columns(pl.col("count"), pl.col("n")))

    return _asked(games, by, question)


def score_levels(games: Simulation | Sweep, *, by: By = (), seat: int = 0) -> pl.DataFrame:
    """Return how often a seat reaches each level of the game's rating table.

    >>> from guildhall.simulation import simulate
    >>> score_levels(simulate("advyria", games=30, seed=1))["word"].to_list()[:2]
    ['poor', 'hardly glorious']
    """

    def question(asked: _Asked) -> pl.DataFrame:
        for rules in asked.rules:
            if not rules.score_levels:
                raise Unsupported(f"{rules.game} has no levels for scores")
        least, words = zip(*asked.rules[0].score_levels, strict=True)
        score = pl.col(f"score_{seat}")
        level = pl.sum_horizontal((score >= step).cast(pl.Int64) for step in least[1:]) + 1
        there = asked.games.filter(score.is_not_null())
        counted = there.group_by(level.alias("level")).agg(pl.len().cast(pl.Int64).alias("count"))
        every = pl.LazyFrame({"level": range(1, len(words) + 1), "word": words, "least": least})
        told = every.join(counted, on="level", how="left", maintain_order="left")
        filled = told.with_columns(pl.col("count").fill_null(0)).with_columns(pl.col("count").sum().alias("n"))
        return filled.with_columns(share_columns(pl.col("count"), pl.col("n"))).collect()

    return _asked(games, by, question)


# --- Questions to the turns ---


def attack_share(games: Simulation | Sweep, *, by: By = ()) -> pl.DataFrame:
    """Return each seat's share of actions that took something from another player, and the amount per game."""
    counts = pl.col("attacks", "actions", "hits").cast(pl.Int64).sum()

    def question(asked: _Asked) -> pl.DataFrame:
        in_game = asked.scan("turns", "attacks", "actions", "hits").group_by("game", "seat").agg(counts)
        shares = ratio_columns("attacks", "actions")
        by_seat = in_game.group_by("seat").agg(counts.name.keep(), *shares, pl.len().cast(pl.Int64).alias("n"))
        return by_seat.with_columns((pl.col("hits") / pl.col("n")).alias("hits_per_game")).sort("seat").collect()

    return _asked(games, by, question)


def volatility(games: Simulation | Sweep, *, by: By = ()) -> pl.DataFrame:
    """Return how open games are: lead changes per game, and how often the leader at half-time wins.

    The lead changes in a turn if another seat than before is the sole leader after it.
    """
    leader = pl.col("leader").drop_nulls()
    half = pl.col("leader").get(pl.len() // 2, null_on_oob=True)
    changes, n = pl.col("changes").cast(pl.Float64), pl.len().cast(pl.Int64)
    won = has_won(pl.col("winners"), pl.col("half")).fill_null(value=False)

    def question(asked: _Asked) -> pl.DataFrame:
        turns = asked.scan("turns", "leader")
        led = turns.group_by("game").agg(leader.rle_id().max().fill_null(0).alias("changes"), half.alias("half"))
        both = led.join(asked.games.select("game", winners_of(asked.games)), on="game")
        means = mean_columns(changes.sum(), (changes * changes).sum(), n)[:3]
        summed = both.select(
            n.alias("n"),
            *(column.name.prefix("changes_") for column in means),
            pl.col("half").is_not_null().sum().cast(pl.Int64).alias("led"),
            won.sum().cast(pl.Int64).alias("led_and_won"),
        )
        shares = share_columns(pl.col("led_and_won"), pl.col("led"))
        return summed.with_columns(column.name.prefix("half_time_") for column in shares).collect()

    return _asked(games, by, question)


# --- Questions to the frames that only some games have ---


def chapters_per_profession(games: Simulation | Sweep, *, by: By = ()) -> pl.DataFrame:
    """Return the chapters completed per game and profession over all seats, and those on another seat's turn."""
    counts = {"completed": pl.len(), "on_others_turns": (~pl.col("own_turn")).sum()}
    return _asked(games, by, lambda asked: _per_game(asked, "chapters", "chapter", counts).collect())


def _per_game(asked: _Asked, frame: str, column: str, counts: Mapping[str, pl.Expr]) -> pl.LazyFrame:
    """Sum counts over all games for every word of a column, with mean and interval per game of the first."""
    n, first = pl.lit(asked.n, dtype=pl.Int64), next(iter(counts))
    counted = [count.alias(name) for name, count in counts.items()]
    in_game = asked.scan(frame, column).group_by(column, "game").agg(counted)
    each = pl.col(first).cast(pl.Float64)
    summed = in_game.group_by(column).agg(
        *(pl.col(name).sum().cast(pl.Int64) for name in counts), (each * each).sum().alias("squares")
    )
    words = dict.fromkeys(word for rules in asked.rules for word in rules.vocabulary[column])
    every = pl.LazyFrame({column: list(words)}, schema={column: pl.String})
    told = every.join(summed.with_columns(pl.col(column).cast(pl.String)), on=column, how="left")
    filled = told.with_columns(pl.col(*counts, "squares").fill_null(0))
    numbers = mean_columns(pl.col(first), pl.col("squares"), n)
    return filled.with_columns(n.alias("n"), *numbers).drop("squares", "sd").sort("mean", descending=True)


def tier_worth(games: Simulation | Sweep, *, by: By = ()) -> pl.DataFrame:
    """Return how often each profession and tier is used, and how often a seat that used it won.

    `worth` is that share minus the share of all seats that won. It shows what winners do, not why they win: a tier that
    only a seat far ahead can use looks better than it is. To measure the effect of a card, use `without`. Needs
    `events=True`.
    """

    def question(asked: _Asked) -> pl.DataFrame:
        events = asked.scan("events", "tier", "card")
        used = events.filter((pl.col("event") == "tier") & pl.col("tier").is_not_null())
        groups = {card: group for rules in asked.rules for card, group in rules.card_groups.items()}
        profession = pl.col("card").cast(pl.String).replace(groups)
        return _worth(asked, used, {"profession": profession, "tier": pl.col("tier")}).collect()

    return _asked(games, by, question)


def _worth(asked: _Asked, used: pl.LazyFrame, by: Mapping[str, pl.Expr]) -> pl.LazyFrame:
    """Count each kind of use among the events, and how often a seat that did it won."""
    games, bits = asked.games, winners_of(asked.games)
    by_seat = used.group_by("game", "seat", *(column.alias(name) for name, column in by.items())).agg(
        pl.len().alias("uses")
    )
    counted = (
        by_seat.join(games.select("game", bits), on="game")
        .group_by(*by)
        .agg(
            pl.col("uses").sum().cast(pl.Int64),
            pl.len().cast(pl.Int64).alias("n"),
            has_won(pl.col("winners"), pl.col("seat")).sum().cast(pl.Int64).alias("wins"),
        )
    )
    overall = games.select(bits.bitwise_count_ones().sum() / asked.players.sum()).collect().item()
    return (
        counted.with_columns(share_columns(pl.col("wins"), pl.col("n")))
        .with_columns((pl.col("uses") / asked.n).alias("per_game"), (pl.col("p") - overall).alias("worth"))
        .sort(*by)
    )


# --- Without a card ---


COLUMNS = {
    "card": pl.String,
    "seat": pl.Int64,
    "p_with": pl.Float64,
    "p_without": pl.Float64,
    "worth": pl.Float64,  # what the card adds to the chance of winning
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
    """Return how much a seat loses by never using a card's effects, for the named cards or for each card.

    The same games are played twice, once with the card's tiers forbidden to that seat, so `worth` is their effect as
    this bot plays them, with `low` and `high` as the paired 95 % interval. `tier_worth` in contrast shows what winners
    do. The card itself can still be played and collected. `by` gives options with their values, as in a sweep. The
    other options are those of `simulate`.

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
    if not rules.avoidable:
        raise Unsupported(f"{rules.game} has no bots that can leave a card unused")
    if number_within(seat, 0, len(bots) - 1) is None:
        raise BadSetup(f"unknown seat {short(seat)}; the seats are 0 to {len(bots) - 1}")
    bot = bots[seat]
    named = bot.weights if isinstance(bot, WeightBot) else bot
    if not isinstance(named, str | Mapping):
        raise BadSetup(f"{name_of(named)} cannot be forbidden to use a card; only bots given by name or by weights can")
    won, rows = _won(usual, seat), []
    for card in cards or rules.avoidable:
        bots[seat] = rules.avoiding(named, card)
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
