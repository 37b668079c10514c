"""The command line of the benchmarks."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

PARTS = ("speed", "start", "peers", "odds", "lanes")
ON_REQUEST = ("simulate", "strength", "review", "halls", "choices", "against")  # take minutes, or change seldom
_EXAMPLES = """examples:
  python -m benchmarks
  python -m benchmarks speed --rounds 9
  python -m benchmarks peers --peers-python other/bin/python --json figures.json
  python -m benchmarks lanes
  python -m benchmarks simulate --games 1000000 --threads 2
  python -m benchmarks simulate --games 20000 --compare
  python -m benchmarks strength --each 400 --only old-world
  python -m benchmarks strength --each 0 --pairs 10000
  python -m benchmarks review --each 100
  python -m benchmarks halls --each 2000 --bot team
  python -m benchmarks halls --campaigns 200
  python -m benchmarks choices --each 30
  python -m benchmarks against --checkout ../before --rounds 15 --seconds 0.2 --only hundred-halls
"""


def parser() -> argparse.ArgumentParser:
    """Build the command-line parser."""
    asked = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure how fast the game plays and starts, beside other engines.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = "|".join((*PARTS, *ON_REQUEST))
    asked.add_argument("parts", nargs="*", metavar=names, help="what to measure (default: all that take no minutes)")
    asked.add_argument("--rounds", type=_at_least_one, default=5, help="interleaved rounds (default 5)")
    asked.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per workload and round (default 0.5)")
    asked.add_argument("--cold-rounds", type=_at_least_one, default=1, help="starts with nothing compiled (default 1)")
    asked.add_argument(
        "--peers-python", default=sys.executable, metavar="PATH", help="interpreter with the extra [bench]"
    )
    many = asked.add_argument_group("simulate")
    many.add_argument("--games", type=_at_least_one, default=1_000_000, help="number of games (default 1000000)")
    many.add_argument("--threads", type=_at_least_one, help="default: all cores")
    many.add_argument("--events", action="store_true", help="record events too")
    many.add_argument("--compare", action="store_true", help="play the games in every way and compare the frames")
    strong = asked.add_argument_group("strength, review, halls, choices")
    strong.add_argument("--each", type=int, default=20, help="games per match, cell or review (default 20)")
    strong.add_argument("--bot", default="team", help="the bot in the table of win rates (default team)")
    strong.add_argument("--campaigns", type=_at_least_one, metavar="N", help="halls: N campaigns with each character")
    strong.add_argument("--pairs", type=int, default=300, help="pairs of worlds to compare decisions in (default 300)")
    asked.add_argument("--only", default="", metavar="TEXT", help="only matches or runs whose name contains TEXT")
    asked.add_argument("--checkout", type=Path, metavar="FOLDER", help="against: another checkout of this project")
    asked.add_argument("--json", type=Path, metavar="FILE", help="also write all figures of all rounds to FILE")
    return asked


def _at_least_one(text: str) -> int:
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def machine() -> dict[str, Any]:
    """Describe the machine and the versions measured on."""
    tools = {name: version(name) for name in ("numba", "numpy")}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "python": platform.python_version(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        **tools,
        "load": load,
    }


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """Run the requested parts, importing only those so that `start` compiles nothing on the way."""
    found: dict[str, Any] = {"machine": machine()}
    print(", ".join(f"{name} {value}" for name, value in found["machine"].items()))
    parts = asked.parts or PARTS
    if "start" in parts:
        from .start import measure_start

        found |= measure_start(asked.rounds, asked.cold_rounds)
    if "speed" in parts:
        from .speed import measure_speed

        found |= measure_speed(asked.rounds, asked.seconds)
    if "peers" in parts:
        from .peers import measure_peers

        found |= measure_peers(asked.rounds, asked.seconds, asked.peers_python)
    if "odds" in parts:
        from .odds import measure_odds

        found |= measure_odds(asked.rounds, asked.seconds, asked.peers_python)
    if "lanes" in parts:
        from .lanes import measure_lanes

        found |= measure_lanes(asked.rounds, asked.seconds)
    if "choices" in parts:
        from .choices import measure_choices

        found |= measure_choices(asked.each)
    if "simulate" in parts:
        found |= _simulate(asked)
    if "strength" in parts:
        from .strength import measure_strength

        found |= measure_strength(asked.each, asked.pairs, asked.only)
    if "review" in parts:
        from .review import measure_review

        found |= measure_review(asked.each)
    if "against" in parts:
        from .against import measure_against

        found |= measure_against(asked.checkout, asked.rounds, asked.seconds, asked.only)
    if "halls" in parts:
        from .halls import measure_halls, measure_solo

        found |= measure_solo(asked.campaigns, asked.bot) if asked.campaigns else measure_halls(asked.each, asked.bot)
    return found


def _simulate(asked: argparse.Namespace) -> dict[str, Any]:
    if asked.compare:
        from .ways import compare_ways

        return compare_ways(asked.games)
    from .simulate import measure_simulate

    return measure_simulate(asked.games, asked.threads, events=asked.events)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write the JSON file."""
    asks = parser()
    asked = asks.parse_args(arguments)
    if unknown := set(asked.parts) - {*PARTS, *ON_REQUEST}:
        known = ", ".join((*PARTS, *ON_REQUEST))
        asks.error(f"unknown part: {', '.join(sorted(unknown))} (choose from {known})")
    if "against" in asked.parts and not (asked.checkout and (asked.checkout / "guildhall").is_dir()):
        asks.error("against needs --checkout with the folder of another checkout")
    found = measure(asked)
    if asked.json:
        from guildhall.core import files

        files.write(asked.json, json.dumps(found, indent=1, ensure_ascii=False).encode() + b"\n")
    return 0 if found.get("same", True) else 1


if __name__ == "__main__":
    sys.exit(main())
