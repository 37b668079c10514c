"""The rules of Guild Master by number: what the tests of this folder have to name, and what states no behaviour."""

from __future__ import annotations

__all__ = ["CASES", "NO_BEHAVIOUR", "RULES", "RULINGS"]

RULES = range(1, 100)
RULINGS = range(1, 69)
CASES = range(1, 44)

#: Numbers without a test, with the reason.
NO_BEHAVIOUR = {
    ("rule", 21): "a Quickstart leaflet that is not part of the rules",
    ("rule", 97): "advice of the book, no rule",
    ("ruling", 44): "talk and shown Order Cards bind nobody and are left out",
}
