"""Queries on the table that change nothing: targets, counts, and changes to numbers."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State
from guildhall.kernel.containers import bit_count

from ..language import DECK_WORDS, TYPES, Measured, Op, Pick, Side, Sort, Zone
from .state import NONE, PILES, REALM, SCENARIO, SEATS, Chosen, Lasting, Program, Row, kernel

ENEMY, BOSS, SPELL, ARTIFACT, BUILDING, QUEST, ABILITY = (
    TYPES.index(word) for word in ("Enemy", "Boss", "Spell", "Artifact", "Building", "Quest", "Ability")
)
_OWN_DECK, _SCENARIO_DECK = DECK_WORDS.index("own"), DECK_WORDS.index("scenario")
_MOST_HP = 1 << 14


# --- Cards ---


@kernel
def form_of(s: State, R: Rules, card: int) -> int:
    """Return the printed form of a card, or the present form of a completed Quest."""
    form = int(R.form[card])
    return int(R.reward[form]) if s.reward[card] == 1 else form


@kernel
def type_of(s: State, R: Rules, card: int) -> int:
    """Return the type of a card."""
    return int(R.type[form_of(s, R, card)])


@kernel
def seat_of(s: State, card: int) -> int:
    """Return the player that has a card in play or attached, or -1."""
    if s.holder[card] != NONE:
        return int(s.holder[card])
    return int(s.host[card]) if s.host[card] < SEATS else NONE


@kernel
def is_alive(s: State, R: Rules, seat: int) -> bool:
    """True if the seat is taken and its player is alive."""
    return bool(seat < R.players and s.hp[seat] > 0)


@kernel
def living_seats(s: State, R: Rules) -> int:
    """Return the living players, as bits."""
    seats = 0
    for seat in range(R.players):
        if s.hp[seat] > 0:
            seats |= 1 << seat
    return seats


@kernel
def living(s: State, R: Rules) -> int:
    """Return the number of living players."""
    return bit_count(living_seats(s, R))


@kernel
def is_memory(s: State, card: int) -> bool:
    """True for the card of a dead player, which does nothing by itself."""
    return bool(card < SEATS and s.hp[card] <= 0)


@kernel
def is_of_players(s: State, R: Rules, card: int) -> bool:
    """True if a card's damage is player damage (R-7)."""
    return bool(R.home[card] < SEATS or s.holder[card] != NONE)


@kernel
def is_enemy(s: State, R: Rules, card: int) -> bool:
    """True for an Enemy, a Boss, or a Quest with hit points (R-32), unless it lies with a player."""
    form = form_of(s, R, card)
    kind = R.type[form]
    return bool(s.holder[card] == NONE and (kind in (ENEMY, BOSS) or (kind == QUEST and R.hp[form] > 0)))


@kernel
def deck_meant(R: Rules, me: int, seat: int, word: int) -> int:
    """Return the pile that own, scenario or realm means on a card."""
    if word == _OWN_DECK:
        return seat if seat != NONE and R.home[me] < SEATS else int(R.home[me])
    return SCENARIO if word == _SCENARIO_DECK else REALM


# --- Phrases ---


@kernel
def is_sort(s: State, R: Rules, sort: int, word: int, card: int) -> bool:
    """True if a noun means a card."""
    if sort == Sort.TARGET:
        return bool(s.hp[card] > 0)
    if sort == Sort.PLAYER:
        return bool(card < SEATS and s.hp[card] > 0)
    if sort == Sort.ENEMY:
        return is_enemy(s, R, card)
    form = form_of(s, R, card)
    if sort == Sort.CARD:  # a bought ability does not count as a card
        return bool(card >= PILES and R.type[form] != ABILITY)
    if sort == Sort.MINION:
        return bool(R.type[form] != BOSS and is_enemy(s, R, card))
    if sort == Sort.BOSS:
        return bool(R.type[form] == BOSS)
    if sort == Sort.TYPE:
        return bool(R.type[form] == word)
    if sort == Sort.NAME:
        return bool(R.name[form] == word)
    return bool((R.subtypes[form] >> word) & 1 == 1)


@kernel
def is_side(s: State, R: Rules, side: int, card: int, me: int, seat: int) -> bool:
    """True if a card is on the side that a phrase on card `me` of a seat means."""
    if side == Side.ALL:
        return True
    if side == Side.SCENARIO:
        return bool(R.home[card] == SCENARIO)
    if side == Side.REALM:
        return bool(R.home[card] == REALM)
    own = seat if is_of_players(s, R, me) else NONE
    if s.zone[card] == Zone.PLAY or s.zone[card] == Zone.HAND:
        return bool(s.holder[card] == own and (own != NONE or R.home[card] == R.home[me]))
    return bool(R.home[card] == (R.home[me] if own == NONE else own))


