"""A Guild's resources and limits: active abilities and Events, dice, costs, Fame and Fame Order."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.chance import throw
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from ..language import Op
from ..reading import TRACK
from .state import (
    BLOOD,
    FACES,
    FIRST_OF_DECK,
    NONE,
    SKILL_SLOTS,
    SKILL_TOKENS,
    SKILLS,
    SPACES,
    SPOTS,
    Core,
    EventKind,
    Kind,
    Moon,
    Objective,
    Rank,
    kernel,
)

_PLACE = 4  # bits per place in a packed list of places
_PLACES = 15


@kernel
def ask(s: State, seat: int, phase: int) -> None:
    """Make `seat` the next to decide."""
    s.actor = seat
    s.turn = seat
    s.phase = phase


# --- Moons, abilities, Events ---


@kernel
def is_active(s: State, R: Rules, card: int) -> bool:
    """True if the moon of this Round activates an Adventurer's ability (rules 25 and 27)."""
    moon = R.moon[card]
    if moon == Moon.HALF:
        return bool(s.turn_no % 2 == 1)
    if moon == Moon.FULL:
        return bool(s.turn_no % 2 == 0)
    return bool(moon == Moon.EVERY or s.turn_no % BLOOD == 0)


@kernel
def own_change(s: State, R: Rules, seat: int, op: int) -> int:
    """Return the total of a Guild's active abilities of one constant kind."""
    total = 0
    for i in range(s.member_n[seat]):
        card = int(s.member[seat, i])
        if R.op[card] == op and is_active(s, R, card):
            total += R.amount[card]
    return total


@kernel
def event_change(s: State, R: Rules, op: int) -> int:
    """Return the total of one constant kind over all Events on the board (rule 33)."""
    total = 0
    for spot in range(SPOTS):
        if s.spot_up & BIT[spot] != 0:
            card = int(s.spot[spot])
            if R.kind[card] == Kind.EVENT:
                for i in range(R.effect_n[card]):
                    if R.effect[card, i, 0] == op:
                        total += R.effect[card, i, 1]
    return total


# --- Teams ---


@kernel
def team_dice(s: State, R: Rules, seat: int, team: int, skill: int) -> int:
    """Return the dice of some members in a skill, without a limit."""
    total = 0
    for i in range(s.member_n[seat]):
        if team & BIT[i] != 0:
            total += R.dice[int(s.member[seat, i]), skill]
    return total


@kernel
def team_skills(s: State, R: Rules, seat: int, team: int) -> int:
    """Return the skills of some members, as bits."""
    skills = 0
    for skill in range(SKILLS):
        if team_dice(s, R, seat, team, skill) > 0:
            skills |= BIT[skill]
    return int(skills)


@kernel
def listed_skills(R: Rules, card: int) -> int:
    """Return the skills that a Contract lists, as bits."""
    skills = 0
    for skill in range(SKILLS):
        if R.target[card, skill] > 0:
            skills |= BIT[skill]
    return int(skills)


@kernel
def target_of(s: State, R: Rules, card: int, skill: int) -> int:
    """Return the target of a Contract in a skill, including all Events."""
    return int(R.target[card, skill] + event_change(s, R, Op.TARGETS))


@kernel
def order_spaces(s: State, R: Rules, seat: int) -> int:
    """Return a Guild's number of Order Spaces (rule 38)."""
    return int(R.core_value[Core.STABLES, s.core[seat, Core.STABLES]])


@kernel
def team_size(s: State, R: Rules, seat: int) -> int:
    """Return the Team Size of a Guild."""
    return int(R.core_value[Core.MESS_HALL, s.core[seat, Core.MESS_HALL]])


@kernel
def size_at(s: State, R: Rules, seat: int, space: int) -> int:
    """Return the maximum team size on an Order Space, including abilities (R-61)."""
    return team_size(s, R, seat) + (own_change(s, R, seat, Op.TEAM_SIZE) if space == 0 else 0)


@kernel
def best_rank(s: State, R: Rules, seat: int) -> int:
    """Return the highest rank in a Guild."""
    best = 0
    for i in range(s.member_n[seat]):
        best = max(best, R.rank[int(s.member[seat, i])])
    return int(best)


# --- Bids and Builders ---


@kernel
def bid_change(s: State, R: Rules, seat: int) -> int:
    """Return the change of a Guild's minimum bids by its abilities and by Events."""
    return own_change(s, R, seat, Op.BIDS) + event_change(s, R, Op.BIDS)


