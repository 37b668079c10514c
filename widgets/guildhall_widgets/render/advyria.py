"""The table of Die Gilden von Advyria: board, players and hand, in German or English like the game.

It is drawn from a state or from a seat's view. Tiles that a seat has looked at are marked only for that seat, because
only its view contains them.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from guildhall.core.decision import Option
from guildhall.games.advyria.cards import BASIC, CARD_NAMES, GOLD, Field
from guildhall.games.advyria.table import Table, View
from guildhall.games.advyria.wording import sentence

from .icons import hidden_cards, icon, pawn, seat_dot, shield
from .markup import EMPTY, Content, Markup, join, tag
from .scene import Face, Scene, colour_class

__all__ = ["CREST", "chips", "face", "symbol", "table"]

CREST = "compass"
_MANY = 3  # players who need close spacing


def table(scene: Scene) -> Markup:
    """Draw the board, the players, the piles and the reader's hand."""
    names: Any = scene.rules.names  # type: ignore[attr-defined]  # this renderer draws Advyria only
    seats = [_player(scene, names, seat) for seat in range(len(names.seats))]
    is_dense = _is_crowded(scene.table) or len(seats) >= _MANY
    beside = tag(
        "div",
        *seats,
        _piles(scene, names),
        class_="gh-ad-beside gh-ad-dense" if is_dense else "gh-ad-beside",
    )
    around = tag("div", _board(scene, names), beside, class_="gh-ad-around")
    hand = EMPTY if scene.compact else _hand(scene, names)
    return tag("div", around, hand, class_="gh-table gh-advyria", lang=names.lang)


def chips(scene: Scene) -> Markup:
    """Return the turn, and whether the Grand Finale has begun."""
    shown, lang = scene.table, scene.rules.names.lang  # type: ignore[attr-defined]  # as above
    when = sentence(lang, "turn no", n=shown.turn_no) if shown.turn_no else sentence(lang, "set-up")
    parts = [when, *([sentence(lang, "in the finale")] if shown.finale else [])]
    return join(*(tag("span", part[0].upper() + part[1:], class_="gh-pill") for part in parts))


# --- The board ---

# The ground of a field by its kind. It never changes, so it says nothing about tiles.
_GROUNDS = {"guild": ("town",), "plain": ("trees", "waves"), "quest": ("grass", "hills", "grass")}


def _board(scene: Scene, names: Any) -> Markup:
    """Draw a grid of fields on a wooden frame."""
    fields = names.box.board.fields
    columns = max(field.at[0] for field in fields)
    cells = (_cell(scene, names, field) for field in fields)
    about: dict[str, Content] = {"aria_label": sentence(names.lang, "board"), "role": "group", "data_roving": True}
    grid = tag("div", *cells, class_="gh-ad-board", style=f"--columns: {columns}", **about)
    return tag("div", grid, class_="gh-ad-frame")


def _cell(scene: Scene, names: Any, field: Field) -> Markup:
    column, row = field.at
    figures = [seat for seat, at in enumerate(scene.table.figures) if at == field.id]
    pawns = (pawn(seat, names.seats[seat]) for seat in figures)
    ground = _ground(field)
    content = (
        icon(ground, "gh-ad-ground"),
        tag("span", field.id, class_="gh-ad-field-id"),
        _guild(names, field),
        _tile(scene, names, field),
        tag("span", *pawns, class_="gh-ad-pawns") if figures else EMPTY,
    )
    told = _told(scene, names, field, figures)
    look = f"gh-square gh-ad-on-{ground}"
    help = scene.table.open.get(field.id)
    spot = scene.spot(f"field {field.id}", *content, class_=look, label=told, lies=told, help=help)
    return tag("div", spot, style=f"grid-area: {row} / {column}", data_key=f"field {field.id}")


