"""The frames of a simulation: their columns, types and meanings.

Every game has the frame `games`, and its rules define the others (`Rules.schemas`). Games return columns of small
numbers, which become frames here. The numbers in a column of words are indices into the game's vocabulary
(`Rules.vocabulary`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.core.chances import Z95
from guildhall.core.decision import UNFINISHED
from guildhall.core.errors import BadSetup, did_you_mean, nearest, short
from guildhall.core.rules import Columns, Rules, Schema, Spec
from guildhall.games import registrations
from guildhall.kernel.tables import GAME, NO_NUMBER

from .workers import play_part

__all__ = [
    "GAMES_SCHEMA",
    "TYPES",
    "Form",
    "has_won",
    "is_finished",
    "mean_columns",
    "page",
    "ratio_columns",
    "schemas_of",
    "share_columns",
    "wanted",
    "winners_of",
]


#: The frame type of each type in a schema.
TYPES: dict[str, Any] = {
    "int8": pl.Int8(),
    "int16": pl.Int16(),
    "int32": pl.Int32(),
    "int64": pl.Int64(),
    "uint64": pl.UInt64(),
    "signed int16": pl.Int16(),
    "signed int32": pl.Int32(),
    "bool": pl.Boolean(),
    "word": pl.Enum,
}

#: Column of the frame `games` -> (type, meaning); one `score_<seat>` per seat follows.
GAMES_SCHEMA: Schema = {
    "game": GAME,
    "seed": ("uint64", "seed with which `new_game` deals the same game"),
    "winner": ("int8", "winning seat, null if unfinished or shared"),
    "winners": ("int16", "all winning seats as bits: 1 for seat 0, 2 for seat 1, 3 for both, 0 for nobody"),
    "reason": ("word", "why the game ended"),
    "first": ("int8", "seat that began"),
    "turns": ("int32", "turns played, all seats together"),
    "plies": ("int32", "options applied"),
    "decisions": ("int32", "plies with two or more options"),
}
SCORE = ("signed int32", "final points of a seat")

_ONE_ROW_IS = {
    "games": "a game",
    "turns": "a turn, with the state at its end",
    "events": "an event, in chronological order (recorded only with `events=True`)",
}


def schemas_of(rules: Rules) -> dict[str, Schema]:
    """Return every frame of a game with its columns.

    >>> from guildhall.core.rules import rebuild
    >>> list(schemas_of(rebuild("guildhall", {})))
    ['games', 'turns', 'chapters', 'events']
    """
    return {"games": GAMES_SCHEMA, **rules.schemas}


def wanted(frames: Iterable[str] | str | None, schemas: Iterable[str], *, events: bool) -> tuple[str, ...]:
    """Return the requested frames (None: all except events) in their usual order, always including `games`.

    >>> wanted("turns", ["games", "turns", "duels", "events"], events=True)
    ('games', 'turns', 'events')
    """
    known = list(schemas)
    named = [name for name in known if name != "events"] if frames is None else frames
    if not isinstance(named, Iterable):
        raise BadSetup(f"frames must be a list of names, such as ['turns'], not {short(named)}")
    asked = [named] if isinstance(named, str) else list(named)
    for name in [each for each in asked if not isinstance(each, str) or each not in known]:
        close = did_you_mean(nearest(name, known))
        raise BadSetup(f"unknown frame {short(name)}{close or '; the frames are ' + ', '.join(known)}")
    also = {"games", "events"} if events else {"games"}
    return tuple(name for name in known if name in also or name in asked)


# --- Who won ---


def winners_of(games: pl.LazyFrame) -> pl.Expr:
    """Return the winning seats in a frame `games` as bits, 0 if nobody won.

    They are the column `winners`, or derived from `winner` if the frame lacks that column.

    >>> frame = pl.LazyFrame({"winner": [1, None, 0]})
    >>> frame.select(winners_of(frame)).collect().to_series().to_list()
    [2, 0, 1]
    """
    columns = games.collect_schema()
    bits = pl.col("winners") if "winners" in columns else _power_of_2(pl.col("winner"))
    return bits.cast(pl.Int64).fill_null(0).alias("winners")


def has_won(bits: pl.Expr, seat: pl.Expr | int) -> pl.Expr:
    """True if a seat is among the winners, alone or with others.

    >>> pl.select(has_won(pl.lit(0b101), 2), has_won(pl.lit(0b101), pl.lit(1)).alias("other")).row(0)
    (True, False)
    """
    return (bits // _power_of_2(pl.lit(seat) if isinstance(seat, int) else seat)) % 2 == 1


def is_finished(games: pl.LazyFrame) -> pl.Expr:
    """True if a game was played to its end, won or lost by all, and not cut short by its turn limit."""
    won = winners_of(games) > 0
    if "reason" not in games.collect_schema():
        return won
    return won | (pl.col("reason").cast(pl.String) != UNFINISHED)


def _power_of_2(exponent: pl.Expr) -> pl.Expr:
    return pl.lit(2, pl.Int64).pow(exponent.cast(pl.Int64))


# --- From columns of numbers ---


@dataclass(frozen=True)
class Form:
    """The layout of a game's frames: their columns, its words, and empty columns."""

    schemas: Mapping[str, Schema]
    vocabulary: Mapping[str, tuple[str, ...]]
    nothing: Mapping[str, Columns]

    @classmethod
    def of(cls, rules: Rules, frames: tuple[str, ...]) -> Form:
        """Return the layout of some frames of a game, learnt from a part without games."""
        bots: list[Spec] = [next(iter(rules.bots), "")] * len(rules.seats)
        nothing = play_part(rules.game, rules.setup, bots, 0, 0, 0, frames)
        return cls(schemas_of(rules), rules.vocabulary, nothing)

    def frame(self, name: str, columns: Columns | None = None) -> pl.DataFrame:
        """Build a frame from its columns of numbers, dropping columns that the schema lacks."""
        columns = self.nothing[name] if columns is None else columns
        known = self.schemas[name]
        names = [column for column in (*known, *_scores(columns)) if column in columns]
        return pl.DataFrame(
            [_series(column, columns[column], known.get(column, SCORE)[0], self.vocabulary) for column in names]
        )


