"""Card texts made from the data, as full sentences and as short badges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from .cards import Ability, Card, Trigger
from .language import (
    DECK_WORDS,
    Condition,
    Effect,
    Measure,
    Measured,
    Op,
    Pick,
    Selector,
    Side,
    Sort,
    Zone,
    plural_of,
    say_bare_noun,
    say_noun,
    say_place,
    say_selector,
)

__all__ = [
    "Badge",
    "Voice",
    "badges",
    "brief",
    "card_lines",
    "card_text",
    "say_conditions",
    "say_cost",
    "say_counted",
    "say_deck",
    "say_effect",
    "say_possession",
    "with_article",
]


# --- The voice of a card ---


@dataclass(frozen=True)
class Voice:
    """The context of a card text: the kind of its deck, and the meanings of "you" and "it"."""

    kind: str
    you: str = "you"
    it: str = "it"

    def name(self, selector: Selector | None) -> str:
        """Return the targets of a phrase in words."""
        return say_selector(selector, kind=self.kind, you=self.you, it=self.it) if selector else ""

    def after(self, effect: Effect) -> Voice:
        """Return the voice for the next effect, in which "it" is the target of this one."""
        target = effect.target
        if target is None or target.pick is Pick.IT:
            return self
        if target.pick in (Pick.YOU, Pick.SELF, Pick.HOST):
            return replace(self, it=self.name(target))
        return replace(self, it="that player" if target.sort is Sort.PLAYER else "it")


# --- Nouns ---


def say_possession(thing: str, x: str) -> str:
    """Return a possession, such as "your hand limit" or "each player's healing"."""
    if x == "you":
        return f"your {thing}"
    is_long = any(word in x for word in (" of ", " with ", " in "))
    return f"the {thing} of {x}" if is_long else f"{x}'s {thing}"


def with_article(noun: str) -> str:
    """Return a noun with its article.

    >>> with_article("enemy"), with_article("other dream")
    ('an enemy', 'another dream')
    """
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"


def say_deck(word: str, kind: str) -> str:
    """Return the deck meant by a word of the data."""
    own = "your deck" if kind == "player" else "this deck"
    return {"own": own, "scenario": "the Scenario deck", "realm": "the Realm deck"}[word]


# --- Numbers of the table ---


def say_counted(effect: Effect, measure: Measure, voice: Voice) -> str:
    """Return the counted thing in the singular."""
    of = measure.of
    is_same = of is not None and of.pick >= Pick.ANY and of == effect.target
    x = voice.after(effect).it if is_same else voice.name(of)
    match measure.what:
        case Measured.COUNT:
            return x
        case Measured.HP:
            return "hit point you have" if x == "you" else f"hit point of {x}"
        case Measured.LOST:
            return f"hit point {x} {'have' if x == 'you' else 'has'} lost"
        case Measured.COUNTERS:
            return f"counter on {x}"
        case Measured.HAND:
            return f"card in {say_possession('hand', x)}"
        case Measured.DECK:
            return f"card in {say_deck(of.word if of else '', voice.kind)}"
        case Measured.ROUND:
            return "round so far"
        case Measured.DEAD:
            return "dead player"
        case Measured.PLAYERS:
            return "player"


def say_conditions(conditions: tuple[Condition, ...], voice: Voice) -> str:
    """Return clauses joined by "and". The two ends of one range make one clause."""
    if len(conditions) == 2 and conditions[0].measure == conditions[1].measure:
        low, high = sorted(conditions, key=lambda one: not one.at_least)
        if low.at_least and not high.at_least and low.measure.what is not Measured.ROUND:
            word = "or" if high.number == low.number + 1 else "to"
            return _say_clause(low, f"{low.number} {word} {high.number}", voice)
    return " and ".join(_say_condition(one, voice) for one in conditions)


def _say_condition(condition: Condition, voice: Voice) -> str:
    """A condition as a clause, such as "there are 5 or more creatures"."""
    n, what = condition.number, condition.measure.what
    if what is Measured.ROUND:
        return f"it is round {n} or {'later' if condition.at_least else 'earlier'}"
    if n == 1 and condition.at_least:
        return _say_clause(condition, "a", voice)
    if n == 0 and not condition.at_least:
        return _say_clause(condition, "no", voice)
    return _say_clause(condition, f"{n} or {'more' if condition.at_least else 'fewer'}", voice)


def _say_clause(condition: Condition, many: str, voice: Voice) -> str:
    """A clause with a quantity: "a", "no", or a number with its noun."""
    of, one = condition.measure.of, many == "a"
    x = _say_owner(condition, voice)
    has = "have" if x == "you" else "has"
    match condition.measure.what:
        case Measured.COUNT if of is not None:
            return _say_presence(of, many, voice)
        case Measured.HP:
            return f"{x} {has} hit points left" if one else f"{x} {has} {many} hit points"
        case Measured.LOST:
            return f"{x} {has} lost hit points" if one else f"{x} {has} lost {many} hit points"
        case Measured.COUNTERS:
            return f"{x} {has} {many} {'counter' if one else 'counters'}"
        case Measured.HAND:
            return f"{x} {has} {many} {'card' if one else 'cards'} in hand"
        case Measured.DEAD:
            return f"{many} player is dead" if many in ("a", "no") else f"{many} players are dead"
        case Measured.DECK:
            deck = say_deck(of.word if of else "", voice.kind)
            return f"there is a card in {deck}" if one else f"there are {many} cards in {deck}"
        case _:
            return "there is only one player" if many == "1 or fewer" else f"there are {many} players"


def _say_owner(condition: Condition, voice: Voice) -> str:
    """The owner of a number. If the lowest has few, the text says that one of them has."""
    of = condition.measure.of
    extreme = Pick.HIGHEST if condition.at_least else Pick.LOWEST
    if of and condition.measure.what is Measured.HP and of.pick is extreme and of.sort is not Sort.NAME:
        return with_article(say_noun(of, voice.kind))
    return voice.name(of)


def _say_presence(of: Selector, many: str, voice: Voice) -> str:
    """A clause that some cards match."""
    if of.sort is Sort.NAME and many in ("a", "no") and of.zone is Zone.PLAY:
        return f"{of.word} is {'' if many == 'a' else 'not '}in play"
    if of.side is Side.OWN and of.zone is Zone.PLAY and voice.kind == "player":
        those = with_article(say_bare_noun(of)) if many == "a" else f"{many} {say_bare_noun(of, plural=True)}"
        return f"you have {those}"
    if many == "a":
        return f"there is {with_article(say_noun(of, voice.kind))}"
    return f"there are {many} {say_noun(of, voice.kind, plural=True)}"


# --- Effects ---

_TURN = {"player": "your turn", "scenario": "the Scenario turn", "realm": "the Realm turn"}
_NEXT_TURN = {"player": "your next turn", "scenario": "the next Scenario turn", "realm": "the next Realm turn"}
_UNTIL = ("this turn", "until {turn}", "for the rest of the game")
_INTO = {
    Op.RETURN: ("to {hand}", "to play", "to the top of {deck}"),
    Op.SEARCH: ("into {hand}", "into play", "on top of {deck}"),
}

#: The sentence of each effect: n is the number, x its target, y the second one, d its detail.
_SENTENCES: Mapping[Op, str] = {
    Op.DAMAGE: "deal {n} damage to {self_or_x}",
    Op.HEAL: "heal {self_or_x} by {n}",
    Op.DRAW: "{x} draw{s} {n} {cards}",
    Op.DISCARD: "{x} discard{s} {n} {cards}",
    Op.FLIP: "flip the top {n_cards} of {d}",
    Op.COUNTERS: "put {n} {counters} on {x}",
    Op.PREVENT: "prevent the next {n} damage to {x}",
    Op.PLAYS: "{x} {have} {n} {more} card {plays}",
    Op.ACTIVATIONS: "{x} {have} {n} {more} {activations}",
    Op.DRAWS: "{x} draw{s} {n} {more} {cards} at the end of {turn}",
    Op.DEALS: "{x} deal{s} {n} {stronger} damage",
    Op.TAKES: "{x} take{s} {n} {stronger} damage",
    Op.HEALS: "the healing {x} do{es} is {raised} by {n}",
    Op.MAX_HP: "{raise_} {maximum} by {n}",
    Op.LOOK: "look at the top {n_cards} of {d}",
    Op.DESTROY: "destroy {x}",
    Op.SACRIFICE: "sacrifice {x}",
    Op.RETURN: "return {from_x} {d}",
    Op.VOID: "send {from_x} to the Void",
    Op.SEARCH: "search {in_x} and put it {d}",
    Op.ATTACH: "attach this card to {x}",
    Op.GIVE: "give {x} to {y}",
    Op.STUN: "stun {x} for its next turn",
    Op.COMPLETE: "complete {x}",
    Op.REDIRECT: "damage to {x} is dealt to {y} instead",
    Op.SUMMON: "put {card} into play{before_x}",
    Op.ELEMENTS: "{elements} deal {n} {stronger} damage",
    Op.HAND: "{limit} is {raised} by {n}",
}
_TIMED = (Op.DEALS, Op.TAKES, Op.HEALS, Op.PREVENT, Op.REDIRECT)
_STATED = (Op.DEALS, Op.TAKES, Op.HEALS, Op.REDIRECT, Op.ELEMENTS, Op.HAND)  # statements, as opposed to commands
_DONE_BY_PLAYERS = (Op.DRAW, Op.DISCARD, Op.PLAYS, Op.ACTIVATIONS, Op.DRAWS)
_EXTRAS = (Op.PLAYS, Op.ACTIVATIONS)
_DECKED = (Op.FLIP, Op.LOOK)
_THEN = ("", "; {who} may put one of them into your hand", "; {who} may put one of them on the bottom of that deck")
_TIMES = ("", "", ", twice", ", three times", ", four times")


def say_effect(effect: Effect, kind: str) -> str:
    """Return an effect as a sentence without capital and full stop.

    >>> say_effect(Effect(Op.DAMAGE, 4, Selector(Pick.ANY, Sort.TARGET)), "player")
    'deal 4 damage to any target'
    """
    return _say(effect, Voice(kind, "you" if kind == "player" else "that player"))


def _say(effect: Effect, voice: Voice, *, lasts: bool = False) -> str:
    """Return an effect in a voice. `lasts` is True for static effects."""
    said = _say_choice(effect, voice) if effect.op is Op.CHOOSE else _say_plain(effect, voice, lasts=lasts)
    if effect.per is not None and not effect.takes_all_counters:
        said += f" for each {say_counted(effect, effect.per, voice)}"
        said += f" (at most {effect.most} in all)" if effect.most else ""
    if effect.may:
        said = f"{_chooser(voice)} may {'' if _is_command(effect, voice) else 'choose that '}{said}"
    if not effect.conditions:
        return said
    clause = f"if {say_conditions(effect.conditions, voice)}"
    # After the clause, "it" would seem to mean the card in the clause.
    return f"{said} {clause}" if effect.target and effect.target.pick is Pick.IT else f"{clause}, {said}"


def _chooser(voice: Voice) -> str:
    """The player who makes an open choice."""
    return "you" if voice.you == "you" else "the players"


def _is_command(effect: Effect, voice: Voice) -> bool:
    if effect.op in _DONE_BY_PLAYERS:
        return voice.name(effect.target) == "you"
    return effect.op not in _STATED


def _say_choice(effect: Effect, voice: Voice) -> str:
    *others, last = (_say(one, voice) for one in effect.modes)
    who = "choose" if voice.you == "you" else "the players choose"
    return f"{who} one: {'; '.join(others)}; or {last}"


def _say_plain(effect: Effect, voice: Voice, *, lasts: bool) -> str:
    sentence = None
    if effect.op is Op.COUNTERS and effect.amount < 0:
        sentence = "remove all counters from {x}" if effect.takes_all_counters else "remove {n} {counters} from {x}"
    said = (sentence or _SENTENCES[effect.op]).format(**_said_of(effect, voice, lasts=lasts))
    if effect.op in _DONE_BY_PLAYERS and not lasts:
        said = said.replace("you have", "get", 1).removeprefix("you ")
    return said + _say_ending(effect, voice, lasts=lasts)


def _said_of(effect: Effect, voice: Voice, *, lasts: bool) -> dict[str, object]:
    """All words that a sentence may use."""
    n, x = abs(effect.amount), voice.name(effect.target)
    more = effect.amount > 0
    turns = ("your turn" if x == "you" else "their turn") if lasts else "this turn"
    return {
        "n": n,
        "x": x,
        "y": voice.name(effect.second),
        "s": "" if x == "you" else "s",
        "es": "" if x == "you" else "es",
        "d": _say_detail(effect, voice.kind),
        "self_or_x": "yourself" if x == "you" else x,
        "have": "have" if x == "you" else "has",
        "more": "more" if more else "fewer",
        "stronger": "more" if more else "less",
        "raised": "increased" if more else "reduced",
        "raise_": "raise" if more else "lower",
        "cards": _number_of("card", n),
        "n_cards": "card" if n == 1 else f"{n} cards",
        "counters": _number_of("counter", n),
        "plays": _number_of("play", n),
        "activations": _number_of("activation", n),
        "turn": turns,
        "maximum": say_possession("maximum hit points", x),
        "elements": say_possession("Five Elements", x),
        "limit": say_possession("hand limit", x),
        "card": effect.card if n == 1 else f"{n} {plural_of(effect.card)}",
        "before_x": f" in front of {x}" if x else "",
        **_said_of_places(effect, x, voice.kind),
    }


def _said_of_places(effect: Effect, x: str, kind: str) -> dict[str, str]:
    """The words for cards from a graveyard or a deck."""
    target = effect.target
    if target is None or target.zone is Zone.PLAY:
        return {"from_x": x, "in_x": f"for {x}"}
    place = say_place(target, kind)
    bare = x.removesuffix(f" in {place}")
    if target.side is not Side.OWN:
        place = f"the {target.zone.name.lower()}"
    return {"from_x": f"{bare} from {place}", "in_x": f"{place} for {bare}"}


def _number_of(noun: str, n: int) -> str:
    return noun if n == 1 else plural_of(noun)


def _say_ending(effect: Effect, voice: Voice, *, lasts: bool) -> str:
    """The end of the sentence: the duration, or the fate of the cards looked at."""
    if effect.op is Op.LOOK:
        return _THEN[effect.detail // len(DECK_WORDS)].format(who=_chooser(voice))
    if effect.op in _EXTRAS:
        return " each turn" if lasts else " this turn"
    if effect.op not in _TIMED or lasts:
        return ""
    return f" {_UNTIL[effect.detail].format(turn=_NEXT_TURN[voice.kind])}"


def _say_detail(effect: Effect, kind: str) -> str:
    if effect.op in _DECKED:
        return say_deck(DECK_WORDS[effect.detail % len(DECK_WORDS)], kind)
    if effect.op not in _INTO:
        return ""
    return _INTO[effect.op][effect.detail].format(hand="your hand", deck=say_deck(DECK_WORDS[0], kind))


# --- Whole cards ---

_WHEN: Mapping[Trigger, str] = {
    Trigger.ENTERS: "When this card enters play: ",
    Trigger.BEGIN: "At the beginning of {turn}: ",
    Trigger.END: "At the end of {turn}: ",
    Trigger.DIES: "When this card is destroyed: ",
    Trigger.DAMAGED: "Whenever {hurt}: ",
    Trigger.SPELL: "Whenever {who} a Spell: ",
    Trigger.ARRIVES: "Whenever {when} enters play: ",
    Trigger.SLAIN: "Whenever {when} is destroyed: ",
    Trigger.FALLS: "Whenever a player dies: ",
    Trigger.COMPLETED: "Whenever a Quest is completed: ",
    Trigger.CHECK: "In the last step of {turn}: ",
    Trigger.ENDS: "In the last step of {turn}: ",
    Trigger.ACTIVATE: "Activate{once}: ",
    Trigger.REWARD: "Reward: ",
}
_ENEMY = Selector(Pick.FIT, Sort.ENEMY)  # the card that arrives or dies, by default
_TREASURES = ("Trinket", "Artifact")  # in an enemy deck, these address the player who has them
_NO_START = ("Player", "Scenario", "Realm")  # top cards, which are always in play


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _is_attached(card: Card) -> bool:
    return any(effect.op is Op.ATTACH for _, effect in card.effects)


def _voice_of(card: Card, trigger: Trigger | None, kind: str) -> Voice:
    """Return the voice of a card's trigger, with its meaning of "you"."""
    if kind == "player" or trigger in (Trigger.ACTIVATE, Trigger.REWARD):
        you = "you"
    else:
        you = "its host" if _is_attached(card) else "that player"
    return Voice(kind, you, "whoever dealt it" if trigger is Trigger.DAMAGED else "it")


