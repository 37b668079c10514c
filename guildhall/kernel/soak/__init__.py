"""Playing on and on under the eyes of every law: what `guildhall doctor --soak N` does.

A game says which ways to play there are (`Case`), which bots play them, and what its own laws are.
The laws that every game keeps are in `laws`; all are compiled.
Nothing else imports this package, so its kernels are compiled only when a soak is asked for.
"""

from __future__ import annotations

from .report import Case, Report, Violation, Way
from .runner import Soak

__all__ = ["Case", "Report", "Soak", "Violation", "Way"]
