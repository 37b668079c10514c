"""The rules of the Hundred Halls by number: what the tests of this folder have to name, and what has no test."""

from __future__ import annotations

__all__ = ["CASES", "NO_BEHAVIOUR", "RULES", "RULINGS"]

RULES = range(1, 41)
RULINGS = range(1, 49)
CASES = range(1, 29)

#: Numbers without a test, with the reason.
NO_BEHAVIOUR = {
    ("rule", 39): "the players decide what is open as they like; an engine needs the fixed rulings",
    ("rule", 40): "advice of the sheet, no rule",
}
