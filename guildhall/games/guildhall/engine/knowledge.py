"""A seat's knowledge, as a record and as a row of numbers, and random completion of the hidden rest.

`look` builds a record from nothing, copying only what the seat may know (rule 4), instead of erasing things from a
state.  `deal_unknown` completes such a record to a whole game by dealing the hidden cards at random, consistent with
everything known.

The kernels for the row of numbers write from `at` on and return the next position.  `observing.py` names the parts.
Only `observe_at` and `observe_each` see whole games, and the others get the record that `look` made.  Seats are
numbered from the observer: first itself, then the others in the order of play.
"""

from __future__ import annotations

from typing import Any

from guildhall.kernel.annotations import Coins, Ints, Rules, RulesOf, State, States
from guildhall.kernel.containers import mix, repeat

from .options import offer
from .state import (
    AREA_OF,
    CARDS,
    DECK,
    FLIGHT,
    HALL,
    HAND,
    LOOKED,
    NONE,
    PILE,
    ROW,
    RUNNING,
    SPENT,
    VP_MARK,
    ZONES,
    kernel,
)
from .zones import recount, recount_zone

#: How often hidden cards are dealt again if the player to move could not have reached this decision with them.
TRIES = 2000


@kernel
def copy_registers(s: State, v: State) -> None:
    """Copy the progress of the game and the current picks: public, except the generator."""
    v.first = s.first
    v.turn = s.turn
    v.turn_no = s.turn_no
    v.actor = s.actor
    v.actions = s.actions
    v.pc = s.pc
    v.back = s.back
    v.over = s.over
    v.winner = s.winner
    v.card = s.card
    v.chapter_size = s.chapter_size
    v.other = s.other
    v.chapter = s.chapter
    v.chapter_2 = s.chapter_2
    v.slot = s.slot
    v.cleared = s.cleared
    v.bought = s.bought
    v.spent_types = s.spent_types
    v.spend_n = s.spend_n
    v.order_back = s.order_back
    v.payer = s.payer
    v.top = s.top
    v.step_n = s.step_n
    v.owed_n = s.owed_n
    v.ripe = s.ripe
    v.plies = s.plies
    v.deck_open = s.deck_open
    v.picks_n = s.picks_n
    for i in range(s.picks_n):
        v.pick[i] = s.pick[i]
        v.pick_row[i] = s.pick_row[i]
        v.pick_debt[i] = s.pick_debt[i]
    for w in range(2):
        v.spend[w] = s.spend[w]
        v.owed[w] = s.owed[w]
        v.played[w] = s.played[w]


@kernel
def copy_zone(s: State, R: Rules, v: State, zone: int) -> None:
    """Copy all cards of a zone."""
    for kind in range(R.kinds):
        v.count[zone, kind] = s.count[zone, kind]


@kernel
def copy_open_cards(s: State, R: Rules, v: State) -> None:
    """Copy the halls, areas, completed chapters, the remembered discard pile, and the size of everything."""
    for zone in range(ZONES):
        v.total[zone] = s.total[zone]
        if HALL <= zone <= PILE or zone >= SPENT:  # cards spent, in flight or in the box lie open
            copy_zone(s, R, v, zone)
    for i in range(s.total[PILE]):
        v.pile[i] = s.pile[i]
    for seat in range(R.players):
        v.area_n[seat] = s.area_n[seat]
        for i in range(s.area_n[seat]):
            v.area[seat, i] = s.area[seat, i]
        v.done_n[seat] = s.done_n[seat]
        for i in range(s.done_n[seat]):
            v.done[seat, i] = s.done[seat, i]
            for c in range(5):
                v.done_cards[seat, i, c] = s.done_cards[seat, i, c]
        for chapter in range(R.chapters):
            v.incoming[seat, chapter] = s.incoming[seat, chapter]
        v.claimed[seat, 0] = s.claimed[seat, 0]
        v.claimed[seat, 1] = s.claimed[seat, 1]


