"""Records are tested with the same small game as the core."""

from __future__ import annotations

from tests.core.conftest import game, played, registry, rules

__all__ = ["game", "played", "registry", "rules"]
