"""Check the laws that hold for every state at a decision, for states read from files, and for lines of play.

`sound` returns the first broken law.  `VALIDATOR` checks every number before a kernel sees it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from guildhall.kernel.annotations import Ints, Log, Rules, RulesOf, State, States, Table
from guildhall.kernel.log import EVENT, HEAD, ROWS, SEAT, column_of
from guildhall.kernel.validator import LONGEST, Validator, always, between, chance, derived, is_list, is_seat, within

from .options import first_option
from .picks import COMPLETE, OPEN, pop, push, settle
from .search import next_candidate
from .state import (
    ACT_ROW,
    ANY,
    AREA,
    AREA_OF,
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
    MASTER,
    MASTERS,
    NONE,
    NUMBER,
    OP,
    PICKS,
    PILE,
    ROW,
    SEATS,
    SPENT,
    VP_CARDS,
    VP_MARK,
    WORD_BITS,
    ZONES,
    EventKind,
    Flag,
    Op,
    OptionId,
    kernel,
)
from .zones import recount, recount_at, set_top


class Law(IntEnum):
    """The laws, in the order they are checked."""

    SOUND = 0
    CARDS_CONSERVED = 1
    TOTALS = 2
    NO_DUPLICATE_IN_A_HALL = 3
    PILES_IN_STEP = 4
    DERIVED_FIELDS = 5
    VP_CARDS_CONSERVED = 6
    KNOWLEDGE_IS_TRUE = 7
    CHAPTER_LIMITS = 8
    NOTHING_LEFT_IN_THE_AIR = 9


@kernel
def cards_are_conserved(s: State, R: Rules) -> bool:
    """True if, for every kind, the copies in all zones and completed chapters make up the deck."""
    for kind in range(R.kinds):
        n = 0
        for zone in range(ZONES):
            if s.count[zone, kind] < 0:
                return False
            n += int(s.count[zone, kind])
        for seat in range(R.players):
            for i in range(s.done_n[seat]):
                for c in range(5):
                    n += s.done_cards[seat, i, c] == kind
        if n != R.copies[kind]:
            return False
    return True


@kernel
def totals_agree(s: State, R: Rules) -> bool:
    """True if every zone's card total matches its counts."""
    for zone in range(ZONES):
        n = 0
        for kind in range(R.kinds):
            n += int(s.count[zone, kind])
        if n != s.total[zone]:
            return False
    return True


@kernel
def halls_have_no_duplicate(s: State, R: Rules) -> bool:
    """True if no hall holds two coloured cards of one (chapter, colour) (rule 3)."""
    for seat in range(R.players):
        for kind in range(R.kinds):
            if s.count[HALL + seat, kind] == 0 or R.colour[kind] == MASTER:
                continue
            for other in range(kind, R.kinds):
                same = R.chapter[other] == R.chapter[kind] and R.colour[other] == R.colour[kind]
                if same and s.count[HALL + seat, other] > (1 if other == kind else 0):
                    return False
    return True


@kernel
def piles_are_in_step(s: State, R: Rules) -> bool:
    """True if the ordered piles hold the counted cards."""
    for kind in range(R.kinds):
        n = 0
        for i in range(s.total[PILE]):
            n += s.pile[i] == kind
        m = 0
        for i in range(s.total[DECK]):
            m += s.deck[i] == kind
        if n != s.count[PILE, kind] or m != s.count[DECK, kind]:
            return False
        for seat in range(R.players):
            n = 0
            for i in range(s.area_n[seat]):
                n += s.area[seat, i] == kind
            if n != s.count[AREA_OF + seat, kind]:
                return False
    return True


@kernel
def derived_agree(s: State, w: State, R: Rules) -> bool:
    """True if the derived fields of `s` equal those of `w`, a recounted copy."""
    for zone in range(ZONES):
        if s.has[zone, 0] != w.has[zone, 0] or s.has[zone, 1] != w.has[zone, 1]:
            return False
    for seat in range(R.players):
        if s.blocked[seat, 0] != w.blocked[seat, 0] or s.blocked[seat, 1] != w.blocked[seat, 1]:
            return False
        if s.points[seat] != w.points[seat] or s.known_of[seat] != w.known_of[seat]:
            return False
        for chapter in range(R.chapters):
            if s.size_of[seat, chapter] != w.size_of[seat, chapter]:
                return False
    return True


