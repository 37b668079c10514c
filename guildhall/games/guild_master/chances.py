"""Exact chances of checks with the best use of every tool: of a team before it rolls, and of each way to go on after.

High dice never hurt, so `core.throws` settles which die to re-roll and when to fix. Dice that an effect adds are rolled
first, since every later choice then knows more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.throws import FACES, MOST_DICE, Whole, best_use, count_faces, fixed, throws_of

from .engine.check import REROLLS, tool_amount, tool_left, tool_op
from .engine.guild import is_active
from .engine.state import NONE, TOOL_ABILITY, TOOL_BOON, TOOL_FACES, TOOL_SPARE, OptionId, Phase
from .figures import Figures
from .language import SKILLS, Op
from .names import kept_by

__all__ = ["Chances", "check_tools"]

_MOST_REROLLS = 12


@dataclass(frozen=True)
class _Tools:
    """What may still change the dice of a check, and what each face counts."""

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
    """What each face counts with the Guild's abilities. None if a higher face would count less."""
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
        """What the roller's dice must count, or None if that is not known."""
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
        """How many of the roller's dice show each face."""
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
