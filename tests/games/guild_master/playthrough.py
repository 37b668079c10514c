"""The games of Guild Master that are written down.

`python -m tests.games.guild_master.playthrough` writes all of them anew; read the difference before keeping it.
"""

from __future__ import annotations

from typing import Any

from tests.games.playthroughs import Playthroughs

__all__ = ["WRITTEN"]

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": ["Ada", "Bo"], "seed": 2},
    "three": {"players": ["Ada", "Bo", "Cy"], "teams": 2, "seed": 16},
    "four-short": {"players": ["Ada", "Bo", "Cy", "Di"], "short": True, "seed": 11},
}
WRITTEN = Playthroughs("guild-master", "Guild Master", GAMES, bot="odds", table_every=3)

if __name__ == "__main__":
    WRITTEN.write_all()
