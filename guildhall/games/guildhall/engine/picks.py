"""Pick up the cards for a tier, offering only picks after which the tier can still be completed.

A tier is all or nothing (rule 10).  So an option is offered only if the picks and checks after it can still be met.
`completable` searches for one way to meet them, and that single search serves every card.

A picked card leaves its zone at once (`push`), so the counts always show what is left.  If it is on its way to a hall,
the hall's `claimed` kinds and the chapter's `incoming` count record that.  A card may be placed beside its twin if the
same tier picks up that twin later: the twin is then *owed*.
"""

from __future__ import annotations

from guildhall.kernel.annotations import Pair, Rules, State
from guildhall.kernel.containers import lowest_bit

from .state import (
    ANY,
    AREA_OF,
    BIT,
    DECK,
    FIRST_CHECK,
    FIRST_EFFECT,
    FLAGS,
    HALL,
    HAND,
    INTO,
    LEAVERS,
    LOOKED,
    NONE,
    NUMBER,
    OF,
    OP,
    PILE,
    WHERE,
    WHO,
    WHOLE,
    WORD,
    WORD_BITS,
    Flag,
    Op,
    Where,
    Who,
    kernel,
)
from .zones import add, remove

COMPLETE, OPEN, FAILED = 1, 0, -1
NARROWS = Flag.DIFFERENT | Flag.OF_CHAPTER | Flag.AFTER_PLACING | Flag.PAYS  # the flags `from_hall` handles


@kernel
def seat_of(s: State, R: Rules, who: int) -> int:
    """Return the seat an effect refers to, or -1 if there is no such player."""
    if who == Who.ME:
        return int(s.turn)
    if who == Who.OTHER:
        return int(s.other)
    seat = int(s.turn) + who - Who.OTHER
    if seat < R.players:
        return seat
    seat -= R.players  # no division, because this runs at every pick
    return seat if seat < s.turn else NONE


@kernel
def zone_of(where: int, seat: int) -> int:
    """Return the zone of a place."""
    if where == Where.HAND:
        return HAND + seat
    if where == Where.HALL:
        return HALL + seat
    if where == Where.AREA:
        return AREA_OF + seat
    if where == Where.DECK:
        return DECK
    if where == Where.LOOKED:
        return LOOKED
    return PILE


@kernel
def unseen_for(s: State, R: Rules, hall: int, chapter: int) -> int:
    """Count the cards of a chapter, picked from hidden places, that will enter a hall and have no twin there."""
    n = 0
    for i in range(s.picks_n):
        row, kind = s.pick_row[i], s.pick[i]
        if R.prog[row, FLAGS] & Flag.MAY_DUPLICATE and seat_of(s, R, R.prog[row, INTO] - 1) == hall:
            n += R.chapter[kind] == chapter and s.blocked[hall, WORD[kind]] & BIT[kind] == 0
    return n


@kernel
def without_full_chapters(s: State, R: Rules, hall: int, spare: int, unseen: int, m0: int, m1: int) -> Pair:
    """Remove the kinds of chapters that will hold five cards.

    With `unseen` set to 1, cards from hidden places count too.
    """
    for i in range(s.picks_n):  # between effects a chapter holds at most four, so only incoming cards can fill one
        row = s.pick_row[i]
        if R.prog[row, INTO] == 0 or R.prog[row, OP] != Op.PICK:
            continue
        chapter = R.chapter[s.pick[i]]
        size = s.size_of[hall, chapter] + s.incoming[hall, chapter]
        if unseen == 1 and R.prog[row, FLAGS] & Flag.MAY_DUPLICATE:
            size += unseen_for(s, R, hall, chapter)
        if size >= 5 + spare:
            m0 &= ~R.chapter_kinds[chapter, 0]
            m1 &= ~R.chapter_kinds[chapter, 1]
    return m0, m1


