"""What one seat may know, and dealing the rest anew.

`look` builds a record up from an empty table, copying only what the seat may know: never a state with things erased.
`deal_hidden` completes such a record to a whole game: hidden tiles, cards and Heroes are dealt by chance,
consistently with all that is known.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Coins, Ints, Rules, State
from guildhall.kernel.bits import BIT
from guildhall.kernel.lists import mix

from .state import NONE, TILE_ADVENTURE, TILE_GOLD, UNKNOWN, Kind, Over, kernel


@kernel
def copy_registers(s: State, v: State) -> None:
    """Where the game stands: open to all, except the generator."""
    v.first = s.first
    v.turn = s.turn
    v.turn_no = s.turn_no
    v.actor = s.actor
    v.phase = s.phase
    v.over = s.over
    v.winners = s.winners
    v.plies = s.plies
    v.die = s.die
    v.moves = s.moves
    v.flips = s.flips
    v.peeks = s.peeks
    v.victim = s.victim
    v.robbed = s.robbed
    v.played = s.played
    v.drew = s.drew
    v.refills = s.refills
    v.short = s.short
    v.finale = s.finale
    v.idle = s.idle


@kernel
def copy_open(s: State, R: Rules, v: State) -> None:
    """Figures, counters, recovered tiles, the discard pile, and the size of everything."""
    v.deck_n = s.deck_n
    v.pile_n = s.pile_n
    for i in range(s.pile_n):
        v.pile[i] = s.pile[i]
    v.box_gold = s.box_gold
    v.box_tiles = s.box_tiles
    for kind in range(R.kinds):
        v.box[kind] = s.box[kind]
    for seat in range(R.players):
        v.figure[seat] = s.figure[seat]
        v.hand_n[seat] = s.hand_n[seat]
        v.level[seat] = s.level[seat]
        v.losses[seat] = s.losses[seat]
        v.villages[seat] = s.villages[seat]
        v.gold[seat] = s.gold[seat]
        v.done[seat] = s.done[seat]


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
    n = 0
    for _ in range(golds):
        pool[n] = TILE_GOLD
        n += 1
    for adventure in range(R.adventures):
        if gone & BIT[adventure] == 0:
            pool[n] = TILE_ADVENTURE + adventure
            n += 1
    return n


@kernel
def unseen_cards(v: State, R: Rules, pool: Ints) -> int:
    """List every card that the seat cannot place; returns how many."""
    n = 0
    for kind in range(R.kinds):
        left = int(R.copies[kind] - v.box[kind])
        for seat in range(R.players):
            left -= int(v.hand[seat, kind])
            if kind >= Kind.ADVENTURE and v.done[seat] & BIT[kind - Kind.ADVENTURE] != 0:
                left -= 1
        for i in range(v.pile_n):
            if v.pile[i] == kind:
                left -= 1
        for _ in range(left):
            pool[n] = kind
            n += 1
    return n


@kernel
def unseen_heroes(v: State, R: Rules, pool: Ints) -> int:
    """List the Hero cards that the seat has not seen; returns how many."""
    n = 0
    for hero in range(R.heroes):
        is_seen = False
        for seat in range(R.players):
            is_seen = is_seen or v.hero[seat] == hero
        if not is_seen:
            pool[n] = hero
            n += 1
    return n


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
