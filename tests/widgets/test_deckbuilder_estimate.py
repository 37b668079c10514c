"""Estimates of a deck: counted from the same games as a simulation, growing, stopped when asked."""

from __future__ import annotations

import re
from dataclasses import replace
from threading import Event

import guildhall_widgets.deckbuilder.builder as builder_module
import pytest
from guildhall_widgets.deckbuilder.builder import DeckBuilder, Estimator, estimate_of, growing
from guildhall_widgets.deckbuilder.page import Share, Trial, figures, verdicts

import guildhall as gh

OPTIONS = {"cards": "old-world", "players": 3}


@pytest.fixture(scope="module")
def sim():
    return gh.simulate(**OPTIONS, games=80, seed=3, frames=("games", "chapters"))


@pytest.fixture(scope="module")
def estimate(sim):
    return estimate_of(sim, title="Old World Economy")


def test_lengths_are_those_of_the_games(sim, estimate):
    turns = sorted(sim.games["turns"])

    assert estimate.turns.median == (turns[39] + turns[40]) / 2
    assert estimate.turns.longest == turns[-1]
    assert sum(estimate.turns.low <= each <= estimate.turns.high for each in turns) >= 0.9 * len(turns)


def test_winners_are_counted_from_the_player_who_begins(sim, estimate):
    begun = [(game["winner"] - game["first"]) % 3 for game in sim.games.iter_rows(named=True)]

    assert [share.p for share in estimate.winners] == [begun.count(place) / 80 for place in range(3)]
    assert all(share.low < share.p < share.high for share in estimate.winners)


def test_chapters_are_shares_of_all_that_were_completed(sim, estimate):
    completed = sim.chapters["chapter"].to_list()

    assert set(estimate.chapters) == set(sim.rules.goals)
    for chapter, share in estimate.chapters.items():
        assert share.p == pytest.approx(completed.count(chapter) / len(completed))
        assert share.low < share.p < share.high


def test_unfinished_games_are_counted():
    short = gh.simulate(**OPTIONS, games=20, seed=1, turn_limit=10, frames=("games", "chapters"))
    found = estimate_of(short, title="too short")

    assert found.unfinished.p == 1
    assert all(share.p == 0 for share in found.winners)


def test_estimates_grow_and_the_last_rests_on_all_games():
    found = list(growing(OPTIONS, bot="greedy", games=100, seed=3, title="", is_stopped=lambda: False))
    again = gh.simulate(**OPTIONS, bots="greedy", games=100, seed=3, frames=("games", "chapters"))

    assert [each.games for each in found] == [64, 100]
    assert found[-1] == estimate_of(again, title="", asked=100)


def test_a_stopped_estimate_stops_playing():
    stopped = Event()
    pieces = growing(OPTIONS, bot="greedy", games=1000, seed=0, title="", is_stopped=stopped.is_set)
    next(pieces)
    stopped.set()

    with pytest.raises(gh.GuildhallError, match="stopped"):
        next(pieces)


# --- in the widget --------------------------------------------------------------------------------------------


@pytest.fixture
def builder():
    return DeckBuilder(**OPTIONS, games=70)


def test_the_estimate_of_a_deck_comes_in_by_itself(builder):
    builder.act("estimate")
    builder.wait()

    assert builder.estimate.games == 70
    assert "70 games by greedy, seed 0" in builder.html
    assert builder.status == "Estimated from 70 games."
    assert "<progress" not in builder.html
    assert "70 games by greedy: " in builder.text()


def test_another_deck_sets_the_estimate_aside_and_is_compared_with_it(builder):
    builder.act("estimate")
    builder.wait()
    before = builder.estimate
    builder.act("pick", profession="Bard")
    assert builder.estimate is None
    assert "Previous deck: Old World Economy, 3 players" in builder.html
    builder.act("estimate")
    builder.wait()

    assert "This deck: 7 professions, 3 players" in builder.html
    for line in verdicts(builder.estimate, before):
        assert line in builder.html


def test_an_estimate_comes_after_every_change_if_wished(builder):
    builder.act("by_itself", value=True)
    builder.act("pick", profession="Bard")
    builder.wait()

    assert builder.estimate.title == "7 professions, 3 players"


