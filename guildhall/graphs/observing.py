"""The interactions observed in simulated games: cards used in succession, and things one card left for another.

Nodes are those of `declared`, so that both graphs can be compared, and edges have a `relation`:

- `precedes`, from card to card: in a turn, the second was the next ability used after the first
- `feeds`, from card to card: the second took, in the same turn, things that the first had put there
- `puts`, from a card to a zone, and `takes`, from a zone to a card: the moves by abilities

Uses of cards within one game are correlated. So the width of an interval comes from the spread between games, if that
gives the wider one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Final, TypeAlias

import networkx as nx
import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars import selectors

from guildhall.core.chances import Z95
from guildhall.core.errors import BadSetup, short
from guildhall.core.interactions import Interactions, Shift, Trail, Use, Zone
from guildhall.games import registration
from guildhall.graphs.declaring import FEEDS, PRECEDES, PUTS, TAKES, Edge, cards_of, names_of, nodes_of, zones_of
from guildhall.simulation.frames import share_columns
from guildhall.simulation.run import Simulation

__all__ = ["Reader", "Tallies", "Trails", "in_play", "observed"]


# --- Sums over many games, and the shares, lifts and intervals that follow from them ---

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

MOVED: Final = {"card": pl.String, "zone": pl.String, "n": pl.Int64}


class Tallies:
    """The counts so far, added in blocks of games. Their size does not grow with the number of games."""

    def __init__(self, cards: Sequence[str], zones: Sequence[str]) -> None:
        self.cards, self.zones = list(cards), list(zones)
        k = len(self.cards)
        self.follows = Successions(k)
        self.uses = np.zeros(k, np.int64)
        self._uses_squared = np.zeros(k)
        self._fed = np.zeros((3, k * k * len(self.zones)))  # feeding uses, squares, products with the giver's uses
        self._things = np.zeros(k * k * len(self.zones), np.int64)
        self._moved = {side: pl.DataFrame(schema=MOVED) for side in ("puts", "takes")}

    def add(self, trails: Trails) -> None:
        """Count the games of one block."""
        block, number = np.unique(trails.uses["game"].to_numpy(), return_inverse=True)
        uses = np.zeros((len(block), len(self.cards)), np.int64)
        np.add.at(uses, (number, self._card(trails.uses["card"])), 1)
        self.uses += uses.sum(axis=0)
        self._uses_squared += (uses.astype(float) ** 2).sum(axis=0)
        pairs = trails.pairs
        places = np.searchsorted(block, pairs["game"].to_numpy())
        self.follows.add(len(block), places, self._card(pairs["first"]), self._card(pairs["second"]))
        self._add_fed(trails.fed, block, uses)
        for side, moved in (("puts", trails.puts), ("takes", trails.takes)):
            both = pl.concat([self._moved[side], moved.select(*MOVED)])
            self._moved[side] = both.group_by("card", "zone").agg(pl.col("n").sum())

    def _add_fed(self, fed: pl.DataFrame, block: Ints, uses: Ints) -> None:
        giver, taker = self._card(fed["giver"]), self._card(fed["taker"])
        edge = (giver * len(self.cards) + taker) * len(self.zones) + _numbers(fed["zone"], self.zones)
        hits = fed["uses"].to_numpy().astype(float)
        made = uses[np.searchsorted(block, fed["game"].to_numpy()), giver]
        for row, weights in zip(self._fed, (hits, hits * hits, hits * made), strict=True):
            row += np.bincount(edge, weights, minlength=len(row))
        np.add.at(self._things, edge, fed["n"].to_numpy())

    def _card(self, names: pl.Series) -> Ints:
        return _numbers(names, self.cards)

    def moved(self, side: str) -> pl.DataFrame:
        """Return card, zone, n (things moved) and uses of the card, for `puts` or `takes`."""
        made = pl.DataFrame({"card": self.cards, "uses": self.uses})
        return self._moved[side].join(made, on="card").sort("card", "zone")

    def successions(self) -> pl.DataFrame:
        """Return the pairs of cards used one right after the other: counts, share, lift."""
        return self.follows.frame(self.cards)

    def fed(self) -> pl.DataFrame:
        """Return the things taken where another card had put them, and the share of the giver's uses that left them."""
        hits, squares, products = self._fed
        edge = np.flatnonzero(hits)
        rest, zone = np.divmod(edge, len(self.zones))
        giver, taker = np.divmod(rest, len(self.cards))
        shares = _shares(
            hits[edge], self.uses[giver].astype(float), squares[edge], products[edge], self._uses_squared[giver]
        )
        names = {
            "giver": [self.cards[i] for i in giver],
            "taker": [self.cards[i] for i in taker],
            "zone": [self.zones[i] for i in zone],
            "count": self._things[edge],
        }
        return pl.DataFrame(names).hstack(shares).sort("giver", "taker", "zone")