@kernel
def vp_cards_are_conserved(s: State, R: Rules) -> bool:
    """True if the row, decks, areas and owners together hold the whole VP deck."""
    for card in range(R.vp_kinds):
        n = int(s.vp_box[card])
        for slot in range(ROW):
            n += s.vp_row[slot] == card
        for i in range(s.vp_deck_n):
            n += s.vp_deck[i] == card
        for i in range(s.vp_pile_n):
            n += s.vp_pile[i] == card
        for seat in range(R.players):
            n += s.vp_owned[seat, card]
            for i in range(s.area_n[seat]):
                n += s.area[seat, i] == VP_MARK + card
        if n != R.vp_copies[card]:
            return False
    return True


@kernel
def knowledge_is_true(s: State, R: Rules) -> bool:
    """True if nobody knows of a card that is not in that hand, and no seat has its own hand among the known cards."""
    for viewer in range(R.players):
        for owner in range(R.players):
            for kind in range(R.kinds):
                known = s.known[viewer, owner, kind]
                if known < 0 or known > s.count[HAND + owner, kind] or (viewer == owner and known != 0):
                    return False
    return True


@kernel
def chapters_are_within_limits(s: State, R: Rules) -> bool:
    """True if no full chapter lies open and nobody keeps four completed ones, except while chapters are closing."""
    op = R.prog[s.pc, OP]
    closing = op == Op.CLOSE or op == Op.ORDER
    for seat in range(R.players):
        if s.done_n[seat] > 3 and not closing:
            return False
        for chapter in range(R.chapters):
            if s.size_of[seat, chapter] >= 5:
                return False
    return True


@kernel
def nothing_is_left_in_the_air(s: State, R: Rules) -> bool:
    """True if between actions no card is in flight, looked at or being spent."""
    if R.prog[s.pc, OP] != Op.ACT:
        return True
    return s.total[FLIGHT] + s.total[LOOKED] + s.total[SPENT] + s.picks_n + s.owed_n == 0


@kernel
def sound(states: States, i: int, rules: RulesOf, work: States) -> int:
    """Return the first law that game `i` breaks, or 0."""
    R = rules[0]
    s = states[i]
    work[0] = states[i]
    recount(work[0], R)
    if not cards_are_conserved(s, R):
        return Law.CARDS_CONSERVED.value
    if not totals_agree(s, R):
        return Law.TOTALS.value
    if not halls_have_no_duplicate(s, R):
        return Law.NO_DUPLICATE_IN_A_HALL.value
    if not piles_are_in_step(s, R):
        return Law.PILES_IN_STEP.value
    if not derived_agree(s, work[0], R):
        return Law.DERIVED_FIELDS.value
    if not vp_cards_are_conserved(s, R):
        return Law.VP_CARDS_CONSERVED.value
    if not knowledge_is_true(s, R):
        return Law.KNOWLEDGE_IS_TRUE.value
    if not chapters_are_within_limits(s, R):
        return Law.CHAPTER_LIMITS.value
    if not nothing_is_left_in_the_air(s, R):
        return Law.NOTHING_LEFT_IN_THE_AIR.value
    return Law.SOUND.value


# --- Positions: valid values in a state from a file ---

_none, _zero = always(NONE), always(0)


def _table(values: Any, s: Any, R: Any) -> bool:
    """Copies of every kind in every zone: none of absent kinds or seats, and none in flight."""
    players = int(R["players"])
    absent = [zone + seat for zone in (HAND, HALL, AREA_OF) for seat in range(players, SEATS)]
    return (
        within(values, 0, CARDS)
        and not values[:, int(R["kinds"]) :].any()
        and not values[[*absent, LOOKED, SPENT, FLIGHT]].any()
    )


def _played(values: Any, s: Any, R: Any) -> bool:
    """Kinds of the deck, and none unless the basic rule bars some."""
    known = [(1 << min(max(int(R["kinds"]) - start, 0), WORD_BITS)) - 1 for start in (0, WORD_BITS)]
    barred = [int(word) for word in values]
    return all(0 <= word <= most for word, most in zip(barred, known, strict=True)) and bool(
        R["basic"] or not any(barred)
    )


def _areas(values: Any, s: Any, R: Any) -> bool:
    """Action areas hold cards of the deck and, from `VP_MARK` on, VP cards."""
    cards, kinds = (
        np.where(values >= VP_MARK, values - VP_MARK, values),
        np.where(values >= VP_MARK, R["vp_kinds"], R["kinds"]),
    )
    laid = all(is_list(values[at], s["area_n"][at], 0, VP_MARK + int(R["vp_kinds"])) for at in range(SEATS))
    return laid and bool(((cards >= 0) & (cards < kinds)).all())


