"""Move cards: the only functions that touch counts, piles, decks and the fields derived from them."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, RulesOf, State, States
from guildhall.kernel.chance import throw
from guildhall.kernel.containers import has_room
from guildhall.kernel.log import log_event

from .state import (
    AREA,
    AREA_OF,
    BIT,
    DECK,
    HALL,
    HAND,
    LOOKED,
    MASTER,
    NONE,
    PILE,
    RUNNING,
    SEATS,
    UNFINISHED,
    WORD,
    ZONES,
    EventKind,
    kernel,
)

_EVERY_SEAT = (1 << SEATS) - 1


@kernel
def chance(s: State, n: int) -> int:
    """Return a uniform choice among 0 .. n-1 from the game's generator."""
    word, choice = throw(s.rng, n)
    s.rng = word
    return int(choice)


@kernel
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End the game unfinished (rule 29)."""
    if s.over == RUNNING:
        s.over = UNFINISHED
        log_event(log, EventKind.END, NONE, UNFINISHED, 0, 0)


@kernel
def add(s: State, R: Rules, zone: int, kind: int) -> None:
    """Add a card to a zone's counts."""
    s.count[zone, kind] += 1
    s.total[zone] += 1
    s.has[zone, WORD[kind]] |= BIT[kind]
    if HALL <= zone < AREA_OF:
        seat = zone - HALL
        chapter = R.chapter[kind]
        s.blocked[seat, 0] |= R.twins[kind, 0]
        s.blocked[seat, 1] |= R.twins[kind, 1]
        s.size_of[seat, chapter] += 1
        if s.size_of[seat, chapter] >= 5:
            s.ripe = 1


@kernel
def remove(s: State, R: Rules, zone: int, kind: int) -> None:
    """Remove a card from a zone's counts."""
    s.count[zone, kind] -= 1
    s.total[zone] -= 1
    if s.count[zone, kind] == 0:
        s.has[zone, WORD[kind]] &= ~BIT[kind]
    if HALL <= zone < AREA_OF:
        seat = zone - HALL
        s.blocked[seat, 0] &= ~R.twins[kind, 0]
        s.blocked[seat, 1] &= ~R.twins[kind, 1]
        s.size_of[seat, R.chapter[kind]] -= 1


@kernel
def shuffle_deck(s: State) -> None:
    """Shuffle the deck, after which nobody knows any of its cards."""
    n = int(s.total[DECK])
    for i in range(n - 1, 0, -1):
        j = chance(s, i + 1)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]
    for i in range(n):
        s.deck_known[i] = 0


@kernel
def reshuffle(s: State, R: Rules, log: Log) -> None:
    """Make the discard pile the new deck (rule 16), without its top card if `keeps_top` is set."""
    n = int(s.total[PILE])
    keep = 1 if R.keeps_top == 1 and n > 0 else 0
    for i in range(n - keep):
        kind = int(s.pile[i])
        remove(s, R, PILE, kind)
        s.deck[int(s.total[DECK])] = kind
        add(s, R, DECK, kind)
    if keep == 1:
        s.pile[0] = s.pile[n - 1]
    for i in range(keep, n):
        s.pile[i] = 0
    shuffle_deck(s)
    log_event(log, EventKind.SHUFFLE, s.turn, int(s.total[DECK]), 1, 0)


@kernel
def next_card(s: State, R: Rules, log: Log) -> int:
    """Return the top card of the deck, reshuffling if needed, or -1 if there is none anywhere."""
    if s.total[DECK] == 0:
        reshuffle(s, R, log)
    n = int(s.total[DECK])
    return int(s.deck[n - 1]) if n > 0 else NONE


@kernel
def drop_top(s: State, R: Rules, kind: int) -> int:
    """Lift the top card of the deck and return the seats that knew it."""
    n = int(s.total[DECK]) - 1
    knew = int(s.deck_known[n])
    s.deck[n] = 0
    s.deck_known[n] = 0
    remove(s, R, DECK, kind)
    return knew


