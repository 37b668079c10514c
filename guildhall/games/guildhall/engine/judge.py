"""The numbers of a state that is read from a file: in which ranges they must be before a kernel sees them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.kernel import judge
from guildhall.kernel.judge import within

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
    VP_CARDS,
    VP_MARK,
)

__all__ = ["fault_of"]

_EMPTY = ("winner", "card", "other", "chapter", "chapter_2", "slot", "cleared", "bought", "top")
_ZERO = ("over", "chapter_size", "spent_types", "spend", "spend_n", "order_back", "payer", "step_n", "picks_n", "owed")
_ZERO_TOO = ("owed_n", "pick", "pick_row", "pick_debt", "claimed", "incoming", "deck_known", "deck_open", "known")


def fault_of(state: NDArray[Any], rules: NDArray[Any]) -> str | None:
    """What is wrong with a start position, or None."""
    ranges = (_registers_are_at_rest, _piles_are_in_range, _points_are_in_range)
    return judge.fault_of(state, rules, ranges, sound, Law)


def _registers_are_at_rest(s: Any, R: Any) -> bool:
    """A position stands at somebody's next action, with nothing picked."""
    players = int(R["players"])
    at_rest = all((s[name] == NONE).all() for name in _EMPTY) and not any(np.any(s[name]) for name in _ZERO + _ZERO_TOO)
    return bool(
        at_rest
        and s["pc"] == ACT_ROW
        and s["back"] == ACT_ROW
        and s["actor"] == s["turn"]
        and within([s["turn"], s["first"]], 0, players)
        and within(s["actions"], 1, 100)
        and within([s["turn_no"], s["plies"]], 0, 2**31)
        and not s["total"][[LOOKED, SPENT, FLIGHT]].any()
        and within(s["ripe"], 0, 1)
    )


def _piles_are_in_range(s: Any, R: Any) -> bool:
    kinds, seats = int(R["kinds"]), range(SEATS)
    sizes = within(s["total"], 0, CARDS + 1) and within(s["area_n"], 0, AREA // 2 + 1) and within(s["done_n"], 0, 4)
    if not sizes or not within(s["count"], 0, CARDS):
        return False
    piles = [s["deck"][: int(s["total"][DECK])], s["pile"][: int(s["total"][PILE])]]
    piles += [s["done_cards"][seat][: int(s["done_n"][seat])] for seat in seats]
    areas = np.concatenate([s["area"][seat][: int(s["area_n"][seat])] for seat in seats])
    profession, vp = areas[areas < VP_MARK], areas[areas >= VP_MARK] - VP_MARK
    chapters = np.concatenate([s["done"][seat][: int(s["done_n"][seat])] for seat in seats])
    return (
        all(within(pile, 0, kinds) for pile in piles)
        and within(profession, 0, kinds)
        and within(vp, 0, int(R["vp_kinds"]))
        and within(chapters, 0, int(R["chapters"]))
    )


def _points_are_in_range(s: Any, R: Any) -> bool:
    cards = int(R["vp_kinds"])
    if not within([s["vp_deck_n"], s["vp_pile_n"]], 0, VP_CARDS + 1):
        return False
    return (
        within(s["tokens"], 0, 1001)
        and within(s["vp_owned"], 0, VP_CARDS)
        and within(s["vp_box"], 0, VP_CARDS)
        and within(s["vp_row"], NONE, cards)
        and within(s["house"], NONE, int(R["houses"]))
        and within(s["vp_deck"][: int(s["vp_deck_n"])], 0, cards)
        and within(s["vp_pile"][: int(s["vp_pile_n"])], 0, cards)
    )
