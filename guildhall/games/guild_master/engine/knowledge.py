"""A seat's knowledge, and random completions of it (R-53, R-54).

`look` fills an empty table with only the seat's knowledge, and never erases anything from a full state.
`deal_hidden` completes such a record to a whole game: unseen cards within their kind, hidden Orders and stances.
"""

from __future__ import annotations

from numba import literal_unroll

from guildhall.kernel.annotations import Coins, Ints, Rules, State
from guildhall.kernel.chance import below
from guildhall.kernel.containers import BIT, bit_count, mix

from .orders import forget_plan, plan_by_chance
from .state import (
    CARDS_OF_DECK,
    CARDS_OF_RANK,
    CONTRACTS,
    CORES,
    DECKS,
    EVERYONE,
    FIRST_OF_DECK,
    FIRST_OF_RANK,
    LETTERS,
    NONE,
    QUEUE,
    RANK_AT,
    RANKS,
    SPACES,
    SPOTS,
    UNKNOWN,
    Phase,
    Rank,
    Stance,
    kernel,
)

# --- Looking ---

_REGISTERS = (
    *("phase", "then", "after", "ranked", "back", "marker", "pile_up", "spot_up", "space", "pick", "began"),
    *("objective", "order_n", "at", "party", "wanted", "build", "prize", "prize_spot", "completers", "best"),
    *("queue_n", "owner", "lobby_n", "offer_at"),
    # The check and the contest in flight.
    *("rollers", "roll_at", "roller", "skill", "target", "plus", "once", "twice", "fixes", "spare", "tied"),
    *("tie_at", "ranking", "rank_all", "talks", "passes", "proposer", "holder", "use", "keeper", "agreed", "tops"),
    "leaders",
)


@kernel
def copy_registers(s: State, v: State) -> None:
    """Copy the public registers, including the check and the contest in flight."""
    for name in literal_unroll(_REGISTERS):
        v[name] = s[name]
    for i in range(QUEUE):
        for column in range(3):
            v.queue[i, column] = s.queue[i, column]


@kernel
def copy_guild(s: State, v: State, seat: int) -> None:
    """Copy a Guild's public state."""
    v.guild[seat] = s.guild[seat]
    v.token[seat] = s.token[seat]
    v.fixer[seat] = s.fixer[seat]
    v.reroll[seat] = s.reroll[seat]
    v.prestige[seat] = s.prestige[seat]
    v.member_n[seat] = s.member_n[seat]
    v.private_n[seat] = s.private_n[seat]
    v.used[seat] = s.used[seat]
    for core in range(CORES):
        v.core[seat, core] = s.core[seat, core]
    for i in range(s.member_n[seat]):
        v.member[seat, i] = s.member[seat, i]
    for deck in range(DECKS):
        v.kept[seat, deck] = s.kept[seat, deck]


@kernel
def copy_task(s: State, v: State, seat: int) -> None:
    """Copy a Guild's public state in the current task."""
    v.order[seat] = s.order[seat]
    v.dice_n[seat] = s.dice_n[seat]
    v.value[seat] = s.value[seat]
    v.place[seat] = s.place[seat]
    v.aim[seat] = s.aim[seat]
    v.joined[seat] = s.joined[seat]
    v.share[seat] = s.share[seat]
    v.lobby[seat] = s.lobby[seat]
    v.offer_for[seat] = s.offer_for[seat]
    v.offer_gold[seat] = s.offer_gold[seat]
    for i in range(s.dice_n[seat]):
        v.dice[seat, i] = s.dice[seat, i]
    for space in range(SPACES):
        v.status[seat, space] = s.status[seat, space]


@kernel
def copy_orders(s: State, v: State, seat: int, viewer: int) -> None:
    """Copy Orders and stance. Before others show theirs, only their Gold total is copied (R-53)."""
    v.gold[seat] = s.gold[seat]
    if s.phase != Phase.STANCE or seat == viewer:
        v.stance[seat] = s.stance[seat]
    for space in range(SPACES):
        if s.phase == Phase.PLAN and seat != viewer:
            v.gold[seat] += s.bid[seat, space]
        else:
            v.team[seat, space] = s.team[seat, space]
            v.card[seat, space] = s.card[seat, space]
            v.bid[seat, space] = s.bid[seat, space]


@kernel
def copy_board(s: State, v: State, viewer: int) -> None:
    """Copy the cards that lie open and those seen by the seat, each in its place."""
    for letter in range(LETTERS):
        v.pile_n[letter] = s.pile_n[letter]
        for i in range(s.pile_n[letter]):
            v.pile[letter, i] = UNKNOWN
        if s.pile_up & BIT[letter] != 0:
            v.pile[letter, s.pile_n[letter] - 1] = s.pile[letter, s.pile_n[letter] - 1]
    for deck in range(DECKS):
        v.deck_n[deck] = s.deck_n[deck]
        v.gone[deck] = s.gone[deck]
        for i in range(s.deck_n[deck]):
            card = int(s.deck[deck, i])
            v.deck[deck, i] = card if s.seen[card] & BIT[viewer] != 0 else UNKNOWN
    for rank in range(RANKS):
        v.lost[rank] = s.lost[rank]
    for spot in range(SPOTS):
        v.spot_deck[spot] = s.spot_deck[spot]
        if s.spot_deck[spot] != NONE:
            card = int(s.spot[spot])
            v.spot[spot] = card if s.seen[card] & BIT[viewer] != 0 else UNKNOWN


