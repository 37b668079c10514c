"""Exact chances of checks with the best use of every tool: of a team before it rolls, and of each way to go on after.

High dice never hurt, so `core.chances` settles which die to re-roll and when to fix. Dice that an effect adds are
rolled first, since every later choice then knows more.

`Figures` are the other numbers of a decision, Events and abilities included: bids, costs, targets, dice and totals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.chances import FACES, MOST_DICE, Whole, best_use, count_faces, fixed, throws_of

from .engine.check import REROLLS, face_bonus, penalty_of, tool_amount, tool_left, tool_op
from .engine.guild import event_change, has_rank_for, hire_cost, is_active, least_bid, target_of, team_dice
from .engine.state import DICE_LIMIT, NONE, TOOL_ABILITY, TOOL_BOON, TOOL_FACES, TOOL_SPARE, Objective, OptionId, Phase
from .events import OBJECTIVES, Names, kept_by
from .language import SKILLS, Op

__all__ = ["Chances", "Figures", "check_tools", "or_other", "skills_of"]


_MOST_REROLLS = 12


@dataclass(frozen=True)
class _Tools:
    """The tools that may still change the dice of a check, and the value of each face."""

    fixers: tuple[int, ...]
    rerolls: int
    added: int
    counts: tuple[int, ...]

    def without_fixer(self, face: int) -> _Tools:
        left = Counter(self.fixers) - Counter([face])
        return replace(self, fixers=tuple(sorted(left.elements(), reverse=True)))


@lru_cache(maxsize=128)
def _levels(dice: int, need: int, tools: _Tools) -> list[NDArray[np.float64]]:
    """The chance of every throw to count `need` in the end, with 0, 1, … re-rolls left."""
    throws = throws_of(dice)
    counted = fixed(throws.faces, tools.fixers[:dice]) @ np.array(tools.counts)
    values = best_use(throws, (counted >= need).astype(np.int64), tools.rerolls)
    return [value / 6.0**turn for turn, value in enumerate(values)]


def _chance(faces: Whole, need: int, tools: _Tools, used: int = 0) -> float:
    """The mean chance of some throws, given by how many dice show each face, after `used` re-rolls."""
    dice, more = int(faces[0].sum()) + tools.added, throws_of(tools.added)
    found = throws_of(dice).find(faces[:, None] + more.faces)
    values = _levels(dice, need, tools)[tools.rerolls - used][found]
    return float((values @ more.ways).mean() / 6.0**tools.added)


# --- Tools ---


def check_tools(s: Any, R: Any, *, boons: bool = True) -> list[tuple[int, Op, int, int]]:
    """Return the tools left to the roller of a check: number, effect, amount, and uses left."""
    seat = int(s["roller"])
    members = [int(card) for card in s["member"][seat, : int(s["member_n"][seat])]]
    tools = [0, TOOL_SPARE, *(TOOL_ABILITY + card for card in members)]
    tools += [TOOL_BOON + card for card in kept_by(s, seat)] if boons else []
    found = []
    for tool in tools:
        if tool_left(s, R, tool):
            op = int(tool_op(s, R, tool))
            amount = int(tool_amount(R, tool, op))
            found.append((tool, Op(op), amount, _uses(s, members, tool, op, amount)))
    return found


def _uses(s: Any, members: Sequence[int], tool: int, op: int, amount: int) -> int:
    """Return how often a tool can still be used: only re-rolls come more than once."""
    if op != Op.REROLL:
        return 1
    if tool == 0:
        return REROLLS - int(s["fixes"])
    if tool == TOOL_SPARE:
        return int(s["spare"])
    if tool >= TOOL_BOON:
        return amount
    place = members.index(tool - TOOL_ABILITY)
    return amount - (int(s["once"]) >> place & 1) - (int(s["twice"]) >> place & 1)


def _counts(s: Any, R: Any, seat: int) -> tuple[int, ...] | None:
    """The value of each face with the Guild's abilities. None if a higher face would count less."""
    counts = FACES.copy()
    for card in s["member"][seat, : int(s["member_n"][seat])].tolist():
        if int(R["op"][card]) == Op.FACE_BONUS and is_active(s, R, card):
            counts[int(R["amount"][card]) - 1] += 1
    return tuple(counts.tolist()) if (np.diff(counts) >= 0).all() else None


