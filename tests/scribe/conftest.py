"""Shared logs: a true game of three, and the same game as Ada logged it."""

from __future__ import annotations

import pytest

from tests.scribe.truth import log_of, told_by, true_game


@pytest.fixture(scope="session")
def truth():
    return true_game("guildhall", 3, 5, bot="heuristic", cards="old-world", first=1)


@pytest.fixture(scope="session")
def told(truth):
    return list(told_by(truth, 0))


@pytest.fixture
def fresh(truth):
    return lambda **more: log_of(truth, 0, **more)


@pytest.fixture
def begun(fresh, told):
    """Return a log with the first thirty entries."""
    log = fresh()
    for each in told[:30]:
        log.enter(each.text)
    return log


@pytest.fixture(scope="session")
def whole(truth, told):
    """Return the log of the whole game. Nobody changes it."""
    log = log_of(truth, 0)
    for each in told:
        log.enter(each.text)
    return log
