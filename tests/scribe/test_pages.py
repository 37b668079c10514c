"""Pages and exports of a logged game: no card that the kit dealt reaches them."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.line import moves_of

gw = pytest.importorskip("guildhall_widgets")


@pytest.fixture(scope="module")
def pair(told, truth):
    """Two logs of the same entries, in which everything unseen was dealt differently."""
    from tests.scribe.truth import log_of

    logs = [log_of(truth, 0, seed=seed) for seed in (9, 10)]
    for log in logs:
        log.created = "2026-01-01T00:00:00+00:00"
        for each in told[:12]:
            log.enter(each.text)
    return logs


def test_pages_are_the_same_whatever_was_dealt(pair):
    pages = [
        (
            gw.replay_html(log.record, seat=0),
            gw.replay_html(log.record),
            gw.study_markdown(log.record),
            [move.words for move in moves_of(log.game.line)],
            str(log.record.redacted(0)),
            log.game._repr_html_(),
        )
        for log in pair
    ]

    assert pair[0].game.state.tobytes() != pair[1].game.state.tobytes()
    assert [one == other for one, other in zip(*pages, strict=True)] == [True] * 6


def test_odds_are_the_same_whatever_was_dealt(pair):
    frames = [gh.odds.win(log.game, seat=0, n=50, seed=3) for log in pair]

    assert frames[0].equals(frames[1])


def test_a_viewer_shows_the_scribe_and_refuses_the_others(pair):
    log = pair[0]

    assert gw.ReplayViewer(log.record, seat=0) is not None
    with pytest.raises(gh.GuildhallError, match="logged by Ada"):
        gw.ReplayViewer(log.record, seat=1)