def _say_hurt(card: Card, ability: Ability, voice: Voice) -> str:
    """The damaged card, which a blow may not destroy (R-46), or the player of a card without hit points."""
    if card.type == "Player" or not card.hp:
        return "you are damaged" if voice.you == "you" else f"{voice.you} is damaged"
    if voice.you != "you" and any(one.target == Selector(Pick.YOU) for one in ability.effects):
        return "a player damages this card without destroying it"
    return "this card is damaged without being destroyed"


def _say_occasion(card: Card, trigger: Trigger, ability: Ability, voice: Voice) -> str:
    """The occasion for a card to act, or "" for a Spell, which acts when played."""
    if card.type == "Spell":
        return ""
    when = ability.when or _ENEMY
    plays = {"you": "you play", "its host": "its host plays"}.get(voice.you, "a player plays")
    return _WHEN[trigger].format(
        turn=_TURN[voice.kind],
        when=when.word if when.sort is Sort.NAME else with_article(say_noun(when, voice.kind)),
        who=plays,
        hurt=_say_hurt(card, ability, voice),
        once=" (once per turn)" if ability.once else "",
    )


def _sentences(effects: Iterable[Effect], voice: Voice) -> Iterator[tuple[str, bool]]:
    """Yield effects in order, each with whether it is a command. Repeated effects come once."""
    for effect, same in groupby(effects):
        times = len(list(same))
        said = (
            _say(replace(effect, amount=times), voice)
            if effect.op is Op.SUMMON
            else _say(effect, voice) + _TIMES[times]
        )
        yield said, _is_command(effect, voice) and not effect.conditions
        voice = voice.after(effect)


