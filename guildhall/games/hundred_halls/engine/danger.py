"""What the enemies are about to do: the blows that await each player, and how near the end of the Bosses is."""

from __future__ import annotations

from guildhall.kernel.annotations import Rules, State

from ..cards import Trigger
from ..language import Op
from ..selectors import Pick, Sort, Zone
from .codes import ELEMENTS, Chosen, Program, Row
from .finding import all_hold, amount_of, form_of, is_alive, living, seat_of
from .state import NONE, kernel

_NEAR = 60.0  # hit points of all Bosses together from which on their end is near


@kernel
def rank_of(s: State, R: Rules, seat: int, pick: int) -> bool:
    """Whether no living player has more hit points than a seat, or fewer if the phrase asks for the lowest."""
    for other in range(R.players):
        if is_alive(s, R, other):
            more = int(s.hp[other]) - int(s.hp[seat])
            if (more > 0 and pick == Pick.HIGHEST) or (more < 0 and pick == Pick.LOWEST):
                return False
    return True


@kernel
def share_of(s: State, R: Rules, phrase: int, me: int, seat: int) -> float:
    """The part of a blow that is meant for a player."""
    pick = R.phrase[phrase, Chosen.PICK]
    if pick == Pick.HOST or pick == Pick.YOU:
        return 1.0 if seat_of(s, me) == seat else 0.0
    if R.phrase[phrase, Chosen.SORT] != Sort.PLAYER or pick < Pick.ANY:
        return 0.0
    if pick == Pick.EACH:
        return 1.0
    if pick == Pick.HIGHEST or pick == Pick.LOWEST:
        return 1.0 if rank_of(s, R, seat, pick) else 0.0
    return 1.0 / living(s, R)


@kernel
def blows(s: State, R: Rules, card: int, trigger: int, seat: int) -> float:
    """The damage that an enemy card deals a player at a trigger."""
    form = form_of(s, R, card)
    total = 0.0
    for row in range(R.program[form, trigger, Program.AT], R.program[form, trigger, Program.END]):
        if R.row[row, Row.OP] == Op.DAMAGE:
            share = share_of(s, R, int(R.row[row, Row.TARGET]), card, seat)
            if share > 0.0 and all_hold(s, R, R.row[row, Row.IF], R.row[row, Row.IFS], card, seat, NONE):
                total += share * amount_of(s, R, row, card, seat, NONE)
    return total


@kernel
def incoming(s: State, R: Rules, seat: int) -> float:
    """The damage that awaits a player in the next turns of Scenario and Realm."""
    total = 0.0
    for i in range(s.table_n):
        card = int(s.table[i])
        if s.holder[card] == NONE and s.stunned[card] == 0:
            total += blows(s, R, card, Trigger.BEGIN.value, seat) + blows(s, R, card, Trigger.END.value, seat)
    return total


@kernel
def danger_of(s: State, R: Rules, seat: int) -> float:
    """How near a player is to death: 1 if the blows that await would do it, towards 0 the more is left then."""
    part = min(1.0, incoming(s, R, seat) / max(1.0, float(s.hp[seat])))
    return part * part


@kernel
def bosses_left(s: State, R: Rules) -> int:
    """The hit points of all Bosses that must fall; those that are yet to come count in full."""
    left = 0
    for card in range(R.cards):
        if R.boss[card] == 1 and s.zone[card] != Zone.VOID:
            left += int(s.hp[card]) if s.zone[card] == Zone.PLAY else int(R.hp[R.form[card]])
    return left


@kernel
def end_is_near(s: State, R: Rules) -> float:
    """How near the end of all Bosses is, from 0 to 1."""
    return max(0.0, 1.0 - bosses_left(s, R) / _NEAR)


@kernel
def lead_of(s: State, R: Rules, seat: int) -> float:
    """The hit points of all players less those of the Bosses: nobody leads alone where all win together."""
    lead = -bosses_left(s, R)
    for other in range(R.players):
        lead += int(s.hp[other])
    return float(lead)


@kernel
def strength_of(R: Rules, seat: int) -> int:
    """The number of a player's Five Elements."""
    return int(R.row[R.program[R.form[seat], ELEMENTS, Program.AT], Row.AMOUNT])
