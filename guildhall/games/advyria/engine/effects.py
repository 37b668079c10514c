"""Carry out the effects of cards: moves, quest tiles, villages, peeks, levels, losses, the unfriendly manoeuvre."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import BIT
from guildhall.kernel.log import log_event

from .state import (
    FLIPS_OF_YELLOW,
    LARGEST_SET,
    LEVELS_OF_BLUE,
    NONE,
    PEEKS_OF_GREEN,
    ROBBED,
    TILE_ADVENTURE,
    TILE_GOLD,
    TOP_LEVEL,
    TOP_LOSSES,
    WIZARD_LOSSES,
    Colour,
    EventKind,
    Kind,
    Phase,
    kernel,
)
from .zones import discard, leave_hand, roll, steal_card


@kernel
def raise_level(s: State, seat: int, by: int, log: Log) -> None:
    """Raise the hand level, at most to 14 (rule 20)."""
    before = int(s.level[seat])
    s.level[seat] = min(before + by, TOP_LEVEL)
    if s.level[seat] != before:
        log_event(log, EventKind.LEVEL.value, seat, s.level[seat], s.level[seat] - before, 0)


@kernel
def change_losses(s: State, seat: int, by: int, limit: int, log: Log) -> None:
    """Change losses between 0 and a limit, where a limit below the current losses changes nothing (ruling 2)."""
    before = int(s.losses[seat])
    after = max(0, min(before + by, max(before, limit)))
    if after != before:
        s.losses[seat] = after
        log_event(log, EventKind.LOSSES.value, seat, after, after - before, 0)


# --- Figures ---


@kernel
def occupied(s: State, R: Rules, but: int) -> int:
    """Return the fields occupied by figures, except that of one seat, as bits."""
    bits = 0
    for seat in range(R.players):
        if seat != but and s.figure[seat] != NONE:
            bits |= BIT[s.figure[seat]]
    return int(bits)


@kernel
def begin_move(s: State, log: Log) -> None:
    """Begin the next Fortune Seeker effect of a set: roll, then move (rule 16, ruling 7)."""
    s.moves -= 1
    s.die = roll(s, log, Kind.SEEKER.value)
    s.phase = Phase.MOVE


@kernel
def go_on(s: State, log: Log) -> None:
    """Continue after a landing and its consequences: with the next move of the set, or with further cards."""
    s.victim = NONE
    if s.moves > 0:
        begin_move(s, log)
    else:
        s.die = 0
        s.phase = Phase.ACT


@kernel
def can_be_robbed(s: State, R: Rules, seat: int) -> bool:
    """True if the active player may rob a seat from the current field (rule 23, ruling 26)."""
    if seat == s.turn or s.robbed == 1 or R.no_robbing == 1:
        return False
    beside = R.near[s.figure[s.turn]] & BIT[s.figure[seat]] != 0
    return bool(beside and s.hand_n[seat] > s.hand_n[s.turn])


@kernel
def after_landing(s: State, R: Rules, log: Log) -> None:
    """Offer an unfriendly manoeuvre if there is anyone to rob (rulings 11 and 12)."""
    for seat in range(R.players):
        if can_be_robbed(s, R, seat):
            s.phase = Phase.ROB
            return
    go_on(s, log)


@kernel
def lift_tile(s: State, field: int) -> None:
    """Remove a quest tile from the board."""
    s.tile[field] = NONE
    s.faceup &= ~BIT[field]
    s.facedown &= ~BIT[field]


@kernel
def reveal(s: State, R: Rules, field: int, log: Log) -> None:
    """Turn a tile face up for all, which ends the secret knowledge of it."""
    s.facedown &= ~BIT[field]
    s.faceup |= BIT[field]
    for seat in range(R.players):
        s.seen[seat] &= ~BIT[field]
    log_event(log, EventKind.REVEAL.value, s.turn, field, s.tile[field], 0)


@kernel
def land(s: State, R: Rules, field: int, log: Log) -> None:
    """End the figure's move on a field, which may be its current one (rules 16 and 17, ruling 8)."""
    seat = s.turn
    if field != s.figure[seat]:
        log_event(log, EventKind.MOVE.value, seat, s.figure[seat], field, 0)
        s.figure[seat] = field
    if s.facedown & BIT[field] != 0:
        reveal(s, R, field, log)
    if s.faceup & BIT[field] == 0:
        after_landing(s, R, log)
    elif s.tile[field] == TILE_GOLD:
        lift_tile(s, field)
        s.villages[seat] += 1
        log_event(log, EventKind.GOLD.value, seat, field, 0, 0)
        after_landing(s, R, log)
    else:
        # Asked even without the card in hand, so that the question reveals nothing to the others.
        s.phase = Phase.CLAIM


