"""The language of effects in data files: reading, checking and describing them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from guildhall.core.datafile import Entry

__all__ = [
    "CHOOSING",
    "DECKS",
    "LOBBIED",
    "SKILLS",
    "WHO",
    "Effect",
    "Op",
    "brief",
    "details_of",
    "read_effect",
    "say",
    "words_for",
]

SKILLS = ("might", "arcane", "guile", "logic", "charm", "spirit")
DECKS = ("common", "heroic", "legendary")
WHO = ("all", "most", "least")  # every Guild, or those with the most or the least Fame (rule 23)


class Op(IntEnum):
    """Kinds of effects, as the kernel distinguishes them."""

    NONE = 0
    # In the Guild's checks, after the roll
    SET_DIE = 1
    REROLL = 2
    ADD_DICE = 3
    ADD_RESULT = 4
    # Constant
    FACE_BONUS = 5
    BUILDERS = 6
    FREE_BUILDER = 7
    BIDS = 8
    TEAM_SIZE = 9
    PENALTY = 10
    WANDER = 11
    DECK_FAME = 12
    INCOME = 13
    TARGETS = 14
    # At once
    GOLD = 15
    FAME = 16
    TAKE_GOLD = 17
    GIVE_GOLD = 18
    HARM = 19
    PEEK_DECK = 20
    PEEK_PRIVATE = 21
    SWAP_CONTRACT = 22
    SKILL_UPGRADE = 23
    CORE_UPGRADE = 24
    DRAW_PRIVATE = 25
    # At once, for several Guilds
    EACH_GOLD = 26
    EACH_FAME = 27
    TRADE = 28


@dataclass(frozen=True)
class Effect:
    """One effect: its kind, its amount, and a second number whose meaning depends on the kind (skill, deck, Guilds)."""

    op: Op
    amount: int
    detail: int = -1


@dataclass(frozen=True)
class _Word:
    """A word of the language: the places that allow it, its limits, and the key of its second number."""

    op: Op
    least: int
    most: int
    places: tuple[str, ...]
    sentence: str
    extra: str = ""


_CHECK, _NOW = ("action", "boon"), ("plot", "bonus", "boon")
_OWN, _EVENT = ("action",), ("event",)

_WORDS: Mapping[str, _Word] = {
    "set_die": _Word(Op.SET_DIE, 1, 6, _CHECK, "set one die of a check to {n}"),
    "reroll": _Word(Op.REROLL, 1, 2, _CHECK, "re-roll {once} of a check"),
    "add_dice": _Word(Op.ADD_DICE, 1, 2, _CHECK, "roll {n} more {dice} in {x}", "skill"),
    "add_result": _Word(Op.ADD_RESULT, 1, 5, _CHECK, "add {n} to the result of a check"),
    "face_bonus": _Word(Op.FACE_BONUS, 1, 6, _OWN, "every die of a check that shows a {n} counts 1 more"),
    "builders": _Word(
        Op.BUILDERS, -2, 2, ("action", "event"), "every Builder costs {size} Gold {more}, but at least 1"
    ),
    "free_builder": _Word(Op.FREE_BUILDER, 1, 1, _OWN, "the first Builder of an Order is free"),
    "bids": _Word(Op.BIDS, -3, 3, ("action", "event"), "minimum bids are {size} Gold {higher}, but at least 1"),
    "team_size": _Word(Op.TEAM_SIZE, 1, 1, _OWN, "the team of Order Space 1 may have {n} more Adventurer"),
    "penalty": _Word(Op.PENALTY, -5, -1, _OWN, "the Skill Check Penalty of a conflict is {size} {higher}"),
    "wander": _Word(Op.WANDER, 1, 3, _OWN, "{n} more Gold for Wandering"),
    "deck_fame": _Word(Op.DECK_FAME, 1, 3, _OWN, "{n} more Fame for completing a {x} Contract", "deck"),
    "income": _Word(Op.INCOME, -3, 3, ("action", "event"), "income is {size} Gold {higher}"),
    "targets": _Word(Op.TARGETS, -3, 3, _EVENT, "the targets of all Contracts are {size} {higher}"),
    "gold": _Word(Op.GOLD, 1, 5, _NOW, "gain {n} Gold"),
    "fame": _Word(Op.FAME, 1, 5, _NOW, "gain {n} Fame"),
    "take_gold": _Word(Op.TAKE_GOLD, 1, 3, _NOW, "take up to {n} Gold from a rival's Treasury"),
    "give_gold": _Word(Op.GIVE_GOLD, 1, 3, _NOW, "give a rival {n} Gold and gain as much Fame"),
    "harm": _Word(Op.HARM, 1, 5, _NOW, "a rival loses {n} Fame"),
    "peek_deck": _Word(Op.PEEK_DECK, 1, 1, _NOW, "look at the top card of a Contract deck"),
    "peek_private": _Word(Op.PEEK_PRIVATE, 1, 1, _NOW, "look at the Private Contracts of a rival"),
    "swap_contract": _Word(
        Op.SWAP_CONTRACT, 1, 1, _NOW, "discard a face-up Contract and turn up the next one of its deck there"
    ),
    "skill_upgrade": _Word(Op.SKILL_UPGRADE, 1, 1, _NOW, "add a Skill Upgrade without Builders"),
    "core_upgrade": _Word(Op.CORE_UPGRADE, 1, 1, _NOW, "add a Core Upgrade without Builders"),
    "draw_private": _Word(Op.DRAW_PRIVATE, 1, 1, _NOW, "draw a Private Contract"),
    "each_gold": _Word(Op.EACH_GOLD, -3, 3, _EVENT, "{x} {gains} {size} Gold", "who"),
    "each_fame": _Word(Op.EACH_FAME, -3, 3, _EVENT, "{x} {gains} {size} Fame", "who"),
    "trade": _Word(Op.TRADE, 1, 5, _EVENT, "each Guild may pay {n} Gold for {x} Fame", "for_fame"),
}

_BY_OP = {word.op: word for word in _WORDS.values()}
_EXTRAS: Mapping[str, tuple[str, ...]] = {"skill": ("any", *SKILLS), "deck": DECKS, "who": WHO}

#: Effects with a choice for their owner, and those that choose a rival, so that offers may be made (R-43).
CHOOSING = (
    Op.TAKE_GOLD,
    Op.GIVE_GOLD,
    Op.HARM,
    Op.PEEK_DECK,
    Op.PEEK_PRIVATE,
    Op.SWAP_CONTRACT,
    Op.SKILL_UPGRADE,
    Op.CORE_UPGRADE,
)
LOBBIED = (Op.TAKE_GOLD, Op.GIVE_GOLD, Op.HARM, Op.PEEK_PRIVATE)


def read_effect(entry: Entry, place: str, *other_keys: str) -> Effect:
    """Read the one effect in a table of a data file. `place` is plot, action, bonus, boon or event.

    >>> from guildhall.core.datafile import Spot
    >>> read_effect(Entry({"set_die": 4}, Spot("my.toml", "Lydia")), "action")
    Effect(op=<Op.SET_DIE: 1>, amount=4, detail=-1)
    """
    found = [key for key in entry.table if key in _WORDS]
    if len(found) != 1:
        entry.only(*_WORDS, *other_keys)
        raise entry.spot.wrong(f"must contain exactly one effect, found {len(found)}")
    word = _WORDS[found[0]]
    entry.only(found[0], *filter(None, [word.extra]), *other_keys)
    if place not in word.places:
        raise entry.spot.wrong(f"{found[0]} is not allowed in {_article(place)}, only in {' or '.join(word.places)}")
    amount = entry.number(found[0], least=word.least, most=word.most)
    if amount == 0:
        raise entry.spot.wrong(f"{found[0]} = 0 has no effect")
    return Effect(word.op, amount, _detail(entry, word))


def _article(place: str) -> str:
    return f"{'an' if place[0] in 'ae' else 'a'} {place}"


def _detail(entry: Entry, word: _Word) -> int:
    if not word.extra:
        return -1
    if word.extra == "for_fame":
        return entry.number("for_fame", most=5)
    words = _EXTRAS[word.extra]
    default = "any" if word.extra == "skill" else None
    number = words.index(entry.word(word.extra, *words, default=default))
    return number - 1 if word.extra == "skill" else number


def words_for(place: str) -> dict[str, tuple[int, int, str]]:
    """Return the words allowed in a place, each with its least and most amount and the key of its second number.

    >>> words_for("boon")["add_dice"]
    (1, 2, 'skill')
    """
    return {name: (word.least, word.most, word.extra) for name, word in _WORDS.items() if place in word.places}


def details_of(extra: str) -> tuple[str, ...]:
    """Return the words allowed for a second number, in order, or none for a plain number."""
    return _EXTRAS.get(extra, ())


def say(effect: Effect) -> str:
    """Return an effect as a sentence without its full stop.

    >>> say(Effect(Op.DECK_FAME, 1, 2))
    '1 more Fame for completing a Legendary Contract'
    """
    word = _BY_OP[effect.op]
    match word.extra:
        case "skill":
            shown = "any check" if effect.detail < 0 else f"a check of {SKILLS[effect.detail].capitalize()}"
        case "deck":
            shown = DECKS[effect.detail].capitalize()
        case "who":
            shown = ("each Guild", "each Guild with the most Fame", "each Guild with the least Fame")[effect.detail]
        case _:
            shown = str(effect.detail)
    return word.sentence.format(n=effect.amount, x=shown, **_forms(effect.amount))


_BRIEF: Mapping[Op, str] = {
    Op.SET_DIE: "set a die to {n}",
    Op.REROLL: "re-roll {n}",
    Op.ADD_DICE: "{signed} {dice}{x}",
    Op.ADD_RESULT: "{signed} to a check",
    Op.FACE_BONUS: "each {n} counts +1",
    Op.BUILDERS: "Builders {signed} Gold",
    Op.FREE_BUILDER: "first Builder free",
    Op.BIDS: "bids {signed} Gold",
    Op.TEAM_SIZE: "team 1: {signed}",
    Op.PENALTY: "penalty {signed}",
    Op.WANDER: "Wander {signed} Gold",
    Op.DECK_FAME: "{x}: {signed} Fame",
    Op.INCOME: "income {signed}",
    Op.TARGETS: "targets {signed}",
    Op.GOLD: "{signed} Gold",
    Op.FAME: "{signed} Fame",
    Op.TAKE_GOLD: "take {n} Gold",
    Op.GIVE_GOLD: "{n} Gold to a rival for Fame",
    Op.HARM: "a rival −{n} Fame",
    Op.PEEK_DECK: "look at a deck",
    Op.PEEK_PRIVATE: "look at Private",
    Op.SWAP_CONTRACT: "swap a Contract",
    Op.SKILL_UPGRADE: "a Skill Upgrade",
    Op.CORE_UPGRADE: "a Core Upgrade",
    Op.DRAW_PRIVATE: "a Private Contract",
    Op.EACH_GOLD: "{x} {signed} Gold",
    Op.EACH_FAME: "{x} {signed} Fame",
    Op.TRADE: "{n} Gold for {x} Fame",
}


def brief(effect: Effect) -> str:
    """Return an effect in a few words, for the face of a card.

    >>> brief(Effect(Op.INCOME, -1)), brief(Effect(Op.ADD_DICE, 2, 0)), brief(Effect(Op.EACH_GOLD, 1, 2))
    ('income −1', '+2 dice of Might', 'least Fame +1 Gold')
    """
    match _BY_OP[effect.op].extra:
        case "skill":
            shown = "" if effect.detail < 0 else f" of {SKILLS[effect.detail].capitalize()}"
        case "deck":
            shown = DECKS[effect.detail].capitalize()
        case "who":
            shown = ("all", "most Fame", "least Fame")[effect.detail]
        case _:
            shown = str(effect.detail)
    signed = f"{'+' if effect.amount > 0 else '−'}{abs(effect.amount)}"
    return _BRIEF[effect.op].format(n=effect.amount, x=shown, signed=signed, dice=_forms(effect.amount)["dice"])


def _forms(amount: int) -> dict[str, Any]:
    """The words of a sentence that depend on the amount and its sign."""
    is_one, is_more = amount == 1, amount > 0
    return {
        "size": abs(amount),
        "dice": "die" if is_one else "dice",
        "once": "one die" if is_one else f"up to {amount} dice, or one die up to {amount} times,",
        "more": "more" if is_more else "less",
        "higher": "higher" if is_more else "lower",
        "gains": "gains" if is_more else "loses",
    }
