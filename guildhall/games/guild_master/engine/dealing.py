"""Set-up: what is dealt, and the choices before the first Round (rules 6 to 20)."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.chance import throw
from guildhall.kernel.containers import BIT
from guildhall.kernel.log import log_event

from .codes import CONTRACTS, EventKind, Objective, OptionId, Phase
from .effects import (
    draw_private,
    lay_contract,
    turn_up,
)
from .guild import ask
from .state import (
    COMMONS,
    DECKS,
    EVERYONE,
    FIRST_OF_RANK,
    GOLD_AT_START,
    LETTERS,
    NONE,
    NOVICES,
    PILE,
    SEATS,
    SPOTS,
    Rank,
    kernel,
)

_DEALT = 3  # Commons each at the start


@kernel
def shuffle_piles(s: State, first: int, piles: int, card: int) -> None:
    """Shuffle the Adventurers of a rank and lay them on some spaces, eight each."""
    n = piles * PILE
    for i in range(n):
        s.pile[first + i // PILE, i % PILE] = card + i
    for i in range(n - 1, 0, -1):
        s.rng, j = throw(s.rng, i + 1)
        held = s.pile[first + i // PILE, i % PILE]
        s.pile[first + i // PILE, i % PILE] = s.pile[first + j // PILE, j % PILE]
        s.pile[first + j // PILE, j % PILE] = held
    for pile in range(first, first + piles):
        s.pile_n[pile] = PILE


@kernel
def deal_adventurers(s: State, R: Rules) -> None:
    """Adepts on A to C, or on A and B and the rest unseen into the box; Heroes on D and E; Legends on F."""
    shuffle_piles(s, 0, 3, FIRST_OF_RANK[Rank.ADEPT.value])
    shuffle_piles(s, 3, 2, FIRST_OF_RANK[Rank.HERO.value])
    shuffle_piles(s, 5, 1, FIRST_OF_RANK[Rank.LEGEND.value])
    for pile in range(R.letters, 3):
        for i in range(PILE):
            s.box |= BIT[int(s.pile[pile, i]) - FIRST_OF_RANK[Rank.ADEPT.value]]
            s.pile[pile, i] = 0
        s.pile_n[pile] = 0


@kernel
def deal_contracts(s: State, R: Rules) -> None:
    """Shuffle the three decks, the Starting Commons taken out."""
    for card in range(CONTRACTS):
        if card != R.starting[0] and card != R.starting[1]:
            deck = R.deck_of[card]
            s.deck[deck, s.deck_n[deck]] = card
            s.deck_n[deck] += 1
    for deck in range(DECKS):
        for i in range(s.deck_n[deck] - 1, 0, -1):
            s.rng, j = throw(s.rng, i + 1)
            held = s.deck[deck, i]
            s.deck[deck, i] = s.deck[deck, j]
            s.deck[deck, j] = held


@kernel
def deal_teams(s: State, R: Rules) -> None:
    """One set of starting teams (R-2), dealt at random (rule 15), and their Novices."""
    chosen = R.teams
    if chosen == NONE:
        s.rng, chosen = throw(s.rng, R.sets_n)
    for seat in range(R.players):
        s.token[seat] = R.sets[chosen, seat]
    for i in range(R.players - 1, 0, -1):
        s.rng, j = throw(s.rng, i + 1)
        held = s.token[i]
        s.token[i] = s.token[j]
        s.token[j] = held
    for seat in range(R.players):
        s.member_n[seat] = NOVICES
        for i in range(NOVICES):
            s.member[seat, i] = R.novice[s.token[seat], i]


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    """Everything up to the choice of Guilds."""
    deal_adventurers(s, R)
    deal_contracts(s, R)
    deal_teams(s, R)
    s.marker = R.marker
    for spot in range(2):
        lay_contract(s, spot, R.starting[spot], 0)
        s.seen[R.starting[spot]] = EVERYONE
    for seat in range(R.players):
        s.gold[seat] = GOLD_AT_START
        for _ in range(_DEALT):
            draw_private(s, log, seat)
    ask(s, 0, Phase.GUILD)


@kernel
def offer_guilds(s: State, R: Rules, opts: Ints) -> int:
    """Guilds that nobody has chosen."""
    n = 0
    for guild in range(SEATS):
        is_free = True
        for seat in range(R.players):
            is_free = is_free and s.guild[seat] != guild
        if is_free:
            opts[n] = OptionId.GUILD + guild
            n += 1
    return n


@kernel
def choose_guild(s: State, R: Rules, log: Log, code: int) -> None:
    """A Guild each; then the sides of the Starting Skill Upgrades."""
    s.guild[s.actor] = code - OptionId.GUILD
    log_event(log, EventKind.GUILD, s.actor, code - OptionId.GUILD, 0, 0)
    ask_around(s, R, Phase.GUILD.value, Phase.SIDE.value)


@kernel
def ask_around(s: State, R: Rules, phase: int, then: int) -> None:
    """The next seat is asked the same, or the first one what comes then."""
    if s.actor + 1 < R.players:
        ask(s, s.actor + 1, phase)
    else:
        ask(s, 0, then)


@kernel
def choose_side(s: State, R: Rules, log: Log, code: int) -> None:
    """The side of the Starting Skill Upgrade, fixed for ever (rule 17)."""
    side = code - OptionId.SIDE
    if side == 0:
        s.fixer[s.actor] = BIT[s.token[s.actor]]
    else:
        s.reroll[s.actor] = BIT[s.token[s.actor]]
    log_event(log, EventKind.SIDE, s.actor, s.token[s.actor], side, 0)
    ask_around(s, R, Phase.SIDE.value, Phase.PLACE.value)


@kernel
def offer_privates(s: State, seat: int, base: int, opts: Ints) -> int:
    """The Private Contracts of a seat."""
    n = 0
    for card in range(COMMONS):
        if s.private[seat] & BIT[card] != 0:
            opts[n] = base + card
            n += 1
    return n


@kernel
def choose_place(s: State, R: Rules, log: Log, code: int) -> None:
    """One Common face down on the next open spot (rule 19, R-36); after the last one all is revealed (rule 20)."""
    seat = int(s.actor)
    card = code - OptionId.PLACE
    s.private[seat] &= ~BIT[card]
    s.private_n[seat] -= 1
    lay_contract(s, 2 + seat, card, 0)
    log_event(log, EventKind.PLACE, seat, card, 2 + seat, 0)
    if seat + 1 < R.players:
        ask(s, seat + 1, Phase.PLACE)
        return
    turn_all_up(s, log)
    s.phase = Phase.NEW_ROUND


@kernel
def turn_all_up(s: State, log: Log) -> None:
    """Flip the top Adventurers and all Contracts (rule 91)."""
    for letter in range(LETTERS):
        if s.pile_n[letter] > 0 and s.pile_up & BIT[letter] == 0:
            s.pile_up |= BIT[letter]
            card = int(s.pile[letter, s.pile_n[letter] - 1])
            log_event(log, EventKind.TURN_UP, NONE, card, Objective.RECRUIT + letter, 0)
    for spot in range(SPOTS):
        if s.spot_deck[spot] != NONE and s.spot_up & BIT[spot] == 0:
            turn_up(s, log, spot)
