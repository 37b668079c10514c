"""Compile a box and its options into the rules record of the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadSetup

from ..cards import SOLD_TYPES, Ability, Box, Card, Deck, Gain, Trigger
from ..language import (
    DECK_WORDS,
    NAMES_QUESTS,
    TYPES,
    Condition,
    Effect,
    Measure,
    Measured,
    Op,
    Pick,
    Selector,
    Side,
    Sort,
    Zone,
    strike,
)
from .state import CARDS, ELEMENTS, NONE, PILES, REALM, RULES, SCENARIO, STATE, Program, Ward

__all__ = ["compile_box", "deck_of_pile", "homes", "printed", "template"]

MOST_WARDED = 99  # if there is no other limit
_ANY_ENEMY = Selector(Pick.FIT, Sort.ENEMY)


def deck_of_pile(box: Box, pile: int) -> Deck | None:
    """Return the deck of a pile, or None for an empty seat."""
    if pile == SCENARIO:
        return box.scenario
    if pile == REALM:
        return box.realm
    return box.party[pile] if pile < len(box.party) else None


def printed(box: Box) -> list[Card]:
    """Return each card's printed form by number: the top cards of all piles, every copy, the Armory's goods."""
    decks = [deck_of_pile(box, pile) for pile in range(PILES)]
    tops = [deck.top if deck else Card("nobody", "Player") for deck in decks]
    return [*tops, *(card for deck in decks if deck for card in deck.cards for _ in range(card.copies)), *box.sold]


def homes(box: Box) -> tuple[int, ...]:
    """Return the pile of each card by number. The Armory's goods belong to the solo player (R-34)."""
    decks = [deck_of_pile(box, pile) for pile in range(PILES)]
    own = (pile for pile, deck in enumerate(decks) if deck for _ in range(deck.size))
    return (*range(PILES), *own, *(0 for _ in box.sold))


def _names_quests(selector: Selector | None) -> bool:
    """True if a phrase means Quests by type or a card by name (R-44)."""
    if selector is None:
        return False
    is_type = selector.sort is Sort.TYPE and selector.word == "Quest"
    return is_type or selector.sort is Sort.NAME or selector.pick is Pick.SELF


def _ward_of(effect: Effect) -> Ward:
    """Return the targets that a static effect guards against damage."""
    if effect.op is Op.REDIRECT:
        return Ward.REDIRECTS
    if effect.op is not Op.TAKES:
        return Ward.DEALT
    whom = effect.target
    is_near = whom is not None and (whom.pick in (Pick.SELF, Pick.YOU) or whom.side is Side.OWN)
    return Ward.NEAR if is_near else Ward.FAR


def _most_warded(effect: Effect) -> int:
    """The maximum by which a static effect can lower damage, or 1 if it redirects damage."""
    if effect.op is Op.REDIRECT:
        return 1
    if effect.op not in (Op.TAKES, Op.DEALS, Op.ELEMENTS) or effect.amount > 0:
        return 0
    return -effect.amount if effect.per is None else effect.most or MOST_WARDED


def _span(numbers: NDArray[np.intp]) -> tuple[int, int]:
    """Return the range that contains some numbers in ascending order, so that kernels look through it alone."""
    return (int(numbers[0]), int(numbers[-1]) + 1) if len(numbers) else (0, 0)


