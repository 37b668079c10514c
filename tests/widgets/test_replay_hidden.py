"""What one seat sees of a replay tells nothing that the seat did not know."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets.replay.viewer import ReplayViewer

import guildhall as gh

CARD = "purple Historian"


def twins(seed):
    """Two games that look the same to seat 0 throughout, though Bo holds other cards and the deck lies otherwise."""
    halls = [{"Weaver": ["red"], "Farmer": ["blue", "green"]}, {"Farmer": ["red"], "Trader": ["blue"]}]
    own = ["blue Weaver", "red Farmer", "yellow Trader"]
    hidden = (["red Weaver", "blue Farmer", "red Trader"], ["green Historian", CARD, "red Trader"])
    one, other = (
        gh.position(cards="old-world", halls=halls, hands=[own, cards], to_play=1, seed=seed) for cards in hidden
    )
    while one.ply < 12 and (phrase := shared_phrase(one, other)):
        one.play(phrase)
        other.play(phrase)
    return one, other


def shared_phrase(one, other):
    """Something both can play without seat 0 noticing a difference."""
    for phrase in one.decision.phrases:
        if phrase in other.decision.phrases:
            tries = [one.branch(), other.branch()]
            for game in tries:
                game.play(phrase)
            if look_same(*tries):
                return phrase
    return None


def look_same(one, other):
    return heard(one) == heard(other) and one.rules.text(one.view(0), None) == other.rules.text(other.view(0), None)


def heard(game):
    return [event.as_seen_by(0).text for event in game.events]


def walked(game):
    """Everything that a viewer shows to seat 0 along a game."""
    viewer = ReplayViewer(game.record, seat=0)
    shown = [viewer.html, viewer.status, viewer.text()]
    for ply in range(game.ply + 1):
        viewer.act("scrub", value=str(ply))
        shown += [viewer.html, viewer.status, viewer.error, viewer.text()]
        viewer.act("peek", ply=str(game.ply - ply))
        shown += [viewer.html, viewer.status, viewer.error, viewer.text()]
    for tab in ("swings", "review", "compare", "moves"):
        viewer.act("tab", value=tab)
        shown.append(viewer.html)
    viewer.act("search", value="a")
    viewer.act("turn", by="-1")
    return [*shown, viewer.html, viewer.status]


@pytest.mark.parametrize("seed", range(4))
def test_two_games_that_look_the_same_to_a_seat_are_shown_the_same(seed):
    one, other = twins(seed)
    assert one.ply >= 3
    assert one.view(1).hand != other.view(1).hand

    assert walked(one) == walked(other)


def test_a_review_as_a_seat_is_the_same_in_two_games_that_look_the_same_to_it(monkeypatch):
    monkeypatch.setattr("guildhall_widgets.replay.review._ROLL_OUTS", 60)
    shown = []
    for game in deciding_twins():
        viewer = ReplayViewer(game.record, seat=0)
        viewer.act("tab", value="review")
        viewer.act("review")
        viewer.review.work.join(120)
        viewer.refresh()
        assert set(viewer.review.found["seat"]) == {0}
        assert "gh-luck" in viewer.html
        shown.append(viewer.html)

    assert shown[0] == shown[1]


def deciding_twins():
    """Twins in which seat 0 has something to decide."""
    return next(pair for pair in map(twins, range(20)) if decides(pair[0]))


def decides(game):
    states = map(game.line.state_at, range(game.ply))
    return any(game.rules.decision(state).seat == 0 and len(game.rules.options(state)) > 1 for state in states)


@pytest.fixture
def record():
    """Bo holds a card that nobody has seen, and a note tells of it."""
    halls = [{"Weaver": ["red"]}, {"Farmer": ["blue"]}]
    hands = [["blue Weaver", "green Weaver"], [CARD, "red Farmer"]]
    game = gh.position(cards="old-world", halls=halls, hands=hands, seed=3)
    game.play("play blue Weaver")
    record = game.record
    record.annotate(1, comment=f"Bo holds {CARD}", tag=CARD)
    record.add_variation(0, ["refresh"], title=CARD)
    return record


def test_hands_notes_and_variations_are_shown_openly(record):
    viewer = ReplayViewer(record, ply=1)

    assert CARD in viewer.html
    assert "Bo holds" in viewer.html
    assert 'class="gh-branch-title"' in viewer.html


def test_a_seat_sees_neither_other_hands_nor_notes_nor_variations(record):
    viewer = ReplayViewer(record, seat=0, ply=1)
    viewer.act("search", value="purple")
    viewer.act("count")
    viewer.comparison.work.join(120)

    assert CARD not in "".join([viewer.html, viewer.status, viewer.error, viewer.text(), viewer.label])
    assert viewer.search.hits == []
    assert set(viewer.comparison.agreements) == {0}
    assert "gh-branch-title" not in viewer.html
    assert "<textarea" not in viewer.html


@pytest.mark.parametrize(
    ("do", "data"),
    [
        ("mark", {"mark": "!"}),
        ("comment", {"value": "x", "number": "0", "ply": "1", "line": ""}),
        ("option", {"option": "3"}),
        ("bot end", {}),
        ("point", {}),
    ],
)
def test_what_may_tell_hidden_cards_is_refused_to_a_seat(record, do, data):
    viewer = ReplayViewer(record, seat=0, ply=1)
    before = viewer.record.copied()
    viewer.act(do, **data)

    assert re.search("may reveal hidden cards: choose the view of everything first$", viewer.error)
    assert viewer.record == before


@pytest.mark.parametrize("kind", ["html", "md"])
def test_a_study_for_a_seat_tells_what_it_saw(record, kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for seat in (0, None):
        ReplayViewer(record, seat=seat, ply=1).act("export", kind=kind, replace="yes")
        text = (tmp_path / f"study.{kind}").read_text(encoding="utf-8")

        assert "blue Weaver" in text
        assert (CARD in text, "Bo holds" in text) == (seat is None, seat is None)


def test_a_seat_cannot_step_into_a_variation(record):
    viewer = ReplayViewer(record, seat=0)
    viewer.act("go", ply="1", line="0.0")

    assert viewer.path == ()
    assert "may reveal hidden cards" in viewer.error


def test_a_seat_gets_its_own_chance_only(record):
    record.annotate(0, evaluation=gh.records.study.Evaluation((0.1234, 0.8766)))
    viewer = ReplayViewer(record, seat=0)

    assert viewer.chances.evaluations() == {}
    viewer.act("judge")
    viewer.chances.work.join(120)
    assert all(len(one.values) == 1 for one in viewer.chances.evaluations().values())
    assert len(viewer.chances.evaluations()) == 2
