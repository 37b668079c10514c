"""Cards of the Hundred Halls: emblems, badges of what they do when, hit points and counters, in play and in hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from guildhall.games.hundred_halls.cards import Card, Trigger
from guildhall.games.hundred_halls.engine.state import PILES, REALM, SCENARIO, Lasting
from guildhall.games.hundred_halls.language import Effect, Measured, Op, Pick
from guildhall.games.hundred_halls.wording import Badge, badges

from ..icons import icon, meter
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import Scene

__all__ = [
    "KINDS",
    "acts_of",
    "arms",
    "called",
    "card_symbol",
    "deck_emblem",
    "emblem",
    "facts_of",
    "foe",
    "folded",
    "gist",
    "hand_shown",
    "held",
    "hidden",
    "hit_points",
    "listed",
    "pile_counts",
    "pill",
    "printed",
    "shown_acts",
    "state",
    "told_points",
    "top",
]

_DECKS = {
    "Alex": "alex",
    "Aurie": "aurie",
    "Claire": "claire",
    "Ivan": "ivan",
    "Mori": "mori",
    "Nandi": "nandi",
    "Pax": "pax",
    "Pi": "pi",
    "Zayn": "zayn",
    "Aepep": "serpent",
    "Black Council": "raven",
    "Circle of Scale": "dragon",
    "Citadel of Broken Dreams": "dream",
    "Diamond Court": "crown",
    "Elosian": "demon",
    "Caer Corsydd": "reeds",
    "City of Sorcery": "wizard",
    "Danir": "vine",
    "Eternal Realm": "eternal",
    "Montanhas": "mountain",
}
_NAMED = {"Captia": "captia", "Precept": "precept"}
_SUBTYPES = {"demon": "demon", "dragon": "dragon", "plant": "vine", "mage": "wizard", "dream": "dream"}
_TYPES = {
    "Boss": "crown",
    "Building": "tower",
    "Event": "bell",
    "Quest": "quest",
    "Virus": "virus",
    "Trap": "trap",
    "Enchantment": "rune",
    "Trinket": "trinket",
    "Artifact": "artifact",
    "Spell": "spell",
    "Reward": "fame",
    "Ability": "bolt",
    "Player": "people",
}
_PRINTED = ("Spell", "Trinket", "Enchantment", "Artifact", "Quest")  # types with a colour of their own
_WHEN: dict[Trigger | None, tuple[str, str]] = {
    None: ("always", "always"),
    Trigger.ENTERS: ("enter", "enter"),
    Trigger.BEGIN: ("sunrise", "start"),
    Trigger.END: ("sunset", "end"),
    Trigger.DIES: ("skull", "dead"),
    Trigger.DAMAGED: ("bloodmark", "dead"),
    Trigger.SPELL: ("spell", "enter"),
    Trigger.ARRIVES: ("enter", "enter"),
    Trigger.SLAIN: ("skull", "dead"),
    Trigger.FALLS: ("grave", "dead"),
    Trigger.COMPLETED: ("quest", "reward"),
    Trigger.CHECK: ("hourglass", "last"),
    Trigger.ENDS: ("hourglass", "last"),
    Trigger.ACTIVATE: ("bolt", "act"),
    Trigger.REWARD: ("fame", "reward"),
}
#: Occasions that a symbol alone does not explain.
_TOLD = (Trigger.DAMAGED, Trigger.SPELL, Trigger.ARRIVES, Trigger.SLAIN, Trigger.FALLS, Trigger.COMPLETED)
_NUMBER = re.compile(r"\d+(?= (to|damage)\b)")


# --- Emblems ---


def card_symbol(card: Card) -> str:
    """Return the symbol of a card: its own, or that of its type."""
    if card.name in _NAMED:
        return _NAMED[card.name]
    if card.name in _DECKS:
        return _DECKS[card.name]
    of_subtype = next((_SUBTYPES[word] for word in card.subtypes if word in _SUBTYPES), "claw")
    return _TYPES.get(card.type, of_subtype)


def emblem(names: Any, card: int, class_: str = "") -> Markup:
    """Return the emblem of a card on the colour of its side."""
    side = {SCENARIO: "gh-hh-of-scenario", REALM: "gh-hh-of-realm"}.get(names.homes[card], "gh-hh-of-party")
    if card < PILES:
        return deck_emblem(names.piles[card], f"{side} {class_}".strip())
    return _emblem(icon(card_symbol(names.printed[card])), f"{side} {class_}".strip())


def deck_emblem(name: str, class_: str) -> Markup:
    """Return the emblem of a deck, or its letter."""
    return _emblem(icon(_DECKS[name]) if name in _DECKS else tag("b", name[:1]), class_)


def _emblem(drawn: Content, class_: str) -> Markup:
    return tag("span", drawn, class_=f"gh-hh-emblem {class_}", aria_hidden="true")


def arms(seat: int, deck: str) -> Markup:
    """Return the shield of a seat with the emblem of its deck."""
    sign = icon(_DECKS[deck]) if deck in _DECKS else tag("b", deck[:1])
    return tag("span", sign, class_=f"gh-shield gh-hh-arms gh-s{seat}", aria_hidden="true")


def _type_class(card: Card) -> str:
    """Return the class with the colour of a card's type."""
    return f"gh-hh-{card.type.lower() if card.type in _PRINTED else 'other'}"