def _in_one_breath(done: Iterable[tuple[str, bool]]) -> str:
    """Join effects with the same price or condition into one sentence."""
    said = ""
    for one, is_command in done:
        joint = " and " if is_command and ";" not in said else "; "
        said += (joint if said else "") + one
    return said


def say_cost(ability: Ability, voice: Voice) -> str:
    """Return the cost as a command."""
    paid = (f"take {one.amount} damage" if one.op is Op.DAMAGE else _say(one, voice) for one in ability.cost)
    return " and ".join(paid)


def _say_ability(card: Card, trigger: Trigger, ability: Ability, kind: str) -> str:
    """Return one line: occasion, condition, cost, and effects."""
    voice = _voice_of(card, trigger, kind)
    if trigger is Trigger.ENDS and card.type == "Quest":
        return f"Goal, checked in the last step of {_TURN[kind]}: {say_conditions(ability.conditions, voice)}."
    said = _say_occasion(card, trigger, ability, voice)
    if ability.conditions:
        said += f"if {say_conditions(ability.conditions, voice)}, "
    done = _sentences(ability.effects, voice)
    if ability.cost:
        said += f"{say_cost(ability, voice)} to "
        return f"{_capital(said + _in_one_breath(done).replace('choose one: ', 'do one of these: ', 1))}."
    if ability.conditions:
        return f"{_capital(said + _in_one_breath(done))}."
    first, *others = (one for one, _ in done)
    return " ".join(f"{_capital(one)}." for one in (said + first, *others))


