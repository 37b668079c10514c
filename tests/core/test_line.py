"""A line of play: states and events by ply, worked out once, shared with the lines that leave it."""

from __future__ import annotations

import random

import pytest

from guildhall.core.errors import BadRecord, GuildhallError
from guildhall.core.line import EVERY, Attempt, Line
from tests.core.toy import DRAW, SOW, Gleaners


class Counted(Gleaners):
    """Rules that count how often they are applied."""

    applied = 0

    def apply(self, state, option):
        type(self).applied += 1
        return super().apply(state, option)


@pytest.fixture
def counted():
    Counted.applied = 0
    return Counted()


def applied(do):
    """How many moves something applies."""
    before = Counted.applied
    do()
    return Counted.applied - before


def line_of(game, rules=None, moves=None):
    return Line(rules or game.rules, game.start, game.moves if moves is None else moves)


# States and events


@pytest.mark.parametrize("seed", range(8))
def test_states_and_events_are_those_of_the_game_in_whatever_order_they_are_asked_for(played, seed):
    line, walk, states = line_of(played), played.record.game(0), []
    for _ in range(130):
        states.append(walk.state.tobytes())
        walk.redo()
    plies = random.Random(seed).sample(range(130), 30)

    assert [line.state_at(ply).tobytes() for ply in plies] == [states[ply] for ply in plies]
    assert [line.events_at(ply) for ply in plies if ply] == [played.events_at(ply) for ply in plies if ply]
    assert line.events_at(0) == ()


def test_nothing_is_played_before_it_is_asked_for(played, counted):
    line = line_of(played, counted)

    assert applied(lambda: line.state_at(0)) == 0
    assert applied(lambda: line.state_at(50)) == 50
    assert applied(lambda: line.events_at(50)) == 0


def test_no_state_is_far_from_one_that_is_kept(played, counted):
    line = line_of(played, counted)
    line.state_at(130)

    assert max(applied(lambda ply=ply: line.state_at(ply)) for ply in reversed(range(131))) < EVERY
    assert applied(lambda: [line.state_at(ply) for ply in range(40, 60)]) < EVERY + 20


def test_a_state_that_was_given_out_is_its_owners(played):
    line = line_of(played)
    before = line.state_at(5).tobytes()
    line.state_at(5)["turn"] = 1
    line.state_at(0)["turn"] = 1

    assert line.state_at(5).tobytes() == before
    assert line.state_at(0).tobytes() == played.start.tobytes()


def test_a_move_that_is_not_legal_is_not_made_and_what_comes_before_stays(played, counted):
    moves = [*played.moves[:40], 99, *played.moves[41:]]
    line = line_of(played, counted, moves)

    for _ in range(2):
        with pytest.raises(BadRecord, match="ply 40: the recorded move is not legal here"):
            line.state_at(60)
    assert Counted.applied == 40
    assert len(line.events) == 40
    assert line.state_at(40).tobytes() == line_of(played).state_at(40).tobytes()


@pytest.mark.parametrize("ply", [-1, 131])
def test_a_ply_that_a_line_does_not_have_is_refused(played, ply):
    with pytest.raises(GuildhallError, match=f"there is no ply {ply}; the line has plies 0 to 130"):
        line_of(played).state_at(ply)


# Other lines


def test_a_branch_shares_what_comes_before_it(played, counted):
    line = line_of(played, counted)
    branch = line.branch(100, played.moves[100:110])

    assert Counted.applied == 100
    assert applied(lambda: branch.state_at(110)) < EVERY + 10
    assert branch.events_at(70) is line.events_at(70)
    assert branch.state_at(110).tobytes() == line.state_at(110).tobytes()


def test_a_branch_and_its_line_go_on_without_each_other(played):
    line = line_of(played, moves=played.moves[:64])
    branch = line.branch(64)
    line.prolong(played.moves[64:])

    assert len(branch) == 64
    assert line.state_at(130).tobytes() == played.state.tobytes()
    assert len(branch.events) == 64


def test_a_copy_is_prolonged_for_itself(played):
    line = line_of(played)
    copy = line.copy()
    copy.prolong([DRAW])

    assert (len(line), len(copy)) == (130, 131)


@pytest.mark.parametrize(
    ("own", "moves", "shared"), [([1, 2, 3], [1, 2, 9, 3], 2), ([1, 2], [1, 2, 3], 2), ([1, 2], [1], 1), ([], [1], 0)]
)
def test_moves_that_are_shared_are_counted_from_the_start(game, own, moves, shared):
    assert line_of(game, moves=own).shared(moves) == shared


# What a game does with its line


def test_a_game_that_plays_on_or_the_same_again_stays_on_its_line(game):
    line = game.line
    game.play("draw", "draw", "draw")
    game.undo(3)
    game.play("draw")

    assert game.line is line
    assert line.moves == [DRAW] * 3
    game.redo(2)
    assert game.ply == 3


def test_a_game_that_plays_something_else_leaves_its_line_as_it_is(game):
    game.play("draw", "draw", "draw")
    left = game.line
    game.undo(2)
    game.play("sow")

    assert game.line is not left
    assert left.moves == [DRAW] * 3
    assert game.line.moves == [DRAW, SOW]
    assert left.state_at(3).tobytes() != game.state.tobytes()


def test_events_are_given_by_ply(game):
    events = [game.play("draw"), game.play("sow"), game.play(game.options[0])]

    assert [game.events_at(ply) for ply in (1, 2, 3)] == events
    game.undo()
    for ply in (0, 3, -1):
        with pytest.raises(GuildhallError, match=f"there are no events at ply {ply}; 2 have been played"):
            game.events_at(ply)


def test_plies_are_taken_over_only_as_far_as_they_are_new(played, counted):
    line = line_of(played, counted, played.moves[:70])
    line.state_at(70)
    attempt = Attempt(counted, line.state_at(20), 20)
    for move in played.moves[20:100]:
        attempt.apply(move)
    known = line.events_at(30)

    assert line.follow(attempt) is line
    assert line.events_at(30) is known
    assert line.moves == list(played.moves[:100])
    assert max(applied(lambda ply=ply: line.state_at(ply)) for ply in reversed(range(101))) < EVERY
    assert line.state_at(100).tobytes() == attempt.state.tobytes()
