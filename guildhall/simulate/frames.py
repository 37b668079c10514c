"""The frames of a simulation: which columns there are, of which type, and what they mean.

Games hand over columns of small numbers; here they become frames.  A column of type `pl.Enum` holds words: which
ones, the game's rules say (`rules.vocabulary`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup, did_you_mean, nearest

__all__ = [
    "CHAPTERS_SCHEMA",
    "EVENTS_SCHEMA",
    "GAMES_SCHEMA",
    "SCHEMAS",
    "TURNS_SCHEMA",
    "Columns",
    "Form",
    "page",
    "wanted",
]

Columns = dict[str, NDArray[Any]]
Schema = dict[str, tuple[Any, str]]

GAME = (pl.Int64(), "number of the game in the series, from 0")
TURN = (pl.Int32(), "number of the turn, all seats counted together, from 1; 0 during set-up")
PLY = (pl.Int32(), "number of the option that led to it, from 1; 0 is the deal")

#: Column of the frame `games` -> (type, meaning); one `score_<seat>` a seat follows.
GAMES_SCHEMA: Schema = {
    "game": GAME,
    "seed": (pl.UInt64(), "seed with which `new_game` deals this very game"),
    "winner": (pl.Int8(), "winning seat, null if unfinished"),
    "reason": (pl.Enum, "why the game ended"),
    "first": (pl.Int8(), "seat that began"),
    "turns": (pl.Int32(), "turns played, all seats together"),
    "plies": (pl.Int32(), "options applied"),
    "decisions": (pl.Int32(), "plies with two or more options"),
}
SCORE = (pl.Int32(), "final points of a seat")

#: One row a turn, as things stand when it ends.
TURNS_SCHEMA: Schema = {
    "game": GAME,
    "turn": TURN,
    "seat": (pl.Int8(), "seat whose turn it is"),
    "vp": (pl.Int16(), "its points"),
    "tokens": (pl.Int16(), "its VP tokens"),
    "hand": (pl.Int16(), "cards in its hand"),
    "hall": (pl.Int16(), "cards in its guildhall"),
    "largest": (pl.Int8(), "cards of its largest unfinished chapter"),
    "completed": (pl.Int8(), "completed chapters it holds"),
    "closed": (pl.Int8(), "chapters it completed in this turn"),
    "actions": (pl.Int16(), "actions taken: plays, refreshes and buys"),
    "plays": (pl.Int16(), "cards played from hand"),
    "refreshes": (pl.Int16(), "times it refreshed"),
    "buys": (pl.Int16(), "VP cards bought"),
    "drawn": (pl.Int16(), "cards drawn from the deck"),
    "attacks": (pl.Int16(), "cards played and abilities used that took something from another player"),
    "hits": (pl.Int16(), "cards and tokens that other players lost by them"),
    "lead": (pl.Int16(), "its points less those of the best other seat"),
    "leader": (pl.Int8(), "seat with more points than any other, null if there is none"),
    "plies": (pl.Int32(), "options applied in this turn"),
    "decisions": (pl.Int32(), "of them, those with two or more options"),
}

#: One row a completed chapter.
CHAPTERS_SCHEMA: Schema = {
    "game": GAME,
    "ply": PLY,
    "turn": TURN,
    "seat": (pl.Int8(), "seat that completed it"),
    "chapter": (pl.Enum, "name of the chapter"),
    "own_turn": (pl.Boolean(), "whether it was the seat's own turn"),
    "held": (pl.Int8(), "completed chapters the seat held then, this one counted"),
}

#: One row an event, in the order in which things happened.
EVENTS_SCHEMA: Schema = {
    "game": GAME,
    "ply": PLY,
    "turn": TURN,
    "seat": (pl.Int8(), "seat that did it or that it befell, null for nobody"),
    "event": (pl.Enum, "what happened"),
    "card": (pl.Enum, "card, VP card or House, null if none"),
    "tier": (pl.Int8(), "tier used, null for a card played without effect and for other events"),
    "chapter": (pl.Enum, "chapter completed or given up"),
    "from": (pl.Enum, "place a card came from, or that was looked at"),
    "from_seat": (pl.Int8(), "owner of that place, null for a shared one"),
    "to": (pl.Enum, "place a card went to"),
    "to_seat": (pl.Int8(), "owner of that place, null for a shared one"),
    "slot": (pl.Int8(), "slot of the VP row, from 1"),
    "amount": (pl.Int32(), "cards, tokens, actions or points; 1 for an ability used; 0 where there is no number"),
}

SCHEMAS: dict[str, Schema] = {
    "games": GAMES_SCHEMA,
    "turns": TURNS_SCHEMA,
    "chapters": CHAPTERS_SCHEMA,
    "events": EVENTS_SCHEMA,
}
_ONE_ROW_IS = {
    "games": "a game",
    "turns": "a turn, as things stand when it ends",
    "chapters": "a completed chapter",
    "events": "an event, in the order in which things happened; recorded only with `events=True`",
}
# Columns in which -1 is a number like any other.
_NEGATIVE = {"lead", "amount"}


def wanted(frames: Iterable[str] | str, *, events: bool) -> tuple[str, ...]:
    """The frames asked for, in their usual order; `games` is always among them.

    >>> wanted("turns", events=True)
    ('games', 'turns', 'events')
    """
    asked = {frames} if isinstance(frames, str) else set(frames)
    for name in asked - set(SCHEMAS):
        close = did_you_mean(nearest(str(name), SCHEMAS))
        raise BadSetup(f"there is no frame {name!r}{close or '; the frames are ' + ', '.join(SCHEMAS)}")
    asked |= {"games", "events"} if events else {"games"}
    return tuple(name for name in SCHEMAS if name in asked)


@dataclass(frozen=True)
class Form:
    """What the frames of a game look like: its words, and the columns of no games at all."""

    vocabulary: Mapping[str, tuple[str, ...]]
    nothing: Mapping[str, Columns]

    def frame(self, name: str, columns: Columns | None = None) -> pl.DataFrame:
        """A frame from its columns of numbers; columns that the game does not know are left out."""
        columns = self.nothing[name] if columns is None else columns
        known = SCHEMAS[name]
        names = [column for column in (*known, *_scores(columns)) if column in columns]
        return pl.DataFrame(
            [_series(column, columns[column], known.get(column, SCORE)[0], self.vocabulary) for column in names]
        )


def _scores(columns: Columns) -> list[str]:
    return [column for column in columns if column.startswith("score_")]


def _series(name: str, values: NDArray[Any], dtype: Any, vocabulary: Mapping[str, tuple[str, ...]]) -> pl.Series:
    numbers = pl.Series(name, values)
    if name not in _NEGATIVE and numbers.dtype.is_signed_integer():
        numbers = numbers.set(numbers < 0, None)
    if dtype is not pl.Enum:
        return numbers.cast(dtype)
    words = pl.Series(vocabulary[name], dtype=pl.Enum(vocabulary[name]))
    return words.gather(numbers.cast(pl.UInt32)).alias(name)


# --- The page of the documentation ---


def page() -> str:
    """`docs/frames.md`: every frame and column with type and meaning."""
    return "\n".join([_HEAD, *(_section(name) for name in SCHEMAS)])


_HEAD = """# Frames

