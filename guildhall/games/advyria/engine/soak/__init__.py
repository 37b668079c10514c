"""Playing on and on under the eyes of every law, by 1 to 4 players with all simplified options.

Nothing else imports this package, so its kernels are compiled only when a soak is asked for.

>>> report = run(300, seed=7)
>>> report.ok, report.decisions >= 300
(True, True)
"""

from __future__ import annotations

from .runner import Report, Violation, cases, run

__all__ = ["Report", "Violation", "cases", "run"]
