"""The law of secrets at size: states that differ only in hidden choices are the same to everybody else.

The same view, text, page, prompt, error message, events and messages to the browser; of Orders half planned and
finished, and of stances.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from guildhall_widgets import TableWidget, render

import guildhall as gh
from guildhall.core.game import Game
from guildhall.games.guild_master.engine.knowledge import reshuffle_hidden
from guildhall.kernel.chance import generator

SECRET = ("team", "order", "gold", "stance")
POOL = 1024


def moments(players, seed, most):
    """Games at random secret plies."""
    game, coin, found = gh.new_game("guild-master", players=players, seed=seed, short=True), Random(seed), 0
    while not game.over and found < most:
        game.play(coin.choice(game.options))
        if not game.over and game.decision.kind in SECRET and coin.random() < 0.15:
            found += 1
            yield game


def stirred(game, seat, seed):
    """The same moment with other hidden choices of the others, all else alike; None if nothing could change."""
    state = game.state.copy()
    reshuffle_hidden(state[0], game.rules.compiled[0], seat, generator(seed), np.zeros(POOL, np.int64))
    return None if state.tobytes() == game.state.tobytes() else state


def shown(rules, state, seat, is_actor):
    """All that a seat is shown of a state."""
    view, decision = rules.view(state, seat), rules.decision(state)
    asked = (decision.prompt, decision.kind, decision.seat, *(decision.phrases if is_actor else ()))
    pages = (
        rules.text(view, None),
        rules.html(view, None),
        str(render.table(rules, view)),
        render.table(rules, view, decision),
    )
    return view, asked, pages, int(state[0]["plies"])


def told(rules, state, seat):
    """All that a table in the browser is sent for a seat, also when it asks nonsense."""
    widget = TableWidget(Game(rules, state.copy(), seed=1), seat=seat)
    said = [(widget.html, widget.status, widget.text())]
    for do, data in (("option", {"option": 10**6}), ("why", {"phrase": "contract 1"}), ("option", {"option": "x"})):
        widget.act(do, **data)
        said.append((widget.html, widget.status, widget.error, widget.label))
    widget.close()
    return said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_choices_change_nothing_that_anybody_else_is_shown(players):
    compared = 0
    for seed in range(4):
        for game in moments(players, 100 * players + seed, 12):
            rules = game.rules
            for seat in range(players):
                other = stirred(game, seat, compared + 1)
                if other is None:
                    continue
                is_actor = game.decision.seat == seat
                assert shown(rules, other, seat, is_actor) == shown(rules, game.state, seat, is_actor)
                assert Game(rules, other, seed=1).explain("fly", seat=seat) == Game(rules, game.state, seed=1).explain(
                    "fly", seat=seat
                )
                compared += 1

    assert compared > 40


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_choices_change_no_message_to_the_browser(players):
    compared = 0
    for seed in range(3):
        for game in moments(players, seed, 4):
            for seat in range(players):
                other = stirred(game, seat, seed + 1)
                if other is not None:
                    assert told(game.rules, other, seat) == told(game.rules, game.state, seat)
                    compared += 1

    assert compared > 10


def test_the_comparison_notices_an_order_that_is_shown():
    game = next(game for game in moments(2, 3, 99) if game.decision.seat == 1)
    state = stirred(game, 0, 5)

    assert render.table(game.rules, game.rules.table(state)) != render.table(game.rules, game.table)


@pytest.mark.parametrize("bot", ["greedy", "odds"])
def test_no_bot_chooses_by_what_others_have_hidden(bot):
    compared = 0
    for seed in range(10):
        for game in moments(3, 500 + seed, 20):
            seat = game.decision.seat
            other = stirred(game, seat, seed + 1)
            if other is not None:
                row, coins = game.rules.weights(bot), generator(7)
                choices = {int(game.rules.choose(state, row, coins.copy())) for state in (game.state, other)}
                assert len(choices) == 1
                compared += 1

    assert compared > 40