def card_lines(card: Card, kind: str) -> list[str]:
    """Return the text of a card, a line for each ability. `kind` is the kind of its deck."""
    kind = "player" if card.type in _TREASURES else kind
    lines = [f"Five Elements: deal {card.five_elements} damage to any target."] if card.five_elements else []
    voice = _voice_of(card, None, kind)
    lasting = [f"{_capital(_say(one, voice, lasts=True))}." for one in card.always]
    acting = [_say_ability(card, trigger, card.abilities[trigger], kind) for trigger in sorted(card.abilities)]
    if _is_attached(card):  # first its host, then the effects on it
        lines, acting = [*lines, acting[0]], acting[1:]
    lines += lasting + acting
    if card.completer:
        lines.append("Whoever completes it gets the reward.")
    if card.reward is not None:
        lines.append(f"Lasting reward: {' '.join(card_lines(card.reward, 'player'))}")
    return lines


def card_text(card: Card, kind: str) -> str:
    """Return the whole text of a card: its type and values, then its abilities.

    >>> card_text(Card("Wolf", "Enemy", ("creature",), hp=4), "realm")
    'Enemy (creature), 4 hit points.'
    """
    what = f"{card.type} ({', '.join(card.subtypes)})" if card.subtypes else card.type
    facts = [what, *([f"{card.hp} hit points"] if card.hp else []), *(["unique"] if card.unique else [])]
    facts += ["set aside"] if card.aside else []
    facts += ["starts in play"] if card.starts and card.type not in _NO_START else []
    return " ".join([f"{', '.join(facts)}.", *card_lines(card, kind)])


