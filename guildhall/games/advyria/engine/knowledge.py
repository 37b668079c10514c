"""A seat's knowledge, and random completion of the hidden rest.

`look` builds a record from an empty table, copying only what the seat may know, instead of erasing things from a state.
`deal_hidden` completes such a record to a whole game by dealing hidden tiles, cards and Heroes at random, consistent
with everything known.
"""

from __future__ import annotations

from numba import literal_unroll

from guildhall.kernel.annotations import Coins, Ints, Rules, State
from guildhall.kernel.containers import BIT, list_set, mix, repeat

from .state import NONE, TILE_ADVENTURE, TILE_GOLD, UNKNOWN, Kind, Over, kernel

_REGISTERS = (
    *("first", "turn", "turn_no", "actor", "phase", "over", "winners", "plies", "die", "moves", "flips", "peeks"),
    *("victim", "robbed", "played", "drew", "refills", "short", "finale", "idle"),
    *("deck_n", "pile_n", "box_gold", "box_tiles"),
)
_OF_SEATS = ("figure", "hand_n", "level", "losses", "villages", "gold", "done")


@kernel
def copy_registers(s: State, v: State) -> None:
    """Copy the progress of the game and the size of everything: public, except the generator."""
    for name in literal_unroll(_REGISTERS):
        v[name] = s[name]


@kernel
def copy_open(s: State, R: Rules, v: State) -> None:
    """Copy figures, counters, recovered tiles, the discard pile and the box."""
    for i in range(s.pile_n):
        v.pile[i] = s.pile[i]
    for kind in range(R.kinds):
        v.box[kind] = s.box[kind]
    for name in literal_unroll(_OF_SEATS):
        for seat in range(R.players):
            v[name][seat] = s[name][seat]


@kernel
def copy_tiles(s: State, R: Rules, v: State, seat: int) -> None:
    """Copy the board as the seat knows it: open tiles, and hidden ones it has looked at."""
    v.faceup = s.faceup
    v.facedown = s.facedown
    v.seen[seat] = s.seen[seat]
    for field in range(R.fields):
        if (s.faceup | s.seen[seat]) & BIT[field] != 0:
            v.tile[field] = s.tile[field]
        elif s.facedown & BIT[field] != 0:
            v.tile[field] = UNKNOWN


@kernel
def copy_hidden(s: State, R: Rules, v: State, seat: int) -> None:
    """Copy the seat's hand and Hero, and what it knows of others."""
    for owner in range(R.players):
        if owner == seat or s.over != Over.RUNNING:
            v.hero[owner] = s.hero[owner]
        for kind in range(R.kinds):
            if owner == seat or R.open_hands == 1:
                v.hand[owner, kind] = s.hand[owner, kind]
            else:
                v.known[seat, owner, kind] = s.known[seat, owner, kind]
                v.hand[owner, kind] = s.known[seat, owner, kind]


@kernel
def look(s: State, R: Rules, seat: int, v: State) -> None:
    """Write everything a seat may know into `v`, an empty table."""
    for n in range(v.deck_n):
        v.deck[n] = NONE if n < s.deck_n else 0
    copy_registers(s, v)
    copy_open(s, R, v)
    copy_tiles(s, R, v, seat)
    copy_hidden(s, R, v, seat)


# --- Dealing the hidden rest ---


@kernel
def unseen_tiles(v: State, R: Rules, pool: Ints) -> int:
    """List the hidden tiles that the seat has not seen and return their number."""
    golds = int(R.golds - v.box_gold)
    gone = int(v.box_tiles)
    for seat in range(R.players):
        golds -= int(v.villages[seat] + v.gold[seat])
        gone |= v.done[seat]
    for field in range(R.fields):
        if v.tile[field] == TILE_GOLD:
            golds -= 1
        elif v.tile[field] >= TILE_ADVENTURE:
            gone |= BIT[int(v.tile[field]) - TILE_ADVENTURE]
    n = repeat(TILE_GOLD, golds, pool, 0)
    return list_set((BIT[R.adventures] - 1) & ~gone, TILE_ADVENTURE, pool, n)


@kernel
def unseen_cards(v: State, R: Rules, pool: Ints) -> int:
    """List every card that the seat cannot locate and return the number of cards."""
    n = 0
    for kind in range(R.kinds):
        left = int(R.copies[kind] - v.box[kind])
        for i in range(v.pile_n):
            if v.pile[i] == kind:
                left -= 1
        for seat in range(R.players):
            left -= int(v.hand[seat, kind])
            if kind >= Kind.ADVENTURE and v.done[seat] & BIT[kind - Kind.ADVENTURE] != 0:
                left -= 1
        n = repeat(kind, left, pool, n)
    return n


@kernel
def heroes_in_play(s: State, R: Rules) -> int:
    """Return the Hero cards held by players, as bits."""
    heroes = 0
    for seat in range(R.players):
        if s.hero[seat] != NONE:
            heroes |= BIT[s.hero[seat]]
    return heroes


@kernel
def unseen_heroes(v: State, R: Rules, pool: Ints) -> int:
    """List the Hero cards that the seat has not seen and return their number."""
    return list_set((BIT[R.heroes] - 1) & ~heroes_in_play(v, R), 0, pool, 0)


@kernel
def deal_cards(s: State, R: Rules, pool: Ints, coins: Coins) -> None:
    """Fill the hands, then the draw pile."""
    n = unseen_cards(s, R, pool)
    mix(pool, n, coins)
    for seat in range(R.players):
        held = 0
        for kind in range(R.kinds):
            held += int(s.hand[seat, kind])
        for _ in range(s.hand_n[seat] - held):
            n -= 1
            s.hand[seat, pool[n]] += 1
    for i in range(s.deck_n):
        n -= 1
        s.deck[i] = pool[n]


@kernel
def deal_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Complete a seat's knowledge to a whole game."""
    n = unseen_tiles(s, R, pool)
    mix(pool, n, coins)
    for field in range(R.fields):
        if s.tile[field] == UNKNOWN:
            n -= 1
            s.tile[field] = pool[n]
    if R.no_heroes == 0:
        n = unseen_heroes(s, R, pool)
        mix(pool, n, coins)
        for owner in range(R.players):
            if s.hero[owner] == NONE:
                n -= 1
                s.hero[owner] = pool[n]
    deal_cards(s, R, pool, coins)