@kernel
def copy_seen(s: State, R: Rules, v: State, viewer: int) -> None:
    """Copy the Private Contracts seen by the seat. Who else has seen a card is known only if all have."""
    for card in range(CONTRACTS):
        if s.seen[card] == EVERYONE:
            v.seen[card] = EVERYONE
        elif s.seen[card] & BIT[viewer] != 0:
            v.seen[card] = BIT[viewer]
    for seat in range(R.players):
        for card in range(FIRST_OF_DECK[1]):
            if s.private[seat] & BIT[card] != 0 and s.seen[card] & BIT[viewer] != 0:
                v.private[seat] |= BIT[card]


@kernel
def look(s: State, R: Rules, seat: int, v: State) -> None:
    """Write a seat's knowledge into `v`, an empty table."""
    copy_registers(s, v)
    copy_board(s, v, seat)
    copy_seen(s, R, v, seat)
    for other in range(R.players):
        copy_guild(s, v, other)
        copy_task(s, v, other)
        copy_orders(s, v, other, seat)


# --- Dealing hidden cards ---


@kernel
def placed_contracts(s: State, R: Rules, deck: int) -> int:
    """Return the Contracts of a deck whose place is known, as bits."""
    first = FIRST_OF_DECK[deck]
    found = int(s.gone[deck])
    for seat in range(R.players):
        found |= s.kept[seat, deck]
        if deck == 0:
            found |= s.private[seat]
    for i in range(s.deck_n[deck]):
        if s.deck[deck, i] >= 0:
            found |= BIT[int(s.deck[deck, i]) - first]
    for spot in range(SPOTS):
        if s.spot_deck[spot] == deck and s.spot[spot] >= 0:
            found |= BIT[int(s.spot[spot]) - first]
    if s.prize != NONE and R.deck_of[s.prize] == deck:
        found |= BIT[s.prize - first]
    return int(found)


@kernel
def deal_unseen_contracts(s: State, R: Rules, deck: int, coins: Coins, pool: Ints) -> None:
    """Deal a deck's unseen Contracts over the deck, face-down spots and, for Commons, others' Private ones."""
    found = placed_contracts(s, R, deck)
    n = 0
    for i in range(CARDS_OF_DECK[deck]):
        if found & BIT[i] == 0:
            pool[n] = FIRST_OF_DECK[deck] + i
            n += 1
    mix(pool, n, coins)
    for i in range(s.deck_n[deck]):
        if s.deck[deck, i] == UNKNOWN:
            n -= 1
            s.deck[deck, i] = pool[n]
    for spot in range(SPOTS):
        if s.spot_deck[spot] == deck and s.spot[spot] == UNKNOWN:
            n -= 1
            s.spot[spot] = pool[n]
            if s.phase == Phase.PLACE:
                s.seen[pool[n]] = BIT[spot - 2]  # its placer knows it
    if deck == 0:
        for seat in range(R.players):
            for _ in range(s.private_n[seat] - bit_count(s.private[seat])):
                n -= 1
                s.private[seat] |= BIT[pool[n]]
            mark_private_seen(s, seat)


@kernel
def mark_private_seen(s: State, seat: int) -> None:
    """Mark a Guild's Private Contracts as seen by it."""
    for card in range(FIRST_OF_DECK[1]):
        if s.private[seat] & BIT[card] != 0:
            s.seen[card] |= BIT[seat]


@kernel
def deal_unseen_adventurers(s: State, R: Rules, rank: int, coins: Coins, pool: Ints) -> None:
    """Deal the unseen Adventurers of a rank over their piles. Leftover Adepts go back into the box."""
    first = FIRST_OF_RANK[rank]
    found = int(s.lost[rank])
    for seat in range(R.players):
        for i in range(s.member_n[seat]):
            if R.rank[int(s.member[seat, i])] == rank:
                found |= BIT[int(s.member[seat, i]) - first]
    for letter in range(LETTERS):
        if RANK_AT[letter] == rank and s.pile_up & BIT[letter] != 0:
            found |= BIT[int(s.pile[letter, s.pile_n[letter] - 1]) - first]
    n = 0
    for i in range(CARDS_OF_RANK[rank]):
        if found & BIT[i] == 0:
            pool[n] = first + i
            n += 1
    mix(pool, n, coins)
    for letter in range(LETTERS):
        if RANK_AT[letter] == rank:
            for i in range(s.pile_n[letter]):
                if s.pile[letter, i] == UNKNOWN:
                    n -= 1
                    s.pile[letter, i] = pool[n]
    for i in range(n):
        s.box |= BIT[pool[i] - first]


@kernel
def deal_choices(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Replace hidden Orders with a random legal line of equal length, and hidden stances with uniform choices."""
    if s.phase == Phase.PLAN:
        for other in range(R.players):
            if other != seat:
                plan_by_chance(s, R, other, coins, pool)
    if s.phase == Phase.STANCE:
        for i in range(s.at):
            if s.order[i] != seat:
                s.stance[s.order[i]] = Stance.COOPERATE + below(coins, 2)


@kernel
def deal_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Complete a seat's knowledge to a whole game."""
    for deck in range(DECKS):
        deal_unseen_contracts(s, R, deck, coins, pool)
    for rank in range(Rank.ADEPT.value, RANKS):
        deal_unseen_adventurers(s, R, rank, coins, pool)
    deal_choices(s, R, seat, coins, pool)


@kernel
def reshuffle_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Change only the hidden choices of others, to test that nobody notices."""
    if s.phase == Phase.PLAN:
        for other in range(R.players):
            if other != seat:
                forget_plan(s, other)
    deal_choices(s, R, seat, coins, pool)
