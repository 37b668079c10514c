"""The numbers of a state that is read from a file: in which ranges they must be before a kernel sees them."""

from __future__ import annotations

from typing import Any

import numpy as np

from guildhall.kernel.judge import LONGEST, Check, Judge, always, between, chance, is_list, of_seats, seat, within

from .checks import Law, sound
from .state import CARDS, NONE, START_LEVEL, TILE_ADVENTURE, TOP_LEVEL, TOP_LOSSES, Phase

__all__ = ["JUDGE"]

_zero, _flag = always(0), between(0, 1)


def _up_to(name: str) -> Check:
    """A number from 0 to what the rules have under this name."""
    return lambda values, s, R: within(values, 0, int(R[name]) + 1)


def _fields(values: Any, s: Any, R: Any) -> bool:
    """Fields of the board, as bits."""
    return all(0 <= int(bits) <= int(R["everywhere"]) for bits in np.atleast_1d(values))


def _adventures(values: Any, s: Any, R: Any) -> bool:
    """Adventures of the game, as bits."""
    return all(0 <= int(bits) < 1 << int(R["adventures"]) for bits in np.atleast_1d(values))


def _hands(values: Any, s: Any, R: Any) -> bool:
    """Copies of kinds that are in the game; the last axis is the kind."""
    return within(values, 0, CARDS) and not values[..., int(R["kinds"]) :].any()


def _idle(values: Any, s: Any, R: Any) -> bool:
    """Turns of the Finale in a row, fewer than end it."""
    return within(values, 0, int(R["players"]) if s["finale"] else 1)


def _finale(values: Any, s: Any, R: Any) -> bool:
    return within(values, 0, 1 if R["no_finale"] else 2)


def _tiles(values: Any, s: Any, R: Any) -> bool:
    fields = int(R["fields"])
    return within(values[:fields], NONE, TILE_ADVENTURE + int(R["adventures"])) and bool(
        (values[fields:] == NONE).all()
    )


#: A position stands where the active player plays cards.
RANGES = {
    "first": seat,
    "turn": seat,
    "turn_no": between(1, LONGEST),
    "actor": lambda values, s, R: bool(values == s["turn"]),
    "phase": always(Phase.ACT),
    "over": _zero,
    "winners": _zero,
    "plies": between(0, LONGEST),
    "die": _zero,
    "moves": _zero,
    "flips": _zero,
    "peeks": _zero,
    "victim": always(NONE),
    "robbed": _flag,
    "played": between(0, CARDS),
    "drew": _flag,
    "refills": _up_to("refills"),
    "short": _zero,
    "finale": _finale,
    "idle": _idle,
    "deck": lambda values, s, R: is_list(values, s["deck_n"], 0, int(R["kinds"])),
    "deck_n": between(0, CARDS),
    "pile": lambda values, s, R: is_list(values, s["pile_n"], 0, int(R["kinds"])),
    "pile_n": between(0, CARDS),
    "figure": of_seats(lambda values, s, R: within(values, 0, int(R["fields"])), absent=NONE),
    "tile": _tiles,
    "faceup": _fields,
    "facedown": _fields,
    "seen": of_seats(_fields),
    "hand": of_seats(_hands),
    "hand_n": lambda values, s, R: bool((values == s["hand"].sum(axis=1, dtype=np.int64)).all()),
    "known": lambda values, s, R: of_seats(_hands)(values, s, R) and not values[:, int(R["players"]) :].any(),
    "level": of_seats(between(START_LEVEL, TOP_LEVEL)),
    "losses": of_seats(between(0, TOP_LOSSES)),
    "villages": of_seats(_up_to("golds")),
    "gold": of_seats(_up_to("golds")),
    "done": of_seats(_adventures),
    "hero": of_seats(lambda values, s, R: within(values, NONE, int(R["heroes"])), absent=NONE),
    "box": _hands,
    "box_gold": _up_to("golds"),
    "box_tiles": _adventures,
    "rng": chance,
}

JUDGE = Judge(RANGES, sound, Law)