def _tools(s: Any, R: Any, dice: int, *, boons: bool) -> tuple[_Tools, int] | None:
    """Return the tools of the roller's check and what they add to the result, or None if they are too many."""
    left = check_tools(s, R, boons=boons)
    counts = _counts(s, R, int(s["roller"]))
    rerolls = sum(uses for _, op, _, uses in left if op == Op.REROLL)
    added = sum(amount for _, op, amount, _ in left if op == Op.ADD_DICE)
    if counts is None or dice + added > MOST_DICE or rerolls > _MOST_REROLLS:
        return None
    fixers = tuple(sorted((amount for _, op, amount, _ in left if op == Op.SET_DIE), reverse=True))
    plus = sum(amount for _, op, amount, _ in left if op == Op.ADD_RESULT)
    return _Tools(fixers, rerolls, added, counts), plus


# --- Chances ---


@dataclass(frozen=True)
class Chances:
    """The chances of one table."""

    figures: Figures

    @cached_property
    def _known(self) -> dict[tuple[int, ...], float | None]:
        return {}

    def team(self, seat: int, card: int, *, boons: bool = False, conflict: bool = False) -> float | None:
        """Return the best chance of the current team to complete a Contract, or None if it has no dice for it.

        It uses its Skill Upgrade and all active abilities, and with `boons` its Boons. In a conflict the target is
        higher.
        """
        each = [
            self.skill(seat, SKILLS.index(skill), target, boons=boons, conflict=conflict)
            for skill, target in self.figures.targets(card).items()
        ]
        return max((chance for chance in each if chance is not None), default=None)

    def skill(self, seat: int, skill: int, target: int, *, boons: bool = False, conflict: bool = False) -> float | None:
        """Return the chance of the current team to reach a target in a skill, or None without dice."""
        key = (seat, skill, target, boons, conflict)
        if key not in self._known:
            self._known[key] = self._before(*key)
        return self._known[key]

    def _before(self, seat: int, skill: int, target: int, boons: bool, conflict: bool) -> float | None:
        dice = self.figures.dice(seat, skill)
        s = self.figures.s.copy()
        s["roller"], s["skill"] = seat, skill
        for field in ("fixes", "once", "twice", "spare"):
            s[field] = 0
        found = _tools(s, self.figures.R, dice, boons=boons) if dice else None
        if found is None:
            return None
        tools, plus = found
        need = target + (self.figures.penalty(seat, skill) if conflict else 0) - plus
        return _chance(count_faces([])[None], need, replace(tools, added=tools.added + dice))

    # --- The check in flight ---

    @cached_property
    def _need(self) -> int | None:
        """The target for the roller's dice, or None if it is not known."""
        figures, s, roller = self.figures, self.figures.s, int(self.figures.s["roller"])
        if roller == NONE or not figures.goal:
            return None
        if int(s["after"]) == Phase.COOPERATED and int(s["joined"][roller]):
            later = s["order"][int(s["roll_at"]) + 1 : int(s["order_n"])].tolist()
            if any(int(s["joined"][seat]) and int(s["aim"][seat]) == int(s["aim"][roller]) for seat in later):
                return None
        return figures.goal - sum(value for _, value in figures.partners) - int(s["plus"])

    @cached_property
    def _lying(self) -> Whole:
        """The number of the roller's dice that show each face."""
        s, roller = self.figures.s, int(self.figures.s["roller"])
        return count_faces(s["dice"][roller, : int(s["dice_n"][roller])].tolist())

    @cached_property
    def _left(self) -> tuple[_Tools, int] | None:
        return _tools(self.figures.s, self.figures.R, int(self._lying.sum()), boons=True)

    def check(self, *, boons: bool = True) -> float | None:
        """Return the chance of the check in flight with the best use of its tools, or None if it is not known."""
        if self._need is None:
            return None
        figures, faces = self.figures, self._lying
        found = self._left if boons else _tools(figures.s, figures.R, int(faces.sum()), boons=False)
        return None if found is None else _chance(faces[None], self._need - found[1], found[0])

    def option(self, option: int) -> float | None:
        """Return the chance of the check in flight after an option of it, or None if it is not known."""
        if self._need is None or self._left is None:
            return None
        (tools, plus), faces = self._left, self._lying
        if option == OptionId.DONE:
            return float(faces @ np.array(tools.counts) >= self._need)
        tool, face = divmod(option - OptionId.MODIFY, TOOL_FACES)
        need = self._need - plus
        if not face:
            return _chance(faces[None], need, tools)
        others, op = faces - count_faces([face]), int(tool_op(self.figures.s, self.figures.R, tool))
        if op == Op.SET_DIE:
            amount = int(tool_amount(self.figures.R, tool, op))
            return _chance((others + count_faces([amount]))[None], need, tools.without_fixer(amount))
        return _chance(others + np.eye(len(FACES), dtype=np.int64), need, tools, used=1)


