"""The language of cards in data files: reading and checking effects and their targets.

A phrase names the targets of an effect, such as "any enemy" or "own Spell in graveyard":

    [any | each | highest | lowest | random] [other] [own | scenario | realm] noun [in graveyard | in hand | in deck]

or one of the words self, you, it, host.  A noun is target, player, enemy, minion, boss, card, a type of cards, a
subtype, or the name of a card in single quotes, which may also be used alone.  An effect is a table:

    { damage = 4, to = "any target" }
    { draw = 1, for = "each player", if = { count = "creature", at_most = 2 } }
    { heal = 2, to = "you", per = { count = "own Spell in graveyard" }, most = 8 }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from guildhall.core.datafile import Entry, Spot

__all__ = [
    "ANY_TARGET",
    "DECK_WORDS",
    "FIVE_ELEMENTS",
    "INTO",
    "NAMES_QUESTS",
    "THEN",
    "TYPES",
    "UNTIL",
    "WORDS",
    "Condition",
    "Effect",
    "Measure",
    "Measured",
    "Op",
    "Pick",
    "Selector",
    "Side",
    "Sort",
    "Word",
    "Zone",
    "plural_of",
    "read_conditions",
    "read_effect",
    "read_effects",
    "read_measure",
    "read_selector",
    "say_bare_noun",
    "say_noun",
    "say_place",
    "say_selector",
    "strike",
    "tables_of",
]


# --- Phrases: the targets of an effect ---

TYPES = (
    "Player",
    "Enemy",
    "Boss",
    "Spell",
    "Enchantment",
    "Trinket",
    "Artifact",
    "Building",
    "Event",
    "Quest",
    "Virus",
    "Trap",
    "Reward",  # a completed Quest
    "Scenario",  # the top card of a deck, unless it is a Boss
    "Realm",
    "Ability",  # of another player card, bought in the Armory
)


class Pick(IntEnum):
    """Ways to pick targets from the matching cards."""

    FIT = 0  # all matching cards are counted, none is picked
    SELF = 1
    YOU = 2
    IT = 3
    HOST = 4
    ANY = 5
    EACH = 6
    HIGHEST = 7
    LOWEST = 8
    RANDOM = 9


class Sort(IntEnum):
    """Kinds of nouns."""

    TARGET = 0  # anything with hit points
    PLAYER = 1
    ENEMY = 2  # Bosses and Quests with hit points are enemies too
    MINION = 3  # an enemy other than a Boss
    BOSS = 4
    CARD = 5  # any card except a top card
    TYPE = 6
    SUBTYPE = 7
    NAME = 8


class Side(IntEnum):
    """The owner of the cards meant."""

    ALL = 0
    OWN = 1  # with the same player, or of the same enemy deck
    SCENARIO = 2
    REALM = 3


class Zone(IntEnum):
    """The place of a card. `AWAY` is out of the game, `FLIGHT` a card being carried out (rule 19)."""

    DECK = 0
    HAND = 1
    PLAY = 2
    GRAVEYARD = 3
    VOID = 4
    AWAY = 5
    FLIGHT = 6
    ASIDE = 7  # until something summons it


@dataclass(frozen=True)
class Selector:
    """The targets of an effect. `word` is the type, subtype or name of the noun."""

    pick: Pick
    sort: Sort = Sort.CARD
    word: str = ""
    side: Side = Side.ALL
    other: bool = False
    zone: Zone = Zone.PLAY

    @property
    def is_chosen(self) -> bool:
        """True if a player may have to choose."""
        return self.pick in (Pick.ANY, Pick.HIGHEST, Pick.LOWEST)


_ALONE = {"self": Pick.SELF, "you": Pick.YOU, "it": Pick.IT, "host": Pick.HOST}
_PICKS = {
    "any": Pick.ANY,
    "each": Pick.EACH,
    "highest": Pick.HIGHEST,
    "lowest": Pick.LOWEST,
    "random": Pick.RANDOM,
}
_SIDES = {"own": Side.OWN, "scenario": Side.SCENARIO, "realm": Side.REALM}
_ZONES = {" in graveyard": Zone.GRAVEYARD, " in hand": Zone.HAND, " in deck": Zone.DECK}
_NOUNS = {
    "target": Sort.TARGET,
    "player": Sort.PLAYER,
    "enemy": Sort.ENEMY,
    "minion": Sort.MINION,
    "boss": Sort.BOSS,
    "card": Sort.CARD,
}


def read_selector(phrase: object, spot: Spot, *, counted: bool = False, zone: Zone = Zone.PLAY) -> Selector:
    """Read a phrase of a data file.

    With `counted` it has no quantifier. `zone` is the default zone.

    >>> read_selector("highest player", Spot("my.toml")).pick.name
    'HIGHEST'
    >>> read_selector("own Spell in graveyard", Spot("my.toml"), counted=True).zone.name
    'GRAVEYARD'
    """
    if not isinstance(phrase, str) or not phrase:
        raise spot.wrong(f'must be a phrase such as "any enemy", not {phrase!r}')
    if phrase in _ALONE and not counted:
        return Selector(_ALONE[phrase], zone=zone)
    rest, found = phrase, Selector(Pick.FIT, zone=zone)
    for ending, one in _ZONES.items():
        if rest.endswith(ending):
            rest, found = rest.removesuffix(ending), replace(found, zone=one)
    words = rest.split(" ")
    if rest.startswith("'"):
        found = replace(found, pick=found.pick if counted else Pick.EACH)
    elif not counted:
        found = replace(found, pick=_PICKS[spot.known(words[0], _PICKS, "word before a noun:")])
        words = words[1:]
    if words[:1] == ["other"]:
        found, words = replace(found, other=True), words[1:]
    if words and words[0] in _SIDES:
        found, words = replace(found, side=_SIDES[words[0]]), words[1:]
    return _with_noun(found, " ".join(words), phrase, spot)


def _with_noun(found: Selector, noun: str, phrase: str, spot: Spot) -> Selector:
    if noun in _NOUNS:
        return replace(found, sort=_NOUNS[noun])
    if noun in TYPES:
        return replace(found, sort=Sort.TYPE, word=noun)
    if len(noun) > 2 and noun[0] == noun[-1] == "'":
        return replace(found, sort=Sort.NAME, word=noun[1:-1])
    if not noun or not noun.replace(" ", "").isalpha() or noun != noun.lower():
        raise spot.wrong(f"invalid phrase {phrase!r}: {noun!r} is not a noun, type, subtype or 'name'")
    return replace(found, sort=Sort.SUBTYPE, word=noun)


def say_selector(selector: Selector, *, kind: str, you: str = "you", it: str = "it") -> str:
    """Return a selector in words. `kind` is the kind of its deck, `you` and `it` the meanings of these two words.

    >>> say_selector(Selector(Pick.HIGHEST, Sort.PLAYER), kind="realm")
    'the player with the most hit points'
    """
    match selector.pick:
        case Pick.SELF:
            return "this card"
        case Pick.YOU:
            return you
        case Pick.IT:
            return it
        case Pick.HOST:
            return "its host"
        case Pick.EACH | Pick.HIGHEST | Pick.LOWEST if selector.sort is Sort.NAME:
            return selector.word
        case Pick.HIGHEST | Pick.LOWEST:
            extreme = "most" if selector.pick is Pick.HIGHEST else "fewest"
            return f"the {say_noun(selector, kind)} with the {extreme} hit points"
        case Pick.RANDOM:
            return f"a random {say_noun(selector, kind)}"
        case Pick.ANY | Pick.EACH:
            return f"{selector.pick.name.lower()} {say_noun(selector, kind)}"
        case Pick.FIT:
            return say_noun(selector, kind)


def plural_of(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural_of("enemy"), plural_of("play"), plural_of("Boss"), plural_of("maetrie")
    ('enemies', 'plays', 'Bosses', 'maetrie')
    """
    if noun == "maetrie":
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def say_noun(selector: Selector, kind: str, *, plural: bool = False) -> str:
    """Return the noun phrase with owner and zone but no quantifier."""
    noun = say_bare_noun(selector, plural=plural)
    if selector.side is Side.OWN and selector.zone is Zone.PLAY:
        return f"{noun} of yours" if kind == "player" else f"{noun} of this deck"
    return f"{noun} in {say_place(selector, kind)}" if selector.zone is not Zone.PLAY else noun


