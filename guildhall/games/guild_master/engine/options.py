"""The legal options of every decision."""

from __future__ import annotations

from guildhall.kernel.annotations import Ints, Rules, State
from guildhall.kernel.containers import BIT, list_set, pair

from .check import allowed_skills, offer_ties, offer_tools
from .contract import offer_decks, offer_holders, offer_keepers, offer_shares, offer_uses
from .effects import offer_choices, offer_gold, offer_lobby
from .guild import listed_skills
from .hiring import offer_builds, offer_cores
from .orders import offer_declare, offer_plan, offer_substitutes
from .rounds import offer_plots
from .state import COMMONS, SEATS, OptionId, Phase, kernel


@kernel
def offer_guilds(s: State, R: Rules, opts: Ints) -> int:
    """Offer the Guilds not chosen yet."""
    n = 0
    for guild in range(SEATS):
        is_free = True
        for seat in range(R.players):
            is_free = is_free and s.guild[seat] != guild
        if is_free:
            opts[n] = OptionId.GUILD + guild
            n += 1
    return n


@kernel
def offer_privates(s: State, seat: int, base: int, opts: Ints) -> int:
    """Offer the Private Contracts of a seat."""
    n = 0
    for card in range(COMMONS):
        if s.private[seat] & BIT[card] != 0:
            opts[n] = base + card
            n += 1
    return n


@kernel
def offer_action(s: State, R: Rules, opts: Ints) -> int:
    """Offer the options of the Action Phase, except contests."""
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
    """Offer the options of a contested Contract."""
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
    """Offer the options of effects and of the replacement."""
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
    """Offer the options of set-up, the Start of Round and the Plot Phase."""
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
    """Offer the legal options, or none when the game is over."""
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
