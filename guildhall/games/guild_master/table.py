"""The table, or one seat's view of it, in plain lists and words, shown as text and simple HTML."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from guildhall.kernel.views import RecordTable

from .cards import CORES
from .engine.state import BLOOD, LETTERS, NONE, SPACES, SPOTS, Phase
from .events import LETTERS as LETTER_NAMES
from .events import OBJECTIVES, SIDES, Names, boons_of, cards_in, kept_by
from .language import DECKS, SKILLS, say
from .odds import Chances, Figures, skills_of

__all__ = ["Table"]

_HIDDEN = "face down"


@dataclass(frozen=True, eq=False, repr=False)
class Table(RecordTable):
    """The table of a record. With a seat, the record holds only that seat's knowledge."""

    names: Names
    compiled: Any = None  # the compiled rules

    @cached_property
    def figures(self) -> Figures:
        """Bids, costs, targets and totals, including Events and abilities."""
        return Figures(self.names, self._s, self.compiled[0])

    @cached_property
    def chances(self) -> Chances:
        """The chances of checks."""
        return Chances(self.figures)

    @property
    def cost(self) -> int:
        """The cost at the Builder Cost marker, without Events and abilities."""
        track = self.compiled[0]["cost"]
        return int(track[min(int(self._s["marker"]), len(track) - 1)])

    @property
    def moon(self) -> str:
        """The moon of the Round."""
        if not self.turn_no:
            return "set-up"
        return ("Full Moon", "Half Moon")[self.turn_no % 2] + (", Blood Moon" if self.turn_no % BLOOD == 0 else "")

    @property
    def fame(self) -> list[int]:
        """Fame by seat."""
        return [int(self._s["points"][seat]) for seat in range(len(self.names.seats))]

    @property
    def gold(self) -> list[int]:
        """Gold by seat, on Orders and in the Treasury."""
        return [self.treasury[seat] + int(self._s["bid"][seat].sum()) for seat in range(len(self.names.seats))]

    @property
    def treasury(self) -> list[int]:
        """Gold in the Treasuries. For other seats still planning, all their Gold."""
        return [int(self._s["gold"][seat]) for seat in range(len(self.names.seats))]

    @property
    def adventurers(self) -> dict[str, str | None]:
        """The card on top of every space, or None if it is empty."""
        found: dict[str, str | None] = {}
        for letter in range(LETTERS):
            n, up = int(self._s["pile_n"][letter]), int(self._s["pile_up"]) >> letter & 1
            top = self.names.adventurers[int(self._s["pile"][letter, n - 1])] if n and up else _HIDDEN
            found[LETTER_NAMES[letter]] = top if n else None
        return found

    @property
    def contracts(self) -> list[str | None]:
        """The Contracts on the spots, or None if a spot is empty."""
        found: list[str | None] = []
        for spot in range(SPOTS):
            card = int(self._s["spot"][spot])
            up = int(self._s["spot_up"]) >> spot & 1
            shown = self.names.contracts[card] if card >= 0 and (up or self.seat is not None) else _HIDDEN
            found.append(None if card == NONE else shown)
        return found

    def back_of(self, spot: int) -> str:
        """Return the deck of the Contract on a spot, which its back shows (R-50), or ""."""
        deck = int(self._s["spot_deck"][spot])
        return DECKS[deck] if deck >= 0 else ""

    @property
    def decks(self) -> list[int]:
        """The number of cards in each Contract deck."""
        return [int(n) for n in self._s["deck_n"]]

    def members(self, seat: int) -> list[str]:
        """Return the Adventurers of a Guild in the order it got them."""
        n = int(self._s["member_n"][seat])
        return [self.names.adventurers[int(card)] for card in self._s["member"][seat, :n]]

    def private(self, seat: int) -> list[str]:
        """Return the known Private Contracts of a Guild."""
        return [self.names.contracts[card] for card in cards_in(int(self._s["private"][seat]), 0)]

    def private_n(self, seat: int) -> int:
        """Return the number of a Guild's Private Contracts."""
        return int(self._s["private_n"][seat])

    def completed(self, seat: int) -> list[str]:
        """Return the completed Contracts that a Guild keeps."""
        return [self.names.contracts[card] for card in kept_by(self._s, seat)]

    def boons(self, seat: int) -> list[str]:
        """Return the Boons that a Guild can still use."""
        return boons_of(self.names, self._s, seat)

    def upgrades(self, seat: int) -> dict[str, str]:
        """Return the Upgrades of a Guild with their level or side."""
        s = self._s
        found = {core.title(): "I" * int(s["core"][seat, number]) for number, core in enumerate(CORES)}
        for skill in range(len(SKILLS)):
            for side, name in zip(SIDES, ("fixer", "reroll"), strict=True):
                if int(s[name][seat]) >> skill & 1:
                    found[self.names.skill_upgrades[skill]] = side
        if int(s["prestige"][seat]) != NONE:
            found[self.names.box.prestiges[int(s["prestige"][seat])].name] = "Prestige"
        return found

    def orders(self, seat: int) -> list[str]:
        """Return the known Orders of a Guild."""
        s, found = self._s, []
        for space in range(SPACES):
            team = int(s["team"][seat, space])
            if team:
                sent = ", ".join(self.members(seat)[member] for member in cards_in(team, 0))
                gold = int(s["bid"][seat, space])
                paid = f", {gold} Gold" if gold else ""
                found.append(f"{space + 1}: {OBJECTIVES[int(s['card'][seat, space])]} ({sent}{paid})")
        return found

    @property
    def is_planning(self) -> bool:
        """True while screens are up."""
        return int(self._s["phase"]) == Phase.PLAN

    def may_see_orders(self, seat: int) -> bool:
        """True if the Orders of a Guild are known, as all are once revealed."""
        return not self.is_planning or self.seat in (None, seat)

    @property
    def check(self) -> str:
        """The check in flight, or nothing."""
        seat = int(self._s["roller"])
        if seat == NONE or int(self._s["phase"]) == Phase.SKILL:
            return ""
        faces = ", ".join(str(int(face)) for face in self._s["dice"][seat, : int(self._s["dice_n"][seat])])
        skill, standing = SKILLS[int(self._s["skill"])], self.figures.standing
        return f"{self.names.seats[seat]}: {skill}, dice {faces or 'none'}, {standing}"

    def player_lines(self, seat: int) -> dict[str, str]:
        """Return a Guild's possessions as labelled lines."""
        known = [contract_line(self, self.names.contracts.index(name)) for name in self.private(seat)]
        hidden = self.private_n(seat) - len(known)
        private = ", ".join([*known, *([f"{hidden} face down"] if hidden else [])])
        guild = int(self._s["guild"][seat])
        return {
            "Guild": self.names.guilds[guild] if guild >= 0 else "none yet",
            "Fame": str(self.fame[seat]),
            "Gold": str(self.gold[seat]),
            "Adventurers": ", ".join(f"{name} ({self.skills(name)})" for name in self.members(seat)),
            "Upgrades": ", ".join(f"{name} {level}" for name, level in self.upgrades(seat).items()),
            "Private Contracts": private or "none",
            "completed": ", ".join(self.completed(seat)) or "none",
            **({"Boons": "; ".join(map(self._boon, boons))} if (boons := self.boons(seat)) else {}),
            "Orders": "; ".join(self.orders(seat)) or "none",
        }

    def skills(self, adventurer: str) -> str:
        """Return the dice of an Adventurer by skill."""
        return skills_of(self.names.box.adventurers[self.names.adventurers.index(adventurer)].skills)

    def _boon(self, name: str) -> str:
        effects = self.names.box.contracts[self.names.contracts.index(name)].effects
        return f"{name} ({', '.join(map(say, effects))})"

    def _space_line(self, letter: int) -> str:
        """The Adventurer on a space, with the requirements of a bid for it."""
        name, card = self.adventurers[LETTER_NAMES[letter]], self.figures.recruit(letter)
        if card is None:
            return name or "no card"
        one = self.names.box.adventurers[card]
        ability = f"; {one.ability.moon}, {one.ability.phase}: {say(one.ability.effect)}" if one.ability else ""
        return f"{name} ({skills_of(one.skills)}; {one.fame} Fame, bid {self.figures.bids(letter)}{ability})"

    def _spot_line(self, spot: int) -> str:
        """The Contract on a spot, or its deck if it is face down."""
        name = self.contracts[spot]
        if name is None:
            return "no card"
        if name == _HIDDEN:
            return f"{_HIDDEN}, {self.back_of(spot).capitalize()}"
        down = "" if int(self._s["spot_up"]) >> spot & 1 else f", {_HIDDEN}"
        return contract_line(self, int(self._s["spot"][spot])) + down

    def board_lines(self) -> dict[str, str]:
        """Return the board as labelled lines."""
        decks = ", ".join(f"{n} {deck}" for n, deck in zip(self.decks, ("Common", "Heroic", "Legendary"), strict=True))
        lines = {"Round": f"{self.turn_no}, {self.moon}", "next Builder": f"{self.figures.builder_costs} Gold"}
        lines |= {f"Adventurer {letter}": self._space_line(number) for number, letter in enumerate(LETTER_NAMES)}
        lines |= {f"Contract {spot + 1}": self._spot_line(spot) for spot in range(SPOTS)}
        return {**lines, "decks": decks, **({"check": self.check} if self.check else {})}


def contract_line(table: Table, card: int) -> str:
    """Return a Contract with its current targets, its rewards and effects."""
    one = table.names.box.contracts[card]
    effects = f"; {one.kind}: {', '.join(map(say, one.effects))}" if one.effects else ""
    return f"{one.name} ({table.figures.targets_text(card)}; {one.gold} Gold, {one.fame} Fame{effects})"