# --- What a card does ---


def _said(acts: Iterable[Badge]) -> list[str]:
    """Return badges in words."""
    return [": ".join(filter(None, (one.when, one.what))) for one in acts]


def hidden(words: str) -> Markup:
    """Return words for pictures without styles, which have no symbols."""
    return tag("span", words, class_="gh-hidden")


def _badge(one: Badge) -> Markup:
    """Draw when a card acts as a symbol, and what it does in words. The occasion is text where there are no styles."""
    symbol, kind = _WHEN[one.trigger] if one.when else ("spark", "now")
    told = one.trigger in _TOLD and one.when
    when = tag("span", f"{one.when}: ", class_=None if told else "gh-hidden") if one.when else None
    return tag("span", icon(symbol), tag("span", when, *_emphasised(one.short)), class_=f"gh-hh-do gh-hh-w-{kind}")


def _emphasised(words: str) -> list[Content]:
    """Return words with the first number of damage set off."""
    found = _NUMBER.search(words)
    if found is None:
        return [words]
    return [words[: found.start()], tag("b", found[0]), words[found.end() :]]


_BIG = {Op.DAMAGE: ("", "gh-hh-harm"), Op.HEAL: ("heart", "gh-hh-help"), Op.PREVENT: ("warrior", "gh-hh-help")}
_BIG |= {Op.DRAW: ("cards", ""), Op.LOOK: ("eye", "")}
_CHANGES = {
    Op.DEALS: "damage",
    Op.TAKES: "taken",
    Op.ELEMENTS: "Elements",
    Op.PLAYS: "play",
    Op.ACTIVATIONS: "activation",
}
_NOTES = {
    Op.DAMAGE: "{} damage",
    Op.HEAL: "heal {}",
    Op.PREVENT: "prevent {}",
    Op.DRAW: "draw {}",
    Op.LOOK: "look at {}",
}


def _main(card: Card, triggers: Iterable[Trigger]) -> Effect | None:
    """Return the most telling effect of a card: damage first, then other kinds."""
    done = [one for trigger in triggers if trigger in card.abilities for one in card.abilities[trigger].effects]
    done = [mode for one in done for mode in (one, *one.modes)]
    return next((one for op in _BIG for one in done if one.op is op), None)


def _headline(card: Card) -> Markup:
    """Draw the art of a card: its symbol, and the number of what it does."""
    main = _main(card, sorted(card.abilities))
    if main is not None:
        symbol, tone = _BIG[main.op]
        return join(icon(symbol or card_symbol(card)), tag("b", main.amount, class_=f"gh-hh-big {tone}".strip()))
    change = next((one for one in card.always if one.op in _CHANGES), None)
    if change is None:
        return icon(card_symbol(card))
    return join(icon(card_symbol(card)), tag("b", f"{change.amount:+}", class_="gh-hh-big gh-hh-help"))


