"""The table of Guildhall: VP row and piles, a panel for every seat, the reader's hand, and what its options show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from guildhall.core.decision import Option
from guildhall.games.guildhall.reading import CardBook, load_book
from guildhall.games.guildhall.table import Table, View

from ..icons import hidden_cards, icon, seat_dot, shield
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import COLOURS, Face, Scene, colour_class, letter, split
from .cards import (
    CHAPTER,
    best_tier,
    card_names,
    card_page,
    chip,
    deck_of,
    emblem_of,
    found,
    gap,
    hand_card,
    help_of,
    in_front,
    medal,
    named_chip,
    pages,
    pips,
    placed,
    shorter,
    size_of,
    vp_card,
)

__all__ = ["CREST", "card_names", "card_page", "chips", "face", "pages", "table"]

CREST = "book"
_MANY = 9  # cards to choose from; more are listed side by side
_MOST_MINI = 4  # cards played that are drawn as small cards


def table(scene: Scene) -> Markup:
    """Draw the VP row with the piles, every seat, and the hand."""
    top = tag("div", _row(scene), _piles(scene), class_="gh-vp-market")
    front = _beside(scene) if scene.compact else _front(scene)
    board = tag("div", top, _seats(scene), front, class_="gh-hall-board")
    return tag("div", board, class_="gh-table gh-guildhall")


# --- The VP row and the piles ---


def _row(scene: Scene) -> Markup:
    slots = (tag("li", _slot(scene, slot)) for slot in range(len(scene.table.vp_row)))
    return tag("ul", *slots, class_="gh-row-of-vp", aria_label="VP row", data_roving=True)


def _slot(scene: Scene, slot: int) -> Markup:
    """Return a slot of the row: its VP card, and the House under it."""
    name, house = scene.table.vp_row[slot], scene.table.houses[slot]
    drawn = tag("span", "empty slot", class_="gh-vp gh-empty-place gh-quiet")
    if name is not None:
        drawn = vp_card(scene, slot + 1, next(card for card, _ in deck_of(scene).vp if card.name == name))
    under = (icon("house"), tag("span", house))
    return join(drawn, scene.spot(f"house {slot + 1}", *under, class_="gh-under", help=house) if house else None)


def _piles(scene: Scene) -> Markup:
    shown = scene.table
    number = shown.deck_size if isinstance(shown, View) else len(shown.deck)
    deck = _pile(tag("span", class_="gh-pile-stack"), "Deck", number)
    return tag("div", deck, _pile(_discard(scene), "Discard", len(shown.discard)), class_="gh-piles-of-two")


def _pile(drawn: Markup, name: str, number: int) -> Markup:
    told = tag("small", name, " ", tag("b", number))
    return tag("div", drawn, told, class_="gh-pile")


def _discard(scene: Scene) -> Markup:
    """Return the top card of the discard pile, which can be used there unless the pile is spread out."""
    if not scene.table.discard:
        return tag("span", class_="gh-pile-stack gh-empty-place")
    top = scene.table.discard[-1]
    colour, profession = split(top)
    drawn = (tag("b", letter(colour) if colour else "★"), emblem_of(scene, profession))
    classes = f"gh-pile-stack gh-top-card {colour_class(colour)}"
    if len(_offered(scene, "discard ")) > 1:
        return tag("span", *drawn, class_=classes, role="img", aria_label=f"{top} on top")
    about: dict[str, Any] = {"label": top, "help": help_of(top)}
    return scene.spot(f"discard {top}", *drawn, class_=classes, **about)


# --- The hand, and what lies open beside it ---


def _front(scene: Scene) -> Markup:
    """Return the reader's hand with what is going on beside it."""
    shown, seat = scene.table, in_front(scene.table)
    names = shown.hand if isinstance(shown, View) else shown.hands[seat]
    label = f"{scene.rules.seats[seat]}'s hand"
    cards = [tag("li", hand_card(scene, seat, name, copies)) for name, copies in Counter(names).items()]
    spread = tag("ul", *cards, class_="gh-fan", data_roving=True) if cards else tag("p", "No card in hand.")
    hand = tag("section", spread, class_="gh-hand-of", aria_label=label)
    return tag("div", hand, _beside(scene), class_="gh-hand gh-hand-row")


def _beside(scene: Scene) -> Markup:
    zones = [_spread(scene, "discard ", _discards(scene), "From the discard pile")]
    zones += [_spread(scene, "looked ", _looked(scene), "Looked at"), _picked(scene)]
    drawn = [zone for zone in zones if zone]
    areas = {seat: names for seat, names in enumerate(scene.table.areas) if names}
    small = scene.compact or bool(drawn) or len(areas) > 1 or sum(map(len, areas.values())) > _MOST_MINI
    played = [_played(scene, seat, small=small) for seat in areas]
    classes = "gh-open-cards gh-spread-out" if any(zones[:2]) else "gh-open-cards"
    return tag("div", *drawn, *played, class_=classes) if drawn or played else EMPTY


