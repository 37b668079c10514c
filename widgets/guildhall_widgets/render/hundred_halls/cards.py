"""Cards in play and in hand: hit points, counters, and what they do when."""

from __future__ import annotations

from collections import Counter
from typing import Any

from guildhall.games.hundred_halls.cards import Card, Trigger
from guildhall.games.hundred_halls.engine.state import PILES, REALM, SCENARIO, Lasting
from guildhall.games.hundred_halls.language import Measured, Op, Pick
from guildhall.games.hundred_halls.wording import Badge, badges

from ..icons import icon, meter
from ..markup import EMPTY, Markup, tag
from ..numbers import plural
from ..scene import Scene
from .emblems import badge, card_symbol, emblem, headline, hidden, said, type_class

__all__ = ["KINDS", "acts_of", "facts_of", "foe", "hand_shown", "held", "hit_points", "pile_counts", "pill", "printed"]

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
    """Return what a card in play does, without the goal that its counters show."""
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
    label = ", ".join([name, *told_points(scene, card), found.type, *facts, *said(acts)])
    points = hit_points(scene, card)
    kind = tag("small", found.type, class_="gh-hh-kind" if points else None)
    under = tag("span", kind, *map(_fact, facts), class_="gh-hh-facts")
    title = tag("span", tag("b", name, class_="gh-hh-called"), under, points, class_="gh-hh-title")
    content = (tag("span", emblem(names, card), title, class_="gh-hh-head"), *map(badge, shown_acts(scene, card)))
    weight = " gh-hh-chief" if found.type == _CHIEF else " gh-hh-goal" if found.type == "Quest" else ""
    about: dict[str, Any] = {"label": label, "lies": label, "help": names.cards[card]}
    return scene.spot(f"in play {name}", *content, class_=f"gh-foe{weight}", **about)


def top(scene: Scene, card: int) -> Markup:
    """Draw what the top card of a side does, in one line, with its hit points if it is a Boss."""
    names, acts = scene.table.names, acts_of(scene, card)
    name, facts = names.card_in(state(scene), card), facts_of(scene, card)
    label = ", ".join([name, *told_points(scene, card), printed(scene, card).type, *facts, *said(acts)])
    about: dict[str, Any] = {"label": label, "lies": label, "help": names.cards[card]}
    marks = tag("span", *map(_fact, facts), class_="gh-hh-facts") if facts else None
    content = (hit_points(scene, card), marks, *map(badge, shown_acts(scene, card)))
    weight = " gh-hh-chief" if scene.table.hit_points_of(card)[1] else ""
    return scene.spot(f"in play {name}", *content, class_=f"gh-foe gh-hh-top{weight}", **about)


def pill(scene: Scene, card: int) -> Markup:
    """Draw a card in play with a player: its symbol, its name, a bar or its counters."""
    names, found = scene.table.names, printed(scene, card)
    name, facts, acts = names.card_in(state(scene), card), facts_of(scene, card), acts_of(scene, card)
    label = ", ".join([name, *told_points(scene, card), *facts, *said(acts)])
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
    drawn = [_face(scene, seat, name, n) for name, n in cards.items()]
    title = f"Hand of {scene.rules.seats[seat]}"
    empty = tag("p", "No cards in hand", class_="gh-quiet gh-small")
    row = tag("div", *drawn, class_="gh-hh-faces", data_roving=True) if drawn else empty
    head = tag("div", tag("h4", title, class_="gh-cap"), note, class_="gh-hh-hand-head")
    size = " gh-hh-empty" if not drawn else " gh-hh-full" if len(drawn) > _FEW else ""
    return tag("section", head, row, class_=f"gh-hh-hand{size}", aria_label=title, data_key=f"hand {seat}")


def _face(scene: Scene, seat: int, name: str, n: int) -> Markup:
    names = scene.table.names
    found = names.at_table[names.cards.index(name)]
    acts = badges(found, "player", in_play=False)
    label = ", ".join([name, *([plural(n, "copy", "copies")] if n > 1 else []), found.type, *said(acts)])
    copies = tag("span", f"×{n}", class_="gh-hh-copies") if n > 1 else None
    content = (
        tag("span", icon(card_symbol(found)), tag("b", name), copies, class_="gh-hh-band"),
        tag("span", headline(found), class_="gh-hh-art"),
        tag("span", tag("small", found.type), *map(badge, acts), class_="gh-hh-text"),
    )
    about: dict[str, Any] = {"label": label, "lies": label, "help": name, "why": f"play {name}"}
    return scene.spot(f"hand {seat + 1} {name}", *content, class_=f"gh-hh-card {type_class(found)}", **about)


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
