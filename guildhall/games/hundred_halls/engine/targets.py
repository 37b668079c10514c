"""Targets of the current row, the player who chooses, and targets that an effect would not change.

A target that an effect would not change is offered only if all of them are such (R-47).
"""

from __future__ import annotations

from guildhall.kernel.annotations import Pair, Rules, State

from ..cards import Trigger
from ..language import FIVE_ELEMENTS, INTO, NAMES_QUESTS, Op, Pick, Zone
from .finding import (
    ARTIFACT,
    QUEST,
    amount_of,
    change_of,
    extreme,
    form_of,
    hand_size,
    has_program,
    is_alive,
    is_twin,
    may_choose,
    redirected,
    type_of,
)
from .harm import dealt, is_fixed, taken
from .state import MOST_COUNTERS, NONE, PILES, SEATS, Chosen, Frame, Lasting, Row, Stage, Ward, kernel
from .zones import can_draw

_INTO_HAND = INTO.index("hand")
_BITS, _MASK = 10, (1 << 10) - 1  # width of a number in the result of `guards`
_BLOW, _UNSURE = 50, 1 << 60  # position of the damage, and the flag that the effect may do nothing
_NOTHING = -999


# --- Damage ---


@kernel
def actor_of(s: State, frame: int) -> int:
    """Return the player that a frame acts for, or -1, as decided when it began (R-39)."""
    return int(s.stack[frame, Frame.SEAT]) if s.stack[frame, Frame.BY] == 1 else NONE


@kernel
def is_spared(s: State, R: Rules, row: int, actor: int, card: int) -> bool:
    """True for a Quest, which enemy damage affects only if it names Quests (rule 29, R-44)."""
    names_quests = R.row[row, Row.DETAIL] & NAMES_QUESTS != 0
    return bool(actor == NONE and not names_quests and type_of(s, R, card) == QUEST)


@kernel
def with_elements(s: State, R: Rules, row: int, seat: int, n: int) -> int:
    """Return the damage of a row with changes to Five Elements (own, lent or bought), if it is one (R-40)."""
    if R.row[row, Row.DETAIL] & FIVE_ELEMENTS == 0:
        return n
    return max(0, n + change_of(s, R, Op.ELEMENTS.value, seat, seat))


@kernel
def blow_of(s: State, R: Rules, frame: int, row: int, card: int) -> int:
    """Return the damage of a row before its target's modifiers, or `_NOTHING` if it counts nothing (R-45).

    `card` is "it".
    """
    source, seat = int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT])
    n = amount_of(s, R, row, source, seat, card)
    return dealt(s, R, source, actor_of(s, frame), with_elements(s, R, row, seat, n)) if n != 0 else _NOTHING


@kernel
def place_of(s: State, card: int) -> int:
    """Return the position of a card's guards in the result of `guards`: its player's, or those of all enemies."""
    if card < SEATS:
        return _BITS * card
    return _BITS * (int(s.holder[card]) if s.holder[card] != NONE else SEATS)


@kernel
def with_guard(near: int, place: int, n: int) -> int:
    """Return the result of `guards` with `n` more at a position."""
    return near + (min(n, _MASK - ((near >> place) & _MASK)) << place)


@kernel
def guards(s: State, R: Rules, frame: int) -> int:
    """Return the reduction of damage for each player's cards and the enemies, and the current row's damage.

    These are consecutive numbers of `_BITS` bits, or 0 if a player's damage is sure to hurt any target.
    """
    row = int(s.stack[frame, Frame.AT])
    if R.row[row, Row.OP] != Op.DAMAGE:
        return _UNSURE
    sure = 0 if s.stack[frame, Frame.BY] == 1 else _UNSURE  # a Quest may be spared
    near = far = dealing = redirects = 0
    for i in range(s.table_n):
        me = int(s.table[i])
        if R.guards[me] == 1:
            form = form_of(s, R, me)
            far += R.wards[form, Ward.FAR]
            dealing += R.wards[form, Ward.DEALT]
            redirects += R.wards[form, Ward.REDIRECTS]
            near = with_guard(near, place_of(s, me), int(R.wards[form, Ward.NEAR]))
            if s.holder[me] == NONE and s.host[me] != NONE:
                far += R.wards[form, Ward.NEAR]
    for i in range(s.lasting_n):
        op, on = s.lasting[i, Lasting.OP], s.lasting[i, Lasting.CARD]
        if op == Op.TAKES:
            far -= min(0, int(s.lasting[i, Lasting.AMOUNT]))
        elif op == Op.DEALS and (on == s.stack[frame, Frame.SOURCE] or on == s.stack[frame, Frame.SEAT]):
            dealing -= min(0, int(s.lasting[i, Lasting.AMOUNT]))
        redirects += op == Op.REDIRECT
    most = far
    for place in range(SEATS + 1):
        here = (near >> (_BITS * place)) & _MASK
        most = most + here if redirects > 0 else max(most, far + here)
    if R.row[row, Row.AMOUNT] > most + dealing:
        return sure
    blow = blow_of(s, R, frame, row, int(s.stack[frame, Frame.IT]))
    if blow > most or blow == _NOTHING:
        return sure
    for place in range(SEATS + 1):
        near = with_guard(near, _BITS * place, int(most if redirects > 0 else far))
    return near | (int(max(0, blow)) << _BLOW) | _UNSURE