@kernel
def copy_points(s: State, R: Rules, v: State) -> None:
    """Copy the tokens, VP cards, the row, the Houses and the VP discard pile."""
    for seat in range(R.players):
        v.tokens[seat] = s.tokens[seat]
        for card in range(R.vp_kinds):
            v.vp_owned[seat, card] = s.vp_owned[seat, card]
    for slot in range(ROW):
        v.vp_row[slot] = s.vp_row[slot]
        v.house[slot] = s.house[slot]
    for card in range(R.vp_kinds):
        v.vp_box[card] = s.vp_box[card]
    v.vp_deck_n = s.vp_deck_n
    v.vp_pile_n = s.vp_pile_n
    for i in range(s.vp_pile_n):
        v.vp_pile[i] = s.vp_pile[i]


@kernel
def copy_hidden(s: State, R: Rules, v: State, seat: int) -> None:
    """Copy what this seat has seen of hidden places: its hand, known cards in other hands, cards it looked at."""
    copy_zone(s, R, v, HAND + seat)
    for owner in range(R.players):
        if owner != seat:
            for kind in range(R.kinds):
                v.known[seat, owner, kind] = s.known[seat, owner, kind]
                v.count[HAND + owner, kind] = s.known[seat, owner, kind]
    if seat == s.turn:
        copy_zone(s, R, v, LOOKED)
    if (s.deck_open >> seat) & 1:
        copy_zone(s, R, v, DECK)
    for i in range(s.total[DECK]):
        v.deck[i] = NONE
        if (s.deck_known[i] >> seat) & 1:
            v.deck[i] = s.deck[i]
            v.deck_known[i] = 1 << seat


@kernel
def look(s: State, R: Rules, seat: int, v: State) -> None:
    """Write everything a seat may know into the empty record `v`."""
    copy_registers(s, v)
    copy_open_cards(s, R, v)
    copy_points(s, R, v)
    copy_hidden(s, R, v, seat)
    recount(v, R)


@kernel
def count_unseen(v: State, R: Rules, seat: int, pool: Ints) -> None:
    """Count, for every kind, the cards that the seat cannot locate, in the second half of the pool."""
    for kind in range(R.kinds):
        pool[CARDS + kind] = R.copies[kind]
    for zone in range(ZONES):
        for kind in range(R.kinds):
            pool[CARDS + kind] -= v.count[zone, kind]
    for owner in range(R.players):
        for i in range(v.done_n[owner]):
            for c in range(5):
                pool[CARDS + v.done_cards[owner, i, c]] -= 1
    if (v.deck_open >> seat) & 1 == 0:  # otherwise the deck has been counted as a zone
        for i in range(v.total[DECK]):
            if v.deck[i] != NONE:
                pool[CARDS + v.deck[i]] -= 1


@kernel
def unseen(v: State, R: Rules, seat: int, pool: Ints) -> int:
    """List every card that the seat cannot locate and return the number of cards."""
    count_unseen(v, R, seat, pool)
    n = 0
    for kind in range(R.kinds):
        n = repeat(kind, pool[CARDS + kind], pool, n)
    return n


@kernel
def unseen_vp(v: State, R: Rules, pool: Ints) -> int:
    """List the VP cards lying face down in the VP deck."""
    n = 0
    for card in range(R.vp_kinds):
        left = int(R.vp_copies[card]) - int(v.vp_box[card])
        for slot in range(ROW):
            if v.vp_row[slot] == card:
                left -= 1
        for i in range(v.vp_pile_n):
            if v.vp_pile[i] == card:
                left -= 1
        for seat in range(R.players):
            left -= v.vp_owned[seat, card]
            for i in range(v.area_n[seat]):
                if v.area[seat, i] == VP_MARK + card:
                    left -= 1
        n = repeat(card, left, pool, n)
    return n


