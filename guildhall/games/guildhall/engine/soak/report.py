"""What a soak did and found, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from guildhall.core.game import Game

from .forms import Case

__all__ = ["Report", "Violation"]


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken law and the way to it."""

    law: str
    case: Case
    seed: int
    moves: tuple[int, ...]
    seat: int | None = None  # whose view broke the law

    def game(self) -> Game:
        """The game at the ply where the law was broken."""
        rules = self.case.rules
        game = Game(rules, rules.start(self.seed), seed=self.seed, moves=self.moves)
        game.redo(len(self.moves))
        return game

    def __str__(self) -> str:
        seen = "" if self.seat is None else f", seen by seat {self.seat}"
        options = ", ".join(f"{name}={value!r}" for name, value in self.case.options.items())
        return (
            f"{self.law}: {self.case}, seed {self.seed}, ply {len(self.moves)}{seen}\n"
            f"  game = gh.new_game('guildhall', {options}, seed={self.seed})\n"
            f"  game.play(*{list(self.moves)})"
        )


@dataclass
class Report:
    """What a soak did and found."""

    asked: int
    decisions: int = 0
    plies: int = 0
    games: int = 0
    deals: int = 0  # views whose hidden cards were dealt anew
    seconds: float = 0.0
    by_form: Counter[str] = field(default_factory=Counter)  # decisions
    tiers: Counter[tuple[str, int]] = field(default_factory=Counter)  # how often each tier was used
    violations: list[Violation] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every law held."""
        return not self.violations

    @property
    def unused(self) -> list[tuple[str, int]]:
        """Tiers that no game used."""
        return sorted(tier for tier, times in self.tiers.items() if times == 0)

    def __str__(self) -> str:
        return "\n".join([self._head(), *self._forms(), *self._tiers(), *self._findings()])

    def _head(self) -> str:
        early = "" if self.decisions >= self.asked else f" of {self.asked:,}"
        return (
            f"{self.decisions:,}{early} decisions, {self.games:,} games, {self.plies:,} plies, "
            f"{self.deals:,} views dealt anew, {self.seconds:,.0f} s"
        )

    def _forms(self) -> list[str]:
        return [f"  {form:<12}{decisions:>12,}" for form, decisions in self.by_form.items()]

    def _tiers(self) -> list[str]:
        if not self.tiers:
            return []
        missing = "".join(f", not {card} {tier}" for card, tier in self.unused[:10])
        more = f" and {len(self.unused) - 10} more" if len(self.unused) > 10 else ""
        return [f"{len(self.tiers) - len(self.unused)} of {len(self.tiers)} tiers used{missing}{more}"]

    def _findings(self) -> list[str]:
        return [f"BROKEN {violation}" for violation in self.violations] or ["No law was broken."]
