"""Whom the row at hand can mean, and who is asked."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State

from ..language import Op
from ..selectors import Pick, Zone
from .codes import PILES, SEATS, Chosen, Frame, Row, Stage
from .finding import (
    ARTIFACT,
    extreme,
    is_alive,
    is_twin,
    may_choose,
    type_of,
)
from .idle import guards, is_idle
from .state import NONE, kernel


@kernel
def phrase_at(s: State, R: Rules, frame: int) -> int:
    """The phrase whose one is to be found now, or -1."""
    row = int(s.stack[frame, Frame.AT])
    column = Row.SECOND.value if s.stack[frame, Frame.STAGE] == Stage.FIRST else Row.TARGET.value
    return int(R.row[row, column])


@kernel
def can_be_meant(s: State, R: Rules, op: int, card: int) -> bool:
    """Whether an effect can do anything with a card; an Artifact cannot be sacrificed (rule 27)."""
    if op == Op.SACRIFICE:
        return bool(card >= PILES and type_of(s, R, card) != ARTIFACT)
    if op == Op.DESTROY or op == Op.VOID or op == Op.GIVE:
        return bool(card >= SEATS)
    return True


@kernel
def is_candidate(s: State, R: Rules, frame: int, phrase: int, card: int, best: int) -> bool:
    """Whether a card can be chosen for the row at hand; `best` is what `extreme` gave."""
    source = int(s.stack[frame, Frame.SOURCE])
    if not may_choose(s, R, phrase, card, source, int(s.stack[frame, Frame.SEAT]), best):
        return False
    if s.zone[card] != Zone.PLAY and is_twin(s, R, card):
        return False
    is_second = s.stack[frame, Frame.STAGE] == Stage.FIRST
    return bool(is_second or can_be_meant(s, R, int(R.row[int(s.stack[frame, Frame.AT]), Row.OP]), card))


@kernel
def count_candidates(s: State, R: Rules, frame: int, phrase: int) -> int:
    """How many can be chosen; those to whom the effect does nothing count only if all are such (R-47).

    Where somebody is asked, 2 stands for more.
    """
    best = extreme(s, R, phrase, int(s.stack[frame, Frame.SOURCE]), int(s.stack[frame, Frame.SEAT]))
    guarded, zone = guards(s, R, frame), R.phrase[phrase, Chosen.ZONE]
    enough = R.cards if R.phrase[phrase, Chosen.PICK] == Pick.RANDOM else 2
    n = idle = 0
    for card in range(R.cards):
        if s.zone[card] == zone and is_candidate(s, R, frame, phrase, card, best):
            if is_idle(s, R, frame, card, guarded):
                idle += 1
            else:
                n += 1
                if n == enough:
                    return n
    return n if n > 0 else idle


@kernel
def nth_candidate(s: State, R: Rules, frame: int, phrase: int, number: int) -> int:
    """One of those who can be chosen."""
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
    for card in range(R.cards):  # all are such
        if s.zone[card] == zone and is_candidate(s, R, frame, phrase, card, best):
            if number == 0:
                return card
            number -= 1
    return NONE


@kernel
def is_asked(pick: int) -> bool:
    """Whether somebody chooses."""
    return bool(pick == Pick.ANY or pick == Pick.HIGHEST or pick == Pick.LOWEST)


@kernel
def speaker(s: State, R: Rules) -> int:
    """Who speaks for the players (R-28)."""
    if s.side != NONE and s.side < SEATS:
        return int(s.side)
    for place in range(R.players):
        if is_alive(s, R, int(R.order[place])):
            return int(R.order[place])
    return int(R.order[0])


@kernel
def ask(s: State, seat: int, phase: int) -> None:
    """Somebody has to decide."""
    s.actor = seat
    s.phase = phase
