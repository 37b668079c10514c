"""How strong the bots are that search, what a decision costs them, and that they know no more than their seat.

Every match has one bot on each seat in turn, among equal rivals; a share has its 95 % interval.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from statistics import median
from typing import Any

import guildhall as gh
from guildhall.bots import bot
from guildhall.core.capabilities import PlaysByWeights, Spec, required
from guildhall.core.game import Game
from guildhall.core.intervals import wilson
from guildhall.kernel.chance import generator

__all__ = ["MATCHES", "Match", "measure_strength"]


@dataclass(frozen=True)
class Match:
    """One bot among equal rivals; `wanted` is the share of games that it has to win."""

    game: str
    rival: Spec
    players: int = 2
    cards: str | None = None
    bot: Spec = "strong"
    wanted: float = 0.5

    @property
    def options(self) -> dict[str, Any]:
        """What the game is set up with."""
        return {"players": self.players, **({} if self.cards is None else {"cards": self.cards})}

    def __str__(self) -> str:
        cards = f", {self.cards}" if self.cards else ""
        return f"{self.game}{cards}, {self.players} players: {self.bot} among {self.rival}"


def _guildhall(cards: str) -> Iterator[Match]:
    yield Match("guildhall", "greedy", 2, cards, wanted=0.95)
    yield Match("guildhall", "heuristic", 2, cards, wanted=0.9)
    yield Match("guildhall", "greedy", 3, cards, wanted=0.8)
    yield Match("guildhall", "greedy", 4, cards, wanted=0.7)


MATCHES = (
    *_guildhall("old-world"),
    *_guildhall("fellowship"),
    *_guildhall("gathering"),
    Match("advyria", "memory"),
    Match("guild-master", "odds"),
    *(
        Match("guildhall", easier, 2, "old-world", bot=level, wanted=0.65)
        for easier, level in (("beginner", "easy"), ("easy", "medium"), ("medium", "strong"))
    ),
)


def measure_strength(games: int, pairs: int, only: str = "") -> dict[str, Any]:
    """Play every match whose name holds `only`, time decisions, compare pairs of worlds; prints as it goes."""
    played = {str(match): _play(match, games) for match in MATCHES if games and only in str(match)}
    return {"strength": played, "decision_ms": _time_decisions(), "pairs": _compare(pairs)}


def _play(match: Match, games: int) -> dict[str, Any]:
    wins = played = 0
    for seat in range(match.players):
        bots = [match.rival] * match.players
        bots[seat] = match.bot
        share = (games + match.players - 1) // match.players
        sim = gh.simulate(match.game, bots=bots, games=share, seed=1 + seat, frames="games", **match.options)
        wins += int((sim.games["winners"].to_numpy() >> seat & 1).sum())
        played += len(sim)
    low, high = wilson(wins, played)
    verdict = "" if high >= match.wanted else f"  BELOW {match.wanted}"
    print(f"{match}: {wins / played:.3f} [{low:.3f}, {high:.3f}] of {played} games{verdict}", flush=True)
    return {"share": wins / played, "low": low, "high": high, "games": played, "wanted": match.wanted}


def _moments(game: Game, name: str) -> Iterator[Game]:
    """The real decisions of a game that a bot plays."""
    while not game.over:
        if len(game.options) > 1:
            yield game
        game.play(bot(name, seat=game.decision.seat, seed=game.seed).choose(game))


def _time_decisions() -> dict[str, float]:
    """The median CPU time of a decision of `strong` in Old World, in milliseconds, by the number of players."""
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
    """Decisions in worlds that differ only in what their seat cannot know, in all games."""
    differing = 0
    for moment in islice(_many_moments(), pairs):
        other = moment.rules.resample(moment.view(moment.decision.seat), moment.seed + moment.ply)
        differing += _chosen(moment, moment.state, "medium") != _chosen(moment, other, "medium")
    print(f"pairs of worlds that look the same to the seat: {pairs}; decided otherwise: {differing}", flush=True)
    return {"compared": pairs, "differing": differing}


def _many_moments() -> Iterator[Game]:
    """Every fifth ply of games of all kinds, as far as there is something to choose."""
    for seed in count():
        game = ("guildhall", "advyria", "guild-master", "hundred-halls")[seed % 4]
        for moment in _moments(gh.new_game(game, players=2 + seed % 2, seed=seed), "greedy"):
            if moment.ply % 5 == 0:
                yield moment


def _chosen(game: Game, state: Any, bot: Spec) -> int:
    rules = required(game.rules, PlaysByWeights)
    return rules.choose(state, rules.weights(bot), generator(game.seed, 1 + game.decision.seat))
