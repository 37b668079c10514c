"""Cards of Guildhall: chips, faces, tiers as pips, short texts, and the page of one card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from guildhall.games.guildhall.cards import House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.deck import Deck
from guildhall.games.guildhall.language import Effects
from guildhall.games.guildhall.table import View
from guildhall.games.guildhall.wording import effects_in_words

from ..icons import icon
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import COLOURS, Scene, colour_class, letter, split

__all__ = [
    "CHAPTER",
    "best_tier",
    "card_names",
    "card_page",
    "chip",
    "deck_of",
    "emblem",
    "emblem_of",
    "found",
    "gap",
    "hand_card",
    "help_of",
    "in_front",
    "medal",
    "named_chip",
    "pages",
    "pips",
    "placed",
    "short_words",
    "shorter",
    "size_of",
    "vp_card",
]

CHAPTER = len(COLOURS)  # cards that complete a chapter

# --- Symbols ---

_DRAWN = (
    "alchemist artificer assassin barbarian bard cleric conjurer dancer druid duelist farmer fighter herald historian "
    "invoker marshal monk paladin psion ranger rogue scholar shaman sorcerer spellblade trader trickster warlock "
    "warrior weaver wizard abbot ringmaster"
)
_SYMBOLS = {name: name for name in _DRAWN.split()} | {
    "hunter": "ranger",
    "peddler": "caravan",
    "tax collector": "purse",
    "bricklayer": "builder",
    "robber": "guile",
    "seeker": "compass",
    "chancellor": "scroll",
    "archmage": "spell",
    "champion": "trophy",
    "acrobat": "dancer",
    "leader": "crown",
    "mage": "wizard",
    "mystic": "arcane",
    "priest": "cleric",
}


def emblem(shown: str, *names: str, archetype: str = "", class_: str = "") -> Markup:
    """Return the symbol of the first name that has one, or else the initials in the frame of the archetype.

    >>> print(emblem("Weaver", "Monk"), emblem("Night Watch", archetype="Leader"))
    <i class="gh-i gh-i-weaver" aria-hidden="true"></i> <i class="gh-own-sign gh-of-leader" aria-hidden="true">NW</i>
    """
    for name in (shown, *names):
        if name.casefold() in _SYMBOLS:
            return icon(_SYMBOLS[name.casefold()], class_)
    words = shown.split()
    sign = "".join(word[0] for word in words[:2]).upper() if len(words) > 1 else shown[:2].capitalize()
    frame = f"gh-of-{archetype.lower()}" if archetype else ""
    return tag("i", sign, class_=" ".join(filter(None, ["gh-own-sign", frame, class_])), aria_hidden="true")


def emblem_of(scene: Scene, name: str, class_: str = "") -> Markup:
    """Return the symbol of a profession, Master or chapter of the deck."""
    card = found(scene, name)[0]
    if card is None:
        return emblem(name, class_=class_)
    return emblem(name, card.name, archetype=card.archetype, class_=class_)


# --- What the deck and the table say of a card ---


def deck_of(scene: Scene) -> Deck:
    """Return the deck of the game."""
    rules: Any = scene.rules
    deck: Deck = rules.deck
    return deck


def in_front(table: Any) -> int:
    """Return the seat whose hand is shown large: the reader's, or else the active one."""
    return int(table.seat if isinstance(table, View) else table.turn)


def found(scene: Scene, name: str) -> tuple[Profession | Master | None, str]:
    """Return the card of a name without colour, and the chapter it belongs to."""
    deck = deck_of(scene)
    for each in deck.professions:
        if each.shown == name:
            return each.profession, deck.chapters[each.chapter]
    return next(((card, deck.chapters[home]) for card, home in deck.masters if card.name == name), (None, name))


def size_of(scene: Scene, seat: int, name: str) -> int:
    """Return how many cards of a card's chapter are in a seat's hall."""
    return len(scene.table.halls[seat].get(found(scene, name)[1], ()))


def best_tier(card: Profession | Master, size: int) -> Tier | None:
    """Return the highest tier that a number of cards reaches."""
    return next((tier for tier in reversed(card.tiers) if tier.number <= size), None)


def help_of(name: str) -> str:
    """Return the name of the page about a copy of a card."""
    profession = split(name)[1]
    return f"VP {name}" if profession[0].isdigit() else profession


# --- Short texts ---

