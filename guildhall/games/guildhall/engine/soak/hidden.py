"""Changing all that a seat cannot know, and nothing else: the seat must not notice."""

from __future__ import annotations

from guildhall.kernel.annotations import Coins, Ints, Rules, State
from guildhall.kernel.lists import mix

from ..knowledge import fill_zone
from ..state import DECK, HALL, HAND, LOOKED, ZONES, kernel
from ..zones import recount


@kernel
def is_hidden_in_deck(s: State, seat: int, i: int) -> bool:
    """Whether a seat does not know a card of the deck."""
    return (s.deck_known[i] >> seat) & 1 == 0


@kernel
def lift_hidden(s: State, R: Rules, seat: int, pool: Ints) -> int:
    """Lift every card that a seat cannot know off the table; returns how many."""
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
    """Lay lifted cards into the places that are open to them."""
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
def stir_open_deck(s: State, seat: int, pool: Ints, coins: Coins) -> None:
    """A seat that searches the deck sees its cards, but not their order."""
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
def stir_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Change whatever a seat cannot know and nothing else: hidden cards, chance, what other seats have seen."""
    n = lift_hidden(s, R, seat, pool)
    mix(pool, n, coins)
    lay_hidden(s, R, seat, pool, n)
    if (s.deck_open >> seat) & 1:
        stir_open_deck(s, seat, pool, coins)
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
