"""The players of Advyria, the piles beside the board, and the hand in front."""

from __future__ import annotations

from collections import Counter
from typing import Any

from guildhall.games.advyria.cards import BASIC, CARD_NAMES
from guildhall.games.advyria.table import Table, View
from guildhall.games.advyria.wording import sentence

from ..icons import hidden_cards, icon, seat_dot, shield
from ..markup import EMPTY, Content, Markup, join, tag
from ..scene import Scene, colour_class
from .marks import adventure_chip, breakable, card_chip, colour_of, disc, symbol

__all__ = ["hand", "is_crowded", "piles", "player", "reader"]

_LARGEST_SET = 4
_CROWD = 3  # Heroes with their adventures that leave little room
_FEW = 2  # players who leave room for all adventures
_KINDS = {name.en: kind for name, kind in zip(CARD_NAMES, BASIC, strict=True)}


def reader(shown: Any) -> int:
    """Return the seat whose hand is in front."""
    return int(shown.seat if isinstance(shown, View) else shown.turn)


def is_crowded(shown: Any) -> bool:
    """Return whether so many Heroes are shown that there is little room."""
    return _heroes(shown) >= _CROWD


def _heroes(shown: Any) -> int:
    return sum(hero is not None for hero in shown.heroes)


# --- Players ---


def player(scene: Scene, names: Any, seat: int) -> Markup:
    """Draw what a player has: counters, cards, tiles, completed adventures and, if known, the Hero."""
    shown = scene.table
    mine, active = seat == reader(shown), shown.turn == seat
    who = scene.spot(f"player {seat + 1}", shield(seat, names.seats[seat]), names.seats[seat], class_="gh-ad-who")
    held = EMPTY if mine else _held(scene, names, seat)
    head = tag("div", who, _counters(scene, names, seat), class_="gh-ad-player-head")
    named = mine and not is_crowded(shown)
    rest = (_tiles(names, shown, seat), _done(names, shown, seat), held, _hero(names, shown, seat, named=named))
    owns = tag("div", *rest, class_="gh-ad-owns") if any(rest) else EMPTY
    look = f"gh-ad-player gh-s{seat}{' gh-ad-mine' if mine else ''}{' gh-active' if active else ''}"
    return tag("section", head, owns, class_=look, aria_label=names.seats[seat], data_key=f"seat {seat}")


def _counters(scene: Scene, names: Any, seat: int) -> Markup:
    shown = scene.table
    gold, level, losses = shown.points[seat], shown.levels[seat], shown.losses[seat]
    told = sentence(names.lang, "counters", gold=gold, level=level, losses=losses)
    parts = (
        tag("span", icon("coin"), tag("b", f"−{-gold}" if gold < 0 else gold), class_="gh-ad-purse"),
        tag("span", sentence(names.lang, "short level"), " ", tag("b", level)),
        tag("span", sentence(names.lang, "short losses"), " ", tag("b", losses)),
    )
    return scene.spot(f"points {seat + 1}", *parts, class_="gh-ad-counters", label=told, lies=told)


def _tiles(names: Any, shown: Any, seat: int) -> Markup:
    villages, gold = shown.villages[seat], shown.gold[seat]
    if not villages and not gold:
        return EMPTY
    told = sentence(names.lang, "villages and gold", villages=villages, n=gold)
    turned = tag("span", icon("house"), tag("b", gold), class_="gh-ad-turned")
    content = (tag("span", icon("house"), tag("b", villages)), turned)
    return tag("span", *content, class_="gh-ad-recovered", role="img", aria_label=told, title=told)


def _done(names: Any, shown: Any, seat: int) -> Markup:
    """Draw the completed adventures, without those on a Hero card that is shown."""
    listed = _goals(names, shown, seat)
    chips = [adventure_chip(names, name) for name in shown.adventures[seat] if name not in listed]
    if not chips or len(names.seats) == 1:  # alone, they are among all adventures beside the board
        return EMPTY
    told = sentence(names.lang, "adventures")
    return tag("span", icon("trophy"), *chips, class_="gh-ad-done", role="group", aria_label=told, title=told)


