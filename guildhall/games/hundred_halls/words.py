"""The words of the Hundred Halls: prompts, phrases, sentences about options, places and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from guildhall.core.decision import Event, Outcome, Phrases, fold
from guildhall.core.rules import State, Words

from .cards import POINTS_PER_DIFFICULTY, PURCHASES, Ability, Trigger
from .engine.state import (
    ACTIVATIONS,
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    PILES,
    PLAYS,
    SCENARIO,
    SEATS,
    Frame,
    OptionId,
    Phase,
)
from .events import Names, describe_move, describe_opening, describe_turns, tell
from .language import Op, Zone
from .table import Table
from .wording import Voice, say_conditions, say_cost, say_effect

if TYPE_CHECKING:
    from .rules import HundredHallsRules

__all__ = ["CampaignWords", "HundredHallsWords"]


class HundredHallsWords(Words):
    """The words of a game with one box."""

    def __init__(self, rules: HundredHallsRules) -> None:
        super().__init__(rules)
        self._rules, self.names = rules, rules.names

    def kind(self, state: State) -> str:
        """Return the kind of the current decision."""
        return _KINDS[int(state[0]["phase"])][0]

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat."""
        asked = _asked(self._rules.names_at(state), state[0])
        if int(state[0]["phase"]) != Phase.ACT:
            return asked
        plays, activations, _ = self._rules.table(state).left(int(state[0]["actor"]))
        return f"{asked} ({_number(plays, 'card play')} and {_number(activations, 'activation')} left)"

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of an option."""
        return PHRASES.of(self._rules.names_at(state), state[0], option)

    def about(self, state: State, option: int) -> str:
        """Return a sentence about an option: its effect, the card's text, or the target's state."""
        names, s = self._rules.names_at(state), state[0]
        if option == OptionId.DONE:
            return _ABOUT_DONE[int(s["phase"])]
        if option in _ABOUT:
            return _ABOUT[option]
        if option == OptionId.YES or OptionId.MODE <= option < OptionId.TARGET:
            said = _effect_asked(names, s) if option == OptionId.YES else names.mode(s, option - OptionId.MODE)
            return f"{said[0].upper()}{said[1:]}."
        if option >= OptionId.SCENARIO:
            return _about_deck(names, s, option)
        if option >= OptionId.BUY:
            line = option - OptionId.BUY
            return f"{int(s['bought'][line])} of {PURCHASES[line].times} bought"
        if option >= OptionId.HELP:
            return _about_help(names, (option - OptionId.HELP) % HELP_SEAT)
        begin = next(begin for begin, _ in PHRASES.ranges if option >= begin)
        card = option - begin
        if begin == OptionId.ELEMENTS:
            return _about_elements(names, card)
        if begin != OptionId.TARGET:
            return names.texts[card]
        most = int(s["cap"][card])
        return f"{int(s['hp'][card])} of {most} hit points" if most else names.texts[card]

    def place(self, state: State, option: int) -> str | None:
        """Return the place on the table to click for an option. Seats and lines count from 1."""
        names, s = self._rules.names_at(state), state[0]
        if option >= OptionId.SCENARIO:
            return f"{'scenario' if option < OptionId.REALM else 'realm'} {PHRASES.of(names, s, option)}"
        if option >= OptionId.BUY:
            return f"armory {option - OptionId.BUY + 1}"
        if option >= OptionId.HELP:
            what = (option - OptionId.HELP) % HELP_SEAT
            if what >= HELP_ELEMENTS:
                return f"elements {what - HELP_ELEMENTS + 1}"
            return _place_of_card(names, s, what % HELP_ACTIVATE)
        if OptionId.ELEMENTS <= option < OptionId.PUT:
            return f"elements {option - OptionId.ELEMENTS + 1}"
        if option >= OptionId.TARGET:
            return _place_of_card(names, s, option - next(begin for begin, _ in PHRASES.ranges if option >= begin))
        return None

    def refusal(self, state: State, phrase: str) -> str | None:
        """Return the reason why something cannot be played, activated, chosen or bought."""
        rules, asked = self._rules, fold(phrase)
        if any(fold(self.phrase(state, option)) == asked for option in rules.options(state)):
            return None
        table = rules.table(state)
        s, names = table.knowledge[0], table.names
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
            return f"another decision comes first: {_asked(names, s)}"
        if asked.startswith(_PLAY):
            return _why_no_play(table, asked.removeprefix(_PLAY))
        return _why_no_activation(table, asked.removeprefix(_ACTIVATE))

    def event(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """Return a row of the event log as a sentence."""
        return tell(event, seat, numbers, self.names)

    def move(self, seat: int, events: Sequence[Event]) -> str:
        """Return a move as one sentence, with the turns that follow automatically."""
        return describe_move(self.names, seat, events)

    def turns(self, events: Sequence[Event]) -> list[str]:
        """Return a sentence for each turn that begins among the events, of players, Scenario and Realm."""
        return describe_turns(self.names, events)

    def opening(self, events: Sequence[Event]) -> list[str]:
        """Return the opening in sentences: the changes of set-up, then each turn."""
        return describe_opening(self.names, events)

    def ending(self, state: State, outcome: Outcome) -> str:
        """Return a sentence about the end of the game."""
        rounds, scenario = int(state[0]["turn_no"]), self.names.piles[SCENARIO]
        if outcome.reason == "unfinished":
            return f"The game ended unfinished after {rounds} rounds"
        if outcome.reason == "won":
            return f"The players have won in round {rounds}: {scenario} is defeated"
        return f"All players are dead in round {rounds}: {scenario} has won"


class CampaignWords(HundredHallsWords):
    """The words of a campaign: those of the current battle."""

    def ending(self, state: State, outcome: Outcome) -> str:
        """Return a sentence about the end of the campaign."""
        beaten, every = outcome.points[0], len(self._rules.box.scenarios)
        defeats = _number(int(state[0]["defeats"]), "defeat")
        if outcome.reason == "won":
            return f"The campaign is won: all {every} Scenarios are beaten, with {defeats} on the way"
        told = f"{beaten} of {every} Scenarios beaten"
        if self._rules.has_most_plies(state) and outcome.reason == "unfinished":
            return f"The campaign ended unfinished, {told}"
        return f"The campaign is over after {defeats}, {told}"


def _number(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


# --- Prompts ---

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


def _asked(names: Names, s: Any) -> str:
    """The question to the deciding seat, without the remainder of its turn."""
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
    """The effect that needs a target or a yes."""
    effect, kind = names.effect_at(s)
    return say_effect(effect if effect.op is not Op.CHOOSE else effect.modes[0], kind)


# --- Phrases ---

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


def _help(names: Names, s: Any, seat: int, what: int) -> str:
    """The action that a dead player allows another one."""
    who = names.cards[seat]
    if what >= HELP_ELEMENTS:
        return f"{who} uses the Five Elements of {names.cards[what - HELP_ELEMENTS]}"
    if what >= HELP_ACTIVATE:
        return f"{who} activates {names.card_in(s, what - HELP_ACTIVATE)}"
    return f"{who} plays {names.cards[what]}"


# --- Sentences about options ---

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


def _about_elements(names: Names, card: int) -> str:
    return f"Deal {names.printed[card].five_elements} damage to any target."


def _about_help(names: Names, what: int) -> str:
    """Describe the card that a dead player's help allows to use."""
    return _about_elements(names, what - HELP_ELEMENTS) if what >= HELP_ELEMENTS else names.texts[what % HELP_ACTIVATE]


