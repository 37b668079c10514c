"""Whom an effect means: phrases of the data files such as "any enemy" or "own Spell in graveyard", read and said.

[any | each | highest | lowest | random] [other] [own | scenario | realm] noun [in graveyard | in hand | in deck]

or one of the words self, you, it, host.  A noun is target, player, enemy, minion, boss, card, a type of cards, a
subtype, or the name of a card in single quotes, which may also stand alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from guildhall.core.datafile import Spot

__all__ = [
    "TYPES",
    "Pick",
    "Selector",
    "Side",
    "Sort",
    "Zone",
    "plural_of",
    "read_selector",
    "say_bare_noun",
    "say_noun",
    "say_place",
    "say_selector",
]

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
    "Reward",  # what a completed Quest is from then on
    "Scenario",  # the top card of a deck, unless it is a Boss
    "Realm",
    "Ability",  # of another player card, bought in the Armory
)


class Pick(IntEnum):
    """How those meant are found among those who fit."""

    FIT = 0  # all who fit are counted, none is picked
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
    """What a noun asks for."""

    TARGET = 0  # whatever has hit points
    PLAYER = 1
    ENEMY = 2  # Bosses and Quests with hit points are enemies too
    MINION = 3  # an enemy that is no Boss
    BOSS = 4
    CARD = 5  # any card but a top card
    TYPE = 6
    SUBTYPE = 7
    NAME = 8


class Side(IntEnum):
    """Whose cards."""

    ALL = 0
    OWN = 1  # lying with the same player, or of the same enemy deck
    SCENARIO = 2
    REALM = 3


class Zone(IntEnum):
    """Where a card is; `AWAY` is out of the game, `FLIGHT` a card being carried out (rule 19)."""

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
    """Those whom an effect means; `word` is the type, the subtype or the name that the noun stands for."""

    pick: Pick
    sort: Sort = Sort.CARD
    word: str = ""
    side: Side = Side.ALL
    other: bool = False
    zone: Zone = Zone.PLAY

    @property
    def is_chosen(self) -> bool:
        """Whether somebody may have to choose."""
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
    """A phrase of a data file; with `counted` it has no word that picks; `zone` is meant where none is written.

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
        raise spot.wrong(f"{phrase!r} names nobody: {noun!r} is no noun, type, subtype or 'name'")
    return replace(found, sort=Sort.SUBTYPE, word=noun)


def say_selector(selector: Selector, *, kind: str, you: str = "you", it: str = "it") -> str:
    """In words; `kind` is the kind of its deck, `you` and `it` whom these two mean there.

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
    """More than one of it.

    >>> plural_of("enemy"), plural_of("play"), plural_of("Boss"), plural_of("maetrie")
    ('enemies', 'plays', 'Bosses', 'maetrie')
    """
    if noun == "maetrie":
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def say_noun(selector: Selector, kind: str, *, plural: bool = False) -> str:
    """The noun with whose it is and where, without a word that picks."""
    noun = say_bare_noun(selector, plural=plural)
    if selector.side is Side.OWN and selector.zone is Zone.PLAY:
        return f"{noun} of yours" if kind == "player" else f"{noun} of this deck"
    return f"{noun} in {say_place(selector, kind)}" if selector.zone is not Zone.PLAY else noun


def say_bare_noun(selector: Selector, *, plural: bool = False) -> str:
    """The noun alone, such as "other Realm creature"."""
    noun = selector.word if selector.sort in (Sort.TYPE, Sort.SUBTYPE, Sort.NAME) else selector.sort.name.lower()
    noun = "Boss" if selector.sort is Sort.BOSS else noun
    noun = plural_of(noun) if plural else noun
    if selector.side in (Side.SCENARIO, Side.REALM):
        noun = f"{selector.side.name.capitalize()} {noun}"
    return f"other {noun}" if selector.other else noun


def say_place(selector: Selector, kind: str) -> str:
    """Where those meant are if they are not in play, such as "your graveyard"."""
    place = selector.zone.name.lower()
    if selector.side is not Side.OWN:
        return f"a {place}"
    if kind == "player":
        return f"your {place}"
    return "this deck" if selector.zone is Zone.DECK else f"this deck's {place}"