What a simulation records, one table a frame.
Seats count from 0, as everywhere in code.
This page is written from the schemas: `python -m guildhall.simulate.frames > docs/frames.md`.

```python
import guildhall as gh

sim = gh.simulate(players=2, bots="greedy", games=10, seed=1, events=True)
sim.games, sim.turns, sim.chapters, sim.events  # polars frames
lazy = sim.scan("turns")  # the same, lazily: for runs larger than the memory
```

`out=` writes a run into a folder, part by part; the same call goes on where a crash or Ctrl-C stopped it.

```python
from guildhall.simulate import Simulation, analyses

gh.simulate(players=2, bots="greedy", games=10, seed=1, out="runs/first")
again = Simulation.read("runs/first")
analyses.win_rate_by_seat(again), analyses.game_length(again), analyses.volatility(again)
```

A tournament seats every bot everywhere and rates them; a sweep plays under many rules.

```python
from guildhall.simulate import sweep, tournament

tournament(["greedy", "random"], games=10, seed=1).ratings
games = sweep({"cards": {"six": "old-world", "twelve": ["old-world", "new-empire"]}}, games=10, seed=1)
analyses.game_length(games, by=["cards"])  # more professions, longer games
```
"""


def _section(name: str) -> str:
    rows = [f"| `{column}` | {_type(dtype)} | {meaning} |" for column, (dtype, meaning) in SCHEMAS[name].items()]
    if name == "games":
        rows.append(f"| `score_0`, `score_1`, … | {_type(SCORE[0])} | {SCORE[1]} |")
    lines = [f"## {name}", "", f"One row is {_ONE_ROW_IS[name]}.", "", "| column | type | meaning |", "|---|---|---|"]
    return "\n".join([*lines, *rows, ""])


def _type(dtype: Any) -> str:
    return "word" if dtype is pl.Enum else str(dtype)


if __name__ == "__main__":
    print(page(), end="")
