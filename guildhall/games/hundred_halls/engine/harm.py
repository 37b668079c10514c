"""Hit points: damage and its modifiers, healing, destruction, completed Quests, and the death of players."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State

from ..cards import Trigger
from ..language import Op, Zone
from .finding import QUEST, change_of, living, redirected, type_of
from .stack import broadcast, cancel, hears, note, push, push_program
from .state import NONE, PILES, SEATS, EventKind, Lasting, Task, kernel
from .zones import after_play, forget_lasting, lay_away


@kernel
def set_hp(s: State, card: int, hp: int) -> None:
    """Set the hit points of a card. A player's are also the points of the seat."""
    s.hp[card] = hp
    if card < SEATS:
        s.points[card] = hp


@kernel
def absorb(s: State, target: int, n: int) -> int:
    """Return the rest of `n` damage after prevention, using up the lasting effects."""
    for i in range(s.lasting_n - 1, -1, -1):
        if s.lasting[i, Lasting.OP] == Op.PREVENT and s.lasting[i, Lasting.CARD] == target:
            taken = min(n, int(s.lasting[i, Lasting.AMOUNT]))
            n -= taken
            s.lasting[i, Lasting.AMOUNT] -= taken
            if s.lasting[i, Lasting.AMOUNT] == 0:
                forget_lasting(s, i)
    return n


@kernel
def dealt(s: State, R: Rules, source: int, actor: int, n: int) -> int:
    """Return a card's damage for a player, or for none (-1): one more for each dead player (R-7)."""
    n += change_of(s, R, Op.DEALS.value, source, actor)
    return n + R.players - living(s, R) if actor != NONE else n


@kernel
def taken(s: State, R: Rules, target: int, n: int) -> int:
    """Return how much of `n` damage a target takes, at least 0 (R-24)."""
    return max(0, n + change_of(s, R, Op.TAKES.value, target, NONE))


@kernel
def damage(s: State, R: Rules, log: Log, source: int, seat: int, actor: int, target: int, n: int) -> None:
    """Deal damage with a card for a player, or for none (-1)."""
    if s.hp[target] <= 0:
        return
    target = redirected(s, R, target)
    n = absorb(s, target, taken(s, R, target, dealt(s, R, source, actor, n)))
    lose(s, R, log, source, seat, actor, target, n)


@kernel
def tell_of_damage(s: State, R: Rules, log: Log, seat: int, source: int) -> None:
    """Trigger the cards of a damaged player. `it` is the source of the damage."""
    if (R.hears >> Trigger.DAMAGED.value) & 1 == 0:
        return
    for i in range(s.table_n):
        card = int(s.table[i])
        if hears(s, R, card, Trigger.DAMAGED.value, seat, seat):
            push_program(s, R, log, card, Trigger.DAMAGED.value, seat, source)


@kernel
def lose(s: State, R: Rules, log: Log, source: int, seat: int, actor: int, target: int, n: int) -> None:
    """Remove hit points. At 0 the target is destroyed, completed or dead (R-22), not just damaged (R-46)."""
    left = max(int(s.hp[target]) - n, 0)
    note(s, log, EventKind.DAMAGE, seat, source, target, int(s.hp[target]) - left)
    if n <= 0:
        return
    set_hp(s, target, left)
    if left > 0:
        push_program(s, R, log, target, Trigger.DAMAGED.value, target if target < SEATS else seat, source)
        if target < SEATS:
            tell_of_damage(s, R, log, target, source)
    elif target < SEATS:
        die(s, R, log, target)
    elif type_of(s, R, target) == QUEST:
        complete(s, R, log, target, actor)
    else:
        destroy(s, R, log, target, seat)


@kernel
def heal(s: State, R: Rules, log: Log, source: int, seat: int, actor: int, target: int, n: int) -> None:
    """Restore hit points, up to the maximum (rule 18)."""
    if s.hp[target] <= 0:
        return
    n += change_of(s, R, Op.HEALS.value, source, actor)
    healed = min(max(n, 0), int(s.cap[target]) - int(s.hp[target]))
    if healed > 0:
        set_hp(s, target, int(s.hp[target]) + healed)
        note(s, log, EventKind.HEAL, seat, source, target, healed)


@kernel
def is_fixed(s: State, card: int) -> bool:
    """True for players' cards and top cards without hit points, which stay in place."""
    return bool(card < SEATS or (card < PILES and s.cap[card] == 0))


@kernel
def destroy(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """Destroy a card. It acts for the last time, then the cards triggered by it."""
    if s.zone[card] != Zone.PLAY or is_fixed(s, card):
        return
    note(s, log, EventKind.DESTROY, seat, card, 0, 0)
    own = int(s.holder[card])
    push_program(s, R, log, card, Trigger.DIES.value, own if own != NONE else seat, NONE)
    broadcast(s, R, log, Trigger.SLAIN.value, card, seat)
    lay_away(s, R, card, after_play(s, R, card))


@kernel
def send_to_void(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """Send a card to the Void for good."""
    if is_fixed(s, card):
        return
    note(s, log, EventKind.VOID, seat, card, 0, 0)
    if s.zone[card] == Zone.PLAY:
        broadcast(s, R, log, Trigger.SLAIN.value, card, seat)
    lay_away(s, R, card, Zone.VOID.value)


@kernel
def complete(s: State, R: Rules, log: Log, card: int, seat: int) -> None:
    """Complete a Quest for a player, or nobody (-1). It leaves play until its reward is given (R-31, R-41)."""
    if s.zone[card] != Zone.PLAY or type_of(s, R, card) != QUEST:
        return
    note(s, log, EventKind.COMPLETE, seat, card, 0, 0)
    broadcast(s, R, log, Trigger.COMPLETED.value, card, seat)
    lay_away(s, R, card, Zone.FLIGHT.value)
    push(s, Task.REWARD.value, 0, 0, card, NONE, seat, 0)


@kernel
def die(s: State, R: Rules, log: Log, seat: int) -> None:
    """Turn a player into an Inspiring Memory: their cards leave, and others' cards go back (rule 33)."""
    note(s, log, EventKind.DEATH, seat, seat, 0, 0)
    for card in range(PILES, R.cards):
        if R.home[card] == seat:
            if s.zone[card] == Zone.PLAY:
                lay_away(s, R, card, Zone.AWAY.value)
            s.zone[card] = Zone.AWAY
            s.holder[card] = NONE
        elif s.zone[card] == Zone.PLAY and (s.holder[card] == seat or s.host[card] == seat):
            lay_away(s, R, card, Zone.GRAVEYARD.value)
    for i in range(s.deck_n[seat]):
        s.deck[seat, i] = 0
    s.deck_n[seat] = 0
    s.known[seat] = 0
    cancel(s, R, seat)
    broadcast(s, R, log, Trigger.FALLS.value, seat, seat)


@kernel
def change_maximum(s: State, R: Rules, log: Log, source: int, seat: int, target: int, n: int) -> None:
    """Change the maximum of hit points, to at least 1."""
    if s.cap[target] == 0 or s.hp[target] <= 0:
        return
    s.cap[target] = max(1, int(s.cap[target]) + n)
    set_hp(s, target, min(int(s.hp[target]), int(s.cap[target])))
    note(s, log, EventKind.MAXIMUM, seat, source, target, n)
