"""The players of Advyria, the piles beside the board, and the hand in front."""

from __future__ import annotations

from collections import Counter
from typing import Any

from guildhall.games.advyria.cards import BASIC, CARD_NAMES
from guildhall.games.advyria.table import Table, View
from guildhall.games.advyria.wording import sentence

from ..icons import hidden_cards, icon, shield
from ..markup import EMPTY, Content, Markup, join, tag
from ..scene import Scene, colour_class
from .marks import adventure_chip, card_chip, colour_of, disc, symbol

__all__ = ["hand", "piles", "player", "reader"]

_LARGEST_SET = 4
_KINDS = {name.en: kind for name, kind in zip(CARD_NAMES, BASIC, strict=True)}


def reader(shown: Any) -> int:
    """Return the seat whose hand is in front."""
    return int(shown.seat if isinstance(shown, View) else shown.turn)


# --- Players ---


def player(scene: Scene, names: Any, seat: int) -> Markup:
    """Draw what a player has: counters, cards, tiles, completed adventures and, if known, the Hero."""
    shown = scene.table
    mine, active = seat == reader(shown), shown.turn == seat
    who = scene.spot(f"player {seat + 1}", shield(seat, names.seats[seat]), names.seats[seat], class_="gh-who")
    held = EMPTY if mine else _held(scene, names, seat)
    head = tag("div", who, _counters(scene, names, seat), held, class_="gh-player-head")
    rest = (_tiles(names, shown, seat), *_done(names, shown, seat), _hero(names, shown, seat, named=mine))
    owns = tag("div", *rest, class_="gh-owns") if any(rest) else EMPTY
    look = f"gh-player gh-s{seat}{' gh-mine' if mine else ''}{' gh-active' if active else ''}"
    return tag("section", head, owns, class_=look, aria_label=names.seats[seat], data_key=f"seat {seat}")


def _counters(scene: Scene, names: Any, seat: int) -> Markup:
    shown = scene.table
    gold, level, losses = shown.points[seat], shown.levels[seat], shown.losses[seat]
    told = sentence(names.lang, "counters", gold=gold, level=level, losses=losses)
    parts = (
        tag("span", icon("coin"), tag("b", f"−{-gold}" if gold < 0 else gold), class_="gh-purse"),
        tag("span", sentence(names.lang, "short level"), " ", tag("b", level)),
        tag("span", sentence(names.lang, "short losses"), " ", tag("b", losses)),
    )
    return scene.spot(f"points {seat + 1}", *parts, class_="gh-counters", label=told, lies=told)


def _tiles(names: Any, shown: Any, seat: int) -> Markup:
    villages, gold = shown.villages[seat], shown.gold[seat]
    if not villages and not gold:
        return EMPTY
    told = sentence(names.lang, "villages and gold", villages=villages, n=gold)
    turned = tag("span", icon("house"), tag("b", gold), class_="gh-turned")
    content = (tag("span", icon("house"), tag("b", villages)), turned)
    return tag("span", *content, class_="gh-recovered", role="img", aria_label=told, title=told)


def _done(names: Any, shown: Any, seat: int) -> list[Markup]:
    return [adventure_chip(names, name, note=icon("check")) for name in shown.adventures[seat]]


def _hero(names: Any, shown: Any, seat: int, *, named: bool) -> Markup:
    """Draw a Hero with the adventures on the card, and where they are as far as everybody sees it."""
    hero = shown.heroes[seat]
    if hero is None:
        return EMPTY
    sought = [names.adventures[number] for number in names.box.heroes[names.heroes.index(hero)].adventures]
    chips = (_sought(names, shown, seat, adventure, named=named) for adventure in sought)
    words = tag("span", sentence(names.lang, "seeks", card=names.shown(hero)), class_="gh-quiet")
    return tag("span", words, *chips, class_="gh-hero")


def _sought(names: Any, shown: Any, seat: int, adventure: str, *, named: bool) -> Markup:
    if adventure in shown.adventures[seat]:
        return adventure_chip(names, adventure, note=icon("check"), named=named)
    if any(adventure in done for done in shown.adventures):
        return adventure_chip(names, adventure, note=icon("close"), state="gh-gone-adventure", named=named)
    field = next((field for field, tile in shown.open.items() if tile == adventure), None)
    return adventure_chip(names, adventure, note=field, named=named)


def _held(scene: Scene, names: Any, seat: int) -> Markup:
    """Draw the cards in another hand: those that are known face up, the others face down."""
    shown, size = scene.table, scene.table.hand_sizes[seat]
    known = shown.hands[seat] if isinstance(shown, Table) else shown.known[seat]
    what = sentence(names.lang, "cards", n=size).partition(" ")[2]
    backs = hidden_cards(size, what) if len(known) < size or not known else EMPTY
    return tag("span", backs, *(card_chip(names, *each) for each in Counter(known).items()), class_="gh-in-hand")


