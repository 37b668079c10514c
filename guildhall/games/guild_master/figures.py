"""Numbers for decisions, including Events and abilities: bids, costs, targets, dice and totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .engine.check import face_bonus, penalty_of
from .engine.guild import event_change, has_rank_for, hire_cost, least_bid, target_of, team_dice
from .engine.state import DICE_LIMIT, NONE, Objective, Phase
from .language import SKILLS, Op
from .names import OBJECTIVES, Names

__all__ = ["Figures", "or_other", "skills_of"]

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

    def targets_told(self, card: int) -> str:
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
        sum_told = f"{' + '.join(parts)} = {together}" if partners else parts[0]
        return f"{sum_told} against {self.goal}" if self.goal else sum_told

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
