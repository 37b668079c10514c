"""Which lines of play a tier allows, worked out the slow way: try every choice of cards and judge it by the rule book.

Only for tiers that choose cards in the open before any chance (rules 19 to 22e), and for decks without Masters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from guildhall.core.game import Game
from guildhall.games.guildhall.language import Action, Amount, Effects, Gain, Lose, Move, Place, Steal, Swap

__all__ = ["Line", "Reference", "is_covered"]

Cards = tuple[str, ...]
Line = tuple[Any, ...]  # the player chosen, then the chapters and cards chosen, each choice sorted
OTHERS = (Place.ANOTHER_HAND, Place.ANOTHER_HALL, Place.ANOTHER_AREA)
HIDDEN = (Place.MY_AREA, Place.ANOTHER_AREA)


def is_covered(effects: Effects) -> bool:
    """Whether the reference can judge these effects."""
    return any(isinstance(effect, Move | Swap) for effect in effects) and all(map(_is_plain, effects))


def _is_plain(effect: Any) -> bool:
    strange = (Place.DECK, Place.ANOTHER_HAND, Place.EVERY_HAND, Place.VP_ROW, Place.LOOKED_AT, Place.SEARCHED_DECK)
    if isinstance(effect, Move):
        return effect.source not in strange and effect.chosen == "choice"
    return isinstance(effect, Swap | Action) or (isinstance(effect, Gain) and not effect.if_behind)


@dataclass(frozen=True)
class Choice:
    """Cards that go from one place to another, and the order of effects they belong to."""

    effect: int
    cards: Cards
    source: Place
    target: Place
    owner: int  # whose place the cards come from
    receiver: int
    never: bool  # never a duplicate, from wherever it comes


class Reference:
    """A table as a player sees it who has just played a card, and all the time in the world."""

    def __init__(self, game: Game) -> None:
        table = game.table
        self.me, self.seats = table.turn, len(table.halls)
        self.hands, self.areas, self.pile = table.hands, table.areas, table.discard
        self.halls = [list(_hall_cards(hall)) for hall in table.halls]
        chapters = game.rules.deck.chapters
        self.home = {card.shown: chapters[card.chapter] for card in game.rules.deck.professions}

    def chapter(self, card: str) -> str:
        return self.home[card.split(" ", 1)[1]]

    def twin(self, card: str) -> tuple[str, str]:
        """What no hall holds twice: chapter and colour."""
        return self.chapter(card), card.split(" ", 1)[0]

    def lines(self, effects: Effects) -> set[Line]:
        """Every line of play that carries the effects out completely."""
        if not any(_means_other(effect) for effect in effects):
            return set(self._lines(effects, -1))
        others = [seat for seat in range(self.seats) if seat != self.me]
        return {(f"player {seat + 1}", *line) for seat in others for line in self._lines(effects, seat)}

    def _lines(self, effects: Effects, other: int) -> Iterator[Line]:
        moves = [effect for effect in effects if isinstance(effect, Move | Swap)]
        for choices in self._choices(moves, other, ()):
            yield tuple(chosen for choice in choices for chosen in self._told(choice))

    def _told(self, choice: tuple[Any, ...]) -> Iterator[Any]:
        words, parts = choice
        yield from words
        yield from (tuple(sorted(part.cards)) for part in parts if part.cards and not words)
        if words and parts[0].target is Place.DISCARD_PILE:
            yield tuple(sorted(parts[0].cards))

    def _choices(self, effects: list[Move | Swap], other: int, made: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Every way to choose cards for the effects one after the other that stands in the end."""
        if len(made) == len(effects):
            if self._stands(effects, [part for _, parts in made for part in parts]):
                yield made
            return
        for choice in self._ways(effects[len(made)], len(made), other, [p for _, parts in made for p in parts]):
            yield from self._choices(effects, other, (*made, choice))

    def _ways(self, effect: Move | Swap, number: int, other: int, before: list[Choice]) -> Iterator[tuple[Any, ...]]:
        if isinstance(effect, Swap):
            yield from self._swaps(effect, number, other)
        elif effect.source is Place.EACH_OTHER_HALL:
            for parts in self._one_each(effect, number, before):
                yield (), parts
        elif effect.amount is Amount.A_CHAPTER:
            owner = self._seat(effect.source, other)
            for chapter, cards in self._chapters(owner).items():
                part = Choice(number, cards, effect.source, effect.target, owner, self.me, effect.never_duplicates)
                yield (f"chapter {chapter}",), (part,)
        else:
            for part in self._picks(effect, number, other, before):
                yield (), (part,)

    def _picks(self, move: Move, number: int, other: int, before: list[Choice]) -> Iterator[Choice]:
        owner, receiver = self._seat(move.source, other), self._seat(move.target, other)
        left = self._left(move.source, owner, before)
        sizes = range(len(left) + 1) if move.amount is Amount.ANY else (int(move.amount),)
        for cards in {cards for size in sizes for cards in combinations(left, size)}:
            if not move.different_chapters or len({*map(self.chapter, cards)}) == len(cards):
                yield Choice(number, cards, move.source, move.target, owner, receiver, move.never_duplicates)

    def _left(self, place: Place, owner: int, before: list[Choice]) -> list[str]:
        """The cards of a place that were not chosen yet."""
        gone = Counter(card for part in before if (part.source, part.owner) == (place, owner) for card in part.cards)
        return sorted((Counter(self._cards(place, owner)) - gone).elements())

    def _swaps(self, swap: Swap, number: int, other: int) -> Iterator[tuple[Any, ...]]:
        mine, theirs = self._seat(swap.source, other), self._seat(swap.with_, other)
        if swap.amount is Amount.ALL:
            yield (), ()
        elif swap.amount is Amount.A_CHAPTER:
            for given, got in product(self._chapters(mine).items(), self._chapters(theirs).items()):
                words = (f"chapter {given[0]}", f"chapter {got[0]}")
                yield words, self._exchange(swap, number, (mine, given[1]), (theirs, got[1]))
        else:
            given_cards = combinations(sorted(self._cards(swap.source, mine)), int(swap.amount))
            got_cards = list(combinations(sorted(self._cards(swap.with_, theirs)), swap.for_ or int(swap.amount)))
            for given_part, got_part in {*product(given_cards, got_cards)}:
                yield (), self._exchange(swap, number, (mine, given_part), (theirs, got_part))

    def _exchange(
        self, swap: Swap, number: int, given: tuple[int, Cards], got: tuple[int, Cards]
    ) -> tuple[Choice, Choice]:
        there = Choice(number, given[1], swap.source, swap.with_, given[0], got[0], swap.never_duplicates)
        back = Choice(number, got[1], swap.with_, swap.source, got[0], given[0], swap.never_duplicates)
        return there, back

    def _one_each(self, move: Move, number: int, before: list[Choice]) -> Iterator[tuple[Choice, ...]]:
        """One card of each other hall that has any, in turn order (rule 22f); at least one in all."""
        hall = Place.ANOTHER_HALL
        turns = [(self.me + step) % self.seats for step in range(1, self.seats)]
        ways = [
            [
                Choice(number, (card,), hall, move.target, seat, self.me, never=True)
                for card in self._left(hall, seat, before)
            ]
            for seat in turns
            if self.halls[seat]
        ]
        return product(*ways) if ways else iter(())

    def _stands(self, effects: list[Any], parts: list[Choice]) -> bool:
        """Whether the cards chosen can all go where they are to go."""
        exchange = any(isinstance(effect, Swap) for effect in effects)
        return all(self._hall_stands(seat, parts, exchange) for seat in range(self.seats))

    def _hall_stands(self, seat: int, parts: list[Choice], exchange: bool) -> bool:
        """Rules 19 to 21 and 22b: no open duplicate, no two equal ones together, nothing out of a closed chapter."""
        leaving = [part for part in parts if part.source.is_hall and part.owner == seat]
        entering = [part for part in parts if part.target.is_hall and part.receiver == seat]
        left = Counter(self.halls[seat]) - Counter(card for part in leaving for card in part.cards)
        twins = {self.twin(card) for card in left}
        placed = [self.twin(card) for part in entering for card in part.cards]
        if len(set(placed)) < len(placed):
            return False
        opened = [card for part in entering for card in part.cards if self._is_open(part, card)]
        if any(self.twin(card) in twins for card in opened):
            return False
        return exchange or not self._takes_from_closed(seat, leaving, entering)

    def _is_open(self, part: Choice, card: str) -> bool:
        if part.never or part.source not in (*HIDDEN, Place.DISCARD_PILE):
            return True
        return part.source is Place.DISCARD_PILE and card == self.pile[-1]

    def _takes_from_closed(self, seat: int, leaving: list[Choice], entering: list[Choice]) -> bool:
        """Whether a card is to be taken from a chapter that earlier effects have closed."""
        for went in leaving:
            placed = [card for came in entering if came.effect < went.effect for card in came.cards]
            sizes = Counter(chapter for chapter, _ in {self.twin(card) for card in (*self.halls[seat], *placed)})
            if placed and any(sizes[self.chapter(card)] == 5 for card in went.cards):
                return True
        return False

    def _seat(self, place: Place, other: int) -> int:
        return other if place in OTHERS else self.me

    def _cards(self, place: Place, seat: int) -> list[str]:
        if place is Place.TOP_OF_DISCARD:
            return self.pile[-1:]
        if place is Place.DISCARD_PILE:
            return self.pile
        return (self.hands if place.is_hand else self.halls if place.is_hall else self.areas)[seat]

    def _chapters(self, seat: int) -> dict[str, Cards]:
        chapters: dict[str, Cards] = {}
        for card in self.halls[seat]:
            chapters[self.chapter(card)] = (*chapters.get(self.chapter(card), ()), card)
        return chapters


def _hall_cards(hall: dict[str, list[str]]) -> Iterable[str]:
    for chapter, cards in hall.items():
        yield from (card if " " in card else f"{card} {chapter}" for card in cards)


def _means_other(effect: Any) -> bool:
    if isinstance(effect, Move):
        return effect.source in OTHERS or effect.target in OTHERS
    return isinstance(effect, Steal | Lose) or (isinstance(effect, Swap) and effect.with_ in OTHERS)
