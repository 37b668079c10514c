"""Names for cards, decks and effects, and events as sentences and as columns of a frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from guildhall.core.decision import Event
from guildhall.core.rules import as_one_sentence

from .cards import PURCHASES, Box, Campaign, Card, Deck, Trigger
from .engine.compile import deck_of_pile, homes, printed
from .engine.state import CAMPAIGN_FIELDS, ELEMENTS, PILES, SEATS, EventKind, Frame, Over
from .language import Effect, Op, Pick, Zone
from .wording import card_text, say_effect

__all__ = ["MEANINGS", "PILE_WORDS", "REASONS", "Names", "describe_move", "describe_opening", "describe_turns", "tell"]


# --- Names ---


PILE_WORDS = ("Scenario", "Realm")


@dataclass(frozen=True)
class Names:
    """The names of one game, by number. `effects` are those of the rows, each with the kind of its deck.

    The names of a battle include its campaign.
    """

    box: Box
    seats: tuple[str, ...]
    effects: tuple[tuple[Effect, str], ...]
    campaign: Campaign | None = None

    @cached_property
    def printed(self) -> tuple[Card, ...]:
        """The printed form of each card."""
        return tuple(printed(self.box))

    @cached_property
    def at_table(self) -> tuple[Card, ...]:
        """Each card as it applies to the number of players in the game."""
        return tuple(card.among(len(self.seats)) for card in self.printed)

    @cached_property
    def changes_at_start(self) -> tuple[int, ...]:
        """The change of each card's maximum on entering play, for the number of players in the game."""
        return tuple(sum(_own_changes(card)) for card in self.at_table)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The name of each card, which copies share."""
        return tuple(card.name for card in self.printed)

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The pile of each card."""
        return homes(self.box)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The names of the decks, empty for an empty seat."""
        decks = (deck_of_pile(self.box, pile) for pile in range(SEATS + len(PILE_WORDS)))
        return tuple(deck.name if deck else "" for deck in decks)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of each card."""
        decks = (deck_of_pile(self.box, home) for home in self.homes)
        return tuple(card_text(card, deck.kind if deck else "") for card, deck in zip(self.printed, decks, strict=True))

    def card_in(self, s: Any, card: int) -> str:
        """Return the name of a card, with a number if it is in play and not the first of its copies there."""
        name = self.cards[card]
        if int(s["zone"][card]) != Zone.PLAY:
            return name
        copies = [int(one) for one in s["table"][: int(s["table_n"])] if self.cards[int(one)] == name]
        place = copies.index(card) + 1 if card in copies else 1
        return name if place == 1 else f"{name} {place}"

    def effect_at(self, s: Any) -> tuple[Effect, str]:
        """Return the effect that requires a choice, with the kind of its deck."""
        return self.effects[int(s["stack"][int(s["stack_n"]) - 1, Frame.AT])]

    def enemy_deck(self, kind: str, number: int) -> Deck:
        """Return a Scenario or Realm of the campaign."""
        assert self.campaign is not None
        return (self.campaign.scenarios if kind == "scenario" else self.campaign.realms)[number]

    def mode(self, s: Any, number: int) -> str:
        """Return one of the effects of a choice."""
        effect, kind = self.effect_at(s)
        return say_effect(effect.modes[number], kind).replace(",", "")


def _own_changes(card: Card) -> Iterator[int]:
    """Yield a card's changes to its own maximum of hit points on entering play."""
    entering = card.abilities.get(Trigger.ENTERS)
    for effect in entering.effects if entering else ():
        is_own = effect.op is Op.MAX_HP and effect.target is not None and effect.target.pick is Pick.SELF
        if is_own and not effect.conditions and effect.per is None:
            yield effect.amount


# --- Events ---


REASONS = {int(one): one.name.lower() for one in Over}

#: The meanings of the numbers of events, in frames.
MEANINGS: Mapping[str, str] = {
    "number": "the round",
    "side": "whose turn begins: a seat, 4 the Scenario, 5 the Realm",
    "card": "card that the event is about or that does it, null if none",
    "target": "card or player to whom it happens, null if none",
    "amount": "hit points, counters or change",
    "pile": "deck: a seat, 4 the Scenario, 5 the Realm",
    "trigger": "trigger at which the card acts, by number",
    "op": "kind of effect, by number",
    "helped": "seat that is helped",
    "over": "how the game ended, by number",
    "purchase": "line of the Armory's list, from 0",
    "left": "Armory points left",
    "scenario": "Scenario of the battle, null if none begins or ends",
    "realm": "Realm of the battle, null if none begins or ends",
    "hit_points": "hit points with which the battle begins",
    "earned": "Armory points that a choice brings",
}

