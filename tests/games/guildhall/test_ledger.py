"""The events are a ledger: from the table at the start they alone rebuild every open place and every hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

import guildhall as gh
from guildhall.core.game import Game
from tests.games.guildhall.soak import FORMS, Case

COLOURS = ("red", "blue", "green", "yellow", "purple")
PILE, DECK = "the discard pile", "the deck"


def hall_cards(hall):
    """A hall lists colours where the chapter is the profession, full names elsewhere."""
    cards = [(card, chapter) for chapter, cards in hall.items() for card in cards]
    return [f"{card} {chapter}" if card in COLOURS else card for card, chapter in cards]


@dataclass
class Ledger:
    """Places by the names that events use for them, and what belongs to each seat beside its cards."""

    seats: tuple[str, ...]
    keeps_top: bool
    places: dict[str, list[str]]
    chapter_of: dict[str, str]
    row: list[str | None]
    vp_discard: list[str]
    owned: dict[int, list[str]]
    tokens: dict[int, int]
    completed: dict[int, list[str]] = field(default_factory=dict)
    spent: Counter[str] = field(default_factory=Counter)
    old: int = 0

    @classmethod
    def of(cls, game):
        table, seats = game.table, game.rules.seats
        places = {PILE: list(table.discard), DECK: [*table.deck, *table.looked]}
        for seat, name in enumerate(seats):
            places[f"{name}'s hand"] = list(table.hands[seat])
            places[f"{name}'s guildhall"] = hall_cards(table.halls[seat])
            places[f"{name}'s action area"] = list(table.areas[seat])
        names = game.rules.names
        return cls(
            seats=seats,
            keeps_top=game.rules.setup["reshuffle_keeps_top"],
            places=places,
            chapter_of={card: names.chapters[names.chapter_of(kind)] for kind, card in enumerate(names.kinds)},
            row=list(table.vp_row),
            vp_discard=list(table.vp_discard),
            owned={seat: list(cards) for seat, cards in enumerate(table.vp_cards)},
            tokens=dict(enumerate(table.tokens)),
            completed={seat: list(chapters) for seat, chapters in enumerate(table.completed)},
        )

    def book(self, events):
        """Carry the events of one ply in; picks of a ply were made from the discard pile as it lay before it."""
        self.old = len(self.places[PILE])
        for event in events:
            book = getattr(self, f"_{event.kind.replace(' ', '_')}", None)
            if book is not None:
                book(event.seat, **event.data)

    def _move(self, seat, *, card, to, zones, **data):
        self._leave(data["from"], card)
        self.places[DECK if to == "the looked-at cards" else to].append(card)

    _draw = _return = _discard = _move

    def _leave(self, place, card):
        if place == "a completed chapter":
            self.spent[card] -= 1
            assert self.spent[card] >= 0, f"{card} was in no chapter that was given up"
            return
        cards = self.places[DECK if place == "the looked-at cards" else place]
        among = cards[: self.old] if place == PILE else cards
        del cards[len(among) - 1 - among[::-1].index(card)]
        self.old -= place == PILE

    def _complete(self, seat, *, chapter):
        hall = f"{self.seats[seat]}'s guildhall"
        closed = [card for card in self.places[hall] if self.chapter_of[card] == chapter]
        assert len(closed) == 5
        self.places[hall] = [card for card in self.places[hall] if self.chapter_of[card] != chapter]
        self.completed[seat].append(chapter)
        self.spent.update(closed)

    def _give_up(self, seat, *, chapter):
        self.completed[seat].remove(chapter)

    def _shuffle(self, seat, **data):
        if data.get("from") == PILE:
            kept = self.places[PILE][-1:] if self.keeps_top else []
            self.places[DECK] += self.places[PILE][: len(self.places[PILE]) - len(kept)]
            self.places[PILE], self.old = kept, len(kept)
            assert len(self.places[DECK]) == data["cards"]
        if "vp_cards" in data:
            assert len(self.vp_discard) == data["vp_cards"]
            self.vp_discard = []

    def _tokens(self, seat, *, change):
        self.tokens[seat] += change

    def _buy(self, seat, *, card, slot):
        assert self.row[slot - 1] == card
        self.row[slot - 1] = None
        self.places[f"{self.seats[seat]}'s action area"].append(card)

    def _vp_row(self, seat, *, card, slot):
        # A slot that holds a card loses it; an empty one gets the next card.
        if self.row[slot - 1] is None:
            self.row[slot - 1] = card
        else:
            assert self.row[slot - 1] == card
            self.row[slot - 1] = None
            self.vp_discard.append(card)

    def _vp_card(self, seat, *, card):
        self.places[f"{self.seats[seat]}'s action area"].remove(card)
        self.owned[seat].append(card)

    def agrees_with(self, table):
        """Compare with the table; a card that was picked up is still booked where it came from."""
        lying = self.places_of(table)
        picked = Counter(table.picked)
        away = sum((Counter(cards) - Counter(lying[place]) for place, cards in self.places.items()), Counter())
        more = [place for place, cards in self.places.items() if Counter(lying[place]) - Counter(cards)]
        assert (away, more) == (picked, [])
        for place in (PILE, *(f"{name}'s action area" for name in self.seats)):
            assert picked or self.places[place] == lying[place], place
        assert self.row == table.vp_row
        assert self.vp_discard == table.vp_discard
        for seat in range(len(self.seats)):
            assert Counter(self.owned[seat]) == Counter(table.vp_cards[seat])
            assert self.tokens[seat] == table.tokens[seat]
            assert self.tokens[seat] + sum(int(card.split()[0]) for card in self.owned[seat]) == table.vp[seat]
            assert self.completed[seat] == table.completed[seat]

    def places_of(self, table):
        """The places of a table under the same names."""
        lying = {PILE: table.discard, DECK: [*table.deck, *table.looked]}
        for seat, name in enumerate(self.seats):
            lying[f"{name}'s hand"] = table.hands[seat]
            lying[f"{name}'s guildhall"] = hall_cards(table.halls[seat])
            lying[f"{name}'s action area"] = table.areas[seat]
        return lying


@pytest.mark.parametrize("number", range(12))
def test_events_rebuild_hands_halls_and_piles_at_every_ply(number):
    case = Case(list(FORMS)[number], 2 + number % 3, number % 4)
    game, coin = Game(case.rules, case.rules.start(number), seed=number), random.Random(number)
    ledger = Ledger.of(game)

    while not game.over and game.ply < 900:
        ledger.book(game.play(coin.choice(game.options)))
        ledger.agrees_with(game.table)


def test_events_of_a_game_are_those_of_its_plies():
    game = gh.new_game("guildhall", cards="old-world", players=3, seed=5)
    told = []
    for _ in range(100):
        told += game.play(game.options[-1])

    assert game.events == tuple(told)
    game.undo(40)
    assert game.events == tuple(told)[: len(game.events)]
    game.redo(40)
    assert game.events == tuple(told)


def test_a_wrong_event_shows_in_the_ledger():
    game = gh.position("guildhall", halls=[{}, {}], hands=[["red Weaver"], []], deck=["blue Weaver"])
    ledger = Ledger.of(game)
    events = game.play("play red Weaver")

    ledger.book(event for event in events if event.kind != "move")
    with pytest.raises(AssertionError):
        ledger.agrees_with(game.table)


def test_the_others_are_not_told_which_card_was_drawn():
    game = gh.position("guildhall", halls=[{}, {}], hands=[[], []], deck=["blue Weaver"])
    events = game.play("refresh", "done")
    drawn = next(event for event in events if event.kind == "draw")

    assert drawn.as_seen_by(0).data["card"] == "blue Weaver"
    assert "blue" not in f"{drawn.as_seen_by(1)} {dict(drawn.as_seen_by(1).data)}"
