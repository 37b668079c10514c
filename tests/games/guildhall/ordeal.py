"""Cards of any make put to the test: random games with them, all laws and their own words watched at every ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import numpy as np

from guildhall.games.guildhall.cards import Profession, Provenance, Tier
from guildhall.games.guildhall.deck import Deck, DeckProfession, build_deck
from guildhall.games.guildhall.engine.compile import compile_deck, template
from guildhall.games.guildhall.engine.engine import ENGINE
from guildhall.games.guildhall.engine.laws import Law, sound
from guildhall.games.guildhall.engine.programs import compile_effects
from guildhall.games.guildhall.engine.state import (
    AREA_OF,
    DECK,
    HALL,
    HAND,
    LOOKED,
    MASTER,
    OFFER,
    OP,
    PILE,
    ROWS,
    SPENT,
    STATE,
    EventKind,
    Op,
    OptionId,
)
from guildhall.games.guildhall.language import (
    ARCHETYPES,
    TIER_NUMBERS,
    Chosen,
    Draw,
    Effects,
    Look,
    Lose,
    Move,
    Place,
    Steal,
    Swap,
)
from guildhall.games.guildhall.reading import load_book
from guildhall.games.guildhall.wording import effects_in_words
from guildhall.kernel.chance import generator
from guildhall.kernel.log import clear, empty_log, written

__all__ = ["Ordeal", "batches"]

PROFESSIONS = 24
MOST_PLIES = 1200


def batches(lists: Sequence[Effects]) -> Iterator[list[Effects]]:
    """The lists in portions that fit into one deck."""
    portion: list[Effects] = []
    rows = 0
    for effects in lists:
        length = len(compile_effects(effects, masters=True))
        if len(portion) == PROFESSIONS * len(TIER_NUMBERS) or rows + length > ROWS - 150:
            yield portion
            portion, rows = [], 0
        portion.append(effects)
        rows += length
    yield portion


def deck_with(lists: Sequence[Effects], *, masters: bool) -> Deck:
    """A Mega-Saga whose professions have the lists as tiers: chapters grow fast, so every tier is reached."""
    book = load_book()
    tiers = [_tiers(lists[number::PROFESSIONS]) for number in range(PROFESSIONS)]
    professions = [
        Profession(f"Card {number}", ARCHETYPES[number % 6], tiers[number], Provenance.OWN_FILE, "")
        for number in range(PROFESSIONS)
    ]
    return Deck(
        chapters=ARCHETYPES,
        archetypes=ARCHETYPES,
        professions=tuple(DeckProfession(card.name, card, i % 6) for i, card in enumerate(professions)),
        masters=tuple((master, ARCHETYPES.index(master.archetype)) for master in book.masters.values() if masters),
        houses=(),
        vp=build_deck(book, "alliance", players=4).vp,
    )


def _tiers(lists: Sequence[Effects]) -> tuple[Tier, ...]:
    return tuple(Tier(number, effects, Provenance.OWN_FILE, "") for number, effects in enumerate(lists))


@dataclass
class Use:
    """One use of a tier: by whom, and what the log told of it."""

    effects: Effects
    me: int
    rows: list[list[int]] = field(default_factory=list)


class Ordeal:
    """Random games with given tiers; `broken` says what went wrong, `used` how often each list was carried out."""

    def __init__(self, lists: Sequence[Effects], *, players: int, masters: bool, seed: int) -> None:
        deck = deck_with(lists, masters=masters)
        numbers = {"players": players, "target": 60, "first": -1, "basic": seed % 2, "keeps_top": seed // 2 % 2}
        self.rules = compile_deck(deck, turn_limit=0, **numbers)
        self.template = template(self.rules)
        self.deck, self.players, self.seed = deck, players, seed
        self.random = Random(seed)
        self.used: Counter[Effects] = Counter()
        self.broken: dict[str, str] = {}
        self.state, self.work = np.zeros(1, STATE), np.zeros(1, STATE)
        self.opts, self.log = np.zeros(OFFER, np.int64), empty_log(4095)
        self.use: Use | None = None

    @property
    def s(self) -> Any:
        return self.state[0]

    @property
    def op(self) -> Op:
        return Op(int(self.rules[0]["prog"][self.s["pc"], OP]))

    def run(self, games: int) -> None:
        """Play so many games, each until it ends or something breaks."""
        for number in range(games):
            ENGINE.entry.start_at(self.state, 0, self.template, self.rules, generator(self.seed, number), self.log)
            self.use = None
            for _ in range(MOST_PLIES):
                if not self.step(number):
                    break

    def step(self, number: int) -> bool:
        """One ply; false at the end of the game and where something is broken."""
        options = self.opts[: ENGINE.entry.offer_at(self.state, 0, self.rules, self.opts)].tolist()
        if self.s["over"]:
            return False
        if trouble := self.trouble(options):
            self.complain(trouble, number)
            return False
        if self.op is Op.ACT:
            self.judge(number)
        option = self.choose(options)
        clear(self.log)
        ENGINE.entry.apply_at(self.state, 0, self.rules, self.log, option)
        if self.use is not None:
            self.use.rows += written(self.log).tolist()
        return True

    def trouble(self, options: list[int]) -> str:
        """What is wrong with the state or the offer."""
        if not options:
            return f"no option at {self.op.name}"
        if len(set(options)) < len(options):
            return "an option is offered twice"
        law = Law(sound(self.state, 0, self.rules, self.work))
        return "" if law is Law.SOUND else law.name

    def complain(self, trouble: str, number: int) -> None:
        what = effects_in_words(self.use.effects) if self.use else "between cards"
        self.broken.setdefault(what, f"{trouble} (seed {self.seed}, game {number}, ply {int(self.s['plies'])})")

    def choose(self, options: list[int]) -> int:
        """Play cards rather than refresh, use tiers that were used least, else anything."""
        if self.op is Op.TIER:
            return self.choose_tier(options)
        plays = [option for option in options if OptionId.PLAY <= option < OptionId.CHAPTER]
        likely = plays if plays and self.random.random() < 0.8 else options
        return int(self.random.choice(likely))

    def choose_tier(self, options: list[int]) -> int:
        owner = int(self.rules[0]["owner"][self.s["card"]])
        if owner >= PROFESSIONS or len(options) == 1:
            return options[-1]
        lists = {option: self.tier(owner, option - OptionId.TIER) for option in options[:-1]}
        option = min(lists, key=lambda option: (self.used[lists[option]], self.random.random()))
        self.used[lists[option]] += 1
        self.use = Use(lists[option], int(self.s["turn"]))
        return option

    def tier(self, owner: int, number: int) -> Effects:
        return self.deck.professions[owner].profession.tiers[number].effects

    def judge(self, number: int) -> None:
        """A tier is over: did it do what its words say?  (At the end of a turn other cards move too: pass over it.)"""
        if self.use is not None and not any(row[0] == EventKind.SCORE for row in self.use.rows):
            for trouble in (*self.strange_moves(self.use), *self.wrong_numbers(self.use)):
                self.complain(trouble, number)
        self.use = None

    def strange_moves(self, use: Use) -> Iterator[str]:
        """Cards that went a way no effect of the list names; a hidden duplicate or a Master too many is discarded."""
        ways = set().union(*(self.ways(effect, use.me) for effect in use.effects))
        for kind, origin, target in moves_of(use):
            surplus = target == PILE and self.rules[0]["colour"][kind] == MASTER
            if (origin, target) not in ways and not surplus:
                yield f"a card went from zone {origin} to zone {target}"

    def ways(self, effect: Any, me: int) -> set[tuple[int, int]]:
        match effect:
            case Move():
                return self.way(effect.source, effect.target, me, never=effect.never_duplicates)
            case Swap():
                there = self.way(effect.source, effect.with_, me, never=effect.never_duplicates)
                return there | self.way(effect.with_, effect.source, me, never=effect.never_duplicates)
            case Draw():
                return {(DECK, HAND + me)}
            case Look():
                return {(LOOKED, DECK)}
            case _:
                return set()

    def way(self, source: Place, target: Place, me: int, *, never: bool) -> set[tuple[int, int]]:
        ways = set(product(self.zones(source, me), self.zones(target, me)))
        if target.is_hall and source in HIDDEN and not never:
            ways |= {(origin, PILE) for origin in self.zones(source, me)}
        return ways

    def zones(self, place: Place, me: int) -> tuple[int, ...]:
        """The zones that a place may mean."""
        if place in SHARED:
            return (SHARED[place],)
        base = HAND if place.is_hand else HALL if place.is_hall else AREA_OF
        if place.value.startswith("my "):
            return (base + me,)
        return tuple(base + seat for seat in range(self.players) if seat != me or place is Place.EVERY_HAND)

    def wrong_numbers(self, use: Use) -> Iterator[str]:
        """Tiers that were not carried out completely, where no chance came between."""
        if any(map(is_chance, use.effects)):
            return
        moved = Counter(origin for _, origin, _ in moves_of(use))
        for place, number in wanted(use.effects).items():
            came = sum(moved[zone] for zone in self.zones(place, use.me))
            if came != number:
                yield f"{came} cards left {place}, not {number}"
        lost = -sum(row[2] for row in use.rows if row[0] == EventKind.TOKENS and row[1] != use.me)
        if lost != sum(effect.amount for effect in use.effects if isinstance(effect, Steal | Lose)):
            yield f"{lost} tokens were lost"


HIDDEN = {
    Place.DISCARD_PILE,
    Place.LOOKED_AT,
    Place.SEARCHED_DECK,
    Place.DECK,
    Place.ANOTHER_HAND,
    Place.EACH_OTHER_HAND,
    Place.MY_AREA,
    Place.ANOTHER_AREA,
}
SHARED = {
    Place.DECK: DECK,
    Place.SEARCHED_DECK: DECK,
    Place.LOOKED_AT: LOOKED,
    Place.DISCARD_PILE: PILE,
    Place.TOP_OF_DISCARD: PILE,
}


def moves_of(use: Use) -> list[tuple[int, int, int]]:
    """Kind, origin and target of every card that moved, but for chapters given up on the way."""
    rows = [row for row in use.rows if row[0] == EventKind.MOVE and row[3] != SPENT]
    return [(row[2], row[3], row[4]) for row in rows]


def is_chance(effect: Any) -> bool:
    random = isinstance(effect, Move) and (effect.chosen is Chosen.RANDOM or effect.source is Place.DECK)
    return random or isinstance(effect, Draw | Look)


def wanted(effects: Effects) -> Counter[Place]:
    """How many cards must leave a place, where the words give a number."""
    numbers: Counter[Place] = Counter()
    open_ended: set[Place] = {Place.VP_ROW, Place.EACH_OTHER_HALL}
    for effect in effects:
        if isinstance(effect, Move | Swap):
            back = {effect.with_: effect.for_ or effect.amount} if isinstance(effect, Swap) else {}
            for place, amount in {effect.source: effect.amount, **back}.items():
                plain = Place.DISCARD_PILE if place is Place.TOP_OF_DISCARD else place
                if isinstance(amount, int):
                    numbers[plain] += amount
                else:
                    open_ended.add(plain)
    if Place.EACH_OTHER_HALL in {effect.source for effect in effects if isinstance(effect, Move)}:
        open_ended.add(Place.ANOTHER_HALL)
    return Counter({place: number for place, number in numbers.items() if place not in open_ended})