def say_bare_noun(selector: Selector, *, plural: bool = False) -> str:
    """Return the noun alone, such as "other Realm creature"."""
    noun = selector.word if selector.sort in (Sort.TYPE, Sort.SUBTYPE, Sort.NAME) else selector.sort.name.lower()
    noun = "Boss" if selector.sort is Sort.BOSS else noun
    noun = plural_of(noun) if plural else noun
    if selector.side in (Side.SCENARIO, Side.REALM):
        noun = f"{selector.side.name.capitalize()} {noun}"
    return f"other {noun}" if selector.other else noun


def say_place(selector: Selector, kind: str) -> str:
    """Return the place of targets out of play, such as "your graveyard"."""
    place = selector.zone.name.lower()
    if selector.side is not Side.OWN:
        return f"a {place}"
    if kind == "player":
        return f"your {place}"
    return "this deck" if selector.zone is Zone.DECK else f"this deck's {place}"


# --- Effects ---

UNTIL = ("turn", "round", "game")  # this turn, to the beginning of its side's next turn, for good
DECK_WORDS = ("own", "scenario", "realm")
INTO = ("hand", "play", "deck")  # deck: on top
THEN = ("nothing", "take", "bury")  # for one of the cards looked at: into the hand, under the deck
FIVE_ELEMENTS, NAMES_QUESTS = 1, 2  # bits of damage: Five Elements, and names Quests
ANY_TARGET = Selector(Pick.ANY, Sort.TARGET)  # of the Five Elements
MOST_EFFECTS = 8  # of one ability
MOST_CONDITIONS = 3