def _completed(values: Any, s: Any, R: Any) -> bool:
    return all(is_list(values[at], s["done_n"][at], 0, int(R["chapters"])) for at in range(SEATS))


def _completed_cards(values: Any, s: Any, R: Any) -> bool:
    if not _completed(s["done"], s, R):
        return False
    for at in range(SEATS):
        n = int(s["done_n"][at])
        if not within(values[at, :n], 0, int(R["kinds"])) or values[at, n:].any():
            return False
        if (R["chapter"][values[at, :n]] != s["done"][at, :n, None]).any():
            return False
    return True


def _vp_copies(values: Any, s: Any, R: Any) -> bool:
    """Copies of VP cards of the deck, with the card as the last axis."""
    return within(values, 0, VP_CARDS) and not values[..., int(R["vp_kinds"]) :].any()


def _of_seats(low: int, high: int) -> Any:
    """A number from `low` to `high` for every seat, and 0 for empty seats."""
    return lambda values, s, R: within(values, low, high + 1) and not values[int(R["players"]) :].any()


def _owned(values: Any, s: Any, R: Any) -> bool:
    return _vp_copies(values, s, R) and not values[int(R["players"]) :].any()


def _houses(values: Any, s: Any, R: Any) -> bool:
    """Every Master House under a different slot."""
    return sorted(int(house) for house in values if house != NONE) == list(range(int(R["houses"])))


