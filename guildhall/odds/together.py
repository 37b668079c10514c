"""Odds for games that all win or lose together: survival by round, and the best party."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.core.errors import BadOdds, Unsupported, did_you_mean, nearest, short
from guildhall.core.game import Game
from guildhall.core.intervals import wilson
from guildhall.core.rules import Rules, Spec, rebuild
from guildhall.core.typed import read_seed
from guildhall.kernel.chance import series

from .reading import read_game, read_number
from .rollouts import (
    TEAM,
    Batch,
    Progress,
    Question,
    are_narrow,
    ask,
    batches,
    frames_of,
    in_order,
    roll,
    watchable,
)

__all__ = ["parties", "survival"]

#: The maximum number of parties to compare. Nine decks give 126 parties of four.
MOST_PARTIES = 2000

# --- Survival ---


@dataclass(frozen=True)
class Ahead:
    """A question for roll-outs, the rules, and the number of rounds to look ahead."""

    question: Question
    rules: Rules
    rounds: int


@dataclass(frozen=True)
class Alive:
    """The number of roll-outs in which each seat, and in the last column any seat, survived each round."""

    lived: NDArray[np.int64]
    played: int


@watchable
def survival(
    game: Game,
    seat: int = 0,
    rounds: int = 10,
    *,
    bot: Spec | None = None,
    n: int = 500,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate each player's and the team's chance of being alive after each of the next rounds, from this one.

    The team is alive as long as one player is, and everyone alive at the end of a won game survives it. All rounds use
    the same roll-outs, so no chance ever rises from one round to the next.

    >>> import guildhall as gh
    >>> game = gh.new_game("hundred-halls", players=2, seed=1)
    >>> frame = survival(game, rounds=2, n=50)
    >>> frame.select("round", "player").rows()[:4]
    [(1, 'Aurie'), (1, 'Zayn'), (1, 'team'), (2, 'Aurie')]
    >>> [frame["n"][0] for frame in survival.watch(game, rounds=1, n=100)]
    [50, 100]
    """
    ahead = _look_ahead(game, seat, rounds, bot, n, seed, precision)
    return frames_of(_counted(ahead, threads), partial(_survival_frame, ahead), n, progress)


def _look_ahead(
    game: Game, seat: int, rounds: int, bot: Spec | None, n: int, seed: int, precision: float | None
) -> Ahead:
    rules = _as_party(read_game(game).rules)
    question = ask(game, seat, turns=1, bot=bot, n=n, seed=seed, precision=precision)
    return Ahead(question, rules, read_number("rounds", rounds, least=1))


def _as_party(rules: Rules) -> Rules:
    if not rules.together:
        raise Unsupported(f"{rules.game} has no party, since its players do not win or lose together")
    return rules


def _lived(ahead: Ahead, batch: Batch) -> Alive:
    """Play one batch from the same seeds through an increasing number of rounds."""
    lived = np.zeros((ahead.rounds, len(ahead.question.seats) + 1), np.int64)
    for number in range(ahead.rounds):
        rolled = roll(replace(ahead.question, turns=number + 1), batch)
        alive = ~rolled.goals[:, ahead.rules.deaths]
        lived[number] = [*alive.sum(axis=0), alive.any(axis=1).sum()]
    return Alive(lived, batch[1])


def _counted(ahead: Ahead, threads: int | None) -> Generator[Alive]:
    question = ahead.question
    alive = Alive(np.zeros((ahead.rounds, len(question.seats) + 1), np.int64), 0)
    with closing(in_order(partial(_lived, ahead), batches(question.n), threads)) as batched:
        for batch in batched:
            alive = Alive(alive.lived + batch.lived, alive.played + batch.played)
            yield alive
            if are_narrow(alive.lived.reshape(-1), alive.played, question.precision):
                return


def _survival_frame(ahead: Ahead, alive: Alive) -> pl.DataFrame:
    question, rows = ahead.question, []
    first = ahead.rules.last_turn(question.seen, 1)
    for number, lived in enumerate(alive.lived.tolist()):
        for name, hits in zip((*question.seats, TEAM), lived, strict=True):
            low, high = wilson(hits, alive.played)
            rows.append((first + number, name, hits / alive.played, low, high, question.bot_name, alive.played))
    schema = {"round": pl.Int64, "player": pl.String, **_CHANCE}
    return pl.DataFrame(rows, schema=schema, orient="row")


_CHANCE = {"p": pl.Float64, "low": pl.Float64, "high": pl.Float64, "bot": pl.String, "n": pl.Int64}

# --- Parties ---


