"""Live odds: the chance of reaching a goal, of winning, and of each legal option, estimated by roll-outs.

A roll-out deals the hidden cards at random and lets a named bot play on for everybody. The bot matters more than the
number of roll-outs, so every row names it. By default it is the game's usual one.
Games that all win or lose together also have survival by round, and the best party.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice
from math import comb
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from guildhall.core.chances import paired, wilson
from guildhall.core.errors import BadOdds, GameOver, Unsupported, did_you_mean, nearest, short
from guildhall.core.game import Game
from guildhall.core.rules import Rolled, Rules, Spec, rebuild
from guildhall.core.typed import read_seed
from guildhall.kernel.chance import series

from .draws import next_draw
from .reading import read_game, read_number
from .rollouts import (
    TEAM,
    Batch,
    Progress,
    Question,
    Tally,
    are_narrow,
    ask,
    batches,
    frames_of,
    in_order,
    roll,
    tallies,
    watchable,
)

__all__ = ["Weights", "chapters", "goals", "parties", "survival", "what_if", "win"]


Row: TypeAlias = tuple[str, float, float, float, str, str | None, int]
Answer: TypeAlias = Callable[[Tally], pl.DataFrame]

COLUMNS = {
    "p": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "method": pl.String,  # "roll-out" or "exact"
    "bot": pl.String,  # null for exact rows
    "n": pl.Int64,  # roll-outs, 0 for exact rows
}


@watchable
def goals(
    game: Game,
    seat: int = 0,
    turns: int = 3,
    *,
    bot: Spec | None = None,
    n: int = 2000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate the chance that a seat reaches each goal within its next `turns` turns, counting the current one.

    The goals are the game's: chapters in Guildhall, adventures in Advyria. These rows have the method `roll-out`. If
    goals are completed by drawing cards and the seat may draw right now, each has a second row with the method `exact`:
    the chance of completing it with the best refresh (or mulligan). That is a different question, which needs no bot
    (see `draws.next_draw`).

    `precision` stops as soon as every 95 % interval is narrower than twice that, after at most `n` roll-outs. Ctrl-C
    returns the results so far.
    `goals.watch(…)` yields a frame after each batch of roll-outs, the first after fifty. To cancel it, `close()` the
    iterator or leave the loop.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Farmer": ["red", "blue", "green", "yellow"]}, {}], hands=[[], []])
    >>> frame = goals(game, seat=0, turns=1, n=250).filter(goal="Farmer")
    >>> frame.select("method", "bot", "n").rows()
    [('roll-out', 'greedy', 250), ('exact', None, 0)]
    >>> frame.columns
    ['goal', 'p', 'low', 'high', 'method', 'bot', 'n']
    >>> game = gh.new_game("advyria", players=2, seed=1)
    >>> [(frame["goal"][0], frame["n"][0]) for frame in goals.watch(game, n=100)]
    [('Sunken Bell', 50), ('Sunken Bell', 100)]
    """
    question = ask(game, seat, turns=read_number("turns", turns, least=1), bot=bot, n=n, seed=seed, precision=precision)
    return frames_of(tallies(question, threads), _goals_of(game, seat, question), n, progress)