class Op(IntEnum):
    """Kinds of effects, as the kernel distinguishes them."""

    NONE = 0
    DAMAGE = 1
    HEAL = 2
    DRAW = 3
    DISCARD = 4
    FLIP = 5
    COUNTERS = 6
    PREVENT = 7
    PLAYS = 8
    ACTIVATIONS = 9
    DRAWS = 10
    DEALS = 11
    TAKES = 12
    HEALS = 13
    MAX_HP = 14
    LOOK = 15
    DESTROY = 16
    SACRIFICE = 17
    RETURN = 18
    VOID = 19
    SEARCH = 20
    ATTACH = 21
    GIVE = 22
    STUN = 23
    COMPLETE = 24
    REDIRECT = 25
    SUMMON = 26
    CHOOSE = 27
    # Only while a card is in play
    ELEMENTS = 28
    HAND = 29


class Measured(IntEnum):
    """Kinds of numbers read from the table."""

    COUNT = 0  # cards that match a phrase
    HP = 1
    LOST = 2  # hit points below the maximum
    COUNTERS = 3
    HAND = 4  # cards in a hand
    DECK = 5  # cards in a deck
    ROUND = 6
    DEAD = 7  # dead players
    PLAYERS = 8  # all players, living or dead


@dataclass(frozen=True)
class Measure:
    """A number read from the table."""

    what: Measured
    of: Selector | None = None


@dataclass(frozen=True)
class Condition:
    """A number of the table compared with a constant."""

    measure: Measure
    at_least: bool
    number: int


@dataclass(frozen=True)
class Effect:
    """One effect. `detail` is an index into `UNTIL`, `DECK_WORDS`, `INTO` or `THEN`, or describes damage."""

    op: Op
    amount: int = 0
    target: Selector | None = None
    second: Selector | None = None
    detail: int = 0
    card: str = ""
    per: Measure | None = None
    most: int = 0
    conditions: tuple[Condition, ...] = ()
    may: bool = False
    modes: tuple[Effect, ...] = ()

    @property
    def takes_all_counters(self) -> bool:
        """True if it takes all counters, one for each there."""
        is_per_counter = self.per is not None and self.per.what is Measured.COUNTERS and self.per.of == self.target
        return self.op is Op.COUNTERS and self.amount == -1 and is_per_counter and not self.most

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """Every phrase of the effect, including its conditions and its number."""
        measures = [self.per, *(one.measure for one in self.conditions)]
        found = (self.target, self.second, *(one.of for one in measures if one is not None))
        return tuple(one for one in found if one is not None)

    @property
    def means_it(self) -> bool:
        """True if the effect, or one of its modes, means or measures the target of an earlier effect."""
        return any(one.pick is Pick.IT for effect in (self, *self.modes) for one in effect.selectors)


