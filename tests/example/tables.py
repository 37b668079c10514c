"""Tables of Market Day at which its tests begin."""

from __future__ import annotations

import guildhall as gh


def begun(plies=0, players=2, seed=1, **settings):
    """A game after some plies of chance."""
    game = gh.new_game("market-day", players=players, seed=seed, **settings)
    game.run("random", until=lambda game: game.ply >= plies)
    return game


def position(hand, unseen=(9, 7, 5, 5), *, others=()):
    """A game in which the seat that decides holds these wares."""
    game = gh.new_game("market-day", players=2, seed=1)
    state = game.state
    state["hand"][0, 0], state["held"][0, 0] = hand, sum(hand)
    if others:
        state["hand"][0, 1], state["held"][0, 1] = others, sum(others)
    state["unseen"][0], state["left"] = unseen, sum(unseen)
    return gh.Game(game.rules, state)