class Successions:
    """Counts of which card followed which, over all uses directly followed by another one in the same turn.

    With c the count of a pair, first and second those of its cards in these places, and n all pairs, the lift is (c /
    first) / (second / n).
    """

    def __init__(self, cards: int) -> None:
        self.count = np.zeros((cards, cards))
        # Sums over games of products of a pair's count (c), its first (f), its second (s) and all (n).
        self._cc, self._cf, self._cs, self._cn, self._fs = (np.zeros((cards, cards)) for _ in range(5))
        self._ff, self._fn, self._ss, self._sn = (np.zeros(cards) for _ in range(4))
        self._nn = 0.0

    def add(self, games: int, game: Ints, first: Ints, second: Ints) -> None:
        """Count pairs. `game` numbers the games of a block from 0."""
        c = np.zeros((games, *self.count.shape))
        np.add.at(c, (game, first, second), 1.0)
        f, s = c.sum(axis=2), c.sum(axis=1)
        n = f.sum(axis=1)
        self.count += c.sum(axis=0)
        self._cc += (c * c).sum(axis=0)
        self._cf += np.einsum("gij,gi->ij", c, f)
        self._cs += np.einsum("gij,gj->ij", c, s)
        self._cn += np.einsum("gij,g->ij", c, n)
        self._fs += f.T @ s
        self._ff += (f * f).sum(axis=0)
        self._ss += (s * s).sum(axis=0)
        self._fn += n @ f
        self._sn += n @ s
        self._nn += float(n @ n)

    def frame(self, cards: Sequence[str]) -> pl.DataFrame:
        """Return one row per observed pair."""
        i, j = np.nonzero(self.count)
        c, f, s = self.count[i, j], self.count.sum(axis=1)[i], self.count.sum(axis=0)[j]
        n = float(self.count.sum())
        shares = _shares(c, f, self._cc[i, j], self._cf[i, j], self._ff[i])
        lift, half = c * n / (f * s), Z95 * np.sqrt(self._log_variance(i, j, c, f, s, n))
        pairs = {
            "first": [cards[place] for place in i.tolist()],
            "second": [cards[place] for place in j.tolist()],
            "count": c.astype(np.int64),
            "expected": f * s / n,
            "lift": lift,
            "lift_low": lift * np.exp(-half),
            "lift_high": lift * np.exp(half),
        }
        return pl.DataFrame(pairs).hstack(shares).sort("first", "second")

    def _log_variance(self, i: Ints, j: Ints, c: Floats, f: Floats, s: Floats, n: float) -> Floats:
        """Return the linearised variance of the log lift, from independent pairs or from whole games."""
        alone = 1 / c - 1 / f - 1 / s + 2 * c / (f * s) - 1 / n
        squares = self._cc[i, j] / c**2 + self._ff[i] / f**2 + self._ss[j] / s**2 + self._nn / n**2
        apart = self._cf[i, j] / (c * f) + self._cs[i, j] / (c * s) + (self._fn[i] / f + self._sn[j] / s) / n
        together = self._cn[i, j] / (c * n) + self._fs[i, j] / (f * s)
        return np.maximum(np.maximum(alone, squares - 2 * apart + 2 * together), 0.0)


