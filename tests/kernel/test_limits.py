"""What the kit counts itself, so that a game that forgets it, or declares too little, does no harm."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

import guildhall as gh
from guildhall.core.errors import TooManyOptions
from tests.example.merry_go_round import CROWDED, GAME


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    for game in (GAME, CROWDED):
        monkeypatch.setitem(import_module("guildhall.games")._registered, game.name, game)


def test_plies_are_counted_for_a_game_that_does_not_count_them():
    game = gh.new_game("merry-go-round", seed=1)
    for _ in range(5):
        game.play(game.options[0])

    assert game.state["plies"][0] == 5
    game.run("random")
    assert (game.ply, game.outcome.reason) == (50, "unfinished")


def test_every_game_ends_in_bulk_even_if_its_rules_never_end_it():
    rules = GAME.make_rules({})
    game = gh.new_game("merry-go-round", seed=1)
    game.play("wave")
    assert game.state["plies"][0] == 1  # else the games below would never end

    games = gh.simulate("merry-go-round", bots="random", games=8, seed=3).games
    assert games["plies"].to_list() == [50] * 8
    assert games["reason"].to_list() == ["unfinished"] * 8
    rolled = rules.roll_out(game.view(0), rules.weights("random"), np.arange(4, dtype=np.uint64))
    assert len(rolled.points) == 4


def test_each_choice_of_a_bot_has_a_throw_of_its_own():
    game = gh.new_game("merry-go-round", seed=1)
    game.run("random")

    assert {"wave", "sit", "sing"} == set(game.record.phrases)


@pytest.mark.parametrize(
    "play",
    [
        lambda: gh.new_game("crowded", seed=1).options,
        lambda: gh.simulate("crowded", bots="random", games=4, seed=1),
        lambda: gh.new_game("crowded", seed=1).run("random"),
    ],
)
def test_more_options_than_declared_are_an_error_that_names_the_limit(play):
    with pytest.raises(TooManyOptions, match=r"offers more than 2 options in a decision; raise most_options"):
        play()