def gist(card: Card, *triggers: Trigger) -> str:
    """Return what a card mainly does, or its type."""
    main = _main(card, triggers)
    if main is not None:
        return _NOTES[main.op].format(main.amount)
    change = next((one for one in card.always if one.op in _CHANGES), None)
    return f"{_CHANGES[change.op]} {change.amount:+}" if change is not None else card.type


KINDS = {SCENARIO: "scenario", REALM: "realm"}
_CHIEF = "Boss"
_FEW = 6  # cards of a hand that have room enough
_LASTING = {
    Op.PREVENT: "next {} prevented",
    Op.DEALS: "deals {:+}",
    Op.TAKES: "takes {:+}",
    Op.HEALS: "heals {:+}",
    Op.REDIRECT: "damage goes elsewhere",
}


def state(scene: Scene) -> Any:
    """Return the record of the table or view."""
    return scene.table.knowledge[0]


def printed(scene: Scene, card: int) -> Card:
    """Return the printed card, or its reward side if it has become a reward."""
    found: Card = scene.table.names.at_table[card]
    return found.reward if found.reward is not None and int(state(scene)["reward"][card]) else found


def acts_of(scene: Scene, card: int) -> list[Badge]:
    """Return when a card in play acts, and its effects."""
    is_reward = bool(state(scene)["reward"][card])
    return badges(printed(scene, card), "player" if is_reward else KINDS.get(scene.table.names.homes[card], "player"))


# --- Facts ---


def told_points(scene: Scene, card: int) -> list[str]:
    """Return the hit points of a card in words, if it has any."""
    hp, most = scene.table.hit_points_of(card)
    return [f"{hp} of {most} hit points"] if most else []


def hit_points(scene: Scene, card: int) -> Markup:
    """Draw hit points as numbers and as a bar."""
    hp, most = scene.table.hit_points_of(card)
    return meter(max(0, hp), most, label=f"{hp} of {most} hit points", class_="gh-hh-hp") if most else EMPTY


def _goal(card: Card) -> int | None:
    """Return the number of counters at which a card is done or gone, if nothing else is needed."""
    ends = card.abilities.get(Trigger.ENDS)
    if ends is None or len(ends.conditions) != 1:
        return None
    one = ends.conditions[0]
    of = one.measure.of
    is_own = one.measure.what is Measured.COUNTERS and of is not None and of.pick is Pick.SELF
    return one.number if is_own and one.at_least else None


def shown_acts(scene: Scene, card: int) -> list[Badge]:
    """Return the badges of a card in play, without the goal that its counters show. A small drawing has none."""
    if scene.compact:
        return []
    is_counted = _goal(printed(scene, card)) is not None
    return [one for one in acts_of(scene, card) if not (is_counted and one.trigger is Trigger.ENDS)]


def _counters(scene: Scene, card: int) -> str:
    number, goal = int(state(scene)["counters"][card]), _goal(printed(scene, card))
    if goal is not None:
        return f"{number}/{goal} counters to be {'done' if printed(scene, card).type == 'Quest' else 'gone'}"
    return plural(number, "counter") if number else ""


def facts_of(scene: Scene, card: int) -> list[str]:
    """Return the attachments and lasting effects of a card in play, with its counters first."""
    s = state(scene)
    host, counters = int(s["host"][card]), _counters(scene, card)
    facts = [counters] if counters else []
    facts += [f"on {called(scene, host)}"] if host >= 0 else []
    facts += ["stunned"] if int(s["stunned"][card]) else []
    facts += ["used"] if int(s["used"][card]) and card >= PILES else []
    lasting: Counter[Op] = Counter()
    for row in s["lasting"][: int(s["lasting_n"])]:
        if int(row[Lasting.CARD]) == card and int(row[Lasting.OP]) in _LASTING:
            lasting[Op(int(row[Lasting.OP]))] += int(row[Lasting.AMOUNT])
    facts += [_LASTING[op].format(n).replace("-", "\N{MINUS SIGN}") for op, n in lasting.items()]
    return facts


