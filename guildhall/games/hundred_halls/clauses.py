"""The voice of a card: whom it means by "you" and "it", and the numbers of the table in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .language import Condition, Effect, Measure, Measured
from .selectors import Pick, Selector, Side, Sort, Zone, say_bare_noun, say_noun, say_selector

__all__ = ["Voice", "say_conditions", "say_counted", "say_deck", "say_possession", "with_article"]


@dataclass(frozen=True)
class Voice:
    """How a card speaks: the kind of its deck, and whom it means by "you" and "it"."""

    kind: str
    you: str = "you"
    it: str = "it"

    def name(self, selector: Selector | None) -> str:
        """Those whom a phrase means."""
        return say_selector(selector, kind=self.kind, you=self.you, it=self.it) if selector else ""

    def after(self, effect: Effect) -> Voice:
        """The voice in which the next effect is said: "it" is whom this one meant."""
        target = effect.target
        if target is None or target.pick is Pick.IT:
            return self
        if target.pick in (Pick.YOU, Pick.SELF, Pick.HOST):
            return replace(self, it=self.name(target))
        return replace(self, it="that player" if target.sort is Sort.PLAYER else "it")


# --- Nouns ---


def say_possession(thing: str, x: str) -> str:
    """What somebody has: "your hand limit", "each player's healing"."""
    if x == "you":
        return f"your {thing}"
    is_long = any(word in x for word in (" of ", " with ", " in "))
    return f"the {thing} of {x}" if is_long else f"{x}'s {thing}"


def with_article(noun: str) -> str:
    """A noun with its article.

    >>> with_article("enemy"), with_article("other dream")
    ('an enemy', 'another dream')
    """
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"


def say_deck(word: str, kind: str) -> str:
    """The deck that a word of the data means."""
    own = "your deck" if kind == "player" else "this deck"
    return {"own": own, "scenario": "the Scenario deck", "realm": "the Realm deck"}[word]


# --- Numbers of the table ---


def say_counted(effect: Effect, measure: Measure, voice: Voice) -> str:
    """What is counted, in the singular."""
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
    """Clauses joined by "and"; the two ends of one range are one clause."""
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
    """A clause with how many there are: "a", "no", or a number with what belongs to it."""
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
    """Whose number it is; that the lowest has so few means that one of them has."""
    of = condition.measure.of
    extreme = Pick.HIGHEST if condition.at_least else Pick.LOWEST
    if of and condition.measure.what is Measured.HP and of.pick is extreme and of.sort is not Sort.NAME:
        return with_article(say_noun(of, voice.kind))
    return voice.name(of)


def _say_presence(of: Selector, many: str, voice: Voice) -> str:
    """That there are some who fit."""
    if of.sort is Sort.NAME and many in ("a", "no") and of.zone is Zone.PLAY:
        return f"{of.word} is {'' if many == 'a' else 'not '}in play"
    if of.side is Side.OWN and of.zone is Zone.PLAY and voice.kind == "player":
        those = with_article(say_bare_noun(of)) if many == "a" else f"{many} {say_bare_noun(of, plural=True)}"
        return f"you have {those}"
    if many == "a":
        return f"there is {with_article(say_noun(of, voice.kind))}"
    return f"there are {many} {say_noun(of, voice.kind, plural=True)}"