_SHORTER = (
    (r" No duplicates\.", ""),
    (r"\b(another|that|each other) player's guildhall", r"\1 hall"),
    (r"\b(another|that|each other) player's hand", r"\1 hand"),
    (r"\b(another|that) player's action area", r"\1 area"),
    (r"every player's hand, yours too", "every hand"),
    (r"your guildhall", "your hall"),
    (r"your action area", "your area"),
    (r" for each card of this chapter in your hall", " per card of this chapter"),
    (r" for each chapter of 3 or more cards in your hall", " per chapter of 3 or more"),
    (r" for each of your completed chapters", " per completed chapter"),
    (r" if another player has more VP than you", " if you are behind"),
    (r"(\d) VP tokens?", r"\1 VP"),
    (r", then put (\d) of them into your hall", r"; place \1"),
    (r"the top (\d) cards of", r"the top \1 of"),
    (r"(another|that|each other) hall into your hall", r"\1 hall into yours"),
    (r"([Tt]ake) (\d cards?) from your hall into your hand", r"\1 \2 of your hall back"),
    (r"put (\d cards?) from your hall into another hall", r"give \1 to another hall"),
    (r"from the discard pile", "from the discards"),
    (r"one whole chapter", "a chapter"),
    (r"any number of cards", "any cards"),
    (r"all profession cards", "all cards"),
    (r"(its|their) owner's", "the owner's"),
    (r"\btake (another action|\d more actions)", r"\1"),
)


def shorter(text: str) -> str:
    """Return a text of effects in fewer words, for a card.

    >>> shorter("Discard 2 cards of different chapters from another player's guildhall.")
    'Discard 2 cards of different chapters from another hall.'
    """
    for long, short in _SHORTER:
        text = re.sub(long, short, text)
    return text[:1].upper() + text[1:]


def short_words(effects: Effects) -> str:
    """Return effects in few words, "" if there are none."""
    return shorter(effects_in_words(effects)) if effects else ""


_SHORT_MARKS = {Provenance.STAND_IN: "stand-in", Provenance.OWN_FILE: "own card"}


def _short_mark(provenance: Provenance) -> Markup | None:
    """Return the mark of a text that is not the printed one."""
    return tag("span", _SHORT_MARKS[provenance], class_="gh-mark") if provenance in _SHORT_MARKS else None


# --- Chips, slots and pips ---


def chip(name: str, class_: str = "") -> Markup:
    """Return a card as a small square with its letter. Cards without a colour have a star, VP cards their points.

    >>> print(chip("red Farmer"))
    <span class="gh-chip gh-red" role="img" aria-label="red Farmer">R</span>
    """
    return tag("span", _sign(name), class_=_chip_class(name, class_), role="img", aria_label=name)


def _sign(name: str) -> str:
    colour, profession = split(name)
    if colour:
        return letter(colour)
    return profession.split()[0] if profession[0].isdigit() else "★"


def _chip_class(name: str, more: str = "") -> str:
    kind = "gh-gold" if name[0].isdigit() else colour_class(split(name)[0])
    return " ".join(filter(None, ["gh-chip", kind, more]))


def placed(scene: Scene, place: str, name: str, copies: int = 1) -> Markup:
    """Return the chip of a card at its place on the table."""
    sign = f"{_sign(name)}{copies}" if copies > 1 else _sign(name)
    label = f"{name}, {copies} copies" if copies > 1 else name
    about: dict[str, Any] = {"label": label, "lies": copies if copies > 1 else None, "help": help_of(name)}
    return scene.spot(place, sign, class_=_chip_class(name), thing=name if copies > 1 else None, **about)


def named_chip(scene: Scene, place: str, name: str, copies: int = 1) -> Markup:
    """Return a card at its place as letter, symbol and number of copies, for a row of cards of several professions."""
    times = f"×{copies}" if copies > 1 else None
    about: dict[str, Any] = {"label": f"{name}{f', {copies} copies' if times else ''}", "help": help_of(name)}
    drawn = (tag("b", _sign(name)), None if name[0].isdigit() else emblem_of(scene, split(name)[1]), times)
    return scene.spot(place, *drawn, class_=_chip_class(name, "gh-duo"), thing=name, **about)


def gap(colour: str) -> Markup:
    """Return the gap for a colour that a chapter lacks."""
    return tag("span", letter(colour), class_="gh-chip gh-gap", role="img", aria_label=f"no {colour}")


def _slots(names: Iterable[str]) -> Markup:
    """Return a chapter as five squares, with the colours it has, and its Masters after them."""
    held = list(names)
    own = {split(name)[0]: name for name in held if split(name)[0]}
    squares = (chip(own[colour]) if colour in own else gap(colour) for colour in COLOURS)
    return tag("span", *squares, *(chip(name) for name in held if not split(name)[0]), class_="gh-slots")


def pips(card: Profession | Master, size: int) -> Markup:
    """Return the tiers of a card as circles: filled if reached, golden for the best one."""
    best = best_tier(card, size)
    circles = (tag("i", tier.number, class_=_reach(tier, size, best)) for tier in card.tiers)
    told = f"tier {best.number} reached" if best else "no tier reached"
    label = f"tiers {', '.join(str(tier.number) for tier in card.tiers)}: {told}"
    return tag("span", *circles, class_="gh-pips", role="img", aria_label=label)


