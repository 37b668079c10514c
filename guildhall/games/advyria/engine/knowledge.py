"""What one seat may know, and dealing the rest anew.

`look` builds a record up from an empty table, copying only what the seat may know: never a state with things erased.
`deal_hidden` completes such a record to a whole game: hidden tiles, cards and Heroes are dealt by chance,
consistently with all that is known.
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
    """Where the game stands, and the size of everything: open to all, except the generator."""
    for name in literal_unroll(_REGISTERS):
        v[name] = s[name]


@kernel
def copy_open(s: State, R: Rules, v: State) -> None:
    """Figures, counters, recovered tiles, the discard pile and the box."""
    for i in range(s.pile_n):
        v.pile[i] = s.pile[i]
    for kind in range(R.kinds):
        v.box[kind] = s.box[kind]
    for name in literal_unroll(_OF_SEATS):
        for seat in range(R.players):
            v[name][seat] = s[name][seat]


@kernel
def copy_tiles(s: State, R: Rules, v: State, seat: int) -> None:
    """The board as the seat knows it: open tiles, and hidden ones it has looked at."""
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
    """Hands and Heroes: the own ones, and what the seat knows of others."""
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
    """Write into `v`, an empty table, what a seat may know."""
    for n in range(v.deck_n):
        v.deck[n] = NONE if n < s.deck_n else 0
    copy_registers(s, v)
    copy_open(s, R, v)
    copy_tiles(s, R, v, seat)
    copy_hidden(s, R, v, seat)


# --- Dealing anew ---


@kernel
def unseen_tiles(v: State, R: Rules, pool: Ints) -> int:
    """List the tiles that lie hidden and unseen; returns how many."""
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
    """List every card that the seat cannot place; returns how many."""
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
    """The Hero cards that lie with a player, as bits."""
    heroes = 0
    for seat in range(R.players):
        if s.hero[seat] != NONE:
            heroes |= BIT[s.hero[seat]]
    return heroes


@kernel
def unseen_heroes(v: State, R: Rules, pool: Ints) -> int:
    """List the Hero cards that the seat has not seen; returns how many."""
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
    """Complete what a seat knows to a whole game."""
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