@kernel
def fill_zone(s: State, R: Rules, zone: int, pool: Ints, n: int) -> int:
    """Deal from the end of the pool until a zone has its size, and return the number of cards left."""
    held = 0
    for kind in range(R.kinds):
        held += int(s.count[zone, kind])
    while held < s.total[zone]:
        n -= 1
        s.count[zone, pool[n]] += 1
        held += 1
    return n


@kernel
def fill_deck(s: State, R: Rules, pool: Ints, n: int) -> int:
    """Deal the unknown places of the deck, and return the number of cards left."""
    for i in range(s.total[DECK]):
        if s.deck[i] == NONE:
            n -= 1
            s.deck[i] = pool[n]
            s.count[DECK, pool[n]] += 1
        else:
            s.count[DECK, s.deck[i]] += 1
    return n


@kernel
def fill_open_deck(s: State, R: Rules, pool: Ints, coins: Coins) -> None:
    """Shuffle the cards with unknown positions in a deck whose cards are seen but not their order."""
    n = 0
    for kind in range(R.kinds):
        left = int(s.count[DECK, kind])
        for i in range(s.total[DECK]):
            if s.deck[i] == kind:
                left -= 1
        n = repeat(kind, left, pool, n)
    mix(pool, n, coins)
    for i in range(s.total[DECK]):
        if s.deck[i] == NONE:
            n -= 1
            s.deck[i] = pool[n]


@kernel
def recount_hidden(s: State, R: Rules) -> None:
    """Recount the dealt cards, because everything else was counted when the seat looked."""
    for owner in range(R.players):
        recount_zone(s, R, HAND + owner)
    recount_zone(s, R, LOOKED)
    recount_zone(s, R, DECK)


@kernel
def deal_unknown(view: States, rules: RulesOf, seat: int, coins: Coins, pool: Ints, opts: Ints, out: States) -> int:
    """Complete a seat's knowledge to a whole game in `out`. Return 0 if no deal fits the current decision.

    Another player may be in the middle of a tier.  The fact that it was offered reveals something about that hand, so a
    deal that would leave the decision without options is discarded and dealt again.  A seat's options follow from what
    it knows.
    """
    R = rules[0]
    for _ in range(TRIES):
        out[0] = view[0]
        s = out[0]
        n = unseen(s, R, seat, pool)
        mix(pool, n, coins)
        for owner in range(R.players):
            n = fill_zone(s, R, HAND + owner, pool, n)
        n = fill_zone(s, R, LOOKED, pool, n)
        if (s.deck_open >> seat) & 1:
            fill_open_deck(s, R, pool, coins)
        else:
            fill_deck(s, R, pool, n)
        n = unseen_vp(s, R, pool)
        mix(pool, n, coins)
        for i in range(n):
            s.vp_deck[i] = pool[i]
        s.rng = coins[0]
        recount_hidden(s, R)
        if s.over != RUNNING or s.actor == seat or offer(s, R, opts) > 0:
            return 1
    return 0


# --- Change everything a seat cannot know, and nothing else: the seat must not notice ---


@kernel
def is_hidden_in_deck(s: State, seat: int, i: int) -> bool:
    """True if a seat does not know a card of the deck."""
    return (s.deck_known[i] >> seat) & 1 == 0


@kernel
def lift_hidden(s: State, R: Rules, seat: int, pool: Ints) -> int:
    """Lift every card that a seat cannot know off the table and return the number of cards."""
    n = 0
    for kind in range(R.kinds):
        for owner in range(R.players):
            if owner != seat:
                for _ in range(s.count[HAND + owner, kind] - s.known[seat, owner, kind]):
                    pool[n] = kind
                    n += 1
                s.count[HAND + owner, kind] = s.known[seat, owner, kind]
        if seat != s.turn:
            for _ in range(s.count[LOOKED, kind]):
                pool[n] = kind
                n += 1
            s.count[LOOKED, kind] = 0
    if (s.deck_open >> seat) & 1 == 0:
        for i in range(s.total[DECK]):
            if is_hidden_in_deck(s, seat, i):
                pool[n] = s.deck[i]
                n += 1
                s.count[DECK, s.deck[i]] -= 1
    return n


