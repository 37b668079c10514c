"""The solo campaign: all Scenarios, one battle after the other, each set up again (rules 34 to 36, R-13, R-37).

A battle is an ordinary solo game with the Armory.  The state of a campaign begins with the fields of such a game, so
all kernels of a battle work on it unchanged. The remaining fields carry over from battle to battle.  Its rules contain
those of every battle, by Scenario and Realm.

Kernels of a battle see only the rounds of that battle, while a campaign numbers rounds throughout.
The log numbers cards and decks by battle, so that a number means the same card throughout a campaign.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import literal_unroll

from guildhall.kernel.annotations import Coins, Ints, Log, Rules, RulesOf, State, States, Table, Weights
from guildhall.kernel.compiler import kernel_for
from guildhall.kernel.containers import bit_count
from guildhall.kernel.engine import Parts
from guildhall.kernel.log import EVENT, FIRST, HEAD, NUMBERS, ROWS, SEAT, column_of
from guildhall.kernel.tables import RolledColumn
from guildhall.kernel.validator import LONGEST, Check, Validator, between, within

from ..cards import MOST_CARDS, MOST_DECKS, PURCHASES, Gain
from ..language import Zone
from . import bots, knowledge, options, play
from .armory import bought_of, points_spent
from .engine import HallsEngine
from .harm import set_hp
from .laws import CAP, HP, LEDGER, RANGES, Law, broken_law, cards_are_conserved, nothing_is_left_over
from .laws import book_rows as book_rows_of_battle
from .laws import ledger_agrees as ledger_agrees_in_battle
from .play import lay_out
from .stack import note
from .state import (
    CAMPAIGN_FIELDS,
    CARDS,
    FRAME,
    LASTING,
    NONE,
    PILES,
    RULES,
    SEATS,
    STATE,
    EventKind,
    OptionId,
    Over,
    Phase,
)
from .targets import ask

__all__ = [
    "CAMPAIGN",
    "CAMPAIGN_RULES",
    "CAMPAIGN_STATE",
    "LEDGER",
    "OWN_FIELDS",
    "VALIDATOR",
    "book_in",
    "book_rows",
    "ledger_agrees",
    "sound",
]


_i8 = np.int64

OWN_FIELDS = [
    ("scenario", _i8),  # index of the battle's Scenario, or of the last battle's between battles
    ("realm", _i8),
    ("beaten", _i8),  # Scenarios, as bits
    ("chosen", _i8),  # Scenarios chosen, as bits. Only the first choice brings points
    ("defeats", _i8),
    ("rounds", _i8),  # of all battles before this one
]
CAMPAIGN_STATE = np.dtype((np.record, [*STATE.descr, *OWN_FIELDS]))
CAMPAIGN_RULES = np.dtype(
    (
        np.record,
        [
            ("players", _i8),
            ("scenarios", _i8),  # number of Scenarios
            ("realms", _i8),
            ("points", _i8),  # of the Armory, at the start
            ("per_difficulty", _i8),  # and for each game chosen (rule 35)
            ("scenario_difficulty", _i8, MOST_DECKS),
            ("realm_difficulty", _i8, MOST_DECKS),
            ("defeat_limit", _i8),  # number of defeats that ends the campaign
            ("battles", RULES, (MOST_DECKS, MOST_DECKS)),  # by Scenario and Realm
        ],
    )
)

kernel = kernel_for(CAMPAIGN_STATE, CAMPAIGN_RULES)

_play_battle, _offer_battle = play.apply, options.offer
_look_at_battle, _deal_battle, _reshuffle_battle = knowledge.look, knowledge.deal_hidden, knowledge.reshuffle_hidden
_value_in_battle = bots.value_of

# --- Between the battles ---

_OF_CARDS = ("hp", "cap", "counters", "reward", "fresh", "stunned", "used", "acted", "mark", "table", "waiting")


@kernel
def clear_cards(s: State) -> None:
    """Remove all cards from their places."""
    for name in literal_unroll(_OF_CARDS):
        for card in range(CARDS):
            s[name][card] = 0
    for card in range(CARDS):
        s.zone[card] = Zone.AWAY
        s.holder[card] = NONE
        s.host[card] = NONE
    for pile in range(PILES):
        s.deck_n[pile] = 0
        s.known[pile] = 0
        for i in range(MOST_CARDS):
            s.deck[pile, i] = 0


@kernel
def clear_table(s: State) -> None:
    """Clear the table after a battle (R-37)."""
    clear_cards(s)
    for i in range(s.stack_n):
        for column in range(FRAME):
            s.stack[i, column] = 0
    for i in range(s.lasting_n):
        for column in range(LASTING):
            s.lasting[i, column] = 0
    for i in range(3):
        s.spent[i] = 0
        s.extra[0, i] = 0
    s.table_n = 0
    s.waiting_n = 0
    s.stack_n = 0
    s.lasting_n = 0
    s.points[0] = 0
    s.step = 0
    s.place = 0
    s.side = NONE


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    """Begin a campaign with its points and the choice of a Scenario."""
    s.armory = R.points
    ask(s, 0, Phase.SCENARIO.value)


@kernel
def earn(s: State, R: Rules, log: Log) -> None:
    """Gain the points of a Scenario chosen for the first time (rule 35, R-13)."""
    if (s.chosen >> s.scenario) & 1 == 1:
        return
    s.chosen |= 1 << s.scenario
    earned = R.per_difficulty * (R.scenario_difficulty[s.scenario] + R.realm_difficulty[s.realm])
    s.armory += earned
    note(s, log, EventKind.EARN, 0, earned, s.armory, 0)


@kernel
def begin_battle(s: State, R: Rules, log: Log) -> None:
    """Set up a battle with the player at full hit points, and go to the Armory (rule 36)."""
    earn(s, R, log)
    points = s.armory
    hp = R.battles[s.scenario, s.realm].hp[R.battles[s.scenario, s.realm].form[0]]
    hp += R.battles[s.scenario, s.realm].bonus + bought_of(s, Gain.HIT_POINTS.value)
    note(s, log, EventKind.BATTLE_BEGINS, 0, s.scenario, s.realm, hp)
    begin = log[HEAD, ROWS]
    lay_out(s, R.battles[s.scenario, s.realm], log)
    retell(s, log, begin)
    s.armory = points
    s.cap[0] = hp
    set_hp(s, 0, hp)
    ask(s, 0, Phase.ARMORY.value)


@kernel
def end_battle(s: State, R: Rules, log: Log) -> None:
    """Count a beaten Scenario or a defeat, then go to the next battle or the end of the campaign.

    A lost campaign ends like its last battle, and keeps that battle's table.
    """
    over = s.over
    if over == Over.WON:
        s.beaten |= 1 << s.scenario
    else:
        s.defeats += 1
    if s.beaten == (1 << R.scenarios) - 1 or s.defeats == R.defeat_limit:
        note(s, log, EventKind.END, NONE, over, 0, 0)
        return
    s.over = 0
    s.winners = 0
    s.rounds = s.turn_no
    clear_table(s)
    ask(s, 0, Phase.SCENARIO.value)


# --- The log ---

_STEPS = {"card": CARDS, "target": CARDS, "pile": PILES, "side": PILES}
_NAMED = {int(event): names for event, names in CAMPAIGN_FIELDS.items()}
#: The offset per battle of each of the three numbers of each kind of event.
_SHIFTS = tuple(
    _STEPS.get(name, 0)
    for event in range(max(_NAMED) + 1)
    for name in (*_NAMED.get(event, ()), "", "", "")[: len(NUMBERS)]
)


@kernel
def retell(s: State, log: Log, begin: int) -> None:
    """Renumber the rows of a battle for the campaign's log. The player is the same in all battles."""
    battle = s.scenario * MOST_DECKS + s.realm
    for i in range(begin + 1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        for place in range(len(NUMBERS)):
            if log[i, FIRST + place] >= SEATS:
                log[i, FIRST + place] += _SHIFTS[len(NUMBERS) * event + place] * battle
        if event == EventKind.ROUND:
            log[i, FIRST] += s.rounds
        elif event == EventKind.END:
            log[i, EVENT] = EventKind.BATTLE_BEGINS + log[i, FIRST]
            log[i, SEAT] = 0
            log[i, FIRST] = s.scenario
            log[i, FIRST + 1] = s.realm


# --- Play ---


@kernel
def offer(s: State, R: Rules, opts: Ints) -> int:
    """Offer the Scenarios not beaten, all Realms (R-37), or the options of the battle."""
    n = 0
    if s.phase == Phase.SCENARIO:
        for scenario in range(R.scenarios):
            if (s.beaten >> scenario) & 1 == 0:
                opts[n] = OptionId.SCENARIO + scenario
                n += 1
        return n
    if s.phase == Phase.REALM:
        for realm in range(R.realms):
            opts[n] = OptionId.REALM + realm
            n += 1
        return n
    s.turn_no -= s.rounds
    n = _offer_battle(s, R.battles[s.scenario, s.realm], opts)
    s.turn_no += s.rounds
    return n


@kernel
def choose_battle(s: State, R: Rules, log: Log, code: int) -> None:
    """Choose the Scenario of the next battle, then its Realm."""
    s.chain = 0
    if code >= OptionId.REALM:
        s.realm = code - OptionId.REALM
        begin_battle(s, R, log)
    else:
        s.scenario = code - OptionId.SCENARIO
        ask(s, 0, Phase.REALM.value)


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out a legal option, up to the next decision or the end."""
    if s.phase == Phase.SCENARIO or s.phase == Phase.REALM:
        choose_battle(s, R, log, code)
        return
    begin = log[HEAD, ROWS]
    s.turn_no -= s.rounds
    _play_battle(s, R.battles[s.scenario, s.realm], log, code)
    s.turn_no += s.rounds
    retell(s, log, begin)
    if s.over != 0:
        end_battle(s, R, log)


@kernel
def cut_short(s: State, R: Rules, log: Log) -> None:
    """End a campaign unfinished."""
    s.over = Over.UNFINISHED
    s.phase = Phase.OVER
    note(s, log, EventKind.END, NONE, Over.UNFINISHED.value, 0, 0)


@kernel
def points(s: State, R: Rules, seat: int) -> int:
    """Return the number of beaten Scenarios."""
    return bit_count(s.beaten)


# --- Bots, views, roll-outs ---

_LOST_BEFORE = 100  # more than any difficulty


@kernel
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    """Return the score of an option. Easier Scenarios and Realms score higher.

    A Scenario lost before waits until all others have brought their points.
    """
    if s.phase == Phase.SCENARIO:
        scenario = code - OptionId.SCENARIO
        return -float(R.scenario_difficulty[scenario] + _LOST_BEFORE * ((s.chosen >> scenario) & 1))
    if s.phase == Phase.REALM:
        return -float(R.realm_difficulty[code - OptionId.REALM])
    s.turn_no -= s.rounds
    value = _value_in_battle(s, R.battles[s.scenario, s.realm], W, b, code)
    s.turn_no += s.rounds
    return value


@kernel
def look(s: State, R: Rules, seat: int, v: State) -> None:
    """Copy the knowledge shared by all seats."""
    _look_at_battle(s, R.battles[s.scenario, s.realm], seat, v)
    v.scenario = s.scenario
    v.realm = s.realm
    v.beaten = s.beaten
    v.chosen = s.chosen
    v.defeats = s.defeats
    v.rounds = s.rounds


@kernel
def deal_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Shuffle the unknown cards of every deck."""
    _deal_battle(s, R.battles[s.scenario, s.realm], seat, coins, pool)


@kernel
def reshuffle_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Swap two unknown cards in every deck."""
    _reshuffle_battle(s, R.battles[s.scenario, s.realm], seat, coins, pool)


_SCENARIO = column_of(CAMPAIGN_FIELDS, EventKind.BATTLE_WON, "scenario")


@kernel
def mark_goals(R: Rules, log: Log, seat: int, out: Table, row: int) -> None:
    """Mark the player's fall and the beaten Scenarios."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, EVENT] == EventKind.DEATH:
            out[row, RolledColumn.GOAL] = 1
        elif log[i, EVENT] == EventKind.BATTLE_WON:
            out[row, RolledColumn.GOAL + 1 + log[i, _SCENARIO]] = 1


# --- Laws ---


@kernel
def is_between(s: State) -> bool:
    """True while the next battle is being chosen."""
    return bool(s.phase == Phase.SCENARIO or s.phase == Phase.REALM)


@kernel
def points_add_up(s: State, R: Rules) -> bool:
    """True if points spent and left add up to those of the start and of every chosen Scenario, in any Realm."""
    least, most = R.realm_difficulty[0], R.realm_difficulty[0]
    for realm in range(1, R.realms):
        least = min(least, R.realm_difficulty[realm])
        most = max(most, R.realm_difficulty[realm])
    low, high = int(R.points), int(R.points)
    for scenario in range(R.scenarios):
        if (s.chosen >> scenario) & 1 == 1:
            low += R.per_difficulty * (R.scenario_difficulty[scenario] + least)
            high += R.per_difficulty * (R.scenario_difficulty[scenario] + most)
    total = points_spent(s) + s.armory
    return bool(s.armory >= 0 and low <= total <= high)


@kernel
def campaign_adds_up(s: State, R: Rules) -> bool:
    """True if beaten Scenarios were chosen, and the campaign ends exactly at its last Scenario or defeat."""
    every = (1 << R.scenarios) - 1
    if s.chosen & ~every != 0 or s.beaten & ~s.chosen != 0 or s.defeats < 0 or s.defeats > R.defeat_limit:
        return False
    is_due = s.beaten == every or s.defeats == R.defeat_limit
    if s.over != Over.UNFINISHED and is_due != (s.over != 0):
        return False
    if (s.over == Over.WON) != (s.beaten == every):
        return False
    fights = s.over == 0 and not is_between(s)
    if fights and ((s.chosen >> s.scenario) & 1 == 0 or (s.beaten >> s.scenario) & 1 == 1):
        return False
    return points_add_up(s, R)


@kernel
def table_is_empty(s: State, R: Rules) -> bool:
    """True if the table is empty between two battles."""
    if s.table_n != 0 or s.stack_n != 0 or s.waiting_n != 0 or s.lasting_n != 0:
        return False
    for pile in range(s.deck_n.shape[0]):
        if s.deck_n[pile] != 0:
            return False
    return nothing_is_left_over(s, R.battles[0, 0]) and cards_are_conserved(s, R.battles[0, 0])


@kernel
def sound(states: States, i: int, rules: RulesOf, work: States) -> int:
    """Return the first law that campaign `i` breaks, or 0."""
    s = states[i]
    R = rules[0]
    if not campaign_adds_up(s, R):
        return Law.CAMPAIGN_ADDS_UP.value
    if is_between(s):
        return Law.SOUND.value if table_is_empty(s, R) else Law.NOTHING_LEFT_OVER.value
    return broken_law(s, R.battles[s.scenario, s.realm])


# --- The ledger ---

_FULL = column_of(CAMPAIGN_FIELDS, EventKind.BATTLE_BEGINS, "hit_points")


@kernel
def book_in(s: State, R: Rules, ledger: Table) -> None:
    """Begin with an empty ledger before the first battle."""
    ledger[0, HP] = 0
    ledger[0, CAP] = 0


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Add the rows of one ply to the ledger. A battle begins at full hit points and leaves none behind."""
    for i in range(1, log[HEAD, ROWS] + 1):
        if log[i, EVENT] == EventKind.BATTLE_BEGINS:
            ledger[0, HP] = log[i, _FULL]
            ledger[0, CAP] = log[i, _FULL]
    book_rows_of_battle(s, R.battles[s.scenario, s.realm], log, ledger)
    for i in range(1, log[HEAD, ROWS] + 1):
        event = log[i, EVENT]
        if s.over == 0 and event > EventKind.BATTLE_BEGINS and event <= EventKind.BATTLE_LOST:
            ledger[0, HP] = 0
            ledger[0, CAP] = 0


@kernel
def ledger_agrees(s: State, R: Rules, ledger: Table) -> bool:
    """True if the log accounts for the player's hit points."""
    return ledger_agrees_in_battle(s, R.battles[s.scenario, s.realm], ledger)


# --- Positions: in a battle, where the player acts ---


def _battle(s: Any, R: Any) -> Any:
    """Return the rules of the battle, or None if there is no such battle."""
    scenario, realm = int(s["scenario"]), int(s["realm"])
    known = 0 <= scenario < int(R["scenarios"]) and 0 <= realm < int(R["realms"])
    return R["battles"][scenario, realm] if known else None


def _in_battle(check: Check) -> Check:
    """Wrap a check of a field of the battle."""

    def checked(values: Any, s: Any, R: Any) -> bool:
        battle = _battle(s, R)
        return battle is not None and check(values, s, battle)

    return checked


def _round(values: Any, s: Any, R: Any) -> bool:
    """Check that rounds are numbered throughout the campaign."""
    battle = _battle(s, R)
    return battle is not None and within(int(values) - int(s["rounds"]), 1, int(battle["rounds"]) + 1)


def _bought(values: Any, s: Any, R: Any) -> bool:
    return all(0 <= n <= line.times for line, n in zip(PURCHASES, values, strict=True))


_OWN: Mapping[str, Check] = {
    "turn_no": _round,
    "armory": between(0, LONGEST),
    "bought": _bought,
    "scenario": lambda values, s, R: within(values, 0, int(R["scenarios"])),
    "realm": lambda values, s, R: within(values, 0, int(R["realms"])),
    "beaten": lambda values, s, R: within(values, 0, 1 << int(R["scenarios"])),
    "chosen": lambda values, s, R: within(values, 0, 1 << int(R["scenarios"])),
    "defeats": lambda values, s, R: within(values, 0, int(R["defeat_limit"])),
    "rounds": between(0, LONGEST),
}

VALIDATOR = Validator(
    {name: _OWN.get(name) or _in_battle(RANGES[name]) for name in CAMPAIGN_STATE.names or ()}, sound, Law
)


class _Campaign(HallsEngine):
    """The parts of a campaign for the compiler."""

    game = "hundred-halls-campaign"
    state, rules, kernel = CAMPAIGN_STATE, CAMPAIGN_RULES, kernel
    option_ids = OptionId.REALM + MOST_DECKS
    most_plies = 200_000
    fields = CAMPAIGN_FIELDS

    def play(self) -> Parts:
        """Return the functions that play the game."""
        return {"deal": deal, "offer": offer, "apply": apply, "cut_short": cut_short, "points": points}

    def knowing(self) -> Parts:
        """Return the functions for a seat's knowledge."""
        return {"look": look, "deal_hidden": deal_hidden}

    def deciding(self) -> Parts:
        """Return the bots' valuation of an option."""
        return {"value_of": value_of}

    def rolling(self) -> Parts:
        """Return the goals of a roll-out."""
        return {"mark_goals": mark_goals}

    def racing(self) -> Parts:
        """Return nothing, since points determine the lead."""
        return {}

    def soaking(self) -> Parts:
        """Return the laws of a campaign."""
        ledger = {"LEDGER": LEDGER, "book_in": book_in, "book_rows": book_rows, "ledger_agrees": ledger_agrees}
        return {"sound": sound, "reshuffle_hidden": reshuffle_hidden, **ledger}

    def validating(self) -> Validator:
        """Return the validator of states from files."""
        return VALIDATOR


CAMPAIGN = _Campaign()
