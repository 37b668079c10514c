"""Advyria's part of a log: draws, rolls, quest tiles turned or looked at, stolen cards, and the Heroes at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from guildhall.core.decision import Event, fold
from guildhall.core.errors import BadEntry, UnknownCard
from guildhall.core.rules import Seen, State, clone
from guildhall.core.scribing import UNKNOWN, Chance, Laid, Misfit, Opening, Scribing

from .engine.state import DIE, NONE, SET_OWN, SET_TYPE, TILE_ADVENTURE, TILE_GOLD, Kind, OptionId
from .engine.state import UNKNOWN as UNKNOWN_TILE

__all__ = ["AdvyriaScribing"]


class AdvyriaScribing(Scribing):
    """Advyria as one seat at a real table sees it."""

    opening: ClassVar = {"hero": Opening("your Hero card", '["Old Tobin"]', optional=True)}
    words: ClassVar = {
        "draws": "cards that you drew, or everybody if hands lie open",
        "rolls": "numbers on the die",
        "tiles": "quest tiles turned, or looked at by you",
        "steals": "cards stolen by you or from you",
        "heroes": "the Hero cards of the others at the end, by seat",
    }
    thrown: ClassVar = frozenset({"rolls", "steals"})
    ordered: ClassVar = frozenset({"rolls", "tiles", "steals", "heroes"})
    again: ClassVar = frozenset({"rolls"})

    @cached_property
    def names(self) -> Mapping[str, str]:
        """All cards by folded name."""
        return {fold(name): name for name in self.rules.names.kinds}

    @property
    def _compiled(self) -> Any:
        return self.rules.compiled[0]

    # --- The start ---

    def begin(self, known: State, given: Mapping[str, Any]) -> State:
        """Write the Hero card into the seat's knowledge, and deal the rest."""
        heroes = [self.rules.names.hero_number(name) for name in given.get("hero", ())]
        with_heroes = not int(self._compiled["no_heroes"])
        if len(heroes) != int(with_heroes):
            raise BadEntry("give your Hero card: hero=['…']" if with_heroes else "there are no Hero cards in this game")
        if heroes:
            known[0]["hero"][self.seat] = heroes[0]
        return self.deal(known, Laid(), 0)

    # --- Options ---

    @cached_property
    def _needs(self) -> dict[str, Counter[int]]:
        """The cards that each phrase takes from the hand of the deciding seat."""
        s, words = np.zeros(1, self.rules.engine.state), self.rules.words
        needs: dict[int, Counter[int]] = {}
        for code in range(OptionId.WIZARD):
            own, jokers = code % SET_TYPE // SET_OWN, code % SET_OWN
            if own + jokers:
                needs[code] = Counter({code // SET_TYPE: own}) + Counter({int(Kind.JOKER): jokers})
        needs[OptionId.WIZARD] = needs[OptionId.WIZARD_DRAW] = Counter({int(Kind.WIZARD): 1})
        needs[OptionId.JOKER] = Counter({int(Kind.JOKER): 1})
        for kind in range(int(self._compiled["kinds"])):
            needs[OptionId.DISCARD + kind] = Counter({kind: 1})
            if kind >= Kind.ADVENTURE:
                needs[OptionId.ACTION + kind - Kind.ADVENTURE] = Counter({kind: 1})
        return {fold(words.phrase(s, code)): cards for code, cards in needs.items()}

    def sources(self, state: State, phrase: str) -> Laid:
        """Return the cards that a phrase takes from a hidden hand."""
        s, owner = state[0], int(state[0]["actor"])
        if owner == self.seat or owner < 0:
            return Laid()
        needs = self._needs.get(fold(phrase), Counter())
        tile = int(s["tile"][int(s["figure"][owner])]) if s["figure"][owner] >= 0 else NONE
        if tile >= TILE_ADVENTURE and fold(phrase) == fold(self.rules.words.phrase(state, OptionId.COMPLETE)):
            needs = Counter({int(Kind.ADVENTURE) + tile - TILE_ADVENTURE: 1})
        return Laid(held=tuple((owner, card) for card in self._missing(s, owner, needs)))

    def _missing(self, s: Any, owner: int, needs: Counter[int]) -> list[str]:
        """Return the cards of a hand that the scribe does not know to be there."""
        if int(self._compiled["open_hands"]):
            return []
        known = Counter({kind: int(s["known"][self.seat, owner, kind]) for kind in needs})
        return [self.rules.names.kinds[kind] for kind in (needs - known).elements()]

    def weight(self, state: State, option: int) -> float:
        """Return the copies of a discarded card in the deciding hand."""
        kind = option - OptionId.DISCARD
        if not 0 <= kind < int(self._compiled["kinds"]):
            return 1.0
        return max(1.0, float(state[0]["hand"][int(state[0]["actor"]), kind]))

    # --- Chance ---

    def chances(self, before: State, option: int, after: State, events: Sequence[Event]) -> list[Chance]:
        """Return draws, rolls, tiles, stolen cards and Heroes, as far as the seat saw them and did not know them."""
        names, found, draws = self.rules.names, list[Chance](), dict[int, list[str]]()
        steals: dict[int, list[str]] = {}
        rolls = [str(event.data["die"]) for event in events if event.kind == "roll"]
        heroes = [event.data["hero"] for event in events if event.kind == "hero" and event.seat != self.seat]
        for event in events:
            if event.kind == "draw" and self._sees_hand(event.seat):
                draws.setdefault(event.seat, []).append(event.data["card"])
            elif event.kind == "reveal" or (event.kind == "peek" and event.seat == self.seat):
                field = names.field_number(event.data["field"])
                if not int(before[0]["seen"][self.seat]) >> field & 1:
                    found.append(Chance("tiles", (event.data["tile"],), field))
            elif event.kind == "steal" and any(map(self._sees_hand, (event.seat, event.data["player"]))):
                steals.setdefault(event.data["player"], []).append(event.data["card"])
        found += [Chance("rolls", tuple(rolls))] if rolls else []
        found += [Chance("draws", tuple(cards), owner) for owner, cards in draws.items()]
        found += [Chance("steals", tuple(cards), victim) for victim, cards in steals.items()]
        return found + ([Chance("heroes", tuple(heroes))] if heroes else [])

    def _sees_hand(self, owner: int) -> bool:
        return owner == self.seat or bool(self._compiled["open_hands"])

    def layouts(self, laid: Laid, before: State, events: Sequence[Event]) -> list[Laid]:
        """Return the scribe's draws in the order in which all seats take cards from the draw pile."""
        told = {each.place: list(each.cards) for each in laid.told if each.word == "draws"}
        drawn = [event.seat for event in events if event.kind == "draw"]
        order = [told[owner].pop(0) if told.get(owner) else "" for owner in drawn]
        others = tuple(each for each in laid.told if each.word != "draws")
        return [replace(laid, told=(*others, Chance("draws", tuple(order))))]

    def throws(self, world: State, option: int, told: Sequence[Chance]) -> Iterator[Sequence[tuple[int, int, int]]]:
        """Yield the throws for reported rolls and stolen cards."""
        throws: list[tuple[int, int, int]] = []
        for each in told:
            if UNKNOWN in each.cards:
                return
            if each.word == "rolls":
                numbers = [int(card) if card.isdecimal() and len(card) < 3 else 0 for card in each.cards]
                throws += [(DIE, number - 1, number) for number in numbers]
            elif each.word == "steals":
                throws += self._stealing(world[0]["hand"][each.place].copy(), each)
        yield throws

    def _stealing(self, hand: Any, stolen: Chance) -> Iterator[tuple[int, int, int]]:
        for card in stolen.cards:
            kind = self.rules.names.kind(card)
            first = int(hand[:kind].sum())
            yield int(hand.sum()), first, first + int(hand[kind])
            hand[kind] -= 1

    def deal(self, known: State, laid: Laid, seed: int) -> State:
        """Return a world with the reported cards in hands and on the draw pile, and the reported tiles on the board."""
        told, names = clone(known), self.rules.names
        t, held, tops = told[0], list(laid.held), list[str]()
        for each in laid.told:
            if each.word == "tiles" and each.cards[0] != UNKNOWN:
                t["tile"][each.place] = names.tile_number(each.cards[0])
            elif each.word == "heroes":
                self._lay_heroes(t, each.cards)
            elif each.word == "steals" and each.place != self.seat:
                needs = Counter(names.kind(card) for card in each.cards if card != UNKNOWN)
                held += [(each.place, card) for card in self._missing(t, each.place, needs)]
            elif each.word == "draws":
                tops += each.cards
        for owner, card in held:
            t["hand"][owner, names.kind(card)] += 1
        self._check(t)
        for owner, barred in laid.barred(names.kind).items():
            self.fill(t["hand"][owner], int(t["hand_n"][owner]), self._unseen(t), barred, seed)
        world = self.rules.resample(Seen(told, self.seat), seed)
        self._lay_tops(world[0], t, [names.kind(card) if fold(card) in self._cards else NONE for card in tops])
        return world

    @cached_property
    def _cards(self) -> frozenset[str]:
        return frozenset(fold(word) for name in self.rules.names.card_names for word in (name.en, name.de))

    def _lay_heroes(self, t: Any, heroes: Sequence[str]) -> None:
        others = [seat for seat in range(len(self.rules.seats)) if seat != self.seat]
        for seat, hero in zip(others, heroes, strict=True):
            if hero != UNKNOWN:
                t["hero"][seat] = self.rules.names.hero_number(hero)

    def _lay_tops(self, w: Any, t: Any, wanted: Sequence[int]) -> None:
        """Exchange hidden cards until the wanted ones are on the draw pile, the first on top."""
        n, deck = int(w["deck_n"]), w["deck"]
        pile = Counter(w["pile"][: int(w["pile_n"])].tolist())
        fixed = set(range(n - len(wanted), n)) if len(wanted) <= n else set(range(n))
        for i, kind in enumerate(wanted[:n]):
            at = n - 1 - i
            if kind == NONE or deck[at] == kind:
                continue
            free = [j for j in np.flatnonzero(deck[:n] == kind).tolist() if j not in fixed or wanted[n - 1 - j] != kind]
            if free:
                deck[at], deck[free[0]] = deck[free[0]], deck[at]
            elif not self._from_hand(w, t, at, kind) and not pile[kind]:
                name = self.rules.names.kinds[kind]
                raise Misfit(f"all {int(self._compiled['copies'][kind])} copies of {name} are elsewhere", card=name)

    def _from_hand(self, w: Any, t: Any, at: int, kind: int) -> bool:
        """Exchange a card of the draw pile for an unknown one of another hand. Return whether there was one."""
        for owner in range(len(self.rules.seats)):
            if owner != self.seat and w["hand"][owner, kind] > t["hand"][owner, kind]:
                w["hand"][owner, kind] -= 1
                w["hand"][owner, int(w["deck"][at])] += 1
                w["deck"][at] = kind
                return True
        return False

    def _unseen(self, t: Any) -> Any:
        kinds = int(self._compiled["kinds"])
        left = self._compiled["copies"][:kinds] - t["box"][:kinds] - t["hand"][:, :kinds].sum(axis=0)
        left -= np.bincount(t["pile"][: int(t["pile_n"])], minlength=kinds)[:kinds]
        done = np.bitwise_or.reduce(t["done"])
        for kind in range(int(Kind.ADVENTURE), kinds):
            left[kind] -= int(done) >> (kind - int(Kind.ADVENTURE)) & 1
        return left

    def _unseen_tiles(self, t: Any) -> Counter[int]:
        gold = int(self._compiled["golds"]) - int(t["box_gold"]) - int(t["villages"].sum() + t["gold"].sum())
        left = Counter({TILE_GOLD: gold})
        gone = int(t["box_tiles"]) | int(np.bitwise_or.reduce(t["done"]))
        left.update({TILE_ADVENTURE + n: 1 for n in range(int(self._compiled["adventures"])) if not gone >> n & 1})
        left.subtract(tile for tile in t["tile"].tolist() if tile not in (NONE, UNKNOWN_TILE))
        return left

    def _check(self, t: Any) -> None:
        """Check copies and room before any kernel deals, because it trusts the record."""
        names = self.rules.names
        for owner, who in enumerate(names.seats):
            size = int(t["hand_n"][owner])
            if int(t["hand"][owner].sum()) > size:
                raise Misfit(f"{who} holds {size} card{'' if size == 1 else 's'}, and all of them are known")
        short = np.flatnonzero(self._unseen(t) < 0)
        if len(short):
            name, copies = names.kinds[int(short[0])], int(self._compiled["copies"][int(short[0])])
            raise Misfit(f"all {copies} copies of {name} are elsewhere", card=name)
        lost = [tile for tile, number in self._unseen_tiles(t).items() if number < 0]
        if lost:
            raise Misfit(f"no quest tile with {names.tile(lost[0])} is left", card=names.tile(lost[0]))
        heroes = [hero for hero in t["hero"].tolist()[: len(names.seats)] if hero != NONE]
        if len(set(heroes)) < len(heroes):
            raise Misfit("every Hero card is there once")

    def stacks(self, world: State) -> list[Any]:
        """Return the discard pile, which becomes the draw pile when that is empty."""
        return [world[0]["pile"][: int(world[0]["pile_n"])]]

    def number(self, card: str, stack: int) -> int:
        """Return the number of a card, or NONE if it is not a card."""
        try:
            return int(self.rules.names.kind(card))
        except UnknownCard:
            return NONE

    # --- What is left ---

    def unseen(self, known: State, word: str = "") -> Counter[str]:
        """Return the unseen cards, or for other words the tiles, Heroes or faces of the die."""
        names, t = self.rules.names, known[0]
        if word == "rolls":
            return Counter({str(face): 1 for face in range(1, DIE + 1)})
        if word == "tiles":
            return Counter({names.tile(tile): n for tile, n in self._unseen_tiles(t).items() if n > 0})
        if word == "heroes":
            return Counter(name for number, name in enumerate(names.heroes) if number not in t["hero"].tolist())
        return Counter({names.kinds[kind]: int(n) for kind, n in enumerate(self._unseen(t)) if n > 0})

    def candidates(self, state: State) -> list[Laid]:
        """Return a deal for every phrase that takes cards from the deciding hand."""
        phrases = [*self._needs, self.rules.words.phrase(state, OptionId.COMPLETE)]
        laid = [self.sources(state, phrase) for phrase in phrases]
        return [each for each in laid if each]