def _numbers(names: pl.Series, known: list[str]) -> Ints:
    """Return the indices of names in a list."""
    places = {name: place for place, name in enumerate(known)}
    return names.replace_strict(places, return_dtype=pl.Int64).to_numpy()


def _shares(hits: Floats, n: Floats, hits_squared: Floats, products: Floats, n_squared: Floats) -> pl.DataFrame:
    """Return shares `hits` / `n` with Wilson's interval, for the effective number of independent trials.

    That number follows from the spread between games.
    """
    p = hits / n
    alone = p * (1 - p) / n
    between = (hits_squared - 2 * p * products + p * p * n_squared) / n**2
    effect = np.maximum(np.divide(between, alone, out=np.ones_like(p), where=alone > 0), 1.0)
    counted = pl.DataFrame({"n": n.astype(np.int64), "trials": n / effect, "hits": p * (n / effect)})
    columns = share_columns(pl.col("hits"), pl.col("trials"))
    return counted.select("n", *(column.cast(pl.Float64) for column in columns)).rename({"p": "share"})


# --- The graph of what was seen ---

BLOCK: Final = 500  # games per block: enough for polars to be quick, few enough for any memory

IN_PLAY: Final = {
    "source": pl.String,
    "target": pl.String,
    "relation": pl.String,
    "zone": pl.String,
    "declared": pl.Int64,  # edges of the declared graph, one for each pair of tiers
    "count": pl.Int64,  # times observed
}


def observed(sim: Simulation) -> nx.MultiDiGraph:
    """Return the graph of interactions observed in simulated games, within a turn.

    A *use* is a chosen tier, a set played or an ability used. A card played without effect does not count.
    The lift of a `precedes` edge compares its count with chance, which means: each card is used next as often after
    this card as after any card, in the same games with the same bots.
    A lift of 2 means that the second card comes next twice as often as usual, but not why.

    Parameters
    ----------
    sim : Simulation
        Simulated games with events: ``gh.simulate(..., events=True)``, in memory or in a directory.
        They are read in blocks, so a run may be larger than memory.

    Returns
    -------
    networkx.MultiDiGraph
        Nodes as in ``declared``, and cards also have their number of ``uses``.
        Every edge has a ``relation`` and a ``count``.
        ``precedes``: ``n`` (uses of the first with another one after it), ``share`` of them with ``low`` and ``high``,
        ``expected`` (the count by chance), ``lift`` with ``lift_low`` and ``lift_high``.
        ``feeds``: ``zone``, ``n`` (uses of the first), ``share`` of them that fed the second with ``low`` and ``high``.
        ``puts`` and ``takes``: ``zone`` and ``per_use``.
        Intervals are 95 %: Wilson's for shares, a log-ratio interval for lifts, both widened to the spread between
        games.

    Examples
    --------
    >>> from guildhall.simulation import simulate
    >>> graph = observed(simulate(players=2, games=20, seed=1, events=True))
    >>> edge = graph.edges["Dancer", "Weaver", "Dancer precedes Weaver"]
    >>> edge["count"] > 0, edge["lift_low"] < edge["lift"] < edge["lift_high"]
    (True, True)
    """
    if not isinstance(sim, Simulation):
        raise BadSetup(f"expected a simulation, such as gh.simulate(…, events=True), got {short(sim)}")
    events = sim.scan("events")
    source = registration(sim.rules.game).make_interactions(**sim.rules.setup)
    graph = nodes_of(sim.rules.game, source)
    tallies = Tallies(cards_of(graph), zones_of(graph))
    reader = Reader(source.trail, _nodes_by_word(source), source.zones)
    for block in _blocks(sim):
        tallies.add(reader.read(events.filter(block)))
    graph.graph["games"] = len(sim)
    graph.graph["bots"] = ", ".join(bot if isinstance(bot, str) else "own weights" for bot in sim.bots)
    nx.set_node_attributes(graph, dict(zip(tallies.cards, tallies.uses.tolist(), strict=True)), "uses")
    graph.add_edges_from(sorted([*_precedes(tallies), *_feeds(tallies), *_puts(tallies), *_takes(tallies)]))
    return graph


