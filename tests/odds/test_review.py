"""Reviews of games: blunders are found, what is in doubt is not marked, and luck is told from choice."""

from __future__ import annotations

from itertools import islice

import polars as pl
import pytest

import guildhall as gh
from guildhall.core.errors import BadOdds
from guildhall.odds.reviewing import MARKED


def blundered(rival="blue Farmer"):
    """A game that was lost by its first ply: every other purchase would have won at once."""
    halls, hands = [{}, {}], [["blue Weaver", "red Farmer"], [rival]]
    game = gh.position(halls=halls, hands=hands, completed=[["Weaver"], ["Farmer"]], tokens=[17, 17])
    game.play("buy 1")
    game.run("greedy")
    return game


@pytest.fixture(scope="module")
def game():
    game = gh.new_game("guildhall", players=2, seed=3)
    game.run("greedy")
    return game


@pytest.fixture(scope="module")
def found(game):
    return gh.odds.review(game, n=120)


def test_a_planted_blunder_is_found():
    game = blundered()
    first = gh.odds.review(game, seat=0, n=200).row(0, named=True)

    assert game.outcome.winners == (1,)
    assert (first["ply"], first["played"], first["mark"]) == (1, "buy 1", "??")
    assert first["best"] in {"buy 2", "buy 3", "buy 4", "buy 5", "play blue Weaver", "play red Farmer", "refresh"}
    assert first["behind"] > 0.9
    assert first["behind_low"] > 0.8


def test_a_blunder_in_the_middle_of_a_game_is_found():
    game = gh.new_game("guildhall", players=2, seed=5)
    game.run("greedy", until=lambda game: game.ply > 90 and game.decision.kind == "act" and len(game.options) > 4)
    worst, seat = gh.odds.what_if(game, n=300).row(-1, named=True), game.decision.seat
    game.play(worst["option"])
    found = gh.odds.review(game, seat, n=2000).filter(ply=game.ply)

    assert worst["behind_low"] > 0.1
    assert found["mark"][0] in ("?", "??")
    assert found["behind"][0] == pytest.approx(worst["behind"], abs=0.1)


def test_a_game_of_a_bot_that_searches_is_hardly_marked():
    game = gh.new_game("guildhall", players=2, seed=5)
    game.run(["strong", "greedy"])
    found = gh.odds.review(game, seat=0, n=600)

    assert found.height > 50
    assert (found["mark"] != "").mean() < 0.05


def test_every_decision_with_a_choice_is_judged_once(game, found):
    decisions = [ply + 1 for ply in range(game.ply) if len(game.rules.options(game.line.state_at(ply))) > 1]

    assert found["ply"].to_list() == decisions
    assert found["n"].unique().to_list() == [20]


def test_only_what_is_beyond_doubt_is_marked(found):
    marked, rest = found.filter(pl.col("mark") != ""), found.filter(pl.col("mark") == "")

    assert marked.height > 0
    assert (marked["behind_low"] > 0).all()
    for mark, least in MARKED.items():
        assert (marked.filter(mark=mark)["behind"] >= least).all()
    assert ((rest["behind_low"] <= 0) | (rest["behind"] < min(MARKED.values()))).all()
    assert (found.filter(pl.col("played") == pl.col("best"))["behind"] == 0).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_choice_and_luck_lead_from_the_first_chance_to_the_result(game, found, seat):
    own = found.filter(seat=seat)
    reached = own["before"][0] + own["choice"].sum() + own["luck"].sum()

    assert reached == pytest.approx(float(seat in game.outcome.winners))
    assert (own["swing"] - own["choice"] - own["luck"]).abs().max() < 1e-9
    assert ((own["luck_low"] <= own["luck"]) & (own["luck"] <= own["luck_high"])).all()


def test_the_largest_swing_may_be_luck_although_the_best_was_played():
    """Checked by hand: a refresh, after which the rival takes a card from the hall and completes a chapter."""
    game = gh.new_game("guildhall", players=2, seed=1)
    game.run("greedy", until=lambda game: game.ply == 160)
    found = gh.odds.review(game, seat=0, n=1500)
    largest = found.sort(pl.col("swing").abs(), descending=True, nulls_last=True).row(0, named=True)
    later = found.filter(pl.col("ply") > largest["ply"])["ply"][0]
    was, now = (point.p for point in gh.odds.along(game, 0, plies=[largest["ply"] - 1, later - 1], n=3000, seed=8))

    assert (largest["played"], largest["choice"]) == (largest["best"], 0)
    assert largest["luck_high"] < 0
    assert largest["luck_low"] < now - was < largest["luck_high"]


def test_a_review_goes_on_where_it_stopped(game, found):
    begun = list(islice(gh.odds.review.watch(game, n=120), 31))[-1]
    whole = gh.odds.review(game, n=120, done=begun)

    assert begun.height == 30
    assert begun["luck"].null_count() > 0  # what comes next is not known yet
    assert whole.equals(found)


