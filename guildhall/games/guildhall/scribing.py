"""Guildhall's part of a log: hands, draws, the VP row, cards turned over, looked at or picked at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import permutations
from typing import Any, ClassVar

import numpy as np

from guildhall.core.decision import Event, fold
from guildhall.core.errors import BadEntry, UnknownCard
from guildhall.core.rules import Seen, State, clone
from guildhall.core.scribing import Chance, Laid, Misfit, Opening, Scribing

from .engine.play import OPENING_HAND
from .engine.state import (
    DECK,
    FLIGHT,
    HALL,
    HAND,
    LOOKED,
    NONE,
    OP,
    PILE,
    ROW,
    VP_MARK,
    WHERE,
    WHO,
    Op,
    OptionId,
    Where,
)
from .engine.zones import recount_at
from .words import seat_meant

__all__ = ["GuildhallScribing"]

_BY_CHANCE = (Op.RANDOM, Op.TAKE_TOP)


class GuildhallScribing(Scribing):
    """Guildhall as one seat at a real table sees it."""

    opening: ClassVar = {
        "hand": Opening("your nine cards before the mulligan", '["red Weaver", "blue Farmer", …]'),
        "vp_row": Opening("the VP row from slot 1 on", '["5", "3", …]'),
        "house_row": Opening("the Master House under each slot, None for none", '["…", None, …]', optional=True),
    }
    words: ClassVar = {
        "draws": "cards that you drew",
        "row": "VP cards laid out in the row",
        "turns": "cards turned up from the deck",
        "picks": "cards picked at random from a hand",
        "sees": "cards that you looked at",
    }
    thrown: ClassVar = frozenset({"picks"})
    ordered: ClassVar = frozenset({"picks", "row", "turns"})
    leads: ClassVar = frozenset({"refresh"})

    @cached_property
    def names(self) -> Mapping[str, str]:
        """All profession cards and Masters by folded name."""
        return {fold(name): name for name in self.rules.names.kinds}

    @property
    def _compiled(self) -> Any:
        return self.rules.compiled[0]

    def _row(self, state: State) -> Any:
        return self._compiled["prog"][int(state[0]["pc"])]

    # --- The start ---

    def begin(self, known: State, given: Mapping[str, Any]) -> State:
        """Write the opening hand, the VP row and the Houses into the seat's knowledge, and deal the rest."""
        v, names = known[0], self.rules.names
        hand = [names.kind(card) for card in given["hand"]]
        if len(hand) != OPENING_HAND:
            raise BadEntry(f"an opening hand has {OPENING_HAND} cards, not {len(hand)}")
        v["count"][HAND + self.seat] = np.bincount(hand, minlength=v["count"].shape[1])
        row = [names.vp_card(card) for card in given["vp_row"]]
        if len(row) != int((v["vp_row"] >= 0).sum()):
            raise BadEntry(f"the VP row has {int((v['vp_row'] >= 0).sum())} cards, not {len(row)}")
        v["vp_row"][: len(row)] = row
        for card, number in Counter(row).items():
            if number > int(self._compiled["vp_copies"][card]):
                raise BadEntry(
                    f"there are only {int(self._compiled['vp_copies'][card])} copies of VP card {names.vp[card]}"
                )
        if int(self._compiled["houses"]):
            v["house"][:] = self._houses(given.get("house_row"))
        recount_at(known, 0, self.rules.compiled)
        return self.deal(known, Laid(), 0)

    def _houses(self, given: Any) -> list[int]:
        houses = [house.name for house in self.rules.deck.houses]
        slots = list(given or ())
        if len(slots) != ROW or sorted(filter(None, slots)) != sorted(houses):
            raise BadEntry(f"house_row has {ROW} entries: {', '.join(houses)} once each, and None for the other slots")
        return [NONE if name is None else houses.index(name) for name in slots]

    # --- Options ---

    def alias(self, phrase: str) -> str:
        """Return `player 2` for a player's name."""
        wanted = fold(phrase)
        seats = {fold(name): f"player {seat + 1}" for seat, name in enumerate(self.rules.seats)}
        return seats.get(wanted, phrase)

    def sources(self, state: State, phrase: str) -> Laid:
        """Return the card that a phrase takes from a hidden hand, from cards looked at, or from the deck."""
        words = fold(phrase)
        for lead in ("play ", "discard "):
            words = words.removeprefix(lead)
        if words not in self.names or self.is_hidden(state):
            return Laid()
        card, s, row = self.names[words], state[0], self._row(state)
        op, actor = Op(int(row[OP])), int(s["actor"])
        if op in (Op.ACT, Op.REFRESH, Op.MULLIGAN, Op.TIER):
            return self._held(s, actor, card)
        where = Where(int(row[WHERE])) if op is Op.PICK else None
        if where is Where.HAND:
            return self._held(s, seat_meant(s, len(self.rules.seats), int(row[WHO])), card)
        if actor == self.seat or where not in (Where.LOOKED, Where.DECK):
            return Laid()
        return Laid(others=(("looked" if where is Where.LOOKED else "deck", card),))

    def _held(self, s: Any, owner: int, card: str) -> Laid:
        known = owner == self.seat or int(s["known"][self.seat, owner, self.rules.names.kind(card)]) > 0
        return Laid() if known else Laid(held=((owner, card),))

    def is_hidden(self, state: State) -> bool:
        """Return whether another player lays cards back on the deck, which nobody else sees."""
        return Op(int(self._row(state)[OP])) is Op.RETURN and int(state[0]["actor"]) != self.seat

    def weight(self, state: State, option: int) -> float:
        """Return the copies of a card in the deciding hand."""
        kind = option - OptionId.PLAY if OptionId.PLAY <= option < OptionId.CHAPTER else option
        if kind >= len(self.rules.names.kinds):
            return 1.0
        return max(1.0, float(state[0]["count"][HAND + int(state[0]["actor"]), kind]))

    # --- Chance ---

    def chances(self, before: State, option: int, after: State, events: Sequence[Event]) -> list[Chance]:
        """Return draws, cards laid out, turned, picked at random and looked at, as far as the seat saw them."""
        flight, found = self._in_flight(before, option), dict[tuple[str, int], list[str]]()
        looks = []
        for event in events:
            if event.kind == "look" and event.seat == self.seat and not event.data.get("searched"):
                looks.append(self._looked(event, after))
            elif event.kind == "vp row" and "laid out" in event.text:
                found.setdefault(("row", NONE), []).append(event.data["card"])
            elif word := self._by_chance(event, flight):
                found.setdefault(word, []).append(event.data["card"])
        for word, card in self._still_in_flight(before, after):
            found.setdefault(word, []).append(card)
        return [Chance(word, tuple(cards), place) for (word, place), cards in found.items()] + looks

    def _in_flight(self, before: State, option: int) -> Counter[tuple[str, int]]:
        """Return the cards picked before and by this option, with the zones they come from."""
        s, names, picked = before[0], self.rules.names.kinds, Counter[tuple[str, int]]()
        for i in range(int(s["picks_n"])):
            row = self._compiled["prog"][int(s["pick_row"][i])]
            if row[OP] in (Op.PICK, Op.EXPAND, *_BY_CHANCE):
                picked[names[int(s["pick"][i])], self._zone(s, row)] += 1
        row = self._row(before)
        if option < OptionId.PLAY and row[OP] == Op.PICK:
            picked[names[option], self._zone(s, row)] += 1
        elif option < OptionId.CHAPTER and row[OP] in (Op.ACT, Op.REFRESH, Op.MULLIGAN):
            picked[names[option % OptionId.PLAY], HAND + int(s["turn"])] += 1
        return picked

    def _zone(self, s: Any, row: Any) -> int:
        where = int(row[WHERE])
        if where == Where.DECK or row[OP] == Op.TAKE_TOP:
            return DECK
        if where == Where.HAND or row[OP] == Op.RANDOM:
            return HAND + seat_meant(s, len(self.rules.seats), int(row[WHO]))
        return NONE

    def _by_chance(self, event: Event, flight: Counter[tuple[str, int]]) -> tuple[str, int] | None:
        """Return the word for a card that moved by chance and in the open, with the owner of its hand, or None."""
        origin, target = event.data.get("zones", (NONE, NONE))
        if origin != DECK and not HAND <= origin < HALL:
            return None
        moved = (event.data["card"], origin)
        if flight[moved] > 0:
            flight[moved] -= 1
            return None
        if origin != DECK:
            return "picks", origin - HAND
        if target >= HALL:
            return "turns", NONE
        return ("draws", NONE) if target == HAND + self.seat else None

    def _still_in_flight(self, before: State, after: State) -> list[tuple[tuple[str, int], str]]:
        s, a, names = before[0], after[0], self.rules.names.kinds
        old = Counter((int(s["pick"][i]), int(s["pick_row"][i])) for i in range(int(s["picks_n"])))
        found = []
        for i in range(int(a["picks_n"])):
            pick = (int(a["pick"][i]), int(a["pick_row"][i]))
            op = self._compiled["prog"][pick[1], OP]
            if old[pick] > 0:
                old[pick] -= 1
            elif op in _BY_CHANCE and a["count"][FLIGHT, pick[0]] > 0:
                owner = self._zone(a, self._compiled["prog"][pick[1]]) - HAND if op == Op.RANDOM else NONE
                found.append((("picks" if op == Op.RANDOM else "turns", owner), names[pick[0]]))
        return found

    def _looked(self, event: Event, after: State) -> Chance:
        names = self.rules.names
        if event.data["place"] == names.zone(DECK):
            return Chance("sees", self._cards(after[0]["count"][LOOKED]), NONE)
        owner = next(seat for seat in range(len(names.seats)) if names.zone(HAND + seat) == event.data["place"])
        return Chance("sees", self._cards(after[0]["count"][HAND + owner]), owner)

    def _cards(self, counts: Any) -> tuple[str, ...]:
        names = self.rules.names.kinds
        return tuple(names[kind] for kind in np.flatnonzero(counts).tolist() for _ in range(int(counts[kind])))

    def layouts(self, laid: Laid, before: State, events: Sequence[Event]) -> list[Laid]:
        """Return all orders in which reported cards may be taken from the deck."""
        hidden = sum(event.kind == "draw" and event.seen_by != (self.seat,) for event in events)
        blocks = [each for each in laid.told if each.word != "row" and each.place == NONE]
        if hidden:
            blocks.append(Chance("", ("",) * hidden))
        others = tuple(each for each in laid.told if each not in blocks)
        return [replace(laid, told=(*order, *others)) for order in permutations(blocks)]

    def later(self, state: State, events: Sequence[Event], ahead: Sequence[str]) -> Laid:
        """Return the cards named later that have to be in the deck which the scribe begins to search."""
        if not any(event.data.get("searched") and event.seat == self.seat for event in events):
            return Laid()
        left = self.unseen(self.rules.know(state, self.seat))
        found = [self.names[fold(phrase)] for phrase in ahead if fold(phrase) in self.names]
        return Laid(others=tuple(("deck", card) for card in dict.fromkeys(found) if left[card] > 0))

    def throws(self, world: State, option: int, told: Sequence[Chance]) -> Iterator[Sequence[tuple[int, int, int]]]:
        """Yield the throws for cards picked at random from hands, for every order of the hands."""
        picked = [each for each in told if each.word == "picks"]
        if not all(self._is_named(card) for each in picked for card in each.cards):
            return
        for order in permutations(picked):
            yield [throw for each in order for throw in self._picking(world, each)]

    def _picking(self, world: State, picked: Chance) -> Iterator[tuple[int, int, int]]:
        counts = world[0]["count"][HAND + picked.place].copy()
        for card in picked.cards:
            kind = self.rules.names.kind(card)
            first = int(counts[:kind].sum())
            yield int(counts.sum()), first, first + int(counts[kind])
            counts[kind] -= 1

    def deal(self, known: State, laid: Laid, seed: int) -> State:
        """Return a world with reported cards on the deck, in hands, among cards looked at, or in the VP deck."""
        told = clone(known)
        t, kind = told[0], self.rules.names.kind
        row: list[str] = []
        tops: list[str] = []
        held = list(laid.held)
        for each in laid.told:
            if each.word == "row":
                row += each.cards
            elif each.place == self.seat:
                continue  # picked from the scribe's own hand
            elif each.place != NONE:
                seen = Counter(map(kind, filter(self._is_named, each.cards)))
                new = seen - Counter({k: int(n) for k, n in enumerate(t["count"][HAND + each.place]) if n})
                held += [(each.place, self.rules.names.kinds[k]) for k in new.elements()]
            else:
                tops += each.cards
        for owner, card in held:
            t["count"][HAND + owner, kind(card)] += 1
        self._lay_tops(t, tops)
        for place, card in laid.others:
            self._lay_elsewhere(t, place, kind(card))
        self._check(told)
        for owner, barred in laid.barred(kind).items():
            self.fill(t["count"][HAND + owner], int(t["total"][HAND + owner]), self._unseen(t), barred, seed)
        return self._with_row(self.rules.resample(Seen(told, self.seat), seed), row)

    def _is_named(self, card: str) -> bool:
        return fold(card) in self.names

    def _lay_tops(self, t: Any, cards: Sequence[str]) -> None:
        """Lay cards on the deck, the first on top. Cards that do not fit come from a reshuffle within the ply."""
        n, kind = int(t["total"][DECK]), self.rules.names.kind
        if int(t["deck_open"]) >> self.seat & 1:
            return
        wanted = [kind(card) if self._is_named(card) else NONE for card in cards]
        if len(wanted) > n:
            wanted = self._before_reshuffle(t, wanted, n)
        for i in range(min(n, len(wanted))):  # places that are known keep their cards
            at = int(t["deck"][n - 1 - i])
            if at != NONE:
                where = wanted.index(at, i) if at in wanted[i:] else i
                if wanted[where] not in (at, NONE):
                    name = self.rules.names.kinds[at]
                    raise Misfit(f"card {i + 1} of the deck is known to be {name}", card=name)
                wanted[i], wanted[where] = at, wanted[i] if where != i else at
        for i, number in enumerate(wanted[:n]):
            if number != NONE:
                t["deck"][n - 1 - i] = number

    def _before_reshuffle(self, t: Any, wanted: list[int], n: int) -> list[int]:
        """Return the cards for a deck of `n`: first those that the discard pile cannot bring."""
        pile = Counter(t["pile"][: int(t["total"][PILE])].tolist())
        unseen = self._unseen(t)
        only, either = list[int](), list[int]()
        lying = [number for number in t["deck"][:n].tolist() if number != NONE and number in wanted]
        for number in lying:
            wanted.remove(number)
        n -= len(lying)
        for number in wanted:
            if number != NONE and pile[number] > 0:
                pile[number] -= 1
                either.append(number)
            else:
                only.append(number)
        if len(only) > n:
            raise Misfit("too many of these cards would come from the deck before it is reshuffled")
        free = list[int]()
        for number in either:
            if len(free) < n - len(only) and unseen[number] > Counter(only + free)[number]:
                free.append(number)
        return [*lying, *only, *free, *[NONE] * (n - len(only) - len(free))]

    def _lay_elsewhere(self, t: Any, place: str, number: int) -> None:
        if place == "looked":
            t["count"][LOOKED, number] += 1
            return
        n = int(t["total"][DECK])
        deck = t["deck"][:n]
        free = np.flatnonzero(deck == NONE)
        if (deck == number).any():
            return
        if not len(free):
            name = self.rules.names.kinds[number]
            raise Misfit(f"{name} is not in the deck, all of whose cards are known", card=name)
        deck[free[0]] = number

    def _unseen(self, t: Any) -> Any:
        """Count the copies of every kind whose place the seat does not know, negative if there are too many."""
        kinds = int(self._compiled["kinds"])
        left = self._compiled["copies"][:kinds] - t["count"][:, :kinds].sum(axis=0, dtype=np.int64)
        for owner in range(len(self.rules.seats)):
            placed = t["done_cards"][owner, : int(t["done_n"][owner])].ravel()
            left -= np.bincount(placed, minlength=kinds)[:kinds]
        if not int(t["deck_open"]) >> self.seat & 1:
            deck = t["deck"][: int(t["total"][DECK])]
            left -= np.bincount(deck[deck != NONE], minlength=kinds)[:kinds]
        return left

    def _unseen_vp(self, t: Any) -> Any:
        """Count the VP cards that lie face down in the VP deck."""
        kinds = int(self._compiled["vp_kinds"])
        left = self._compiled["vp_copies"][:kinds] - t["vp_box"][:kinds] - t["vp_owned"][:, :kinds].sum(axis=0)
        bought = t["area"][t["area"] >= VP_MARK] - VP_MARK
        for open_cards in (t["vp_row"][t["vp_row"] >= 0], t["vp_pile"][: int(t["vp_pile_n"])], bought):
            left -= np.bincount(open_cards, minlength=kinds)[:kinds]
        return left

    def _check(self, told: State) -> None:
        """Check copies and room before any kernel deals, because it trusts the record."""
        t, names = told[0], self.rules.names
        for owner, who in enumerate(names.seats):
            size = int(t["total"][HAND + owner])
            if int(t["count"][HAND + owner].sum()) > size:
                raise Misfit(f"{who} holds {size} card{'' if size == 1 else 's'}, and all of them are known")
        if int(t["count"][LOOKED].sum()) > int(t["total"][LOOKED]):
            raise Misfit(f"only {int(t['total'][LOOKED])} cards are being looked at")
        short = np.flatnonzero(self._unseen(t) < 0)
        if len(short):
            name, copies = names.kinds[int(short[0])], int(self._compiled["copies"][int(short[0])])
            raise Misfit(f"all {copies} copies of {name} are elsewhere", card=name)

    def _with_row(self, world: State, row: Sequence[str]) -> State:
        """Lay VP cards on the VP deck, whose order no seat knows."""
        w, names = world[0], self.rules.names
        top = int(w["vp_deck_n"])
        for card in row[:top] if row else ():
            top -= 1
            if fold(card) not in {fold(name) for name in names.vp}:
                continue
            found = np.flatnonzero(w["vp_deck"][: top + 1] == names.vp_card(card))
            if not len(found):
                raise Misfit(f"no VP card {card} is left in the VP deck", card=card)
            at = int(found[0])
            w["vp_deck"][at], w["vp_deck"][top] = w["vp_deck"][top], w["vp_deck"][at]
        return world

    def stacks(self, world: State) -> list[Any]:
        """Return the discard pile and the VP discard pile, which become decks when those are empty."""
        w = world[0]
        kept = int(self._compiled["keeps_top"])
        return [w["pile"][: max(int(w["total"][PILE]) - kept, 0)], w["vp_pile"][: int(w["vp_pile_n"])]]

    def number(self, card: str, stack: int) -> int:
        """Return the number of a card, or NONE if it is of the other kind."""
        names = self.rules.names
        try:
            return int(names.kind(card) if stack == 0 else names.vp_card(card))
        except UnknownCard:
            return NONE

    # --- What is left ---

    def unseen(self, known: State, word: str = "") -> Counter[str]:
        """Return the unseen cards, or for `row` the VP cards that are left."""
        names = self.rules.names
        if word == "row":
            return Counter({names.vp[card]: int(n) for card, n in enumerate(self._unseen_vp(known[0])) if n > 0})
        counts = self._unseen(known[0])
        return Counter({names.kinds[kind]: int(n) for kind, n in enumerate(counts) if n > 0})

    def candidates(self, state: State) -> list[Laid]:
        """Return a deal for every unseen card that the deciding seat may hold or look at."""
        known = self.rules.know(state, self.seat)
        laid = [self.sources(state, card) for card in self.unseen(known)]
        return [each for each in laid if each]