def test_bot_and_number_of_games_are_those_chosen(builder):
    builder.act("bot", value="random")
    builder.act("games", value="90")
    builder.act("estimate")
    builder.wait()

    assert (builder.estimate.bot, builder.estimate.games) == ("random", 90)


class Held:
    """Estimates that come when they are let."""

    def __init__(self, estimate):
        self.estimate, self.go, self.done = estimate, Event(), Event()

    def __call__(self, options, **kwargs):
        yield self.estimate
        self.go.wait(120)
        self.done.set()
        yield self.estimate


def test_nothing_comes_in_after_stop(monkeypatch, estimate):
    held = Held(estimate)
    monkeypatch.setattr(builder_module, "growing", held)
    shown = Event()
    runner = Estimator(Trial(games=1000), seed=0, show=shown.set, fail=lambda failure: None)
    runner.begin(OPTIONS, "deck")
    assert shown.wait(120)
    runner.stop()
    shown.clear()
    held.go.set()
    runner.wait()

    assert held.done.is_set()
    assert not shown.is_set()
    assert runner.trial.now is estimate
    assert not runner.trial.running


def test_a_failure_of_the_simulation_is_shown(monkeypatch, builder):
    def failing(options, **kwargs):
        raise gh.BadSetup("no games today")
        yield

    monkeypatch.setattr(builder_module, "growing", failing)
    builder.act("estimate")
    builder.wait()

    assert builder.error == "no games today"
    assert isinstance(builder.failure, gh.BadSetup)
    assert "<progress" not in builder.html


def test_while_it_runs_there_are_progress_and_a_way_to_stop(monkeypatch, builder, estimate):
    held = Held(replace(estimate, asked=1000))
    monkeypatch.setattr(builder_module, "growing", held)
    builder.act("estimate")
    assert "<progress" in builder.html
    builder.act("stop")
    held.go.set()
    builder.wait()

    assert builder.status == "Stopped."
    assert "<progress" not in builder.html


# --- in words ---------------------------------------------------------------------------------------------------


def test_an_advantage_is_claimed_only_where_the_interval_leaves_out_what_is_fair(estimate):
    fair = replace(estimate, winners=(Share(0.5, 0.4, 0.6), Share(0.5, 0.4, 0.6)))
    unfair = replace(estimate, winners=(Share(0.6, 0.55, 0.65), Share(0.4, 0.35, 0.45)))

    assert verdicts(fair, None) == ["No turn position wins clearly more or less often than the fair 50 %."]
    assert verdicts(unfair, None) == [
        "The first player wins more often than the fair 50 %: 60.0 % (55.0 to 65.0).",
        "The second player wins less often than the fair 50 %: 40.0 % (35.0 to 45.0).",
    ]


def test_a_deck_is_called_longer_only_where_the_interval_leaves_out_none(estimate):
    shifted = replace(estimate, turns=replace(estimate.turns, mean=estimate.turns.mean + 5, error=1.0))
    before = replace(estimate, turns=replace(estimate.turns, error=1.0))

    assert verdicts(shifted, before)[-1] == (
        "On average 5.0 turns longer than with the previous deck (95 % interval +2.2 to +7.8 turns)."
    )
    assert verdicts(before, before)[-1].startswith("No clear difference in length from the previous deck")


def test_bars_never_leave_their_frame(estimate):
    html = figures(replace(estimate, chapters={"Monk": Share(0.9, 0.8, 1.02)}), estimate)

    assert 'aria-label="Estimates"' in html
    assert max(map(float, re.findall(r'width="([\d.]+)"', html))) <= 200


def test_a_bar_fills_as_much_of_its_frame_as_its_share_says(estimate):
    html = str(figures(replace(estimate, chapters={"Monk": Share(0.099, 0.09, 0.104)}), None))
    row = html[html.index('data-key="figure Monk"') :]
    fill = re.search(r'width="([\d.]+)"[^>]*class="gh-fill"', row)

    assert float(fill[1]) == pytest.approx(0.099 * 200, abs=0.1)
