"""What must hold of every state of a campaign, and of one that comes from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from guildhall.kernel.annotations import Log, Rules, RulesOf, State, States, Table
from guildhall.kernel.judge import LONGEST, Check, Judge, between, within
from guildhall.kernel.log import EVENT, HEAD, ROWS, column_of

from ..armory import PURCHASES
from .armory import points_spent
from .campaign import CAMPAIGN_STATE, kernel
from .codes import CAMPAIGN_FIELDS, EventKind, Over, Phase
from .laws import CAP, HP, LEDGER, RANGES, Law, broken_law, cards_are_conserved, nothing_is_left_over
from .laws import book_rows as book_rows_of_battle
from .laws import ledger_agrees as ledger_agrees_in_battle

__all__ = ["JUDGE", "LEDGER", "book_in", "book_rows", "ledger_agrees", "sound"]


# --- Laws ---


@kernel
def is_between(s: State) -> bool:
    """Whether the next battle is being chosen."""
    return bool(s.phase == Phase.SCENARIO or s.phase == Phase.REALM)


@kernel
def points_add_up(s: State, R: Rules) -> bool:
    """Points spent and left are those of the start and of every Scenario chosen, in whatever Realm it was."""
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
    """Only what was chosen is beaten; the campaign goes on as long as a Scenario stands and a defeat may follow."""
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
    """Nothing lies on the table between two battles."""
    if s.table_n != 0 or s.stack_n != 0 or s.waiting_n != 0 or s.lasting_n != 0:
        return False
    for pile in range(s.deck_n.shape[0]):
        if s.deck_n[pile] != 0:
            return False
    return nothing_is_left_over(s, R.battles[0, 0]) and cards_are_conserved(s, R.battles[0, 0])


@kernel
def sound(states: States, i: int, rules: RulesOf, work: States) -> int:
    """The first law that campaign `i` breaks, or 0."""
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
    """Before the first battle there is nothing."""
    ledger[0, HP] = 0
    ledger[0, CAP] = 0


@kernel
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Carry the rows of one ply into the ledger; a battle begins at full hit points and leaves none behind."""
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
    """Whether the log alone tells what the player has."""
    return ledger_agrees_in_battle(s, R.battles[s.scenario, s.realm], ledger)


# --- Positions: a battle stands where the player acts ---


def _battle(s: Any, R: Any) -> Any:
    """The rules of the battle, or None if there is no such battle."""
    scenario, realm = int(s["scenario"]), int(s["realm"])
    known = 0 <= scenario < int(R["scenarios"]) and 0 <= realm < int(R["realms"])
    return R["battles"][scenario, realm] if known else None


def _in_battle(check: Check) -> Check:
    """A check of a field of the battle."""

    def checked(values: Any, s: Any, R: Any) -> bool:
        battle = _battle(s, R)
        return battle is not None and check(values, s, battle)

    return checked


def _round(values: Any, s: Any, R: Any) -> bool:
    """Rounds count on from battle to battle."""
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

JUDGE = Judge({name: _OWN.get(name) or _in_battle(RANGES[name]) for name in CAMPAIGN_STATE.names or ()}, sound, Law)