def in_play(declared: nx.MultiDiGraph, observed: nx.MultiDiGraph) -> pl.DataFrame:
    """Compare two graphs of one deck, declared and observed, interaction by interaction.

    The relations are `feeds`, `puts` and `takes`.
    An opponent takes things (`offers`) in another turn, which `observed` does not cover.

    Parameters
    ----------
    declared, observed : networkx.MultiDiGraph
        Graphs of the same cards, as `declared` and `observed` make them.

    Returns
    -------
    polars.DataFrame
        Columns `source`, `target`, `relation`, `zone`, `declared` (edges, one for each pair of tiers) and `count`.
        A row with a count of 0 was never used. One with 0 in `declared` was observed although no card declares it.

    Examples
    --------
    >>> from guildhall.graphs.declaring import declared
    >>> from guildhall.simulation import simulate
    >>> frame = in_play(declared("old-world"), observed(simulate(games=20, seed=1, events=True)))
    >>> frame.filter(declared=0).height
    0
    """
    counts: dict[tuple[str, str, str, str], list[int]] = {}
    for column, graph in enumerate((declared, observed)):
        for source, target, data in graph.edges(data=True):
            if data["relation"] in (FEEDS, PUTS, TAKES):
                row = counts.setdefault((source, target, data["relation"], data["zone"]), [0, 0])
                row[column] += data.get("count", 1)
    rows = [(*edge, *numbers) for edge, numbers in sorted(counts.items())]
    return pl.DataFrame(rows, schema=IN_PLAY, orient="row")


def _nodes_by_word(source: Interactions) -> dict[str, str]:
    """Return the node for every word that events use for a card."""
    nodes = zip(source.cards, names_of(source), strict=True)
    return {word: node for card, node in nodes for word in card.copies or (card.name,)}


def _blocks(sim: Simulation) -> Iterator[pl.Expr]:
    """Iterate over filters that select the games of each block."""
    games = sum(max(sim.store.parts(), default=(0, 0)))
    for first in range(0, games, BLOCK):
        yield pl.col("game").is_between(first, first + BLOCK - 1)


def _precedes(tallies: Tallies) -> Iterator[Edge]:
    for row in tallies.successions().iter_rows(named=True):
        first, second = row.pop("first"), row.pop("second")
        yield Edge(first, second, f"{first} {PRECEDES} {second}", {"relation": PRECEDES, **row})


def _feeds(tallies: Tallies) -> Iterator[Edge]:
    for row in tallies.fed().iter_rows(named=True):
        giver, taker, zone = row.pop("giver"), row.pop("taker"), row["zone"]
        yield Edge(giver, taker, f"{giver} {FEEDS} {taker} through {zone}", {"relation": FEEDS, **row})


def _puts(tallies: Tallies) -> Iterator[Edge]:
    for card, zone, data in _moved(tallies, PUTS):
        yield Edge(card, zone, f"{card} {PUTS} to {zone}", data)


def _takes(tallies: Tallies) -> Iterator[Edge]:
    for card, zone, data in _moved(tallies, TAKES):
        yield Edge(zone, card, f"{card} {TAKES} from {zone}", data)


