"""Words for everything that numbers stand for: cards, objectives, upgrades, options, decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from guildhall.core.decision import Phraser, Phrases

from .cards import CORES, Adventurer, Box, Contract
from .engine.check import FIXED
from .engine.state import FACES, FIRST_OF_DECK, TOOL_ABILITY, TOOL_BOON, TOOL_FACES, TOOL_SPARE, OptionId, Phase
from .language import CHOOSING, DECKS, LOBBIED, SKILLS, Effect, Op, say

__all__ = ["PHRASES", "Names", "asked", "fixes_dice", "kind_of", "place_of", "told"]

SIDES = ("dice fixer", "re-roll")
STANCES = ("open", "cooperate", "conflict")
CAUSES = ("taken", "rank", "low bid", "outbid")  # why a Guild misses out, by `Cause`
LETTERS = "ABCDEF"
OBJECTIVES = (
    "no card",
    "builders",
    *(f"recruit {letter}" for letter in LETTERS),
    *(f"contract {spot}" for spot in range(1, 7)),
)


#: What a seat can reach besides winning, in the order of `mark_goals`.
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
        """What the numbers of events stand for; `card` is any of three kinds of cards."""
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
        """The card or token that changes the dice of a check of a skill."""
        if number == 0:
            return self.skill_upgrades[skill]
        if number == TOOL_SPARE:
            return "Boon"
        return self.adventurers[number - TOOL_ABILITY] if number < TOOL_BOON else self.contracts[number - TOOL_BOON]

    def tool_effect(self, number: int, *, fixes: bool) -> Effect:
        """What a tool does to the dice; `fixes` is the side of the Skill Upgrade."""
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
        """The effect of a Contract that leaves a choice."""
        return int(next(effect.op for effect in self.box.contracts[contract].effects if effect.op in CHOOSING))

    def player(self, seat: int) -> str:
        """A player in a phrase: by name, or by number where the name is the usual one."""
        numbered = f"player {seat + 1}"
        return numbered if self.seats[seat].lower() == numbered else self.seats[seat]

    def choice(self, op: int, number: int) -> str:
        """What is chosen for an effect."""
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
        """What an effect does if this is chosen for it, as an infinitive without "to"."""
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


# --- Options ---

PHRASES: Phrases[Names] = Phrases(
    {
        OptionId.DONE: "done",
        OptionId.PAY: "pay",
        OptionId.NO_TRADE: "no trade",
        OptionId.CARRY_OUT: "carry out",
        OptionId.RENOUNCE: "renounce",
        OptionId.WANDER: "wander",
        OptionId.NOTHING: "nothing",
        OptionId.ACCEPT: "accept",
        OptionId.DECLINE: "decline",
        OptionId.PASS: "pass",
        OptionId.PROPOSE: "propose",
        OptionId.COOPERATE: "cooperate",
        OptionId.CONFLICT: "conflict",
        OptionId.UNSETTLED: "leave open",
        OptionId.NO_OFFER: "no offer",
    },
    (
        (OptionId.SHARE, lambda names, s, n: f"{n} gold"),
        (OptionId.GOLD, lambda names, s, n: f"{n} gold"),
        (OptionId.MODIFY, lambda names, s, n: _use_of_tool(names, s, n // TOOL_FACES, n % TOOL_FACES)),
        (OptionId.LOBBY, lambda names, s, n: f"offer for {names.choice(int(s['queue'][0, 0]), n)}"),
        (OptionId.USE, lambda names, s, n: names.choice(names.bonus_op(int(s["wanted"])), n)),
        (OptionId.CHOICE, lambda names, s, n: names.choice(int(s["queue"][0, 0]), n)),
        (OptionId.BOON, lambda names, s, n: f"use {names.contracts[n]}"),
        (OptionId.PRIVATE, lambda names, s, n: f"attempt {names.contracts[n]}"),
        (OptionId.ABILITY, lambda names, s, n: f"use {names.adventurers[n]}"),
        (OptionId.PICK, lambda names, s, n: names.adventurers[n]),
        (OptionId.KEEPER, lambda names, s, n: f"card to {names.player(n)}"),
        (OptionId.HOLDER, lambda names, s, n: f"bonus to {names.player(n)}"),
        (OptionId.PRESTIGE, lambda names, s, n: f"build {names.box.prestiges[n].name}"),
        (OptionId.CORE, lambda names, s, n: f"build {CORES[n].title()}"),
        (OptionId.BUILD, lambda names, s, n: f"build {names.skill_upgrades[n // 2]} {SIDES[n % 2]}"),
        (OptionId.ORDER, lambda names, s, n: OBJECTIVES[n]),
        (OptionId.TIE, lambda names, s, n: f"re-roll a {n}"),
        (OptionId.AIM, lambda names, s, n: SKILLS[n]),
        (OptionId.SKILL, lambda names, s, n: SKILLS[n]),
        (OptionId.DECK, lambda names, s, n: f"{DECKS[n]} deck"),
        (OptionId.PLACE, lambda names, s, n: f"place {names.contracts[n]}"),
        (OptionId.SIDE, lambda names, s, n: SIDES[n]),
        (OptionId.GUILD, lambda names, s, n: names.guilds[n]),
    ),
)


def fixes_dice(s: Any) -> bool:
    """True if the check in flight has a Skill Upgrade whose side is the Dice fixer."""
    return bool(int(s["fixer"][int(s["roller"])]) >> int(s["skill"]) & 1)


def _use_of_tool(names: Names, s: Any, tool: int, face: int) -> str:
    """A use of a tool: which die becomes what, by which card."""
    effect = names.tool_effect(tool, fixes=fixes_dice(s))
    told = {
        Op.SET_DIE: f"set a {face} to {effect.amount}",
        Op.REROLL: f"re-roll a {face}",
        Op.ADD_DICE: f"roll {effect.amount} more",
    }
    return f"{names.tool(tool, int(s['skill']))}: {told.get(effect.op, f'add {effect.amount}')}"


# --- Places ---

_PLACED: tuple[tuple[int, int, Phraser[Names]], ...] = (
    (OptionId.MODIFY, OptionId.GOLD, lambda names, s, n: _place_of_tool(names, s, n // TOOL_FACES, n % TOOL_FACES)),
    (OptionId.LOBBY, OptionId.MODIFY, lambda names, s, n: _place_of_choice(int(s["queue"][0, 0]), n)),
    (OptionId.USE, OptionId.LOBBY, lambda names, s, n: _place_of_choice(names.bonus_op(int(s["wanted"])), n)),
    (OptionId.CHOICE, OptionId.USE, lambda names, s, n: _place_of_choice(int(s["queue"][0, 0]), n)),
    (OptionId.BOON, OptionId.CHOICE, lambda names, s, n: f"kept {int(s['actor']) + 1} {names.contracts[n]}"),
    (OptionId.PRIVATE, OptionId.BOON, lambda names, s, n: f"private {int(s['actor']) + 1} {names.contracts[n]}"),
    (OptionId.ABILITY, OptionId.PRIVATE, lambda names, s, n: f"member {int(s['actor']) + 1} {names.adventurers[n]}"),
    (OptionId.PICK, OptionId.ABILITY, lambda names, s, n: f"member {int(s['actor']) + 1} {names.adventurers[n]}"),
    (OptionId.KEEPER, OptionId.PICK, lambda names, s, n: f"player {n + 1}"),
    (OptionId.HOLDER, OptionId.KEEPER, lambda names, s, n: f"player {n + 1}"),
    (OptionId.ORDER, OptionId.BUILD, lambda names, s, n: OBJECTIVES[n] if n else ""),
    (OptionId.TIE, OptionId.ORDER, lambda names, s, n: f"die {int(s['actor']) + 1} {n}"),
    (OptionId.DECK, OptionId.CARRY_OUT, lambda names, s, n: f"deck {DECKS[n]}"),
    (OptionId.PLACE, OptionId.PAY, lambda names, s, n: f"private {int(s['actor']) + 1} {names.contracts[n]}"),
)


def place_of(names: Names, s: Any, code: int) -> str:
    """Where on the table the thing lies that an option means, or "": seats count from 1, as in phrases."""
    placed = (worded(names, s, code - begin) for begin, end, worded in _PLACED if begin <= code < end)
    return next(placed, "")


def _place_of_tool(names: Names, s: Any, tool: int, face: int) -> str:
    """The die that a tool changes, or the card that adds something."""
    seat = int(s["roller"]) + 1
    if face:
        return f"die {seat} {face}"
    name = names.tool(tool, int(s["skill"]))
    return f"member {seat} {name}" if tool < TOOL_BOON else f"kept {seat} {name}"


def _place_of_choice(op: int, number: int) -> str:
    if op in LOBBIED:
        return f"player {number + 1}"
    if op == Op.PEEK_DECK:
        return f"deck {DECKS[number]}"
    return f"contract {number + 1}" if op == Op.SWAP_CONTRACT else ""


# --- Decisions ---

_KINDS: Mapping[int, tuple[str, str]] = {
    Phase.GUILD: ("guild", "choose your Guild"),
    Phase.SIDE: ("side", "choose the side of your Starting Skill Upgrade"),
    Phase.PLACE: ("place", "place one of your Commons face down on the board"),
    Phase.TRADE: ("trade", "trade Gold for Fame?"),
    Phase.PLOT: ("plot", "use a Plot ability, or be done"),
    Phase.DECLARE: ("declare", "carry out the Order, or renounce it"),
    Phase.BUILD: ("build", "choose what to build"),
    Phase.BUILD_CORE: ("core", "add a Core Upgrade?"),
    Phase.SUBSTITUTE: ("instead", "attempt a Private Contract, or Wander"),
    Phase.SKILL: ("skill", "choose the skill of the check"),
    Phase.MODIFY: ("dice", "change the dice, or be done"),
    Phase.TIE: ("tie", "a tie: choose a die to roll again"),
    Phase.NEGOTIATE: ("talk", "make a proposal, or pass"),
    Phase.SHARE: ("share", "propose a share of the Gold"),
    Phase.HOLDER: ("bonus", "propose who gets the Bonus"),
    Phase.USE: ("use", "propose how the Bonus is used"),
    Phase.KEEPER: ("card", "propose who keeps the card"),
    Phase.ACCEPT: ("accept", "accept the proposal?"),
    Phase.STANCE: ("stance", "cooperate or conflict?"),
    Phase.AIM: ("target", "name the target you go for"),
    Phase.LOBBY: ("lobby", "offer Gold for a choice?"),
    Phase.BRIBE: ("offer", "how much Gold do you offer?"),
    Phase.CHOOSE: ("choose", "choose"),
    Phase.REPLACE: ("replace", "choose the deck of the next Contract"),
}

_PLANNING = (("team", "choose an Adventurer for"), ("order", "choose an Order Card for"), ("gold", "put Gold on"))


def asked(s: Any, size: int) -> str:
    """What is asked in a decision, without a name."""
    return _planning(s, size)[1] if int(s["phase"]) == Phase.PLAN else _KINDS[int(s["phase"])][1]


def _planning(s: Any, size: int) -> tuple[str, str]:
    step = max(0, int(s["pick"]) - size + 1)
    kind, asked = _PLANNING[step]
    return kind, f"{asked} Order Space {int(s['space']) + 1}"


def kind_of(s: Any, size: int) -> str:
    """The kind of the decision at hand; `size` is that of the team being planned."""
    return _planning(s, size)[0] if int(s["phase"]) == Phase.PLAN else _KINDS[int(s["phase"])][0]


def faces_of(counts: int) -> list[int]:
    """The faces of a roll from the number in its row of the log.

    >>> faces_of(1 + (2 << 5))
    [1, 2, 2]
    """
    return [face + 1 for face in range(FACES) for _ in range(counts >> 5 * face & 31)]


def cards_in(bits: int, first: int) -> list[int]:
    """The cards of a set."""
    return [first + place for place in range(bits.bit_length()) if bits >> place & 1]


def kept_by(s: Any, seat: int) -> list[int]:
    """The completed Contracts that lie with a Guild."""
    return [
        card
        for deck, first in enumerate(FIRST_OF_DECK.tolist())
        for card in cards_in(int(s["kept"][seat, deck]), first)
    ]


def boons_of(names: Names, s: Any, seat: int) -> list[str]:
    """The Boons that a Guild can still use."""
    return [names.contracts[card] for card in kept_by(s, seat) if names.box.contracts[card].kind == "boon"]


def told(card: Adventurer | Contract) -> str:
    """A card in words."""
    if isinstance(card, Adventurer):
        skills = ", ".join(f"{skill.capitalize()} {dice}" for skill, dice in card.skills.items())
        ability = card.ability
        told = f" {ability.moon.capitalize()}, {ability.phase.capitalize()}: {say(ability.effect)}." if ability else ""
        return f"{card.rank.capitalize()}, {skills}, {card.fame} Fame.{told}"
    targets = " or ".join(f"{skill.capitalize()} {target}" for skill, target in card.targets.items())
    effects = "".join(f" {card.kind.capitalize()}: {say(effect)}." for effect in card.effects)
    return f"{card.deck.capitalize()} Contract, {targets}: {card.gold} Gold, {card.fame} Fame.{effects}"