# --- Badges: occasion and effect of a card in a few words ---


class Badge(NamedTuple):
    """An occasion for a card to act, and its effect, in a few words and in as few as possible.

    `trigger` is None for what is always so.
    """

    when: str
    what: str
    short: str = ""
    trigger: Trigger | None = None


_OCCASIONS: Mapping[Trigger, str] = {
    Trigger.ENTERS: "enters play",
    Trigger.BEGIN: "start of turn",
    Trigger.END: "end of turn",
    Trigger.DIES: "destroyed",
    Trigger.DAMAGED: "damaged",
    Trigger.SPELL: "Spell played",
    Trigger.ARRIVES: "{when} arrives",
    Trigger.SLAIN: "{when} destroyed",
    Trigger.FALLS: "player dies",
    Trigger.COMPLETED: "Quest completed",
    Trigger.CHECK: "last step",
    Trigger.ENDS: "last step",
    Trigger.ACTIVATE: "activate",
    Trigger.REWARD: "reward",
}

#: The badge of each effect: n is the number, x its target, y the second one, for_x the target unless it is you.
_BRIEF: Mapping[Op, str] = {
    Op.DAMAGE: "{n} damage to {x}",
    Op.HEAL: "heal {x} by {n}",
    Op.DRAW: "draw {n}",
    Op.DISCARD: "discard {n}",
    Op.FLIP: "flip {n}{d}",
    Op.COUNTERS: "{n:+} {counters}{on_x}",
    Op.PREVENT: "prevent {n} to {x}",
    Op.PLAYS: "{n:+} {plays}{for_x}",
    Op.ACTIVATIONS: "{n:+} {activations}{for_x}",
    Op.DRAWS: "{n:+} {draws}{for_x}",
    Op.DEALS: "damage by {x} {n:+}",
    Op.TAKES: "damage to {x} {n:+}",
    Op.HEALS: "healing by {x} {n:+}",
    Op.MAX_HP: "maximum of {x} {n:+}",
    Op.LOOK: "look at {n}{d}",
    Op.DESTROY: "destroy {x}",
    Op.SACRIFICE: "sacrifice {x}",
    Op.RETURN: "return {x}",
    Op.VOID: "void {x}",
    Op.SEARCH: "search for {x}",
    Op.ATTACH: "attach to {x}",
    Op.GIVE: "give {x} to {y}",
    Op.STUN: "stun {x}",
    Op.COMPLETE: "complete {x}",
    Op.REDIRECT: "damage to {x} goes to {y}",
    Op.SUMMON: "summon {card}",
    Op.ELEMENTS: "Five Elements {n:+}",
    Op.HAND: "hand limit {n:+}{for_x}",
}

