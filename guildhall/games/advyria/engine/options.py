"""List the legal options of a decision: the only place where legality is defined."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Rules, State
from guildhall.kernel.containers import list_set

from .effects import can_be_robbed, occupied
from .state import (
    DIE,
    LARGEST_SET,
    NONE,
    SET_OWN,
    SET_TYPE,
    SMALLEST_SET,
    TILE_ADVENTURE,
    Kind,
    OptionId,
    Phase,
    kernel,
)


@kernel
def offer_sets(s: State, kind: int, opts: Ints, n: int) -> int:
    """Offer every set of two to four cards of a kind, completed with Jokers or of Jokers alone (rules 13 and 14)."""
    most = int(s.hand[s.turn, kind])
    jokers = int(s.hand[s.turn, Kind.JOKER.value])
    for cards in range(SMALLEST_SET, min(most + jokers, LARGEST_SET) + 1):
        for own in range(min(most, cards), max(0, cards - jokers) - 1, -1):
            opts[n] = OptionId.SET + SET_TYPE * kind + SET_OWN * own + cards - own
            n += 1
    return n


@kernel
def offer_cards(s: State, R: Rules, opts: Ints) -> int:
    """Offer everything that can be played, and the end of the turn (rules 11, 13 to 15, 22)."""
    seat = int(s.turn)
    n = 0
    left = int(s.hand_n[seat] - s.hand[seat, Kind.WIZARD.value] - s.hand[seat, Kind.JOKER.value])
    for kind in range(Kind.SEEKER.value, Kind.WIZARD.value):
        n = offer_sets(s, kind, opts, n)
        left -= s.hand[seat, kind]
    if s.hand[seat, Kind.WIZARD.value] > 0:
        opts[n] = OptionId.WIZARD
        n += 1
    if s.hand[seat, Kind.JOKER.value] > 0:
        opts[n] = OptionId.JOKER
        n += 1
    adventure = 0
    while left > 0 and adventure < R.adventures and R.no_actions == 0:
        if s.hand[seat, Kind.ADVENTURE + adventure] > 0:
            opts[n] = OptionId.ACTION + adventure
            n += 1
            left -= s.hand[seat, Kind.ADVENTURE + adventure]
        adventure += 1
    opts[n] = OptionId.END
    return n + 1


@kernel
def reachable(s: State, R: Rules) -> int:
    """Return the fields where a move may end: near enough, or any after a red card, and unoccupied (rule 16)."""
    seat = s.turn
    fields = R.reach[s.figure[seat], min(s.die, DIE)] if s.die > 0 else R.everywhere
    return int(fields & ~occupied(s, R, seat))


@kernel
def holds_adventure(s: State) -> bool:
    """True if the active player holds the card of the adventure on the figure's field."""
    adventure = int(s.tile[s.figure[s.turn]]) - TILE_ADVENTURE
    return bool(s.hand[s.turn, Kind.ADVENTURE + adventure] > 0)


@kernel
def offer_robbery(s: State, R: Rules, opts: Ints) -> int:
    """Offer every neighbour with more cards, and nobody (rulings 12 and 26)."""
    n = 0
    for seat in range(R.players):
        if can_be_robbed(s, R, seat):
            opts[n] = OptionId.ROB + seat
            n += 1
    opts[n] = OptionId.NO_ROB
    return n + 1


@kernel
def offer_discards(s: State, R: Rules, opts: Ints) -> int:
    """Offer every kind in hand (rule 12)."""
    n = 0
    left = int(s.hand_n[s.turn])
    kind = 0
    while left > 0 and kind < R.kinds:
        if s.hand[s.turn, kind] > 0:
            opts[n] = OptionId.DISCARD + kind
            n += 1
            left -= s.hand[s.turn, kind]
        kind += 1
    return n


@kernel
def maybe(is_possible: bool, yes: int, no: int, opts: Ints) -> int:
    """Offer yes, if possible, and no."""
    n = 0
    if is_possible:
        opts[0] = yes
        n = 1
    opts[n] = no
    return n + 1


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    """List the legal options and return their number."""
    phase = s.phase
    if phase == Phase.ACT:
        return offer_cards(s, R, opts)
    if phase == Phase.MOVE:
        return list_set(reachable(s, R), OptionId.MOVE.value, opts, 0)
    if phase == Phase.CLAIM:
        return maybe(holds_adventure(s), OptionId.COMPLETE.value, OptionId.LEAVE.value, opts)
    if phase == Phase.ROB:
        return offer_robbery(s, R, opts)
    if phase == Phase.SEND:
        return list_set(int(R.guilds & ~occupied(s, R, s.victim)), OptionId.SEND.value, opts, 0)
    if phase == Phase.TURN:
        for i in range(s.flips + 1):
            opts[i] = OptionId.TURN + s.flips - i
        return int(s.flips) + 1
    if phase == Phase.PEEK:
        n = list_set(s.facedown, OptionId.PEEK.value, opts, 0)
        opts[n] = OptionId.DONE
        return n + 1
    if phase == Phase.LIMIT:
        return offer_discards(s, R, opts)
    if phase == Phase.FINALE:
        holds = s.hand[s.turn, Kind.WIZARD.value] > 0
        return maybe(holds, OptionId.WIZARD_DRAW.value, OptionId.NO_DRAW.value, opts)
    if phase == Phase.GUILD:
        return list_set(int(R.guilds & ~occupied(s, R, NONE)), OptionId.GUILD.value, opts, 0)
    return 0