def _reach(tier: Tier, size: int, best: Tier | None) -> str | None:
    return "gh-best" if tier == best else "gh-met" if tier.number <= size else None


# --- Whole cards ---


def hand_card(scene: Scene, seat: int, name: str, copies: int) -> Markup:
    """Return a card of a hand: band, symbol, tiers, what the best one does, and the chapter it belongs to."""
    place, why, profession = f"hand {seat + 1} {name}", f"play {name}", split(name)[1]
    card, _ = found(scene, profession)
    assert card is not None  # every card of a hand is one of the deck
    size = size_of(scene, seat, profession)
    tier = best_tier(card, size)
    told = short_words(tier.effects) if tier else "No tier yet: it only goes to your hall."
    mark = _short_mark(tier.provenance if tier else card.provenance)
    times = tag("span", f"×{copies}", class_="gh-times") if copies > 1 else None
    reach = f"{size} in hall"
    parts = (
        _lock(scene, place),
        _band(name),
        tag("span", emblem_of(scene, profession), mark, times, class_="gh-card-art"),
        tag("span", pips(card, size), tag("small", reach), class_="gh-in-hall"),
        tag("span", told, class_="gh-card-told"),
        _foot(scene, seat, name),
    )
    tier_told = f"tier {tier.number}" if tier else "no tier"
    label = f"{name}{f', {copies} copies' if copies > 1 else ''}, {reach}, {tier_told}: {told}"
    about: dict[str, Any] = {
        "label": label,
        "why": why,
        "lies": copies,
        "help": profession,
        "thing": name,
        "tells": True,
    }
    return scene.spot(place, *parts, class_=f"gh-card gh-hand-card {colour_class(split(name)[0])}", **about)


def _lock(scene: Scene, place: str) -> Markup | None:
    is_locked = scene.live and not scene.can_use(place)
    return tag("span", icon("lock"), class_="gh-card-lock") if is_locked else None


def _band(name: str) -> Markup:
    colour, profession = split(name)
    sign = tag("b", letter(colour) if colour else "★", class_="gh-colour-disc")
    return tag("span", sign, tag("span", profession, class_="gh-name"), class_="gh-band")


def _foot(scene: Scene, seat: int, name: str) -> Markup:
    """Return the chapter of a card in its seat's hall, with the square where it would go outlined."""
    colour, profession = split(name)
    held = scene.table.halls[seat].get(found(scene, profession)[1], ())
    has = {split(f"{card} ")[0] for card in held}
    squares = (tag("i", _square(each, has, colour), class_=_square_class(each, has, colour)) for each in COLOURS)
    star = tag("i", "★", class_="gh-goes") if not colour else None
    return tag("span", *squares, star, class_="gh-own-chapter", aria_hidden="true")


def _square(each: str, has: set[str], colour: str) -> str | None:
    return letter(each) if each in has or each == colour else None


def _square_class(each: str, has: set[str], colour: str) -> str | None:
    parts = [f"gh-{each} gh-has" if each in has else f"gh-{each}" if each == colour else ""]
    return " ".join(filter(None, [*parts, "gh-goes" if each == colour else ""])) or None


def medal(points: int) -> Markup:
    """Return points in a laurel wreath."""
    return tag("span", icon("laurel"), tag("b", points), class_="gh-medal")


def vp_card(scene: Scene, slot: int, card: VPCard) -> Markup:
    """Return a VP card of the row: its points, its price in books, and what it does."""
    books = (icon("book") for _ in range(card.cost))
    price = tag("span", *books, tag("small", f"×{card.cost}"), class_="gh-vp-price")
    told = short_words(card.effects)
    label = f"slot {slot}: {card.points} VP, {plural(card.cost, 'chapter')}{f', {told}' if told else ''}"
    about: dict[str, Any] = {"label": label, "why": f"buy {slot}", "lies": card.name, "help": f"VP {card.name}"}
    if scene.compact:
        name = tag("span", card.name.partition(" ")[2] or "no ability", class_="gh-vp-name")
        return scene.spot(f"row {slot}", medal(card.points), name, class_="gh-vp", thing=f"VP {card.name}", **about)
    ability = tag("span", told or "No ability.", class_="gh-card-told" if told else "gh-card-told gh-quiet")
    content = (
        tag("span", medal(card.points), price, class_="gh-vp-worth"),
        tag("span", ability, _short_mark(card.provenance), class_="gh-vp-says"),
    )
    return scene.spot(f"row {slot}", *content, tells=True, class_="gh-vp", thing=f"VP {card.name}", **about)


# --- The page of one card ---


_SOURCES = {
    Provenance.RULEBOOK: "as in the rulebook",
    Provenance.PUBLISHER: "as the publisher describes it",
    Provenance.REVIEW: "as reviews describe it",
    Provenance.STAND_IN: "stand-in, our own design",
    Provenance.OWN_FILE: "from your card file",
}


