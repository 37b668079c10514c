"""Carry out rows of effects one by one: find their targets, request choices, and apply them."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.chance import throw
from guildhall.kernel.containers import has_room

from ..cards import Trigger
from ..language import DECK_WORDS, INTO, Op, Pick, Zone
from .finding import all_hold, amount_of, deck_meant, is_alive, the_one
from .harm import change_maximum, complete, damage, destroy, heal, lose, send_to_void
from .stack import note, push
from .state import (
    LASTS,
    MOST_COUNTERS,
    NONE,
    PILES,
    SEATS,
    Chosen,
    EventKind,
    Frame,
    Lasting,
    Over,
    Phase,
    Row,
    Stage,
    Task,
    kernel,
)
from .targets import (
    actor_of,
    ask,
    can_be_meant,
    count_candidates,
    is_asked,
    is_candidate,
    is_spared,
    nth_candidate,
    phrase_at,
    speaker,
    with_elements,
)
from .zones import draw_cards, enter, flip, into_hand, put_on_top, refill, shuffle, take_out

_INTO_HAND, _INTO_PLAY = INTO.index("hand"), INTO.index("play")
_DECKS = len(DECK_WORDS)

# --- A row ---


@kernel
def next_row(s: State, frame: int) -> None:
    """Go to the next row, or past the modes of a choice."""
    after = s.stack[frame, Frame.NEXT]
    s.stack[frame, Frame.AT] = after if after > 0 else s.stack[frame, Frame.AT] + 1
    s.stack[frame, Frame.NEXT] = 0
    s.stack[frame, Frame.STAGE] = Stage.NEW
    s.stack[frame, Frame.FIRST] = NONE


@kernel
def begin_row(s: State, R: Rules, log: Log, frame: int) -> None:
    """Begin a row: check whether it happens, and whether it is a choice."""
    row = int(s.stack[frame, Frame.AT])
    source = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    if not all_hold(s, R, R.row[row, Row.IF], R.row[row, Row.IFS], source, seat, int(s.stack[frame, Frame.IT])):
        if R.row[row, Row.OP] == Op.CHOOSE:
            s.stack[frame, Frame.NEXT] = row + 1 + R.row[row, Row.AMOUNT]
        next_row(s, frame)
    elif R.row[row, Row.OP] == Op.CHOOSE:
        ask(s, speaker(s, R), Phase.MODE.value)
    elif R.row[row, Row.MAY] == 1 and s.stack[frame, Frame.STAGE] == Stage.NEW:
        phrase = phrase_at(s, R, frame)
        is_open = phrase != NONE and is_asked(R.phrase[phrase, Chosen.PICK])
        if is_open and count_candidates(s, R, frame, phrase)[0] == 0:
            next_row(s, frame)
        else:
            ask(s, speaker(s, R), Phase.MAY.value)
    else:
        find_one(s, R, log, frame)


@kernel
def find_one(s: State, R: Rules, log: Log, frame: int) -> None:
    """Find the target of a row, ask if there are several, or carry it out."""
    phrase = phrase_at(s, R, frame)
    if phrase == NONE:
        act(s, R, log, frame, NONE)
        next_row(s, frame)
        return
    pick = R.phrase[phrase, Chosen.PICK]
    if pick == Pick.EACH:
        act_on_each(s, R, log, frame, phrase)
        next_row(s, frame)
    elif is_asked(pick) or pick == Pick.RANDOM:
        n, one = count_candidates(s, R, frame, phrase)
        if n == 0:
            next_row(s, frame)
        elif n == 1:
            found(s, R, log, frame, one)
        elif pick == Pick.RANDOM:
            s.rng, number = throw(s.rng, n)
            found(s, R, log, frame, nth_candidate(s, R, frame, phrase, int(number)))
        else:
            ask(s, speaker(s, R), Phase.TARGET.value)
    else:
        source = int(s.stack[frame, Frame.SOURCE])
        one = the_one(s, R, phrase, source, int(s.stack[frame, Frame.SEAT]), int(s.stack[frame, Frame.IT]))
        op = int(R.row[int(s.stack[frame, Frame.AT]), Row.OP])
        if one != NONE and s.zone[one] == R.phrase[phrase, Chosen.ZONE] and can_be_meant(s, R, op, one):
            found(s, R, log, frame, one)
        else:
            next_row(s, frame)


@kernel
def found(s: State, R: Rules, log: Log, frame: int, card: int) -> None:
    """Set a found target, then look for the second one or carry out the row."""
    row = int(s.stack[frame, Frame.AT])
    if R.row[row, Row.SECOND] != NONE and s.stack[frame, Frame.STAGE] != Stage.FIRST:
        s.stack[frame, Frame.STAGE] = Stage.FIRST
        s.stack[frame, Frame.FIRST] = card
        find_second(s, R, log, frame)
        return
    s.stack[frame, Frame.IT] = card
    act(s, R, log, frame, card)
    next_row(s, frame)


@kernel
def find_second(s: State, R: Rules, log: Log, frame: int) -> None:
    """Find the recipient of a card, or of redirected damage."""
    phrase = phrase_at(s, R, frame)
    pick = R.phrase[phrase, Chosen.PICK]
    n, card = count_candidates(s, R, frame, phrase) if pick >= Pick.ANY else (1, NONE)
    if n == 0:
        next_row(s, frame)
        return
    if n > 1 and is_asked(pick):
        ask(s, speaker(s, R), Phase.TARGET.value)
        return
    source = int(s.stack[frame, Frame.SOURCE])
    if pick >= Pick.ANY:
        s.rng, number = throw(s.rng, n)
        card = nth_candidate(s, R, frame, phrase, int(number)) if n > 1 else card
    else:
        card = the_one(s, R, phrase, source, int(s.stack[frame, Frame.SEAT]), int(s.stack[frame, Frame.IT]))
    if card != NONE and s.zone[card] == Zone.PLAY:
        act(s, R, log, frame, card)
    next_row(s, frame)


@kernel
def act_on_each(s: State, R: Rules, log: Log, frame: int, phrase: int) -> None:
    """Carry out a row on all matching cards, in the order in which they came into play."""
    zone = R.phrase[phrase, Chosen.ZONE]
    left = 0
    for i in range(s.table_n if zone == Zone.PLAY else R.cards):
        card = int(s.table[i]) if zone == Zone.PLAY else i
        s.mark[card] = is_candidate(s, R, frame, phrase, card, NONE)
        left += s.mark[card]
    i = 0
    while zone == Zone.PLAY and left > 0 and i < s.table_n:
        card = int(s.table[i])
        if s.mark[card] == 1:
            s.mark[card] = 0
            left -= 1
            act(s, R, log, frame, card)
            i = 0
        else:
            i += 1
    card = 0
    while left > 0 and card < R.cards:
        if s.mark[card] == 1:
            s.mark[card] = 0
            left -= 1
            if s.zone[card] == zone:
                act(s, R, log, frame, card)
        card += 1


# --- Acting ---


@kernel
def act(s: State, R: Rules, log: Log, frame: int, card: int) -> None:
    """Carry out a row on a card, or without a target."""
    row = int(s.stack[frame, Frame.AT])
    source = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    op = int(R.row[row, Row.OP])
    n = amount_of(s, R, row, source, seat, int(s.stack[frame, Frame.IT]))
    if n == 0:
        return  # an amount per thing, of which there is none
    if op <= Op.HEAL:
        act_on_hp(s, R, log, frame, row, card, n)
    elif op <= Op.FLIP or op == Op.LOOK:
        act_on_decks(s, R, log, frame, row, card, n)
    elif op == Op.COUNTERS:
        before = int(s.counters[card])
        s.counters[card] = max(0, min(before + n, MOST_COUNTERS))
        note(s, log, EventKind.COUNTERS, seat, source, card, int(s.counters[card]) - before)
    elif op >= Op.PLAYS and op <= Op.DRAWS:
        if card < SEATS:
            s.extra[card, op - Op.PLAYS] += n
            note(s, log, EventKind.EXTRA, card, op, n, 0)
    elif op == Op.PREVENT or (op >= Op.DEALS and op <= Op.HEALS) or op == Op.REDIRECT:
        last(s, R, log, frame, row, card, n)
    elif op == Op.MAX_HP:
        change_maximum(s, R, log, source, seat, card, n)
    elif op == Op.RETURN or op == Op.SEARCH or op == Op.SUMMON:
        fetch(s, R, log, frame, row, card)
    else:
        act_on_card(s, R, log, frame, op, card)


@kernel
def act_on_hp(s: State, R: Rules, log: Log, frame: int, row: int, card: int, n: int) -> None:
    """Deal damage or heal. Damage as a cost is paid unchanged."""
    source = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    actor = actor_of(s, frame)
    if R.row[row, Row.OP] == Op.HEAL:
        heal(s, R, log, source, seat, actor, card, n)
    elif R.row[row, Row.COST] == 1:
        lose(s, R, log, source, seat, actor, card, n)
    elif not is_spared(s, R, row, actor, card):
        damage(s, R, log, source, seat, actor, card, with_elements(s, R, row, seat, n))


@kernel
def act_on_decks(s: State, R: Rules, log: Log, frame: int, row: int, card: int, n: int) -> None:
    """Draw, discard, flip or look at cards."""
    op = R.row[row, Row.OP]
    source = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    if op == Op.DRAW:
        if card < SEATS and is_alive(s, R, card):
            draw_cards(s, R, log, card, n)
    elif op == Op.DISCARD:
        if card < SEATS and is_alive(s, R, card):
            push(s, Task.DISCARD.value, 0, 0, source, card, NONE, n)
    elif op == Op.FLIP:
        for _ in range(n):
            flip(s, R, log, deck_meant(R, source, seat, int(R.row[row, Row.DETAIL])))
    else:
        look_at(s, R, log, source, deck_meant(R, source, seat, int(R.row[row, Row.DETAIL]) % _DECKS), row, n)


@kernel
def look_at(s: State, R: Rules, log: Log, source: int, pile: int, row: int, n: int) -> None:
    """Show everyone the top cards of a deck (R-36). One of them may be moved."""
    refill(s, R, log, pile)
    n = min(n, int(s.deck_n[pile]))
    for i in range(n):
        note(s, log, EventKind.LOOK, NONE, int(s.deck[pile, s.deck_n[pile] - 1 - i]), pile, 0)
    s.known[pile] = max(int(s.known[pile]), n)
    then = int(R.row[row, Row.DETAIL]) // _DECKS
    if then > 0 and n > 0:
        push(s, Task.LOOK.value, pile, then, source, NONE, NONE, n)


@kernel
def last(s: State, R: Rules, log: Log, frame: int, row: int, card: int, n: int) -> None:
    """Record a lasting effect."""
    if not has_room(s.lasting_n, LASTS):
        s.over = Over.UNFINISHED.value
        return
    op = int(R.row[row, Row.OP])
    source = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    is_redirect = op == Op.REDIRECT
    i = s.lasting_n
    s.lasting[i, Lasting.OP] = op
    s.lasting[i, Lasting.AMOUNT] = n
    s.lasting[i, Lasting.CARD] = s.stack[frame, Frame.FIRST] if is_redirect else card
    s.lasting[i, Lasting.TO] = card if is_redirect else NONE
    s.lasting[i, Lasting.UNTIL] = R.row[row, Row.DETAIL]
    s.lasting[i, Lasting.SIDE] = seat if seat != NONE else R.home[source]
    s.lasting_n = i + 1
    if is_redirect:
        note(s, log, EventKind.REDIRECT, seat, int(s.stack[frame, Frame.FIRST]), card, 0)
    else:
        event = EventKind.PREVENT.value if op == Op.PREVENT else EventKind.DEALS + op - Op.DEALS
        note(s, log, event, seat, source, card, n)


@kernel
def fetch(s: State, R: Rules, log: Log, frame: int, row: int, card: int) -> None:
    """Fetch a card from a graveyard, a deck or aside."""
    source = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    op = R.row[row, Row.OP]
    if op == Op.SUMMON:
        summoned = named_card(s, R, source, int(R.row[row, Row.NAME]))
        holder = card if card != NONE else int(s.holder[source])
        if summoned != NONE:
            was_in_deck = s.zone[summoned] == Zone.DECK
            take_out(s, R, summoned)
            note(s, log, EventKind.SUMMON, seat, summoned, 0, 0)
            enter(s, R, log, summoned, holder if holder != NONE and holder < SEATS else NONE)
            if was_in_deck:
                shuffle(s, log, int(R.home[summoned]))
        return
    home = int(R.home[card])
    into = R.row[row, Row.DETAIL]
    if into == _INTO_HAND and home >= SEATS:
        return
    if op == Op.SEARCH:
        take_out(s, R, card)
        shuffle(s, log, home)
    note(s, log, EventKind.SEARCH if op == Op.SEARCH else EventKind.RETURN, seat, card, 0, 0)
    if into == _INTO_HAND:
        into_hand(s, card, home)
    elif into == _INTO_PLAY:
        enter(s, R, log, card, home if home < SEATS else NONE)
    else:
        put_on_top(s, R, card)
        s.known[home] += 1


@kernel
def named_card(s: State, R: Rules, source: int, name: int) -> int:
    """Return a card by name from the same deck (set aside, in the deck or in the graveyard), or -1."""
    for zone in (Zone.ASIDE.value, Zone.DECK.value, Zone.GRAVEYARD.value):
        for card in range(PILES, R.cards):
            if s.zone[card] == zone and R.home[card] == R.home[source] and R.name[int(R.form[card])] == name:
                return card
    return NONE


@kernel
def act_on_card(s: State, R: Rules, log: Log, frame: int, op: int, card: int) -> None:
    """Apply an effect to a card as a whole."""
    source = int(s.stack[frame, Frame.SOURCE])
    seat = int(s.stack[frame, Frame.SEAT])
    if op == Op.DESTROY or op == Op.SACRIFICE:
        destroy(s, R, log, card, seat)
    elif op == Op.VOID:
        send_to_void(s, R, log, card, seat)
    elif op == Op.ATTACH:
        if s.zone[source] == Zone.PLAY and source != card:
            s.host[source] = card
            note(s, log, EventKind.ATTACH, seat, source, card, 0)
    elif op == Op.GIVE:
        given = int(s.stack[frame, Frame.FIRST])
        if s.zone[given] == Zone.PLAY and card < SEATS:
            s.holder[given] = card
            note(s, log, EventKind.GIVE, seat, given, card, 0)
    elif op == Op.STUN:
        s.stunned[card] = 1
        note(s, log, EventKind.STUN, seat, source, card, 0)
    elif op == Op.COMPLETE:
        complete(s, R, log, card, actor_of(s, frame))


@kernel
def is_void(s: State, frame: int) -> bool:
    """True if a card that was to act on entering play is gone."""
    source = int(s.stack[frame, Frame.SOURCE])
    is_entering = s.stack[frame, Frame.COUNT] == Trigger.ENTERS
    return bool(is_entering and s.zone[source] != Zone.PLAY and s.zone[source] != Zone.FLIGHT)
