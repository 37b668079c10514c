"""Decks of random own cards, with every construct of the card language, and positions drawn at random, for fuzzing.

>>> setup = random_setup(Random(7))
>>> setup["players"] in (2, 3, 4), "archetype" in dict(setup["card_texts"])["random.toml"]
(True, True)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from random import Random
from typing import Any, Final

from guildhall.core.datafile import Spot
from guildhall.core.errors import BadCardFile
from guildhall.games.guildhall.engine.state import COLOURS, MASTER, ROW
from guildhall.games.guildhall.language import ARCHETYPES, MOST_CARDS, TIER_NUMBERS, Amount, Place
from guildhall.games.guildhall.reading import MOST_COST
from guildhall.games.guildhall.rules import GuildhallRules
from guildhall.games.guildhall.spelling import read_effects

__all__ = ["random_position", "random_setup"]

Table = dict[str, Any]

FILE: Final = "random.toml"
_TRIES: Final = 12  # effects drawn for a place in a tier until one makes sense there
_NUMBERS: Final = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, MOST_CARDS)  # small ones more often, so that tiers can be used
_OWNERS: Final = (Place.OWNERS_HAND, Place.OWNERS_AREA)
_SOURCES: Final = tuple(place for place in Place if place not in _OWNERS)
_MINE: Final = (Place.MY_HAND, Place.MY_HALL, Place.MY_AREA)
_OTHERS: Final = (Place.ANOTHER_HAND, Place.ANOTHER_HALL, Place.ANOTHER_AREA)
_TARGETS: Final = (*_MINE, *_OTHERS, *_OWNERS, Place.DISCARD_PILE)
_HIDDEN: Final = (Place.DECK, Place.ANOTHER_HAND, Place.EACH_OTHER_HAND)


def random_setup(coin: Random) -> dict[str, Any]:
    """The settings of a game with cards drawn at random."""
    one_each = coin.random() < 0.3  # one profession of an archetype, as Masters want it
    number = len(ARCHETYPES) if one_each else coin.choice((3, 3, 4, 4, 6, 6, 12, 24))
    names = [f"Craft {each}" for each in range(1, number + 1)]
    archetypes = list(ARCHETYPES) if one_each else coin.choices(ARCHETYPES, k=number)
    saga = coin.choice((None, None, "mega"))
    vp = {f"{coin.randrange(8)} deed {number}": coin.randint(1, 10) for number in range(1, coin.randint(1, 10) + 1)}
    lines = [*_professions(coin, names, archetypes), *_masters(coin), *_houses(coin), *_vp(coin, vp)]
    return {
        "cards": tuple(names),
        "saga": saga,
        "masters": coin.random() < 0.5 and (saga == "mega" or one_each),
        "houses": coin.random() < 0.5,
        "vp": {name: max(copies, 5) for name, copies in vp.items()},
        "players": coin.randint(2, 4),
        "rules": coin.choice(("advanced", "basic")),
        "reshuffle_keeps_top": coin.random() < 0.5,
        "target": coin.choice((20, 60, 1000)),
        "turn_limit": coin.choice((30, 100, 300)),
        "card_texts": ((FILE, "\n".join(lines)),),
    }


# --- Cards ---


def _professions(coin: Random, names: list[str], archetypes: list[str]) -> Iterator[str]:
    for name, archetype in zip(names, archetypes, strict=True):
        yield f'[{json.dumps(name)}]\narchetype = "{archetype}"'
        yield from _tiers(coin)


def _tiers(coin: Random) -> Iterator[str]:
    """Some tiers, the lowest always: it is used most."""
    for number in TIER_NUMBERS:
        if number == 0 or coin.random() < 0.5:
            yield f"tier.{number} = {_effects(coin)}"


def _masters(coin: Random) -> Iterator[str]:
    for archetype in ARCHETYPES if coin.random() < 0.5 else ():
        yield f'[masters."Head {archetype}"]\narchetype = "{archetype}"'
        yield from _tiers(coin)


def _houses(coin: Random) -> Iterator[str]:
    for house in ("Journeyman House", "Pilgrim House") if coin.random() < 0.5 else ():
        yield f'[houses."{house}"]\neffects = {_effects(coin, of_a_chapter=False)}'


def _vp(coin: Random, names: Mapping[str, int]) -> Iterator[str]:
    for name in names:
        yield f'[vp."{name}"]\npoints = {name.split()[0]}\ncost = {coin.randint(1, MOST_COST)}\ncopies = 5'
        if coin.random() < 0.7:
            yield f"effects = {_effects(coin, of_a_chapter=False)}"


# --- Effects ---


def _effects(coin: Random, *, of_a_chapter: bool = True) -> str:
    """One to four effects that make sense together, as a card file spells them."""
    chosen: list[Table] = []
    for _ in range(coin.choice((1, 1, 2, 2, 3, 4))):
        draw_one = _VERBS[coin.choices(tuple(_VERBS), _SHARES)[0]]
        if chosen and "look" in chosen[-1] and coin.random() < 0.7:
            draw_one = partial(_use_look, look=chosen[-1])
        tried = ([*chosen, draw_one(coin)] for _ in range(_TRIES))
        chosen = next((each for each in tried if _makes_sense(each, of_a_chapter=of_a_chapter)), chosen)
    return f"[{', '.join(map(_spelled, chosen or [{'draw': 1}]))}]"


def _makes_sense(effects: list[Table], *, of_a_chapter: bool) -> bool:
    try:
        read_effects(effects, Spot(FILE), of_a_chapter=of_a_chapter)
    except BadCardFile:
        return False
    return True


def _spelled(effect: Table) -> str:
    return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in effect.items()) + " }"


def _number(coin: Random, *words: Amount) -> int | str:
    """A number, or one of some words."""
    return coin.choice(words).value if words and coin.random() < 0.3 else coin.choice(_NUMBERS)


def _move(coin: Random, verb: str, target: Place | None = None, source: Place | None = None) -> Table:
    """Cards from somewhere to somewhere; what hardly ever makes sense is hardly ever drawn."""
    source = source or coin.choice(_SOURCES)
    move: Table = {verb: _amount(coin, source), "from": source.value}
    if target is None:
        target = coin.choice(_TARGETS)
        move["to"] = target.value
    if source.is_hand and source is not Place.MY_HAND and coin.random() < 0.7:
        move["chosen"] = "random"
    if source.is_hall and coin.random() < 0.3:
        move["different_chapters"] = True
    if target.is_hall and coin.random() < 0.4:
        move["duplicates"] = "never"
    return move


def _amount(coin: Random, source: Place) -> int | str:
    if source in (Place.TOP_OF_DISCARD, Place.VP_ROW):
        return 1
    words = (Amount.ANY, Amount.A_CHAPTER) if source in (Place.MY_HAND, Place.MY_HALL, Place.ANOTHER_HALL) else ()
    return _number(coin, *words)


def _swap(coin: Random) -> Table:
    amount = _number(coin, Amount.A_CHAPTER, Amount.ALL)
    mine, theirs = coin.choice(_MINE), coin.choice(_SOURCES)
    if amount == Amount.ALL:
        mine, theirs = Place.MY_AREA, Place.ANOTHER_AREA
    swap: Table = {"swap": amount, "from": mine.value, "with": theirs.value}
    if coin.random() < 0.2:
        swap["for"] = coin.choice(_NUMBERS)
    if coin.random() < 0.3:
        swap["duplicates"] = "never"
    return swap


def _gain(coin: Random) -> Table:
    amounts = (Amount.CHAPTER_SIZE, Amount.COMPLETED_CHAPTERS, Amount.LARGE_CHAPTERS)
    condition = {"if": "another player has more VP"} if coin.random() < 0.3 else {}
    return {"gain": _number(coin, *amounts), **condition}


def _look(coin: Random) -> Table:
    place = coin.choice(_HIDDEN)
    return {"look": _number(coin, Amount.ALL) if place is Place.DECK else "all", "at": place.value}


def _use_look(coin: Random, look: Table) -> Table:
    """Cards of those just looked at."""
    if look["at"] != Place.DECK:
        return _move(coin, "take", source=Place(look["at"]))
    return _move(coin, "take", source=Place.SEARCHED_DECK if look["look"] == "all" else Place.LOOKED_AT)


_VERBS: Final[Mapping[str, Callable[[Random], Table]]] = {
    "place": lambda coin: _move(coin, "place", Place.MY_HALL),
    "take": lambda coin: _move(coin, "take"),
    "discard": lambda coin: _move(coin, "discard", Place.DISCARD_PILE),
    "give": lambda coin: _move(coin, "give"),
    "swap": _swap,
    "draw": lambda coin: {"draw": _number(coin, Amount.CHAPTER_SIZE)},
    "gain": _gain,
    "steal": lambda coin: {"steal": coin.choice(_NUMBERS), "from": "another player"},
    "lose": lambda coin: {"lose": coin.choice(_NUMBERS), "who": "another player"},
    "another_action": lambda coin: {"another_action": coin.choice(_NUMBERS)},
    "look": lambda coin: _look(coin),
}
_SHARES: Final = [4 if verb in ("place", "take", "discard", "give", "swap") else 1 for verb in _VERBS]

# --- Positions ---

_SETS: Final = ("old-world", "new-empire", "job-faire", "fellowship", "coalition")


@lru_cache(maxsize=64)
def _rules(**options: Any) -> GuildhallRules:
    return GuildhallRules.of(**options)


def random_position(coin: Random) -> dict[str, Any]:
    """Arguments of `gh.position`, most of which can be laid."""
    players = coin.randint(2, 4)
    options = {
        "cards": coin.choice(_SETS),
        "masters": coin.random() < 0.3,
        "houses": coin.random() < 0.3,
        "rules": coin.choice(("advanced", "advanced", "basic")),
    }
    pool = _Pool(_rules(players=players, **options), coin)
    seats = range(players)
    given = {
        "halls": [pool.hall() for _ in seats],
        "completed": [pool.chapters(coin.choice((0, 0, 0, 1, 2))) for _ in seats],
        "hands": [pool.cards(coin.randint(0, 8)) for _ in seats],
        "areas": [pool.cards(coin.randint(0, 3)) + pool.vp(coin.choice((0, 0, 1))) for _ in seats],
        "tokens": [coin.randint(0, 25) for _ in seats],
        "vp_cards": [pool.vp(coin.choice((0, 0, 1, 2))) for _ in seats],
        "discard": pool.cards(coin.randint(0, 20)),
        "deck": pool.cards(coin.randint(0, 30)),
        "vp_row": [*pool.vp(coin.randint(0, ROW - 1)), None],
        "vp_deck": pool.vp(coin.randint(0, 6)),
        "to_play": coin.randrange(players),
        "actions": coin.choice((1, 2, 2, 2, 5)),
    }
    kept = {name for name in given if name == "halls" or coin.random() < 0.6}
    return {**options, **{name: given[name] for name in given if name in kept}}


class _Pool:
    """The cards of a deck in an order drawn at random, taken one after the other."""

    def __init__(self, rules: GuildhallRules, coin: Random) -> None:
        copies = rules.compiled[0]["copies"]
        self.names, self.coin = rules.names, coin
        self._kinds = self._shuffled(kind for kind in range(len(self.names.kinds)) for _ in range(int(copies[kind])))
        self._vp = self._shuffled(card.name for card, copies in rules.deck.vp for _ in range(copies))

    def _shuffled(self, things: Iterable[Any]) -> list[Any]:
        listed = list(things)
        self.coin.shuffle(listed)
        return listed

    def cards(self, n: int) -> list[str]:
        """So many cards."""
        taken, self._kinds = self._kinds[:n], self._kinds[n:]
        return [self.names.kinds[kind] for kind in taken]

    def vp(self, n: int) -> list[str]:
        """So many VP cards."""
        taken, self._vp = self._vp[:n], self._vp[n:]
        return taken

    def chapters(self, n: int) -> list[str]:
        """So many chapters, as if they were completed."""
        return self.coin.sample(self.names.chapters, n)

    def hall(self) -> dict[str, list[str]]:
        """Some chapters with a few colours each."""
        names = self.names
        hall: dict[str, list[str]] = {}
        for kind in [
            kind for kind in self._kinds[: self.coin.choice((0, 3, 6, 12))] if names.colour_of(kind) != MASTER
        ]:
            chapter = hall.setdefault(names.chapters[names.chapter_of(kind)], [])
            card = names.in_hall(kind)
            if card in COLOURS and card not in chapter and len(chapter) < len(COLOURS) - 1:
                chapter.append(card)
                self._kinds.remove(kind)
        return hall