@dataclass(frozen=True)
class Party:
    """A party, the rules of a game with it, and its victories and games so far."""

    names: tuple[str, ...]
    rules: Rules
    wins: int = 0
    played: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of its chance of winning."""
        return wilson(self.wins, self.played)


@dataclass(frozen=True)
class Field:
    """All parties of a comparison, and the number of games of the leading ones."""

    parties: tuple[Party, ...]
    played: int


@watchable
def parties(
    game: str = "hundred-halls",
    *,
    players: int = 4,
    candidates: Sequence[str] | None = None,
    bot: Spec | None = None,
    n: int = 400,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Generator[pl.DataFrame]:
    """Estimate the chance of winning for every party of the candidates, best first, by playing whole games.

    candidates: the possible members of a party (default: all).
    options: the settings of the game, such as `scenario` and `realm`.

    A party whose interval ends below that of the best stops playing, so the others get their games sooner, and `n` is
    the number of games of those that stay. All parties play with the same seeds. The best of many is partly the
    luckiest, and its interval shows by about how much. Ctrl-C returns the results so far. `parties.watch(…)` yields a
    frame whenever all remaining parties have played a batch of games.

    >>> frame = parties(players=2, candidates=["Aurie", "Zayn", "Pax"], scenario="Black Council", n=50)
    >>> sorted(frame["party"].to_list())
    ['Aurie, Pax', 'Aurie, Zayn', 'Zayn, Pax']
    >>> [frame["n"].max() for frame in parties.watch(players=1, candidates=["Aurie", "Zayn"], n=100)]
    [50, 100]
    """
    fields, bot_name = _compared(game, players, candidates, bot, n, seed, threads, options)
    return frames_of(fields, partial(_party_frame, bot_name), n, progress)


def _compared(
    game: str,
    players: int,
    candidates: Sequence[str] | None,
    bot: Spec | None,
    n: int,
    seed: int,
    threads: int | None,
    options: dict[str, Any],
) -> tuple[Generator[Field], str]:
    """Check a comparison, or raise BadOdds, and return its steps and the name of the bot."""
    read_number("n", n, least=1)
    read_seed(seed, BadOdds)
    rules = _as_party(rebuild(game, {**options, "players": players}))
    chosen = _read_candidates(rules.candidates, candidates, len(rules.seats))
    named = rules.usual_bot if bot is None else bot
    if rules.searches(rules.weights(named)):
        raise BadOdds(f"the bot {short(named)} plays its own roll-outs, which is too slow here; choose a quicker one")
    made = ((party, rebuild(game, {**options, "party": party})) for party in combinations(chosen, len(rules.seats)))
    entered = tuple(Party(party, one) for party, one in made)
    return _race(entered, named, n, seed, threads), named if isinstance(named, str) else "own weights"


def _read_candidates(known: tuple[str, ...], given: Sequence[str] | None, players: int) -> tuple[str, ...]:
    chosen = known if given is None else tuple(dict.fromkeys(given))
    for name in chosen:
        if name not in known:
            close = did_you_mean(nearest(name, known)) if isinstance(name, str) else ""
            raise BadOdds(f"unknown candidate {short(name)}{close or '; the candidates are ' + ', '.join(known)}")
    if len(chosen) < players:
        raise BadOdds(f"a party of {players} cannot be made of {len(chosen)} candidates")
    if (number := comb(len(chosen), players)) > MOST_PARTIES:
        raise BadOdds(f"{len(chosen)} candidates form {number} parties, more than {MOST_PARTIES}")
    return chosen


def _race(entered: tuple[Party, ...], bot: Spec, n: int, seed: int, threads: int | None) -> Generator[Field]:
    """Yield the field after each batch, dropping parties that are clearly behind."""
    field = Field(entered, 0)
    for first, count in batches(n):
        tasks = _still_in(field)
        play = partial(_play, bot, series(seed, first, count))
        with closing(in_order(play, tasks, threads)) as played:
            done = {party.names: party for party in played}
        field = Field(tuple(done.get(party.names, party) for party in field.parties), field.played + count)
        yield field


def _still_in(field: Field) -> list[Party]:
    if not field.played:
        return list(field.parties)
    best = max(party.interval[0] for party in field.parties)
    return [party for party in field.parties if party.interval[1] >= best]


def _play(bot: Spec, seeds: NDArray[np.uint64], party: Party) -> Party:
    rules = party.rules
    rows = np.tile(rules.weights(bot), (len(party.names), 1))
    won = int((rules.play_games(seeds, rows)["winners"] != 0).sum())
    return replace(party, wins=party.wins + won, played=party.played + len(seeds))


def _party_frame(bot_name: str, field: Field) -> pl.DataFrame:
    rows = [
        (", ".join(party.names), party.wins / party.played, *party.interval, bot_name, party.played)
        for party in field.parties
    ]
    frame = pl.DataFrame(rows, schema={"party": pl.String, **_CHANCE}, orient="row")
    return frame.sort("p", "n", "party", descending=[True, True, False])
