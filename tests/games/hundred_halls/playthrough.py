"""The games of the Hundred Halls that are written down.

`python -m tests.games.hundred_halls.playthrough` writes all of them anew; read the difference before keeping it.
"""

from __future__ import annotations

from typing import Any

from tests.games.playthroughs import Playthroughs

__all__ = ["WRITTEN"]

GAMES: dict[str, dict[str, Any]] = {
    "solo": {"party": ["Zayn"], "seed": 2},
    "two": {"party": ["Aurie", "Zayn"], "head_start": True, "order": [1, 0], "seed": 5},
    "three": {"party": ["Claire", "Ivan", "Alex"], "scenario": "Citadel of Broken Dreams", "realm": "Danir", "seed": 3},
    "four": {
        "players": ["Ada", "Bo", "Cy", "Di"],
        "party": ["Aurie", "Zayn", "Pax", "Nandi"],
        "scenario": "Black Council",
        "realm": "Montanhas",
        "seed": 4,
    },
    "armory": {"party": ["Pax"], "scenario": "Black Council", "armory": True, "seed": 6},
    "campaign": {"party": ["Nandi"], "campaign": True, "defeat_limit": 2, "seed": 10},
}
WRITTEN = Playthroughs("hundred-halls", "Battle for the Hundred Halls", GAMES, bot="greedy", table_every=3)

if __name__ == "__main__":
    WRITTEN.write_all()