@kernel
def fits(s: State, R: Rules, phrase: int, card: int, me: int, seat: int) -> bool:
    """True if a phrase on card `me` of a seat may mean a card."""
    if s.zone[card] != R.phrase[phrase, Chosen.ZONE]:
        return False
    if R.phrase[phrase, Chosen.OTHER] == 1 and (card in (me, seat)):
        return False
    if not is_sort(s, R, R.phrase[phrase, Chosen.SORT], R.phrase[phrase, Chosen.WORD], card):
        return False
    return is_side(s, R, R.phrase[phrase, Chosen.SIDE], card, me, seat)


@kernel
def extreme(s: State, R: Rules, phrase: int, me: int, seat: int) -> int:
    """Return the most or fewest hit points among matching cards, or -1 if the phrase requires neither."""
    pick = R.phrase[phrase, Chosen.PICK]
    if pick != Pick.HIGHEST and pick != Pick.LOWEST:
        return NONE
    best = NONE if pick == Pick.HIGHEST else _MOST_HP
    for i in range(s.table_n):
        card = int(s.table[i])
        if fits(s, R, phrase, card, me, seat):
            best = max(best, int(s.hp[card])) if pick == Pick.HIGHEST else min(best, int(s.hp[card]))
    return best


@kernel
def may_choose(s: State, R: Rules, phrase: int, card: int, me: int, seat: int, best: int) -> bool:
    """True if a card can be chosen. `best` is the result of `extreme`."""
    return bool(fits(s, R, phrase, card, me, seat) and (best == NONE or s.hp[card] == best))


@kernel
def is_twin(s: State, R: Rules, card: int) -> bool:
    """True if an identical copy with a lower number is in the same place out of play."""
    first = R.own[int(R.home[card]), 0] if s.zone[card] == Zone.HAND else PILES
    for other in range(first, card):
        if R.form[other] == R.form[card] and s.zone[other] == s.zone[card] and s.holder[other] == s.holder[card]:
            return True
    return False


@kernel
def the_one(s: State, R: Rules, phrase: int, me: int, seat: int, it: int) -> int:
    """Return the card that self, you, it or host means, or -1."""
    pick = R.phrase[phrase, Chosen.PICK]
    if pick == Pick.SELF:
        return me
    if pick == Pick.YOU:
        return seat
    return it if pick == Pick.IT else int(s.host[me])


# --- Numbers of the table ---


@kernel
def count_fitting(s: State, R: Rules, phrase: int, me: int, seat: int) -> int:
    """Count the cards that match a phrase."""
    n = 0
    if R.phrase[phrase, Chosen.ZONE] == Zone.PLAY:
        for i in range(s.table_n):
            n += fits(s, R, phrase, int(s.table[i]), me, seat)
        return n
    for card in range(R.cards):
        n += fits(s, R, phrase, card, me, seat)
    return n


@kernel
def any_fits(s: State, R: Rules, phrase: int, me: int, seat: int) -> bool:
    """True if a card matches a phrase."""
    if R.phrase[phrase, Chosen.ZONE] == Zone.PLAY:
        for i in range(s.table_n):
            if fits(s, R, phrase, int(s.table[i]), me, seat):
                return True
        return False
    return count_fitting(s, R, phrase, me, seat) > 0


@kernel
def hand_size(s: State, R: Rules, seat: int) -> int:
    """Return the number of cards in a hand."""
    n = 0
    for card in range(R.own[seat, 0], R.own[seat, 1]):
        n += s.zone[card] == Zone.HAND and s.holder[card] == seat
    return n


@kernel
def measured_one(s: State, R: Rules, phrase: int, me: int, seat: int, it: int) -> int:
    """Return the card whose hit points, counters or hand are measured, or -1."""
    pick = R.phrase[phrase, Chosen.PICK]
    if pick != Pick.HIGHEST and pick != Pick.LOWEST:
        return the_one(s, R, phrase, me, seat, it)
    best = extreme(s, R, phrase, me, seat)
    for i in range(s.table_n):
        if may_choose(s, R, phrase, int(s.table[i]), me, seat, best):
            return int(s.table[i])
    return NONE


@kernel
def measure(s: State, R: Rules, number: int, me: int, seat: int, it: int) -> int:
    """Return a number of the table, as read by a card of a seat."""
    what = R.measure[number, 0]
    of = int(R.measure[number, 1])
    if what == Measured.COUNT:
        return count_fitting(s, R, of, me, seat)
    if what == Measured.DECK:
        return int(s.deck_n[deck_meant(R, me, seat, of)])
    if what == Measured.ROUND:
        return int(s.turn_no)
    if what == Measured.DEAD:
        return int(R.players) - living(s, R)
    if what == Measured.PLAYERS:
        return int(R.players)
    one = measured_one(s, R, of, me, seat, it)
    if one == NONE:
        return 0
    if what == Measured.HP:
        return int(s.hp[one])
    if what == Measured.LOST:
        return int(s.cap[one]) - int(s.hp[one])
    if what == Measured.COUNTERS:
        return int(s.counters[one])
    return hand_size(s, R, one) if one < SEATS else 0


