"""Cards in words: every sentence is made from the data, so text and play cannot differ."""

from __future__ import annotations

from collections.abc import Mapping

from .box import Ability, Card, Trigger
from .language import DECK_WORDS, Condition, Effect, Measure, Measured, Op
from .selectors import Pick, Selector, say_noun, say_selector

__all__ = ["card_lines", "card_text", "say_effect"]

_TURN = {"player": "your turn", "scenario": "the Scenario turn", "realm": "the Realm turn"}
_UNTIL = ("this turn", "until the next turn of its side", "for the rest of the game")
_INTO = ("into the hand", "into play", "on top of its deck")

#: The sentence of each effect: n is the number, x whom it means, y the second one, d what stands beside it.
_SENTENCES: Mapping[Op, str] = {
    Op.DAMAGE: "deal {n} damage to {x}",
    Op.HEAL: "heal {x} by {n}",
    Op.DRAW: "{x} {draws} {n} {cards}",
    Op.DISCARD: "{x} {discards} {n} {cards}",
    Op.FLIP: "flip {n} {cards} of {d}",
    Op.COUNTERS: "put {n} {counters} on {x}",
    Op.PREVENT: "prevent the next {n} damage to {x}",
    Op.PLAYS: "{n:+} card plays for {x}",
    Op.ACTIVATIONS: "{n:+} activations for {x}",
    Op.DRAWS: "{n:+} cards drawn at the end of the turn for {x}",
    Op.DEALS: "damage dealt by {x} changes by {n:+}",
    Op.TAKES: "damage dealt to {x} changes by {n:+}",
    Op.HEALS: "healing by {x} changes by {n:+}",
    Op.MAX_HP: "the maximum hit points of {x} change by {n:+}",
    Op.LOOK: "look at the top {n} {cards} of {d}",
    Op.DESTROY: "destroy {x}",
    Op.SACRIFICE: "sacrifice {x}",
    Op.RETURN: "return {x} {d}",
    Op.VOID: "send {x} to the Void",
    Op.SEARCH: "search for {x} and put it {d}",
    Op.ATTACH: "attach this card to {x}",
    Op.GIVE: "give {x} to {y}",
    Op.STUN: "stun {x} in its next turn",
    Op.COMPLETE: "complete {x}",
    Op.REDIRECT: "damage to {x} is dealt to {y} instead",
    Op.SUMMON: "put {card} into play{with_x}",
    Op.ELEMENTS: "damage of the Five Elements used by {x} changes by {n:+}",
    Op.HAND: "the hand limit of {x} changes by {n:+}",
}
_TIMED = (Op.DEALS, Op.TAKES, Op.HEALS, Op.PREVENT, Op.REDIRECT)
_DECKED = (Op.FLIP, Op.LOOK)
_THEN = ("", "; one of them may go into the hand", "; one of them may go under the deck")


def say_effect(effect: Effect, kind: str, *, lasts: bool = False) -> str:
    """An effect as a sentence without capital and full stop; `lasts` if it is always so.

    >>> from .selectors import Sort
    >>> say_effect(Effect(Op.DAMAGE, 4, Selector(Pick.ANY, Sort.TARGET)), "player")
    'deal 4 damage to any target'
    """
    said = _say_choice(effect, kind) if effect.op is Op.CHOOSE else _say_plain(effect, kind, lasts=lasts)
    if effect.per is not None:
        said += f" for each {_COUNTED[effect.per.what].format(**_say_measured(effect.per, kind))}"
        said += f" (at most {effect.most})" if effect.most else ""
    if effect.may:
        said = f"{'you' if kind == 'player' else 'the players'} may: {said}"
    if effect.conditions:
        said = f"if {_say_conditions(effect.conditions, kind)}, {said}"
    return said


def _say_choice(effect: Effect, kind: str) -> str:
    return "choose: " + ", or ".join(say_effect(one, kind) for one in effect.modes)


def _say_plain(effect: Effect, kind: str, *, lasts: bool) -> str:
    n = effect.amount
    if effect.op is Op.COUNTERS and n < 0:
        sentence, n = "remove {n} {counters} from {x}", -n
    else:
        sentence = _SENTENCES[effect.op]
    third = "" if effect.target == Selector(Pick.YOU) and kind == "player" else "s"
    return sentence.format(
        n=n,
        x=say_selector(effect.target, kind=kind) if effect.target else "",
        y=say_selector(effect.second, kind=kind) if effect.second else "",
        d=_say_detail(effect, kind),
        card=effect.card,
        with_x=f" with {say_selector(effect.target, kind=kind)}" if effect.target else "",
        cards="card" if n == 1 else "cards",
        counters="counter" if n == 1 else "counters",
        draws=f"draw{third}",
        discards=f"discard{third}",
    ) + _say_ending(effect, lasts=lasts)


