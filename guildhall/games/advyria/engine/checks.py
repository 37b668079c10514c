"""What must hold of every state at every decision; `sound` names the first law that is broken."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State
from guildhall.kernel.bits import BIT, bit_count
from guildhall.kernel.laws import StateLaws

from .effects import occupied
from .knowledge import heroes_in_play
from .state import NONE, START_LEVEL, TILE_ADVENTURE, TILE_GOLD, TOP_LEVEL, TOP_LOSSES, Kind, Over, Phase, kernel

law = StateLaws("advyria", kernel)


@law
def cards_are_conserved(s: State, R: Rules) -> bool:
    """Every kind: hands, piles, completed adventures and the box hold all copies; hands are counted right."""
    for seat in range(R.players):
        held = 0
        for kind in range(R.kinds):
            if s.hand[seat, kind] < 0:
                return False
            held += int(s.hand[seat, kind])
        if held != s.hand_n[seat]:
            return False
    for kind in range(R.kinds):
        n = int(s.box[kind])
        for seat in range(R.players):
            n += int(s.hand[seat, kind])
            n += kind >= Kind.ADVENTURE and s.done[seat] & BIT[kind - Kind.ADVENTURE] != 0
        for i in range(s.deck_n):
            n += s.deck[i] == kind
        for i in range(s.pile_n):
            n += s.pile[i] == kind
        if n != R.copies[kind]:
            return False
    return True


@law
def tiles_are_conserved(s: State, R: Rules) -> bool:
    """Every tile lies on the board, with a player, or in the box."""
    golds = int(s.box_gold)
    found = int(s.box_tiles)
    n = bit_count(found)
    for seat in range(R.players):
        golds += int(s.villages[seat] + s.gold[seat])
        found |= s.done[seat]
        n += bit_count(s.done[seat])
    for field in range(R.fields):
        if s.tile[field] == TILE_GOLD:
            golds += 1
        elif s.tile[field] >= TILE_ADVENTURE:
            found |= BIT[int(s.tile[field]) - TILE_ADVENTURE]
            n += 1
    return bool(golds == R.golds and n == R.adventures and bit_count(found) == R.adventures)


@law
def tiles_are_in_step(s: State, R: Rules) -> bool:
    """A tile is open or hidden, on a quest field; open ones show adventures; nobody has peeked at nothing."""
    for field in range(R.fields):
        here = (s.faceup | s.facedown) & BIT[field] != 0
        if here != (s.tile[field] != NONE):
            return False
        if s.faceup & BIT[field] != 0 and s.tile[field] == TILE_GOLD:
            return False
    for seat in range(R.players):
        if s.seen[seat] & ~s.facedown != 0:
            return False
    return bool(s.faceup & s.facedown == 0 and (s.faceup | s.facedown) & ~R.quests == 0)


@law
def counters_are_within_bounds(s: State, R: Rules) -> bool:
    """Levels, losses, and hands no larger than the level between turns (rules 6, 12 and 25)."""
    for seat in range(R.players):
        if s.level[seat] < START_LEVEL or s.level[seat] > TOP_LEVEL:
            return False
        if s.losses[seat] < 0 or s.losses[seat] > TOP_LOSSES:
            return False
        if s.villages[seat] < 0 or s.gold[seat] < 0:
            return False
        if seat != s.turn and s.hand_n[seat] > s.level[seat]:
            return False
    return bool(s.refills >= 0 and s.refills <= R.refills and s.idle >= 0 and s.idle <= R.players)


@law
def figures_are_apart(s: State, R: Rules) -> bool:
    """No two figures on one field (rule 16)."""
    for seat in range(R.players):
        if s.figure[seat] == NONE:
            if s.phase != Phase.GUILD:
                return False
        elif occupied(s, R, seat) & BIT[s.figure[seat]] != 0:
            return False
    return True


@law
def heroes_are_apart(s: State, R: Rules) -> bool:
    """A Hero card each, or none at all."""
    return bool(bit_count(heroes_in_play(s, R)) == (0 if R.no_heroes == 1 else R.players))


@law
def knowledge_is_true(s: State, R: Rules) -> bool:
    """What a seat knows of another hand is there."""
    for viewer in range(R.players):
        for owner in range(R.players):
            for kind in range(R.kinds):
                if s.known[viewer, owner, kind] < 0 or s.known[viewer, owner, kind] > s.hand[owner, kind]:
                    return False
    return True


@law
def nothing_is_left_over(s: State, R: Rules) -> bool:
    """Registers are empty outside their phase, and piles beyond their last card."""
    phase = s.phase
    moving = phase == Phase.MOVE or phase == Phase.CLAIM or phase == Phase.ROB or phase == Phase.SEND
    if not moving and (s.moves != 0 or s.die != 0):
        return False
    if (s.flips != 0) != (phase == Phase.TURN) or (s.peeks != 0) != (phase == Phase.PEEK):
        return False
    if (s.victim != NONE) != (phase == Phase.SEND):
        return False
    for i in range(s.deck_n, s.deck.shape[0]):
        if s.deck[i] != 0:
            return False
    for i in range(s.pile_n, s.pile.shape[0]):
        if s.pile[i] != 0:
            return False
    return bool((s.over != Over.RUNNING) == (phase == Phase.OVER))


Law, sound = law.numbered(), law.first_broken()