@kernel
def is_damage_idle(s: State, R: Rules, frame: int, row: int, card: int, guarded: int) -> bool:
    """True if damage would not hurt a card. `guarded` is the result of `guards` for the current row."""
    if s.hp[card] <= 0 or is_spared(s, R, row, actor_of(s, frame), card):
        return True
    if row != s.stack[frame, Frame.AT] or R.row[row, Row.IT] == 1:
        blow = blow_of(s, R, frame, row, card)
    else:
        blow = (guarded >> _BLOW) & _MASK
        if guarded == _UNSURE or blow > (guarded >> place_of(s, card)) & _MASK:
            return False
    return taken(s, R, redirected(s, R, card), blow) == 0


# --- Rows ---


@kernel
def is_player_idle(s: State, R: Rules, op: int, seat: int) -> bool:
    """True if a player cannot draw or discard, or gains an allowance useless in another's turn (R-42)."""
    if op == Op.DRAW:
        return not can_draw(s, R, seat)
    if op == Op.DISCARD:
        return hand_size(s, R, seat) == 0
    return bool(s.side != seat)


@kernel
def is_number_idle(s: State, op: int, amount: int, card: int) -> bool:
    """True if hit points, their maximum or counters of a card cannot change."""
    if op == Op.HEAL:
        return bool(s.hp[card] >= s.cap[card])
    if op == Op.COUNTERS:
        return bool(s.counters[card] == (0 if amount < 0 else MOST_COUNTERS))
    if op == Op.MAX_HP and amount < 0:
        return bool(s.cap[card] <= 1)
    return bool(s.cap[card] == 0)


@kernel
def is_row_idle(s: State, R: Rules, frame: int, row: int, card: int, guarded: int) -> bool:
    """True if a row would do nothing to a card."""
    op = int(R.row[row, Row.OP])
    if op == Op.DAMAGE:
        return is_damage_idle(s, R, frame, row, card, guarded)
    if op == Op.DRAW or op == Op.DISCARD or (op >= Op.PLAYS and op <= Op.DRAWS):
        return bool(card >= SEATS or is_player_idle(s, R, op, card))
    if op in (Op.HEAL, Op.COUNTERS, Op.MAX_HP, Op.PREVENT, Op.TAKES, Op.REDIRECT):
        return is_number_idle(s, op, int(R.row[row, Row.AMOUNT]), card)
    if op == Op.DESTROY or op == Op.SACRIFICE or op == Op.VOID:
        return is_fixed(s, card)
    if op == Op.RETURN or op == Op.SEARCH:
        return bool(R.row[row, Row.DETAIL] == _INTO_HAND and R.home[card] >= SEATS)
    if op == Op.STUN:
        acts = has_program(s, R, card, Trigger.BEGIN.value) or has_program(s, R, card, Trigger.END.value)
        return bool(s.stunned[card] == 1 or not acts)
    if op == Op.COMPLETE:
        return type_of(s, R, card) != QUEST
    return bool(op == Op.ATTACH and card == s.stack[frame, Frame.SOURCE])


@kernel
def is_second_idle(s: State, R: Rules, frame: int, card: int) -> bool:
    """True if a card would go to its present holder, or damage to its original target."""
    first = int(s.stack[frame, Frame.FIRST])
    op = R.row[int(s.stack[frame, Frame.AT]), Row.OP]
    if op == Op.GIVE:
        return bool(s.holder[first] == card)
    return bool(op == Op.REDIRECT and (first == card or s.cap[card] == 0))


