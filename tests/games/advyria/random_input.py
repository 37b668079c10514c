"""Random boards, adventures, Hero cards and decks, and positions drawn at random, for fuzzing.

>>> setup = random_setup(Random(7))
>>> setup["cards"], 1 <= setup["players"] <= 4
('random', True)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, Final

from guildhall.games.advyria.cards import BASIC, COLOURS
from guildhall.games.advyria.engine.state import START_LEVEL, TOP_LEVEL, TOP_LOSSES, Kind
from guildhall.games.advyria.reading import ADVENTURES, CARDS, FIELDS, HEROES
from guildhall.games.advyria.rules import AdvyriaRules
from guildhall.games.advyria.settings import LANGUAGES, SIMPLER

__all__ = ["random_position", "random_setup"]

FILE: Final = "random.toml"
_SHOWN: Final = 3  # adventures on a Hero card
_FEWEST: Final = 6  # cards of a deck for each player
_WIDTH: Final = 8  # columns of the picture of a board


def random_setup(coin: Random) -> dict[str, Any]:
    """The settings of a game with a box drawn at random."""
    players, adventures = coin.randint(1, 4), coin.randint(_SHOWN, ADVENTURES)
    quests = adventures + coin.randint(0, FIELDS - players - adventures)
    fields = ["quest"] * quests + ["guild"] * players
    fields += coin.choices(("guild", "plain"), k=coin.randint(0, FIELDS - len(fields)))
    coin.shuffle(fields)
    names = [f"Quest {number}" for number in range(1, adventures + 1)]
    lines = [*_board(coin, fields), f"[tiles]\ngold = {quests - adventures}"]
    lines += [f'[adventures."{name}"]\ncolour = "{coin.choice(COLOURS)}"' for name in names]
    for number in range(coin.randint(players, HEROES)):
        lines.append(f'[heroes."Hero {number}"]\nadventures = {json.dumps(coin.sample(names, _SHOWN))}')
    return {
        "players": players,
        "cards": "random",
        "lang": coin.choice(LANGUAGES),
        "turn_limit": coin.choice((20, 100, 300)),
        **{name: coin.random() < 0.3 for name in SIMPLER},
        "card_texts": ((FILE, "\n".join([*lines, *_deck(coin, players, adventures)])),),
    }


def _board(coin: Random, kinds: list[str]) -> Iterator[str]:
    """Fields in one piece: each lies next to one before it, and some next to others."""
    yield '[board]\ntitle = { en = "Random" }\n[board.fields]'
    for number, kind in enumerate(kinds):
        near = {coin.randrange(number)} if number else set()
        near |= {coin.randrange(len(kinds)) for _ in range(coin.choice((0, 0, 1, 3)))}
        at = [1 + number % _WIDTH, 1 + number // _WIDTH]
        yield f'f{number} = {{ kind = "{kind}", at = {at}, next = {json.dumps([f"f{other}" for other in near])} }}'


def _deck(coin: Random, players: int, adventures: int) -> Iterator[str]:
    """A deck between the fewest and the most cards."""
    copies = coin.choice((0, 1, 1, 2, 4))
    left = coin.randint(_FEWEST * players, CARDS) - copies * adventures
    yield f"[decks.random]\nadventure = {copies}"
    for place, kind in enumerate(BASIC):
        share = max(0, left) if place == len(BASIC) - 1 else coin.randint(0, max(0, left))
        yield f"{kind} = {min(share, 99)}"
        left -= min(share, 99)


@lru_cache(maxsize=64)
def _rules(**options: Any) -> AdvyriaRules:
    return AdvyriaRules.of(**options)


def random_position(coin: Random) -> dict[str, Any]:
    """Arguments of `gh.position`, most of which can be laid."""
    players = coin.randint(1, 4)
    options = {"cards": coin.choice(("standard", "lean")), **{name: True for name in SIMPLER if coin.random() < 0.1}}
    rules = _rules(players=players, **options)
    names, box = rules.names, rules.box
    copies = rules.compiled[0]["copies"]
    adventures = coin.sample(names.adventures, k=len(names.adventures))
    cards = [names.kinds[kind] for kind in range(Kind.ADVENTURE) for _ in range(int(copies[kind]))]
    coin.shuffle(cards)

    def some(things: list[Any], most: int) -> list[Any]:
        n = min(coin.randint(0, most), len(things))
        return [things.pop() for _ in range(n)]

    fields = coin.sample(names.fields, k=len(names.fields))
    quests = [names.fields[field] for field in box.board.of_kind("quest")]
    seats = range(players)
    given = {
        "hands": [some(cards, START_LEVEL) for _ in seats],
        "figures": [fields.pop() for _ in seats],
        "villages": [coin.choice((0, 0, 1, 2)) for _ in seats],
        "gold": [coin.choice((0, 0, 1, 2)) for _ in seats],
        "adventures": [some(adventures, 2) for _ in seats],
        "levels": [coin.randint(START_LEVEL, TOP_LEVEL) for _ in seats],
        "losses": [coin.randint(0, TOP_LOSSES) for _ in seats],
        "tiles": {quest: coin.choice((None, None, None, "Gold")) for quest in coin.sample(quests, k=len(quests) // 2)},
        "discard": some(cards, 20),
        "deck": some(cards, 30),
        "refills": coin.choice((0, 1)),
        "finale": coin.random() < 0.3 and "no_finale" not in options,
        "to_play": coin.randrange(players),
    }
    kept = {name for name in given if name == "hands" or coin.random() < 0.6}
    return {**options, **{name: given[name] for name in given if name in kept}}