def _offered(scene: Scene, zone: str) -> list[str]:
    """Return the cards of a zone that can be chosen now."""
    places = [*scene.options, *sorted(scene.several)]
    return [place.removeprefix(zone) for place in places if place.startswith(zone)]


def _discards(scene: Scene) -> list[str]:
    """Return the cards of the discard pile to choose from, none if it is only the one on top."""
    offered = _offered(scene, "discard ")
    return offered if len(offered) > 1 or offered != scene.table.discard[-1:] else []


def _looked(scene: Scene) -> list[str]:
    """Return the cards the active player is looking at. Of a searched deck, only those that can be chosen."""
    return list(dict.fromkeys([*scene.table.looked, *_offered(scene, "looked ")]))


def _spread(scene: Scene, zone: str, names: list[str], label: str) -> Markup:
    """Return cards in a row for each profession."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        kinds.setdefault(split(name)[1], []).append(name)
    rows = (
        tag(
            "li",
            tag("span", emblem_of(scene, kind), tag("span", kind, class_="gh-named"), class_="gh-kind"),
            tag("span", *(placed(scene, zone + name, name) for name in copies), class_="gh-slots"),
            class_="gh-chap",
        )
        for kind, copies in kinds.items()
    )
    told = tag("span", label, class_="gh-cap")
    return (
        tag("div", told, tag("ul", *rows, class_="gh-hall", data_roving=True), class_="gh-spread") if kinds else EMPTY
    )


def _picked(scene: Scene) -> Markup:
    names = scene.table.picked
    chips = (named_chip(scene, f"picked {name}", name, copies) for name, copies in Counter(names).items())
    told = tag("span", "Taken up", class_="gh-cap")
    return tag("div", told, tag("span", *chips, class_="gh-cards"), class_="gh-spread") if names else EMPTY


def _played(scene: Scene, seat: int, *, small: bool) -> Markup:
    """Return the action area of a seat."""
    names, is_own = scene.table.areas[seat], seat == in_front(scene.table)
    told = "Played this turn" if is_own else f"{scene.rules.seats[seat]} played"
    place = f"area {seat + 1} "
    if small:
        counted = Counter(names).items()
        chips = [named_chip(scene, place + name, name, copies) for name, copies in counted]
    else:
        chips = [_mini(scene, place + name, name) for name in names]
    row = tag("span", *chips, class_="gh-cards", data_roving=True)
    return tag("div", tag("span", told, class_="gh-cap"), row, class_="gh-spread gh-played")


def _mini(scene: Scene, place: str, name: str) -> Markup:
    """Return a card of an action area as a small card."""
    colour, profession = split(name)
    about: dict[str, Any] = {"label": name, "help": help_of(name), "thing": name}
    if name[0].isdigit():
        return scene.spot(place, medal(int(name.split()[0])), class_="gh-mini-card gh-gold", **about)
    sign = tag("b", letter(colour) if colour else "★", class_="gh-colour-disc")
    content = (sign, emblem_of(scene, profession), tag("span", profession, class_="gh-name"))
    return scene.spot(place, *content, class_=f"gh-mini-card {colour_class(colour)}", **about)


# --- The seats ---


_ALL_SHOWN = 12  # chapters; with more, those without a card are left out
_DENSE = 6  # chapters; with more, the rows are lower
_CROWDED = 4  # seats; with so many, the rows of the others have no names


def _seats(scene: Scene) -> Markup:
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
    is_own = isinstance(shown, View) and shown.seat == seat and not scene.compact
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
    """Return the cards in a hand that is not shown large, face down."""
    shown = scene.table
    if seat == in_front(shown) and not scene.compact:
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


# --- Hands that are not shown large, as far as they are known ---


def _hand(scene: Scene, seat: int) -> Markup:
    shown = scene.table
    if seat == in_front(shown) and not scene.compact:
        return EMPTY
    known = (
        [shown.hand if seat == shown.seat else shown.known[seat]] if isinstance(shown, View) else [shown.hands[seat]]
    )
    names, place = known[0], f"hand {seat + 1} "
    chips = [named_chip(scene, place + name, name, copies) for name, copies in Counter(names).items()]
    told = f"{scene.rules.seats[seat]}'s hand{'' if isinstance(shown, Table) else ', as far as it is known'}"
    row = {"class_": "gh-known-cards", "role": "group", "aria_label": told}
    return tag("div", *chips, **row, data_roving=True) if chips else EMPTY


# --- The bar ---


def chips(scene: Scene) -> Markup:
    """Return the turn, the set, and how many cards are stand-ins."""
    rules: Any = scene.rules
    turn = scene.table.turn_no
    pills = [f"Turn {turn}" if turn else "Set-up", _title(rules.settled.cards, rules.settled.card_texts)]
    pills += {"mega": ["Mega-Saga"], "super": ["Super-Sized-Saga"]}.get(rules.settled.saga, [])
    return join(*(tag("span", pill, class_="gh-pill") for pill in pills), _stand_ins(scene))


@lru_cache(maxsize=16)
def _title(cards: str | tuple[str, ...], texts: tuple[tuple[str, str], ...]) -> str:
    """Return the titles of the sets in play, or that the deck is the player's own."""
    book: CardBook = load_book()
    for name, text in texts:
        book = book.with_text(text, file=name)
    names = [cards] if isinstance(cards, str) else list(cards)
    titles = [book.card_set(name).title for name in names if book.has_set(name)]
    return " + ".join(titles) if len(titles) == len(names) else "Own deck"


