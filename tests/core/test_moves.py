"""Moves of rules that say nothing about them."""

from __future__ import annotations

from guildhall.core.line import moves_of


def test_rules_without_moves_of_their_own_tell_all_that_a_seat_does_until_another_decides(game):
    game.run_forced()
    game.play(game.options[0])
    moves = moves_of(game.line, game.ply)

    assert [move.seat for move in moves] == [0]
    assert (moves[0].first, moves[0].last) == (1, game.ply)
