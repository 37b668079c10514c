"""A seat's knowledge, and random completions of it: only the order of the decks is hidden (R-36)."""

from __future__ import annotations

from numba import literal_unroll

from guildhall.kernel.annotations import Coins, Ints, Rules, State
from guildhall.kernel.chance import below
from guildhall.kernel.containers import mix

from ..language import Zone
from .state import FRAME, LASTING, LINES, NONE, PILES, SEATS, kernel

# --- Looking ---

_OF_CARDS = ("zone", "holder", "host", "hp", "cap", "counters", "reward", "fresh", "stunned", "used", "acted")


@kernel
def look_at_cards(s: State, R: Rules, v: State) -> None:
    """Copy every card, except its place in a deck."""
    for name in literal_unroll(_OF_CARDS):
        for card in range(R.cards):
            v[name][card] = s[name][card]
    v.table_n = s.table_n
    for i in range(s.table_n):
        v.table[i] = s.table[i]
    v.waiting_n = s.waiting_n
    for i in range(s.waiting_n):
        v.waiting[i] = s.waiting[i]


@kernel
def look_at_decks(s: State, v: State) -> None:
    """Copy the size of each deck and the known cards on top."""
    for pile in range(PILES):
        v.deck_n[pile] = s.deck_n[pile]
        v.known[pile] = s.known[pile]
        for i in range(s.deck_n[pile] - s.known[pile]):
            v.deck[pile, i] = NONE
        for i in range(s.deck_n[pile] - s.known[pile], s.deck_n[pile]):
            v.deck[pile, i] = s.deck[pile, i]


@kernel
def look(s: State, R: Rules, seat: int, v: State) -> None:
    """Copy the knowledge shared by all seats."""
    v.phase = s.phase
    v.step = s.step
    v.side = s.side
    v.place = s.place
    v.chain = s.chain
    look_at_cards(s, R, v)
    look_at_decks(s, v)
    for i in range(3):
        v.spent[i] = s.spent[i]
        for other in range(SEATS):
            v.extra[other, i] = s.extra[other, i]
    v.armory = s.armory
    for line in range(LINES):
        v.bought[line] = s.bought[line]
    v.stack_n = s.stack_n
    for i in range(s.stack_n):
        for column in range(FRAME):
            v.stack[i, column] = s.stack[i, column]
    v.lasting_n = s.lasting_n
    for i in range(s.lasting_n):
        for column in range(LASTING):
            v.lasting[i, column] = s.lasting[i, column]


# --- Dealing ---


@kernel
def deal_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Shuffle the unknown cards of every deck."""
    for pile in range(PILES):
        unknown = int(s.deck_n[pile] - s.known[pile])
        n = 0
        for card in range(PILES, R.cards):
            if R.home[card] == pile and s.zone[card] == Zone.DECK and not is_known(s, pile, card):
                pool[n] = card
                n += 1
        mix(pool, n, coins)
        for i in range(unknown):
            s.deck[pile, i] = pool[i]


@kernel
def is_known(s: State, pile: int, card: int) -> bool:
    """True if a card is among the known ones on top of its deck."""
    for i in range(s.deck_n[pile] - s.known[pile], s.deck_n[pile]):
        if s.deck[pile, i] == card:
            return True
    return False


@kernel
def reshuffle_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Swap two unknown cards in every deck."""
    for pile in range(PILES):
        unknown = int(s.deck_n[pile] - s.known[pile])
        if unknown > 1:
            i = below(coins, unknown)
            j = below(coins, unknown)
            card = s.deck[pile, i]
            s.deck[pile, i] = s.deck[pile, j]
            s.deck[pile, j] = card
