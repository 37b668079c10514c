"""Set-up, the outcome of every option, and the automatic steps up to the next decision (rules 6 to 20)."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.chance import throw
from guildhall.kernel.containers import BIT
from guildhall.kernel.log import log_event

from .check import choose_tie, choose_tool, next_roll, next_tie, roll, rolled
from .contract import (
    attempted,
    best_found,
    choose_accept,
    choose_aim,
    choose_deck,
    choose_holder,
    choose_keeper,
    choose_share,
    choose_stance,
    choose_talk,
    choose_use,
    complete,
    conflict_won,
    conflicts,
    cooperated,
    cooperators,
    find_leader,
    keep,
    led,
    next_accept,
    next_aim,
    next_talk,
    show_stances,
)
from .effects import (
    carry_out,
    choose_bribe,
    choose_lobby,
    draw_private,
    lay_contract,
    next_effect,
    next_lobby,
    turn_all_up,
)
from .guild import ask
from .hiring import choose_build, finish_build, next_build, rank_rolls, recruited
from .orders import (
    begin_plan,
    begin_substitutes,
    choose_declare,
    choose_plan,
    choose_substitute,
    next_declare,
    next_objective,
    next_substitute,
    resolve,
    reveal_orders,
    wandered,
)
from .rounds import (
    begin_plot,
    blood_draw,
    choose_plot,
    choose_trade,
    new_round,
    next_event,
    next_plot,
    next_trade,
    reset,
)
from .state import (
    CONTRACTS,
    DECKS,
    EVERYONE,
    FIRST_OF_RANK,
    GOLD_AT_START,
    NONE,
    NOVICES,
    PILE,
    EventKind,
    OptionId,
    Phase,
    Rank,
    kernel,
)

# --- Set-up ---

_DEALT = 3  # Commons dealt to each Guild at the start


@kernel
def shuffle_piles(s: State, first: int, piles: int, card: int) -> None:
    """Shuffle the Adventurers of a rank onto some spaces, eight each."""
    n = piles * PILE
    for i in range(n):
        s.pile[first + i // PILE, i % PILE] = card + i
    for i in range(n - 1, 0, -1):
        s.rng, j = throw(s.rng, i + 1)
        held = s.pile[first + i // PILE, i % PILE]
        s.pile[first + i // PILE, i % PILE] = s.pile[first + j // PILE, j % PILE]
        s.pile[first + j // PILE, j % PILE] = held
    for pile in range(first, first + piles):
        s.pile_n[pile] = PILE


@kernel
def deal_adventurers(s: State, R: Rules) -> None:
    """Deal Adepts on A to C, Heroes on D and E, Legends on F. If C is unused, its Adepts stay in the box unseen."""
    shuffle_piles(s, 0, 3, FIRST_OF_RANK[Rank.ADEPT.value])
    shuffle_piles(s, 3, 2, FIRST_OF_RANK[Rank.HERO.value])
    shuffle_piles(s, 5, 1, FIRST_OF_RANK[Rank.LEGEND.value])
    for pile in range(R.letters, 3):
        for i in range(PILE):
            s.box |= BIT[int(s.pile[pile, i]) - FIRST_OF_RANK[Rank.ADEPT.value]]
            s.pile[pile, i] = 0
        s.pile_n[pile] = 0


@kernel
def deal_contracts(s: State, R: Rules) -> None:
    """Shuffle the three decks without the Starting Commons."""
    for card in range(CONTRACTS):
        if card != R.starting[0] and card != R.starting[1]:
            deck = R.deck_of[card]
            s.deck[deck, s.deck_n[deck]] = card
            s.deck_n[deck] += 1
    for deck in range(DECKS):
        for i in range(s.deck_n[deck] - 1, 0, -1):
            s.rng, j = throw(s.rng, i + 1)
            held = s.deck[deck, i]
            s.deck[deck, i] = s.deck[deck, j]
            s.deck[deck, j] = held


@kernel
def deal_teams(s: State, R: Rules) -> None:
    """Deal one set of starting teams (R-2) at random (rule 15), with their Novices."""
    chosen = R.teams
    if chosen == NONE:
        s.rng, chosen = throw(s.rng, R.sets_n)
    for seat in range(R.players):
        s.token[seat] = R.sets[chosen, seat]
    for i in range(R.players - 1, 0, -1):
        s.rng, j = throw(s.rng, i + 1)
        held = s.token[i]
        s.token[i] = s.token[j]
        s.token[j] = held
    for seat in range(R.players):
        s.member_n[seat] = NOVICES
        for i in range(NOVICES):
            s.member[seat, i] = R.novice[s.token[seat], i]


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    """Set up the game, up to the choice of Guilds."""
    deal_adventurers(s, R)
    deal_contracts(s, R)
    deal_teams(s, R)
    s.marker = R.marker
    for spot in range(2):
        lay_contract(s, spot, R.starting[spot], 0)
        s.seen[R.starting[spot]] = EVERYONE
    for seat in range(R.players):
        s.gold[seat] = GOLD_AT_START
        for _ in range(_DEALT):
            draw_private(s, log, seat)
    ask(s, 0, Phase.GUILD)


@kernel
def choose_guild(s: State, R: Rules, log: Log, code: int) -> None:
    """Choose a Guild. After all have, the sides of the Starting Skill Upgrades follow."""
    s.guild[s.actor] = code - OptionId.GUILD
    log_event(log, EventKind.GUILD, s.actor, code - OptionId.GUILD, 0, 0)
    ask_around(s, R, Phase.GUILD.value, Phase.SIDE.value)


@kernel
def ask_around(s: State, R: Rules, phase: int, then: int) -> None:
    """Let the next seat make the same decision, or go on to the phase `then` with the first seat."""
    if s.actor + 1 < R.players:
        ask(s, s.actor + 1, phase)
    else:
        ask(s, 0, then)


@kernel
def choose_side(s: State, R: Rules, log: Log, code: int) -> None:
    """Choose the side of the Starting Skill Upgrade for good (rule 17)."""
    side = code - OptionId.SIDE
    if side == 0:
        s.fixer[s.actor] = BIT[s.token[s.actor]]
    else:
        s.reroll[s.actor] = BIT[s.token[s.actor]]
    log_event(log, EventKind.SIDE, s.actor, s.token[s.actor], side, 0)
    ask_around(s, R, Phase.SIDE.value, Phase.PLACE.value)


@kernel
def choose_place(s: State, R: Rules, log: Log, code: int) -> None:
    """Place one Common face down on the next open spot (rule 19, R-36). After the last, all are revealed (rule 20)."""
    seat = int(s.actor)
    card = code - OptionId.PLACE
    s.private[seat] &= ~BIT[card]
    s.private_n[seat] -= 1
    lay_contract(s, 2 + seat, card, 0)
    log_event(log, EventKind.PLACE, seat, card, 2 + seat, 0)
    if seat + 1 < R.players:
        ask(s, seat + 1, Phase.PLACE)
        return
    turn_all_up(s, log)
    s.phase = Phase.NEW_ROUND


# --- Outcomes of options ---


@kernel
def choose_early(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out an option of set-up, the Start of Round or the Plot Phase."""
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
    """Carry out an option of the Action Phase, except contests."""
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
    """Carry out an option of a contested Contract."""
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
    """Carry out an option of an effect or of the replacement."""
    phase = s.phase
    if phase == Phase.LOBBY:
        choose_lobby(s, log, code)
    elif phase == Phase.BRIBE:
        choose_bribe(s, log, code)
    elif phase == Phase.CHOOSE:
        carry_out(s, R, log, code - OptionId.CHOICE)
    else:
        choose_deck(s, log, code)


# --- Automatic steps ---


@kernel
def step_round(s: State, R: Rules, log: Log) -> None:
    """Take an automatic step of rounds and their phases."""
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
    """Take an automatic step of objectives and substitutes."""
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
    """Take an automatic step of checks and ties."""
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
    """Take an automatic step of a contested Contract."""
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
    """Take an automatic step of rewards and effects."""
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
    """Carry out a legal option, up to the next decision or the end."""
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
