"""The Hundred Halls' part of a log: cards drawn, flipped and looked at, and targets picked at random.

All cards are open except the order of the decks. One ply may hold the turns of Scenario and Realm, in which each
result of chance decides which others follow, so chance is steered result by result. Copies of a card are alike: the
one with the lowest number that can come is taken to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar

import numpy as np

from guildhall.core.decision import Event, fold
from guildhall.core.errors import BadEntry, BadSetup, did_you_mean, listing, nearest, short
from guildhall.core.rules import Seen, State, clone
from guildhall.core.scribing import UNKNOWN, Chance, Laid, Misfit, Opening, Scribing
from guildhall.kernel.steering import Trial, steer

from .engine.state import NONE, PILES, REALM, SCENARIO, SEATS, Chosen, EventKind, Frame, OptionId, Phase, Program, Row
from .language import Op, Pick, Zone

__all__ = ["HundredHallsScribing"]

Told = Mapping[str, Sequence[str]]

_TURNS = 5  # times that the order of the first draws is looked at again
_EXCHANGES = 200  # cards of decks exchanged for one ply
_GUESSES = 8  # deals tried for missed cards
_MOST_THROWS = 500
_WORDS = {EventKind.FLIP: "flips", EventKind.DRAW: "draws", EventKind.LOOK: "looks"}
_OPENING = {"hands": "draws", "flips": "flips", "looks": "looks", "picks": "picks"}
_SOURCED = {  # events that name the card that acts, then the target
    EventKind.DAMAGE: Op.DAMAGE,
    EventKind.HEAL: Op.HEAL,
    EventKind.COUNTERS: Op.COUNTERS,
    EventKind.ATTACH: Op.ATTACH,
    EventKind.STUN: Op.STUN,
    EventKind.PREVENT: Op.PREVENT,
    EventKind.DEALS: Op.DEALS,
    EventKind.TAKES: Op.TAKES,
    EventKind.HEALS: Op.HEALS,
    EventKind.MAXIMUM: Op.MAX_HP,
}
_BARE = {  # events that name the target only, each with the place of its number
    EventKind.DESTROY: ((Op.DESTROY, Op.SACRIFICE), 0),
    EventKind.VOID: ((Op.VOID,), 0),
    EventKind.RETURN: ((Op.RETURN,), 0),
    EventKind.SEARCH: ((Op.SEARCH,), 0),
    EventKind.COMPLETE: ((Op.COMPLETE,), 0),
    EventKind.GIVE: ((Op.GIVE,), 1),
    EventKind.REDIRECT: ((Op.REDIRECT,), 1),
    EventKind.EXTRA: ((Op.PLAYS, Op.ACTIVATIONS, Op.DRAWS), NONE),  # the seat
    EventKind.DRAW: ((Op.DRAW,), NONE),
}
_TAKING = frozenset({EventKind.FLIP, EventKind.DRAW})
_ARRIVING = frozenset({EventKind.FLIP, EventKind.ENTER})
_LEAVING = frozenset({EventKind.DESTROY, EventKind.VOID, EventKind.COMPLETE})

_Rows = list[tuple[int, int, list[int]]]


@dataclass(frozen=True, slots=True)
class _Result:
    """One result of chance: a card by number, its name, its deck (-1 for a random pick), and the cards it can be.

    Results of the same `group` came together. `deck` are the cards at unknown places of the deck, empty if the card
    itself was known to be on top.
    """

    word: str
    card: int
    name: str
    group: int
    pile: int = NONE
    deck: frozenset[int] = frozenset()


class HundredHallsScribing(Scribing):
    """The Hundred Halls as all players at a real table see it."""

    opening: ClassVar = {
        "hands": Opening(
            "the opening hands of all players", '["Silver Bolt", "Focus Prism", …]', optional=True, prompted=True
        ),
        "flips": Opening("cards flipped before the first decision", '["Eclipse"]', optional=True, prompted=True),
        "looks": Opening("cards looked at before the first decision", '["Eclipse"]', optional=True, prompted=True),
        "picks": Opening(
            "players and cards picked at random before the first decision", '["Aurie"]', optional=True, prompted=True
        ),
    }
    words: ClassVar = {
        "draws": "cards drawn, by anybody",
        "flips": "cards flipped from the Scenario or the Realm deck",
        "looks": "cards looked at, from the top of their deck",
        "picks": "players or cards picked at random",
    }
    ordered: ClassVar = frozenset({"flips", "looks", "picks"})
    again: ClassVar = frozenset({"picks"})

    def __init__(self, rules: Any, seat: int) -> None:
        super().__init__(rules, seat)
        if rules.setup.get("campaign"):
            raise BadSetup("a campaign cannot be logged as a whole. Log each battle with armory=True instead")

    @cached_property
    def names(self) -> Mapping[str, str]:
        """All cards by their folded names."""
        return {fold(name): name for name in self.rules.names.cards}

    @property
    def _compiled(self) -> Any:
        return self.rules.compiled[0]

    @property
    def _cards(self) -> tuple[str, ...]:
        cards: tuple[str, ...] = self.rules.names.cards
        return cards

    # --- The start ---

    def laid_out(self, seed: int) -> State:
        """Return the table before anything happens: a visit to an Armory without points, which `done` ends."""
        rules = copy(self.rules)
        rules.compiled = self.rules.compiled.copy()
        rules.compiled["armory"] = max(1, int(self._compiled["armory"]))
        state: State = rules.start(seed)
        state["armory"] = self._compiled["armory"]
        return state

    def begin(self, known: State, given: Mapping[str, Any]) -> State:
        """Return the first decision of a game that began with these hands, flips and picks."""
        told = {_OPENING[name]: tuple(value) for name, value in given.items()}
        if not all(isinstance(card, str) for cards in told.values() for card in cards):
            raise BadEntry("expected the names of cards")
        if any(UNKNOWN in cards for cards in told.values()):
            raise BadEntry(f"the opening has to be known: {UNKNOWN} is only for later cards")
        laid = self.laid_out(0)
        if int(self._compiled["armory"]):
            if any(told.values()):
                raise BadEntry("in a game with the Armory, hands and flips belong to the entry that leaves it")
            return self.deal(self.rules.know(laid, self.seat), Laid(), 0)
        world = laid
        for _ in range(_TURNS):
            told["draws"] = self._as_drawn(world, given.get("hands", ()))
            world = self.steered(world, OptionId.DONE, told, 0)
            if told["draws"] == self._as_drawn(world, given.get("hands", ())):
                break
        self._check_opening(world, told)
        after = clone(world)
        self.rules.carry_out(after, OptionId.DONE)
        after["plies"], after["chain"] = 0, after["chain"] + laid["chain"]
        return self.deal(self.rules.know(after, self.seat), Laid(), 0)

    def _as_drawn(self, world: State, hands: Sequence[str]) -> tuple[str, ...]:
        """Return cards in the order in which their owners draw them from the table laid out."""
        homes = {fold(name): home for name, home in zip(self._cards, self.rules.names.homes, strict=True)}
        left, order = list(hands), list[str]()
        for result in self._results(world, OptionId.DONE):
            own = [card for card in left if homes.get(fold(card)) == result.pile] if result.word == "draws" else []
            order += own[:1]
            for card in own[:1]:
                left.remove(card)
        return (*order, *left)

    def _check_opening(self, world: State, told: Told) -> None:
        left = {word: list(cards) for word, cards in told.items()}
        names = {word: name for name, word in _OPENING.items()}
        for chance in self.chances(world, OptionId.DONE, world, ()):
            given, left[chance.word] = (
                left.get(chance.word, [])[: chance.number],
                left.get(chance.word, [])[chance.number :],
            )
            if len(given) < chance.number:
                whose = f" of {self.rules.names.piles[chance.place]}" if chance.place != NONE else ""
                missing = chance.number - len(given)
                raise BadEntry(f"{names[chance.word]} lacks {missing} card{'' if missing == 1 else 's'}{whose}")
        for word, cards in left.items():
            if cards:
                raise BadEntry(f"{names[word]} has too many cards: nothing brought {listing(cards)}")

    # --- Options ---

    def alias(self, phrase: str) -> str:
        """Return the name of the deck for a player's name."""
        wanted = fold(phrase)
        if wanted in self.names:
            return phrase
        return next((self._cards[seat] for seat, who in enumerate(self.rules.seats) if fold(who) == wanted), phrase)

    def sources(self, state: State, phrase: str) -> Laid:
        """Return nothing, because all hands are open."""
        return Laid()

    def is_open(self, state: State) -> bool:
        """Return True, because all hands are open."""
        return True

    def shares(self, seat: int) -> bool:
        """Return True, because all players see the same."""
        return True

    def deal(self, known: State, laid: Laid, seed: int) -> State:
        """Return a world with all decks shuffled below the cards known on top."""
        world: State = self.rules.resample(Seen(known, self.seat), seed)
        return world

    # --- Chance ---

    def chances(self, before: State, option: int, after: State, events: Sequence[Event]) -> list[Chance]:
        """Return what was drawn, flipped, looked at and picked at random, in order."""
        found = []
        for _, group in groupby(self._results(before, option), lambda result: result.group):
            results = list(group)
            names = tuple(result.name for result in results)
            found.append(Chance(results[0].word, names, results[0].pile))
        return found

    def steered(self, world: State, option: int, told: Told, seed: int) -> State:
        """Return the world in which an option brings the reported results, as far as they go, or raise Misfit."""
        if not any(UNKNOWN in cards for cards in told.values()):
            return self._steered(clone(world), option, told)
        known, problem = self.rules.know(world, self.seat), Misfit("")
        for attempt in range(_GUESSES):
            try:
                return self._steered(self.deal(known, Laid(), seed + attempt), option, told)
            except Misfit as error:
                problem = error
        raise problem

    def _steered(self, world: State, option: int, told: Told) -> State:
        right, cards = self._settled(world, option, told)
        if right < len(cards) and steer(lambda word: self._tried(world, option, told, word)) is None:
            words = "; ".join(f"{word} {', '.join(cards)}" for word, cards in told.items() if cards)
            raise Misfit(f"'{words}' cannot come about here")
        return world

    def _tried(self, world: State, option: int, told: Told, word: int) -> Trial:
        world["rng"] = word
        try:
            return self._settled(world, option, told)
        except Misfit:
            return 0, (NONE,)

    def _settled(self, world: State, option: int, told: Told) -> Trial:
        """Exchange cards in the decks until a result differs that only the generator decides, or none."""
        for _ in range(_EXCHANGES):
            results = self._results(world, option)
            wanted = self._wanted(results, told)
            pairs = enumerate(zip(results, wanted, strict=False))
            at = next((number for number, (result, card) in pairs if result.card != card), None)
            if at is not None and self._exchange(world, results[at], wanted[at]):
                continue
            cards = [result.card for result in results[:at] if self._is_decided(world, result)]
            return len(cards), cards if at is None else [*cards, results[at].card]
        raise Misfit("too much happens in this move")

    def _is_decided(self, world: State, result: _Result) -> bool:
        """Return whether the generator decides a result, and not the order of a deck."""
        return result.pile == NONE or bool(result.deck and result.card not in self._free(world, result.pile))

    def _free(self, world: State, pile: int) -> set[int]:
        """Return the cards of a deck whose order nobody knows."""
        s = world[0]
        return set(s["deck"][pile, : int(s["deck_n"][pile] - s["known"][pile])].tolist())

    def _exchange(self, world: State, result: _Result, card: int) -> bool:
        """Exchange two cards of a deck. Return False if not both are at unknown places in it."""
        if result.pile == NONE or not {result.card, card} <= self._free(world, result.pile):
            return False
        deck = world[0]["deck"][result.pile]
        here, there = (int(np.flatnonzero(deck == one)[0]) for one in (result.card, card))
        deck[here], deck[there] = card, result.card
        return True

    # --- What is wanted ---

    def _wanted(self, results: Sequence[_Result], told: Told) -> list[int]:
        """Return the cards that the results have to be, up to the first missing or different one."""
        left = {word: list(cards) for word, cards in told.items()}
        wanted = list[int]()
        for _, group in groupby(results, lambda result: result.group):
            came = list(group)
            word = came[0].word
            given = left.get(word, [])[: len(came)]
            if len(given) < len(came):
                return wanted
            left[word] = left[word][len(came) :]
            cards = [self._picked(came[0], given[0])] if word == "picks" else self._from_deck(came, given)
            wanted += cards
            if cards != [result.card for result in came]:
                break
        return wanted

    def _picked(self, result: _Result, told: str) -> int:
        """Return the number of a random pick if it is the reported one, else -1."""
        if told != UNKNOWN and fold(self.alias(told)) != fold(result.name):
            self._name(told.rstrip("0123456789 ") or told)
            return NONE
        return result.card

    def _name(self, told: str) -> str:
        """Return the card with a name, or raise Misfit."""
        found = self.names.get(fold(self.alias(told)))
        if found is None:
            raise Misfit(f"unknown card {short(told)}{did_you_mean(nearest(told, self._cards))}")
        return found

    def _from_deck(self, came: Sequence[_Result], given: Sequence[str]) -> list[int]:
        """Return the numbers of reported cards for results from one deck: the lowest copies there."""
        names = [None if card == UNKNOWN else self._name(card) for card in given]
        if came[0].word == "draws":
            names = _in_any_order(came, names)
        used, numbers = set[int](), list[int]()
        for result, told in zip(came, names, strict=True):
            name = told or result.name
            deck = self.rules.names.piles[result.pile]
            if not result.deck:
                if name != result.name:
                    raise Misfit(f"{result.name} is known to be the top card of {deck}", card=result.name)
                numbers.append(result.card)
                continue
            copies = [card for card in result.deck - used if self._cards[card] == name]
            if not copies:
                raise Misfit(f"no {name} is left in the deck of {deck}", card=name)
            numbers.append(min(copies))
            used.add(numbers[-1])
        return _aligned([result.card for result in came], numbers) if came[0].word == "draws" else numbers

    # --- What came ---

    def _results(self, before: State, option: int) -> list[_Result]:
        """Carry out an option and return the results of chance, in order."""
        after = clone(before)
        rows = self.rules.rows(after, option)
        return _Reading(self, before[0], option, after[0], rows).results()

    @cached_property
    def random_ops(self) -> Mapping[tuple[int, int], frozenset[int]]:
        """The kinds of effects that pick at random, by form and trigger."""
        R = self._compiled
        found = {}
        for form, trigger in np.argwhere(R["program"][..., Program.AT] < R["program"][..., Program.END]).tolist():
            at, end = (int(R["program"][form, trigger, column]) for column in (Program.AT, Program.END))
            if ops := self.random_in(at, end):
                found[form, trigger] = ops
        return found

    def random_in(self, at: int, end: int) -> frozenset[int]:
        """Return the kinds of effects that pick at random among the rows of a program."""
        rows, picks = self._compiled["row"][at:end], self._compiled["phrase"][:, Chosen.PICK]
        targets = rows[:, [Row.TARGET, Row.SECOND]]
        random = ((targets != NONE) & (picks[targets] == Pick.RANDOM)).any(axis=1)
        return frozenset(rows[random, Row.OP].tolist())

    # --- What is left ---

    def unseen(self, known: State, word: str = "") -> Counter[str]:
        """Return the cards in the decks, for a word those that it can name."""
        s, names = known[0], self.rules.names
        if word == "picks":
            return Counter(
                names.card_in(s, int(card)) for card in s["table"][: int(s["table_n"])] if self._is_pick(s, card)
            )
        piles = {"draws": range(SEATS), "flips": (SCENARIO, REALM)}.get(word, range(PILES))
        zones = [
            {Zone.DECK} | ({Zone.GRAVEYARD} if word and int(s["deck_n"][pile]) < 3 else set()) for pile in range(PILES)
        ]
        cards = (card for card in range(PILES, len(self._cards)) if names.homes[card] in piles)
        return Counter(self._cards[card] for card in cards if int(s["zone"][card]) in zones[names.homes[card]])

    def palette(self, known: State, word: str, place: int, told: Told) -> Counter[str]:
        """Return the cards of one deck, or for `picks` everything in play, with what was flipped just now."""
        found = self.unseen(known, word)
        if place == NONE:
            return found | Counter(self.names[fold(card)] for card in told.get("flips", ()) if fold(card) in self.names)
        homes = dict(zip(self._cards, self.rules.names.homes, strict=True))
        return Counter({card: n for card, n in found.items() if homes[card] == place})

    def _is_pick(self, s: Any, card: int) -> bool:
        return bool(card >= PILES or int(s["hp"][card]) > 0)