def _moved(tallies: Tallies, relation: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for card, zone, n, uses in tallies.moved(relation).iter_rows():
        yield card, zone, {"relation": relation, "zone": zone, "count": n, "per_use": n / uses}


# --- Trails: the uses of abilities in recorded events ---
# A use begins where the game defines it, as with a chosen tier or a set played, and lasts until the player does
# something else. Every move during a use was made by the ability, except those made by the rules of the turn.


MOVE: Final = ("row", "span", "game", "turn", "user", "actor", "thing", "n", "put_before")
WAY: Final = ("from", "from_seat", "to", "to_seat")


@dataclass(frozen=True)
class Trails:
    """The uses and moves in some games, with cards and zones by their names in the graph."""

    uses: pl.DataFrame  # game, card; one row per use
    pairs: pl.DataFrame  # game, first, second; one row per two consecutive uses of a turn
    puts: pl.DataFrame  # card, zone, n: things put there
    takes: pl.DataFrame  # card, zone, n
    fed: pl.DataFrame  # game, giver, taker, zone, n: things taken, uses: uses of the giver that left them


@dataclass(frozen=True)
class Reader:
    """A reader of events. `cards` maps the frame's names of cards to nodes, `zones` are those of the game."""

    trail: Trail
    cards: Mapping[str, str]
    zones: tuple[Zone, ...]

    def read(self, events: pl.LazyFrame) -> Trails:
        """Return the trails in the events of whole games, given in order."""
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
        """Return the events with the row at which their span begins, and whether they begin a use."""
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
        """Return one row per move by an ability between two zones. A zone is null if the game has none for it."""
        moves = [_shifted(spans, shift) for shift in self.trail.shifts]
        if "from" in spans.columns:
            moves.append(self._carried(spans))
        zoned = pl.concat(moves).with_columns(from_zone=self._zone("from"), to_zone=self._zone("to"))
        return zoned.filter(pl.col("from_zone").ne_missing(pl.col("to_zone")))

    def _carried(self, spans: pl.DataFrame) -> pl.DataFrame:
        """Return the moves of cards that the events themselves describe."""
        moves = spans.filter(pl.col("from").is_not_null() & pl.col("to").is_not_null())
        placed = moves.with_columns(
            pl.col("from", "to").replace(dict(self.trail.same_place)),
            thing="card",
            n=pl.lit(1, pl.Int64),
            put_before=pl.lit(value=False),
        )
        return placed.filter(~self._is_by_rules()).select(*MOVE, *WAY)

    def _is_by_rules(self) -> pl.Expr:
        """True if the rules of the turn made the move, not the ability."""
        way = pl.concat_str("from", pl.lit(">"), "to")
        own = pl.col("from_seat").is_null() | (pl.col("from_seat") == pl.col("actor"))
        return (way.is_in([f"{origin}>{target}" for origin, target in self.trail.rules_move]) & own).fill_null(
            value=False
        )

    def _zone(self, side: str) -> pl.Expr:
        """Return the zone from the view of the player who uses the card."""
        seat, common = pl.col(f"{side}_seat"), [zone.place for zone in self.zones if zone.owner == "everybody"]
        mine = pl.when(seat == pl.col("actor")).then(pl.lit("you")).otherwise(pl.lit("another player"))
        owner = pl.when(seat.is_null() | pl.col(side).is_in(common)).then(pl.lit("everybody")).otherwise(mine)
        names = {f"{zone.owner}>{zone.place}": zone.name for zone in self.zones}
        return pl.concat_str(owner, pl.lit(">"), side).replace_strict(names, default=None, return_dtype=pl.String)


def _is_use(use: Use) -> pl.Expr:
    """True if an event begins this use, and something was really used."""
    begins = pl.col("event") == use.event
    if use.filled:
        begins &= pl.col(use.filled).is_not_null() if use.filled != "amount" else pl.col("amount") > 0
    return begins & pl.col("event").shift(-1).is_in(use.then) if use.then else begins


def _shifted(spans: pl.DataFrame, shift: Shift) -> pl.DataFrame:
    """Return the moves in events of one kind. A negative number means the other direction."""
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
    """Return the column of changes, for events that state the new holdings."""
    return f"change of {shift.event}"


def _change(shift: Shift) -> pl.Expr:
    """Return the seat's holdings minus those before."""
    held = pl.when(pl.col("event") == shift.event).then(pl.col("amount"))
    return held - held.forward_fill().shift(1).over("game", "seat").fill_null(shift.start)


def _lying_there(takes: pl.DataFrame, puts: pl.DataFrame) -> pl.DataFrame:
    """Return the things taken, without those that would have to be put there first but were not."""
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
    """Return the things one card took in the turn in which another had put them there, latest givers first."""
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
