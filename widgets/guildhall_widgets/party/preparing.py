"""The party picker and the Armory planner: a party with its chance to win, and purchases for a solo game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

import polars as pl
import traitlets

import guildhall as gh
from guildhall import odds
from guildhall.core.errors import BadSetup, short
from guildhall.core.game import Game
from guildhall.core.rules import Rules
from guildhall.core.typed import read_seed
from guildhall.games import read_own_files, rules_for
from guildhall.games.hundred_halls.cards import PURCHASES, Deck
from guildhall.games.hundred_halls.settings import shelf_of

from ..background import WorkingWidget, in_turn
from ..live import on, public
from ..messages import read_word
from ..odds.counting import read_whole
from ..odds.live_page import OptionOdds
from ..render.numbers import percent
from ..table.widget import TableBelow
from .pages import (
    DONE,
    GAMES,
    MOST_SEATS,
    TABS,
    Chance,
    Pairing,
    Picking,
    Plan,
    Shown,
    armory_page,
    armory_words,
    buying,
    party_page,
    party_words,
)

__all__ = ["ArmoryPlanner", "PartyPicker"]

GAME = "hundred-halls"
THREADS = max(1, (os.cpu_count() or 1) // 2)  # the other half is left for other clicks
_PAUSE = 0.3  # seconds between two redraws

Frames = Iterator[tuple[Pairing, pl.DataFrame]]


class PartyPicker(TableBelow, WorkingWidget):
    """Pick a party, a Scenario and a Realm of the Hundred Halls, and see the party's chance to win.

    party: decks, by default the usual ones for this number of `players`.
    bot: plays all seats in the counted games, by default the usual bot. `n` is the number of games.

    `party`, `scenario`, `realm`, `players` and `bot` are traits that can be set, observed and linked.
    `options` holds those of a new game with the current choice, `chances` is a frame of all results so far, and `game`
    is the last game started here.

    >>> picker = PartyPicker(["Aurie", "Zayn"], scenario="Black Council")
    >>> picker.act("pick", deck="Zayn")
    >>> picker.act("pick", deck="Mori")
    >>> picker.party
    ['Aurie', 'Mori']
    """

    party: traitlets.List[str] = public(
        traitlets.List(traitlets.Unicode()),
        lambda it: list(it.picking.pairing.party),
        lambda it, party: it._set_party(party),
    )
    scenario = public(
        traitlets.Unicode(), lambda it: it.picking.pairing.scenario, lambda it, name: it._set_scenario(name)
    )
    realm = public(traitlets.Unicode(), lambda it: it.picking.pairing.realm, lambda it, name: it._set_realm(name))
    players = public(traitlets.Int(2), lambda it: it.picking.players, lambda it, n: it._set_players(n))
    bot = public(traitlets.Unicode(), lambda it: it.picking.pairing.bot, lambda it, bot: it._set_bot(bot))

    def __init__(
        self,
        party: Sequence[str] | None = None,
        *,
        players: int | None = None,
        scenario: str | None = None,
        realm: str | None = None,
        head_start: bool = False,
        bot: str | None = None,
        n: int = GAMES[1],
        seed: int = 0,
        card_files: str | PathLike[str] | Iterable[str] = (),
    ) -> None:
        super().__init__(label="Party picker")
        self.tab = "parties"
        self._files = read_own_files(GAME, {"card_files": card_files} if card_files else {})
        given = {"party": party, "players": players, "scenario": scenario, "realm": realm, "head_start": head_start}
        named = {name: value for name, value in given.items() if value is not None}
        rules: Any = rules_for(GAME, {**self._files, **({"players": MOST_SEATS} if party is None else {}), **named})
        self._shelf, self._bots = shelf_of(rules.settled), quick_bots(rules)
        box, setup = rules.box, rules.settled
        decks = self._in_order(deck.name for deck in box.party)
        chosen = read_word(rules.usual_bot if bot is None else bot, self._bots, "quick bot")
        pairing = Pairing(decks, setup.scenario, setup.realm, setup.head_start, chosen)
        self.picking = Picking(pairing, len(decks), games=read_whole("games", n, 1, max(GAMES)))
        self.seed = read_seed(seed)
        self._chances: dict[Pairing, Chance] = {}
        self._question = ""
        self.refresh()

    # Results

    @property
    def options(self) -> dict[str, Any]:
        """The options of a new game with the current choice."""
        pairing = self.picking.pairing
        return {
            **self._files,
            "party": list(pairing.party),
            "scenario": pairing.scenario,
            "realm": pairing.realm,
            "head_start": pairing.head_start,
        }

    @property
    def chances(self) -> pl.DataFrame:
        """All results so far, one row for every party against a Scenario in a Realm."""
        rows = [
            (
                ", ".join(one.party),
                one.scenario,
                one.realm,
                one.head_start,
                one.bot,
                each.p,
                each.low,
                each.high,
                each.n,
            )
            for one, each in self._chances.items()
        ]
        words = dict.fromkeys(("party", "scenario", "realm"), pl.String)
        numbers = dict.fromkeys(("p", "low", "high"), pl.Float64)
        schema = {**words, "head_start": pl.Boolean, "bot": pl.String, **numbers, "n": pl.Int64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    def page(self) -> str:
        """Return the page."""
        return party_page(self._shown())

    def text(self) -> str:
        """Return the current choice and its chance as plain text."""
        return party_words(self._shown())

    def _shown(self) -> Shown:
        of_kind = self._shelf.of_kind
        scenarios, realms = (by_difficulty(of_kind(kind)) for kind in ("scenario", "realm"))
        running = self._question if self.is_working else ""
        known = self._bots, self._chances, running, self.tab
        return Shown(self.picking, of_kind("player"), scenarios, realms, *known)

    # Picking

    @on("pick")
    def _pick(self, deck: str) -> None:
        """Add a deck to the party, or remove it."""
        party, players = self.picking.pairing.party, self.picking.players
        self._known("player", deck)
        if deck not in party and len(party) == players:
            raise BadSetup(f"the party is complete; remove one of {', '.join(party)} first")
        self._set_party([each for each in party if each != deck] if deck in party else [*party, deck])

    @on("party")
    def _pick_party(self, party: str) -> None:
        self._set_party(party.split(", "))

    @on("leave out")
    def _leave_out(self, deck: str) -> None:
        """Exclude a deck from the comparison, or include it again."""
        away = self.picking.away ^ {self._known("player", deck)}
        self._change(replace(self.picking, away=away))

    @on("against")
    def _pick_against(self, scenario: str, realm: str) -> None:
        self._pair(scenario=self._known("scenario", scenario), realm=self._known("realm", realm))

    @on("scenario")
    def _set_scenario(self, value: str) -> None:
        self._pair(scenario=self._known("scenario", value))

    @on("realm")
    def _set_realm(self, value: str) -> None:
        self._pair(realm=self._known("realm", value))

    @on("bot")
    def _set_bot(self, value: str) -> None:
        self._pair(bot=read_word(value, self._bots, "quick bot"))

    @on("head start")
    def _set_head_start(self, value: bool) -> None:
        self._pair(head_start=value)

    @on("games")
    def _set_games(self, value: str | int) -> None:
        self._change(replace(self.picking, games=read_whole("games", value, 1, max(GAMES))))

    @on("players")
    def _set_players(self, value: str | int) -> None:
        """Change the number of players, keeping the first ones."""
        players = read_whole("players", value, 1, MOST_SEATS)
        pairing = replace(self.picking.pairing, party=self.picking.pairing.party[:players])
        self._change(replace(self.picking, pairing=pairing, players=players))

    def _set_party(self, party: Iterable[str]) -> None:
        decks = self._in_order(self._known("player", deck) for deck in party)
        if len(decks) > self.picking.players:
            raise BadSetup(f"{len(decks)} decks are too many for a party of {self.picking.players}")
        self._pair(party=decks)

    def _in_order(self, party: Iterable[str]) -> tuple[str, ...]:
        """Return a party in the order of the decks, so that it does not depend on the order of picking."""
        chosen = set(party)
        return tuple(deck for deck in self._shelf.of_kind("player") if deck in chosen)

    def _known(self, kind: str, name: str) -> str:
        return read_word(name, self._shelf.of_kind(kind), f"{kind} deck", error=BadSetup)

    def _pair(self, **changes: Any) -> None:
        self._change(replace(self.picking, pairing=replace(self.picking.pairing, **changes)))

    def _change(self, picking: Picking) -> None:
        """Apply new choices, and stop the running question if it is about something else."""
        if picking.basis(self._question) != self.picking.basis(self._question):
            self.stop()
        self.picking = picking
        chance = self._chances.get(picking.pairing)
        known = f"Chance to win: {percent(chance.p)}" if chance else "Not played yet"
        party = ", ".join(picking.pairing.party) or "nobody"
        self.status = f"{party} against {picking.pairing.scenario} in {picking.pairing.realm}. {known}."

    # Counting

    @on("estimate")
    def estimate(self) -> None:
        """Estimate the party's chance to win, with growing precision."""
        self._check_whole()
        self._ask("this", self._played(self.picking.pairing))

    @on("parties")
    def compare(self) -> None:
        """Estimate the chance of every party of the available decks."""
        picking = self.picking
        decks = [deck for deck in self._shelf.of_kind("player") if deck not in picking.away]
        if len(decks) < picking.players:
            raise BadSetup(f"{len(decks)} decks are available, too few for {picking.players} players")
        self._ask("parties", self._frames(picking.pairing, picking.players, decks))
        self.tab = "parties"

    @on("map")
    def draw_map(self) -> None:
        """Estimate the party's chance against every Scenario in every Realm."""
        self._check_whole()
        scenarios, realms = self._shelf.of_kind("scenario"), self._shelf.of_kind("realm")
        pairing = self.picking.pairing
        fields = [replace(pairing, scenario=scenario, realm=realm) for scenario in scenarios for realm in realms]
        self._ask("map", in_turn(*map(self._played, fields)))
        self.tab = "map"

    @on("tab")
    def _turn_to(self, value: str) -> None:
        self.tab = read_word(value, TABS, "tab")

    def _check_whole(self) -> None:
        lacking = self.picking.players - len(self.picking.pairing.party)
        if lacking:
            raise BadSetup(f"the party lacks {lacking} of its {self.picking.players} decks")

    def _ask(self, question: str, frames: Frames) -> None:
        self._question = question
        self.begin(frames, self._take, pause=_PAUSE)
        self.status = "Playing games."

    def _played(self, pairing: Pairing) -> Frames:
        return self._frames(pairing, len(pairing.party), list(pairing.party))

    def _frames(self, pairing: Pairing, players: int, decks: list[str]) -> Frames:
        """Yield frames of every party of some decks, with more and more games. The first step sets up all rules."""
        against: dict[str, Any] = {name: getattr(pairing, name) for name in ("scenario", "realm", "head_start")}
        asked: dict[str, Any] = {"bot": pairing.bot, "n": self.picking.games, "seed": self.seed, "threads": THREADS}
        for frame in odds.parties.watch(GAME, players=players, candidates=decks, **asked, **against, **self._files):
            yield pairing, frame

    def _take(self, piece: tuple[Pairing, pl.DataFrame]) -> None:
        pairing, frame = piece
        for row in frame.iter_rows(named=True):
            chance = Chance(row["p"], row["low"], row["high"], row["n"])
            self._chances[replace(pairing, party=tuple(row["party"].split(", ")))] = chance

    def finished(self) -> str:
        """Return the closing status line."""
        chance = self._chances.get(self.picking.pairing)
        return f"Done. Chance to win: {chance.told}" if chance else "Done."

    @on("stop")
    def _stop_playing(self) -> None:
        self.stop()
        self.status = "Stopped."

    # Beginning

    @on("start")
    def start_game(self) -> None:
        """Start a new game with the current choice and show its table below."""
        self._check_whole()
        self.lay(gh.new_game(GAME, seed=self.seed, **self.options))
        self.status = f"A new game with seed {self.seed} is below. In Python it is picker.game."
        self.seed += 1


def quick_bots(rules: Rules) -> tuple[str, ...]:
    """Return the bots that play whole games without roll-outs."""
    return tuple(name for name in rules.bots if not rules.searches(rules.weights(name)))


def by_difficulty(decks: Mapping[str, Deck]) -> dict[str, Deck]:
    """Return the decks from easiest to hardest."""
    return dict(sorted(decks.items(), key=lambda item: (item[1].difficulty, item[0])))


# --- The Armory planner ---


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