def _scores(columns: Columns) -> list[str]:
    return [column for column in columns if column.startswith("score_")]


def _series(name: str, values: NDArray[Any], kind: str, vocabulary: Mapping[str, tuple[str, ...]]) -> pl.Series:
    numbers = pl.Series(name, _within(values, kind))
    if kind.startswith("signed"):
        numbers = numbers.set(pl.Series(values == NO_NUMBER), None)
    elif numbers.dtype.is_signed_integer():
        numbers = numbers.set(numbers < 0, None)
    if kind != "word":
        return numbers.cast(TYPES[kind])
    words = pl.Series(vocabulary[name], dtype=pl.Enum(vocabulary[name]))
    return words.gather(numbers.cast(pl.UInt32)).alias(name)


def _within(values: NDArray[Any], kind: str) -> NDArray[Any]:
    """Clip numbers to the range of their type, which only custom cards can exceed.

    >>> _within(np.array([7, 40_000, -40_000]), "signed int16").tolist()
    [7, 32767, -32768]
    """
    if kind in ("word", "bool"):
        return values
    limits = np.iinfo(kind.removeprefix("signed "))
    return values.clip(limits.min, limits.max) if values.dtype.itemsize > limits.dtype.itemsize else values


# --- The page of the documentation ---


def page() -> str:
    """Return `docs/frames.md`: every frame and column with type and meaning."""
    recorded = [game for game in (each.make_rules({}) for each in registrations()) if game.schemas]
    sections = [_section("games", GAMES_SCHEMA), _reasons(recorded)]
    for rules in recorded:
        sections += [_section(name, schema, rules) for name, schema in rules.schemas.items()]
    return "\n".join([_HEAD, *sections])


_HEAD = """# Frames

The frames that a simulation records, with one table for each.
Every game has the frame `games`, and most have others.
Seats count from 0, as everywhere in code.
A number is null where it does not apply, so that averages count only the rows that have one.
A number too large for its column, which custom cards can produce, is replaced by the column's maximum.

A column of type `Enum` holds words from a fixed list.
They are names of cards and places of the game, or the reasons and events listed below.
`sim.games.schema["reason"].categories` lists them, and sorting follows that order.
A filter for any other word, such as a misspelt one, is not an error but finds nothing.
`cast(pl.String)` turns such a column into plain strings.

This page is written from the schemas: `python -m guildhall.simulation.frames > docs/frames.md`.

```python
import guildhall as gh

sim = gh.simulate(players=2, bots="greedy", games=10, seed=1, events=True)
sim.games, sim.turns, sim.events  # polars frames
sim.frame("chapters")  # any frame of the game by its name
lazy = sim.scan("turns")  # the same, lazily: for runs larger than memory
```

`out=` writes a run into a folder, part by part. After a crash or Ctrl-C the same call resumes it.

```python
from guildhall.simulation import Simulation, analyses

gh.simulate(players=2, bots="greedy", games=10, seed=1, out="runs/first")
again = Simulation.read("runs/first")
analyses.win_rate_by_seat(again), analyses.game_length(again), analyses.volatility(again)
```

A tournament lets every bot play on every seat and rates them. A sweep plays with many settings.

```python
from guildhall.simulation import sweep, tournament

tournament(["greedy", "random"], games=10, seed=1).ratings
games = sweep({"cards": {"six": "old-world", "twelve": ["old-world", "new-empire"]}}, games=10, seed=1)
analyses.game_length(games, by=["cards"])  # a larger deck, longer games
```
"""