def _mark_of(provenance: Provenance) -> Markup:
    """Return the source of a text, framed if it is not the printed one."""
    own = provenance in (Provenance.STAND_IN, Provenance.OWN_FILE)
    return tag("span", _SOURCES[provenance], class_="gh-mark" if own else "gh-small gh-soft")


def _tier(tier: Tier, size: int | None, *, is_best: bool, is_marked: bool) -> Markup:
    """Return a tier: how many cards it needs, what it does, and where its text comes from if the tiers differ."""
    is_reached = size is not None and tier.number <= size
    needs = f"With {tier.number} in your hall" if tier.number else "With any number"
    told = tag("span", f"{needs}{' (reached)' if is_best else ''}: ", class_="gh-hidden")
    pip = tag("i", tier.number, aria_hidden="true")
    mark = _mark_of(tier.provenance) if is_marked else None
    words = tag("span", told, effects_in_words(tier.effects), " " if mark else None, mark)
    return tag("li", pip, words, class_="gh-best" if is_best else "gh-met" if is_reached else None)


def _tiers(card: Profession | Master, size: int | None) -> Markup:
    best = None if size is None else best_tier(card, size)
    differ = len({tier.provenance for tier in card.tiers}) > 1
    items = (_tier(tier, size, is_best=tier == best, is_marked=differ) for tier in card.tiers)
    source = EMPTY if differ else tag("p", _mark_of(card.tiers[0].provenance))
    return join(tag("ol", *items, class_="gh-tier-list"), source)


def card_page(
    card: Profession | Master | House | VPCard,
    *,
    size: int | None = None,
    shown: str | None = None,
    chapter: Content = None,
) -> Markup:
    """Return the text of a card under its shown name.

    `size` is the number of cards of its chapter in the player's hall. The tiers it reaches are marked. `chapter` is a
    drawing of that chapter.
    """
    if isinstance(card, Profession | Master):
        body = _tiers(card, size)
    else:
        told = effects_in_words(card.effects) if card.effects else "No ability."
        body = tag("p", told, " ", _mark_of(card.provenance))
    note = tag("p", card.note, class_="gh-small") if card.note else EMPTY
    source = tag("p", f"Source: {card.source}", class_="gh-small gh-quiet") if card.source else EMPTY
    return tag("section", _head(card, shown or card.name), body, chapter, note, source, class_="gh-card-page")


def _head(card: Profession | Master | House | VPCard, shown: str) -> Markup:
    """Return the symbol, the name and the kind of a card."""
    match card:
        case VPCard():
            sign = medal(card.points)
        case House():
            sign = icon("house")
        case _:
            sign = emblem(shown, card.name, archetype=card.archetype)
    name = tag("h4", "VP card " if isinstance(card, VPCard) else None, shown)
    words = tag("div", name, tag("span", _what(card), class_="gh-small gh-quiet"))
    return tag("div", tag("span", sign, class_="gh-page-sign"), words, class_="gh-page-head")


def _what(card: Profession | Master | House | VPCard) -> str:
    match card:
        case House():
            return f"Master House of {' and '.join(card.archetypes)}"
        case VPCard():
            return f"{card.points} VP for {plural(card.cost, 'chapter')}"
        case Master():
            return f"{card.archetype} · Chapter Master"
        case _:
            return card.archetype


def card_names(rules: Any) -> dict[str, str]:
    """Return the cards of a deck, whose names on screen are those of the rules."""
    return {name: name for name in pages(rules)}


def pages(rules: Any) -> dict[str, Callable[[Any], Markup]]:
    """Return a function from the table to its page for every card of a deck."""
    deck = rules.deck
    played = [(each.shown, each.profession, each.chapter) for each in deck.professions]
    played += [(master.name, master, chapter) for master, chapter in deck.masters]
    cards = {shown: partial(_in_play, shown, card, deck.chapters[chapter]) for shown, card, chapter in played}
    others = [*(card for card, _ in deck.vp), *deck.houses]
    return cards | {f"VP {card.name}" if isinstance(card, VPCard) else card.name: _still(card) for card in others}


def _in_play(shown: str, card: Profession | Master, chapter: str, table: Any) -> Markup:
    if table is None:
        return card_page(card, shown=shown)
    held: Sequence[str] = table.halls[in_front(table)].get(chapter, ())
    named = [f"{each} {chapter}" if each in COLOURS else each for each in held]
    told = tag("span", f"{len(held)} of {CHAPTER} in hall", class_="gh-quiet")
    return card_page(card, size=len(held), shown=shown, chapter=tag("p", _slots(named), told, class_="gh-has-now"))


def _still(card: House | VPCard) -> Callable[[Any], Markup]:
    return lambda table: card_page(card)
