"""Events as sentences and as columns of a frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from guildhall.core.decision import Event
from guildhall.core.words import as_one_sentence

from .armory import PURCHASES
from .cards import Trigger
from .engine.state import CAMPAIGN_FIELDS, ELEMENTS, PILES, SEATS, EventKind, Over
from .language import Op
from .names import PILE_WORDS, Names

__all__ = ["MEANINGS", "REASONS", "move_told", "opening_told", "tell", "turns_told"]

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


def move_told(names: Names, seat: int, events: Sequence[Event]) -> str:
    """Return a player's move in words, then the turns that followed automatically."""
    own, *others = _turns(events)
    told = as_one_sentence(names.seats[seat], list(_shortened(own)))
    return ". ".join(filter(None, [told, *(_turn_told(names, turn) for turn in others)]))


def turns_told(names: Names, events: Sequence[Event]) -> list[str]:
    """Return a sentence for each turn that begins among the events and in which something happened."""
    _, *turns = _turns(events)
    return [told for turn in turns if (told := _turn_told(names, turn))]


def opening_told(names: Names, events: Sequence[Event]) -> list[str]:
    """Return sentences for the changes of set-up, then for each turn before the first decision."""
    set_up, *_ = _turns(events)
    changes = as_one_sentence("", [event for event in _shortened(set_up) if event.kind != "draw"])
    return [*([f"Set-up: {changes}"] if changes else []), *turns_told(names, events)]


def _turns(events: Sequence[Event]) -> list[list[Event]]:
    """Split the events by turn. Those before the first turn to begin belong to an earlier one."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if event.kind == "turn":
            turns.append([])
        turns[-1].append(event)
    return turns


def _turn_told(names: Names, turn: Sequence[Event]) -> str:
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