@kernel
def all_hold(s: State, R: Rules, first: int, n: int, me: int, seat: int, it: int) -> bool:
    """True if all conditions hold."""
    for i in range(first, first + n):
        over = measure(s, R, int(R.condition[i, 0]), me, seat, it) - int(R.condition[i, 2])
        if (over < 0 and R.condition[i, 1] == 1) or (over > 0 and R.condition[i, 1] == 0):
            return False
    return True


@kernel
def amount_of(s: State, R: Rules, row: int, me: int, seat: int, it: int) -> int:
    """Return the amount of an effect, including its multiplier."""
    amount = int(R.row[row, Row.AMOUNT])
    per = int(R.row[row, Row.PER])
    if per == NONE:
        return amount
    amount *= measure(s, R, per, me, seat, it)
    most = int(R.row[row, Row.MOST])
    return max(-most, min(amount, most)) if most > 0 else amount


# --- Static and lasting effects ---


@kernel
def is_meant(s: State, R: Rules, phrase: int, me: int, subject: int, actor: int) -> bool:
    """True if a static effect on card `me` applies to a subject.

    `actor` is the seat that the subject acts for, or -1 if it acts for no player or is acted upon.
    """
    pick = R.phrase[phrase, Chosen.PICK]
    if pick == Pick.SELF:
        return subject == me
    seat = seat_of(s, me)
    if pick == Pick.YOU:
        return bool(seat != NONE and (subject == seat or actor == seat))
    if pick == Pick.HOST:
        return bool(subject == s.host[me])
    if R.phrase[phrase, Chosen.SORT] == Sort.PLAYER and actor != NONE:
        return not (R.phrase[phrase, Chosen.OTHER] == 1 and actor == seat)
    if actor != NONE and s.zone[subject] != Zone.PLAY:  # a Spell, or a card sacrificed as its own cost
        side = R.phrase[phrase, Chosen.SIDE]
        is_there = actor == seat if side == Side.OWN else is_side(s, R, side, subject, me, seat)
        return bool(is_there and is_sort(s, R, R.phrase[phrase, Chosen.SORT], R.phrase[phrase, Chosen.WORD], subject))
    return fits(s, R, phrase, subject, me, seat)


@kernel
def lasting_change(s: State, R: Rules, op: int, subject: int, actor: int) -> int:
    """Return the change of a number by lasting effects."""
    change = 0
    for i in range(s.lasting_n):
        if s.lasting[i, Lasting.OP] == op:
            card = s.lasting[i, Lasting.CARD]
            if card == subject or (card == actor and actor != NONE):
                change += s.lasting[i, Lasting.AMOUNT]
    return change


@kernel
def change_of(s: State, R: Rules, op: int, subject: int, actor: int) -> int:
    """Return the change of a subject's number by all cards in play and lasting effects."""
    change = lasting_change(s, R, op, subject, actor)
    for i in range(s.table_n):
        me = int(s.table[i])
        form = form_of(s, R, me)
        if (R.says[form] >> op) & 1 == 0:
            continue
        for row in range(R.always[form, 0], R.always[form, 1]):
            if R.row[row, Row.OP] == op and not is_memory(s, me):
                seat = seat_of(s, me)
                if is_meant(s, R, int(R.row[row, Row.TARGET]), me, subject, actor) and all_hold(
                    s, R, R.row[row, Row.IF], R.row[row, Row.IFS], me, seat, subject
                ):
                    change += amount_of(s, R, row, me, seat, subject)
    return change


@kernel
def redirected(s: State, R: Rules, subject: int) -> int:
    """Return the card that takes damage dealt to a subject."""
    for i in range(s.lasting_n):
        other = int(s.lasting[i, Lasting.TO])
        if s.lasting[i, Lasting.OP] == Op.REDIRECT and s.lasting[i, Lasting.CARD] == subject and s.hp[other] > 0:
            return other
    for i in range(s.table_n):
        me = int(s.table[i])
        form = form_of(s, R, me)
        if (R.says[form] >> Op.REDIRECT.value) & 1 == 0:
            continue
        for row in range(R.always[form, 0], R.always[form, 1]):
            if R.row[row, Row.OP] == Op.REDIRECT and me != subject and s.hp[me] > 0:
                seat = seat_of(s, me)
                if is_meant(s, R, int(R.row[row, Row.TARGET]), me, subject, NONE) and all_hold(
                    s, R, R.row[row, Row.IF], R.row[row, Row.IFS], me, seat, subject
                ):
                    return me
    return subject


@kernel
def has_program(s: State, R: Rules, card: int, trigger: int) -> bool:
    """True if a card acts at a trigger."""
    form = form_of(s, R, card)
    return bool(R.program[form, trigger, Program.END] > R.program[form, trigger, Program.AT])