def _stand_ins(scene: Scene) -> Markup:
    names = deck_of(scene).stand_ins
    if not names:
        return EMPTY
    listed = f"our own design, since the printed card is not known: {', '.join(names)}"
    told = f"{len(names)} stand-in{'' if len(names) == 1 else 's'}"
    return tag("span", tag("span", told, class_="gh-mark"), class_="gh-pill", title=listed)


# --- Options ---


def face(scene: Scene, option: Option) -> Face | None:
    """Return what the button of an option shows."""
    first, _, rest = option.phrase.partition(" ")
    if option.phrase in _PLAIN:
        symbol, words, note = _PLAIN[option.phrase]
        text = tag("span", shorter(option.text), class_="gh-text") if option.phrase == "use ability" else None
        return Face(join(icon(symbol), tag("span", words, text)), note)
    if first in ("buy", "row"):
        return _purchase(scene, int(rest) - 1, is_bought=first == "buy")
    if first == "play":
        return Face(_card_words(scene, rest), _reach(scene, rest))
    if first == "discard":
        return _card_option(scene, rest, _times(scene, rest))
    if first == "tier":
        return _tier_option(option, rest)
    if first == "player":
        return _player_option(scene, int(rest) - 1)
    if first == "chapter":
        return Face(_chapter_words(scene, rest), _CHAPTERS.get(option.text))
    return _card_option(scene, option.phrase)


_PLAIN: dict[str, tuple[str, str, str | None]] = {
    "refresh": ("reroll", "Refresh", "discard, draw to six"),
    "done": ("check", "Done", None),
    "no tier": ("close", "No effect", None),
    "use ability": ("spark", "Use it", None),
    "no ability": ("close", "Leave it", None),
}
_CHAPTERS = {"Spend this completed chapter.": "spend", "Give this completed chapter up.": "give up"}


def _card_words(scene: Scene, name: str) -> Markup:
    profession = split(name)[1]
    return join(chip(name), emblem_of(scene, profession), tag("span", profession))


def _card_option(scene: Scene, name: str, note: str | None = None) -> Face | None:
    """Return a card to pick. Many of them are squares in a row for each profession."""
    profession = split(name)[1]
    if found(scene, profession)[0] is None:
        return None
    if scene.decision is not None and len(scene.decision.options) > _MANY:
        return Face(tag("span", chip(name), note, class_="gh-five"), group=profession)
    return Face(_card_words(scene, name), note)


def _times(scene: Scene, name: str) -> str | None:
    """Return the copies of a card in the hand of the active seat, if more than one."""
    shown = scene.table
    hand = shown.hand if isinstance(shown, View) and shown.seat == shown.turn else []
    copies = (hand if isinstance(shown, View) else shown.hands[shown.turn]).count(name)
    return f"×{copies}" if copies > 1 else None


def _reach(scene: Scene, name: str) -> str:
    """Return the best tier of a card to play, and its copies."""
    profession = split(name)[1]
    card = found(scene, profession)[0]
    tier = best_tier(card, size_of(scene, scene.table.turn, profession)) if card else None
    return " · ".join(filter(None, [f"tier {tier.number}" if tier else "no tier", _times(scene, name)]))


def _purchase(scene: Scene, slot: int, *, is_bought: bool) -> Face | None:
    name = scene.table.vp_row[slot]
    card = next((card for card, _ in deck_of(scene).vp if card.name == name), None)
    if card is None:
        return None
    if not is_bought:
        return Face(join(medal(card.points), tag("span", f"{card.points} VP")), f"slot {slot + 1}")
    books: Content = tag("small", icon("book"), f"×{card.cost}") if card.cost > 1 else None
    return Face(tag("span", tag("b", card.points), books, class_="gh-five"), group="Buy")


def _tier_option(option: Option, number: str) -> Face:
    pip = tag("span", tag("i", number, class_="gh-best"), class_="gh-pips")
    text, _, mark = option.text.partition(" [")
    marked = tag("span", mark.removesuffix("]"), class_="gh-mark") if mark else None
    return Face(join(pip, tag("span", shorter(text), " " if mark else None, marked)))


def _player_option(scene: Scene, seat: int) -> Face:
    name = scene.rules.seats[seat]
    return Face(join(seat_dot(seat, name), tag("span", name)), f"{scene.table.vp[seat]} VP")


def _chapter_words(scene: Scene, name: str) -> Markup:
    """Return a chapter. A number after its name distinguishes it from another of the same kind."""
    kind = name if name in deck_of(scene).chapters else name.rpartition(" ")[0]
    return join(emblem_of(scene, kind), tag("span", name))
