"""Moving cards: into play and out of it, and between decks, hands, graveyards and the Void."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.chance import throw

from ..cards import MOST_CARDS, Trigger
from ..language import Zone
from .finding import BOSS, BUILDING, SPELL, form_of, seat_of, type_of
from .stack import broadcast, note, push, push_program
from .state import LASTING, NONE, PILES, SEATS, EventKind, Lasting, Step, Task, kernel

# --- Decks ---


@kernel
def shuffle(s: State, log: Log, pile: int) -> None:
    """Shuffle a deck, whose top is then unknown."""
    for i in range(s.deck_n[pile] - 1, 0, -1):
        s.rng, j = throw(s.rng, i + 1)
        card = s.deck[pile, i]
        s.deck[pile, i] = s.deck[pile, j]
        s.deck[pile, j] = card
    s.known[pile] = 0
    note(s, log, EventKind.SHUFFLE, NONE, pile, 0, 0)


@kernel
def put_on_top(s: State, R: Rules, card: int) -> None:
    """Lay a card on top of its deck."""
    pile = int(R.home[card])
    s.zone[card] = Zone.DECK
    s.holder[card] = NONE
    s.deck[pile, s.deck_n[pile]] = card
    s.deck_n[pile] += 1


@kernel
def refill(s: State, R: Rules, log: Log, pile: int) -> None:
    """Turn the graveyard into the deck when an empty deck is needed (rule 24, R-29)."""
    if s.deck_n[pile] > 0:
        return
    for card in range(R.own[pile, 0], R.own[pile, 1]):
        if R.home[card] == pile and s.zone[card] == Zone.GRAVEYARD:
            put_on_top(s, R, card)
    if s.deck_n[pile] > 0:
        shuffle(s, log, pile)


@kernel
def take_at(s: State, pile: int, place: int) -> int:
    """Take a card out of a deck. Places count from the bottom."""
    card = int(s.deck[pile, place])
    if place >= s.deck_n[pile] - s.known[pile]:
        s.known[pile] -= 1
    s.deck_n[pile] -= 1
    for i in range(place, s.deck_n[pile]):
        s.deck[pile, i] = s.deck[pile, i + 1]
    s.deck[pile, s.deck_n[pile]] = 0
    return card


@kernel
def take_top(s: State, R: Rules, log: Log, pile: int) -> int:
    """Take the top card of a deck, or return -1 if deck and graveyard are empty (R-10)."""
    refill(s, R, log, pile)
    if s.deck_n[pile] == 0:
        return NONE
    return take_at(s, pile, s.deck_n[pile] - 1)


@kernel
def bury(s: State, pile: int, place: int) -> None:
    """Move a card of a deck to its bottom."""
    card = take_at(s, pile, place)
    for i in range(s.deck_n[pile], 0, -1):
        s.deck[pile, i] = s.deck[pile, i - 1]
    s.deck[pile, 0] = card
    s.deck_n[pile] += 1


@kernel
def take_out(s: State, R: Rules, card: int) -> None:
    """Take a card out of any place in its deck."""
    pile = int(R.home[card])
    for place in range(MOST_CARDS):
        if place < s.deck_n[pile] and s.deck[pile, place] == card:
            take_at(s, pile, place)
            return


@kernel
def draw_cards(s: State, R: Rules, log: Log, seat: int, n: int) -> None:
    """Draw cards for a player."""
    for _ in range(n):
        card = take_top(s, R, log, seat)
        if card != NONE:
            into_hand(s, card, seat)
            note(s, log, EventKind.DRAW, seat, card, 0, 0)


@kernel
def into_hand(s: State, card: int, seat: int) -> None:
    """Put a card into a hand."""
    s.zone[card] = Zone.HAND
    s.holder[card] = seat


@kernel
def can_draw(s: State, R: Rules, pile: int) -> bool:
    """True if there is a card to draw."""
    if s.deck_n[pile] > 0:
        return True
    for card in range(R.own[pile, 0], R.own[pile, 1]):
        if R.home[card] == pile and s.zone[card] == Zone.GRAVEYARD:
            return True
    return False


# --- Out of play ---


@kernel
def forget_lasting(s: State, place: int) -> None:
    """Remove a lasting effect."""
    s.lasting_n -= 1
    for i in range(place, s.lasting_n):
        for column in range(LASTING):
            s.lasting[i, column] = s.lasting[i + 1, column]
    for column in range(LASTING):
        s.lasting[s.lasting_n, column] = 0


@kernel
def leave_table(s: State, card: int) -> None:
    """Take a card out of play and reset its state."""
    found = 0
    for i in range(s.table_n):
        if s.table[i] == card:
            found = 1
        elif found == 1:
            s.table[i - 1] = s.table[i]
    if found == 1:
        s.table_n -= 1
        s.table[s.table_n] = 0
    for i in range(s.lasting_n - 1, -1, -1):
        if s.lasting[i, Lasting.CARD] == card or s.lasting[i, Lasting.TO] == card:
            forget_lasting(s, i)
    s.hp[card] = 0
    s.cap[card] = 0
    s.counters[card] = 0
    s.reward[card] = 0
    s.fresh[card] = 0
    s.stunned[card] = 0
    s.used[card] = 0
    s.acted[card] = 0
    s.holder[card] = NONE
    s.host[card] = NONE


@kernel
def lay_away(s: State, R: Rules, card: int, zone: int) -> None:
    """Move a card out of play. Attached cards go to their owners' graveyards."""
    leave_table(s, card)
    s.zone[card] = zone
    for i in range(s.table_n - 1, -1, -1):
        other = int(s.table[i])
        if s.host[other] == card:
            leave_table(s, other)
            s.zone[other] = Zone.GRAVEYARD


