"""Names for everything in a box: cards, objectives, upgrades, players and their choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .cards import CORES, Box
from .engine.check import FIXED
from .engine.state import FACES, FIRST_OF_DECK, TOOL_ABILITY, TOOL_BOON, TOOL_SPARE
from .language import CHOOSING, DECKS, LOBBIED, SKILLS, Effect, Op

__all__ = [
    "CAUSES",
    "GOALS",
    "LETTERS",
    "OBJECTIVES",
    "SIDES",
    "STANCES",
    "Names",
    "boons_of",
    "cards_in",
    "faces_of",
    "fixes_dice",
    "kept_by",
]

SIDES = ("dice fixer", "re-roll")
STANCES = ("open", "cooperate", "conflict")
CAUSES = ("taken", "rank", "low bid", "outbid")  # reasons for missing out, by `Cause`
LETTERS = "ABCDEF"
OBJECTIVES = (
    "no card",
    "builders",
    *(f"recruit {letter}" for letter in LETTERS),
    *(f"contract {spot}" for spot in range(1, 7)),
)


#: Goals of a seat other than winning, in the order of `mark_goals`.
GOALS = (
    *(f"complete a {deck} Contract" for deck in DECKS),
    *("recruit an Adept", "recruit a Hero", "recruit a Legend"),
    *(f"build a {kind} Upgrade" for kind in ("Skill", "Core", "Prestige")),
)


@dataclass(frozen=True)
class Names:
    """The names of one box, by number."""

    box: Box
    seats: tuple[str, ...]

    @cached_property
    def adventurers(self) -> tuple[str, ...]:
        """All Adventurers."""
        return tuple(one.name for one in self.box.adventurers)

    @cached_property
    def contracts(self) -> tuple[str, ...]:
        """All Contracts."""
        return tuple(one.name for one in self.box.contracts)

    @cached_property
    def skill_upgrades(self) -> tuple[str, ...]:
        """The Upgrades of all skills."""
        return tuple(self.box.skills[skill].name for skill in SKILLS)

    @cached_property
    def upgrades(self) -> tuple[str, ...]:
        """All Upgrades: of skills, Core, Prestige."""
        cores = (core.title() for core in CORES)
        return (*self.skill_upgrades, *cores, *(one.name for one in self.box.prestiges))

    @property
    def guilds(self) -> tuple[str, ...]:
        """The four Guilds."""
        return self.box.board.guilds

    @property
    def labels(self) -> Mapping[str, tuple[str, ...]]:
        """The labels of the numbers in events. `card` may be any of three kinds of cards."""
        return {
            "contract": self.contracts,
            "adventurer": self.adventurers,
            "skill": SKILLS,
            "deck": DECKS,
            "objective": OBJECTIVES,
            "stance": STANCES,
            "cause": CAUSES,
            "upgrade": self.upgrades,
            "guild": self.guilds,
            "card": (*self.adventurers, *self.contracts, *self.upgrades),
        }

    def tool(self, number: int, skill: int) -> str:
        """Return the card or token that changes the dice of a check of a skill."""
        if number == 0:
            return self.skill_upgrades[skill]
        if number == TOOL_SPARE:
            return "Boon"
        return self.adventurers[number - TOOL_ABILITY] if number < TOOL_BOON else self.contracts[number - TOOL_BOON]

    def tool_effect(self, number: int, *, fixes: bool) -> Effect:
        """Return a tool's effect on the dice. `fixes` is the side of the Skill Upgrade."""
        if number == 0 and fixes:
            return Effect(Op.SET_DIE, FIXED)
        if number in (0, TOOL_SPARE):
            return Effect(Op.REROLL, 1)
        if number >= TOOL_BOON:
            return self.box.contracts[number - TOOL_BOON].effects[0]
        ability = self.box.adventurers[number - TOOL_ABILITY].ability
        assert ability is not None  # else it would not be offered
        return ability.effect

    def bonus_op(self, contract: int) -> int:
        """Return the effect of a Contract that requires a choice."""
        return int(next(effect.op for effect in self.box.contracts[contract].effects if effect.op in CHOOSING))

    def player(self, seat: int) -> str:
        """Return a player for a phrase: by name, or by number if the name is the default one."""
        numbered = f"player {seat + 1}"
        return numbered if self.seats[seat].lower() == numbered else self.seats[seat]

    def choice(self, op: int, number: int) -> str:
        """Return the name of a choice for an effect."""
        if op in LOBBIED:
            return self.player(number)
        if op == Op.PEEK_DECK:
            return f"{DECKS[number]} deck"
        if op == Op.SWAP_CONTRACT:
            return f"contract {number + 1}"
        if op == Op.SKILL_UPGRADE:
            return f"{self.skill_upgrades[number // 2]} {SIDES[number % 2]}"
        return CORES[number].title()

    def deed(self, op: int, number: int) -> str:
        """Describe an effect with this choice, as an infinitive without "to"."""
        match op:
            case Op.TAKE_GOLD:
                return f"take Gold from {self.seats[number]}"
            case Op.GIVE_GOLD:
                return f"give {self.seats[number]} Gold"
            case Op.HARM:
                return f"make {self.seats[number]} lose Fame"
            case Op.PEEK_PRIVATE:
                return f"look at the Private Contracts of {self.seats[number]}"
            case Op.PEEK_DECK:
                return f"look at the top card of the {DECKS[number].capitalize()} deck"
            case Op.SWAP_CONTRACT:
                return f"replace contract {number + 1}"
            case Op.SKILL_UPGRADE:
                return f"add {self.skill_upgrades[number // 2]} ({SIDES[number % 2]})"
        return f"add a level of {CORES[number].title()}"


# --- Records in words ---


def fixes_dice(s: Any) -> bool:
    """True if the check in flight has a Skill Upgrade whose side is the Dice fixer."""
    return bool(int(s["fixer"][int(s["roller"])]) >> int(s["skill"]) & 1)


def faces_of(counts: int) -> list[int]:
    """Return the faces of a roll, decoded from its number in the log.

    >>> faces_of(1 + (2 << 5))
    [1, 2, 2]
    """
    return [face + 1 for face in range(FACES) for _ in range(counts >> 5 * face & 31)]


def cards_in(bits: int, first: int) -> list[int]:
    """Return the cards of a set."""
    return [first + place for place in range(bits.bit_length()) if bits >> place & 1]


def kept_by(s: Any, seat: int) -> list[int]:
    """Return the completed Contracts that a Guild keeps."""
    return [
        card
        for deck, first in enumerate(FIRST_OF_DECK.tolist())
        for card in cards_in(int(s["kept"][seat, deck]), first)
    ]


def boons_of(names: Names, s: Any, seat: int) -> list[str]:
    """Return the Boons that a Guild can still use."""
    return [names.contracts[card] for card in kept_by(s, seat) if names.box.contracts[card].kind == "boon"]
