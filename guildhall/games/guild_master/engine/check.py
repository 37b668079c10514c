"""Skill Checks (rules 28 to 31): rollers, skills, dice, ties, and the tools that change dice.

Tools are Skill Upgrades, abilities and Boons (rules 29, 30 and 37).
"""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.chance import throw
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from ..language import Op
from .guild import ask, discard_kept, has_kept, is_active, listed_skills, own_change, target_of, team_dice, team_skills
from .state import (
    CONTRACTS,
    DICE_LIMIT,
    FACES,
    FAILED,
    NONE,
    SEATS,
    TOOL_ABILITY,
    TOOL_BOON,
    TOOL_FACES,
    TOOL_SPARE,
    EventKind,
    Kind,
    OptionId,
    Phase,
    kernel,
)

_COUNT = 5  # bits per face count in a roll's log row


# --- Rollers ---


@kernel
def begin_rolls(s: State, rollers: int, after: int) -> None:
    """Let these Guilds roll one after the other in Fame Order (R-47)."""
    s.rollers = rollers
    s.roll_at = 0
    s.after = after
    s.phase = Phase.NEXT_ROLL


@kernel
def allowed_skills(s: State, R: Rules, seat: int) -> int:
    """Return the skills the team may choose from: those of the Contract, or all."""
    skills = team_skills(s, R, seat, s.team[seat, s.space])
    return skills & listed_skills(R, s.wanted) if s.wanted != NONE else skills


@kernel
def next_roll(s: State, R: Rules, log: Log) -> None:
    """Let the next Guild name its skill. A team without a listed skill fails without a roll (R-24, R-39)."""
    while s.roll_at < s.order_n and s.rollers & BIT[s.order[s.roll_at]] == 0:
        s.roll_at += 1
    if s.roll_at == s.order_n:
        s.rollers = 0
        s.roll_at = 0
        s.phase = s.after
        return
    seat = int(s.order[s.roll_at])
    s.roller = seat
    if s.after == Phase.COOPERATED:
        s.skill = s.aim[seat]
        alone = s.joined[seat] == 0
        if alone and team_dice(s, R, seat, s.team[seat, s.space], s.skill) == 0:
            end_check(s, FAILED)
        else:
            s.phase = Phase.ROLL
    elif allowed_skills(s, R, seat) == 0:
        end_check(s, FAILED)
    else:
        ask(s, seat, Phase.SKILL)


@kernel
def end_check(s: State, value: int) -> None:
    """End a Guild's check."""
    s.value[s.roller] = value
    s.roller = NONE
    s.skill = 0
    s.target = 0
    s.plus = 0
    s.once = 0
    s.twice = 0
    s.fixes = 0
    s.spare = 0
    s.roll_at += 1
    s.phase = Phase.NEXT_ROLL


# --- The roll ---


@kernel
def penalty_of(s: State, R: Rules, seat: int, skill: int) -> int:
    """Return a conflictor's Skill Check Penalty: its team's dice, at most 10, without effects (rule 74, R-12)."""
    dice = min(DICE_LIMIT, team_dice(s, R, seat, s.team[seat, s.space], skill))
    return int(max(0, dice + own_change(s, R, seat, Op.PENALTY)))


@kernel
def dice_of_roller(s: State, R: Rules, seat: int) -> int:
    """Return the dice of a team, or of a Guild's part of a combined team, at most 10."""
    if s.after == Phase.COOPERATED and s.joined[seat] != 0:
        return cut_dice(s, R, seat)
    return int(min(DICE_LIMIT, team_dice(s, R, seat, s.team[seat, s.space], s.skill)))


@kernel
def cut_dice(s: State, R: Rules, seat: int) -> int:
    """Return a Guild's dice in its combined team after the cut to 10.

    Dice are cut from the member with the most, and among equals from the later one (R-38).
    """
    parts = 0
    total = 0
    for i in range(s.order_n):
        other = int(s.order[i])
        if s.joined[other] != 0 and s.aim[other] == s.aim[seat]:
            dice = team_dice(s, R, other, s.joined[other], s.skill)
            parts |= dice << (8 * other)
            total += dice
    for _ in range(DICE_LIMIT, total):
        most = 0
        loser = 0
        for i in range(s.order_n):
            other = int(s.order[i])
            if (parts >> (8 * other)) & 255 >= most:
                most = (parts >> (8 * other)) & 255
                loser = other
        parts -= 1 << (8 * loser)
    return int((parts >> (8 * seat)) & 255)


@kernel
def roll_dice(s: State, seat: int, dice: int) -> int:
    """Roll `dice` more dice and return how often each face came up, packed."""
    counts = 0
    for _ in range(dice):
        s.rng, die = throw(s.rng, FACES)
        s.dice[seat, s.dice_n[seat]] = die + 1
        s.dice_n[seat] += 1
        counts += 1 << (_COUNT * die)
    return int(counts)