@kernel
def after_play(s: State, R: Rules, card: int) -> int:
    """Return the zone of a destroyed card: the Void for Buildings, Bosses and top cards (rule 23)."""
    kind = type_of(s, R, card)
    return Zone.VOID.value if kind in (BUILDING, BOSS) or card < PILES else Zone.GRAVEYARD.value


# --- Into play ---


@kernel
def place(s: State, R: Rules, card: int, holder: int) -> None:
    """Lay a card on the table."""
    s.zone[card] = Zone.PLAY
    s.holder[card] = holder
    form = form_of(s, R, card)
    s.hp[card] = R.hp[form]
    s.cap[card] = R.hp[form]
    s.fresh[card] = 1
    s.table[s.table_n] = card
    s.table_n += 1


@kernel
def is_copy(R: Rules, card: int, other: int) -> bool:
    """True if two cards have the same name."""
    return bool(R.name[int(R.form[card])] == R.name[int(R.form[other])])


@kernel
def copies_in_play(s: State, R: Rules, card: int) -> int:
    """Count the cards of the same name in play (R-30)."""
    n = 0
    for i in range(s.table_n):
        n += is_copy(R, card, int(s.table[i]))
    return n


@kernel
def enter(s: State, R: Rules, log: Log, card: int, holder: int) -> None:
    """Put a card into play. Extra copies of a Unique one go, then it acts, then the cards triggered by it."""
    place(s, R, card, holder)
    note(s, log, EventKind.ENTER, holder, card, 0, 0)
    if R.unique[form_of(s, R, card)] == 1 and copies_in_play(s, R, card) > 1:
        push(s, Task.UNIQUE.value, 0, 0, card, holder, NONE, 0)
    push_program(s, R, log, card, Trigger.ENTERS.value, seat_of(s, card), NONE)
    broadcast(s, R, log, Trigger.ARRIVES.value, card, NONE)


@kernel
def flip(s: State, R: Rules, log: Log, pile: int) -> None:
    """Flip the top card of an enemy deck. Its effects wait if a beginning effect flipped it (R-26)."""
    card = take_top(s, R, log, pile)
    if card == NONE:
        return
    note(s, log, EventKind.FLIP, NONE, card, pile, 0)
    waits = s.step == Step.BEGIN and s.side >= SEATS
    if type_of(s, R, card) == SPELL:
        s.zone[card] = Zone.FLIGHT
    else:
        place(s, R, card, NONE)
        if R.unique[form_of(s, R, card)] == 1 and copies_in_play(s, R, card) > 1:
            push(s, Task.UNIQUE.value, 0, 0, card, NONE, NONE, 0)
        broadcast(s, R, log, Trigger.ARRIVES.value, card, NONE)
    if waits:
        s.waiting[s.waiting_n] = card
        s.waiting_n += 1
    else:
        resolve(s, R, log, card)


@kernel
def resolve(s: State, R: Rules, log: Log, card: int) -> None:
    """Carry out a flipped card. A Spell then goes to its deck's graveyard."""
    if s.zone[card] == Zone.PLAY or s.zone[card] == Zone.FLIGHT:
        push_program(s, R, log, card, Trigger.ENTERS.value, NONE, NONE)
    if s.zone[card] == Zone.FLIGHT:
        push(s, Task.BURY.value, 0, 0, card, NONE, NONE, 0)
