"""What one seat may know as a row of numbers from 0 to 1, written part after part.

Every kernel writes its numbers from `at` on and returns where the next ones go; `observing.py` names the parts.
Only `observe_at` and `observe_each` see whole games: the others get what `look` has left of it.
Seats come from the observer's chair: first itself, then the others in the order of play.
"""

from __future__ import annotations

from typing import Any

from guildhall.kernel.annotations import Ints, Rules, RulesOf, State, States

from .knowledge import look
from .state import AREA_OF, DECK, FLIGHT, HALL, HAND, LOOKED, NONE, PILE, ROW, RUNNING, SPENT, VP_MARK, kernel

TIERS = 5
PLACES = 6  # own completed chapters told by place, which is how `spend` and `limit` number them
FULL = 5  # cards of a full chapter
MANY_ACTIONS = 8
MANY_TURNS = 100  # after so many turns the part `turn` stands at a half
MANY_ROWS = 16  # of a tier's program

Floats = Any


@kernel
def put(out: Floats, at: int, value: float) -> int:
    """One number, cut off at 1."""
    out[at] = min(value, 1.0)
    return at + 1


@kernel
def mark(out: Floats, at: int, number: int, length: int) -> int:
    """A one at the number's place among `length`, none for NONE."""
    if number >= 0:
        out[at + number] = 1.0
    return at + length


@kernel
def chair(R: Rules, seat: int, other: int) -> int:
    """How far after the observer another seat sits, NONE for NONE."""
    return NONE if other < 0 else (other - seat) % int(R.players)


@kernel
def put_zone(out: Floats, at: int, v: State, R: Rules, zone: int) -> int:
    """The known cards of a zone, each kind as a share of its copies."""
    for kind in range(R.kinds):
        put(out, at + kind, v.count[zone, kind] / max(R.copies[kind], 1))
    return at + int(R.kinds)


@kernel
def add_card(out: Floats, at: int, R: Rules, kind: int) -> None:
    """One more card among the kinds that begin at `at`."""
    out[at + kind] = min(out[at + kind] + 1.0 / max(R.copies[kind], 1), 1.0)


@kernel
def put_moment(out: Floats, at: int, v: State, R: Rules, seat: int) -> int:
    """Who decides, and when."""
    players = int(R.players)
    at = mark(out, at, seat, players)
    at = mark(out, at, chair(R, seat, v.actor if v.over == RUNNING else NONE), players)
    at = mark(out, at, chair(R, seat, v.turn), players)
    at = put(out, at, v.turn_no / (v.turn_no + MANY_TURNS))
    return put(out, at, v.actions / MANY_ACTIONS)


@kernel
def put_resolving(out: Floats, at: int, v: State, R: Rules, seat: int, tier: int, step: int) -> int:
    """The card or ability being carried out, and what has been picked for it."""
    at = mark(out, at, v.card, R.kinds)
    at = mark(out, at, tier, TIERS)
    at = put(out, at, step / MANY_ROWS)
    at = put(out, at, v.chapter_size / FULL)
    at = mark(out, at, chair(R, seat, v.other), R.players)
    at = mark(out, at, v.chapter, R.chapters)
    at = mark(out, at, v.chapter_2, R.chapters)
    at = mark(out, at, v.bought, R.vp_kinds)
    at = put_zone(out, at, v, R, FLIGHT)
    return put_zone(out, at, v, R, SPENT)


@kernel
def put_hands(out: Floats, at: int, v: State, R: Rules, seat: int, cards: int) -> int:
    """The own hand, what is known of the others, and the size of all."""
    for i in range(R.players):
        at = put_zone(out, at, v, R, HAND + (seat + i) % int(R.players))
    for i in range(R.players):
        at = put(out, at, v.total[HAND + (seat + i) % int(R.players)] / cards)
    return at


@kernel
def put_completed(out: Floats, at: int, v: State, R: Rules, owner: int) -> int:
    """The cards of a seat's completed chapters."""
    for i in range(v.done_n[owner]):
        for c in range(FULL):
            if v.done_cards[owner, i, c] >= 0:
                add_card(out, at, R, v.done_cards[owner, i, c])
    return at + int(R.kinds)


@kernel
def put_tables(out: Floats, at: int, v: State, R: Rules, seat: int) -> int:
    """Halls, areas and completed chapters of all seats, and the places of the own completed chapters."""
    for i in range(R.players):
        at = put_zone(out, at, v, R, HALL + (seat + i) % int(R.players))
    for i in range(R.players):
        at = put_zone(out, at, v, R, AREA_OF + (seat + i) % int(R.players))
    for i in range(R.players):
        at = put_completed(out, at, v, R, (seat + i) % int(R.players))
    for place in range(PLACES):
        at = mark(out, at, v.done[seat, place] if place < v.done_n[seat] else NONE, R.chapters)
    return at