def _goals(names: Any, shown: Any, seat: int) -> list[str]:
    """Return the adventures on a player's Hero card, if it is known."""
    hero = shown.heroes[seat]
    numbers = () if hero is None else names.box.heroes[names.heroes.index(hero)].adventures
    return [names.adventures[number] for number in numbers]


def _hero(names: Any, shown: Any, seat: int, *, named: bool) -> Markup:
    """Draw a Hero with the adventures on the card, and where they are as far as everybody sees it."""
    hero = shown.heroes[seat]
    if hero is None:
        return EMPTY
    chips = (_sought(names, shown, seat, adventure, named=named) for adventure in _goals(names, shown, seat))
    words = sentence(names.lang, "seeks", card=names.shown(hero))
    if not is_crowded(shown):
        return tag("span", tag("span", words, class_="gh-quiet"), *chips, class_="gh-ad-hero gh-ad-wide")
    return tag("span", icon("quest"), *chips, class_="gh-ad-hero", role="group", aria_label=words, title=words)


def _sought(names: Any, shown: Any, seat: int, adventure: str, *, named: bool) -> Markup:
    if adventure in shown.adventures[seat]:
        return adventure_chip(names, adventure, note="✓", named=named)
    if any(adventure in done for done in shown.adventures):
        return adventure_chip(names, adventure, note="✗", state="gh-ad-gone-adventure", named=named)
    return adventure_chip(names, adventure, note=_lies(shown, adventure), named=named)


def _lies(shown: Any, adventure: str) -> str | None:
    """Return the field on which an adventure lies open."""
    return next((field for field, tile in shown.open.items() if tile == adventure), None)


def _held(scene: Scene, names: Any, seat: int) -> Markup:
    """Draw the cards in another hand: those that are known face up, the others face down."""
    shown, size = scene.table, scene.table.hand_sizes[seat]
    known = shown.hands[seat] if isinstance(shown, Table) else shown.known[seat]
    what = sentence(names.lang, "cards", n=size).partition(" ")[2]
    backs = hidden_cards(size, what) if len(known) < size or not known else EMPTY
    return tag("span", backs, *(card_chip(names, *each) for each in Counter(known).items()), class_="gh-ad-in-hand")


# --- Piles ---


def piles(scene: Scene, names: Any) -> Markup:
    """Draw the draw pile, the discard pile, the die and what of the box is a stand-in."""
    shown, lang = scene.table, names.lang
    top = shown.discard[-1] if shown.discard else None
    face = EMPTY if top is None else symbol(top)
    colour = colour_class(colour_of(names, top or ""))
    told = names.shown(top) if top else sentence(lang, "empty")
    discard = tag("span", face, class_=f"gh-ad-discard {colour}", title=told)
    drawn = (
        _pile(tag("span", class_="gh-ad-deck"), sentence(lang, "draw pile"), shown.deck_size),
        _pile(discard, sentence(lang, "discard pile"), len(shown.discard)),
        _die(names, shown),
    )
    stacks = tag("div", *drawn, class_="gh-ad-stacks")
    has_room = len(names.seats) <= _FEW and _heroes(shown) < _FEW
    quests = _quests(names, shown) if has_room else EMPTY
    return tag("div", stacks, quests, _stand_ins(names), class_="gh-ad-aside", data_key="piles")


def _quests(names: Any, shown: Any) -> Markup:
    """Draw all adventures with what everybody sees of them: who has completed them, or where they lie open."""
    return tag("div", *(_quest(names, shown, adventure) for adventure in names.adventures), class_="gh-ad-quests")


def _quest(names: Any, shown: Any, adventure: str) -> Markup:
    named = len(names.seats) == 1
    for seat, done in enumerate(shown.adventures):
        if adventure in done:
            return adventure_chip(names, adventure, note=seat_dot(seat, names.seats[seat]), named=named)
    field = _lies(shown, adventure)
    return adventure_chip(names, adventure, note=field or "?", state="" if field else "gh-ad-unfound", named=named)


