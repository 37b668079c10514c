"""Why something cannot be done now, in words."""

from __future__ import annotations

from typing import Any

from guildhall.core.decision import fold

from .armory import PURCHASES
from .cards import Ability, Trigger
from .engine.state import ACTIVATIONS, PILES, PLAYS, SCENARIO, Phase
from .language import Zone
from .table import Table
from .wording import Voice, say_conditions, say_cost
from .words import Names, prompt

__all__ = ["refusal"]

_PLAY, _ACTIVATE, _ELEMENTS = "play ", "activate ", "use the five elements"


def refusal(table: Table, phrase: str) -> str | None:
    """Why a phrase is not legal in the decision at hand, or None if there is nothing to say."""
    s, names, asked = table.knowledge[0], table.names, fold(phrase)
    phase = int(s["phase"])
    if phase == Phase.SCENARIO:
        return _why_no_battle(names, s, asked)
    if phase == Phase.ARMORY:
        return _why_no_purchase(s, asked)
    if not asked.startswith((_PLAY, _ACTIVATE)) and asked != _ELEMENTS:
        return _why_no_target(names, s, asked) if phase == Phase.TARGET else None
    if phase == Phase.MEMORY:
        return f"{names.seats[int(s['actor'])]} is an Inspiring Memory and can only let another player act"
    if phase != Phase.ACT:
        return f"another decision comes first: {prompt(names, s)}"
    if asked.startswith(_PLAY):
        return _why_no_play(table, asked.removeprefix(_PLAY))
    return _why_no_activation(table, asked.removeprefix(_ACTIVATE))


# --- Before a battle ---


def _why_no_battle(names: Names, s: Any, asked: str) -> str | None:
    decks = names.campaign.scenarios if names.campaign is not None else ()
    beaten = (deck for number, deck in enumerate(decks) if int(s["beaten"]) >> number & 1)
    return next((f"{deck.name} is beaten" for deck in beaten if asked == fold(deck.name)), None)


def _why_no_purchase(s: Any, asked: str) -> str | None:
    for number, line in enumerate(PURCHASES):
        if asked == fold(f"buy {line.name}"):
            if int(s["bought"][number]) >= line.times:
                return f"{line.name} can be bought {_times(line.times)} and was"
            if line.points > int(s["armory"]):
                return f"{line.name} is too dear: {int(s['armory'])} points are left"
            return f"no card is left for {line.name}"
    return None


def _times(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


# --- In a battle ---


def _why_no_target(names: Names, s: Any, asked: str) -> str | None:
    table = (int(card) for card in s["table"][: int(s["table_n"])])
    found = (name for name in (names.card_in(s, card) for card in table) if fold(name) == asked)
    return next((f"{name} cannot be chosen: {prompt(names, s)}" for name in found), None)


def _why_no_play(table: Table, asked: str) -> str | None:
    s, names, seat = table.knowledge[0], table.names, int(table.knowledge[0]["actor"])
    copies = [card for card, name in enumerate(names.cards) if fold(name) == asked and card >= PILES]
    if not copies:
        return "there is no such card in this game"
    name = names.cards[copies[0]]
    held = [card for card in copies if int(s["zone"][card]) == Zone.HAND and int(s["holder"][card]) == seat]
    if not held:
        return f"{name} is not in {names.seats[seat]}'s hand"
    if table.left(seat)[PLAYS] <= 0:
        return "no card play is left this turn"
    return _why_no_cost(names, held[0], Trigger.ENTERS)


def _why_no_activation(table: Table, asked: str) -> str | None:
    s, names, seat = table.knowledge[0], table.names, int(table.knowledge[0]["actor"])
    if asked != _ELEMENTS:
        named = [card for card in table.in_play if fold(names.card_in(s, card)) == asked]
        if not named:
            return "there is no such card in play"
        card, name = named[0], names.card_in(s, named[0])
        holder = int(s["holder"][card])
        if holder not in (seat, -1):
            return f"{name} lies with {names.seats[holder]}" if card >= PILES else f"{name} is another player"
        ability = _ability(names, s, card)
        if ability is None:
            return f"{name} has nothing to activate"
        if ability.once and int(s["used"][card]):
            return f"{name} can be activated once per turn and was"
    if table.left(seat)[ACTIVATIONS] <= 0:
        return "no activation is left this turn"
    return None if asked == _ELEMENTS else _why_no_cost(names, card, Trigger.ACTIVATE, ability)


def _ability(names: Names, s: Any, card: int) -> Ability | None:
    printed = names.at_table[card]
    if printed.reward is not None and int(s["reward"][card]):
        printed = printed.reward
    return printed.abilities.get(Trigger.ACTIVATE)


def _why_no_cost(names: Names, card: int, trigger: Trigger, ability: Ability | None = None) -> str | None:
    """What the card asks for: its condition, its cost or both, of which something is missing."""
    ability = ability or names.at_table[card].abilities.get(trigger)
    if ability is None:
        return None
    voice = Voice("player" if names.homes[card] < SCENARIO else ("scenario", "realm")[names.homes[card] - SCENARIO])
    needs = [say_conditions(ability.conditions, voice)] if ability.conditions else []
    needs += [f"you can {say_cost(ability, voice)}"] if ability.cost else []
    done = "activated" if trigger is Trigger.ACTIVATE else "played"
    return f"{names.cards[card]} can be {done} only if {' and '.join(needs)}" if needs else None
