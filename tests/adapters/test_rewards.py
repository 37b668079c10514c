"""What games are worth to their seats, however many of them won, and how an end is told."""

from __future__ import annotations

import pytest

from guildhall.adapters.match import Match, by_margin, by_victory, by_win
from guildhall.adapters.pettingzoo import raw_env
from guildhall.core.decision import Outcome


def won_by(*winners, seats=4, reason="target"):
    return Outcome(None, (10,) * seats, reason, winners=winners)


@pytest.mark.parametrize(
    ("outcome", "worth"),
    [
        (won_by(2), (-1 / 3, -1 / 3, 1, -1 / 3)),
        (won_by(0, 2), (1 / 3, -1 / 3, 1 / 3, -1 / 3)),
        (won_by(0, 1, 2), (1 / 9, 1 / 9, 1 / 9, -1 / 3)),
        (won_by(0, 1, 2, 3), (0,) * 4),
        (won_by(), (0,) * 4),
        (won_by(0, seats=1), (1,)),
        (won_by(seats=1), (0,)),
    ],
    ids=["alone", "a team", "all but one", "all", "nobody", "the only seat", "lost alone"],
)
def test_winners_share_what_the_others_pay(outcome, worth):
    assert by_win(outcome) == pytest.approx(worth)


def test_rewards_for_winning_add_up_to_0_however_many_won():
    for seats in (2, 3, 4):
        for bits in range(1 << seats):
            winners = [seat for seat in range(seats) if bits >> seat & 1]
            assert sum(by_win(won_by(*winners, seats=seats))) == pytest.approx(0)


def test_to_win_alone_is_worth_more_than_to_share_and_that_more_than_to_lose():
    alone, together, lost = (by_win(won_by(*winners, seats=3))[0] for winners in ([0], [0, 1], [1, 2]))

    assert alone > together > lost


def test_a_victory_of_all_is_worth_1_to_each_where_the_game_is_won_together():
    assert [by_victory(won_by(*winners, seats=2)) for winners in ([0, 1], [1], [])] == [(1, 1), (0, 1), (0, 0)]


def test_the_margin_of_a_player_alone_is_the_points():
    assert by_margin(Outcome(0, (33,), "tiles")) == (33.0,)


@pytest.mark.parametrize(
    ("outcome", "truncated", "worth"),
    [
        (won_by(0, 1, seats=3), False, [0.25, 0.25, -0.5]),
        (won_by(seats=3, reason="overrun"), False, [0.0, 0.0, 0.0]),
        (won_by(seats=3, reason="unfinished"), True, [0.0, 0.0, 0.0]),
        (won_by(1, seats=3, reason="unfinished"), False, [-0.5, 1.0, -0.5]),
    ],
    ids=["shared victory", "defeat of all", "turn limit", "decided at the turn limit"],
)
def test_a_game_terminates_by_its_rules_and_is_truncated_by_a_limit(monkeypatch, outcome, truncated, worth):
    table = raw_env(players=3, turn_limit=1)
    table.reset(seed=7)
    monkeypatch.setattr(Match, "outcome", outcome)
    while not table._match.over:
        table.step(table._match.options[-1])

    assert set(table.truncations.values()) == {truncated}
    assert set(table.terminations.values()) == {not truncated}
    assert list(table.rewards.values()) == worth