def _pile(drawn: Markup, name: str, cards: int) -> Markup:
    return tag("span", drawn, tag("span", name, tag("b", cards), class_="gh-ad-pile-name"), class_="gh-ad-pile")


def _die(names: Any, shown: Any) -> Markup:
    if not shown.die:
        return EMPTY
    told = sentence(names.lang, "roll", who=names.seats[shown.turn], n=shown.die)
    die = tag("span", icon(f"die{shown.die}"), class_="gh-die")
    return tag("span", die, tag("span", told), class_="gh-ad-rolled")


def _stand_ins(names: Any) -> Markup:
    parts = ", ".join(sentence(names.lang, part) for part in names.box.stand_ins)
    if not parts:
        return EMPTY
    mark = sentence(names.lang, "stand-ins")
    about = {"class_": "gh-ad-own-design", "title": f"{mark}: {parts}"}
    return tag("p", tag("span", mark, class_="gh-mark"), tag("span", f": {parts}", class_="gh-ad-parts"), **about)


# --- The hand in front ---


def hand(scene: Scene, names: Any) -> Markup:
    """Draw the reader's hand as cards, with copies in stacks."""
    shown, lang, seat = scene.table, names.lang, reader(scene.table)
    held = shown.hand if isinstance(shown, View) else shown.hands[seat]
    label = f"{names.seats[seat]}: {sentence(lang, 'hand')}"
    size = sentence(lang, "cards", n=len(held))
    level = f"{sentence(lang, 'short level')} {shown.levels[seat]}"
    words = tag("span", tag("b", names.seats[seat]), *(tag("span", each) for each in (size, level)))
    head = tag("h4", shield(seat, names.seats[seat]), words, class_="gh-ad-hand-head")
    kinds = Counter(held)
    cards = [_card(scene, names, seat, *each) for each in kinds.items()]
    look: dict[str, Content] = {"class_": "gh-ad-spread", "style": f"--n: {max(2, len(kinds))}", "data_roving": True}
    spread = tag("div", *cards, **look) if cards else tag("p", sentence(lang, "empty"), class_="gh-quiet")
    return tag("section", head, spread, class_="gh-ad-front", aria_label=label, data_key="hand")


def _card(scene: Scene, names: Any, seat: int, name: str, copies: int) -> Markup:
    shown, colour = names.shown(name), colour_of(names, name)
    times = tag("span", f"×{copies}", class_="gh-times") if copies > 1 else None
    title = tag("span", breakable(shown), class_="gh-ad-card-name")
    content: tuple[Content, ...] = (
        tag("span", disc(names.lang, colour) if colour else None, title, times, class_="gh-ad-card-band"),
        tag("span", symbol(name), class_="gh-ad-card-art"),
        tag("span", _does(scene.table, names, name, copies), class_="gh-ad-card-text"),
    )
    label = f"{shown}, ×{copies}" if copies > 1 else shown
    stack = f" gh-ad-stack-{min(copies, 3)}" if copies > 1 else ""
    about = {"class_": f"gh-ad-card {colour_class(colour)}{stack}", "label": label, "help": name}
    return scene.spot(f"hand {seat + 1} {name}", *content, **about, lies=copies)


def _does(shown: Any, names: Any, name: str, copies: int) -> Markup:
    """Return in few words what the held cards of one name do."""
    lang, colour = names.lang, colour_of(names, name)
    if colour:
        field = _lies(shown, name)
        open_now = tag("b", sentence(lang, "tile lies open", field=field)) if field else EMPTY
        return open_now or join(sentence(lang, f"do {colour}"))
    kind = _KINDS[name]
    if kind == "joker":
        return join(sentence(lang, "short joker"))
    if kind == "wizard":
        return join(sentence(lang, "do wizard"))
    does = sentence(lang, f"do {kind}", n=max(1, min(copies, _LARGEST_SET) - 1))
    return join(does if copies > 1 else sentence(lang, "from two", does=does))