def _section(name: str, schema: Schema, rules: Rules | None = None) -> str:
    rows = [f"| `{column}` | {_type(kind)} | {meaning} |" for column, (kind, meaning) in schema.items()]
    if name == "games":
        rows.append(f"| `score_0`, `score_1`, … | {_type(SCORE[0])} | {SCORE[1]} |")
    title = f"## {name} of {rules.game}" if rules else f"## {name}"
    lines = [title, "", f"One row is {_one_row_is(name, rules)}.", "", "| column | type | meaning |", "|---|---|---|"]
    return "\n".join([*lines, *rows, "", *_events(name, rules)])


def _reasons(games: Iterable[Any]) -> str:
    rows = [f"| {rules.game} | {_words(rules.vocabulary['reason'][1:])} |" for rules in games]
    head = ["The reasons, `unfinished` where a limit ended the game:", "", "| game | `reason` |", "|---|---|"]
    return "\n".join([*head, *rows, ""])


def _events(name: str, rules: Any) -> list[str]:
    """Return the words of the column `event`, if that is the frame of events."""
    return [f"The events: {_words(rules.vocabulary['event'])}.", ""] if name == "events" else []


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _one_row_is(name: str, rules: Rules | None) -> str:
    if rules is not None and name == f"{rules.goal_word}s":
        return f"a completed {rules.goal_word}"
    return _ONE_ROW_IS.get(name, f"one of the {name}")


def _type(kind: str) -> str:
    return "Enum" if kind == "word" else str(TYPES[kind])


if __name__ == "__main__":
    print(page(), end="")


# --- Shares and means with their intervals ---


def share_columns(hits: pl.Expr, n: pl.Expr, z: float = Z95) -> list[pl.Expr]:
    """Return the columns `p`, `low` and `high` of a share, with Wilson's interval (`guildhall.core.chances.wilson`).

    >>> frame = pl.DataFrame({"wins": [50], "n": [100]})
    >>> frame.select(share_columns(pl.col("wins"), pl.col("n"))).row(0)
    (0.5, 0.4038..., 0.5961...)
    """
    share, square = hits / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * (share * (1 - share) / n + square / (4 * n * n)).sqrt()
    low = pl.when(hits == 0).then(0.0).otherwise(middle - half)
    high = pl.when(hits == n).then(1.0).otherwise(middle + half)
    return [share.alias("p"), low.alias("low"), high.alias("high")]


def mean_columns(total: pl.Expr, squares: pl.Expr, n: pl.Expr, z: float = Z95) -> list[pl.Expr]:
    """Return the columns `mean`, `low`, `high` and `sd` from a sum and a sum of squares over `n` games.

    >>> frame = pl.DataFrame({"x": [1.0, 2.0, 3.0]})
    >>> x = pl.col("x")
    >>> frame.select(mean_columns(x.sum(), (x * x).sum(), pl.len())).row(0)[0]
    2.0
    """
    mean = total / n
    spread = (squares / n - mean * mean).clip(lower_bound=0.0) * n / (n - 1).clip(lower_bound=1)
    half = z * (spread / n).sqrt()
    return [mean.alias("mean"), (mean - half).alias("low"), (mean + half).alias("high"), spread.sqrt().alias("sd")]


def ratio_columns(part: str, whole: str, z: float = Z95) -> list[pl.Expr]:
    """Return the columns `p`, `low` and `high` of a ratio of two sums with one row per game.

    Observations within a game are correlated, so the interval comes from the spread between games.

    >>> frame = pl.DataFrame({"attacks": [1, 3], "actions": [8, 8]})
    >>> frame.select(ratio_columns("attacks", "actions")).row(0)
    (0.25, 0.0767..., 0.4232...)
    """
    a, b = pl.col(part).cast(pl.Float64), pl.col(whole).cast(pl.Float64)
    ratio = a.sum() / b.sum()
    spread = (a * a).sum() - 2 * ratio * (a * b).sum() + ratio * ratio * (b * b).sum()
    half = z * spread.clip(lower_bound=0.0).sqrt() / b.sum()
    return [ratio.alias("p"), (ratio - half).alias("low"), (ratio + half).alias("high")]