@kernel
def fitting(s: State, R: Rules, row: int, m0: int, m1: int) -> Pair:
    """Remove the kinds that may not go into the hall this row fills (rules 19 to 22)."""
    hall = seat_of(s, R, R.prog[row, INTO] - 1)
    m0 &= ~s.claimed[hall, 0]
    m1 &= ~s.claimed[hall, 1]
    if R.prog[row, FLAGS] & Flag.MAY_DUPLICATE:
        top = int(s.top)  # only the top card of a discard pile is open, and that card may not be a duplicate
        if R.prog[row, WHERE] == Where.PILE and top >= 0 and s.blocked[hall, WORD[top]] & BIT[top]:
            if WORD[top] == 0:
                m0 &= ~BIT[top]
            else:
                m1 &= ~BIT[top]
        return m0, m1
    spare = R.prog[row, LEAVERS] - s.owed_n
    if spare <= 0:
        m0 &= ~s.blocked[hall, 0]
        m1 &= ~s.blocked[hall, 1]
        spare = 0
    if R.masters == 1:
        if R.prog[row, FLAGS] & Flag.EXCHANGE == 0:
            spare = 0
        return without_full_chapters(s, R, hall, spare, 0, m0, m1)
    return m0, m1


@kernel
def from_hall(s: State, R: Rules, row: int, m0: int, m1: int) -> Pair:
    """Narrow a hall's cards to other chapters, to one chapter, or to chapters that are not closing."""
    flags = R.prog[row, FLAGS]
    if flags & Flag.DIFFERENT:
        for i in range(s.picks_n - s.step_n, s.picks_n):
            chapter = R.chapter[s.pick[i]]
            m0 &= ~R.chapter_kinds[chapter, 0]
            m1 &= ~R.chapter_kinds[chapter, 1]
    if flags & Flag.OF_CHAPTER:
        m0 &= R.chapter_kinds[s.chapter, 0]
        m1 &= R.chapter_kinds[s.chapter, 1]
    if flags & Flag.AFTER_PLACING:
        m0, m1 = without_full_chapters(s, R, seat_of(s, R, R.prog[row, WHO]), 0, 1, m0, m1)
    if flags & Flag.PAYS and s.owed_n > 0 and s.owed_n >= R.prog[row, NUMBER] - s.step_n:
        m0 &= s.owed[0]
        m1 &= s.owed[1]
    return m0, m1


@kernel
def candidates(s: State, R: Rules, row: int) -> Pair:
    """Return the kinds a pick could take next, as two words of bits."""
    where = R.prog[row, WHERE]
    zone = zone_of(where, seat_of(s, R, R.prog[row, WHO]))
    m0 = s.has[zone, 0]
    m1 = s.has[zone, 1]
    if where == Where.TOP:
        top = int(s.top)
        m0 &= BIT[top] if top >= 0 and WORD[top] == 0 else 0
        m1 &= BIT[top] if top >= 0 and WORD[top] == 1 else 0
    if R.prog[row, FLAGS] & NARROWS:
        m0, m1 = from_hall(s, R, row, m0, m1)
    if R.prog[row, INTO] > 0:
        m0, m1 = fitting(s, R, row, m0, m1)
    return m0, m1


@kernel
def different(R: Rules, m0: int, m1: int, enough: int) -> int:
    """Count the cards in a set of kinds that differ in chapter or colour, up to `enough`.

    Masters differ from everything.
    """
    n = 0
    while n < enough and (m0 != 0 or m1 != 0):
        kind = lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)
        n += 1
        m0 &= ~(R.twins[kind, 0] | (BIT[kind] if WORD[kind] == 0 else 0))
        m1 &= ~(R.twins[kind, 1] | (BIT[kind] if WORD[kind] == 1 else 0))
    return n


@kernel
def placeable(s: State, R: Rules, row: int, m0: int, m1: int, enough: int) -> int:
    """Count the cards in a set of kinds that this row can put into its hall together, up to `enough`.

    With Masters no chapter takes more than five.  From a hidden place even a surplus card may come, and is discarded.
    """
    if R.masters == 0 or R.prog[row, FLAGS] & Flag.MAY_DUPLICATE:
        return different(R, m0, m1, enough)
    hall = seat_of(s, R, R.prog[row, INTO] - 1)
    n = 0
    while n < enough and (m0 != 0 or m1 != 0):
        chapter = R.chapter[lowest_bit(m0) if m0 != 0 else WORD_BITS + lowest_bit(m1)]
        c0 = R.chapter_kinds[chapter, 0]
        c1 = R.chapter_kinds[chapter, 1]
        room = min(enough - n, 5 - s.size_of[hall, chapter] - s.incoming[hall, chapter])
        n += different(R, m0 & c0, m1 & c1, room)
        m0 &= ~c0
        m1 &= ~c1
    return n


