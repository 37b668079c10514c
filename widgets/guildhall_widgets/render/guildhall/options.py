"""What the buttons of options show, and where the game stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from guildhall.core.decision import Option
from guildhall.games.guildhall.reading import CardBook, load_book
from guildhall.games.guildhall.table import View

from ..icons import icon, seat_dot
from ..markup import EMPTY, Content, Markup, join, tag
from ..scene import Face, Scene, split
from .cards import best_tier, chip, deck_of, emblem_of, found, medal, shorter, size_of

__all__ = ["CREST", "chips", "face"]

CREST = "book"
_MANY = 9  # cards to choose from; more are listed side by side

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
        return Face(_card(scene, rest), _reach(scene, rest))
    if first == "discard":
        return _picked(scene, rest, _times(scene, rest))
    if first == "tier":
        return _tier(option, rest)
    if first == "player":
        return _player(scene, int(rest) - 1)
    if first == "chapter":
        return Face(_chapter(scene, rest), _CHAPTERS.get(option.text))
    return _picked(scene, option.phrase)


_PLAIN: dict[str, tuple[str, str, str | None]] = {
    "refresh": ("reroll", "Refresh", "discard, draw to six"),
    "done": ("check", "Done", None),
    "no tier": ("close", "No effect", None),
    "use ability": ("spark", "Use it", None),
    "no ability": ("close", "Leave it", None),
}
_CHAPTERS = {"Spend this completed chapter.": "spend", "Give this completed chapter up.": "give up"}


def _card(scene: Scene, name: str) -> Markup:
    profession = split(name)[1]
    return join(chip(name), emblem_of(scene, profession), tag("span", profession))


def _picked(scene: Scene, name: str, note: str | None = None) -> Face | None:
    """Return a card to pick. Many of them are squares in a row for each profession."""
    profession = split(name)[1]
    if found(scene, profession)[0] is None:
        return None
    if scene.decision is not None and len(scene.decision.options) > _MANY:
        return Face(tag("span", chip(name), note, class_="gh-five"), group=profession)
    return Face(_card(scene, name), note)


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


def _tier(option: Option, number: str) -> Face:
    pip = tag("span", tag("i", number, class_="gh-best"), class_="gh-pips")
    text, _, mark = option.text.partition(" [")
    marked = tag("span", mark.removesuffix("]"), class_="gh-mark") if mark else None
    return Face(join(pip, tag("span", shorter(text), " " if mark else None, marked)))


def _player(scene: Scene, seat: int) -> Face:
    name = scene.rules.seats[seat]
    return Face(join(seat_dot(seat, name), tag("span", name)), f"{scene.table.vp[seat]} VP")


def _chapter(scene: Scene, name: str) -> Markup:
    """Return a chapter. A number after its name tells it from another of the same kind."""
    kind = name if name in deck_of(scene).chapters else name.rpartition(" ")[0]
    return join(emblem_of(scene, kind), tag("span", name))
