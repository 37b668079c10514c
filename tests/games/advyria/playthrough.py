"""Golden playthroughs: whole games as text that a reader of the rule book can follow.

`python -m tests.games.advyria.playthrough` writes all of them anew; read the difference before keeping it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import guildhall as gh
from guildhall.core.game import Game
from guildhall.kernel.chance import below, generator

__all__ = ["FOLDER", "GAMES", "play_through"]

FOLDER = Path(__file__).resolve().parents[2] / "playthroughs" / "advyria"
TABLE_EVERY = 10  # turns between two tables
SURE = 4  # of five choices the bot takes so many, chance the fifth: so that everything happens

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


def play_through(name: str) -> str:
    """The text of a game between bots that sometimes choose evenly."""
    options = GAMES[name]
    game, coins = gh.new_game("advyria", **options), generator(options["seed"], 9)
    lines = [f"Die Gilden von Advyria, {', '.join(f'{key} {value}' for key, value in options.items())}"]
    turn = -1
    while not game.over:
        turn_no = game.table.turn_no
        if turn_no != turn and turn_no % TABLE_EVERY == 0:
            lines += ["", *game.rules.text(game.table, None).splitlines(), ""]
        turn = turn_no
        lines += _ply(game, coins)
    lines += ["", *game.rules.text(game.table, None).splitlines(), "", str(game.decision)]
    lines.append(f"{game.ply} plies, {game.outcome}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _ply(game: Game, coins: Any) -> Iterator[str]:
    decision = game.decision
    if below(coins, 5) < SURE:
        bot = choice_of_bot(game)
        option = next(each for each in decision.options if each.id == bot)
    else:
        option = decision.options[below(coins, len(decision.options))]
    events = game.play(option)
    yield f"{game.ply:>4} {game.rules.seats[decision.seat]} [{decision.kind}] {option.phrase}"
    yield from (f"       - {event}" for event in events)


def choice_of_bot(game: Game) -> int:
    """What the bot that remembers would do."""
    rules: Any = game.rules
    return int(rules.choose(game.state, rules.weights("memory"), generator(game.seed, 1)))


def write_all() -> None:
    """Write every playthrough anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(play_through(name), encoding="utf-8")


if __name__ == "__main__":
    write_all()
