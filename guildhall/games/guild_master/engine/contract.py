"""Contracts: attempts, and what a completed one brings (rules 66 to 69 and 80)."""

from __future__ import annotations

from guildhall.kernel.bits import bit_count, lowest_bit
from guildhall.kernel.log import log_event

from ..language import Op
from .codes import EventKind, OptionId, Phase
from .effects import clear_spot, lay_contract, pop_contract, push_card
from .guild import ask, gain_fame, gain_gold, is_active
from .state import BIT, DECKS, FIRST_OF_DECK, NONE, SPOTS, Ints, Kind, Log, Rules, State, kernel


@kernel
def attempted(s: State, R: Rules, log: Log) -> None:
    """One Guild tried alone: the Contract on the board, or its own Private one."""
    seat = int(s.order[s.at - 1]) if s.back == Phase.NEXT_SUBSTITUTE else lowest_bit(s.party)
    if s.value[seat] < 0:
        log_event(log, EventKind.FAIL, seat, s.wanted, 0, 0)
        s.phase = s.back
    else:
        complete_for(s, BIT[seat], seat)


@kernel
def complete_for(s: State, completers: int, best: int) -> None:
    """These complete the Contract; what was not agreed goes to the best of them (rule 80)."""
    s.completers = completers
    s.holder = best if s.holder == NONE else s.holder
    s.keeper = best if s.keeper == NONE else s.keeper
    s.best = best
    s.phase = Phase.COMPLETE


@kernel
def take_prize(s: State) -> None:
    """Lift the Contract off the board, or out of the Private ones of its Guild."""
    s.prize = s.wanted
    s.wanted = NONE
    for spot in range(SPOTS):
        if s.spot[spot] == s.prize:
            s.prize_spot = spot
            clear_spot(s, spot)
            return
    s.private[s.keeper] &= ~BIT[s.prize]
    s.private_n[s.keeper] -= 1


@kernel
def gold_share(s: State, R: Rules, seat: int) -> int:
    """As agreed; else equal shares, what is left over for the best (R-31)."""
    if s.share[seat] != NONE:
        return int(s.share[seat])
    n = bit_count(s.completers)
    share = R.reward[s.prize] // n
    return int(share + (R.reward[s.prize] - n * share if seat == s.best else 0))


@kernel
def deck_fame(s: State, R: Rules, seat: int, deck: int) -> int:
    """Fame that abilities add for a Contract of a deck."""
    total = 0
    for i in range(s.member_n[seat]):
        card = int(s.member[seat, i])
        if R.op[card] == Op.DECK_FAME and R.detail[card] == deck and is_active(s, R, card):
            total += R.amount[card]
    return total


@kernel
def complete(s: State, R: Rules, log: Log) -> None:
    """Gold and Fame, then the Bonus (rule 68 a and b); Fame is never split (rule 71)."""
    take_prize(s)
    for seat in range(R.players):
        if s.completers & BIT[seat] != 0:
            gold = gold_share(s, R, seat)
            fame = int(R.fame[s.prize]) + deck_fame(s, R, seat, R.deck_of[s.prize])
            log_event(log, EventKind.COMPLETE, seat, s.prize, gold, fame)
            gain_gold(s, log, seat, gold)
            gain_fame(s, log, seat, fame)
    if R.kind[s.prize] == Kind.BONUS:
        push_card(s, R, s.prize, s.holder, Phase.KEEP.value)
    else:
        s.phase = Phase.KEEP


@kernel
def keep(s: State, R: Rules, log: Log) -> None:
    """The card lies with its keeper, who chooses the deck of the next one (rule 68 c and d)."""
    seat = int(s.keeper)
    deck = R.deck_of[s.prize]
    s.kept[seat, deck] |= BIT[s.prize - FIRST_OF_DECK[deck]]
    log_event(log, EventKind.KEEP, seat, s.prize, 0, 0)
    s.prize = NONE
    s.completers = 0
    s.best = NONE
    if s.prize_spot != NONE and s.deck_n[0] + s.deck_n[1] + s.deck_n[2] > 0:
        ask(s, seat, Phase.REPLACE)
    else:
        s.prize_spot = NONE
        s.phase = s.back


@kernel
def offer_decks(s: State, opts: Ints) -> int:
    """Decks that have a card (R-21)."""
    n = 0
    for deck in range(DECKS):
        if s.deck_n[deck] > 0:
            opts[n] = OptionId.DECK + deck
            n += 1
    return n


@kernel
def choose_deck(s: State, log: Log, code: int) -> None:
    """The replacement, face down until the Reset Phase; its deck is known to all (R-50)."""
    deck = code - OptionId.DECK
    lay_contract(s, s.prize_spot, pop_contract(s, deck), deck)
    log_event(log, EventKind.REPLACE, s.actor, s.prize_spot, deck, 0)
    s.prize_spot = NONE
    s.phase = s.back