def _about_deck(names: Names, s: Any, code: int) -> str:
    """The difficulty of a Scenario or Realm, and any points for choosing it (rule 35, R-13)."""
    if code < OptionId.REALM:
        number = code - OptionId.SCENARIO
        again = ", chosen before: brings no Armory points" if int(s["chosen"]) >> number & 1 else ""
        return f"difficulty {names.enemy_deck('scenario', number).difficulty}{again}"
    scenario, realm = int(s["scenario"]), names.enemy_deck("realm", code - OptionId.REALM)
    points = POINTS_PER_DIFFICULTY * (names.enemy_deck("scenario", scenario).difficulty + realm.difficulty)
    earns = "" if int(s["chosen"]) >> scenario & 1 else f", {points} Armory points"
    return f"difficulty {realm.difficulty}{earns}"


# --- Places ---


def _place_of_card(names: Names, s: Any, card: int) -> str:
    """The place of a player, or of a card in play, in a hand or shown on top of a deck. Graveyards have none."""
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


# --- Reasons ---

_PLAY, _ACTIVATE, _ELEMENTS = "play ", "activate ", "use the five elements"


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


def _why_no_target(names: Names, s: Any, asked: str) -> str | None:
    table = (int(card) for card in s["table"][: int(s["table_n"])])
    found = (name for name in (names.card_in(s, card) for card in table) if fold(name) == asked)
    return next((f"{name} cannot be chosen: {_asked(names, s)}" for name in found), None)


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
    """The requirements of a card (condition, cost or both), of which at least one is not met."""
    ability = ability or names.at_table[card].abilities.get(trigger)
    if ability is None:
        return None
    voice = Voice("player" if names.homes[card] < SCENARIO else ("scenario", "realm")[names.homes[card] - SCENARIO])
    needs = [say_conditions(ability.conditions, voice)] if ability.conditions else []
    needs += [f"you can {say_cost(ability, voice)}"] if ability.cost else []
    done = "activated" if trigger is Trigger.ACTIVATE else "played"
    return f"{names.cards[card]} can be {done} only if {' and '.join(needs)}" if needs else None
