"""A deck becomes one `RULES` record: its kinds, its cards' programs, its VP cards and Houses."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup

from ..deck import Deck
from ..features import features
from ..language import ARCHETYPES, Effects
from .effort import Crowd, most_steps
from .programs import Row, compile_effects, lay_rows
from .state import (
    BIT,
    CARDS,
    COLOURS,
    DECK,
    FIRST_CARD_ROW,
    FOUND_ROW,
    MASTER,
    MOST_TRIED,
    NONE,
    RULES,
    STATE,
    VP_CARDS,
    VP_KINDS,
    WORD,
    Flag,
    Op,
    Where,
    Who,
)

__all__ = ["compile_deck", "template"]

MASTER_COPIES = 5


def _turn_rows() -> list[Row]:
    """The program of set-up and turn that every deck shares, in the order of the row names in `state`."""
    founding = Row(Op.PICK, Where.HAND, Who.ME, 3, Who.ME, Flag.AS_FAR | Flag.FINAL)
    menus = (Op.SEATED, Op.BEGIN, Op.ACT, Op.TIER, Op.REFRESH, Op.PAY, Op.ORDER, Op.PAID, Op.ABILITY)
    rows = [Row(Op.MULLIGAN), founding, Row(Op.PUT, Where.HALL, Who.ME, of=founding), Row(Op.CLEAR)]
    rows += [Row(op) for op in (*menus, Op.HOUSE, Op.END, Op.CLOSE, Op.SCORE)]
    assert len(rows) == FIRST_CARD_ROW
    assert rows[FOUND_ROW] is founding
    return rows


def compile_deck(deck: Deck, **numbers: int) -> NDArray[Any]:
    """The `RULES` record of a deck; `numbers` are players, target, first, basic, keeps_top and turn_limit."""
    rules = np.zeros(1, RULES)
    R = rules[0]
    for name, value in numbers.items():
        R[name] = value
    R["chapters"], R["masters"] = len(deck.chapters), bool(deck.masters)
    R["archetype"][: len(deck.archetypes)] = [_archetype_bit(name) for name in deck.archetypes]
    _number_kinds(R, deck)
    at = lay_rows(R["prog"], 0, _turn_rows())
    at = _lay_tiers(R, deck, at)
    at = _lay_vp(R, deck, at)
    _lay_houses(R, deck, at)
    return rules


def _archetype_bit(name: str) -> int:
    return 1 << ARCHETYPES.index(name)


def _number_kinds(R: Any, deck: Deck) -> None:
    """Number the kinds: professions by colour, then Masters."""
    kind = 0
    for owner, profession in enumerate(deck.professions):
        for colour in range(len(COLOURS)):
            _add_kind(R, kind, owner, profession.chapter, colour, profession.copies)
            kind += 1
    for number, (_, chapter) in enumerate(deck.masters):
        _add_kind(R, kind, len(deck.professions) + number, chapter, MASTER, MASTER_COPIES)
        kind += 1
    R["kinds"] = kind
    R["words"] = 1 if kind <= int((WORD == 0).sum()) else 2
    _find_twins(R, kind)


def _find_twins(R: Any, kinds: int) -> None:
    """Note for each kind which kinds share its chapter and colour; a Master has no twin."""
    places: dict[tuple[int, int], list[int]] = {}
    for kind in range(kinds):
        if R["colour"][kind] != MASTER:
            places.setdefault((int(R["chapter"][kind]), int(R["colour"][kind])), []).append(kind)
    for twins in places.values():
        for kind in twins:
            for twin in twins:
                R["twins"][kind, WORD[twin]] |= BIT[twin]


def _add_kind(R: Any, kind: int, owner: int, chapter: int, colour: int, copies: int) -> None:
    R["owner"][kind], R["chapter"][kind], R["colour"][kind], R["copies"][kind] = (
        owner,
        chapter,
        colour,
        copies,
    )
    R["chapter_kinds"][chapter, WORD[kind]] |= BIT[kind]


def _lay_tiers(R: Any, deck: Deck, at: int) -> int:
    R["tier_at"][:] = NONE
    cards = [p.profession for p in deck.professions] + [master for master, _ in deck.masters]
    for owner, card in enumerate(cards):
        for tier in card.tiers:
            R["tier_at"][owner, tier.number] = at
            R["feature"][owner, tier.number] = features(tier.effects)
            at = _lay(R, at, f"{card.name}, tier {tier.number}", tier.effects)
    return at


def _lay(R: Any, at: int, name: str, effects: Effects) -> int:
    """Write the program of a tier or an ability, unless the search for its options could take too long."""
    crowd = Crowd(int(R["kinds"]), int(R["chapters"]), int(R["players"]), bool(R["masters"]))
    rows = compile_effects(effects, masters=crowd.masters)
    steps = most_steps(rows, crowd)
    if steps > MOST_TRIED:
        raise BadSetup(
            f"{name}: with {crowd.kinds} kinds of cards and {crowd.players} players it can take {steps:,} steps to "
            f"find out what may be picked, and {MOST_TRIED:,} are the most; choose fewer professions, or write a card "
            "that picks fewer cards together"
        )
    return lay_rows(R["prog"], at, rows)


def _lay_vp(R: Any, deck: Deck, at: int) -> int:
    R["vp_at"][:] = NONE
    if len(deck.vp) > VP_KINDS or sum(copies for _, copies in deck.vp) > VP_CARDS:
        raise BadSetup(f"a VP deck has at most {VP_KINDS} kinds and {VP_CARDS} cards")
    R["vp_kinds"] = len(deck.vp)
    for number, (card, copies) in enumerate(deck.vp):
        R["vp_points"][number], R["vp_cost"][number], R["vp_copies"][number] = card.points, card.cost, copies
        if card.effects:
            R["vp_at"][number] = at
            at = _lay(R, at, card.name, card.effects)
    return at


def _lay_houses(R: Any, deck: Deck, at: int) -> int:
    R["houses"] = len(deck.houses)
    for number, house in enumerate(deck.houses):
        R["house_types"][number] = sum(_archetype_bit(name) for name in house.archetypes)
        R["house_at"][number] = at
        at = _lay(R, at, house.name, house.effects)
    return at


def template(rules: NDArray[Any]) -> NDArray[Any]:
    """A game before the first shuffle: all cards in the decks, in order, and every register empty."""
    R = rules[0]
    state = np.zeros(1, STATE)
    s = state[0]
    for name in (
        "winner",
        "card",
        "other",
        "chapter",
        "chapter_2",
        "slot",
        "cleared",
        "bought",
        "top",
        "first",
    ):
        s[name] = NONE
    s["vp_row"][:] = NONE
    s["house"][:] = NONE
    kinds = int(R["kinds"])
    deck = np.repeat(np.arange(kinds), R["copies"][:kinds])
    if len(deck) > CARDS:
        raise BadSetup(f"a deck has at most {CARDS} cards")
    s["deck"][: len(deck)] = deck
    s["count"][DECK, :kinds] = R["copies"][:kinds]
    s["total"][DECK] = len(deck)
    for kind in range(kinds):
        s["has"][DECK, WORD[kind]] |= BIT[kind]
    vp = np.repeat(np.arange(int(R["vp_kinds"])), R["vp_copies"][: int(R["vp_kinds"])])
    s["vp_deck"][: len(vp)] = vp
    s["vp_deck_n"] = len(vp)
    return state
