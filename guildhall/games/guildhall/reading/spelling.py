"""How effects are spelled in card files: inline tables with one verb each.

    { place = 2, from = "my hand" }                           { draw = 3 }
    { take = 1, from = "my hall", to = "my hand" }            { gain = 1, if = "another player has more VP" }
    { discard = 1, from = "another hand", chosen = "random" } { steal = 1, from = "another player" }
    { give = 1, from = "my hall", to = "another hall" }       { lose = 1, who = "another player" }
    { swap = 1, from = "my hall", with = "another hall" }     { another_action = 1 }
    { look = 3, at = "deck" }

>>> read_effects([{"place": 1, "from": "my hal"}], Spot("my.toml", "Monk", 0))
Traceback (most recent call last):
guildhall.core.errors.BadCardFile: my.toml, Monk, tier 0: unknown place 'my hal'; did you mean 'my hall'?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from reprlib import repr as short
from typing import Final

from guildhall.core.datafile import Entry, Spot
from guildhall.games.guildhall import language
from guildhall.games.guildhall.language import MOST_CARDS, Amount, Chosen, Effect, Effects, Place
from guildhall.games.guildhall.reading.sense import nonsense

__all__ = ["VERBS", "CardEntry", "read_effects"]


class CardEntry(Entry):
    """One table of a card file."""

    def count(self, key: str) -> int:
        """A number of cards."""
        return self.number(key, most=MOST_CARDS)

    def choice(self, key: str, *words: str) -> str:
        """One of a few words; the first if not given."""
        return self.word(key, *words, default=words[0])

    def amount(self, key: str, *named: Amount) -> int | Amount:
        """A whole number, or one of the named amounts."""
        value = self.table.get(key)
        if named and isinstance(value, str):
            return Amount(self.spot.known(value, named, f"amount for '{key}':"))
        return self.count(key)

    def place(self, key: str) -> Place:
        """The name of a place."""
        if key not in self.table:
            raise self.spot.wrong(f"'{key}' is missing; it names a place, like {Place.MY_HAND.value!r}")
        return Place(self.spot.known(self.table[key], Place, "place"))


ANOTHER_PLAYER: Final = "another player"
ALWAYS: Final = "always"
BEHIND: Final = "another player has more VP"


def _move(entry: CardEntry, verb: str, source: Place, target: Place) -> language.Move:
    return language.Move(
        amount=entry.amount(verb, Amount.ANY, Amount.A_CHAPTER),
        source=source,
        target=target,
        chosen=Chosen(entry.choice("chosen", *Chosen)),
        different_chapters=entry.flag("different_chapters"),
        never_duplicates=_never_duplicates(entry),
    )


def _never_duplicates(entry: CardEntry) -> bool:
    return entry.choice("duplicates", "by rule", "never") == "never"


MOVE_KEYS: Final = ("chosen", "different_chapters", "duplicates")


def _place(entry: CardEntry) -> language.Move:
    entry.only("place", "from", *MOVE_KEYS)
    return _move(entry, "place", entry.place("from"), Place.MY_HALL)


def _discard(entry: CardEntry) -> language.Move:
    entry.only("discard", "from", *MOVE_KEYS)
    return _move(entry, "discard", entry.place("from"), Place.DISCARD_PILE)


def _take(entry: CardEntry) -> language.Move:
    entry.only("take", "from", "to", *MOVE_KEYS)
    return _move(entry, "take", entry.place("from"), entry.place("to"))


def _give(entry: CardEntry) -> language.Move:
    entry.only("give", "from", "to", *MOVE_KEYS)
    return _move(entry, "give", entry.place("from"), entry.place("to"))


def _swap(entry: CardEntry) -> language.Swap:
    entry.only("swap", "from", "with", "for", "duplicates")
    return language.Swap(
        amount=entry.amount("swap", Amount.A_CHAPTER, Amount.ALL),
        source=entry.place("from"),
        with_=entry.place("with"),
        for_=entry.count("for") if entry.has("for") else None,
        never_duplicates=_never_duplicates(entry),
    )


def _draw(entry: CardEntry) -> language.Draw:
    entry.only("draw")
    return language.Draw(entry.amount("draw", Amount.CHAPTER_SIZE))


def _gain(entry: CardEntry) -> language.Gain:
    entry.only("gain", "if")
    named = (Amount.CHAPTER_SIZE, Amount.COMPLETED_CHAPTERS, Amount.LARGE_CHAPTERS)
    return language.Gain(entry.amount("gain", *named), if_behind=entry.choice("if", ALWAYS, BEHIND) == BEHIND)


def _steal(entry: CardEntry) -> language.Steal:
    entry.only("steal", "from")
    entry.choice("from", ANOTHER_PLAYER)
    return language.Steal(entry.count("steal"))


def _lose(entry: CardEntry) -> language.Lose:
    entry.only("lose", "who")
    entry.choice("who", ANOTHER_PLAYER)
    return language.Lose(entry.count("lose"))


def _another_action(entry: CardEntry) -> language.Action:
    entry.only("another_action")
    return language.Action(entry.count("another_action"))


def _look(entry: CardEntry) -> language.Look:
    entry.only("look", "at")
    return language.Look(entry.amount("look", Amount.ALL), entry.place("at"))


VERBS: Final[Mapping[str, Callable[[CardEntry], Effect]]] = {
    "place": _place,
    "take": _take,
    "discard": _discard,
    "give": _give,
    "swap": _swap,
    "draw": _draw,
    "gain": _gain,
    "steal": _steal,
    "lose": _lose,
    "another_action": _another_action,
    "look": _look,
}

# Every key that is not a verb, so that a misspelled verb is told from a misspelled key.
OTHER_KEYS: Final = frozenset({"from", "to", "with", "for", "if", "who", "at", *MOVE_KEYS})


def read_effects(tables: object, spot: Spot, *, of_a_chapter: bool = True) -> Effects:
    """The effects of a tier, VP card or House, in printed order.

    `of_a_chapter` is false for VP cards and Houses, which lie in no chapter that could be counted.
    """
    if not isinstance(tables, list):
        raise spot.wrong(f"effects are a list of tables in [ ], not {short(tables)}")
    effects = tuple(_read_effect(table, spot) for table in tables)
    problem = nonsense(effects, of_a_chapter=of_a_chapter)
    if problem is not None:
        raise spot.wrong(problem)
    return effects


def _read_effect(table: object, spot: Spot) -> Effect:
    if not isinstance(table, dict):
        raise spot.wrong(f"an effect is a table like {{ draw = 2 }}, not {short(table)}")
    return VERBS[_verb(table, spot)](CardEntry(table, spot))


def _verb(table: Mapping[str, object], spot: Spot) -> str:
    """The one verb of an effect's table."""
    verbs = [key for key in table if key in VERBS]
    if len(verbs) == 1:
        return verbs[0]
    if verbs:
        raise spot.wrong(f"one effect has one verb, not {' and '.join(verbs)}; write two tables")
    strange = [key for key in table if key not in OTHER_KEYS]
    if not strange:
        raise spot.wrong(f"an effect needs a verb: {', '.join(VERBS)}")
    return spot.known(strange[0], VERBS, "verb")