@kernel
def clear_dice(s: State, seat: int) -> None:
    """Put a Guild's dice aside."""
    for i in range(s.dice_n[seat]):
        s.dice[seat, i] = 0
    s.dice_n[seat] = 0


@kernel
def roll(s: State, R: Rules, log: Log) -> None:
    """Roll against this Guild's target."""
    seat = int(s.roller)
    s.target = 0
    if s.wanted != NONE and s.after != Phase.COOPERATED:
        s.target = target_of(s, R, s.wanted, s.skill)
        if s.after == Phase.CONFLICTS:
            s.target += penalty_of(s, R, seat, s.skill)
    clear_dice(s, seat)
    log_event(log, EventKind.ROLL, seat, s.skill, roll_dice(s, seat, dice_of_roller(s, R, seat)), 0)
    s.phase = Phase.ROLLED


@kernel
def face_bonus(s: State, R: Rules, seat: int) -> int:
    """Return the bonus of abilities for the faces the dice show, including changed dice (R-65)."""
    total = 0
    for i in range(s.member_n[seat]):
        card = int(s.member[seat, i])
        if R.op[card] == Op.FACE_BONUS and is_active(s, R, card):
            for die in range(s.dice_n[seat]):
                total += int(s.dice[seat, die]) == R.amount[card]
    return total


@kernel
def log_face_bonus(s: State, R: Rules, log: Log, seat: int) -> None:
    """Log the bonus of each Adventurer for the faces the dice show."""
    for i in range(s.member_n[seat]):
        card = int(s.member[seat, i])
        if R.op[card] == Op.FACE_BONUS and is_active(s, R, card):
            bonus = 0
            for die in range(s.dice_n[seat]):
                bonus += int(s.dice[seat, die]) == R.amount[card]
            if bonus > 0:
                log_event(log, EventKind.FACE_BONUS, seat, card, bonus, 0)


@kernel
def finish_check(s: State, R: Rules, log: Log) -> None:
    """Set the result of the check: the sum of dice and modifiers (rule 31)."""
    seat = int(s.roller)
    total = int(s.plus)
    for i in range(s.dice_n[seat]):
        total += int(s.dice[seat, i])
    total += face_bonus(s, R, seat)
    log_face_bonus(s, R, log, seat)
    log_event(log, EventKind.RESULT, seat, total, s.target, 0)
    end_check(s, total - s.target)


# --- Ties ---


@kernel
def faces_of(s: State, seat: int) -> int:
    """Return the faces that a Guild's dice show, as bits."""
    faces = 0
    for i in range(s.dice_n[seat]):
        faces |= BIT[int(s.dice[seat, i])]
    return int(faces)


@kernel
def die_showing(s: State, seat: int, face: int) -> int:
    """Return the index of a die that shows a face."""
    for i in range(s.dice_n[seat]):
        if s.dice[seat, i] == face:
            return i
    return 0


@kernel
def reroll_die(s: State, seat: int, face: int) -> int:
    """Roll a die that shows `face` again and return its new face."""
    s.rng, die = throw(s.rng, FACES)
    s.dice[seat, die_showing(s, seat, face)] = die + 1
    return int(die + 1)


@kernel
def begin_ranking(s: State, R: Rules, ranking: int, rank_all: int, ranked: int) -> None:
    """Rank some Guilds by value. Tied Guilds re-roll one die each (rule 31)."""
    s.ranking = ranking
    s.rank_all = rank_all
    s.ranked = ranked
    for seat in range(R.players):
        s.place[seat] = 0 if ranking & BIT[seat] != 0 else SEATS
    rank_again(s, R, ranking)
    s.phase = Phase.NEXT_TIE


@kernel
def rank_again(s: State, R: Rules, group: int) -> None:
    """Rank the Guilds that share a place among themselves only (R-40)."""
    for seat in range(R.players):
        if group & BIT[seat] != 0:
            for other in range(R.players):
                if group & BIT[other] != 0 and s.value[other] > s.value[seat]:
                    s.place[seat] += 1


@kernel
def tied_group(s: State, R: Rules) -> int:
    """Return the first Guilds that share a place which must be settled, as bits."""
    for place in range(R.players if s.rank_all == 1 else 1):
        group = 0
        for seat in range(R.players):
            if s.ranking & BIT[seat] != 0 and s.place[seat] == place:
                group |= BIT[seat]
        if bit_count(group) > 1:
            return int(group)
    return 0


@kernel
def any_dice(s: State, R: Rules) -> bool:
    """True if a tied Guild has a die to roll again."""
    for seat in range(R.players):
        if s.tied & BIT[seat] != 0 and s.dice_n[seat] > 0:
            return True
    return False


