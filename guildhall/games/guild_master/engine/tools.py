"""What changes the dice of a check after the roll: Skill Upgrades, abilities, Boons (rules 29, 30 and 37)."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.containers import BIT
from guildhall.kernel.log import log_event

from ..language import Op
from .check import die_showing, faces_of, finish_check, reroll_die, roll_dice
from .codes import CONTRACTS, FACES, TOOL_ABILITY, TOOL_BOON, TOOL_FACES, TOOL_SPARE, EventKind, OptionId, Phase
from .guild import (
    ask,
    discard_kept,
    has_kept,
    is_active,
)
from .state import NONE, Kind, kernel

FIXED = 5  # what a Dice fixer sets a die to (rule 37)
REROLLS = 2  # of a Skill Upgrade


@kernel
def tool_op(s: State, R: Rules, tool: int) -> int:
    """What a tool does."""
    if tool == 0:
        return Op.SET_DIE.value if s.fixer[s.roller] & BIT[s.skill] != 0 else Op.REROLL.value
    if tool == TOOL_SPARE:
        return Op.REROLL.value
    return int(R.op[tool - TOOL_ABILITY] if tool < TOOL_BOON else R.effect[tool - TOOL_BOON, 0, 0])


@kernel
def tool_amount(R: Rules, tool: int, op: int) -> int:
    """How much, how often, or which face."""
    if tool == 0:
        return FIXED if op == Op.SET_DIE else REROLLS
    if tool == TOOL_SPARE:
        return 1
    return int(R.amount[tool - TOOL_ABILITY] if tool < TOOL_BOON else R.effect[tool - TOOL_BOON, 0, 1])


@kernel
def fits_skill(s: State, op: int, detail: int) -> bool:
    """Whether an effect changes a check of this skill."""
    if op == Op.ADD_DICE:
        return bool(detail < 0 or detail == s.skill)
    return bool(op == Op.SET_DIE or op == Op.REROLL or op == Op.ADD_RESULT)


@kernel
def member_of(s: State, seat: int, card: int) -> int:
    """The place of an Adventurer in a Guild, or -1."""
    for i in range(s.member_n[seat]):
        if s.member[seat, i] == card:
            return i
    return NONE


@kernel
def tool_left(s: State, R: Rules, tool: int) -> bool:
    """Whether a tool of the Guild can still be used in this check (R-41)."""
    seat = int(s.roller)
    if tool == 0:
        if s.fixer[seat] & BIT[s.skill] != 0:
            return bool(s.fixes == 0)
        return bool(s.reroll[seat] & BIT[s.skill] != 0 and s.fixes < REROLLS)
    if tool == TOOL_SPARE:
        return bool(s.spare > 0)
    if tool >= TOOL_BOON:
        card = tool - TOOL_BOON
        fits = fits_skill(s, R.effect[card, 0, 0], R.effect[card, 0, 2])
        return bool(R.kind[card] == Kind.BOON and fits and has_kept(s, R, seat, card))
    card = tool - TOOL_ABILITY
    if R.plot[card] == 1 or not fits_skill(s, R.op[card], R.detail[card]) or not is_active(s, R, card):
        return False
    bit = BIT[member_of(s, seat, card)]
    if s.once & bit == 0:
        return True
    return bool(R.op[card] == Op.REROLL and R.amount[card] == 2 and s.twice & bit == 0)


@kernel
def offer_tool(s: State, R: Rules, tool: int, faces: int, opts: Ints, n: int) -> int:
    """The uses of one tool: a die by its face, or none."""
    if not tool_left(s, R, tool):
        return n
    op = tool_op(s, R, tool)
    if op == Op.ADD_DICE or op == Op.ADD_RESULT:
        opts[n] = OptionId.MODIFY + TOOL_FACES * tool
        return n + 1
    same = tool_amount(R, tool, op) if op == Op.SET_DIE else 0
    for face in range(1, FACES + 1):
        if faces & BIT[face] != 0 and face != same:
            opts[n] = OptionId.MODIFY + TOOL_FACES * tool + face
            n += 1
    return n


@kernel
def offer_tools(s: State, R: Rules, opts: Ints) -> int:
    """Everything that may change the dice now, and no more."""
    seat = int(s.roller)
    faces = faces_of(s, seat)
    opts[0] = OptionId.DONE
    n = offer_tool(s, R, 0, faces, opts, 1)
    n = offer_tool(s, R, TOOL_SPARE, faces, opts, n)
    for i in range(s.member_n[seat]):
        n = offer_tool(s, R, TOOL_ABILITY + int(s.member[seat, i]), faces, opts, n)
    if s.kept[seat, 0] | s.kept[seat, 1] | s.kept[seat, 2] != 0:
        for card in range(CONTRACTS):
            n = offer_tool(s, R, TOOL_BOON + card, faces, opts, n)
    return n


@kernel
def has_tool(s: State, R: Rules) -> bool:
    """Whether anything can still change the dice of the check at hand."""
    seat = int(s.roller)
    if tool_left(s, R, 0) or s.spare > 0:
        return True
    for i in range(s.member_n[seat]):
        if tool_left(s, R, TOOL_ABILITY + int(s.member[seat, i])):
            return True
    if s.kept[seat, 0] | s.kept[seat, 1] | s.kept[seat, 2] != 0:
        for card in range(CONTRACTS):
            if tool_left(s, R, TOOL_BOON + card):
                return True
    return False


@kernel
def rolled(s: State, R: Rules, log: Log) -> None:
    """Whoever has something that changes the dice is asked; else the check is over."""
    if has_tool(s, R):
        ask(s, s.roller, Phase.MODIFY)
    else:
        finish_check(s, R, log)


@kernel
def mark_tool(s: State, R: Rules, log: Log, tool: int, op: int, amount: int) -> None:
    """A tool was used once more; a Boon is discarded, what it leaves of its re-rolls is spare."""
    seat = int(s.roller)
    if tool == 0:
        s.fixes += 1
    elif tool == TOOL_SPARE:
        s.spare -= 1
    elif tool >= TOOL_BOON:
        discard_kept(s, R, log, seat, tool - TOOL_BOON)
        s.spare += amount - 1 if op == Op.REROLL else 0
    else:
        bit = BIT[member_of(s, seat, tool - TOOL_ABILITY)]
        s.twice |= s.once & bit
        s.once |= bit


@kernel
def choose_tool(s: State, R: Rules, log: Log, code: int) -> None:
    """Use a tool, or end the check."""
    if code == OptionId.DONE:
        finish_check(s, R, log)
        return
    tool = (code - OptionId.MODIFY) // TOOL_FACES
    face = (code - OptionId.MODIFY) % TOOL_FACES
    seat = int(s.roller)
    op = tool_op(s, R, tool)
    amount = tool_amount(R, tool, op)
    shown = 0
    if op == Op.SET_DIE:
        s.dice[seat, die_showing(s, seat, face)] = amount
        shown = amount
    elif op == Op.REROLL:
        shown = reroll_die(s, seat, face)
    elif op == Op.ADD_RESULT:
        s.plus += amount
        shown = amount
    else:
        shown = roll_dice(s, seat, amount)
    log_event(log, EventKind.TOOL, seat, tool, face, shown)
    mark_tool(s, R, log, tool, op, amount)
    s.phase = Phase.ROLLED
