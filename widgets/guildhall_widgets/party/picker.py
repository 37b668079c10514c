"""The party picker widget: decks, a Scenario and a Realm, and the party's chance to win."""

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
from guildhall.core.errors import BadSetup
from guildhall.core.rules import Rules
from guildhall.core.typed import read_seed
from guildhall.games import read_own_files, rules_for
from guildhall.games.hundred_halls.cards import Deck
from guildhall.games.hundred_halls.settings import shelf_of

from ..background import WorkingWidget, in_turn
from ..live import on, public
from ..messages import read_word
from ..odds.situation import read_whole
from ..render.numbers import percent
from ..table.widget import TableBelow
from .pages import GAMES, MOST_SEATS, Chance, Pairing, Picking, Shown, party_page, party_words

__all__ = ["GAME", "PartyPicker", "by_difficulty", "quick_bots"]

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
        return Shown(self.picking, of_kind("player"), scenarios, realms, self._bots, self._chances, running)

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

    @on("map")
    def draw_map(self) -> None:
        """Estimate the party's chance against every Scenario in every Realm."""
        self._check_whole()
        scenarios, realms = self._shelf.of_kind("scenario"), self._shelf.of_kind("realm")
        pairing = self.picking.pairing
        fields = [replace(pairing, scenario=scenario, realm=realm) for scenario in scenarios for realm in realms]
        self._ask("map", in_turn(*map(self._played, fields)))

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