def called(scene: Scene, card: int) -> str:
    """Return the name of a player, or a card's name as used in options."""
    seats = scene.rules.seats
    return seats[card] if card < len(seats) else str(scene.table.names.card_in(state(scene), card))


def _fact(words: str) -> Markup:
    """Draw a fact, counters with a symbol for the word."""
    number, _, what = words.partition(" ")
    if not what.startswith("counter"):
        return tag("span", words, class_="gh-hh-fact")
    symbol = icon("hourglass" if "/" in number else "hex")
    return tag("span", symbol, number, hidden(f" {what}"), class_="gh-hh-fact")


# --- Cards ---


def foe(scene: Scene, card: int) -> Markup:
    """Draw an enemy card with its hit points, its counters, and what it will do when."""
    names, found, acts = scene.table.names, printed(scene, card), acts_of(scene, card)
    name, facts = names.card_in(state(scene), card), facts_of(scene, card)
    label = ", ".join([name, *told_points(scene, card), found.type, *facts, *_said(acts)])
    points = hit_points(scene, card)
    kind = tag("small", found.type, class_="gh-hh-kind" if points else None)
    under = tag("span", kind, *map(_fact, facts), class_="gh-hh-facts")
    title = tag("span", tag("b", name, class_="gh-hh-called"), under, points, class_="gh-hh-title")
    content = (tag("span", emblem(names, card), title, class_="gh-hh-head"), *map(_badge, shown_acts(scene, card)))
    weight = " gh-hh-chief" if found.type == _CHIEF else " gh-hh-goal" if found.type == "Quest" else ""
    about: dict[str, Any] = {"label": label, "lies": label, "help": names.cards[card]}
    return scene.spot(f"in play {name}", *content, class_=f"gh-foe{weight}", tells=True, **about)


def top(scene: Scene, card: int) -> Markup:
    """Draw what the top card of a side does, in one line, with its hit points if it is a Boss."""
    names, acts = scene.table.names, acts_of(scene, card)
    name, facts = names.card_in(state(scene), card), facts_of(scene, card)
    label = ", ".join([name, *told_points(scene, card), printed(scene, card).type, *facts, *_said(acts)])
    about: dict[str, Any] = {"label": label, "lies": label, "help": names.cards[card]}
    marks = tag("span", *map(_fact, facts), class_="gh-hh-facts") if facts else None
    content = (hit_points(scene, card), marks, *map(_badge, shown_acts(scene, card)))
    weight = " gh-hh-chief" if scene.table.hit_points_of(card)[1] else ""
    return scene.spot(f"in play {name}", *content, class_=f"gh-foe gh-hh-top{weight}", **about)


def pill(scene: Scene, card: int) -> Markup:
    """Draw a card in play with a player: its symbol, its name, a bar or its counters."""
    names, found = scene.table.names, printed(scene, card)
    name, facts, acts = names.card_in(state(scene), card), facts_of(scene, card), acts_of(scene, card)
    label = ", ".join([name, *told_points(scene, card), *facts, *_said(acts)])
    points = hit_points(scene, card)
    about: dict[str, Any] = {"label": label, "lies": label, "help": names.cards[card]}
    content = (icon(card_symbol(found)), tag("span", name, class_="gh-hh-short"), points or None, *map(_fact, facts))
    bad = " gh-hh-bad" if names.homes[card] in KINDS else ""
    return scene.spot(f"in play {name}", *content, class_=f"gh-hh-pill{bad}", **about)


# --- The hand ---


def hand_shown(scene: Scene) -> int | None:
    """Return the seat whose hand is drawn in full: the viewer, or else the deciding seat."""
    if scene.table.seat is not None:
        return int(scene.table.seat)
    actor = int(state(scene)["actor"])
    return actor if 0 <= actor < len(scene.rules.seats) else None


