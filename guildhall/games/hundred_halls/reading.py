"""Read the deck files of the Hundred Halls: the shipped decks first, then the player's custom ones.

[deck]            name, kind = player, realm or scenario, difficulty, style, hall, bosses
[top]             the card named like the deck
[cards."<name>"]  a card, which replaces its namesake, or another one: instead_of = "…"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from guildhall.core.datafile import OWN, Entry, Spot, parse, text_of
from guildhall.core.shapes import (
    CardLanguage,
    Either,
    Flag,
    Kind,
    ListOf,
    Number,
    Phrase,
    Shape,
    Table,
    Text,
    Trial,
    Verbs,
    Yes,
)
from guildhall.core.shapes import Word as Choice

from .cards import DECK_KINDS, MOST_CARDS, Ability, Card, Deck, Trigger
from .language import (
    DECK_WORDS,
    MOST_CONDITIONS,
    MOST_EFFECTS,
    THEN,
    TYPES,
    WORDS,
    Effect,
    Measured,
    Op,
    Pick,
    Selector,
    Side,
    Sort,
    Word,
    Zone,
    read_conditions,
    read_effects,
    read_selector,
)

__all__ = ["Shelf", "card_language", "shipped"]

FEWEST_CARDS = 6  # in a player deck: a first hand with Head Start

#: Triggers by their keys. A Spell and the end of a Quest have separate keys.
TRIGGER_KEYS: Mapping[str, Trigger] = {
    "enters": Trigger.ENTERS,
    "begin": Trigger.BEGIN,
    "end": Trigger.END,
    "dies": Trigger.DIES,
    "damaged": Trigger.DAMAGED,
    "spell": Trigger.SPELL,
    "arrives": Trigger.ARRIVES,
    "slain": Trigger.SLAIN,
    "falls": Trigger.FALLS,
    "completed": Trigger.COMPLETED,
    "check": Trigger.CHECK,
    "activate": Trigger.ACTIVATE,
}
_PRINTED = TYPES[1:-4]  # types allowed for a card of a deck
_SELF = Selector(Pick.SELF)
_MORE: Mapping[str, tuple[str, ...]] = {"activate": ("cost", "once"), "arrives": ("when",), "slain": ("when",)}


# --- Effects as data ---

_ALONE = tuple(pick.name.lower() for pick in (Pick.SELF, Pick.YOU, Pick.IT, Pick.HOST))
_SLOTS: Mapping[str, tuple[str, ...]] = {
    "which": tuple(pick.name.lower() for pick in Pick if pick > Pick.HOST),
    "other": ("", "other"),
    "whose": ("", *(side.name.lower() for side in Side if side)),
    "noun": (*(sort.name.lower() for sort in Sort if sort < Sort.TYPE), *TYPES),
    "where": ("", *(f"in {zone.name.lower()}" for zone in (Zone.GRAVEYARD, Zone.HAND, Zone.DECK))),
}
_FREE = {"noun": "[a-z]+(?: [a-z]+)*|'[^']+'"}  # a subtype, or the name of a card


def _phrase_shape(*, counted: bool = False, sample: str = "") -> Phrase:
    """Return the shape of a phrase, without a quantifier if it is `counted`."""
    if counted:
        slots = {slot: words for slot, words in _SLOTS.items() if slot != "which"}
        return Phrase("counted", (), slots, _FREE, sample=sample or "enemy")
    return Phrase("phrase", _ALONE, _SLOTS, _FREE, bare="'[^']+'", sample=sample or "any enemy")


def _measure_shape(name: str, **others: Shape) -> Verbs:
    """Return the shape of a number of the table, with the other keys of its table."""
    shapes: dict[str, Shape] = {word: _phrase_shape(sample="self") for word in (one.name.lower() for one in Measured)}
    shapes["count"], shapes["deck"] = _phrase_shape(counted=True), Choice(DECK_WORDS)
    shapes |= {word: Yes() for word in ("round", "dead", "players")}
    return Verbs(name, {word: Table({word: shape, **others}, (word, *others)) for word, shape in shapes.items()})


def _conditions_shape() -> Either:
    """Return the shape of one condition, or of several that must all hold."""
    sides = {side: Number(0, 99) for side in ("at_least", "at_most")}
    one = Either({side.replace("_", " "): _measure_shape(f"condition_{side}", **{side: sides[side]}) for side in sides})
    return Either({"one condition": one, "several conditions": ListOf(one, 1, MOST_CONDITIONS)})


def _effects_shape(place: str) -> ListOf:
    """Return the shape of a list of effects in a place: does, always or cost."""
    words = {name: word for name, word in WORDS.items() if place in word.places}
    plain = {name: _table_of(name, word, place) for name, word in words.items() if word.value != "effects"}
    verbs = dict(plain)
    if place == "does":
        modes = ListOf(Verbs("mode", plain), 2, MOST_EFFECTS)
        verbs["choose"] = Table({"choose": modes, **_common_shapes(WORDS["choose"], place)}, needed=("choose",))
    return ListOf(Verbs(place, verbs), 1, MOST_EFFECTS, single=True)


def _table_of(name: str, word: Word, place: str) -> Table:
    """Return the keys of one word in a place."""
    fields: dict[str, Shape] = {name: _value_shape(word)}
    needed = [name]
    if word.key:
        fields[word.key] = _phrase_shape(sample=word.default or _target(word))
        needed += [word.key] if not word.default and word.value != "card" else []
    if word.extra and not (place == "always" and word.extra == "until"):
        fields[word.extra] = Choice(word.words, default=word.extra_default)
        needed += [word.extra] if word.extra_default is None else []
    if word.op is Op.LOOK:
        fields["then"] = Choice(THEN, default=THEN[0])
    return Table({**fields, **_common_shapes(word, place)}, needed=tuple(needed))


def _target(word: Word) -> str:
    return "any player" if word.op is Op.SUMMON else "each enemy" if "always" in word.places else "any target"


def _value_shape(word: Word) -> Shape:
    if word.value == "number":
        return Number(*word.limits, nonzero=True)
    if word.value == "card":
        return Text(sample="Kali", about="a card of this deck")
    return _phrase_shape(
        sample={Op.ATTACH: "any player"}.get(word.op, "any minion" if word.zone is Zone.PLAY else "any card")
    )


def _common_shapes(word: Word, place: str) -> dict[str, Shape]:
    """Return the keys that every word has in a place."""
    counted = {"per": _measure_shape("number"), "most": Number(1, 40, about="limit of per")}
    may = {"may": Flag(default=False), "times": Number(1, 4)} if place == "does" else {}
    return {**(counted if word.value == "number" else {}), **may, "if": _conditions_shape()}


# --- The tables of a file ---

_DOES, _COST, _ALWAYS = (_effects_shape(place) for place in ("does", "cost", "always"))
_NAME = Text("[^\\s,']+( [^\\s,']+)*", "New card")
_PROVENANCE = Text(default=OWN, sample=OWN, about="where it comes from")
_SUBTYPES = ListOf(Text("[a-z]+( [a-z]+)*", "creature"))
_HP = Number(1, 200)


def _trigger(key: str) -> Either:
    """Return the shape of an ability: a list of effects, or a table with does and its other keys."""
    more: dict[str, Shape] = {
        "cost": _COST,
        "once": Flag(default=False, about="once in a game"),
        "when": _phrase_shape(counted=True, sample="creature"),
    }
    fields = {"does": _DOES, "if": _conditions_shape(), **{name: more[name] for name in _MORE.get(key, ())}}
    return Either({"effects": replace(_DOES, single=False), "with a condition": Table(fields, needed=("does",))})


_LASTING: dict[str, Shape] = {**{key: _trigger(key) for key in TRIGGER_KEYS}, "always": _ALWAYS}
_CARD = Table(
    {
        "type": Choice(_PRINTED),
        "subtypes": _SUBTYPES,
        "hp": _HP,
        "copies": Number(0, 8, default=1),
        "unique": Flag(default=False),
        "starts": Flag(default=False, about="in play from the beginning"),
        "aside": Flag(default=False, about="set aside until it is summoned"),
        "five_elements": Number(1, 9),
        "cost": _COST,
        "does": _DOES,
        **_LASTING,
        "ends": _conditions_shape(),
        "goal": _conditions_shape(),
        "reward": Either({"effects": replace(_DOES, single=False), "a card that stays": Table(_LASTING)}),
        "completer": Flag(default=False),
        "instead_of": Text(sample="Kali", about="the card that this one replaces"),
        "provenance": _PROVENANCE,
    },
    needed=("type",),
    begins=("type", "does"),
    starts={"type": "Spell"},
)
_PLAYER_TOP = Table(
    {"hp": Number(1, 60), "five_elements": Number(1, 9), **_LASTING, "provenance": _PROVENANCE},
    needed=("hp", "five_elements"),
    starts={"hp": 28, "five_elements": 4},
)
_ENEMY_TOP = Table(
    {
        "type": Choice(("Boss", "Realm", "Scenario")),
        "subtypes": _SUBTYPES,
        "hp": _HP,
        **_LASTING,
        "provenance": _PROVENANCE,
    }
)
_DECK = Table(
    {
        "name": _NAME,
        "kind": Choice(DECK_KINDS),
        "title": Text(),
        "difficulty": Number(1, 5),
        "style": Text(),
        "hall": Text(),
        "bosses": ListOf(_NAME),
        "provenance": _PROVENANCE,
        "known": ListOf(Text(sample="title")),
    },
    needed=("name", "kind"),
    starts={"name": "Pax"},
)


@dataclass(frozen=True)
class Shelf:
    """All decks in the files read so far. Cards of later files replace those of earlier ones."""

    decks: Mapping[tuple[str, str], Deck] = field(default_factory=dict)

    def of_kind(self, kind: str) -> dict[str, Deck]:
        """Return the decks of a kind by name."""
        return {deck.name: deck for deck in self.decks.values() if deck.kind == kind}

    def with_text(self, text: str, file: str) -> Shelf:
        """Return the shelf after reading one more file."""
        spot = Spot(file)
        whole = Entry(parse(text, file), spot)
        whole.only("deck", "top", "cards")
        head = Entry(whole.table_of("deck").table, Spot(file, "deck"))
        kind, name = head.word("kind", *DECK_KINDS), _name(head, head.text("name"))
        deck = _read_deck(whole, head, kind, name, self.decks.get((kind, name)))
        _check_deck(deck, spot)
        return Shelf({**self.decks, (kind, name): deck})


def _name(entry: Entry, name: str) -> str:
    """Check that a name can be typed and used in a phrase (R-33)."""
    if "'" in name:
        raise entry.spot.wrong(f"invalid name {name!r}: phrases put names in single quotes")
    return entry.checked_name(name)


def _read_deck(whole: Entry, head: Entry, kind: str, name: str, old: Deck | None) -> Deck:
    """Read a deck, either new or on top of an old one."""
    head.only(*_DECK.fields)
    source = head.provenance
    if whole.has("top") or old is None:
        top = _read_top(Entry(whole.table_of("top").table, Spot(head.spot.file, name)), kind, name, source)
    else:
        top = old.top
    cards: dict[str, Card] = {card.name: card for card in old.cards} if old else {}
    for _, one in whole.table_of("cards").entries():
        cards = _laid(cards, one, _read_card(one, _name(one, one.spot.card), kind, source))
    return Deck(
        name,
        kind,
        head.text("title", old.title if old else name),
        head.number("difficulty", most=5) if head.has("difficulty") or old is None else old.difficulty,
        head.text("style", old.style if old else ""),
        head.text("hall", old.hall if old else ""),
        top,
        tuple(card for card in cards.values() if card.copies),
        head.texts("bosses") if head.has("bosses") or old is None else old.bosses,
        source,
        head.texts("known") or (old.known if old else ()),
    )


def _laid(cards: dict[str, Card], entry: Entry, card: Card) -> dict[str, Card]:
    """Return the cards with one more, which replaces its namesake or the card named by `instead_of`."""
    old = entry.text("instead_of", card.name)
    if old not in cards:
        if entry.has("instead_of"):
            entry.spot.known(old, cards, "card")
        return {**cards, card.name: card}
    return {(card.name if name == old else name): (card if name == old else one) for name, one in cards.items()}


# --- Cards ---


def _read_top(entry: Entry, kind: str, name: str, source: str) -> Card:
    """Read the top card: a player with hit points and Five Elements, or the rules of an enemy deck."""
    if kind == "player":
        entry.only(*_PLAYER_TOP.fields)
        card = Card(name, "Player", hp=_PLAYER_TOP.fields["hp"].read(entry, "hp"))
        card = replace(card, five_elements=_PLAYER_TOP.fields["five_elements"].read(entry, "five_elements"))
    else:
        entry.only(*_ENEMY_TOP.fields)
        plain = kind.capitalize()
        card = Card(name, entry.word("type", "Boss", plain, default=plain), _subtypes(entry), _hit_points(entry))
    return _with_text(replace(card, starts=True, provenance=entry.text("provenance", source)), entry, kind)


def _read_card(entry: Entry, name: str, kind: str, source: str) -> Card:
    """Read a card to be shuffled, to start in play, or to be set aside until it is summoned."""
    entry.only(*_CARD.fields)
    card = Card(name, entry.word("type", *_PRINTED), _subtypes(entry), _hit_points(entry))
    copies = _CARD.fields["copies"].read(entry, "copies") if entry.has("copies") else 1
    card = replace(card, copies=copies, provenance=entry.text("provenance", source), unique=entry.flag("unique"))
    card = replace(card, starts=entry.flag("starts"), aside=entry.flag("aside"), completer=entry.flag("completer"))
    if card.starts and card.type == "Spell":
        raise entry.spot.wrong("is a Spell, which cannot start in play")
    if card.starts and card.unique and card.copies > 1:
        raise entry.spot.wrong("is unique, so only one copy can start in play")
    if card.starts and card.aside:
        raise entry.spot.wrong("cannot both start in play and be set aside")
    return _with_text(card, entry, kind)


def _subtypes(entry: Entry) -> tuple[str, ...]:
    for word in entry.texts("subtypes"):
        if not word.replace(" ", "").isalpha() or word != word.lower():
            raise entry.spot.wrong(f"invalid subtype {word!r}: use lowercase letters only")
    return entry.texts("subtypes")


def _hit_points(entry: Entry) -> int:
    return int(_HP.read(entry, "hp")) if entry.has("hp") else 0


def _with_text(card: Card, entry: Entry, kind: str) -> Card:
    """Return the card with all its abilities."""
    abilities = _read_abilities(entry)
    always = read_effects(entry.table["always"], entry, "always", "always") if entry.has("always") else ()
    if card.type == "Spell":
        if abilities or always or not entry.has("does"):
            raise entry.spot.wrong("is a Spell, so it needs does and no other abilities")
        cost = read_effects(entry.table["cost"], entry, "cost", "cost") if entry.has("cost") else ()
        effects = read_effects(entry.table["does"], entry, "does", "does")
        abilities[Trigger.ENTERS] = Ability(effects, cost=cost)
    elif entry.has("does") or entry.has("cost"):
        raise entry.spot.wrong("does and cost are only for Spells, other cards use enters, begin, activate …")
    card = replace(card, abilities=abilities, always=always)
    card = _with_quest(card, entry, kind)
    if entry.has("ends"):
        ending = Ability((Effect(Op.DESTROY, 1, _SELF),), read_conditions(entry, "ends"))
        card = replace(card, abilities={**card.abilities, Trigger.ENDS: ending})
    return _sprung(card)


def _read_abilities(entry: Entry) -> dict[Trigger, Ability]:
    return {trigger: _read_ability(entry, key) for key, trigger in TRIGGER_KEYS.items() if entry.has(key)}


def _read_ability(entry: Entry, key: str) -> Ability:
    """Read a list of effects, or a table with does and its other keys."""
    head = entry.table[key]
    if isinstance(head, list):
        return Ability(read_effects(head, entry, key, "does"))
    one = Entry(entry.table_of(key).table, entry.spot.at(key))
    one.only("does", "if", *_MORE.get(key, ()))
    ability = Ability(read_effects(one.table.get("does"), one, "does", "does"), once=one.flag("once"))
    if one.has("if"):
        ability = replace(ability, conditions=read_conditions(one, "if"))
    if one.has("cost"):
        ability = replace(ability, cost=read_effects(one.table["cost"], one, "cost", "cost"))
    if one.has("when"):
        ability = replace(ability, when=read_selector(one.table["when"], one.spot, counted=True))
    return ability


def _with_quest(card: Card, entry: Entry, kind: str) -> Card:
    """Return a Quest with its goal and its reward: a list of effects, or a table if it lasts (R-31)."""
    quest = [key for key in ("goal", "reward", "completer") if entry.has(key)]
    if card.type != "Quest":
        if quest:
            raise entry.spot.wrong(f"is not a Quest, so it cannot have {quest[0]}")
        return card
    if not entry.has("reward") or not (entry.has("goal") or card.hp):
        raise entry.spot.wrong("is a Quest, so it needs a reward, and a goal or hit points")
    abilities = dict(card.abilities)
    if entry.has("goal"):
        abilities[Trigger.ENDS] = Ability((Effect(Op.COMPLETE, 1, _SELF),), read_conditions(entry, "goal"))
    head = entry.table["reward"]
    if isinstance(head, list):
        abilities[Trigger.REWARD] = Ability(read_effects(head, entry, "reward", "does"))
        return replace(card, abilities=abilities)
    inner = Entry(entry.table_of("reward").table, entry.spot.at("reward"))
    inner.only(*_LASTING)
    if not inner.table:
        raise inner.spot.wrong("is empty")
    form = _with_text(Card(card.name, "Reward", provenance=card.provenance), inner, "player")
    return replace(card, abilities=abilities, reward=form)


def _sprung(card: Card) -> Card:
    """Return a Trap that goes to the graveyard after acting (rule 30)."""
    if card.type != "Trap":
        return card
    gone = Effect(Op.DESTROY, 1, _SELF)
    kept = (Trigger.ENTERS, Trigger.DIES, Trigger.ENDS)
    abilities = {
        trigger: ability if trigger in kept else replace(ability, effects=(*ability.effects, gone))
        for trigger, ability in card.abilities.items()
    }
    return replace(card, abilities=abilities)


# --- Requirements of a deck ---

_HELD = ("Enchantment", "Trinket", "Artifact")
_KNOWN_YOU = (Trigger.ACTIVATE, Trigger.REWARD, Trigger.SPELL, Trigger.DAMAGED, Trigger.DIES)


def _check_deck(deck: Deck, spot: Spot) -> None:
    low = FEWEST_CARDS if deck.kind == "player" else 1
    if not low <= deck.size <= MOST_CARDS:
        raise spot.wrong(f"{deck.name} has {deck.size} cards, but a deck needs {low} to {MOST_CARDS}")
    if (deck.kind == "scenario") != bool(deck.bosses):
        raise spot.wrong("a Scenario needs a list of bosses, and other decks must not have one (R-9)")
    names = [card.name for card in (deck.top, *deck.cards)]
    for boss in deck.bosses:
        if deck.card(spot.known(boss, names, "Boss")).type != "Boss":
            raise spot.wrong(f"{boss} is in the list of bosses but not of type Boss")
    for card in (deck.top, *deck.cards):
        _check_card(card, deck, names, replace(spot, card=card.name))


def _check_card(card: Card, deck: Deck, names: list[str], spot: Spot) -> None:
    attached = any(effect.op is Op.ATTACH for _, effect in card.effects)
    lies = attached or deck.kind == "player" or card.type in _HELD  # with a player, or may
    if attached and card.type in ("Spell", "Player"):
        raise spot.wrong(f"is a {card.type} and cannot be attached")
    if card.type in ("Enemy", "Boss") and not card.hp:
        raise spot.wrong("is an enemy and needs hit points")
    for trigger, effect in card.effects:
        if effect.card:
            spot.known(effect.card, names, "card of this deck:")
        if effect.op is Op.FLIP and deck.kind == "player" and effect.detail == 0:
            raise spot.wrong('flip needs from = "scenario" or "realm"')
        for selector in effect.selectors:
            if selector.sort is Sort.NAME:
                spot.known(selector.word, names, "card of this deck:")
            if selector.pick is Pick.YOU and not (lies or trigger in _KNOWN_YOU):
                raise spot.wrong('uses "you", but no player is involved: attach the card, or use "any player"')
            if selector.pick is Pick.HOST and not attached:
                raise spot.wrong('uses "host", but is never attached')
    if card.reward is not None:
        _check_card(card.reward, replace(deck, kind="player"), names, spot)


@cache
def shipped() -> Shelf:
    """Return the shelf with the decks shipped with the package."""
    shelf = Shelf()
    for kind in DECK_KINDS:
        folder = files(__package__) / "data" / f"{kind}s"
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if file.name.endswith(".toml"):
                shelf = shelf.with_text(text_of(file), file.name)
    return shelf


# --- The card language as data ---


@cache
def card_language() -> CardLanguage:
    """Return the kinds of tables of a deck file."""
    return CardLanguage(
        "hundred-halls",
        "Battle for the Hundred Halls",
        (
            Kind("deck", _DECK, "deck", single=True, needed=True),
            Kind("card", _CARD, "cards", _NAME),
            Kind("top card", Either({"a player": _PLAYER_TOP, "an enemy deck": _ENEMY_TOP}), "top", single=True),
        ),
        _shipped_deck,
        _replaced,
        _in_play,
        _trials,
    )


@cache
def _shipped_files() -> dict[tuple[str, str], dict[str, Any]]:
    """Return the tables of the shipped files by kind and name of their deck."""
    folders = [files(__package__) / "data" / f"{kind}s" for kind in DECK_KINDS]
    paths = [path for folder in folders for path in folder.iterdir() if path.name.endswith(".toml")]
    read = [parse(text_of(path), path.name) for path in paths]
    return {(tables["deck"]["kind"], tables["deck"]["name"]): tables for tables in read}


def _shipped_deck(tables: Mapping[str, Any]) -> Mapping[str, Any]:
    told = tables.get("deck", {})
    return _shipped_files().get((told.get("kind", ""), told.get("name", "")), {})


def _replaced(tables: Mapping[str, Any], kind: str, name: str) -> str:
    return str(tables["cards"][name].get("instead_of", name)) if kind == "card" else name


def _in_play(tables: Mapping[str, Any], kind: str, name: str) -> dict[str, Any]:
    """Return settings of a game with the deck of a file."""
    deck = tables["deck"]
    return {"party": [deck["name"]]} if deck["kind"] == "player" else {deck["kind"]: deck["name"], "players": 2}


def _trials(tables: Mapping[str, Any], kind: str, name: str) -> dict[str, Trial]:
    """Return a position in which a card of a player deck is in hand."""
    deck = tables["deck"]
    told = tables.get("cards", {}).get(name, {}) if kind == "card" else {"aside": True}
    if deck["kind"] != "player" or told.get("aside") or told.get("starts") or told.get("copies") == 0:
        return {}
    return {"play it": Trial({"party": [deck["name"]], "hands": [[name]]}, (f"play {name}",))}
