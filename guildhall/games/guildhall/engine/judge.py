"""The numbers of a state that is read from a file: in which ranges they must be before a kernel sees them."""

from __future__ import annotations

from typing import Any

import numpy as np

from guildhall.kernel.judge import LONGEST, Judge, always, between, chance, derived, is_list, seat, within

from .checks import Law, sound
from .kernels import recount_at
from .state import (
    ACT_ROW,
    AREA,
    AREA_OF,
    CARDS,
    DECK,
    FLIGHT,
    HALL,
    HAND,
    LOOKED,
    NONE,
    PILE,
    SEATS,
    SPENT,
    VP_CARDS,
    VP_MARK,
    WORD_BITS,
)

__all__ = ["JUDGE"]

_none, _zero = always(NONE), always(0)


def _table(values: Any, s: Any, R: Any) -> bool:
    """Copies of every kind in every zone: none of kinds and of seats that are not in the game, none on the way."""
    players = int(R["players"])
    absent = [zone + seat for zone in (HAND, HALL, AREA_OF) for seat in range(players, SEATS)]
    return (
        within(values, 0, CARDS)
        and not values[:, int(R["kinds"]) :].any()
        and not values[[*absent, LOOKED, SPENT, FLIGHT]].any()
    )


def _played(values: Any, s: Any, R: Any) -> bool:
    """Kinds of the deck, and none unless the basic rule bars some."""
    known = [(1 << min(max(int(R["kinds"]) - start, 0), WORD_BITS)) - 1 for start in (0, WORD_BITS)]
    barred = [int(word) for word in values]
    return all(0 <= word <= most for word, most in zip(barred, known, strict=True)) and bool(
        R["basic"] or not any(barred)
    )


def _areas(values: Any, s: Any, R: Any) -> bool:
    """In every action area cards of the deck and, above `VP_MARK`, VP cards."""
    cards, kinds = (
        np.where(values >= VP_MARK, values - VP_MARK, values),
        np.where(values >= VP_MARK, R["vp_kinds"], R["kinds"]),
    )
    laid = all(is_list(values[at], s["area_n"][at], 0, VP_MARK + int(R["vp_kinds"])) for at in range(SEATS))
    return laid and bool(((cards >= 0) & (cards < kinds)).all())


def _completed(values: Any, s: Any, R: Any) -> bool:
    """Chapters of the deck."""
    return all(is_list(values[at], s["done_n"][at], 0, int(R["chapters"])) for at in range(SEATS))


def _completed_cards(values: Any, s: Any, R: Any) -> bool:
    """The cards of every completed chapter belong to it."""
    if not _completed(s["done"], s, R):
        return False
    for at in range(SEATS):
        n = int(s["done_n"][at])
        if not within(values[at, :n], 0, int(R["kinds"])) or values[at, n:].any():
            return False
        if (R["chapter"][values[at, :n]] != s["done"][at, :n, None]).any():
            return False
    return True


def _vp_copies(values: Any, s: Any, R: Any) -> bool:
    """Copies of VP cards of the deck; the last axis is the card."""
    return within(values, 0, VP_CARDS) and not values[..., int(R["vp_kinds"]) :].any()


def _of_seats(low: int, high: int) -> Any:
    """A number of every seat from `low` to `high`, and 0 where nobody sits."""
    return lambda values, s, R: within(values, low, high + 1) and not values[int(R["players"]) :].any()


def _owned(values: Any, s: Any, R: Any) -> bool:
    return _vp_copies(values, s, R) and not values[int(R["players"]) :].any()


def _houses(values: Any, s: Any, R: Any) -> bool:
    """Every Master House under a slot of its own."""
    return sorted(int(house) for house in values if house != NONE) == list(range(int(R["houses"])))


#: A position stands at somebody's next action, with nothing picked.
RANGES = {
    "first": seat,
    "turn": seat,
    "turn_no": between(1, LONGEST),
    "actor": lambda values, s, R: bool(values == s["turn"]),
    "actions": between(1, 99),
    "pc": always(ACT_ROW),
    "back": always(ACT_ROW),
    "over": _zero,
    "winner": _none,
    "card": _none,
    "chapter_size": _zero,
    "other": _none,
    "chapter": _none,
    "chapter_2": _none,
    "slot": _none,
    "cleared": _none,
    "bought": _none,
    "spent_types": _zero,
    "spend": _zero,
    "spend_n": _zero,
    "order_back": _zero,
    "payer": _zero,
    "top": _none,
    "step_n": _zero,
    "picks_n": _zero,
    "pick": _zero,
    "pick_row": _zero,
    "pick_debt": _zero,
    "claimed": _zero,
    "incoming": _zero,
    "owed": _zero,
    "owed_n": _zero,
    "played": _played,
    "count": _table,
    "total": lambda values, s, R: bool((values == s["count"].sum(axis=1, dtype=np.int64)).all()),
    "deck": lambda values, s, R: is_list(values, s["total"][DECK], 0, int(R["kinds"])),
    "deck_known": _zero,
    "deck_open": _zero,
    "pile": lambda values, s, R: is_list(values, s["total"][PILE], 0, int(R["kinds"])),
    "area": _areas,
    "area_n": _of_seats(0, AREA // 2),
    "done": _completed,
    "done_cards": _completed_cards,
    "done_n": _of_seats(0, 3),
    "known": _zero,
    "tokens": _of_seats(0, 1000),
    "vp_owned": _owned,
    "vp_row": lambda values, s, R: within(values, NONE, int(R["vp_kinds"])),
    "house": _houses,
    "vp_deck": lambda values, s, R: is_list(values, s["vp_deck_n"], 0, int(R["vp_kinds"])),
    "vp_deck_n": between(0, VP_CARDS),
    "vp_pile": lambda values, s, R: is_list(values, s["vp_pile_n"], 0, int(R["vp_kinds"])),
    "vp_pile_n": between(0, VP_CARDS),
    "vp_box": _vp_copies,
    "rng": chance,
    "has": derived,
    "blocked": derived,
    "size_of": derived,
    "points": derived,
    "known_of": derived,
    "ripe": _zero,
    "plies": between(0, LONGEST),
}

JUDGE = Judge(RANGES, sound, Law, recount_at)
