"""Live odds: estimates from what a seat may know, and from nothing else."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.game import Game


@pytest.fixture(scope="module")
def game():
    """A game in its middle, at seat 0's action."""
    game = gh.new_game(players=3, first=0, seed=5)
    game.run("greedy", until=lambda game: game.table.turn_no >= 13 and game.decision.kind == "act")
    return game


def hidden_swapped(game: Game, seat: int) -> Game:
    """Another world that looks the same to the seat."""
    other = Game(game.rules, game.rules.resample(game.view(seat), seed=99), seed=0)
    assert other.table.hands != game.table.hands
    return other


def test_a_seats_odds_do_not_change_with_what_it_cannot_see(game):
    other = hidden_swapped(game, 0)

    assert gh.odds.chapters(game, 0, n=500, seed=3).equals(gh.odds.chapters(other, 0, n=500, seed=3))
    assert gh.odds.win(game, 0, n=300, seed=3).equals(gh.odds.win(other, 0, n=300, seed=3))


def test_odds_are_the_same_on_any_number_of_threads(game):
    one = gh.odds.chapters(game, 0, n=1100, seed=4, threads=1)

    assert one.equals(gh.odds.chapters(game, 0, n=1100, seed=4, threads=3))


def test_every_estimate_lies_in_its_interval_and_names_its_bot(game):
    frame = gh.odds.chapters(game, 0, turns=4, bot="heuristic", n=500)

    assert (frame["low"] <= frame["p"]).all()
    assert (frame["p"] <= frame["high"]).all()
    estimates = frame.filter(method="roll-out")
    assert estimates["bot"].unique().to_list() == ["heuristic"]
    assert estimates["chapter"].to_list() == list(game.rules.goals)


def test_more_turns_never_make_a_chapter_less_likely(game):
    few = gh.odds.chapters(game, 0, turns=1, n=1000, seed=2)["p"]
    many = gh.odds.chapters(game, 0, turns=6, n=1000, seed=2)["p"]

    # The same deals and coins, played on for longer: what is completed stays completed.
    assert (many >= few).all()
    assert many.sum() > few.sum()


def test_options_are_weighed_until_all_intervals_are_as_narrow_as_wished(game):
    frame = gh.odds.what_if(game, n=20_000, precision=0.1)
    before, last = list(gh.odds.what_if.watch(game, n=20_000, precision=0.1))[-2:]

    assert frame["n"][0] < 20_000
    assert (frame["high"] - frame["low"]).max() <= 0.2 < (before["high"] - before["low"]).max()
    assert last.equals(frame)


def test_a_wished_precision_stops_early(game):
    frame = gh.odds.chapters(game, 0, turns=1, n=20_000, precision=0.05)

    assert frame["n"][0] < 20_000
    assert ((frame["high"] - frame["low"]) <= 0.1).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_gives_what_is_known_so_far(game, threads):
    def interrupt(done: int, asked: int) -> None:
        assert asked == 5000
        if done >= 200:
            raise KeyboardInterrupt

    frame = gh.odds.chapters(game, 0, turns=1, n=5000, seed=6, threads=threads, progress=interrupt)

    assert frame.equals(gh.odds.chapters(game, 0, turns=1, n=200, seed=6))


def test_ctrl_c_before_anything_is_known_is_passed_on(game, monkeypatch):
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(game.rules, "roll_out", interrupt)

    with pytest.raises(KeyboardInterrupt):
        gh.odds.win(game, 0)


def test_a_certain_completion_has_the_chance_one():
    four = ["red", "blue", "green", "yellow"]
    game = gh.position(halls=[{"Farmer": four}, {}], hands=[["purple Farmer"], []], actions=1)

    frame = gh.odds.what_if(game, goal="Farmer", turns=1, n=250)

    assert frame.row(0, named=True)["option"] == "play purple Farmer"
    assert frame["p"][0] == 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"turns": 0}, "turns must be a whole number of at least 1"),
        ({"n": 0}, "n must be a whole number"),
        ({"precision": 2.0}, "precision must be between 0 and 1"),
    ],
)
def test_a_question_without_sense_is_refused(game, arguments, message):
    with pytest.raises(gh.BadOdds, match=message):
        gh.odds.chapters(game, 0, **arguments)


def test_an_unknown_chapter_is_refused(game):
    with pytest.raises(gh.BadOdds, match="unknown chapter 'Wever'"):
        gh.odds.what_if(game, goal="Wever", turns=2, n=10)