def strike(n: int) -> Effect:
    """Return the Five Elements of a player card with this number."""
    return Effect(Op.DAMAGE, n, ANY_TARGET, detail=FIVE_ELEMENTS)


@dataclass(frozen=True)
class Word:
    """A word of the language: its limits, the places that allow it, and the keys of its target and its detail.

    `value` is the kind of value it takes: a number, a phrase, the name of a card or a list of effects.
    """

    op: Op
    value: str = "number"
    limits: tuple[int, int] = (0, 0)
    key: str = ""
    default: str = ""
    extra: str = ""
    words: tuple[str, ...] = ()
    extra_default: str | None = None
    places: tuple[str, ...] = ("does",)
    zone: Zone = Zone.PLAY


_COST, _BOTH = ("does", "cost"), ("does", "always")

#: Every word by its name in a data file.
WORDS: Mapping[str, Word] = {
    "damage": Word(Op.DAMAGE, limits=(1, 20), key="to", places=_COST),
    "heal": Word(Op.HEAL, limits=(1, 20), key="to"),
    "draw": Word(Op.DRAW, limits=(1, 5), key="for", default="you"),
    "discard": Word(Op.DISCARD, limits=(1, 5), key="for", default="you", places=_COST),
    "flip": Word(Op.FLIP, limits=(1, 3), extra="from", words=DECK_WORDS, extra_default="own"),
    "counters": Word(Op.COUNTERS, limits=(-9, 9), key="to", default="self", places=_COST),
    "prevent": Word(Op.PREVENT, limits=(1, 20), key="to", extra="until", words=UNTIL, extra_default="round"),
    "plays": Word(Op.PLAYS, limits=(-1, 3), key="for", default="you", places=_BOTH),
    "activations": Word(Op.ACTIVATIONS, limits=(-1, 3), key="for", default="you", places=_BOTH),
    "draws": Word(Op.DRAWS, limits=(-1, 3), key="for", default="you", places=_BOTH),
    "deals": Word(Op.DEALS, limits=(-99, 9), key="of", extra="until", words=UNTIL, places=_BOTH),
    "takes": Word(Op.TAKES, limits=(-99, 9), key="of", extra="until", words=UNTIL, places=_BOTH),
    "heals": Word(Op.HEALS, limits=(-99, 9), key="of", extra="until", words=UNTIL, places=_BOTH),
    "max_hp": Word(Op.MAX_HP, limits=(-60, 20), key="to"),
    "look": Word(Op.LOOK, limits=(1, 5), extra="from", words=DECK_WORDS, extra_default="own"),
    "destroy": Word(Op.DESTROY, "phrase"),
    "sacrifice": Word(Op.SACRIFICE, "phrase", places=_COST),
    "return": Word(Op.RETURN, "phrase", extra="into", words=INTO, extra_default="hand", zone=Zone.GRAVEYARD),
    "void": Word(Op.VOID, "phrase", places=_COST),
    "search": Word(Op.SEARCH, "phrase", extra="into", words=INTO, extra_default="hand", zone=Zone.DECK),
    "attach": Word(Op.ATTACH, "phrase"),
    "give": Word(Op.GIVE, "phrase", key="to"),
    "stun": Word(Op.STUN, "phrase"),
    "complete": Word(Op.COMPLETE, "phrase"),
    "redirect": Word(Op.REDIRECT, "phrase", key="to", default="self", extra="until", words=UNTIL, places=_BOTH),
    "summon": Word(Op.SUMMON, "card", key="for"),
    "choose": Word(Op.CHOOSE, "effects"),
    "elements": Word(Op.ELEMENTS, limits=(-3, 5), key="of", default="you", places=("always",)),
    "hand": Word(Op.HAND, limits=(-3, 5), key="of", default="you", places=("always",)),
}
_COMMON = ("if", "per", "most", "may", "times")