@kernel
def put_vp_cards(out: Floats, at: int, v: State, R: Rules, owner: int) -> int:
    """A seat's VP cards, those with it that it bought this turn and that still lie in its area."""
    for card in range(R.vp_kinds):
        held = int(v.vp_owned[owner, card])
        for i in range(v.area_n[owner]):
            held += int(v.area[owner, i] == VP_MARK + card)
        put(out, at + card, held / max(R.vp_copies[card], 1))
    return at + int(R.vp_kinds)


@kernel
def put_points(out: Floats, at: int, v: State, R: Rules, seat: int) -> int:
    """Points, tokens and VP cards of all seats."""
    for i in range(R.players):
        at = put(out, at, v.points[(seat + i) % int(R.players)] / R.target)
    for i in range(R.players):
        at = put(out, at, v.tokens[(seat + i) % int(R.players)] / R.target)
    for i in range(R.players):
        at = put_vp_cards(out, at, v, R, (seat + i) % int(R.players))
    return at


@kernel
def put_deck(out: Floats, at: int, v: State, R: Rules, seat: int, cards: int) -> int:
    """The size of the deck, its known cards, and the top one if it is known."""
    size = int(v.total[DECK])
    at = put(out, at, size / cards)
    if (v.deck_open >> seat) & 1:  # it is being searched: all its cards are seen, in no order
        put_zone(out, at, v, R, DECK)
    else:
        for i in range(size):
            if v.deck[i] >= 0:
                add_card(out, at, R, v.deck[i])
    at += int(R.kinds)
    return mark(out, at, v.deck[size - 1] if size > 0 else NONE, R.kinds)


@kernel
def put_piles(out: Floats, at: int, v: State, R: Rules, seat: int, cards: int) -> int:
    """Discard pile, deck, and the cards being looked at."""
    size = int(v.total[PILE])
    at = put_zone(out, at, v, R, PILE)
    at = mark(out, at, v.pile[size - 1] if size > 0 else NONE, R.kinds)
    at = put_deck(out, at, v, R, seat, cards)
    return put_zone(out, at, v, R, LOOKED)


@kernel
def put_vp_row(out: Floats, at: int, v: State, R: Rules) -> int:
    """The VP row with its Houses, the VP deck and the VP discard pile."""
    for slot in range(ROW):
        at = mark(out, at, v.vp_row[slot], R.vp_kinds)
    if R.houses > 0:
        for slot in range(ROW):
            at = mark(out, at, v.house[slot], R.houses)
    copies = 0
    for card in range(R.vp_kinds):
        copies += int(R.vp_copies[card])
    at = put(out, at, v.vp_deck_n / max(copies, 1))
    for i in range(v.vp_pile_n):
        card = int(v.vp_pile[i])
        out[at + card] = min(out[at + card] + 1.0 / max(R.vp_copies[card], 1), 1.0)
    return at + int(R.vp_kinds)


@kernel
def observe_at(
    states: States, i: int, rules: RulesOf, seat: int, tier: int, step: int, blank: States, known: States, out: Floats
) -> int:
    """Write what a seat may know of game `i` into a row of zeros; returns how many numbers it takes."""
    v, R = known[0], rules[0]
    known[0] = blank[0]
    look(states[i], R, seat, v)
    cards = 0
    for kind in range(R.kinds):
        cards += int(R.copies[kind])
    at = put_moment(out, 0, v, R, seat)
    at = put_resolving(out, at, v, R, seat, tier, step)
    at = put_hands(out, at, v, R, seat, cards)
    at = put_tables(out, at, v, R, seat)
    at = put_points(out, at, v, R, seat)
    at = put_piles(out, at, v, R, seat, cards)
    return put_vp_row(out, at, v, R)


@kernel
def observe_each(
    states: States, rules: RulesOf, seats: Ints, tiers: Ints, steps: Ints, blank: States, known: States, out: Floats
) -> None:
    """Write a row of zeros for every game, one behind the other in `out`, for a seat of its own."""
    length = out.shape[0] // states.shape[0]
    for i in range(states.shape[0]):
        row = out[i * length : (i + 1) * length]
        observe_at(states, i, rules, seats[i], tiers[i], steps[i], blank, known, row)
