"""Moves: which plies belong together, and the one sentence in which each is told."""

from __future__ import annotations

from collections import defaultdict

import pytest

import guildhall as gh
from guildhall.core.line import MoveList, moves_of


def played(game, **options):
    game = gh.new_game(game, players=["Ada", "Bo", "Cyd"], seed=5, **options)
    game.run("memory" if game.rules.game == "advyria" else "greedy")
    return game


GAMES = [("guildhall", {}), ("advyria", {}), ("advyria", {"lang": "de"})]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_ply_belongs_to_one_move_and_every_move_is_told(name, options):
    game = played(name, **options)
    moves = moves_of(game.line)
    plies = [ply for move in moves for ply in range(move.first, move.last + 1)]

    assert plies == list(range(1, game.ply + 1))
    assert len(moves) < game.ply * 2 / 3
    assert all(move.words and "\n" not in move.words for move in moves)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_seat_hears_nothing_that_is_hidden_from_it(name, options):
    """Only what the events say to a seat goes into its sentences."""
    game = played(name, **options)
    for seat in range(3):
        hidden = [event for event in game.events if event.seen_by is not None and seat not in event.seen_by]
        told = defaultdict(str)
        for move in moves_of(game.line, seat=seat):
            told[move.seat] += f" | {move.words}"
        assert hidden
        assert not [event for event in hidden if event.text.partition(" ")[2] in told[event.seat]]


def test_moves_of_guildhall_read_as_at_the_table():
    told = [move.words for move in moves_of(played("guildhall").line)]

    assert "purple Farmer, tier 1: +1 VP" in told
    assert "green Trader: green Historian for red Dancer with Cyd" in told
    assert "refreshes: 2 away, 5 drawn" in told
    assert any(words.startswith("buys “5” with the ") for words in told)


def test_moves_of_advyria_read_as_one_sentence():
    told = [move.words for move in moves_of(played("advyria").line)]

    assert "plays 2 Fortune Seeker, rolls a 3, moves from f5 to d6, completes Honey Cellar" in told


def test_the_list_follows_a_line_that_is_taken_back_and_played_differently():
    game = played("guildhall")
    book = MoveList(game.rules)
    whole = book.moves(game.line, game.ply)
    assert book.moves(game.line, game.ply, last=3) == whole[-3:]
    assert book.moves(game.line, game.ply, after=whole[-3].first) == whole[-3:]
    game.undo(40)
    game.run("random", until=lambda g: g.ply >= len(whole) * 3)

    assert book.moves(game.line, game.ply) == moves_of(game.line, game.ply)


def test_moves_around_a_ply_are_whole_and_play_no_further_than_they_reach():
    game = played("guildhall")
    whole, book = moves_of(game.line), MoveList(game.rules)
    inside = whole[10].first
    assert inside < whole[10].last
    fresh = game.record.game(0).line

    assert book.around(fresh, inside, before=2, after=3) == whole[8:14]
    assert len(fresh.events) <= whole[14].first
    assert book.around(fresh, inside, before=20, after=0, since=whole[7].last) == whole[8:11]
    assert book.around(fresh, 0, before=2, after=2) == whole[:2]
    assert book.around(fresh, game.ply, before=1, after=5) == whole[-2:]
    assert (book.begin(fresh, inside), book.end(fresh, inside)) == (inside - 1, whole[10].last)
    assert (book.begin(fresh, 0), book.end(fresh, 0)) == (0, 0)


def test_a_copy_of_the_list_goes_along_another_line():
    game = played("guildhall")
    book = MoveList(game.rules)
    before = book.moves(game.line, game.ply)
    game.undo(30)
    game.run("random", until=lambda g: g.ply >= 200)

    assert book.copy().moves(game.line, game.ply) == moves_of(game.line, game.ply)
    assert moves_of(game.line, game.ply) != before