class _Compiler:
    """Fills the tables, storing identical phrases, measures and rows once."""

    def __init__(self, box: Box, R: Any) -> None:
        self.box, self.R = box, R
        self.effects: list[tuple[Effect, str]] = []  # by row
        self.kind = ""  # of the deck whose cards are laid
        self.phrases: dict[Selector, int] = {}
        self.measures: dict[Measure, int] = {}
        self.conditions: dict[tuple[Condition, ...], int] = {}
        self.condition_n = 0
        self.names: dict[str, int] = {}
        self.subtypes: dict[str, int] = {}
        self.forms: dict[tuple[str, bool], int] = {}

    # --- Cards ---

    def lay_cards(self) -> None:
        """Store every card with its form, pile and starting zone."""
        number = 0
        decks = [deck_of_pile(self.box, pile) for pile in range(PILES)]
        cards = printed(self.box)
        if len(cards) > CARDS:
            raise BadSetup(f"these decks have more than {CARDS} cards in total")
        first_sold = len(cards) - len(self.box.sold)
        for card, home in zip(cards, homes(self.box), strict=True):
            deck = decks[home]
            self.kind = deck.kind if deck else "player"
            self.R["home"][number] = home
            form = self.R["form"][number] = self.form(card)
            forms = [form] if card.reward is None else [form, self.R["reward"][form]]
            self.R["guards"][number] = int(self.R["wards"][forms].any())
            self.R["boss"][number] = int(home == SCENARIO and card.name in self.box.scenario.bosses)
            zone = Zone.PLAY if card.starts else Zone.ASIDE if card.aside else Zone.DECK
            self.R["start"][number] = zone if deck and number < first_sold else Zone.AWAY
            self.R["sold"][number] = self._right(card, number, first_sold) if self.box.sold else 0
            number += 1
        self.R["cards"] = number
        for pile in range(PILES):
            self.R["own"][pile] = _span(PILES + np.flatnonzero(self.R["home"][PILES:number] == pile))
        self.R["bosses"] = _span(np.flatnonzero(self.R["boss"][:number]))

    def _right(self, card: Card, number: int, first_sold: int) -> int:
        """Return the Armory's right that lets a game start with a card, or 0."""
        if number >= first_sold:
            return int(Gain.ABILITY if card.type == "Ability" else Gain.OTHER)
        if self.R["home"][number] == 0 and self.R["start"][number] == Zone.DECK:
            return next((int(gain) for gain in (Gain.OWN, Gain.ARTIFACT) if card.type in SOLD_TYPES[gain]), 0)
        return 0

    def form(self, card: Card, *, is_reward: bool = False) -> int:
        """Return the number of a card's printed form."""
        key = (card.name, is_reward)
        if key in self.forms:
            return self.forms[key]
        number = self.forms[key] = len(self.forms)
        R = self.R
        R["type"][number], R["hp"][number] = TYPES.index(card.type), card.hp
        R["name"][number] = self.names.setdefault(card.name, len(self.names))
        R["unique"][number], R["completer"][number] = int(card.unique), int(card.completer)
        R["subtypes"][number] = sum(1 << self.subtype(word) for word in card.subtypes)
        R["always"][number] = self.lay_rows(card.always)
        for effect in card.among(len(self.box.party)).always:
            R["says"][number] |= 1 << effect.op
            R["wards"][number, _ward_of(effect)] += _most_warded(effect)
        for trigger, ability in card.abilities.items():
            self.lay_ability(number, trigger, ability)
        if card.five_elements:
            self.lay_ability(number, ELEMENTS, Ability((strike(card.five_elements),)))
        R["reward"][number] = NONE if card.reward is None else self.form(card.reward, is_reward=True)
        return number

    def subtype(self, word: str) -> int:
        """Return the bit of a subtype."""
        number = self.subtypes.setdefault(word, len(self.subtypes))
        if number > 60:
            raise BadSetup("more than 60 subtypes in one game")
        return number

    def lay_ability(self, form: int, trigger: int, ability: Ability) -> None:
        """Store the rows of an ability, its cost first."""
        program = self.R["program"][form, trigger]
        at, _ = self.lay_rows(ability.cost, cost=1)
        program[Program.AT], program[Program.END] = at, self.lay_rows(ability.effects, it=ability.when)[1]
        program[Program.IF], program[Program.IFS] = self.lay_conditions(ability.conditions)
        program[Program.ONCE] = int(ability.once)
        listens = trigger in (Trigger.ARRIVES, Trigger.SLAIN)
        program[Program.WHEN] = self.phrase((ability.when or _ANY_ENEMY) if listens else None)
        self.R["hears"] |= 1 << int(trigger)

    # --- The language ---

    def lay_rows(self, effects: tuple[Effect, ...], *, cost: int = 0, it: Selector | None = None) -> tuple[int, int]:
        """Store rows of effects, with the modes of a choice after it. `it` is the first meaning of "it"."""
        at = len(self.effects)
        for effect in (one for whole in effects for one in (whole, *whole.modes)):
            whom = it if effect.target and effect.target.pick is Pick.IT else effect.target
            self.lay_row(effect, cost, names_quests=effect.op is Op.DAMAGE and _names_quests(whom))
            it = whom if whom and whom.pick is not Pick.EACH else it
        return at, len(self.effects)

    def lay_row(self, effect: Effect, cost: int, *, names_quests: bool) -> None:
        first, number = self.lay_conditions(effect.conditions)
        row = len(self.effects)
        self._check_room(row, "row", "effects")
        self.R["row"][row] = (
            effect.op,
            effect.amount,
            self.phrase(effect.target),
            self.phrase(effect.second),
            effect.detail | NAMES_QUESTS * names_quests,
            self.names.setdefault(effect.card, len(self.names)) if effect.card else NONE,
            NONE if effect.per is None else self.measure(effect.per),
            effect.most,
            first,
            number,
            int(effect.may),
            cost,
            int(effect.means_it),
        )
        self.effects.append((effect, self.kind))

    def phrase(self, selector: Selector | None) -> int:
        """Return the number of a phrase, or -1."""
        if selector is None:
            return NONE
        if selector not in self.phrases:
            number = self.phrases[selector] = len(self.phrases)
            self._check_room(number, "phrase", "phrases")
            self.R["phrase"][number] = (
                selector.pick,
                selector.sort,
                self._word(selector),
                selector.side,
                int(selector.other),
                selector.zone,
            )
        return self.phrases[selector]

    def _word(self, selector: Selector) -> int:
        match selector.sort:
            case Sort.TYPE:
                return TYPES.index(selector.word)
            case Sort.SUBTYPE:
                return self.subtype(selector.word)
            case Sort.NAME:
                return self.names.setdefault(selector.word, len(self.names))
        return 0

    def measure(self, measure: Measure) -> int:
        """Return the number of a measure."""
        if measure not in self.measures:
            number = self.measures[measure] = len(self.measures)
            self._check_room(number, "measure", "numbers")
            of: int = NONE
            if measure.of is not None:
                is_deck = measure.what is Measured.DECK
                of = DECK_WORDS.index(measure.of.word) if is_deck else self.phrase(measure.of)
            self.R["measure"][number] = measure.what, of
        return self.measures[measure]

    def lay_conditions(self, conditions: tuple[Condition, ...]) -> tuple[int, int]:
        """Store the conditions and return their start and number."""
        if conditions and conditions not in self.conditions:
            self.conditions[conditions] = self.condition_n
            for one in conditions:
                self._check_room(self.condition_n, "condition", "conditions")
                self.R["condition"][self.condition_n] = self.measure(one.measure), int(one.at_least), one.number
                self.condition_n += 1
        return self.conditions.get(conditions, 0), len(conditions)

    def _check_room(self, number: int, field: str, what: str) -> None:
        if number >= len(self.R[field]):
            raise BadSetup(f"these decks have more than {len(self.R[field])} {what} in total")


def compile_box(
    box: Box, *, order: tuple[int, ...], bonus: int, plays: int, head_start: bool, rounds: int, armory: int = 0
) -> tuple[NDArray[Any], tuple[tuple[Effect, str], ...]]:
    """Build the rules record, and the effect of each of its rows with the kind of its deck.

    `order` lists the seats in player order, `bonus` is the extra hit points, `armory` the points to spend there.
    """
    rules = np.zeros(1, RULES)
    R = rules[0]
    R["players"], R["bonus"], R["plays"] = len(box.party), bonus, plays
    R["order"][: len(order)] = order
    R["head_start"], R["rounds"], R["armory"] = int(head_start), rounds, armory
    R["reward"], R["program"][:, :, Program.WHEN] = NONE, NONE
    compiler = _Compiler(box, R)
    compiler.lay_cards()
    return rules, tuple(compiler.effects)


def template() -> NDArray[Any]:
    """Build the state of a game before anything is dealt."""
    state = np.zeros(1, STATE)
    state["holder"], state["host"], state["side"] = NONE, NONE, NONE
    state["zone"] = Zone.AWAY
    return state
