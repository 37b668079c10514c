"""Whether a state read from a file can be a position of this game: nothing in a file is trusted.

The kernel indexes tables with what it finds in a state, so every number is looked at before it gets there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .checks import Law, sound
from .state import (
    ACT_ROW,
    AREA,
    CARDS,
    DECK,
    FLIGHT,
    LOOKED,
    NONE,
    PILE,
    SEATS,
    SPENT,
    STATE,
    VP_CARDS,
    VP_MARK,
)

__all__ = ["fault_of"]

_EMPTY = ("winner", "card", "other", "chapter", "chapter_2", "slot", "cleared", "bought", "top")
_ZERO = ("over", "chapter_size", "spent_types", "spend", "spend_n", "order_back", "payer", "step_n", "picks_n", "owed")
_ZERO_TOO = ("owed_n", "pick", "pick_row", "pick_debt", "claimed", "incoming", "deck_known", "deck_open", "known")


def fault_of(state: NDArray[Any], rules: NDArray[Any]) -> str | None:
    """What is wrong with a start position, or None."""
    s, R = state[0], rules[0]
    if not (_registers_are_at_rest(s, R) and _piles_are_in_range(s, R) and _points_are_in_range(s, R)):
        return "a number in it is out of range"
    law = Law(sound(state, 0, rules, np.zeros(1, STATE)))
    return None if law is Law.SOUND else f"it breaks the law '{law.name.lower().replace('_', ' ')}'"


def _within(numbers: Any, low: int, high: int) -> bool:
    values = np.asarray(numbers)
    return bool(((values >= low) & (values < high)).all())


def _registers_are_at_rest(s: Any, R: Any) -> bool:
    """A position stands at somebody's next action, with nothing picked."""
    players = int(R["players"])
    at_rest = all((s[name] == NONE).all() for name in _EMPTY) and not any(np.any(s[name]) for name in _ZERO + _ZERO_TOO)
    return bool(
        at_rest
        and s["pc"] == ACT_ROW
        and s["back"] == ACT_ROW
        and s["actor"] == s["turn"]
        and _within([s["turn"], s["first"]], 0, players)
        and _within(s["actions"], 1, 100)
        and _within([s["turn_no"], s["plies"]], 0, 2**31)
        and not s["total"][[LOOKED, SPENT, FLIGHT]].any()
        and _within(s["ripe"], 0, 1)
    )


def _piles_are_in_range(s: Any, R: Any) -> bool:
    kinds, seats = int(R["kinds"]), range(SEATS)
    sizes = _within(s["total"], 0, CARDS + 1) and _within(s["area_n"], 0, AREA // 2 + 1) and _within(s["done_n"], 0, 4)
    if not sizes or not _within(s["count"], 0, CARDS):
        return False
    piles = [s["deck"][: int(s["total"][DECK])], s["pile"][: int(s["total"][PILE])]]
    piles += [s["done_cards"][seat][: int(s["done_n"][seat])] for seat in seats]
    areas = np.concatenate([s["area"][seat][: int(s["area_n"][seat])] for seat in seats])
    profession, vp = areas[areas < VP_MARK], areas[areas >= VP_MARK] - VP_MARK
    chapters = np.concatenate([s["done"][seat][: int(s["done_n"][seat])] for seat in seats])
    return (
        all(_within(pile, 0, kinds) for pile in piles)
        and _within(profession, 0, kinds)
        and _within(vp, 0, int(R["vp_kinds"]))
        and _within(chapters, 0, int(R["chapters"]))
    )


def _points_are_in_range(s: Any, R: Any) -> bool:
    cards = int(R["vp_kinds"])
    if not _within([s["vp_deck_n"], s["vp_pile_n"]], 0, VP_CARDS + 1):
        return False
    return (
        _within(s["tokens"], 0, 1001)
        and _within(s["vp_owned"], 0, VP_CARDS)
        and _within(s["vp_box"], 0, VP_CARDS)
        and _within(s["vp_row"], NONE, cards)
        and _within(s["house"], NONE, int(R["houses"]))
        and _within(s["vp_deck"][: int(s["vp_deck_n"])], 0, cards)
        and _within(s["vp_pile"][: int(s["vp_pile_n"])], 0, cards)
    )