# --- Figures ---


_TRACK_LEAST = 1  # minimum cost of a Builder or a bid


def skills_of(skills: Any) -> str:
    """Return the dice of an Adventurer, or the targets of a Contract, by skill.

    >>> skills_of({"might": 3, "guile": 1})
    'Might 3, Guile 1'
    """
    return ", ".join(f"{skill.capitalize()} {n}" for skill, n in skills.items())


def or_other(common: int, others: Sequence[tuple[str, int]]) -> str:
    """Return a common number, and the Guilds whose number differs.

    >>> or_other(4, [("Ada", 4), ("Bo", 3)])
    '4 (Bo 3)'
    """
    apart = ", ".join(f"{name} {number}" for name, number in others if number != common)
    return f"{common} ({apart})" if apart else str(common)


@dataclass(frozen=True)
class Figures:
    """The numbers of one state, or of a seat's knowledge of it."""

    names: Names
    s: Any
    R: Any

    # --- Bids and Builders ---

    def bid(self, seat: int, letter: int) -> int:
        """Return a Guild's minimum bid for a space."""
        return int(least_bid(self.s, self.R, seat, letter))

    def bids(self, letter: int) -> str:
        """Return the minimum bid for a space including Events, and the Guilds whose minimum differs."""
        printed = int(self.R["minimum"][letter, (int(self.s["turn_no"]) + 1) % 2])
        common = max(_TRACK_LEAST, printed + int(event_change(self.s, self.R, Op.BIDS.value)))
        return or_other(common, [(name, self.bid(seat, letter)) for seat, name in enumerate(self.names.seats)])

    def builders(self, seat: int, n: int = 1) -> int:
        """Return a Guild's cost of the next `n` Builders."""
        return int(hire_cost(self.s, self.R, seat, n))

    @property
    def builder_costs(self) -> str:
        """The cost of the next Builder including Events, and the Guilds whose price differs."""
        track = self.R["cost"]
        printed = int(track[min(int(self.s["marker"]), len(track) - 1)])
        common = max(_TRACK_LEAST, printed + int(event_change(self.s, self.R, Op.BUILDERS.value)))
        return or_other(common, [(name, self.builders(seat)) for seat, name in enumerate(self.names.seats)])

    def hired_for(self, seat: int, gold: int) -> int:
        """Return how many Builders an amount of Gold hires, up to the limit of one Order (rule 57)."""
        return sum(cost <= gold for cost in self._prices[seat])

    @cached_property
    def _prices(self) -> list[list[int]]:
        """The prices of one Builder, two Builders and so on by seat, up to the limit of one Order."""
        box = self.names.box
        skill = max(one.builders for one in box.skills.values())
        core = max(max(one.builders) for one in box.cores.values())
        most = max(skill + core, *(one.builders for one in box.prestiges))
        return [[self.builders(seat, n) for n in range(1, most + 1)] for seat in range(len(self.names.seats))]

    def has_rank(self, seat: int, letter: int) -> bool:
        """True if a Guild has the rank required by the card on a space."""
        return bool(has_rank_for(self.s, self.R, seat, letter))

    # --- Cards on the board ---

    def recruit(self, letter: int) -> int | None:
        """Return the Adventurer face up on a space, or None."""
        n, up = int(self.s["pile_n"][letter]), int(self.s["pile_up"]) >> letter & 1
        return int(self.s["pile"][letter, n - 1]) if n and up else None

    def contract(self, spot: int) -> int | None:
        """Return the Contract face up on a spot, or None."""
        return int(self.s["spot"][spot]) if int(self.s["spot_up"]) >> spot & 1 else None

    def target(self, card: int, skill: int) -> int:
        """Return the target of a Contract in a skill, including all Events."""
        return int(target_of(self.s, self.R, card, skill))

    def targets(self, card: int) -> dict[str, int]:
        """Return the targets of a Contract by skill, including all Events."""
        return {skill: self.target(card, SKILLS.index(skill)) for skill in self.names.box.contracts[card].targets}

    def targets_text(self, card: int) -> str:
        """Return the targets of a Contract in words."""
        return " or ".join(f"{skill.capitalize()} {target}" for skill, target in self.targets(card).items())

    # --- Checks ---

    def dice(self, seat: int, skill: int, space: int | None = None) -> int:
        """Return the dice in a skill of the team on an Order Space, by default the current one."""
        team = int(self.s["team"][seat, int(self.s["space"]) if space is None else space])
        return min(DICE_LIMIT, int(team_dice(self.s, self.R, seat, team, skill)))

    def penalty(self, seat: int, skill: int) -> int:
        """Return the increase of a Guild's target in a conflict."""
        return int(penalty_of(self.s, self.R, seat, skill))

    def total(self, seat: int) -> int:
        """Return the sum of a Guild's dice and all modifiers."""
        s = self.s
        plus = int(s["plus"]) if int(s["roller"]) == seat else 0
        return int(s["dice"][seat, : int(s["dice_n"][seat])].sum()) + plus + int(face_bonus(s, self.R, seat))

    @property
    def goal(self) -> int:
        """The target of the check in flight (of the combined team for a cooperator), or 0."""
        s = self.s
        if int(s["after"]) == Phase.COOPERATED and int(s["wanted"]) != NONE:
            return self.target(int(s["wanted"]), int(s["skill"]))
        return int(s["target"])

    @property
    def partners(self) -> list[tuple[str, int]]:
        """The partial sums already rolled for the combined team of the check in flight."""
        s, roller = self.s, int(self.s["roller"])
        if int(s["after"]) != Phase.COOPERATED or not int(s["joined"][roller]):
            return []
        before = [int(seat) for seat in s["order"][: int(s["roll_at"])]]
        mine = [seat for seat in before if int(s["joined"][seat]) and int(s["aim"][seat]) == int(s["aim"][roller])]
        return [(self.names.seats[seat], int(s["value"][seat])) for seat in mine]

    @property
    def standing(self) -> str:
        """The check in flight in words: "8 against 11"."""
        seat, partners = int(self.s["roller"]), self.partners
        parts = [str(self.total(seat)), *(f"{value} of {name}" for name, value in partners)]
        together = sum(value for _, value in partners) + self.total(seat)
        total = f"{' + '.join(parts)} = {together}" if partners else parts[0]
        return f"{total} against {self.goal}" if self.goal else total

    # --- Objectives ---

    def objective(self, number: int) -> str:
        """Return the objective of an Order Card, with the face-up card on its space."""
        names = self.names
        if number >= Objective.CONTRACT:
            card = self.contract(number - Objective.CONTRACT)
            lies = None if card is None else names.contracts[card]
        elif number >= Objective.RECRUIT:
            card = self.recruit(number - Objective.RECRUIT)
            lies = None if card is None else names.adventurers[card]
        else:
            lies = None
        return f"{OBJECTIVES[number]}: {lies}" if lies else OBJECTIVES[number]