@kernel
def changed_bid(s: State, R: Rules, letter: int, change: int) -> int:
    """Return the minimum bid for a space this Round with a change, at least 1 (R-33)."""
    moon = Moon.HALF if s.turn_no % 2 == 1 else Moon.FULL
    return int(max(1, R.minimum[letter, moon] + change))


@kernel
def least_bid(s: State, R: Rules, seat: int, letter: int) -> int:
    """Return a Guild's minimum bid for a space this Round (R-33)."""
    return changed_bid(s, R, letter, bid_change(s, R, seat))


@kernel
def free_builders(s: State, R: Rules, seat: int) -> int:
    """Return how many Builders of an Order are free: the first one if any ability says so (R-63)."""
    return int(min(1, own_change(s, R, seat, Op.FREE_BUILDER)))


@kernel
def hire_cost(s: State, R: Rules, seat: int, builders: int) -> int:
    """Return the price of some Builders for a Guild along the rising track (rule 56)."""
    change = own_change(s, R, seat, Op.BUILDERS) + event_change(s, R, Op.BUILDERS)
    total = 0
    for i in range(free_builders(s, R, seat), builders):
        total += max(1, R.cost[min(s.marker + i, TRACK - 1)] + change)
    return int(total)


@kernel
def owns_skill(s: State, seat: int, skill: int) -> bool:
    """True if a Guild has the Upgrade of a skill, including the starting one (R-3)."""
    return bool((s.fixer[seat] | s.reroll[seat]) & BIT[skill] != 0)


@kernel
def tokens_taken(s: State, R: Rules, skill: int) -> int:
    """Count the ordinary Skill Upgrade tokens of a skill taken by Guilds, without starting ones."""
    taken = 0
    for seat in range(R.players):
        taken += owns_skill(s, seat, skill) and s.token[seat] != skill
    return int(taken)


@kernel
def may_add_skill(s: State, R: Rules, seat: int, skill: int) -> bool:
    """True if there is a slot and a token for a Skill Upgrade (rules 37, R-49)."""
    if owns_skill(s, seat, skill) or bit_count(s.fixer[seat] | s.reroll[seat]) > SKILL_SLOTS:
        return False
    return bool(tokens_taken(s, R, skill) < SKILL_TOKENS)


@kernel
def may_add_core(s: State, R: Rules, seat: int, core: int) -> bool:
    """True if a Guild can have the next level. There is one level III of each type (rule 38)."""
    if s.core[seat, core] == 3:
        return False
    if s.core[seat, core] == 1:
        return True
    for other in range(R.players):
        if s.core[other, core] == 3:
            return False
    return True


@kernel
def may_add_prestige(s: State, R: Rules, seat: int, prestige: int) -> bool:
    """True if a Guild can have a Prestige Upgrade: one per Guild, each of them once (rule 39)."""
    if R.has_prestige == 0 or s.prestige[seat] != NONE:
        return False
    for other in range(R.players):
        if s.prestige[other] == prestige:
            return False
    return True


# --- Gold and Fame ---


@kernel
def gain_fame(s: State, log: Log, seat: int, fame: int) -> None:
    """Change a Guild's Fame at once, never below 0 (rule 22)."""
    before = int(s.points[seat])
    s.points[seat] = max(0, before + fame)
    if s.points[seat] != before:
        log_event(log, EventKind.FAME, seat, s.points[seat] - before, 0, 0)


@kernel
def gain_gold(s: State, log: Log, seat: int, gold: int) -> None:
    """Change the Gold in a Treasury, never below 0."""
    change = max(gold, -int(s.gold[seat]))
    s.gold[seat] += change
    if change != 0:
        log_event(log, EventKind.GOLD, seat, change, 0, 0)


@kernel
def gold_of(s: State, seat: int) -> int:
    """Return all Gold of a Guild, in its Treasury and on its Orders."""
    gold = int(s.gold[seat])
    for space in range(SPACES):
        gold += s.bid[seat, space]
    return gold


@kernel
def able_to_pay(s: State, R: Rules, price: int) -> int:
    """Return the Guilds whose Treasury covers a price, as bits."""
    party = 0
    for seat in range(R.players):
        if s.gold[seat] >= price:
            party |= BIT[seat]
    return int(party)


