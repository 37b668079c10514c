"""Games set up by hand: cards, tiles and figures laid where they are wanted, everything else by the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from guildhall.core.errors import BadPosition
from guildhall.core.placing import Arguments, at
from guildhall.core.rules import State

from .laying import Layout
from .rules import AdvyriaRules
from .setup import SETTINGS

__all__ = ["set_up"]

#: What is given for each player, with a sample for messages.
_FOR_EACH = {
    "hands": '[["Wizard", "Fairy"], []]',
    "figures": '["a1", "f6"]',
    "peeked": '[["b1"], []]',
    "villages": "[0, 2]",
    "gold": "[0, 2]",
    "adventures": '[["Moon Well"], []]',
    "levels": "[3, 5]",
    "losses": "[0, 2]",
    "heroes": '["Old Tobin", None]',
}
_OTHERS = ("tiles", "open", "discard", "deck", "refills", "finale", "to_play", "seed")
_ARGUMENTS = Arguments(SETTINGS, _FOR_EACH, _OTHERS, {"[]": '["Wizard"]'})


def set_up(
    *,
    hands: Sequence[Sequence[str]],
    tiles: Mapping[str, str | None] | None = None,
    open: Sequence[str] = (),  # fields whose tile lies face up
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    refills: int | None = None,
    finale: bool = False,
    to_play: int = 0,
    seed: int = 0,
    **others: Any,
) -> tuple[AdvyriaRules, State]:
    """A game at which seat `to_play` plays cards, after its draw.

    For each player: `hands`, `figures`, `peeked`, `villages`, `gold`, `adventures`, `levels`, `losses`, `heroes`.
    `tiles` says what lies on which field (None: by the seed), `open` which of these fields lie face up.  What is not
    given is empty or at its least; figures stand on guild fields; tiles, draw pile and Heroes get what remains, by the
    seed.  Lists have their top card last.  A draw pile or tiles given by hand leave what remains in the box.
    """
    placed = {name: others.pop(name) for name in _FOR_EACH if name in others}
    _ARGUMENTS.check_names(others)
    seats = len(_ARGUMENTS.listed("hands", hands))
    rules = AdvyriaRules.of(**{"players": seats, **others})
    if len(rules.seats) != seats:
        raise BadPosition(f"{seats} hands are given for {len(rules.seats)} players")
    layout = Layout(rules, seed)
    peeked = placed.pop("peeked", [()] * seats)
    for name, given in {"hands": hands, **placed}.items():
        _place_for_each(layout, name, given, seats)
    with at("tiles"):
        layout.lay_tiles(_mapped(tiles), _ARGUMENTS.listed("open", list(open) if isinstance(open, Mapping) else open))
    _place_for_each(layout, "peeked", peeked, seats)
    with at("discard"):
        layout.lay_pile(_ARGUMENTS.listed("discard", discard))
    with at("deck"):
        layout.lay_deck(None if deck is None else _ARGUMENTS.listed("deck", deck))
    layout.begin(to_play=to_play, finale=finale, refills=refills)
    return rules, layout.finished()


def _mapped(tiles: Any) -> Mapping[str, str | None] | None:
    if tiles is not None and not isinstance(tiles, Mapping):
        raise BadPosition(f'tiles must be a dict, such as {{"b1": "Gold", "c1": None}}, not {tiles!r}')
    return tiles


def _place_for_each(layout: Layout, name: str, given: Any, seats: int) -> None:
    """Lay what one argument gives every seat; messages name the argument and the seat."""
    for seat, where, own in _ARGUMENTS.of_each(name, given, seats):
        if name in ("hands", "adventures", "peeked"):
            _ARGUMENTS.listed(where, own)
        with at(where):
            getattr(layout, f"place_{name}")(seat, own)
