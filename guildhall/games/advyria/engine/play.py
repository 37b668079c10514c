"""Carrying out an option."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.log import log_event

from .effects import (
    after_landing,
    change_losses,
    complete,
    flip,
    go_on,
    land,
    peek,
    play_action,
    play_set,
    play_wizard,
    rob,
    send,
)
from .state import DIE, SET_OWN, SET_TYPE, TOP_LOSSES, EventKind, Kind, OptionId, Phase, kernel
from .turn import end_turn, place_figure
from .zones import discard, draw_cards, roll


@kernel
def play_card(s: State, R: Rules, code: int, log: Log) -> None:
    """A set, a Wizard or an action (rule 11)."""
    if code < OptionId.WIZARD:
        kind = code // SET_TYPE
        play_set(s, R, kind, code % SET_TYPE // SET_OWN, code % SET_OWN, log)
    elif code == OptionId.WIZARD:
        play_wizard(s, R, Kind.WIZARD.value, log)
    elif code == OptionId.JOKER:
        play_wizard(s, R, Kind.JOKER.value, log)
    else:
        play_action(s, R, code - OptionId.ACTION, log)


@kernel
def check_limit(s: State, R: Rules, log: Log) -> None:
    """Discard down to the hand level, then the turn ends (rule 12; in the Finale too, ruling 27)."""
    if s.hand_n[s.turn] > s.level[s.turn]:
        s.phase = Phase.LIMIT
    else:
        end_turn(s, R, log)


@kernel
def discard_for_limit(s: State, R: Rules, kind: int, log: Log) -> None:
    """A card over the limit; a discarded Fairy may cost a loss (rule 12; no other card does, ruling 21)."""
    log_event(log, EventKind.DISCARD.value, s.turn, kind, 0, 0)
    discard(s, R, s.turn, kind)
    if kind == Kind.FAIRY and roll(s, log, Kind.FAIRY.value) == DIE:
        change_losses(s, s.turn, 1, TOP_LOSSES, log)
    check_limit(s, R, log)


@kernel
def open_turn(s: State, R: Rules, code: int, log: Log) -> None:
    """In the Finale: a Wizard for three cards, without a level (rule 27, ruling 6), then the turn."""
    s.phase = Phase.ACT
    if code == OptionId.WIZARD_DRAW:
        log_event(log, EventKind.DISCARD.value, s.turn, Kind.WIZARD.value, 0, 0)
        discard(s, R, s.turn, Kind.WIZARD.value)
        s.drew = 1 if draw_cards(s, s.turn, log) > 0 else 0


@kernel
def claim(s: State, R: Rules, code: int, log: Log) -> None:
    """Complete the adventure on the own field, or leave the tile where it lies (rule 17)."""
    if code == OptionId.COMPLETE:
        complete(s, R, log)
    after_landing(s, R, log)


@kernel
def look(s: State, code: int, log: Log) -> None:
    """One more hidden tile, or enough of them."""
    if code == OptionId.DONE:
        s.peeks = 0
        s.phase = Phase.ACT
    else:
        peek(s, code - OptionId.PEEK, log)


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a legal option. Trusts its caller."""
    phase = s.phase
    if phase == Phase.ACT:
        if code == OptionId.END:
            check_limit(s, R, log)
        else:
            play_card(s, R, code, log)
    elif phase == Phase.MOVE:
        land(s, R, code - OptionId.MOVE, log)
    elif phase == Phase.CLAIM:
        claim(s, R, code, log)
    elif phase == Phase.ROB:
        if code == OptionId.NO_ROB:
            go_on(s, log)
        else:
            rob(s, R, code - OptionId.ROB, log)
    elif phase == Phase.SEND:
        send(s, code - OptionId.SEND, log)
        go_on(s, log)
    elif phase == Phase.TURN:
        flip(s, code - OptionId.TURN, log)
    elif phase == Phase.PEEK:
        look(s, code, log)
    elif phase == Phase.LIMIT:
        discard_for_limit(s, R, code - OptionId.DISCARD, log)
    elif phase == Phase.FINALE:
        open_turn(s, R, code, log)
    else:
        place_figure(s, R, code - OptionId.GUILD, log)
