"""Pairs of games that differ only in what one seat cannot know."""

from __future__ import annotations

from itertools import count
from random import Random

import guildhall as gh
from guildhall.core.game import Game

SETTINGS = {
    "guildhall": {"cards": "old-world", "players": 2},
    "advyria": {"players": 2},
    "guild-master": {"players": 2, "short": True},
}
SEAT = 0
_CREATED = "2026-01-01T00:00:00+00:00"


def pair(name, seed=0, *, plies=4):
    """Two games in which the other seat begins with another hand, played on without seat 0 noticing a difference."""
    if name == "guild-master":
        return _planned(seed)
    return next(found for number in count(100 * seed) if (found := _pair(name, number, plies))[0].ply == plies)


def _planned(seed):
    """Two games of Guild Master in which seat 0 has planned, and the other seat plans differently behind its screen."""
    laid = {"recruits": [["Cixi"], []], "private": [["Steal Battle Plans"], ["Confront Blasphemers"]], "gold": [12, 12]}
    begun = gh.position("guild-master", **laid, **SETTINGS["guild-master"], seed=seed)
    rules = begun.rules
    world = rules.resample(begun.view(SEAT), seed + 1)
    games = [Game(rules, state, seed=seed, created=_CREATED) for state in (begun.state, world)]
    coins = [Random(seed), Random(seed)]
    while games[0].decision.seat == SEAT:
        for game, coin in zip(games, coins, strict=True):
            game.play(coin.choice(game.options).id)
    for number, game in enumerate(games):
        for _ in range(3):
            game.play(game.options[min(number, len(game.options) - 1)].id)
    return tuple(games)


def _pair(name, seed, plies):
    game = gh.new_game(name, seed=seed, **SETTINGS[name])
    coin = Random(seed)
    while not game.over and (game.ply < 40 or (game.decision.seat, game.decision.kind) != (1, "act")):
        game.play(coin.choice(game.options))
    rules, state = game.rules, game.state
    world = rules.resample(rules.view(state, SEAT), seed + 1)
    one, other = (_begun(rules, each, seed) for each in (state, world))
    while one.ply < plies and hidden(one) != hidden(other) and (move := _unnoticed(one, other, coin)) is not None:
        one.play(move)
        other.play(move)
    return one, other


def _begun(rules, state, seed):
    """A game from a state on; where a record must begin with a position, one is laid as the state has it."""
    if rules.fault(state) is not None:
        table = rules.table(state)
        laid = {name: getattr(table, name) for name in _LAID}
        state = gh.position(rules.game, **laid, to_play=table.turn, seed=seed, **SETTINGS[rules.game]).state
    return Game(rules, state, seed=seed, created=_CREATED)


_LAID = (
    "halls",
    "hands",
    "areas",
    "completed",
    "tokens",
    "vp_cards",
    "discard",
    "deck",
    "vp_row",
    "vp_deck",
    "actions",
)


def hidden(game):
    """What the other seat knows, the hand first of all."""
    return game.rules.know(game.state, 1).tobytes()


def _unnoticed(one, other, coin):
    """An option that both have, and by which the games do not begin to look different."""
    shared = sorted({option.id for option in one.options} & {option.id for option in other.options})
    for move in coin.sample(shared, len(shared)):
        tries = [one.branch(), other.branch()]
        for game in tries:
            game.play(move)
        if look_same(*tries):
            return move
    return None


def look_same(one, other):
    """Whether seat 0 sees and has heard the same in both games, all the way."""
    return one.ply == other.ply and heard(one) == heard(other) and views(one) == views(other)


def views(game):
    return [game.rules.view(state, SEAT) for state in states(game)]


def heard(game):
    return [event.as_seen_by(SEAT) for event in game.events]


def states(game):
    return [game.line.state_at(ply) for ply in range(game.ply + 1)]


def phrases_of(*games):
    """Whatever might be asked about the games: the phrases of all their decisions, every card behind every verb."""
    told = {phrase for game in games for state in states(game) for phrase in game.rules.decision(state).phrases}
    names = games[0].rules.names
    kinds = names.kinds if hasattr(names, "kinds") else (*names.adventurers, *names.contracts)[::12]
    cards = {said.format(card) for said in _SAID for card in kinds}
    numbers = {f"{verb} {n}" for verb in ("tier", "buy", "player", "rob player") for n in range(5)}
    fields = {f"{verb} {field}" for verb in ("move to", "look at") for field in getattr(names, "fields", ())[::4]}
    return sorted(told | cards | numbers | fields | {"refresh", "done", "no tier", "end turn", "nonsense", "²"})


_SAID = ("{}", "play {}", "discard {}", "complete {}", "play 2 {}", "play 3 {} + 1 joker", "play 3 {} as Warrior")
