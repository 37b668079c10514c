"""Games set up by hand: cards, tiles and figures laid where they are wanted, everything else by the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from guildhall.core.errors import BadPosition, did_you_mean, nearest
from guildhall.core.options import naming
from guildhall.core.rules import State

from .laying import Layout
from .rules import AdvyriaRules
from .setup import OPTIONS

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
    _check_names(others)
    seats = len(_listed("hands", hands))
    rules = AdvyriaRules.of(**{"players": seats, **others})
    if len(rules.seats) != seats:
        raise BadPosition(f"{seats} hands are given for {len(rules.seats)} players")
    layout = Layout(rules, seed)
    peeked = placed.pop("peeked", [()] * seats)
    for name, given in {"hands": hands, **placed}.items():
        _place_for_each(layout, name, given, seats)
    with naming("tiles"):
        layout.lay_tiles(_mapped(tiles), _listed("open", list(open) if isinstance(open, Mapping) else open))
    _place_for_each(layout, "peeked", peeked, seats)
    with naming("discard"):
        layout.lay_pile(_listed("discard", discard))
    with naming("deck"):
        layout.lay_deck(None if deck is None else _listed("deck", deck))
    layout.begin(to_play=to_play, finale=finale, refills=refills)
    return rules, layout.finished()


def _check_names(options: Mapping[str, Any]) -> None:
    known = [*_FOR_EACH, *_OTHERS, *OPTIONS]
    for name in set(options) - set(OPTIONS) - {"card_texts"}:
        close = did_you_mean(nearest(name, known))
        listed = f"; it takes {', '.join([*_FOR_EACH, *_OTHERS])} and the options of new_game"
        raise BadPosition(f"a position has no {name!r}{close or listed}")


def _listed(where: str, cards: Any) -> Sequence[Any]:
    """A list, and not one word that would be read letter by letter."""
    if isinstance(cards, str) or not isinstance(cards, Sequence):
        sample = _FOR_EACH.get(where, '["Wizard"]')
        raise BadPosition(f"{where} must be a list, such as {sample}, not {cards!r}")
    return cards


def _mapped(tiles: Any) -> Mapping[str, str | None] | None:
    if tiles is not None and not isinstance(tiles, Mapping):
        raise BadPosition(f'tiles must be a dict, such as {{"b1": "Gold", "c1": None}}, not {tiles!r}')
    return tiles


def _place_for_each(layout: Layout, name: str, given: Any, seats: int) -> None:
    """Lay what one argument gives every seat; messages name the argument and the seat."""
    if len(_listed(name, given)) != seats:
        raise BadPosition(f"{name} must have one entry a player: {seats}, not {len(given)}")
    for seat, own in enumerate(given):
        if name in ("hands", "adventures", "peeked"):
            _listed(f"{name}[{seat}]", own)
        with naming(f"{name}[{seat}]"):
            getattr(layout, f"place_{name}")(seat, own)
