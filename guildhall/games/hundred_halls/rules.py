"""The Hundred Halls behind the one interface that games, bots, records and front-ends talk to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.capabilities import (
    CardText,
    Columns,
    HasCardTexts,
    HasPlaces,
    PlaysTogether,
    Schema,
    TellsMoves,
    TellsOpening,
)
from guildhall.core.decision import Event, Option, Outcome, fold
from guildhall.core.rules import State
from guildhall.kernel.recording import default_event_columns, default_schemas
from guildhall.kernel.shell import CompiledRules

from . import words
from .armory import points_for
from .cards import Box, Campaign
from .engine.compile import compile_box, template
from .engine.engine import ENGINE
from .engine.state import SCENARIO, Phase
from .events import MEANINGS as COLUMNS
from .events import REASONS, move_told, opening_told, tell, turns_told
from .refusals import refusal
from .setup import BONUS, PLAYS, Setup, box_of, order_of, settle, shelf_of
from .table import Table
from .weights import MEANINGS, PRESETS
from .wording import card_text
from .words import Names

if TYPE_CHECKING:
    from guildhall.kernel.recording import EventRows

__all__ = ["VERSION", "HundredHallsRules", "compiled_for"]

VERSION = "2"

_FREE = frozenset({Phase.HEAD_START, Phase.ACT, Phase.MEMORY, Phase.SCENARIO})


def _number(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def compiled_for(
    setup: Setup, box: Box, order: tuple[int, ...], campaign: Campaign | None = None
) -> tuple[NDArray[Any], Names]:
    """What a game with this box is played by, and its names; it may be a battle of a campaign."""
    players = len(setup.players)
    compiled, effects = compile_box(
        box,
        order=order,
        bonus=BONUS[players],
        plays=PLAYS[players],
        head_start=setup.head_start,
        rounds=setup.round_limit,
        armory=points_for(box) if setup.armory else 0,
    )
    return compiled, Names(box, setup.players, effects, campaign)


class HundredHallsRules(CompiledRules, HasCardTexts, HasPlaces, PlaysTogether, TellsMoves, TellsOpening):
    """The rules of the Hundred Halls with a box and all options settled; holds parameters, never a state."""

    version = VERSION
    engine = ENGINE
    settle = staticmethod(settle)
    presets, meanings = PRESETS, MEANINGS
    own_bot_lines = MappingProxyType({"team": "plays its role: heals, strikes, or stops what hurts most"})
    begins_empty = True
    reasons = REASONS
    searcher, rollouts = "team", 75
    search: ClassVar = {"margin": 3.0, "horizon": 8}
    turn_word, goal_word = "round", "fall"
    table_class: ClassVar[type[Table]] = Table

    def __init__(self, setup: Setup) -> None:
        self.settled = setup
        self.box, self.names, compiled = self._unpacked(setup)
        super().__init__(setup, compiled, self._before_set_up(), self.box)

    def _unpacked(self, setup: Setup) -> tuple[Any, Names, NDArray[Any]]:
        """The box, its names, and the record that the game is played by."""
        box = box_of(setup)
        compiled, names = compiled_for(setup, box, order_of(setup))
        return box, names, compiled

    def _before_set_up(self) -> NDArray[Any]:
        """The state that games are dealt from."""
        return template()

    # --- Words ---

    def names_at(self, state: State) -> Names:
        """The names by which the cards of a state go."""
        return self.names

    def kind_of(self, state: State) -> str:
        """What kind of decision is at hand."""
        return words.kind_of(state[0])

    def prompt(self, state: State, kind: str) -> str:
        """What the seat that decides is asked."""
        asked = words.prompt(self.names_at(state), state[0])
        if int(state[0]["phase"]) != Phase.ACT:
            return asked
        plays, activations, _ = self.table(state).left(int(state[0]["actor"]))
        return f"{asked} ({_number(plays, 'card play')} and {_number(activations, 'activation')} left)"

    def phrase(self, state: State, option: int) -> str:
        """The stable phrase of an option."""
        return words.PHRASES.of(self.names_at(state), state[0], option)

    def refusal(self, state: State, phrase: str) -> str | None:
        """Why something cannot be played, activated, chosen or bought."""
        is_legal = any(fold(self.phrase(state, option)) == fold(phrase) for option in self.options(state))
        return None if is_legal else refusal(self.table(state), phrase)

    def worded(self, state: State, kind: str, codes: tuple[int, ...]) -> tuple[Option, ...]:
        """The legal options in words."""
        s, names = state[0], self.names_at(state)
        return tuple(Option(code, words.PHRASES.of(names, s, code), words.about(names, s, code)) for code in codes)

    def tell(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """A row of the event log as a sentence."""
        return tell(event, seat, numbers, self.names)

    def begins_move(self, before: State, state: State) -> bool:
        """Whether somebody else decides, or a player may freely choose what to do."""
        s = state[0]
        return not s["over"] and (int(s["actor"]) != int(before[0]["actor"]) or int(s["phase"]) in _FREE)

    def move_told(self, seat: int, events: Sequence[Event]) -> str:
        """A move as one sentence, with the turns that follow by themselves."""
        return move_told(self.names, seat, events)

    def turns_told(self, events: Sequence[Event]) -> list[str]:
        """The turns that begin among events, of players, Scenario and Realm, a sentence each."""
        return turns_told(self.names, events)

    def opening(self, start: State, seed: int) -> tuple[Event, ...]:
        """Set-up and the turns of Scenario and Realm that come before the first decision (R-48)."""
        state, events = self.start_told(seed)
        return events if state.tobytes() == start.tobytes() else ()

    def opening_told(self, events: Sequence[Event]) -> list[str]:
        """The opening in sentences: what set-up changed, then each turn."""
        return opening_told(self.names, events)

    def ending(self, state: State, outcome: Outcome) -> str:
        """How the game ended."""
        rounds, scenario = int(state[0]["turn_no"]), self.names.piles[SCENARIO]
        if outcome.reason == "unfinished":
            return f"The game ended unfinished after {rounds} rounds"
        if outcome.reason == "won":
            return f"The players have won in round {rounds}: {scenario} is defeated"
        return f"All players are dead in round {rounds}: {scenario} has won"

    # --- The table ---

    def places(self, state: State) -> dict[int, str]:
        """Where on the table the things lie that the options mean, by option."""
        places = {option: words.place_of(self.names_at(state), state[0], option) for option in self.options(state)}
        return {option: place for option, place in places.items() if place}

    def table(self, state: State) -> Table:
        """Everything on the table."""
        return self.table_class(self.names_at(state), state.copy(), None, self.compiled)

    def view_of(self, knowledge: State, seat: int) -> Table:
        """What a seat may know, from the record that holds just that."""
        return self.table_class(self.names_at(knowledge), knowledge, seat, self.compiled)

    @cached_property
    def card_texts(self) -> Mapping[str, CardText]:
        """Every card by its name, those of decks that are not in this game too, and what the Armory sells."""
        decks = shelf_of(self.settled).decks.values()
        cards = [(card, deck.kind) for deck in decks for card in (deck.top, *deck.cards)]
        cards += [(card, "player") for card in self.box.sold if card.type == "Ability"]
        return {card.name: CardText(card.name, card_text(card, kind), card.provenance) for card, kind in cards}

    # --- Odds, frames ---

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """What a roll-out counts: who falls, first the players by seat, then the Bosses that must fall."""
        bosses = (self.names.cards[card] for card in self.compiled[0]["boss"].nonzero()[0])
        return tuple(f"{name} falls" for name in (*self.seats, *bosses))

    @property
    def deaths(self) -> tuple[int, ...]:
        """For each seat the place of its fall among the goals."""
        return tuple(range(len(self.seats)))

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """All player decks."""
        return tuple(shelf_of(self.settled).of_kind("player"))

    def last_turn(self, view: Any, turns: int) -> int:
        """A turn is a round here: the number of the last of so many rounds, the present one counted."""
        return max(1, int(view.knowledge[0]["turn_no"])) + turns - 1

    @cached_property
    def _words(self) -> Mapping[str, tuple[str, ...]]:
        """The words of the columns of events, each once: copies of a card are one word."""
        cards, piles = (tuple(dict.fromkeys(names)) for names in (self.names.cards, self.names.piles))
        return {"card": cards, "target": cards, "pile": piles}

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The frames of recorded games besides `games`."""
        schemas = default_schemas(self.engine, self._words)
        events = {name: (kind, COLUMNS.get(name, told)) for name, (kind, told) in schemas["events"].items()}
        return {**schemas, "events": events}

    @cached_property
    def vocabulary(self) -> Mapping[str, tuple[str, ...]]:
        """The words that numbers stand for in the columns of recorded games."""
        common = {"reason": ("running", *self.reasons.values()), "event": tuple(self._event_words.values())}
        return {**self._words, **common}

    def event_columns(self, rows: EventRows) -> Columns:
        """The columns of recorded events."""
        columns = default_event_columns(rows, self._words)
        numbered = {"card": self.names.cards, "target": self.names.cards, "pile": self.names.piles}
        for name, names in numbered.items():
            places = {word: place for place, word in enumerate(self._words[name])}
            numbers = [places[one] for one in names]
            columns[name] = np.array([*numbers, -1], np.int32)[columns[name]]  # the last one stands for none
        return columns