#: The sentence of each event. {who} is the player, {n} the size of an amount, with "more" or "fewer".
_SENTENCES: Mapping[EventKind, str] = {
    EventKind.ROUND: "Round {number}",
    EventKind.TURN: "{side}",
    EventKind.FLIP: "{card} is flipped",
    EventKind.ENTER: "{card} enters play",
    EventKind.PLAY: "{who} plays {card}",
    EventKind.ACTIVATE: "{who} activates {card}",
    EventKind.ELEMENTS: "{who} uses the Five Elements of {card}",
    EventKind.DRAW: "{who} draws {card}",
    EventKind.DISCARD: "{who} discards {card}",
    EventKind.DAMAGE: "{card} deals {amount} damage to {target}",
    EventKind.HEAL: "{card} heals {target} by {amount}",
    EventKind.DESTROY: "{card} is destroyed",
    EventKind.VOID: "{card} goes to the Void",
    EventKind.DEATH: "{who} dies and becomes an Inspiring Memory",
    EventKind.COUNTERS: "{target} {gets} {n} counter{s}",
    EventKind.COMPLETE: "{card} is completed",
    EventKind.ATTACH: "{card} is attached to {target}",
    EventKind.GIVE: "{card} is given to {target}",
    EventKind.STUN: "{target} is stunned",
    EventKind.RETURN: "{card} returns from the graveyard",
    EventKind.SHUFFLE: "The {pile} deck is shuffled",
    EventKind.LOOK: "{card} lies on top of the {pile} deck",
    EventKind.SEARCH: "{card} is found in its deck",
    EventKind.SUMMON: "{card} is summoned",
    EventKind.PREVENT: "{card}: the next {n} damage to {target} is prevented",
    EventKind.DEALS: "{card}: {target} deals {n} {less} damage",
    EventKind.TAKES: "{card}: {target} takes {n} {less} damage",
    EventKind.HEALS: "{card}: the healing {target} does is {raised} by {n}",
    EventKind.REDIRECT: "Damage to {card} is dealt to {target} instead",
    EventKind.EXTRA: "{who} has {n} {fewer} {extra}{s} this turn",
    EventKind.MAXIMUM: "The maximum hit points of {target} {rise} by {n}",
    EventKind.HELP: "The memory of {who} helps {helped}",
    EventKind.REDRAW: "{who} draws a new hand",
    EventKind.ACT: "",
    EventKind.END: "The game is over: {over}",
    EventKind.BUY: "{who} buys {purchase}, {left} points are left",
    EventKind.BATTLE_BEGINS: "{who} goes into battle with {hit_points} hit points: {scenario}, {realm}",
    EventKind.BATTLE_WON: "{scenario} is beaten",
    EventKind.BATTLE_UNFINISHED: "The battle against {scenario} ends unfinished",
    EventKind.BATTLE_LOST: "The battle against {scenario} is lost",
    EventKind.EARN: "{who} gets {earned} Armory points and has {left}",
}


#: The sentences for a card's triggers. Other triggers are clear from the events around them.
_OCCASIONS: Mapping[str, str] = {
    "damaged": "{card} responds to the damage",
    "spell": "{card} responds to the Spell",
    "arrives": "{card} responds to the arrival",
    "slain": "{card} responds to the destruction",
    "falls": "{card} responds to the death",
    "completed": "{card} responds to the completed Quest",
    "check": "The condition of {card} is met",
    "reward": "{card} gives its reward",
}
_EXTRAS = {"plays": "card play", "activations": "activation", "draws": "card draw"}


def _sentence(kind: EventKind, who: str, data: Mapping[str, Any]) -> str:
    """Return an event in words, or "" if others imply it, such as a Spell taking effect."""
    if kind is EventKind.ACT:
        return _OCCASIONS.get(data["trigger"], "").format(**data)
    if kind is EventKind.HEAL and data["card"] == data["target"]:
        return "{target} regains {amount} hit points".format(**data)
    return _SENTENCES[kind].format(who=who, **data, **_said_of(data))


def _said_of(data: Mapping[str, Any]) -> dict[str, object]:
    """The words that depend on an amount."""
    amount = data.get("amount", 0)
    more = amount >= 0
    return {
        "n": abs(amount),
        "s": "" if abs(amount) == 1 else "s",
        "gets": "gets" if more else "loses",
        "less": "more" if more else "less",
        "fewer": "more" if more else "fewer",
        "raised": "increased" if more else "reduced",
        "rise": "rise" if more else "fall",
        "extra": _EXTRAS.get(data.get("op", ""), ""),
    }


