"""Live odds without a browser: what they show of a game, to whom, and what starts and stops them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace

import guildhall_widgets.background as background
import guildhall_widgets.odds.live as odds_live
import pytest
from guildhall_widgets.odds.charts import chance_bar
from guildhall_widgets.odds.live import LiveOdds
from guildhall_widgets.table.widget import TableWidget

import guildhall as gh
from guildhall.core.game import Game


@pytest.fixture(autouse=True)
def few_roll_outs(monkeypatch):
    monkeypatch.setattr(odds_live, "ROLL_OUTS", 400)
    monkeypatch.setattr(odds_live, "BY_OPTION", 100)


@pytest.fixture
def game():
    """Bela decides, with several things to do."""
    halls = [{"Weaver": ["red"]}, {"Farmer": ["red", "blue", "green", "yellow"]}]
    hands = [["blue Weaver"], ["purple Farmer", "red Trader", "red Dancer"]]
    return gh.position(halls=halls, hands=hands, players=["Ada", "Bela"], to_play=1, actions=1, seed=3)


@pytest.fixture
def watch(game):
    opened = []

    def open_live(*arguments, of=game, **options):
        opened.append(LiveOdds(of, *arguments, **options))
        return finished(opened[-1])

    yield open_live
    for live in opened:
        live.close()


def finished(live: LiveOdds) -> LiveOdds:
    def is_ready() -> bool:
        assert not live.error, live.error
        return not live.is_working and "ready" in live.status

    wait_until(is_ready)
    return live


def wait_until(claim: Callable[[], object]) -> None:
    until = time.monotonic() + 120
    while not claim():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.01)


def look(live: LiveOdds, do: str, **data) -> LiveOdds:
    live.act(do, **data)
    return finished(live)


# --- chapters -----------------------------------------------------------------------------------------------


def test_every_chapter_has_the_estimate_of_the_odds_and_names_the_bot(game, watch):
    live = watch(turns=2, seed=4)
    frame = gh.odds.chapters(game, 1, 2, n=400, seed=4)
    rolled = {row["chapter"]: row for row in frame.filter(method="roll-out").iter_rows(named=True)}

    assert set(live.watched.goals) == set(game.rules.goals)
    for name, row in live.watched.goals.items():
        assert (row.p, row.low, row.high, row.n) == tuple(rolled[name][key] for key in ("p", "low", "high", "n"))
    assert "Within 2 own turns (greedy plays on)" in live.html


def test_the_exact_chance_of_the_next_draw_stands_beside_it(game, watch):
    live = watch()

    exact = {name: row.exact for name, row in live.watched.goals.items()}
    assert exact == {name: float(p) for name, p in gh.odds.draws.next_draw(game, 1).items()}
    assert exact["Farmer"] == 1.0


def test_who_may_not_draw_now_has_no_exact_chance(watch):
    live = watch(seat=0)

    assert {row.exact for row in live.watched.goals.values()} == {None}
    assert "no draw now" in live.html


def test_it_says_what_a_chapter_lacks_hand_counted(watch):
    chapters = watch().watched.goals

    assert chapters["Farmer"].need == 0
    assert len(chapters["Trader"].lacks) == 4


# --- options ------------------------------------------------------------------------------------------------


def test_options_are_ranked_as_the_odds_rank_them(game, watch):
    live = watch(seed=2)
    frame = gh.odds.what_if(game, n=100, seed=2)

    assert {row.option: row.p for row in live.watched.options} == dict(frame.select("option", "p").iter_rows())
    chances = [row.p for row in live.watched.options]
    assert chances == sorted(chances, reverse=True)


def test_options_are_weighed_for_a_chapter_too(watch):
    live = look(watch(turns=1), "goal", value="Farmer")

    weighed = {row.option: (row.p, row.behind) for row in live.watched.options}
    assert weighed["play purple Farmer"] == (1.0, 0.0)
    assert weighed["refresh"][0] < 1.0
    assert "to complete Farmer within this turn" in live.html


def test_options_are_weighed_for_whoever_decides_only(watch):
    live = watch(seat=0)

    assert live.watched.options == ()
    assert "Bela decides now" in live.html
    assert "play purple Farmer" not in live.html


def test_the_difference_to_the_best_has_an_interval_of_its_own(game, watch):
    live = watch(seed=2)
    frame = gh.odds.what_if(game, n=100, seed=2)

    shown = [(row.behind, row.behind_low, row.behind_high) for row in live.watched.options]
    assert shown == list(frame.select("behind", "behind_low", "behind_high").iter_rows())
    assert "best so far" in live.html


# --- another game -------------------------------------------------------------------------------------------


@pytest.fixture
def quest():
    """Ada stands beside a tile whose card she holds."""
    hands = [["Fortune Seeker", "Fortune Seeker", "Moon Well"], ["Fairy"]]
    tiles = {"b1": "Moon Well", "e6": "Gold"}
    zones = {"figures": ["a1", "f6"], "tiles": tiles, "open": ["b1"], "deck": ["Wizard"] * 9}
    return gh.position("advyria", hands=hands, players=["Ada", "Bela"], seed=3, **zones)


def test_a_game_without_chapters_shows_its_own_goals_by_roll_outs_alone(quest, watch):
    live = watch(of=quest, turns=1, seed=4)
    frame = gh.odds.chapters(quest, 0, 1, n=400, seed=4)

    assert {name: row.p for name, row in live.watched.goals.items()} == dict(frame.select("chapter", "p").iter_rows())
    assert live.watched.goals["Moon Well"].p == 1.0
    assert "Adventures of Ada" in live.html
    assert not [word for word in ("hapter", "Missing", "exact", "hall") if word in live.html]
    assert live.text().splitlines()[4].startswith("  Moon Well: 100")


def test_options_of_a_game_without_chapters_are_weighed_to_win_and_for_a_goal(quest, watch):
    live = watch(of=quest, turns=1, seed=2)
    frame = gh.odds.what_if(quest, n=100, seed=2)
    assert {row.option: row.p for row in live.watched.options} == dict(frame.select("option", "p").iter_rows())

    look(live, "goal", value="Moon Well")

    weighed = {row.option: row.p for row in live.watched.options}
    assert (weighed["play 2 Fortune Seeker"], weighed["play Moon Well"]) == (1.0, 0.0)
    live.act("goal", value="Moon Wel")
    assert live.error.startswith("unknown adventure 'Moon Wel'; the adventures are Sunken Bell, ")


def test_it_follows_the_table_of_another_game(quest, watch):
    live, table = watch(of=quest), TableWidget(quest)
    live.follow(table)
    before = live.watched
    table.act("option", option=str(option(quest, "play 2 Fortune Seeker")))

    assert finished(live).watched is not before


def test_rules_that_cannot_play_on_have_no_live_odds():
    bare = Game.__new__(Game)
    bare.rules = SimpleNamespace(game="guildhall", bots={})
    with pytest.raises(gh.BadOdds, match="guildhall has no live odds: its rules cannot play on"):
        LiveOdds(bare)


# --- only what the seat may know ----------------------------------------------------------------------------


def test_nothing_changes_with_what_the_seat_cannot_see(game):
    other = Game(game.rules, game.rules.resample(game.view(0), seed=99), seed=0)
    assert other.table.hands[1] != game.table.hands[1]

    pages = [finished(LiveOdds(each, seat=0, seed=1)).html for each in (game, other)]
    assert pages[0] == pages[1]


# --- what moves it ------------------------------------------------------------------------------------------


def test_it_looks_again_only_if_the_game_has_moved(game, watch):
    live = watch()
    before = live.watched
    live.notify()
    assert live.watched is before

    game.play("play purple Farmer")
    live.notify()
    assert live.watched is not before


def test_an_undone_and_other_move_at_the_same_ply_is_noticed(game, watch):
    game.play("play red Trader")
    live = watch()
    before = live.watched
    game.undo()
    game.play("play red Dancer")
    live.notify()

    assert live.watched is not before


def test_it_follows_a_table_through_moves_and_undo_until_told_otherwise(game, watch):
    live, table = watch(), TableWidget(game)
    assert live.follow(table) is live
    start = live.watched
    table.act("option", option=str(option(game, "refresh")))
    moved = finished(live).watched
    assert moved is not start
    table.act("undo")
    assert finished(live).watched is not moved

    live.unfollow()
    last = live.watched
    table.act("option", option=str(option(game, "refresh")))
    assert live.watched is last


def test_it_goes_along_with_the_game_wherever_it_is_played(game, watch):
    live = watch()
    before = live.watched
    game.play("refresh")  # in a cell
    assert finished(live).watched is not before
    table = TableWidget(game)  # laid out after the odds
    before = live.watched
    table.act("undo ply")
    assert finished(live).watched is not before
    table.act("bot end", at=table.number)
    wait_until(lambda: live.watched.decider < 0)
    table.act("new game")
    wait_until(lambda: live.watched.decider >= 0)

    assert live.game is table.game


def test_an_option_is_played_at_the_table_beside_so_that_its_bots_answer(watch):
    game = gh.new_game(players=["Ada", "Bela"], seed=3)
    table = TableWidget(game, seat=0, bots={1: "greedy"}, pass_forced=True)
    while game.decision.kind != "act":
        table.act("option", option=str(table.chosen.options[-1].id))
    live, ply = watch(of=game), game.ply
    live.act("play", option="refresh", at=str(live.watched.at))

    assert (live.error, table.error) == ("", "")
    assert game.ply > ply
    assert table.ply == game.ply
    assert "refresh" in table.status


def test_only_the_estimate_is_drawn_as_a_bar(watch):
    """The chance of the next draw and that within three turns are not to be compared by eye."""
    live = watch(seat=1)
    rows = re.findall(r'<tr data-key="chapter [^"]*">.*?</tr>', live.html)
    assert any("%" in re.findall(r"<td.*?</td>", row)[1] for row in rows)
    assert {row.count("gh-bar-chart") for row in rows} == {1}


def test_of_moves_in_a_row_only_the_last_is_looked_at(game, watch, monkeypatch):
    live, table, asked = watch(), TableWidget(game), []
    live.follow(table)
    monkeypatch.setattr(odds_live, "_BREATH", 0.5)
    look_at = LiveOdds._watched
    monkeypatch.setattr(LiveOdds, "_watched", lambda self, here: asked.append(here.options) or look_at(self, here))
    for phrase in ("play red Trader", "no tier"):
        table.act("option", option=str(option(game, phrase)))
    table.act("undo")
    finished(live)

    assert asked == [game.options]


def test_a_table_is_served_before_the_odds_are_and_while_they_run(game, watch, monkeypatch):
    live, table = watch(), TableWidget(game)
    live.follow(table)
    monkeypatch.setattr(odds_live, "ROLL_OUTS", 10_000_000)
    before = live.watched
    table.act("option", option=str(option(game, "refresh")))
    assert "refresh" in table.status
    assert live.watched is before
    wait_until(lambda: live.watched is not before and live.watched.rolled)
    table.act("undo")

    assert "Undid" in table.status
    assert live.is_working


def test_however_many_estimates_come_a_few_pages_a_second_are_sent(game, watch, monkeypatch):
    live, clock, frames = watch(), count(), []
    monkeypatch.setattr(background, "monotonic", lambda: next(clock) * 0.05)  # asked once or twice for an estimate
    monkeypatch.setattr(odds_live, "ROLL_OUTS", 40_000)
    take, refresh, drawn = live._take, live.refresh, []
    monkeypatch.setattr(live, "_take", lambda frame: frames.append(frame) or take(frame))
    monkeypatch.setattr(live, "refresh", lambda: drawn.append(len(frames)) or refresh())
    look(live, "look")

    assert len(frames) > 40
    assert len(drawn) < len(frames) / 4
    assert live.watched.rolled == 40_000


def test_a_click_on_an_option_plays_it(game, watch):
    live = watch()
    assert 'data-do="play"' in live.html
    live.act("play", option="play red Trader", at=live.watched.at)

    assert live.status == "Played play red Trader"
    assert game.record.phrases == ("play red Trader",)
    assert finished(live).watched.prompt == game.decision.prompt


def test_a_click_on_an_option_is_answered_at_the_table_that_is_followed(game, watch):
    live, table = watch(), TableWidget(game, bots={0: "greedy"})
    live.follow(table)
    live.act("play", option="refresh", at=live.watched.at)

    assert table.status.startswith("refresh. ")
    assert game.record.phrases == ("refresh",)
    assert finished(live).watched.prompt == game.decision.prompt


def test_a_click_for_an_earlier_decision_is_not_taken_for_this_one(game, watch):
    live = watch()
    earlier = live.watched.at
    look(live, "look")
    live.act("play", option="refresh", at=earlier)
    assert (game.ply, live.error) == (0, "")

    game.play("play red Trader")  # elsewhere
    live.act("play", option="refresh", at=live.watched.at)
    assert (game.ply, live.error) == (1, "")
    assert "moved on" in live.status
    finished(live).act("play", option="refresh", at=live.watched.at)
    assert "'refresh' is not legal now" in live.error


def test_a_followed_game_that_ends_has_no_odds_any_more(game, watch):
    live, table = watch(), TableWidget(game)
    live.follow(table)
    table.act("bot end")
    wait_until(lambda: live.status == "The game is over")

    assert "The game is over" in live.html


def test_it_goes_with_a_table_to_another_game(game, watch):
    live, table = watch(), TableWidget(game)
    live.follow(table)
    table.game = game.branch()
    table.html = "redrawn"

    assert live.game is table.game


def option(game, phrase):
    return next(each.id for each in game.options if each.phrase == phrase)


def test_the_reader_chooses_seat_bot_and_turns(game, watch):
    live = watch()
    assert live.watched.name == "Bela"
    look(live, "seat", value="0")
    assert live.watched.name == "Ada"
    look(live, "seat", value="deciding")
    assert live.watched.name == "Bela"
    look(live, "bot", value="heuristic")
    assert {row.bot for row in live.watched.options} == {"heuristic"}
    look(live, "turns", value="1")
    assert "This turn (heuristic plays on)" in live.html


def test_the_button_looks_again_and_stop_stops(game, watch, monkeypatch):
    live = watch()
    monkeypatch.setattr(odds_live, "ROLL_OUTS", 10_000_000)
    game.play("play purple Farmer")
    live.act("look")
    assert live.is_working
    live.act("stop")
    assert not live.is_working
    assert live.status == "Stopped"


@pytest.mark.parametrize(
    ("do", "value", "message"),
    [
        ("seat", "2", "seat must be a whole number from 0 to 1, not '2'"),
        ("bot", "greedi", "unknown bot 'greedi'; did you mean 'greedy'"),
        ("turns", "0", "turns must be a whole number from 1 to 8"),
        ("goal", "Wever", "unknown chapter 'Wever'"),
    ],
)
def test_what_makes_no_sense_is_said_and_changes_nothing(watch, do, value, message):
    live = watch()
    before = live.watched
    live.act(do, value=value)

    assert message in live.error
    assert live.watched is before


def test_what_fails_in_a_roll_out_is_shown(game, watch, monkeypatch):
    live = watch()

    def broken(*arguments, **options):
        raise gh.BadOdds("no roll-outs today")

    monkeypatch.setattr(type(game.rules), "roll_out", broken)
    live.act("look")
    until = time.monotonic() + 120
    while not live.error:
        assert time.monotonic() < until
        time.sleep(0.01)

    assert live.error == "no roll-outs today"


def test_a_game_that_is_over_has_no_odds():
    game = gh.new_game(players=2, seed=1)
    game.run("random")
    live = LiveOdds(game)

    assert "The game is over" in live.html
    assert not live.is_working


def test_the_words_say_the_same(watch):
    words = watch().text()

    assert words.startswith("Odds of Bela within 3 own turns, greedy plays on:")
    assert "play purple Farmer:" in words


def test_a_bar_is_as_long_as_the_chance_and_the_whisker_reaches_the_bounds():
    drawn = chance_bar(0.25, 0.2, 0.3)

    assert 'width="50.0"' in drawn
    assert "M40.0 9.0H60.0" in drawn