@kernel
def complete(s: State, R: Rules, log: Log) -> None:
    """Lay the Adventure card down with its tile on it, and never discard it (rules 17 and 24)."""
    seat = s.turn
    field = int(s.figure[seat])
    adventure = int(s.tile[field]) - TILE_ADVENTURE
    kind = Kind.ADVENTURE + adventure
    leave_hand(s, R, seat, kind)
    lift_tile(s, field)
    s.done[seat] |= BIT[adventure]
    log_event(log, EventKind.COMPLETE.value, seat, kind, field, 0)


@kernel
def rob(s: State, R: Rules, victim: int, log: Log) -> None:
    """Draw two random cards from another hand, whose figure will be sent away (rule 23, ruling 13)."""
    n = min(ROBBED, int(s.hand_n[victim]))
    log_event(log, EventKind.ROB.value, s.turn, victim, n, 0)
    for _ in range(n):
        steal_card(s, R, s.turn, victim, log)
    s.robbed = 1
    s.victim = victim
    s.phase = Phase.SEND


@kernel
def send(s: State, field: int, log: Log) -> None:
    """Send the robbed figure to a free guild field, where nothing is revealed (ruling 15)."""
    log_event(log, EventKind.SEND.value, s.victim, s.figure[s.victim], field, 0)
    s.figure[s.victim] = field


# --- Cards ---


@kernel
def begin_flips(s: State, n: int) -> None:
    """Allow up to `n` villages to be turned, losing further effects (ruling 17)."""
    s.flips = min(n, int(s.villages[s.turn]))
    if s.flips > 0:
        s.phase = Phase.TURN


@kernel
def flip(s: State, n: int, log: Log) -> None:
    """Turn villages to their gold side (rule 18)."""
    s.villages[s.turn] -= n
    s.gold[s.turn] += n
    s.flips = 0
    s.phase = Phase.ACT
    if n > 0:
        log_event(log, EventKind.FLIP.value, s.turn, n, 0, 0)


@kernel
def begin_peeks(s: State, n: int) -> None:
    """Allow up to `n` hidden tiles to be looked at. If there are none, the effects are lost (ruling 18)."""
    if s.facedown != 0:
        s.peeks = n
        s.phase = Phase.PEEK


@kernel
def peek(s: State, field: int, log: Log) -> None:
    """Look secretly at a hidden tile and put it back (rule 19)."""
    s.seen[s.turn] |= BIT[field]
    log_event(log, EventKind.PEEK.value, s.turn, field, s.tile[field], 0)
    s.peeks -= 1
    if s.peeks == 0:
        s.phase = Phase.ACT


@kernel
def play_set(s: State, R: Rules, kind: int, own: int, jokers: int, log: Log) -> None:
    """Play a set of n cards of a kind, including Jokers, for n - 1 times its effect (rules 13 and 14)."""
    seat = s.turn
    log_event(log, EventKind.SET.value, seat, kind, own, jokers)
    for _ in range(own):
        discard(s, R, seat, kind)
    for _ in range(jokers):
        discard(s, R, seat, Kind.JOKER.value)
    s.played += own + jokers
    effects = own + jokers - 1
    if kind == Kind.SEEKER:
        s.moves = effects
        begin_move(s, log)
    elif kind == Kind.WARRIOR:
        begin_flips(s, effects)
    else:
        if own + jokers == LARGEST_SET:
            change_losses(s, seat, -1, TOP_LOSSES, log)
        begin_peeks(s, effects)


@kernel
def play_wizard(s: State, R: Rules, kind: int, log: Log) -> None:
    """Play a Wizard for one level and one loss, or a Joker as one for no loss (rules 20 and 21, ruling 3)."""
    seat = s.turn
    log_event(log, EventKind.WIZARD.value, seat, kind, 0, 0)
    discard(s, R, seat, kind)
    s.played += 1
    raise_level(s, seat, 1, log)
    if kind == Kind.WIZARD:
        change_losses(s, seat, 1, WIZARD_LOSSES, log)


@kernel
def play_action(s: State, R: Rules, adventure: int, log: Log) -> None:
    """Play an Adventure card as an action, depending on its colour (rule 22)."""
    seat = s.turn
    kind = Kind.ADVENTURE + adventure
    log_event(log, EventKind.ACTION.value, seat, kind, 0, 0)
    discard(s, R, seat, kind)
    s.played += 1
    colour = R.colour[adventure]
    if colour == Colour.RED:
        s.die = 0
        s.phase = Phase.MOVE
    elif colour == Colour.BLUE:
        raise_level(s, seat, LEVELS_OF_BLUE, log)
    elif colour == Colour.YELLOW:
        begin_flips(s, FLIPS_OF_YELLOW)
    else:
        begin_peeks(s, PEEKS_OF_GREEN)
