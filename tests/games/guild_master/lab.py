"""Tables for tests of the rules: Guilds and cards laid as wanted, Orders planned in one line, dice turned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from guildhall.core.decision import Event
from guildhall.core.game import Game
from guildhall.games.guild_master.cards import MOONS, Ability
from guildhall.games.guild_master.engine.state import FIRST_OF_DECK, NONE, Phase
from guildhall.games.guild_master.language import SKILLS, Effect, Op
from guildhall.games.guild_master.rules import GuildMasterRules
from guildhall.kernel.chance import generator
from guildhall.kernel.containers import BIT

__all__ = ["Lab", "named"]

EVERYONE = 15
CORES = {"stables": 0, "mess": 1, "bar": 2}


def named(events: Iterable[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


class Lab:
    """A game whose state a test may change at will; it begins at the planning of a Round."""

    def __init__(
        self, players: int = 2, *, round_no: int = 1, seed: int = 1, calm: bool = True, **options: Any
    ) -> None:
        self.rules = GuildMasterRules.of(players=players, **options)
        self.state = self.rules.start(seed)
        self.events: list[Event] = []
        while self.kind != "team":
            self.play(self.offered[0])
        self.s["turn_no"] = round_no
        if calm:  # no ability of a Novice disturbs
            for name in ("op", "plot"):
                self.record[name] = self.record[name].copy()
            self.record["op"][:24] = 0
            self.record["plot"][:24] = 0

    @classmethod
    def at(cls, game: Game) -> Lab:
        """The table of a game, abilities and all."""
        lab = object.__new__(cls)
        lab.rules, lab.state, lab.events = game.rules, game.state.copy(), []
        return lab

    # --- Reading ---

    @property
    def s(self) -> Any:
        return self.state[0]

    @property
    def record(self) -> Any:
        return self.rules.compiled[0]

    @property
    def table(self) -> Any:
        return self.rules.table(self.state)

    @property
    def decision(self) -> Any:
        return self.rules.decision(self.state)

    @property
    def kind(self) -> str:
        return str(self.decision.kind)

    @property
    def actor(self) -> int:
        return int(self.s["actor"])

    @property
    def offered(self) -> tuple[str, ...]:
        """The phrases in the order of the rules, which begin with "done"."""
        return tuple(self.rules.phrase(self.state, option) for option in self.rules.options(self.state))

    @property
    def fame(self) -> list[int]:
        return self.table.fame

    @property
    def gold(self) -> list[int]:
        return self.table.gold

    def contract(self, name: str) -> int:
        return self.rules.names.contracts.index(name)

    def adventurer(self, name: str) -> int:
        return self.rules.names.adventurers.index(name)

    # --- Laying ---

    def guild(self, seat: int, members: str = "", **fields: Any) -> Lab:
        """Give a Guild members by name, gold, fame, levels, upgrades ("fixer", "reroll": skills), cards."""
        if members:
            cards = [self.adventurer(name) for name in members.split()]
            self.s["member"][seat] = 0
            self.s["member"][seat, : len(cards)] = cards
            self.s["member_n"][seat] = len(cards)
        for name, value in fields.items():
            if name in CORES:
                self.s["core"][seat, CORES[name]] = value
            elif name in ("fixer", "reroll"):
                self.s[name][seat] = sum(1 << SKILLS.index(skill) for skill in value.split())
            elif name == "private":
                self.s["private"][seat] = sum(1 << self.contract(card) for card in value)
                self.s["private_n"][seat] = len(value)
                for card in value:
                    self.s["seen"][self.contract(card)] = 1 << seat
            elif name == "kept":
                for card in map(self.contract, value):
                    deck = int(self.record["deck_of"][card])
                    self.s["kept"][seat, deck] |= BIT[card - FIRST_OF_DECK[deck]]
            else:
                self.s[{"fame": "points"}.get(name, name)][seat] = value
        return self

    def spot(self, number: int, name: str | None) -> Lab:
        """A Contract face up on a spot, or none."""
        card = NONE if name is None else self.contract(name)
        self.s["spot"][number - 1] = card
        self.s["spot_deck"][number - 1] = NONE if name is None else self.record["deck_of"][card]
        if name is None:
            self.s["spot_up"] &= ~BIT[number - 1]
        else:
            self.s["spot_up"] |= BIT[number - 1]
            self.s["seen"][card] = EVERYONE
        return self

    def clear_spots(self) -> Lab:
        for number in range(1, 7):
            self.spot(number, None)
        return self

    def pile(self, letter: str, *names: str) -> Lab:
        """Adventurers on a space, the last one on top and face up."""
        place = "ABCDEF".index(letter)
        self.s["pile"][place] = 0
        self.s["pile"][place, : len(names)] = [self.adventurer(name) for name in names]
        self.s["pile_n"][place] = len(names)
        self.s["pile_up"] = int(self.s["pile_up"]) & ~(1 << place) | (1 << place if names else 0)
        return self

    def change(self, name: str, **numbers: int) -> Lab:
        """Other numbers for a Contract: its reward, fame or targets."""
        card = self.contract(name)
        for key, value in numbers.items():
            if key in SKILLS:
                self.record["target"][card, SKILLS.index(key)] = value
            else:
                self.record[key][card] = value
        targets = {skill: int(n) for skill, n in zip(SKILLS, self.record["target"][card], strict=True) if n}
        gold, fame = int(self.record["reward"][card]), int(self.record["fame"][card])
        self._lay("contracts", card, targets=targets, gold=gold, fame=fame)
        return self

    def skills(self, name: str, **dice: int) -> Lab:
        """Other dice for an Adventurer."""
        self.record["dice"][self.adventurer(name)] = [dice.get(skill, 0) for skill in SKILLS]
        self._lay("adventurers", self.adventurer(name), skills=dice)
        return self

    def ability(self, name: str, op: int, amount: int = 1, detail: int = -1, moon: int = 3, plot: int = 0) -> Lab:
        """Another ability for an Adventurer."""
        card = self.adventurer(name)
        for field, value in {"op": op, "amount": amount, "detail": detail, "moon": moon, "plot": plot}.items():
            self.record[field][card] = value
        ability = Ability(MOONS[moon], ("action", "plot")[plot], Effect(Op(op), amount, detail))
        self._lay("adventurers", card, ability=ability if op else None)
        return self

    def _lay(self, cards: str, number: int, **changes: Any) -> None:
        """Another card in the box, for the words; what is played is the record."""
        box = self.rules.box
        known = list(getattr(box, cards))
        known[number] = replace(known[number], **changes)
        object.__setattr__(box, cards, tuple(known))

    def effects(self, name: str, kind: int, *effects: tuple[int, int, int]) -> Lab:
        """Other effects for a Contract."""
        card = self.contract(name)
        self.record["kind"][card], self.record["effect_n"][card] = kind, len(effects)
        self.record["effect"][card] = 0
        for place, effect in enumerate(effects):
            self.record["effect"][card, place] = effect
        told = tuple(Effect(Op(op), amount, detail) for op, amount, detail in effects)
        self._lay("contracts", card, kind=("", "bonus", "boon", "event")[kind], effects=told)
        return self

    def seed(self, number: int) -> Lab:
        """Another chance from here on."""
        self.state["rng"] = generator(number)[0]
        return self

    # --- Playing ---

    def play(self, *phrases: str) -> list[Event]:
        """Play phrases; returns what they led to."""
        told: list[Event] = []
        for phrase in phrases:
            told += self.rules.apply(self.state, self.decision.option(phrase).id)
        self.events += told
        return told

    def refused(self, phrase: str) -> bool:
        """Whether a phrase is not offered."""
        return phrase not in self.offered

    def plan(self, *orders: str) -> list[Event]:
        """The Orders of the Guild that plans: "Bruna Holt: contract 3", "Yorick: recruit A = 5"; the rest unused."""
        told: list[Event] = []
        seat = self.actor
        orders = (*orders, "", "", "", "")
        while self.state[0]["phase"] == Phase.PLAN and self.actor == seat:
            order = orders[int(self.s["space"])]
            team, _, rest = order.partition(":")
            card, _, gold = rest.partition("=")
            names = [*team.split()]
            while self.kind == "team":
                told += self.play(names.pop(0) if names else "done")
            assert not names, f"no room for {names}"
            told += self.play(card.strip() or "no card")
            told += self.play(f"{gold.strip() or 0} gold")
        return told

    def plan_all(self, *plans: Iterable[str]) -> list[Event]:
        """A plan for every Guild in seat order; the Guilds that are left plan nothing."""
        told: list[Event] = []
        for _ in self.rules.seats:
            told += self.plan(*(plans[self.actor] if self.actor < len(plans) else ()))
        return told

    def until(self, *kinds: str, phrase: str = "") -> list[Event]:
        """Play the first option, or one if it is offered, until a decision of these kinds."""
        told: list[Event] = []
        while self.kind not in kinds and self.kind != "over":
            told += self.play(phrase if phrase in self.offered else self.offered[0])
        return told

    def show(self, *faces: int) -> list[Event]:
        """Turn the dice of the check in flight to these faces and end the check."""
        seat = int(self.s["roller"])
        assert self.kind == "dice", self.kind
        assert int(self.s["dice_n"][seat]) == len(faces)
        self.s["dice"][seat, : len(faces)] = faces
        return self.play("done")

    def total(self, result: int) -> list[Event]:
        """End the check in flight with this sum of its dice."""
        n = int(self.s["dice_n"][int(self.s["roller"])])
        faces = np.ones(n, np.int64)
        for place in range(n):
            faces[place] += min(5, result - int(faces.sum()))
        assert int(faces.sum()) == result
        return self.show(*faces.tolist())

    def idle_round(self) -> list[Event]:
        """A Round in which nobody orders anything."""
        return self.plan_all()

    def copy(self) -> Lab:
        """The same moment once more."""
        other = object.__new__(Lab)
        other.rules, other.state, other.events = self.rules, self.state.copy(), [*self.events]
        return other
