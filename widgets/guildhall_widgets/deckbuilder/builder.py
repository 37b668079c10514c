"""The deck builder widget: professions, Masters, Houses and a VP deck, with instant estimates in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import sqrt
from os import PathLike
from threading import Event, Lock
from typing import Any

import polars as pl

import guildhall as gh
from guildhall.bots import usual_bot
from guildhall.core.chances import wilson
from guildhall.core.errors import BadSetup, Stopped, short
from guildhall.core.typed import number_within, whole_number
from guildhall.simulation import Simulation
from guildhall.simulation.analyses import game_length, win_rate_by_seat
from guildhall.simulation.frames import ratio_columns

from ..background import Task
from ..live import on
from ..table.widget import TableBelow
from .deck import GAME, Built, Choice, built, catalogue
from .page import BOTS, GAMES, OWN_COPIES, TARGETS, Estimate, Share, Spread, Trial, page, text

__all__ = ["DeckBuilder", "Estimator", "estimate_of", "growing"]


class DeckBuilder(TableBelow):
    """Pick professions or whole sets and see the deck's warnings, game length and balance, or start a game with it.

    The initial deck is given by `cards` (a set, a list of sets or of professions) and the other options of a new game.
    `options` holds the options of the current deck, `game` the last game started here and `estimate` the result of the
    last quick simulation.

    >>> builder = DeckBuilder("old-world", players=3)
    >>> builder.act("pick", profession="Bard")
    >>> builder.options["cards"][-1]
    'Bard'
    """

    def __init__(
        self,
        cards: str | Iterable[str] = "old-world",
        *,
        players: int | Iterable[str] = 2,
        card_files: str | PathLike[str] | Iterable[str] = (),
        bot: str = "greedy",
        games: int = 1000,
        seed: int = 0,
        game: str = GAME,
        **options: Any,
    ) -> None:
        super().__init__(label="Deck builder")
        # Comes first, because a builder that rejects its deck is stopped on closing too.
        self._estimator = Estimator(Trial(), seed=seed, show=self._show_estimate, fail=self._show_failure)
        if not isinstance(game, str) or game != GAME:
            raise BadSetup(f"the deck builder supports only {GAME}, not {short(game)}")
        files = [card_files] if isinstance(card_files, str | PathLike) else card_files
        names, seats = _plain(cards), _plain(players)
        given: dict[str, Any] = {"cards": names, "players": seats, "card_files": files, **options}
        rules: Any = gh.new_game(GAME, **given).rules
        self._card_files = tuple(map(str, files))
        picks = {each.profession.name: each.shown for each in rules.deck.professions}
        self._book = catalogue(self._card_files)
        named = self._book.sets_among(names)
        self._deck: Built = built(Choice.of(picks, seats, options, *named), self._book, self._card_files)
        self._estimator.choose(bot=_bot(bot), games=_number(games, 1, max(GAMES), "games"))
        self._read: str | None = None
        self.seed = seed
        self.refresh()

    # --- Results ---

    @property
    def options(self) -> dict[str, Any]:
        """The options of a new game with this deck."""
        return dict(self._deck.options)

    @property
    def estimate(self) -> Estimate | None:
        """The result of the quick simulation of this deck, if one was run."""
        return self._estimator.trial.now

    def page(self) -> str:
        """Return the whole page."""
        return page(self._deck, self._book, self._estimator.trial, self._read)

    def text(self) -> str:
        """Return the deck as plain text."""
        return text(self._deck, self._estimator.trial)

    # --- Picking ---

    @on("pick")
    def pick(self, profession: str) -> None:
        """Add a profession to the deck, or remove it."""
        self._change(self._deck.choice.with_profession(profession, self._book))

    @on("set")
    def pick_set(self, set: str) -> None:
        """Add a whole set to the deck, or remove it."""
        self._change(self._deck.choice.with_set(set, self._book))

    @on("clear")
    def clear(self) -> None:
        """Remove all professions."""
        self._change(replace(self._deck.choice, picks={}))

    @on("read")
    def read(self, card: str) -> None:
        """Show the text of a card, or close it if it is already shown."""
        found = self._book.card(card)
        self._read = None if self._read == card else card
        self.status = f"Showing {found.name}." if self._read else "Closed."

    @on("close")
    def close_card(self) -> None:
        """Close the card text."""
        self._read = None

    # --- Options ---

    @on("players")
    def choose_players(self, value: str | int) -> None:
        """Set the number of players."""
        self._change(replace(self._deck.choice, players=_number(value, 2, 4, "players")))

    @on("target")
    def choose_target(self, value: str | int) -> None:
        """Set the number of VP needed to win."""
        self._change(replace(self._deck.choice, target=_number(value, *TARGETS, "VP to win")))

    @on("saga")
    def choose_saga(self, value: str) -> None:
        """Choose a saga, or none."""
        self._change(replace(self._deck.choice, saga=value or None))

    @on("rules")
    def choose_rules(self, value: str) -> None:
        """Choose advanced or basic rules."""
        self._change(replace(self._deck.choice, rules=value))

    @on("masters")
    def with_masters(self, value: bool) -> None:
        """Include or exclude the Chapter Masters."""
        self._change(replace(self._deck.choice, masters=value))

    @on("houses")
    def with_houses(self, value: bool) -> None:
        """Include or exclude the Master Houses."""
        self._change(replace(self._deck.choice, houses=value))

    @on("vp")
    def choose_vp(self, value: str) -> None:
        """Choose the VP deck of the sets, that of another set, or a custom one."""
        start = self._deck.vp or next(iter(self._book.vp_decks.values()))
        self._change(replace(self._deck.choice, vp=dict(start) if value == OWN_COPIES else value or None))

    @on("copies")
    def change_copies(self, card: str, by: int) -> None:
        """Add or remove one copy of a VP card."""
        self._change(self._deck.choice.with_copies(card, 1 if by > 0 else -1, self._book))

    def _change(self, choice: Choice) -> None:
        self._estimator.set_aside()
        self._deck = built(choice, self._book, self._card_files)
        told = self._deck.problem or " ".join(self._deck.warnings)
        self.status = f"{self._deck.title}. {told}".strip()
        if self._estimator.trial.by_itself and not self._deck.problem:
            self.begin_estimate()

    # --- Estimating ---

    @on("bot")
    def choose_bot(self, value: str) -> None:
        """Choose the bot for the estimate."""
        self._estimator.choose(bot=_bot(value))

    @on("games")
    def choose_games(self, value: str | int) -> None:
        """Set the number of games for the estimate."""
        self._estimator.choose(games=_number(value, 1, max(GAMES), "games"))

    @on("by_itself")
    def estimate_by_itself(self, value: bool) -> None:
        """Estimate after every change, or only on request."""
        self._estimator.choose(by_itself=value)

    @on("estimate")
    def begin_estimate(self) -> None:
        """Play games in the background and refine the estimate as they finish."""
        if self._deck.problem:
            raise BadSetup(self._deck.problem)
        self._estimator.begin(self.options, self._deck.title)
        trial = self._estimator.trial
        self.status = f"Estimating {self._deck.title} with {trial.games:,} games by {trial.bot}."

    @on("stop")
    def stop_estimate(self) -> None:
        """Stop the estimate and keep its latest result."""
        self._estimator.stop()
        self.status = "Stopped."

    def stop(self) -> None:
        """Stop the estimate."""
        self._estimator.stop()

    def wait(self) -> None:
        """Wait until the estimate is done."""
        self._estimator.wait()

    def _show_estimate(self) -> None:
        trial = self._estimator.trial
        if trial.now is not None and not trial.running:
            self.status = f"Estimated from {trial.now.games:,} games."
        self.refresh()

    def _show_failure(self, failure: Exception) -> None:
        self.failure = failure
        self.error = str(failure)
        self.refresh()

    # --- Playing ---

    @on("start")
    def start_game(self) -> None:
        """Start a new game against bots with this deck and show its table below."""
        game = gh.new_game(GAME, seed=self.seed, **self.options)
        bot = usual_bot(game.rules)
        self.lay(game, seat=0, bots=[None, *[bot] * (len(game.rules.seats) - 1)], pass_forced=True, quick=True)
        self.status = f"A new game with seed {self.seed} is below, against {bot}. In Python it is builder.game."
        self.seed += 1


def _plain(value: Any) -> Any:
    """Return iterables as a tuple. The game rejects anything else that is invalid."""
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


def _bot(name: str) -> str:
    if not isinstance(name, str) or name not in BOTS:
        raise BadSetup(f"unknown bot {short(name)}; expected one of {', '.join(BOTS)}")
    return name


def _number(value: str | int, low: int, high: int, what: str) -> int:
    """Return a number from the browser, or raise BadSetup if it is out of range."""
    number = number_within(whole_number(value) if isinstance(value, str) else value, low, high)
    if number is None:
        raise BadSetup(f"{what} must be a whole number from {low} to {high}, not {short(value)}")
    return number


# --- The quick simulation of a deck: game lengths and win rates, refined step by step ---


FIRST = 64  # games of the first estimate
GROWTH = 4
CHUNK = 64  # games between two checks for a stop request


class Estimator:
    """Runs the trial of a deck. `show` is called when there is more to see, `fail` with an error."""

    def __init__(self, trial: Trial, *, seed: int, show: Callable[[], None], fail: Callable[[Exception], None]) -> None:
        self.trial, self.seed = trial, seed
        self._show, self._fail = show, fail
        self._task: Task[Estimate] | None = None
        self._stopped = Event()
        self._changing = Lock()  # late results must not overwrite newer ones

    def choose(self, **changes: Any) -> None:
        """Change the bot or the number of games."""
        self.trial = replace(self.trial, **changes)

    def begin(self, options: Mapping[str, Any], title: str) -> None:
        """Play games with a deck, replacing any running estimate."""
        self.stop()
        self.choose(running=True, now=None)
        stopped = self._stopped = Event()
        pieces = growing(
            options,
            bot=self.trial.bot,
            games=self.trial.games,
            seed=self.seed,
            title=title,
            is_stopped=stopped.is_set,
        )

        def take(estimate: Estimate) -> None:
            with self._changing:
                if stopped.is_set():
                    return
                self.choose(now=estimate, running=estimate.games < estimate.asked)
            self._show()

        self._task = Task(pieces, take, failed=self._failed)

    def _failed(self, failure: Exception) -> None:
        self.choose(running=False)
        self._fail(failure)

    def stop(self) -> None:
        """Cancel the running estimate and discard late results."""
        with self._changing:
            self._stopped.set()
            self.choose(running=False)
        if self._task is not None:
            self._task.cancel()

    def set_aside(self) -> None:
        """Make the current estimate that of the previous deck."""
        self.stop()
        self.choose(now=None, before=self.trial.now or self.trial.before)

    def wait(self) -> None:
        """Wait until the estimate is done."""
        if self._task is not None:
            self._task.join()


# --- Growing estimates ---


def growing(
    options: Mapping[str, Any], *, bot: str, games: int, seed: int, title: str, is_stopped: Callable[[], bool]
) -> Iterator[Estimate]:
    """Yield better and better estimates, the last one from all `games`.

    Each is a simulation that starts with the first game, so `gh.simulate` with the same arguments gives the same
    result.
    """
    for count in stages(games):
        yield estimate_of(_simulated(options, bot, count, seed, is_stopped), title=title, asked=games)


def stages(games: int) -> list[int]:
    """Return the number of games behind each estimate.

    >>> stages(1000)
    [64, 256, 1000]
    """
    counts = []
    count = FIRST
    while count < games:
        counts.append(count)
        count *= GROWTH
    return [*counts, games]


def _simulated(
    options: Mapping[str, Any], bot: str, games: int, seed: int, is_stopped: Callable[[], bool]
) -> Simulation:
    def look(done: int, asked: int) -> None:
        if is_stopped():
            raise Stopped("the simulation was stopped")

    frames = ("games", "chapters")
    return gh.simulate(
        "guildhall", bots=bot, games=games, seed=seed, frames=frames, chunk=CHUNK, progress=look, **options
    )


def estimate_of(sim: Simulation, *, title: str, asked: int | None = None) -> Estimate:
    """Build the estimate of a deck from a simulation.

    >>> found = estimate_of(gh.simulate(games=50, seed=1, frames=("games", "chapters")), title="Old World Economy")
    >>> found.games, len(found.winners), sum(share.p for share in found.winners)
    (50, 2, 1.0)
    """
    winners = win_rate_by_seat(sim, order=True).select("p", "low", "high")
    unfinished = sim.games["winner"].null_count()
    return Estimate(
        title=title,
        bot=", ".join(dict.fromkeys(map(str, sim.bots))),
        seed=sim.seed,
        games=len(sim),
        asked=asked or len(sim),
        turns=_spread(sim, "turns"),
        decisions=_spread(sim, "decisions"),
        winners=tuple(Share(*row) for row in winners.iter_rows()),
        chapters=_chapters(sim),
        unfinished=Share(unfinished / len(sim), *wilson(unfinished, len(sim))),
    )


def _spread(sim: Simulation, unit: str) -> Spread:
    length = game_length(sim, unit=unit).row(0, named=True)
    low, high = (sim.games[unit].quantile(q, "nearest") for q in (0.05, 0.95))
    error = length["sd"] / sqrt(length["n"]) if length["n"] > 1 else 0.0
    return Spread(length["median"], low or 0.0, high or 0.0, length["longest"], length["mean"], error)


def _chapters(sim: Simulation) -> dict[str, Share]:
    """Return the share of each chapter among all completed ones, most common first."""
    names = list(sim.rules.vocabulary["chapter"])
    counted = sim.chapters.group_by("game").agg(
        *((pl.col("chapter") == name).sum().alias(name) for name in names), pl.len().alias("all chapters")
    )
    if counted.is_empty():
        return {}
    shares = {name: Share(*counted.select(ratio_columns(name, "all chapters")).row(0)) for name in names}
    return dict(sorted(shares.items(), key=lambda item: (-item[1].p, item[0])))
