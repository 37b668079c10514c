"""Damaged and impossible entries are refused with a reason, and change nothing."""

from __future__ import annotations

from tests.scribe.fuzz import refusals


def test_damaged_entries_are_refused_or_fit_and_nothing_else(fresh, told):
    tried = refusals(fresh(), [each.text for each in told[:60]], tries=1000, seed=1)

    assert tried.odd == []
    assert tried.refused > 500
