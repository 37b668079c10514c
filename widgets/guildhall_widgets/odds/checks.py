"""The check explorer widget: the exact chance of a Guild Master team against a Contract, and ways to raise it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import traitlets

from guildhall import odds
from guildhall.core.errors import BadOdds, short
from guildhall.core.game import Game
from guildhall.games.guild_master.language import SKILLS
from guildhall.games.guild_master.settings import GuildMasterSettings, box_of

from ..live import LiveWidget, on, public
from ..messages import read_word
from ..render.numbers import percent
from .check_page import MOST_DICE, MOST_TARGET, SIDES, Check, Guild, check_page, question
from .situation import read_whole

__all__ = ["CheckExplorer"]


class CheckExplorer(LiveWidget):
    """The exact chance of a Guild Master check, with every possible aid.

    game, seat: offer this seat's Guild, Upgrades and known Contracts. Without a game, all cards are offered.
    dice, target: the initial numbers.
    `dice` and `target` are traits that can be set, observed and linked.

    >>> print(CheckExplorer(dice=5, target=20).text())
    Do 5 dice reach 20?
    Chance: 30.5...%, exactly 791/2592
    """

    dice = public(traitlets.Int(4), lambda it: it.check.dice, lambda it, value: it._set_dice(value))
    target = public(traitlets.Int(12), lambda it: it.check.target, lambda it, value: it._set_target(value))

    def __init__(self, game: Game | None = None, *, seat: int = 0, dice: int = 4, target: int = 12) -> None:
        super().__init__(label="Check explorer")
        guild = _box() if game is None else _guild(game, seat)
        self.check = Check(guild, own_dice=_dice(dice), own_target=_target(target))
        self.refresh()

    def page(self) -> str:
        """Return the page."""
        return check_page(self.check)

    def text(self) -> str:
        """Return the question and the chance."""
        chance = self.check.chance()
        return f"{question(self.check)}\nChance: {percent(chance)}, exactly {chance}"

    # User actions

    @on("contract")
    def _choose_contract(self, value: str) -> None:
        known = read_word(value, ("", *self.check.guild.contracts), "Contract", error=BadOdds)
        self._show(replace(self.check, contract=known).fitting())

    @on("skill")
    def _choose_skill(self, value: str) -> None:
        skill = read_word(value, self.check.skills, "skill", error=BadOdds)
        side = self.check.guild.sides.get(skill, self.check.side)
        self._show(replace(self.check, skill=skill, side=side))

    @on("member")
    def _choose_member(self, value: str, slot: int) -> None:
        name = read_word(value, ("", *self.check.guild.adventurers), "Adventurer", error=BadOdds)
        number = read_whole("slot", slot, 0, self.check.guild.size - 1)
        team = [*self.check.team, *[""] * self.check.guild.size][: self.check.guild.size]
        if name and name in team and team.index(name) != number:
            raise BadOdds(f"{name} is already in the team")
        team[number] = name
        self._show(replace(self.check, team=tuple(filter(None, team))))

    @on("best")
    def _find_best(self) -> None:
        """Pick the team with the best chance for the chosen Contract."""
        guild, card = self.check.guild, self.check.guild.contracts.get(self.check.contract)
        if card is None or len(guild.adventurers) > 20:
            raise BadOdds("the best team requires a Contract and a Guild of at most twenty")
        own = [odds.dice.Adventurer(name, one.skills) for name, one in guild.adventurers.items()]
        upgrades = {skill: _upgrade(side) for skill, side in guild.sides.items()}
        best = odds.dice.best_team(own, guild.size, dict(card.targets), upgrades=upgrades)
        self._show(replace(self.check, team=best.names).fitting())

    @on("dice")
    def _set_dice(self, value: str | int) -> None:
        self._show(replace(self.check, team=(), own_dice=_dice(value)))

    @on("target")
    def _set_target(self, value: str | int) -> None:
        self._show(replace(self.check, contract="", own_target=_target(value)))

    @on("side")
    def _choose_side(self, value: str) -> None:
        self._show(replace(self.check, side=read_word(value, tuple(SIDES), "side of a Skill Upgrade", error=BadOdds)))

    @on("conflicts")
    def _set_conflicts(self, value: bool) -> None:
        self._show(replace(self.check, conflicts=value))

    def _show(self, check: Check) -> None:
        self.check = check
        self.status = f"{question(check)} {percent(check.chance())}"


def _box() -> Guild:
    box = box_of(GuildMasterSettings.settle({}))
    return Guild({one.name: one for one in box.adventurers}, {one.name: one for one in box.contracts})


def _guild(game: Game, seat: int) -> Guild:
    """Return a seat's Guild with the Contracts it knows and can attempt."""
    if not isinstance(game, Game) or game.rules.game != "guild-master":
        raise BadOdds(f"checks need a game of guild-master, not {short(game)}")
    number = read_whole("seat", seat, 0, len(game.rules.seats) - 1)
    view: Any = game.view(number)
    box = view.names.box
    adventurers = {one.name: one for one in box.adventurers}
    contracts = {one.name: one for one in box.contracts}
    known = [name for name in (*view.contracts, *view.private(number)) if name in contracts]
    s = view.knowledge[0]
    sides = {
        skill: side
        for place, skill in enumerate(SKILLS)
        for name, side in (("fixer", "fixer"), ("reroll", "re-roll"))
        if int(s[name][number]) >> place & 1
    }
    size = int(game.rules.compiled[0]["core_value"][1, int(s["core"][number, 1])])  # type: ignore[attr-defined]
    members = {name: adventurers[name] for name in view.members(number)}
    return Guild(members, {name: contracts[name] for name in known}, size, sides)


def _upgrade(side: str) -> odds.dice.Team:
    return odds.dice.Team(0, fixers=[5] if side == "fixer" else (), rerolls=2 if side == "re-roll" else 0)


def _dice(value: object) -> int:
    return read_whole("dice", value, 1, MOST_DICE)


def _target(value: object) -> int:
    return read_whole("target", value, 1, MOST_TARGET)
