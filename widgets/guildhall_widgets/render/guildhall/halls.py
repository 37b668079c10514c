"""The seats of Guildhall: points, what they own, and their halls with one row for each chapter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from guildhall.games.guildhall.table import Table, View

from ..icons import hidden_cards, icon, shield
from ..markup import EMPTY, Markup, tag
from ..numbers import plural
from ..scene import COLOURS, Scene, split
from .cards import CHAPTER, deck_of, emblem_of, found, gap, in_front, named_chip, pips, placed

__all__ = ["seats"]

_ALL_SHOWN = 12  # chapters; with more, those without a card are left out
_DENSE = 6  # chapters; with more, the rows are lower
_CROWDED = 4  # seats; with so many, the rows of the others have no names


def seats(scene: Scene) -> Markup:
    """Return a panel for every seat."""
    number, deck = len(scene.table.halls), deck_of(scene)
    shapes = {
        "gh-dense": len(deck.chapters) > _DENSE,
        "gh-with-masters": bool(deck.masters),
        "gh-crowded": number >= _CROWDED,
    }
    classes = " ".join(["gh-halls", f"gh-of-{number}", *(name for name, holds in shapes.items() if holds)])
    return tag("div", *(_seat(scene, seat) for seat in range(number)), class_=classes)


def _seat(scene: Scene, seat: int) -> Markup:
    shown = scene.table
    is_own = isinstance(shown, View) and shown.seat == seat
    states = {"gh-own": is_own, "gh-active": shown.turn == seat}
    classes = " ".join([f"gh-seat gh-s{seat}", *(name for name, holds in states.items() if holds)])
    parts = (_head(scene, seat), _hall(scene, seat, is_own=is_own), _hand(scene, seat))
    return tag("section", *parts, class_=classes, aria_label=scene.rules.seats[seat], data_key=f"seat {seat}")


# --- Points and possessions ---


def _head(scene: Scene, seat: int) -> Markup:
    name, place = scene.rules.seats[seat], f"player {seat + 1}"
    called = tag("h4", scene.spot(place, name, class_="gh-pick" if scene.can_use(place) else ""))
    first = tag("div", called, _held(scene, seat), class_="gh-hall-name")
    words = tag("div", first, _points(scene, seat), class_="gh-hall-standing")
    return tag("header", shield(seat, name), words, _owns(scene, seat), class_="gh-hall-head")


def _held(scene: Scene, seat: int) -> Markup | None:
    """Return the cards in the hand of another seat, face down."""
    shown = scene.table
    if seat == in_front(shown):
        return None
    return hidden_cards(len(shown.hands[seat]) if isinstance(shown, Table) else shown.hand_sizes[seat])


def _points(scene: Scene, seat: int) -> Markup:
    """Return the points on their way to the goal: tokens, then each VP card."""
    rules: Any = scene.rules
    shown, goal = scene.table, int(rules.settled.target)
    worth = {card.name: card.points for card, _ in deck_of(scene).vp}
    parts = [("gh-tokens", shown.tokens[seat]), *(("gh-fill", worth[name]) for name in shown.vp_cards[seat])]
    segments, left = [], goal
    for class_, points in parts:
        width = min(points, left)
        left -= width
        if width > 0:
            segments.append(tag("i", class_=class_, style=f"width:{100 * width / goal:.4g}%"))
    total = shown.vp[seat]
    bar = tag("span", *segments, class_="gh-rail gh-segments")
    numbers = tag("span", tag("b", total), f"/{goal}", class_="gh-of")
    about: dict[str, Any] = {"label": f"{total} of {goal} VP", "lies": total}
    return scene.spot(f"points {seat + 1}", bar, numbers, class_="gh-meter gh-points", **about)


def _owns(scene: Scene, seat: int) -> Markup:
    """Return what a seat has won, the actions it has left, and its completed chapters."""
    shown, number = scene.table, seat + 1
    tokens = shown.tokens[seat]
    about: dict[str, Any] = {"label": plural(tokens, "VP token"), "lies": tokens}
    coins = scene.spot(f"tokens {number}", icon("coin"), tokens, class_="gh-coins", **about)
    won = (placed(scene, f"won {number} {at} {name}", name) for at, name in enumerate(shown.vp_cards[seat]))
    books = len(shown.completed[seat])
    said = f"{books} to spend" if seat == in_front(shown) else str(books)
    label = f"{plural(books, 'completed chapter')} to spend"
    spend = tag("span", icon("book"), tag("b", said), class_="gh-spend", role="img", aria_label=label)
    parts = (coins, *won, tag("span", class_="gh-space"), _actions(scene, seat), spend if books else None)
    return tag("div", *parts, class_="gh-owns")


def _actions(scene: Scene, seat: int) -> Markup | None:
    left = scene.table.actions if scene.table.turn == seat else 0
    dots = (tag("i") for _ in range(left))
    told = f"{plural(left, 'action')} left"
    return tag("span", *dots, class_="gh-act-dots", role="img", aria_label=told, title=told) if left else None


# --- The hall ---


def _hall(scene: Scene, seat: int, *, is_own: bool) -> Markup:
    lines = (_line(scene, seat, chapter, is_own=is_own) for chapter in _chapters(scene))
    return tag("ul", *lines, class_="gh-hall")


def _chapters(scene: Scene) -> list[str]:
    """Return the chapters that every hall has a row for, in one order."""
    chapters, shown = list(deck_of(scene).chapters), scene.table
    if len(chapters) <= _ALL_SHOWN:
        return chapters
    used = {name for hall in shown.halls for name in hall} | {name for names in shown.completed for name in names}
    return [chapter for chapter in chapters if chapter in used]


def _line(scene: Scene, seat: int, chapter: str, *, is_own: bool) -> Markup:
    cards, place = scene.table.halls[seat].get(chapter, ()), f"chapter {seat + 1} {chapter}"
    card = found(scene, chapter)[0]
    name = (emblem_of(scene, chapter), tag("span", chapter, class_="gh-named"))
    picked = "gh-kind gh-pick" if scene.can_use(place) else "gh-kind"
    called = scene.spot(place, *name, class_=picked, help=chapter if card else None)
    tiers = pips(card, len(cards)) if is_own and card else None
    done = _done(scene, seat, chapter)
    count = done or tag("span", len(cards) or "–", class_="gh-held-of")
    line = (called, _slots(scene, seat, chapter, cards), count, tiers)
    return tag("li", *line, class_="gh-chap" if cards or done else "gh-chap gh-nil")


def _done(scene: Scene, seat: int, chapter: str) -> Markup | None:
    """Return the completed chapters of a kind as a book in its row."""
    number = scene.table.completed[seat].count(chapter)
    if not number:
        return None
    label = f"completed {chapter}{f', {number} times' if number > 1 else ''}"
    times = tag("b", number) if number > 1 else None
    place = f"completed {seat + 1} {chapter}"
    return scene.spot(place, icon("book"), times, class_="gh-completed", label=label, lies=number)


def _slots(scene: Scene, seat: int, chapter: str, cards: Sequence[str]) -> Markup:
    named = [f"{card} {chapter}" if card in COLOURS else card for card in cards]
    own = {split(name)[0]: name for name in named if split(name)[0]}
    masters = Counter(name for name in named if not split(name)[0])
    place = f"hall {seat + 1} "
    squares = (placed(scene, place + own[each], own[each]) if each in own else gap(each) for each in COLOURS)
    stars = (placed(scene, place + name, name, copies) for name, copies in masters.items())
    label = f"{chapter}: {len(cards)} of {CHAPTER}"
    return tag("span", *squares, *stars, class_="gh-slots", role="group", aria_label=label, data_roving=True)


# --- Hands of the others, as far as they are known ---


def _hand(scene: Scene, seat: int) -> Markup:
    shown = scene.table
    if seat == in_front(shown):
        return EMPTY
    names = shown.hands[seat] if isinstance(shown, Table) else shown.known[seat]
    place = f"hand {seat + 1} "
    chips = [named_chip(scene, place + name, name, copies) for name, copies in Counter(names).items()]
    told = f"{scene.rules.seats[seat]}'s hand{'' if isinstance(shown, Table) else ', as far as it is known'}"
    row = {"class_": "gh-known-cards", "role": "group", "aria_label": told}
    return tag("div", *chips, **row, data_roving=True) if chips else EMPTY
