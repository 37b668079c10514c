"""What recorded events tell of abilities: which was used after which, what they moved, and what one left to another.

A use begins where a tier is chosen or an ability is used, and lasts until the player does something else.
Everything that moves meanwhile, the ability has moved, but for what the rules of the turn move by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from guildhall.graphs.source import Trail, Zone

__all__ = ["Reader", "Trails"]

COLUMNS: Final = (
    "game",
    "turn",
    "seat",
    "event",
    "card",
    "tier",
    "amount",
    "from",
    "from_seat",
    "to",
    "to_seat",
)


@dataclass(frozen=True)
class Trails:
    """What some games tell; cards and zones by their names in the graph."""

    uses: pl.DataFrame  # game, card; one row a use
    pairs: pl.DataFrame  # game, first, second; one row for two uses of a turn with no other between
    puts: pl.DataFrame  # card, zone, n: things put there
    takes: pl.DataFrame  # card, zone, n
    fed: pl.DataFrame  # game, giver, taker, zone, n: things taken; uses: uses of the giver that left them


@dataclass(frozen=True)
class Reader:
    """Reads events; `cards` are the nodes by what the frame calls a card, `zones` those of the game."""

    trail: Trail
    cards: Mapping[str, str]
    zones: tuple[Zone, ...]

    def read(self, events: pl.LazyFrame) -> Trails:
        """The trails in the events of whole games, which come in their order."""
        marked = self._marked(events.select(COLUMNS)).collect()
        uses = self._uses(marked)
        spans = marked.join(uses.select("span", "user", "actor"), on="span")
        moves = self._moves(spans.with_columns(pl.col("event", "card", "from", "to").cast(pl.String)))
        puts = moves.select("span", "game", "turn", "user", "thing", "n", zone="to_zone").drop_nulls("zone")
        takes = moves.select("span", "game", "turn", "user", "thing", "n", zone="from_zone").drop_nulls("zone")
        return Trails(
            uses=uses.select("game", card="user"),
            pairs=_pairs(uses),
            puts=_by_zone(puts),
            takes=_by_zone(takes),
            fed=_fed(puts, takes),
        )

    def _marked(self, events: pl.LazyFrame) -> pl.LazyFrame:
        """Events with the number of the span they belong to, and whether they begin a use."""
        event = pl.col("event").cast(pl.String)
        begins = event.is_in(self.trail.uses)
        marks = begins | event.is_in(self.trail.ends)
        used = begins & (pl.col("tier").is_not_null() | (pl.col("amount") > 0))
        return events.with_columns(marks.cum_sum().alias("span"), used.alias("is_use"))

    def _uses(self, marked: pl.DataFrame) -> pl.DataFrame:
        user = pl.col("card").cast(pl.String).replace_strict(dict(self.cards), default=None, return_dtype=pl.String)
        used = marked.filter("is_use")
        return used.select("span", "game", "turn", user.alias("user"), pl.col("seat").alias("actor"))

    def _moves(self, spans: pl.DataFrame) -> pl.DataFrame:
        """One row for what an ability moved from a zone to another; a zone is null where the game has none for it."""
        amounts, losses = dict(self.trail.amounts), dict(self.trail.losses)
        event, amount = pl.col("event"), pl.col("amount")
        counts = event.is_in(list(amounts))
        moves = pl.col("from").is_not_null() & pl.col("to").is_not_null()
        kept = spans.filter(counts | event.is_in(list(losses)) | moves)
        gone = pl.when(counts & (amount < 0)).then(_word(event, amounts)).otherwise(_word(event, losses))
        come = pl.when(counts & (amount > 0)).then(_word(event, amounts))
        placed = kept.with_columns(
            self._place(pl.coalesce(gone, pl.when(moves).then("from"))).alias("from"),
            self._place(pl.coalesce(come, pl.when(moves).then("to"))).alias("to"),
            pl.when(counts).then("seat").otherwise("from_seat").alias("from_seat"),
            pl.when(counts).then("seat").otherwise("to_seat").alias("to_seat"),
            pl.when(counts).then(amount.abs()).otherwise(1).alias("n"),
            pl.when(moves).then("card").alias("thing"),
        )
        zoned = placed.filter(~self._is_by_rules()).with_columns(self._zone("from"), self._zone("to"))
        return zoned.filter(pl.col("from_zone").ne_missing(pl.col("to_zone")))

    def _place(self, word: pl.Expr) -> pl.Expr:
        return word.replace(dict(self.trail.same_place))

    def _is_by_rules(self) -> pl.Expr:
        """Whether the rules of the turn moved it, not the ability."""
        way = pl.concat_str("from", pl.lit(">"), "to")
        own = pl.col("from_seat").is_null() | (pl.col("from_seat") == pl.col("actor"))
        return (way.is_in([f"{origin}>{target}" for origin, target in self.trail.rules_move]) & own).fill_null(
            value=False
        )

    def _zone(self, side: str) -> pl.Expr:
        """The zone as the player who uses the card calls it."""
        seat = pl.col(f"{side}_seat")
        mine = pl.when(seat == pl.col("actor")).then(pl.lit("you")).otherwise(pl.lit("another player"))
        owner = pl.when(seat.is_null()).then(pl.lit("everybody")).otherwise(mine)
        names = {f"{zone.owner}>{zone.place}": zone.name for zone in self.zones}
        key = pl.concat_str(owner, pl.lit(">"), side)
        return key.replace_strict(names, default=None, return_dtype=pl.String).alias(f"{side}_zone")


def _word(event: pl.Expr, words: Mapping[str, str]) -> pl.Expr:
    return event.replace_strict(dict(words), default=None, return_dtype=pl.String)


def _pairs(uses: pl.DataFrame) -> pl.DataFrame:
    turn = pl.struct("game", "turn")
    after = uses.with_columns(pl.col("user").shift(-1).alias("second"), (turn == turn.shift(-1)).alias("same"))
    return after.filter("same").select("game", "second", first="user").select("game", "first", "second")


def _by_zone(moved: pl.DataFrame) -> pl.DataFrame:
    return moved.group_by("zone", card="user").agg(pl.col("n").sum().cast(pl.Int64))


def _fed(puts: pl.DataFrame, takes: pl.DataFrame) -> pl.DataFrame:
    """What one card took in the same turn in which another had put it there: the last that did."""
    keys = ["game", "turn", "zone", "thing"]
    given = puts.select(*keys, pl.col("span").alias("given"), pl.col("user").alias("giver"))
    taken = takes.with_row_index("taking")
    met = taken.join(given, on=keys).filter(pl.col("given") < pl.col("span")).sort("taking", "given")
    last = met.group_by("taking", maintain_order=True).last().filter(pl.col("giver") != pl.col("user"))
    groups = last.group_by("game", "giver", "zone", taker="user")
    return groups.agg(pl.len().cast(pl.Int64).alias("n"), pl.col("given").n_unique().cast(pl.Int64).alias("uses"))