#: A position is at a player's next action, with nothing picked.
RANGES = {
    "first": is_seat,
    "turn": is_seat,
    "turn_no": between(1, LONGEST),
    "actor": lambda values, s, R: bool(values == s["turn"]),
    "actions": between(1, 99),
    "pc": always(ACT_ROW),
    "back": always(ACT_ROW),
    "over": _zero,
    "winner": _none,
    "card": _none,
    "chapter_size": _zero,
    "other": _none,
    "chapter": _none,
    "chapter_2": _none,
    "slot": _none,
    "cleared": _none,
    "bought": _none,
    "spent_types": _zero,
    "spend": _zero,
    "spend_n": _zero,
    "order_back": _zero,
    "payer": _zero,
    "top": _none,
    "step_n": _zero,
    "picks_n": _zero,
    "pick": _zero,
    "pick_row": _zero,
    "pick_debt": _zero,
    "claimed": _zero,
    "incoming": _zero,
    "owed": _zero,
    "owed_n": _zero,
    "played": _played,
    "count": _table,
    "total": lambda values, s, R: bool((values == s["count"].sum(axis=1, dtype=np.int64)).all()),
    "deck": lambda values, s, R: is_list(values, s["total"][DECK], 0, int(R["kinds"])),
    "deck_known": _zero,
    "deck_open": _zero,
    "pile": lambda values, s, R: is_list(values, s["total"][PILE], 0, int(R["kinds"])),
    "area": _areas,
    "area_n": _of_seats(0, AREA // 2),
    "done": _completed,
    "done_cards": _completed_cards,
    "done_n": _of_seats(0, 3),
    "known": _zero,
    "tokens": _of_seats(0, 1000),
    "vp_owned": _owned,
    "vp_row": lambda values, s, R: within(values, NONE, int(R["vp_kinds"])),
    "house": _houses,
    "vp_deck": lambda values, s, R: is_list(values, s["vp_deck_n"], 0, int(R["vp_kinds"])),
    "vp_deck_n": between(0, VP_CARDS),
    "vp_pile": lambda values, s, R: is_list(values, s["vp_pile_n"], 0, int(R["vp_kinds"])),
    "vp_pile_n": between(0, VP_CARDS),
    "vp_box": _vp_copies,
    "rng": chance,
    "has": derived,
    "blocked": derived,
    "size_of": derived,
    "points": derived,
    "known_of": derived,
    "ripe": _zero,
    "plies": between(0, LONGEST),
}

VALIDATOR = Validator(RANGES, sound, Law, recount_at)


# --- A line of play, in soaks only: a ledger that rebuilds the place of every card from the event log ---

LEDGER = (ZONES, KINDS)  # rows and columns
USES = (CHAPTERS + MASTERS, 5)  # cards and tiers

_MOVED, _ORIGIN, _TARGET = (column_of(LOG_FIELDS, EventKind.MOVE, name) for name in ("card", "origin", "target"))
_CHAPTER = column_of(LOG_FIELDS, EventKind.CLOSE, "chapter")
_ANEW = column_of(LOG_FIELDS, EventKind.SHUFFLE, "anew")
_CARD, _TIER = (column_of(LOG_FIELDS, EventKind.TIER, name) for name in ("card", "tier"))


@kernel
def book_in(s: State, R: Rules, ledger: Table) -> None:
    """Begin a ledger from the cards of every zone.

    Looked-at cards are booked with the deck, and completed chapters with SPENT.
    """
    for zone in range(ZONES):
        for kind in range(R.kinds):
            ledger[zone, kind] = s.count[zone, kind]


@kernel
def book_shuffle(s: State, R: Rules, ledger: Table) -> None:
    """Move the discard pile into the deck, except for its top card if the rules keep that."""
    kept = int(s.pile[0]) if R.keeps_top == 1 and s.total[PILE] > 0 else NONE
    for kind in range(R.kinds):
        stays = 1 if kind == kept and ledger[PILE, kind] > 0 else 0
        ledger[DECK, kind] += ledger[PILE, kind] - stays
        ledger[PILE, kind] = stays


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Enter the log rows of one ply into the ledger."""
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
    """Count the copies of a kind where the ledger books them."""
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
    """True if the log rebuilds every zone. A picked-up card is still booked where it came from."""
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
    """Count the tiers used."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, EVENT] == EventKind.TIER and log[i, _TIER] >= 0:
            uses[R.owner[log[i, _CARD]], log[i, _TIER]] += 1


# --- Nothing left over: equal games are equal byte for byte, so that states can be compared, hashed and stored ---


@kernel
def piles_end_clear(s: State) -> bool:
    """True if every pile is zero beyond its cards, so that equal games are equal byte for byte."""
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
    """True if empty seats and kinds outside the deck hold nothing."""
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
    """True if between actions the registers hold nothing of the last resolved card."""
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
    """True if nothing is left over anywhere."""
    return piles_end_clear(s) and absent_are_clear(s, R) and registers_are_clear(s, R)


# --- Options against a search without shortcuts: everything possible is offered, and nothing else ---

#: Nodes after which the search for a way through a tier gives up and trusts the kernel.
NODES = 20_000
UNKNOWN = -2


@kernel
def is_offered(opts: Ints, n: int, code: int) -> bool:
    """True if a code is among the options."""
    for i in range(n):
        if opts[i] == code:
            return True
    return False


@kernel
def others_served(s: State, R: Rules) -> int:
    """Count the picks made that are one player's share of an effect after a random step (rule 22f)."""
    n = 0
    for i in range(s.picks_n):
        n += 1 if R.prog[s.pick_row[i], FLAGS] & Flag.IF_ANY else 0
    return n


@kernel
def most_to_serve(s: State, R: Rules) -> int:
    """Return the largest possible number of such shares."""
    n = others_served(s, R)
    row = int(s.pc)
    while R.prog[row, OP] < FIRST_EFFECT:
        n += 1 if R.prog[row, FLAGS] & Flag.IF_ANY else 0
        row += 1
    return n


@kernel
def best_by_search(s: State, R: Rules) -> int:
    """Return the most players served by a line that makes all picks from the current row on, by trying all lines.

    Return -1 if there is no such line, and UNKNOWN if the search takes too long.
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
    """True if a program is offered exactly when it can be carried out from `row` on."""
    here, made = int(s.pc), int(s.step_n)
    s.pc = row
    s.step_n = 0
    best = best_by_search(s, R)
    s.pc = here
    s.step_n = made
    return best == UNKNOWN or (best >= 0) == offered


@kernel
def ability_agrees(s: State, R: Rules, row: int, opts: Ints, n: int) -> bool:
    """True if an ability is offered exactly when it can be carried out with the discard pile's current top card."""
    before = s.top
    set_top(s)
    complete = agrees(s, R, row, is_offered(opts, n, OptionId.USE.value))
    s.top = before
    return complete


@kernel
def tiers_are_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """True if a printed tier is offered exactly when the chapter is large enough and it can all be done (rule 10)."""
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
    """True if a pick is offered exactly when the rest can be completed after it, whichever shortcut decided that.

    After a random step the pick must also allow as many players to be served as any other line (rule 22f).
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
    """True if everything possible is offered, and nothing else."""
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
