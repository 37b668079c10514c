"""The numbers of a state that is read from a file: in which ranges they must be before a kernel sees them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.kernel import judge
from guildhall.kernel.judge import within

from .checks import Law, sound
from .state import CARDS, NONE, SEATS, TILE_ADVENTURE, TOP_LEVEL, TOP_LOSSES, Phase

__all__ = ["fault_of"]

_ZERO = ("over", "winners", "die", "moves", "flips", "peeks", "short")


def fault_of(state: NDArray[Any], rules: NDArray[Any]) -> str | None:
    """What is wrong with a start position, or None."""
    ranges = (_registers_are_at_rest, _cards_are_in_range, _board_is_in_range)
    return judge.fault_of(state, rules, ranges, sound, Law)


def _registers_are_at_rest(s: Any, R: Any) -> bool:
    """A position stands where the active player plays cards."""
    players = int(R["players"])
    return bool(
        not any(np.any(s[name]) for name in _ZERO)
        and s["victim"] == NONE
        and s["phase"] == Phase.ACT
        and s["actor"] == s["turn"]
        and within([s["turn"], s["first"]], 0, players)
        and within([s["turn_no"], s["plies"], s["played"]], 0, 2**31)
        and within([s["robbed"], s["drew"], s["finale"]], 0, 2)
        and within([s["refills"], s["idle"]], 0, 5)
    )


def _cards_are_in_range(s: Any, R: Any) -> bool:
    kinds, players = int(R["kinds"]), int(R["players"])
    if not within([s["deck_n"], s["pile_n"]], 0, CARDS + 1):
        return False
    return bool(
        within(s["deck"][: int(s["deck_n"])], 0, kinds)
        and within(s["pile"][: int(s["pile_n"])], 0, kinds)
        and within(s["hand"], 0, CARDS)
        and within(s["hand_n"], 0, CARDS)
        and within(s["box"], 0, 127)
        and not s["hand"][:, kinds:].any()
        and not s["hand"][players:].any()
        and not s["known"][:, :, kinds:].any()
    )


def _board_is_in_range(s: Any, R: Any) -> bool:
    fields, adventures, players = int(R["fields"]), int(R["adventures"]), int(R["players"])
    everywhere, all_adventures = int(R["everywhere"]), (1 << adventures) - 1
    absent = range(players, SEATS)
    return bool(
        within(s["figure"][:players], 0, fields)
        and within(s["tile"][:fields], NONE, TILE_ADVENTURE + adventures)
        and (s["tile"][fields:] == NONE).all()
        and all(0 <= int(bits) <= everywhere for bits in (s["faceup"], s["facedown"], *s["seen"]))
        and all(0 <= int(bits) <= all_adventures for bits in (s["box_tiles"], *s["done"]))
        and within(s["hero"], NONE, int(R["heroes"]))
        and within(s["level"], 0, TOP_LEVEL + 1)
        and within(s["losses"], 0, TOP_LOSSES + 1)
        and within([*s["villages"], *s["gold"], s["box_gold"]], 0, 64)
        and all(s["figure"][seat] == NONE and s["hero"][seat] == NONE for seat in absent)
    )
