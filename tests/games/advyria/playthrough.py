"""The games of Advyria that are written down.

`python -m tests.games.advyria.playthrough` writes all of them anew; read the difference before keeping it.
"""

from __future__ import annotations

from typing import Any

from tests.games.playthroughs import Playthroughs

__all__ = ["WRITTEN"]

GAMES: dict[str, dict[str, Any]] = {
    "solo": {"players": ["Ada"], "seed": 1},
    "two": {"players": ["Ada", "Bo"], "seed": 2},
    "three-german": {"players": ["Ada", "Bo", "Cy"], "lang": "de", "cards": "lean", "seed": 3},
    "four-simplified": {
        "players": ["Ada", "Bo", "Cy", "Di"],
        "no_actions": True,
        "no_finale": True,
        "only_adventures": True,
        "open_hands": True,
        "seed": 4,
    },
}
WRITTEN = Playthroughs("advyria", "Die Gilden von Advyria", GAMES, bot="memory", table_every=10)

if __name__ == "__main__":
    WRITTEN.write_all()
