"""The Armory planner widget: what to buy for a solo game of the Hundred Halls, and its effect on the chance to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any

import polars as pl
import traitlets

import guildhall as gh
from guildhall import odds
from guildhall.core.errors import BadSetup, short
from guildhall.core.game import Game
from guildhall.core.typed import read_seed
from guildhall.games import read_own_files
from guildhall.games.hundred_halls.cards import PURCHASES
from guildhall.games.hundred_halls.settings import shelf_of

from ..background import WorkingWidget
from ..live import on, public
from ..messages import read_word
from ..odds.live_page import OptionOdds
from ..odds.situation import read_whole
from ..render.numbers import percent
from ..table.widget import TableBelow
from .pages import DONE, Plan, armory_page, armory_words, buying
from .picker import GAME, THREADS, by_difficulty, quick_bots

__all__ = ["ArmoryPlanner"]

_PAUSE = 0.3  # seconds between two redraws
_NAMES = {line.name: line for line in PURCHASES}


class ArmoryPlanner(TableBelow, WorkingWidget):
    """Spend the Armory points of a solo game, and see how each purchase changes the chance to win.

    bot: spends the rest and plays the roll-outs, by default the usual bot. `n` is the number of roll-outs for each
    purchase.

    `deck`, `scenario`, `realm`, `bot` and `bought` are traits that can be set, observed and linked.
    `left` is the number of points left, `new_game()` returns a game with these purchases, and `game` is the last one
    started here.

    >>> planner = ArmoryPlanner("Aurie", scenario="Black Council")
    >>> planner.act("buy", purchase="+10 hit points (10 points)")
    >>> planner.left, planner.bought
    (50, ['+10 hit points (10 points)'])
    """

    deck = public(traitlets.Unicode(), lambda it: it._against["party"][0], lambda it, name: it._set_deck(name))
    scenario = public(traitlets.Unicode(), lambda it: it._against["scenario"], lambda it, name: it._set_scenario(name))
    realm = public(traitlets.Unicode(), lambda it: it._against["realm"], lambda it, name: it._set_realm(name))
    bot = public(traitlets.Unicode(), lambda it: it._bot, lambda it, bot: it._set_bot(bot))
    bought: traitlets.List[str] = public(
        traitlets.List(traitlets.Unicode()), lambda it: list(it._bought), lambda it, names: it._set_bought(names)
    )

    def __init__(
        self,
        deck: str = "Aurie",
        *,
        scenario: str | None = None,
        realm: str | None = None,
        bought: Sequence[str] = (),
        bot: str | None = None,
        n: int = 1600,
        seed: int = 0,
        card_files: str | PathLike[str] | Iterable[str] = (),
    ) -> None:
        super().__init__(label="Armory planner")
        self.seed, self._n = read_seed(seed), read_whole("n", n, 1, 100_000)
        named = {name: value for name, value in (("scenario", scenario), ("realm", realm)) if value is not None}
        files = read_own_files(GAME, {"card_files": card_files} if card_files else {})
        self._odds: dict[str, OptionOdds] = {}
        self._is_asked = False  # True if estimates are wanted
        self._bought: tuple[str, ...] = ()
        self._begin_with({**files, "party": [deck], "armory": True, **named}, bought)
        rules: Any = self._planned.rules
        settled = rules.settled
        self._against |= {"party": [rules.box.party[0].name], "scenario": settled.scenario, "realm": settled.realm}
        self._shelf, self._bots = shelf_of(settled), quick_bots(rules)
        self._bot = read_word(rules.usual_bot if bot is None else bot, self._bots, "quick bot")
        self.refresh()

    # Results

    @property
    def left(self) -> int:
        """The points left."""
        return int(self._planned.table.armory)

    @property
    def points(self) -> int:
        """The points at the start."""
        return self.left + sum(_NAMES[name].points for name in self._bought)

    def new_game(self, seed: int | None = None) -> Game:
        """Return a new game with these purchases, at the choice of starting cards, if any."""
        game = self._set_up(self._against, self._bought, self.seed if seed is None else seed)
        game.play(DONE)
        return game

    def page(self) -> str:
        """Return the page."""
        return armory_page(self._plan())

    def text(self) -> str:
        """Return the plan as plain text."""
        return armory_words(self._plan())

    def _plan(self) -> Plan:
        of_kind = self._shelf.of_kind
        return Plan(
            deck=self._against["party"][0],
            scenario=self._against["scenario"],
            realm=self._against["realm"],
            decks=of_kind("player"),
            scenarios=by_difficulty(of_kind("scenario")),
            realms=by_difficulty(of_kind("realm")),
            bots=self._bots,
            bot=self._bot,
            points=self.points,
            left=self.left,
            bought=self._bought,
            legal=frozenset(self._planned.decision.phrases),
            bot_plan=self._rest(),
            odds=self._odds,
            is_running=self.is_working,
        )

    def _rest(self) -> tuple[str, ...]:
        """Return what the bot would buy with the remaining points."""
        game = self._planned.branch()
        game.run(self._bot, until=lambda game: game.decision.kind != "armory")
        bought: list[str] = list(game.table.bought)
        for name in self._bought:
            bought.remove(name)
        return tuple(bought)

    # Spending

    @on("buy")
    def _buy(self, purchase: str) -> None:
        self._set_bought([*self._bought, read_word(purchase, _NAMES, "purchase")])

    @on("give back")
    def _give_back(self, number: int) -> None:
        if not 0 <= number < len(self._bought):
            raise BadSetup(f"there is no purchase number {number}")
        self._set_bought([name for at, name in enumerate(self._bought) if at != number])

    @on("take plan")
    def _take_plan(self) -> None:
        """Buy what the bot would buy."""
        self._set_bought([*self._bought, *self._rest()])

    @on("deck")
    def _set_deck(self, value: str) -> None:
        self._play({"party": [self._known("player", value)]})

    @on("scenario")
    def _set_scenario(self, value: str) -> None:
        self._play({"scenario": self._known("scenario", value)})

    @on("realm")
    def _set_realm(self, value: str) -> None:
        self._play({"realm": self._known("realm", value)})

    @on("bot")
    def _set_bot(self, value: str) -> None:
        self._bot = read_word(value, self._bots, "quick bot")
        self._look()

    def _known(self, kind: str, name: str) -> str:
        return read_word(name, self._shelf.of_kind(kind), f"{kind} deck", error=BadSetup)

    def _set_bought(self, names: Sequence[str]) -> None:
        self._begin_with(self._against, names)
        self._look()

    def _play(self, changes: dict[str, Any]) -> None:
        """Change the deck or the opponents. All purchases are undone, because there may be fewer points."""
        self._begin_with({**self._against, **changes}, ())
        self._look()

    def _begin_with(self, against: dict[str, Any], names: Sequence[str]) -> None:
        self._planned = self._set_up(against, names, self.seed)
        self._against, self._bought = against, tuple(names)

    def _set_up(self, against: dict[str, Any], names: Sequence[str], seed: int) -> Game:
        """Return a game in the Armory with these purchases, or raise BadSetup."""
        game = gh.new_game(GAME, seed=seed, **against)
        for name in names:
            if not isinstance(name, str) or name not in _NAMES:
                raise BadSetup(f"unknown purchase {short(name)}; expected one of {', '.join(_NAMES)}")
            game.play(buying(_NAMES[name]))
        return game

    # Estimating

    @on("estimate")
    def estimate(self) -> None:
        """Estimate the chance to win with each purchase, and again after every change until stopped."""
        self._is_asked = True
        self._look()

    @on("stop")
    def _stop_rolling(self) -> None:
        self._is_asked = False
        self.stop()
        self.status = "Stopped."

    def _look(self) -> None:
        self.stop()
        self._odds = {}
        self.status = f"{self.left} of {self.points} points left."
        if self._is_asked:
            asked: dict[str, Any] = {"bot": self._bot, "n": self._n, "seed": self.seed, "threads": THREADS}
            self.begin(odds.what_if.watch(self._planned.branch(), **asked), self._take, pause=_PAUSE)

    def _take(self, frame: pl.DataFrame) -> None:
        rows = (OptionOdds(**row) for row in frame.drop("method").iter_rows(named=True))
        self._odds = {row.option: row for row in rows}

    def finished(self) -> str:
        """Return the closing status line."""
        best = next(iter(self._odds.values()))
        return f"Best so far: {best.option}, {percent(best.p)} to win."

    # Beginning

    @on("start")
    def start_game(self) -> None:
        """Start a new game with these purchases and show its table below."""
        self.lay(self.new_game())
        self.status = f"A new game with seed {self.seed} is below. In Python it is planner.game."
        self.seed += 1