#: The badges of effects on players other than you.
_OTHERS: Mapping[Op, str] = {Op.DRAW: "{x} draws {n}", Op.DISCARD: "{x} discards {n}"}

#: The shorter words for some badges, where the occasion has a symbol.
_SHORT: Mapping[Op, str] = {
    Op.HEAL: "heal {x} {n}",
    Op.PREVENT: "{x}: prevent {n}",
    Op.DEALS: "{x} deals {n:+}",
    Op.TAKES: "{x} takes {n:+}",
    Op.HEALS: "{x} heals {n:+}",
    Op.MAX_HP: "{x}: max HP {n:+}",
    Op.ATTACH: "on {x}",
    Op.REDIRECT: "takes damage for {x}",
    Op.ELEMENTS: "Elements {n:+}",
}

#: The badges of a counted thing and of a condition on it: x is the target, m the quantity.
_COUNTED: Mapping[Measured, tuple[str, str]] = {
    Measured.COUNT: ("{x}", "{m} {xs}"),
    Measured.HP: ("hit point of {x}", "{x} at {m} hit points"),
    Measured.LOST: ("hit point lost by {x}", "{x} lost {m} hit points"),
    Measured.COUNTERS: ("counter on {x}", "{m} counters on {x}"),
    Measured.HAND: ("card in hand", "{m} cards in hand"),
    Measured.DECK: ("card in the deck", "{m} cards in the deck"),
    Measured.ROUND: ("round", "round {m}"),
    Measured.DEAD: ("dead player", "{m} dead players"),
    Measured.PLAYERS: ("player", "{m} players"),
}
_SHORTENED = {
    "hit points": "HP",
    "hit point": "HP",
    " on it": "",
    "highest player": "highest HP",
    "lowest player": "lowest HP",
    " for that player": "",
    " for its host": "",
    "this deck's": "its",
}
_FEWER = re.compile(r"(\d+) or fewer")
_LESS = re.compile(r"-(?=\d)")
_TIMES_ONE = re.compile(r"(\d) × (flip|draw) 1\b")