def tables_of(told: object, entry: Entry, key: str) -> list[Entry]:
    """Return a list of tables, or one table, as entries."""
    told = [told] if isinstance(told, dict) else told
    if not isinstance(told, list) or not told or not all(isinstance(one, dict) for one in told):
        raise entry.spot.wrong(f"{key} must be a table or a list of tables")
    return [Entry(one, entry.spot) for one in told]


def read_effects(told: object, entry: Entry, key: str, place: str) -> tuple[Effect, ...]:
    """Read a list of effects in order. One with `times` is repeated."""
    found: list[Effect] = []
    for one in tables_of(told, entry, key):
        times = one.number("times", most=4) if one.has("times") else 1
        found += [read_effect(one, place)] * times
    if len(found) > MOST_EFFECTS:
        raise entry.spot.wrong(f"{key} has {len(found)} effects, but at most {MOST_EFFECTS} are allowed")
    return tuple(found)


def read_effect(entry: Entry, place: str) -> Effect:
    """Read the one effect in a table. `place` is does, always or cost.

    >>> from guildhall.core.datafile import Spot
    >>> read_effect(Entry({"damage": 4, "to": "any enemy"}, Spot("my.toml")), "does").op.name
    'DAMAGE'
    """
    found = [key for key in entry.table if key in WORDS]
    if len(found) != 1:
        entry.only(*WORDS, *_COMMON)
        raise entry.spot.wrong(f"must contain exactly one effect, found {len(found)}")
    name, word = found[0], WORDS[found[0]]
    entry.only(name, *filter(None, (word.key, word.extra)), *(("then",) if word.op is Op.LOOK else ()), *_COMMON)
    if place not in word.places:
        raise entry.spot.wrong(f"{name} is not allowed in {place}, only in {' or '.join(word.places)}")
    if place != "does" and (entry.has("may") or entry.has("times")):
        raise entry.spot.wrong(f"may and times are allowed only in does, not in {place}")
    effect = _read_value(entry, name, word)
    effect = replace(effect, detail=_read_detail(entry, word, place), **_read_common(entry, word))
    if word.key and (entry.has(word.key) or word.value != "card"):
        whom = read_selector(entry.text(word.key, word.default), entry.spot)
        effect = replace(effect, second=whom) if effect.target else replace(effect, target=whom)
    _check(effect, entry, place)
    return effect


def _read_value(entry: Entry, name: str, word: Word) -> Effect:
    match word.value:
        case "number":
            low, high = word.limits
            amount = entry.number(name, least=low, most=high)
            if amount == 0:
                raise entry.spot.wrong(f"{name} = 0 has no effect")
            return Effect(word.op, amount)
        case "phrase":
            return Effect(word.op, 1, read_selector(entry.table[name], entry.spot, zone=word.zone))
        case "card":
            return Effect(word.op, 1, card=entry.text(name))
        case _:
            modes = read_effects(entry.table[name], entry, name, "does")
            if len(modes) < 2 or any(one.modes for one in modes):
                raise entry.spot.wrong("choose needs at least two effects, none of them a choice")
            return Effect(word.op, len(modes), modes=modes)


def _read_detail(entry: Entry, word: Word, place: str) -> int:
    if place == "always" and word.extra == "until":
        if entry.has("until"):
            raise entry.spot.wrong("an effect in always has no until")
        return 0
    detail = word.words.index(entry.word(word.extra, *word.words, default=word.extra_default)) if word.extra else 0
    if word.op is Op.LOOK:  # the deck, and what is done with a card
        detail += len(DECK_WORDS) * THEN.index(entry.word("then", *THEN, default=THEN[0]))
    return detail


def _read_common(entry: Entry, word: Word) -> dict[str, Any]:
    per = None
    if entry.has("per"):
        if word.value != "number":
            raise entry.spot.wrong("per requires an effect with a number")
        per = read_measure(entry.table_of("per"))
    if entry.has("most") and per is None:
        raise entry.spot.wrong("most limits per, but per is missing")
    most = entry.number("most", most=40) if entry.has("most") else 0
    conditions = read_conditions(entry, "if") if entry.has("if") else ()
    return {"per": per, "most": most, "conditions": conditions, "may": entry.flag("may")}


