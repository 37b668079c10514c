"""Options and what they do: every decision has its list and its consequence, everything between happens by itself."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Log, Rules, State
from guildhall.kernel.containers import list_set, pair

from .action import (
    begin_substitutes,
    choose_declare,
    choose_substitute,
    next_declare,
    next_objective,
    next_substitute,
    offer_declare,
    offer_substitutes,
    resolve,
    wandered,
)
from .check import allowed_skills, choose_tie, next_roll, next_tie, offer_ties, roll
from .codes import OptionId, Phase
from .contract import (
    attempted,
    best_found,
    choose_aim,
    choose_deck,
    choose_stance,
    complete,
    conflict_won,
    conflicts,
    cooperated,
    cooperators,
    find_leader,
    keep,
    led,
    next_aim,
    offer_decks,
    show_stances,
)
from .dealing import choose_guild, choose_place, choose_side, offer_guilds, offer_privates
from .effects import (
    carry_out,
    choose_bribe,
    choose_lobby,
    next_effect,
    next_lobby,
    offer_choices,
    offer_gold,
    offer_lobby,
)
from .guild import listed_skills
from .hiring import choose_build, finish_build, next_build, offer_builds, offer_cores, rank_rolls, recruited
from .negotiation import (
    choose_accept,
    choose_holder,
    choose_keeper,
    choose_share,
    choose_talk,
    choose_use,
    next_accept,
    next_talk,
    offer_holders,
    offer_keepers,
    offer_shares,
    offer_uses,
)
from .planning import begin_plan, choose_plan, offer_plan, reveal_orders
from .rounds import (
    begin_plot,
    blood_draw,
    choose_plot,
    choose_trade,
    new_round,
    next_event,
    next_plot,
    next_trade,
    offer_plots,
    reset,
)
from .state import kernel
from .tools import choose_tool, offer_tools, rolled

# --- Options ---


@kernel
def offer_action(s: State, R: Rules, opts: Ints) -> int:
    """Options of the Action Phase, but for contests."""
    phase = s.phase
    if phase == Phase.DECLARE:
        return offer_declare(s, R, opts)
    if phase == Phase.BUILD:
        return offer_builds(s, R, opts)
    if phase == Phase.BUILD_CORE:
        opts[0] = OptionId.DONE
        return offer_cores(s, R, R.skill_cost[(s.build - 1) // 2], opts, 1)
    if phase == Phase.SUBSTITUTE:
        return offer_substitutes(s, R, opts)
    if phase == Phase.SKILL:
        return list_set(allowed_skills(s, R, s.actor), OptionId.SKILL.value, opts, 0)
    return offer_tools(s, R, opts) if phase == Phase.MODIFY else offer_ties(s, opts)


@kernel
def offer_contest(s: State, R: Rules, opts: Ints) -> int:
    """Options of a contested Contract."""
    phase = s.phase
    if phase == Phase.NEGOTIATE:
        return pair(opts, OptionId.PASS.value, OptionId.PROPOSE.value)
    if phase == Phase.SHARE:
        return offer_shares(s, R, opts)
    if phase == Phase.HOLDER:
        return offer_holders(s, opts)
    if phase == Phase.USE:
        return offer_uses(s, R, opts)
    if phase == Phase.KEEPER:
        return offer_keepers(s, opts)
    if phase == Phase.ACCEPT:
        return pair(opts, OptionId.ACCEPT.value, OptionId.DECLINE.value)
    if phase == Phase.STANCE:
        return pair(opts, OptionId.COOPERATE.value, OptionId.CONFLICT.value)
    return list_set(listed_skills(R, s.wanted), OptionId.AIM.value, opts, 0)


@kernel
def offer_effect(s: State, R: Rules, opts: Ints) -> int:
    """Options of effects and of the replacement."""
    phase = s.phase
    if phase == Phase.LOBBY:
        return offer_lobby(s, R, opts)
    if phase == Phase.BRIBE:
        return offer_gold(s, s.actor, opts)
    if phase == Phase.CHOOSE:
        return offer_choices(s, R, s.queue[0, 0], s.queue[0, 1], s.owner, OptionId.CHOICE.value, opts, 0)
    return offer_decks(s, opts)


@kernel
def offer_early(s: State, R: Rules, opts: Ints) -> int:
    """Options of set-up, of the Start of Round and of the Plot Phase."""
    phase = s.phase
    if phase == Phase.GUILD:
        return offer_guilds(s, R, opts)
    if phase == Phase.SIDE:
        return pair(opts, OptionId.SIDE.value, OptionId.SIDE + 1)
    if phase == Phase.PLACE:
        return offer_privates(s, s.actor, OptionId.PLACE.value, opts)
    if phase == Phase.TRADE:
        return pair(opts, OptionId.PAY.value, OptionId.NO_TRADE.value)
    return offer_plots(s, R, opts)


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    """The legal options; none when the game is over."""
    phase = s.phase
    if phase == Phase.PLAN:
        return offer_plan(s, R, s.actor, s.space, s.pick, opts)
    if phase < Phase.PLAN:
        return offer_early(s, R, opts)
    if phase <= Phase.TIE:
        return offer_action(s, R, opts)
    if phase <= Phase.AIM:
        return offer_contest(s, R, opts)
    return offer_effect(s, R, opts) if phase <= Phase.REPLACE else 0


# --- Consequences ---


@kernel
def choose_early(s: State, R: Rules, log: Log, code: int) -> None:
    """Set-up, the Start of Round, the Plot Phase."""
    phase = s.phase
    if phase == Phase.GUILD:
        choose_guild(s, R, log, code)
    elif phase == Phase.SIDE:
        choose_side(s, R, log, code)
    elif phase == Phase.PLACE:
        choose_place(s, R, log, code)
    elif phase == Phase.TRADE:
        choose_trade(s, R, log, code)
    else:
        choose_plot(s, R, log, code)


@kernel
def choose_action(s: State, R: Rules, log: Log, code: int) -> None:
    """The Action Phase, but for contests."""
    phase = s.phase
    if phase == Phase.DECLARE:
        choose_declare(s, R, log, code)
    elif phase == Phase.BUILD:
        choose_build(s, R, log, code)
    elif phase == Phase.BUILD_CORE:
        finish_build(s, R, log, code)
    elif phase == Phase.SUBSTITUTE:
        choose_substitute(s, R, log, code)
    elif phase == Phase.SKILL:
        s.skill = code - OptionId.SKILL
        s.phase = Phase.ROLL
    elif phase == Phase.MODIFY:
        choose_tool(s, R, log, code)
    else:
        choose_tie(s, R, log, code)


@kernel
def choose_contest(s: State, R: Rules, log: Log, code: int) -> None:
    """A contested Contract."""
    phase = s.phase
    if phase == Phase.NEGOTIATE:
        choose_talk(s, R, log, code)
    elif phase == Phase.SHARE:
        choose_share(s, R, code)
    elif phase == Phase.HOLDER:
        choose_holder(s, R, code)
    elif phase == Phase.USE:
        choose_use(s, code)
    elif phase == Phase.KEEPER:
        choose_keeper(s, log, code)
    elif phase == Phase.ACCEPT:
        choose_accept(s, log, code)
    elif phase == Phase.STANCE:
        choose_stance(s, code)
    else:
        choose_aim(s, log, code)


@kernel
def choose_effect(s: State, R: Rules, log: Log, code: int) -> None:
    """Effects and the replacement."""
    phase = s.phase
    if phase == Phase.LOBBY:
        choose_lobby(s, log, code)
    elif phase == Phase.BRIBE:
        choose_bribe(s, log, code)
    elif phase == Phase.CHOOSE:
        carry_out(s, R, log, code - OptionId.CHOICE)
    else:
        choose_deck(s, log, code)


# --- What happens by itself ---


@kernel
def step_round(s: State, R: Rules, log: Log) -> None:
    """Rounds and their phases."""
    phase = s.phase
    if phase == Phase.NEW_ROUND:
        new_round(s, R, log)
    elif phase == Phase.NEXT_EVENT:
        next_event(s, R, log)
    elif phase == Phase.NEXT_TRADE:
        next_trade(s, R)
    elif phase == Phase.BLOOD_DRAW:
        blood_draw(s, R, log)
    elif phase == Phase.BEGIN_PLOT:
        begin_plot(s, R, log)
    elif phase == Phase.NEXT_PLOT:
        next_plot(s, R)
    elif phase == Phase.BEGIN_PLAN:
        begin_plan(s, R, log)
    elif phase == Phase.REVEAL:
        reveal_orders(s, R, log)
    else:
        reset(s, R, log)


@kernel
def step_order(s: State, R: Rules, log: Log) -> None:
    """Objectives and what a team does instead."""
    phase = s.phase
    if phase == Phase.NEXT_OBJECTIVE:
        next_objective(s, R, log)
    elif phase == Phase.NEXT_DECLARE:
        next_declare(s)
    elif phase == Phase.RESOLVE:
        resolve(s, R, log)
    elif phase == Phase.NEXT_BUILD:
        next_build(s, R)
    elif phase == Phase.RECRUITED:
        recruited(s, R, log)
    elif phase == Phase.SUBSTITUTES:
        begin_substitutes(s, R, log)
    else:
        next_substitute(s, R)


@kernel
def step_check(s: State, R: Rules, log: Log) -> None:
    """Checks and ties."""
    phase = s.phase
    if phase == Phase.NEXT_ROLL:
        next_roll(s, R, log)
    elif phase == Phase.ROLL:
        roll(s, R, log)
    elif phase == Phase.ROLLED:
        rolled(s, R, log)
    elif phase == Phase.RANK_BUILDERS or phase == Phase.RANK_BIDS:
        rank_rolls(s, R)
    elif phase == Phase.ATTEMPTED:
        attempted(s, R, log)
    elif phase == Phase.WANDERED:
        wandered(s, R, log)
    else:
        next_tie(s, R, log)


@kernel
def step_contest(s: State, R: Rules, log: Log) -> None:
    """A contested Contract."""
    phase = s.phase
    if phase == Phase.NEXT_TALK:
        next_talk(s)
    elif phase == Phase.NEXT_ACCEPT:
        next_accept(s, log)
    elif phase == Phase.STANCES:
        show_stances(s, R, log)
    elif phase == Phase.CONFLICTS:
        conflicts(s, R, log)
    elif phase == Phase.CONFLICT_WON:
        conflict_won(s, R)
    elif phase == Phase.COOPERATORS:
        cooperators(s, R, log)
    elif phase == Phase.NEXT_AIM:
        next_aim(s, R, log)
    elif phase == Phase.COOPERATED:
        cooperated(s, R, log)
    elif phase == Phase.LEADER:
        find_leader(s, R)
    elif phase == Phase.LED:
        led(s, R)
    else:
        best_found(s, R)


@kernel
def step_effect(s: State, R: Rules, log: Log) -> None:
    """Rewards and effects."""
    phase = s.phase
    if phase == Phase.COMPLETE:
        complete(s, R, log)
    elif phase == Phase.KEEP:
        keep(s, R, log)
    elif phase == Phase.EFFECT:
        next_effect(s, R, log)
    else:
        next_lobby(s)


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a legal option, to the next decision or to the end."""
    phase = s.phase
    if phase == Phase.PLAN:
        choose_plan(s, R, log, code)
    elif phase < Phase.PLAN:
        choose_early(s, R, log, code)
    elif phase <= Phase.TIE:
        choose_action(s, R, log, code)
    elif phase <= Phase.AIM:
        choose_contest(s, R, log, code)
    else:
        choose_effect(s, R, log, code)
    while s.phase >= Phase.AUTO:
        phase = s.phase
        if phase <= Phase.REVEAL or (phase >= Phase.RESET and phase <= Phase.BEGIN_PLAN):
            step_round(s, R, log)
        elif phase <= Phase.NEXT_SUBSTITUTE:
            step_order(s, R, log)
        elif phase <= Phase.NEXT_TIE:
            step_check(s, R, log)
        elif phase >= Phase.COMPLETE and phase <= Phase.NEXT_LOBBY:
            step_effect(s, R, log)
        else:
            step_contest(s, R, log)