def badges(card: Card, kind: str, *, in_play: bool = True) -> list[Badge]:
    """Return the occasions and effects of a card. `kind` is the kind of its deck.

    A card `in_play` has no badge for entering play, and a Spell needs no occasion.

    >>> from .reading import shipped
    >>> for badge in badges(shipped().of_kind("scenario")["Aepep"].card("Rising Sands"), "scenario"):
    ...     print(f"{badge.when}: {badge.what}")
    start of turn: +1 counter
    end of turn: 3 damage to each player
    last step: gone if 1+ counters on it and 2 or fewer creatures
    """
    acting = [trigger for trigger in sorted(card.abilities) if not (in_play and trigger is Trigger.ENTERS)]
    told = [_badge(card, trigger, kind) for trigger in acting]
    always = [Badge("always", brief(one, kind), _shortened(brief(one, kind, short=True))) for one in card.always]
    later = badges(card.reward, "player") if card.reward is not None else []
    return [*told, *always, *map(_later, later)]


def _badge(card: Card, trigger: Trigger, kind: str) -> Badge:
    short = _shortened(_what(card, trigger, kind, short=True))
    return Badge(_when(card, trigger, kind), _what(card, trigger, kind), short, trigger)


def _later(badge: Badge) -> Badge:
    """Return a badge of a lasting reward."""
    return Badge("reward", f"{badge.when}, {badge.what}", f"{badge.when}: {badge.short}", Trigger.REWARD)


def _shortened(said: str) -> str:
    """Return a badge with the usual abbreviations.

    >>> _shortened("gone if 1+ counters on it and 2 or fewer creatures"), _shortened("2 × flip 1")
    ('gone if 1+ counters and ≤2 creatures', 'flip 2')
    """
    for long, short in _SHORTENED.items():
        said = said.replace(long, short)
    return _LESS.sub("\N{MINUS SIGN}", _TIMES_ONE.sub(r"\2 \1", _FEWER.sub(r"≤\1", said)))