def _ground(field: Field) -> str:
    grounds, (column, row) = _GROUNDS[field.kind], field.at
    return grounds[column * row // 2 % len(grounds)]


def _guild(names: Any, field: Field) -> Markup:
    if not field.name:
        return EMPTY
    name = tag("span", _breakable(field.name.in_(names.lang)), class_="gh-ad-guild-name")
    return tag("span", name, symbol(field.name.en, "house"), class_="gh-ad-guild")


def _tile(scene: Scene, names: Any, field: Field) -> Markup:
    """Draw the tile on a field, face up only if the reader may know it."""
    if field.id in scene.table.open:
        return _face_up(names, scene.table.open[field.id])
    if field.id not in scene.table.hidden:
        return EMPTY
    seen = scene.table.tiles.get(field.id)
    if seen is None:
        return tag("span", icon("compass"), class_="gh-ad-tile gh-ad-face-down")
    return _face_up(names, seen, icon("eye"), "gh-peeked")


def _face_up(names: Any, tile: str, mark: Markup = EMPTY, state: str = "") -> Markup:
    colour = _colour_of(names, tile)
    look = " ".join(filter(None, ["gh-ad-tile", "gh-ad-gold-tile" if tile == GOLD.en else colour_class(colour), state]))
    art = tag("span", _disc(names.lang, colour) if colour else EMPTY, symbol(tile), mark, class_="gh-ad-tile-art")
    return tag("span", art, tag("span", _breakable(names.shown(tile)), class_="gh-ad-tile-name"), class_=look)


def _told(scene: Scene, names: Any, field: Field, figures: list[int]) -> str:
    """Return the description of a field."""
    lang, shown, parts = names.lang, scene.table, [field.id]
    if field.name:
        parts.append(field.name.in_(lang))
    if field.id in shown.open:
        parts.append(sentence(lang, "tile open", card=names.shown(shown.open[field.id])))
    elif field.id in shown.hidden:
        seen = shown.tiles.get(field.id)
        known = isinstance(shown, View) and seen is not None
        parts.append(sentence(lang, "tile known", card=names.shown(seen)) if known else sentence(lang, "tile hidden"))
    parts += [names.seats[seat] for seat in figures]
    return ", ".join(parts)


# --- The players ---


_LARGEST_SET = 4
_CROWD = 3  # Heroes with their adventures that leave little room
_FEW = 2  # players who leave room for all adventures
_KINDS = {name.en: kind for name, kind in zip(CARD_NAMES, BASIC, strict=True)}


def _reader(shown: Any) -> int:
    """Return the seat whose hand is in front."""
    return int(shown.seat if isinstance(shown, View) else shown.turn)


def _is_crowded(shown: Any) -> bool:
    """Return whether so many Heroes are shown that there is little room."""
    return _heroes(shown) >= _CROWD


def _heroes(shown: Any) -> int:
    return sum(hero is not None for hero in shown.heroes)


def _player(scene: Scene, names: Any, seat: int) -> Markup:
    """Draw what a player has: counters, cards, tiles, completed adventures and, if known, the Hero."""
    shown = scene.table
    mine, active = seat == _reader(shown), shown.turn == seat
    who = scene.spot(f"player {seat + 1}", shield(seat, names.seats[seat]), names.seats[seat], class_="gh-ad-who")
    held = _held(scene, names, seat) if not mine else _small_hand(scene, names, seat) if scene.compact else EMPTY
    head = tag("div", who, _counters(scene, names, seat), class_="gh-ad-player-head")
    named = mine and not _is_crowded(shown)
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
    chips = [_adventure_chip(names, name) for name in shown.adventures[seat] if name not in listed]
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
    if not _is_crowded(shown):
        return tag("span", tag("span", words, class_="gh-quiet"), *chips, class_="gh-ad-hero gh-ad-wide")
    return tag("span", icon("quest"), *chips, class_="gh-ad-hero", role="group", aria_label=words, title=words)


def _sought(names: Any, shown: Any, seat: int, adventure: str, *, named: bool) -> Markup:
    if adventure in shown.adventures[seat]:
        return _adventure_chip(names, adventure, note="✓", named=named)
    if any(adventure in done for done in shown.adventures):
        return _adventure_chip(names, adventure, note="✗", state="gh-ad-gone-adventure", named=named)
    return _adventure_chip(names, adventure, note=_lies(shown, adventure), named=named)


def _lies(shown: Any, adventure: str) -> str | None:
    """Return the field on which an adventure lies open."""
    return next((field for field, tile in shown.open.items() if tile == adventure), None)


def _held(scene: Scene, names: Any, seat: int) -> Markup:
    """Draw the cards in another hand: those that are known face up, the others face down."""
    shown, size = scene.table, scene.table.hand_sizes[seat]
    known = shown.hands[seat] if isinstance(shown, Table) else shown.known[seat]
    what = sentence(names.lang, "cards", n=size).partition(" ")[2]
    backs = hidden_cards(size, what) if len(known) < size or not known else EMPTY
    return tag("span", backs, *(_card_chip(names, *each) for each in Counter(known).items()), class_="gh-ad-in-hand")


def _small_hand(scene: Scene, names: Any, seat: int) -> Markup:
    """Draw the reader's hand as chips, at the places of its cards."""
    chips = (
        scene.spot(
            f"hand {seat + 1} {name}",
            _card_chip(names, name, copies),
            class_="gh-ad-small-card",
            lies=copies,
            help=name,
        )
        for name, copies in Counter(_in_hand(scene.table, seat)).items()
    )
    return tag("span", *chips, class_="gh-ad-in-hand", role="group", aria_label=sentence(names.lang, "hand"))


def _in_hand(shown: Any, seat: int) -> list[str]:
    return list(shown.hand if isinstance(shown, View) else shown.hands[seat])


# --- Piles ---


def _piles(scene: Scene, names: Any) -> Markup:
    """Draw the draw pile, the discard pile, the die and what of the box is a stand-in."""
    shown, lang = scene.table, names.lang
    top = shown.discard[-1] if shown.discard else None
    face = EMPTY if top is None else symbol(top)
    colour = colour_class(_colour_of(names, top or ""))
    told = names.shown(top) if top else sentence(lang, "empty")
    discard = tag("span", face, class_=f"gh-ad-discard {colour}", title=told)
    drawn = (
        _pile(tag("span", class_="gh-ad-deck"), sentence(lang, "draw pile"), shown.deck_size),
        _pile(discard, sentence(lang, "discard pile"), len(shown.discard)),
        _die(scene, names),
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
            return _adventure_chip(names, adventure, note=seat_dot(seat, names.seats[seat]), named=named)
    field = _lies(shown, adventure)
    return _adventure_chip(names, adventure, note=field or "?", state="" if field else "gh-ad-unfound", named=named)


def _pile(drawn: Markup, name: str, cards: int) -> Markup:
    return tag("span", drawn, tag("span", name, tag("b", cards), class_="gh-ad-pile-name"), class_="gh-ad-pile")


def _die(scene: Scene, names: Any) -> Markup:
    shown = scene.table
    if not shown.die:
        return EMPTY
    told = sentence(names.lang, "roll", who=names.seats[shown.turn], n=shown.die)
    die = tag("span", icon(f"die{shown.die}"), class_="gh-die")
    return scene.spot("die", die, tag("span", told), class_="gh-ad-rolled", lies=told)


def _stand_ins(names: Any) -> Markup:
    parts = ", ".join(sentence(names.lang, part) for part in names.box.stand_ins)
    if not parts:
        return EMPTY
    mark = sentence(names.lang, "stand-ins")
    about = {"class_": "gh-ad-own-design", "title": f"{mark}: {parts}"}
    return tag("p", tag("span", mark, class_="gh-mark"), tag("span", f": {parts}", class_="gh-ad-parts"), **about)


# --- The hand in front ---


def _hand(scene: Scene, names: Any) -> Markup:
    """Draw the reader's hand as cards, with copies in stacks."""
    shown, lang, seat = scene.table, names.lang, _reader(scene.table)
    held = _in_hand(shown, seat)
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
    shown, colour = names.shown(name), _colour_of(names, name)
    times = tag("span", f"×{copies}", class_="gh-times") if copies > 1 else None
    title = tag("span", _breakable(shown), class_="gh-ad-card-name")
    content: tuple[Content, ...] = (
        tag("span", _disc(names.lang, colour) if colour else None, title, times, class_="gh-ad-card-band"),
        tag("span", symbol(name), class_="gh-ad-card-art"),
        tag("span", _does(scene.table, names, name, copies), class_="gh-ad-card-text"),
    )
    label = f"{shown}, ×{copies}" if copies > 1 else shown
    stack = f" gh-ad-stack-{min(copies, 3)}" if copies > 1 else ""
    about = {"class_": f"gh-ad-card {colour_class(colour)}{stack}", "label": label, "help": name}
    return scene.spot(f"hand {seat + 1} {name}", *content, **about, lies=copies, tells=True)


def _does(shown: Any, names: Any, name: str, copies: int) -> Markup:
    """Return in few words what the held cards of one name do."""
    lang, colour = names.lang, _colour_of(names, name)
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


# --- Options ---


_FIELD = re.compile(r"(move to|look at|start at|send to) (?P<field>.+)")
_SET = re.compile(r"play (?P<own>[0-9]+) (?P<card>.+?)(?: \+ (?P<jokers>[0-9]+) Joker)?(?: as (?P<kind>.+))?")
_CARD = re.compile(r"(?P<verb>play|discard|complete) (?P<card>.+?)(?: as Wizard)?")
_ROB = re.compile(r"rob player (?P<seat>[0-9]+)")


def face(scene: Scene, option: Option) -> Face | None:
    """Return what the button of an option shows."""
    names: Any = scene.rules.names  # type: ignore[attr-defined]  # this renderer draws Advyria only
    phrase = option.phrase
    if phrase == "stay":
        return _stay(scene, names, option)
    if found := _FIELD.fullmatch(phrase):
        return _field_option(scene, names, option, found["field"])
    if found := _SET.fullmatch(phrase):
        return _set_option(names, found)
    if found := _ROB.fullmatch(phrase):
        seat = int(found["seat"]) - 1
        return Face(join(seat_dot(seat, names.seats[seat]), _option_words(option)))
    found = _CARD.fullmatch(phrase)
    return _card_option(names, option, found) if found and found["card"] in names.kinds else None


def _option_words(option: Option, name: Content = None) -> Markup:
    """Return an option in words with its effect below, like those without a drawing."""
    text = tag("span", option.text, class_="gh-text") if option.text else None
    return tag("span", tag("b", name) if name else option.label, text)


# --- Options: fields ---


def _field_option(scene: Scene, names: Any, option: Option, field: str) -> Face:
    """Return a field: one with a known adventure in words, others as small buttons by what lies on them."""
    lang, shown = names.lang, scene.table
    place = names.box.board.fields[names.fields.index(field)]
    if place.name and not option.phrase.startswith("move"):
        return Face(join(symbol(place.name.en, "house"), tag("b", field), place.name.in_(lang)))
    tile = shown.open.get(field) or _seen(shown, field)
    if tile is not None and tile in names.adventures:
        known = icon("eye") if field in shown.hidden else None
        words = tag("span", _breakable(names.shown(tile)))
        content = join(_adventure_chip(names, tile), tag("b", field), known, words)
        return Face(content, _distance(scene, names, field), first=True)
    heading = "seen gold" if tile else "hidden tiles" if field in shown.hidden else "no tiles"
    return Face(tag("b", field, class_="gh-ad-field"), group=sentence(lang, heading))


def _seen(shown: Any, field: str) -> str | None:
    """Return the hidden tile on a field, if the deciding player has looked at it."""
    peeked = shown.peeked if isinstance(shown, View) else shown.peeked[shown.turn]
    return str(shown.tiles[field]) if field in shown.hidden and field in peeked else None


def _distance(scene: Scene, names: Any, field: str) -> str | None:
    """Return how far a field is from the figure that moves, while a die counts."""
    shown, rules = scene.table, scene.rules
    if not shown.die:
        return None
    here = names.fields.index(shown.figures[shown.turn])
    distances = rules.compiled[0]["distance"]  # type: ignore[attr-defined]  # this renderer draws Advyria only
    return sentence(names.lang, "fields", n=int(distances[here, names.fields.index(field)]))


def _stay(scene: Scene, names: Any, option: Option) -> Face:
    here = scene.table.figures[scene.table.turn]
    return Face(join(icon("pawn"), option.label), here)


# --- Options: cards ---


def _set_option(names: Any, found: re.Match[str]) -> Face:
    """Return a set as a small button: its cards, and how often they act."""
    kind = found["kind"] or found["card"]
    own, jokers = (0, int(found["own"])) if found["kind"] else (int(found["own"]), int(found["jokers"] or 0))
    content = (
        tag("b", own) if own else None,
        "+" if own and jokers else None,
        join(tag("b", jokers), symbol("Joker")) if jokers else None,
        tag("span", f"→ {own + jokers - 1}", class_="gh-quiet"),
    )
    return Face(tag("span", *content, class_="gh-ad-set"), group=sentence(names.lang, f"sets {_KINDS[kind]}"))


def _card_option(names: Any, option: Option, found: re.Match[str]) -> Face:
    """Return a card to play, discard or lay down, without the verb if the decision says it."""
    chip, name = _card_chip(names, found["card"]), names.shown(found["card"])
    if found["verb"] == "complete":
        return Face(join(chip, _option_words(option, option.label)))
    if option.text == name:
        return Face(join(chip, tag("b", name)))
    # Labels of both languages begin with the verb.
    return Face(
        join(chip, _option_words(option, name if found["verb"] == "discard" else option.label.split(" ", 1)[1]))
    )


# --- Symbols and letters ---

# German needs two letters, because gelb and grün both begin with G.
_SIGNS: dict[str, dict[str, str]] = {"en": {}, "de": {"red": "R", "blue": "B", "yellow": "Ge", "green": "Gr"}}
_SYMBOLS = {
    GOLD.en: "coin",
    "Fortune Seeker": "horseshoe",
    "Warrior": "warrior",
    "Fairy": "fairy",
    "Wizard": "wizard",
    "Joker": "joker",
    "Sunken Bell": "bell",
    "Ember Bridge": "bridge",
    "Lost Caravan": "caravan",
    "Moon Well": "well",
    "Glass Tower": "tower",
    "Silent Choir": "choir",
    "Golden Sheaf": "sheaf",
    "Old Toll Gate": "gate",
    "Honey Cellar": "honey",
    "Root Maze": "maze",
    "Owl Court": "owl",
    "Fern Gate": "fern",
    "Lantern Guild": "lantern",
    "Anchor Guild": "anchor",
    "Thistle Guild": "thistle",
    "Raven Guild": "raven",
}
# Where long German names may break on a narrow tile, for browsers without a German dictionary.
_BREAKS = (
    "Laternen|gilde Anker|gilde Distel|gilde Raben|gilde Glut|brücke Mond|brunnen Honig|keller Wurzel|labyrinth "
    "Eulen|gericht Farn|tor"
)
_SOFT = {name.replace("|", ""): name.replace("|", "\N{SOFT HYPHEN}") for name in _BREAKS.split()}


def _breakable(name: str) -> str:
    """Return a name with soft hyphens where it may break.

    >>> _breakable("Ankergilde").split("\N{SOFT HYPHEN}"), _breakable("Moon Well")
    (['Anker', 'gilde'], 'Moon Well')
    """
    return _SOFT.get(name, name)


def symbol(name: str, otherwise: str = "quest") -> Markup:
    """Return the symbol of a card, tile or guild by its English name. Those from a player's files share one."""
    return icon(_SYMBOLS.get(name, otherwise))


def _colour_of(names: Any, name: str) -> str:
    """Return the colour of an adventure, empty for other cards."""
    return str(names.box.adventures[names.adventures.index(name)].colour) if name in names.adventures else ""


def _disc(lang: str, colour: str) -> Markup:
    """Return the letters of a colour, for readers who cannot see its tint."""
    return tag("b", _SIGNS[lang].get(colour, colour[0].upper()), class_="gh-ad-disc")


def _adventure_chip(
    names: Any, adventure: str, *, state: str = "", note: Content = None, named: bool = False
) -> Markup:
    """Return an adventure as a chip: the letter of its colour and its symbol, with its name if wanted.

    `state` is a further class, and `note` what is said about it, such as where it lies.
    """
    shown, colour = names.shown(adventure), _colour_of(names, adventure)
    note = None if note is None else tag("b", note)
    look = " ".join(filter(None, ["gh-adventure", colour_class(colour), state]))
    content = (_disc(names.lang, colour), symbol(adventure), tag("span", shown) if named else None, note)
    if named:
        return tag("span", *content, class_=look)
    return tag("span", *content, class_=look, role="img", aria_label=shown, title=shown)


def _card_chip(names: Any, card: str, copies: int = 1) -> Markup:
    """Return a card of any kind as a chip without its name, with the number of copies."""
    times = f"×{copies}" if copies > 1 else None
    if card in names.adventures:
        return _adventure_chip(names, card, note=times)
    shown = _counted(names, card, copies)
    return tag("span", symbol(card), times, class_="gh-ad-mini", role="img", aria_label=shown, title=shown)


def _counted(names: Any, card: str, copies: int) -> str:
    """Return a number of cards in words, such as '2 Wizard'."""
    return f"{copies} {names.shown(card, copies)}"