@kernel
def settle_by_order(s: State) -> None:
    """Break ties by Fame Order when there is no die to roll again."""
    behind = 0
    for i in range(s.order_n):
        if s.tied & BIT[s.order[i]] != 0:
            s.place[s.order[i]] += behind
            behind += 1
    s.tied = 0


@kernel
def next_tie(s: State, R: Rules, log: Log) -> None:
    """Let the next tied Guild pick its die, in Fame Order. Compare again when all have picked (R-47)."""
    if s.tied == 0:
        s.tied = tied_group(s, R)
        s.tie_at = 0
        if s.tied != 0 and not any_dice(s, R):
            settle_by_order(s)
            return
        if s.tied == 0:
            s.ranking = 0
            s.rank_all = 0
            s.phase = s.ranked
            return
    while s.tie_at < s.order_n:
        seat = int(s.order[s.tie_at])
        if s.tied & BIT[seat] != 0 and s.dice_n[seat] > 0:
            ask(s, seat, Phase.TIE)
            return
        s.tie_at += 1
    rank_again(s, R, s.tied)
    s.tied = 0


@kernel
def offer_ties(s: State, opts: Ints) -> int:
    """Offer the Guild's dice by their faces."""
    faces = faces_of(s, s.actor)
    n = 0
    for face in range(1, FACES + 1):
        if faces & BIT[face] != 0:
            opts[n] = OptionId.TIE + face
            n += 1
    return n


@kernel
def choose_tie(s: State, R: Rules, log: Log, code: int) -> None:
    """Roll the die again. No tool may follow (R-14), and bonuses depend on the new faces (R-64)."""
    seat = int(s.actor)
    face = code - OptionId.TIE
    before = face_bonus(s, R, seat)
    shown = reroll_die(s, seat, face)
    s.value[seat] += shown - face + face_bonus(s, R, seat) - before
    log_event(log, EventKind.TIE, seat, face, shown, 0)
    s.tie_at += 1
    s.phase = Phase.NEXT_TIE


@kernel
def seat_at_place(s: State, R: Rules, group: int, place: int) -> int:
    """Return the Guild of a group at a place."""
    for seat in range(R.players):
        if group & BIT[seat] != 0 and s.place[seat] == place:
            return seat
    return NONE


# --- Tools that change the dice after the roll ---

FIXED = 5  # the face a Dice fixer sets a die to (rule 37)
REROLLS = 2  # of a Skill Upgrade


@kernel
def tool_op(s: State, R: Rules, tool: int) -> int:
    """Return the kind of effect of a tool."""
    if tool == 0:
        return Op.SET_DIE.value if s.fixer[s.roller] & BIT[s.skill] != 0 else Op.REROLL.value
    if tool == TOOL_SPARE:
        return Op.REROLL.value
    return int(R.op[tool - TOOL_ABILITY] if tool < TOOL_BOON else R.effect[tool - TOOL_BOON, 0, 0])


@kernel
def tool_amount(R: Rules, tool: int, op: int) -> int:
    """Return a tool's amount, number of uses, or face."""
    if tool == 0:
        return FIXED if op == Op.SET_DIE else REROLLS
    if tool == TOOL_SPARE:
        return 1
    return int(R.amount[tool - TOOL_ABILITY] if tool < TOOL_BOON else R.effect[tool - TOOL_BOON, 0, 1])


@kernel
def fits_skill(s: State, op: int, detail: int) -> bool:
    """True if an effect applies to checks of this skill."""
    if op == Op.ADD_DICE:
        return bool(detail < 0 or detail == s.skill)
    return bool(op == Op.SET_DIE or op == Op.REROLL or op == Op.ADD_RESULT)


@kernel
def member_of(s: State, seat: int, card: int) -> int:
    """Return the index of an Adventurer in a Guild, or -1."""
    for i in range(s.member_n[seat]):
        if s.member[seat, i] == card:
            return i
    return NONE


@kernel
def tool_left(s: State, R: Rules, tool: int) -> bool:
    """True if the Guild can still use a tool in this check (R-41)."""
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
    """Offer the uses of one tool: one per face of a die, or a single one."""
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
    """Offer every tool that may change the dice now, and the end of the check."""
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
    """True if anything can still change the dice of the current check."""
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
    """Let the roller change the dice if it has a tool, or finish the check."""
    if has_tool(s, R):
        ask(s, s.roller, Phase.MODIFY)
    else:
        finish_check(s, R, log)


@kernel
def mark_tool(s: State, R: Rules, log: Log, tool: int, op: int, amount: int) -> None:
    """Record one use of a tool. A Boon is discarded, and its remaining re-rolls become spare."""
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