@kernel
def is_idle(s: State, R: Rules, frame: int, card: int, guarded: int) -> bool:
    """True if neither the current row nor later ones that mean the same card by "it" would change it."""
    if guarded == 0 and s.hp[card] > 0:
        return False
    if s.stack[frame, Frame.STAGE] == Stage.FIRST:
        return is_second_idle(s, R, frame, card)
    row = int(s.stack[frame, Frame.AT])
    if not is_row_idle(s, R, frame, row, card, guarded):
        return False
    row = int(s.stack[frame, Frame.NEXT]) if s.stack[frame, Frame.NEXT] > 0 else row + 1
    while row < s.stack[frame, Frame.END]:
        target = int(R.row[row, Row.TARGET])
        pick = R.phrase[target, Chosen.PICK] if target != NONE else Pick.EACH.value
        if R.row[row, Row.IT] == 1:
            if pick != Pick.IT or not is_row_idle(s, R, frame, row, card, guarded):
                return False
        elif pick != Pick.EACH:
            return True  # from here on "it" is another card
        row += 1
    return True


# --- Candidates ---


@kernel
def phrase_at(s: State, R: Rules, frame: int) -> int:
    """Return the phrase whose target is to be found now, or -1."""
    row = int(s.stack[frame, Frame.AT])
    column = Row.SECOND.value if s.stack[frame, Frame.STAGE] == Stage.FIRST else Row.TARGET.value
    return int(R.row[row, column])


@kernel
def can_be_meant(s: State, R: Rules, op: int, card: int) -> bool:
    """True if an effect can do anything with a card. An Artifact cannot be sacrificed (rule 27)."""
    if op == Op.SACRIFICE:
        return bool(card >= PILES and type_of(s, R, card) != ARTIFACT)
    if op == Op.DESTROY or op == Op.VOID or op == Op.GIVE:
        return bool(card >= SEATS)
    return True


@kernel
def is_candidate(s: State, R: Rules, frame: int, phrase: int, card: int, best: int) -> bool:
    """True if a card can be chosen for the current row. `best` is the result of `extreme`."""
    source = int(s.stack[frame, Frame.SOURCE])
    if not may_choose(s, R, phrase, card, source, int(s.stack[frame, Frame.SEAT]), best):
        return False
    if s.zone[card] != Zone.PLAY and is_twin(s, R, card):
        return False
    is_second = s.stack[frame, Frame.STAGE] == Stage.FIRST
    return bool(is_second or can_be_meant(s, R, int(R.row[int(s.stack[frame, Frame.AT]), Row.OP]), card))


@kernel
def count_candidates(s: State, R: Rules, frame: int, phrase: int) -> Pair:
    """Return the number of possible targets and one of them. Unaffected ones count only if all are such (R-47).

    If a player chooses, 2 means two or more.
    """
    best = extreme(s, R, phrase, int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT]))
    guarded, zone = guards(s, R, frame), R.phrase[phrase, Chosen.ZONE]
    enough = R.cards if R.phrase[phrase, Chosen.PICK] == Pick.RANDOM else 2
    n = idle = 0
    one = NONE
    for i in range(s.table_n if zone == Zone.PLAY else R.cards):
        card = int(s.table[i]) if zone == Zone.PLAY else i
        if s.zone[card] == zone and is_candidate(s, R, frame, phrase, card, best):
            if not is_idle(s, R, frame, card, guarded):
                n += 1
                one = card
                if n == enough:
                    return n, one
            else:
                idle += 1
                one = card if n == 0 else one
    return (n if n > 0 else idle), one


@kernel
def nth_candidate(s: State, R: Rules, frame: int, phrase: int, number: int) -> int:
    """Return one of the possible targets by number."""
    best = extreme(s, R, phrase, int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT]))
    guarded, zone = guards(s, R, frame), R.phrase[phrase, Chosen.ZONE]
    left = number
    for card in range(R.cards):
        if (
            s.zone[card] == zone
            and is_candidate(s, R, frame, phrase, card, best)
            and not is_idle(s, R, frame, card, guarded)
        ):
            if left == 0:
                return card
            left -= 1
    for card in range(R.cards):  # all are unaffected
        if s.zone[card] == zone and is_candidate(s, R, frame, phrase, card, best):
            if number == 0:
                return card
            number -= 1
    return NONE


@kernel
def is_asked(pick: int) -> bool:
    """True if a player chooses."""
    return bool(pick == Pick.ANY or pick == Pick.HIGHEST or pick == Pick.LOWEST)


@kernel
def speaker(s: State, R: Rules) -> int:
    """Return the seat that decides for the players (R-28)."""
    if s.side != NONE and s.side < SEATS:
        return int(s.side)
    for place in range(R.players):
        if is_alive(s, R, int(R.order[place])):
            return int(R.order[place])
    return int(R.order[0])


@kernel
def ask(s: State, seat: int, phase: int) -> None:
    """Make `seat` the next to decide."""
    s.actor = seat
    s.phase = phase