def test_time_may_be_limited_and_threads_change_nothing(game, found):
    short = gh.odds.review(game, n=120, seconds=1e-6, threads=1)

    assert short.height == 1
    assert gh.odds.review(game, n=120, threads=2, done=short).equals(found)


def test_one_seat_is_judged_as_among_all(game, found):
    assert gh.odds.review(game.record, seat=1, n=120).equals(found.filter(seat=1))


def test_a_game_that_is_not_over_has_no_last_swing():
    game = gh.new_game("guildhall", players=2, seed=1)
    game.run("greedy", until=lambda game: game.ply >= 12)
    found = gh.odds.review(game, n=20)

    assert (
        found.filter(pl.col("luck").is_null()).group_by("seat").len()["len"].to_list() == [1] * found["seat"].n_unique()
    )


@pytest.mark.parametrize("name", ["advyria", "guild-master"])
def test_every_game_can_be_reviewed(name):
    game = gh.new_game(name, players=2, seed=1)
    game.run("greedy", until=lambda game: game.ply >= 20)

    assert gh.odds.review(game, n=40).height > 5


def test_accepted_marks_come_with_a_reason_and_the_better_line():
    record = blundered().record
    found = gh.odds.review(record, seat=0, n=100)
    written = gh.odds.accept(record, found)
    node = record.notes_at(1)

    assert written == (found["mark"] != "").sum()
    assert node.mark == "??"
    assert "behind" in node.comments[0]
    assert record.notes_at(0).variations[0].phrases[0] == found["best"][0]
    assert record.verify().ok
    assert gh.odds.accept(record, found) == 0  # a mark that is there stays


def better_line(game):
    """The better line at the first ply of a game, in phrases."""
    record = game.record
    assert gh.odds.accept(record, gh.odds.review(record, seat=0, n=200), plies=[1]) == 1
    assert record.verify().ok
    return record.notes_at(0).variations[0].phrases


def test_the_better_line_is_played_on_to_the_end_of_the_turn():
    game = blundered()
    phrases = better_line(game)
    better = game.record.game(0)
    better.play(phrases[0])
    better.run("greedy", until=lambda game: game.decision.seat != 0)

    assert len(phrases) > 1
    assert phrases == list(better.record.phrases)


def test_the_better_line_tells_nothing_that_its_seat_cannot_know():
    """Whatever the rival holds, the line is the same: nothing hidden comes to light in it."""
    lines = [better_line(blundered(rival)) for rival in ("blue Farmer", "red Trader", "purple Dancer")]

    assert lines[0] == lines[1] == lines[2]


def test_of_a_bot_without_a_name_only_the_option_is_written_down():
    record = blundered().record
    found = gh.odds.review(record, seat=0, n=200, bot={"complete": 9, "progress": 1})
    gh.odds.accept(record, found, plies=[1])

    assert record.notes_at(0).variations[0].phrases == [found["best"][0]]


def test_single_marks_can_be_accepted():
    record = blundered().record
    found = gh.odds.review(record, seat=0, n=100)

    assert gh.odds.accept(record, found, plies=[2]) == 0
    assert gh.odds.accept(record, found, plies=[1]) == 1


def test_what_cannot_be_reviewed_is_refused(game, found):
    other = gh.new_game("guildhall", players=2, seed=9)
    other.run("greedy")
    with pytest.raises(BadOdds, match="another game"):
        gh.odds.review(other, n=120, done=found)
    with pytest.raises(BadOdds, match="n=120"):
        gh.odds.review(game, n=200, done=found)
    with pytest.raises(BadOdds, match="earlier review"):
        gh.odds.review(game, done=pl.DataFrame({"ply": [1]}))
    with pytest.raises(BadOdds, match="variations"):
        gh.odds.review(game, line=(3, 0))
    with pytest.raises(BadOdds, match="seconds"):
        gh.odds.review(game, seconds=0)
    with pytest.raises(BadOdds, match="at least 10"):
        gh.odds.review(game, n=5)


def test_a_team_that_lets_a_won_game_slip_is_told_so():
    laid = {"hands": [[], []], "hp": [4, 3], "enemies": [("Aepep", 4)], "turn": 1}
    game = gh.position("hundred-halls", party=["Aurie", "Zayn"], seed=1, **laid)
    game.play("done")
    game.run("team")
    found = gh.odds.review(game.record, n=300)
    first = found.row(0, named=True)

    assert (first["seat"], first["played"], first["best"]) == (1, "done", "use the Five Elements")
    assert (first["mark"], first["best_p"]) == ("??", 1)
    assert found.filter(seat=1)["n"].unique().to_list() == [50]