# --- Piles ---


def piles(scene: Scene, names: Any) -> Markup:
    """Draw the draw pile, the discard pile, the die and what of the box is a stand-in."""
    shown, lang = scene.table, names.lang
    top = shown.discard[-1] if shown.discard else None
    face = EMPTY if top is None else symbol(top)
    colour = colour_class(colour_of(names, top or ""))
    told = names.shown(top) if top else sentence(lang, "empty")
    drawn = (
        _pile(tag("span", class_="gh-deck"), sentence(lang, "draw pile"), shown.deck_size),
        _pile(tag("span", face, class_=f"gh-discard {colour}", title=told), sentence(lang, "discard pile"), len(shown.discard)),
        _die(names, shown),
    )
    return tag("div", tag("div", *drawn, class_="gh-stacks"), _stand_ins(names), class_="gh-aside", data_key="piles")


def _pile(drawn: Markup, name: str, cards: int) -> Markup:
    return tag("span", drawn, tag("span", name, tag("b", cards), class_="gh-pile-name"), class_="gh-pile")


def _die(names: Any, shown: Any) -> Markup:
    if not shown.die:
        return EMPTY
    told = sentence(names.lang, "roll", who=names.seats[shown.turn], n=shown.die)
    die = tag("span", icon(f"die{shown.die}"), class_="gh-die")
    return tag("span", die, tag("span", told), class_="gh-rolled")


def _stand_ins(names: Any) -> Markup:
    parts = ", ".join(sentence(names.lang, part) for part in names.box.stand_ins)
    if not parts:
        return EMPTY
    mark = sentence(names.lang, "stand-ins")
    return tag("p", tag("span", mark, class_="gh-mark"), f": {parts}", class_="gh-own-design", title=f"{mark}: {parts}")


# --- The hand in front ---


def hand(scene: Scene, names: Any) -> Markup:
    """Draw the reader's hand as cards, with copies in stacks."""
    shown, lang, seat = scene.table, names.lang, reader(scene.table)
    held = shown.hand if isinstance(shown, View) else shown.hands[seat]
    label = f"{names.seats[seat]}: {sentence(lang, 'hand')}"
    size = sentence(lang, "cards", n=len(held))
    level = f"{sentence(lang, 'short level')} {shown.levels[seat]}"
    words = tag("span", tag("b", names.seats[seat]), tag("span", f"{size}, {level}", class_="gh-quiet"))
    head = tag("h4", shield(seat, names.seats[seat]), words, class_="gh-hand-head")
    kinds = Counter(held)
    cards = [_card(scene, names, seat, *each) for each in kinds.items()]
    look = {"class_": "gh-spread", "style": f"--n: {max(2, len(kinds))}", "data_roving": True}
    spread = tag("div", *cards, **look) if cards else tag("p", sentence(lang, "empty"), class_="gh-quiet")
    return tag("section", head, spread, class_="gh-front", aria_label=label, data_key="hand")


def _card(scene: Scene, names: Any, seat: int, name: str, copies: int) -> Markup:
    shown, colour = names.shown(name), colour_of(names, name)
    times = tag("span", f"×{copies}", class_="gh-times") if copies > 1 else None
    title = tag("span", shown, class_="gh-card-name")
    content: tuple[Content, ...] = (
        tag("span", disc(names.lang, colour) if colour else None, title, times, class_="gh-card-band"),
        tag("span", symbol(name), class_="gh-card-art"),
        tag("span", _does(scene.table, names, name, copies), class_="gh-card-text"),
    )
    label = f"{shown}, ×{copies}" if copies > 1 else shown
    stack = f" gh-stack-{min(copies, 3)}" if copies > 1 else ""
    about = {"class_": f"gh-quest-card {colour_class(colour)}{stack}", "label": label, "help": name}
    return scene.spot(f"hand {seat + 1} {name}", *content, **about, lies=copies)


def _does(shown: Any, names: Any, name: str, copies: int) -> Markup:
    """Return in few words what the held cards of one name do."""
    lang, colour = names.lang, colour_of(names, name)
    if colour:
        field = next((field for field, tile in shown.open.items() if tile == name), None)
        found = tag("b", sentence(lang, "tile lies open", field=field), " ") if field else EMPTY
        return join(found, sentence(lang, f"do {colour}"))
    kind = _KINDS[name]
    if kind == "joker":
        return join(sentence(lang, "short joker"))
    if kind == "wizard":
        return join(sentence(lang, "do wizard"))
    does = sentence(lang, f"do {kind}", n=max(1, min(copies, _LARGEST_SET) - 1))
    return join(does if copies > 1 else sentence(lang, "from two", does=does))