@watchable
def chapters(
    game: Game,
    seat: int = 0,
    turns: int = 3,
    *,
    bot: Spec | None = None,
    n: int = 2000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate `goals` in Guildhall's terms, with the goals in a column `chapter`.

    An `exact` row is the chance that hall, action area and new hand together hold the whole chapter.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Farmer": ["red", "blue", "green", "yellow"]}, {}], hands=[[], []])
    >>> chapters(game, seat=0, turns=1, n=250).filter(chapter="Farmer").select("method", "bot", "n").rows()
    [('roll-out', 'greedy', 250), ('exact', None, 0)]
    """
    asked: dict[str, Any] = {"bot": bot, "n": n, "seed": seed, "precision": precision}
    return _in_chapters(goals.watch(game, seat, turns, **asked, threads=threads, progress=progress))


def _in_chapters(frames: Generator[pl.DataFrame]) -> Generator[pl.DataFrame]:
    with closing(frames):
        for frame in frames:
            yield frame.rename({"goal": "chapter"})


@watchable
def win(
    game: Game,
    seat: int = 0,
    *,
    bot: Spec | None = None,
    n: int = 1000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate every seat's chance of winning from the view of `seat`, with one row per seat.

    A victory shared by several seats or a team counts as a win for each of the winners, so the chances may add up to
    more than 1, or to less if a game may end without winners. In a game that all win or lose together the last row,
    `team`, is for all of them.

    >>> import guildhall as gh
    >>> game = gh.new_game("guildhall", players=2, seed=1)
    >>> win(game, seat=0, n=250)["n"].to_list()
    [250, 250]
    >>> [frame["n"][0] for frame in win.watch(game, n=120)]
    [50, 100, 120]
    """
    question = ask(game, seat, turns=None, bot=bot, n=n, seed=seed, precision=precision)
    return frames_of(tallies(question, threads), _winners_of(question), n, progress)


def _goals_of(game: Game, seat: int, question: Question) -> Answer:
    """Return the function that builds the frame of `goals`. It computes the exact rows only once."""
    known = next_draw(game, seat) if game.rules.draw_chances is not None else {}
    exact = {name: _exact(name, float(chance)) for name, chance in known.items()}

    def answer(tally: Tally) -> pl.DataFrame:
        rows = []
        for name, hits in zip(question.rules.goals, tally.reached.tolist(), strict=True):
            rows.append(_estimated(name, hits, tally.played, question))
            rows += [exact[name]] if name in exact else []
        return _frame("goal", rows)

    return answer


def _winners_of(question: Question) -> Answer:
    def answer(tally: Tally) -> pl.DataFrame:
        by_seat = list(zip(question.seats, tally.wins.tolist(), strict=True))
        team = [(TEAM, by_seat[0][1])] if question.rules.together else []
        return _frame("player", [_estimated(name, hits, tally.played, question) for name, hits in by_seat + team])

    return answer


def _estimated(name: str, hits: int, played: int, question: Question) -> Row:
    low, high = wilson(hits, played)
    return name, hits / played, low, high, "roll-out", question.bot_name, played


def _exact(name: str, chance: float) -> Row:
    return name, chance, chance, chance, "exact", None, 0


def _frame(what: str, rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema={what: pl.String, **COLUMNS}, orient="row")


# --- Each option at hand ---

OPTION_COLUMNS = {
    "option": pl.String,
    "p": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "behind": pl.Float64,  # the best option's chance minus this one's
    "behind_low": pl.Float64,
    "behind_high": pl.Float64,
    "method": pl.String,
    "bot": pl.String,
    "n": pl.Int64,
}


@dataclass(frozen=True)
class Weights:
    """The number of roll-outs in which two options both succeeded. The diagonal counts those of each option."""

    both: NDArray[np.int64]
    played: int

    def plus(self, succeeded: NDArray[np.int64]) -> Weights:
        """Return the counts with one more batch: a row for each option, a column for each roll-out."""
        return Weights(self.both + succeeded @ succeeded.T, self.played + succeeded.shape[1])

    def behind(self, option: int, best: int) -> tuple[float, float, float]:
        """Return how far an option is behind the best, with an interval from the roll-outs in which they differ."""
        if option == best:
            return 0.0, 0.0, 0.0
        lost = int(self.both[best, best] - self.both[best, option])
        won = int(self.both[option, option] - self.both[best, option])
        return paired(lost, won, self.played)


@watchable
def what_if(
    game: Game,
    *,
    turns: int | None = None,
    goal: str | None = None,
    bot: Spec | None = None,
    n: int = 1000,
    seed: int = 0,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Generator[pl.DataFrame]:
    """Estimate the deciding seat's chance for each legal option, best first: to win, or to reach `goal` in `turns`.

    A shared victory counts as a win.

    All options get the same deals and the same coins, so their differences are sharper than their intervals suggest:
    `behind` is how far an option is behind the best one, with a paired 95 % interval. `precision` stops as soon as the
    interval of every option's chance is narrower than twice that, after at most `n` roll-outs. The option that is best
    by chance looks a little better than it is, so small differences with a wide interval mean nothing.
    `what_if.watch(…)` yields a frame after each batch in which all options have been rolled out.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    >>> frame = what_if(game, n=250)
    >>> sorted(frame["option"].to_list()), frame["behind"][0]
    (['play blue Weaver', 'refresh'], 0.0)
    >>> [frame["n"][0] for frame in what_if.watch(game, n=200)]
    [50, 100, 200]
    """
    choice = _choice(game, turns, goal, bot, n, seed, precision)
    return frames_of(_weighed(choice, threads), choice.frame, n, progress)


@dataclass(frozen=True)
class Choice:
    """The options of a decision, a question for each, and the criterion of success. Later plies do not change it."""

    phrases: list[str]
    questions: list[Question]
    seat: int
    place: int | None  # index of the goal, None to win

    def succeeded(self, rolled: Rolled) -> NDArray[np.bool_]:
        """Return a mask of the roll-outs in which the seat succeeded."""
        if self.place is not None:
            return rolled.goals[:, self.place]
        return (rolled.winners >> self.seat & 1).astype(bool)

    def frame(self, weights: Weights) -> pl.DataFrame:
        """Return the options with their chances, best first."""
        hits, played = weights.both.diagonal().tolist(), weights.played
        best, bot = hits.index(max(hits)), self.questions[0].bot_name
        rows = [
            (phrase, won / played, *wilson(won, played), *weights.behind(place, best), "roll-out", bot, played)
            for place, (phrase, won) in enumerate(zip(self.phrases, hits, strict=True))
        ]
        return pl.DataFrame(rows, schema=OPTION_COLUMNS, orient="row").sort("p", descending=True, maintain_order=True)


def _choice(
    game: Game,
    turns: int | None,
    goal: str | None,
    bot: Spec | None,
    n: int,
    seed: int,
    precision: float | None,
) -> Choice:
    if read_game(game).over:
        raise GameOver("the game is over, so there are no options to compare")
    seat = game.decision.seat
    asked: dict[str, Any] = {"turns": turns, "bot": bot, "n": n, "seed": seed, "precision": precision}
    questions = [ask(game, seat, option=option.id, **asked) for option in game.options]
    place = None if goal is None else _place(goal, turns, questions[0].rules)
    return Choice([option.phrase for option in game.options], questions, seat, place)


def _place(goal: str, turns: int | None, rules: Rules) -> int:
    word = rules.goal_word
    if turns is None:
        raise BadOdds(f"give the number of turns in which to complete the {word}, such as turns=3")
    if goal not in rules.goals:
        raise BadOdds(f"unknown {word} {short(goal)}; the {word}s are {', '.join(rules.goals)}")
    return rules.goals.index(goal)


def _weighed(choice: Choice, threads: int | None) -> Generator[Weights]:
    """Yield the counts each time all options have been rolled out equally often."""
    options = len(choice.questions)
    weights = Weights(np.zeros((options, options), np.int64), 0)
    tasks = ((question, batch) for batch in batches(choice.questions[0].n) for question in choice.questions)
    with closing(in_order(lambda task: roll(*task), tasks, threads)) as rolled:
        while batch := list(islice(rolled, options)):
            weights = weights.plus(np.array([choice.succeeded(each) for each in batch], np.int64))
            yield weights
            if are_narrow(weights.both.diagonal(), weights.played, choice.questions[0].precision):
                return


# --- Together ---


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
