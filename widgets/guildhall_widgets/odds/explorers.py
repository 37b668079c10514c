"""The odds explorer and the check explorer: exact chances with sliders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from time import sleep
from typing import Any

import traitlets

from guildhall import odds
from guildhall.core.errors import BadOdds, did_you_mean, nearest, short
from guildhall.core.game import Game
from guildhall.games.guild_master.language import SKILLS
from guildhall.games.guild_master.settings import GuildMasterSettings, box_of
from guildhall.lessons.language import language

from ..background import WorkingWidget
from ..live import LiveWidget, on, public
from ..messages import read_word
from ..render.numbers import percent
from ..render.styles import notes_in
from .charts import waiting_words
from .counting import COPIES, HAND, LARGEST_DECK, MOST_COLOURS, PRESETS, Batch, Hands, Situation, in_words, read_whole
from .explorer_pages import (
    MOST_DICE,
    MOST_TARGET,
    OWN,
    SIDES,
    Check,
    Guild,
    check_page,
    check_question,
    explorer,
    question,
)

__all__ = ["CheckExplorer", "OddsExplorer"]

PACE = 0.08  # seconds between batches, slow enough to follow by eye
MOST_SEED = 2**63 - 1


class OddsExplorer(WorkingWidget):
    """Sliders for missing, seen, drawn and kept cards, with the exact chance, its derivation and drawn hands.

    missing: the number of missing colours of the chapter.
    seen: copies seen of each, one number for all or one for each.
    draws, kept, unseen: cards drawn, cards kept in hand at a refresh, cards unseen.
    need: how many of the missing colours are wanted, by default all.
    preset: one of `PRESETS` by name, instead of the numbers above.
    covered: hide the chance, so that a class can guess first.
    lang: "en" or "de".
    `missing`, `draws`, `kept`, `unseen` and `covered` are traits that can be set, observed and linked.

    >>> print(OddsExplorer(missing=1, seen=2, unseen=90).text().splitlines()[1])
    Chance: 13.0 %, exactly 173/1335
    """

    missing = public(traitlets.Int(1), lambda it: it.situation.missing, lambda it, value: it._set_missing(value))
    draws = public(traitlets.Int(6), lambda it: it.situation.draws, lambda it, value: it._set_draws(value))
    kept = public(traitlets.Int(0), lambda it: it.situation.kept, lambda it, value: it._set_kept(value))
    unseen = public(traitlets.Int(90), lambda it: it.situation.unseen, lambda it, value: it._set_unseen(value))
    covered = public(traitlets.Bool(), lambda it: it.is_covered, lambda it, value: it._cover(value))

    def __init__(
        self,
        *,
        missing: int = 1,
        seen: int | tuple[int, ...] = 2,
        draws: int = 6,
        kept: int = 0,
        unseen: int = 90,
        need: int | None = None,
        preset: str | None = None,
        seed: int = 1,
        covered: bool = False,
        lang: str | None = None,
    ) -> None:
        self.lang = language(lang)
        super().__init__(label=self.lang.say("Odds explorer"), **notes_in(self.lang))
        self.is_covered = bool(covered)
        self.guess: Fraction | None = None
        number = read_whole("colours missing", missing, 1, MOST_COLOURS)
        own = tuple(seen) if isinstance(seen, Sequence) else (seen,) * number
        self.situation = Situation(own, draws, kept, unseen, need) if preset is None else _preset(preset)
        self.hands = Hands(self.situation, read_whole("seed", seed, 0, MOST_SEED))
        self.refresh()

    def page(self) -> str:
        """Return the page."""
        about = {"is_drawing": self.is_working, "is_covered": self.is_covered}
        return explorer(self.situation, self.hands, **about, guess=self.guess, lang=self.lang)

    def text(self) -> str:
        """Return the question, the chance and the counting."""
        situation, lang = self.situation, self.lang
        asked = question(situation, lang)
        if self.is_covered:
            return f"{asked}\n{lang.say('The chance is hidden.')}"
        chance = lang.digits(percent(situation.chance))
        answer = lang.say("Chance: {chance}, exactly {fraction}", chance=chance, fraction=situation.chance)
        waiting = lang.say("Waiting time: {words}", words=waiting_words(situation, lang))
        return "\n".join([asked, answer, waiting, *in_words(situation, lang)])

    def finished(self) -> str:
        """Return the status line for a finished sample."""
        return self.lang.say("{number} hands drawn", number=self.hands.number)

    # User actions

    @on("preset")
    def _choose(self, value: str) -> None:
        if value != OWN:
            self._show(_preset(value))

    @on("draws")
    def _set_draws(self, value: str | int) -> None:
        self._show(replace(self.situation, draws=read_whole("cards drawn", value, 0, self.situation.unseen)))

    @on("missing")
    def _set_missing(self, value: str | int) -> None:
        self._show(self.situation.with_missing(read_whole("colours missing", value, 1, MOST_COLOURS)))

    @on("need")
    def _set_need(self, value: str | int) -> None:
        wanted = read_whole("colours wanted", value, 1, self.situation.missing)
        self._show(replace(self.situation, need=None if wanted == self.situation.missing else wanted))

    @on("seen")
    def _set_seen(self, value: str | int, colour: int | None = None) -> None:
        place = None if colour is None else read_whole("colour", colour, 0, self.situation.missing - 1)
        self._show(self.situation.with_seen(place, read_whole("copies seen", value, 0, COPIES)))

    @on("unseen")
    def _set_unseen(self, value: str | int) -> None:
        number = read_whole("unseen cards", value, self.situation.least_unseen, LARGEST_DECK)
        self._show(self.situation.with_unseen(number))

    @on("kept")
    def _set_kept(self, value: str | int) -> None:
        self._show(self.situation.with_kept(read_whole("cards kept", value, 0, HAND)))

    @on("seed")
    def _set_seed(self, value: str | int) -> None:
        self._begin_anew(self.situation, read_whole("seed", value, 0, MOST_SEED))

    @on("cover")
    def _cover(self, value: bool) -> None:
        if value:
            self.guess = None
        self.is_covered = value
        self._tell()

    @on("hide")
    def _hide(self) -> None:
        """Hide the chance, or show it again."""
        self._cover(not self.is_covered)

    @on("guess")
    def _take_guess(self, value: str) -> None:
        """Note a guess in percent, or none."""
        self.guess = _percentage(value) if value.strip() else None

    @on("reveal")
    def _reveal(self) -> None:
        """Show the chance, and how far off the guess was."""
        self._cover(False)

    @on("draw")
    def _draw(self) -> None:
        if self.is_working:
            self.stop()
            self.status = self.lang.say("Stopped after {number} hands", number=self.hands.number)
        else:
            self._start()
            self.status = self.lang.say("Drawing hands")

    @on("clear")
    def _clear(self) -> None:
        self.stop()
        self.hands = Hands(self.situation, self.hands.seed)
        self.status = self.lang.say("Drawn hands cleared")

    # Drawn hands

    def _show(self, situation: Situation) -> None:
        """Show another situation, keeping the drawn hands if they fit it too. A guess was for the other one."""
        self.guess = None
        if replace(situation, draws=0, kept=0) == replace(self.situation, draws=0, kept=0):
            self.situation = situation
        else:
            self._begin_anew(situation, self.hands.seed)
        self._tell()

    def _tell(self) -> None:
        chance = "" if self.is_covered else f" {self.lang.digits(percent(self.situation.chance))}"
        self.status = f"{question(self.situation, self.lang)}{chance}"

    def _begin_anew(self, situation: Situation, seed: int) -> None:
        was_drawing = self.is_working
        self.stop()
        self.situation, self.hands = situation, Hands(situation, seed)
        if was_drawing:
            self._start()

    def _start(self) -> None:
        self.begin(_paced(self.hands.batches()), self.hands.add)


def _paced(batches: Iterator[Batch]) -> Iterator[Batch]:
    for batch in batches:
        yield batch
        sleep(PACE)


def _percentage(text: str) -> Fraction:
    """Return a typed percentage as a chance.

    >>> _percentage("12.5 %")
    Fraction(1, 8)
    """
    digits = text.strip().removesuffix("%").strip().replace(",", ".")
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{0,3})?", digits) or float(digits) > 100:
        raise BadOdds(f"a guess is a number from 0 to 100 percent, not {short(text)}")
    return Fraction(digits) / 100


def _preset(name: str) -> Situation:
    if not isinstance(name, str) or name not in PRESETS:
        close = did_you_mean(nearest(name, PRESETS))
        raise BadOdds(f"unknown situation {short(name)}{close or '; expected one of ' + ', '.join(PRESETS)}")
    return PRESETS[name]


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
        return f"{check_question(self.check)}\nChance: {percent(chance)}, exactly {chance}"

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
        self.status = f"{check_question(check)} {percent(check.chance())}"


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