@kernel
def draw(s: State, R: Rules, log: Log, seat: int, n: int) -> None:
    """Draw up to `n` cards into a hand. A seat that knew a card on the deck knows it in the hand."""
    for _ in range(n):
        kind = next_card(s, R, log)
        if kind < 0:
            return
        knew = drop_top(s, R, kind)
        if knew != 0:
            for viewer in range(SEATS):
                if viewer != seat and (knew >> viewer) & 1:
                    s.known[viewer, seat, kind] += 1
                    s.known_of[seat] += 1
        add(s, R, HAND + seat, kind)
        log_event(log, EventKind.MOVE, seat, kind, DECK, HAND + seat)


@kernel
def forget(s: State, seat: int, kind: int) -> None:
    """Update knowledge when a card leaves a hand in the open: a viewer who knew a copy may no longer count on it."""
    if s.known_of[seat] == 0:
        return
    for viewer in range(SEATS):
        if s.known[viewer, seat, kind] > 0:
            s.known[viewer, seat, kind] -= 1
            s.known_of[seat] -= 1


@kernel
def show(s: State, R: Rules, seat: int, kind: int) -> None:
    """Update knowledge when a card enters a hand in the open: everybody knows it is there."""
    for viewer in range(R.players):
        if viewer != seat:
            s.known[viewer, seat, kind] += 1
            s.known_of[seat] += 1


@kernel
def lift_from_pile(s: State, kind: int) -> None:
    """Take the topmost copy of a kind out of the order of the discard pile (`remove` updates the count)."""
    n = int(s.total[PILE])
    i = n - 1
    while s.pile[i] != kind:
        i -= 1
    for j in range(i, n - 1):
        s.pile[j] = s.pile[j + 1]
    s.pile[n - 1] = 0


@kernel
def lift_from_deck(s: State, kind: int) -> None:
    """Take the topmost copy of a kind out of the order of the deck, which is being searched and will be shuffled."""
    n = int(s.total[DECK])
    i = n - 1
    while s.deck[i] != kind:
        i -= 1
    for j in range(i, n - 1):
        s.deck[j] = s.deck[j + 1]
        s.deck_known[j] = s.deck_known[j + 1]
    s.deck[n - 1] = 0
    s.deck_known[n - 1] = 0


@kernel
def lift_from_area(s: State, seat: int, kind: int) -> None:
    """Take the copy of a kind laid last out of the order of an action area."""
    n = int(s.area_n[seat])
    i = n - 1
    while s.area[seat, i] != kind:
        i -= 1
    for j in range(i, n - 1):
        s.area[seat, j] = s.area[seat, j + 1]
    s.area[seat, n - 1] = 0
    s.area_n[seat] -= 1


@kernel
def set_top(s: State) -> None:
    """Remember the open top card of the discard pile."""
    n = int(s.total[PILE])
    s.top = int(s.pile[n - 1]) if n > 0 else NONE


@kernel
def to_pile(s: State, R: Rules, log: Log, kind: int, origin: int) -> None:
    """Lay a card on top of the discard pile."""
    s.pile[int(s.total[PILE])] = kind
    add(s, R, PILE, kind)
    log_event(log, EventKind.MOVE, s.actor, kind, origin, PILE)


@kernel
def to_hall(s: State, R: Rules, log: Log, seat: int, kind: int, origin: int) -> None:
    """Put a card into a hall, or discard a duplicate or sixth card (rules 15, 20, 21, 26)."""
    if s.blocked[seat, WORD[kind]] & BIT[kind] or s.size_of[seat, R.chapter[kind]] >= 5:
        to_pile(s, R, log, kind, origin)
    else:
        add(s, R, HALL + seat, kind)
        log_event(log, EventKind.MOVE, s.actor, kind, origin, HALL + seat)


@kernel
def to_area(s: State, R: Rules, log: Log, seat: int, kind: int, origin: int) -> None:
    """Lay a card into an action area or, if that is full, discard the card and cut the game short."""
    n = int(s.area_n[seat])
    if not has_room(n, AREA):
        to_pile(s, R, log, kind, origin)
        cut_short(s, R, log)
        return
    s.area[seat, n] = kind
    s.area_n[seat] = n + 1
    add(s, R, AREA_OF + seat, kind)
    log_event(log, EventKind.MOVE, s.actor, kind, origin, AREA_OF + seat)