def _say_ending(effect: Effect, *, lasts: bool) -> str:
    """What stands after the sentence: for how long, or what becomes of the cards looked at."""
    if effect.op is Op.LOOK:
        return _THEN[effect.detail // len(DECK_WORDS)]
    return f" {_UNTIL[effect.detail]}" if effect.op in _TIMED and not lasts else ""


def _say_detail(effect: Effect, kind: str) -> str:
    if effect.op in _DECKED:
        return _say_deck(DECK_WORDS[effect.detail % len(DECK_WORDS)], kind)
    return _INTO[effect.detail] if effect.op in (Op.RETURN, Op.SEARCH) else ""


def _say_deck(word: str, kind: str) -> str:
    own = "your deck" if kind == "player" else "this deck"
    return {"own": own, "scenario": "the Scenario deck", "realm": "the Realm deck"}[word]


#: What is counted, in the singular: x is whom it means, d the deck.
_COUNTED: Mapping[Measured, str] = {
    Measured.COUNT: "{x}",
    Measured.HP: "hit point of {x}",
    Measured.LOST: "hit point that {x} lost",
    Measured.COUNTERS: "counter on {x}",
    Measured.HAND: "card in the hand of {x}",
    Measured.DECK: "card in {d}",
    Measured.ROUND: "round",
    Measured.DEAD: "dead player",
    Measured.PLAYERS: "player",
}

#: The clause of a condition: m is how many, xs those whom it means.
_CLAUSES: Mapping[Measured, str] = {
    Measured.COUNT: "there are {m} {xs}",
    Measured.HP: "{x} {has} {m} hit points",
    Measured.LOST: "{x} {has} lost {m} hit points",
    Measured.COUNTERS: "there are {m} counters on {x}",
    Measured.HAND: "{x} {has} {m} cards in hand",
    Measured.DECK: "there are {m} cards in {d}",
    Measured.ROUND: "it is round {n} or {later}",
    Measured.DEAD: "{m} players are dead",
    Measured.PLAYERS: "{m} players play",
}


def _say_measured(measure: Measure, kind: str) -> dict[str, str]:
    """Whom, or which deck, a measure means."""
    of, what = measure.of, measure.what
    return {
        "x": say_selector(of, kind=kind) if of else "",
        "xs": say_noun(of, kind, plural=True) if of and what is Measured.COUNT else "",
        "d": _say_deck(of.word, kind) if of and what is Measured.DECK else "",
    }


def _say_conditions(conditions: tuple[Condition, ...], kind: str) -> str:
    return " and ".join(_say_condition(one, kind) for one in conditions)


def _say_condition(condition: Condition, kind: str) -> str:
    """A condition as a clause, such as "there are 5 or more creatures"."""
    said, n = _say_measured(condition.measure, kind), condition.number
    more, later = ("more", "later") if condition.at_least else ("fewer", "earlier")
    has = "have" if said["x"] == "you" else "has"
    return _CLAUSES[condition.measure.what].format(n=n, m=f"{n} or {more}", later=later, has=has, **said)


# --- Whole cards ---

_WHEN: Mapping[Trigger, str] = {
    Trigger.ENTERS: "When this card enters play: ",
    Trigger.BEGIN: "At the beginning of {turn}: ",
    Trigger.END: "At the end of {turn}: ",
    Trigger.DIES: "When this card is destroyed: ",
    Trigger.DAMAGED: "When it is damaged: ",
    Trigger.SPELL: "Whenever {who} a Spell: ",
    Trigger.ARRIVES: "Whenever any {when} enters play: ",
    Trigger.SLAIN: "Whenever any {when} is destroyed: ",
    Trigger.FALLS: "Whenever a player dies: ",
    Trigger.COMPLETED: "Whenever a Quest is completed: ",
    Trigger.CHECK: "At the last step of {turn}: ",
    Trigger.ENDS: "At the last step of {turn}: ",
    Trigger.ACTIVATE: "Activate: ",
    Trigger.REWARD: "Reward: ",
}


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _say_ability(card: Card, trigger: Trigger, ability: Ability, kind: str) -> str:
    """One line: when, at what cost, if what, and what happens."""
    when = say_selector(ability.when, kind=kind) if ability.when else "enemy"
    who = "you play" if kind == "player" else "a player plays"
    said = "" if card.type == "Spell" else _WHEN[trigger].format(turn=_TURN[kind], when=when, who=who)
    if ability.conditions:
        said += f"if {_say_conditions(ability.conditions, kind)}: "
    if ability.once:
        said += "once per turn, "
    if ability.cost:
        said += " and ".join(say_effect(one, kind) for one in ability.cost) + " to "
    return _sentence(said + "; then ".join(say_effect(one, kind) for one in ability.effects))


def card_lines(card: Card, kind: str) -> list[str]:
    """The text of a card, a line for each ability; `kind` is the kind of its deck."""
    lines = [f"Five Elements: deal {card.five_elements} damage to any target."] if card.five_elements else []
    lines += [_sentence(say_effect(one, kind, lasts=True)) for one in card.always]
    lines += [_say_ability(card, trigger, card.abilities[trigger], kind) for trigger in sorted(card.abilities)]
    if card.reward is not None:
        lines += [f"Reward that lasts: {line}" for line in card_lines(card.reward, "player")]
    return lines


def card_text(card: Card, kind: str) -> str:
    """The whole text of a card: what it is, then what it does.

    >>> card_text(Card("Wolf", "Enemy", ("creature",), hp=4), "realm")
    'Enemy (creature), 4 hit points.'
    """
    what = f"{card.type} ({', '.join(card.subtypes)})" if card.subtypes else card.type
    facts = [what, *([f"{card.hp} hit points"] if card.hp else []), *(["unique"] if card.unique else [])]
    return " ".join([f"{', '.join(facts)}.", *card_lines(card, kind)])