def held(scene: Scene, seat: int, note: Markup) -> Markup:
    """Draw the hand of a seat as card faces."""
    cards = Counter(scene.table.hand(seat))
    title = f"Hand of {scene.rules.seats[seat]}"
    if scene.compact:
        pills = (_held_pill(scene, seat, name, n) for name, n in cards.items())
        return tag("section", *pills, class_="gh-hh-pills", aria_label=title, data_key=f"hand {seat}")
    drawn = [_face(scene, seat, name, n) for name, n in cards.items()]
    empty = tag("p", "No cards in hand", class_="gh-quiet gh-small")
    row = tag("div", *drawn, class_="gh-hh-faces", data_roving=True) if drawn else empty
    head = tag("div", tag("h4", title, class_="gh-cap"), note, class_="gh-hh-hand-head")
    size = " gh-hh-empty" if not drawn else " gh-hh-full" if len(drawn) > _FEW else ""
    return tag("section", head, row, class_=f"gh-hh-hand{size}", aria_label=title, data_key=f"hand {seat}")


def _held_pill(scene: Scene, seat: int, name: str, n: int) -> Markup:
    names = scene.table.names
    found = names.at_table[names.cards.index(name)]
    content = (icon(card_symbol(found)), name, tag("b", f"×{n}") if n > 1 else None)
    classes = f"gh-hh-pill gh-hh-held {_type_class(found)}"
    return scene.spot(f"hand {seat + 1} {name}", *content, class_=classes, lies=n, help=name)


def _face(scene: Scene, seat: int, name: str, n: int) -> Markup:
    names = scene.table.names
    found = names.at_table[names.cards.index(name)]
    acts = badges(found, "player", in_play=False)
    label = ", ".join([name, *([plural(n, "copy", "copies")] if n > 1 else []), found.type, *_said(acts)])
    copies = tag("span", f"×{n}", class_="gh-hh-copies") if n > 1 else None
    content = (
        tag("span", icon(card_symbol(found)), tag("b", name), copies, class_="gh-hh-band"),
        tag("span", _headline(found), class_="gh-hh-art"),
        tag("span", tag("small", found.type), *map(_badge, acts), class_="gh-hh-text"),
    )
    about: dict[str, Any] = {"label": label, "lies": label, "help": name, "why": f"play {name}", "tells": True}
    return scene.spot(f"hand {seat + 1} {name}", *content, class_=f"gh-hh-card {_type_class(found)}", **about)


# --- Piles ---


def pile_counts(scene: Scene, pile: int) -> Markup:
    """Draw the sizes of a deck, its graveyard and the Void. Open cards can be unfolded."""
    shown = scene.table
    graveyard, void = shown.graveyard(pile), shown.void(pile)
    told = f"deck {shown.deck_size(pile)}, graveyard {len(graveyard)}{f', Void {len(void)}' if void else ''}"
    sizes = {"cards": ("deck", shown.deck_size(pile)), "grave": ("graveyard", len(graveyard))}
    sizes |= {"compass": ("Void", len(void))} if void else {}
    content = [tag("span", icon(sign), hidden(f"{word} "), number) for sign, (word, number) in sizes.items()]
    counts = scene.spot(f"piles {pile + 1}", *content, class_="gh-hh-piles", label=told, lies=told)
    lists = {"graveyard": graveyard, "Void": void}
    inside = [tag("li", tag("b", f"{what}: "), listed(cards)) for what, cards in lists.items() if cards]
    return folded(counts, tag("ul", *inside), f"piles {pile}") if inside else counts


def folded(head: Markup, inside: Markup, key: str) -> Markup:
    """Return what opens over the table when its head is pressed."""
    body = tag("div", inside, class_="gh-hh-list")
    return tag("details", tag("summary", head), body, class_="gh-menu gh-hh-fold", data_key=key)


def listed(cards: list[str]) -> str:
    """Return cards in words, each once."""
    return ", ".join(name if n == 1 else f"{name} × {n}" for name, n in sorted(Counter(cards).items()))
