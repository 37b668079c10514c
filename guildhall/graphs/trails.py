"""What recorded events tell of abilities: which was used after which, what they moved, and what one left to another.

A use begins where the game says so, as with a tier that is chosen or a set that is played, and lasts until the player
does something else.
Everything that moves meanwhile, the ability has moved, but for what the rules of the turn move by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

import polars as pl
from polars import selectors

from guildhall.core.interactions import Shift, Trail, Use, Zone

__all__ = ["Reader", "Trails"]

MOVE: Final = ("row", "span", "game", "turn", "user", "actor", "thing", "n", "put_before")
WAY: Final = ("from", "from_seat", "to", "to_seat")


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
        marked = self._marked(events.with_columns(selectors.enum().cast(pl.String)).with_row_index("row")).collect()
        uses = self._uses(marked)
        moves = self._moves(marked.join(uses.select("span", "user", "actor"), on="span"))
        puts = moves.with_columns(zone="to_zone").drop_nulls("zone")
        takes = _lying_there(moves.with_columns(zone="from_zone").drop_nulls("zone"), puts)
        return Trails(
            uses=uses.select("game", card="user"),
            pairs=_pairs(uses),
            puts=_by_zone(puts),
            takes=_by_zone(takes),
            fed=_fed(puts, takes),
        )

    def _marked(self, events: pl.LazyFrame) -> pl.LazyFrame:
        """Events with the row at which their span begins, and whether they begin a use."""
        row, event = pl.col("row"), pl.col("event")
        apart = [use.event for use in self.trail.uses if use.apart]
        marks = [use.event for use in self.trail.uses if not use.apart] + list(self.trail.ends)
        span = pl.when(event.is_in(apart)).then(row).otherwise(pl.when(event.is_in(marks)).then(row).forward_fill())
        used = reduce(or_, map(_is_use, self.trail.uses)).fill_null(value=False)
        changes = {_change_of(shift): _change(shift) for shift in self.trail.shifts if shift.number == "held"}
        return events.with_columns(span=span, is_use=used, **changes)

    def _uses(self, marked: pl.DataFrame) -> pl.DataFrame:
        user = pl.col("card").replace_strict(dict(self.cards), default=None, return_dtype=pl.String)
        return marked.filter("is_use").select("span", "game", "turn", user=user, actor="seat")

    def _moves(self, spans: pl.DataFrame) -> pl.DataFrame:
        """One row for what an ability moved from a zone to another; a zone is null where the game has none for it."""
        moves = [_shifted(spans, shift) for shift in self.trail.shifts]
        if "from" in spans.columns:
            moves.append(self._carried(spans))
        zoned = pl.concat(moves).with_columns(from_zone=self._zone("from"), to_zone=self._zone("to"))
        return zoned.filter(pl.col("from_zone").ne_missing(pl.col("to_zone")))

    def _carried(self, spans: pl.DataFrame) -> pl.DataFrame:
        """Cards on the way that the events themselves tell."""
        moves = spans.filter(pl.col("from").is_not_null() & pl.col("to").is_not_null())
        placed = moves.with_columns(
            pl.col("from", "to").replace(dict(self.trail.same_place)),
            thing="card",
            n=pl.lit(1, pl.Int64),
            put_before=pl.lit(value=False),
        )
        return placed.filter(~self._is_by_rules()).select(*MOVE, *WAY)

    def _is_by_rules(self) -> pl.Expr:
        """Whether the rules of the turn moved it, not the ability."""
        way = pl.concat_str("from", pl.lit(">"), "to")
        own = pl.col("from_seat").is_null() | (pl.col("from_seat") == pl.col("actor"))
        return (way.is_in([f"{origin}>{target}" for origin, target in self.trail.rules_move]) & own).fill_null(
            value=False
        )

    def _zone(self, side: str) -> pl.Expr:
        """The zone as the player who uses the card calls it."""
        seat, common = pl.col(f"{side}_seat"), [zone.place for zone in self.zones if zone.owner == "everybody"]
        mine = pl.when(seat == pl.col("actor")).then(pl.lit("you")).otherwise(pl.lit("another player"))
        owner = pl.when(seat.is_null() | pl.col(side).is_in(common)).then(pl.lit("everybody")).otherwise(mine)
        names = {f"{zone.owner}>{zone.place}": zone.name for zone in self.zones}
        return pl.concat_str(owner, pl.lit(">"), side).replace_strict(names, default=None, return_dtype=pl.String)


def _is_use(use: Use) -> pl.Expr:
    """Whether an event begins this use, and something was used indeed."""
    begins = pl.col("event") == use.event
    if use.filled:
        begins &= pl.col(use.filled).is_not_null() if use.filled != "amount" else pl.col("amount") > 0
    return begins & pl.col("event").shift(-1).is_in(use.then) if use.then else begins


def _shifted(spans: pl.DataFrame, shift: Shift) -> pl.DataFrame:
    """What the events of one kind moved; a number below 0 went the other way."""
    numbers = {"one": pl.lit(1), "amount": pl.col("amount"), "held": pl.col(_change_of(shift))}
    counted = spans.filter(event=shift.event).with_columns(
        thing=pl.col(shift.thing) if shift.thing else pl.lit(""),
        n=numbers[shift.number].cast(pl.Int64),
        put_before=pl.lit(shift.put_before),
    )
    origin, target = (pl.lit(place or None, pl.String) for place in (shift.origin, shift.target))
    forwards, owner, seat = pl.col("n") > 0, pl.col(shift.owner), pl.col("seat")
    placed = (
        counted.drop_nulls("thing")
        .filter(pl.col("n") != 0)
        .with_columns(
            pl.when(forwards).then(origin).otherwise(target).alias("from"),
            pl.when(forwards).then(target).otherwise(origin).alias("to"),
            from_seat=pl.when(forwards).then(owner).otherwise(seat),
            to_seat=pl.when(forwards).then(seat).otherwise(owner),
            n=pl.col("n").abs(),
        )
    )
    return placed.select(*MOVE, *WAY)


def _change_of(shift: Shift) -> str:
    """The column with what has changed where the events tell what is held."""
    return f"change of {shift.event}"


def _change(shift: Shift) -> pl.Expr:
    """What is held now less what the seat held before."""
    held = pl.when(pl.col("event") == shift.event).then(pl.col("amount"))
    return held - held.forward_fill().shift(1).over("game", "seat").fill_null(shift.start)


def _lying_there(takes: pl.DataFrame, puts: pl.DataFrame) -> pl.DataFrame:
    """What was taken, without what had to be put there before and was not."""
    keys = ["game", "actor", "zone", "thing"]
    first = puts.group_by(keys).agg(pl.col("row").min().alias("put_at"))
    known = takes.join(first, on=keys, how="left", maintain_order="left")
    return known.filter(~pl.col("put_before") | (pl.col("put_at") < pl.col("row")))


def _pairs(uses: pl.DataFrame) -> pl.DataFrame:
    turn = pl.struct("game", "turn")
    after = uses.with_columns(pl.col("user").shift(-1).alias("second"), (turn == turn.shift(-1)).alias("same"))
    return after.filter("same").select("game", "second", first="user").select("game", "first", "second")


def _by_zone(moved: pl.DataFrame) -> pl.DataFrame:
    return moved.group_by("zone", card="user").agg(pl.col("n").sum().cast(pl.Int64))


def _fed(puts: pl.DataFrame, takes: pl.DataFrame) -> pl.DataFrame:
    """What one card took in the same turn in which another had put it there: the last that did, as far as it goes."""
    keys = ["game", "turn", "zone", "thing"]
    given = puts.group_by(*keys, given="span", giver="user").agg(pl.col("n").sum().alias("left"))
    taken = takes.with_row_index("taking")
    met = taken.join(given, on=keys).filter(pl.col("given") < pl.col("span")).sort("taking", "given")
    last = met.group_by("taking", maintain_order=True).last().filter(pl.col("giver") != pl.col("user"))
    groups = last.group_by("game", "giver", "zone", taker="user")
    return groups.agg(
        pl.min_horizontal("n", "left").sum().cast(pl.Int64).alias("n"),
        pl.col("given").n_unique().cast(pl.Int64).alias("uses"),
    )