# Zones each word may mean in addition to play.
_FOR_PLAYERS = (Op.DRAW, Op.DISCARD, Op.PLAYS, Op.ACTIVATIONS, Op.DRAWS, Op.SUMMON, Op.ELEMENTS, Op.HAND)
_ELSEWHERE = {Op.RETURN: (Zone.GRAVEYARD,), Op.SEARCH: (Zone.DECK,), Op.VOID: (Zone.PLAY, Zone.GRAVEYARD)}


def _check(effect: Effect, entry: Entry, place: str) -> None:
    """Reject phrases that a word does not allow."""
    for selector in filter(None, (effect.target, effect.second)):
        if selector.zone not in _ELSEWHERE.get(effect.op, (Zone.PLAY,)):
            raise entry.spot.wrong(f"{effect.op.name.lower()} cannot affect cards in a {selector.zone.name.lower()}")
        if place == "always" and selector.pick not in (Pick.SELF, Pick.YOU, Pick.HOST, Pick.EACH):
            raise entry.spot.wrong("an effect in always applies to self, you, host or each …, without a choice")
    target = effect.target
    if effect.op in _FOR_PLAYERS and target and target.pick > Pick.YOU and target.sort is not Sort.PLAYER:
        raise entry.spot.wrong(f"{effect.op.name.lower()} applies only to players")
    if place == "cost" and effect.op is Op.COUNTERS and (effect.amount > 0 or target != Selector(Pick.SELF)):
        raise entry.spot.wrong("counters as a cost are taken from the card itself: counters = -2")
    if place == "cost" and effect.op is Op.DAMAGE and target != Selector(Pick.YOU):
        raise entry.spot.wrong('damage as a cost is dealt to you: { damage = 2, to = "you" }')


# --- Numbers of the table ---

_MEASURES: Mapping[str, Measured] = {one.name.lower(): one for one in Measured}
_ONE = (Pick.SELF, Pick.YOU, Pick.IT, Pick.HOST, Pick.HIGHEST, Pick.LOWEST)


def read_measure(entry: Entry, *other_keys: str) -> Measure:
    """Read the number described by a table.

    >>> from guildhall.core.datafile import Spot
    >>> read_measure(Entry({"hp": "you"}, Spot("my.toml"))).what.name
    'HP'
    """
    entry.only(*_MEASURES, *other_keys)
    found = [key for key in entry.table if key in _MEASURES]
    if len(found) != 1:
        raise entry.spot.wrong(f"must contain exactly one of {', '.join(_MEASURES)}, found {len(found)}")
    what, told = _MEASURES[found[0]], entry.table[found[0]]
    match what:
        case Measured.COUNT:
            return Measure(what, read_selector(told, entry.spot, counted=True))
        case Measured.ROUND | Measured.DEAD | Measured.PLAYERS:
            if told is not True:
                raise entry.spot.wrong(f"write {found[0]} = true")
            return Measure(what)
        case Measured.DECK:
            word = entry.word(found[0], *DECK_WORDS)
            return Measure(what, Selector(Pick.FIT, word=word))
        case _:
            whom = read_selector(told, entry.spot)
            if whom.pick is Pick.EACH and whom.sort is Sort.NAME:  # a name alone means the one card of that name
                whom = replace(whom, pick=Pick.HIGHEST)
            if whom.pick not in _ONE:
                raise entry.spot.wrong(f"{found[0]} needs a single target: self, you, it, host, highest … or lowest …")
            return Measure(what, whom)


def read_conditions(entry: Entry, key: str) -> tuple[Condition, ...]:
    """Read conditions that must all hold: a table, or a list of them."""
    tables = tables_of(entry.table.get(key), entry, key)
    if len(tables) > MOST_CONDITIONS:
        raise entry.spot.wrong(f"{key} has {len(tables)} conditions, but at most {MOST_CONDITIONS} are allowed")
    return tuple(_read_condition(one) for one in tables)


def _read_condition(entry: Entry) -> Condition:
    sides = [key for key in ("at_least", "at_most") if entry.has(key)]
    if len(sides) != 1:
        raise entry.spot.wrong("a condition needs either at_least or at_most")
    number = entry.number(sides[0], least=0, most=99)
    return Condition(read_measure(entry, *sides), sides[0] == "at_least", number)
