"""Games with several winners, or none: every question counts all who won."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import guildhall as gh
from guildhall.simulation import Simulation, analyses, tournaments
from guildhall.simulation.frames import has_won, is_finished, winners_of

# `gh.tournament` is a function to users; this is the module it comes from.

# Seat 0 alone, seats 0 and 1, everybody, nobody by the rules, nobody at the turn limit, seat 2 alone.
WINNERS = [0b001, 0b011, 0b111, 0, 0, 0b100]
REASONS = ["target", "target", "target", "lost", "unfinished", "target"]
SINGLE = [bits.bit_length() - 1 if bits.bit_count() == 1 else None for bits in WINNERS]
FIRST = [0, 1, 2, 0, 0, 2]


class Played:
    """A store that gives frames out and has one part."""

    def __init__(self, **frames):
        self.frames = frames

    def parts(self):
        return [(0, self.frames["games"].height)]

    def scan(self, frame):
        return self.frames[frame].lazy()


def simulation(columns, **frames):
    """A simulation of which only these frames are known."""
    numbers = range(len(WINNERS))
    known = {"game": numbers, "winner": SINGLE, "winners": WINNERS, "reason": REASONS, "first": FIRST}
    games = pl.DataFrame(
        {name: known[name] for name in ("game", *columns)}, schema_overrides={"winner": pl.Int8, "first": pl.Int8}
    )
    store = Played(games=games, **frames)
    return Simulation(gh.new_game(players=3).rules, ("greedy",) * 3, 1, len(WINNERS), tuple(store.frames), store)


def shown(games, column):
    return games.lazy().select(column.alias("it")).collect()["it"].to_list()


@pytest.fixture
def shared():
    return simulation(["winner", "winners", "reason", "first"])


@pytest.fixture
def single():
    return simulation(["winner", "reason", "first"])


def test_winners_are_bits_from_either_column(shared, single):
    for sim, expected in ((shared, WINNERS), (single, [0b001, 0, 0, 0, 0, 0b100])):
        bits = winners_of(sim.scan("games"))

        assert shown(sim.games, bits) == expected
        assert shown(sim.games, has_won(bits, 2)) == [bool(each & 4) for each in expected]
        assert shown(sim.games, has_won(bits, pl.col("first"))) == [
            bool(each >> first & 1) for each, first in zip(expected, FIRST, strict=True)
        ]


def test_a_game_is_finished_where_its_rules_ended_it(shared):
    assert shown(shared.games, is_finished(shared.scan("games"))) == [True, True, True, True, False, True]
    without = simulation(["winner", "winners"])
    assert shown(without.games, is_finished(without.scan("games"))) == [True, True, True, False, False, True]


def test_win_rates_count_every_winner_of_a_game(shared, single):
    assert analyses.win_rate_by_seat(shared)["wins"].to_list() == [3, 2, 2]
    assert analyses.win_rate_by_seat(single)["wins"].to_list() == [1, 0, 1]
    assert analyses.win_rate_by_seat(shared)["n"].to_list() == [6, 6, 6]


def test_win_rates_in_order_of_play_count_every_winner_from_the_seat_that_began(shared):
    expected = [
        sum(bits >> (first + place) % 3 & 1 for bits, first in zip(WINNERS, FIRST, strict=True)) for place in range(3)
    ]

    assert analyses.win_rate_by_seat(shared, order=True)["wins"].to_list() == expected


def test_who_leads_at_half_time_wins_with_others_too():
    turns = pl.DataFrame({"game": range(6), "leader": [1, 1, 2, 0, None, 2]}, schema_overrides={"leader": pl.Int8})

    row = analyses.volatility(simulation(["winner", "winners"], turns=turns)).row(0, named=True)

    assert (row["led"], row["led_and_won"]) == (5, 3)


def test_the_worth_of_a_tier_is_measured_by_all_seats_that_won():
    used = {"game": [0, 1, 1, 3], "seat": [0, 1, 2, 0], "event": ["tier"] * 4, "card": ["red Weaver"] * 4}
    events = pl.DataFrame({**used, "tier": [2] * 4})

    row = analyses.tier_worth(simulation(["winner", "winners"], events=events)).row(0, named=True)

    assert (row["profession"], row["uses"], row["n"], row["wins"]) == ("Weaver", 4, 4, 2)
    assert row["worth"] == pytest.approx(2 / 4 - 7 / 18)  # seven seats won in six games of three


def test_a_tournament_counts_shared_wins_for_each_and_splits_them_for_the_ratings(shared, monkeypatch):
    monkeypatch.setattr(tournaments, "simulate", lambda *_, **__: shared)
    rated = []
    rate = tournaments.rate
    monkeypatch.setattr(tournaments, "rate", lambda tables, wins: rated.append(wins) or rate(tables, wins))

    cup = gh.tournament(["greedy", "random"], games=6, players=3)

    assert cup.tables.filter(table=0)["wins"].to_list() == [3, 2, 2]
    assert set(cup.tables["n"]) == {5}  # the game at its turn limit tells nothing
    assert rated[0][0].tolist() == pytest.approx([1 + 1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3 + 1])


def test_a_victory_of_all_moves_no_rating():
    ratings, _ = tournaments.rate(np.array([[0, 1], [1, 0]]), np.full((2, 2), 0.5))

    assert ratings.tolist() == pytest.approx([0, 0])


def test_a_player_alone_beats_nobody():
    with pytest.raises(gh.BadSetup, match="at least two players"):
        gh.tournament(["memory", "random"], game="advyria", players=1, games=1)


@pytest.mark.parametrize("ask", [analyses.attack_share, analyses.tier_worth], ids=lambda ask: ask.__name__)
def test_a_question_to_columns_that_a_game_does_not_record_is_told(ask):
    sim = gh.simulate("advyria", players=2, games=2, events=True)

    with pytest.raises(gh.BadSetup, match="advyria records no column"):
        ask(sim)


def test_a_game_without_a_rating_table_is_told(shared):
    with pytest.raises(gh.BadSetup, match="guildhall has no levels for scores"):
        analyses.score_levels(shared)
