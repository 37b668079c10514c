"""Soak the games of the kit in all the ways to play that their tests list: `python -m tests.soak 1000000`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Final

from guildhall.testing import Soak
from tests.games.advyria.soak import SOAK as ADVYRIA
from tests.games.guild_master.soak import SOAK as GUILD_MASTER
from tests.games.guildhall.soak import SOAK as GUILDHALL
from tests.games.hundred_halls.soak import SOAK as HUNDRED_HALLS

SOAKS: Final[Mapping[str, Soak]] = {
    "guildhall": GUILDHALL,
    "advyria": ADVYRIA,
    "guild-master": GUILD_MASTER,
    "hundred-halls": HUNDRED_HALLS,
}
INTERRUPTED = 130
_PLAIN_SHARE: Final = 100  # one decision in so many is played again in plain Python


def main(arguments: list[str] | None = None) -> int:
    """Soak them, print the reports, and return 1 if a law was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("decisions", type=int, nargs="?", default=1_000_000, help="of each game (default: 1000000)")
    parser.add_argument("--game", choices=SOAKS, action="append", help="all games if not given")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    is_ok = True
    for game in asked.game or SOAKS:
        for run, share in ((SOAKS[game].run, 1), (SOAKS[game].compare_plain, _PLAIN_SHARE)):
            report = run(max(1, asked.decisions // share), asked.seed)
            print(f"{game}{', compared with plain Python' if share > 1 else ''}: {report}", flush=True)
            is_ok = is_ok and report.ok
            if report.ok and report.decisions < report.asked:
                return INTERRUPTED
    return 0 if is_ok else 1


if __name__ == "__main__":
    sys.exit(main())
