"""Custom positions: cards laid where they are wanted, everything else determined by the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from guildhall.core.decision import fold
from guildhall.core.errors import BadPosition, UnknownCard, did_you_mean, nearest, short
from guildhall.core.registration import Arguments, at, number_from, seat_from
from guildhall.core.rules import State
from guildhall.kernel.chance import below, generator, shuffled

from .engine.state import (
    ACT_ROW,
    AREA,
    AREA_OF,
    BOX,
    CARDS,
    COLOURS,
    DECK,
    HALL,
    HAND,
    MASTER,
    PILE,
    ROW,
    STATE,
    VP_MARK,
)
from .rules import GuildhallRules
from .settings import GuildhallSettings
from .wording import an

__all__ = ["set_up"]

Hall = Mapping[str, Sequence[str]]
_PLACED = {
    "halls": '[{"Weaver": ["red"]}, {}]',
    "hands": '[["red Weaver"], []]',
    "areas": '[["red Weaver"], []]',
    "completed": '[["Farmer"], []]',
    "tokens": "[0, 3]",
    "vp_cards": '[["5"], []]',
}
_SAMPLES = {
    "discard": '["red Weaver"]',
    "deck": '["red Weaver"]',
    "vp_row": '["5", None]',
    "vp_deck": '["5"]',
    "vp_cards[]": '["5"]',
    "completed[]": '["Farmer"]',
    "[]": '["red Weaver"]',
}
_PILES = ("discard", "deck", "vp_row", "vp_deck")
_ARGUMENTS = Arguments(GuildhallSettings, _PLACED, (*_PILES, "to_play", "actions", "seed"), _SAMPLES, counted="hands")


def set_up(
    *,
    halls: Sequence[Hall],
    hands: Sequence[Sequence[str] | int] | None = None,
    areas: Sequence[Sequence[str]] | None = None,
    completed: Sequence[Sequence[str]] | None = None,
    tokens: Sequence[int] | None = None,
    vp_cards: Sequence[Sequence[str]] | None = None,
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    vp_row: Sequence[str | None] | None = None,
    vp_deck: Sequence[str] | None = None,
    to_play: int = 0,
    actions: int = 2,
    seed: int = 0,
    **options: Any,
) -> tuple[GuildhallRules, State]:
    """Set up a game at seat `to_play`'s next action.

    Anything not given is empty or 0.  Deck, VP row and VP deck get the remaining cards, shuffled by the seed.  Lists
    have their top card last.  If the deck is given, the remaining cards stay in the box.  A number instead of a hand
    means that many unknown cards, dealt from the remaining ones.
    """
    rules = _ARGUMENTS.rules_by(GuildhallRules.of, "halls", halls, options)
    table = _Table(rules, seed)
    placed = dict(zip(_PLACED, (halls, hands, areas, completed, tokens, vp_cards), strict=True))
    for name, given in placed.items():
        if given is not None:
            _ARGUMENTS.lay(getattr(table, f"place_{name}"), name, given, len(rules.seats))
    listed = _ARGUMENTS.listed
    with at("discard"):
        table.place_pile(PILE, "pile", listed("discard", discard))
    cards = None if deck is None else listed("deck", deck)
    with at("deck"):
        table.place_deck(cards, _ARGUMENTS.unknown(hands, CARDS))
    table.place_vp(
        None if vp_row is None else listed("vp_row", vp_row),
        None if vp_deck is None else listed("vp_deck", vp_deck),
    )
    table.place_turn(to_play, actions, basic=rules.settled.rules == "basic")
    return rules, table.finished()


class _Table:
    """A state while cards are laid on it, which rejects anything the rules forbid."""

    def __init__(self, rules: GuildhallRules, seed: int) -> None:
        self.rules, self.names = rules, rules.names
        self.state = np.zeros(1, STATE)
        self.s = self.state[0]
        self.coins = generator(seed)
        self.left = Counter({k: int(n) for k, n in enumerate(rules.compiled[0]["copies"][: len(self.names.kinds)])})
        self.vp_left = Counter({v: copies for v, (_, copies) in enumerate(rules.deck.vp)})
        for name in ("winner", "card", "other", "chapter", "chapter_2", "slot", "cleared", "bought", "top"):
            self.s[name] = rules.template[0][name]

    def lay(self, zone: int, kind: int) -> None:
        """Put one copy of a kind into a zone."""
        if self.left[kind] == 0:
            copies = int(self.rules.compiled[0]["copies"][kind])
            raise BadPosition(f"there are only {copies} copies of {self.names.kinds[kind]} in this deck")
        self.left[kind] -= 1
        self.s["count"][zone, kind] += 1
        self.s["total"][zone] += 1

    def lay_vp(self, name: str) -> int:
        """Use up one copy of a VP card."""
        card = self.names.vp_card(name)
        if self.vp_left[card] == 0:
            raise BadPosition(f"the VP deck has no further copy of {self.names.vp[card]}")
        self.vp_left[card] -= 1
        return card

    def place_halls(self, seat: int, hall: Hall) -> None:
        """Place chapters with their cards: colours, full names or Masters."""
        if not isinstance(hall, Mapping):
            raise BadPosition(f'it must be a dict of chapters, such as {{"Weaver": ["red"]}}, not {short(hall)}')
        for chapter_name, cards in hall.items():
            chapter = self.names.chapter(chapter_name)
            for card in _ARGUMENTS.listed(f"the {self.names.chapters[chapter]} chapter", cards):
                self._place_in_chapter(seat, chapter, card)

    def _place_in_chapter(self, seat: int, chapter: int, card: str) -> None:
        kind = self._card_of(chapter, card)
        colour, name = self.names.colour_of(kind), self.names.chapters[chapter]
        if self.names.chapter_of(kind) != chapter:
            raise BadPosition(f"{self.names.kinds[kind]} does not belong to the {name} chapter")
        laid = [k for k in self._laid(seat) if self.names.chapter_of(k) == chapter]
        if any(self.names.colour_of(k) == colour != MASTER for k in laid):
            raise BadPosition(f"{self.names.kinds[kind]} would be a duplicate in the guildhall of player {seat + 1}")
        if len(laid) == 4:
            raise BadPosition(f"{an(name)} chapter of five cards is complete; list it under completed")
        self.lay(HALL + seat, kind)

    def _laid(self, seat: int) -> list[int]:
        counts = self.s["count"][HALL + seat]
        return [kind for kind in np.flatnonzero(counts).tolist() for _ in range(int(counts[kind]))]

    def _card_of(self, chapter: int, card: str) -> int:
        """Return a card of a chapter by its colour alone, or by its full name."""
        name, words = self.names.chapters[chapter], fold(card) if isinstance(card, str) else ""
        if fold(f"{words} {name}") in self.names.kind_numbers:
            return self.names.kind(f"{words} {name}")
        if words in COLOURS:
            raise BadPosition(
                f"in this saga {an(name)} card needs its profession, such as '{card} {self._member(chapter)}'"
            )
        if words and " " not in words and words not in self.names.kind_numbers:
            raise BadPosition(f"{short(card)} is not in the {name} chapter; the colours are {', '.join(COLOURS)}")
        return self.names.kind(card)

    def _member(self, chapter: int) -> str:
        return next(card.shown for card in self.rules.deck.professions if card.chapter == chapter)

    def place_hands(self, seat: int, hand: Iterable[str]) -> None:
        """Place the cards of a hand."""
        for card in hand:
            self.lay(HAND + seat, self.names.kind(card))

    def place_areas(self, seat: int, area: Sequence[str]) -> None:
        """Place the cards and VP cards of an action area, in order."""
        if len(area) > AREA // 2:
            raise BadPosition(f"an action area of {len(area)} cards is too large; the maximum is {AREA // 2}")
        for i, card in enumerate(area):
            name = fold(card) if isinstance(card, str) else ""
            if name in self.names.kind_numbers:
                kind = self.names.kind(card)
                self.lay(AREA_OF + seat, kind)
                self.s["area"][seat, i] = kind
            elif name and card in self.names.vp:
                self.s["area"][seat, i] = VP_MARK + self.lay_vp(card)
            else:
                close = nearest(card, [*self.names.kinds, *self.names.vp])
                raise UnknownCard(
                    f"no card of this deck is called {short(card)}{did_you_mean(close)}", name=card, nearest=close
                )
        self.s["area_n"][seat] = len(area)

    def place_completed(self, seat: int, chapters: Sequence[str]) -> None:
        """Place completed chapters, each of five remaining cards."""
        if len(chapters) > 3:
            raise BadPosition(f"player {seat + 1} has {len(chapters)} completed chapters; the maximum is three")
        for i, name in enumerate(chapters):
            chapter = self.names.chapter(name)
            for colour in range(len(COLOURS)):
                kinds = [
                    k for k in self.left if self.names.chapter_of(k) == chapter and self.names.colour_of(k) == colour
                ]
                kind = max(kinds, key=lambda k: (self.left[k], -k))
                if self.left[kind] == 0:
                    raise BadPosition(f"there are not enough {COLOURS[colour]} cards left for {an(name)} chapter")
                self.left[kind] -= 1
                self.s["done_cards"][seat, i, colour] = kind
            self.s["done"][seat, i] = chapter
            self.s["done_cards"][seat, i].sort()
        self.s["done_n"][seat] = len(chapters)

    def place_tokens(self, seat: int, tokens: int) -> None:
        """Set the VP tokens of a player."""
        self.s["tokens"][seat] = number_from(0, 1000, tokens, "tokens")

    def place_vp_cards(self, seat: int, vp_cards: Iterable[str]) -> None:
        """Give VP cards to a player."""
        for name in vp_cards:
            self.s["vp_owned"][seat, self.lay_vp(name)] += 1

    def place_pile(self, zone: int, field: str, cards: Iterable[str]) -> None:
        """Place a pile in order, top last."""
        for card in cards:
            kind = self.names.kind(card)
            self.s[field][int(self.s["total"][zone])] = kind
            self.lay(zone, kind)

    def place_deck(self, deck: Sequence[str] | None, unknown: Mapping[int, int]) -> None:
        """Place the deck as given, or all remaining cards, shuffled. Unknown hands come from the remaining cards."""
        if deck is not None:
            self.place_pile(DECK, "deck", deck)
        self._deal_unknown(unknown)
        if deck is not None:
            for kind in list(self.left.elements()):
                self.lay(BOX, kind)
            return
        for kind in shuffled(self.left.elements(), self.coins):
            self.s["deck"][int(self.s["total"][DECK])] = kind
            self.lay(DECK, kind)

    def _deal_unknown(self, unknown: Mapping[int, int]) -> None:
        pool = shuffled(self.left.elements(), self.coins) if unknown else []
        for seat, number in unknown.items():
            with at(f"hands[{seat}]"):
                if number > len(pool):
                    raise BadPosition(f"only {len(pool)} cards are left for {number} unknown ones")
            for _ in range(number):
                self.lay(HAND + seat, pool.pop())

    def place_vp(self, row: Sequence[str | None] | None, deck: Sequence[str] | None) -> None:
        """Place the VP row and the VP deck as given, or from the remaining cards."""
        if row is not None and len(row) > ROW:
            raise BadPosition(f"the VP row has {ROW} slots, not {len(row)}")
        with at("vp_row"):
            slots = [None if name is None else self.lay_vp(name) for name in row or ()]
        with at("vp_deck"):
            given = [self.lay_vp(name) for name in deck or ()]
        pool = given if deck is not None else shuffled(self.vp_left.elements(), self.coins)
        if deck is not None:
            for card, copies in self.vp_left.items():
                self.s["vp_box"][card] = copies
        if row is None:
            slots = [pool.pop() if pool else None for _ in range(ROW)]
        slots += [None] * (ROW - len(slots))
        self.s["vp_row"][:] = [-1 if card is None else card for card in slots]
        self.s["vp_deck"][: len(pool)] = pool
        self.s["vp_deck_n"] = len(pool)
        self._place_houses()

    def _place_houses(self) -> None:
        self.s["house"][:] = -1
        free = list(range(ROW))
        for house in range(len(self.rules.deck.houses)):
            self.s["house"][free.pop(below(self.coins, len(free)))] = house

    def place_turn(self, to_play: int, actions: int, *, basic: bool) -> None:
        """Set whose turn it is. Under the basic rule cards in the area count as played this turn."""
        s = self.s
        s["turn"] = s["actor"] = seat_from(len(self.rules.seats), to_play)
        number_from(1, 99, actions, "actions")
        s["turn_no"], s["actions"], s["pc"], s["back"] = 1, actions, ACT_ROW, ACT_ROW
        if basic:
            for kind in np.flatnonzero(s["count"][AREA_OF + to_play]).tolist():
                s["played"] |= self.rules.compiled[0]["chapter_kinds"][self.names.chapter_of(kind)]

    def finished(self) -> State:
        """Return the state with every derived field counted."""
        from .engine.zones import recount_at

        self.s["rng"] = self.coins[0]
        recount_at(self.state, 0, self.rules.compiled)
        return self.state