@kernel
def to_hand(s: State, R: Rules, log: Log, seat: int, kind: int, origin: int) -> None:
    """Take a card that everybody saw into a hand."""
    add(s, R, HAND + seat, kind)
    show(s, R, seat, kind)
    log_event(log, EventKind.MOVE, s.actor, kind, origin, HAND + seat)


@kernel
def discard_from_hand(s: State, R: Rules, log: Log, seat: int, kind: int) -> None:
    """Discard one card from a hand, in the open."""
    remove(s, R, HAND + seat, kind)
    forget(s, seat, kind)
    to_pile(s, R, log, kind, HAND + seat)


@kernel
def put_back(s: State, R: Rules, log: Log, kind: int) -> None:
    """Lay a looked-at card back on the deck, where the seats that looked know it (rule 18)."""
    n = int(s.total[DECK])
    remove(s, R, LOOKED, kind)
    s.deck[n] = kind
    s.deck_known[n] = 1 << s.turn
    add(s, R, DECK, kind)
    log_event(log, EventKind.MOVE, s.turn, kind, LOOKED, DECK)


@kernel
def shuffle_vp(s: State) -> None:
    """Shuffle the VP deck."""
    for i in range(s.vp_deck_n - 1, 0, -1):
        j = chance(s, i + 1)
        s.vp_deck[i], s.vp_deck[j] = s.vp_deck[j], s.vp_deck[i]


@kernel
def next_vp(s: State, log: Log) -> int:
    """Return the next VP card, or -1 if there is none; an empty VP deck is refilled from its discard pile (rule 17)."""
    if s.vp_deck_n == 0 and s.vp_pile_n > 0:
        n = int(s.vp_pile_n)
        for i in range(n):
            s.vp_deck[i] = s.vp_pile[i]
            s.vp_pile[i] = 0
        s.vp_deck_n = n
        s.vp_pile_n = 0
        shuffle_vp(s)
        log_event(log, EventKind.VP_SHUFFLE, s.turn, n, 0, 0)
    if s.vp_deck_n == 0:
        return NONE
    s.vp_deck_n -= 1
    card = int(s.vp_deck[s.vp_deck_n])
    s.vp_deck[s.vp_deck_n] = 0
    return card


@kernel
def fill_row(s: State, log: Log, slot: int) -> None:
    """Lay the next VP card into a slot of the row."""
    card = next_vp(s, log)
    s.vp_row[slot] = card
    if card >= 0:
        log_event(log, EventKind.VP_ROW, s.turn, card, slot, 0)


# --- Recounting derived fields ---


@kernel
def recount_hall(s: State, R: Rules, seat: int) -> None:
    """Recount a hall's chapter sizes and the kinds it keeps out."""
    s.blocked[seat, 0] = 0
    s.blocked[seat, 1] = 0
    for chapter in range(R.chapters):
        s.size_of[seat, chapter] = 0
    for kind in range(R.kinds):
        n = int(s.count[HALL + seat, kind])
        s.size_of[seat, R.chapter[kind]] += n
        if n > 0 and R.colour[kind] != MASTER:
            s.blocked[seat, 0] |= R.twins[kind, 0]
            s.blocked[seat, 1] |= R.twins[kind, 1]


@kernel
def recount_zone(s: State, R: Rules, zone: int) -> None:
    """Recount the kinds in a zone."""
    s.has[zone, 0] = 0
    s.has[zone, 1] = 0
    for kind in range(R.kinds):
        if s.count[zone, kind] > 0:
            s.has[zone, WORD[kind]] |= BIT[kind]


@kernel
def recount(s: State, R: Rules) -> None:
    """Recount every derived field."""
    for zone in range(ZONES):
        recount_zone(s, R, zone)
    for seat in range(R.players):
        recount_hall(s, R, seat)
        s.points[seat] = s.tokens[seat]
        for card in range(R.vp_kinds):
            s.points[seat] += s.vp_owned[seat, card] * R.vp_points[card]
        s.known_of[seat] = 0
        for viewer in range(R.players):
            for kind in range(R.kinds):
                s.known_of[seat] += s.known[viewer, seat, kind]


@kernel
def recount_at(states: States, i: int, rules: RulesOf) -> None:
    """Recount every derived field of game `i`."""
    recount(states[i], rules[0])
