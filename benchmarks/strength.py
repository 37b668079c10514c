"""Measure the strength and cost of searching bots, and check that they use no hidden information.

Every match has one bot on each seat in turn, among equal rivals.
In cooperative games the bot has all seats, then its rival has them in the same games.
Shares have 95 % intervals.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

import guildhall as gh
from guildhall.bots import bot
from guildhall.core.chances import paired, wilson
from guildhall.core.game import Game
from guildhall.core.rules import Spec
from guildhall.kernel.chance import generator

__all__ = ["MATCHES", "Battle", "Match", "measure_strength"]


@dataclass(frozen=True)
class Match:
    """One bot among equal rivals, with `wanted` as the share of games it has to win."""

    game: str
    rival: Spec
    players: int = 2
    cards: str | None = None
    bot: Spec = "strong"
    wanted: float = 0.5

    @property
    def options(self) -> dict[str, Any]:
        """The settings of the game."""
        return {"players": self.players, **({} if self.cards is None else {"cards": self.cards})}

    def __str__(self) -> str:
        cards = f", {self.cards}" if self.cards else ""
        return f"{self.game}{cards}, {self.players} players: {self.bot} among {self.rival}"

    def play(self, games: int) -> dict[str, Any]:
        """Play `games` games, divided among the seats."""
        share = (games + self.players - 1) // self.players
        wins = sum(int(self._won_from(seat, share).sum()) for seat in range(self.players))
        low, high = wilson(wins, played := share * self.players)
        verdict = "" if high >= self.wanted else f"  BELOW {self.wanted}"
        print(f"{self}: {wins / played:.3f} [{low:.3f}, {high:.3f}] of {played} games{verdict}", flush=True)
        return {"share": wins / played, "low": low, "high": high, "games": played, "wanted": self.wanted}

    def _won_from(self, seat: int, games: int) -> NDArray[np.int64]:
        bots = [self.rival] * self.players
        bots[seat] = self.bot
        return _won(self.game, bots, games, seat, seed=1 + seat, **self.options)


@dataclass(frozen=True)
class Battle:
    """One bot on all seats of the Hundred Halls, compared with a rival in the same games."""

    scenario: str
    realm: str
    players: int
    rival: str = "team"
    bot: str = "strong"

    def __str__(self) -> str:
        return f"hundred-halls, {self.scenario} in {self.realm}, {self.players} players: {self.bot} beside {self.rival}"

    def play(self, games: int) -> dict[str, Any]:
        """Play `games` games with each bot."""
        ours, theirs = self._won_by(self.bot, games), self._won_by(self.rival, games)
        ahead, low, high = paired(int((ours > theirs).sum()), int((ours < theirs).sum()), games)
        verdict = "" if low > 0 else "  NOT BEYOND DOUBT"
        shares = f"{ours.mean():.3f} against {theirs.mean():.3f}"
        print(f"{self}: {shares}, {ahead:+.3f} [{low:+.3f}, {high:+.3f}] of {games} games each{verdict}", flush=True)
        return {"share": float(ours.mean()), "rival": float(theirs.mean()), "low": low, "high": high, "games": games}

    def _won_by(self, bot: str, games: int) -> NDArray[np.int64]:
        options = {"players": self.players, "scenario": self.scenario, "realm": self.realm}
        return _won("hundred-halls", [bot] * self.players, games, seat=0, seed=1, **options)


def _won(game: str, bots: list[Spec], games: int, seat: int, seed: int, **options: Any) -> NDArray[np.int64]:
    """Return 1 for every game that a seat wins, else 0."""
    sim = gh.simulate(game, bots=bots, games=games, seed=seed, frames="games", **options)
    return np.asarray(sim.games["winners"].to_numpy() >> seat & 1, np.int64)


def _guildhall(cards: str) -> Iterator[Match]:
    yield Match("guildhall", "greedy", 2, cards, wanted=0.95)
    yield Match("guildhall", "heuristic", 2, cards, wanted=0.9)
    yield Match("guildhall", "greedy", 3, cards, wanted=0.8)
    yield Match("guildhall", "greedy", 4, cards, wanted=0.7)


MATCHES: tuple[Match | Battle, ...] = (
    *_guildhall("old-world"),
    *_guildhall("fellowship"),
    *_guildhall("gathering"),
    Match("advyria", "memory"),
    Match("guild-master", "odds"),
    Battle("Aepep", "City of Sorcery", 1),
    Battle("Citadel of Broken Dreams", "Caer Corsydd", 2),
    Battle("Diamond Court", "Danir", 2),
    Battle("Diamond Court", "Caer Corsydd", 4),
    *(
        Match("guildhall", easier, 2, "old-world", bot=level, wanted=0.65)
        for easier, level in (("beginner", "easy"), ("easy", "medium"), ("medium", "strong"))
    ),
)


def measure_strength(games: int, pairs: int, only: str = "") -> dict[str, Any]:
    """Play every match whose name contains `only`, time decisions and compare pairs of worlds, printing results."""
    played = {str(match): match.play(games) for match in MATCHES if games and only in str(match)}
    return {"strength": played, "decision_ms": _time_decisions(), "pairs": _compare(pairs)}


def _moments(game: Game, name: str) -> Iterator[Game]:
    """Yield the decisions of a bot's game that have two or more options."""
    while not game.over:
        if len(game.options) > 1:
            yield game
        game.play(bot(name, seat=game.decision.seat, seed=game.seed).choose(game))


def _time_decisions() -> dict[str, float]:
    """Return the median CPU milliseconds of a decision of `strong` in Old World, by the number of players."""
    found = {}
    for players in (2, 3, 4):
        taken = []
        for game in _moments(gh.new_game("guildhall", players=players, cards="old-world", seed=1), "greedy"):
            begin = time.process_time()
            _chosen(game, game.state, "strong")
            taken.append(1000 * (time.process_time() - begin))
        found[str(players)] = median(taken)
        print(f"a decision with {players} players: {median(taken):.1f} ms (median), {max(taken):.1f} ms at most")
    return found


def _compare(pairs: int) -> dict[str, int]:
    """Compare decisions in worlds that differ only in what their seat cannot know, in all games."""
    differing = 0
    for moment in islice(_many_moments(), pairs):
        other = moment.rules.resample(moment.view(moment.decision.seat), moment.seed + moment.ply)
        differing += _chosen(moment, moment.state, "strong") != _chosen(moment, other, "strong")
    print(f"pairs of worlds that look the same to the seat: {pairs}, decided differently: {differing}", flush=True)
    return {"compared": pairs, "differing": differing}


def _many_moments() -> Iterator[Game]:
    """Yield every fifth ply of games of all kinds if it offers a choice."""
    for seed in count():
        game = ("guildhall", "advyria", "guild-master", "hundred-halls")[seed % 4]
        for moment in _moments(gh.new_game(game, players=2 + seed % 2, seed=seed), "greedy"):
            if moment.ply % 5 == 0:
                yield moment


def _chosen(game: Game, state: Any, bot: Spec) -> int:
    rules = game.rules
    return rules.choose(state, rules.weights(bot), generator(game.seed, 1 + game.decision.seat))