def _side(names: Names, number: int) -> str:
    if number < SEATS:
        return f"Turn of {names.seats[number]}"
    return f"{PILE_WORDS[number % PILES - SEATS]} turn: {names.piles[number]}"


def _worded(names: Names) -> Mapping[str, Callable[[int], Any]]:
    """Return a function for each number of a row that turns it into a word."""
    return {
        "card": lambda n: names.cards[n],
        "target": lambda n: names.cards[n],
        "pile": lambda n: names.piles[n],
        "side": lambda n: _side(names, n),
        "op": lambda n: Op(n).name.lower(),
        "trigger": lambda n: "five elements" if n == ELEMENTS else Trigger(n).name.lower(),
        "helped": lambda n: names.seats[n],
        "over": lambda n: REASONS[n],
        "purchase": lambda n: PURCHASES[n].name,
        "scenario": lambda n: names.enemy_deck("scenario", n).name,
        "realm": lambda n: names.enemy_deck("realm", n).name,
    }


def tell(event: int, seat: int, numbers: Sequence[int], names: Names) -> Event:
    """Return one row of the log in words. Its numbers are in the order of `CAMPAIGN_FIELDS`."""
    kind, worded = EventKind(event), _worded(names)
    data = {name: worded.get(name, int)(number) for name, number in zip(CAMPAIGN_FIELDS[kind], numbers, strict=True)}
    who = names.seats[seat] if seat >= 0 else ""
    return Event(kind.name.lower().replace("_", " "), seat, _sentence(kind, who, data), data)


# --- Moves ---

#: Events left out of the sentence of a move.
_UNTOLD = frozenset({"act", "round", "shuffle"})
_BRINGING = frozenset({"flip", "play", "summon", "search", "return"})  # events that imply the card's entry into play


def describe_move(names: Names, seat: int, events: Sequence[Event]) -> str:
    """Return a player's move in words, then the turns that followed automatically."""
    own, *others = _turns(events)
    told = as_one_sentence(names.seats[seat], list(_shortened(own)))
    return ". ".join(filter(None, [told, *(_describe_turn(names, turn) for turn in others)]))


def describe_turns(names: Names, events: Sequence[Event]) -> list[str]:
    """Return a sentence for each turn that begins among the events and in which something happened."""
    _, *turns = _turns(events)
    return [told for turn in turns if (told := _describe_turn(names, turn))]


def describe_opening(names: Names, events: Sequence[Event]) -> list[str]:
    """Return sentences for the changes of set-up, then for each turn before the first decision."""
    set_up, *_ = _turns(events)
    changes = as_one_sentence("", [event for event in _shortened(set_up) if event.kind != "draw"])
    return [*([f"Set-up: {changes}"] if changes else []), *describe_turns(names, events)]


def _turns(events: Sequence[Event]) -> list[list[Event]]:
    """Split the events by turn. Those before the first turn to begin belong to an earlier one."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if event.kind == "turn":
            turns.append([])
        turns[-1].append(event)
    return turns


def _describe_turn(names: Names, turn: Sequence[Event]) -> str:
    """Return a turn after its name, or "" if nothing happened."""
    begun, *rest = turn
    who = names.seats[begun.seat] if begun.seat >= 0 else ""
    told = as_one_sentence(who, list(_shortened(rest)))
    return f"{who or begun.text.partition(':')[0]}: {told}" if told else ""


def _shortened(events: Sequence[Event]) -> Iterator[Event]:
    """Drop redundant events, and merge the damage one card deals to several targets."""
    before: Event | None = None
    for (kind, card, amount), same in groupby(events, _alike):
        hits = list(same)
        if kind == "damage":
            yield replace(hits[0], text=f"{card} deals {amount} damage to {_targets(hits)}")
        elif kind not in _UNTOLD and not (kind == "enter" and before and _brings(before, card)):
            yield from hits
        before = hits[-1] if kind not in _UNTOLD else before


def _targets(hits: Sequence[Event]) -> str:
    """The targets of the same damage in words, without duplicates."""
    met = Counter(hit.data["target"] for hit in hits)
    *first, last = (name if n == 1 else f"{name} ({n} times)" for name, n in met.items())
    return f"{', '.join(first)} and {last}" if first else last


def _alike(event: Event) -> tuple[str, object, object]:
    return event.kind, event.data.get("card"), event.data.get("amount")


def _brings(event: Event, card: object) -> bool:
    return event.kind in _BRINGING and event.data.get("card") == card
