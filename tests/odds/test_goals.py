"""Odds of goals for every game that has some, under the game's own word; victories of several seats."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall import odds
from guildhall.core.game import Game
from guildhall.kernel.chance import series
from tests.core import toy

SHARED = 4852825551221825194  # three greedy bots play Advyria, and seats 0 and 2 win together


def middle(name, **options):
    game = gh.new_game(name, seed=5, first=0, **options)
    game.run("greedy", until=lambda game: game.table.turn_no >= 9 and len(game.options) > 1)
    return game


@pytest.fixture(scope="module")
def guildhall():
    return middle("guildhall", players=3)


@pytest.fixture(scope="module")
def advyria():
    return middle("advyria", players=2)


@pytest.fixture(scope="module")
def shared():
    game = gh.new_game("advyria", players=3, seed=SHARED)
    game.run("greedy")
    assert game.outcome.winners == (0, 2)
    return game


# --- goals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["guildhall", "advyria"])
def test_every_goal_of_a_game_has_its_estimate(request, name):
    game = request.getfixturevalue(name)

    frame = odds.goals(game, 0, 2, n=300, seed=1)

    assert frame.columns == ["goal", "p", "low", "high", "method", "bot", "n"]
    assert frame.filter(method="roll-out")["goal"].to_list() == list(game.rules.goals)
    assert 0 < frame["p"].max() <= 1


def test_goals_are_those_that_the_roll_outs_reached(advyria):
    rolled = advyria.rules.roll_out(advyria.view(1), advyria.rules.weights("memory"), series(4, 0, 200), turns=3)

    frame = odds.goals(advyria, 1, 3, bot="memory", n=200, seed=4)

    assert frame["p"].to_list() == rolled.goals.mean(axis=0).tolist()


def test_only_goals_that_are_completed_by_drawing_have_exact_rows(guildhall, advyria):
    assert set(odds.goals(guildhall, guildhall.decision.seat, n=50)["method"]) == {"roll-out", "exact"}
    assert set(odds.goals(advyria, advyria.decision.seat, n=50)["method"]) == {"roll-out"}


def test_chapters_are_goals_by_another_name(guildhall):
    goals = odds.goals(guildhall, 0, 2, bot="heuristic", n=300, seed=2)

    assert odds.chapters(guildhall, 0, 2, bot="heuristic", n=300, seed=2).equals(goals.rename({"goal": "chapter"}))
    assert [frame.columns[0] for frame in odds.chapters.watch(guildhall, 0, 2, n=60)] == ["chapter", "chapter"]
    assert list(odds.goals.watch(guildhall, 0, 2, bot="heuristic", n=300, seed=2))[-1].equals(goals)
    assert list(odds.win.watch(guildhall, 0, n=300, seed=2))[-1].equals(odds.win(guildhall, 0, n=300, seed=2))


def test_options_are_weighed_by_a_goal(guildhall, advyria):
    by_goal = odds.what_if(guildhall, goal="Weaver", turns=2, n=100, seed=3)
    assert list(odds.what_if.watch(guildhall, goal="Weaver", turns=2, n=100, seed=3))[-1].equals(by_goal)

    goal = odds.goals(advyria, advyria.decision.seat, 3, n=200).sort("p")["goal"][-1]
    frame = odds.what_if(advyria, goal=goal, turns=3, n=100)
    assert set(frame["option"]) == {option.phrase for option in advyria.options}
    assert frame["p"][0] > 0


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("advyria", {"goal": "Moon Wel", "turns": 2}, "unknown adventure 'Moon Wel'; the adventures are"),
        ("advyria", {"goal": "Moon Well"}, "turns in which to complete the adventure"),
        ("guildhall", {"goal": "Weaver"}, "turns in which to complete the chapter"),
    ],
)
def test_messages_speak_the_words_of_the_game(request, name, options, message):
    with pytest.raises(gh.BadOdds, match=message):
        odds.what_if(request.getfixturevalue(name), n=10, **options)


@pytest.mark.parametrize("ask", [odds.goals, odds.win, odds.what_if, odds.chapters], ids=lambda ask: ask.__name__)
def test_a_game_that_cannot_be_rolled_out_is_told(ask):
    with pytest.raises(gh.BadOdds, match="gleaners has no roll-outs"):
        ask(Game(toy.Gleaners(), toy.Gleaners().start(1)))


def test_a_game_without_fields_and_sets_is_told(guildhall):
    with pytest.raises(gh.BadOdds, match=r"guildhall .* fields to reach"):
        odds.quests.reach(guildhall, "a1")


# --- several winners --------------------------------------------------------------------------------------


def test_a_shared_victory_is_a_win_for_each_winner_where_the_game_is_over(shared):
    ends = [next(odds.along(shared, seat, plies=[shared.ply], n=1)).p for seat in range(3)]

    assert ends == [1.0, 0.0, 1.0]


def test_chances_count_a_shared_victory_for_each_winner(shared):
    before = shared.branch()
    before.undo()
    seat = before.decision.seat

    winners = before.rules.roll_out(before.view(seat), before.rules.weights("greedy"), series(0, 0, 100)).winners
    several = sum(int(bits).bit_count() > 1 for bits in winners)
    frame = odds.win(before, seat, n=100)

    assert several > 0
    assert frame["p"].sum() == pytest.approx(1 + several / 100)
    ended = odds.what_if(before, n=100).filter(option="end turn")
    assert ended["p"].item() == frame["p"][seat] == 1.0
