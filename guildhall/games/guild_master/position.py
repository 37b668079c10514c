"""Games set up by hand: Guilds and cards as given, everything else from the seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from guildhall.core.errors import BadPosition, UnknownCard, did_you_mean, nearest, short
from guildhall.core.registration import Arguments, at, number_from, possible
from guildhall.core.rules import State
from guildhall.kernel.chance import below, generator, shuffled
from guildhall.kernel.containers import BIT

from .cards import CORES, RANKS
from .engine.state import (
    EVERYONE,
    FIRST_OF_DECK,
    FIRST_OF_RANK,
    GOLD_AT_START,
    NONE,
    PILE,
    RANK_AT,
    SKILL_TOKENS,
    Phase,
    Rank,
)
from .events import LETTERS
from .language import SKILLS
from .rules import GuildMasterRules
from .settings import GuildMasterSettings

__all__ = ["set_up"]

_FOR_EACH = {
    "recruits": '[["Cixi"], []]',
    "fame": "[12, 9]",
    "gold": "[7, 5]",
    "fixers": '[["might"], []]',
    "rerolls": '[[], ["logic"]]',
    "stables": "[1, 2]",
    "mess_hall": "[1, 2]",
    "bar": "[1, 2]",
    "prestige": '["Academy", None]',
    "private": '[["Steal Battle Plans"], []]',
    "completed": '[["Confront Blasphemers"], []]',
}
_OTHERS = ("skills", "contracts", "adventurers", "discard", "round", "seed")
_ARGUMENTS = Arguments(GuildMasterSettings, _FOR_EACH, _OTHERS, {"[]": '["Cixi"]'}, counted="private")


def set_up(
    *,
    recruits: Sequence[Sequence[str]],
    skills: Sequence[str] | None = None,
    contracts: Sequence[str | None] = (),
    adventurers: Mapping[str, str | None] | None = None,
    discard: Sequence[str] = (),
    round: int = 1,
    seed: int = 0,
    **others: Any,
) -> tuple[GuildMasterRules, State]:
    """Set up a game in the Order Phase of a Round, before anybody has planned.

    For each player: `recruits` (Adventurers in addition to the four Novices), `fame`, `gold`, `fixers` and `rerolls`
    (skills with an Upgrade of that side), the levels `stables`, `mess_hall`, `bar`, then `prestige`, `private`,
    `completed`.
    `skills` are those of the starting teams. A Guild without an Upgrade of its starting skill gets the Dice fixer.
    `contracts` are laid on the spots from 1 on, `adventurers` on top of their spaces. None, and anything not given, is
    drawn from the seed. A number for `private` means that many unknown Contracts.
    """
    placed = {"recruits": recruits, **_ARGUMENTS.taken_from(others)}
    rules = _ARGUMENTS.rules_by(GuildMasterRules.of, "recruits", recruits, others)
    layout = _Layout(rules, seed)
    with at("skills"):
        layout.form_teams(skills)
    for name, given in placed.items():
        _ARGUMENTS.lay(partial(layout.place, name), name, given, len(rules.seats))
    with at("discard"):
        layout.discard(_ARGUMENTS.listed("discard", discard))
    unknown = _ARGUMENTS.unknown(placed.get("private"), int(FIRST_OF_DECK[1]))
    with at("contracts"):
        layout.lay_contracts(_ARGUMENTS.listed("contracts", contracts), unknown)
    with at("adventurers"):
        layout.lay_adventurers(_mapped(adventurers))
    layout.begin(number_from(1, int(rules.compiled[0]["rounds"]), round, "round"))
    return possible(rules, layout.state)


def _mapped(given: Any) -> Mapping[str, str | None]:
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not set(given) <= set(LETTERS):
        raise BadPosition(f'expected a dict by space, such as {{"A": "Cixi"}}, not {short(given)}')
    return given


class _Layout:
    """A state being set up, and the cards not used yet."""

    def __init__(self, rules: GuildMasterRules, seed: int) -> None:
        self.rules, self.names, self.R = rules, rules.names, rules.compiled[0]
        self.state = rules.template.copy()
        self.s = self.state[0]
        self.coins = generator(seed)
        self.contracts = dict.fromkeys(range(len(self.names.contracts)))  # remaining ones, in order
        self.adventurers = dict.fromkeys(range(int(FIRST_OF_RANK[Rank.ADEPT]), len(self.names.adventurers)))
        for seat in range(len(rules.seats)):
            self.s["guild"][seat], self.s["gold"][seat] = seat, GOLD_AT_START

    # --- Cards ---

    def use_contract(self, name: object) -> int:
        """Take a Contract from the remaining ones."""
        card = _find(name, self.names.contracts, "Contract")
        if card not in self.contracts:
            raise BadPosition(f"{name} is already used elsewhere")
        del self.contracts[card]
        self.s["seen"][card] = EVERYONE
        return card

    def use_adventurer(self, name: object) -> int:
        """Take an Adventurer from the remaining ones."""
        card = _find(name, self.names.adventurers, "Adventurer")
        if card < FIRST_OF_RANK[Rank.ADEPT]:
            raise BadPosition(f"{name} is a Novice and belongs to a starting team")
        if card not in self.adventurers:
            raise BadPosition(f"{name} is already used elsewhere")
        del self.adventurers[card]
        return card

    # --- Guilds ---

    def form_teams(self, skills: Any) -> None:
        """Form the starting teams with their four Novices, by default one of the sets of the box."""
        seats = len(self.rules.seats)
        if skills is None:
            chosen = int(self.R["teams"]) if self.R["teams"] != NONE else below(self.coins, int(self.R["sets_n"]))
            tokens = shuffled(self.R["sets"][chosen, :seats].tolist(), self.coins)
        else:
            tokens = [_find(skill, SKILLS, "skill") for skill in _ARGUMENTS.listed("skills", skills)]
            if len(tokens) != seats or len(set(tokens)) != seats:
                raise BadPosition(f"expected {seats} different skills, one for each player")
        for seat, token in enumerate(tokens):
            novices = self.R["novice"][token]
            self.s["token"][seat], self.s["member_n"][seat] = token, len(novices)
            self.s["member"][seat, : len(novices)] = novices

    def place(self, name: str, seat: int, own: Any) -> None:
        """Set up a Guild as one argument says."""
        if name in ("fame", "gold"):
            self.s[{"fame": "points"}.get(name, name)][seat] = number_from(0, 999, own)
        elif name.replace("_", " ") in CORES:
            self.s["core"][seat, CORES.index(name.replace("_", " "))] = number_from(1, 3, own)
        elif name in ("fixers", "rerolls"):
            skills = {_find(one, SKILLS, "skill") for one in own}
            self.s[name.removesuffix("s")][seat] = sum(1 << skill for skill in skills)
        elif name == "prestige":
            titles = [one.name for one in self.names.box.prestiges]
            self.s["prestige"][seat] = NONE if own is None else _find(own, titles, "Prestige Upgrade")
        else:
            for card in own:
                getattr(self, f"_place_{name}")(seat, card)

    def _place_recruits(self, seat: int, name: object) -> None:
        self.s["member"][seat, int(self.s["member_n"][seat])] = self.use_adventurer(name)
        self.s["member_n"][seat] += 1

    def _place_private(self, seat: int, name: object) -> None:
        card = self.use_contract(name)
        if card >= FIRST_OF_DECK[1]:
            raise BadPosition(f"{name} is not a Common Contract")
        self._give_private(seat, card)

    def _give_private(self, seat: int, card: int) -> None:
        self.s["private"][seat] |= BIT[card]
        self.s["private_n"][seat] += 1
        self.s["seen"][card] = BIT[seat]

    def _place_completed(self, seat: int, name: object) -> None:
        self._note(self.s["kept"][seat], self.use_contract(name))

    def _note(self, bits: Any, card: int) -> None:
        deck = int(self.R["deck_of"][card])
        bits[deck] |= BIT[card - FIRST_OF_DECK[deck]]

    # --- The board ---

    def discard(self, names: Iterable[object]) -> None:
        """Put Contracts out of the game."""
        for name in names:
            self._note(self.s["gone"], self.use_contract(name))

    def lay_contracts(self, names: Sequence[Any], unknown: Mapping[int, int]) -> None:
        """Lay Contracts on the spots, filling up with Commons, deal unknown ones, and lay the rest into the decks."""
        spots = int(self.R["spots"])
        if len(names) > spots:
            raise BadPosition(f"there are {spots} spots, not {len(names)}")
        cards = [None if name is None else self.use_contract(name) for name in names]
        commons = shuffled((card for card in self.contracts if card < FIRST_OF_DECK[1]), self.coins)
        for seat, number in unknown.items():
            if number > len(commons):
                raise BadPosition(
                    f"private[{seat}]: only {len(commons)} Common Contracts are left for {number} unknown"
                )
            for _ in range(number):
                del self.contracts[commons[-1]]
                self._give_private(seat, commons.pop())
        for spot in range(spots):
            card = cards[spot] if spot < len(cards) else None
            if card is None and commons:
                card = commons.pop()
                del self.contracts[card]
            if card is not None:
                self.s["spot"][spot], self.s["spot_deck"][spot] = card, self.R["deck_of"][card]
                self.s["spot_up"] |= BIT[spot]
                self.s["seen"][card] = EVERYONE
        for card in shuffled(self.contracts, self.coins):
            deck = int(self.R["deck_of"][card])
            self.s["deck"][deck, int(self.s["deck_n"][deck])] = card
            self.s["deck_n"][deck] += 1

    def lay_adventurers(self, tops: Mapping[str, str | None]) -> None:
        """Lay Adventurers on the spaces in use, the named ones on top. Adepts without a space go into the box."""
        wanted = {LETTERS.index(letter): self.use_adventurer(name) for letter, name in tops.items() if name is not None}
        for letter, card in wanted.items():
            if self.R["rank"][card] != RANK_AT[letter] or letter in range(int(self.R["letters"]), 3):
                raise BadPosition(f"{self.names.adventurers[card]} does not belong on space {LETTERS[letter]}")
        used = [letter for letter in range(len(LETTERS)) if letter not in range(int(self.R["letters"]), 3)]
        for rank in range(Rank.ADEPT, len(RANKS)):
            self._lay_rank([letter for letter in used if RANK_AT[letter] == rank], rank, wanted)

    def _lay_rank(self, letters: list[int], rank: int, tops: Mapping[int, int]) -> None:
        left = shuffled((card for card in self.adventurers if self.R["rank"][card] == rank), self.coins)
        for card in left[: self._boxed] if rank == Rank.ADEPT else ():
            self.s["box"] |= BIT[card - FIRST_OF_RANK[rank]]
        for card in left[self._boxed :] if rank == Rank.ADEPT else left:
            self._pile(min(letters, key=lambda letter: int(self.s["pile_n"][letter]) + (letter in tops)), card)
        for letter in letters:
            if letter in tops:
                self._pile(letter, tops[letter])
            if self.s["pile_n"][letter]:
                self.s["pile_up"] |= BIT[letter]

    @property
    def _boxed(self) -> int:
        """The number of Adepts put back unseen (rule 10)."""
        return PILE * (3 - int(self.R["letters"]))

    def _pile(self, letter: int, card: int) -> None:
        self.s["pile"][letter, int(self.s["pile_n"][letter])] = card
        self.s["pile_n"][letter] += 1

    # --- The Round ---

    def begin(self, turn_no: int) -> None:
        """Begin planning. A Guild without an Upgrade of its starting skill gets the Dice fixer."""
        s = self.s
        for seat in range(len(self.rules.seats)):
            token = BIT[int(s["token"][seat])]
            if not int(s["fixer"][seat] | s["reroll"][seat]) & int(token):
                s["fixer"][seat] |= token
        self._check_tokens()
        s["turn_no"], s["phase"], s["marker"] = turn_no, Phase.PLAN, self.R["marker"]
        s["rng"] = self.coins[0]

    def _check_tokens(self) -> None:
        """Check that there are tokens for all Skill Upgrades (R-49)."""
        s, seats = self.s, range(len(self.rules.seats))
        for skill, name in enumerate(self.names.skill_upgrades):
            owners = [seat for seat in seats if int(s["fixer"][seat] | s["reroll"][seat]) >> skill & 1]
            taken = sum(int(s["token"][seat]) != skill for seat in owners)
            if taken > SKILL_TOKENS:
                there_are = f"but the box has {SKILL_TOKENS} of them"
                raise BadPosition(f"fixers and rerolls: {taken} Guilds have an ordinary {name}, {there_are}")


def _find(name: object, names: Sequence[str], what: str) -> int:
    found = [number for number, one in enumerate(names) if isinstance(name, str) and one.lower() == name.lower()]
    if found:
        return found[0]
    close = nearest(name, names) if isinstance(name, str) else ()
    raise UnknownCard(f"unknown {what} {short(name)}{did_you_mean(close)}", name=str(name), nearest=close)
