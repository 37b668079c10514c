"""Random boards, adventures, Hero cards and decks for fuzzing.

>>> setup = random_setup(random.Random(7))
>>> setup["cards"], 1 <= setup["players"] <= 4
('random', True)
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Final

from .box import BASIC, COLOURS
from .packing import ADVENTURES, CARDS, FIELDS, HEROES
from .setup import LANGUAGES, SIMPLER

__all__ = ["random_setup"]

FILE: Final = "random.toml"
_SHOWN: Final = 3  # adventures on a Hero card
_FEWEST: Final = 6  # cards of a deck for each player
_WIDTH: Final = 8  # columns of the picture of a board


def random_setup(coin: random.Random) -> dict[str, Any]:
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


def _board(coin: random.Random, kinds: list[str]) -> Iterator[str]:
    """Fields in one piece: each lies next to one before it, and some next to others."""
    yield '[board]\ntitle = { en = "Random" }\n[board.fields]'
    for number, kind in enumerate(kinds):
        near = {coin.randrange(number)} if number else set()
        near |= {coin.randrange(len(kinds)) for _ in range(coin.choice((0, 0, 1, 3)))}
        at = [1 + number % _WIDTH, 1 + number // _WIDTH]
        yield f'f{number} = {{ kind = "{kind}", at = {at}, next = {json.dumps([f"f{other}" for other in near])} }}'


def _deck(coin: random.Random, players: int, adventures: int) -> Iterator[str]:
    """A deck between the fewest and the most cards."""
    copies = coin.choice((0, 1, 1, 2, 4))
    left = coin.randint(_FEWEST * players, CARDS) - copies * adventures
    yield f"[decks.random]\nadventure = {copies}"
    for place, kind in enumerate(BASIC):
        share = max(0, left) if place == len(BASIC) - 1 else coin.randint(0, max(0, left))
        yield f"{kind} = {min(share, 99)}"
        left -= min(share, 99)
