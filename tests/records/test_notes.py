"""Changing what is said about a game."""

from __future__ import annotations

import pytest

from guildhall.core.errors import GuildhallError
from guildhall.records.archive import load
from guildhall.records.study import DEEPEST, Highlight, Node


@pytest.fixture
def record(played):
    return played.record


def grow(record, ply, length, *, line=()):
    """A variation of first options."""
    game = record.game(ply, line=line)
    for _ in range(length):
        game.play(game.options[0])
    return record.add_variation(ply, game.moves[ply:], line=line)


# --- Comments, marks, tags, highlights ---


def test_a_comment_is_written_letter_by_letter(record):
    for length in (1, 2, 3):
        record.set_comment(40, "Why"[:length])

    assert record.node(40).comments == ["Why"]


def test_the_number_after_the_last_comment_begins_another(record):
    record.set_comment(40, "first")
    record.set_comment(40, "second", number=1)

    assert record.node(40).comments == ["first", "second"]


def test_an_empty_comment_keeps_its_place_while_it_is_written(record):
    record.set_comment(40, "first")
    record.set_comment(40, "second", number=1)
    record.set_comment(40, "")
    record.set_comment(40, "f")

    assert record.node(40).comments == ["f", "second"]


def test_what_is_taken_away_is_gone(record):
    record.annotate(40, comment="one", mark="?", tag="opening", highlight=Highlight("pile"))
    record.remove_comment(40)
    record.remove_tag(40, "opening")
    record.remove_highlight(40)
    record.annotate(40, mark="")

    assert 40 not in record.main.nodes


def test_the_same_tag_or_highlight_is_there_once(record):
    for _ in range(2):
        record.annotate(40, tag="opening", highlight=Highlight("pile"))

    assert record.node(40) == Node(tags=["opening"], highlights=[Highlight("pile")])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda record: record.set_comment(40, "x", number=2), "no comment 2 at ply 40; there are 0"),
        (lambda record: record.set_comment(131, "x"), "no notes at ply 131; this line has plies 0 to 130"),
        (lambda record: record.set_comment(1, "\ud800"), "unpaired surrogate"),
        (lambda record: record.remove_comment(40), "no comment 0 at ply 40; there are 0"),
        (lambda record: record.remove_tag(40, "a"), "no tag 'a' at ply 40; there is none"),
        (lambda record: record.remove_highlight(40), "no highlight 0 at ply 40; there are 0"),
        (lambda record: record.graft(40, [], []), "at least one move"),
        (lambda record: record.graft(40, [1, 2], ["draw"]), "2 moves but 1 phrases"),
        (lambda record: record.set_title("x", line=()), "only variations can be changed"),
        (lambda record: record.prolong([1], ["draw"], line=()), "only variations can be changed"),
        (lambda record: record.remove_variation(line=(40, 0)), "no variation 0 at ply 40; there are 0"),
        (lambda record: record.promote_variation(line=()), "only variations can be changed"),
    ],
)
def test_a_change_that_cannot_be_says_why_and_changes_nothing(record, change, message):
    before = record.copied()

    with pytest.raises(GuildhallError, match=message):
        change(record)

    assert record == before


# --- Variations ---


def test_a_variation_goes_on_where_it_ends(record):
    path = grow(record, 40, 2)
    whole = grow(record, 40, 3)
    added = record.line(whole)
    record.prolong(added.moves[2:], added.phrases[2:], line=path)

    assert record.line(path).moves == added.moves
    assert record.verify()


def test_a_removed_variation_takes_its_notes_along_and_the_next_moves_up(record):
    first, second = grow(record, 40, 1), grow(record, 40, 2)
    record.annotate(41, comment="gone", line=first)
    kept = record.line(second)
    record.remove_variation(line=first)

    assert record.line(first) is kept
    record.remove_variation(line=first)
    assert 40 not in record.main.nodes


def test_promoting_puts_a_variation_before_its_neighbour(record):
    grow(record, 40, 1)
    wanted = record.line(grow(record, 40, 2))

    assert record.promote_variation(line=(40, 1)) == (40, 0)
    assert record.line((40, 0)) is wanted


def test_nothing_takes_the_place_of_the_game_as_it_was_played(record):
    path = grow(record, 40, 1)

    with pytest.raises(GuildhallError, match="no variation can replace it"):
        record.promote_variation(line=path)


def test_the_first_of_a_variation_takes_its_place_and_the_rest_becomes_its_variation(record):
    outer = grow(record, 40, 4)
    inner = grow(record, 42, 3, line=outer)
    record.annotate(44, comment="outer", line=outer)
    record.annotate(43, comment="inner", line=inner)
    record.set_title("better", line=inner)
    old, new = list(record.line(outer).moves), list(record.line(inner).moves)

    assert record.promote_variation(line=inner) == outer

    assert record.line(outer).moves == old[:2] + new
    assert record.line((*outer, 42, 0)).moves == old[2:]
    assert record.node(43, line=outer).comments == ["inner"]
    assert record.node(44, line=(*outer, 42, 0)).comments == ["outer"]
    assert record.verify()


def test_a_variation_at_the_end_of_another_joins_it(record):
    outer = grow(record, 40, 2)
    inner = grow(record, 42, 2, line=outer)

    record.promote_variation(line=inner)

    assert len(record.line(outer).moves) == 4
    assert 42 not in record.line(outer).nodes
    assert record.verify()


def test_variations_lie_inside_one_another_only_so_deep(record):
    path = ()
    for depth in range(DEEPEST):
        path = record.graft(40 + depth, [20], ["draw"], line=path)

    with pytest.raises(GuildhallError, match=f"at most {DEEPEST} deep"):
        record.graft(40 + DEEPEST, [20], ["draw"], line=path)


def test_all_notes_are_saved(record, tmp_path):
    path = grow(record, 40, 3)
    record.set_comment(41, "in the variation", line=path)
    record.set_title("another way", line=path)
    record.save(tmp_path / "game.json")

    assert load(tmp_path / "game.json") == record
