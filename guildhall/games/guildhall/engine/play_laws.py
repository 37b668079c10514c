"""What the laws of a line of play look at in Guildhall; only a soak does."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State, Table
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of

from .options import first_option
from .picks import COMPLETE, OPEN, pop, push, settle
from .search import next_candidate
from .state import (
    ANY,
    AREA,
    CARDS,
    CHAPTERS,
    CLOSED,
    DECK,
    FIRST_EFFECT,
    FLAGS,
    FLIGHT,
    HALL,
    HAND,
    KINDS,
    LOG_FIELDS,
    LOOKED,
    MASTERS,
    NONE,
    NUMBER,
    OP,
    PICKS,
    PILE,
    SEATS,
    SPENT,
    VP_CARDS,
    ZONES,
    EventKind,
    Flag,
    Op,
    OptionId,
    kernel,
)
from .zones import set_top

# --- The event log as a ledger: it alone rebuilds where every card lies ---

LEDGER = (ZONES, KINDS)  # rows and columns
USES = (CHAPTERS + MASTERS, 5)  # cards and tiers

_MOVED, _ORIGIN, _TARGET = (column_of(LOG_FIELDS, EventKind.MOVE, name) for name in ("card", "origin", "target"))
_CHAPTER = column_of(LOG_FIELDS, EventKind.CLOSE, "chapter")
_ANEW = column_of(LOG_FIELDS, EventKind.SHUFFLE, "anew")
_CARD, _TIER = (column_of(LOG_FIELDS, EventKind.TIER, name) for name in ("card", "tier"))


@kernel
def book_in(s: State, R: Rules, ledger: Table) -> None:
    """Begin a ledger: the cards of every zone, looked-at ones with the deck, completed chapters with SPENT."""
    for zone in range(ZONES):
        for kind in range(R.kinds):
            ledger[zone, kind] = s.count[zone, kind]


@kernel
def book_shuffle(s: State, R: Rules, ledger: Table) -> None:
    """The discard pile became the deck, but for the card on top if that is the rule."""
    kept = int(s.pile[0]) if R.keeps_top == 1 and s.total[PILE] > 0 else NONE
    for kind in range(R.kinds):
        stays = 1 if kind == kept and ledger[PILE, kind] > 0 else 0
        ledger[DECK, kind] += ledger[PILE, kind] - stays
        ledger[PILE, kind] = stays


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Carry the rows of one ply into the ledger."""
    for i in range(1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        if event == EventKind.MOVE:
            origin, target = log[i, _ORIGIN], log[i, _TARGET]
            ledger[DECK if origin == LOOKED else origin, log[i, _MOVED]] -= 1
            ledger[DECK if target == LOOKED else target, log[i, _MOVED]] += 1
        elif event == EventKind.CLOSE:
            hall = HALL + log[i, SEAT]
            for kind in range(R.kinds):
                if R.chapter[kind] == log[i, _CHAPTER]:
                    ledger[SPENT, kind] += ledger[hall, kind]
                    ledger[hall, kind] = 0
        elif event == EventKind.SHUFFLE and log[i, _ANEW] == 1:
            book_shuffle(s, R, ledger)


@kernel
def counted(s: State, R: Rules, zone: int, kind: int) -> int:
    """Copies of a kind where the ledger has them."""
    n = int(s.count[zone, kind])
    if zone == DECK:
        return n + int(s.count[LOOKED, kind])
    if zone == SPENT:
        for seat in range(R.players):
            for i in range(s.done_n[seat]):
                for c in range(5):
                    if s.done_cards[seat, i, c] == kind:
                        n += 1
    return n


@kernel
def ledger_agrees(s: State, R: Rules, ledger: Table) -> bool:
    """The log rebuilds every zone; a card that was picked up is still booked where it came from."""
    for kind in range(R.kinds):
        away = 0
        for zone in range(ZONES):
            if zone != FLIGHT and zone != LOOKED:
                missing = ledger[zone, kind] - counted(s, R, zone, kind)
                if missing < 0:
                    return False
                away += missing
        if away != s.count[FLIGHT, kind]:
            return False
    return True


@kernel
def count_uses(R: Rules, log: Log, uses: Table) -> None:
    """Count the tiers that were used."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, EVENT] == EventKind.TIER and log[i, _TIER] >= 0:
            uses[R.owner[log[i, _CARD]], log[i, _TIER]] += 1


# --- Nothing is left over: equal games are equal byte for byte, so that a state can be compared, hashed and stored ---


@kernel
def piles_end_clear(s: State) -> bool:
    """Beyond the cards of a pile there is nothing, so equal games are equal byte for byte."""
    left = 0
    for i in range(s.total[DECK], CARDS):
        left |= s.deck[i] | s.deck_known[i]
    for i in range(s.total[PILE], CARDS):
        left |= s.pile[i]
    for i in range(s.vp_deck_n, VP_CARDS):
        left |= s.vp_deck[i]
    for i in range(s.vp_pile_n, VP_CARDS):
        left |= s.vp_pile[i]
    for i in range(s.picks_n, PICKS):
        left |= s.pick[i] | s.pick_row[i] | s.pick_debt[i]
    for seat in range(SEATS):
        for i in range(s.area_n[seat], AREA):
            left |= s.area[seat, i]
        for i in range(s.done_n[seat], CLOSED):
            left |= s.done[seat, i]
            for c in range(5):
                left |= s.done_cards[seat, i, c]
    return left == 0


@kernel
def absent_are_clear(s: State, R: Rules) -> bool:
    """Seats without a player and kinds that are not in the deck hold nothing."""
    left = 0
    for seat in range(R.players, SEATS):
        left |= s.total[HAND + seat] | s.total[HALL + seat] | s.area_n[seat] | s.done_n[seat]
        left |= s.tokens[seat] | s.points[seat]
    for zone in range(ZONES):
        for kind in range(R.kinds, KINDS):
            left |= s.count[zone, kind]
    return left == 0


@kernel
def registers_are_clear(s: State, R: Rules) -> bool:
    """Between actions nothing is left of the card that was resolved."""
    if R.prog[s.pc, OP] != Op.ACT:
        return True
    if s.card != NONE or s.other != NONE or s.chapter != NONE or s.chapter_2 != NONE:
        return False
    left = s.step_n | s.spend_n | s.spend[0] | s.spend[1] | s.owed[0] | s.owed[1] | s.deck_open | s.ripe
    for seat in range(SEATS):
        left |= s.claimed[seat, 0] | s.claimed[seat, 1]
        for chapter in range(CHAPTERS):
            left |= s.incoming[seat, chapter]
    return left == 0


@kernel
def is_clear(s: State, R: Rules) -> bool:
    """Nothing is left over anywhere."""
    return piles_end_clear(s) and absent_are_clear(s, R) and registers_are_clear(s, R)


# --- Options against a search without shortcuts: nothing that can be done is left out, and nothing else is offered ---

#: Nodes after which the search for a way through a tier gives up and takes the kernel's word.
NODES = 20_000
UNKNOWN = -2


@kernel
def is_offered(opts: Ints, n: int, code: int) -> bool:
    """Whether a code stands among the options."""
    for i in range(n):
        if opts[i] == code:
            return True
    return False


@kernel
def others_served(s: State, R: Rules) -> int:
    """How many of the picks made are one player's share of an effect behind chance (rule 22f)."""
    n = 0
    for i in range(s.picks_n):
        n += 1 if R.prog[s.pick_row[i], FLAGS] & Flag.IF_ANY else 0
    return n


@kernel
def most_to_serve(s: State, R: Rules) -> int:
    """How many such shares there may be at the most."""
    n = others_served(s, R)
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        n += 1 if R.prog[row, FLAGS] & Flag.IF_ANY else 0
        row += 1
    return n


@kernel
def best_by_search(s: State, R: Rules) -> int:
    """The most players served by a line that makes all picks from the present row on, found by trying all lines.

    -1 if there is no such line, UNKNOWN if that takes too long to find out.
    """
    base, row, made = int(s.picks_n), int(s.pc), int(s.step_n)
    most = most_to_serve(s, R)
    after = NONE
    best = NONE
    nodes = 0
    while nodes < NODES:
        nodes += 1
        status = settle(s, R, 1)
        if status == COMPLETE:
            best = max(best, others_served(s, R))
            if best == most:
                break
        value = next_candidate(s, R, after, PICKS) if status == OPEN else NONE
        while value < 0 and s.picks_n > base:
            after = pop(s, R)
            value = next_candidate(s, R, after, PICKS)
        if value < 0:
            break
        push(s, R, s.pc, value)
        after = NONE
    while s.picks_n > base:
        pop(s, R)
    s.pc = row
    s.step_n = made
    return UNKNOWN if nodes == NODES else best


@kernel
def agrees(s: State, R: Rules, row: int, offered: bool) -> bool:
    """Whether a program is offered exactly when it can be carried out from `row` on."""
    here, made = int(s.pc), int(s.step_n)
    s.pc = row
    s.step_n = 0
    best = best_by_search(s, R)
    s.pc = here
    s.step_n = made
    return best == UNKNOWN or (best >= 0) == offered


@kernel
def ability_agrees(s: State, R: Rules, row: int, opts: Ints, n: int) -> bool:
    """An ability is offered exactly if it can be carried out with the card that is open on the discard pile now."""
    before = s.top
    set_top(s)
    complete = agrees(s, R, row, is_offered(opts, n, OptionId.USE.value))
    s.top = before
    return complete


@kernel
def tiers_are_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """A printed tier is offered exactly if the chapter is large enough and all of it can be done (rule 10)."""
    for tier in range(5):
        row = R.tier_at[R.owner[s.card], tier]
        offered = is_offered(opts, n, OptionId.TIER + tier)
        if row < 0 or tier > s.size_of[s.turn, R.chapter[s.card]]:
            if offered:
                return False
        elif not agrees(s, R, row, offered):
            return False
    return is_offered(opts, n, OptionId.NO_TIER.value)


@kernel
def picks_are_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """A pick is offered exactly if the rest can be completed after it, whatever shortcut found that out.

    Behind chance: and if then as many players can be served as by any line (rule 22f).
    """
    row = int(s.pc)
    code = first_option(R.prog[row, OP])
    most = best_by_search(s, R)
    value = next_candidate(s, R, NONE, PICKS)
    seen = 0
    while value >= 0:
        offered = is_offered(opts, n, code + value)
        seen += offered
        push(s, R, row, value)
        best = best_by_search(s, R)
        pop(s, R)
        if best != UNKNOWN and most != UNKNOWN and (best >= 0 and best == most) != offered:
            return False
        value = next_candidate(s, R, value, PICKS)
    if R.prog[row, OP] == Op.PICK and R.prog[row, NUMBER] == ANY:
        done = is_offered(opts, n, OptionId.DONE.value)
        seen += done
        if not agrees(s, R, row + 1, done):
            return False
    return seen == n


@kernel
def offer_is_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """Nothing that can be done is left out and nothing else is offered."""
    op = R.prog[s.pc, OP]
    if op == Op.TIER:
        return tiers_are_complete(s, R, opts, n)
    if op == Op.PICK or op == Op.PICK_PLAYER or op == Op.PICK_CHAPTER or op == Op.PICK_ROW:
        return picks_are_complete(s, R, opts, n)
    if op == Op.ABILITY:
        return ability_agrees(s, R, R.vp_at[s.bought], opts, n)
    if op == Op.HOUSE:
        return ability_agrees(s, R, R.house_at[s.house[s.slot]], opts, n)
    return True