@kernel
def wanted(s: State, R: Rules, row: int) -> int:
    """Return the total number of picks this row makes."""
    number = int(R.prog[row, NUMBER])
    if R.prog[row, FLAGS] & Flag.AS_FAR == 0:
        return number
    m0, m1 = candidates(s, R, row)
    if R.prog[row, INTO] > 0:
        more = placeable(s, R, row, m0, m1, number - s.step_n)
    else:
        more = int(s.total[zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO]))])
    return min(number, s.step_n + more)


@kernel
def had_none(s: State, R: Rules, row: int) -> bool:
    """True if a row's place held no card when the step began, counting cards picked up since then (rule 22f)."""
    where = R.prog[row, WHERE]
    seat = seat_of(s, R, R.prog[row, WHO])
    if s.total[zone_of(where, seat)] > 0:
        return False
    for i in range(s.picks_n):
        other = s.pick_row[i]
        if R.prog[other, OP] == Op.PICK and R.prog[other, WHERE] == where and seat_of(s, R, R.prog[other, WHO]) == seat:
            return False
    return True


@kernel
def is_finished(s: State, R: Rules, row: int, searching: int) -> bool:
    """True if a pick row has all it needs.

    While searching for one way through, "any number" counts as finished.
    """
    if R.prog[row, OP] != Op.PICK:
        return s.step_n == 1
    if seat_of(s, R, R.prog[row, WHO]) < 0:
        return True
    number = R.prog[row, NUMBER]
    flags = R.prog[row, FLAGS]
    if number > 0 and flags & (Flag.IF_ANY | Flag.AS_FAR) == 0:
        return s.step_n >= number or (flags & Flag.EACH != 0 and had_none(s, R, row))
    if number == ANY:
        return searching == 1
    if number == WHOLE or (flags & Flag.IF_ANY and s.step_n == 0):
        m0, m1 = candidates(s, R, row)
        return m0 == 0 and m1 == 0
    return s.step_n >= wanted(s, R, row)


@kernel
def holds(s: State, R: Rules, row: int) -> bool:
    """True if a check row is met."""
    op = R.prog[row, OP]
    if op == Op.CAN_LOOK:
        return s.total[DECK] > 0
    if op == Op.CAN_TAKE:
        return s.total[DECK] > 0 or s.total[PILE] > R.keeps_top
    if op == Op.SOME:
        return s.picks_n > 0 and s.pick_row[s.picks_n - 1] >= R.prog[row, OF]
    if op == Op.FITS:
        hall = seat_of(s, R, R.prog[row, WHO])
        for chapter in range(R.chapters):
            if s.size_of[hall, chapter] + s.incoming[hall, chapter] > 5:
                return False
        return True
    for seat in range(R.players):
        if op == Op.BEHIND and s.points[seat] > s.points[s.turn]:
            return True
        if op == Op.HELD and s.total[HAND + seat] > 0 and (R.prog[row, NUMBER] == 1 or seat != s.turn):
            return True
    return False


@kernel
def settle(s: State, R: Rules, searching: int) -> int:
    """Skip finished picks and met checks.

    Return OPEN at a pick to be made, COMPLETE at an effect and FAILED at an unmet check.
    """
    while True:
        op = R.prog[s.pc, OP]
        if op >= FIRST_EFFECT:
            return COMPLETE
        if op >= FIRST_CHECK:
            if not holds(s, R, s.pc):
                return FAILED
        elif not is_finished(s, R, s.pc, searching):
            return OPEN
        elif R.prog[s.pc, FLAGS] & Flag.PAYS and s.owed_n > 0:
            return FAILED
        s.pc += 1
        s.step_n = 0