@kernel
def lay_hidden(s: State, R: Rules, seat: int, pool: Ints, n: int) -> None:
    """Lay lifted cards into the places open to them."""
    for zone in range(ZONES):
        if HAND <= zone < HALL or zone == LOOKED:
            n = fill_zone(s, R, zone, pool, n)
    if (s.deck_open >> seat) & 1 == 0:
        for i in range(s.total[DECK]):
            if is_hidden_in_deck(s, seat, i):
                n -= 1
                s.deck[i] = pool[n]
                s.count[DECK, pool[n]] += 1


@kernel
def reorder_open_deck(s: State, seat: int, pool: Ints, coins: Coins) -> None:
    """Reorder the deck for a seat that searches it: it sees the cards, but not their order."""
    n = 0
    for i in range(s.total[DECK]):
        if is_hidden_in_deck(s, seat, i):
            pool[n] = s.deck[i]
            n += 1
    mix(pool, n, coins)
    for i in range(s.total[DECK]):
        if is_hidden_in_deck(s, seat, i):
            n -= 1
            s.deck[i] = pool[n]


@kernel
def reshuffle_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Change everything a seat cannot know and nothing else: hidden cards, the generator, what others have seen."""
    n = lift_hidden(s, R, seat, pool)
    mix(pool, n, coins)
    lay_hidden(s, R, seat, pool, n)
    if (s.deck_open >> seat) & 1:
        reorder_open_deck(s, seat, pool, coins)
    for i in range(s.vp_deck_n):
        pool[i] = s.vp_deck[i]
    mix(pool, int(s.vp_deck_n), coins)
    for i in range(s.vp_deck_n):
        s.vp_deck[i] = pool[i]
    for viewer in range(R.players):
        if viewer != seat:
            for owner in range(R.players):
                for kind in range(R.kinds):
                    s.known[viewer, owner, kind] = 0
    for i in range(s.total[DECK]):
        s.deck_known[i] &= 1 << seat
    s.rng = coins[0]
    recount(s, R)


# --- A seat's knowledge as a row of numbers from 0 to 1 ---

TIERS = 5
PLACES = 6  # completed chapters of the seat itself by index, as `spend` and `limit` number them
FULL = 5  # cards of a full chapter
MANY_ACTIONS = 8
MANY_TURNS = 100  # the part `turn` is one half after this many turns
MANY_ROWS = 16  # rows of a tier's program

Floats = Any


@kernel
def put(out: Floats, at: int, value: float) -> int:
    """Write one number, capped at 1."""
    out[at] = min(value, 1.0)
    return at + 1


@kernel
def mark(out: Floats, at: int, number: int, length: int) -> int:
    """Write a one at index `number` of `length` places, and nothing for NONE."""
    if number >= 0:
        out[at + number] = 1.0
    return at + length


@kernel
def chair(R: Rules, seat: int, other: int) -> int:
    """Return how far after the observer another seat sits, NONE for NONE."""
    return NONE if other < 0 else (other - seat) % int(R.players)


@kernel
def put_zone(out: Floats, at: int, v: State, R: Rules, zone: int) -> int:
    """Write the known cards of a zone, each kind as a share of its copies."""
    for kind in range(R.kinds):
        put(out, at + kind, v.count[zone, kind] / max(R.copies[kind], 1))
    return at + int(R.kinds)


@kernel
def add_card(out: Floats, at: int, R: Rules, kind: int) -> None:
    """Count one more card among the kinds that begin at `at`."""
    out[at + kind] = min(out[at + kind] + 1.0 / max(R.copies[kind], 1), 1.0)


@kernel
def put_moment(out: Floats, at: int, v: State, R: Rules, seat: int) -> int:
    """Write the deciding seat and the time in the game."""
    players = int(R.players)
    at = mark(out, at, seat, players)
    at = mark(out, at, chair(R, seat, v.actor if v.over == RUNNING else NONE), players)
    at = mark(out, at, chair(R, seat, v.turn), players)
    at = put(out, at, v.turn_no / (v.turn_no + MANY_TURNS))
    return put(out, at, v.actions / MANY_ACTIONS)


@kernel
def put_resolving(out: Floats, at: int, v: State, R: Rules, seat: int, tier: int, step: int) -> int:
    """Write the card or ability being carried out, and the picks made for it."""
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
    """Write the seat's hand, the known cards of other hands, and the size of each hand."""
    for i in range(R.players):
        at = put_zone(out, at, v, R, HAND + (seat + i) % int(R.players))
    for i in range(R.players):
        at = put(out, at, v.total[HAND + (seat + i) % int(R.players)] / cards)
    return at