def _in_any_order(came: Sequence[_Result], names: Sequence[str | None]) -> list[str | None]:
    """Return reported names in the order of the results, which keep their places."""
    asked, fitted = list(names), list[str | None]()
    for result in came:
        fitted.append(result.name if result.name in asked else None)
        if result.name in asked:
            asked.remove(result.name)
    others = [name for name in asked if name is not None]
    return [others.pop(0) if name is None and others else name for name in fitted]


def _aligned(found: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Return the wanted cards in an order in which those found already stay where they are."""
    others = [card for card in wanted if card not in found]
    return [card if card in wanted else others.pop(0) for card in found]


class _Reading:
    """The results of chance in the log of one ply."""

    def __init__(self, scribing: HundredHallsScribing, before: Any, option: int, after: Any, rows: _Rows) -> None:
        self.scribing, self.names = scribing, scribing.rules.names
        self.before, self.option, self.after, self.rows = before, option, after, rows
        self.table = [int(card) for card in before["table"][: int(before["table_n"])]]
        self.shuffles: Counter[int] = Counter()
        self.shown: set[int] = set()  # cards looked at or put on top of decks in this ply, and those gone from there
        self.decks: dict[tuple[int, int, int], frozenset[int]] = {}

    def results(self) -> list[_Result]:
        """Return the results in order."""
        picks = self._picks()
        found, group, last = list[_Result](), 0, (NONE, NONE)
        for at, (event, _, numbers) in enumerate(self.rows):
            if at in picks:
                group += 1
                found.append(_Result("picks", picks[at], self._label(picks[at]), group))
            self._follow(at)
            if event == EventKind.SHUFFLE:
                continue
            came = NONE
            if event in _WORDS and not self._is_choice(at):
                came = self.names.homes[numbers[0]]
                group += event == EventKind.FLIP or (event, came) != last
                found.append(self._from_deck(at, group, came))
            last = (event, came)
        if len(self.rows) in picks:
            found.append(_Result("picks", picks[len(self.rows)], self._label(picks[len(self.rows)]), group + 1))
        return found

    # --- Decks ---

    def _is_choice(self, at: int) -> bool:
        """Return whether a card was not drawn but chosen among cards looked at."""
        event, _, numbers = self.rows[at]
        chosen = self.option - OptionId.TARGET if int(self.before["phase"]) == Phase.LOOK else NONE
        is_first = all(row[0] != EventKind.DRAW for row in self.rows[:at])
        return bool(event == EventKind.DRAW and is_first and numbers[0] == chosen)

    def _follow(self, at: int) -> None:
        """Keep up with the cards in play, and with the known cards on top of decks."""
        event, _, numbers = self.rows[at]
        if event == EventKind.SHUFFLE:
            self.shuffles[numbers[0]] += 1
            self.shown = {card for card in self.shown if self.names.homes[card] != numbers[0]}
        elif event in _ARRIVING:
            self.table += [numbers[0]] if numbers[0] not in self.table else []
            self.shown |= {numbers[0]} if event == EventKind.ENTER else set()  # it is no longer in its deck
        elif event in _LEAVING and numbers[0] in self.table:
            self.table.remove(numbers[0])
        elif self._is_put_on_top(at):
            self.shown.add(numbers[0])

    def _is_put_on_top(self, at: int) -> bool:
        event, _, numbers = self.rows[at]
        if event not in (EventKind.RETURN, EventKind.SEARCH):
            return False
        card, later = numbers[0], self.rows[at + 1 :]
        if later and later[0][0] == EventKind.ENTER and later[0][2][0] == card:
            return False
        return bool(self.after["zone"][card] == Zone.DECK or _taken(later, card))

    def _from_deck(self, at: int, group: int, pile: int) -> _Result:
        event, _, numbers = self.rows[at]
        card, era = numbers[0], (group, pile, self.shuffles[pile])
        if era not in self.decks:
            self.decks[era] = self._unknown(at, pile)
        deck = self.decks[era] if card in self.decks[era] else frozenset[int]()
        self.shown.add(card)
        return _Result(_WORDS[EventKind(event)], card, self.names.cards[card], group, pile, deck)

    def _unknown(self, at: int, pile: int) -> frozenset[int]:
        """Return the cards at unknown places of a deck before a row."""
        if not self.shuffles[pile]:
            n = int(self.before["deck_n"][pile] - self.before["known"][pile])
            return frozenset(self.before["deck"][pile, :n].tolist()) - self.shown
        n, later = int(self.after["deck_n"][pile]), self.rows[at:]
        deck = set(self.after["deck"][pile, :n].tolist()) | {
            row[2][0] for row in later if row[0] in _TAKING and self.names.homes[row[2][0]] == pile
        }
        if any(row[0] == EventKind.DEATH and row[2][0] == pile for row in later):  # the deck is gone by now
            buried = np.flatnonzero(self.before["zone"] == Zone.GRAVEYARD).tolist()
            deck |= {card for card in buried if self.names.homes[card] == pile}
        put = {row[2][0] for place, row in enumerate(later, at) if self._is_put_on_top(place)}
        return frozenset(deck - put - self.shown)

    # --- Random picks ---

    def _label(self, card: int) -> str:
        """Return the name of a card, with a number if it is not the first of its copies in play."""
        name = self.names.cards[card]
        copies = [one for one in self.table if self.names.cards[one] == name]
        place = copies.index(card) + 1 if card in copies else 1
        return name if place == 1 else f"{name} {place}"

    def _picks(self) -> dict[int, int]:
        """Return what was picked at random, by the row that reports it.

        The log does not say which effect of a card a row belongs to. If there were as many throws as rows that can
        belong to the last effect begun, those are the picks. Otherwise all rows that can be random are.
        """
        thrown = self._throws_beside_shuffles() if self.before["rng"] != self.after["rng"] else 0
        if thrown <= 0:
            return {}
        likely = self._reported(only_last=True)
        return likely if len(likely) == thrown else self._reported(only_last=False)

    def _reported(self, *, only_last: bool) -> dict[int, int]:
        """Return the targets of rows that effects with random picks may have brought."""
        active, picks = self._pending(), dict[int, int]()
        for at, (event, _, numbers) in enumerate(self.rows):
            if event == EventKind.ACT:
                before = set[int]() if only_last else active.get(numbers[0], set())
                active[numbers[0]] = before | self._random_ops(numbers[0], numbers[1])
            elif event in _SOURCED:
                if _SOURCED[EventKind(event)] in active.get(numbers[0], ()):
                    picks[at] = numbers[1]
            elif (target := self._bare(at, set[int]().union(*active.values()))) is not None:
                picks[at] = target
        if int(self.after["phase"]) == Phase.DISCARD and any(Op.DISCARD in ops for ops in active.values()):
            picks[len(self.rows)] = int(self.after["actor"])
        return picks

    def _pending(self) -> dict[int, set[int]]:
        """Return the cards with effects under way that pick at random, each with the kinds of these effects."""
        active: dict[int, set[int]] = {}
        for frame in self.before["stack"][: int(self.before["stack_n"])].tolist():
            if ops := self.scribing.random_in(frame[Frame.AT], frame[Frame.END]):
                active.setdefault(frame[Frame.SOURCE], set()).update(ops)
        return active

    def _random_ops(self, card: int, trigger: int) -> set[int]:
        """Return the kinds of effects with random picks that a card has at a trigger, as a reward too."""
        R, random = self.scribing.rules.compiled[0], self.scribing.random_ops
        form = int(R["form"][card])
        return {op for one in (form, int(R["reward"][form])) for op in random.get((one, trigger), ())}

    def _bare(self, at: int, ops: set[int]) -> int | None:
        """Return the target in a row that does not name the card that acts, if it may be a random one."""
        event, seat, numbers = self.rows[at]
        if event == EventKind.SUMMON and Op.SUMMON in ops and at + 1 < len(self.rows):
            holder = self.rows[at + 1][1]
            return holder if holder >= 0 else None
        if event not in _BARE or not ops.intersection(_BARE[EventKind(event)][0]):
            return None
        place = _BARE[EventKind(event)][1]
        if event == EventKind.DRAW and at and self.rows[at - 1][:2] == (event, seat):
            return None
        return seat if place == NONE else numbers[place]

    def _throws_beside_shuffles(self) -> int:
        """Return how often the generator was used for something else than shuffles."""
        word, thrown = int(self.before["rng"]), 0
        while word != int(self.after["rng"]) and thrown < _MOST_THROWS:
            word, thrown = (word & 0xFFFFFFFF) * 4294883355 + (word >> 32), thrown + 1
        for at, (event, _, numbers) in enumerate(self.rows):
            if event == EventKind.SHUFFLE:
                self.shuffles[numbers[0]] += 1
                thrown -= max(len(self._unknown(at, numbers[0])) - 1, 0)
        self.shuffles.clear()
        return thrown


def _taken(rows: _Rows, card: int) -> bool:
    return any(row[0] in _TAKING and row[2][0] == card for row in rows)
