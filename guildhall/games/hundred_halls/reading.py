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

from guildhall.core.datafile import Entry, Spot, parse, text_of

from .cards import DECK_KINDS, MOST_CARDS, Ability, Card, Deck, Trigger
from .language import TYPES, Effect, Op, Pick, Selector, Sort, read_conditions, read_effects, read_selector

__all__ = ["Shelf", "shipped"]

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
_LASTING = (*TRIGGER_KEYS, "always")
_FACTS = ("type", "subtypes", "hp", "copies", "unique", "starts", "aside", "provenance", "instead_of")
_CARD_KEYS = (*_FACTS, *_LASTING, "does", "cost", "five_elements", "ends", "goal", "reward", "completer")
_PRINTED = TYPES[1:-4]  # types allowed for a card of a deck
_SELF = Selector(Pick.SELF)


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
    head.only("name", "kind", "title", "difficulty", "style", "hall", "bosses", "provenance", "known")
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
        entry.only("hp", "five_elements", *_LASTING, "provenance")
        card = Card(name, "Player", hp=entry.number("hp", least=1, most=60))
        card = replace(card, five_elements=entry.number("five_elements", most=9))
    else:
        entry.only("type", "subtypes", "hp", *_LASTING, "provenance")
        plain = kind.capitalize()
        card = Card(name, entry.word("type", "Boss", plain, default=plain), _subtypes(entry), _hit_points(entry))
    return _with_text(replace(card, starts=True, provenance=entry.text("provenance", source)), entry, kind)


def _read_card(entry: Entry, name: str, kind: str, source: str) -> Card:
    """Read a card to be shuffled, to start in play, or to be set aside until it is summoned."""
    entry.only(*_CARD_KEYS)
    card = Card(name, entry.word("type", *_PRINTED), _subtypes(entry), _hit_points(entry))
    copies = entry.number("copies", least=0, most=8) if entry.has("copies") else 1
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
    return entry.number("hp", most=200) if entry.has("hp") else 0


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
    extra = {"activate": ("cost", "once"), "arrives": ("when",), "slain": ("when",)}.get(key, ())
    one.only("does", "if", *extra)
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