@kernel
def put_completed(out: Floats, at: int, v: State, R: Rules, owner: int) -> int:
    """Write the cards of a seat's completed chapters."""
    for i in range(v.done_n[owner]):
        for c in range(FULL):
            if v.done_cards[owner, i, c] >= 0:
                add_card(out, at, R, v.done_cards[owner, i, c])
    return at + int(R.kinds)


@kernel
def put_tables(out: Floats, at: int, v: State, R: Rules, seat: int) -> int:
    """Write the halls, areas and completed chapters of all seats, and the observer's completed chapters by index."""
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
    """Write a seat's VP cards, including those bought this turn that are still in its area."""
    for card in range(R.vp_kinds):
        held = int(v.vp_owned[owner, card])
        for i in range(v.area_n[owner]):
            held += int(v.area[owner, i] == VP_MARK + card)
        put(out, at + card, held / max(R.vp_copies[card], 1))
    return at + int(R.vp_kinds)


@kernel
def put_points(out: Floats, at: int, v: State, R: Rules, seat: int) -> int:
    """Write the points, tokens and VP cards of all seats."""
    for i in range(R.players):
        at = put(out, at, v.points[(seat + i) % int(R.players)] / R.target)
    for i in range(R.players):
        at = put(out, at, v.tokens[(seat + i) % int(R.players)] / R.target)
    for i in range(R.players):
        at = put_vp_cards(out, at, v, R, (seat + i) % int(R.players))
    return at


@kernel
def put_deck(out: Floats, at: int, v: State, R: Rules, seat: int, cards: int) -> int:
    """Write the size of the deck, its known cards, and its top card if known."""
    size = int(v.total[DECK])
    at = put(out, at, size / cards)
    if (v.deck_open >> seat) & 1:  # being searched: all its cards are seen, in no order
        put_zone(out, at, v, R, DECK)
    else:
        for i in range(size):
            if v.deck[i] >= 0:
                add_card(out, at, R, v.deck[i])
    at += int(R.kinds)
    return mark(out, at, v.deck[size - 1] if size > 0 else NONE, R.kinds)


@kernel
def put_piles(out: Floats, at: int, v: State, R: Rules, seat: int, cards: int) -> int:
    """Write the discard pile, the deck, and the cards being looked at."""
    size = int(v.total[PILE])
    at = put_zone(out, at, v, R, PILE)
    at = mark(out, at, v.pile[size - 1] if size > 0 else NONE, R.kinds)
    at = put_deck(out, at, v, R, seat, cards)
    return put_zone(out, at, v, R, LOOKED)


@kernel
def put_vp_row(out: Floats, at: int, v: State, R: Rules) -> int:
    """Write the VP row with its Houses, the VP deck and the VP discard pile."""
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
    """Write what a seat may know of game `i` into a row of zeros and return its length."""
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
    """Write one row per game into `out`, which holds zeros, each for the seat given for that game."""
    length = out.shape[0] // states.shape[0]
    for i in range(states.shape[0]):
        row = out[i * length : (i + 1) * length]
        observe_at(states, i, rules, seats[i], tiers[i], steps[i], blank, known, row)
