"""Words for everything that numbers stand for: cards, options, decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from guildhall.core.decision import Phrases

from .armory import POINTS_PER_DIFFICULTY, PURCHASES
from .cards import Box, Campaign, Card, Deck, Trigger
from .engine.compile import deck_of_pile, homes, printed
from .engine.state import HELP_ACTIVATE, HELP_ELEMENTS, HELP_SEAT, SEATS, Frame, OptionId, Phase
from .language import Effect, Op, Pick, Zone
from .wording import card_text, say_effect

__all__ = ["PHRASES", "PILE_WORDS", "Names", "about", "kind_of", "place_of", "prompt"]

PILE_WORDS = ("Scenario", "Realm")


@dataclass(frozen=True)
class Names:
    """The names of one game, by number; `effects` are those of the rows, each with the kind of its deck.

    Those of a battle know its campaign.
    """

    box: Box
    seats: tuple[str, ...]
    effects: tuple[tuple[Effect, str], ...]
    campaign: Campaign | None = None

    @cached_property
    def printed(self) -> tuple[Card, ...]:
        """What is printed on each card."""
        return tuple(printed(self.box))

    @cached_property
    def at_table(self) -> tuple[Card, ...]:
        """What each card says to so many players as sit here."""
        return tuple(card.among(len(self.seats)) for card in self.printed)

    @cached_property
    def changes_at_start(self) -> tuple[int, ...]:
        """By how much the maximum of each card changes when it enters play with so many players as sit here."""
        return tuple(sum(_own_changes(card)) for card in self.at_table)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The name of each card; copies have the same."""
        return tuple(card.name for card in self.printed)

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The pile of each card."""
        return homes(self.box)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The names of the decks; empty for a seat at which nobody sits."""
        decks = (deck_of_pile(self.box, pile) for pile in range(SEATS + len(PILE_WORDS)))
        return tuple(deck.name if deck else "" for deck in decks)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What each card says."""
        decks = (deck_of_pile(self.box, home) for home in self.homes)
        return tuple(card_text(card, deck.kind if deck else "") for card, deck in zip(self.printed, decks, strict=True))

    def card_in(self, s: Any, card: int) -> str:
        """The name of a card with a number, if it is in play and not the first of its copies there."""
        name = self.cards[card]
        if int(s["zone"][card]) != Zone.PLAY:
            return name
        copies = [int(one) for one in s["table"][: int(s["table_n"])] if self.cards[int(one)] == name]
        place = copies.index(card) + 1 if card in copies else 1
        return name if place == 1 else f"{name} {place}"

    def effect_at(self, s: Any) -> tuple[Effect, str]:
        """The effect that is asking, with the kind of its deck."""
        return self.effects[int(s["stack"][int(s["stack_n"]) - 1, Frame.AT])]

    def enemy_deck(self, kind: str, number: int) -> Deck:
        """A Scenario or Realm of the campaign."""
        assert self.campaign is not None
        return (self.campaign.scenarios if kind == "scenario" else self.campaign.realms)[number]

    def mode(self, s: Any, number: int) -> str:
        """One of the effects of a choice."""
        effect, kind = self.effect_at(s)
        return say_effect(effect.modes[number], kind).replace(",", "")


def _own_changes(card: Card) -> Iterator[int]:
    """What a card that enters play adds to its own maximum of hit points."""
    entering = card.abilities.get(Trigger.ENTERS)
    for effect in entering.effects if entering else ():
        is_own = effect.op is Op.MAX_HP and effect.target is not None and effect.target.pick is Pick.SELF
        if is_own and not effect.conditions and effect.per is None:
            yield effect.amount


# --- Options ---

PHRASES: Phrases[Names] = Phrases(
    {
        OptionId.DONE: "done",
        OptionId.DRAW: "draw",
        OptionId.NO_DRAW: "no draw",
        OptionId.YES: "yes",
        OptionId.NO: "no",
        OptionId.NONE: "none",
        OptionId.REDRAW: "redraw",
        OptionId.KEEP: "keep",
    },
    (
        (OptionId.REALM, lambda names, s, n: names.enemy_deck("realm", n).name),
        (OptionId.SCENARIO, lambda names, s, n: names.enemy_deck("scenario", n).name),
        (OptionId.BUY, lambda names, s, n: f"buy {PURCHASES[n].name}"),
        (OptionId.HELP, lambda names, s, n: _help(names, s, n // HELP_SEAT, n % HELP_SEAT)),
        (OptionId.DISCARD, lambda names, s, n: f"discard {names.cards[n]}"),
        (OptionId.PUT, lambda names, s, n: f"put {names.cards[n]}"),
        (OptionId.ELEMENTS, lambda names, s, n: "use the Five Elements"),
        (OptionId.ACTIVATE, lambda names, s, n: f"activate {names.card_in(s, n)}"),
        (OptionId.PLAY, lambda names, s, n: f"play {names.cards[n]}"),
        (OptionId.TARGET, lambda names, s, n: names.card_in(s, n)),
        (OptionId.MODE, lambda names, s, n: names.mode(s, n)),
    ),
)


_ABOUT: Mapping[int, str] = {
    OptionId.DRAW: "Take the top card of your deck.",
    OptionId.NO_DRAW: "Leave your deck as it is.",
    OptionId.NO: "Do without it.",
    OptionId.NONE: "Leave these cards where they are.",
    OptionId.REDRAW: "Shuffle your hand into your deck and draw six new cards.",
    OptionId.KEEP: "Put no card into play.",
}
_ABOUT_DONE: Mapping[int, str] = {
    Phase.ACT: "End your turn; its end-of-turn effects and the draw follow.",
    Phase.MEMORY: "Let nobody act.",
    Phase.ARMORY: "Buy nothing more.",
}


def about(names: Names, s: Any, code: int) -> str:
    """A sentence about an option: what it does, what the card says, or how the target fares."""
    if code == OptionId.DONE:
        return _ABOUT_DONE[int(s["phase"])]
    if code in _ABOUT:
        return _ABOUT[code]
    if code == OptionId.YES or OptionId.MODE <= code < OptionId.TARGET:
        said = _effect_asked(names, s) if code == OptionId.YES else names.mode(s, code - OptionId.MODE)
        return f"{said[0].upper()}{said[1:]}."
    if code >= OptionId.SCENARIO:
        return _about_deck(names, s, code)
    if code >= OptionId.BUY:
        line = code - OptionId.BUY
        return f"{int(s['bought'][line])} of {PURCHASES[line].times} bought"
    if code >= OptionId.HELP:
        return _about_help(names, (code - OptionId.HELP) % HELP_SEAT)
    begin = next(begin for begin, _ in PHRASES.ranges if code >= begin)
    card = code - begin
    if begin == OptionId.ELEMENTS:
        return _about_elements(names, card)
    if begin != OptionId.TARGET:
        return names.texts[card]
    return f"{int(s['hp'][card])} of {int(s['cap'][card])} hit points" if int(s["cap"][card]) else names.texts[card]


def _about_elements(names: Names, card: int) -> str:
    return f"Deal {names.printed[card].five_elements} damage to any target."


def _about_help(names: Names, what: int) -> str:
    """What a card does with which a dead player lets another one act."""
    return _about_elements(names, what - HELP_ELEMENTS) if what >= HELP_ELEMENTS else names.texts[what % HELP_ACTIVATE]


def _about_deck(names: Names, s: Any, code: int) -> str:
    """How hard a Scenario or Realm is, and whether choosing it brings points (rule 35, R-13)."""
    if code < OptionId.REALM:
        number = code - OptionId.SCENARIO
        again = ", chosen before: brings no Armory points" if int(s["chosen"]) >> number & 1 else ""
        return f"difficulty {names.enemy_deck('scenario', number).difficulty}{again}"
    scenario, realm = int(s["scenario"]), names.enemy_deck("realm", code - OptionId.REALM)
    points = POINTS_PER_DIFFICULTY * (names.enemy_deck("scenario", scenario).difficulty + realm.difficulty)
    earns = "" if int(s["chosen"]) >> scenario & 1 else f", {points} Armory points"
    return f"difficulty {realm.difficulty}{earns}"


def _help(names: Names, s: Any, seat: int, what: int) -> str:
    """What a dead player lets another one do."""
    who = names.cards[seat]
    if what >= HELP_ELEMENTS:
        return f"{who} uses the Five Elements of {names.cards[what - HELP_ELEMENTS]}"
    if what >= HELP_ACTIVATE:
        return f"{who} activates {names.card_in(s, what - HELP_ACTIVATE)}"
    return f"{who} plays {names.cards[what]}"


def place_of(names: Names, s: Any, code: int) -> str:
    """Where on the table the thing lies that an option means, or "": seats and lines count from 1."""
    if code >= OptionId.SCENARIO:
        return f"{'scenario' if code < OptionId.REALM else 'realm'} {PHRASES.of(names, s, code)}"
    if code >= OptionId.BUY:
        return f"armory {code - OptionId.BUY + 1}"
    if code >= OptionId.HELP:
        what = (code - OptionId.HELP) % HELP_SEAT
        if what >= HELP_ELEMENTS:
            return f"elements {what - HELP_ELEMENTS + 1}"
        return _place_of_card(names, s, what % HELP_ACTIVATE)
    if OptionId.ELEMENTS <= code < OptionId.PUT:
        return f"elements {code - OptionId.ELEMENTS + 1}"
    if code >= OptionId.TARGET:
        return _place_of_card(names, s, code - next(begin for begin, _ in PHRASES.ranges if code >= begin))
    return ""


def _place_of_card(names: Names, s: Any, card: int) -> str:
    """Players, cards in play, in a hand or shown on top of a deck have a place; those in graveyards are only named."""
    if card < SEATS:
        return f"player {card + 1}"
    match int(s["zone"][card]):
        case Zone.PLAY:
            return f"in play {names.card_in(s, card)}"
        case Zone.HAND:
            return f"hand {int(s['holder'][card]) + 1} {names.cards[card]}"
        case Zone.DECK if int(s["phase"]) == Phase.LOOK:
            return f"on top {names.cards[card]}"
    return ""


# --- Decisions ---

_KINDS: Mapping[int, tuple[str, str]] = {
    Phase.HEAD_START: ("head start", "put a card into play, or keep all"),
    Phase.ACT: ("act", "play a card, activate one, or be done"),
    Phase.MEMORY: ("memory", "let another player act, or be done"),
    Phase.TARGET: ("target", "choose"),
    Phase.MAY: ("may", "yes or no"),
    Phase.MODE: ("mode", "choose one effect"),
    Phase.DISCARD: ("discard", "choose a card to discard"),
    Phase.UNIQUE: ("unique", "only one of them may be in play: choose which goes to the graveyard"),
    Phase.REWARD: ("reward", "choose who gets the reward"),
    Phase.LOOK: ("look", "choose one of these cards, or none"),
    Phase.DRAW: ("draw", "draw a card?"),
    Phase.LIMIT: ("discard", "discard down to the limit of your hand"),
    Phase.ARMORY: ("armory", "buy something in the Armory, or be done"),
    Phase.STARTER: ("starter", "choose what the game starts with"),
    Phase.SCENARIO: ("scenario", "choose the Scenario to beat next"),
    Phase.REALM: ("realm", "choose the Realm"),
}


def kind_of(s: Any) -> str:
    """What kind of decision is at hand."""
    return _KINDS[int(s["phase"])][0]


def prompt(names: Names, s: Any) -> str:
    """What the seat that decides is asked."""
    phase, who = int(s["phase"]), names.seats[int(s["actor"])]
    asked = _KINDS[phase][1]
    if phase in (Phase.TARGET, Phase.MAY):
        frame = s["stack"][int(s["stack_n"]) - 1]
        return f"{who}, {asked} ({names.cards[int(frame[Frame.SOURCE])]}: {_effect_asked(names, s)})"
    if phase in (Phase.UNIQUE, Phase.REWARD):
        return f"{who}, {asked} ({names.cards[int(s['stack'][int(s['stack_n']) - 1, Frame.SOURCE])]})"
    if phase == Phase.REALM:
        return f"{who}, {asked} for {names.enemy_deck('scenario', int(s['scenario'])).name}"
    if phase == Phase.ARMORY:
        return f"{who}, {asked} ({int(s['armory'])} points left)"
    return f"{who}, {asked}"


def _effect_asked(names: Names, s: Any) -> str:
    """The effect that asks for a target or a yes."""
    effect, kind = names.effect_at(s)
    return say_effect(effect if effect.op is not Op.CHOOSE else effect.modes[0], kind)
