"""Golden playthroughs: whole games as text that a reader of the rule book can follow."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import guildhall as gh
from guildhall.core.game import Game
from guildhall.kernel.chance import below, generator

__all__ = ["Playthroughs"]

_SURE = 4  # of five choices the bot takes so many, chance the fifth: so that everything happens


@dataclass(frozen=True)
class Playthroughs:
    """The games that are written down of one game: their options, who plays them, how often the table is shown."""

    game: str
    title: str
    games: Mapping[str, Mapping[str, Any]]
    bot: str
    table_every: int  # turns between two tables

    @property
    def folder(self) -> Path:
        return Path(__file__).resolve().parents[1] / "playthroughs" / self.game

    def told(self, name: str) -> str:
        """The text of a game between bots that sometimes choose uniformly."""
        options = self.games[name]
        game, coins = gh.new_game(self.game, **options), generator(options["seed"], 9)
        lines = [f"{self.title}, {', '.join(f'{key} {value}' for key, value in options.items())}"]
        lines += [f"       - {event}" for event in game.line.opening if event.text]
        turn = -1
        while not game.over:
            turn_no = game.table.turn_no
            if turn_no != turn and turn_no % self.table_every == 0:
                lines += ["", *game.rules.text(game.table, None).splitlines(), ""]
            turn = turn_no
            lines += self._ply(game, coins)
        lines += ["", *game.rules.text(game.table, None).splitlines(), "", str(game.decision)]
        lines.append(f"{game.ply} plies, {game.outcome}")
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def _ply(self, game: Game, coins: Any) -> Iterator[str]:
        decision, rules = game.decision, game.rules
        if below(coins, 5) < _SURE:
            chosen = self._choice(game)
        else:
            offered = rules.options(game.state)
            chosen = offered[below(coins, len(offered))]
        option = next(each for each in decision.options if each.id == chosen)
        events = game.play(option)
        yield f"{game.ply:>4} {rules.seats[decision.seat]} [{decision.kind}] {option.phrase}"
        yield from (f"       - {event}" for event in events if event.text)

    def _choice(self, game: Game) -> int:
        rules: Any = game.rules
        return int(rules.choose(game.state, rules.weights(self.bot), generator(game.seed, 1)))

    def difference(self, name: str) -> list[str]:
        """What is played differently from what is written down."""
        written = (self.folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        played = self.told(name).splitlines()
        return list(difflib.unified_diff(written, played, "written down", "played", lineterm="", n=2))

    @property
    def files(self) -> dict[str, str]:
        """All that is written down, by name."""
        return {file.stem: file.read_text(encoding="utf-8") for file in self.folder.glob("*.txt")}

    def write_all(self) -> None:
        """Write every playthrough anew."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in self.games:
            (self.folder / f"{name}.txt").write_text(self.told(name), encoding="utf-8")
