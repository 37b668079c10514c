"""The deck builder: professions, Masters, Houses and a VP deck, and at once what to expect of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from typing import Any

import guildhall as gh
from guildhall.bots import usual_bot
from guildhall.core.errors import BadSetup, short
from guildhall.core.typed import number_within, whole_number

from ..live import on
from ..table.widget import TableBelow
from .deck import GAME, Built, Choice, built, catalogue
from .estimate import Estimator
from .page import BOTS, GAMES, OWN_COPIES, TARGETS, Estimate, Trial, page, text

__all__ = ["DeckBuilder"]


class DeckBuilder(TableBelow):
    """Pick professions or whole sets and see what comes of it: warnings, length, balance, a new game.

    It begins with `cards` (a set, a list of sets or of professions) and the other options of a new game.
    `options` are those of the deck put together so far, `game` is the last one begun here, `estimate` what the last
    quick simulation says.

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
        # First, since also a builder that refuses its deck is stopped when it goes.
        self._estimator = Estimator(Trial(), seed=seed, show=self._show_estimate, fail=self._show_failure)
        if not isinstance(game, str) or game != GAME:
            raise BadSetup(f"the deck builder knows the cards of {GAME} alone, not those of {short(game)}")
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

    # --- What it gives ---

    @property
    def options(self) -> dict[str, Any]:
        """The options of a new game with this deck."""
        return dict(self._deck.options)

    @property
    def estimate(self) -> Estimate | None:
        """What the quick simulation says of this deck, if there was one."""
        return self._estimator.trial.now

    def page(self) -> str:
        """Everything to pick, and what comes of it."""
        return page(self._deck, self._book, self._estimator.trial, self._read)

    def text(self) -> str:
        """The deck in plain words."""
        return text(self._deck, self._estimator.trial)

    # --- Picking ---

    @on("pick")
    def pick(self, profession: str) -> None:
        """Put a profession into the deck, or take it out."""
        self._change(self._deck.choice.with_profession(profession, self._book))

    @on("set")
    def pick_set(self, set: str) -> None:
        """Put a whole set into the deck, or take it out."""
        self._change(self._deck.choice.with_set(set, self._book))

    @on("clear")
    def clear(self) -> None:
        """Take out all professions."""
        self._change(replace(self._deck.choice, picks={}))

    @on("read")
    def read(self, card: str) -> None:
        """Show a card in words; once more closes it."""
        found = self._book.card(card)
        self._read = None if self._read == card else card
        self.status = f"{found.name} in words." if self._read else "Closed."

    @on("close")
    def close_card(self) -> None:
        """Close the card in words."""
        self._read = None

    # --- Options ---

    @on("players")
    def choose_players(self, value: str | int) -> None:
        """Another number of players."""
        self._change(replace(self._deck.choice, players=_number(value, 2, 4, "players")))

    @on("target")
    def choose_target(self, value: str | int) -> None:
        """Another number of VP that wins."""
        self._change(replace(self._deck.choice, target=_number(value, *TARGETS, "VP to win")))

    @on("saga")
    def choose_saga(self, value: str) -> None:
        """A saga, or none."""
        self._change(replace(self._deck.choice, saga=value or None))

    @on("rules")
    def choose_rules(self, value: str) -> None:
        """Advanced or basic rules."""
        self._change(replace(self._deck.choice, rules=value))

    @on("masters")
    def with_masters(self, value: bool) -> None:
        """With or without the Chapter Masters."""
        self._change(replace(self._deck.choice, masters=value))

    @on("houses")
    def with_houses(self, value: bool) -> None:
        """With or without the Master Houses."""
        self._change(replace(self._deck.choice, houses=value))

    @on("vp")
    def choose_vp(self, value: str) -> None:
        """The VP deck of the sets, of another set, or one put together card by card."""
        start = self._deck.vp or next(iter(self._book.vp_decks.values()))
        self._change(replace(self._deck.choice, vp=dict(start) if value == OWN_COPIES else value or None))

    @on("copies")
    def change_copies(self, card: str, by: int) -> None:
        """One copy of a VP card more or less."""
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
        """Another bot for the estimate."""
        self._estimator.choose(bot=_bot(value))

    @on("games")
    def choose_games(self, value: str | int) -> None:
        """Another number of games for the estimate."""
        self._estimator.choose(games=_number(value, 1, max(GAMES), "games"))

    @on("by_itself")
    def estimate_by_itself(self, value: bool) -> None:
        """Estimate after every change, or when asked."""
        self._estimator.choose(by_itself=value)

    @on("estimate")
    def begin_estimate(self) -> None:
        """Play games in the background; better and better estimates come in."""
        if self._deck.problem:
            raise BadSetup(self._deck.problem)
        self._estimator.begin(self.options, self._deck.title)
        trial = self._estimator.trial
        self.status = f"Estimating {self._deck.title} with {trial.games:,} games by {trial.bot}."

    @on("stop")
    def stop_estimate(self) -> None:
        """End the estimate with what there is."""
        self._estimator.stop()
        self.status = "Stopped."

    def stop(self) -> None:
        """Stop estimating."""
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
        """Begin a game against bots with this deck and put its table below; each time another one."""
        game = gh.new_game(GAME, seed=self.seed, **self.options)
        bot = usual_bot(game.rules)
        self.lay(game, seat=0, bots=[None, *[bot] * (len(game.rules.seats) - 1)], pass_forced=True, quick=True)
        self.status = f"A new game with seed {self.seed} lies below, against {bot}; in Python it is builder.game."
        self.seed += 1


def _plain(value: Any) -> Any:
    """A list that can be gone through more than once; what is none is for the game to refuse."""
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


def _bot(name: str) -> str:
    if not isinstance(name, str) or name not in BOTS:
        raise BadSetup(f"there is no bot {short(name)}; the bots are {', '.join(BOTS)}")
    return name


def _number(value: str | int, low: int, high: int, what: str) -> int:
    """A whole number from the browser, within its bounds."""
    number = number_within(whole_number(value) if isinstance(value, str) else value, low, high)
    if number is None:
        raise BadSetup(f"{what} must be a whole number from {low} to {high}, not {short(value)}")
    return number