def _when(card: Card, trigger: Trigger, kind: str) -> str:
    when = card.abilities[trigger].when
    said = _OCCASIONS[trigger].format(when=say_noun(when, kind) if when else "enemy")
    return "" if card.type == "Spell" else said


def _what(card: Card, trigger: Trigger, kind: str, *, short: bool = False) -> str:
    ability = card.abilities[trigger]
    if trigger is Trigger.ENDS:
        done = "done" if card.type == "Quest" else "gone"
        return f"{done} if {_conditions(ability.conditions, kind)}"
    said = _all(ability.effects, kind, short=short)
    if ability.cost:
        paid = _all(ability.cost, kind, short=short)
        said = f"{paid}: {said}" if short else f"{said} (cost: {paid})"
    if not ability.conditions:
        return said
    clause = f"if {_conditions(ability.conditions, kind)}"
    return f"{clause}: {said}" if short else f"{said} {clause}"


def _all(effects: Iterable[Effect], kind: str, *, short: bool = False) -> str:
    """Join the effects, each once."""
    runs = ((said, len(list(same))) for said, same in groupby(brief(one, kind, short=short) for one in effects))
    return ", ".join(said if times == 1 else f"{times} × {said}" for said, times in runs)


def brief(effect: Effect, kind: str, *, short: bool = False) -> str:
    """Return an effect in a few words, `short` of them on a card that shows with symbols when it acts.

    >>> brief(Effect(Op.DAMAGE, 5, Selector(Pick.HIGHEST, Sort.PLAYER)), "scenario")
    '5 damage to highest player'
    """
    if effect.takes_all_counters:
        return f"take all counters off {_whom(effect.target, kind)}"
    if effect.op is Op.CHOOSE:
        return " or ".join(brief(one, kind, short=short) for one in effect.modes)
    n, x = effect.amount, _whom(effect.target, kind)
    is_own = effect.target is None or (effect.target.pick is Pick.YOU and kind == "player")
    s = "" if abs(n) == 1 else "s"
    words = {**_BRIEF, **({} if is_own else _OTHERS), **(_SHORT if short else {})}
    if short and kind != "player":
        words[Op.DAMAGE] = "{n} to {x}"
    said = words[effect.op].format(
        n=n,
        x=x,
        y=_whom(effect.second, kind),
        for_x="" if is_own else f" for {x}",
        on_x="" if effect.target is None or effect.target.pick is Pick.SELF else f" on {x}",
        plays=f"play{s}",
        activations=f"activation{s}",
        draws=f"draw{s}",
        counters=f"counter{s}",
        d=("", " of the Scenario", " of the Realm")[effect.detail % len(DECK_WORDS)],
        card=effect.card,
    )
    if effect.per is not None:
        said += f" per {_COUNTED[effect.per.what][0].format(x=_whom(effect.per.of, kind))}"
    if effect.conditions:
        said += f" if {_conditions(effect.conditions, kind)}"
    return f"may {said}" if effect.may else said


def _whom(selector: Selector | None, kind: str) -> str:
    if selector is None:
        return ""
    match selector.pick:
        case Pick.SELF | Pick.IT:
            return "it"
        case Pick.YOU:
            return "you" if kind == "player" else "that player"
        case Pick.HOST:
            return "its host"
        case Pick.FIT:
            return say_noun(selector, kind)
    is_named = selector.sort is Sort.NAME and selector.pick is not Pick.ANY
    return selector.word if is_named else f"{selector.pick.name.lower()} {say_noun(selector, kind)}"


def _conditions(conditions: tuple[Condition, ...], kind: str) -> str:
    return " and ".join(_condition(one, kind) for one in conditions)


def _condition(condition: Condition, kind: str) -> str:
    n, measure = condition.number, condition.measure
    many = f"{n}+" if condition.at_least else f"{n} or fewer" if n else "no"
    of, is_count = measure.of, measure.what is Measured.COUNT
    nouns = say_noun(of, kind, plural=True) if of and is_count else ""
    whom = "" if measure.what is Measured.DECK else _whom(of, kind)
    return _COUNTED[measure.what][1].format(x=whom, xs=nouns, m=many)
