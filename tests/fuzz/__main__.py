"""Try random inputs of every kind: `python -m tests.fuzz 1000 --game advyria`."""

from __future__ import annotations

import argparse
import sys

from guildhall.games import game_names, registration
from tests.fuzz.kinds import KINDS, fuzzers_of

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Try them, print a line for each kind and for each violation, and return 1 if something broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("n", type=int, nargs="?", default=1000, help="inputs of every kind (default: 1000)")
    parser.add_argument("--game", choices=game_names(), action="append", help="all games if not given")
    parser.add_argument("--kind", choices=KINDS, action="append", help="all kinds if not given")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600.0, help="limit for each kind (default: 600)")
    asked = parser.parse_args(arguments)
    broken = 0
    for game in asked.game or game_names():
        for kind, run in fuzzers_of(registration(game)).items():
            if asked.kind and kind not in asked.kind:
                continue
            found = run(asked.n, asked.seed, asked.seconds)
            print(f"{game}, {kind}: {found.count:,} of {asked.n:,} tried, {len(found.violations)} broken", flush=True)
            for violation in found.violations:
                print(f"BROKEN {violation}", flush=True)
            broken += len(found.violations)
            if found.was_stopped:
                return INTERRUPTED
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