@kernel
def claim(s: State, R: Rules, hall: int, kind: int) -> int:
    """Announce a card to a hall and return 1 + the twin it makes owed, or 0."""
    debt = 0
    if s.blocked[hall, WORD[kind]] & BIT[kind]:
        zone = HALL + hall
        t0 = s.has[zone, 0] & R.twins[kind, 0]
        t1 = s.has[zone, 1] & R.twins[kind, 1]
        debt = 1 + (lowest_bit(t0) if t0 != 0 else WORD_BITS + lowest_bit(t1))
        s.owed[WORD[debt - 1]] |= BIT[debt - 1]
        s.owed_n += 1
    else:
        s.incoming[hall, R.chapter[kind]] += 1
    s.claimed[hall, 0] |= R.twins[kind, 0]
    s.claimed[hall, 1] |= R.twins[kind, 1]
    return debt


@kernel
def unclaim(s: State, R: Rules, hall: int, kind: int, debt: int) -> None:
    """Withdraw an announcement."""
    if debt > 0:
        s.owed[WORD[debt - 1]] &= ~BIT[debt - 1]
        s.owed_n -= 1
    else:
        s.incoming[hall, R.chapter[kind]] -= 1
    s.claimed[hall, 0] &= ~R.twins[kind, 0]
    s.claimed[hall, 1] &= ~R.twins[kind, 1]


@kernel
def push(s: State, R: Rules, row: int, value: int) -> None:
    """Make one pick: a card, a player, a chapter or a slot of the VP row."""
    op = R.prog[row, OP]
    debt = 0
    if op == Op.PICK_PLAYER:
        s.other = value
    elif op == Op.PICK_CHAPTER:
        if R.prog[row, FLAGS] & Flag.PAIRED:
            s.chapter_2 = value
        else:
            s.chapter = value
    elif op == Op.PICK_ROW:
        s.cleared = value
    else:
        remove(s, R, zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO])), value)
        if R.prog[row, FLAGS] & Flag.PAYS and s.owed[WORD[value]] & BIT[value]:
            s.owed[WORD[value]] &= ~BIT[value]
            s.owed_n -= 1
            debt = NONE  # this pick paid a debt, and undoing the pick restores it
        if R.prog[row, INTO] > 0 and op == Op.PICK:
            hall = seat_of(s, R, R.prog[row, INTO] - 1)
            if R.prog[row, FLAGS] & Flag.MAY_DUPLICATE == 0:
                owes = claim(s, R, hall, value)
                if owes > 0:
                    debt = owes
            else:
                s.claimed[hall, 0] |= R.twins[value, 0]
                s.claimed[hall, 1] |= R.twins[value, 1]
    s.pick[s.picks_n] = value
    s.pick_row[s.picks_n] = row
    s.pick_debt[s.picks_n] = debt
    s.picks_n += 1
    s.step_n += 1


@kernel
def pop(s: State, R: Rules) -> int:
    """Undo the last pick, return to its row, and return the picked value."""
    s.picks_n -= 1
    value = int(s.pick[s.picks_n])
    row = int(s.pick_row[s.picks_n])
    debt = int(s.pick_debt[s.picks_n])
    s.pick[s.picks_n] = 0
    s.pick_row[s.picks_n] = 0
    s.pick_debt[s.picks_n] = 0
    op = R.prog[row, OP]
    if op == Op.PICK_PLAYER:
        s.other = NONE
    elif op == Op.PICK_CHAPTER:
        if R.prog[row, FLAGS] & Flag.PAIRED:
            s.chapter_2 = NONE
        else:
            s.chapter = NONE
    elif op == Op.PICK_ROW:
        s.cleared = NONE
    else:
        if R.prog[row, INTO] > 0:
            hall = seat_of(s, R, R.prog[row, INTO] - 1)
            if R.prog[row, FLAGS] & Flag.MAY_DUPLICATE == 0:
                unclaim(s, R, hall, value, debt)
            else:
                s.claimed[hall, 0] &= ~R.twins[value, 0]
                s.claimed[hall, 1] &= ~R.twins[value, 1]
        if debt == NONE:
            s.owed[WORD[value]] |= BIT[value]
            s.owed_n += 1
        add(s, R, zone_of(R.prog[row, WHERE], seat_of(s, R, R.prog[row, WHO])), value)
    s.pc = row
    s.step_n = 0
    i = s.picks_n - 1
    while i >= 0 and s.pick_row[i] == row:
        s.step_n += 1
        i -= 1
    return value
