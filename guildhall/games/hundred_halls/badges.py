"""Cards in a few words, for a table on which many lie: when each acts, and what happens then.

The whole text of a card is `wording.card_text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from .cards import Card, Trigger
from .language import DECK_WORDS, Condition, Effect, Measured, Op
from .selectors import Pick, Selector, Sort, say_noun

__all__ = ["Badge", "badges", "brief"]


class Badge(NamedTuple):
    """When a card acts, and what it does then."""

    when: str
    what: str


_WHEN: Mapping[Trigger, str] = {
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

#: What an effect does: n is the number, x whom it means, y the second one, for_x whom unless that is you.
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

#: What others do.
_OTHERS: Mapping[Op, str] = {Op.DRAW: "{x} draws {n}", Op.DISCARD: "{x} discards {n}"}

#: What is counted: x is whom it means, m how many.
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


def badges(card: Card, kind: str, *, in_play: bool = True) -> list[Badge]:
    """When a card acts and what it does; `kind` is the kind of its deck.

    That it enters play is over for a card `in_play`; what a Spell does needs no words for when.

    >>> from .reading import shipped
    >>> for badge in badges(shipped().of_kind("scenario")["Aepep"].card("Rising Sands"), "scenario"):
    ...     print(f"{badge.when}: {badge.what}")
    start of turn: +1 counter
    end of turn: 3 damage to each player
    last step: gone if 1+ counters on it and 2 or fewer creatures
    """
    acting = [trigger for trigger in sorted(card.abilities) if not (in_play and trigger is Trigger.ENTERS)]
    told = [Badge(_when(card, trigger, kind), _what(card, trigger, kind)) for trigger in acting]
    always = [Badge("always", brief(one, kind)) for one in card.always]
    later = badges(card.reward, "player") if card.reward is not None else []
    return [*told, *always, *(Badge("reward", f"{one.when}, {one.what}") for one in later)]


def _when(card: Card, trigger: Trigger, kind: str) -> str:
    when = card.abilities[trigger].when
    said = _WHEN[trigger].format(when=say_noun(when, kind) if when else "enemy")
    return "" if card.type == "Spell" else said


def _what(card: Card, trigger: Trigger, kind: str) -> str:
    ability = card.abilities[trigger]
    if trigger is Trigger.ENDS:
        done = "done" if card.type == "Quest" else "gone"
        return f"{done} if {_conditions(ability.conditions, kind)}"
    said = _all(ability.effects, kind)
    if ability.cost:
        said = f"{said} (cost: {_all(ability.cost, kind)})"
    return f"{said} if {_conditions(ability.conditions, kind)}" if ability.conditions else said


def _all(effects: Iterable[Effect], kind: str) -> str:
    """Effects one after the other; the same one several times is told once."""
    runs = ((said, len(list(same))) for said, same in groupby(brief(one, kind) for one in effects))
    return ", ".join(said if times == 1 else f"{times} × {said}" for said, times in runs)


def brief(effect: Effect, kind: str) -> str:
    """An effect in a few words.

    >>> brief(Effect(Op.DAMAGE, 5, Selector(Pick.HIGHEST, Sort.PLAYER)), "scenario")
    '5 damage to highest player'
    """
    if effect.takes_all_counters:
        return f"take all counters off {_whom(effect.target, kind)}"
    if effect.op is Op.CHOOSE:
        return " or ".join(brief(one, kind) for one in effect.modes)
    n, x = effect.amount, _whom(effect.target, kind)
    is_own = effect.target is None or (effect.target.pick is Pick.YOU and kind == "player")
    s = "" if abs(n) == 1 else "s"
    said = (_BRIEF if is_own else {**_BRIEF, **_OTHERS})[effect.op].format(
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
