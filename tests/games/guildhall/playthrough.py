"""Golden playthroughs: whole games as text that a reader of the rule book can follow.

`python -m tests.games.guildhall.playthrough` writes all of them anew; read the difference before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import guildhall as gh
from guildhall.core.decision import Decision, Event
from guildhall.core.game import Game
from guildhall.kernel.chance import below, generator

FOLDER = Path(__file__).resolve().parents[2] / "playthroughs"
IN_FULL = 80  # plies that are told with all options and events
TABLE_EVERY = 25  # turns between two tables after that
TOLD = {"complete", "tokens", "shuffle", "look"}  # events that are told after that

EDITIONS = ["fellowship", "alliance", "coalition", "gathering"]
GAMES: dict[str, dict[str, Any]] = {
    "old-world": {"cards": "old-world", "players": ["Ada", "Bo", "Cy"], "seed": 1},
    "job-faire": {"cards": "job-faire", "players": ["Ada", "Bo"], "seed": 2},
    "new-empire": {"cards": "new-empire", "players": ["Ada", "Bo"], "seed": 3},
    "fellowship": {"cards": "fellowship", "players": ["Ada", "Bo", "Cy"], "seed": 4},
    "alliance": {"cards": "alliance", "players": ["Ada", "Bo", "Cy", "Di"], "seed": 5},
    "coalition": {"cards": "coalition", "players": ["Ada", "Bo"], "rules": "basic", "seed": 6},
    "gathering": {"cards": "gathering", "players": ["Ada", "Bo", "Cy"], "reshuffle_keeps_top": True, "seed": 7},
    "masters-and-houses": {"cards": "old-world", "players": 2, "masters": True, "houses": True, "seed": 8},
    "mega-saga": {"cards": EDITIONS, "saga": "mega", "players": 3, "masters": True, "houses": True, "seed": 9},
    "super-sized-saga": {"cards": EDITIONS[:2], "saga": "super", "players": 2, "target": 15, "seed": 10},
}


def play_through(name: str) -> str:
    """The text of a game: even choices from the seed, told in full at first and then in one line a ply."""
    options = GAMES[name]
    game, coins = gh.new_game("guildhall", **options), generator(options["seed"], 1)
    lines = [f"Guildhall, {', '.join(f'{key} {value}' for key, value in options.items())}"]
    turn = -1
    while not game.over:
        turn_no = game.table.turn_no
        if turn_no != turn and (game.ply < IN_FULL or turn_no % TABLE_EVERY == 0):
            lines += ["", *_table(game)]
        turn = turn_no
        lines += _ply(game, game.options[below(coins, len(game.options))].id)
    lines += ["", *_table(game), "", str(game.decision), _result(game)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _table(game: Game) -> list[str]:
    text = game.rules.text(game.table, None).splitlines()
    return [line for line in text if not line.startswith("stand-ins")]


def _ply(game: Game, option: int) -> Iterator[str]:
    decision, ply = game.decision, game.ply + 1
    events = game.play(option)
    chosen = next(each.phrase for each in decision.options if each.id == option)
    if ply <= IN_FULL:
        yield from _in_full(ply, decision, chosen, events)
    else:
        told = "".join(f" · {event}" for event in events if event.kind in TOLD)
        yield f"{ply:>4} {game.rules.seats[decision.seat]}: {chosen}{told}"


def _in_full(ply: int, decision: Decision, chosen: str, events: tuple[Event, ...]) -> Iterator[str]:
    yield ""
    yield f"{ply:>4} {decision.prompt} [{decision.kind}]"
    yield f"     may: {', '.join(decision.phrases)}"
    yield f"     does: {chosen}"
    for event in events:
        yield f"     - {event}"


def _result(game: Game) -> str:
    return f"{game.ply} plies, {game.outcome}"


def write_all() -> None:
    """Write every playthrough anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(play_through(name), encoding="utf-8")


if __name__ == "__main__":
    write_all()