@kernel
def add_skill(s: State, R: Rules, log: Log, seat: int, choice: int) -> None:
    """Add one side of a Skill Upgrade (rule 59)."""
    if choice % 2 == 0:
        s.fixer[seat] |= BIT[choice // 2]
    else:
        s.reroll[seat] |= BIT[choice // 2]
    log_event(log, EventKind.BUILD, seat, choice // 2, choice % 2, 0)
    gain_fame(s, log, seat, R.skill_fame[choice // 2])


@kernel
def add_core(s: State, R: Rules, log: Log, seat: int, core: int) -> None:
    """Raise a Core Upgrade to its next level (rule 59)."""
    s.core[seat, core] += 1
    log_event(log, EventKind.BUILD, seat, SKILLS + core, s.core[seat, core], 0)
    gain_fame(s, log, seat, R.core_fame[core, s.core[seat, core]])


# --- Orders ---


@kernel
def close_order(s: State, seat: int, status: int) -> None:
    """Close the current Order and return its Gold to the Treasury at once (R-48)."""
    s.gold[seat] += s.bid[seat, s.space]
    s.bid[seat, s.space] = 0
    s.status[seat, s.space] = status
    s.party &= ~BIT[seat]


@kernel
def has_rank_for(s: State, R: Rules, seat: int, letter: int) -> bool:
    """True if a Guild's best Adventurer is at most one rank below the card on a space (rule 61)."""
    rank = R.rank[int(s.pile[letter, s.pile_n[letter] - 1])]
    return bool(rank <= Rank.ADEPT or best_rank(s, R, seat) >= rank - 1)


@kernel
def may_recruit(s: State, R: Rules, seat: int) -> bool:
    """True if an Order to recruit can be resolved: card face up, rank and bid sufficient (rules 61 and 62)."""
    letter = s.objective - Objective.RECRUIT
    if s.pile_up & BIT[letter] == 0 or not has_rank_for(s, R, seat, letter):
        return False
    return bool(s.bid[seat, s.space] >= least_bid(s, R, seat, letter))


@kernel
def has_kept(s: State, R: Rules, seat: int, card: int) -> bool:
    """True if a Guild keeps a completed Contract."""
    deck = R.deck_of[card]
    return bool(s.kept[seat, deck] & BIT[card - FIRST_OF_DECK[deck]] != 0)


@kernel
def discard_kept(s: State, R: Rules, log: Log, seat: int, card: int) -> None:
    """Discard a used Boon (rule 33)."""
    deck = R.deck_of[card]
    s.kept[seat, deck] &= ~BIT[card - FIRST_OF_DECK[deck]]
    s.gone[deck] |= BIT[card - FIRST_OF_DECK[deck]]
    log_event(log, EventKind.BOON, seat, card, 0, 0)


# --- Fame Order ---


@kernel
def rank_by_fame(s: State, R: Rules, log: Log, party: int) -> int:
    """Rank some Guilds in Fame Order and return their places, packed. Ties are rolled off (R-35)."""
    places = 0
    for seat in range(R.players):
        if party & BIT[seat] != 0:
            ahead = 0
            for other in range(R.players):
                ahead += party & BIT[other] != 0 and s.points[other] > s.points[seat]
            places |= ahead << (_PLACE * seat)
    place = 0
    while place < R.players:
        group = seats_at(R, places, party, place)
        if bit_count(group) < 2:
            place += 1
        else:
            places = roll_apart(s, R, log, places, group)
    return int(places)


@kernel
def seats_at(R: Rules, places: int, party: int, place: int) -> int:
    """Return the Guilds at one place, as bits."""
    group = 0
    for seat in range(R.players):
        if party & BIT[seat] != 0 and (places >> (_PLACE * seat)) & _PLACES == place:
            group |= BIT[seat]
    return int(group)


@kernel
def roll_apart(s: State, R: Rules, log: Log, places: int, group: int) -> int:
    """Let each Guild of the group roll one die. Higher rolls go first."""
    rolls = 0
    for seat in range(R.players):
        if group & BIT[seat] != 0:
            s.rng, die = throw(s.rng, FACES)
            log_event(log, EventKind.FAME_DIE, seat, die + 1, 0, 0)
            rolls |= die << (_PLACE * seat)
    for seat in range(R.players):
        if group & BIT[seat] != 0:
            for other in range(R.players):
                higher = (rolls >> (_PLACE * other)) & _PLACES > (rolls >> (_PLACE * seat)) & _PLACES
                if group & BIT[other] != 0 and higher:
                    places += 1 << (_PLACE * seat)
    return int(places)


@kernel
def make_order(s: State, R: Rules, log: Log, party: int) -> None:
    """Set the Fame Order for a whole task (R-34)."""
    places = rank_by_fame(s, R, log, party)
    s.order_n = bit_count(party)
    for i in range(R.players):
        s.order[i] = 0
    for seat in range(R.players):
        if party & BIT[seat] != 0:
            s.order[(places >> (_PLACE * seat)) & _PLACES] = seat
    s.at = 0
