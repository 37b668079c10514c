"""The ways to play that a soak goes through, and what it did and found, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from guildhall.core.game import Game
from guildhall.core.rules import rebuild

__all__ = ["Case", "Report", "SoakViolation", "Way"]


class Way(Protocol):
    """One way to play a game."""

    @property
    def form(self) -> str:
        """What a report counts it under; a short soak meets every form."""

    @property
    def options(self) -> Mapping[str, Any]:
        """What `gh.new_game` takes."""

    @property
    def rules(self) -> Any:
        """The rules of this way to play."""


@dataclass(frozen=True)
class Case:
    """A way to play that is nothing but its options.

    >>> print(Case("guildhall", "two", (("players", 2), ("target", 10))))
    players=2, target=10
    """

    game: str
    form: str
    given: tuple[tuple[str, Any], ...]

    @property
    def options(self) -> Mapping[str, Any]:
        """What `gh.new_game` takes."""
        return dict(self.given)

    @cached_property
    def rules(self) -> Any:
        """The rules of this way to play."""
        return rebuild(self.game, dict(self.given))

    def __str__(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self.given)


@dataclass(frozen=True, slots=True)
class SoakViolation:
    """A broken law and the way to it."""

    law: str
    case: Way
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
        options = "".join(f", {name}={value!r}" for name, value in self.case.options.items())
        return (
            f"{self.law}: {self.case}, seed {self.seed}, ply {len(self.moves)}{seen}\n"
            f"  game = gh.new_game({self.case.rules.game!r}{options}, seed={self.seed})\n"
            f"  game.play(*{list(self.moves)})"
        )


@dataclass
class Report:
    """What a soak did and found."""

    asked: int
    decisions: int = 0
    plies: int = 0
    games: int = 0
    deals: int = 0  # views whose hidden things were dealt anew
    seconds: float = 0.0
    by_form: Counter[str] = field(default_factory=Counter)  # decisions
    endings: Counter[str] = field(default_factory=Counter)  # games
    uses: Counter[str] = field(default_factory=Counter)  # how often each tier, or what else a game counts, was used
    violations: list[SoakViolation] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every law held."""
        return not self.violations

    @property
    def unused(self) -> list[str]:
        """What no game used."""
        return sorted(what for what, times in self.uses.items() if times == 0)

    def __str__(self) -> str:
        return "\n".join([self._head(), *self._forms(), *self._uses(), *self._findings()])

    def _head(self) -> str:
        early = "" if self.decisions >= self.asked else f" of {self.asked:,}"
        return (
            f"{self.decisions:,}{early} decisions, {self.games:,} games, {self.plies:,} plies, "
            f"{self.deals:,} views dealt anew, {self.seconds:,.0f} s"
        )

    def _forms(self) -> list[str]:
        return [f"  {form:<12}{decisions:>12,}" for form, decisions in self.by_form.items()]

    def _uses(self) -> list[str]:
        if not self.uses:
            return []
        missing = "".join(f", not {what}" for what in self.unused[:10])
        more = f" and {len(self.unused) - 10} more" if len(self.unused) > 10 else ""
        return [f"{len(self.uses) - len(self.unused)} of {len(self.uses)} effects used{missing}{more}"]

    def _findings(self) -> list[str]:
        return [f"BROKEN {violation}" for violation in self.violations] or ["No law was broken."]
