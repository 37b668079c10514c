"""Check the laws that hold for every state at a decision, and for states read from files.

`sound` returns the first broken law.  `VALIDATOR` checks every number before a kernel sees it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from guildhall.kernel.annotations import Rules, State
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.validator import (
    LONGEST,
    Check,
    StateLaws,
    Validator,
    always,
    between,
    chance,
    is_list,
    is_seat,
    of_seats,
    within,
)

from .effects import occupied
from .knowledge import heroes_in_play
from .state import CARDS, NONE, START_LEVEL, TILE_ADVENTURE, TILE_GOLD, TOP_LEVEL, TOP_LOSSES, Kind, Over, Phase, kernel

law = StateLaws("advyria", kernel)


@law
def cards_are_conserved(s: State, R: Rules) -> bool:
    """True if hands, piles, completed adventures and the box hold all copies of every kind, and hand sizes agree."""
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
    """True if every tile is on the board, with a player, or in the box."""
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
    """True if every tile is open or hidden, on a quest field, with adventures if open, and all peeked tiles exist."""
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
    """True if levels and losses are in range, and hands fit the level between turns (rules 6, 12 and 25)."""
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
    """True if no two figures share a field (rule 16)."""
    for seat in range(R.players):
        if s.figure[seat] == NONE:
            if s.phase != Phase.GUILD:
                return False
        elif occupied(s, R, seat) & BIT[s.figure[seat]] != 0:
            return False
    return True


@law
def heroes_are_apart(s: State, R: Rules) -> bool:
    """True if all players have different Hero cards, or there are none."""
    return bool(bit_count(heroes_in_play(s, R)) == (0 if R.no_heroes == 1 else R.players))


@law
def knowledge_is_true(s: State, R: Rules) -> bool:
    """True if the known cards of other hands are there."""
    for viewer in range(R.players):
        for owner in range(R.players):
            for kind in range(R.kinds):
                if s.known[viewer, owner, kind] < 0 or s.known[viewer, owner, kind] > s.hand[owner, kind]:
                    return False
    return True


@law
def nothing_is_left_over(s: State, R: Rules) -> bool:
    """True if registers are empty outside their phase, and piles beyond their last card."""
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


# --- Positions: valid values in a state from a file ---

_zero, _flag = always(0), between(0, 1)


def _up_to(name: str) -> Check:
    """Accept a number from 0 to the rules' field `name`."""
    return lambda values, s, R: within(values, 0, int(R[name]) + 1)


def _fields(values: Any, s: Any, R: Any) -> bool:
    return all(0 <= int(bits) <= int(R["everywhere"]) for bits in np.atleast_1d(values))


def _adventures(values: Any, s: Any, R: Any) -> bool:
    return all(0 <= int(bits) < 1 << int(R["adventures"]) for bits in np.atleast_1d(values))


def _hands(values: Any, s: Any, R: Any) -> bool:
    """Copies of kinds in the game, with the kind as the last axis."""
    return within(values, 0, CARDS) and not values[..., int(R["kinds"]) :].any()


def _idle(values: Any, s: Any, R: Any) -> bool:
    """Consecutive idle turns of the Finale, fewer than end it."""
    return within(values, 0, int(R["players"]) if s["finale"] else 1)


def _finale(values: Any, s: Any, R: Any) -> bool:
    return within(values, 0, 1 if R["no_finale"] else 2)


def _tiles(values: Any, s: Any, R: Any) -> bool:
    fields = int(R["fields"])
    return within(values[:fields], NONE, TILE_ADVENTURE + int(R["adventures"])) and bool(
        (values[fields:] == NONE).all()
    )


#: A position is where the active player plays cards.
RANGES = {
    "first": is_seat,
    "turn": is_seat,
    "turn_no": between(1, LONGEST),
    "actor": lambda values, s, R: bool(values == s["turn"]),
    "phase": always(Phase.ACT),
    "over": _zero,
    "winners": _zero,
    "plies": between(0, LONGEST),
    "die": _zero,
    "moves": _zero,
    "flips": _zero,
    "peeks": _zero,
    "victim": always(NONE),
    "robbed": _flag,
    "played": between(0, CARDS),
    "drew": _flag,
    "refills": _up_to("refills"),
    "short": _zero,
    "finale": _finale,
    "idle": _idle,
    "deck": lambda values, s, R: is_list(values, s["deck_n"], 0, int(R["kinds"])),
    "deck_n": between(0, CARDS),
    "pile": lambda values, s, R: is_list(values, s["pile_n"], 0, int(R["kinds"])),
    "pile_n": between(0, CARDS),
    "figure": of_seats(lambda values, s, R: within(values, 0, int(R["fields"])), absent=NONE),
    "tile": _tiles,
    "faceup": _fields,
    "facedown": _fields,
    "seen": of_seats(_fields),
    "hand": of_seats(_hands),
    "hand_n": lambda values, s, R: bool((values == s["hand"].sum(axis=1, dtype=np.int64)).all()),
    "known": lambda values, s, R: of_seats(_hands)(values, s, R) and not values[:, int(R["players"]) :].any(),
    "level": of_seats(between(START_LEVEL, TOP_LEVEL)),
    "losses": of_seats(between(0, TOP_LOSSES)),
    "villages": of_seats(_up_to("golds")),
    "gold": of_seats(_up_to("golds")),
    "done": of_seats(_adventures),
    "hero": of_seats(lambda values, s, R: within(values, NONE, int(R["heroes"])), absent=NONE),
    "box": _hands,
    "box_gold": _up_to("golds"),
    "box_tiles": _adventures,
    "rng": chance,
}

VALIDATOR = Validator(RANGES, sound, Law)
